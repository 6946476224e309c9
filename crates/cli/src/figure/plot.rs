//! Drawing of data into a chart.

use std::ops::Range;

use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, VPos};

use super::chart::{Axis, write};
use super::marks::{BAND_OPACITY, Mark, NEVER_FAILS, Root};
use super::palette::{INK, MUTED, PAPER, Paint};
use super::text::{MEDIUM, SMALL, style, text_width};

/// The position of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Above,
    Right,
}

/// The bounding box of a text: left, top, right, bottom.
type TextBox = [i32; 4];

/// A chart that is being drawn.
pub(crate) struct Plot<'a> {
    root: Root<'a>,
    area: DrawingArea<SVGBackend<'a>, Cartesian2d<Axis, Axis>>,
    /// The boxes of names drawn so far, which further names must not cover.
    names: Vec<TextBox>,
}

impl<'a> Plot<'a> {
    pub(super) fn new(
        root: Root<'a>,
        area: DrawingArea<SVGBackend<'a>, Cartesian2d<Axis, Axis>>,
    ) -> Plot<'a> {
        Plot { root, area, names: Vec::new() }
    }

    pub(super) fn finish(self) {
        self.root.present().expect(NEVER_FAILS);
    }

    fn at(&self, x: f64, y: f64) -> (i32, i32) {
        self.area.map_coordinate(&(x, y))
    }

    /// Returns the width of a part of the horizontal axis, in units of the drawing.
    pub(crate) fn width_of(&self, part: f64) -> i32 {
        self.at(part, 0.0).0 - self.at(0.0, 0.0).0
    }

    /// Draws a bar from 0 to `height`, with a gap to its neighbours.
    pub(crate) fn bar(&self, x: Range<f64>, height: f64, paint: Paint) {
        let (left, top) = self.at(x.start, height);
        let (right, bottom) = self.at(x.end, 0.0);
        // A positive value is visible even if it is tiny.
        let top = if height > 0.0 { top.min(bottom - 3) } else { bottom };
        let corners = [(left + 2, top), (right - 2, bottom)];
        self.root.draw(&Rectangle::new(corners, paint.rgb().filled())).expect(NEVER_FAILS);
    }

    /// Draws a line through points.
    pub(crate) fn line(&self, points: &[(f64, f64)], paint: Paint, width: u32) {
        let points: Vec<(i32, i32)> = points.iter().map(|(x, y)| self.at(*x, *y)).collect();
        self.root.draw(&PathElement::new(points, paint.rgb().stroke_width(width))).expect(NEVER_FAILS);
    }

    /// Draws a line with a margin of paper, so that it differs from a bar behind it.
    fn outlined(&self, lines: &[[(i32, i32); 2]], paint: Paint, width: u32) {
        for (paint, width) in [(PAPER, width + 8), (paint, width)] {
            for line in lines {
                let line = PathElement::new(line.to_vec(), paint.rgb().stroke_width(width));
                self.root.draw(&line).expect(NEVER_FAILS);
            }
        }
    }

    /// Draws an exact value as a level line across a bar.
    pub(crate) fn tick(&self, x: Range<f64>, y: f64) {
        self.outlined(&[[self.at(x.start, y), self.at(x.end, y)]], INK, 6);
    }

    /// Draws an interval at `x` as an upright line with caps.
    pub(crate) fn whisker(&self, x: f64, [low, high]: [f64; 2], paint: Paint) {
        const CAP: i32 = 8;
        let ((x, bottom), (_, top)) = (self.at(x, low), self.at(x, high));
        let caps = [bottom, top].map(|y| [(x - CAP, y), (x + CAP, y)]);
        self.outlined(&[caps[0], [(x, bottom), (x, top)], caps[1]], paint, 3);
    }

    /// Draws an interval at height `y` as a level line with caps.
    pub(crate) fn whisker_across(&self, [low, high]: [f64; 2], y: f64, paint: Paint, width: u32) {
        const CAP: i32 = 13;
        let ((left, y), (right, _)) = (self.at(low, y), self.at(high, y));
        let caps = [left, right].map(|x| [(x, y - CAP), (x, y + CAP)]);
        self.outlined(&[caps[0], [(left, y), (right, y)], caps[1]], paint, width);
    }

    /// Draws a pale rectangle behind the data.
    pub(crate) fn band(&self, x: Range<f64>, y: Range<f64>, paint: Paint) {
        let corners = [self.at(x.start, y.end), self.at(x.end, y.start)];
        let fill = paint.rgb().mix(BAND_OPACITY).filled();
        self.root.draw(&Rectangle::new(corners, fill)).expect(NEVER_FAILS);
    }

    /// Draws the translucent area between a line and 0.
    pub(crate) fn area(&self, points: &[(f64, f64)], paint: Paint) {
        let points: Vec<(i32, i32)> = points.iter().map(|(x, y)| self.at(*x, *y)).collect();
        self.root.draw(&Polygon::new(points, paint.rgb().mix(0.16).filled())).expect(NEVER_FAILS);
    }

    /// Draws a mark at a point, with radius `r`.
    pub(crate) fn mark(&self, (x, y): (f64, f64), mark: Mark, r: i32) {
        self.mark_off((x, y), 0, mark, r);
    }

    /// Draws a mark `down` units below a point, with radius `r`.
    pub(crate) fn mark_off(&self, (x, y): (f64, f64), down: i32, mark: Mark, r: i32) {
        let (x, y) = self.at(x, y);
        mark.draw(&self.root, (x, y + down), r);
    }

    /// Draws a text `distance` units from a point.
    pub(crate) fn text(&self, (x, y): (f64, f64), side: Side, distance: i32, text: &str, paint: Paint) {
        let (x, y) = self.at(x, y);
        let (at, h, v) = match side {
            Side::Above => ((x, y - distance), HPos::Center, VPos::Bottom),
            Side::Right => ((x + distance, y), HPos::Left, VPos::Center),
        };
        write(&self.root, text, at, style(SMALL, paint, h, v, FontStyle::Normal));
    }

    /// Draws a heading to the right of a point.
    pub(crate) fn heading(&self, (x, y): (f64, f64), text: &str) {
        let (x, y) = self.at(x, y);
        write(&self.root, text, (x + 14, y), style(SMALL, INK, HPos::Left, VPos::Center, FontStyle::Bold));
    }

    /// Draws two lines of text above a point, moved up until they cover no other name.
    pub(crate) fn name(&mut self, (x, y): (f64, f64), lines: [&str; 2]) {
        const HEIGHT: i32 = 90;
        let (x, y) = self.at(x, y);
        let half = text_width(lines[0], MEDIUM).max(text_width(lines[1], SMALL)) / 2;
        let mut bottom = y - 18;
        let step = 12;
        let is_free = |bottom: i32, names: &[TextBox]| {
            let own = [x - half, bottom - HEIGHT, x + half, bottom];
            names
                .iter()
                .all(|other| own[2] < other[0] || other[2] < own[0] || own[3] < other[1] || other[3] < own[1])
        };
        while !is_free(bottom, &self.names) && bottom > 0 {
            bottom -= step;
        }
        self.names.push([x - half, bottom - HEIGHT, x + half, bottom]);
        let place = |line: &str, y, size, paint, font| {
            write(&self.root, line, (x, y), style(size, paint, HPos::Center, VPos::Bottom, font));
        };
        place(lines[0], bottom - 42, MEDIUM, INK, FontStyle::Bold);
        place(lines[1], bottom, SMALL, MUTED, FontStyle::Normal);
    }

    /// Draws names to the right of points with equal x, the highest first, moved apart where they would overlap. Each
    /// name is preceded by the mark of its series.
    pub(crate) fn names_at_right(&self, names: &mut [((f64, f64), String, Mark)]) {
        const APART: i32 = 46;
        names.sort_by(|(a, ..), (b, ..)| b.1.total_cmp(&a.1));
        let mut places: Vec<((i32, i32), &str, Mark)> =
            names.iter().map(|((x, y), name, mark)| (self.at(*x, *y), &name[..], *mark)).collect();
        for i in 1..places.len() {
            places[i].0.1 = places[i].0.1.max(places[i - 1].0.1 + APART);
        }
        for ((x, y), name, mark) in places {
            mark.draw(&self.root, (x + 40, y), 12);
            write(
                &self.root,
                name,
                (x + 64, y),
                style(SMALL, INK, HPos::Left, VPos::Center, FontStyle::Normal),
            );
        }
    }
}
