//! Links that open the solutions of a run in a player.

use std::sync::OnceLock;

use cubiform_solvers::players::twizzle;
use cubiform_solvers::scrambler::{Event, Scrambler};

use crate::interrupt;
use crate::scramble::{Scramble, Shown};

/// Which solutions get links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// None.
    None,
    /// Those after a scramble that was given as moves.
    OfMoves,
    /// All: states get a scramble of their own.
    All,
}

/// Makes links.
pub(crate) struct Links {
    wanted: Wanted,
    /// Made for the first state.
    scrambler: OnceLock<Option<Scrambler>>,
}

impl Links {
    pub(crate) fn new(wanted: Wanted) -> Links {
        Links { wanted, scrambler: OnceLock::new() }
    }

    /// The moves that set up a cube in a player, if its solutions get links.
    pub(crate) fn setup(&self, scramble: &Scramble) -> Option<String> {
        match (&scramble.shown, self.wanted) {
            (_, Wanted::None) | (Shown::State(_), Wanted::OfMoves) => None,
            (Shown::Moves(moves), _) => Some(moves.clone()),
            (Shown::State(_), Wanted::All) => {
                let scrambler = self.scrambler.get_or_init(|| Scrambler::new_until(&interrupt::REQUESTED));
                let made =
                    scrambler.as_ref()?.scramble_until(&scramble.cube, Event::Plain, &interrupt::REQUESTED);
                made.map(|moves| moves.to_string())
            }
        }
    }

    /// A link that opens a solution after these moves.
    pub(crate) fn link(setup: &str, rotation: &str, moves: &str) -> String {
        twizzle(setup, format!("{rotation} {moves}").trim())
    }
}
