//! The turns of a search of algorithms: what each does to the pieces however the cube is held, and what each counts.
//!
//! Slices, wide turns and rotations change how the cube is held, so a later turn moves other layers. A state is therefore the
//! cube relative to its centres and the *hold*, the rotation of the centres. If every hold offers the same effects on the
//! pieces, as with all faces and slices, the hold is left out, and the turns are named afterwards.

use cubiform_cube::held::HeldCube;
use cubiform_cube::notation::{Base, Turn, TurnMetric};
use cubiform_cube::{Algorithm, Axis, Cube, Symmetry};
use cubiform_search::MoveOrder;

use super::AlgorithmsError;
use crate::coordinate_space::Slot;

/// A move of the coordinates: its effect on the pieces and the hold after it, for each hold.
pub(super) type Step = Vec<(Cube, usize)>;

/// A turn of the search, with all that it counts.
struct Choice {
    turn: Turn,
    cost: u8,
    /// The solved cube, held as usual, after it.
    made: HeldCube,
}

/// The turns, and the moves of the search that stand for them.
pub(super) struct TurnSet {
    turns: Vec<Turn>,
    choices: Vec<Choice>,
    /// The holds that are told apart; a single one if the others are left out.
    pub(super) holds: Vec<Symmetry>,
    pub(super) steps: Vec<Step>,
    pub(super) slots: Vec<Slot>,
    /// The choice that begins at each slot; `None` for the rest of a turn.
    begins: Vec<Option<usize>>,
    pub(super) order: MoveOrder,
}

impl TurnSet {
    /// Creates the set of these turns, which must include the inverse of each. With `is_turned_free`, no sequence begins with
    /// a turn of U.
    ///
    /// # Errors
    /// If a turn counts nothing.
    pub(super) fn new(
        turns: &[Turn],
        metric: TurnMetric,
        is_turned_free: bool,
    ) -> Result<TurnSet, AlgorithmsError> {
        assert!(turns.iter().all(|turn| turns.contains(&turn.inverse())), "each turn has its inverse");
        let mut turns = turns.to_vec();
        turns.sort_by_key(|turn| (layers(*turn), turn.quarters()));
        turns.dedup();
        if let Some(turn) = turns.iter().find(|turn| metric.cost(**turn) == 0) {
            return Err(AlgorithmsError::FreeTurn(*turn));
        }
        let mut holds = holds(&turns);
        let effects =
            |hold: Symmetry| -> Vec<Cube> { turns.iter().map(|turn| effect(*turn, hold)).collect() };
        let own = effects(Symmetry::IDENTITY);
        let has_own = |hold: &Symmetry| effects(*hold).iter().all(|effect| own.contains(effect));
        let is_closed = holds.iter().all(has_own);
        let mut choices: Vec<Choice> = Vec::new();
        for turn in turns.iter().copied() {
            let relative = HeldCube::new(&effect(turn, Symmetry::IDENTITY));
            let made = if is_closed { relative } else { HeldCube::of_turn(turn) };
            if made != HeldCube::SOLVED && choices.iter().all(|known| known.made != made) {
                choices.push(Choice { turn, cost: metric.cost(turn), made });
            }
        }
        if is_closed {
            holds.truncate(1);
        }
        let mut set = TurnSet {
            turns,
            choices,
            holds,
            steps: Vec::new(),
            slots: Vec::new(),
            begins: Vec::new(),
            order: MoveOrder::new(0, |_, _| true),
        };
        set.lay_out(metric, is_closed, is_turned_free);
        Ok(set)
    }

    /// Lays out the moves of the search. A choice that counts `n` moves has `n` of them: a step, then pauses. A half turn
    /// that counts as two quarter turns has two steps.
    fn lay_out(&mut self, metric: TurnMetric, is_closed: bool, is_turned_free: bool) {
        let mut step_of = vec![0; self.choices.len()];
        for (i, choice) in self.choices.iter().enumerate() {
            // In the quarter turn metric a half turn is two quarter turns, whose distances are larger.
            let quarter = Turn::new(choice.turn.base(), 1);
            let quarter = quarter.filter(|quarter| 2 * metric.cost(*quarter) == choice.cost);
            let quarter = quarter.filter(|_| choice.turn.quarters() == 2);
            let quarter = quarter.and_then(|quarter| self.choices.iter().position(|c| c.turn == quarter));
            let (step, repeats) = match quarter {
                Some(quarter) => (step_of[quarter], 2),
                None => {
                    let of_hold = |hold: &Symmetry| {
                        let after = hold.then(rotation(choice.turn));
                        let next =
                            if is_closed { Some(0) } else { self.holds.iter().position(|h| *h == after) };
                        (effect(choice.turn, *hold), next.expect("all holds are known"))
                    };
                    self.steps.push(self.holds.iter().map(of_hold).collect());
                    (self.steps.len() as u8 - 1, 1)
                }
            };
            step_of[i] = step;
            let pauses = choice.cost / repeats - 1;
            for repeat in 0..repeats {
                for pause in 0..=pauses {
                    let step = (pause == 0).then_some(step);
                    self.begins.push((repeat == 0 && pause == 0).then_some(i));
                    self.slots.push(Slot { step, pauses: pauses - pause });
                }
            }
        }
        let may_follow = |a: usize, b: usize| {
            let is_last = self.begins.get(a + 1).is_none_or(Option::is_some);
            match (self.begins[b], self.begins[..=a].iter().rev().find_map(|begin| *begin)) {
                (Some(next), Some(last)) => is_last && self.may_precede(last, next),
                (None, _) => b == a + 1,
                _ => false,
            }
        };
        let first = (0..self.slots.len()).filter(|slot| {
            self.begins[*slot].is_some_and(|choice| !(is_turned_free && is_u(self.choices[choice].turn)))
        });
        let first = first.fold(0, |set: u64, slot| set | 1 << slot);
        self.order = MoveOrder::new(self.slots.len(), may_follow).starting_with(first);
    }

    /// Returns whether a choice may follow another. Turns about one axis commute, so one order is enough, and two that are
    /// nothing or a single turn together are not written apart.
    fn may_precede(&self, a: usize, b: usize) -> bool {
        use cubiform_cube::group::Element as _;
        let (a, b) = (&self.choices[a], &self.choices[b]);
        let (first, second) = (layers(a.turn), layers(b.turn));
        if first.0 != second.0 {
            return true;
        }
        let both = a.made.then(&b.made);
        let is_single = |choice: &Choice| choice.made == both && choice.cost <= a.cost + b.cost;
        first.1 < second.1 && both != HeldCube::SOLVED && !self.choices.iter().any(is_single)
    }

    /// Returns the turns of a path, named as the cube is held.
    ///
    /// # Panics
    /// If the path is not one of the search.
    pub(super) fn turns(&self, path: &[u8]) -> Vec<Turn> {
        let mut hold = Symmetry::IDENTITY;
        let chosen = path.iter().filter_map(|slot| self.begins[usize::from(*slot)]);
        let named = chosen.map(|choice| {
            let choice = &self.choices[choice];
            let turn = if self.holds.len() > 1 {
                choice.turn
            } else {
                // The same effect on the pieces, of a turn of the same kind if there is one.
                let wanted = effect(choice.turn, Symmetry::IDENTITY);
                let mut same = self.turns.iter().filter(|turn| effect(**turn, hold) == wanted);
                *same.next().expect("every hold offers the same effects")
            };
            hold = hold.then(rotation(turn));
            turn
        });
        named.collect()
    }
}

/// Returns whether a turn is of U.
fn is_u(turn: Turn) -> bool {
    turn.base() == Base::Face(cubiform_cube::Face::U)
}

/// Returns how a turn of the whole cube or of a middle layer rotates the centres.
pub(super) fn rotation(turn: Turn) -> Symmetry {
    HeldCube::of_turn(turn).centers()
}

/// Returns what a turn does to the pieces, relative to the centres, if the centres are rotated by `hold`.
pub(super) fn effect(turn: Turn, hold: Symmetry) -> Cube {
    Algorithm::from_iter([turn.conjugate(hold.inverse())]).cube()
}

/// Returns the holds that the turns reach from the usual one, which is the first.
fn holds(turns: &[Turn]) -> Vec<Symmetry> {
    let mut holds = vec![Symmetry::IDENTITY];
    let mut next = 0;
    while next < holds.len() {
        for turn in turns {
            let after = holds[next].then(rotation(*turn));
            if !holds.contains(&after) {
                holds.push(after);
            }
        }
        next += 1;
    }
    holds
}

/// Returns the axis of a turn and a key of its layers: faces, wide layers, the middle layer, the whole cube.
pub(crate) fn layers(turn: Turn) -> (Axis, usize) {
    let face = turn.base().direction();
    let kind = match turn.base() {
        Base::Face(_) => 0,
        Base::Wide(_) => 2,
        Base::M | Base::E | Base::S => 4,
        Base::X | Base::Y | Base::Z => 6,
    };
    (face.axis(), kind + usize::from(face != face.axis().face()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::random;

    fn turns(text: &str) -> Vec<Turn> {
        let bases = Algorithm::parse(text).unwrap();
        bases.turns().iter().flat_map(|t| (1..4).filter_map(|q| Turn::new(t.base(), q))).collect()
    }

    #[test]
    fn effects_equal_turns_of_the_held_cube() {
        use cubiform_cube::group::Element as _;
        let cube = random::states(1).next().unwrap();
        for hold in Symmetry::rotations() {
            for turn in turns("R L U D F B r u f M E S x y z") {
                let held = HeldCube::new(&cube).then(&HeldCube::rotated(hold)).turn(turn);
                let after = HeldCube::new(&cube.then(&effect(turn, hold)));
                assert_eq!(held, after.then(&HeldCube::rotated(hold.then(rotation(turn)))), "{turn}");
            }
        }
    }

    #[test]
    fn holds_are_left_out_only_if_all_offer_the_same_effects() {
        let holds = |text: &str| TurnSet::new(&turns(text), TurnMetric::Stm, false).unwrap().holds.len();
        assert_eq!(holds("R U"), 1);
        assert_eq!(holds("M U"), 4);
        assert_eq!(holds("R r U"), 4);
        assert_eq!(holds("R L U D F B M E S"), 1);
        assert_eq!(holds("R L U D F B M E S r l u d f b"), 1);
    }

    #[test]
    fn a_turn_takes_as_many_moves_as_it_counts() {
        let slots = |text: &str, metric| TurnSet::new(&turns(text), metric, false).unwrap().slots.len();
        assert_eq!(slots("R U", TurnMetric::Htm), 6);
        assert_eq!(slots("R U", TurnMetric::Qtm), 8);
        assert_eq!(slots("M U", TurnMetric::Htm), 9);
        assert_eq!(slots("M U", TurnMetric::Qtm), 2 + 2 + 4 + 4);
        // The largest set that has no hold left out.
        assert_eq!(slots("R L U D F B r l u d f b M E", TurnMetric::Qtm), 64);
        let refused = TurnSet::new(&turns("R y"), TurnMetric::Htm, false).err();
        assert_eq!(refused, Some(AlgorithmsError::FreeTurn(Turn::new(Base::Y, 1).unwrap())));
    }
}
