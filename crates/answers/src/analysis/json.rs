//! The JSON of an analysis: an object with the lengths, best colours and solutions of each stage.

use cubiform_cube::goal::Slot;
use cubiform_cube::moves::to_wca;
use cubiform_cube::{Color, Frame, facelets};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::record::Cell;
use crate::analysis::annotation::GoalTraits;
use crate::analysis::report::{Report, SolutionReport, StageReport};
use crate::goals::{GoalNames, Goals};
use crate::held::{HeldObject, HeldSolution};
use crate::scramble;

/// The settings of a run on which its objects depend.
#[derive(Clone, Debug)]
pub struct Objects {
    goals: GoalNames,
    /// The properties of each goal.
    terms: Vec<GoalTraits>,
    has_solutions: bool,
    has_slack: bool,
    /// The names of the carried columns.
    carried: Vec<String>,
}

impl Objects {
    /// Creates the settings for these goals and carried columns.
    pub fn new(goals: &Goals, carried: Vec<String>) -> Objects {
        let terms = goals.each().iter().map(|goal| GoalTraits::new(&goal.goal)).collect();
        Objects { goals: goals.names(), terms, has_solutions: false, has_slack: false, carried }
    }

    /// Returns the settings of a run that finds solutions; with `slack`, also solutions longer than the minimum.
    #[must_use]
    pub fn with_solutions(self, slack: bool) -> Objects {
        Objects { has_solutions: true, has_slack: slack, ..self }
    }

    /// Returns the settings of a run with these carried columns.
    #[must_use]
    pub fn carrying(self, carried: Vec<String>) -> Objects {
        Objects { carried, ..self }
    }

    /// Returns the object of a scramble.
    pub fn row<'a>(&'a self, report: &'a Report) -> AnalysisObject<'a> {
        AnalysisObject {
            id: &report.scramble.id,
            carried: Members(self.carried(&report.scramble)),
            cube: match &report.scramble.text {
                scramble::ScrambleText::Moves(text) => CubeMember::Scramble(text),
                scramble::ScrambleText::State(_) => {
                    CubeMember::Facelets(facelets::format(&report.scramble.cube))
                }
            },
            goal: &self.goals,
            metric: "HTM",
            stages: Members(report.stages.iter().map(|stage| (&*stage.name, lengths(stage))).collect()),
            best: Members(report.stages.iter().map(|stage| (&*stage.name, best(stage))).collect()),
            solutions: self.has_solutions.then(|| {
                report
                    .stages
                    .iter()
                    .flat_map(|stage| solutions(stage, self.terms[stage.goal], self.has_slack))
                    .collect()
            }),
            nodes: report.nodes,
            row: report.row,
        }
    }

    /// Returns the carried members, without those that have no value.
    fn carried<'a>(&'a self, scramble: &'a scramble::Scramble) -> Vec<(&'a str, Cell<'a>)> {
        let member = |(i, name): (usize, &'a String)| {
            let text = scramble.carried_value(i)?;
            Some((&name[..], Cell::Text(text).typed(name)))
        };
        self.carried.iter().enumerate().filter_map(member).collect()
    }
}

/// The analysis of a scramble. It also has the carried columns of the input, each under its own name.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = AnalysisRow)]
pub struct AnalysisObject<'a> {
    /// The id of the scramble: as given, or else its number.
    #[schema(example = "1")]
    id: &'a str,
    #[serde(flatten)]
    #[schema(ignore)]
    carried: Members<'a, Cell<'a>>,
    #[serde(flatten)]
    cube: CubeMember<'a>,
    /// The name of the goal, or a list of names if there are several.
    #[schema(value_type = crate::goals::SerializedNames)]
    goal: &'a GoalNames,
    /// The metric of lengths: `HTM`, half turns.
    #[schema(example = "HTM")]
    metric: &'a str,
    /// The minimum number of moves (HTM) of each stage by bottom colour, or by side for a goal on axes; null if it was not
    /// found.
    #[schema(
        value_type = std::collections::BTreeMap<String, std::collections::BTreeMap<String, Option<u8>>>,
        example = json!({"cross": {"yellow": 5, "white": 6}})
    )]
    stages: Members<'a, Members<'a, Option<u8>>>,
    /// The minimum of each stage over the bottom colours or the sides.
    #[schema(
        value_type = std::collections::BTreeMap<String, Best>,
        example = json!({"cross": {"length": 5, "colors": ["yellow"]}})
    )]
    best: Members<'a, Best<'a>>,
    /// Solutions of the stages; absent if none are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    solutions: Option<Vec<AnalysisSolution<'a>>>,
    /// The number of nodes that the search visited.
    #[schema(example = 521, minimum = 0)]
    nodes: u64,
    /// The number of the scramble in the input, from 1.
    #[schema(example = 1, minimum = 1)]
    row: u64,
}

/// The moves of the scramble, or the facelets of a state.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AnalysisShown)]
pub enum CubeMember<'a> {
    /// The moves of the scramble, as given.
    #[schema(example = "R U F")]
    Scramble(&'a str),
    /// The facelets of a state that was given without moves.
    #[schema(example = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB")]
    Facelets(String),
}

/// The minimum of a stage over the bottom colours or the sides.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = AnalysisBest)]
pub struct Best<'a> {
    /// The minimum number of moves (HTM); null if it was not found.
    #[schema(required = true, example = 5, minimum = 0)]
    length: Option<u8>,
    /// The bottom colours with this length; absent for a goal on axes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = json!(["yellow", "white"]))]
    colors: Option<Vec<&'a str>>,
    /// The sides with this length: axes of the scramble, such as `ud`, and of its inverse, such as `ud_inverse`. Absent
    /// unless the goal is on axes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = json!(["fb", "ud_inverse"]))]
    sides: Option<Vec<&'a str>>,
}

/// A solution of a stage.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = AnalysisSolution)]
pub struct AnalysisSolution<'a> {
    /// The name of the stage.
    #[schema(example = "xcross")]
    stage: &'a str,
    /// The bottom colour; absent for a goal on axes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "white")]
    color: Option<&'a str>,
    /// The side: an axis of the scramble, such as `ud`, or of its inverse, such as `ud_inverse`. Absent unless the goal is
    /// on axes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "ud")]
    side: Option<&'a str>,
    /// The number of moves (HTM).
    #[schema(example = 6, minimum = 0)]
    length: usize,
    /// The number of moves beyond the minimum; absent unless longer solutions are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 1, minimum = 0)]
    over: Option<u8>,
    /// The rotation of the whole cube before the moves, which brings the bottom colour down; empty for none.
    #[schema(example = "z2")]
    rotation: &'a str,
    #[serde(flatten)]
    pieces: Pieces,
    /// The colours of each named slot, as `green-red`; absent for a goal on axes.
    #[schema(
        nullable = false,
        value_type = std::collections::BTreeMap<String, String>,
        example = json!({"FR": "green-red"})
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    slot_colors: Option<Members<'a, String>>,
    /// The solved blocks and lines; absent if the goal fixes their places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!(["2x2x2 DBL"]))]
    placements: Vec<String>,
    /// The pair that is ready to be inserted; absent if the goal has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ready: Option<Ready>,
    /// The turn of the bottom layer that remains, empty if none; absent if the goal allows none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "D")]
    offset: Option<&'a str>,
    /// The axis along which all edges are oriented; absent if the goal orients no edges.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "F/B")]
    eo: Option<&'a str>,
    /// The moves, after the rotation; those on the inverse scramble if that is the side.
    #[schema(example = "D' L' F2 R B U'")]
    moves: String,
    /// The number of moves of each step; absent unless the goal is on axes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!([4, 6]))]
    steps: Vec<u8>,
    /// A link to a player; absent if links are not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "https://alpha.twizzle.net/edit/?alg=D%27+L%27&setup-alg=R+U+F")]
    twizzle: Option<&'a str>,
    /// The solution as held in the way that takes the least effort; absent unless the order is that of effort.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    held: Option<HeldObject>,
}

/// The solved pieces in slots.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[schema(as = AnalysisPieces)]
pub enum Pieces {
    /// Pairs, whose corner and edge share a slot.
    Paired {
        /// The slots of the pairs: `FR`, `FL`, `BR` or `BL`.
        slots: Vec<&'static str>,
    },
    /// Corners and edges that need not belong together.
    Free {
        /// The slots of the corners.
        corners: Vec<&'static str>,
        /// The slots of the edges.
        edges: Vec<&'static str>,
    },
    /// None, for a goal on axes.
    None {},
}

/// A pair that is ready to be inserted.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = AnalysisReady)]
pub struct Ready {
    /// The slot of the corner.
    #[schema(example = "FR")]
    corner: &'static str,
    /// The slot of the edge.
    #[schema(example = "FR")]
    edge: &'static str,
}

/// Pairs of keys and values, serialised as an object in this order.
pub struct Members<'a, V>(pub Vec<(&'a str, V)>);

impl<V: Serialize> Serialize for Members<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

fn lengths(stage: &StageReport) -> Members<'_, Option<u8>> {
    Members(stage.lengths.iter().map(|(frame, length)| (frame.name(), length.ok())).collect())
}

fn best(stage: &StageReport) -> Best<'_> {
    let is_on_axes = stage.lengths.iter().any(|(frame, _)| frame.color().is_none());
    let names = || stage.best_frames().map(Frame::name).collect();
    let length = stage.best();
    match is_on_axes {
        false => Best { length, colors: Some(names()), sides: None },
        true => Best { length, colors: None, sides: Some(names()) },
    }
}

fn solutions(
    stage: &StageReport,
    terms: GoalTraits,
    has_slack: bool,
) -> impl Iterator<Item = AnalysisSolution<'_>> {
    stage.solutions.iter().map(move |solution| AnalysisSolution {
        stage: &stage.name,
        color: solution.frame.color().map(Color::name),
        side: solution.frame.color().is_none().then(|| solution.frame.name()),
        length: solution.moves.len(),
        over: has_slack.then_some(solution.over),
        rotation: &solution.rotation,
        pieces: pieces(solution, terms),
        slot_colors: solution.frame.color().map(|_| Members(solution.annotation.slot_colors())),
        placements: solution.annotation.placements.iter().map(ToString::to_string).collect(),
        ready: solution
            .annotation
            .ready
            .first()
            .map(|r| Ready { corner: r.corner.name(), edge: r.edge.name() }),
        offset: terms.offset.then(|| solution.annotation.turn()),
        eo: solution.annotation.axes.first().map(|axis| axis.name()),
        moves: to_wca(&solution.moves),
        steps: solution.steps.clone(),
        twizzle: solution.link.as_deref(),
        held: solution.held.as_ref().map(HeldSolution::object),
    })
}

fn pieces(solution: &SolutionReport, terms: GoalTraits) -> Pieces {
    let names = |slots: &[Slot]| slots.iter().map(|slot| slot.name()).collect();
    let annotation = &solution.annotation;
    match terms.paired {
        _ if solution.frame.color().is_none() => Pieces::None {},
        true => Pieces::Paired { slots: names(&annotation.corners) },
        false => Pieces::Free { corners: names(&annotation.corners), edges: names(&annotation.edges) },
    }
}
