//! Charts as SVG, for `report` and `lengths`.

pub(crate) mod bars;
pub(crate) mod chart;
pub(crate) mod foot;
pub(crate) mod marks;
pub(crate) mod palette;
pub(crate) mod plot;
pub(crate) mod rows;
pub(crate) mod svg;
pub(crate) mod text;
#[cfg(test)]
mod vision;
