//! Links that open solutions in a player.

use std::sync::OnceLock;

use crate::players::twizzle;
use cubiform_solvers::scrambler::{Event, Scrambler};
use cubiform_threads::{CancelToken, Threads};

use crate::scramble::{Scramble, ScrambleText};

/// The solutions that get links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkPolicy {
    /// No solutions.
    None,
    /// The solutions of scrambles given as moves.
    OfMoves,
    /// All solutions. A scramble is generated for each state.
    All,
}

/// A generator of links.
pub struct Links {
    wanted: LinkPolicy,
    threads: Threads,
    cancel: CancelToken,
    /// Created for the first state.
    scrambler: OnceLock<Option<Scrambler>>,
}

impl Links {
    /// Creates a generator of links, which stops to generate scrambles once `cancel` is cancelled.
    pub fn new(wanted: LinkPolicy, threads: &Threads, cancel: &CancelToken) -> Links {
        Links { wanted, threads: threads.clone(), cancel: cancel.clone(), scrambler: OnceLock::new() }
    }

    /// Creates a generator of links that uses a generator of scrambles that exists already.
    pub fn sharing(wanted: LinkPolicy, scrambler: Scrambler, cancel: &CancelToken) -> Links {
        let links = Links::new(wanted, &Threads::single(), cancel);
        Links { scrambler: OnceLock::from(Some(scrambler)), ..links }
    }

    /// Returns the moves that set up a cube in a player, if its solutions get links.
    pub fn setup(&self, scramble: &Scramble) -> Option<String> {
        match (&scramble.text, self.wanted) {
            (_, LinkPolicy::None) | (ScrambleText::State(_), LinkPolicy::OfMoves) => None,
            (ScrambleText::Moves(moves), _) => Some(moves.clone()),
            (ScrambleText::State(_), LinkPolicy::All) => {
                let scrambler =
                    self.scrambler.get_or_init(|| Scrambler::new_until(&self.threads, &self.cancel));
                let made = scrambler.as_ref()?.scramble_until(&scramble.cube, Event::Plain, &self.cancel);
                made.map(|moves| moves.to_string())
            }
        }
    }

    /// Returns a link that opens a solution after the moves `setup`.
    pub fn link(setup: &str, rotation: &str, moves: &str) -> String {
        twizzle(setup, format!("{rotation} {moves}").trim())
    }
}
