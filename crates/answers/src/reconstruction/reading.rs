//! The choice between the readings of a reconstruction: where a part may be moves or a note, the cube decides.

use super::pieces::Doubt;

/// The maximum number of readings that are tried.
const MAX_READINGS: usize = 256;

/// The maximum number of characters of all readings that are tried.
const MAX_CHARACTERS: usize = 1 << 20;

/// Lines of a text in which everything that is certainly not part of it is replaced by blanks, so that columns do not change.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TextPart {
    /// The text, with all parts that are in doubt.
    pub(crate) text: String,
    /// The parts that are in doubt, with their lines, counted from 0.
    pub(super) doubts: Vec<(usize, Doubt)>,
    /// The number of its first line, counted from 1.
    pub(crate) line: usize,
    /// Whether it comes from a link. Lines and columns then refer to the decoded text.
    pub(crate) is_from_link: bool,
}

/// How well a reading fits the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// It has a fault.
    Faulty,
    /// It leaves the cube unsolved.
    Unsolved,
    /// It leaves the cube one move from solved.
    OneMoveOff,
    /// It solves the cube.
    Solved,
}

/// A part of a reconstruction that could be read either way.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewReading)]
pub struct Reading {
    /// Its column in the line, in characters, from 1.
    #[schema(example = 12, minimum = 1)]
    pub column: usize,
    /// Whether it was read as moves, not as a note.
    #[schema(example = false)]
    pub is_moves: bool,
    /// Its line in the text, from 1.
    #[schema(example = 4, minimum = 1)]
    pub line: usize,
    /// Its text.
    #[schema(example = "(LSE)")]
    pub text: String,
}

impl TextPart {
    /// Creates the part of a text that has no doubts.
    pub(crate) fn certain(text: String, line: usize, is_from_link: bool) -> TextPart {
        TextPart { text, doubts: Vec::new(), line, is_from_link }
    }

    /// Returns the reading of the highest rank, with the parts that were read against the usual rule or could be moves and are a
    /// note. Of several, it is the one with the fewest parts against the rule. If the usual reading has a fault, only one that solves
    /// the cube takes its place: the move that is missing for a cube one move off may be the one with the fault.
    pub(crate) fn choose(&self, rank: impl Fn(&str) -> Rank) -> (String, Vec<Reading>) {
        let lines: Vec<Vec<char>> = self.text.split('\n').map(|line| line.chars().collect()).collect();
        let text = |flipped: u64| {
            let mut lines = lines.clone();
            for (i, (line, doubt)) in self.doubts.iter().enumerate() {
                if doubt.is_moves == is_set(flipped, i) {
                    lines[*line][doubt.columns.clone()].fill(' ');
                }
            }
            lines.into_iter().map(String::from_iter).collect::<Vec<String>>().join("\n")
        };
        let usual = text(0);
        let limit = MAX_READINGS.min(MAX_CHARACTERS / self.text.len().max(1));
        let first = rank(&usual);
        let (mut flipped, mut best) = (0, first);
        for other in flips(self.doubts.len()).take(limit).skip(1) {
            if best == Rank::Solved {
                break;
            }
            let rank = rank(&text(other));
            if rank == Rank::Solved || first != Rank::Faulty && rank > best {
                (flipped, best) = (other, rank);
            }
        }
        let reading = |(i, (line, doubt)): (usize, &(usize, Doubt))| Reading {
            text: lines[*line][doubt.columns.clone()].iter().collect(),
            line: line + self.line,
            column: doubt.columns.start + 1,
            is_moves: doubt.is_moves != is_set(flipped, i),
        };
        let readings = self.doubts.iter().enumerate();
        let could_be =
            |text: &str| cubiform_cube::Algorithm::parse(text).is_ok_and(|read| !read.turns().is_empty());
        let is_told =
            |reading: &Reading, against: bool| against || !reading.is_moves && could_be(&reading.text);
        let readings = readings.map(|of| (is_set(flipped, of.0), reading(of)));
        let told =
            readings.filter(|(against, reading)| is_told(reading, *against)).map(|(_, reading)| reading);
        (if flipped == 0 { usual } else { text(flipped) }, told.collect())
    }
}

/// Returns whether a part is read against the usual rule.
fn is_set(flipped: u64, i: usize) -> bool {
    i < 64 && flipped >> i & 1 == 1
}

/// Returns sets of parts, in the order of their sizes: none, each alone, and so on.
fn flips(count: usize) -> impl Iterator<Item = u64> {
    let count = count.min(64) as u32;
    (0..=count).flat_map(move |size| {
        // The next larger number with as many ones (Gosper).
        let first = if size == 64 { u64::MAX } else { (1 << size) - 1 };
        let next = move |set: &u64| {
            let lowest = set & set.wrapping_neg();
            let ripple = set.checked_add(lowest).filter(|_| *set > 0)?;
            Some((((ripple ^ set) >> 2) / lowest) | ripple)
        };
        std::iter::successors(Some(first), next).take_while(move |set| count == 64 || set >> count == 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewest_parts_are_read_against_the_rule() {
        assert_eq!(flips(3).collect::<Vec<_>>(), [0, 1, 2, 4, 3, 5, 6, 7]);
        assert_eq!((flips(0).count(), flips(10).count(), flips(70).take(3000).count()), (1, 1024, 3000));
    }

    #[test]
    fn the_right_reading_wins_and_tells_what_could_be_moves() {
        let doubt = |columns, is_moves| (0, Doubt { columns, is_moves });
        let part = TextPart {
            text: "R (U) F2L Q".into(),
            doubts: vec![doubt(2..5, true), doubt(6..9, false), doubt(10..11, true)],
            line: 7,
            is_from_link: false,
        };
        let read = |wanted: &str| {
            let (text, told) = part.choose(|text| {
                if text.split_whitespace().collect::<String>() == wanted {
                    Rank::Solved
                } else {
                    Rank::Unsolved
                }
            });
            (
                text,
                told.into_iter()
                    .map(|one| (one.text, one.line, one.column, one.is_moves))
                    .collect::<Vec<_>>(),
            )
        };
        let note = |text: &str, column| (text.to_string(), 7, column, false);
        assert_eq!(read("none"), ("R (U)     Q".into(), vec![note("F2L", 7)]));
        assert_eq!(read("R(U)"), ("R (U)      ".into(), vec![note("F2L", 7), note("Q", 11)]));
        assert_eq!(read("R"), ("R          ".into(), vec![note("(U)", 3), note("F2L", 7), note("Q", 11)]));
        assert_eq!(read("R(U)F2L"), ("R (U) F2L  ".into(), vec![("F2L".into(), 7, 7, true), note("Q", 11)]));
    }
}
