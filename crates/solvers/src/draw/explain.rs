//! How states are drawn, for people.

use std::fmt;

use super::plan::{CROSSES, Level};
use super::{ALL_STATES, Draw};

/// How it draws, for people.
impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "states are drawn uniformly among those that satisfy {}", self.condition)?;
        if !self.outward.is_empty() {
            return self.fmt_outward(f);
        }
        if self.starts.is_empty() {
            return match self.is_exact {
                true => write!(f, "  these are all {} states", digits(ALL_STATES)),
                false => write!(
                    f,
                    "  all {} states are equally likely to be tried, and those that do not are rejected",
                    digits(ALL_STATES)
                ),
            };
        }
        const SHOWN: usize = 3;
        for start in self.starts.iter().take(SHOWN) {
            write!(f, "  {} states:", digits(start.states()))?;
            for (list, level) in start.colors() {
                let (name, crosses) = (list.face.color(), digits(list.crosses.len() as u128));
                write!(f, " the {name} cross in {crosses} of {} ways", digits(CROSSES as u128))?;
                if *level == Level::Slots && !list.slots.is_empty() {
                    let names: Vec<&str> = list.slots.iter().map(|slot| slot.name()).collect();
                    write!(f, " with slots {}", names.join(" "))?;
                }
                f.write_str(",")?;
            }
            let len = digits(start.len() as u128);
            writeln!(f, " joined to {len} ways up to symmetry, the other pieces counted for each")?;
        }
        if self.starts.len() > SHOWN {
            let all = digits(self.start_states());
            writeln!(f, "  and {} more such sets, {all} states in all", self.starts.len() - SHOWN)?;
        }
        match (self.is_exact, self.starts.len()) {
            (true, _) => write!(f, "  these are just the states that satisfy it: none is rejected"),
            (false, 1) => write!(f, "  every state that satisfies it is among these; others are rejected"),
            (false, _) => write!(
                f,
                "  every state that satisfies it is in one of these sets; a set is drawn with the chance of its size, \
                 and a state that is in an earlier one too, or does not satisfy it, is rejected"
            ),
        }
    }
}

impl Draw {
    fn fmt_outward(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for set in &self.outward {
            let numbers: Vec<String> = set.numbers.iter().map(ToString::to_string).collect();
            let moves = in_words(&numbers);
            writeln!(
                f,
                "  {} at {moves} moves: {} cubes at the goal, each with {} sequences that lead away from it, {} trials",
                set.length,
                digits(set.goal_cubes()),
                digits(set.sequences()),
                digits(set.trials())
            )?;
        }
        write!(
            f,
            "  a trial is accepted if its sequence is a shortest one, with the chance 1 / (number of shortest solutions): \
             every state is equally likely"
        )?;
        if let Some((states, error)) = self.estimated_states() {
            write!(
                f,
                "\n  about {} states satisfy it (standard error {:.1} %)",
                digits(states as u128),
                100.0 * error / states
            )?;
        }
        Ok(())
    }
}

/// Numbers in ascending order: `0 to 6` where none in between is left out.
fn in_words(numbers: &[String]) -> String {
    let is_run = numbers.len() > 2 && numbers.last() == Some(&(numbers.len() - 1).to_string());
    if is_run { format!("0 to {}", numbers.len() - 1) } else { numbers.join(", ") }
}

/// A number with its digits in groups of three.
pub(super) fn digits(number: u128) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}
