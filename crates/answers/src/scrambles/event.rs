//! The events of which scrambles are made, named as the WCA names them.

use crate::puzzle::Puzzle;

/// An event, which determines the form of the scrambles.
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

impl ScrambleEvent {
    /// Returns the puzzle of the event.
    pub fn puzzle(self) -> Puzzle {
        match self {
            ScrambleEvent::Two => Puzzle::Two,
            ScrambleEvent::Four => Puzzle::Four,
            _ => Puzzle::Three,
        }
    }

    /// Returns the plain event of a puzzle.
    pub fn of(puzzle: Puzzle) -> ScrambleEvent {
        match puzzle {
            Puzzle::Two => ScrambleEvent::Two,
            Puzzle::Three => ScrambleEvent::Plain,
            Puzzle::Four => ScrambleEvent::Four,
        }
    }
}
