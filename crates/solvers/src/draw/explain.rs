//! How states are drawn, for people.

use std::fmt;

use super::plan::{CROSS_COUNT, Restriction};
use super::{ALL_STATES, Draw};

/// How it draws, for people.
impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "states are drawn uniformly among those that satisfy {}", self.condition)?;
        if !self.outward.is_empty() {
            return self.fmt_outward(f);
        }
        if self.proposals.is_empty() {
            return match self.is_exact {
                true => write!(f, "  these are all {} states", group_digits(ALL_STATES)),
                false => write!(
                    f,
                    "  all {} states are equally likely to be tried, and those that do not are rejected",
                    group_digits(ALL_STATES)
                ),
            };
        }
        const SHOWN: usize = 3;
        for proposal in self.proposals.iter().take(SHOWN) {
            write!(f, "  {} states:", group_digits(proposal.states()))?;
            for (list, restriction) in proposal.colors() {
                let (name, crosses) = (list.face.color(), group_digits(list.crosses.len() as u128));
                write!(f, " the {name} cross in {crosses} of {} ways", group_digits(CROSS_COUNT as u128))?;
                if *restriction == Restriction::CrossAndSlots && !list.slots.is_empty() {
                    let names: Vec<&str> = list.slots.iter().map(|slot| slot.name()).collect();
                    write!(f, " with slots {}", names.join(" "))?;
                }
                f.write_str(",")?;
            }
            let len = group_digits(proposal.placement_count() as u128);
            writeln!(f, " joined to {len} ways up to symmetry, the other pieces counted for each")?;
        }
        if self.proposals.len() > SHOWN {
            let all = group_digits(self.proposal_states());
            writeln!(f, "  and {} more such sets, {all} states in all", self.proposals.len() - SHOWN)?;
        }
        match (self.is_exact, self.proposals.len()) {
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
            let move_counts: Vec<String> = set.move_counts.iter().map(ToString::to_string).collect();
            let moves = format_move_counts(&move_counts);
            writeln!(
                f,
                "  {} at {moves} moves: {} cubes at the goal, each with {} sequences that lead away from it, {} trials",
                set.length,
                group_digits(set.goal_cubes()),
                group_digits(set.sequence_count()),
                group_digits(set.trials())
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
                group_digits(states as u128),
                100.0 * error / states
            )?;
        }
        Ok(())
    }
}

/// Numbers in ascending order: `0 to 6` where none in between is left out.
fn format_move_counts(move_counts: &[String]) -> String {
    let is_run = move_counts.len() > 2 && move_counts.last() == Some(&(move_counts.len() - 1).to_string());
    if is_run { format!("0 to {}", move_counts.len() - 1) } else { move_counts.join(", ") }
}

/// A number with its group_digits in groups of three.
pub(super) fn group_digits(number: u128) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}
