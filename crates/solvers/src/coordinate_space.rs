//! The search space of states that are tuples of enumerated coordinates.

use std::sync::Arc;

use cubiform_search::Space;
use cubiform_store::distance_table::{UNREACHED, histogram};
use cubiform_threads::CancelToken;

use crate::joint_distances::{EnumeratedCoordinate, JointDistances, MAX_COORDINATES, Numbers};
use crate::move_order::bits;

/// A state and a lower bound on its distance.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    numbers: Numbers,
    lower_bound: u8,
}

/// The children of a node, by move.
pub(crate) struct Children {
    nodes: Vec<Node>,
    alive: u64,
}

impl Default for Children {
    fn default() -> Children {
        Children { nodes: vec![Node::default(); cubiform_search::MAX_MOVES], alive: 0 }
    }
}

/// What a move of the search does, and what must follow it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    /// The move of the coordinates, or `None` for a pause.
    pub(crate) step: Option<u8>,
    /// The number of pauses that must follow, so that a turn can count as several moves.
    pub(crate) pauses: u8,
}

/// A lower bound of a state: the distance of a coordinate, or of a product.
struct Bound {
    /// The coordinates that no earlier bound has looked at, which are turned for this one.
    turned: Vec<usize>,
    distances: Distances,
}

/// Where the distances of a bound are: in a product or in a coordinate, by its index.
enum Distances {
    Joint(usize),
    Coordinate(usize),
}

/// A search space of tuples of coordinates that have the same moves. The goal is distance 0 in all of them.
///
/// The lower bound of a state is the largest distance of a coordinate or of a product of coordinates. With
/// [all distances](CoordinateSpace::with_all_distances) it is exact.
pub(crate) struct CoordinateSpace {
    coordinates: Arc<[EnumeratedCoordinate]>,
    /// Distances of products of coordinates.
    joints: Vec<JointDistances>,
    /// The products, then the coordinates that are in none.
    bounds: Vec<Bound>,
    /// The moves of the search.
    slots: Vec<Slot>,
}

impl CoordinateSpace {
    /// Creates the space of some coordinates, bounded by the distances of these products too. The moves of a search are those
    /// of the coordinates, or else `slots`.
    ///
    /// # Panics
    /// If there are more than [`MAX_COORDINATES`].
    pub(crate) fn new(
        coordinates: Vec<EnumeratedCoordinate>,
        joints: Vec<JointDistances>,
        slots: Option<Vec<Slot>>,
    ) -> CoordinateSpace {
        let moves = coordinates.first().map_or(0, |coordinate| coordinate.moves) as u8;
        let slots = slots.unwrap_or_else(|| (0..moves).map(|m| Slot { step: Some(m), pauses: 0 }).collect());
        CoordinateSpace::bounded(coordinates.into(), joints, slots)
    }

    fn bounded(
        coordinates: Arc<[EnumeratedCoordinate]>,
        joints: Vec<JointDistances>,
        slots: Vec<Slot>,
    ) -> CoordinateSpace {
        assert!(coordinates.len() <= MAX_COORDINATES, "few coordinates");
        let mut bounds: Vec<Bound> = Vec::new();
        let mut add = |distances, members: &[usize]| {
            let is_new = |i: &usize| !bounds.iter().any(|bound| bound.turned.contains(i));
            let turned: Vec<usize> = members.iter().copied().filter(is_new).collect();
            bounds.push(Bound { turned, distances });
        };
        for (i, joint) in joints.iter().enumerate() {
            add(Distances::Joint(i), &joint.members);
        }
        let is_in_joint = |i: usize| joints.iter().any(|joint| joint.members.contains(&i));
        for i in (0..coordinates.len()).filter(|i| !is_in_joint(*i)) {
            add(Distances::Coordinate(i), &[i]);
        }
        CoordinateSpace { coordinates, joints, bounds, slots }
    }

    /// Creates the space of some coordinates, each with a single goal, and computes all distances of their product. A search
    /// is then a walk to the goal. Returns `None` if `cancel` was set.
    pub(crate) fn with_all_distances(
        coordinates: Vec<EnumeratedCoordinate>,
        cancel: &CancelToken,
    ) -> Option<CoordinateSpace> {
        let space = CoordinateSpace::new(coordinates, Vec::new(), None);
        space.toward([Numbers::default()], 0..space.slots.len(), cancel)
    }

    /// Returns the space of the same coordinates with all distances to these states by some of the moves. Returns `None` if
    /// `cancel` was set.
    pub(crate) fn toward(
        &self,
        goals: impl IntoIterator<Item = Numbers>,
        moves: impl Iterator<Item = usize>,
        cancel: &CancelToken,
    ) -> Option<CoordinateSpace> {
        let count = self.coordinates.len();
        let goals = goals.into_iter().map(|numbers| numbers[..count].to_vec());
        let moves: Vec<usize> = moves.collect();
        let joint = JointDistances::new(&self.coordinates, (0..count).collect(), goals, &moves, cancel)?;
        Some(CoordinateSpace::bounded(Arc::clone(&self.coordinates), vec![joint], self.slots.clone()))
    }

    /// Returns the states that have a distance and meet a condition on the numbers of their coordinates, if all distances are
    /// computed.
    pub(crate) fn states(&self, is_met: impl Fn(&Numbers) -> bool) -> impl Iterator<Item = Numbers> {
        self.joints
            .first()
            .into_iter()
            .flat_map(JointDistances::reached)
            .filter(move |numbers| is_met(numbers))
    }

    /// Returns the node of the state whose coordinates have these keys, or `None` if the moves do not reach it.
    pub(crate) fn node(&self, keys: impl IntoIterator<Item = u64>) -> Option<Node> {
        let mut node = Node::default();
        for ((number, coordinate), key) in node.numbers.iter_mut().zip(self.coordinates.iter()).zip(keys) {
            *number = coordinate.number(key)?;
        }
        node.lower_bound =
            self.bounds.iter().map(|bound| self.distance(bound, &node.numbers)).max().unwrap_or(0);
        (node.lower_bound < UNREACHED).then_some(node)
    }

    /// Returns the number of states at each distance, if all distances are computed.
    pub(crate) fn histogram(&self) -> Vec<u64> {
        self.joints.first().map(|joint| histogram(&joint.distances)).unwrap_or_default()
    }

    #[inline(always)]
    fn distance(&self, bound: &Bound, numbers: &Numbers) -> u8 {
        match bound.distances {
            Distances::Joint(joint) => self.joints[joint].distance(numbers),
            Distances::Coordinate(i) => self.coordinates[i].distance(numbers[i]),
        }
    }
}

impl Space for CoordinateSpace {
    type Node = Node;
    type Children = Children;
    /// The moves left at a child.
    type Plan = u8;
    type Requests = ();

    fn plan(&self, _: &Node, child_depth_left: u8) -> u8 {
        child_depth_left
    }

    fn expand(
        &self,
        child_depth_left: &u8,
        parent: &Node,
        moves: u64,
        children: &mut Children,
        (): &mut (),
    ) -> u32 {
        children.alive = 0;
        for m in bits(moves) {
            let (Slot { step, pauses }, child) = (self.slots[m], &mut children.nodes[m]);
            *child = Node { numbers: parent.numbers, lower_bound: 0 };
            // Most children are too far by the first bound, so that the other coordinates need not be turned.
            for bound in &self.bounds {
                if let Some(step) = step {
                    for i in bound.turned.iter().copied() {
                        child.numbers[i] = self.coordinates[i].turned(parent.numbers[i], step.into());
                    }
                }
                child.lower_bound = child.lower_bound.max(self.distance(bound, &child.numbers));
                if child.lower_bound > *child_depth_left {
                    break;
                }
            }
            child.lower_bound = child.lower_bound.saturating_add(pauses);
            children.alive |= u64::from(child.lower_bound <= *child_depth_left) << m;
        }
        0
    }

    fn prune(&self, _: &u8, _: &Node, children: &mut Children, alive: u64, _: usize, (): &()) -> u64 {
        alive & children.alive
    }

    fn commit(&self, _: &u8, _: &Node, children: &Children, m: u8, child: &mut Node) {
        *child = children.nodes[usize::from(m)];
    }

    fn lower_bound(&self, node: &Node) -> u8 {
        node.lower_bound
    }

    fn is_goal(&self, node: &Node) -> bool {
        node.lower_bound == 0
    }
}
