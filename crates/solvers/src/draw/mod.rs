//! Random states under a condition: uniform among all that satisfy it, each drawn independently of the others.
//!
//! # How they are drawn
//!
//! A condition gives a *relaxation*, what it says of crosses and of single slots: it holds wherever the condition does. The
//! relaxation is written as conjunctions, of which each asks every cross and every slot for some distances. For each conjunction there is a
//! *proposal*, a set of states that has all that meet the conjunction, whose size is known and from which states can be drawn
//! uniformly: by joins over the exact distances, see `proposal`. Then
//!
//! 1. a proposal is drawn, each with the chance of its size among the sizes of all, and a state of it;
//! 2. the state is rejected if an earlier proposal has it too;
//! 3. it is rejected if it does not satisfy the condition, and all begins anew.
//!
//! **Uniform.** Let N be the sum of the sizes. A state x that satisfies the condition is in the relaxation, so in some proposal;
//! let S be the first that has it. Step 1 gives x with S with the chance |S| / N * 1 / |S| = 1 / N. With other proposals x is
//! rejected in step 2. So every such x comes through with the same chance, 1 / N, and nothing else comes through. What
//! comes before has no part in it: draws are independent.
//!
//! Where the relaxation holds often enough, as many states as are needed for that are tried first, or where no conjunction can be
//! listed, there is one proposal, all states, and N is 43,252,003,274,489,856,000.
//!
//! If there is one proposal and it is all of the condition, its size is the number of states that satisfy the condition.
//!
//! # Short lengths of later stages
//!
//! If the condition requires a short length of a stage that no proposal measures, such as `f2l <= 6`, and the states that
//! have it are few, they are drawn from the goal outward, see `outward`: a trial takes the place of a state of a proposal in the
//! steps above, and gives each state of its set with the chance 1 / (number of trials), or none.
//!
//! ```
//! use std::sync::Arc;
//! use cubiform_cube::goal::condition::Condition;
//! use cubiform_solvers::draw::{Draw, DistanceOracle, Watch};
//!
//! let condition = Condition::parse("cross[W] == 8 && cross[Y] == 8").unwrap();
//! let oracle = Arc::new(DistanceOracle::new(2, &Watch::quiet()).unwrap());
//! let mut draw = Draw::new(&condition, 1, &oracle, Vec::new(), 2, &Watch::quiet()).unwrap();
//! let states = draw.known_states().unwrap();
//! let cube = draw.next_state().unwrap();
//! assert!(draw.satisfies(&cube).unwrap());
//! assert!(states > 0);
//! ```

mod completion;
mod corner_sampler;
mod cover;
mod distance_oracle;
mod explain;
mod outward;
mod plan;
mod proposal;
mod relaxation;
mod sequences;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cubiform_cube::goal::Slot;
use cubiform_cube::goal::condition::{Condition, Length};
use cubiform_cube::random::{self, below_wide, generator};
use cubiform_cube::{Color, Cube};
use rand_chacha::ChaCha8Rng;

use crate::cfop::{AnalyzeError, Analyzer, Request};
use corner_sampler::CornerSampler;
use distance_oracle::Feature;
use explain::group_digits;
use outward::OutwardProposal;
use plan::ProposalPlan;
use proposal::Proposal;
use relaxation::{Conjunction, Relaxation, Relaxed};

pub use cubiform_tables::target::fill::Watch;
pub use distance_oracle::DistanceOracle;

/// All states of the cube.
pub const ALL_STATES: u128 = 43_252_003_274_489_856_000;

/// States that are tried to find out how often a relaxation holds; if so many of them are within it, all states are the
/// proposal.
const SAMPLE_SIZE: usize = 4096;
const ENOUGH_HITS: usize = 8;
const SAMPLES_BETWEEN_CHECKS: usize = 64;

/// How many placements of edges may be listed for all conjunctions together: 700 MB. Where there would be more, all states are
/// the proposal.
const MAX_PLACEMENTS: usize = 24_000_000;

/// The seed of the trials of [`Draw::probe`].
const PILOT_SEED: u64 = 0x70_726f_6265;

/// States that are tried between two looks whether to stop.
const TRIES_BETWEEN_CHECKS: u64 = 1 << 8;

/// What is spent on one state that is to satisfy the condition before it is given up, some minutes: a state of all
/// costs 1, one of a proposal, of which pieces must be placed and counted, and a search cost as much more as they take.
const BUDGET: u64 = 1 << 27;
const COST_OF_PROPOSAL: u64 = 50;
const COST_OF_SEARCH: u64 = 5000;

/// States are drawn from the goal outward if the trials are fewer than the other states to draw from by this factor:
/// where the condition holds often, states that are drawn from all and rejected are those of the seed.
const MIN_RATIO_FOR_OUTWARD: f64 = 64.0;

/// Why there is no state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// What the condition requires of crosses and slots is met by no state.
    #[error("no state satisfies the condition")]
    Unsatisfiable,
    /// Too few satisfy it.
    #[error(
        "none of {} random states satisfies the condition{}",
        group_digits((*.tried).into()),
        if *.candidates < ALL_STATES { format!(" (drawn from {} that include all that do)", group_digits(*.candidates)) } else { String::new() }
    )]
    TooRare {
        /// States that were tried since the last that did.
        tried: u64,
        /// Of so many.
        candidates: u128,
    },
    /// A search for a length draw_error.
    #[error(transparent)]
    Analyze(#[from] AnalyzeError),
    /// It was cancelled.
    #[error("stopped")]
    Cancelled,
}

/// The goals and stages, by index, that take a search: for each of them [`Draw::new`] wants an analyzer.
pub fn searched_stages(condition: &Condition) -> Vec<(usize, usize)> {
    let mut stages: Vec<(usize, usize)> =
        condition.lengths().iter().filter(|length| !is_measured(length)).map(|l| (l.goal, l.stage)).collect();
    stages.sort_unstable();
    stages.dedup();
    stages
}

/// Whether the oracle alone tells a length: of the cross or the xcross of std.
fn is_measured(length: &Length) -> bool {
    length.goal == 0 && length.stage < 2
}

/// How far the search for the next state is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tries {
    /// States tried since the last one that satisfies the condition.
    pub since_last: u64,
    /// States tried in all.
    pub tried: u64,
    /// States found.
    pub drawn: u64,
    /// The share of the effort after which the next state is given up, 0 to 1.
    pub spent: f64,
    /// The share of the tried states that satisfy the condition, where it is known exactly.
    pub share: Option<f64>,
}

/// What is called with the tries so far.
type Report = Box<dyn Fn(&Tries) + Send + Sync>;

/// Draws states that satisfy a condition.
pub struct Draw {
    condition: Condition,
    /// The lengths that the condition speaks of, those first that take no search.
    lengths: Vec<Length>,
    relaxation: Relaxation,
    /// Whether the proposals are just the states that satisfy the condition.
    is_exact: bool,
    /// None: all states, or those of `outward`.
    proposals: Vec<Proposal>,
    /// States that are few moves from a stage, if states are drawn from the goal outward.
    outward: Vec<OutwardProposal>,
    oracle: Arc<DistanceOracle>,
    analyzers: Vec<((usize, usize), Analyzer)>,
    rng: ChaCha8Rng,
    corners: CornerSampler,
    cancel: Arc<dyn Fn() -> bool + Send + Sync>,
    report: Report,
    /// The share of all states that satisfy the condition, where a histogram has it.
    share: Option<f64>,
    /// See [`BUDGET`].
    budget: u64,
    tried: u64,
    drawn: u64,
}

impl Draw {
    /// Draws for a condition, the same states for the same seed. `analyzers` are of the stages that are
    /// [`searched`], one each.
    ///
    /// # Errors
    /// If no state satisfies the condition, as far as the distances of crosses and slots tell, or it was cancelled.
    ///
    /// # Panics
    /// If an analyzer is missing.
    pub fn new(
        condition: &Condition,
        seed: u64,
        oracle: &Arc<DistanceOracle>,
        analyzers: Vec<Analyzer>,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<Draw, DrawError> {
        let searched = searched_stages(condition);
        assert_eq!(searched.len(), analyzers.len(), "an analyzer for each stage that is searched");
        let Relaxed { relaxation, is_exact } = Relaxed::from_condition(condition);
        let mut lengths: Vec<Length> = condition.lengths().into_iter().cloned().collect();
        lengths.sort_by_key(|length| (!is_measured(length), length.stage, length.colors.len()));
        let mut draw = Draw {
            condition: condition.clone(),
            lengths,
            relaxation,
            is_exact: false,
            proposals: Vec::new(),
            outward: Vec::new(),
            oracle: Arc::clone(oracle),
            analyzers: searched.into_iter().zip(analyzers).collect(),
            rng: generator(seed),
            corners: CornerSampler::new(),
            cancel: Arc::new(|| false),
            report: Box::new(|_| {}),
            share: None,
            budget: BUDGET,
            tried: 0,
            drawn: 0,
        };
        if let (Relaxation::Distances(feature, distances), true) = (&draw.relaxation, is_exact) {
            let histogram = feature.histogram();
            let within = histogram.iter().enumerate().filter(|(distance, _)| distances >> distance & 1 == 1);
            let states: u64 = within.map(|(_, states)| states).sum();
            draw.share = Some(states as f64 / histogram.iter().sum::<u64>() as f64);
        }
        let cover = cover::find_cover(condition);
        // Whether states drawn outward are few beside so many others to draw from.
        let is_fewer_than = |states: f64| {
            cover.as_ref().is_some_and(|cover| cover::trials(cover) * MIN_RATIO_FOR_OUTWARD < states)
        };
        let (conjunctions, dnf_is_exact) = draw.relaxation.to_dnf();
        if conjunctions.is_empty() {
            return Err(DrawError::Unsatisfiable);
        }
        let within: f64 =
            conjunctions.iter().map(|conjunction| conjunction.share() * ALL_STATES as f64).sum();
        if is_fewer_than(within.min(ALL_STATES as f64)) {
            draw.outward = cover.expect("there is one if it is of fewer states");
            return Ok(draw);
        }
        if draw.relaxation == Relaxation::True && cover.is_none() {
            draw.is_exact = is_exact;
            return Ok(draw);
        }
        let proposals = draw.build_proposals(&conjunctions, threads, watch.cancel)?;
        let states =
            proposals.as_ref().map_or(ALL_STATES, |proposals| proposals.iter().map(Proposal::states).sum());
        if is_fewer_than(states as f64) {
            draw.outward = cover.expect("there is one if it is of fewer states");
            return Ok(draw);
        }
        if let Some(proposals) = proposals {
            draw.is_exact = is_exact && dnf_is_exact && proposals.len() == 1 && proposals[0].is_exact();
            // Many that overlap may come to more than there are.
            if states < ALL_STATES / 2 {
                draw.proposals = proposals;
            }
        }
        Ok(draw)
    }

    /// The proposals of these conjunctions; `None` where all states are to be drawn from.
    ///
    /// # Errors
    /// If no state is within the relaxation, or it was cancelled.
    fn build_proposals(
        &self,
        conjunctions: &[Conjunction],
        threads: usize,
        cancel: &AtomicBool,
    ) -> Result<Option<Vec<Proposal>>, DrawError> {
        if self.relaxation == Relaxation::True || self.relaxation_is_common(cancel)? {
            return Ok(None);
        }
        let mut proposals = Vec::new();
        let mut placements_left = MAX_PLACEMENTS;
        for conjunction in conjunctions {
            // A conjunction of which nothing can be listed is only found among all states.
            let Some(plan) = ProposalPlan::best(conjunction, &self.oracle, cancel)? else { return Ok(None) };
            // Nor is one that would take too much memory.
            let proposal = Proposal::new(conjunction, plan, &self.oracle, placements_left, threads, cancel)?;
            let Some(proposal) = proposal else { return Ok(None) };
            placements_left -= proposal.placement_count();
            proposals.push(proposal);
        }
        proposals.retain(|proposal| proposal.states() > 0);
        if proposals.is_empty() { Err(DrawError::Unsatisfiable) } else { Ok(Some(proposals)) }
    }

    /// Has drawing given up as soon as `cancel` says so.
    pub fn cancel_if(&mut self, cancel: impl Fn() -> bool + Send + Sync + 'static) {
        self.cancel = Arc::new(cancel);
    }

    /// Has `report` called with the tries so far, for each search or few hundred states.
    pub fn report_to(&mut self, report: impl Fn(&Tries) + Send + Sync + 'static) {
        self.report = Box::new(report);
    }

    /// Makes some trials of draws from the goal outward, so that [`estimated_states`](Self::estimated_states) has an
    /// estimate before the first state. Does nothing to the states that follow, nor where states are drawn otherwise.
    ///
    /// # Errors
    /// If a search fails, or it was cancelled.
    pub fn run_pilot(&mut self, trials: u32) -> Result<(), DrawError> {
        if self.outward.is_empty() {
            return Ok(());
        }
        let rng = std::mem::replace(&mut self.rng, generator(PILOT_SEED));
        let result = (0..trials).try_for_each(|_| {
            self.tried += 1;
            self.drawn += u64::from(self.try_once(&mut 0)?.is_some());
            Ok(())
        });
        self.rng = rng;
        result
    }

    /// Whether enough of some states, the same for every seed, are within the relaxation.
    ///
    /// # Errors
    /// If it was cancelled.
    fn relaxation_is_common(&self, cancel: &AtomicBool) -> Result<bool, DrawError> {
        let mut within = 0;
        for (i, cube) in random::states(0).take(SAMPLE_SIZE).enumerate() {
            if i % SAMPLES_BETWEEN_CHECKS == 0 && cancel.load(Ordering::Relaxed) {
                return Err(DrawError::Cancelled);
            }
            within += usize::from(self.satisfies_relaxation(&cube));
            if within == ENOUGH_HITS {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn satisfies_relaxation(&self, cube: &Cube) -> bool {
        self.relaxation.holds(&mut |feature| self.oracle.distance(feature, cube.edges(), cube.corners()))
    }

    /// The number of states that the draws proposal from: those that satisfy the condition are among them.
    ///
    /// If they are drawn from the goal outward, it is the number of trials: at least that of the states.
    pub fn proposal_states(&self) -> u128 {
        match (&self.proposals[..], &self.outward[..]) {
            ([], []) => ALL_STATES,
            ([], outward) => outward.iter().map(OutwardProposal::trials).sum(),
            (proposals, _) => proposals.iter().map(Proposal::states).sum(),
        }
    }

    /// The exact number of states that satisfy the condition, where the way of drawing tells it.
    pub fn known_states(&self) -> Option<u128> {
        self.is_exact.then(|| self.proposal_states())
    }

    /// About how many states satisfy the condition, and the standard error of that, from what was drawn so far; `None`
    /// before the first.
    pub fn estimated_states(&self) -> Option<(f64, f64)> {
        if let Some(states) = self.known_states() {
            return Some((states as f64, 0.0));
        }
        let (tried, drawn) = (self.tried as f64, self.drawn as f64);
        let share = drawn / tried;
        let all = self.proposal_states() as f64;
        (self.drawn > 0).then(|| (share * all, all * (share * (1.0 - share) / tried).sqrt()))
    }

    /// The next state.
    ///
    /// # Errors
    /// If none was found in a very long time, a search draw_error, or it was cancelled.
    pub fn next_state(&mut self) -> Result<Cube, DrawError> {
        let (mut tried, mut searched) = (0u64, 0u64);
        let cost_per_try = if self.proposals.is_empty() { 1 } else { COST_OF_PROPOSAL };
        loop {
            if tried * cost_per_try + searched * COST_OF_SEARCH > self.budget {
                return Err(DrawError::TooRare { tried, candidates: self.proposal_states() });
            }
            if tried.is_multiple_of(TRIES_BETWEEN_CHECKS) && (self.cancel)() {
                return Err(DrawError::Cancelled);
            }
            tried += 1;
            self.tried += 1;
            let searched_before = searched;
            let found = self.try_once(&mut searched)?;
            self.drawn += u64::from(found.is_some());
            if found.is_some() || searched > searched_before || tried.is_multiple_of(TRIES_BETWEEN_CHECKS) {
                let spent = (tried * cost_per_try + searched * COST_OF_SEARCH) as f64 / self.budget as f64;
                let since_last = if found.is_some() { 0 } else { tried };
                let share = self.share.filter(|_| self.proposals.is_empty() && self.outward.is_empty());
                let tries = Tries { since_last, tried: self.tried, drawn: self.drawn, spent, share };
                (self.report)(&tries);
            }
            if let Some(cube) = found {
                return Ok(cube);
            }
        }
    }

    /// Draws one state, and returns it if it satisfies the condition.
    fn try_once(&mut self, searched: &mut u64) -> Result<Option<Cube>, DrawError> {
        let mut known = Vec::new();
        let cube = if !self.outward.is_empty() {
            *searched += 1;
            let Some((cube, length, moves)) = self.draw_outward()? else { return Ok(None) };
            known.push((length, moves));
            cube
        } else if self.proposals.is_empty() {
            random::state(&mut self.rng)
        } else {
            let Some(cube) = self.draw_from_proposals() else { return Ok(None) };
            cube
        };
        let is_accepted =
            self.is_exact || (self.satisfies_relaxation(&cube) && self.decide(&cube, &known, searched)?);
        Ok(is_accepted.then_some(cube))
    }

    /// A state drawn from the goal outward that is in no earlier set, with the length by which it was drawn.
    fn draw_outward(&mut self) -> Result<Option<(Cube, Length, u8)>, DrawError> {
        let all = self.proposal_states();
        let mut index = if self.outward.len() == 1 { 0 } else { below_wide(&mut self.rng, all) };
        let mut chosen = 0;
        while index >= self.outward[chosen].trials() {
            index -= self.outward[chosen].trials();
            chosen += 1;
        }
        let set = &self.outward[chosen];
        let (analyzers, cancel) = (&self.analyzers, &self.cancel);
        let shortest = |length: &Length, cube: &Cube, max_length: u8| {
            let analyzer = analyzer_of(analyzers, length);
            analyzer.shortest_within(cube, 0, &length.colors, max_length, || (cancel)())
        };
        let trial = set.run_trial(&mut self.rng, |cube, max_length| shortest(&set.length, cube, max_length));
        let Some((cube, moves)) = trial.map_err(draw_error)? else { return Ok(None) };
        for earlier in &self.outward[..chosen] {
            let max_length = *earlier.move_counts.last().expect("a set allows at least one number of moves");
            let found = shortest(&earlier.length, &cube, max_length).map_err(draw_error)?;
            if found.is_some_and(|found| earlier.move_counts.contains(&found.length)) {
                return Ok(None);
            }
        }
        Ok(Some((cube, set.length.clone(), moves)))
    }

    /// A state of a proposal that no earlier one has.
    fn draw_from_proposals(&mut self) -> Option<Cube> {
        let all = self.proposal_states();
        let mut index = if self.proposals.len() == 1 { 0 } else { below_wide(&mut self.rng, all) };
        let mut chosen = 0;
        while index >= self.proposals[chosen].states() {
            index -= self.proposals[chosen].states();
            chosen += 1;
        }
        let cube = self.proposals[chosen].draw(&mut self.rng, &self.oracle, &mut self.corners);
        let is_in_earlier =
            self.proposals[..chosen].iter().any(|proposal| proposal.contains(&cube, &self.oracle));
        (!is_in_earlier).then_some(cube)
    }

    /// Whether a state satisfies the condition.
    ///
    /// # Errors
    /// If a search fails.
    pub fn satisfies(&self, cube: &Cube) -> Result<bool, DrawError> {
        self.decide(cube, &[], &mut 0)
    }

    /// The same, given some lengths; counts the searches that it takes. No more lengths are computed than settle it.
    fn decide(&self, cube: &Cube, given: &[(Length, u8)], searched: &mut u64) -> Result<bool, DrawError> {
        let given = |length: &Length| Some(given.iter().find(|(other, _)| other == length)?.1);
        let mut known: Vec<Option<u8>> = self.lengths.iter().map(given).collect();
        for next in 0..=self.lengths.len() {
            let value = |length: &Length| known[self.lengths.iter().position(|other| other == length)?];
            if let Some(holds) = self.condition.decide(&value) {
                return Ok(holds);
            }
            let Some(length) = self.lengths.get(next).filter(|_| known[next].is_none()) else { continue };
            known[next] = Some(if is_measured(length) {
                self.measure(length, cube)
            } else {
                if (self.cancel)() {
                    return Err(DrawError::Cancelled);
                }
                *searched += 1;
                self.search_length(length, cube)?
            });
        }
        unreachable!("all that the condition speaks of is known")
    }

    fn measure(&self, length: &Length, cube: &Cube) -> u8 {
        let distance_of = |color: &Color| {
            let distance = |feature| self.oracle.distance(feature, cube.edges(), cube.corners());
            match length.stage {
                0 => distance(Feature::cross(color.face())),
                _ => Slot::ALL
                    .map(|slot| distance(Feature::slot(color.face(), slot)))
                    .into_iter()
                    .fold(u8::MAX, u8::min),
            }
        };
        length.colors.iter().map(distance_of).fold(u8::MAX, u8::min)
    }

    fn search_length(&self, length: &Length, cube: &Cube) -> Result<u8, DrawError> {
        let analyzer = analyzer_of(&self.analyzers, length);
        if length.colors.len() > 1 {
            return analyzer
                .length_of_nearest(cube, 0, &length.colors, || (self.cancel)())
                .map_err(draw_error);
        }
        let request = Request { colors: length.colors.clone(), solutions: 0, slack: 0, only_best: true };
        let analysis = analyzer.analyze_unless(cube, &request, || (self.cancel)()).map_err(draw_error)?;
        Ok(analysis[0].iter().filter_map(|result| result.length.ok()).fold(u8::MAX, u8::min))
    }
}

/// The analyzer of the stage of a length.
fn analyzer_of<'a>(analyzers: &'a [((usize, usize), Analyzer)], length: &Length) -> &'a Analyzer {
    let is_of = |(stage, _): &&((usize, usize), Analyzer)| *stage == (length.goal, length.stage);
    &analyzers.iter().find(is_of).expect("an analyzer for each stage that is searched").1
}

fn draw_error(error: AnalyzeError) -> DrawError {
    match error {
        AnalyzeError::Cancelled => DrawError::Cancelled,
        damaged => DrawError::Analyze(damaged),
    }
}

#[cfg(test)]
mod outward_tests;
#[cfg(test)]
mod tests;
