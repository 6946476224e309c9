//! Counts of all states by their distance: what a request counts, and how.

use std::sync::Arc;

use cubiform_cube::goal::{Stage, StageKind};
use cubiform_cube::{Color, Reduction};
use cubiform_solvers::reduction;
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_solvers::two::TwoByTwo;
use cubiform_stats::distribution::{ColorGoal, Source, StateCounts, known_over_axes};
use cubiform_stats::{Histogram, Subset};
use cubiform_store::TableKind;
use cubiform_store::fill::Watch;
use cubiform_tables::Coordinate;
use cubiform_tables::goal::fill;
use cubiform_tables::kociemba::PHASES as PHASES_OF_KOCIEMBA;
use cubiform_threads::{CancelToken, Threads};

use super::{CountedStates, PHASES, SmallSpace, Subject};
use crate::Error;
use crate::goals::{CountedGoal, parse_stages};

/// A question for a distribution.
#[derive(Clone, Debug)]
pub struct CountQuestion {
    /// The states to count.
    pub subject: Subject,
    /// The stage of a goal; its first one by default.
    pub stage: Option<String>,
    /// The bottom colours over which the minimum is taken.
    pub colors: Option<Vec<Color>>,
    /// Whether the minimum over the three axes is counted.
    pub any_axis: bool,
}

impl CountQuestion {
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
            _ if self.any_axis => return Err(self.superfluous("any_axis")),
            Subject::Table(table) => return Ok(Count::Known(of_table(*table))),
            Subject::Small(space) => return Ok(Count::Small(*space)),
        };
        if let StageKind::Reductions(steps) = stage.kind {
            return match self.colors {
                Some(_) => Err(not_by_colors(stage)),
                None if self.any_axis => over_axes(stage, steps),
                None => Ok(of_steps(steps)),
            };
        }
        if self.any_axis {
            return Err(not_over_axes(stage));
        }
        match (&self.colors, ColorGoal::of_stage(stage)) {
            (None, Some(goal)) if !goal.is_cross() => stored(stage, goal, None),
            (None, _) => of_stage(stage),
            (Some(colors), Some(goal)) => stored(stage, goal, Some(colors)),
            (Some(_), None) => Err(not_by_colors(stage)),
        }
    }

    fn superfluous(&self, parameter: &'static str) -> Error {
        let message = format!("{} is a single table: omit `{parameter}`", self.subject.name());
        Error::usage(parameter, message).code("superfluous").placed()
    }
}

/// Returns the stage of this name, or else the one that has the name of the goal, or the first one.
fn stage_of<'a>(counted: &'a CountedGoal, name: Option<&str>) -> Result<&'a Stage, Error> {
    let CountedGoal { goal, has_stages } = counted;
    let Some(name) = name else {
        let own = goal.stages.iter().find(|stage| stage.name == goal.name);
        return Ok(own.unwrap_or(&goal.stages[0]));
    };
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
    /// A phase of Thistlethwaite's algorithm, a step of fewest-moves solves or the 2x2x2, counted state by state in about a
    /// second.
    Small(SmallSpace),
    /// A table is filled. This takes memory, and seconds to minutes.
    Fill(FillCount<'a>),
}

impl Count<'_> {
    /// Returns the number of bytes of memory that the count takes for tables; 0 if it fills none.
    pub fn memory(&self) -> u64 {
        match self {
            Count::Fill(fill) => fill.memory(),
            Count::Known(_) | Count::Small(_) => 0,
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
            Count::Fill(count) => count.run(threads, &Watch { cancel, report: &|_| {} }),
        }
    }
}

impl SmallSpace {
    /// Counts the states.
    ///
    /// # Errors
    /// If the count was cancelled.
    pub fn run(self, cancel: &CancelToken) -> Result<CountedStates, Error> {
        let (counts, description) = match self {
            SmallSpace::Phase(number) => {
                let solver = Thistlethwaite::new_until(cancel).ok_or(Error::cancelled())?;
                (solver.distributions().swap_remove(number), PHASES[number])
            }
            SmallSpace::Step(step) => {
                let counts = reduction::distribution(step, cancel).ok_or(Error::cancelled())?;
                let from = match step {
                    Reduction::Ar | Reduction::Drm(_) => "from all states after EO, along one axis",
                    _ => "from all states after HTR, along one axis",
                };
                (counts, from)
            }
            SmallSpace::Two => {
                let solver = TwoByTwo::new_until(cancel).ok_or(Error::cancelled())?;
                (solver.histogram(), "the 2x2x2, in any orientation")
            }
        };
        let source = Some(format!("{description}: counted now, state by state"));
        Ok(CountedStates { source, ..CountedStates::new(self.name(), Histogram::new(counts)) })
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
    pub fn run(&self, threads: &Threads, watch: &Watch<'_>) -> Result<CountedStates, Error> {
        let filling = fill::run(&self.coordinate, threads, watch, None);
        if filling.complete {
            Ok(of_goal(self.stage, None, Histogram::new(filling.histogram)))
        } else {
            Err(Error::cancelled())
        }
    }
}

/// Returns the distribution of a stage of a goal.
fn of_goal(stage: &Stage, colors: Option<&[Color]>, counts: impl Into<StateCounts>) -> CountedStates {
    let colors = colors.map(<[Color]>::to_vec);
    CountedStates { colors, ..CountedStates::new(&*stage.name, counts) }
}

/// Returns the distribution of a table from the catalogue.
fn of_table(table: &dyn TableKind) -> CountedStates {
    let distances = table.distances();
    CountedStates {
        metric: table.metric(),
        source: Some(format!("{}: {}", table.description(), distances.source)),
        is_last_or_more: distances.is_last_or_more,
        ..CountedStates::new(table.name(), Histogram::new(distances.counts))
    }
}

/// Returns the way to count the states of the last of these steps along one axis, from all states that meet the one before.
fn of_steps(steps: &[Reduction]) -> Count<'static> {
    let phase = |number| Count::Small(SmallSpace::Phase(number));
    match steps {
        [Reduction::Dr] => Count::Known(of_table(PHASES_OF_KOCIEMBA[0])),
        [.., Reduction::Dr] => phase(1),
        [.., Reduction::Htr] => phase(2),
        [.., Reduction::Finish] => phase(3),
        [.., step] if *step != Reduction::Eo => Count::Small(SmallSpace::Step(*step)),
        _ => phase(0),
    }
}

/// Returns the stored distribution of a step from any state, along the best of the three axes.
fn over_axes<'a>(stage: &Stage, steps: &[Reduction]) -> Result<Count<'a>, Error> {
    let [step] = steps else { return Err(not_over_axes(stage)) };
    let counts = known_over_axes(*step).ok_or_else(|| not_over_axes(stage))?;
    let source = Some("all states of the cube, by the best of the three axes: stored".into());
    Ok(Count::Known(CountedStates { source, any_axis: true, ..of_goal(stage, None, counts) }))
}

/// Returns the error of a stage without a distribution over the three axes.
fn not_over_axes(stage: &Stage) -> Error {
    let message =
        format!("{}, `any_axis`: only eo and dr of the goal dr are counted over the three axes", stage.name);
    Error::usage("any_axis", message).code("cannot-be-counted").placed()
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

/// Returns the stored distribution of a stage over bottom colours, or with white at the bottom if there are none.
fn stored<'a>(stage: &Stage, goal: ColorGoal, colors: Option<&[Color]>) -> Result<Count<'a>, Error> {
    let subset = colors.map_or(Subset::WHITE, Subset::from_colors);
    let is_quick =
        goal.is_cross() || subset.size() == 1 || (subset.size(), subset.opposite_pairs()) == (2, 1);
    let Some(counts) = goal.known(subset) else {
        let name = goal.name();
        if goal.is_independent() {
            return Err(not_by_colors(stage));
        }
        let message =
            format!("{name}: counting these colours takes hours, and their distribution is not stored");
        let error = Error::usage("colors", message).code(Error::TAKES_HOURS).placed();
        return Err(error.value("name", name).value("colors", subset.to_string()).hint_line(match goal {
            ColorGoal::XCross => "choose up to four colours, or all six",
            _ => "choose one colour or two opposite ones",
        }));
    };
    let source = (!is_quick).then(|| "stored, because counting it takes hours".into());
    Ok(Count::Known(CountedStates { source, ..of_goal(stage, colors, counts) }))
}

/// Returns the error of a stage without distributions over several colours.
fn not_by_colors(stage: &Stage) -> Error {
    let message = format!(
        "{}, `colors`: only a goal of the four bottom edges that is the same from every side, such as cross or cross + \
         offset D, has an exact distribution over several colours",
        stage.name
    );
    Error::usage("colors", message).code("cannot-be-counted").placed()
}
