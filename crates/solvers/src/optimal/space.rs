//! The whole cube as a space, bounded by its cosets and its inverse's along three axes.
//!
//! A move made on a cube is one made before its inverse, undone. All half turns made before a cube leave it in its coset,
//! and quarter turns lead to few others: four to six look-ups along an axis tell the bounds that the inverses of all
//! eighteen children have. They come first, and what they leave is looked up child by child.
//!
//! Where a few moves are left the cosets of what is not near the goal look as if they were: then a filter of all cubes that
//! are so near is asked, and nothing else.

use std::sync::atomic::AtomicBool;

use cubiform_cube::{Cube, Move};
use cubiform_search::Space;
use cubiform_tables::cosets::{CosetTable, Locator, NearCubes, Pieces, Place, Sums};

/// How many axes there are.
const AXES: usize = 3;
/// How many moves there are.
const MOVES: usize = Move::COUNT;

/// A cube, and what is known of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    pieces: Pieces,
    own: Side,
    inverse: Side,
    /// The axis of the last move.
    turned: u8,
}

/// What is known of a cube, or of its inverse.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    sums: Sums,
    /// By axis: of the inverse how far it is at least, if it was looked up, or else 0. A cube's own serve to say what is to be
    /// looked up first, and may be an ancestor's.
    bounds: [u8; AXES],
}

impl Node {
    /// What is known of all bounds.
    fn bounds(&self) -> impl Iterator<Item = u8> {
        self.own.bounds.into_iter().chain(self.inverse.bounds)
    }

    /// At least how far from solved it is, if it is a root.
    pub fn bound(&self) -> u8 {
        self.bounds().max().unwrap_or(0)
    }

    /// Of nodes with as many moves left, those where it is least are likeliest to be near.
    pub fn remoteness(&self) -> u64 {
        self.bounds().map(|bound| 1 << bound).sum()
    }
}

/// The children of a node while they are tested.
#[derive(Default)]
pub struct Brood {
    parent: Node,
    /// By face: the inverse's sums after its quarter turn, if they are known.
    inverse_sums: [Sums; 6],
    inverse_known: u8,
    /// By axis: the faces after whose quarter turns the inverse's bound was looked up.
    inverse_wanted: [u8; AXES],
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
    /// Whether the filter of what is near is asked, and nothing else.
    near: bool,
    /// The axes of the inverse and then of the cube, the farthest first.
    axes: [[u8; AXES]; 2],
    /// What is looked up, and how much of it before each round's end: the axes of the inverse, then those of the cube.
    ends: [u8; 2 * AXES],
    rounds: u8,
}

/// The cube, with a table of cosets.
pub struct CubeSpace<'t> {
    table: &'t CosetTable,
    locator: &'t Locator,
    /// Answers where few moves are left.
    near: NearCubes,
    /// By axis and face, and last for moves that keep the coset: the moves that are alike.
    alike: [[u32; 7]; AXES],
    /// By axis and set of the first or of the last nine moves: the faces such that one of these is alike.
    faces: Box<[[[u8; HALF]; 2]; AXES]>,
}

/// How many sets of half of the moves there are.
const HALF: usize = 1 << (MOVES / 2);

impl<'t> CubeSpace<'t> {
    /// The space that a table bounds, and where no more than `radius` moves are left a filter of all cubes that are so near: at
    /// most [`NearCubes::MOST`].
    pub fn new(table: &'t CosetTable, radius: u8) -> CubeSpace<'t> {
        CubeSpace::new_until(table, radius, &AtomicBool::new(false)).expect("nobody cancels it")
    }

    /// The same; `None` if `cancel` was set before it was done.
    pub fn new_until(table: &'t CosetTable, radius: u8, cancel: &AtomicBool) -> Option<CubeSpace<'t>> {
        let locator = table.locator();
        let set =
            |is_in: &dyn Fn(usize) -> bool| (0..MOVES).filter(|m| is_in(*m)).fold(0, |set, m| set | 1 << m);
        let alike = locator.alike();
        let faces = |axis: usize, first: usize, moves: usize| {
            let of = |m: usize| alike[axis][first + m];
            let in_set = (0..MOVES / 2).filter(|m| moves >> m & 1 == 1 && of(*m) != Locator::KEPT);
            in_set.fold(0, |faces, m| faces | 1 << of(m))
        };
        Some(CubeSpace {
            faces: Box::new(std::array::from_fn(|axis| {
                [0, MOVES / 2].map(|first| std::array::from_fn(|moves| faces(axis, first, moves)))
            })),
            table,
            locator,
            near: NearCubes::new_until(locator, radius, cancel)?,
            alike: std::array::from_fn(|axis| {
                std::array::from_fn(|face| set(&|m| usize::from(alike[axis][m]) == face))
            }),
        })
    }

    /// The node of a cube.
    pub fn root(&self, cube: &Cube) -> Node {
        let side = |cube: &Cube| {
            let sums = self.locator.sums(cube);
            let bound = |axis| self.table.bound(self.locator.place(axis, sums));
            Side { sums, bounds: std::array::from_fn(bound) }
        };
        Node { pieces: Pieces::of(cube), own: side(cube), inverse: side(&cube.inverse()), turned: 0 }
    }

    fn request_inverse(&self, brood: &mut Brood, alive: u32, axis: usize) -> u32 {
        let [lower, upper] = &self.faces[axis];
        let wanted = u32::from(lower[alive as usize % HALF] | upper[alive as usize / HALF % HALF]);
        let parent = &brood.parent;
        for face in members(wanted & !u32::from(brood.inverse_known)) {
            brood.inverse_sums[face] =
                self.locator.turn_inverse(&parent.pieces, parent.inverse.sums, 3 * face);
        }
        brood.inverse_known |= wanted as u8;
        brood.inverse_wanted[axis] = wanted as u8;
        for face in members(wanted) {
            brood.inverse_places[axis][face] = self.locator.place(axis, brood.inverse_sums[face]);
        }
        // In a loop of its own: a prefetch whose page must be looked up first holds up what comes after it.
        for face in members(wanted) {
            self.table.prefetch(brood.inverse_places[axis][face]);
        }
        wanted.count_ones()
    }

    fn request_own(&self, brood: &mut Brood, alive: u32, axis: usize) -> u32 {
        for m in members(alive) {
            if brood.known >> m & 1 == 0 {
                let parent = &brood.parent;
                brood.sums[m] = self.locator.turn(&parent.pieces, parent.own.sums, m);
                brood.known |= 1 << m;
            }
            brood.places[axis][m] = self.locator.place(axis, brood.sums[m]);
        }
        for m in members(alive) {
            self.table.prefetch(brood.places[axis][m]);
        }
        alive.count_ones()
    }

    fn request_near(&self, brood: &mut Brood, alive: u32) -> u32 {
        brood.inverse_bounds = [[0; 7]; AXES];
        for m in members(alive) {
            brood.sums[m] = self.locator.turn(&brood.parent.pieces, brood.parent.own.sums, m);
            self.near.prefetch(brood.sums[m]);
        }
        brood.known = alive;
        alive.count_ones()
    }

    fn admit_inverse(&self, brood: &mut Brood, alive: u32, axis: usize, budget: u8) -> u32 {
        let bound = brood.parent.inverse.bounds[axis];
        brood.inverse_bounds[axis][6] = bound;
        let mut admitted = if bound <= budget { self.alike[axis][6] } else { 0 };
        for face in members(brood.inverse_wanted[axis].into()) {
            let bound = self.table.bound(brood.inverse_places[axis][face]);
            brood.inverse_bounds[axis][face] = bound;
            admitted |= if bound <= budget { self.alike[axis][face] } else { 0 };
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
        let alive = alive as u32;
        if plan.near {
            return self.request_near(brood, alive);
        }
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

impl Plan {
    fn round(&self, round: usize) -> impl Iterator<Item = (usize, usize)> {
        let start = if round == 0 { 0 } else { self.ends[round - 1] };
        (start..self.ends[round]).map(|i| {
            let (side, i) = (usize::from(i) / AXES, usize::from(i) % AXES);
            (side, usize::from(self.axes[side][i]))
        })
    }
}

/// The axes, the farthest first; of those that are as far the axis `turned` last.
#[inline(always)]
fn farthest_first(bounds: [u8; AXES], turned: u8) -> [u8; AXES] {
    let bounds: [u8; AXES] = std::array::from_fn(|axis| 2 * bounds[axis] + u8::from(axis as u8 != turned));
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
    type Children = Brood;
    type Plan = Plan;

    #[inline(always)]
    fn plan(&self, parent: &Node, budget: u8) -> Plan {
        let no_axis = AXES as u8;
        // Along the axis of the last move those that may follow lead the inverse to the most cosets.
        let axes = [
            farthest_first(parent.inverse.bounds, parent.turned),
            farthest_first(parent.own.bounds, no_axis),
        ];
        let (most, near) = (self.table.most(), budget <= self.near.radius());
        let (ends, rounds) = if near {
            ([0; 6], 1)
        } else if budget >= most {
            // Nothing can be refused, but bounds tell children what to look up.
            ([3, 6, 0, 0, 0, 0], 2)
        } else if budget + 1 == most {
            // Only the largest of bounds refuses, which a cube hardly ever has but next to one that has it.
            let far = parent.own.bounds.iter().filter(|bound| **bound >= most).count() as u8;
            ([3, 3 + far, 0, 0, 0, 0], 2)
        } else {
            ([1, 2, 3, 4, 5, 6], 6)
        };
        Plan { budget, near, axes, ends, rounds }
    }

    #[inline(always)]
    fn candidate_moves(&self, plan: &Plan, parent: &Node, mut moves: u64) -> u64 {
        for axis in 0..AXES {
            // Moves that keep the inverse's coset do not lead to the goal in time.
            if parent.inverse.bounds[axis] > plan.budget {
                moves &= !u64::from(self.alike[axis][6]);
            }
        }
        moves
    }

    #[inline(always)]
    fn rounds(&self, plan: &Plan) -> usize {
        plan.rounds.into()
    }

    #[inline(always)]
    fn expand(&self, plan: &Plan, parent: &Node, moves: u64, brood: &mut Brood) -> u32 {
        brood.parent = *parent;
        brood.inverse_known = 0;
        brood.known = 0;
        brood.bounds = [parent.own.bounds; MOVES];
        self.request_round(plan, brood, moves, 0)
    }

    #[inline(always)]
    fn request(&self, plan: &Plan, brood: &mut Brood, alive: u64, round: usize) -> u32 {
        self.request_round(plan, brood, alive, round)
    }

    #[inline(always)]
    fn prune(&self, plan: &Plan, _: &Node, brood: &mut Brood, alive: u64, round: usize) -> u64 {
        let mut alive = alive as u32;
        if plan.near {
            let near = members(alive).filter(|m| self.near.may_have(brood.sums[*m]));
            return near.fold(0, |near, m| near | 1 << m);
        }
        for (side, axis) in plan.round(round) {
            alive = if side == 0 {
                self.admit_inverse(brood, alive, axis, plan.budget)
            } else {
                self.admit_own(brood, alive, axis, plan.budget)
            };
        }
        u64::from(alive)
    }

    #[inline(always)]
    fn commit(&self, _: &Plan, parent: &Node, brood: &Brood, m: u8, child: &mut Node) {
        let m = usize::from(m);
        let alike = self.locator.alike();
        let bound = |axis: usize| brood.inverse_bounds[axis][usize::from(alike[axis][m])];
        let own = match brood.known >> m & 1 {
            0 => self.locator.turn(&parent.pieces, parent.own.sums, m),
            _ => brood.sums[m],
        };
        *child = Node {
            pieces: self.locator.turn_pieces(&parent.pieces, m),
            own: Side { sums: own, bounds: brood.bounds[m] },
            turned: (m / 3 % 3) as u8,
            inverse: Side {
                sums: self.locator.turn_inverse(&parent.pieces, parent.inverse.sums, m),
                bounds: std::array::from_fn(bound),
            },
        };
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        node.pieces.is_solved()
    }
}
