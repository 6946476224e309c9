//! Reconstructions of solves as people write them: title, scramble, time and moves with comments. A text may have
//! several.

mod line;
mod records;

use cubiform_cube::{Algorithm, notation::Base};

use crate::puzzle::Puzzle;
use crate::scramble::link_text::{self, Link};
use line::{LineKind, classify, lines};

pub use line::parse_time;
pub(super) use records::records;

/// A reconstruction whose moves are not parsed yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Reconstruction {
    /// The first line of the reconstruction in the text, counted from 1.
    pub(super) line: usize,
    /// The title lines, or the id.
    pub(super) title: Option<String>,
    /// The scramble.
    pub(super) scramble: Option<TextPart>,
    /// The moves of the solution.
    pub(super) solution: TextPart,
    /// The time, in seconds.
    pub(super) time: Option<f64>,
}

/// Lines of a text in which everything else is replaced by blanks, so that columns do not change.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TextPart {
    /// The text.
    pub(super) text: String,
    /// The number of its first line, counted from 1.
    pub(super) line: usize,
    /// Whether it comes from a link. Lines and columns then refer to the decoded text.
    pub(super) is_from_link: bool,
}

/// A reconstruction whose lines are still being read.
#[derive(Default)]
struct Draft {
    line: usize,
    title: Vec<String>,
    scramble: Option<TextPart>,
    /// Whether the last line was a scramble label alone, so that the next moves are the scramble.
    awaits_scramble: bool,
    /// The lines of moves: the line number, the text, and whether the line has a comment.
    moves: Vec<(usize, String, bool)>,
    time: Option<f64>,
    timestamp: Option<f64>,
    title_time: Option<f64>,
    link: Option<Link>,
}

impl Draft {
    fn has_moves(&self) -> bool {
        self.moves.iter().any(|(_, text, _)| !text.trim().is_empty())
    }

    fn is_empty(&self) -> bool {
        !self.has_moves() && self.scramble.is_none() && self.link.is_none()
    }

    /// Returns the finished reconstruction. If `has_scramble` is set, the scramble is given elsewhere and the text
    /// need not start with it.
    fn finish(mut self, has_scramble: bool) -> Option<Reconstruction> {
        if self.is_empty() {
            return None;
        }
        let of_link = |text: String| TextPart { text, line: 1, is_from_link: true };
        let link = self.link.take().unwrap_or_default();
        if self.scramble.is_none() && !has_scramble && (link.setup.is_none() || self.has_moves()) {
            self.scramble = self.unlabelled_scramble();
        }
        let scramble = self.scramble.take().or_else(|| link.setup.map(of_link));
        let solution = match link.algorithm {
            Some(text) if !self.has_moves() => of_link(text),
            _ => self.solution(),
        };
        let title = self.title.join(", ");
        let title = Some(title).filter(|title| !title.is_empty()).or(link.title);
        let of_link = link.time.as_deref().and_then(parse_time);
        let time = self.time.or(of_link).or(self.title_time).or(self.timestamp);
        Some(Reconstruction { line: self.line, title, scramble, solution, time })
    }

    /// Removes and returns the first line of moves if it looks like a scramble: at least eight face turns and no
    /// comment, with more moves after it.
    fn unlabelled_scramble(&mut self) -> Option<TextPart> {
        let first = self.moves.iter().position(|(_, text, _)| !text.trim().is_empty())?;
        let more = self.moves[first + 1..].iter().any(|(_, text, _)| !text.trim().is_empty());
        let (line, text, has_comment) = &self.moves[first];
        let algorithm = Algorithm::parse(text).ok()?;
        let is_scramble = algorithm.turns().len() >= 8
            && algorithm.turns().iter().all(|turn| matches!(turn.base(), Base::Face(_)));
        if has_comment | !is_scramble | !more {
            return None;
        }
        let part = TextPart { text: text.clone(), line: *line, is_from_link: false };
        self.moves.remove(first);
        Some(part)
    }

    /// Returns the moves, with empty lines in place of all other lines between them.
    fn solution(&self) -> TextPart {
        let first = self.moves.first().map_or(self.line, |(number, ..)| *number);
        let mut text = String::new();
        let mut at = first;
        for (number, moves, _) in &self.moves {
            text.extend(std::iter::repeat_n('\n', number - at));
            text.push_str(moves);
            at = *number;
        }
        TextPart { text, line: first, is_from_link: false }
    }
}

/// Reads the reconstructions in a text. If `has_scramble` is set, the scramble of its only solve is given elsewhere.
///
/// A solve ends before a labelled scramble, a title after an empty line, a line such as `---`, or a second link.
///
/// # Errors
/// Returns the line of an invalid link and a message.
pub(super) fn reconstructions(
    text: &str,
    has_scramble: bool,
) -> Result<Vec<Reconstruction>, (usize, String)> {
    let mut found = Vec::new();
    let mut draft = Draft::default();
    let mut after_blank = true;
    for line in lines(text) {
        let kind = classify(&line);
        let begins = match &kind {
            LineKind::Scramble(_) => draft.has_moves() || draft.scramble.is_some(),
            LineKind::Words(_) => after_blank && draft.has_moves(),
            LineKind::Separator => true,
            LineKind::Link(_) => draft.link.is_some(),
            _ => false,
        };
        if begins {
            found.extend(std::mem::take(&mut draft).finish(has_scramble));
        }
        if draft.line == 0 && kind != LineKind::Blank {
            draft.line = line.number;
        }
        after_blank = kind == LineKind::Blank && !line.has_comment;
        match kind {
            LineKind::Blank | LineKind::Separator => {}
            LineKind::Scramble(text) if text.trim().is_empty() => draft.awaits_scramble = true,
            LineKind::Scramble(text) => {
                draft.scramble = Some(TextPart { text, line: line.number, is_from_link: false });
            }
            LineKind::Moves(text, timestamp) => {
                draft.timestamp = timestamp;
                if std::mem::take(&mut draft.awaits_scramble) {
                    draft.scramble = Some(TextPart { text, line: line.number, is_from_link: false });
                } else {
                    draft.moves.push((line.number, text, line.has_comment));
                }
            }
            LineKind::Time(seconds) => draft.time = Some(seconds),
            LineKind::Link(text) => {
                draft.link =
                    Some(link_text::read(&text, Puzzle::Three).map_err(|message| (line.number, message))?);
            }
            LineKind::Words(time) if draft.has_moves() => draft.title_time = draft.title_time.or(time),
            LineKind::Words(time) => {
                draft.title_time = draft.title_time.or(time);
                draft.title.push(line.text.trim().to_string());
            }
        }
    }
    found.extend(draft.finish(has_scramble));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Reconstruction> {
        reconstructions(text, false).expect("there is no link with a fault")
    }

    const SCRAMBLE: &str = "D2 U' R2 U F2 D2 U' R2 U' B' L2 R' B' D2 U B2 L' D' R2";

    #[test]
    fn reconstruction_with_labels_is_read() {
        let text = format!(
            "Mats Valk, Zonhoven Open 2013\n\nScramble: {SCRAMBLE}\nTime: 5.55\n\nx y' // inspection\nF R . D\n"
        );
        let [one] = &read(&text)[..] else { panic!() };
        assert_eq!(one.title.as_deref(), Some("Mats Valk, Zonhoven Open 2013"));
        assert_eq!(one.scramble.as_ref().map(|part| (part.text.trim(), part.line)), Some((SCRAMBLE, 3)));
        assert_eq!((one.solution.text.as_str(), one.solution.line), ("x y' \nF R   D", 6));
        assert_eq!((one.time, one.line), (Some(5.55), 1));
    }

    #[test]
    fn first_line_of_at_least_eight_face_turns_is_the_scramble() {
        for text in [
            format!("{SCRAMBLE}\n\nx y'\nF R D"),
            format!("Mats Valk 5.55\n{SCRAMBLE}\nx y'\nF R D\n45 HTM, 8.11 TPS"),
        ] {
            let [one] = &read(&text)[..] else { panic!("{text}") };
            assert_eq!(one.scramble.as_ref().map(|part| part.text.as_str()), Some(SCRAMBLE));
            assert_eq!(one.solution.text, "x y'\nF R D");
        }
        // A first line with a comment, or one whose scramble is given elsewhere, belongs to the solution.
        assert_eq!(read(&format!("{SCRAMBLE} // all of it\nF"))[0].scramble, None);
        assert_eq!(reconstructions(&format!("{SCRAMBLE}\nF"), true).unwrap()[0].scramble, None);
    }

    #[test]
    fn several_solves_are_separated() {
        let by_label = format!("Scramble: {SCRAMBLE}\nF R\n\nU\nScramble: R U\nU' R'\n");
        let by_title =
            format!("1) 5.55\n\nScramble: {SCRAMBLE}\nF R\nU\n\n2) Another\nScramble: R U\nU' R'\n\n");
        let by_rule = format!("{SCRAMBLE}\nF R\nU\n---\nScramble:\nR U\nU' R'");
        for text in [by_label, by_title, by_rule] {
            let all = read(&text);
            let moves: Vec<String> = all
                .iter()
                .map(|one| one.solution.text.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect();
            assert_eq!(moves, ["F R U", "U' R'"], "{text}");
            assert!(all.iter().all(|one| one.scramble.is_some()), "{text}");
        }
    }

    #[test]
    fn scramble_and_solution_are_read_from_links() {
        let link = "https://alg.cubing.net/?setup=R_U-&alg=U_R-";
        let [one] = &read(link)[..] else { panic!() };
        assert_eq!(one.scramble.as_ref().map(|part| part.text.as_str()), Some("R U'"));
        assert_eq!(one.solution.text, "U R'");
        assert_eq!(read(&format!("{link}\n{link}")).len(), 2);
        // If the text has the moves, a link adds only the scramble.
        let [one] = &read(&format!("F2 // all\n{link}"))[..] else { panic!() };
        assert_eq!((one.solution.text.trim(), one.scramble.is_some()), ("F2", true));
    }

    #[test]
    fn time_after_the_last_move_is_the_time_of_the_solve() {
        assert_eq!(read("R U @1.5 R' @3.25s")[0].time, Some(3.25));
        assert_eq!(read("R U @1.5 R'")[0].time, None);
        assert_eq!(read("R U\n").first().and_then(|one| one.time), None);
        assert!(read("// nothing\n\n").is_empty());
    }
}
