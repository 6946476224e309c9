//! What the search needs to know of the thing it searches.

/// A space of nodes joined by moves, with a lower bound on the moves to its goal.
///
/// The search makes all children of a node first that are worth it, its *brood*, and tests them in rounds, so that a
/// space whose bounds are table look-ups can have many of them under way at a time: [`children`](Space::children) and
/// [`request`](Space::request) compute where a round's look-ups lie, [`fetch`](Space::fetch) has the memory fetch them,
/// and [`admit`](Space::admit) reads them. A set of children is a set of moves: bit `m` stands for the child by move `m`.
pub trait Space {
    /// A state with everything that is carried along a path (coordinates, distances); by default none in particular.
    type Node: Clone + Default;
    /// Room for the children of a node while they are tested.
    type Children: Default;
    /// What the children of one node have in common: which look-ups to make in which round.
    type Plan;

    /// How the children of `parent` are tested, which will have `budget` moves left.
    fn plan(&self, parent: &Self::Node, budget: u8) -> Self::Plan;

    /// Those of `moves`, which the order allows, that are worth making from `parent`: all, unless a space knows better
    /// before any look-up. What it refuses here it need not refuse again: [`children`](Space::children) is only asked for
    /// what was given here, of the same plan and parent.
    #[inline(always)]
    fn candidate_moves(&self, plan: &Self::Plan, parent: &Self::Node, moves: u64) -> u64 {
        let _ = (plan, parent);
        moves
    }

    /// In how many rounds they are tested; at least one, and just that unless a space says otherwise.
    #[inline(always)]
    fn rounds(&self, plan: &Self::Plan) -> usize {
        let _ = plan;
        1
    }

    /// Makes the children of `parent` by `moves`, and finds where the look-ups of round 0 lie; how many there are. What was
    /// in `brood` is of no account.
    fn expand(&self, plan: &Self::Plan, parent: &Self::Node, moves: u64, brood: &mut Self::Children) -> u32;

    /// Finds where the look-ups of a round after the first lie for the children in `alive`, which are what the round before
    /// [admitted](Space::admit); how many there are: none, for a space of one round.
    #[inline(always)]
    fn request(&self, plan: &Self::Plan, brood: &mut Self::Children, alive: u64, round: usize) -> u32 {
        let _ = (plan, brood, alive, round);
        0
    }

    /// Has the memory fetch what a round will read for the children in `alive`, which were made or requested before: apart
    /// from that, so that what several searches ask for is fetched together. Nothing, if a space has it fetched sooner.
    #[inline(always)]
    fn prefetch(&self, plan: &Self::Plan, brood: &Self::Children, alive: u64, round: usize) {
        let _ = (plan, brood, alive, round);
    }

    /// Those of the children in `alive` that, as far as the look-ups of this round tell, can still reach the goal. In round
    /// 0 these are all that were made, later those for which look-ups were [requested](Space::request).
    fn prune(
        &self,
        plan: &Self::Plan,
        parent: &Self::Node,
        brood: &mut Self::Children,
        alive: u64,
        round: usize,
    ) -> u64;

    /// Makes `child` the node that the child of `parent` by move `m`, admitted in every round, has become. What was in it
    /// is of no account.
    fn commit(
        &self,
        plan: &Self::Plan,
        parent: &Self::Node,
        brood: &Self::Children,
        m: u8,
        child: &mut Self::Node,
    );

    /// Whether the node is at the goal.
    fn is_goal(&self, node: &Self::Node) -> bool;
}
