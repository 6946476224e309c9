//! Short lengths of stages that a condition requires: the states that satisfy it are among those that have one of them.

use cubiform_cube::goal::condition::{Condition, Length};

use super::is_measured;
use super::outward::Outward;

/// No stage of any state is farther than the solved cube (Rokicki, Kociemba, Davidson, Dethridge 2010).
const FARTHEST: u8 = 20;

/// Returns sets of states, drawn from the goal outward, that together contain every state of a condition: those with the
/// fewest trials. `None` if the condition requires no such length.
pub(super) fn of(condition: &Condition) -> Option<Vec<Outward>> {
    cover(&condition.without_not())
}

/// The number of trials of several sets.
pub(super) fn trials(cover: &[Outward]) -> f64 {
    cover.iter().map(|set| set.trials() as f64).sum()
}

fn cover(condition: &Condition) -> Option<Vec<Outward>> {
    match condition {
        Condition::Compare(comparison) => {
            // Crosses and xcrosses have starts of their own.
            let [(times, length)] = &comparison.sum[..] else { return None };
            if is_measured(length) {
                return None;
            }
            let holds = |n: &u8| comparison.operator.holds(times * i32::from(*n), comparison.number);
            let numbers: Vec<u8> = (0..=FARTHEST).filter(holds).collect();
            Some(vec![Outward::new(length, &numbers)?])
        }
        Condition::All(parts) => {
            let covers = parts.iter().filter_map(cover);
            covers.min_by(|a, b| trials(a).total_cmp(&trials(b)))
        }
        Condition::Any(parts) => {
            let covers = parts.iter().map(cover).collect::<Option<Vec<_>>>()?;
            merged(covers.into_iter().flatten())
        }
        Condition::Not(_) => unreachable!("negations were moved into the comparisons"),
    }
}

/// The same sets, those of one length put together.
fn merged(sets: impl Iterator<Item = Outward>) -> Option<Vec<Outward>> {
    let mut all: Vec<(Length, Vec<u8>)> = Vec::new();
    for set in sets {
        match all.iter_mut().find(|(length, _)| *length == set.length) {
            Some((_, numbers)) => numbers.extend(set.numbers),
            None => all.push((set.length, set.numbers)),
        }
    }
    let one = |(length, mut numbers): (Length, Vec<u8>)| {
        numbers.sort_unstable();
        numbers.dedup();
        Outward::new(&length, &numbers)
    };
    all.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cover_has_the_rarest_part_of_all_and_every_part_of_any() {
        let of = |text: &str| {
            let cover = of(&Condition::parse(text).unwrap())?;
            let name = |set: &Outward| format!("{} {:?}", set.length, set.numbers);
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
