//! What the programs of this crate share on their command lines: stages, colours and progress.

use cubiform_cube::Color;
use cubiform_stats::Subset;
use cubiform_stats::distribution::ColorGoal;

/// Returns the goal whose stage has this name.
///
/// # Errors
/// If there is none.
pub fn parse_goal(text: &str) -> Result<ColorGoal, String> {
    ColorGoal::ALL.into_iter().find(|goal| goal.name() == text).ok_or_else(|| "unknown stage".into())
}

/// Returns a set of colours from letters (`WY`), names (`white,yellow`) or `all`.
///
/// # Errors
/// If the text names something else.
pub fn parse_colors(text: &str) -> Result<Subset, String> {
    Color::list(text).map(|colors| Subset::from_colors(&colors)).map_err(|e| e.to_string())
}

/// Shows on standard error how many of the parts are done.
pub fn show(done: u64, parts: u64) {
    let percent = |done| 100 * done / parts.max(1);
    if done == 0 || percent(done) > percent(done - 1) {
        eprint!("\r{:3} %", percent(done));
    }
}
