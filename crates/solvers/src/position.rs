//! Where a cube stands: its distance in each view, in each frame, each looked up once and not before it is asked for.

use cubiform_cube::{Cube, Move};
use cubiform_tables::tracked::{Standing, State};
use cubiform_tables::view::{Location, carried};

use crate::frame::Frame;
use crate::space::Lookout;

/// A table that contradicts itself: no neighbour of a state is nearer to the goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("table {table} contradicts itself: it is damaged")]
pub struct Contradiction {
    /// The name of the table.
    pub table: &'static str,
}

/// A cube in all frames.
pub struct Positions<'s> {
    lookout: &'s Lookout,
    frames: &'s [Frame],
    seen: Vec<Position>,
}

/// A cube in one frame: for each view the distance from its goal, if it is known.
struct Position {
    state: State,
    distances: Vec<Option<u8>>,
}

impl<'s> Positions<'s> {
    /// Where `cube` stands in these frames, with nothing looked up yet.
    pub fn new(cube: &Cube, lookout: &'s Lookout, frames: &'s [Frame]) -> Positions<'s> {
        let see = |frame: &Frame| Position {
            state: lookout.tracked().state(&frame.see(cube)),
            distances: vec![None; lookout.views().len()],
        };
        Positions { seen: frames.iter().map(see).collect(), lookout, frames }
    }

    /// The state of the tracked pieces.
    pub fn state(&self, frame: usize) -> &State {
        &self.seen[frame].state
    }

    /// The distance in a view, if it has been asked for.
    pub fn known(&self, frame: usize, view: usize) -> Option<u8> {
        self.seen[frame].distances[view]
    }

    /// The distance in a view of the lookout.
    ///
    /// # Errors
    /// If the view's table contradicts itself.
    pub fn distance(&mut self, frame: usize, view: usize) -> Result<u8, Contradiction> {
        if let Some(distance) = self.known(frame, view) {
            return Ok(distance);
        }
        let distance = match self.near(frame, view) {
            // At most one off, so the code tells which.
            Some(near) => {
                let look = &self.lookout.views()[view];
                carried(near, look.code(look.locate(self.lookout.turns(), self.state(frame))))
            }
            None => self.way(frame, view)?.len() as u8,
        };
        Ok(*self.seen[frame].distances[view].insert(distance))
    }

    /// A distance that differs by one at most and is known: of what a turn of D makes of this view's goal, or of what
    /// it makes this goal of.
    fn near(&self, frame: usize, view: usize) -> Option<u8> {
        let turned = &self.lookout.turned;
        let next = || {
            let next = self.frames.iter().position(|f| f.is_next_to(self.frames[frame]))?;
            self.known(next, turned[view]?)
        };
        let last = || {
            let last = self.frames.iter().position(|f| self.frames[frame].is_next_to(*f))?;
            self.known(last, turned.iter().position(|image| *image == Some(view))?)
        };
        next().or_else(last)
    }

    /// Moves that lead to the goal of a view's table by always going nearer.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn way(&self, frame: usize, view: usize) -> Result<Vec<u8>, Contradiction> {
        // No goal of a few pieces is as far.
        const TOO_FAR: usize = 32;
        // Several children at a time, so that their look-ups overlap; not all, since most states have several nearer
        // neighbours.
        const TOGETHER: usize = 6;
        let look = &self.lookout.views()[view];
        let turns = self.lookout.turns();
        let contradiction = || Contradiction { table: look.table().name() };
        let mut state = *self.state(frame);
        let mut way = Vec::with_capacity(12);
        let mut code = look.code(look.locate(turns, &state));
        let mut standings = [Standing::default(); 32];
        let mut at = [Location::default(); 32];
        while code < 3 && way.len() < TOO_FAR {
            let nearer = (code + 2) % 3;
            let children = turns.children(&state);
            let next = (0..Move::COUNT).step_by(TOGETHER).find_map(|first| {
                let moves = ((1 << TOGETHER) - 1) << first;
                turns.standings(&children, moves, &mut standings);
                look.locate_each(moves, &children, &standings, &mut at);
                (first..first + TOGETHER).find(|m| look.code(at[*m]) == nearer)
            });
            match next {
                Some(m) => {
                    way.push(m as u8);
                    state = children.state(m);
                    code = nearer;
                }
                // Every state but those of the goal has a nearer neighbour.
                None if code == 0 => return Ok(way),
                None => return Err(contradiction()),
            }
        }
        Err(contradiction())
    }
}
