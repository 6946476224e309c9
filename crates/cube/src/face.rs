//! The six faces, their colours, and the axes that they lie on: the one place where colours are named.

use std::fmt;

/// A face of the cube, in URFDLB order; opposite faces differ by 3.
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

    /// The face with this index.
    ///
    /// # Panics
    /// If `index` is not in 0..6.
    pub const fn from_index(index: usize) -> Face {
        Face::ALL[index]
    }

    /// Its index, 0..6.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The face on the other side of the cube.
    pub const fn opposite(self) -> Face {
        Face::ALL[(self as usize + 3) % 6]
    }

    /// The axis it lies on.
    pub const fn axis(self) -> Axis {
        [Axis::Y, Axis::X, Axis::Z][self as usize % 3]
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        ['U', 'R', 'F', 'D', 'L', 'B'][self as usize]
    }

    /// The face that an upper-case letter names.
    pub fn from_letter(letter: char) -> Option<Face> {
        Face::ALL.into_iter().find(|face| face.letter() == letter)
    }

    /// The colour of its centre in the WCA's scrambling orientation.
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
    /// Through L and R.
    X,
    /// Through U and D.
    Y,
    /// Through F and B.
    Z,
}

impl Axis {
    /// X, Y, Z.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// The face on it in whose direction the whole cube turns by x, y or z: R, U or F.
    pub const fn face(self) -> Face {
        [Face::R, Face::U, Face::F][self as usize]
    }

    /// The two faces on it: `L/R`, `U/D` or `F/B`.
    pub const fn name(self) -> &'static str {
        ["L/R", "U/D", "F/B"][self as usize]
    }
}

/// A sticker colour, named by the face whose centre has it when white is on top and green in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(Face);

impl Color {
    /// Yellow, white, orange, red, green, blue: the order of the columns of machine-readable output.
    pub const COLUMNS: [Color; 6] =
        [Color(Face::D), Color(Face::U), Color(Face::L), Color(Face::R), Color(Face::F), Color(Face::B)];

    /// The face whose centre has this colour.
    pub const fn face(self) -> Face {
        self.0
    }

    /// Its English name in lower case.
    pub const fn name(self) -> &'static str {
        ["white", "red", "green", "yellow", "orange", "blue"][self.0 as usize]
    }

    /// The first letter of its name, upper case: W, R, G, Y, O or B.
    pub const fn letter(self) -> char {
        ['W', 'R', 'G', 'Y', 'O', 'B'][self.0 as usize]
    }

    /// The colour that an upper-case letter names.
    pub fn from_letter(letter: char) -> Option<Color> {
        Color::COLUMNS.into_iter().find(|color| color.letter() == letter)
    }

    /// The colour of this name or initial, in any case.
    pub fn from_name(name: &str) -> Option<Color> {
        let name = name.to_ascii_lowercase();
        Color::COLUMNS.into_iter().find(|c| {
            c.name() == name || (name.len() == 1 && name.starts_with(c.letter().to_ascii_lowercase()))
        })
    }

    /// The colours that a list by comma names: letters as in `WY`, names as in `white,yellow`, or `all`; each once, in
    /// the order of [`COLUMNS`](Self::COLUMNS).
    ///
    /// # Errors
    /// The first item that names none; it is empty if the list is.
    pub fn list(text: &str) -> Result<Vec<Color>, NoColor> {
        let mut asked = Vec::new();
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            if item.eq_ignore_ascii_case("all") {
                asked.extend(Color::COLUMNS);
            } else if let Some(color) = Color::from_name(item) {
                asked.push(color);
            } else {
                // Letters, unless one of them is none.
                let letters = item.chars().map(|letter| Color::from_name(&letter.to_string()));
                let letters: Option<Vec<Color>> = letters.collect();
                asked.extend(letters.ok_or_else(|| NoColor { item: item.into() })?);
            }
        }
        if asked.is_empty() {
            return Err(NoColor { item: String::new() });
        }
        Ok(Color::COLUMNS.into_iter().filter(|color| asked.contains(color)).collect())
    }
}

/// A text that should have named colours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}; {}",
    if .item.is_empty() { "no colour".into() } else { format!("'{}' is not a colour", .item) },
    NoColor::HINT
)]
pub struct NoColor {
    /// What names none; empty if there was nothing.
    pub item: String,
}

impl NoColor {
    /// What to write instead.
    pub const HINT: &str = "use letters of WYORGB as in WY, names as in white,yellow, or all";
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
