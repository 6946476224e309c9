//! The JSON of an analysis: an object with the lengths, best colours and solutions of each stage.

use cubiform_cube::facelets;
use cubiform_cube::goal::Slot;
use cubiform_cube::moves::to_wca;
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::analysis::annotation::{Annotation, GoalTraits};
use crate::analysis::report::{Report, StageReport};
use crate::goals::{GoalNames, Goals};
use crate::input::TIME;
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
        let terms = goals.each().iter().map(|asked| GoalTraits::of(&asked.goal)).collect();
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
    pub fn row<'a>(&'a self, report: &'a Report) -> Row<'a> {
        Row {
            id: &report.scramble.id,
            carried: Map(self.carried(&report.scramble)),
            shown: match &report.scramble.shown {
                scramble::Shown::Moves(text) => Shown::Scramble(text),
                scramble::Shown::State(_) => Shown::Facelets(facelets::format(&report.scramble.cube)),
            },
            goal: &self.goals,
            metric: "HTM",
            stages: Map(report.stages.iter().map(|stage| (&*stage.name, lengths(stage))).collect()),
            best: Map(report.stages.iter().map(|stage| (&*stage.name, best(stage))).collect()),
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

    /// Returns an object for each stage and colour of a scramble.
    pub fn long_rows<'a>(&'a self, report: &'a Report) -> impl Iterator<Item = LongRow<'a>> {
        report.stages.iter().flat_map(move |stage| {
            stage.lengths.iter().map(move |(color, moves)| LongRow {
                id: &report.scramble.id,
                row: report.row,
                carried: Map(self.carried(&report.scramble)),
                goal: self.goals.get(stage.goal),
                stage: &stage.name,
                color: color.name(),
                moves: moves.ok(),
            })
        })
    }

    /// Returns the carried members, without those that have no value.
    fn carried<'a>(&'a self, scramble: &'a scramble::Scramble) -> Vec<(&'a str, Carried<'a>)> {
        let member = |(i, name): (usize, &'a String)| {
            let text = scramble.carried_value(i)?;
            let number = text.parse().ok().filter(|_| name == TIME);
            Some((&name[..], number.map_or(Carried::Text(text), Carried::Number)))
        };
        self.carried.iter().enumerate().filter_map(member).collect()
    }
}

/// A length in the long layout.
#[derive(serde::Serialize)]
pub struct LongRow<'a> {
    id: &'a str,
    row: u64,
    #[serde(flatten)]
    carried: Map<'a, Carried<'a>>,
    goal: &'a str,
    stage: &'a str,
    color: &'a str,
    moves: Option<u8>,
}

/// The analysis of a scramble.
#[derive(serde::Serialize)]
pub struct Row<'a> {
    id: &'a str,
    #[serde(flatten)]
    carried: Map<'a, Carried<'a>>,
    #[serde(flatten)]
    shown: Shown<'a>,
    goal: &'a GoalNames,
    metric: &'a str,
    stages: Map<'a, Map<'a, Option<u8>>>,
    best: Map<'a, Best<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<Solution<'a>>>,
    nodes: u64,
    row: u64,
}

/// The value of a carried column.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Carried<'a> {
    Number(u64),
    Text(&'a str),
}

/// The moves of the scramble, or the facelets of a state.
#[derive(serde::Serialize)]
#[serde(rename_all = "lowercase")]
enum Shown<'a> {
    Scramble(&'a str),
    Facelets(String),
}

#[derive(serde::Serialize)]
struct Best<'a> {
    length: Option<u8>,
    colors: Vec<&'a str>,
}

#[derive(serde::Serialize)]
struct Solution<'a> {
    stage: &'a str,
    color: &'a str,
    length: usize,
    /// The number of moves beyond the minimum; omitted unless longer solutions are requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<u8>,
    rotation: &'a str,
    #[serde(flatten)]
    pieces: Pieces,
    /// The colours of each named slot, as `green-red`.
    slot_colors: Map<'a, String>,
    /// The solved blocks and lines; omitted if the goal fixes their places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    placements: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ready: Option<Ready>,
    /// The turn of the bottom layer that remains, empty if none; omitted if the goal allows none.
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eo: Option<&'a str>,
    moves: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    twizzle: Option<&'a str>,
}

/// The solved pieces in slots.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Pieces {
    Paired { slots: Vec<&'static str> },
    Free { corners: Vec<&'static str>, edges: Vec<&'static str> },
}

#[derive(serde::Serialize)]
struct Ready {
    corner: &'static str,
    edge: &'static str,
}

/// Pairs of keys and values, serialised as an object in this order.
pub struct Map<'a, V>(pub Vec<(&'a str, V)>);

impl<V: Serialize> Serialize for Map<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

fn lengths(stage: &StageReport) -> Map<'_, Option<u8>> {
    Map(stage.lengths.iter().map(|(color, length)| (color.name(), length.ok())).collect())
}

fn best(stage: &StageReport) -> Best<'_> {
    Best { length: stage.best(), colors: stage.best_colors().map(|color| color.name()).collect() }
}

fn solutions(stage: &StageReport, terms: GoalTraits, has_slack: bool) -> impl Iterator<Item = Solution<'_>> {
    stage.solutions.iter().map(move |solution| Solution {
        stage: &stage.name,
        color: solution.color.name(),
        length: solution.moves.len(),
        over: has_slack.then_some(solution.over),
        rotation: &solution.rotation,
        pieces: pieces(&solution.annotation, terms),
        slot_colors: Map(solution.annotation.slot_colors()),
        placements: solution.annotation.placements.iter().map(ToString::to_string).collect(),
        ready: solution
            .annotation
            .ready
            .first()
            .map(|r| Ready { corner: r.corner.name(), edge: r.edge.name() }),
        offset: terms.offset.then(|| solution.annotation.turn()),
        eo: solution.annotation.axes.first().map(|axis| axis.name()),
        moves: to_wca(&solution.moves),
        twizzle: solution.link.as_deref(),
    })
}

fn pieces(annotation: &Annotation, terms: GoalTraits) -> Pieces {
    let names = |slots: &[Slot]| slots.iter().map(|slot| slot.name()).collect();
    match terms.paired {
        true => Pieces::Paired { slots: names(&annotation.corners) },
        false => Pieces::Free { corners: names(&annotation.corners), edges: names(&annotation.edges) },
    }
}
