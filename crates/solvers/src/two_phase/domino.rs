//! Phase 1 alone: shortest paths into G1, which fewest-moves solvers call domino reduction (DR).

use std::cell::Cell;

use cubiform_cube::{Cube, Move};
use cubiform_search::{Search, run_alone};
use cubiform_tables::kociemba::{Coset, G1State, Phase1, Phase2};

use super::TwoPhase;
use super::spaces::PhaseSpace;
use crate::cfop::Counts;

impl TwoPhase {
    /// Returns the minimum number of moves (HTM) after which a cube is in G1 along the axis of U and D, and the nodes of
    /// the search.
    pub(crate) async fn domino_length(&self, cube: &Cube) -> (u8, Counts) {
        let coset = Coset::from_cube(cube);
        let space = PhaseSpace(&self.tables.phase1);
        let (mut search, mut counts) = (Search::new(&self.order), Counts::default());
        for length in self.tables.phase1.lower_bound(coset).. {
            let is_reached =
                start(&mut search, &space, coset, length) && search.next_solution().await.is_some();
            counts.generated += search.generated();
            counts.expanded += search.expanded();
            if is_reached {
                return (length, counts);
            }
        }
        unreachable!("every cube is within twelve moves of G1")
    }

    /// Passes the paths of exactly `length` moves into G1 to `take`, in canonical order, until it returns false.
    pub(crate) async fn each_domino_path(
        &self,
        cube: &Cube,
        length: u8,
        take: &mut (dyn FnMut(Vec<Move>) -> bool + Send),
    ) {
        let space = PhaseSpace(&self.tables.phase1);
        let mut search = Search::new(&self.order);
        if start(&mut search, &space, Coset::from_cube(cube), length) {
            while let Some(path) = search.next_solution().await
                && take(path.iter().map(|m| Move::from_index((*m).into())).collect())
            {}
        }
    }
}

/// The space of phase 2 and a search in it.
pub(crate) type Finish<'f, 's> = (&'s PhaseSpace<'s, Phase2>, &'f mut Search<'s, PhaseSpace<'s, Phase2>>);

impl TwoPhase {
    /// Returns the space of phase 2.
    pub(crate) fn phase2_space(&self) -> PhaseSpace<'_, Phase2> {
        PhaseSpace(&self.tables.phase2)
    }

    /// Returns a shortest solution with moves of G1 of a cube in G1, after the move `last`, if it has at most `max` moves
    /// and is found while `may_continue`, which is called now and then, returns true.
    pub(crate) fn finish(
        &self,
        cube: &Cube,
        last: Option<Move>,
        max: u8,
        (space, search): Finish<'_, '_>,
        may_continue: impl Fn() -> bool,
    ) -> Option<Vec<Move>> {
        let state = G1State::from_cube(cube);
        let prefix: Vec<u8> = last.iter().map(|m| m.index() as u8).collect();
        let mut length = self.tables.phase2.corner_lower_bound(state.corners, state.order);
        let is_stopped = Cell::new(false);
        let goes_on = |_| {
            is_stopped.set(!may_continue());
            !is_stopped.get()
        };
        while length <= max && !is_stopped.get() {
            if let Some(node) = space.node(state, length) {
                search.start(space, &node, &prefix, length, 0);
                if let Some(path) = run_alone(search.next_solution_while(goes_on)) {
                    let path = &path[prefix.len()..];
                    return Some(path.iter().map(|m| Move::from_index((*m).into())).collect());
                }
            }
            length += 1;
        }
        None
    }
}

/// Starts a search for paths of `length` moves into G1. Returns whether there may be any.
fn start<'s>(
    search: &mut Search<'s, PhaseSpace<'s, Phase1>>,
    space: &'s PhaseSpace<'s, Phase1>,
    coset: Coset,
    length: u8,
) -> bool {
    let node = space.node(coset, length);
    node.inspect(|node| search.start(space, node, &[], length, 0)).is_some()
}
