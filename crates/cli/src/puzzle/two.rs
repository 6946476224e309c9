//! The 2x2x2 in `solve` and `scramble`.

use std::sync::Arc;

use cubiform_answers::puzzle::BoxedSolver;
use cubiform_cube::two::Cube2;
use cubiform_solvers::two::TwoByTwo;

use super::CommandPuzzle;
use crate::args::{Machine, Solve};
use crate::error::Failure;
use crate::interrupt;

fn new_solver() -> Result<TwoByTwo, Failure> {
    TwoByTwo::new_until(&interrupt::REQUESTED).ok_or(Failure::Interrupted)
}

impl CommandPuzzle for Cube2 {
    const SOLVE_OPTIONS: &'static str = "--links";

    fn has_foreign_options(args: &Solve) -> bool {
        args.four.has_options() || args.time.is_some() || args.nodes.is_some()
    }

    fn metric(_: &Solve) -> String {
        "HTM".into()
    }

    fn solver(_: &Solve) -> Result<Arc<BoxedSolver<Cube2>>, Failure> {
        Ok(Arc::new(Box::new(new_solver()?)))
    }

    fn scrambler(_: &Machine) -> Result<Arc<TwoByTwo>, Failure> {
        new_solver().map(Arc::new)
    }
}
