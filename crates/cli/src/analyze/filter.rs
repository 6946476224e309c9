//! The condition of `--where` on scrambles that are given: computes the lengths that it compares, shortest stages first,
//! and stops as soon as they decide it.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use cubiform_cube::goal::Variant;
use cubiform_cube::goal::condition::{Condition, Length};
use cubiform_cube::{Color, Cube};
use cubiform_solvers::cfop::{AnalyzeError, Analyzer, Request};

use crate::args::Analyze;
use crate::error::Failure;
use crate::open_tables::{self, TableRequest};
use crate::paths::Folder;

/// A condition that scrambles satisfy or not.
pub(super) struct Filter {
    condition: Condition,
    steps: Vec<Step>,
}

/// A stage whose lengths the condition compares.
struct Step {
    /// The index of the goal among those that have a name, and that of the stage in the goal.
    of: (usize, usize),
    analyzer: Analyzer,
    request: Request,
}

impl Filter {
    /// The filter that the arguments ask for, with its tables open; `scrambles` is about how many there are.
    pub(super) fn open(
        args: &Analyze,
        scrambles: Option<u64>,
        folder: &Folder,
    ) -> Result<Option<Filter>, Failure> {
        let Some(condition) = args.condition.as_ref().filter(|_| args.random.is_none()) else {
            return Ok(None);
        };
        let mut colors: HashMap<(usize, usize), Vec<Color>> = HashMap::new();
        for length in condition.lengths() {
            colors.entry((length.goal, length.stage)).or_default().extend(&length.colors);
        }
        let mut stages: Vec<(usize, usize)> = colors.keys().copied().collect();
        stages.sort_by_key(|(goal, stage)| (*stage, *goal));
        let step = |of: (usize, usize)| {
            let goal = (Variant::NAMED[of.0].variant)();
            let need = TableRequest {
                command: "analyze",
                goal: &goal,
                stages: &[of.1],
                profile: args.profile,
                scrambles,
                threads: args.machine.threads(),
            };
            let analyzer = open_tables::analyzer(&need, folder)?;
            let wanted = &colors[&of];
            let colors = Color::COLUMNS.into_iter().filter(|color| wanted.contains(color)).collect();
            Ok(Step { of, analyzer, request: Request { colors, solutions: 0, only_best: true, slack: 0 } })
        };
        let steps = stages.into_iter().map(step).collect::<Result<_, Failure>>()?;
        Ok(Some(Filter { condition: condition.clone(), steps }))
    }

    /// Whether a cube satisfies the condition.
    ///
    /// # Errors
    /// If a table is damaged, or `stop` is set.
    pub(super) fn holds(&self, cube: &Cube, stop: &AtomicBool) -> Result<bool, AnalyzeError> {
        let mut known: HashMap<(usize, usize, Color), u8> = HashMap::new();
        for step in &self.steps {
            let analysis = step.analyzer.analyze_until(cube, &step.request, stop)?;
            // With all moves every stage can be met.
            let lengths = analysis.iter().flatten().filter_map(|result| result.length.ok());
            for (color, length) in step.request.colors.iter().zip(lengths) {
                known.insert((step.of.0, step.of.1, *color), length);
            }
            let length = |length: &Length| {
                let of = |color: &Color| known.get(&(length.goal, length.stage, *color)).copied();
                length.colors.iter().map(of).collect::<Option<Vec<u8>>>()?.into_iter().min()
            };
            if let Some(holds) = self.condition.decide(&length) {
                return Ok(holds);
            }
        }
        unreachable!("all lengths of the condition are known")
    }
}
