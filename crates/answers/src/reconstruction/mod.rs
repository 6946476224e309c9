//! Reconstructions of solves as people write them: title, scramble, time and moves among words of any kind. A text may have
//! several. The one reader for reviews, attempts and insertions.
//!
//! A line has a kind (`line`) and, if it is one of moves, pieces (`pieces`). What may be moves or a note is kept as a doubt,
//! which the reader of the cube decides (`reading`).

mod line;
mod pieces;
mod reading;
mod records;

use cubiform_cube::notation::Base;
use cubiform_cube::{Algorithm, Cube, Move, Symmetry};

use crate::input::time::{self, Time};
use crate::puzzle::Puzzle;
use crate::scramble::link_text::{self, Link};
use line::{LineKind, classify, lines};
use pieces::MovesLine;

pub use reading::Reading;
pub(crate) use reading::{Rank, TextPart};
pub(crate) use records::records;

/// A reconstruction whose moves are not parsed yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reconstruction {
    /// The first line of the reconstruction in the text, counted from 1.
    pub(crate) line: usize,
    /// The title lines, or the id.
    pub(crate) title: Option<String>,
    /// The scramble.
    pub(crate) scramble: Option<TextPart>,
    /// The moves of the solution.
    pub(crate) solution: TextPart,
    /// The time.
    pub(crate) time: Option<Time>,
}

/// A reconstruction whose lines are still being read.
#[derive(Default)]
struct Draft {
    line: usize,
    title: Vec<String>,
    scramble: Option<TextPart>,
    /// Whether the last line was a scramble label alone, so that the next moves are the scramble.
    awaits_scramble: bool,
    /// The lines of moves: the line number, the moves, and whether the line has a comment.
    moves: Vec<(usize, MovesLine, bool)>,
    time: Option<Time>,
    timestamp: Option<Time>,
    title_time: Option<Time>,
    link: Option<Link>,
    /// Whether words after an empty line began it, which may as well stand within a solve.
    may_continue: bool,
}

/// The minimum number of face turns of a scramble without a label, at the beginning and after other moves.
const SCRAMBLE_TURNS: [usize; 2] = [8, 15];

impl Draft {
    fn has_moves(&self) -> bool {
        self.moves.iter().any(|(_, moves, _)| !moves.text.trim().is_empty())
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
        let of_link = |text: String| TextPart::certain(text, 1, true);
        let link = self.link.take().unwrap_or_default();
        if self.scramble.is_none() && !has_scramble && (link.setup.is_none() || self.has_moves()) {
            let line = self.unlabelled_scramble(SCRAMBLE_TURNS[0]).map(|first| self.moves.remove(first));
            self.scramble = line.map(|(number, moves, _)| TextPart::certain(moves.text, number, false));
        }
        let scramble = self.scramble.take().or_else(|| link.setup.map(of_link));
        let solution = match link.algorithm {
            Some(text) if !self.has_moves() => of_link(text),
            _ => self.solution(),
        };
        let title = self.title.join(", ");
        let title = Some(title).filter(|title| !title.is_empty()).or(link.title);
        let of_link = link.time.as_deref().and_then(time::parse);
        let time = self.time.or(of_link).or(self.title_time).or(self.timestamp);
        Some(Reconstruction { line: self.line, title, scramble, solution, time })
    }

    /// Returns whether its moves are those of the solve before it: it has no scramble of its own.
    fn continues(&self, has_scramble: bool) -> bool {
        let has_own = self.scramble.is_some() || self.link.is_some() || self.awaits_scramble;
        self.may_continue
            && !has_own
            && (has_scramble || self.unlabelled_scramble(SCRAMBLE_TURNS[1]).is_none())
    }

    /// Returns the index of the first line of moves if it looks like a scramble: at least so many face turns and no comment, with
    /// more moves after it.
    fn unlabelled_scramble(&self, min_turns: usize) -> Option<usize> {
        let mut lines =
            self.moves.iter().enumerate().filter(|(_, (_, moves, _))| !moves.text.trim().is_empty());
        let (first, (_, MovesLine { text, .. }, has_comment)) = lines.next()?;
        let algorithm = Algorithm::parse(text).ok().filter(|_| !has_comment)?;
        lines.next()?;
        let is_scramble = algorithm.turns().len() >= min_turns
            && algorithm.turns().iter().all(|turn| matches!(turn.base(), Base::Face(_)));
        is_scramble.then_some(first)
    }

    /// Returns the moves, with empty lines in place of all other lines between them.
    fn solution(&self) -> TextPart {
        let first = self.moves.first().map_or(self.line, |(number, ..)| *number);
        let mut part = TextPart::certain(String::new(), first, false);
        let mut at = first;
        for (number, moves, _) in &self.moves {
            part.text.extend(std::iter::repeat_n('\n', number - at));
            part.text.push_str(&moves.text);
            part.doubts.extend(moves.doubts.iter().map(|doubt| (number - first, doubt.clone())));
            at = *number;
        }
        part
    }
}

/// Reads the reconstructions in a text. If `has_scramble` is set, the scramble of its only solve is given elsewhere.
///
/// A solve ends before a labelled scramble, a line such as `---`, a second link, or words after an empty line if a scramble
/// follows them.
///
/// # Errors
/// Returns the line of an invalid link and a message.
pub(crate) fn reconstructions(
    text: &str,
    has_scramble: bool,
) -> Result<Vec<Reconstruction>, (usize, String)> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut draft = Draft::default();
    let mut after_blank = true;
    for line in lines(text) {
        let kind = classify(&line);
        let may_continue = matches!(kind, LineKind::Words(_)) && after_blank && draft.has_moves();
        let begins = match &kind {
            LineKind::Scramble(_) => draft.has_moves() || draft.scramble.is_some(),
            LineKind::Separator => true,
            LineKind::Link(_) => draft.link.is_some(),
            _ => false,
        };
        if begins || may_continue {
            drafts.push(std::mem::replace(&mut draft, Draft { may_continue, ..Draft::default() }));
        }
        if draft.line == 0 && kind != LineKind::Blank {
            draft.line = line.number;
        }
        after_blank = kind == LineKind::Blank && !line.has_comment;
        match kind {
            LineKind::Blank | LineKind::Separator => {}
            LineKind::Scramble(text) if text.trim().is_empty() => draft.awaits_scramble = true,
            LineKind::Scramble(text) => {
                draft.scramble = Some(TextPart::certain(text, line.number, false));
            }
            LineKind::Moves(moves, timestamp) => {
                draft.timestamp = timestamp;
                if std::mem::take(&mut draft.awaits_scramble) {
                    draft.scramble = Some(TextPart::certain(moves.text, line.number, false));
                } else {
                    draft.moves.push((line.number, moves, line.has_comment));
                }
            }
            LineKind::Time(time) => draft.time = Some(time),
            LineKind::Link(text) => {
                draft.link =
                    Some(link_text::read(&text, Puzzle::Three).map_err(|message| (line.number, message))?);
            }
            LineKind::Label if draft.has_moves() => {}
            LineKind::Label => draft.title.push(line.text.trim().to_string()),
            LineKind::Words(time) if draft.has_moves() => draft.title_time = draft.title_time.or(time),
            LineKind::Words(time) => {
                draft.title_time = draft.title_time.or(time);
                draft.title.push(line.text.trim().to_string());
            }
        }
    }
    drafts.push(draft);
    let mut whole: Vec<Draft> = Vec::new();
    for draft in drafts {
        match whole.last_mut() {
            Some(before) if draft.continues(has_scramble) => before.moves.extend(draft.moves),
            _ => whole.push(draft),
        }
    }
    Ok(whole.into_iter().filter_map(|draft| draft.finish(has_scramble)).collect())
}

/// Returns how well moves fit a cube. `orientation` is that of the whole cube before them.
pub(crate) fn rank(cube: &Cube, orientation: Symmetry, moves: &[Move]) -> Rank {
    let turn = |cube: Cube, m: &Move| cube.turn(orientation.inverse().conjugate(*m));
    let end = moves.iter().fold(*cube, turn);
    if end == Cube::SOLVED {
        Rank::Solved
    } else if Move::all().any(|m| end.turn(m) == Cube::SOLVED) {
        Rank::OneMoveOff
    } else {
        Rank::Unsolved
    }
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
        assert_eq!((one.time.as_ref().and_then(Time::seconds), one.line), (Some(5.55), 1));
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
    fn words_within_a_solve_do_not_end_it() {
        let text =
            format!("{SCRAMBLE}\nF R // cross\n\nF2L pairs:\n\nfirst pair\nU R U' R' U R\n\nlast layer\nR U");
        let [one] = &read(&text)[..] else { panic!() };
        assert_eq!(one.solution.text.split_whitespace().count(), 10);
        assert_eq!(reconstructions("F R\n\nfirst pair\nU R", true).unwrap().len(), 1);
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
        let time = |text: &str| read(text)[0].time.as_ref().and_then(Time::seconds);
        assert_eq!(time("R U @1.5 R' @3.25s"), Some(3.25));
        assert_eq!(time("R@0 U2 @150 R'@400"), Some(0.4));
        assert_eq!(time("R U @1.5 R'"), None);
        assert_eq!(read("R U\n").first().and_then(|one| one.time.clone()), None);
        assert!(read("// nothing\n\n").is_empty());
    }
}
