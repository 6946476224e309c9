//! What the search needs to know of the thing it searches.

/// A space of nodes joined by moves, with a lower bound on the moves to its goal.
///
/// The search makes all children of a node first and tests them in rounds, so that a space whose bounds are
/// table look-ups can have many of them under way at a time: [`child`](Space::child) and
/// [`request`](Space::request) compute where a round's look-ups lie and prefetch, [`admit`](Space::admit) reads
/// them.
pub trait Space {
    /// A state with everything that is carried along a path (coordinates, distances).
    type Node: Clone;
    /// A child between being made and being admitted. Its default is a place to make one in.
    type Child: Default;
    /// What the children of one node have in common: which look-ups to make in which round.
    type Plan;

    /// How the children of `parent` are tested, which will have `budget` moves left.
    fn plan(&self, parent: &Self::Node, budget: u8) -> Self::Plan;

    /// In how many rounds a child is tested; at least one.
    fn rounds(&self) -> usize;

    /// Makes `child` the child of `parent` by move `m`, and starts the look-ups of round 0. What was in its place
    /// is of no account.
    fn child(&self, plan: &Self::Plan, parent: &Self::Node, m: u8, child: &mut Self::Child);

    /// Starts the look-ups of a round after the first; whether there are any.
    fn request(&self, plan: &Self::Plan, child: &mut Self::Child, round: usize) -> bool;

    /// Whether, as far as the look-ups of this round tell, the child can still reach the goal.
    fn admit(&self, plan: &Self::Plan, parent: &Self::Node, child: &mut Self::Child, round: usize) -> bool;

    /// The node that a child admitted in every round has become.
    fn settle(&self, child: &Self::Child) -> Self::Node;

    /// Whether the node is at the goal.
    fn is_goal(&self, node: &Self::Node) -> bool;
}
