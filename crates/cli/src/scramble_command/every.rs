//! `cubiform scramble --every`: all states that satisfy a condition.

use super::render::Render;
use crate::args::Scrambles;
use crate::failure::Failure;
use crate::interrupt::{self, REQUESTED};
use crate::output::Output;
use crate::{engines, progress};
use cubiform_answers::draws::draw_error;
use cubiform_answers::scrambles::StateRow;
use cubiform_cube::goal::condition::Condition;
use cubiform_draw::{DrawError, Listing, Watch};

/// The number of rows between two reports of progress.
const ROWS_BETWEEN_REPORTS: u64 = 1 << 12;

/// Runs the command.
pub(super) fn run(args: &Scrambles, condition: &Condition) -> Result<(), Failure> {
    let mut output = Output::to(args.output.as_deref(), None)?;
    let engines = engines::open(&args.machine, args.profile)?;
    // Most of the tried states are rejected, so many are analysed.
    let analyzers = engines.analyzers_of_condition(condition, Some(u64::MAX), &REQUESTED)?;
    let oracle = engines.oracle(&REQUESTED)?;
    let (classes, threads) = (args.up_to_symmetry, engines.threads());
    let failed = |error: DrawError| draw_error(&error, condition);
    let watch = Watch { cancel: &REQUESTED, ..Watch::quiet() };
    let states = Listing::new(condition, classes, &oracle, analyzers, threads, &watch);
    let mut states = states.map_err(failed)?;
    let progress = progress::Count::hidden_if(output.is_terminal(), "per mille of the states".into());
    let mut render = Render::new(args);
    let mut write = || -> Result<(), Failure> {
        render.begin(&["id", "facelets", "images"], &mut output).map_err(|e| output.failure(&e))?;
        for number in 1.. {
            let Some(listed) = states.next() else { break };
            let row = StateRow::new(&listed.map_err(failed)?, number);
            let cells = [&row.id[..], &row.facelets, &row.images.to_string()];
            render.row(&row, &cells, &mut output).map_err(|e| output.failure(&e))?;
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
