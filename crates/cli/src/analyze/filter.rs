//! The filter of given scrambles by the condition of `--where`.
//!
//! Computes the lengths that the condition compares, earliest stages first, and stops as soon as they decide it.

use std::collections::{BTreeMap, HashMap};

use cubiform_answers::engines::Engines;
use cubiform_cube::goal::condition::{Condition, Length};
use cubiform_cube::{Color, Cube, Frame};
use cubiform_solvers::cfop::{AnalyzeError, Analyzer, Request};
use cubiform_threads::CancelToken;

use crate::args::Analyze;
use crate::failure::Failure;
use crate::interrupt;

/// A condition on scrambles, and the analyzers that decide it.
pub(super) struct Filter {
    condition: Condition,
    steps: Vec<StageLengths>,
}

/// A stage whose lengths the condition compares, and its analyzer.
struct StageLengths {
    /// The index of the goal in [`Variant::NAMED`](cubiform_cube::goal::Variant::NAMED), and the index of the stage in the goal.
    goal_stage: (usize, usize),
    analyzer: Analyzer,
    request: Request,
}

impl Filter {
    /// Builds the filter and opens its tables. Returns `None` if the arguments have no condition, or if it applies to
    /// random states. `scrambles` is the estimated number of scrambles.
    pub(super) fn open(
        args: &Analyze,
        scrambles: Option<u64>,
        engines: &Engines,
    ) -> Result<Option<Filter>, Failure> {
        let Some(condition) = args.condition.as_ref().filter(|_| args.random.is_none()) else {
            return Ok(None);
        };
        // By stage and goal, so that the earliest stages come first.
        let mut wanted: BTreeMap<(usize, usize), Vec<Color>> = BTreeMap::new();
        for length in condition.lengths() {
            wanted.entry((length.stage, length.goal)).or_default().extend(&length.colors);
        }
        let step = |((stage, goal), wanted): ((usize, usize), Vec<Color>)| {
            let analyzer = engines.stage_analyzer((goal, stage), scrambles, &interrupt::REQUESTED)?;
            let colors = Color::COLUMNS.into_iter().filter(|color| wanted.contains(color));
            let request = Request { frames: Frame::bottoms(colors), solutions: 0, only_best: true, slack: 0 };
            Ok(StageLengths { goal_stage: (goal, stage), analyzer, request })
        };
        let steps = wanted.into_iter().map(step).collect::<Result<_, Failure>>()?;
        Ok(Some(Filter { condition: condition.clone(), steps }))
    }

    /// Returns whether a cube satisfies the condition.
    ///
    /// # Errors
    /// If a table is damaged, or `stop` is set.
    pub(super) fn matches(&self, cube: &Cube, stop: &CancelToken) -> Result<bool, AnalyzeError> {
        let mut known: HashMap<(usize, usize, Frame), u8> = HashMap::new();
        for stage in &self.steps {
            let analysis = stage.analyzer.analyze_until(cube, &stage.request, stop)?;
            // The analyzer uses all moves, so that every stage is solvable.
            let lengths = analysis.iter().flatten().filter_map(|result| result.length.ok());
            for (frame, length) in stage.request.frames.iter().zip(lengths) {
                known.insert((stage.goal_stage.0, stage.goal_stage.1, *frame), length);
            }
            let length = |length: &Length| {
                let of =
                    |color: &Color| known.get(&(length.goal, length.stage, Frame::Bottom(*color))).copied();
                length.colors.iter().map(of).collect::<Option<Vec<u8>>>()?.into_iter().min()
            };
            if let Some(holds) = self.condition.decide(&length) {
                return Ok(holds);
            }
        }
        unreachable!("all lengths of the condition are known")
    }
}
