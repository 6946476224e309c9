//! The names of puzzles and of their events: in requests, in links, and those of the WCA; metrics of the 4x4x4.

use cubiform_cube::four::Metric;

choice! {
    /// A puzzle.
    Puzzle {
        /// The 3x3x3
        #[default]
        Three = "333",
        /// The 2x2x2
        Two = "222",
        /// The 4x4x4; its tables must be built first (see `tables build`)
        Four = "444",
    }
}

choice! {
    /// A metric of the 4x4x4.
    FourMetric {
        /// Single slice turn metric: a turn of one layer, outer or inner
        #[default]
        Sst = "sst",
        /// Block turn metric: a turn of one layer or of two adjacent layers
        Btm = "btm",
        /// Outer block turn metric, as used by the WCA: a turn of one outer layer or of the two layers on one side
        Obtm = "obtm",
    }
}

impl From<FourMetric> for Metric {
    fn from(metric: FourMetric) -> Metric {
        Metric::ALL[metric as usize]
    }
}

choice! {
    /// An event of which scrambles are made, named as the WCA names it. It determines the form of the scrambles.
    ScrambleEvent {
        /// 3x3x3
        #[default]
        Plain = "333",
        /// 3x3x3 one-handed
        OneHanded = "333oh",
        /// 3x3x3 with feet
        Feet = "333ft",
        /// 3x3x3 blindfolded: scrambles end with wide moves
        Blindfolded = "333bf",
        /// 3x3x3 multi-blind: scrambles end with wide moves
        MultiBlind = "333mbf",
        /// 3x3x3 fewest moves: scrambles begin and end with R' U' F
        FewestMoves = "333fm",
        /// 2x2x2: eleven moves
        Two = "222",
        /// 4x4x4
        Four = "444",
    }
}

/// The WCA's ids of the events of the 3x3x3.
pub const THREE_EVENTS: [&str; 6] = ["333", "333oh", "333bf", "333fm", "333ft", "333mbf"];

/// The names of a puzzle.
struct Names {
    /// The number of layers along each axis, as players write it.
    size: &'static str,
    /// The WCA's ids of its events.
    wca: &'static [&'static str],
    /// The events of which scrambles are made; the plain one first.
    events: &'static [ScrambleEvent],
    /// The options of requests for solutions; `None` for those of the 3x3x3.
    solve_options: Option<&'static [&'static str]>,
    needs_tables: bool,
}

impl Puzzle {
    /// All puzzles.
    const ALL: [Puzzle; 3] = [Puzzle::Two, Puzzle::Three, Puzzle::Four];

    const fn names(self) -> Names {
        use ScrambleEvent::{Blindfolded, Feet, FewestMoves, Four, MultiBlind, OneHanded, Plain, Two};
        match self {
            Puzzle::Two => Names {
                size: "2x2x2",
                wca: &["222"],
                events: &[Two],
                solve_options: Some(&["links"]),
                needs_tables: false,
            },
            Puzzle::Three => Names {
                size: "3x3x3",
                wca: &THREE_EVENTS,
                events: &[Plain, OneHanded, Feet, Blindfolded, MultiBlind, FewestMoves],
                solve_options: None,
                needs_tables: false,
            },
            Puzzle::Four => Names {
                size: "4x4x4",
                wca: &["444", "444bf"],
                events: &[Four],
                solve_options: Some(&["metric", "beam", "links", "time_ms", "nodes"]),
                needs_tables: true,
            },
        }
    }

    /// Returns the number of layers along each axis, as players write it.
    pub const fn size(self) -> &'static str {
        self.names().size
    }

    /// Returns whether its solver needs tables that are built first, and takes longer than milliseconds.
    pub const fn needs_tables(self) -> bool {
        self.names().needs_tables
    }

    /// Returns the plain event of the puzzle.
    pub const fn event(self) -> ScrambleEvent {
        self.names().events[0]
    }

    /// Returns the options of requests for solutions; `None` for those of the 3x3x3.
    pub(crate) const fn solve_options(self) -> Option<&'static [&'static str]> {
        self.names().solve_options
    }

    /// Returns the puzzle of a WCA event, or `None` for events of other puzzles.
    pub fn of_event(event: &str) -> Option<Puzzle> {
        Puzzle::ALL.into_iter().find(|puzzle| puzzle.names().wca.contains(&event))
    }
}

impl ScrambleEvent {
    /// Returns the puzzle of the event.
    pub fn puzzle(self) -> Puzzle {
        let puzzle = Puzzle::ALL.into_iter().find(|puzzle| puzzle.names().events.contains(&self));
        puzzle.expect("every event is of a puzzle")
    }
}
