//! The seven stages of the method.

use super::hands::Hands;
use super::words::capitalized;

/// A stage of the beginner's method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BeginnerStage {
    /// The cross of the bottom layer.
    Cross,
    /// The corners of the bottom layer.
    Corners,
    /// The edges of the middle layer.
    MiddleEdges,
    /// The cross of the top layer: its edges show the top colour on top, in any order.
    LastCross,
    /// The edges of the top layer in their places.
    LastEdges,
    /// The corners of the top layer in their places, possibly twisted.
    LastCornersPlaced,
    /// The corners of the top layer with the top colour on top: the solved cube.
    LastCornersTurned,
}

impl BeginnerStage {
    /// All stages in order.
    pub const ALL: [BeginnerStage; 7] = [
        BeginnerStage::Cross,
        BeginnerStage::Corners,
        BeginnerStage::MiddleEdges,
        BeginnerStage::LastCross,
        BeginnerStage::LastEdges,
        BeginnerStage::LastCornersPlaced,
        BeginnerStage::LastCornersTurned,
    ];

    /// The names of all stages in order.
    pub const NAMES: [&'static str; 7] = [
        "cross",
        "corners",
        "middle-edges",
        "last-cross",
        "last-edges",
        "last-corners-placed",
        "last-corners-turned",
    ];

    /// Returns the name of the stage for programs.
    pub fn name(self) -> &'static str {
        BeginnerStage::NAMES[self as usize]
    }

    /// Returns the title of the stage for the cube in the hands.
    pub(super) fn title(self, hands: &Hands) -> String {
        let (bottom, top) = (capitalized(hands.bottom().name()), capitalized(hands.top().name()));
        match self {
            BeginnerStage::Cross => format!("{bottom} cross"),
            BeginnerStage::Corners => format!("{bottom} corners"),
            BeginnerStage::MiddleEdges => "Middle layer".into(),
            BeginnerStage::LastCross => format!("{top} cross"),
            BeginnerStage::LastEdges => format!("{top} edges in place"),
            BeginnerStage::LastCornersPlaced => format!("{top} corners in place"),
            BeginnerStage::LastCornersTurned => format!("{top} corners turned"),
        }
    }
}
