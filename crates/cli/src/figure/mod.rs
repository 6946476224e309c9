//! Charts as SVG, for `report` and `lengths`.

pub(crate) mod bars;
pub(crate) mod chart;
pub(crate) mod palette;
