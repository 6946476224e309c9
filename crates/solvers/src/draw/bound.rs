//! What a condition says of crosses and single slots: a bound from above on the set of states that satisfy it.
//!
//! The least of several lengths is at least n if all of them are, and at most n if one of them is; an xcross is the
//! least of a cross with each slot. So a comparison of one length with a number says that some units are in a range,
//! all or any of them. A stage whose goal implies the cross's, or the xcross's, is no nearer; one that these imply is no
//! farther. What cannot be said so is left out: the bound holds wherever the condition does, and perhaps elsewhere.

use cubiform_cube::goal::condition::{Comparison, Condition, Length};
use cubiform_cube::goal::{Slot, Stage, Variant};
use cubiform_cube::{Color, Symmetry};

use super::ruler::Unit;
use crate::goal_search::implication::implies;

/// Distances that a length can have are below this.
const FARTHEST: u8 = 30;

/// The most terms that a bound is written in; beyond that it is loosened.
const MOST_TERMS: usize = 128;

/// A choice of units that most states meet anyway is not worth a term for each.
const LIKELY: f64 = 0.05;

/// A bound on a set of states.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Bound {
    /// All states.
    Any,
    /// The distance of the unit is one of this set, bit d for distance d: not all, and not none.
    Unit(Unit, u16),
    /// All of these.
    All(Vec<Bound>),
    /// One of these; none if there are none.
    One(Vec<Bound>),
}

/// A bound, and whether the condition holds wherever it does.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bounded {
    pub(super) bound: Bound,
    pub(super) is_exact: bool,
}

/// The distances that all units of a term must have, by unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Term(pub(super) [u16; Unit::COUNT]);

/// All distances of a unit.
pub(super) fn all_distances(unit: Unit) -> u16 {
    (1 << unit.histogram().len()) - 1
}

impl Bound {
    const NONE: Bound = Bound::One(Vec::new());

    /// That a unit has one of these distances.
    fn unit(unit: Unit, distances: u64) -> Bound {
        let all = all_distances(unit);
        match distances as u16 & all {
            0 => Bound::NONE,
            some if some == all => Bound::Any,
            some => Bound::Unit(unit, some),
        }
    }

    fn all(parts: impl IntoIterator<Item = Bound>) -> Bound {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Bound::Any => {}
                Bound::All(parts) => kept.extend(parts),
                none if none == Bound::NONE => return none,
                part => kept.push(part),
            }
        }
        match kept.len() {
            0 => Bound::Any,
            1 => kept.swap_remove(0),
            _ => Bound::All(kept),
        }
    }

    fn one(parts: impl IntoIterator<Item = Bound>) -> Bound {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Bound::Any => return Bound::Any,
                Bound::One(parts) => kept.extend(parts),
                part => kept.push(part),
            }
        }
        if kept.len() == 1 { kept.swap_remove(0) } else { Bound::One(kept) }
    }

    /// Whether a state is within it, given the distances of its units.
    pub(super) fn holds(&self, distance: &mut impl FnMut(Unit) -> u8) -> bool {
        match self {
            Bound::Any => true,
            Bound::Unit(unit, distances) => distances >> distance(*unit) & 1 == 1,
            Bound::All(parts) => parts.iter().all(|part| part.holds(distance)),
            Bound::One(parts) => parts.iter().any(|part| part.holds(distance)),
        }
    }

    /// Terms of which each state within it meets one; fewer than one for each way to choose where the bound is
    /// loosened, which is said.
    pub(super) fn terms(&self) -> (Vec<Term>, bool) {
        let (terms, is_exact) = self.written();
        let mut distinct: Vec<Term> = Vec::with_capacity(terms.len());
        for term in terms {
            if !distinct.contains(&term) {
                distinct.push(term);
            }
        }
        (distinct, is_exact)
    }

    fn written(&self) -> (Vec<Term>, bool) {
        match self {
            Bound::Any => (vec![Term::ANY], true),
            Bound::Unit(unit, distances) => {
                let mut term = Term::ANY;
                term.0[unit.index()] = *distances;
                (vec![term], true)
            }
            Bound::One(parts) => {
                let (mut terms, mut is_exact) = (Vec::new(), true);
                for part in parts {
                    let (more, exact) = part.written();
                    terms.extend(more);
                    is_exact &= exact;
                }
                let is_likely = terms.len() > 1 && terms.iter().map(Term::share).sum::<f64>() > LIKELY;
                if terms.len() > MOST_TERMS || is_likely {
                    return (vec![Term::ANY], false);
                }
                (terms, is_exact)
            }
            Bound::All(parts) => {
                let mut written: Vec<(Vec<Term>, bool)> = parts.iter().map(Bound::written).collect();
                written.sort_by_key(|(terms, _)| terms.len());
                let (mut terms, mut is_exact) = (vec![Term::ANY], true);
                for (more, exact) in written {
                    if terms.len() * more.len() > MOST_TERMS {
                        is_exact = false;
                        continue;
                    }
                    is_exact &= exact;
                    let both = |term: &Term| more.iter().map(|other| term.and(other)).collect::<Vec<_>>();
                    terms = terms.iter().flat_map(both).filter(|term| !term.is_empty()).collect();
                }
                (terms, is_exact)
            }
        }
    }
}

impl Term {
    /// All states.
    pub(super) const ANY: Term = Term([u16::MAX; Unit::COUNT]);

    fn and(&self, other: &Term) -> Term {
        Term(std::array::from_fn(|unit| self.0[unit] & other.0[unit]))
    }

    fn is_empty(&self) -> bool {
        Unit::all().any(|unit| self.0[unit.index()] & all_distances(unit) == 0)
    }

    /// The share of the states of a unit's pieces that have one of its distances.
    pub(super) fn share_of(&self, unit: Unit) -> f64 {
        let is_in = |(distance, _): &(usize, &u64)| self.0[unit.index()] >> distance & 1 == 1;
        let histogram = unit.histogram();
        let within: u64 = histogram.iter().enumerate().filter(is_in).map(|(_, count)| *count).sum();
        within as f64 / histogram.iter().sum::<u64>() as f64
    }

    /// About the share of all states that meet it: as if units had nothing to do with each other.
    pub(super) fn share(&self) -> f64 {
        Unit::all().map(|unit| self.share_of(unit)).product()
    }

    /// Whether it asks anything of a unit.
    pub(super) fn restricts(&self, unit: Unit) -> bool {
        self.0[unit.index()] & all_distances(unit) != all_distances(unit)
    }
}

impl Bounded {
    /// The bound of a condition.
    pub(super) fn of(condition: &Condition) -> Bounded {
        fn of(condition: &Condition) -> Bounded {
            let each = |parts: &[Condition]| -> (Vec<Bound>, bool) {
                let bounded: Vec<Bounded> = parts.iter().map(of).collect();
                let is_exact = bounded.iter().all(|part| part.is_exact);
                (bounded.into_iter().map(|part| part.bound).collect(), is_exact)
            };
            match condition {
                Condition::Compare(comparison) => compare(comparison),
                Condition::All(parts) => {
                    let (bounds, is_exact) = each(parts);
                    Bounded { bound: Bound::all(bounds), is_exact }
                }
                Condition::Any(parts) => {
                    let (bounds, is_exact) = each(parts);
                    Bounded { bound: Bound::one(bounds), is_exact }
                }
                Condition::Not(_) => unreachable!("negations were moved into the comparisons"),
            }
        }
        of(&condition.without_not())
    }
}

/// The cross and the xcross of single slots.
fn plain() -> [Stage; 2] {
    let mut stages = Variant::std().stages.into_iter();
    [stages.next().expect("a first stage"), stages.next().expect("a second stage")]
}

/// Whether reaching one stage is reaching the other.
fn stage_implies(stage: &Stage, other: &Stage) -> bool {
    let is_implied = |target| other.choices.iter().any(|other| implies(target, other, Symmetry::IDENTITY));
    stage.choices.iter().all(is_implied)
}

/// The units of which the cross (0) or the xcross (1) of a colour is the nearest.
fn units(plain: usize, color: Color) -> Vec<Unit> {
    match plain {
        0 => vec![Unit::cross(color.face())],
        _ => Slot::ALL.into_iter().map(|slot| Unit::slot(color.face(), slot)).collect(),
    }
}

fn compare(comparison: &Comparison) -> Bounded {
    if !can_hold(comparison) {
        return Bounded { bound: Bound::NONE, is_exact: true };
    }
    let [(times, length)] = &comparison.sum[..] else {
        return Bounded { bound: Bound::Any, is_exact: false };
    };
    let holds = |distance: u8| comparison.operator.holds(times * i32::from(distance), comparison.number);
    let within: Vec<u8> = (0..FARTHEST).filter(|distance| holds(*distance)).collect();
    let runs = within.chunk_by(|a, b| a + 1 == *b);
    let stages = plain();
    // Of the two, the strongest that says anything from above, and from below.
    let above = (0..2).rev().find(|i| stage_implies(length.stage(), &stages[*i]));
    let below = (0..2).find(|i| stage_implies(&stages[*i], length.stage()));
    let bound = Bound::one(runs.map(|run| {
        let (least, most) = (run[0], run[run.len() - 1]);
        let at_least = below.map(|i| each(length, i, !0 << least, Bound::all)).unwrap_or(Bound::Any);
        let at_most = above.map(|i| each(length, i, (2u64 << most) - 1, Bound::one)).unwrap_or(Bound::Any);
        // Nor is the cross farther: that says nothing new, but may contradict what is said of the cross elsewhere.
        let crosses = match &length.colors[..] {
            [_] if above == Some(1) => each(length, 0, (2u64 << most) - 1, Bound::one),
            _ => Bound::Any,
        };
        Bound::all([at_least, at_most, crosses])
    }));
    Bounded { bound, is_exact: above.is_some() && above == below }
}

/// Whether a comparison may hold for some state, as far as the ranges of its lengths tell, and for the difference of two
/// lengths whether one is never less than the other.
fn can_hold(comparison: &Comparison) -> bool {
    let (mut least, mut most) = (0, 0);
    for (times, length) in &comparison.sum {
        let end = times * i32::from(longest(length));
        (least, most) = (least + end.min(0), most + end.max(0));
    }
    if let [(times, one), (less, other)] = &comparison.sum[..]
        && *times == -less
    {
        if is_at_least(one, other) {
            least = 0;
        }
        if is_at_least(other, one) {
            most = 0;
        }
    }
    (least..=most).any(|sum| comparison.operator.holds(sum, comparison.number))
}

/// No state has a length that is more: one that the cross or the xcross implies is no longer than these, and every state
/// is solved by twenty moves (Rokicki, Kociemba, Davidson, Dethridge 2010).
fn longest(length: &Length) -> u8 {
    match plain().iter().position(|plain| stage_implies(plain, length.stage())) {
        Some(0) => 8,
        Some(_) => 10,
        None => 20,
    }
}

/// Whether a length is at least as much as another one of every state: it asks for more, of no other colours.
fn is_at_least(length: &Length, other: &Length) -> bool {
    length.colors.iter().all(|color| other.colors.contains(color))
        && stage_implies(length.stage(), other.stage())
}

/// That all, or any, of the units of a length have one of these distances.
fn each(length: &Length, plain: usize, distances: u64, join: fn(Vec<Bound>) -> Bound) -> Bound {
    let units = length.colors.iter().flat_map(|color| units(plain, *color));
    join(units.map(|unit| Bound::unit(unit, distances)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::ruler::ruler;
    use super::*;
    use cubiform_cube::random;

    fn bounded(text: &str) -> Bounded {
        Bounded::of(&Condition::parse(text).unwrap())
    }

    /// Where a condition of crosses and xcrosses holds its bound does, and, if it is exact, nowhere else; and the same
    /// of the terms that it is written in.
    #[test]
    fn bounds_hold_wherever_their_condition_does() {
        for (text, is_exact, in_terms) in [
            ("cross[W] <= 4", true, true),
            ("cross[W] != 6 || cross[Y] == 6", true, false),
            ("xcross[W] >= 8 && xcross[Y] >= 8", true, true),
            ("!(xcross[W] < 8 || cross[RG] < 6)", true, true),
            ("xcross[W] == 7", true, false),
            ("3 <= cross[WY] <= 4", true, false),
            ("cross[W] == 7 && cross[Y] <= 6 && xcross[R] <= 5", true, true),
            ("xcross[W] - cross[W] <= 1", false, true),
            ("cross[W] == cross[Y] && cross[W] <= 4", false, true),
        ] {
            let condition = Condition::parse(text).unwrap();
            let Bounded { bound, is_exact: exact } = bounded(text);
            assert_eq!(exact, is_exact, "{text}");
            let (terms, exact_terms) = bound.terms();
            assert!(!in_terms || exact_terms, "{text}");
            let (mut holding, mut within) = (0, 0);
            for cube in random::states(6).take(3000) {
                let mut distance = |unit| ruler().distance(unit, cube.edges(), cube.corners());
                let least = |length: &Length| {
                    let units = length.colors.iter().flat_map(|color| units(length.stage, *color));
                    units.map(|unit| ruler().distance(unit, cube.edges(), cube.corners())).min()
                };
                let holds = condition.decide(&least).unwrap();
                let is_within = bound.holds(&mut distance);
                let meets =
                    |term: &Term| Unit::all().all(|unit| term.0[unit.index()] >> distance(unit) & 1 == 1);
                let meets_one = terms.iter().any(meets);
                assert!(!holds || is_within, "{text}");
                assert!(!is_within || meets_one, "{text}");
                assert!(!is_exact || holds == is_within, "{text}");
                assert!(!exact_terms || is_within == meets_one, "{text}");
                holding += u32::from(holds);
                within += u32::from(is_within);
            }
            assert!(holding > 0 && (within < 3000 || !is_exact), "{text}: {holding}, {within} within");
        }
    }

    #[test]
    fn other_stages_bound_crosses_by_what_their_goals_imply() {
        let bound = |text: &str| bounded(text).bound;
        // More must be solved: no nearer.
        for stage in ["xxcross", "f2l", "eo_xcross", "xcross_pair", "eo_f2l"] {
            assert_eq!(bound(&format!("{stage}[W] <= 5")), bound("xcross[W] <= 5"), "{stage}");
            assert_eq!(bound(&format!("{stage}[W] >= 5")), Bound::Any, "{stage}");
        }
        for stage in ["eo_cross", "cross_pair"] {
            assert_eq!(bound(&format!("{stage}[W] <= 5")), bound("cross[W] <= 5"), "{stage}");
        }
        // Less must be solved: no farther.
        assert_eq!(bound("pseudo_cross[W] >= 7"), bound("cross[W] >= 7"));
        assert_eq!(bound("pseudo_xcross[W] >= 9"), bound("xcross[W] >= 9"));
        assert_eq!(bound("pseudo_cross[W] <= 3"), Bound::Any);
    }

    #[test]
    fn what_cannot_be_is_no_term() {
        for text in [
            "cross[W] > 8",
            "xcross[Y] >= 11",
            "cross[W] < 3 && cross[W] > 4",
            "cross < 0",
            "cross[W] + cross[Y] > 16",
            "cross[W] + xcross[Y] == 19",
            "cross[W] + 3 < cross[WY]",
            "xcross[W] < cross[W]",
            "f2l[W] < xcross",
            "cross[W] - f2l[W] > 0",
            "cross[W] - xcross[Y] < -10",
        ] {
            assert_eq!(bounded(text).bound.terms().0, [], "{text}");
        }
        for text in
            ["cross[W] + cross[Y] > 15", "xcross[W] < cross[Y]", "f2l[W] <= xcross", "cross[W] < cross[Y]"]
        {
            assert_ne!(bounded(text).bound.terms().0, [], "{text}");
        }
        assert_eq!(bounded("cross[W] <= 8 && xcross <= 10").bound, Bound::Any);
    }
}
