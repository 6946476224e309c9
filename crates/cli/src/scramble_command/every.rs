//! `cubiform scramble --every`: all states that satisfy a condition.

use super::render::Render;
use crate::args::Scrambles;
use crate::draws;
use crate::engines;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::progress;
use cubiform_answers::scrambles::StateRow;
use cubiform_cube::goal::condition::Condition;

/// The number of rows between two reports of progress.
const ROWS_BETWEEN_REPORTS: u64 = 1 << 12;

/// Runs the command.
pub(super) fn run(args: &Scrambles, condition: &Condition) -> Result<(), Failure> {
    let mut output = Output::to(args.output.as_deref(), None)?;
    let engines = engines::open(&args.machine, args.profile)?;
    let mut states = draws::listing("scramble", &engines, condition, args.up_to_symmetry)?;
    let progress = progress::Count::hidden_if(output.is_terminal(), "per mille of the states".into());
    let mut render = Render::new(args);
    let mut number = 0;
    let mut write = || -> Result<(), Failure> {
        render.begin::<StateRow>(&mut output).map_err(|e| output.failure(&e))?;
        loop {
            number += 1;
            let row = states.next_row(number).map_err(|error| Failure::of("scramble", error))?;
            let Some(row) = row else { break };
            render.row(&row, &mut output).map_err(|e| output.failure(&e))?;
            if number.is_multiple_of(ROWS_BETWEEN_REPORTS) {
                progress.show((states.share_done() * 1000.0) as u64, 1000);
            }
        }
        render.end(&mut output).map_err(|e| output.failure(&e))
    };
    let ended = interrupt::or(write());
    drop(progress);
    output.end(ended)
}
