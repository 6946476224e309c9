//! Finds cases by picture, by algorithm, or on a cube.

use cubiform_cube::{Algorithm, Color, Cube, Face, Move, Symmetry};
use cubiform_human::cases::{Case, CaseSet, Pattern, picture};
use cubiform_human::{IdentifiedCase, identify, identify_algorithm};

use crate::Error;
use crate::format::white_first;
use crate::input::{Content, Line};
use crate::puzzle::Puzzle;
use crate::scramble::{Scramble, link_text};

/// A case in the result.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseMatch {
    /// The bottom colour, if it is not clear from the query.
    pub color: Option<Color>,
    /// The colours of the pair of an F2L case.
    pub pair: Option<String>,
    /// The set of the case.
    pub set: CaseSet,
    /// The case; `None` if no case has this state, or the last layer is solved.
    pub case: Option<&'static Case>,
    /// The rotation of the cube after which, together with `turn`, it looks as pictured.
    pub rotation: Symmetry,
    /// The number of quarter turns of U after the rotation.
    pub turn: u8,
}

impl CaseMatch {
    /// Creates the result for a picture that equals the picture of the sheet after `quarters` quarter rotations (y).
    fn of_picture(case: &'static Case, quarters: u8) -> CaseMatch {
        let rotation = Symmetry::rotation(Face::U, quarters.into());
        CaseMatch { color: None, pair: None, set: case.set, case: Some(case), rotation, turn: 0 }
    }

    /// Creates the result for a case on a cube in `orientation`.
    fn of_cube(shown: &IdentifiedCase, color: Option<Color>, orientation: Symmetry) -> CaseMatch {
        let IdentifiedCase { set, case, turn, .. } = *shown;
        let pair = shown.slot.map(|(_, [a, b])| format!("{a}-{b}"));
        let down = Symmetry::bring_down(shown.color);
        let pictured = down.then(Symmetry::rotation(Face::U, shown.rotation.into()));
        CaseMatch { color, pair, set, case, rotation: orientation.inverse().then(pictured), turn }
    }

    /// Returns the rotation and the turn of U after which the cube looks as pictured, such as `y U2`, or `-` for
    /// neither.
    pub fn adjustment(&self) -> String {
        let turn = ["", "U", "U2", "U'"][usize::from(self.turn % 4)].to_string();
        let parts = [self.rotation.rotation_name().unwrap_or_default(), turn];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { "-".into() } else { parts.join(" ") }
    }

    /// Returns the name of the case, or the reason why there is none.
    pub fn title(&self) -> String {
        match (self.case, self.set) {
            (Some(case), _) => case.to_string(),
            (None, CaseSet::F2l) => "no standard case".into(),
            (None, _) => "last layer solved up to a turn of U".into(),
        }
    }
}

/// Finds the cases that match a pattern, such as `x.x/.x./x.x` or `URF R, UB U`, or the lines that `cases show` prints.
/// Moves are read as an algorithm.
///
/// # Errors
/// If the pattern is invalid, or no F2L case matches.
pub fn by_picture(text: &str) -> Result<Vec<CaseMatch>, Error> {
    if let Some(case) = pair(text) {
        let case = case.map_err(|message| invalid_pattern(&message))?;
        return Ok(vec![CaseMatch::of_picture(case, 0)]);
    }
    let cases = |text: &str| Pattern::parse(text).and_then(|pattern| pattern.cases());
    // In a complete sheet, as `cases show` prints it, the picture is the five consecutive lines that parse as one.
    let lines: Vec<&str> = text.lines().collect();
    let of_sheet =
        || lines.windows(5).filter(|_| lines.len() > 5).find_map(|rows| cases(&rows.join("\n")).ok());
    let cases = cases(text).or_else(|error| of_sheet().ok_or(error));
    if cases.is_err() && Algorithm::parse(text).is_ok_and(|algorithm| !algorithm.turns().is_empty()) {
        return by_algorithm(text);
    }
    let cases = cases.map_err(|error| invalid_pattern(&error))?;
    Ok(cases.into_iter().map(|(case, quarters)| CaseMatch::of_picture(case, quarters)).collect())
}

fn invalid_pattern(error: &dyn std::fmt::Display) -> Error {
    Error::usage("pattern", format!("invalid pattern: {error}")).code("invalid-pattern").placed()
}

/// Finds the F2L case of a pattern such as `URF R, UB U`, or of the lines that `cases show` prints. Returns `None` if
/// the text is not an F2L pattern.
fn pair(text: &str) -> Option<Result<&'static Case, String>> {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == '/');
        words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    // In a complete sheet, the two lines with the positions of the pieces.
    let sheet: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| {
            (line.starts_with("corner ") || line.starts_with("edge ")) && line.contains("colour facing")
        })
        .collect();
    let given = if sheet.len() == 2 { words(&sheet.join(" ")) } else { words(text) };
    let is_f2l_pattern =
        given.first().is_some_and(|word| word == "corner" || word.chars().all(|c| "urfdlb".contains(c)))
            && given.len() >= 4
            && (sheet.len() == 2 || !text.contains(['x', 'X', '#', '?', '.', '\'', '’', '2', '(', '[']));
    if !is_f2l_pattern {
        return None;
    }
    let cases = CaseSet::F2l.cases().iter();
    let found = cases
        .into_iter()
        .find(|case| words(case.picture) == given || words(&picture(case).join(" ")) == given);
    Some(found.ok_or_else(|| {
        "no F2L case matches (with U turned as in the picture); write the positions of the corner and the edge of slot FR, \
         each with the face that shows its bottom or front sticker, such as \"URF R, UB U\""
            .to_string()
    }))
}

/// Finds the cases that an algorithm solves, given as moves or as a link.
///
/// # Errors
/// If the moves cannot be read, or solve no case.
pub fn by_algorithm(text: &str) -> Result<Vec<CaseMatch>, Error> {
    let text = match link_text::is_meant(text).then(|| link_text::read(text, Puzzle::Three)) {
        Some(Ok(link)) => link.algorithm.unwrap_or_default(),
        Some(Err(message)) => return Err(Error::usage("alg", message)),
        None => text.to_string(),
    };
    let algorithm = Algorithm::parse(&text).map_err(|error| Error::in_moves("alg", &error))?;
    if algorithm.turns().is_empty() {
        return Err(Error::usage("alg", "`alg` has no moves").code("no-moves").placed());
    }
    let found = identify_algorithm(&algorithm);
    if found.is_empty() {
        let cube = algorithm.cube();
        let why = if cube == Cube::SOLVED {
            "it leaves the solved cube solved"
        } else if Move::all().any(|m| Cube::SOLVED.turn(m) == cube) {
            "it only turns a layer, which is the last one if it is an AUF"
        } else {
            "it preserves neither the first two layers nor the cross with three slots"
        };
        let message = format!("the algorithm solves no F2L, OLL or PLL case: {why}");
        return Err(Error::message(message).code("no-case"));
    }
    let bottom = Face::D.color();
    Ok(found
        .iter()
        .map(|shown| {
            CaseMatch::of_cube(shown, (shown.color != bottom).then_some(shown.color), Symmetry::IDENTITY)
        })
        .collect())
}

/// Finds the cases on a cube, for each bottom colour whose cross is solved. The cube is given as moves, facelets or a
/// link.
///
/// # Errors
/// If the cube cannot be read, is solved, or shows no case.
pub fn on_cube(text: &str) -> Result<Vec<CaseMatch>, Error> {
    let content = match link_text::is_meant(text).then(|| link_text::read(text, Puzzle::Three)) {
        Some(Ok(link)) => {
            let parts = [link.setup, link.algorithm];
            parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
        }
        Some(Err(message)) => return Err(Error::usage("scramble", message)),
        None => text.to_string(),
    };
    let scramble = Scramble::read(&Line::argument(1, Content::Text(content)))?;
    let cube = scramble.cube;
    if cube == Cube::SOLVED {
        return Err(Error::message("the cube is solved: it shows no case").code("no-case"));
    }
    // White first, as in the other tables.
    let found: Vec<CaseMatch> = white_first(Color::COLUMNS)
        .into_iter()
        .flat_map(|color| {
            identify(&cube, color)
                .into_iter()
                .map(move |shown| CaseMatch::of_cube(&shown, Some(color), scramble.turned))
        })
        .collect();
    if found.is_empty() {
        let error = Error::message("the cube shows no case: no cross is solved").code("no-case");
        return Err(error.hint("append the moves of the solution so far to the scramble"));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pair_accepts_both_notations_of_every_f2l_case() {
        for case in CaseSet::F2l.cases() {
            for text in [case.picture.to_string(), picture(case).join("\n"), case.picture.to_lowercase()] {
                assert!(pair(&text).is_some_and(|found| found == Ok(case)), "{text}");
            }
        }
        assert!(pair("x.x/.x./x.x").is_none());
        assert!(pair("URF R, DB U").is_some_and(|found| found.is_err()));
    }
}
