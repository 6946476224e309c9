//! Covers of a condition: proposals of states near a stage, which together contain every state that satisfies it.

use cubiform_cube::goal::condition::{Condition, Length};

use super::is_measured;
use super::outward::OutwardProposal;

/// The maximum length of a stage in moves (HTM): twenty moves suffice for every state (Rokicki, Kociemba, Davidson,
/// Dethridge 2010).
const MAX_LENGTH: u8 = 20;

/// Returns a cover of a condition. Returns `None` if there is none.
///
/// The cover of a conjunction is the cover of the operand with the fewest trials. The cover of a disjunction consists
/// of the covers of all operands.
pub(super) fn find_cover(condition: &Condition) -> Option<Vec<OutwardProposal>> {
    cover_of(&condition.without_not())
}

/// Returns the number of trials of a cover.
pub(super) fn trials(cover: &[OutwardProposal]) -> f64 {
    cover.iter().map(|set| set.trials() as f64).sum()
}

fn cover_of(condition: &Condition) -> Option<Vec<OutwardProposal>> {
    match condition {
        Condition::Compare(comparison) => {
            // Crosses and xcrosses have features, and proposals with listed placements.
            let [(times, length)] = &comparison.sum[..] else { return None };
            if is_measured(length) {
                return None;
            }
            let holds = |n: &u8| comparison.operator.holds(times * i32::from(*n), comparison.number);
            let move_counts: Vec<u8> = (0..=MAX_LENGTH).filter(holds).collect();
            Some(vec![OutwardProposal::new(length, &move_counts)?])
        }
        Condition::All(operands) => {
            let covers = operands.iter().filter_map(cover_of);
            covers.min_by(|a, b| trials(a).total_cmp(&trials(b)))
        }
        Condition::Any(operands) => {
            let covers = operands.iter().map(cover_of).collect::<Option<Vec<_>>>()?;
            merge(covers.into_iter().flatten())
        }
        Condition::Not(_) => unreachable!("negations were moved into the comparisons"),
    }
}

/// Merges the proposals of equal lengths by uniting their numbers of moves.
fn merge(sets: impl Iterator<Item = OutwardProposal>) -> Option<Vec<OutwardProposal>> {
    let mut all: Vec<(Length, Vec<u8>)> = Vec::new();
    for set in sets {
        match all.iter_mut().find(|(length, _)| *length == set.length) {
            Some((_, move_counts)) => move_counts.extend(set.move_counts),
            None => all.push((set.length, set.move_counts)),
        }
    }
    let one = |(length, mut move_counts): (Length, Vec<u8>)| {
        move_counts.sort_unstable();
        move_counts.dedup();
        OutwardProposal::new(&length, &move_counts)
    };
    all.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cover_takes_the_rarest_operand_of_all_and_every_operand_of_any() {
        let of = |text: &str| {
            let cover = find_cover(&Condition::parse(text).unwrap())?;
            let name = |set: &OutwardProposal| format!("{} {:?}", set.length, set.move_counts);
            Some(cover.iter().map(name).collect::<Vec<_>>().join("; "))
        };
        let is = |text: &str, cover: &str| assert_eq!(of(text).as_deref(), Some(cover), "{text}");
        is("f2l <= 3", "xxxxcross [0, 1, 2, 3]");
        is("!(f2l[W] > 2)", "xxxxcross[W] [0, 1, 2]");
        is("f2l[W] == 6 && cross[W] >= 3", "xxxxcross[W] [6]");
        is("f2l[W] <= 6 && xxcross[Y] <= 1", "xxcross[Y] [0, 1]");
        is("f2l[W] <= 1 || f2l[W] == 3 || eo_cross <= 1", "xxxxcross[W] [0, 1, 3]; eo_cross [0, 1]");
        is("f2l[W] + f2l[W] <= 5", "xxxxcross[W] [0, 1, 2]");
        for text in ["cross[W] <= 3", "f2l[W] <= 3 || cross[W] == 8", "f2l[W] - xcross[W] <= 1"] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
