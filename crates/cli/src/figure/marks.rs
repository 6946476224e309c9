//! The marks of series and of legends: their colours and shapes.

use super::palette::{INK, MUTED, Paint, SERIES};
use super::svg::{Point, Svg};

/// The opacity of bands.
pub(super) const BAND_OPACITY: f64 = 0.22;

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Circle,
    Square,
    Diamond,
    Up,
    Down,
    Plus,
    Bar,
    /// A short line across a bar.
    Tick,
    /// An upright line with caps: an interval.
    Whisker,
    /// A short upright line.
    Upright,
    /// A pale area: an interval.
    Band,
    /// A level line: a range.
    Level,
}

/// The colour and shape of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) paint: Paint,
    pub(crate) shape: Shape,
}

impl Mark {
    /// The legend's mark of an exact value.
    pub(super) const EXACT: Mark = Mark { paint: INK, shape: Shape::Tick };
    /// The legend's mark of an interval drawn as a whisker.
    pub(super) const WHISKER: Mark = Mark { paint: INK, shape: Shape::Whisker };
    /// The legend's mark of an interval drawn as a band.
    pub(super) const BAND: Mark = Mark { paint: MUTED, shape: Shape::Band };

    /// Returns the mark of the series at `index`.
    pub(crate) fn of(index: usize) -> Mark {
        const SHAPES: [Shape; 6] =
            [Shape::Circle, Shape::Square, Shape::Up, Shape::Diamond, Shape::Plus, Shape::Down];
        Mark { paint: SERIES[index % SERIES.len()], shape: SHAPES[index % SHAPES.len()] }
    }

    /// Returns the bar of the series at `index`.
    pub(super) fn bar(index: usize) -> Mark {
        Mark { shape: Shape::Bar, ..Mark::of(index) }
    }

    /// Draws the mark around a point, with radius `r`.
    pub(super) fn draw(self, svg: &mut Svg, (x, y): Point, r: i32) {
        // The outlines, for a radius of 10. The margin covers two units within them.
        let data = match self.shape {
            Shape::Circle => "M-12,0a12,12 0 1 1 24,0a12,12 0 1 1 -24,0z",
            Shape::Square => "M-12,-12h24v24h-24z",
            Shape::Diamond => "M0,-16L16,0 0,16 -16,0z",
            Shape::Up => "M0,-16L16,12 -16,12z",
            Shape::Down => "M0,16L16,-12 -16,-12z",
            Shape::Plus => "M-6,-13h12v7h7v12h-7v7h-12v-7h-7v-12h7z",
            Shape::Bar => "M-14,-14h28v28h-28z",
            Shape::Tick => "M-14,-4h28v8h-28z",
            Shape::Upright => "M-4,-12h8v24h-8z",
            Shape::Level => "M-16,-4h32v8h-32z",
            Shape::Whisker => "M-9,-13h18v6h-6v14h6v6h-18v-6h6v-14h-6z",
            Shape::Band => {
                return svg.rect([x - r - 6, y - r, x + r + 6, y + r], self.paint, BAND_OPACITY);
            }
        };
        svg.shape(data, (x, y), f64::from(r) / 10.0, self.paint);
    }
}
