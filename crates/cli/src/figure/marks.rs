//! The marks of series and of legends: their colours and shapes.

use super::palette::{INK, MUTED, Paint, SERIES};
use super::svg::{Point, Svg};

/// The opacity of bands.
pub(super) const BAND_OPACITY: f64 = 0.22;

/// The outline of a mark: the data of a path for a radius of 10 around the origin, whose outer two units the margin
/// covers.
type Shape = &'static str;

const CIRCLE: Shape = "M-12,0a12,12 0 1 1 24,0a12,12 0 1 1 -24,0z";
const SQUARE: Shape = "M-12,-12h24v24h-24z";
const DIAMOND: Shape = "M0,-16L16,0 0,16 -16,0z";
const UP: Shape = "M0,-16L16,12 -16,12z";
const DOWN: Shape = "M0,16L16,-12 -16,-12z";
const PLUS: Shape = "M-6,-13h12v7h7v12h-7v7h-12v-7h-7v-12h7z";
const BAR: Shape = "M-14,-14h28v28h-28z";
const TICK: Shape = "M-14,-4h28v8h-28z";
const UPRIGHT: Shape = "M-4,-12h8v24h-8z";
const LEVEL: Shape = "M-16,-4h32v8h-32z";
const I_BEAM: Shape = "M-9,-13h18v6h-6v14h6v6h-18v-6h6v-14h-6z";

/// The colour and shape of a series.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(super) paint: Paint,
    /// The shape; `None` for a pale area.
    shape: Option<Shape>,
}

impl Mark {
    /// The legend's mark of an exact value.
    pub(super) const EXACT: Mark = Mark::new(INK, TICK);
    /// The legend's mark of an interval drawn as a whisker.
    pub(super) const WHISKER: Mark = Mark::new(INK, I_BEAM);
    /// The legend's mark of an interval drawn as a band.
    pub(super) const BAND: Mark = Mark { paint: MUTED, shape: None };
    /// The legend's mark of the means of several series.
    pub(super) const MEAN: Mark = Mark::new(INK, CIRCLE);
    pub(super) const MEDIAN: Mark = Mark::new(INK, UPRIGHT);
    pub(super) const MODE: Mark = Mark::new(INK, DOWN);
    /// The legend's mark of a range.
    pub(super) const RANGE: Mark = Mark::new(MUTED, LEVEL);

    const fn new(paint: Paint, shape: Shape) -> Mark {
        Mark { paint, shape: Some(shape) }
    }

    /// Returns the mark of the series at `index`.
    pub(crate) fn of_series(index: usize) -> Mark {
        const SHAPES: [Shape; 6] = [CIRCLE, SQUARE, UP, DIAMOND, PLUS, DOWN];
        Mark::new(SERIES[index % SERIES.len()], SHAPES[index % SHAPES.len()])
    }

    /// Returns the bar of the series at `index`.
    pub(super) fn bar(index: usize) -> Mark {
        Mark::new(Mark::of_series(index).paint, BAR)
    }

    /// Draws the mark around a point, with radius `r`.
    pub(super) fn draw(self, svg: &mut Svg, (x, y): Point, r: i32) {
        match self.shape {
            Some(shape) => svg.shape(shape, (x, y), f64::from(r) / 10.0, self.paint),
            None => svg.rect([x - r - 6, y - r, x + r + 6, y + r], self.paint, BAND_OPACITY),
        }
    }
}
