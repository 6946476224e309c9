//! The interface between the search and the states that it searches.

/// A search space: nodes joined by moves, with a lower bound on the number of moves to the goal.
///
/// [`Search`](crate::Search) handles the children of a node in steps, so that a space whose bounds come from table
/// look-ups can keep many of them in flight:
///
/// 1. [`plan`](Space::plan) decides which look-ups the children need, and [`candidate_moves`](Space::candidate_moves)
///    which children are worth generating.
/// 2. [`expand`](Space::expand) generates them and computes the addresses of the look-ups of round 0;
///    [`request`](Space::request) computes those of later rounds. A space may instead collect the look-ups of several
///    subproblems, its [`Requests`](Space::Requests), and [locate](Space::locate) them together.
/// 3. [`prefetch`](Space::prefetch) requests those cache lines; the thread turns to other subproblems meanwhile.
/// 4. [`prune`](Space::prune) reads them and drops every child whose lower bound exceeds the moves left.
/// 5. [`commit`](Space::commit) builds the node of a survivor, when the search descends to it.
///
/// A space without look-ups is described more briefly as a [`SimpleSpace`](crate::SimpleSpace).
///
/// A set of children is a bit mask: bit `m` stands for the child reached by move `m`.
pub trait Space {
    /// A state and the values carried along a path (coordinates, distances).
    type Node: Clone + Default;
    /// Scratch memory for the children of one node while they are tested.
    type Children: Default;
    /// The look-ups that the children of one node need, by round.
    type Plan;
    /// Look-ups of several subproblems that are located together, or `()`.
    type Requests: Default + Send;

    /// Plans the look-ups for the children of `parent`, each of which has `child_depth_left` moves left.
    fn plan(&self, parent: &Self::Node, child_depth_left: u8) -> Self::Plan;

    /// Returns a lower bound on the number of moves from a root to the goal: the first length of an iterative deepening.
    /// Defaults to 0.
    fn lower_bound(&self, root: &Self::Node) -> u8 {
        let _ = root;
        0
    }

    /// Prefetches what [`plan`](Space::plan) reads for a root that was kept for a while. Returns whether that is worth a
    /// step of the search. Defaults to nothing.
    #[inline(always)]
    fn prefetch_root(&self, root: &Self::Node) -> bool {
        let _ = root;
        false
    }

    /// Returns the subset of `moves` whose children are worth generating, decided without look-ups. Defaults to all.
    ///
    /// `moves` is the set that the canonical order allows. The search passes the result to [`expand`](Space::expand).
    #[inline(always)]
    fn candidate_moves(&self, plan: &Self::Plan, parent: &Self::Node, moves: u64) -> u64 {
        let _ = (plan, parent);
        moves
    }

    /// Returns the number of rounds of look-ups, at least one. Defaults to one.
    #[inline(always)]
    fn rounds(&self, plan: &Self::Plan) -> usize {
        let _ = plan;
        1
    }

    /// Generates the children of `parent` by `moves`, and computes the addresses of the look-ups of round 0. Returns
    /// the number of look-ups. `children` is overwritten.
    fn expand(
        &self,
        plan: &Self::Plan,
        parent: &Self::Node,
        moves: u64,
        children: &mut Self::Children,
        requests: &mut Self::Requests,
    ) -> u32;

    /// Computes the addresses of the look-ups of `round`, 1 or more, for the children in `alive`, which survived the
    /// round before. Returns the number of look-ups. Defaults to none.
    #[inline(always)]
    fn request(
        &self,
        plan: &Self::Plan,
        children: &mut Self::Children,
        alive: u64,
        round: usize,
        requests: &mut Self::Requests,
    ) -> u32 {
        let _ = (plan, children, alive, round, requests);
        0
    }

    /// Locates and prefetches the look-ups requested since the last call, once all subproblems have read those before.
    /// Defaults to nothing.
    #[inline(always)]
    fn locate(&self, requests: &mut Self::Requests) {
        let _ = requests;
    }

    /// Prefetches the cache lines that `round` reads for the children in `alive`. Defaults to nothing.
    ///
    /// It is separate from [`expand`](Space::expand) and [`request`](Space::request) so that the look-ups of several
    /// subproblems are prefetched together.
    #[inline(always)]
    fn prefetch(&self, plan: &Self::Plan, children: &Self::Children, alive: u64, round: usize) {
        let _ = (plan, children, alive, round);
    }

    /// Returns the children in `alive` that can still reach the goal, by the look-ups of `round`.
    ///
    /// In round 0 `alive` has all children that were generated, in later rounds those that were
    /// [requested](Space::request).
    fn prune(
        &self,
        plan: &Self::Plan,
        parent: &Self::Node,
        children: &mut Self::Children,
        alive: u64,
        round: usize,
        requests: &Self::Requests,
    ) -> u64;

    /// Writes the node of the child of `parent` by move `m`, which survived every round, to `child`, which is
    /// overwritten.
    fn commit(
        &self,
        plan: &Self::Plan,
        parent: &Self::Node,
        children: &Self::Children,
        m: u8,
        child: &mut Self::Node,
    );

    /// Returns whether the node is at the goal.
    fn is_goal(&self, node: &Self::Node) -> bool;
}
