//! Charts as SVG, for `report` and `stats --plot`.

mod axes;
pub(crate) mod bars;
mod chart;
pub(crate) mod foot;
mod marks;
mod palette;
mod plot;
pub(crate) mod points;
pub(crate) mod rows;
pub(crate) mod series;
mod svg;
mod text;

pub(crate) use self::axes::{Axis, HTM, MEAN, SHARE, labelled, on_both_sides, ticks};
pub(crate) use self::chart::Texts;
pub(crate) use self::marks::Mark;
pub(crate) use self::palette::{SERIES, dark_style};
pub(crate) use self::svg::{Figure, SVG_START};
