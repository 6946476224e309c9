//! The analyzer: every stage of a variant for every bottom colour of one cube, exactly.
//!
//! Stages go in order, so that the length of one bounds the next from below. All slot choices of a stage deepen
//! together under one bound: the first to be met at a bound settles the stage.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use cubiform_cube::goal::{Slot, Target, Variant};
use cubiform_cube::{Color, Cube, Move, PieceSet, Symmetry};
use cubiform_search::{Control, Order, Search};
use cubiform_tables::Table;
use cubiform_tables::catalogue::{self, CATALOGUE};
use cubiform_tables::view::Tracked;
use rayon::prelude::*;

use crate::space::{Contradiction, Lookout, Node, Position, TargetSpace, bounding, cosets};

/// No stage of any state is as far: a search that gets here had a damaged table.
const TOO_FAR: u8 = 24;

/// How many moves a shared-out search splits off at its root, and how deep one must be to be worth it.
const SPLIT: u8 = 2;
const WORTH_SPLITTING: u8 = 9;

/// What to find out about a cube.
#[derive(Clone, Debug)]
pub struct Request {
    /// The bottom colours, in the order of the answer.
    pub colors: Vec<Color>,
    /// How many optimal solutions to give for each stage and colour, at most.
    pub solutions: usize,
    /// Whether to share the work for this one cube among the threads of the current pool.
    pub parallel: bool,
}

/// An optimal solution of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How to turn the whole cube first, to have the bottom colour below.
    pub rotation: Symmetry,
    /// The moves after that rotation.
    pub moves: Vec<Move>,
    /// The slots that are solved, as seen after that rotation.
    pub slots: Vec<Slot>,
}

/// Nodes that searches took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children made.
    pub made: u64,
}

/// What was found for one stage and one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageResult {
    /// The least number of moves, HTM.
    pub length: u8,
    /// Optimal solutions, as many as asked for and there are: by choice of slots, then in canonical order.
    pub solutions: Vec<Solution>,
    /// What the search for the length took: the same in every run unless it was shared out.
    pub counts: Counts,
}

/// Why a cube could not be analyzed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalyzeError {
    /// A table contradicts itself or the cube.
    #[error(transparent)]
    Table(#[from] Contradiction),
    /// A solution that a search gave does not solve the stage on the cube itself.
    #[error("a solution of stage {stage} does not solve it on the cube: a table file is damaged")]
    Wrong {
        /// The stage.
        stage: &'static str,
    },
    /// It was cancelled.
    #[error("stopped")]
    Cancelled,
}

/// A stage with the space of each of its choices.
struct StageSpaces {
    name: &'static str,
    choices: Vec<TargetSpace>,
}

/// Finds the stages of a variant; made once for many cubes.
pub struct Analyzer {
    lookout: Lookout,
    stages: Vec<StageSpaces>,
    order: Order,
    cancel: Arc<AtomicBool>,
}

/// The tables of the catalogue up to `profile` that bound, or answer, the stages of `variant` at these indices.
///
/// # Panics
/// If a stage index is out of range.
pub fn tables_for(
    variant: &Variant,
    stages: &[usize],
    profile: catalogue::Profile,
) -> Vec<&'static catalogue::Entry> {
    let entries: Vec<_> = CATALOGUE.iter().filter(|e| e.profile <= profile).collect();
    let views: Vec<(&catalogue::Entry, Symmetry)> = entries
        .iter()
        .flat_map(|entry| cosets(entry.coordinate().group()).map(move |s| (*entry, s)))
        .collect();
    let mut useful = vec![false; views.len()];
    for target in stages.iter().flat_map(|i| &variant.stages[*i].choices) {
        let goals = views.iter().map(|(entry, s)| (entry.coordinate().target(), *s));
        bounding(target, goals).into_iter().for_each(|i| useful[i] = true);
    }
    let is_useful = |entry: &&catalogue::Entry| {
        views.iter().zip(&useful).any(|((e, _), useful)| *useful && std::ptr::eq(*e, *entry))
    };
    entries.into_iter().filter(is_useful).collect()
}

impl Analyzer {
    /// An analyzer for the stages of `variant` at these indices, in ascending order, with these tables: any that
    /// bound them; [`tables_for`] says which are useful.
    ///
    /// # Panics
    /// If a stage index is out of range, or the stages are not ascending.
    pub fn new(variant: &Variant, stages: &[usize], tables: &[Arc<Table>]) -> Analyzer {
        assert!(stages.is_sorted_by(|a, b| a < b), "stages must ascend");
        let stages: Vec<_> = stages.iter().map(|i| &variant.stages[*i]).collect();
        let pieces = variant.stages.iter().flat_map(|s| &s.choices).map(|t| t.pieces);
        let all = pieces.reduce(PieceSet::union).unwrap_or_default();
        let base = cubiform_cube::goal::CROSS.to_vec();
        let tracked = Tracked {
            rest: all.edges().filter(|e| !base.contains(e)).collect(),
            base,
            corners: all.corners().collect(),
        };
        let lookout = Lookout::new(tracked, tables);
        let spaces = |stage: &&cubiform_cube::goal::Stage| StageSpaces {
            name: stage.name,
            choices: stage.choices.iter().map(|choice| lookout.space(choice)).collect(),
        };
        let may_precede = |a, b| Move::from_index(a).may_precede(Move::from_index(b));
        Analyzer {
            stages: stages.iter().map(spaces).collect(),
            lookout,
            order: Order::new(Move::COUNT, may_precede),
            cancel: Arc::default(),
        }
    }

    /// A flag that makes running and further analyses stop with [`AnalyzeError::Cancelled`] once it is set.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }

    /// The names of its stages.
    pub fn stages(&self) -> impl ExactSizeIterator<Item = &'static str> {
        self.stages.iter().map(|s| s.name)
    }

    /// Everything asked about `cube`: for each stage, for each colour of the request.
    ///
    /// # Errors
    /// If a table turns out to be damaged, or it is cancelled.
    pub fn analyze(&self, cube: &Cube, request: &Request) -> Result<Vec<Vec<StageResult>>, AnalyzeError> {
        let by_color: Vec<Vec<StageResult>> = if request.parallel {
            request.colors.par_iter().map(|c| self.analyze_color(cube, *c, request)).collect::<Result<_, _>>()
        } else {
            request.colors.iter().map(|c| self.analyze_color(cube, *c, request)).collect::<Result<_, _>>()
        }?;
        let mut columns: Vec<_> = by_color.into_iter().map(Vec::into_iter).collect();
        let row = |_| columns.iter_mut().map(|c| c.next().expect("a result for each stage")).collect();
        Ok((0..self.stages.len()).map(row).collect())
    }

    fn analyze_color(
        &self,
        cube: &Cube,
        color: Color,
        request: &Request,
    ) -> Result<Vec<StageResult>, AnalyzeError> {
        let rotation = Symmetry::bring_down(color);
        let held = cube.conjugate(rotation);
        let mut position = self.lookout.position(&held);
        let mut floor = 0;
        let mut results = Vec::with_capacity(self.stages.len());
        for stage in &self.stages {
            let (length, counts) = self.length(stage, &held, &mut position, floor, request.parallel)?;
            floor = length;
            let mut solutions = Vec::new();
            if request.solutions > 0 {
                for (choice, moves) in self.solutions(stage, &mut position, length, request)? {
                    let target = stage.choices[choice].target();
                    check(stage.name, target, &held, &moves)?;
                    solutions.push(Solution { rotation, moves, slots: target.slots.clone() });
                }
            }
            results.push(StageResult { length, solutions, counts });
        }
        Ok(results)
    }

    /// The least length of a stage, at least `floor`.
    fn length(
        &self,
        stage: &StageSpaces,
        held: &Cube,
        position: &mut Position,
        floor: u8,
        parallel: bool,
    ) -> Result<(u8, Counts), AnalyzeError> {
        // Choices that a table answers bound the others from above.
        let mut best: Option<(Vec<u8>, usize)> = None;
        let mut open = Vec::new();
        for (i, space) in stage.choices.iter().enumerate() {
            match space.exact_way(position)? {
                Some(way) if best.as_ref().is_none_or(|(b, _)| way.len() < b.len()) => {
                    best = Some((way.to_vec(), i));
                }
                Some(_) => {}
                None => open.push((i, space.root(position)?)),
            }
        }
        open.sort_by_key(|(_, root)| root.bound());
        let mut counts = Counts::default();
        let mut bound = open.first().map_or(u8::MAX, |(_, root)| root.bound().max(floor));
        let upper = best.as_ref().map_or(TOO_FAR, |(way, _)| way.len() as u8);
        while bound < upper {
            for (i, root) in open.iter().take_while(|(_, root)| root.bound() <= bound) {
                let space = &stage.choices[*i];
                if let Some(way) = self.first_solution(space, root, bound, parallel, &mut counts)? {
                    check(stage.name, space.target(), held, &to_moves(&way))?;
                    return Ok((bound, counts));
                }
            }
            bound += 1;
        }
        match best {
            Some((way, i)) => {
                check(stage.name, stage.choices[i].target(), held, &to_moves(&way))?;
                Ok((way.len() as u8, counts))
            }
            None => Err(AnalyzeError::Wrong { stage: stage.name }),
        }
    }

    /// Some solution of exactly `depth` moves; the first in canonical order unless the work is shared out.
    fn first_solution(
        &self,
        space: &TargetSpace,
        root: &Node,
        depth: u8,
        parallel: bool,
        counts: &mut Counts,
    ) -> Result<Option<Vec<u8>>, AnalyzeError> {
        if !parallel || depth < WORTH_SPLITTING {
            let mut search = Search::new(space, &self.order, &self.cancel);
            let mut found = None;
            let _ = search.run(root, &[], depth, &mut |path| {
                found = Some(path.to_vec());
                Control::Break(())
            });
            counts.add(&search);
            return self.unless_cancelled(found);
        }
        let mut search = Search::new(space, &self.order, &self.cancel);
        let parts = search.split(root, depth, SPLIT);
        counts.add(&search);
        // Set when one part has found something, or all is cancelled: the other parts end at their next look.
        let stop = AtomicBool::new(false);
        let shared = Mutex::new((None, counts));
        parts.par_iter().for_each(|(prefix, node)| {
            if self.cancel.load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
            }
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let mut search = Search::new(space, &self.order, &stop);
            let mut found = None;
            let _ = search.run(node, prefix, depth - SPLIT, &mut |path| {
                found = Some(path.to_vec());
                stop.store(true, Ordering::Relaxed);
                Control::Break(())
            });
            let mut shared = shared.lock().expect("no search panics with the lock");
            shared.1.add(&search);
            if found.is_some() {
                shared.0 = found;
            }
        });
        self.unless_cancelled(shared.into_inner().expect("no search panics with the lock").0)
    }

    /// The first solutions of `length` moves of a stage, each with the index of its choice.
    fn solutions(
        &self,
        stage: &StageSpaces,
        position: &mut Position,
        length: u8,
        request: &Request,
    ) -> Result<Vec<(usize, Vec<Move>)>, AnalyzeError> {
        let wanted = request.solutions;
        let mut solutions = Vec::new();
        for (i, space) in stage.choices.iter().enumerate() {
            let root = space.root(position)?;
            if root.bound() > length {
                continue;
            }
            let missing = wanted - solutions.len();
            if missing == 0 {
                break;
            }
            let enumerate = |node: &Node, prefix: &[u8], depth: u8| {
                let mut found = Vec::new();
                let mut search = Search::new(space, &self.order, &self.cancel);
                let _ = search.run(node, prefix, depth, &mut |path| {
                    found.push((i, to_moves(path)));
                    if found.len() < missing { Control::Continue(()) } else { Control::Break(()) }
                });
                found
            };
            if request.parallel && length >= WORTH_SPLITTING {
                let parts = Search::new(space, &self.order, &self.cancel).split(&root, length, SPLIT);
                let found: Vec<Vec<_>> =
                    parts.par_iter().map(|(prefix, node)| enumerate(node, prefix, length - SPLIT)).collect();
                solutions.extend(found.into_iter().flatten().take(missing));
            } else {
                solutions.extend(enumerate(&root, &[], length));
            }
        }
        self.unless_cancelled(solutions)
    }

    fn unless_cancelled<T>(&self, value: T) -> Result<T, AnalyzeError> {
        if self.cancel.load(Ordering::Relaxed) { Err(AnalyzeError::Cancelled) } else { Ok(value) }
    }
}

impl Counts {
    fn add(&mut self, search: &Search<'_, TargetSpace>) {
        self.expanded += search.expanded();
        self.made += search.made();
    }
}

fn to_moves(path: &[u8]) -> Vec<Move> {
    path.iter().map(|m| Move::from_index(usize::from(*m))).collect()
}

/// Replays a solution on the whole cube: what tables say is never passed on unproven.
fn check(stage: &'static str, target: &Target, held: &Cube, moves: &[Move]) -> Result<(), AnalyzeError> {
    if target.is_met(&held.apply(moves)) { Ok(()) } else { Err(AnalyzeError::Wrong { stage }) }
}
