//! The names of puzzles and of their events: in requests, in links, and those of the WCA.

/// A puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Puzzle {
    /// The 3x3x3
    #[default]
    #[cfg_attr(feature = "clap", value(name = "333"))]
    #[serde(rename = "333")]
    Three,
    /// The 2x2x2
    #[cfg_attr(feature = "clap", value(name = "222"))]
    #[serde(rename = "222")]
    Two,
    /// The 4x4x4; its tables must be built first (see `tables build`)
    #[cfg_attr(feature = "clap", value(name = "444"))]
    #[serde(rename = "444")]
    Four,
}

/// An event of which scrambles are made, named as the WCA names it. It determines the form of the scrambles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ScrambleEvent {
    /// 3x3x3
    #[default]
    #[cfg_attr(feature = "clap", value(name = "333"))]
    #[serde(rename = "333")]
    Plain,
    /// 3x3x3 one-handed
    #[cfg_attr(feature = "clap", value(name = "333oh"))]
    #[serde(rename = "333oh")]
    OneHanded,
    /// 3x3x3 with feet
    #[cfg_attr(feature = "clap", value(name = "333ft"))]
    #[serde(rename = "333ft")]
    Feet,
    /// 3x3x3 blindfolded: scrambles end with wide moves
    #[cfg_attr(feature = "clap", value(name = "333bf"))]
    #[serde(rename = "333bf")]
    Blindfolded,
    /// 3x3x3 multi-blind: scrambles end with wide moves
    #[cfg_attr(feature = "clap", value(name = "333mbf"))]
    #[serde(rename = "333mbf")]
    MultiBlind,
    /// 3x3x3 fewest moves: scrambles begin and end with R' U' F
    #[cfg_attr(feature = "clap", value(name = "333fm"))]
    #[serde(rename = "333fm")]
    FewestMoves,
    /// 2x2x2: eleven moves
    #[cfg_attr(feature = "clap", value(name = "222"))]
    #[serde(rename = "222")]
    Two,
    /// 4x4x4
    #[cfg_attr(feature = "clap", value(name = "444"))]
    #[serde(rename = "444")]
    Four,
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

    /// Returns the WCA's id of the puzzle, which is also its name in requests.
    pub const fn id(self) -> &'static str {
        self.names().wca[0]
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
