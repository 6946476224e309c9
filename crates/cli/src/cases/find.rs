//! `cubiform cases find`: finds cases by picture, by algorithm, or on a scrambled cube.

use std::io::{self, IsTerminal, Read as _};

use cubiform_cube::{Algorithm, Color, Face, Symmetry};
use cubiform_human::cases::{Case, CaseSet, Pattern, picture};
use cubiform_human::{IdentifiedCase, identify, identify_algorithm};

use super::{Json, json, table};
use crate::args::Puzzle;
use crate::args::{FindCases, ListFormat};
use crate::error::Failure;
use crate::output::print;
use crate::terminal::Terminal;
use cubiform_answers::input::{Content, Line, SourceLocation};
use cubiform_answers::scramble::Scramble;
use cubiform_answers::scramble::link_text;

/// The maximum number of bytes read from standard input.
const MAX_PATTERN_BYTES: u64 = 4096;

fn usage(message: impl Into<String>) -> Failure {
    Failure::usage("cases find", message)
}

/// A case in the result.
struct Found {
    /// The bottom colour, if it is not clear from the query.
    color: Option<Color>,
    /// The colours of the pair of an F2L case.
    pair: Option<String>,
    set: CaseSet,
    case: Option<&'static Case>,
    /// The rotation of the cube after which, together with `turn`, it looks as pictured.
    rotation: Symmetry,
    /// The number of quarter turns of U after the rotation.
    turn: u8,
}

impl Found {
    /// Creates the result for a picture that equals the picture of the sheet after `quarters` quarter rotations (y).
    fn of_picture(case: &'static Case, quarters: u8) -> Found {
        let rotation = Symmetry::rotation(Face::U, quarters.into());
        Found { color: None, pair: None, set: case.set, case: Some(case), rotation, turn: 0 }
    }

    /// Creates the result for a case on a cube in `orientation`.
    fn of_cube(shown: &IdentifiedCase, color: Option<Color>, orientation: Symmetry) -> Found {
        let IdentifiedCase { set, case, turn, .. } = *shown;
        let pair = shown.slot.map(|(_, [a, b])| format!("{a}-{b}"));
        let down = Symmetry::bring_down(shown.color);
        let pictured = down.then(Symmetry::rotation(Face::U, shown.rotation.into()));
        Found { color, pair, set, case, rotation: orientation.inverse().then(pictured), turn }
    }

    /// Returns the rotation and the turn of U after which the cube looks as pictured, such as `y U2`, or `-` for
    /// neither.
    fn adjustment(&self) -> String {
        let turn = ["", "U", "U2", "U'"][usize::from(self.turn % 4)].to_string();
        let parts = [self.rotation.rotation_name().unwrap_or_default(), turn];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { "-".into() } else { parts.join(" ") }
    }

    /// Returns the name of the case, or the reason why there is none.
    fn title(&self) -> String {
        match (self.case, self.set) {
            (Some(case), _) => case.to_string(),
            (None, CaseSet::F2l) => "no standard case".into(),
            (None, _) => "last layer solved up to a turn of U".into(),
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &FindCases, terminal: Terminal) -> Result<(), Failure> {
    let found = match (&args.pattern, &args.alg, &args.scramble) {
        (Some(pattern), ..) => by_picture(pattern)?,
        (_, Some(alg), _) => by_algorithm(alg)?,
        (_, _, Some(scramble)) => on_cube(scramble)?,
        _ => return Err(usage("give a pattern, --alg or --scramble")),
    };
    let text = match args.format {
        ListFormat::Table => listed(&found, terminal),
        ListFormat::Json => json(&found.iter().map(object).collect::<Vec<_>>())?,
    };
    print(text.as_bytes())
}

/// Finds the cases that match a pattern.
fn by_picture(text: &str) -> Result<Vec<Found>, Failure> {
    let text = if text == "-" { stdin()? } else { text.to_string() };
    if let Some(case) = pair(&text) {
        let case = case.map_err(|message| usage(format!("invalid pattern: {message}")))?;
        return Ok(vec![Found::of_picture(case, 0)]);
    }
    let cases = |text: &str| Pattern::parse(text).and_then(|pattern| pattern.cases());
    // In a complete sheet, as `cases show` prints it, the picture is the five consecutive lines that parse as one.
    let lines: Vec<&str> = text.lines().collect();
    let of_sheet =
        || lines.windows(5).filter(|_| lines.len() > 5).find_map(|rows| cases(&rows.join("\n")).ok());
    let cases = cases(&text).or_else(|error| of_sheet().ok_or(error));
    let cases = cases.map_err(|error| usage(format!("invalid pattern: {error}")))?;
    Ok(cases.into_iter().map(|(case, quarters)| Found::of_picture(case, quarters)).collect())
}

/// Reads a pattern from standard input.
fn stdin() -> Result<String, Failure> {
    if io::stdin().is_terminal() {
        return Err(usage("no pattern on standard input"));
    }
    let mut text = String::new();
    let read = io::stdin().take(MAX_PATTERN_BYTES).read_to_string(&mut text);
    read.map_err(|e| Failure::Message(format!("cannot read standard input: {e}")))?;
    Ok(text)
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
            && (sheet.len() == 2 || !text.contains(['x', 'X', '#', '?', '.']));
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

/// Finds the cases that an algorithm solves.
fn by_algorithm(text: &str) -> Result<Vec<Found>, Failure> {
    let text = match link_text::is_meant(text).then(|| link_text::read(text, Puzzle::Three)) {
        Some(Ok(link)) => link.algorithm.unwrap_or_default(),
        Some(Err(message)) => return Err(usage(format!("--alg: {message}"))),
        None => text.to_string(),
    };
    let algorithm = Algorithm::parse(&text).map_err(|error| usage(format!("--alg: {error}")))?;
    if algorithm.turns().is_empty() {
        return Err(usage("--alg has no moves"));
    }
    let found = identify_algorithm(&algorithm);
    if found.is_empty() {
        let solved = algorithm.cube() == cubiform_cube::Cube::SOLVED;
        let why = if solved {
            "it leaves the solved cube solved"
        } else {
            "it preserves neither the first two layers nor the cross with three slots"
        };
        return Err(Failure::Message(format!("the algorithm solves no F2L, OLL or PLL case: {why}")));
    }
    let bottom = Face::D.color();
    Ok(found
        .iter()
        .map(|shown| {
            Found::of_cube(shown, (shown.color != bottom).then_some(shown.color), Symmetry::IDENTITY)
        })
        .collect())
}

/// Finds the cases on a cube, for each bottom colour whose cross is solved.
fn on_cube(text: &str) -> Result<Vec<Found>, Failure> {
    let content = match link_text::is_meant(text).then(|| link_text::read(text, Puzzle::Three)) {
        Some(Ok(link)) => {
            let parts = [link.setup, link.algorithm];
            parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
        }
        Some(Err(message)) => return Err(usage(format!("--scramble: {message}"))),
        None => text.to_string(),
    };
    let line = Line {
        content: Content::Text(content),
        place: SourceLocation::Argument(1),
        bytes: 0,
        carried: Vec::new(),
    };
    let scramble = Scramble::read(&line).map_err(|bad| {
        let place =
            if bad.is_state { String::new() } else { format!(" line {}, column {}:", bad.line, bad.column) };
        usage(format!("--scramble:{place} {}", bad.message))
    })?;
    let cube = scramble.cube;
    if cube == cubiform_cube::Cube::SOLVED {
        return Err(Failure::Message("the cube is solved: it shows no case".into()));
    }
    // White first, as in the other tables.
    let order = |color: &Color| (color.face().axis() != cubiform_cube::Axis::Y, color.face() != Face::U);
    let mut colors = Color::COLUMNS.to_vec();
    colors.sort_by_key(order);
    let found: Vec<Found> = colors
        .into_iter()
        .flat_map(|color| {
            identify(&cube, color)
                .into_iter()
                .map(move |shown| Found::of_cube(&shown, Some(color), scramble.turned))
        })
        .collect();
    if found.is_empty() {
        return Err(Failure::Message(
            "the cube shows no case: no cross is solved; append the moves of the solution so far to the scramble".into(),
        ));
    }
    Ok(found)
}

/// Returns the cases as a text table.
fn listed(found: &[Found], terminal: Terminal) -> String {
    let has_color = found.iter().any(|one| one.color.is_some());
    let has_pair = found.iter().any(|one| one.pair.is_some());
    let mut header: Vec<&str> = Vec::new();
    header.extend(has_color.then_some("bottom"));
    header.extend(has_pair.then_some("pair"));
    header.extend(["case", "group", "rotation", "algorithm"]);
    let rows = found.iter().map(|one| {
        let mut row: Vec<String> = Vec::new();
        row.extend(has_color.then(|| one.color.map_or(String::new(), |color| color.to_string())));
        row.extend(has_pair.then(|| one.pair.clone().unwrap_or_default()));
        row.push(one.title());
        row.push(one.case.map_or(String::new(), |case| case.group.to_string()));
        row.push(if one.case.is_some() { one.adjustment() } else { String::new() });
        row.push(
            one.case.and_then(|case| case.algorithms.first()).map_or(String::new(), ToString::to_string),
        );
        row
    });
    table::of(&header, &rows.collect::<Vec<_>>(), terminal)
}

/// Returns a case of the result as JSON.
fn object(found: &Found) -> serde_json::Value {
    serde_json::json!({
        "set": found.set.name(),
        "case": found.case.map(Json::of),
        "color": found.color.map(Color::name),
        "pair": found.pair,
        "hold": found.case.map(|_| found.adjustment()).filter(|text| text != "-").unwrap_or_default(),
    })
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
