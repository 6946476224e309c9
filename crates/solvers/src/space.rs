//! The search space of a target: tracked pieces turned by small tables, bounded by views into distance tables.

use std::sync::Arc;

use cubiform_cube::goal::Target;
use cubiform_cube::piece::{CORNER_TURN, EDGE_TURN};
use cubiform_cube::{Cube, Move, Symmetry};
use cubiform_search::Space;
use cubiform_tables::Table;
use cubiform_tables::view::{Location, State, Tracked, View, base_turns, carry};

/// The most views that one target may have.
pub const MAX_VIEWS: usize = 16;

/// The pieces that a family of targets tracks, how moves turn them, and all views of them in some tables.
pub struct Lookout {
    tracked: Tracked,
    turns: Vec<u32>,
    views: Vec<Arc<View>>,
}

impl Lookout {
    /// All ways to see `tracked` in `tables`, each once.
    pub fn new(tracked: Tracked, tables: &[Arc<Table>]) -> Lookout {
        let mut views = Vec::new();
        for table in tables {
            let group = table.coordinate().group();
            for s in Symmetry::all() {
                // One of each coset: symmetries that differ by one that folds the table look at the same entry.
                let is_first = group.iter().all(|g| s.then(*g) >= s);
                if is_first {
                    views.extend(View::new(&tracked, s, table).map(Arc::new));
                }
            }
        }
        Lookout { turns: base_turns(tracked.base.len()), tracked, views }
    }

    /// The space of `target`, with every view whose table holds only pieces of it and a goal that it implies.
    ///
    /// # Panics
    /// If the target has pieces that are not tracked, or more than [`MAX_VIEWS`] views apply.
    pub fn space(&self, target: &Target) -> TargetSpace<'_> {
        assert!(self.tracked.pieces().contains(target.pieces), "a target's pieces must be tracked");
        let applies = |view: &&Arc<View>| {
            let table = view.table().coordinate().target();
            let s = view.symmetry();
            target.pieces.image(s).contains(table.pieces)
                && target.seeds.iter().all(|seed| table.is_met(&seed.conjugate(s)))
        };
        let views: Vec<&View> = self.views.iter().filter(applies).map(|v| &**v).collect();
        assert!(views.len() <= MAX_VIEWS, "{} views of one target", views.len());
        let exact = views.iter().position(|view| {
            let table = view.table().coordinate().target();
            table.pieces == target.pieces.image(view.symmetry())
                && table.seeds.iter().all(|seed| target.is_met(&seed.conjugate(view.symmetry().inverse())))
        });
        TargetSpace { lookout: self, target: target.clone(), views, exact }
    }

    #[inline(always)]
    fn turn(&self, state: &State, m: u8) -> State {
        let base = self.turns[state.base as usize * Move::COUNT + m as usize];
        let (edges, corners) = (&EDGE_TURN[m as usize], &CORNER_TURN[m as usize]);
        State {
            base: base as u16,
            flips: state.flips ^ (base >> 16) as u8,
            rest: state.rest.map(|p| edges[p as usize]),
            corners: state.corners.map(|p| corners[p as usize]),
        }
    }
}

/// The space of one target.
pub struct TargetSpace<'a> {
    lookout: &'a Lookout,
    target: Target,
    views: Vec<&'a View>,
    /// The view, if any, whose table is of just this target.
    exact: Option<usize>,
}

/// A table that contradicts itself: no neighbour of a state is nearer to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Which of the tables.
    pub view: usize,
}

/// A state with its distance in each view.
#[derive(Clone, Debug)]
pub struct Node {
    state: State,
    distances: [u8; MAX_VIEWS],
    /// The view with the largest distance: most children fail there.
    first: u8,
}

impl Node {
    /// The largest of its distances.
    pub fn bound(&self) -> u8 {
        self.distances[self.first as usize]
    }
}

/// A child being tested.
#[derive(Clone, Debug)]
pub struct Child {
    state: State,
    distances: [u8; MAX_VIEWS],
    at: [Location; MAX_VIEWS],
}

impl TargetSpace<'_> {
    /// The target.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The views, in the order of [`Contradiction::view`].
    pub fn views(&self) -> &[&View] {
        &self.views
    }

    /// Whether bounds are distances, so that nothing needs to be searched.
    pub fn is_exact(&self) -> bool {
        self.exact.is_some()
    }

    /// The node of a cube, its distances found by walking down in each table.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub fn root(&self, cube: &Cube) -> Result<Node, Contradiction> {
        let state = self.lookout.tracked.state(cube);
        let mut distances = [0; MAX_VIEWS];
        match self.exact {
            Some(view) => {
                let distance = self.walk_down(view, state)?.len() as u8;
                distances = [0; MAX_VIEWS];
                distances[view] = distance;
            }
            None => {
                for (view, distance) in distances[..self.views.len()].iter_mut().enumerate() {
                    *distance = self.walk_down(view, state)?.len() as u8;
                }
            }
        }
        Ok(self.node(state, distances))
    }

    /// Moves that lead from `state` to the goal of a view's table by always going nearer.
    fn walk_down(&self, view: usize, mut state: State) -> Result<Vec<u8>, Contradiction> {
        const TOO_FAR: usize = 32;
        let look = self.views[view];
        let mut path = Vec::new();
        let mut code = look.code(look.locate(&state));
        while path.len() < TOO_FAR {
            if code == 3 {
                return Err(Contradiction { view });
            }
            let nearer = (code + 2) % 3;
            let children = (0..Move::COUNT as u8).map(|m| (m, self.lookout.turn(&state, m)));
            let next = children.into_iter().find(|(_, child)| look.code(look.locate(child)) == nearer);
            match next {
                Some((m, child)) => {
                    path.push(m);
                    state = child;
                    code = nearer;
                }
                // Every state but those of the goal has a nearer neighbour.
                None if code == 0 => return Ok(path),
                None => return Err(Contradiction { view }),
            }
        }
        Err(Contradiction { view })
    }

    /// Calls `visit` with the views of a round until it says no; whether it never did.
    #[inline(always)]
    fn for_round(
        &self,
        parent: &Node,
        round: usize,
        budget: u8,
        mut visit: impl FnMut(usize, &View) -> bool,
    ) -> bool {
        let first = parent.first as usize;
        if round == 0 {
            return visit(first, self.views[first]);
        }
        let mut views = self.views.iter().enumerate();
        views.all(|(i, view)| {
            // A child's distance is at most one more than its parent's.
            let may_refuse = parent.distances[i] >= budget;
            i == first || may_refuse != (round == 1) || visit(i, view)
        })
    }

    #[inline(always)]
    fn node(&self, state: State, distances: [u8; MAX_VIEWS]) -> Node {
        let mut first = 0;
        for (view, distance) in distances[..self.views.len()].iter().enumerate() {
            if *distance > distances[first] {
                first = view;
            }
        }
        Node { state, distances, first: first as u8 }
    }
}

impl Space for TargetSpace<'_> {
    type Node = Node;
    type Child = Child;

    /// First the view with the largest distance; then those that may still exceed the budget; then, for the
    /// children that will be descended into, the rest, whose distances are only carried along.
    fn rounds(&self) -> usize {
        3
    }

    #[inline(always)]
    fn child(&self, parent: &Node, m: u8) -> Child {
        Child {
            state: self.lookout.turn(&parent.state, m),
            distances: [0; MAX_VIEWS],
            at: [Location::default(); MAX_VIEWS],
        }
    }

    #[inline(always)]
    fn request(&self, parent: &Node, child: &mut Child, round: usize, budget: u8) {
        self.for_round(parent, round, budget, |i, view| {
            child.at[i] = view.locate(&child.state);
            view.prefetch(child.at[i]);
            true
        });
    }

    #[inline(always)]
    fn admit(&self, parent: &Node, child: &mut Child, round: usize, budget: u8) -> bool {
        // The last round cannot refuse; it is read when the node is settled, when its look-ups have arrived.
        round == 2
            || self.for_round(parent, round, budget, |i, view| {
                child.distances[i] = carry(parent.distances[i], view.code(child.at[i]));
                child.distances[i] <= budget
            })
    }

    #[inline(always)]
    fn settle(&self, parent: &Node, child: &Child, budget: u8) -> Node {
        let mut distances = child.distances;
        self.for_round(parent, 2, budget, |i, view| {
            distances[i] = carry(parent.distances[i], view.code(child.at[i]));
            true
        });
        self.node(child.state, distances)
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        let tracked = &self.lookout.tracked;
        let pieces = self.target.pieces;
        self.target.seeds.iter().any(|seed| {
            let goal = tracked.state(seed);
            let edges = tracked.rest.iter().enumerate();
            let corners = tracked.corners.iter().enumerate();
            node.state.base == goal.base
                && node.state.flips == goal.flips
                && edges.into_iter().all(|(j, e)| {
                    pieces.edges >> e & 1 == 0 || node.state.rest[j] == goal.rest[j]
                })
                && corners.into_iter().all(|(j, c)| {
                    pieces.corners >> c & 1 == 0 || node.state.corners[j] == goal.corners[j]
                })
        })
    }
}
