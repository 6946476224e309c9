//! The whole cube as a space: moves before it or after it, bounded by its cosets and its inverse's along three axes.
//!
//! A solution can be found from either end: a move made on the cube is its next, the same made on the inverse is, undone,
//! its last. Which end a node goes on from is chosen by the node alone, so that each solution is still found once. On
//! that side the coset of the *other* side's cube changes by a move made before it, and for that all half turns are one
//! and the quarter turns few: four to six look-ups along an axis tell of all eighteen children. They come first.

use cubiform_cube::{Cube, Move};
use cubiform_search::Space;
use cubiform_tables::cosets::{CosetTable, Locator, Pieces, Place, Sums};

/// How many axes there are.
const AXES: usize = 3;
/// How many moves there are, and the set of all of them.
const MOVES: usize = Move::COUNT;
const ALL: u32 = (1 << MOVES) - 1;
/// No move.
const NONE: u8 = MOVES as u8;

/// A node: a cube, and what leads to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    /// The cube that is turned: the cube itself, or its inverse if it goes on from the other end.
    pieces: Pieces,
    /// Of the cube that is turned, and of its inverse.
    sides: [Side; 2],
    /// Whether the inverse is turned.
    inverse: bool,
}

/// What is known of a cube, and of the moves made on it.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    sums: Sums,
    /// By axis.
    bounds: [u8; AXES],
    /// The last move made on it, or [`NONE`].
    last: u8,
}

impl Node {
    /// At least how far from solved it is.
    pub fn bound(&self) -> u8 {
        self.sides.iter().flat_map(|side| side.bounds).max().unwrap_or(0)
    }

    /// The sum of all bounds: of nodes with as many moves left, those where it is least are likeliest to be near.
    pub fn remoteness(&self) -> u32 {
        self.sides.iter().flat_map(|side| side.bounds).map(|d| 1 << (2 * d)).sum()
    }

    /// The same cube from the other end.
    #[inline(always)]
    fn from_other_end(&self) -> Node {
        Node {
            pieces: self.pieces.inverse(),
            sides: [self.sides[1], self.sides[0]],
            inverse: !self.inverse,
        }
    }
}

/// The children of a node while they are tested.
#[derive(Default)]
pub struct Brood {
    parent: Node,
    /// By face: the inverse's sums after its quarter turn, if they are known.
    inverse_sums: [Sums; 6],
    inverse_known: u8,
    /// By axis and face: the inverse's bound after its quarter turn, and where it lies; the last is the parent's.
    inverse_bounds: [[u8; 7]; AXES],
    inverse_places: [[Place; 6]; AXES],
    /// By move: the sums, if they are known.
    sums: [Sums; MOVES],
    known: u32,
    bounds: [[u8; AXES]; MOVES],
    places: [[Place; MOVES]; AXES],
}

/// How the children of a node are tested.
pub struct Plan {
    /// The moves that a child has left.
    budget: u8,
    /// How far paths are numbered: those of the inverse follow those of the cube.
    shift: u32,
    /// The axes of the inverse and then of the cube, the farthest first.
    axes: [[u8; AXES]; 2],
    /// How many of the six are looked up before each round's end.
    ends: [u8; 2 * AXES],
    rounds: u8,
}

/// The cube, with a table of cosets.
pub struct CubeSpace<'t> {
    table: &'t CosetTable,
    locator: &'t Locator,
    /// By axis and face, and last for moves that keep the coset: the moves that are alike.
    alike: [[u32; 7]; AXES],
    /// By end, and by the last move made there or none: the moves that may come next. A solution is in canonical order
    /// from its start to its end, so that on the inverse, where it is read backwards, the order is the other one.
    after: [[u32; MOVES + 1]; 2],
}

impl<'t> CubeSpace<'t> {
    /// The space that a table bounds.
    pub fn new(table: &'t CosetTable) -> CubeSpace<'t> {
        let locator = table.locator();
        let set = |is_in: &dyn Fn(usize) -> bool| (0..MOVES).filter(|m| is_in(*m)).fold(0, |set, m| set | 1 << m);
        let alike = locator.alike();
        let may_follow = |end: usize, a: usize, b: usize| {
            let (a, b) = (Move::from_index(a), Move::from_index(b));
            if end == 0 { a.may_precede(b) } else { b.inverse().may_precede(a.inverse()) }
        };
        let after = |end, a| if a == MOVES { ALL } else { set(&|b| may_follow(end, a, b)) };
        CubeSpace {
            table,
            locator,
            alike: std::array::from_fn(|axis| {
                std::array::from_fn(|face| set(&|m| usize::from(alike[axis][m]) == face))
            }),
            after: std::array::from_fn(|end| std::array::from_fn(|a| after(end, a))),
        }
    }

    /// The node of a cube.
    pub fn root(&self, cube: &Cube) -> Node {
        let side = |cube: &Cube| {
            let sums = self.locator.sums(cube);
            let bound = |axis| self.table.bound(self.locator.place(axis, sums));
            Side { sums, bounds: std::array::from_fn(bound), last: NONE }
        };
        let sides = [side(cube), side(&cube.inverse())];
        let node = Node { pieces: Pieces::of(cube), sides, inverse: false };
        if prefers_other_end(&node) { node.from_other_end() } else { node }
    }

    /// The moves of a path, in the order in which they solve the cube.
    pub fn solution(path: &[u8]) -> Vec<Move> {
        let moves = |inverse: bool| {
            let end = move |m: &&u8| (usize::from(**m) >= MOVES) == inverse;
            path.iter().filter(end).map(|m| Move::from_index(usize::from(*m) % MOVES))
        };
        moves(false).chain(moves(true).map(Move::inverse).rev()).collect()
    }

    fn request_inverse(&self, brood: &mut Brood, alive: u32, axis: usize) -> u32 {
        let mut count = 0;
        for face in 0..6 {
            if self.alike[axis][face] & alive == 0 {
                continue;
            }
            if brood.inverse_known >> face & 1 == 0 {
                let parent = &brood.parent;
                brood.inverse_sums[face] =
                    self.locator.turn_inverse(&parent.pieces, parent.sides[1].sums, 3 * face);
                brood.inverse_known |= 1 << face;
            }
            brood.inverse_places[axis][face] = self.locator.place(axis, brood.inverse_sums[face]);
            count += 1;
        }
        // In a loop of its own: a prefetch whose page must be looked up first holds up what comes after it.
        for face in 0..6 {
            if self.alike[axis][face] & alive != 0 {
                self.table.prefetch(brood.inverse_places[axis][face]);
            }
        }
        count
    }

    fn request_own(&self, brood: &mut Brood, alive: u32, axis: usize) -> u32 {
        for m in members(alive) {
            if brood.known >> m & 1 == 0 {
                let parent = &brood.parent;
                brood.sums[m] = self.locator.turn(&parent.pieces, parent.sides[0].sums, m);
                brood.known |= 1 << m;
            }
            brood.places[axis][m] = self.locator.place(axis, brood.sums[m]);
        }
        for m in members(alive) {
            self.table.prefetch(brood.places[axis][m]);
        }
        alive.count_ones()
    }

    fn admit_inverse(&self, brood: &mut Brood, alive: u32, axis: usize, budget: u8) -> u32 {
        let bound = brood.parent.sides[1].bounds[axis];
        brood.inverse_bounds[axis][6] = bound;
        let mut admitted = if bound <= budget { self.alike[axis][6] } else { 0 };
        for face in 0..6 {
            let moves = self.alike[axis][face];
            if moves & alive == 0 {
                continue;
            }
            let bound = self.table.bound(brood.inverse_places[axis][face]);
            brood.inverse_bounds[axis][face] = bound;
            admitted |= if bound <= budget { moves } else { 0 };
        }
        alive & admitted
    }

    fn admit_own(&self, brood: &mut Brood, alive: u32, axis: usize, budget: u8) -> u32 {
        let mut admitted = 0;
        for m in members(alive) {
            let bound = self.table.bound(brood.places[axis][m]);
            brood.bounds[m][axis] = bound;
            admitted |= u32::from(bound <= budget) << m;
        }
        admitted
    }

    fn request_round(&self, plan: &Plan, brood: &mut Brood, alive: u64, round: usize) -> u32 {
        let alive = (alive >> plan.shift) as u32;
        let mut count = 0;
        for (side, axis) in plan.round(round) {
            count += if side == 0 {
                self.request_inverse(brood, alive, axis)
            } else {
                self.request_own(brood, alive, axis)
            };
        }
        count
    }
}

#[inline(always)]
fn members(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let m = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            m
        })
    })
}

/// Whether a node has fewer children that may live if it goes on from the other end: the cube whose cosets are farther
/// is better not the one that is turned.
#[inline(always)]
fn prefers_other_end(node: &Node) -> bool {
    let weight = |side: &Side| side.bounds.iter().map(|d| 1u64 << (3 * d)).sum::<u64>();
    weight(&node.sides[0]) > weight(&node.sides[1])
}

impl Plan {
    fn round(&self, round: usize) -> impl Iterator<Item = (usize, usize)> {
        let start = if round == 0 { 0 } else { self.ends[round - 1] };
        (start..self.ends[round]).map(|i| {
            let (side, i) = (usize::from(i) / AXES, usize::from(i) % AXES);
            (side, usize::from(self.axes[side][i]))
        })
    }
}

/// The axes, the farthest first.
#[inline(always)]
fn farthest_first(bounds: [u8; AXES]) -> [u8; AXES] {
    let mut axes = [0, 1, 2];
    let mut order = |a: usize, b: usize| {
        if bounds[usize::from(axes[a])] < bounds[usize::from(axes[b])] {
            axes.swap(a, b);
        }
    };
    order(0, 1);
    order(1, 2);
    order(0, 1);
    axes
}

impl Space for CubeSpace<'_> {
    type Node = Node;
    type Brood = Brood;
    type Plan = Plan;

    #[inline(always)]
    fn plan(&self, parent: &Node, budget: u8) -> Plan {
        let [own, inverse] = parent.sides;
        let axes = [farthest_first(inverse.bounds), farthest_first(own.bounds)];
        // Where a child is likely to live all is looked up at once, of the inverse and then of the cube.
        let (ends, rounds) =
            if budget >= loose() { ([3, 6, 0, 0, 0, 0], 2) } else { ([1, 2, 3, 4, 5, 6], 6) };
        Plan { budget, shift: if parent.inverse { MOVES as u32 } else { 0 }, axes, ends, rounds }
    }

    #[inline(always)]
    fn worth_making(&self, plan: &Plan, parent: &Node, _: u64) -> u64 {
        let [own, inverse] = &parent.sides;
        let mut moves = self.after[usize::from(parent.inverse)][usize::from(own.last)];
        for axis in 0..AXES {
            // Moves that keep a coset do not lead to the goal in time.
            if inverse.bounds[axis] > plan.budget {
                moves &= !self.alike[axis][6];
            }
        }
        u64::from(moves) << plan.shift
    }

    #[inline(always)]
    fn rounds(&self, plan: &Plan) -> usize {
        plan.rounds.into()
    }

    #[inline(always)]
    fn children(&self, plan: &Plan, parent: &Node, moves: u64, brood: &mut Brood) -> u32 {
        brood.parent = *parent;
        brood.inverse_known = 0;
        brood.known = 0;
        self.request_round(plan, brood, moves, 0)
    }

    #[inline(always)]
    fn request(&self, plan: &Plan, brood: &mut Brood, alive: u64, round: usize) -> u32 {
        self.request_round(plan, brood, alive, round)
    }

    #[inline(always)]
    fn admit(&self, plan: &Plan, _: &Node, brood: &mut Brood, alive: u64, round: usize) -> u64 {
        let mut alive = (alive >> plan.shift) as u32;
        for (side, axis) in plan.round(round) {
            alive = if side == 0 {
                self.admit_inverse(brood, alive, axis, plan.budget)
            } else {
                self.admit_own(brood, alive, axis, plan.budget)
            };
        }
        u64::from(alive) << plan.shift
    }

    #[inline(always)]
    fn settle(&self, brood: &Brood, m: u8) -> Node {
        let (parent, m) = (&brood.parent, usize::from(m) % MOVES);
        let alike = self.locator.alike();
        let inverse = &parent.sides[1];
        let node = Node {
            pieces: self.locator.turn_pieces(&parent.pieces, m),
            sides: [
                Side { sums: brood.sums[m], bounds: brood.bounds[m], last: m as u8 },
                Side {
                    sums: self.locator.turn_inverse(&parent.pieces, inverse.sums, m),
                    bounds: std::array::from_fn(|axis| {
                        brood.inverse_bounds[axis][usize::from(alike[axis][m])]
                    }),
                    last: inverse.last,
                },
            ],
            inverse: parent.inverse,
        };
        if prefers_other_end(&node) { node.from_other_end() } else { node }
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        // Where the two ends meet moves are in canonical order, as elsewhere.
        let [own, other] = node.sides;
        let (first, last) = if node.inverse { (other.last, own.last) } else { (own.last, other.last) };
        let meet = || {
            let last = Move::from_index(last.into()).inverse();
            self.after[0][usize::from(first)] >> last.index() & 1 == 1
        };
        node.pieces.is_solved() && (last == NONE || meet())
    }
}

fn loose() -> u8 {
    static L: std::sync::LazyLock<u8> =
        std::sync::LazyLock::new(|| std::env::var("LOOSE").map_or(11, |l| l.parse().unwrap()));
    *L
}
