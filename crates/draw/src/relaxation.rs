//! The relaxation of a condition: its implications for crosses and single slots.
//!
//! A condition is relaxed to allowed distances of [features](Feature). The minimum of several lengths is at least n if
//! all of them are, and at most n if one of them is; an xcross is the minimum over the cross with each slot. So a
//! comparison of one length with a number becomes "all of these features" or "any of these features have a distance in
//! this range". A stage whose goal implies the cross, or the xcross, is at least as long; a stage that the cross or
//! xcross implies is at most as long.
//!
//! Comparisons that cannot be expressed so relax to all states. The relaxation holds wherever the condition does, and
//! possibly elsewhere.

use cubiform_cube::goal::condition::{Comparison, Condition, Length};
use cubiform_cube::goal::{Slot, Stage, Variant};
use cubiform_cube::{Color, Symmetry};

use super::distance_oracle::Feature;
use cubiform_solvers::goal_search::implication::implies;

/// One more than the largest length considered.
const LENGTH_END: u8 = 30;

/// The maximum number of conjunctions of a disjunctive normal form; a relaxation that needs more is loosened.
const MAX_CONJUNCTIONS: usize = 128;

/// The maximum estimated share of all states that a disjunction may have; a more common one is loosened to all states.
const MAX_UNION_SHARE: f64 = 0.05;

/// A condition on the distances of features.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Relaxation {
    /// The distance of the feature is in this set, bit d for distance d. The set is neither empty nor complete.
    Distances(Feature, u16),
    /// All operands hold; true without operands.
    All(Vec<Relaxation>),
    /// At least one operand holds; false without operands.
    Any(Vec<Relaxation>),
}

/// The relaxation of a condition, with whether the two are equivalent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ConditionRelaxation {
    pub(super) relaxation: Relaxation,
    pub(super) is_exact: bool,
}

/// Allowed distances of every feature: a term of a disjunctive normal form.
///
/// Entry i is the set of distances of the feature with index i, bit d for distance d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conjunction(pub(super) [u16; Feature::COUNT]);

/// Returns the set of all distances of a feature.
pub(super) fn all_distances(feature: Feature) -> u16 {
    (1 << feature.histogram().len()) - 1
}

impl Relaxation {
    /// Holds for all states.
    pub(super) const TRUE: Relaxation = Relaxation::All(Vec::new());

    /// Holds for no state.
    const FALSE: Relaxation = Relaxation::Any(Vec::new());

    /// Returns the relaxation "the feature has one of these distances".
    fn distances(feature: Feature, distances: u64) -> Relaxation {
        let all = all_distances(feature);
        match distances as u16 & all {
            0 => Relaxation::FALSE,
            some if some == all => Relaxation::TRUE,
            some => Relaxation::Distances(feature, some),
        }
    }

    fn all(operands: impl IntoIterator<Item = Relaxation>) -> Relaxation {
        let mut flat = Vec::new();
        for operand in operands {
            match operand {
                Relaxation::All(operands) => flat.extend(operands),
                none if none == Relaxation::FALSE => return none,
                operand => flat.push(operand),
            }
        }
        if flat.len() == 1 { flat.swap_remove(0) } else { Relaxation::All(flat) }
    }

    fn any(operands: impl IntoIterator<Item = Relaxation>) -> Relaxation {
        let mut flat = Vec::new();
        for operand in operands {
            match operand {
                Relaxation::Any(operands) => flat.extend(operands),
                all if all == Relaxation::TRUE => return all,
                operand => flat.push(operand),
            }
        }
        if flat.len() == 1 { flat.swap_remove(0) } else { Relaxation::Any(flat) }
    }

    /// Returns whether the relaxation holds for a state, given the distances of its features.
    pub(super) fn holds(&self, distance: &mut impl FnMut(Feature) -> u8) -> bool {
        match self {
            Relaxation::Distances(feature, distances) => distances >> distance(*feature) & 1 == 1,
            Relaxation::All(operands) => operands.iter().all(|operand| operand.holds(distance)),
            Relaxation::Any(operands) => operands.iter().any(|operand| operand.holds(distance)),
        }
    }

    /// Returns the disjunctive normal form, without duplicates, and whether it is equivalent to the relaxation.
    ///
    /// It is implied by the relaxation in any case. A disjunction that is common or too long is loosened to all states,
    /// and an operand of a conjunction that would make too many terms is dropped.
    pub(super) fn to_dnf(&self) -> (Vec<Conjunction>, bool) {
        let (conjunctions, is_exact) = self.expand_dnf();
        let mut distinct: Vec<Conjunction> = Vec::with_capacity(conjunctions.len());
        for conjunction in conjunctions {
            if !distinct.contains(&conjunction) {
                distinct.push(conjunction);
            }
        }
        (distinct, is_exact)
    }

    fn expand_dnf(&self) -> (Vec<Conjunction>, bool) {
        match self {
            Relaxation::Distances(feature, distances) => {
                let mut conjunction = Conjunction::TRUE;
                conjunction.0[feature.index()] = *distances;
                (vec![conjunction], true)
            }
            Relaxation::Any(operands) => {
                let (mut conjunctions, mut is_exact) = (Vec::new(), true);
                for operand in operands {
                    let (more, exact) = operand.expand_dnf();
                    conjunctions.extend(more);
                    is_exact &= exact;
                }
                let is_common = conjunctions.len() > 1
                    && conjunctions.iter().map(Conjunction::share).sum::<f64>() > MAX_UNION_SHARE;
                if conjunctions.len() > MAX_CONJUNCTIONS || is_common {
                    return (vec![Conjunction::TRUE], false);
                }
                (conjunctions, is_exact)
            }
            Relaxation::All(operands) => {
                let mut expanded: Vec<(Vec<Conjunction>, bool)> =
                    operands.iter().map(Relaxation::expand_dnf).collect();
                expanded.sort_by_key(|(conjunctions, _)| conjunctions.len());
                let (mut conjunctions, mut is_exact) = (vec![Conjunction::TRUE], true);
                for (more, exact) in expanded {
                    if conjunctions.len() * more.len() > MAX_CONJUNCTIONS {
                        is_exact = false;
                        continue;
                    }
                    is_exact &= exact;
                    let both = |conjunction: &Conjunction| {
                        more.iter().map(|other| conjunction.and(other)).collect::<Vec<_>>()
                    };
                    conjunctions = conjunctions
                        .iter()
                        .flat_map(both)
                        .filter(|conjunction| !conjunction.is_empty())
                        .collect();
                }
                (conjunctions, is_exact)
            }
        }
    }
}

impl Conjunction {
    /// No restriction: all states.
    pub(super) const TRUE: Conjunction = Conjunction([u16::MAX; Feature::COUNT]);

    fn and(&self, other: &Conjunction) -> Conjunction {
        Conjunction(std::array::from_fn(|feature| self.0[feature] & other.0[feature]))
    }

    fn is_empty(&self) -> bool {
        Feature::all().any(|feature| self.0[feature.index()] & all_distances(feature) == 0)
    }

    /// Returns the share of the states of a feature's pieces that have an allowed distance.
    pub(super) fn share_of(&self, feature: Feature) -> f64 {
        let is_in = |(distance, _): &(usize, &u64)| self.0[feature.index()] >> distance & 1 == 1;
        let histogram = feature.histogram();
        let within: u64 = histogram.iter().enumerate().filter(is_in).map(|(_, count)| *count).sum();
        within as f64 / histogram.iter().sum::<u64>() as f64
    }

    /// Estimates the share of all states that satisfy the conjunction, as if features were independent.
    pub(super) fn share(&self) -> f64 {
        Feature::all().map(|feature| self.share_of(feature)).product()
    }

    /// Returns whether some distance of a feature is not allowed.
    pub(super) fn restricts(&self, feature: Feature) -> bool {
        self.0[feature.index()] & all_distances(feature) != all_distances(feature)
    }
}

impl ConditionRelaxation {
    /// Relaxes a condition.
    pub(super) fn from_condition(condition: &Condition) -> ConditionRelaxation {
        fn relax(condition: &Condition) -> ConditionRelaxation {
            let join = |operands: &[Condition], join: fn(Vec<Relaxation>) -> Relaxation| {
                let relaxed: Vec<ConditionRelaxation> = operands.iter().map(relax).collect();
                let is_exact = relaxed.iter().all(|operand| operand.is_exact);
                let relaxations = relaxed.into_iter().map(|operand| operand.relaxation);
                ConditionRelaxation { relaxation: join(relaxations.collect()), is_exact }
            };
            match condition {
                Condition::Compare(comparison) => compare(comparison),
                Condition::All(operands) => join(operands, Relaxation::all),
                Condition::Any(operands) => join(operands, Relaxation::any),
                Condition::Not(_) => unreachable!("negations were moved into the comparisons"),
            }
        }
        relax(&condition.without_not())
    }
}

/// Returns the two stages that the distance oracle measures: the cross and the xcross.
fn measured_stages() -> [Stage; 2] {
    let mut stages = Variant::std().stages.into_iter();
    [stages.next().expect("a first stage"), stages.next().expect("a second stage")]
}

/// Returns whether every state that meets `stage` meets `other`.
fn stage_implies(stage: &Stage, other: &Stage) -> bool {
    let is_implied = |target| other.choices.iter().any(|other| implies(target, other, Symmetry::IDENTITY));
    stage.choices.iter().all(is_implied)
}

/// Returns the features whose minimum is the length of the cross (stage 0) or the xcross (stage 1) of a colour.
fn features_of(stage: usize, color: Color) -> Vec<Feature> {
    match stage {
        0 => vec![Feature::cross(color.face())],
        _ => Slot::ALL.into_iter().map(|slot| Feature::slot(color.face(), slot)).collect(),
    }
}

fn compare(comparison: &Comparison) -> ConditionRelaxation {
    if !can_hold(comparison) {
        return ConditionRelaxation { relaxation: Relaxation::FALSE, is_exact: true };
    }
    let [(times, length)] = &comparison.sum[..] else {
        return ConditionRelaxation { relaxation: Relaxation::TRUE, is_exact: false };
    };
    let holds = |distance: u8| comparison.operator.holds(times * i32::from(distance), comparison.number);
    let within: Vec<u8> = (0..LENGTH_END).filter(|distance| holds(*distance)).collect();
    let runs = within.chunk_by(|a, b| a + 1 == *b);
    let stages = measured_stages();
    // A maximum length also holds for the measured stage that this stage implies, the later one if it implies both. A
    // minimum length also holds for the measured stage that implies this stage, the earlier one if both do.
    let above = (0..2).rev().find(|i| stage_implies(length.stage(), &stages[*i]));
    let below = (0..2).find(|i| stage_implies(&stages[*i], length.stage()));
    let relaxation = Relaxation::any(runs.map(|run| {
        let (min, max) = (run[0], run[run.len() - 1]);
        let at_least =
            below.map(|i| join_features(length, i, !0 << min, Relaxation::all)).unwrap_or(Relaxation::TRUE);
        let at_most = above
            .map(|i| join_features(length, i, (2u64 << max) - 1, Relaxation::any))
            .unwrap_or(Relaxation::TRUE);
        // The cross is at most as long as the xcross. This is implied, but it may contradict another requirement on the
        // cross.
        let crosses = match &length.colors[..] {
            [_] if above == Some(1) => join_features(length, 0, (2u64 << max) - 1, Relaxation::any),
            _ => Relaxation::TRUE,
        };
        Relaxation::all([at_least, at_most, crosses])
    }));
    ConditionRelaxation { relaxation, is_exact: above.is_some() && above == below }
}

/// Returns whether a comparison can hold for some state, judged by the ranges of its lengths and, for the difference of
/// two lengths, by whether one is never less than the other.
fn can_hold(comparison: &Comparison) -> bool {
    let (mut min, mut max) = (0, 0);
    for (times, length) in &comparison.sum {
        let end = times * i32::from(longest(length));
        (min, max) = (min + end.min(0), max + end.max(0));
    }
    if let [(times, one), (less, other)] = &comparison.sum[..]
        && *times == -less
    {
        if is_never_less(one, other) {
            min = 0;
        }
        if is_never_less(other, one) {
            max = 0;
        }
    }
    (min..=max).any(|sum| comparison.operator.holds(sum, comparison.number))
}

/// Returns an upper bound on a length, in moves (HTM): the maximum of the cross or the xcross if one of them implies
/// the stage, otherwise 20, which suffice for every state (Rokicki, Kociemba, Davidson, Dethridge 2010).
fn longest(length: &Length) -> u8 {
    match measured_stages().iter().position(|stage| stage_implies(stage, length.stage())) {
        Some(0) => 8,
        Some(_) => 10,
        None => 20,
    }
}

/// Returns whether `length` is at least `other` for every state: its stage implies the other's and it has no further
/// colours.
fn is_never_less(length: &Length, other: &Length) -> bool {
    length.colors.iter().all(|color| other.colors.contains(color))
        && stage_implies(length.stage(), other.stage())
}

/// Joins "the feature has one of these distances" over the features of a length.
fn join_features(
    length: &Length,
    stage: usize,
    distances: u64,
    join: fn(Vec<Relaxation>) -> Relaxation,
) -> Relaxation {
    let features = length.colors.iter().flat_map(|color| features_of(stage, *color));
    join(features.map(|feature| Relaxation::distances(feature, distances)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::shared_oracle;
    use super::*;
    use cubiform_cube::random;

    fn relaxed(text: &str) -> ConditionRelaxation {
        ConditionRelaxation::from_condition(&Condition::parse(text).unwrap())
    }

    /// The relaxation holds wherever the condition does and, if it is exact, nowhere else. The same is checked of its
    /// disjunctive normal form.
    #[test]
    fn relaxation_and_its_dnf_hold_wherever_the_condition_does() {
        for (text, is_exact, dnf_is_exact) in [
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
            let ConditionRelaxation { relaxation, is_exact: exact } = relaxed(text);
            assert_eq!(exact, is_exact, "{text}");
            let (conjunctions, is_dnf_exact) = relaxation.to_dnf();
            assert!(!dnf_is_exact || is_dnf_exact, "{text}");
            let (mut holding, mut within) = (0, 0);
            for cube in random::states(6).take(3000) {
                let mut distance = |feature| shared_oracle().distance(feature, cube.edges(), cube.corners());
                let min = |length: &Length| {
                    let features = length.colors.iter().flat_map(|color| features_of(length.stage, *color));
                    features
                        .map(|feature| shared_oracle().distance(feature, cube.edges(), cube.corners()))
                        .min()
                };
                let holds = condition.decide(&min).unwrap();
                let is_within = relaxation.holds(&mut distance);
                let meets = |conjunction: &Conjunction| {
                    Feature::all().all(|feature| conjunction.0[feature.index()] >> distance(feature) & 1 == 1)
                };
                let meets_one = conjunctions.iter().any(meets);
                assert!(!holds || is_within, "{text}");
                assert!(!is_within || meets_one, "{text}");
                assert!(!is_exact || holds == is_within, "{text}");
                assert!(!is_dnf_exact || is_within == meets_one, "{text}");
                holding += u32::from(holds);
                within += u32::from(is_within);
            }
            assert!(holding > 0 && (within < 3000 || !is_exact), "{text}: {holding}, {within} within");
        }
    }

    #[test]
    fn other_stages_relax_to_crosses_and_xcrosses_by_implication() {
        let relaxation = |text: &str| relaxed(text).relaxation;
        // These stages imply the cross or xcross, so they are at least as long.
        for stage in ["xxcross", "f2l", "eo_xcross", "xcross_pair", "eo_f2l"] {
            assert_eq!(relaxation(&format!("{stage}[W] <= 5")), relaxation("xcross[W] <= 5"), "{stage}");
            assert_eq!(relaxation(&format!("{stage}[W] >= 5")), Relaxation::TRUE, "{stage}");
        }
        for stage in ["eo_cross", "cross_pair"] {
            assert_eq!(relaxation(&format!("{stage}[W] <= 5")), relaxation("cross[W] <= 5"), "{stage}");
        }
        // The cross or xcross implies these stages, so they are at most as long.
        assert_eq!(relaxation("pseudo_cross[W] >= 7"), relaxation("cross[W] >= 7"));
        assert_eq!(relaxation("pseudo_xcross[W] >= 9"), relaxation("xcross[W] >= 9"));
        assert_eq!(relaxation("pseudo_cross[W] <= 3"), Relaxation::TRUE);
    }

    #[test]
    fn unsatisfiable_comparisons_have_no_conjunction() {
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
            assert_eq!(relaxed(text).relaxation.to_dnf().0, [], "{text}");
        }
        for text in
            ["cross[W] + cross[Y] > 15", "xcross[W] < cross[Y]", "f2l[W] <= xcross", "cross[W] < cross[Y]"]
        {
            assert_ne!(relaxed(text).relaxation.to_dnf().0, [], "{text}");
        }
        assert_eq!(relaxed("cross[W] <= 8 && xcross <= 10").relaxation, Relaxation::TRUE);
    }
}
