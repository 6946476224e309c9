//! Random states under a condition: uniform among all that satisfy it, each drawn independently of the others.
//!
//! # How they are drawn
//!
//! A condition gives a *bound*, what it says of crosses and of single slots: it holds wherever the condition does. The
//! bound is written as terms, of which each asks every cross and every slot for some distances. For each term there is a
//! *start*, a set of states that has all that meet the term, whose size is known and from which states can be drawn
//! uniformly: by joins over the exact distances, see `start`. Then
//!
//! 1. a start is drawn, each with the chance of its size among the sizes of all, and a state of it;
//! 2. the state is rejected if an earlier start has it too;
//! 3. it is rejected if it does not satisfy the condition, and all begins anew.
//!
//! **Uniform.** Let N be the sum of the sizes. A state x that satisfies the condition is in the bound, so in some start;
//! let S be the first that has it. Step 1 gives x with S with the chance |S| / N * 1 / |S| = 1 / N. With other starts x is
//! rejected in step 2. So every such x comes through with the same chance, 1 / N, and nothing else comes through. What
//! comes before has no part in it: draws are independent.
//!
//! Where the bound holds often enough, as many states as are needed for that are tried first, or where no term can be
//! listed, there is one start, all states, and N is 43,252,003,274,489,856,000.
//!
//! If there is one start and it is all of the condition, its size is the number of states that satisfy the condition.
//!
//! ```
//! use std::sync::Arc;
//! use cubiform_cube::goal::condition::Condition;
//! use cubiform_solvers::draw::{Draw, Ruler, Watch};
//!
//! let condition = Condition::parse("cross[W] == 8 && cross[Y] == 8").unwrap();
//! let ruler = Arc::new(Ruler::new(2, &Watch::quiet()).unwrap());
//! let mut draw = Draw::new(&condition, 1, &ruler, Vec::new(), 2, &Watch::quiet()).unwrap();
//! let states = draw.known_states().unwrap();
//! let cube = draw.next_state().unwrap();
//! assert!(draw.satisfies(&cube).unwrap());
//! assert!(states > 0);
//! ```

mod bound;
mod corners;
mod plan;
mod ruler;
mod start;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cubiform_cube::goal::Slot;
use cubiform_cube::goal::condition::{Condition, Length};
use cubiform_cube::random::{self, below_wide, generator};
use cubiform_cube::{Color, Cube};
use rand_chacha::ChaCha8Rng;

use crate::cfop::{AnalyzeError, Analyzer, Request};
use bound::{Bound, Bounded};
use corners::Corners;
use plan::{CROSSES, Level, Plan};
use ruler::Unit;
use start::Start;

pub use cubiform_tables::fill::Watch;
pub use ruler::Ruler;

/// All states of the cube.
pub const ALL_STATES: u128 = 43_252_003_274_489_856_000;

/// States that are tried to find out how often a bound holds; if so many of them are within it, all states are the
/// start.
const PROBES: usize = 4096;
const ENOUGH: usize = 8;
const BETWEEN_PROBES: usize = 64;

/// How many placements of edges may be listed for all terms together: 700 MB. Where there would be more, all states are
/// the start.
const MOST_PLACEMENTS: usize = 24_000_000;

/// States that are tried between two looks whether to stop.
const BETWEEN_LOOKS: u64 = 1 << 8;

/// What is spent on one state that is to satisfy the condition before it is given up, a minute or two: a state of all
/// costs 1, one of a start, of which pieces must be placed and counted, and a search cost as much more as they take.
const BUDGET: u64 = 1 << 27;
const COST_OF_START: u64 = 50;
const COST_OF_SEARCH: u64 = 5000;

/// Why there is no state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// What the condition asks of crosses and slots is met by no state.
    #[error("no state satisfies the condition")]
    Unsatisfiable,
    /// Too few satisfy it.
    #[error(
        "none of {tried} states that were tried satisfies the condition{}",
        if *.from < ALL_STATES { format!(", all of them among {} that may", digits(*.from)) } else { String::new() }
    )]
    TooRare {
        /// States that were tried since the last that did.
        tried: u64,
        /// Of so many.
        from: u128,
    },
    /// A search for a length failed.
    #[error(transparent)]
    Analyze(#[from] AnalyzeError),
    /// It was cancelled.
    #[error("stopped")]
    Cancelled,
}

/// The goals and stages, by index, that take a search: for each of them [`Draw::new`] wants an analyzer.
pub fn searched(condition: &Condition) -> Vec<(usize, usize)> {
    let mut stages: Vec<(usize, usize)> =
        condition.lengths().iter().filter(|length| !is_measured(length)).map(|l| (l.goal, l.stage)).collect();
    stages.sort_unstable();
    stages.dedup();
    stages
}

/// Whether the ruler alone tells a length: of the cross or the xcross of std.
fn is_measured(length: &Length) -> bool {
    length.goal == 0 && length.stage < 2
}

/// Draws states that satisfy a condition.
pub struct Draw {
    condition: Condition,
    /// The lengths that the condition speaks of, those first that take no search.
    lengths: Vec<Length>,
    bound: Bound,
    /// Whether the starts are just the states that satisfy the condition.
    is_exact: bool,
    /// None: all states.
    starts: Vec<Start>,
    ruler: Arc<Ruler>,
    analyzers: Vec<((usize, usize), Analyzer)>,
    rng: ChaCha8Rng,
    corners: Corners,
    cancel: Arc<dyn Fn() -> bool + Send + Sync>,
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
        ruler: &Arc<Ruler>,
        analyzers: Vec<Analyzer>,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<Draw, DrawError> {
        let searched = searched(condition);
        assert_eq!(searched.len(), analyzers.len(), "an analyzer for each stage that is searched");
        let Bounded { bound, is_exact } = Bounded::of(condition);
        let mut lengths: Vec<Length> = condition.lengths().into_iter().cloned().collect();
        lengths.sort_by_key(|length| (!is_measured(length), length.stage, length.colors.len()));
        let mut draw = Draw {
            condition: condition.clone(),
            lengths,
            bound,
            is_exact: false,
            starts: Vec::new(),
            ruler: Arc::clone(ruler),
            analyzers: searched.into_iter().zip(analyzers).collect(),
            rng: generator(seed),
            corners: Corners::new(),
            cancel: Arc::new(|| false),
            budget: BUDGET,
            tried: 0,
            drawn: 0,
        };
        if draw.bound == Bound::Any {
            draw.is_exact = is_exact;
            return Ok(draw);
        }
        if draw.is_often_within(watch.cancel)? {
            return Ok(draw);
        }
        let (terms, is_in_terms) = draw.bound.terms();
        let mut starts = Vec::new();
        let mut room = MOST_PLACEMENTS;
        for term in &terms {
            // A term of which nothing can be listed is only found among all states.
            let Some(plan) = Plan::of(term, ruler, watch.cancel)? else { return Ok(draw) };
            // Nor is one that would take too much memory.
            let start = Start::new(term, plan, ruler, room, threads, watch.cancel)?;
            let Some(start) = start else { return Ok(draw) };
            room -= start.len();
            starts.push(start);
        }
        starts.retain(|start| start.states() > 0);
        if starts.is_empty() {
            return Err(DrawError::Unsatisfiable);
        }
        draw.is_exact = is_exact && is_in_terms && starts.len() == 1 && starts[0].is_whole();
        // Many that overlap may come to more than there are.
        if starts.iter().map(Start::states).sum::<u128>() < ALL_STATES / 2 {
            draw.starts = starts;
        }
        Ok(draw)
    }

    /// Has drawing given up as soon as `cancel` says so.
    pub fn cancel_if(&mut self, cancel: impl Fn() -> bool + Send + Sync + 'static) {
        self.cancel = Arc::new(cancel);
    }

    /// Whether enough of some states, the same for every seed, are within the bound.
    ///
    /// # Errors
    /// If it was cancelled.
    fn is_often_within(&self, cancel: &AtomicBool) -> Result<bool, DrawError> {
        let mut within = 0;
        for (i, cube) in random::states(0).take(PROBES).enumerate() {
            if i % BETWEEN_PROBES == 0 && cancel.load(Ordering::Relaxed) {
                return Err(DrawError::Cancelled);
            }
            within += usize::from(self.is_within(&cube));
            if within == ENOUGH {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_within(&self, cube: &Cube) -> bool {
        self.bound.holds(&mut |unit| self.ruler.distance(unit, cube.edges(), cube.corners()))
    }

    /// The number of states that the draws start from: those that satisfy the condition are among them.
    pub fn start_states(&self) -> u128 {
        if self.starts.is_empty() { ALL_STATES } else { self.starts.iter().map(Start::states).sum() }
    }

    /// The exact number of states that satisfy the condition, where the way of drawing tells it.
    pub fn known_states(&self) -> Option<u128> {
        self.is_exact.then(|| self.start_states())
    }

    /// About how many states satisfy the condition, and the standard error of that, from what was drawn so far; `None`
    /// before the first.
    pub fn estimated_states(&self) -> Option<(f64, f64)> {
        if let Some(states) = self.known_states() {
            return Some((states as f64, 0.0));
        }
        let (tried, drawn) = (self.tried as f64, self.drawn as f64);
        let share = drawn / tried;
        let all = self.start_states() as f64;
        (self.drawn > 0).then(|| (share * all, all * (share * (1.0 - share) / tried).sqrt()))
    }

    /// The next state.
    ///
    /// # Errors
    /// If none was found in a very long time, a search failed, or it was cancelled.
    pub fn next_state(&mut self) -> Result<Cube, DrawError> {
        let (mut tried, mut searched) = (0u64, 0u64);
        let each = if self.starts.is_empty() { 1 } else { COST_OF_START };
        loop {
            if tried * each + searched * COST_OF_SEARCH > self.budget {
                return Err(DrawError::TooRare { tried, from: self.start_states() });
            }
            if tried.is_multiple_of(BETWEEN_LOOKS) && (self.cancel)() {
                return Err(DrawError::Cancelled);
            }
            tried += 1;
            self.tried += 1;
            let cube = match self.starts.is_empty() {
                true => random::state(&mut self.rng),
                false => match self.draw_from_starts() {
                    Some(cube) => cube,
                    None => continue,
                },
            };
            if !self.is_exact && (!self.is_within(&cube) || !self.decide(&cube, &mut searched)?) {
                continue;
            }
            self.drawn += 1;
            return Ok(cube);
        }
    }

    /// A state of a start that no earlier one has.
    fn draw_from_starts(&mut self) -> Option<Cube> {
        let all = self.start_states();
        let mut number = if self.starts.len() == 1 { 0 } else { below_wide(&mut self.rng, all) };
        let mut chosen = 0;
        while number >= self.starts[chosen].states() {
            number -= self.starts[chosen].states();
            chosen += 1;
        }
        let cube = self.starts[chosen].draw(&mut self.rng, &self.ruler, &mut self.corners);
        let is_earlier = self.starts[..chosen].iter().any(|start| start.contains(&cube, &self.ruler));
        (!is_earlier).then_some(cube)
    }

    /// Whether a state satisfies the condition.
    ///
    /// # Errors
    /// If a search fails.
    pub fn satisfies(&self, cube: &Cube) -> Result<bool, DrawError> {
        self.decide(cube, &mut 0)
    }

    /// The same; counts the searches that it takes. No more lengths are found out than settle it.
    fn decide(&self, cube: &Cube, searched: &mut u64) -> Result<bool, DrawError> {
        let mut known: Vec<Option<u8>> = vec![None; self.lengths.len()];
        for next in 0..=self.lengths.len() {
            let value = |length: &Length| known[self.lengths.iter().position(|own| own == length)?];
            if let Some(holds) = self.condition.decide(&value) {
                return Ok(holds);
            }
            let length = &self.lengths[next];
            known[next] = Some(if is_measured(length) {
                self.measured(length, cube)
            } else {
                if (self.cancel)() {
                    return Err(DrawError::Cancelled);
                }
                *searched += 1;
                self.search(length, cube)?
            });
        }
        unreachable!("all that the condition speaks of is known")
    }

    fn measured(&self, length: &Length, cube: &Cube) -> u8 {
        let of_color = |color: &Color| {
            let distance = |unit| self.ruler.distance(unit, cube.edges(), cube.corners());
            match length.stage {
                0 => distance(Unit::cross(color.face())),
                _ => Slot::ALL
                    .map(|slot| distance(Unit::slot(color.face(), slot)))
                    .into_iter()
                    .fold(u8::MAX, u8::min),
            }
        };
        length.colors.iter().map(of_color).fold(u8::MAX, u8::min)
    }

    fn search(&self, length: &Length, cube: &Cube) -> Result<u8, DrawError> {
        let is_of = |(stage, _): &&((usize, usize), Analyzer)| *stage == (length.goal, length.stage);
        let (_, analyzer) =
            self.analyzers.iter().find(is_of).expect("an analyzer for each stage that is searched");
        let request = Request { colors: length.colors.clone(), solutions: 0, slack: 0, only_best: true };
        let analysis = analyzer.analyze_unless(cube, &request, || (self.cancel)()).map_err(|e| match e {
            AnalyzeError::Cancelled => DrawError::Cancelled,
            damaged => DrawError::Analyze(damaged),
        })?;
        Ok(analysis[0].iter().filter_map(|result| result.length.ok()).fold(u8::MAX, u8::min))
    }
}

/// How it draws, for people.
impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "states are drawn uniformly among those that satisfy {}", self.condition)?;
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

/// A number with its digits in groups of three.
fn digits(number: u128) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests;
