//! Annotations of solutions: the solved slots and blocks, free pairs, the offset of the D layer, and the axes of edge
//! orientation.

use cubiform_cube::goal::{Choice, Placement, ReadyPair, Slot, Target, Variant};
use cubiform_cube::piece::EDGE_FACES;
use cubiform_cube::{Axis, Color, PieceSet, Symmetry};

use crate::format::first_of;

/// The offsets of the D layer, indexed by the number of quarter turns.
const OFFSETS: [&str; 4] = ["", "D", "D2", "D'"];

/// The maximum number of free pairs that are named, if corner and edge are named separately.
const MAX_NAMED_PAIRS: usize = 2;

/// The notation of the colours of a slot, which follow its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotColors {
    /// `FR (green-red)`
    Names,
    /// `FR (GR)`
    Letters,
}

/// Properties of a goal that determine how its solutions are annotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalTraits {
    /// Whether corners and edges are always solved as pairs, so that a slot names both.
    pub paired: bool,
    /// Whether the D layer may be off by a turn.
    pub offset: bool,
    /// Whether the slots are the only annotation.
    pub slots_only: bool,
}

impl GoalTraits {
    /// Returns the traits of `goal`.
    pub fn new(goal: &Variant) -> GoalTraits {
        let targets = || goal.stages.iter().flat_map(|stage| &stage.choices);
        let paired = targets().all(|target| target.choice.corners == target.choice.edges);
        let offset = targets().any(allows_offset);
        let has_more = |target: &Target| {
            let Choice { ready, placements, .. } = &target.choice;
            ready.is_some() || !placements.is_empty() || target.oriented.is_some()
        };
        GoalTraits { paired, offset, slots_only: paired && !offset && !targets().any(has_more) }
    }
}

/// Returns whether the D layer may be off by a turn at this target.
fn allows_offset(target: &Target) -> bool {
    let d = cubiform_cube::Move::new(cubiform_cube::Face::D, 1).expect("a quarter turn is a move");
    // A target with a single seed is met after D only if it has no pieces in the D layer.
    target.goal_states.len() > 1 && target.is_met(&target.goal_states[0].turn(d))
}

/// The annotation of a solution, or of several solutions with the same moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The slots whose corners are solved.
    pub corners: Vec<Slot>,
    /// The slots whose edges are solved.
    pub edges: Vec<Slot>,
    /// The pairs that are ready to insert.
    pub ready: Vec<ReadyPair>,
    /// The solved blocks and lines, if the goal does not fix their position.
    pub placements: Vec<Placement>,
    /// The offset of the D layer, in quarter turns of D.
    offset: u8,
    /// The axes relative to which all edges are oriented.
    pub axes: Vec<Axis>,
    /// The rotation of the cube before the solution. It determines the colours of the slots.
    rotation: Symmetry,
}

impl Annotation {
    /// Creates the annotation of a solution that solves `choice`.
    pub fn new(choice: Choice, offset: u8, oriented: Option<Axis>) -> Annotation {
        let Choice { corners, edges, ready, placements } = choice;
        let (ready, axes) = (ready.into_iter().collect(), oriented.into_iter().collect());
        Annotation { corners, edges, ready, placements, offset, axes, rotation: Symmetry::IDENTITY }
    }

    /// Returns the annotation for a solution after `rotation` of a cube with white on top and green in front.
    pub fn seen(self, rotation: Symmetry) -> Annotation {
        Annotation { rotation, ..self }
    }

    /// Returns the two colours of a slot's edge, in the order of the slot's name.
    fn colors(&self, slot: Slot) -> [Color; 2] {
        EDGE_FACES[slot.edge()].map(|face| self.rotation.inverse().face(face).color())
    }

    /// Returns the colours of every slot with a piece that the annotation names.
    pub fn slot_colors(&self) -> Vec<(&'static str, String)> {
        let of_ready = self.ready.iter().flat_map(|ready| [ready.corner, ready.edge]);
        let mut slots: Vec<Slot> = self.corners.iter().chain(&self.edges).copied().chain(of_ready).collect();
        unite(&mut slots, &[]);
        slots.into_iter().map(|slot| (slot.name(), self.colors(slot).map(Color::name).join("-"))).collect()
    }

    /// Formats a slot with its colours.
    fn slot(&self, slot: Slot, colors: SlotColors) -> String {
        let colors = match colors {
            SlotColors::Names => self.colors(slot).map(Color::name).join("-"),
            SlotColors::Letters => self.colors(slot).map(Color::letter).iter().collect(),
        };
        format!("{} ({colors})", slot.name())
    }

    /// Formats solved slots: `FR (green-red) BL (blue-orange)`, `all but FR (green-red)`, or `all`.
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

    /// Merges the annotation of another solution with the same moves and the same offset of the D layer.
    pub fn join(&mut self, other: &Annotation) {
        unite(&mut self.corners, &other.corners);
        unite(&mut self.edges, &other.edges);
        unite(&mut self.ready, &other.ready);
        unite(&mut self.placements, &other.placements);
        unite(&mut self.axes, &other.axes);
        // A pair that one of the solutions solves is not listed as ready.
        self.ready.retain(|r| !self.corners.contains(&r.corner) || !self.edges.contains(&r.edge));
    }

    /// Returns the turn by which the D layer is off, or the empty string.
    pub fn turn(&self) -> &'static str {
        OFFSETS[usize::from(self.offset) % 4]
    }

    /// Formats the slots for a column of their own.
    pub fn slots(&self, colors: SlotColors) -> String {
        self.solved(&self.corners, colors)
    }

    /// Returns the slots whose piece is not part of a named block.
    fn outside_blocks(&self, slots: &[Slot], piece: impl Fn(Slot) -> PieceSet) -> Vec<Slot> {
        let in_block = |slot: &Slot| self.placements.iter().any(|p| p.pieces().contains(piece(*slot)));
        slots.iter().copied().filter(|slot| !in_block(slot)).collect()
    }

    /// Formats the complete annotation for people.
    pub fn in_words(&self, traits: GoalTraits, colors: SlotColors) -> String {
        let mut parts: Vec<String> = self.placements.iter().map(ToString::to_string).collect();
        let corners = self.outside_blocks(&self.corners, |slot| PieceSet::new(&[slot.corner()], &[]));
        let edges = self.outside_blocks(&self.edges, |slot| PieceSet::new(&[], &[slot.edge()]));
        if traits.paired {
            parts.push(self.solved(&corners, colors));
        } else {
            let pieces = [("corner", corners), ("edge", edges)].map(|(kind, slots)| kinds(kind, &slots));
            parts.push(pieces.into_iter().flatten().collect::<Vec<_>>().join(", "));
        }
        parts.push(self.ready_in_words(traits, colors));
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

    /// Formats the pairs that are ready to insert.
    fn ready_in_words(&self, traits: GoalTraits, colors: SlotColors) -> String {
        let mut words = String::new();
        match &self.ready[..] {
            [] => return words,
            [one] if traits.paired => words += &format!("pair {}", self.slot(one.edge, colors)),
            several if traits.paired => {
                words += "pairs";
                several.iter().for_each(|r| words += &format!(" {}", self.slot(r.edge, colors)));
            }
            several => {
                let name = |r: &ReadyPair| format!("corner {} with edge {}", r.corner.name(), r.edge.name());
                words += &first_of(&several.iter().map(name).collect::<Vec<_>>(), MAX_NAMED_PAIRS);
            }
        }
        words + " ready"
    }
}

/// Adds the items of another list to a sorted list, without repetition.
fn unite<T: Copy + Ord>(list: &mut Vec<T>, other: &[T]) {
    list.extend(other);
    list.sort_unstable();
    list.dedup();
}

/// Returns the names of slots, separated by blanks.
fn names(slots: &[Slot]) -> String {
    slots.iter().map(|slot| slot.name()).collect::<Vec<_>>().join(" ")
}

/// Formats the corners or edges of slots: `corner FR`, `corners FR FL`, `all corners`; `None` for none.
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
    fn goal_traits_of_named_and_own_goals() {
        let traits = |goal: Variant| {
            let GoalTraits { paired, offset, slots_only } = GoalTraits::new(&goal);
            (paired, offset, slots_only)
        };
        assert_eq!(traits(Variant::std()), (true, false, true));
        assert_eq!(traits(Variant::pseudo()), (false, true, false));
        assert_eq!(traits(Variant::pair()), (true, false, false));
        assert_eq!(traits(Variant::pseudo_pair()), (false, true, false));
        assert_eq!(traits(Variant::eo()), (true, false, false));
        let own = |text| traits(expression::parse(text).unwrap());
        assert_eq!(own("2x2x2 DBL"), (true, false, true));
        assert_eq!(own("cross + FR edge"), (false, false, false));
        assert_eq!(own("cross + FR + offset D"), (true, true, false));
        assert_eq!(own("UF + UB + UR"), (true, false, true));
        assert_eq!(own("2x2x2"), (true, false, false), "the position of the block");
    }

    #[test]
    fn in_words_lists_slots_pairs_offset_and_orientation() {
        let [fr, fl, br, bl] = Slot::ALL;
        let annotated = |goal: Variant, choice, offset, oriented| {
            Annotation::new(choice, offset, oriented).in_words(GoalTraits::new(&goal), SlotColors::Letters)
        };
        let ready =
            |slots, corner, edge| Choice { ready: Some(ReadyPair { corner, edge }), ..Choice::pairs(slots) };
        assert_eq!(annotated(Variant::std(), Choice::pairs(vec![]), 0, None), "");
        assert_eq!(annotated(Variant::std(), Choice::pairs(vec![fr, bl]), 0, None), "FR (GR) BL (BO)");
        assert_eq!(annotated(Variant::std(), Choice::pairs(Slot::ALL.into()), 0, None), "all");
        assert_eq!(
            annotated(Variant::pair(), ready(vec![fr, br], fl, fl), 0, None),
            "FR (GR) BR (BR) · pair FL (GO) ready"
        );
        let free = Choice { corners: vec![fr, fl], edges: vec![br, bl], ..Choice::default() };
        assert_eq!(
            annotated(Variant::pseudo(), free, 2, None),
            "corners FR FL, edges BR BL · D layer off by D2"
        );
        assert_eq!(annotated(Variant::pseudo(), Choice::default(), 3, None), "D layer off by D'");
        assert_eq!(
            annotated(Variant::pseudo_pair(), ready(vec![bl], br, fr), 0, None),
            "corner BL, edge BL · corner BR with edge FR ready"
        );
        assert_eq!(annotated(Variant::eo(), Choice::pairs(vec![bl]), 0, Some(Axis::Z)), "BL (BO) · EO F/B");
    }

    #[test]
    fn in_words_names_blocks_by_position_and_other_slots() {
        let annotated = |text: &str, choice: usize| {
            let goal = expression::parse(text).unwrap();
            let target = &goal.stages[0].choices[choice];
            Annotation::new(target.choice.clone(), 0, target.oriented)
                .in_words(GoalTraits::new(&goal), SlotColors::Letters)
        };
        assert_eq!(annotated("2x2x2", 2), "2x2x2 DBL");
        assert_eq!(annotated("2x2x2 + any slot", 0), "2x2x2 DFR · FL (GO)");
        assert_eq!(annotated("1x2x3 + 1x2x3", 0), "1x2x3 DR · 1x2x3 DL");
        assert_eq!(annotated("line + FR edge", 1), "line F/B · edge FR");
        assert_eq!(annotated("eoline", 1), "EO F/B");
        assert_eq!(annotated("2x2x2 DBL", 0), "BL (BO)", "the position was given");
        let choice =
            |text: &str, i: usize| expression::parse(text).unwrap().stages[0].choices[i].choice.clone();
        let mut both = Annotation::new(choice("line", 1), 0, None);
        both.join(&Annotation::new(choice("line", 0), 0, None));
        let traits = GoalTraits::new(&expression::parse("line").unwrap());
        assert_eq!(both.in_words(traits, SlotColors::Letters), "line L/R · line F/B");
    }

    #[test]
    fn join_merges_annotations_of_the_same_moves() {
        let [fr, fl, br, _] = Slot::ALL;
        let pair = |slots, slot| {
            let ready = Some(ReadyPair { corner: slot, edge: slot });
            Annotation::new(Choice { ready, ..Choice::pairs(slots) }, 0, None)
        };
        let traits = GoalTraits::new(&Variant::pair());
        let mut annotation = pair(vec![fl], br);
        annotation.join(&pair(vec![fl], fr));
        assert_eq!(annotation.in_words(traits, SlotColors::Letters), "FL (GO) · pairs FR (GR) BR (BR) ready");
        annotation.join(&pair(vec![fr], fl));
        assert_eq!(annotation.in_words(traits, SlotColors::Letters), "FR (GR) FL (GO) · pair BR (BR) ready");
        let mut both = Annotation::new(Choice::default(), 0, Some(Axis::Z));
        both.join(&Annotation::new(Choice::default(), 0, Some(Axis::X)));
        assert_eq!(both.in_words(GoalTraits::new(&Variant::eo()), SlotColors::Letters), "EO L/R and F/B");
    }

    #[test]
    fn slot_colors_follow_the_rotation() {
        let [fr, fl, br, bl] = Slot::ALL;
        let seen = |slots: &[Slot], color: Color| {
            let annotation = Annotation::new(Choice::pairs(slots.to_vec()), 0, None);
            annotation.seen(Symmetry::bring_down(color)).slots(SlotColors::Names)
        };
        let [yellow, white, orange, ..] = Color::COLUMNS;
        assert_eq!(seen(&[fr], yellow), "FR (green-red)");
        // After z2 green stays in front and orange is on the right.
        assert_eq!(seen(&[fr, bl], white), "FR (green-orange) BL (blue-red)");
        // After z' yellow is on the right.
        assert_eq!(seen(&[br], orange), "BR (blue-yellow)");
        assert_eq!(seen(&[fr, fl, bl], yellow), "all but BR (blue-red)");
        let annotation = Annotation::new(Choice::pairs(vec![bl, fr]), 0, None);
        assert_eq!(annotation.slot_colors(), [("FR", "green-red".into()), ("BL", "blue-orange".into())]);
    }
}
