//! The search space of a target: tracked pieces turned by small tables, bounded by views into distance tables.

use std::sync::Arc;

use cubiform_cube::goal::Target;
use cubiform_cube::piece::{CORNER_TURN, EDGE_TURN};
use cubiform_cube::{Cube, Move, PieceSet, Symmetry};
use cubiform_search::Space;
use cubiform_tables::Table;
use cubiform_tables::view::{Location, State, Tracked, View, base_turns, carry};

/// The most views that one target may have.
pub const MAX_VIEWS: usize = 16;

/// The pieces that a family of targets tracks, how moves turn them, and all views of them in some tables.
#[derive(Clone)]
pub struct Lookout {
    tracked: Tracked,
    turns: Arc<Vec<u32>>,
    views: Vec<Arc<View>>,
}

/// Where a cube stands in a lookout's tables: for each view, once it is asked for, a shortest way to its goal.
pub struct Position {
    state: State,
    ways: Vec<Option<Vec<u8>>>,
}

impl Lookout {
    /// All ways to see `tracked` in `tables`, each once.
    pub fn new(tracked: Tracked, tables: &[Arc<Table>]) -> Lookout {
        let mut views = Vec::new();
        for table in tables {
            let symmetries = cosets(table.coordinate().group());
            views.extend(symmetries.filter_map(|s| View::new(&tracked, s, table)).map(Arc::new));
        }
        Lookout { turns: Arc::new(base_turns(tracked.base.len())), tracked, views }
    }

    /// The position of a cube, with nothing looked up yet.
    pub fn position(&self, cube: &Cube) -> Position {
        Position { state: self.tracked.state(cube), ways: vec![None; self.views.len()] }
    }

    /// The space of `target`, with every view whose table holds only pieces of it and a goal that it implies;
    /// of two views of which one holds all pieces of the other, only that one.
    ///
    /// # Panics
    /// If the target has pieces that are not tracked, or more than [`MAX_VIEWS`] views apply.
    pub fn space(&self, target: &Target) -> TargetSpace {
        assert!(self.tracked.pieces().contains(target.pieces), "a target's pieces must be tracked");
        let views = self.views.iter().map(|v| (v.table().coordinate().target(), v.symmetry()));
        let slots = bounding(target, views);
        assert!(slots.len() <= MAX_VIEWS, "{} views of one target", slots.len());
        let exact = slots.iter().position(|i| {
            let view = &self.views[*i];
            let table = view.table().coordinate().target();
            let back = view.symmetry().inverse();
            table.pieces.image(back) == target.pieces
                && table.seeds.iter().all(|seed| target.is_met(&seed.conjugate(back)))
        });
        TargetSpace {
            lookout: self.clone(),
            target: target.clone(),
            views: slots.iter().map(|i| Arc::clone(&self.views[*i])).collect(),
            slots,
            exact,
        }
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

/// Which of these goals of tables, each seen through a symmetry, bound `target`: those that it implies, but of two
/// of which one holds all pieces of the other only that one.
pub fn bounding<'t>(target: &Target, views: impl IntoIterator<Item = (&'t Target, Symmetry)>) -> Vec<usize> {
    let is_implied = |table: &Target, s: Symmetry| {
        target.pieces.image(s).contains(table.pieces)
            && target.seeds.iter().all(|seed| table.is_met(&seed.conjugate(s)))
    };
    let implied: Vec<(usize, PieceSet)> = views
        .into_iter()
        .enumerate()
        .filter(|(_, (table, s))| is_implied(table, *s))
        .map(|(i, (table, s))| (i, table.pieces.image(s.inverse())))
        .collect();
    let is_surpassed = |own: PieceSet| implied.iter().any(|(_, other)| *other != own && other.contains(own));
    implied.iter().filter(|(_, pieces)| !is_surpassed(*pieces)).map(|(i, _)| *i).collect()
}

/// One symmetry of each coset of a table's group: those that differ by a symmetry that folds the table look at the
/// same entries.
pub fn cosets(group: &[Symmetry]) -> impl Iterator<Item = Symmetry> {
    Symmetry::all().filter(move |s| group.iter().all(|g| s.then(*g) >= *s))
}

/// The space of one target.
pub struct TargetSpace {
    lookout: Lookout,
    target: Target,
    views: Vec<Arc<View>>,
    /// Which views of the lookout these are.
    slots: Vec<usize>,
    /// The view, if any, whose table is of just this target.
    exact: Option<usize>,
}

/// A table that contradicts itself: no neighbour of a state is nearer to the goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table of {pieces:?} contradicts itself: its file is damaged")]
pub struct Contradiction {
    /// The pieces of the table.
    pub pieces: PieceSet,
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

/// In which round each view is looked up.
///
/// First the view with the largest distance; then those in which a child must come nearer to fit its budget; then
/// those in which it must not go farther; then, for the children that will be descended into, the others, whose
/// distances are only carried along.
pub struct Plan {
    /// Sets of views.
    rounds: [u16; CARRIED + 1],
    /// The moves that a child has left.
    budget: u8,
}

/// The last round, which refuses no child.
const CARRIED: usize = 3;

/// The views in a set.
#[inline(always)]
fn views(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let i = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (i < 16).then_some(i)
    })
}

impl TargetSpace {
    /// The target.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The views that bound it.
    pub fn views(&self) -> &[Arc<View>] {
        &self.views
    }

    /// The node of a position: its distances are found by walking down in each table, once for all spaces.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub fn root(&self, position: &mut Position) -> Result<Node, Contradiction> {
        let mut distances = [0; MAX_VIEWS];
        for (view, distance) in distances[..self.views.len()].iter_mut().enumerate() {
            *distance = self.way(view, position)?.len() as u8;
        }
        Ok(self.node(position.state, distances))
    }

    /// A shortest way to the target, without a search, if one of the tables is just of it.
    ///
    /// # Errors
    /// If that table contradicts itself.
    pub fn exact_way<'p>(&self, position: &'p mut Position) -> Result<Option<&'p [u8]>, Contradiction> {
        self.exact.map(|view| self.way(view, position)).transpose()
    }

    fn way<'p>(&self, view: usize, position: &'p mut Position) -> Result<&'p [u8], Contradiction> {
        let way = match position.ways[self.slots[view]].take() {
            Some(way) => way,
            None => self.walk_down(view, position.state)?,
        };
        Ok(position.ways[self.slots[view]].insert(way))
    }

    /// Moves that lead from `state` to the goal of a view's table by always going nearer.
    fn walk_down(&self, view: usize, mut state: State) -> Result<Vec<u8>, Contradiction> {
        // No goal of a few pieces is as far.
        const TOO_FAR: usize = 32;
        let look = &self.views[view];
        let contradiction = || Contradiction { pieces: look.table().coordinate().target().pieces };
        let mut way = Vec::with_capacity(12);
        let mut code = look.code(look.locate(&state));
        while code < 3 && way.len() < TOO_FAR {
            let nearer = (code + 2) % 3;
            let children = (0..Move::COUNT as u8).map(|m| (m, self.lookout.turn(&state, m)));
            let next = children.into_iter().find(|(_, child)| look.code(look.locate(child)) == nearer);
            match next {
                Some((m, child)) => {
                    way.push(m);
                    state = child;
                    code = nearer;
                }
                // Every state but those of the goal has a nearer neighbour.
                None if code == 0 => return Ok(way),
                None => return Err(contradiction()),
            }
        }
        Err(contradiction())
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

impl Space for TargetSpace {
    type Node = Node;
    type Child = Child;
    type Plan = Plan;

    #[inline(always)]
    fn plan(&self, parent: &Node, budget: u8) -> Plan {
        let mut rounds = [1 << parent.first, 0, 0, 0];
        for (view, distance) in parent.distances[..self.views.len()].iter().enumerate() {
            if view != parent.first as usize {
                // A child's distance is at most one more than its parent's.
                let round = 1 + usize::from(*distance <= budget) + usize::from(*distance < budget);
                rounds[round] |= 1 << view;
            }
        }
        Plan { rounds, budget }
    }

    fn rounds(&self) -> usize {
        CARRIED + 1
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
    fn request(&self, plan: &Plan, child: &mut Child, round: usize) {
        for i in views(plan.rounds[round]) {
            child.at[i] = self.views[i].locate(&child.state);
            self.views[i].prefetch(child.at[i]);
        }
    }

    #[inline(always)]
    fn admit(&self, plan: &Plan, parent: &Node, child: &mut Child, round: usize) -> bool {
        // The last round cannot refuse; it is read when the node is settled, when its look-ups have arrived.
        round == CARRIED
            || views(plan.rounds[round]).all(|i| {
                child.distances[i] = carry(parent.distances[i], self.views[i].code(child.at[i]));
                child.distances[i] <= plan.budget
            })
    }

    #[inline(always)]
    fn settle(&self, plan: &Plan, parent: &Node, child: &Child) -> Node {
        let mut distances = child.distances;
        for i in views(plan.rounds[CARRIED]) {
            distances[i] = carry(parent.distances[i], self.views[i].code(child.at[i]));
        }
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
                && edges
                    .into_iter()
                    .all(|(j, e)| pieces.edges >> e & 1 == 0 || node.state.rest[j] == goal.rest[j])
                && corners
                    .into_iter()
                    .all(|(j, c)| pieces.corners >> c & 1 == 0 || node.state.corners[j] == goal.corners[j])
        })
    }
}
