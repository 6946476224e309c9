//! Counts of all states by their distance: what a request counts, and how.

use std::fmt::Display;
use std::sync::Arc;

use cubiform_cube::goal::Stage;
use cubiform_cube::{Color, Face};
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_solvers::two::TwoByTwo;
use cubiform_stats::Histogram;
use cubiform_stats::distribution::best_slot::{BestSlotCounter, Piece, PieceCounter, merged};
use cubiform_stats::distribution::{CrossCounter, NotACrossGoal, Source, StateCounts, Watch};
use cubiform_store::TableKind;
use cubiform_store::fill::Watch as FillWatch;
use cubiform_tables::Coordinate;
use cubiform_tables::goal::fill;
use cubiform_threads::{CancelToken, Threads};

use super::counted::{CountedStates, titled};
use super::subject::{PHASES, SmallSpace, Subject};
use crate::Error;
use crate::goals::{CountedGoal, parse_stages};

/// A question for a distribution.
#[derive(Clone, Debug)]
pub struct Question {
    /// The states to count.
    pub subject: Subject,
    /// The stage of a goal; its first one by default.
    pub stage: Option<String>,
    /// The bottom colours over which the minimum is taken.
    pub colors: Option<Vec<Color>>,
}

impl Question {
    /// Returns the way to count the states, or their numbers if they are known.
    ///
    /// # Errors
    /// If the goal has no such stage, if the subject is a single table, which has neither stages nor colours, or if the
    /// states of the stage cannot be counted, or not by colours.
    pub fn count(&self) -> Result<Count<'_>, Error> {
        let stage = match &self.subject {
            Subject::Goal(goal) => stage_of(goal, self.stage.as_deref())?,
            _ if self.stage.is_some() => return Err(self.superfluous("stage")),
            _ if self.colors.is_some() => return Err(self.superfluous("colors")),
            Subject::Table(table) => return Ok(Count::Known(of_table(*table))),
            Subject::Small(space) => return Ok(Count::Small(SmallCount { space: *space })),
        };
        let colors = self.colors.as_deref();
        if let Some(counter) = BestSlotCounter::new(stage, colors.unwrap_or(&[Face::U.color()])) {
            return Ok(Count::BestSlot(BestSlotCount { stage, colors, counter }));
        }
        match colors {
            Some(colors) => by_colors(stage, colors).map(Count::Colors),
            None => of_stage(stage),
        }
    }

    fn superfluous(&self, parameter: &'static str) -> Error {
        let message = format!("{} is a single table: omit `{parameter}`", self.subject.name());
        Error::usage(parameter, message).code("superfluous").placed()
    }
}

/// Returns the stage of this name, or else the first one.
fn stage_of<'a>(counted: &'a CountedGoal, name: Option<&str>) -> Result<&'a Stage, Error> {
    let CountedGoal { goal, has_stages } = counted;
    let Some(name) = name else { return Ok(&goal.stages[0]) };
    if !has_stages {
        let message = format!("'{}' is a single stage: omit `stage`", goal.name);
        return Err(Error::usage("stage", message).code("superfluous").placed());
    }
    match parse_stages(name, goal).map_err(|error| error.about("stage"))?[..] {
        [one] => Ok(&goal.stages[one]),
        _ => {
            let error =
                Error::usage("stage", format!("'{name}' names several stages")).code("several-stages");
            Err(error.hint("choose one of them"))
        }
    }
}

/// The way to count the states of a request. A front end shows the progress of those that take time.
pub enum Count<'a> {
    /// The numbers are known.
    Known(CountedStates),
    /// A phase of Thistlethwaite's algorithm or the 2x2x2, counted state by state in about a second.
    Small(SmallCount),
    /// A table is filled. This takes memory, and seconds to minutes.
    Fill(FillCount<'a>),
    /// All states of the twelve edges are counted by classes, in seconds to minutes.
    Colors(ColorCount<'a>),
    /// All states are counted by their distance from the cross and the best of its slots: in seconds to minutes for one
    /// colour, in minutes for two opposite ones, and otherwise in hours.
    BestSlot(BestSlotCount<'a>),
}

impl Count<'_> {
    /// Returns the number of bytes of memory that the count takes for tables; 0 if it fills none.
    pub fn memory(&self) -> u64 {
        match self {
            Count::Fill(fill) => fill.memory(),
            Count::BestSlot(count) => count.memory(),
            Count::Known(_) | Count::Small(_) | Count::Colors(_) => 0,
        }
    }

    /// Returns the distribution if it is stored.
    pub fn known(&self) -> Option<CountedStates> {
        match self {
            Count::Known(counted) => Some(counted.clone()),
            Count::BestSlot(count) => count.known(),
            Count::Small(_) | Count::Fill(_) | Count::Colors(_) => None,
        }
    }

    /// Counts the states without showing the progress.
    ///
    /// # Errors
    /// If the count was cancelled.
    pub fn run(self, threads: &Threads, cancel: &CancelToken) -> Result<CountedStates, Error> {
        match self {
            Count::Known(counted) => Ok(counted),
            Count::Small(count) => count.run(cancel),
            Count::Fill(count) => count.run(threads, &FillWatch { cancel, report: &|_| {} }),
            Count::Colors(count) => count.run(threads, &Watch { cancel, report: &|_, _| {} }),
            Count::BestSlot(count) => count.run(threads, &Watch { cancel, report: &|_, _| {} }),
        }
    }
}

/// The count of a phase of Thistlethwaite's algorithm, or of the 2x2x2.
#[derive(Clone, Copy, Debug)]
pub struct SmallCount {
    space: SmallSpace,
}

impl SmallCount {
    /// Counts the states.
    ///
    /// # Errors
    /// If the count was cancelled.
    pub fn run(&self, cancel: &CancelToken) -> Result<CountedStates, Error> {
        let (counts, description) = match self.space {
            SmallSpace::Phase(number) => {
                let solver = Thistlethwaite::new_until(cancel).ok_or(Error::cancelled())?;
                (solver.distributions().swap_remove(number), PHASES[number])
            }
            SmallSpace::Two => {
                let solver = TwoByTwo::new_until(cancel).ok_or(Error::cancelled())?;
                (solver.histogram(), "the 2x2x2, in any orientation")
            }
        };
        Ok(CountedStates {
            name: self.space.name(),
            colors: None,
            metric: "HTM",
            source: Some(format!("{description}: counted now, state by state")),
            is_last_or_more: false,
            counts: Histogram::new(counts).into(),
        })
    }
}

/// The count of the states of a stage's pieces, by filling a table.
pub struct FillCount<'a> {
    stage: &'a Stage,
    coordinate: Arc<Coordinate>,
}

impl FillCount<'_> {
    /// Returns the name of the stage.
    pub fn name(&self) -> &str {
        &self.stage.name
    }

    /// Returns the number of states.
    pub fn states(&self) -> u64 {
        self.coordinate.states()
    }

    /// Returns the number of bytes of memory that the table takes.
    pub fn memory(&self) -> u64 {
        fill::memory(&self.coordinate)
    }

    /// Fills the table and counts its states.
    ///
    /// # Errors
    /// If the count was cancelled.
    pub fn run(&self, threads: &Threads, watch: &FillWatch<'_>) -> Result<CountedStates, Error> {
        let filling = fill::run(&self.coordinate, threads, watch, None);
        if filling.complete {
            Ok(of_goal(self.stage, None, Histogram::new(filling.histogram)))
        } else {
            Err(Error::cancelled())
        }
    }
}

/// The count of all states of the edges by the minimum distance over several bottom colours.
pub struct ColorCount<'a> {
    stage: &'a Stage,
    colors: &'a [Color],
    counter: CrossCounter,
}

impl ColorCount<'_> {
    /// Returns the stage and the colours: `cross, white or yellow (dual colour neutral)`.
    pub fn title(&self) -> String {
        format!("{}, {}", self.stage.name, titled(self.colors))
    }

    /// Counts the states.
    ///
    /// # Errors
    /// If the count was cancelled.
    pub fn run(&self, threads: &Threads, watch: &Watch<'_>) -> Result<CountedStates, Error> {
        let histogram = self.counter.count(threads, watch).ok_or(Error::cancelled())?;
        Ok(of_goal(self.stage, Some(self.colors), histogram))
    }
}

/// The count of all states by their distance from the cross and the best of its slots.
pub struct BestSlotCount<'a> {
    stage: &'a Stage,
    colors: Option<&'a [Color]>,
    counter: BestSlotCounter,
}

impl BestSlotCount<'_> {
    /// Returns the stage and the colours: `xcross, white or yellow (dual colour neutral)`.
    pub fn title(&self) -> String {
        match self.colors {
            Some(colors) => format!("{}, {}", self.stage.name, titled(colors)),
            None => self.stage.name.to_string(),
        }
    }

    /// Returns the name of the stage, also if the goal was given as an expression.
    pub fn name(&self) -> &'static str {
        self.counter.name()
    }

    /// Returns the number of bytes of memory that the count takes.
    pub fn memory(&self) -> u64 {
        self.counter.memory()
    }

    /// Returns the colours, each once.
    pub fn colors(&self) -> &[Color] {
        self.counter.colors()
    }

    /// Returns whether the count takes hours. Such a count has pieces.
    pub fn takes_hours(&self) -> bool {
        self.counter.takes_hours()
    }

    /// Returns a counter of the pieces.
    ///
    /// # Errors
    /// If that was cancelled.
    pub fn piece_counter(&self, cancel: &CancelToken) -> Result<PieceCounter, Error> {
        self.counter.pieces(cancel).ok_or(Error::cancelled())
    }

    /// Returns the distribution, given all pieces, or `None` if they do not count every state once.
    pub fn merged(&self, pieces: &[Piece]) -> Option<CountedStates> {
        merged(self.colors(), pieces).map(|counts| of_goal(self.stage, self.colors, counts))
    }

    /// Returns the distribution if it is stored.
    pub fn known(&self) -> Option<CountedStates> {
        let counts = self.counter.known()?;
        let source = self.takes_hours().then(|| "stored, because counting it takes hours".into());
        Some(CountedStates { source, ..of_goal(self.stage, self.colors, counts) })
    }

    /// Counts the states. What takes hours is not counted here, since only its pieces can be kept: the stored
    /// distribution is returned.
    ///
    /// # Errors
    /// If the count was cancelled, or would take hours and is not stored.
    pub fn run(&self, threads: &Threads, watch: &Watch<'_>) -> Result<CountedStates, Error> {
        if self.takes_hours() {
            let name = self.name();
            let colors: String = self.colors().iter().map(|color| color.letter()).collect();
            return self.known().ok_or_else(|| {
                let message =
                    format!("{name}: counting these colours takes hours, and their distribution is not stored");
                let error = Error::usage("colors", message).code("takes-hours").placed();
                let error = error.value("name", name).value("colors", &colors);
                error.hint_line(format!(
                    "the command `cubiform distribution {name}` counts {colors} in pieces that it keeps in a folder"
                ))
            });
        }
        let counts = self.counter.count(threads, watch).ok_or(Error::cancelled())?;
        Ok(of_goal(self.stage, self.colors, counts))
    }
}

/// Returns the distribution of a stage of a goal.
fn of_goal(stage: &Stage, colors: Option<&[Color]>, counts: impl Into<StateCounts>) -> CountedStates {
    CountedStates {
        name: stage.name.to_string(),
        colors: colors.map(<[Color]>::to_vec),
        metric: "HTM",
        source: None,
        is_last_or_more: false,
        counts: counts.into(),
    }
}

/// Returns the distribution of a table from the catalogue.
fn of_table(table: &dyn TableKind) -> CountedStates {
    let distances = table.distances();
    CountedStates {
        name: table.name().into(),
        colors: None,
        metric: table.metric(),
        source: Some(format!("{}: {}", table.description(), distances.source)),
        is_last_or_more: distances.is_last_or_more,
        counts: Histogram::new(distances.counts).into(),
    }
}

/// Returns the way to count the states of the pieces of a stage.
fn of_stage(stage: &Stage) -> Result<Count<'_>, Error> {
    let source = Source::new(stage).map_err(|e| {
        let error = Error::usage("goal", format!("{}: {e}", stage.name)).code("cannot-be-counted").placed();
        error.hint_line(hint(stage))
    })?;
    Ok(match source {
        Source::Known(entry) => Count::Known(of_goal(stage, None, Histogram::new(entry.histogram))),
        Source::Fill(coordinate) => Count::Fill(FillCount { stage, coordinate }),
    })
}

/// Returns advice for a stage whose distances no single table has.
fn hint(stage: &Stage) -> String {
    let [first, .., last] = &stage.choices[..] else { return "choose a stage with fewer pieces".into() };
    let one = match (&first.choice.placements[..], first.oriented) {
        ([place, ..], _) => format!("a position, as in \"{place}\""),
        ([], Some(_)) if stage.name.ends_with("eoline") => "an axis, as in \"eoline F/B\"".into(),
        ([], axis) if axis != last.oriented => "an axis, as in \"cross + eo F/B\"".into(),
        _ => "one of its choices, as in \"cross + FR\", or a table, such as cross-ready".into(),
    };
    format!("name {one}, or analyse random states for an estimate")
}

/// Returns the count of a stage by colours.
fn by_colors<'a>(stage: &'a Stage, colors: &'a [Color]) -> Result<ColorCount<'a>, Error> {
    let refused = |e: &dyn Display| {
        let message = format!("{}, `colors`: {e}", stage.name);
        Error::usage("colors", message).code("cannot-be-counted").placed()
    };
    let [target] = &stage.choices[..] else { return Err(refused(&NotACrossGoal)) };
    let counter = CrossCounter::new(target, colors).map_err(|e| refused(&e))?;
    Ok(ColorCount { stage, colors, counter })
}
