//! The description of how states are drawn, as text for users.

use std::fmt;

use super::plan::CROSS_COUNT;
use super::{ALL_STATES, Draw};

/// Describes how states are drawn and, if known, how many satisfy the condition.
impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "states are drawn uniformly among those that satisfy {}", self.condition)?;
        if !self.outward.is_empty() {
            return self.fmt_outward(f);
        }
        if self.proposals.is_empty() {
            return match self.is_exact {
                true => write!(f, "  all {} states satisfy it: none is rejected", group_digits(ALL_STATES)),
                false => write!(
                    f,
                    "  random states are tried until one satisfies the condition (drawn from all {} states)",
                    group_digits(ALL_STATES)
                ),
            };
        }
        const SHOWN: usize = 3;
        for proposal in self.proposals.iter().take(SHOWN) {
            write!(f, "  {} states:", group_digits(proposal.states()))?;
            for (i, (list, restriction)) in proposal.plan.colors.iter().enumerate() {
                let separator = if i > 0 { "," } else { "" };
                let (name, crosses) = (list.face.color(), group_digits(list.crosses.len() as u128));
                let all = group_digits(CROSS_COUNT as u128);
                write!(f, "{separator} {name} cross in {crosses} of {all} placements")?;
                let slots = list.restricted_slots(*restriction).iter().filter_map(|slot| slot.as_slot());
                let names: Vec<&str> = slots.map(|slot| slot.name()).collect();
                if !names.is_empty() {
                    write!(f, " with slots {}", names.join(" "))?;
                }
            }
            let len = group_digits(proposal.placements.len() as u128);
            writeln!(f, "; {len} joint placements of edges up to symmetry")?;
        }
        if self.proposals.len() > SHOWN {
            let all = group_digits(self.proposal_states());
            writeln!(f, "  and {} more sets, {all} states in total", self.proposals.len() - SHOWN)?;
        }
        match (self.is_exact, self.proposals.len()) {
            (true, _) => write!(f, "  exactly these states satisfy the condition: none is rejected"),
            (false, 1) => {
                write!(f, "  these include all states that satisfy the condition; the others are rejected")
            }
            (false, _) => write!(
                f,
                "  these sets include all states that satisfy the condition; a set is drawn with probability \
                 proportional to its size, and its state is rejected if an earlier set contains it too or if it does \
                 not satisfy the condition"
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
                "  {} in {moves} moves: {} states at the goal, {} move sequences from each, {} trials",
                set.length,
                group_digits(set.goal_cubes()),
                group_digits(set.sequence_count()),
                group_digits(set.trials())
            )?;
        }
        write!(
            f,
            "  each trial applies a random sequence to a random state at the goal; if the result has no shorter \
             solution, it is accepted with probability 1 / (number of shortest solutions), so that all states are \
             equally likely"
        )?;
        if let Some((states, error)) = self.estimated_states() {
            f.write_str("\n  ")?;
            let count = group_digits(states as u128);
            if self.drawn < self.tried {
                let percent = 100.0 * error / states;
                write!(f, "about {count} states satisfy the condition (standard error {percent:.1} %)")?;
            } else {
                // A state near several goals has several trials, so their number is an upper bound. Without a rejection
                // among n trials, the share of rejected ones is less than 3 / n (the rule of three).
                let least = states * (1.0 - 3.0 / self.tried as f64).max(0.0);
                write!(
                    f,
                    "at most {count} states satisfy the condition, and with a confidence of 95 % at least {} (all {} trials \
                     were accepted)",
                    group_digits(least as u128),
                    group_digits(self.tried.into())
                )?;
            }
        }
        Ok(())
    }
}

/// Formats ascending numbers: `0 to 6` for all of a range from 0, else `4, 6, 7`.
fn format_move_counts(move_counts: &[String]) -> String {
    let is_run = move_counts.len() > 2 && move_counts.last() == Some(&(move_counts.len() - 1).to_string());
    if is_run { format!("0 to {}", move_counts.len() - 1) } else { move_counts.join(", ") }
}

/// Formats a number with commas between groups of three digits.
pub(super) fn group_digits(number: u128) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}
