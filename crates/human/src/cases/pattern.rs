//! Patterns: last layers typed as text, matched against the pictures of the cases.
//!
//! A pattern is the last layer seen from above, back row first. Rows end with `/` or a line end.
//!
//! * Three rows of three are the top face alone.
//! * Five rows of five include the side stickers around it. The four corners of the square are ignored.
//!
//! | character | sticker |
//! |---|---|
//! | `x`, `X`, `#`, `*`, `1` | the top colour |
//! | `.`, `-`, `_`, `0`, a blank | another colour |
//! | `?` | unknown |
//! | another letter | this colour, for side stickers; the letters may be names of faces or of colours |
//!
//! Rows as printed by [`picture`](fn@super::picture), with a blank between stickers, are accepted too.

use std::fmt;

use super::{Case, CaseSet, recognition};

/// A sticker of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sticker {
    Unknown,
    Top,
    Other,
    Color(char),
}

/// Five rows of five stickers, with the top face in the middle.
type Grid = [[Sticker; 5]; 5];

/// A last layer typed as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    grid: Grid,
}

/// An error in a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// An invalid character.
    #[error(
        "row {row}, column {column}: {character:?} is not a sticker; use x for the top colour, . for another, \
             ? for unknown, or the letter of a colour"
    )]
    #[allow(missing_docs)]
    Character { row: usize, column: usize, character: char },
    /// A wrong number of rows or of stickers in a row.
    #[error(
        "the pattern has {0}; expected three rows of three stickers (the top face) or five rows of five (with the \
             sides), separated by /"
    )]
    Shape(String),
    /// A top face of one colour without side stickers.
    #[error(
        "every PLL case looks like this from above; add the stickers of the sides: five rows of five, with the \
             letters of the side colours, such as ?BBR?/LxxxF/RxxxL/LxxxB/?FFR?"
    )]
    NoSides,
    /// A centre that does not have the top colour. The value is its row and column.
    #[error("row {0}, column {0}: the centre must be x, the top colour")]
    Centre(usize),
    /// No case matches. The value is the reason, if all stickers are known.
    #[error("no last layer looks like this{}", .0.as_ref().map(|why| format!(": {why}")).unwrap_or_default())]
    Impossible(Option<String>),
}

impl Pattern {
    /// Parses a pattern.
    ///
    /// # Errors
    /// If a character is invalid, or if the number of rows or stickers is wrong.
    pub fn parse(text: &str) -> Result<Pattern, PatternError> {
        let rows: Vec<&str> = text.split(['/', '\n']).map(|row| row.trim_end_matches('\r')).collect();
        let (mut rows, is_blank) = (&rows[..], |row: &&str| row.trim().is_empty());
        while let [_, rest @ ..] = rows
            && rows.len() != 5
            && rows.first().is_some_and(is_blank)
        {
            rows = rest;
        }
        while let [rest @ .., _] = rows
            && rows.len() != 5
            && rows.last().is_some_and(is_blank)
        {
            rows = rest;
        }
        let mut shapes = row_layouts(rows).into_iter().map(|rows| parse_grid(&rows));
        let first = shapes.next().unwrap_or_else(|| Err(shape_error(rows)))?;
        // A copied picture may have lost or gained blanks before its rows. The layout that matches a case is preferred.
        let all = std::iter::once(first).chain(shapes.flatten());
        let all: Vec<Pattern> = all.map(|grid| Pattern { grid }).collect();
        let fits = all.iter().find(|pattern| pattern.cases().is_ok()).or(all.first());
        Ok(fits.cloned().expect("there is the first"))
    }

    /// Returns the matching cases, each with the clockwise quarter turns of the picture (rotations of the cube about y)
    /// that lead to the picture of the case.
    ///
    /// # Errors
    /// If no case matches, if every PLL case matches, or if the centre does not have the top colour.
    pub fn cases(&self) -> Result<Vec<(&'static Case, u8)>, PatternError> {
        if self.grid[2][2] != Sticker::Top {
            return Err(PatternError::Centre(if self.sides_are_unknown() { 2 } else { 3 }));
        }
        let top = self.grid[1..4].iter().flat_map(|row| &row[1..4]);
        let is_oriented = top.clone().all(|sticker| *sticker == Sticker::Top);
        if is_oriented && self.sides_are_unknown() {
            return Err(PatternError::NoSides);
        }
        let sets: &[CaseSet] = if is_oriented { &[CaseSet::Pll] } else { &[CaseSet::Oll] };
        let cases = sets.iter().flat_map(|set| set.cases());
        let matches: Vec<(&'static Case, u8)> = cases
            .filter_map(|case| {
                let sheet = case_grid(case);
                let rotation =
                    (0..4).find(|quarters| matches_case(&rotated(&self.grid, *quarters), &sheet))?;
                Some((case, rotation))
            })
            .collect();
        if matches.is_empty() { Err(PatternError::Impossible(self.inconsistency())) } else { Ok(matches) }
    }

    fn sides_are_unknown(&self) -> bool {
        side_cells().all(|(row, column)| self.grid[row][column] == Sticker::Unknown)
    }

    /// Returns the reason why a fully known pattern is impossible.
    fn inconsistency(&self) -> Option<String> {
        let all = self.grid.iter().flatten();
        if all.clone().any(|sticker| matches!(sticker, Sticker::Color(_))) {
            return None;
        }
        let known = side_cells().all(|(row, column)| self.grid[row][column] != Sticker::Unknown);
        let letter = |sticker: &Sticker| if *sticker == Sticker::Top { 'x' } else { '.' };
        let rows: Vec<String> = self.grid.iter().map(|row| row.iter().map(letter).collect()).collect();
        known.then(|| recognition::parse_oll_picture(&rows.join("/")).err()).flatten()
    }
}

/// Writes five rows of five, without blanks, separated by `/`.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |sticker: &Sticker| match sticker {
            Sticker::Unknown => '?',
            Sticker::Top => 'x',
            Sticker::Other => '.',
            Sticker::Color(letter) => *letter,
        };
        let rows = self.grid.iter().map(|row| row.iter().map(letter).collect::<String>());
        f.write_str(&rows.collect::<Vec<_>>().join("/"))
    }
}

/// Returns the row and column of each side sticker.
fn side_cells() -> impl Iterator<Item = (usize, usize)> {
    (1..4).flat_map(|i| [(0, i), (4, i), (i, 0), (i, 4)])
}

/// Returns the possible layouts of the rows without blanks between the stickers.
fn row_layouts(rows: &[&str]) -> Vec<Vec<String>> {
    let is_compact = |row: &&str| !row.trim().contains(' ') && [3, 5].contains(&row.trim().chars().count());
    if rows.iter().all(is_compact) {
        return vec![rows.iter().map(|row| row.trim().to_string()).collect()];
    }
    let width = |row: &str| row.trim_end().chars().count();
    // In a printed picture, stickers are at every second character after an indentation.
    let inner = rows.iter().filter(|row| !row.trim().is_empty());
    let indent = inner.map(|row| row.len() - row.trim_start().len()).min().unwrap_or(0);
    let size = if rows.len() == 3 { 3 } else { 5 };
    let bases = [2, 0, indent as i64, indent as i64 - 2];
    let mut grids: Vec<Vec<String>> = Vec::new();
    for base in bases {
        let cells = |row: &&str| -> Option<String> {
            let characters: Vec<char> = row.chars().collect();
            let at = |i: i64| usize::try_from(i).ok().and_then(|i| characters.get(i)).copied().unwrap_or(' ');
            let used = |i: i64| i >= base && (i - base) % 2 == 0 && (i - base) / 2 < size;
            let stray = (0..width(row) as i64).any(|i| at(i) != ' ' && !used(i));
            (!stray).then(|| (0..size).map(|column| at(base + 2 * column)).collect())
        };
        let all: Option<Vec<String>> = rows.iter().map(cells).collect();
        grids.extend(all.filter(|all| !grids.contains(all)));
    }
    grids
}

fn shape_error(rows: &[&str]) -> PatternError {
    let widths: Vec<String> = rows.iter().map(|row| row.trim().chars().count().to_string()).collect();
    let ending = if rows.len() == 1 { "" } else { "s" };
    PatternError::Shape(format!("{} row{ending} of {}", rows.len(), widths.join(", ")))
}

fn parse_grid(rows: &[String]) -> Result<Grid, PatternError> {
    let lines: Vec<&str> = rows.iter().map(String::as_str).collect();
    let size = rows.len();
    if ![3, 5].contains(&size) || rows.iter().any(|row| row.chars().count() != size) {
        return Err(shape_error(&lines));
    }
    let mut grid = [[Sticker::Unknown; 5]; 5];
    let margin = (5 - size) / 2;
    for (i, row) in rows.iter().enumerate() {
        for (j, character) in row.chars().enumerate() {
            let sticker = match character {
                'x' | 'X' | '#' | '*' | '1' => Sticker::Top,
                '.' | '-' | '_' | '0' | ' ' | '·' => Sticker::Other,
                '?' => Sticker::Unknown,
                letter if letter.is_ascii_alphabetic() => Sticker::Color(letter.to_ascii_uppercase()),
                character => return Err(PatternError::Character { row: i + 1, column: j + 1, character }),
            };
            let is_corner = size == 5 && [0, 4].contains(&i) && [0, 4].contains(&j);
            grid[i + margin][j + margin] = if is_corner { Sticker::Unknown } else { sticker };
        }
    }
    Ok(grid)
}

/// Returns the picture of a last-layer case. The side stickers of a PLL case are letters of faces.
fn case_grid(case: &Case) -> Grid {
    let mut grid = [[Sticker::Other; 5]; 5];
    if case.set == CaseSet::Oll {
        for (row, text) in grid.iter_mut().zip(case.picture.split('/')) {
            for (sticker, c) in row.iter_mut().zip(text.chars()) {
                *sticker = if c == 'x' { Sticker::Top } else { Sticker::Other };
            }
        }
        return grid;
    }
    grid[1..4].iter_mut().for_each(|row| row[1..4].fill(Sticker::Top));
    let cube = recognition::parse_pll_picture(case.picture).expect("the case tables have no defects");
    for ((row, column), of) in recognition::side_stickers(&cube) {
        grid[row][column] = Sticker::Color(of.letter());
    }
    grid
}

/// Rotates a grid clockwise by `quarters` quarter turns, like a rotation of the cube about y.
fn rotated(grid: &Grid, quarters: u8) -> Grid {
    (0..quarters)
        .fold(*grid, |grid, _| std::array::from_fn(|row| std::array::from_fn(|column| grid[4 - column][row])))
}

/// Returns whether the known stickers of a pattern match the picture of a case. Each colour must have one letter in the
/// pattern and one in the picture.
fn matches_case(pattern: &Grid, sheet: &Grid) -> bool {
    let mut names: Vec<(char, char)> = Vec::new();
    let stickers = pattern.iter().flatten().zip(sheet.iter().flatten());
    stickers.into_iter().all(|(own, other)| match (own, other) {
        (Sticker::Unknown, _) => true,
        (Sticker::Top, other) => *other == Sticker::Top,
        (Sticker::Other, other) => *other != Sticker::Top,
        (Sticker::Color(own), Sticker::Color(other)) => {
            if names.iter().all(|(a, b)| a != own && b != other) {
                names.push((*own, *other));
            }
            names.contains(&(*own, *other))
        }
        (Sticker::Color(_), other) => *other == Sticker::Other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::picture;

    fn names(text: &str) -> Vec<String> {
        let cases = Pattern::parse(text).and_then(|pattern| pattern.cases());
        cases.unwrap_or_else(|e| panic!("{text}: {e}")).iter().map(|(case, _)| case.to_string()).collect()
    }

    #[test]
    fn each_printed_picture_finds_its_case() {
        for case in CaseSet::Oll.cases().iter().chain(CaseSet::Pll.cases()) {
            let lines = &picture(case)[..5];
            let dedented = {
                let indent = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
                lines.iter().map(|line| line[indent..].to_string()).collect::<Vec<_>>().join("\n")
            };
            let indented: Vec<String> = lines.iter().map(|line| format!("  {line}")).collect();
            for text in [lines.join("\n"), indented.join("\n"), dedented, lines.join("/")] {
                assert_eq!(names(&text), [case.to_string()], "{text}");
            }
            assert_eq!(names(&Pattern { grid: case_grid(case) }.to_string()), [case.to_string()]);
        }
    }

    #[test]
    fn rotated_pictures_find_their_case_and_rotation() {
        for case in CaseSet::Oll.cases().iter().chain(CaseSet::Pll.cases()) {
            for quarters in 0..4 {
                let pattern = Pattern { grid: rotated(&case_grid(case), quarters) };
                let cases = pattern.cases().expect("it is a picture");
                let [(known, back)] = cases[..] else { panic!("{case}: {}", cases.len()) };
                assert_eq!(known, case);
                assert!(matches_case(&rotated(&pattern.grid, back), &case_grid(case)));
            }
        }
    }

    #[test]
    fn rotation_of_a_pattern_equals_that_of_the_cube() {
        use crate::identify;
        use cubiform_cube::{Algorithm, Face, Symmetry};
        // The Sune of the sheet, rotated by y: the picture rotates clockwise, and three more quarter turns restore it.
        let sune = Algorithm::parse("R U R' U R U2 R'").unwrap().cube().inverse();
        let turned = sune.conjugate(Symmetry::rotation(Face::U, 1));
        let identified = identify(&turned, Face::D.color());
        let pattern = Pattern { grid: rotated(&case_grid(identified[0].case.unwrap()), 1) };
        assert_eq!(pattern.cases().unwrap()[0].1, identified[0].rotation);
    }

    #[test]
    fn top_face_alone_finds_every_matching_case() {
        // All corners oriented and no edges, and the reverse.
        assert_eq!(names("x.x/.x./x.x"), ["OLL 20 (Checkers)"]);
        let labels = |text: &str| {
            let cases = Pattern::parse(text).and_then(|pattern| pattern.cases()).expect("it is a picture");
            cases.iter().map(|(case, _)| case.label).collect::<Vec<_>>()
        };
        assert_eq!(labels(".x./xxx/.x."), ["21", "22"]);
        assert_eq!(labels(".x./xxx/xx."), ["26", "27"]);
        assert_eq!(labels("???/?x?/???").len(), 57);
    }

    #[test]
    fn side_colors_may_have_any_letters() {
        // T perm with letters of colours instead of faces, and with only two colours known.
        assert_eq!(names("?BBO?/GxxxR/OxxxG/GxxxB/?RRO?"), ["PLL T"]);
        assert_eq!(names("?bbr?/?xxxf/?xxxl/?xxxb/?ffr?"), ["PLL T"]);
    }

    #[test]
    fn invalid_patterns_are_reported() {
        let error = |text: &str| match Pattern::parse(text).and_then(|pattern| pattern.cases()) {
            Ok(cases) => panic!("{text}: {cases:?}"),
            Err(error) => error.to_string(),
        };
        assert!(error("x.x/.x").starts_with("the pattern has 2 rows of 3, 2; expected"));
        assert!(error("x.x/.!./x.x").starts_with("row 2, column 2: '!' is not a sticker"));
        assert!(error("xxx/xxx/xxx").starts_with("every PLL case looks like this"));
        assert!(error("x.x/.../x.x").starts_with("row 2, column 2: the centre"));
        assert!(error("...../.xxx./.xxx./.xx../.....").starts_with("no last layer looks like this: "));
        assert!(error("?LLL?/BxxxR/BxxxR/BxxxR/?FFR?").starts_with("no last layer looks like this"));
    }
}
