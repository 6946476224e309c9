//! A finished figure as SVG.

use super::palette::MUTED;
use super::text::{FAMILY, SMALL, shorten};

/// The width of the drawing. All lengths are whole numbers of this unit, which is a quarter of a pixel on a screen of
/// 400 pixels, the smallest for which figures are laid out.
pub(crate) const WIDTH: u32 = 1600;

/// The width in CSS pixels at which a file is displayed.
const DISPLAY_WIDTH: u32 = 640;

/// The left and the right edge of texts.
pub(crate) const LEFT: i32 = 40;
pub(crate) const RIGHT: i32 = WIDTH as i32 - 40;

/// The height of the line at the foot.
pub(crate) const FOOT: u32 = 64;

/// A picture with its texts.
#[derive(Debug)]
pub(crate) struct Figure {
    /// The file name without its extension.
    pub(crate) name: String,
    pub(crate) title: String,
    /// Sentences that say what is shown and explain the marks.
    pub(crate) caption: String,
    /// The data in words and numbers, for readers who cannot see the picture.
    pub(crate) description: String,
    /// The line at the foot: the program, the question and the files.
    pub(crate) foot: String,
    /// The height of the drawing.
    pub(super) height: u32,
    /// The SVG elements of the picture.
    pub(super) elements: String,
}

/// The start of the SVG element of every figure.
pub(crate) const SVG_START: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" role=\"img\"";

impl Figure {
    /// Returns the figure as an SVG file. It has no style sheet, so that it looks the same wherever it is placed.
    pub(crate) fn file(&self) -> String {
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", self.element())
    }

    /// Returns the figure as an element of a page, whose style sheet may replace the colours.
    pub(crate) fn element(&self) -> String {
        let Figure { name, title, caption, description, foot, height, elements } = self;
        let display_height = height * DISPLAY_WIDTH / WIDTH;
        let description = format!("{caption} {description} {foot}");
        // Most of its letters are narrow.
        let foot = shorten(foot, 0.88 * SMALL, RIGHT - LEFT);
        let [title, description, foot] =
            [title, description.trim_end(), &foot].map(|text| maud::html!((text)).into_string());
        let (baseline, paint) = (height - 22, MUTED.hex());
        format!(
            "{SVG_START} width=\"{DISPLAY_WIDTH}\" height=\"{display_height}\" viewBox=\"0 0 {WIDTH} {height}\" \
             aria-labelledby=\"{name}-title {name}-description\">\
             <title id=\"{name}-title\">{title}</title><desc id=\"{name}-description\">{description}</desc>\n\
             {elements}<text x=\"{LEFT}\" y=\"{baseline}\" font-family=\"{FAMILY}\" font-size=\"{SMALL}\" \
             fill=\"{paint}\">{foot}</text>\n</svg>"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text of nine pixels can be read on a phone.
    #[test]
    fn smallest_text_has_nine_pixels_on_a_screen_of_400() {
        assert!(SMALL * 400.0 / f64::from(WIDTH) >= 9.0);
    }
}
