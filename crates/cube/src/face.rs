//! The six faces, the three axes and the six colours. All colour names and letters are defined here.

use std::fmt;

/// A face of the cube, in URFDLB order. The indices of opposite faces differ by 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Face {
    U = 0,
    R = 1,
    F = 2,
    D = 3,
    L = 4,
    B = 5,
}

impl Face {
    /// All faces in URFDLB order, the order of facelet strings.
    pub const ALL: [Face; 6] = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];

    /// Returns the face with this index.
    ///
    /// # Panics
    /// If `index` is not in 0..6.
    pub const fn from_index(index: usize) -> Face {
        Face::ALL[index]
    }

    /// Returns the index, 0..6.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the opposite face.
    pub const fn opposite(self) -> Face {
        Face::ALL[(self as usize + 3) % 6]
    }

    /// Returns the axis through the centre of the face.
    pub const fn axis(self) -> Axis {
        [Axis::Y, Axis::X, Axis::Z][self as usize % 3]
    }

    /// Returns the letter, upper case.
    pub const fn letter(self) -> char {
        ['U', 'R', 'F', 'D', 'L', 'B'][self as usize]
    }

    /// Returns the face with this upper-case letter.
    pub fn from_letter(letter: char) -> Option<Face> {
        Face::ALL.into_iter().find(|face| face.letter() == letter)
    }

    /// Returns the colour of the centre when the cube is held with white on top and green in front, as the WCA
    /// scrambles it.
    pub const fn color(self) -> Color {
        Color(self)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// An axis of the cube, through the centres of two opposite faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// The axis through L and R.
    X,
    /// The axis through U and D.
    Y,
    /// The axis through F and B.
    Z,
}

impl Axis {
    /// All axes: X, Y, Z.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// Returns the face that gives the direction of the rotation x, y or z about this axis: R, U or F.
    pub const fn face(self) -> Face {
        [Face::R, Face::U, Face::F][self as usize]
    }

    /// Returns the names of the two faces on the axis: `L/R`, `U/D` or `F/B`.
    pub const fn name(self) -> &'static str {
        ["L/R", "U/D", "F/B"][self as usize]
    }
}

/// A sticker colour, represented by the face whose centre has it when white is on top and green in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(Face);

impl Color {
    /// All colours in the column order of CSV and Parquet output: yellow, white, orange, red, green, blue.
    pub const COLUMNS: [Color; 6] =
        [Color(Face::D), Color(Face::U), Color(Face::L), Color(Face::R), Color(Face::F), Color(Face::B)];

    /// Returns the face whose centre has this colour.
    pub const fn face(self) -> Face {
        self.0
    }

    /// Returns the English name in lower case.
    pub const fn name(self) -> &'static str {
        ["white", "red", "green", "yellow", "orange", "blue"][self.0 as usize]
    }

    /// Returns the initial in upper case: W, R, G, Y, O or B.
    pub const fn letter(self) -> char {
        ['W', 'R', 'G', 'Y', 'O', 'B'][self.0 as usize]
    }

    /// Returns the colour with this upper-case initial.
    pub fn from_letter(letter: char) -> Option<Color> {
        Color::COLUMNS.into_iter().find(|color| color.letter() == letter)
    }

    /// Returns the colour with this name or initial, in any case.
    pub fn from_name(name: &str) -> Option<Color> {
        let name = name.to_ascii_lowercase();
        Color::COLUMNS.into_iter().find(|c| {
            c.name() == name || (name.len() == 1 && name.starts_with(c.letter().to_ascii_lowercase()))
        })
    }

    /// Parses a comma-separated list of colours: initials such as `WY`, names such as `white,yellow`, or `all` or
    /// `CN` (colour neutral) for all six.
    ///
    /// Each colour is returned once, in the order of [`COLUMNS`](Self::COLUMNS).
    ///
    /// # Errors
    /// The first item that is not a colour; an empty item if the list is empty.
    pub fn list(text: &str) -> Result<Vec<Color>, UnknownColor> {
        let mut colors = Vec::new();
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            if ["all", "cn"].iter().any(|all| item.eq_ignore_ascii_case(all)) {
                colors.extend(Color::COLUMNS);
            } else if let Some(color) = Color::from_name(item) {
                colors.push(color);
            } else {
                // A word that is not a colour name is a run of initials.
                let letters = item.chars().map(|letter| Color::from_name(&letter.to_string()));
                let letters: Option<Vec<Color>> = letters.collect();
                colors.extend(letters.ok_or_else(|| UnknownColor { item: item.into() })?);
            }
        }
        if colors.is_empty() {
            return Err(UnknownColor { item: String::new() });
        }
        Ok(Color::COLUMNS.into_iter().filter(|color| colors.contains(color)).collect())
    }
}

/// An invalid or empty list of colours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}; {}",
    if .item.is_empty() { "no colour given".into() } else { format!("'{}' is not a colour", .item) },
    UnknownColor::HINT
)]
pub struct UnknownColor {
    /// The item that is not a colour; empty if the list has no items.
    pub item: String,
}

impl UnknownColor {
    /// The hint that ends the error message: the accepted forms of a list.
    pub const HINT: &str = "use letters of WYORGB as in WY, names as in white,yellow, all or CN";
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_faces_share_an_axis() {
        for face in Face::ALL {
            assert_ne!(face, face.opposite());
            assert_eq!(face.axis(), face.opposite().axis());
            assert_eq!(face.opposite().opposite(), face);
        }
        for axis in Axis::ALL {
            assert_eq!(axis.face().axis(), axis);
        }
    }

    #[test]
    fn colors_are_found_by_name_and_initial() {
        for color in Color::COLUMNS {
            assert_eq!(Color::from_name(color.name()), Some(color));
            assert_eq!(Color::from_name(&color.letter().to_string()), Some(color));
        }
        assert_eq!(Color::from_name("g"), Some(Face::F.color()));
        assert_eq!(Color::from_name("gr"), None);
    }
}
