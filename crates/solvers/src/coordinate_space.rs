//! The search space of states that are tuples of enumerated coordinates.

use std::sync::Arc;

use cubiform_search::Space;
use cubiform_store::distance_table::{UNREACHED, distances_until, histogram};
use cubiform_threads::CancelToken;

use crate::enumerated_coordinate::EnumeratedCoordinate;

/// The maximum number of coordinates.
pub(crate) const MAX_COORDINATES: usize = 8;

/// A state: the number of each coordinate.
pub(crate) type Numbers = [u32; MAX_COORDINATES];

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

/// A search space of tuples of coordinates that have the same moves. The goal is distance 0 in all of them, or [other
/// states](CoordinateSpace::toward).
///
/// The lower bound of a state is the largest distance of a coordinate, or the exact distance once
/// [all are computed](CoordinateSpace::with_all_distances).
pub(crate) struct CoordinateSpace {
    coordinates: Arc<[EnumeratedCoordinate]>,
    /// The distance of every state, by index; empty if they are not computed.
    distances: Vec<u8>,
    /// Whether there are other goals, so that the distances of the coordinates are no lower bounds.
    has_other_goals: bool,
}

impl CoordinateSpace {
    /// Creates the space of some coordinates.
    ///
    /// # Panics
    /// If there are more than [`MAX_COORDINATES`].
    pub(crate) fn new(coordinates: Vec<EnumeratedCoordinate>) -> CoordinateSpace {
        assert!(coordinates.len() <= MAX_COORDINATES, "few coordinates");
        CoordinateSpace { coordinates: coordinates.into(), distances: Vec::new(), has_other_goals: false }
    }

    /// Creates the space of some coordinates, each with a single goal, and computes all distances of their product. A search
    /// is then a walk to the goal. Returns `None` if `cancel` was set.
    pub(crate) fn with_all_distances(
        coordinates: Vec<EnumeratedCoordinate>,
        moves: usize,
        cancel: &CancelToken,
    ) -> Option<CoordinateSpace> {
        let space = CoordinateSpace::new(coordinates).toward([0], 0..moves, cancel)?;
        Some(CoordinateSpace { has_other_goals: false, ..space })
    }

    /// Returns the space of the same coordinates with the distances to the states with these indices by some of the moves.
    /// Returns `None` if `cancel` was set.
    pub(crate) fn toward(
        &self,
        goals: impl IntoIterator<Item = usize>,
        moves: impl Iterator<Item = usize> + Clone,
        cancel: &CancelToken,
    ) -> Option<CoordinateSpace> {
        let size = self.coordinates.iter().map(EnumeratedCoordinate::count).product();
        let is_stopped = || cancel.is_cancelled();
        let distances = distances_until(size, goals, u8::MAX, is_stopped, |index, reached| {
            let numbers = self.numbers(index);
            reached.extend(moves.clone().map(|m| self.index_by(&numbers, |c, number| c.turned(number, m))));
        })?;
        Some(CoordinateSpace { coordinates: Arc::clone(&self.coordinates), distances, has_other_goals: true })
    }

    /// Returns the indices of the states that have a distance and meet a condition on the numbers of their coordinates.
    pub(crate) fn indices(&self, is_met: impl Fn(&Numbers) -> bool) -> impl Iterator<Item = usize> {
        (0..self.distances.len())
            .filter(move |index| self.distances[*index] != UNREACHED && is_met(&self.numbers(*index)))
    }

    /// Returns the node of the state whose coordinates have these keys, or `None` if the moves do not reach it.
    pub(crate) fn node(&self, keys: impl IntoIterator<Item = u64>) -> Option<Node> {
        let mut node = Node::default();
        for ((number, coordinate), key) in node.numbers.iter_mut().zip(self.coordinates.iter()).zip(keys) {
            *number = coordinate.number(key)?;
            node.lower_bound = node.lower_bound.max(self.bound_of(coordinate, *number));
        }
        node.lower_bound = self.refined(&node);
        Some(node)
    }

    /// Returns the number of states at each distance, if all distances are computed.
    pub(crate) fn histogram(&self) -> Vec<u64> {
        histogram(&self.distances)
    }

    /// Returns the lower bound by one coordinate.
    #[inline(always)]
    fn bound_of(&self, coordinate: &EnumeratedCoordinate, number: u32) -> u8 {
        if self.has_other_goals { 0 } else { coordinate.distance(number) }
    }

    /// Returns the exact distance of a node, if all are computed, or else its lower bound.
    #[inline(always)]
    fn refined(&self, node: &Node) -> u8 {
        if self.distances.is_empty() {
            return node.lower_bound;
        }
        self.distances[self.index_by(&node.numbers, |_, number| number)]
    }

    /// Returns the index of a state after each number is replaced by its image.
    #[inline(always)]
    fn index_by(&self, numbers: &Numbers, image: impl Fn(&EnumeratedCoordinate, u32) -> u32) -> usize {
        let digits = self.coordinates.iter().zip(numbers);
        digits.fold(0, |index, (coordinate, number)| {
            index * coordinate.count() + image(coordinate, *number) as usize
        })
    }

    /// Returns the state of an index.
    fn numbers(&self, mut index: usize) -> Numbers {
        let mut numbers = Numbers::default();
        for (number, coordinate) in
            numbers[..self.coordinates.len()].iter_mut().zip(self.coordinates.iter()).rev()
        {
            *number = (index % coordinate.count()) as u32;
            index /= coordinate.count();
        }
        numbers
    }
}

impl Space for CoordinateSpace {
    type Node = Node;
    type Children = Children;
    /// The moves left at a child.
    type Plan = u8;

    fn plan(&self, _: &Node, child_depth_left: u8) -> u8 {
        child_depth_left
    }

    fn expand(&self, child_depth_left: &u8, parent: &Node, moves: u64, children: &mut Children) -> u32 {
        children.alive = 0;
        let mut left = moves;
        while left != 0 {
            let m = left.trailing_zeros() as usize;
            left &= left - 1;
            let child = &mut children.nodes[m];
            child.lower_bound = 0;
            for ((coordinate, number), turned) in
                self.coordinates.iter().zip(parent.numbers).zip(&mut child.numbers)
            {
                *turned = coordinate.turned(number, m);
                child.lower_bound = child.lower_bound.max(self.bound_of(coordinate, *turned));
                if child.lower_bound > *child_depth_left {
                    break;
                }
            }
            if child.lower_bound <= *child_depth_left {
                child.lower_bound = self.refined(child);
                children.alive |= u64::from(child.lower_bound <= *child_depth_left) << m;
            }
        }
        0
    }

    fn prune(&self, _: &u8, _: &Node, children: &mut Children, alive: u64, _: usize) -> u64 {
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
