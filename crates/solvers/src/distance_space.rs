//! Shortest paths with a few face turns, where every distance is known.

use cubiform_cube::{Cube, Move};
use cubiform_search::{Limits, MoveOrder, Search, Solution, Space as _, Stopped, ida_star, run_alone};
use cubiform_threads::CancelToken;

use crate::coordinate_space::{CoordinateSpace, Node};
use crate::joint_distances::{EnumeratedCoordinate, Numbers};

/// A coordinate: a number for each cube that is equal for cubes that need not be distinguished.
pub(crate) type CoordinateFn = fn(&Cube) -> usize;

/// Enumerates the values of a coordinate that these moves reach from the solved cube. Returns `None` if `cancel` was set.
pub(crate) fn enumerate(
    coordinate: CoordinateFn,
    moves: &[Move],
    cancel: &CancelToken,
) -> Option<(EnumeratedCoordinate, Vec<Cube>)> {
    let key = |cube: &Cube| coordinate(cube) as u64;
    let turn = |cube: &Cube, m: usize| cube.turn(moves[m]);
    EnumeratedCoordinate::new(usize::MAX, [Cube::SOLVED], moves.len(), key, turn, cancel)
}

/// The states that a few moves and some coordinates distinguish, with all distances from the solved one.
pub(crate) struct DistanceSpace {
    moves: Vec<Move>,
    order: MoveOrder,
    coordinates: Vec<CoordinateFn>,
    space: CoordinateSpace,
}

impl DistanceSpace {
    /// Numbers the coordinates and computes all distances. Returns `None` if `cancel` was set.
    pub(crate) fn new(
        moves: Vec<Move>,
        coordinates: &[CoordinateFn],
        cancel: &CancelToken,
    ) -> Option<DistanceSpace> {
        let enumerated = coordinates.iter().map(|coordinate| Some(enumerate(*coordinate, &moves, cancel)?.0));
        let space = CoordinateSpace::with_all_distances(enumerated.collect::<Option<_>>()?, cancel)?;
        let order = MoveOrder::new(moves.len(), |a, b| moves[a].may_precede(moves[b]));
        Some(DistanceSpace { order, coordinates: coordinates.to_vec(), space, moves })
    }

    /// Returns the space with the distances to other goals: the states whose coordinates have such numbers.
    pub(crate) fn toward(
        &self,
        is_goal: impl Fn(&Numbers) -> bool,
        cancel: &CancelToken,
    ) -> Option<DistanceSpace> {
        self.toward_those_of(&self.space, is_goal, cancel)
    }

    /// Returns the space with the distances to all states from which some of the moves lead to the goal.
    pub(crate) fn toward_group(
        &self,
        is_move: impl Fn(&Move) -> bool,
        cancel: &CancelToken,
    ) -> Option<DistanceSpace> {
        let moves: Vec<usize> = (0..self.moves.len()).filter(|m| is_move(&self.moves[*m])).collect();
        let reached = self.space.toward([Numbers::default()], moves.iter().copied(), cancel)?;
        self.toward_those_of(&reached, |_| true, cancel)
    }

    fn toward_those_of(
        &self,
        reached: &CoordinateSpace,
        is_goal: impl Fn(&Numbers) -> bool,
        cancel: &CancelToken,
    ) -> Option<DistanceSpace> {
        Some(DistanceSpace {
            moves: self.moves.clone(),
            order: self.order.clone(),
            coordinates: self.coordinates.clone(),
            space: self.space.toward(reached.states(is_goal), 0..self.moves.len(), cancel)?,
        })
    }

    /// Returns a state for each number of a coordinate.
    pub(crate) fn states_of(&self, coordinate: usize, cancel: &CancelToken) -> Option<Vec<Cube>> {
        Some(enumerate(self.coordinates[coordinate], &self.moves, cancel)?.1)
    }

    fn root(&self, cube: &Cube) -> Node {
        let keys = self.coordinates.iter().map(|coordinate| coordinate(cube) as u64);
        self.space.node(keys).expect("the moves reach the cube")
    }

    /// Returns the index of a move, or of another turn of its face, if it is one of these.
    fn index(&self, m: Move) -> Option<u8> {
        // Another turn of the same face restricts the next move as well.
        let same_face = || self.moves.iter().position(|known| known.face() == m.face());
        let index = self.moves.iter().position(|known| *known == m).or_else(same_face);
        index.map(|index| index as u8)
    }

    /// Converts a path to moves.
    fn moves(&self, path: &[u8]) -> Vec<Move> {
        path.iter().map(|m| self.moves[usize::from(*m)]).collect()
    }

    /// Returns the distance of a cube that the moves reach, in moves.
    pub(crate) fn distance(&self, cube: &Cube) -> u8 {
        self.space.lower_bound(&self.root(cube))
    }

    /// Returns the first shortest path from a cube to the goal in canonical order, and the number of nodes expanded.
    ///
    /// # Errors
    /// If there is none within the limits.
    pub(crate) fn shortest_path(&self, cube: &Cube, limits: &Limits) -> Result<(Vec<Move>, u64), Stopped> {
        let Solution { moves, nodes } = ida_star(&self.space, &self.order, &self.root(cube), limits)?;
        Ok((self.moves(&moves), nodes))
    }

    /// Returns the first path of exactly `length` moves in canonical order, or `None` if there is none.
    pub(crate) fn path_of_length(&self, cube: &Cube, length: u8) -> Option<Vec<Move>> {
        let root = self.root(cube);
        let mut search = Search::new(&self.order);
        search.start(&self.space, &root, &[], length, 0);
        run_alone(search.next_solution()).map(|path| self.moves(&path))
    }

    /// Passes the paths of exactly `length` moves to `take`, in canonical order after the move `before`, until it returns
    /// false.
    pub(crate) async fn each_path(
        &self,
        cube: &Cube,
        length: u8,
        before: Option<Move>,
        take: &mut (dyn FnMut(Vec<Move>) -> bool + Send),
    ) {
        let root = self.root(cube);
        let mut search = Search::new(&self.order);
        if self.space.lower_bound(&root) <= length {
            let prefix: Vec<u8> = before.and_then(|before| self.index(before)).into_iter().collect();
            search.start(&self.space, &root, &prefix, length, 0);
            while let Some(path) = search.next_solution().await
                && take(self.moves(&path[prefix.len()..]))
            {}
        }
    }

    /// Returns the number of states at each distance.
    pub(crate) fn histogram(&self) -> Vec<u64> {
        self.space.histogram()
    }
}
