//! The minimum length of a stage with all moves: iterative deepening over all candidates of the stage.

use std::sync::Arc;

use cubiform_cube::{Cube, Move};
use cubiform_search::parallel::{Counts, GivenUp, SharedFrontier, SplitPolicy};
use cubiform_search::{Deepening, Limits, Path, Pool, Search};

use super::goal::{GoalSearch, OrientedCube, StageCandidates};
use super::{AnalyzeError, Analyzer, Searchers};
use crate::cfop::choices::Candidate;
use crate::goal_search::target_space::{Node, TargetSpace};

/// The maximum number of moves left at which a subproblem is not split further. Few of its nodes can still reach the
/// goal; smaller subproblems lead to a first solution sooner, but cost as much as that saves.
const UNSPLIT_DEPTH: u8 = 11;

/// The minimum length of a search that is split.
const MIN_LENGTH_TO_SPLIT: u8 = 9;
/// The minimum number of moves after which such a search is split.
const MIN_SPLIT: u8 = 2;

/// A candidate that has no solution of the lengths searched so far.
struct OpenCandidate {
    candidate: Candidate,
    /// A lower bound on its length.
    lower_bound: u8,
    /// Its root, once the distances of the root have been looked up.
    root: Option<Root>,
}

/// The root of a candidate.
enum Root {
    /// The distance, from a table of just this target.
    Exact(u8),
    /// The node that a search starts from.
    Node(Node),
}

impl Root {
    fn lower_bound(&self) -> u8 {
        match self {
            Root::Exact(distance) => *distance,
            Root::Node(node) => node.lower_bound(),
        }
    }
}

impl Analyzer {
    /// Returns the minimum length of a stage, at least `floor`, and the node counts of its searches.
    ///
    /// # Errors
    /// If a table is damaged, or a search exceeds the node limit.
    pub(super) async fn min_length<'s>(
        &'s self,
        goal: &'s GoalSearch,
        stage: &'s StageCandidates,
        oriented: &mut OrientedCube<'s>,
        searchers: &mut Searchers<'s>,
        floor: u8,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> Result<(u8, Counts), AnalyzeError> {
        let mut open: Vec<OpenCandidate> = Vec::with_capacity(stage.candidates.len());
        for candidate in &stage.candidates {
            let lower_bound = goal.known_lower_bound(*candidate, oriented);
            open.push(OpenCandidate { candidate: *candidate, lower_bound, root: None });
        }
        let mut counts = Counts::default();
        let mut deepening = Deepening::new(floor, &Limits::at_most(stage.max_length));
        while let Ok(length) = deepening.next_length() {
            // Distances of a root take many look-ups: they are computed only for candidates that may have this length.
            for (probe_set, root_distances) in oriented.root_distances.iter_mut().enumerate() {
                let pending = open.iter().filter(|open| open.lower_bound <= length && open.root.is_none());
                let of_probe_set =
                    pending.filter(|open| goal.probe_set_of[open.candidate.target] == probe_set);
                root_distances.probe_all(of_probe_set.flat_map(|OpenCandidate { candidate, .. }| {
                    let probes = goal.spaces[candidate.target].root_probes();
                    probes.iter().map(|probe| (candidate.frame, *probe))
                }))?;
            }
            for open in open.iter_mut().filter(|open| open.lower_bound <= length && open.root.is_none()) {
                let space = &goal.spaces[open.candidate.target];
                let frame = open.candidate.frame;
                let root_distances = &mut oriented.root_distances[goal.probe_set_of[open.candidate.target]];
                let root = match space.exact_distance(root_distances, frame)? {
                    Some(distance) => Root::Exact(distance),
                    None => Root::Node(space.root(root_distances, frame)?),
                };
                open.lower_bound = open.lower_bound.max(root.lower_bound());
                open.root = Some(root);
            }
            let smallest_bound = open.iter().map(|open| open.lower_bound).min().unwrap_or(u8::MAX);
            if smallest_bound > length {
                deepening.raise_to(smallest_bound);
                continue;
            }
            let mut to_search = Vec::new();
            for OpenCandidate { candidate, root, .. } in open.iter().filter(|open| open.lower_bound <= length)
            {
                let space = &goal.spaces[candidate.target];
                match root {
                    // An exact distance needs no search.
                    Some(Root::Exact(distance)) => {
                        let root_distances = &oriented.root_distances[goal.probe_set_of[candidate.target]];
                        let path = space.exact_solution(root_distances, candidate.frame)?.unwrap_or_default();
                        if path.len() != usize::from(*distance) {
                            return Err(stage.invalid_solution());
                        }
                        goal.solution(stage, *candidate, &oriented.cube, &path)?;
                        return Ok((path.len() as u8, counts));
                    }
                    Some(Root::Node(node)) => to_search.push((*candidate, space, node)),
                    None => {}
                }
            }
            to_search
                .sort_by_cached_key(|(_, space, node)| (node.lower_bound(), space.estimate(node, length)));
            for (candidate, space, root) in to_search {
                let path = self.find_solution(space, root, length, searchers, pool, &mut counts).await;
                if let Some(path) = path.map_err(|_| self.too_many_nodes(stage))? {
                    goal.solution(stage, candidate, &oriented.cube, &path)?;
                    return Ok((length, counts));
                }
            }
        }
        Err(stage.invalid_solution())
    }

    /// Returns the error for a search that exceeded the node limit.
    pub(super) fn too_many_nodes(&self, stage: &StageCandidates) -> AnalyzeError {
        AnalyzeError::TooManyNodes { stage: stage.stage.name.to_string(), nodes: self.limit.max_nodes }
    }

    /// Returns the next solution of a search for a candidate, or `None` if there are no more.
    ///
    /// # Errors
    /// If the search exceeds the node limit, or the solution does not meet the stage.
    pub(super) async fn next_solution(
        &self,
        search: &mut Search<'_, TargetSpace>,
        goal: &GoalSearch,
        (stage, candidate): (&StageCandidates, Candidate),
        oriented: &Cube,
    ) -> Result<Option<Vec<Move>>, AnalyzeError> {
        match search.next_solution_while(|nodes| self.limit.allows(nodes)).await {
            Some(path) => goal.solution(stage, candidate, oriented, &path).map(Some),
            None if self.limit.allows(search.expanded()) => Ok(None),
            None => Err(self.too_many_nodes(stage)),
        }
    }

    /// Searches for a solution of exactly `depth` moves. The node limit applies to all searches that are summed in
    /// `counts`.
    async fn find_solution<'s>(
        &'s self,
        space: &'s TargetSpace,
        root: &Node,
        depth: u8,
        searchers: &mut Searchers<'s>,
        pool: Option<&Arc<Pool<'s>>>,
        counts: &mut Counts,
    ) -> Result<Option<Vec<u8>>, GivenUp> {
        let spent = counts.expanded;
        if depth < MIN_LENGTH_TO_SPLIT {
            let search = &mut searchers.single;
            search.start(space, root, &[], depth, 0);
            let path = search.next_solution_while(|nodes| self.limit.allows(spent + nodes)).await;
            *counts += Counts::new(search);
            let is_within = path.is_some() || self.limit.allows(counts.expanded);
            return if is_within { Ok(path) } else { Err(GivenUp::TooManyNodes) };
        }
        let unsplit_depth = UNSPLIT_DEPTH.min(depth - MIN_SPLIT);
        let estimate = Box::new(|node: &Node, depth_left| space.estimate(node, depth_left));
        let roots = vec![(Path::new(&[]), root.clone())];
        let frontier = SharedFrontier::new(
            space,
            roots,
            depth,
            SplitPolicy { unsplit_depth, estimate },
            (&self.limit, spent),
        )
        .await;
        let (mut paths, frontier_counts) = frontier.solutions(&mut searchers.interleaved, None, pool).await?;
        *counts += frontier_counts;
        Ok(paths.pop())
    }
}
