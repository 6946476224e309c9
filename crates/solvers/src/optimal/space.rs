//! The search space of the whole cube, bounded by the coset distances of the cube and of its inverse along three axes.
//!
//! A move made after a cube is the inverse move made before its inverse. Along an axis, say U-D:
//!
//! * half turns made before a cube do not change its coset;
//! * quarter turns of U and D lead to one coset, which has the row and the twist of the parent's: its code lies in the
//!   parent's word, which was read a moment ago and is still in the cache;
//! * a quarter turn of another face and its inverse lead to one coset.
//!
//! So three codes near at hand bound the inverses of the children by all twelve quarter turns. Each face whose turns
//! survive them is looked up along its two other axes; then the children that survive are looked up one by one.
//!
//! If few moves are left, cosets cannot distinguish cubes far from the goal from cubes near it. Then a filter of all
//! cubes near the goal, [`CubeBall`], replaces the table.

use crate::move_order::bits;
use std::sync::Arc;

use cubiform_cube::{Cube, Move};
use cubiform_search::Space;
use cubiform_tables::cosets::{CosetTable, CubeBall, IndexSums, Indexer, LookUps, PiecesByPosition, Word};
use cubiform_threads::CancelToken;

/// The number of axes.
const AXES: usize = 3;
/// The number of moves.
const MOVES: usize = Move::COUNT;
/// The number of faces. Face `f` turns about axis `f % AXES`.
const FACES: usize = 6;

/// The first quarter turn of each face: every third move, followed by the half turn and the other quarter turn.
const FIRST_TURNS: u32 = 0b001_001_001_001_001_001;
/// Both quarter turns of face 0.
const QUARTER_TURNS: u32 = 0b101;

/// A cube and its inverse, with their index sums and bounds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    pieces: PiecesByPosition,
    own: IndexSums,
    inverse: IndexSums,
    /// For each axis, the word of the inverse. Not known if it was not looked up, with few moves left.
    words: [Word; AXES],
    /// For each axis, a lower bound of the cube. It may be that of an ancestor; it only determines which look-ups come
    /// first.
    own_bounds: [u8; AXES],
    /// For each axis, a lower bound of the inverse, or 0 if it was not looked up.
    inverse_bounds: [u8; AXES],
}

impl Node {
    /// Returns the bounds of the cube and of its inverse.
    fn bounds(&self) -> impl Iterator<Item = u8> {
        self.own_bounds.into_iter().chain(self.inverse_bounds)
    }

    /// Returns an estimate of the distance from the goal. Among nodes with equally many moves left, a smaller estimate
    /// is more promising.
    pub fn estimate(&self) -> u64 {
        self.bounds().map(|bound| 1 << bound).sum()
    }
}

/// The children of a node while they are tested.
#[derive(Default)]
pub struct ChildBatch {
    parent: Node,
    /// For each face, the sums of the inverse after its first quarter turn, if it was requested.
    inverse_sums: [IndexSums; FACES],
    /// For each face and each of the axes in `other_axes` of its own, the word of the inverse after a quarter turn, and
    /// its bound.
    words: [[Word; 2]; FACES],
    inverse_bounds: [[u8; 2]; FACES],
    /// For each axis, the two others, that on which the inverse of the parent is farther first.
    other_axes: [[u8; 2]; AXES],
    /// For each move, the sums of the child, if it was requested.
    sums: [IndexSums; MOVES],
    /// The axes, that on which the parent is the farthest first.
    own_axes: [u8; AXES],
    /// For each axis and move, the bound of the child.
    own_bounds: [[u8; MOVES]; AXES],
    /// The children whose look-ups were requested in this round, and the index of the first of those look-ups.
    requested: u32,
    first_look_up: usize,
}

/// The look-ups that the children of a node need.
pub struct Plan {
    /// The moves that a child has left.
    child_depth_left: u8,
    /// Whether the filter of cubes near the goal replaces all look-ups.
    uses_ball: bool,
    /// For each axis, the bound of the inverse after a quarter turn of a face on that axis.
    turn_bounds: [u8; AXES],
    /// For each round, the end of its look-ups in a list: first and second of the other axes for the inverse, followed by
    /// the axes of the cube.
    round_ends: [u8; 2 + AXES],
    rounds: u8,
}

/// The search space of the whole cube, with a table of coset distances.
pub struct CubeSpace {
    table: Arc<CosetTable>,
    /// The filter for nodes with few moves left.
    ball: CubeBall,
}

impl CubeSpace {
    /// Creates a space that `table` bounds. Where at most `radius` moves are left, a filter of all cubes within
    /// `radius` moves of the solved one replaces the table.
    ///
    /// # Panics
    /// If `radius` exceeds 6.
    pub fn new(table: Arc<CosetTable>, radius: u8) -> CubeSpace {
        CubeSpace::new_until(table, radius, &CancelToken::never()).expect("it is not cancelled")
    }

    /// Creates a space like [`CubeSpace::new`], or returns `None` if `cancel` was set first.
    ///
    /// # Panics
    /// If `radius` exceeds 6.
    pub fn new_until(table: Arc<CosetTable>, radius: u8, cancel: &CancelToken) -> Option<CubeSpace> {
        Some(CubeSpace { ball: CubeBall::new_until(table.indexer(), radius, cancel)?, table })
    }

    #[inline(always)]
    fn indexer(&self) -> &Indexer {
        self.table.indexer()
    }

    /// Returns the node of a cube, with all bounds looked up.
    pub fn root(&self, cube: &Cube) -> Node {
        let (own, inverse) = (self.indexer().sums(cube), self.indexer().sums(&cube.inverse()));
        let bound = |axis, sums| self.table.lower_bound(self.indexer().address(axis, sums));
        Node {
            pieces: PiecesByPosition::from_cube(cube),
            own,
            inverse,
            words: std::array::from_fn(|axis| self.indexer().word(axis, inverse)),
            own_bounds: std::array::from_fn(|axis| bound(axis, own)),
            inverse_bounds: std::array::from_fn(|axis| bound(axis, inverse)),
        }
    }

    /// Returns the bound of the inverse along an axis after a quarter turn of a face on that axis.
    #[inline(always)]
    fn turn_bound(&self, parent: &Node, axis: usize) -> u8 {
        self.table.lower_bound(self.indexer().turn_code(axis, parent.words[axis], parent.inverse))
    }
}

impl Plan {
    /// Iterates over the look-ups of a round: 0 and 1 for the other axes of the inverse, the larger numbers for the axes of
    /// the cube.
    #[inline(always)]
    fn round(&self, round: usize) -> std::ops::Range<usize> {
        let start = if round == 0 { 0 } else { self.round_ends[round - 1] };
        start.into()..self.round_ends[round].into()
    }
}

/// Returns a move for each of the look-ups that a set of children needs: one of each face for the inverse.
#[inline(always)]
fn looked_up(at: usize, children: u32) -> u32 {
    if at < 2 { turned_faces(children) } else { children }
}

/// Returns the first turns of the faces of which a set of moves has a quarter turn.
#[inline(always)]
fn turned_faces(moves: u32) -> u32 {
    (moves | moves >> 2) & FIRST_TURNS
}

/// Returns, for each axis, the two others, that with the larger bound first.
#[inline(always)]
fn other_axes(bounds: [u8; AXES]) -> [[u8; 2]; AXES] {
    [[1, 2], [2, 0], [0, 1]]
        .map(|[a, b]: [u8; 2]| if bounds[usize::from(a)] >= bounds[usize::from(b)] { [a, b] } else { [b, a] })
}

/// Returns the axes, the largest bound first.
#[inline(always)]
fn farthest_first(bounds: [u8; AXES]) -> [u8; AXES] {
    let mut axes: [u8; AXES] = std::array::from_fn(|axis| bounds[axis] << 2 | (AXES - 1 - axis) as u8);
    let mut sort_pair = |a: usize, b: usize| {
        (axes[a], axes[b]) = (axes[a].max(axes[b]), axes[a].min(axes[b]));
    };
    sort_pair(0, 1);
    sort_pair(1, 2);
    sort_pair(0, 1);
    axes.map(|axis| (AXES - 1) as u8 - axis % 4)
}

impl Space for CubeSpace {
    type Node = Node;
    type Children = ChildBatch;
    type Plan = Plan;
    type Requests = LookUps;

    #[inline(always)]
    fn plan(&self, parent: &Node, child_depth_left: u8) -> Plan {
        let (max_distance, uses_ball) = (self.table.max_distance(), child_depth_left <= self.ball.radius());
        if uses_ball {
            return Plan {
                child_depth_left,
                uses_ball,
                turn_bounds: [0; AXES],
                round_ends: [0; 2 + AXES],
                rounds: 1,
            };
        }
        let (round_ends, rounds) = if child_depth_left >= max_distance {
            // No bound prunes a child, but the children choose their look-ups by the bounds.
            ([2, 5, 0, 0, 0], 2)
        } else if child_depth_left + 1 == max_distance {
            // Only the maximum distance prunes a child. A cube hardly ever has it unless its parent does.
            let axes_at_max = parent.own_bounds.iter().filter(|bound| **bound >= max_distance).count() as u8;
            ([2, 2 + axes_at_max, 0, 0, 0], 2)
        } else {
            ([1, 2, 3, 4, 5], 5)
        };
        Plan {
            child_depth_left,
            uses_ball,
            turn_bounds: [self.turn_bound(parent, 0), self.turn_bound(parent, 1), self.turn_bound(parent, 2)],
            round_ends,
            rounds,
        }
    }

    #[inline(always)]
    fn prefetch_root(&self, root: &Node) -> bool {
        for axis in 0..AXES {
            self.table.prefetch(self.indexer().turn_code(axis, root.words[axis], root.inverse));
        }
        true
    }

    fn lower_bound(&self, root: &Node) -> u8 {
        root.bounds().max().unwrap_or(0)
    }

    #[inline(always)]
    fn candidate_moves(&self, plan: &Plan, parent: &Node, moves: u64) -> u64 {
        let mut moves = moves as u32;
        for axis in 0..AXES {
            // Half turns keep the inverse's coset.
            if parent.inverse_bounds[axis] > plan.child_depth_left {
                moves &= !(FIRST_TURNS << 1);
            }
            let both_faces = QUARTER_TURNS << (3 * axis) | QUARTER_TURNS << (3 * (axis + AXES));
            moves &= !(u32::from(plan.turn_bounds[axis] > plan.child_depth_left) * both_faces);
        }
        moves.into()
    }

    #[inline(always)]
    fn rounds(&self, plan: &Plan) -> usize {
        plan.rounds.into()
    }

    #[inline(always)]
    fn expand(
        &self,
        plan: &Plan,
        parent: &Node,
        moves: u64,
        children: &mut ChildBatch,
        look_ups: &mut LookUps,
    ) -> u32 {
        children.parent = *parent;
        children.other_axes = other_axes(parent.inverse_bounds);
        children.own_axes = farthest_first(parent.own_bounds);
        self.request(plan, children, moves, 0, look_ups)
    }

    fn request(
        &self,
        plan: &Plan,
        children: &mut ChildBatch,
        alive: u64,
        round: usize,
        look_ups: &mut LookUps,
    ) -> u32 {
        let (alive, parent) = (alive as u32, &children.parent);
        if plan.uses_ball {
            bits(alive).for_each(|m| children.sums[m] = self.indexer().turn(&parent.pieces, parent.own, m));
            return alive.count_ones();
        }
        (children.requested, children.first_look_up) = (alive, look_ups.requested());
        for at in plan.round(round) {
            for m in bits(looked_up(at, alive)) {
                let (face, parent) = (m / 3, &children.parent);
                let (axis, sums) = if at < 2 {
                    if at == 0 {
                        children.inverse_sums[face] =
                            self.indexer().turn_inverse(&parent.pieces, parent.inverse, m);
                    }
                    (children.other_axes[face % AXES][at], children.inverse_sums[face])
                } else {
                    if at == 2 {
                        children.sums[m] = self.indexer().turn(&parent.pieces, parent.own, m);
                    }
                    (children.own_axes[at - 2], children.sums[m])
                };
                look_ups.request(axis.into(), sums);
            }
        }
        (look_ups.requested() - children.first_look_up) as u32
    }

    #[inline(always)]
    fn locate(&self, look_ups: &mut LookUps) {
        self.table.locate(look_ups);
    }

    #[inline(always)]
    fn prefetch(&self, plan: &Plan, children: &ChildBatch, alive: u64, _: usize) {
        if plan.uses_ball {
            bits(alive as u32).for_each(|m| self.ball.prefetch(children.sums[m]));
        }
    }

    #[inline(always)]
    fn prune(
        &self,
        plan: &Plan,
        _: &Node,
        children: &mut ChildBatch,
        alive: u64,
        round: usize,
        look_ups: &LookUps,
    ) -> u64 {
        let mut alive = alive as u32;
        if plan.uses_ball {
            let may_be_near = bits(alive).filter(|m| self.ball.may_contain(children.sums[*m]));
            return may_be_near.fold(0, |set, m| set | 1 << m);
        }
        let mut next = children.first_look_up;
        for at in plan.round(round) {
            for m in bits(looked_up(at, children.requested)) {
                let (word, code) = look_ups.located(next);
                next += 1;
                let bound = self.table.lower_bound(code);
                let moves = if at < 2 {
                    children.words[m / 3][at] = word;
                    children.inverse_bounds[m / 3][at] = bound;
                    QUARTER_TURNS
                } else {
                    children.own_bounds[usize::from(children.own_axes[at - 2])][m] = bound;
                    1
                };
                alive &= !((u32::from(bound > plan.child_depth_left) * moves) << m);
            }
        }
        u64::from(alive)
    }

    #[inline(always)]
    fn commit(&self, plan: &Plan, parent: &Node, children: &ChildBatch, m: u8, child: &mut Node) {
        let m = usize::from(m);
        let own_rounds = plan.round_ends[usize::from(plan.rounds) - 1].saturating_sub(2);
        let own = if plan.uses_ball || own_rounds > 0 {
            children.sums[m]
        } else {
            self.indexer().turn(&parent.pieces, parent.own, m)
        };
        *child = Node {
            pieces: self.indexer().turn_pieces(&parent.pieces, m),
            own,
            inverse: self.indexer().turn_inverse(&parent.pieces, parent.inverse, m),
            words: parent.words,
            own_bounds: parent.own_bounds,
            inverse_bounds: parent.inverse_bounds,
        };
        if plan.uses_ball {
            child.inverse_bounds = [0; AXES];
            return;
        }
        for axis in &children.own_axes[..usize::from(own_rounds)] {
            let axis = usize::from(*axis);
            child.own_bounds[axis] = children.own_bounds[axis][m];
        }
        if m % 3 != 1 {
            let (face, axis) = (m / 3, m / 3 % AXES);
            child.inverse_bounds[axis] = plan.turn_bounds[axis];
            for (slot, other) in children.other_axes[axis].into_iter().enumerate() {
                child.words[usize::from(other)] = children.words[face][slot];
                child.inverse_bounds[usize::from(other)] = children.inverse_bounds[face][slot];
            }
        }
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        node.pieces.is_solved()
    }
}
