//! The minimum length of a stage, with all moves.

use std::sync::Arc;

use cubiform_search::{Path, Pool};

use super::goal::{GoalSearch, StageChoices};
use super::{AnalyzeError, Analyzer, Held, Searchers};
use crate::cfop::choices::Candidate;
use crate::goal_search::target_space::{Node, TargetSpace};
use crate::parallel::shared_frontier::{SharedFrontier, SplitPolicy, TooManyNodes};
use crate::parallel::work_sharing::Counts;

/// With at most so many moves left a part of a search is searched whole: few nodes have that many left and can still
/// reach the goal, and those are over soon. Smaller parts bring the first solution nearer, and cost as much as that saves.
const UNSPLIT_DEPTH: u8 = 11;

/// A search of fewer moves is not split; another one into parts of two moves at least.
const MIN_LENGTH_TO_SPLIT: u8 = 9;
const MIN_SPLIT: u8 = 2;

/// A candidate that has not been met.
struct OpenCandidate {
    candidate: Candidate,
    /// At least so many moves.
    bound: u8,
    /// Where it stands, once that has been looked up.
    root: Option<Root>,
}

enum Root {
    /// A table says how far it is.
    Exact(u8),
    /// A search must find out.
    Node(Node),
}

impl Root {
    fn bound(&self) -> u8 {
        match self {
            Root::Exact(distance) => *distance,
            Root::Node(node) => node.lower_bound(),
        }
    }
}

impl Analyzer {
    /// The minimum length of a stage, which is at least `floor`.
    pub(super) async fn length<'s>(
        &'s self,
        goal: &'s GoalSearch,
        stage: &'s StageChoices,
        held: &mut Held<'s>,
        searchers: &mut Searchers<'s>,
        floor: u8,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> Result<(u8, Counts), AnalyzeError> {
        let mut open: Vec<OpenCandidate> = Vec::with_capacity(stage.candidates.len());
        for candidate in &stage.candidates {
            let positions = &held.positions[goal.probe_set_of[candidate.target]];
            let bound = goal.spaces[candidate.target].known_lower_bound(positions, candidate.frame);
            open.push(OpenCandidate { candidate: *candidate, bound, root: None });
        }
        let mut counts = Counts::default();
        let mut bound = floor;
        while bound <= stage.max_length {
            // Where it stands is looked up only for those that may be met now: it takes hundreds of look-ups.
            for (probe_set, positions) in held.positions.iter_mut().enumerate() {
                let wanted = open.iter().filter(|open| open.bound <= bound && open.root.is_none());
                let tracked = wanted.filter(|open| goal.probe_set_of[open.candidate.target] == probe_set);
                positions.probe_all(tracked.flat_map(|OpenCandidate { candidate, .. }| {
                    let views = goal.spaces[candidate.target].root_probes();
                    views.iter().map(|view| (candidate.frame, *view))
                }))?;
            }
            for open in open.iter_mut().filter(|open| open.bound <= bound && open.root.is_none()) {
                let space = &goal.spaces[open.candidate.target];
                let frame = open.candidate.frame;
                let positions = &mut held.positions[goal.probe_set_of[open.candidate.target]];
                let root = match space.exact_distance(positions, frame)? {
                    Some(distance) => Root::Exact(distance),
                    None => Root::Node(space.root(positions, frame)?),
                };
                open.bound = open.bound.max(root.bound());
                open.root = Some(root);
            }
            let least = open.iter().map(|open| open.bound).min().unwrap_or(u8::MAX);
            if least > bound {
                bound = least;
                continue;
            }
            let mut searched = Vec::new();
            for OpenCandidate { candidate, root, .. } in open.iter().filter(|open| open.bound <= bound) {
                let space = &goal.spaces[candidate.target];
                match root {
                    // What a table answers needs no search.
                    Some(Root::Exact(distance)) => {
                        let positions = &held.positions[goal.probe_set_of[candidate.target]];
                        let way = space.exact_solution(positions, candidate.frame)?.unwrap_or_default();
                        if way.len() != usize::from(*distance) {
                            return Err(stage.wrong());
                        }
                        stage.check(*candidate, &held.cube, &goal.moves(*candidate, &way))?;
                        return Ok((way.len() as u8, counts));
                    }
                    Some(Root::Node(node)) => searched.push((*candidate, space, node)),
                    None => {}
                }
            }
            searched.sort_by_cached_key(|(_, space, node)| (node.lower_bound(), space.estimate(node, bound)));
            for (candidate, space, root) in searched {
                let found = self.solution(space, root, bound, searchers, pool, &mut counts).await;
                if let Some(way) = found.map_err(|TooManyNodes| self.too_many_nodes(stage))? {
                    stage.check(candidate, &held.cube, &goal.moves(candidate, &way))?;
                    return Ok((bound, counts));
                }
            }
            bound += 1;
        }
        Err(stage.wrong())
    }

    pub(super) fn too_many_nodes(&self, stage: &StageChoices) -> AnalyzeError {
        AnalyzeError::TooManyNodes { stage: stage.stage.name.to_string(), nodes: self.limit.most() }
    }

    /// Some solution of exactly `depth` moves. The limit is one for all searches that are counted together.
    async fn solution<'s>(
        &'s self,
        space: &'s TargetSpace,
        root: &Node,
        depth: u8,
        searchers: &mut Searchers<'s>,
        pool: Option<&Arc<Pool<'s>>>,
        counts: &mut Counts,
    ) -> Result<Option<Vec<u8>>, TooManyNodes> {
        let spent = counts.expanded;
        if depth < MIN_LENGTH_TO_SPLIT {
            let alone = &mut searchers.alone;
            alone.start(space, root, &[], depth, 0);
            let found = alone.next_solution_while(|nodes| self.limit.allows(spent + nodes)).await;
            *counts += Counts::of(alone);
            let is_within = found.is_some() || self.limit.allows(counts.expanded);
            return if is_within { Ok(found) } else { Err(TooManyNodes) };
        }
        let whole = UNSPLIT_DEPTH.min(depth - MIN_SPLIT);
        let remoteness = Box::new(|node: &Node, left| space.estimate(node, left));
        let all = vec![(Path::new(&[]), root.clone())];
        let parts = SharedFrontier::new(
            space,
            all,
            depth,
            SplitPolicy { unsplit_depth: whole, estimate: remoteness },
            (&self.limit, spent),
        )
        .await;
        let (mut found, took) = parts.solutions(&mut searchers.searches, None, pool).await?;
        *counts += took;
        Ok(found.pop())
    }
}
