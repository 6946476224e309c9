//! What a solution is credited with: the slots that it solves, the places of blocks, the pair that it makes ready, and
//! what it made of the freedoms of its goal.

use std::fmt::Write;

use cubiform_cube::goal::{Choice, Placement, Ready, Slot, Target, Variant};
use cubiform_cube::piece::EDGE_FACES;
use cubiform_cube::{Axis, Color, PieceSet, Symmetry};

/// The turns of the D layer by which it may be off, by their number of quarters.
const TURNS: [&str; 4] = ["", "D", "D2", "D'"];

/// As many ready pairs are named where each takes two slots.
const PAIRS: usize = 2;

/// How the colours of a slot are written beside its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotColors {
    /// `FR (green-red)`
    Names,
    /// `FR (GR)`
    Letters,
}

/// What there is to say about the solutions of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GoalTraits {
    /// Corners and edges are always solved as pairs, so that slots name both.
    pub(crate) paired: bool,
    /// The D layer may be off.
    pub(crate) offset: bool,
    /// There is nothing more to say than the slots.
    pub(crate) slots_only: bool,
}

impl GoalTraits {
    /// What there is to say about `goal`.
    pub(crate) fn of(goal: &Variant) -> GoalTraits {
        let targets = || goal.stages.iter().flat_map(|stage| &stage.choices);
        let paired = targets().all(|target| target.choice.corners == target.choice.edges);
        let offset = targets().any(may_be_off);
        let is_more = |target: &Target| {
            let Choice { ready, placements, .. } = &target.choice;
            ready.is_some() || !placements.is_empty() || target.oriented.is_some()
        };
        GoalTraits { paired, offset, slots_only: paired && !offset && !targets().any(is_more) }
    }
}

/// Whether the D layer may be off at this target.
fn may_be_off(target: &Target) -> bool {
    let d = cubiform_cube::Move::new(cubiform_cube::Face::D, 1).expect("a quarter turn is a move");
    // A target of one seed is met after D only if it has no pieces there.
    target.seeds.len() > 1 && target.is_met(&target.seeds[0].turn(d))
}

/// What one solution, or several of the same moves, are credited with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Annotation {
    /// The slots whose corners are solved.
    pub(crate) corners: Vec<Slot>,
    /// The slots whose edges are solved.
    pub(crate) edges: Vec<Slot>,
    /// The pairs that are ready.
    pub(crate) ready: Vec<Ready>,
    /// The blocks and lines that are solved, where the goal leaves their place open.
    pub(crate) placements: Vec<Placement>,
    /// Quarter turns of D by which the D layer is off.
    offset: u8,
    /// The axes relative to which all edges are oriented.
    pub(crate) axes: Vec<Axis>,
    /// The rotation after which it is seen.
    rotation: Symmetry,
}

impl Annotation {
    pub(crate) fn new(choice: Choice, offset: u8, oriented: Option<Axis>) -> Annotation {
        let Choice { corners, edges, ready, placements } = choice;
        let (ready, axes) = (ready.into_iter().collect(), oriented.into_iter().collect());
        Annotation { corners, edges, ready, placements, offset, axes, rotation: Symmetry::IDENTITY }
    }

    /// The same, seen after a rotation of the cube that begins with white on top and green in front.
    pub(crate) fn seen(self, rotation: Symmetry) -> Annotation {
        Annotation { rotation, ..self }
    }

    /// The two colours of a slot's edge, in the order of the slot's name.
    fn colors(&self, slot: Slot) -> [Color; 2] {
        EDGE_FACES[slot.edge()].map(|face| self.rotation.inverse().face(face).color())
    }

    /// The colours of every slot of which it names a piece.
    pub(crate) fn slot_colors(&self) -> Vec<(&'static str, String)> {
        let of_ready = self.ready.iter().flat_map(|ready| [ready.corner, ready.edge]);
        let mut slots: Vec<Slot> = self.corners.iter().chain(&self.edges).copied().chain(of_ready).collect();
        unite(&mut slots, &[]);
        slots.into_iter().map(|slot| (slot.name(), self.colors(slot).map(Color::name).join("-"))).collect()
    }

    /// A slot with its colours.
    fn slot(&self, slot: Slot, colors: SlotColors) -> String {
        let colors = match colors {
            SlotColors::Names => self.colors(slot).map(Color::name).join("-"),
            SlotColors::Letters => self.colors(slot).map(Color::letter).iter().collect(),
        };
        format!("{} ({colors})", slot.name())
    }

    /// `FR (green-red) BL (blue-orange)`, `all but FR (green-red)`, or `all`.
    fn solved(&self, slots: &[Slot], colors: SlotColors) -> String {
        let named = |slots: &mut dyn Iterator<Item = Slot>| {
            slots.map(|slot| self.slot(slot, colors)).collect::<Vec<_>>().join(" ")
        };
        match slots.len() {
            4 => "all".into(),
            3 => {
                format!("all but {}", named(&mut Slot::ALL.into_iter().filter(|slot| !slots.contains(slot))))
            }
            _ => named(&mut slots.iter().copied()),
        }
    }

    /// Takes in what the same moves are credited with as another choice with the D layer off by the same turn: they
    /// have reached both.
    pub(crate) fn join(&mut self, other: &Annotation) {
        unite(&mut self.corners, &other.corners);
        unite(&mut self.edges, &other.edges);
        unite(&mut self.ready, &other.ready);
        unite(&mut self.placements, &other.placements);
        unite(&mut self.axes, &other.axes);
        // What is solved by one choice is no longer to be made ready for another.
        self.ready.retain(|r| !self.corners.contains(&r.corner) || !self.edges.contains(&r.edge));
    }

    /// The turn by which the D layer is off; empty for none.
    pub(crate) fn turn(&self) -> &'static str {
        TURNS[usize::from(self.offset) % 4]
    }

    /// The slots, for a column of their own.
    pub(crate) fn slots(&self, colors: SlotColors) -> String {
        self.solved(&self.corners, colors)
    }

    /// Those of these slots whose corner, or edge, is not part of a block that is named.
    fn beside_blocks(&self, of: &[Slot], piece: impl Fn(Slot) -> PieceSet) -> Vec<Slot> {
        let in_block = |slot: &Slot| self.placements.iter().any(|p| p.pieces().contains(piece(*slot)));
        of.iter().copied().filter(|slot| !in_block(slot)).collect()
    }

    /// All of it in words.
    pub(crate) fn in_words(&self, terms: GoalTraits, colors: SlotColors) -> String {
        let mut parts: Vec<String> = self.placements.iter().map(ToString::to_string).collect();
        let corners = self.beside_blocks(&self.corners, |slot| PieceSet::new(&[slot.corner()], &[]));
        let edges = self.beside_blocks(&self.edges, |slot| PieceSet::new(&[], &[slot.edge()]));
        if terms.paired {
            parts.push(self.solved(&corners, colors));
        } else {
            let pieces = [("corner", corners), ("edge", edges)].map(|(kind, slots)| kinds(kind, &slots));
            parts.push(pieces.into_iter().flatten().collect::<Vec<_>>().join(", "));
        }
        parts.push(self.ready_in_words(terms, colors));
        if !self.turn().is_empty() {
            parts.push(format!("D layer off by {}", self.turn()));
        }
        if !self.axes.is_empty() {
            let axes: Vec<&str> = self.axes.iter().map(|axis| axis.name()).collect();
            parts.push(format!("EO {}", axes.join(" and ")));
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    }

    fn ready_in_words(&self, terms: GoalTraits, colors: SlotColors) -> String {
        let mut words = String::new();
        match &self.ready[..] {
            [] => return words,
            [one] if terms.paired => words += &format!("pair {}", self.slot(one.edge, colors)),
            several if terms.paired => {
                words += "pairs";
                several.iter().for_each(|r| words += &format!(" {}", self.slot(r.edge, colors)));
            }
            several => {
                for (i, r) in several.iter().take(PAIRS).enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    let _ = write!(words, "{comma}corner {} with edge {}", r.corner.name(), r.edge.name());
                }
                if several.len() > PAIRS {
                    let _ = write!(words, " and {} more", several.len() - PAIRS);
                }
            }
        }
        words + " ready"
    }
}

/// Adds to a sorted list what of another it lacks.
fn unite<T: Copy + Ord>(list: &mut Vec<T>, other: &[T]) {
    list.extend(other);
    list.sort_unstable();
    list.dedup();
}

fn names(slots: &[Slot]) -> String {
    slots.iter().map(|slot| slot.name()).collect::<Vec<_>>().join(" ")
}

/// `corner FR`, `corners FR FL`, `all corners`; nothing for none.
fn kinds(kind: &str, slots: &[Slot]) -> Option<String> {
    match slots.len() {
        0 => None,
        1 => Some(format!("{kind} {}", names(slots))),
        4 => Some(format!("all {kind}s")),
        _ => Some(format!("{kind}s {}", names(slots))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::goal::expression;

    #[test]
    fn what_there_is_to_say_about_each_goal() {
        let terms = |goal: Variant| {
            let GoalTraits { paired, offset, slots_only } = GoalTraits::of(&goal);
            (paired, offset, slots_only)
        };
        assert_eq!(terms(Variant::std()), (true, false, true));
        assert_eq!(terms(Variant::pseudo()), (false, true, false));
        assert_eq!(terms(Variant::pair()), (true, false, false));
        assert_eq!(terms(Variant::pseudo_pair()), (false, true, false));
        assert_eq!(terms(Variant::eo()), (true, false, false));
        let own = |text| terms(expression::parse(text).unwrap());
        assert_eq!(own("2x2x2 DBL"), (true, false, true));
        assert_eq!(own("cross + FR edge"), (false, false, false));
        assert_eq!(own("cross + FR + offset D"), (true, true, false));
        assert_eq!(own("UF + UB + UR"), (true, false, true));
        assert_eq!(own("2x2x2"), (true, false, false), "the place of the block");
    }

    #[test]
    fn credits_in_words() {
        let [fr, fl, br, bl] = Slot::ALL;
        let said = |goal: Variant, choice, offset, oriented| {
            Annotation::new(choice, offset, oriented).in_words(GoalTraits::of(&goal), SlotColors::Letters)
        };
        let ready =
            |slots, corner, edge| Choice { ready: Some(Ready { corner, edge }), ..Choice::pairs(slots) };
        assert_eq!(said(Variant::std(), Choice::pairs(vec![]), 0, None), "");
        assert_eq!(said(Variant::std(), Choice::pairs(vec![fr, bl]), 0, None), "FR (GR) BL (BO)");
        assert_eq!(said(Variant::std(), Choice::pairs(Slot::ALL.into()), 0, None), "all");
        assert_eq!(
            said(Variant::pair(), ready(vec![fr, br], fl, fl), 0, None),
            "FR (GR) BR (BR) · pair FL (GO) ready"
        );
        let free = Choice { corners: vec![fr, fl], edges: vec![br, bl], ..Choice::default() };
        assert_eq!(said(Variant::pseudo(), free, 2, None), "corners FR FL, edges BR BL · D layer off by D2");
        assert_eq!(said(Variant::pseudo(), Choice::default(), 3, None), "D layer off by D'");
        assert_eq!(
            said(Variant::pseudo_pair(), ready(vec![bl], br, fr), 0, None),
            "corner BL, edge BL · corner BR with edge FR ready"
        );
        assert_eq!(said(Variant::eo(), Choice::pairs(vec![bl]), 0, Some(Axis::Z)), "BL (BO) · EO F/B");
    }

    #[test]
    fn blocks_are_named_by_their_places_with_the_slots_beside_them() {
        let said = |text: &str, choice: usize| {
            let goal = expression::parse(text).unwrap();
            let target = &goal.stages[0].choices[choice];
            Annotation::new(target.choice.clone(), 0, target.oriented)
                .in_words(GoalTraits::of(&goal), SlotColors::Letters)
        };
        assert_eq!(said("2x2x2", 2), "2x2x2 DBL");
        assert_eq!(said("2x2x2 + any slot", 0), "2x2x2 DFR · FL (GO)");
        assert_eq!(said("1x2x3 + 1x2x3", 0), "1x2x3 DR · 1x2x3 DL");
        assert_eq!(said("line + FR edge", 1), "line F/B · edge FR");
        assert_eq!(said("eoline", 1), "EO F/B");
        assert_eq!(said("2x2x2 DBL", 0), "BL (BO)", "the place was given");
        let choice =
            |text: &str, i: usize| expression::parse(text).unwrap().stages[0].choices[i].choice.clone();
        let mut both = Annotation::new(choice("line", 1), 0, None);
        both.join(&Annotation::new(choice("line", 0), 0, None));
        let terms = GoalTraits::of(&expression::parse("line").unwrap());
        assert_eq!(both.in_words(terms, SlotColors::Letters), "line L/R · line F/B");
    }

    #[test]
    fn the_same_moves_are_credited_jointly() {
        let [fr, fl, br, _] = Slot::ALL;
        let pair = |slots, slot| {
            let ready = Some(Ready { corner: slot, edge: slot });
            Annotation::new(Choice { ready, ..Choice::pairs(slots) }, 0, None)
        };
        let terms = GoalTraits::of(&Variant::pair());
        let mut annotation = pair(vec![fl], br);
        annotation.join(&pair(vec![fl], fr));
        assert_eq!(annotation.in_words(terms, SlotColors::Letters), "FL (GO) · pairs FR (GR) BR (BR) ready");
        annotation.join(&pair(vec![fr], fl));
        assert_eq!(annotation.in_words(terms, SlotColors::Letters), "FR (GR) FL (GO) · pair BR (BR) ready");
        let mut both = Annotation::new(Choice::default(), 0, Some(Axis::Z));
        both.join(&Annotation::new(Choice::default(), 0, Some(Axis::X)));
        assert_eq!(both.in_words(GoalTraits::of(&Variant::eo()), SlotColors::Letters), "EO L/R and F/B");
    }

    #[test]
    fn slots_have_the_colours_of_their_edges_as_the_cube_is_held() {
        let [fr, fl, br, bl] = Slot::ALL;
        let seen = |slots: &[Slot], color: Color| {
            let annotation = Annotation::new(Choice::pairs(slots.to_vec()), 0, None);
            annotation.seen(Symmetry::bring_down(color)).slots(SlotColors::Names)
        };
        let [yellow, white, orange, ..] = Color::COLUMNS;
        assert_eq!(seen(&[fr], yellow), "FR (green-red)");
        // After z2 green stays in front and orange comes to the right.
        assert_eq!(seen(&[fr, bl], white), "FR (green-orange) BL (blue-red)");
        // After z' yellow is on the right.
        assert_eq!(seen(&[br], orange), "BR (blue-yellow)");
        assert_eq!(seen(&[fr, fl, bl], yellow), "all but BR (blue-red)");
        let annotation = Annotation::new(Choice::pairs(vec![bl, fr]), 0, None);
        assert_eq!(annotation.slot_colors(), [("FR", "green-red".into()), ("BL", "blue-orange".into())]);
    }
}
