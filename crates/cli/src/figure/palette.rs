//! The colours of figures, for light paper and for dark screens.

#[cfg(test)]
mod tests;

use std::fmt::Write as _;

/// A colour of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    name: &'static str,
    light: u32,
    dark: u32,
}

/// The colour of primary text.
pub(crate) const INK: Paint = Paint { name: "ink", light: 0x1F_23_28, dark: 0xE6_ED_F3 };
/// The colour of secondary text.
pub(crate) const MUTED: Paint = Paint { name: "muted", light: 0x57_60_6A, dark: 0x9D_A7_B1 };
/// The colour of grid lines.
pub(crate) const GRID: Paint = Paint { name: "grid", light: 0xD8_DE_E4, dark: 0x30_36_3D };
/// The background colour.
pub(crate) const PAPER: Paint = Paint { name: "paper", light: 0xFF_FF_FF, dark: 0x0D_11_17 };

/// The colours of data series. Any two differ in lightness, so that they stay distinct for readers with any colour
/// vision deficiency and in grey print; every series also has a mark of its own. The first ones differ most. Chosen by a
/// search: docs/decisions/0039-figures.md.
pub(crate) const SERIES: [Paint; 6] = [
    Paint { name: "series-1", light: 0x02_58_B1, dark: 0x0C_7F_CA },
    Paint { name: "series-2", light: 0xE6_71_18, dark: 0xEE_9C_21 },
    Paint { name: "series-3", light: 0x1C_30_1D, dark: 0xBE_FA_BB },
    Paint { name: "series-4", light: 0xA7_60_84, dark: 0xE9_BF_EB },
    Paint { name: "series-5", light: 0x58_3E_00, dark: 0x79_5F_29 },
    Paint { name: "series-6", light: 0x1D_19_1D, dark: 0x90_90_8D },
];

impl Paint {
    /// Returns the attributes of an SVG element that is filled with this colour and, if `outline` is given, outlined in
    /// another. The attributes have the colours for light paper; a style sheet may replace them by the classes.
    pub(super) fn fill(self, outline: Option<Paint>) -> String {
        let Paint { name, light, .. } = self;
        match outline {
            None => format!("class=\"fill-{name}\" fill=\"#{light:06X}\""),
            Some(Paint { name: outer, light: stroke, .. }) => {
                format!("class=\"fill-{name} stroke-{outer}\" fill=\"#{light:06X}\" stroke=\"#{stroke:06X}\"")
            }
        }
    }

    /// Returns the attributes of an SVG element that is a line in this colour.
    pub(super) fn stroke(self) -> String {
        format!("class=\"stroke-{}\" fill=\"none\" stroke=\"#{:06X}\"", self.name, self.light)
    }
}

/// Returns the style sheet that replaces the colours of figures in a page on dark screens. Prints use the light colours.
pub(crate) fn dark_style() -> String {
    let mut rules = String::new();
    for Paint { name, dark, .. } in [INK, MUTED, GRID, PAPER].into_iter().chain(SERIES) {
        for property in ["fill", "stroke"] {
            let _ = write!(rules, ".figure .{property}-{name}{{{property}:#{dark:06X}}}");
        }
    }
    format!("@media screen and (prefers-color-scheme:dark){{{rules}}}")
}
