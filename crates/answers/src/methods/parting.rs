//! The parting of a solve into the steps of a method, and the method under which a solve parts best.
//!
//! A step ends where its goal first holds after the step before. The cube may be seen from any side and in a mirror: of the 48
//! symmetries the one counts under which the goals that hold leave the fewest states open, as the binary logarithm of their number
//! averaged over the moves of the solve. The same number is least for the method that was meant: under another one, steps end late
//! or together.

use cubiform_cube::goal::Pattern;
use cubiform_cube::{Cube, Symmetry};
use cubiform_human::cases::sets;
use cubiform_threads::CancelToken;

use super::{Method, MethodStep, READINGS};

/// The states along a solve under all symmetries.
pub(crate) struct Path {
    /// For each symmetry the state before the first move and after each.
    states: Vec<(Symmetry, Vec<Cube>)>,
}

impl Path {
    /// Creates the path through these states, the last of which counts as solved if it `is_complete`.
    pub(crate) fn new(states: &[Cube], is_complete: bool) -> Path {
        let seen = |symmetry: Symmetry| {
            let mut states: Vec<Cube> = states.iter().map(|state| state.conjugate(symmetry)).collect();
            if let Some(last) = states.last_mut().filter(|_| is_complete) {
                *last = Cube::SOLVED;
            }
            (symmetry, states)
        };
        Path { states: Symmetry::all().map(seen).collect() }
    }
}

/// A solve parted into the steps of a method.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parting {
    /// The symmetry under which the states are those of the goals.
    pub(crate) frame: Symmetry,
    /// The number of moves up to the end of each step that was reached.
    pub(crate) ends: Vec<usize>,
    /// The mean binary logarithm of the number of states that the goals reached leave open.
    pub(crate) open: f64,
}

impl Method {
    /// Returns the known methods with the least mean binary logarithm of the number of states that the goals of the method, or of
    /// another reading of it, leave open; the least first, among equals in the order of [`Method::known`].
    ///
    /// `None` if `cancel` was cancelled.
    pub(crate) fn ranked(path: &Path, cancel: &CancelToken) -> Option<Vec<(f64, &'static Method)>> {
        let rank = |method: &'static Method| {
            let others = READINGS.iter().filter(|reading| reading.name == method.name);
            let all = std::iter::once(method).chain(others);
            let open =
                all.map(|reading| Some(reading.part(path, cancel)?.open)).collect::<Option<Vec<_>>>()?;
            Some((open.into_iter().min_by(f64::total_cmp)?, method))
        };
        let mut all = Method::known().iter().map(rank).collect::<Option<Vec<_>>>()?;
        all.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        Some(all)
    }

    /// Parts a solve into the steps of the method.
    ///
    /// `None` if `cancel` was cancelled.
    pub(crate) fn part(&self, path: &Path, cancel: &CancelToken) -> Option<Parting> {
        let all = MethodStep::bits(&[Pattern::ALL], cancel)?;
        let open = self.steps.iter().map(|step| step.open(cancel)).collect::<Option<Vec<f64>>>()?;
        let part = |(frame, states): &(Symmetry, Vec<Cube>)| {
            let mut ends: Vec<usize> = Vec::new();
            for step in &self.steps {
                let from = ends.last().copied().unwrap_or(0);
                let is_met = |state: &Cube| step.made.iter().any(|pattern| pattern.contains(state));
                let Some(after) = states[from..].iter().position(is_met) else { break };
                ends.push(from + after);
            }
            let moves = states.len() - 1;
            let starts = std::iter::once(0).chain(ends.iter().copied());
            let until = ends.iter().copied().chain([moves]);
            let bits = std::iter::once(&all).chain(&open);
            let sum: f64 =
                starts.zip(until).zip(bits).map(|((from, to), bits)| (to - from) as f64 * bits).sum();
            Parting { frame: *frame, ends, open: sum / moves.max(1) as f64 }
        };
        path.states.iter().map(part).min_by(|a, b| a.open.total_cmp(&b.open))
    }
}

impl MethodStep {
    /// Returns the binary logarithm of the number of states after the step.
    fn open(&self, cancel: &CancelToken) -> Option<f64> {
        if let Some(open) = self.open.get() {
            return Some(*open);
        }
        let bits = MethodStep::bits(&self.made, cancel)?;
        Some(*self.open.get_or_init(|| bits))
    }

    /// Returns the binary logarithm of the number of states of a goal; of the largest of its patterns if the states of all are too
    /// many to count.
    fn bits(goal: &[Pattern], cancel: &CancelToken) -> Option<f64> {
        let count = |goal: &[Pattern]| sets::states(goal, cancel).ok().map(|states| (states as f64).log2());
        let bits = count(goal).or_else(|| {
            let each = goal.iter().filter_map(|pattern| count(std::slice::from_ref(pattern)));
            each.max_by(f64::total_cmp)
        });
        if cancel.is_cancelled() { None } else { Some(bits.unwrap_or(0.0)) }
    }
}
