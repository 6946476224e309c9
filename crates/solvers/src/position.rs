//! Where a cube stands: its distance in each view, in each frame, each looked up once and not before it is asked for.

use cubiform_cube::{Cube, Move};
use cubiform_tables::code::{carried, residue};
use cubiform_tables::lanes::Lanes;
use cubiform_tables::stances::Stances;
pub use cubiform_tables::table::Contradiction;
use cubiform_tables::tracked::State;
use cubiform_tables::view::{Located, Location};

use crate::frame::Frame;
use crate::space::Lookout;

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

    /// A distance that differs by one at most and is known: of what D, D2 or D' makes of this view's goal.
    fn near(&self, frame: usize, view: usize) -> Option<u8> {
        let known =
            |turns| self.after_d(frame, view, turns).and_then(|(frame, view)| self.known(frame, view));
        (1..4).find_map(known)
    }

    /// The frame and the view whose goal so many turns of D make of that of another frame's view.
    fn after_d(&self, frame: usize, view: usize, turns: usize) -> Option<(usize, usize)> {
        (0..turns).try_fold((frame, view), |(frame, view), _| {
            let next = self.frames.iter().position(|f| f.is_next_to(self.frames[frame]))?;
            Some((next, self.lookout.turned[view]?))
        })
    }

    /// Finds out those of these distances, by frame and view, that nothing known tells: all at a time, so that their
    /// look-ups overlap.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub fn look_up(&mut self, wanted: impl Iterator<Item = (usize, usize)>) -> Result<(), Contradiction> {
        let mut walks: Vec<Walk> = Vec::new();
        for (frame, view) in wanted {
            // Of four that turns of D make of one another one will do: the others are read when they are asked for.
            let mut turned = (0..4).filter_map(|turns| self.after_d(frame, view, turns));
            let is_told = turned.any(|(frame, view)| {
                self.known(frame, view).is_some()
                    || walks.iter().any(|walk| (walk.frame, walk.view) == (frame, view))
            });
            if !is_told {
                walks.push(Walk::new(self.lookout, frame, view, *self.state(frame)));
            }
        }
        while !walks.is_empty() {
            for walk in &mut walks {
                walk.step(self.lookout)?;
            }
            for walk in &walks {
                walk.fetch(self.lookout);
            }
            walks.retain(|walk| {
                if walk.is_over {
                    self.seen[walk.frame].distances[walk.view] = Some(walk.way.len() as u8);
                }
                !walk.is_over
            });
        }
        Ok(())
    }

    /// Moves that lead to the goal of a view's table by always going nearer.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn way(&self, frame: usize, view: usize) -> Result<Vec<u8>, Contradiction> {
        let mut walk = Walk::new(self.lookout, frame, view, *self.state(frame));
        while !walk.is_over {
            walk.step(self.lookout)?;
            walk.fetch(self.lookout);
        }
        Ok(walk.way)
    }
}

/// A walk down to the goal of a view, in steps between which its look-ups are under way.
struct Walk {
    frame: usize,
    view: usize,
    state: State,
    /// The distance of the state modulo 3, once it has been read.
    residue: Option<u8>,
    way: Vec<u8>,
    /// Where the state lies, for as long as that is unknown.
    at: Location,
    /// The first of the moves whose children are being looked up, and where those lie.
    first: usize,
    lanes: Lanes,
    located: Located,
    is_over: bool,
}

impl Walk {
    /// Several children are looked up at a time; not all, since most states have several nearer neighbours.
    const TOGETHER: usize = 6;
    /// No goal of a few pieces is as far.
    const TOO_FAR: usize = 32;

    fn new(lookout: &Lookout, frame: usize, view: usize, state: State) -> Walk {
        let look = &lookout.views()[view];
        let at = look.locate(lookout.turns(), &state);
        look.prefetch(at);
        Walk {
            frame,
            view,
            state,
            residue: None,
            way: Vec::with_capacity(12),
            at,
            first: 0,
            lanes: Lanes::ALL,
            located: Located::default(),
            is_over: false,
        }
    }

    fn step(&mut self, lookout: &Lookout) -> Result<(), Contradiction> {
        if self.is_over {
            return Ok(());
        }
        let look = &lookout.views()[self.view];
        let contradiction = || Contradiction { table: look.table().name() };
        match self.residue {
            None => self.residue = Some(residue(look.code(self.at))),
            Some(own) => {
                let nearer = (own + 2) % 3;
                let moves = self.first..self.first + Walk::TOGETHER;
                let of_child = |m: usize| residue(look.code_of(&self.located, self.lanes.lane(m)));
                match moves.clone().find(|m| of_child(*m) == nearer) {
                    Some(m) => {
                        self.way.push(m as u8);
                        self.state = lookout.turns().children(&self.state).state(m);
                        (self.residue, self.first) = (Some(nearer), 0);
                    }
                    None if moves.end < Move::COUNT => self.first = moves.end,
                    // Every state but those of the goal has a nearer neighbour.
                    None if own == 0 => {
                        self.is_over = true;
                        return Ok(());
                    }
                    None => return Err(contradiction()),
                }
            }
        }
        if self.way.len() >= Walk::TOO_FAR {
            return Err(contradiction());
        }
        let turns = lookout.turns();
        let mut stances = Stances::default();
        self.lanes = Lanes::of(self.moves());
        let set = self.lanes.lanes(self.moves());
        turns.stances(&self.state, self.lanes, set, look.undoes(), &mut stances);
        look.locate_each(set, &stances, &mut self.located);
        Ok(())
    }

    /// The moves whose children are being looked up.
    fn moves(&self) -> u32 {
        ((1 << Walk::TOGETHER) - 1) << self.first
    }

    /// Has the memory fetch what the next step will read.
    fn fetch(&self, lookout: &Lookout) {
        if !self.is_over {
            lookout.views()[self.view].prefetch_each(self.lanes.lanes(self.moves()), &self.located);
        }
    }
}
