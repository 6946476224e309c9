//! Random states under a condition: independent, and uniform over all states that satisfy it.
//!
//! # Method
//!
//! States are drawn by rejection from *proposals*. A proposal is a set of states whose size is known exactly and from
//! which states can be drawn uniformly. Together the proposals contain every state that satisfies the condition.
//!
//! 1. **Relax** (`relaxation`). The condition is relaxed to a statement about *features*: the distances of the cross of
//!    each colour, alone and with each slot. A [`DistanceOracle`] knows these for every state. The relaxation holds
//!    wherever the condition does. It is written as a disjunction of conjunctions, each of which allows every feature
//!    some distances.
//! 2. **Plan** (`plan`). For each conjunction a plan selects the restrictions that its proposal enforces: those that
//!    few states satisfy and whose placements of edges are few enough to list.
//! 3. **Count** (`proposal`). The placements of edges that satisfy the plan are listed. For each of them the placements
//!    of the other pieces are counted, not listed (`corner_sampler`). The sum is the size of the proposal.
//! 4. **Draw.** A proposal is drawn with probability proportional to its size, and a state of it uniformly.
//! 5. **Reject.** The state is rejected if an earlier proposal contains it too, or if it does not satisfy the
//!    condition. Then step 4 is repeated.
//!
//! **Uniform.** Let N be the sum of the sizes, x a state that satisfies the condition, and S the first proposal that
//! contains x. Step 4 draws x from S with probability |S| / N · 1 / |S| = 1 / N; if it draws x from another proposal, x
//! is rejected. So every such x is returned with the same probability 1 / N for each try, and no other state is
//! returned. Tries do not depend on earlier ones, so draws are independent.
//!
//! If a sample shows that the relaxation holds often, or if a conjunction cannot be listed, the only proposal is the
//! set of all states and N is 43,252,003,274,489,856,000: random states are tried until one satisfies the condition.
//!
//! If there is one proposal and it is equivalent to the condition, no state is rejected, and its size is the exact
//! number of states that satisfy the condition.
//!
//! # Short lengths of later stages
//!
//! A condition such as `f2l <= 6` requires a short length of a stage that has no feature. If few states have that
//! length, they are drawn from the goal outward (`cover`, `outward`): a *trial* applies a random canonical move
//! sequence to a random state at the goal. A trial takes the place of step 4. It gives each state of its set with
//! probability 1 / (number of trials), or no state.
//!
//! ```
//! use std::sync::Arc;
//! use cubiform_cube::goal::condition::Condition;
//! use cubiform_draw::{DistanceOracle, Draw, Watch};
//! use cubiform_threads::Threads;
//!
//! let condition = Condition::parse("cross[W] == 8 && cross[Y] == 8").unwrap();
//! let oracle = Arc::new(DistanceOracle::new(&Threads::new(2), &Watch::quiet()).unwrap());
//! let mut draw = Draw::new(&condition, 1, &oracle, Vec::new(), &Threads::new(2), &Watch::quiet()).unwrap();
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
mod listing;
mod outward;
mod plan;
mod proposal;
mod relaxation;

use std::ops::SubAssign;
use std::sync::Arc;

use cubiform_cube::goal::condition::{Condition, Length};
use cubiform_cube::random::{self, below_wide, generator};
use cubiform_cube::{Cube, Frame};
use cubiform_threads::{CancelToken, Threads};
use rand_chacha::ChaCha8Rng;

use corner_sampler::CornerSampler;
use cubiform_solvers::cfop::{AnalyzeError, Analyzer, Request};
use distance_oracle::Feature;
use explain::group_digits;
use outward::OutwardProposal;
use plan::ProposalPlan;
use proposal::Proposal;
use relaxation::{ConditionRelaxation, Conjunction, Relaxation};

pub use cubiform_store::fill::Watch;
pub use distance_oracle::DistanceOracle;
pub use listing::{ListedState, Listing};

/// The number of states of the cube.
pub const ALL_STATES: u128 = 43_252_003_274_489_856_000;

/// The number of random states on which the relaxation is tested. If [`ENOUGH_HITS`] of them satisfy it, it is common
/// and states are drawn from all states.
const SAMPLE_SIZE: usize = 4096;

/// The number of states in a sample that make the relaxation common.
const ENOUGH_HITS: usize = 8;

/// The number of states of the sample between two checks for cancellation.
const SAMPLES_BETWEEN_CHECKS: usize = 64;

/// The maximum number of placements of edges that all proposals of a condition list, at 28 bytes each. If more were
/// needed, states are drawn from all states.
const MAX_PLACEMENTS: usize = 24_000_000;

/// The seed of the trials of [`Draw::run_pilot`].
const PILOT_SEED: u64 = 0x70_726f_6265;

/// The number of tries between two checks for cancellation.
const TRIES_BETWEEN_CHECKS: u64 = 1 << 8;

/// The maximum effort spent on one state that satisfies the condition. The unit is the cost of trying one state drawn
/// from all states.
const BUDGET: u64 = 1 << 27;

/// The cost of trying one state of a proposal, for which pieces are placed and counted; in the unit of [`BUDGET`].
const COST_OF_PROPOSAL: u64 = 50;

/// The cost of one search for a length, in the unit of [`BUDGET`].
const COST_OF_SEARCH: u64 = 5000;

/// The minimum ratio of the states of the other proposals to the trials at which states are drawn from the goal
/// outward. Common conditions thus return the states of [`random::states`] with the same seed that satisfy them.
const MIN_RATIO_FOR_OUTWARD: f64 = 64.0;

/// The reason why no state is returned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// No state satisfies the relaxation of the condition.
    #[error("no state satisfies the condition")]
    Unsatisfiable,
    /// No state was found within the maximum effort.
    #[error(
        "none of {} random states satisfies the condition{}",
        group_digits((*.tried).into()),
        if *.candidates < ALL_STATES {
            format!(" (drawn from {} candidates that include all that do)", group_digits(*.candidates))
        } else {
            String::new()
        }
    )]
    TooRare {
        /// The number of tries since the last state that satisfies the condition.
        tried: u64,
        /// The number of states, or of trials, to draw from.
        candidates: u128,
    },
    /// The states that satisfy the condition cannot be listed: only rare crosses and xcrosses are.
    #[error("more than {} states may satisfy the condition, or it is about other stages", group_digits(*.limit))]
    TooMany {
        /// The maximum number of states that are listed.
        limit: u128,
    },
    /// A search for a length failed.
    #[error(transparent)]
    Analyze(#[from] AnalyzeError),
    /// The draw was cancelled.
    #[error("stopped")]
    Cancelled,
}

/// Returns the stages of a condition whose lengths take a search, each as (goal, stage) by index. [`Draw::new`] takes
/// an analyzer for each of them.
pub fn searched_stages(condition: &Condition) -> Vec<(usize, usize)> {
    let mut stages: Vec<(usize, usize)> =
        condition.lengths().iter().filter(|length| !is_measured(length)).map(|l| (l.goal, l.stage)).collect();
    stages.sort_unstable();
    stages.dedup();
    stages
}

/// Returns whether the distance oracle gives a length.
fn is_measured(length: &Length) -> bool {
    measured_features(length).is_some()
}

/// Returns the features whose smallest distance is a length, or `None` if the distance oracle does not give it.
fn measured_features(length: &Length) -> Option<Vec<Feature>> {
    let of_target = |target| length.colors.iter().map(move |color| Feature::of_target(target, color.face()));
    length.stage().choices.iter().flat_map(of_target).collect()
}

/// The progress of a draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tries {
    /// The number of states tried since the last one that satisfies the condition.
    pub since_last: u64,
    /// The number of states tried in all.
    pub tried: u64,
    /// The number of states returned.
    pub drawn: u64,
    /// The effort spent on the next state, as a share from 0 to 1 of the effort at which the draw gives up.
    pub spent: f64,
    /// The share of the tried states that satisfy the condition, if it is known exactly.
    pub share: Option<f64>,
}

/// A callback that receives the progress.
type Report = Box<dyn Fn(&Tries) + Send + Sync>;

/// A sequence of random states that satisfy a condition.
pub struct Draw {
    condition: Condition,
    /// The lengths in the condition, first those that take no search.
    lengths: Vec<Length>,
    /// For each of the lengths, the features whose smallest distance it is, if it takes no search.
    features: Vec<Option<Vec<Feature>>>,
    relaxation: Relaxation,
    /// Whether there is one proposal and it is equivalent to the condition.
    is_exact: bool,
    /// The proposals with listed placements. If these and `outward` are empty, states are drawn from all states.
    proposals: Vec<Proposal>,
    /// The proposals of states near a stage, if states are drawn from the goal outward.
    outward: Vec<OutwardProposal>,
    oracle: Arc<DistanceOracle>,
    analyzers: Vec<((usize, usize), Analyzer)>,
    rng: ChaCha8Rng,
    corners: CornerSampler,
    cancel: CancelToken,
    report: Report,
    /// The share of all states that satisfy the condition, if the histogram of one feature gives it.
    share: Option<f64>,
    /// The maximum effort for one state; see [`BUDGET`].
    budget: u64,
    tried: u64,
    drawn: u64,
}

impl Draw {
    /// Prepares to draw states that satisfy `condition`. The states depend on `seed`, but not on `threads`. `analyzers`
    /// has one analyzer for each of the [`searched_stages`], in their order.
    ///
    /// # Errors
    /// If no state satisfies the relaxation of the condition, or `watch` was cancelled.
    ///
    /// # Panics
    /// If an analyzer is missing.
    pub fn new(
        condition: &Condition,
        seed: u64,
        oracle: &Arc<DistanceOracle>,
        analyzers: Vec<Analyzer>,
        threads: &Threads,
        watch: &Watch<'_>,
    ) -> Result<Draw, DrawError> {
        let searched = searched_stages(condition);
        assert_eq!(searched.len(), analyzers.len(), "an analyzer for each stage that is searched");
        let ConditionRelaxation { relaxation, is_exact } = ConditionRelaxation::from_condition(condition);
        let mut lengths: Vec<Length> = condition.lengths().into_iter().cloned().collect();
        lengths.sort_by_key(|length| (!is_measured(length), length.stage, length.colors.len()));
        let mut draw = Draw {
            condition: condition.clone(),
            features: lengths.iter().map(measured_features).collect(),
            lengths,
            relaxation,
            is_exact: false,
            proposals: Vec::new(),
            outward: Vec::new(),
            oracle: Arc::clone(oracle),
            analyzers: searched.into_iter().zip(analyzers).collect(),
            rng: generator(seed),
            corners: CornerSampler::new(),
            cancel: watch.cancel.clone(),
            report: Box::new(|_| {}),
            share: None,
            budget: BUDGET,
            tried: 0,
            drawn: 0,
        };
        let cover = cover::find_cover(condition);
        // Whether the trials are few compared with a number of other states to draw from.
        let is_fewer_than = |states: f64| {
            cover.as_ref().is_some_and(|cover| cover::trials(cover) * MIN_RATIO_FOR_OUTWARD < states)
        };
        let (conjunctions, dnf_is_exact) = draw.relaxation.to_dnf();
        if conjunctions.is_empty() {
            return Err(DrawError::Unsatisfiable);
        }
        if let (Relaxation::Distances(feature, _), true) = (&draw.relaxation, is_exact) {
            draw.share = Some(conjunctions[0].share_of(*feature));
        }
        let within: f64 =
            conjunctions.iter().map(|conjunction| conjunction.share() * ALL_STATES as f64).sum();
        if is_fewer_than(within.min(ALL_STATES as f64)) {
            draw.outward = cover.expect("a cover exists: its trials were just compared");
            return Ok(draw);
        }
        if draw.relaxation == Relaxation::TRUE && cover.is_none() {
            draw.is_exact = is_exact;
            return Ok(draw);
        }
        let proposals = draw.build_proposals(&conjunctions, threads, watch.cancel)?;
        let states =
            proposals.as_ref().map_or(ALL_STATES, |proposals| proposals.iter().map(Proposal::states).sum());
        if is_fewer_than(states as f64) {
            draw.outward = cover.expect("a cover exists: its trials were just compared");
            return Ok(draw);
        }
        if let Some(proposals) = proposals {
            draw.is_exact = is_exact && dnf_is_exact && proposals.len() == 1 && proposals[0].plan.is_exact;
            // Proposals that overlap much can have more states in sum than there are.
            if states < ALL_STATES / 2 {
                draw.proposals = proposals;
            }
        }
        Ok(draw)
    }

    /// Builds the proposals of the conjunctions. Returns `None` if states are to be drawn from all states.
    ///
    /// # Errors
    /// If no state satisfies the relaxation, or `cancel` was set.
    fn build_proposals(
        &self,
        conjunctions: &[Conjunction],
        threads: &Threads,
        cancel: &CancelToken,
    ) -> Result<Option<Vec<Proposal>>, DrawError> {
        if self.relaxation == Relaxation::TRUE || self.relaxation_is_common(cancel)? {
            return Ok(None);
        }
        let mut proposals = Vec::new();
        let mut placements_left = MAX_PLACEMENTS;
        for conjunction in conjunctions {
            // The only proposal of a conjunction without a plan is the set of all states.
            let Some(plan) = ProposalPlan::best(conjunction, &self.oracle, cancel)? else { return Ok(None) };
            // The same holds if its list would be too long.
            let proposal = Proposal::new(conjunction, plan, &self.oracle, placements_left, threads, cancel)?;
            let Some(proposal) = proposal else { return Ok(None) };
            placements_left -= proposal.placements.len();
            proposals.push(proposal);
        }
        proposals.retain(|proposal| proposal.states() > 0);
        if proposals.is_empty() { Err(DrawError::Unsatisfiable) } else { Ok(Some(proposals)) }
    }

    /// Makes [`next_state`](Self::next_state) call `report` with its progress after each search, each state found and
    /// every few hundred tries.
    pub fn report_to(&mut self, report: impl Fn(&Tries) + Send + Sync + 'static) {
        self.report = Box::new(report);
    }

    /// Runs some trials if states are drawn from the goal outward, so that [`estimated_states`](Self::estimated_states)
    /// has an estimate before the first state. The states that follow are not affected.
    ///
    /// # Errors
    /// If a search fails, or the draw was cancelled.
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

    /// Returns whether the relaxation holds for enough states of a sample, which is the same for every seed.
    ///
    /// # Errors
    /// If `cancel` was set.
    fn relaxation_is_common(&self, cancel: &CancelToken) -> Result<bool, DrawError> {
        let mut within = 0;
        for (i, cube) in random::states(0).take(SAMPLE_SIZE).enumerate() {
            if i % SAMPLES_BETWEEN_CHECKS == 0 && cancel.is_cancelled() {
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

    /// Returns the number of states to draw from: the sum of the sizes of all proposals. If states are drawn from the
    /// goal outward, this is the number of trials.
    ///
    /// It is at least the number of states that satisfy the condition.
    pub fn proposal_states(&self) -> u128 {
        match (&self.proposals[..], &self.outward[..]) {
            ([], []) => ALL_STATES,
            ([], outward) => outward.iter().map(OutwardProposal::trials).sum(),
            (proposals, _) => proposals.iter().map(Proposal::states).sum(),
        }
    }

    /// Returns the exact number of states that satisfy the condition, or `None` if it is not known.
    pub fn known_states(&self) -> Option<u128> {
        self.is_exact.then(|| self.proposal_states())
    }

    /// Returns an estimate of the number of states that satisfy the condition, and its standard error, from the tries
    /// so far. Returns `None` before the first state is found.
    ///
    /// The estimate is the share of accepted tries, times the number of states or trials to draw from. If every try was
    /// accepted, it is an upper bound, and the standard error is 0.
    pub fn estimated_states(&self) -> Option<(f64, f64)> {
        if let Some(states) = self.known_states() {
            return Some((states as f64, 0.0));
        }
        let (tried, drawn) = (self.tried as f64, self.drawn as f64);
        let share = drawn / tried;
        let all = self.proposal_states() as f64;
        (self.drawn > 0).then(|| (share * all, all * (share * (1.0 - share) / tried).sqrt()))
    }

    /// Draws the next state.
    ///
    /// # Errors
    /// If the maximum effort was spent, a search failed, or the draw was cancelled.
    pub fn next_state(&mut self) -> Result<Cube, DrawError> {
        let (mut tried, mut searched) = (0u64, 0u64);
        let cost_per_try = if self.proposals.is_empty() { 1 } else { COST_OF_PROPOSAL };
        loop {
            if tried * cost_per_try + searched * COST_OF_SEARCH > self.budget {
                return Err(DrawError::TooRare { tried, candidates: self.proposal_states() });
            }
            if tried.is_multiple_of(TRIES_BETWEEN_CHECKS) && self.cancel.is_cancelled() {
                return Err(DrawError::Cancelled);
            }
            tried += 1;
            self.tried += 1;
            let searched_before = searched;
            let cube = self.try_once(&mut searched)?;
            self.drawn += u64::from(cube.is_some());
            if cube.is_some() || searched > searched_before || tried.is_multiple_of(TRIES_BETWEEN_CHECKS) {
                let spent = (tried * cost_per_try + searched * COST_OF_SEARCH) as f64 / self.budget as f64;
                let since_last = if cube.is_some() { 0 } else { tried };
                let share = self.share.filter(|_| self.proposals.is_empty() && self.outward.is_empty());
                let tries = Tries { since_last, tried: self.tried, drawn: self.drawn, spent, share };
                (self.report)(&tries);
            }
            if let Some(cube) = cube {
                return Ok(cube);
            }
        }
    }

    /// Makes one try. Returns the state if it is accepted, and adds the number of searches to `searched`.
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

    /// Runs a trial of one outward proposal. Returns the state, if it is accepted and in no earlier proposal, with the
    /// length that the trial determines.
    fn draw_outward(&mut self) -> Result<Option<(Cube, Length, u8)>, DrawError> {
        let chosen = choose(&mut self.rng, self.outward.iter().map(OutwardProposal::trials));
        let set = &self.outward[chosen];
        let (analyzers, cancel) = (&self.analyzers, &self.cancel);
        let shortest = |length: &Length, cube: &Cube, max_length: u8| {
            let analyzer = analyzer_of(analyzers, length);
            analyzer.shortest_within(cube, 0, &length.colors, max_length, cancel)
        };
        let trial = set.run_trial(&mut self.rng, |cube, max_length| shortest(&set.length, cube, max_length));
        let Some((cube, moves)) = trial.map_err(draw_error)? else { return Ok(None) };
        for earlier in &self.outward[..chosen] {
            let max_length = *earlier.move_counts.last().expect("a set allows at least one number of moves");
            let shortest_solution = shortest(&earlier.length, &cube, max_length).map_err(draw_error)?;
            if shortest_solution.is_some_and(|solution| earlier.move_counts.contains(&solution.length)) {
                return Ok(None);
            }
        }
        Ok(Some((cube, set.length.clone(), moves)))
    }

    /// Draws a state of one proposal. Returns it if no earlier proposal contains it.
    fn draw_from_proposals(&mut self) -> Option<Cube> {
        let chosen = choose(&mut self.rng, self.proposals.iter().map(Proposal::states));
        let cube = self.proposals[chosen].draw(&mut self.rng, &self.oracle, &mut self.corners);
        let is_in_earlier =
            self.proposals[..chosen].iter().any(|proposal| proposal.contains(&cube, &self.oracle));
        (!is_in_earlier).then_some(cube)
    }

    /// Returns whether a state satisfies the condition.
    ///
    /// # Errors
    /// If a search fails.
    pub fn satisfies(&self, cube: &Cube) -> Result<bool, DrawError> {
        self.decide(cube, &[], &mut 0)
    }

    /// Returns whether a state satisfies the condition, given some of its lengths. Computes lengths until the condition
    /// is decided, and adds the number of searches to `searched`.
    fn decide(&self, cube: &Cube, lengths: &[(Length, u8)], searched: &mut u64) -> Result<bool, DrawError> {
        let lengths = |length: &Length| Some(lengths.iter().find(|(other, _)| other == length)?.1);
        let mut known: Vec<Option<u8>> = self.lengths.iter().map(lengths).collect();
        for next in 0..=self.lengths.len() {
            let value = |length: &Length| known[self.lengths.iter().position(|other| other == length)?];
            if let Some(holds) = self.condition.decide(&value) {
                return Ok(holds);
            }
            let Some(length) = self.lengths.get(next).filter(|_| known[next].is_none()) else { continue };
            known[next] = Some(match &self.features[next] {
                Some(features) => self.measure(features, cube),
                None if self.cancel.is_cancelled() => return Err(DrawError::Cancelled),
                None => {
                    *searched += 1;
                    self.search_length(length, cube)?
                }
            });
        }
        unreachable!("all that the condition speaks of is known")
    }

    /// Returns the smallest distance of any of the features.
    fn measure(&self, features: &[Feature], cube: &Cube) -> u8 {
        let distance = |feature: &Feature| self.oracle.distance(*feature, cube.edges(), cube.corners());
        features.iter().map(distance).fold(u8::MAX, u8::min)
    }

    fn search_length(&self, length: &Length, cube: &Cube) -> Result<u8, DrawError> {
        let analyzer = analyzer_of(&self.analyzers, length);
        if length.colors.len() > 1 {
            return analyzer.length_of_nearest(cube, 0, &length.colors, &self.cancel).map_err(draw_error);
        }
        let request = Request {
            frames: Frame::bottoms(length.colors.clone()),
            solutions: 0,
            slack: 0,
            only_best: true,
        };
        let analysis = analyzer.analyze_until(cube, &request, &self.cancel).map_err(draw_error)?;
        Ok(analysis[0].iter().filter_map(|result| result.length.ok()).fold(u8::MAX, u8::min))
    }
}

/// Draws the index of one of some weights with probability proportional to it. A single one takes no random number.
fn choose(rng: &mut ChaCha8Rng, weights: impl ExactSizeIterator<Item = u128> + Clone) -> usize {
    let index = if weights.len() == 1 { 0 } else { below_wide(rng, weights.clone().sum()) };
    at_weight(weights.enumerate(), index).0
}

/// Returns the item at `index` if each item is repeated as often as its weight, and the number of the repetition.
///
/// # Panics
/// If `index` is not less than the sum of the weights.
fn at_weight<T, W: Copy + PartialOrd + SubAssign>(
    items: impl IntoIterator<Item = (T, W)>,
    mut index: W,
) -> (T, W) {
    for (item, weight) in items {
        if index < weight {
            return (item, index);
        }
        index -= weight;
    }
    unreachable!("the weights sum to more than the index")
}

/// Returns the analyzer of the stage of a length.
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
