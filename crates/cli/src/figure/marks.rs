//! The marks of series: their colours and shapes.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::palette::{INK, MUTED, PAPER, Paint, SERIES};

/// A drawing area for SVG.
pub(crate) type Root<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The panic message of drawing, which cannot fail because the picture is kept in memory.
pub(crate) const NEVER_FAILS: &str = "drawing to memory does not fail";

/// The opacity of bands.
pub(crate) const BAND_OPACITY: f64 = 0.22;

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
    pub(crate) const EXACT: Mark = Mark { paint: INK, shape: Shape::Tick };
    /// The legend's mark of an interval drawn as a whisker.
    pub(crate) const WHISKER: Mark = Mark { paint: INK, shape: Shape::Whisker };
    /// The legend's mark of an interval drawn as a band.
    pub(crate) const BAND: Mark = Mark { paint: MUTED, shape: Shape::Band };

    /// Returns the mark of the series at `index`.
    pub(crate) fn of(index: usize) -> Mark {
        const SHAPES: [Shape; 6] =
            [Shape::Circle, Shape::Square, Shape::Up, Shape::Diamond, Shape::Plus, Shape::Down];
        Mark { paint: SERIES[index % SERIES.len()], shape: SHAPES[index % SHAPES.len()] }
    }

    /// Returns the bar of the series at `index`.
    pub(crate) fn bar(index: usize) -> Mark {
        Mark { shape: Shape::Bar, ..Mark::of(index) }
    }

    /// Draws the mark with centre (`x`, `y`) and radius `r`, and a margin of paper around it.
    pub(crate) fn draw(self, root: &Root<'_>, at: (i32, i32), r: i32) {
        match self.shape {
            Shape::Band => self.draw_shape(root, at, r),
            _ => {
                Mark { paint: PAPER, ..self }.draw_shape(root, at, r + 4);
                self.draw_shape(root, at, r);
            }
        }
    }

    fn draw_shape(self, root: &Root<'_>, (x, y): (i32, i32), r: i32) {
        let fill = self.paint.rgb().filled();
        let polygon = |points: &[(i32, i32)]| {
            let points: Vec<_> = points.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            root.draw(&Polygon::new(points, fill)).expect(NEVER_FAILS);
        };
        let rectangle = |left: i32, top: i32, right: i32, bottom: i32| {
            polygon(&[(left, top), (right, top), (right, bottom), (left, bottom)]);
        };
        match self.shape {
            Shape::Circle => root.draw(&Circle::new((x, y), r, fill)).expect(NEVER_FAILS),
            Shape::Square => rectangle(-r, -r, r, r),
            Shape::Diamond => polygon(&[(0, -r - 4), (r + 4, 0), (0, r + 4), (-r - 4, 0)]),
            Shape::Up => polygon(&[(0, -r - 3), (r + 3, r), (-r - 3, r)]),
            Shape::Down => polygon(&[(0, r + 3), (r + 3, -r), (-r - 3, -r)]),
            Shape::Plus => {
                let w = r / 3 + 1;
                polygon(&[
                    (-w, -r),
                    (w, -r),
                    (w, -w),
                    (r, -w),
                    (r, w),
                    (w, w),
                    (w, r),
                    (-w, r),
                    (-w, w),
                    (-r, w),
                    (-r, -w),
                    (-w, -w),
                ]);
            }
            Shape::Bar => rectangle(-r - 2, -r - 2, r + 2, r + 2),
            Shape::Tick => rectangle(-r - 2, -3, r + 2, 3),
            Shape::Upright => rectangle(-3, -r, 3, r),
            Shape::Level => rectangle(-r - 4, -2, r + 4, 2),
            Shape::Whisker => {
                rectangle(-1, -r, 2, r);
                rectangle(-8, -r - 1, 8, -r + 2);
                rectangle(-8, r - 2, 8, r + 1);
            }
            Shape::Band => {
                let corners = [(x - r - 6, y - r), (x + r + 6, y + r)];
                let fill = self.paint.rgb().mix(BAND_OPACITY).filled();
                root.draw(&Rectangle::new(corners, fill)).expect(NEVER_FAILS);
            }
        }
    }
}
