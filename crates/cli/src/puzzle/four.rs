//! The 4x4x4 in `solve` and `scramble`: its metric and its solvers.

use std::sync::Arc;

use cubiform_answers::puzzle::BoxedSolver;
use cubiform_cube::four::{Cube4, Metric};

use super::CommandPuzzle;
use crate::args::{Machine, Profiles, Solve};
use crate::engines;
use crate::error::Failure;
use crate::interrupt::REQUESTED;

/// Returns the metric of the arguments.
fn metric_of(args: &Solve) -> Metric {
    args.four.metric.map_or(Metric::Slice, |metric| metric.metric())
}

impl CommandPuzzle for Cube4 {
    const SOLVE_OPTIONS: &'static str = "--metric, --beam, --links, --time and --nodes";

    fn has_foreign_options(_: &Solve) -> bool {
        false
    }

    fn metric(args: &Solve) -> String {
        metric_of(args).name().to_uppercase()
    }

    fn solver(args: &Solve) -> Result<Arc<BoxedSolver<Cube4>>, Failure> {
        let (metric, beam) = (metric_of(args), args.four.beam.map(|beam| beam as usize));
        let engines = engines::open(&args.machine, Profiles::Auto)?;
        engines.four(metric, beam, &REQUESTED).map_err(engines::failed("solve"))
    }

    fn scrambler(machine: &Machine) -> Result<Arc<BoxedSolver<Cube4>>, Failure> {
        let engines = engines::open(machine, Profiles::Auto)?;
        engines.four_scrambler(&REQUESTED).map_err(engines::failed("scramble"))
    }
}
