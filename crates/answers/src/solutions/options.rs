//! The options of a request for solutions of the 3x3x3.

use std::time::Duration;

use cubiform_cube::{Color, Cube};
use cubiform_human::{BeginnerMethod, Objective, Request, SearchEffort};

use crate::generators::Generators;

/// A method of solving the 3x3x3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Method {
    /// Kociemba's algorithm: finds at most 21 moves immediately; shorter with a budget
    TwoPhase,
    /// Thistlethwaite's algorithm: four phases, about 31 moves
    Thistlethwaite,
    /// An optimal solution: seconds to minutes per cube; needs a table (see `tables build`)
    Optimal,
    /// Like a speedcuber: cross, pairs, OLL and PLL, with the names of the cases
    Cfop,
    /// Like a beginner: layer by layer in simple steps, each explained; about 127 moves
    Beginner,
}

impl Method {
    /// Returns the name in requests and answers.
    pub fn name(self) -> &'static str {
        match self {
            Method::TwoPhase => "two-phase",
            Method::Thistlethwaite => "thistlethwaite",
            Method::Optimal => "optimal",
            Method::Cfop => "cfop",
            Method::Beginner => "beginner",
        }
    }

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
        match self {
            Effort::None => SearchEffort::NONE,
            Effort::Near => SearchEffort::NEAR,
            Effort::Usual => SearchEffort::USUAL,
            Effort::Wide => SearchEffort::WIDE,
        }
    }
}

/// The options of CFOP solutions; those of a beginner have `colors` and `explain`.
#[derive(Clone, Debug, Default)]
pub struct CfopOptions {
    /// The bottom colours to try; white if not given.
    pub colors: Option<Vec<Color>>,
    /// Whether to minimise the effort of the hands instead of the number of moves.
    pub comfort: bool,
    /// Whether to avoid rotations of the whole cube.
    pub rotationless: bool,
    /// The effort of the search; usual if not given.
    pub effort: Option<Effort>,
    /// Whether to explain the solution in words.
    pub explain: bool,
}

impl CfopOptions {
    /// Returns the request to the solver.
    pub fn request(&self) -> Request {
        Request {
            colors: self.colors.clone().unwrap_or_else(|| Request::default().colors),
            objective: if self.comfort { Objective::Comfort } else { Objective::Length },
            rotations: !self.rotationless,
            effort: self.effort.unwrap_or(Effort::Usual).search_effort(),
        }
    }

    /// Returns the beginner's method with these bottom colours.
    pub fn beginner(&self) -> BeginnerMethod {
        self.colors.clone().map_or_else(BeginnerMethod::default, |colors| BeginnerMethod { colors })
    }
}

/// The options of a request for solutions.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The method.
    pub method: Method,
    /// The maximum length of a solution, in moves (HTM).
    pub max_length: Option<u8>,
    /// The budget of CPU time.
    pub time: Option<Duration>,
    /// The time by the wall clock after which a search with a budget ends with its best solution, if it is limited.
    pub wall_time: Option<Duration>,
    /// The budget of nodes.
    pub nodes: Option<u64>,
    /// The moves of solutions, if not all face turns.
    pub moves: Option<Generators>,
    /// Whether to return scrambles instead: inverted solutions.
    pub inverse: bool,
    /// The state to reach; the solved cube if not given.
    pub to: Option<Cube>,
    /// Whether solutions have links to a player.
    pub links: bool,
    /// Whether to split solutions of two-phase into their phases.
    pub phases: bool,
    /// The options of solutions by CFOP and of a beginner.
    pub cfop: CfopOptions,
}

impl SolveOptions {
    /// Creates the default options of a method.
    pub fn new(method: Method) -> SolveOptions {
        SolveOptions {
            method,
            max_length: None,
            time: None,
            wall_time: None,
            nodes: None,
            moves: None,
            inverse: false,
            to: None,
            links: false,
            phases: false,
            cfop: CfopOptions::default(),
        }
    }
}
