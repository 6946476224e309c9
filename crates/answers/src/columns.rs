//! The naming of the columns of an analysis.

use cubiform_cube::{Color, Frame, Symmetry};

choice! {
    /// The naming of the columns of lengths.
    Naming {
        /// By the rotation that brings the colour to the bottom: `cross_z2`; by the axis, if the goal is on axes: `dr_ud`
        #[default]
        Rotation = "rotation",
        /// By the colour: `cross_white`
        Color = "color",
    }
}

impl Naming {
    /// Returns the name of the column of a stage and a frame.
    pub fn column(self, stage: &str, frame: Frame) -> String {
        let suffix = match (self, frame) {
            (Naming::Rotation, Frame::Bottom(color)) => Symmetry::column_suffix(color),
            _ => frame.name(),
        };
        format!("{stage}_{suffix}")
    }
}

/// Returns the stage and the colour of a column of lengths, with either naming. Returns `None` for another column.
pub fn stage_and_color(column: &str) -> Option<(&str, Color)> {
    let (stage, suffix) = column.rsplit_once('_')?;
    let is_named = |color: &Color| Symmetry::column_suffix(*color) == suffix || color.name() == suffix;
    Some((stage, Color::COLUMNS.into_iter().find(is_named)?))
}

/// Returns whether a column name is that of lengths of a stage and colour.
pub fn is_length(column: &str) -> bool {
    stage_and_color(column).is_some()
}

/// Returns whether a column name looks like one of lengths but has an unknown suffix, such as `cross_z4`.
pub fn is_almost_length(column: &str) -> bool {
    matches!(column.as_bytes(), [.., b'_', b'x' | b'y' | b'z', b'0'..=b'9']) && !is_length(column)
}

/// Returns whether a column name is, or looks like, one of lengths.
pub(crate) fn looks_like_length(column: &str) -> bool {
    is_length(column) || is_almost_length(column)
}

/// Returns whether a field has its default value, which files omit.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_names_are_parsed_back() {
        for naming in [Naming::Rotation, Naming::Color] {
            for color in Color::COLUMNS {
                let name = naming.column("xcross_pair", Frame::Bottom(color));
                assert_eq!(stage_and_color(&name), Some(("xcross_pair", color)), "{name}");
            }
        }
        assert_eq!(Naming::Color.column("cross", Frame::Bottom(Color::COLUMNS[1])), "cross_white");
        assert_eq!(Naming::Rotation.column("dr", Frame::sides()[3]), "dr_ud_inverse");
        for name in ["cross", "cross_z4", "z2", "cross_W", "time_ms"] {
            assert_eq!(stage_and_color(name), None, "{name}");
        }
    }
}
