//! The fill of a table: its progress, its cancellation and its result.

use std::io::{self, Write};

use cubiform_threads::CancelToken;

/// The progress of a fill.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The depth being filled, in moves.
    pub depth: usize,
    /// The number of states whose distance is known.
    pub reached: u64,
    /// The number of all states.
    pub states: u64,
}

/// The means by which a caller follows and stops a fill.
pub struct Watch<'a> {
    /// Stops the fill when set, unless all distances are known already.
    pub cancel: &'a CancelToken,
    /// Receives the progress from time to time, from any thread.
    pub report: &'a (dyn Fn(Progress) + Sync),
}

impl Watch<'static> {
    /// Returns a watch that ignores progress and never stops the fill.
    pub fn quiet() -> Watch<'static> {
        static NEVER: CancelToken = CancelToken::never();
        Watch { cancel: &NEVER, report: &|_| {} }
    }
}

/// A complete fill, or one that was stopped and can be resumed.
pub struct Filling {
    /// The number of states at each distance, for all complete levels.
    pub histogram: Vec<u64>,
    /// The number of states up to symmetry at each distance; empty if they were not counted.
    pub orbit_counts: Vec<u64>,
    /// The number of states found in the level after the complete ones; 0 if the fill is complete.
    pub partial: u64,
    /// Whether every reachable state has its distance.
    pub complete: bool,
    codes: Box<dyn CodeWriter>,
}

impl Filling {
    /// Returns a fill with the number of states at each distance, those found in the level after the complete ones, whether
    /// it is complete, and the writer of its codes.
    pub fn new(histogram: Vec<u64>, partial: u64, complete: bool, codes: Box<dyn CodeWriter>) -> Filling {
        Filling { histogram, orbit_counts: Vec::new(), partial, complete, codes }
    }

    /// Returns a complete fill: the number of states at each distance, and the writer of its codes.
    pub fn complete(histogram: Vec<u64>, codes: impl CodeWriter + 'static) -> Filling {
        Filling::new(histogram, 0, true, Box::new(codes))
    }

    /// Returns a fill that was stopped and cannot be resumed.
    pub fn cancelled() -> Filling {
        Filling::new(Vec::new(), 0, false, Box::new(Vec::new()))
    }

    /// Adds the number of states up to symmetry at each distance.
    #[must_use]
    pub fn with_orbit_counts(self, orbit_counts: Vec<u64>) -> Filling {
        Filling { orbit_counts, ..self }
    }

    /// Writes the codes, two bits each: of a complete fill in the order of its table, of a cancelled one as
    /// [`Checkpoint`] takes them, with 3 for a state without a distance.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.codes.write(out)
    }
}

/// A writer of the codes of a fill. A `Vec<u8>` writes its bytes.
pub trait CodeWriter {
    /// Writes the codes in the order of the table's file: as many bytes as
    /// [`TableKind::payload`](crate::TableKind::payload) of a complete fill. May be called more than once.
    ///
    /// # Errors
    /// Errors of the writer.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// The state of a stopped fill: the fields of [`Filling`] and the codes that it wrote.
pub struct Checkpoint<'a> {
    /// The number of states at each distance, for all complete levels.
    pub histogram: Vec<u64>,
    /// The number of states found in the level after those.
    pub partial: u64,
    /// The codes.
    pub codes: &'a [u8],
}

impl CodeWriter for Vec<u8> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self)?;
        out.flush()
    }
}
