//! The methods of the 3x3x3 and the effort of a search for CFOP solutions.

use cubiform_human::SearchEffort;

choice! {
    /// A method of solving the 3x3x3.
    Method {
        /// Kociemba's algorithm: finds at most 21 moves immediately; shorter with a budget
        #[default]
        TwoPhase = "two-phase",
        /// Thistlethwaite's algorithm: four phases, about 31 moves
        Thistlethwaite = "thistlethwaite",
        /// An optimal solution: seconds to minutes per cube; needs a table (see `tables build`)
        Optimal = "optimal",
        /// Like a fewest-moves solver: edge orientation (EO), domino reduction (DR), half-turn reduction (HTR) and finish, on the scramble and its inverse
        Dr = "dr",
        /// Like a speedcuber: cross, pairs, OLL and PLL, with the names of the cases
        Cfop = "cfop",
        /// Like a beginner: layer by layer in simple steps, each explained; about 127 moves
        Beginner = "beginner",
    }
}

impl Method {
    /// Returns whether the solutions are those of a person: they have stages with explanations, and take the bottom
    /// colours as an option.
    pub fn is_by_hand(self) -> bool {
        matches!(self, Method::Cfop | Method::Beginner)
    }

    /// Returns whether the solutions can be split into phases.
    pub fn has_phases(self) -> bool {
        matches!(self, Method::TwoPhase | Method::Thistlethwaite)
    }
}

/// The effort of a search for CFOP solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Effort {
    /// No look-ahead: an optimal cross, the next pair, the first algorithm of the sheet
    None,
    /// As during a solve: a few crosses and orders of pairs, without the last layer
    Near,
    /// Like a solver with an hour to think; takes milliseconds
    Usual,
    /// Beyond what a person can find
    Wide,
}

impl Effort {
    /// Returns the effort of the solver.
    pub fn search_effort(self) -> SearchEffort {
        [SearchEffort::NONE, SearchEffort::NEAR, SearchEffort::USUAL, SearchEffort::WIDE][self as usize]
    }
}
