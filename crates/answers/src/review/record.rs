//! The parts of a reviewed solve that a summary uses: taken from the review, or read from the JSON lines that
//! `review --format jsonl` writes.

use cubiform_human::{Ending, StageKind};
use serde::Deserialize;

use super::reviewed::ReviewedSolve;
use crate::json_error_message;

/// The stages in order. A pair that is solved together with the cross counts as part of the cross.
pub(super) const STAGES: [&str; 7] = ["cross", "1st pair", "2nd pair", "3rd pair", "4th pair", "OLL", "PLL"];

/// A reviewed solve as far as a summary needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct SolveRecord {
    pub(super) outcome: Outcome,
    /// The bottom colour; `None` if no cross was solved.
    pub(super) color: Option<String>,
    pub(super) htm: u32,
    pub(super) stm: u32,
    pub(super) etm: u32,
    /// The time in seconds.
    pub(super) time: Option<f64>,
    pub(super) stages: Vec<StageRecord>,
}

/// How a solve ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    Solved,
    OneMoveOff,
    Unsolved,
}

/// A stage of a reviewed solve.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StageRecord {
    /// The index in [`STAGES`].
    pub(super) stage: usize,
    pub(super) case: Option<String>,
    pub(super) htm: u32,
    /// The minimum number of moves, if it is known.
    pub(super) least: Option<u32>,
    pub(super) lost: u32,
}

impl SolveRecord {
    /// Returns whether the solve is solved or one move off. A slip makes the losses of all other stages of an unsolved
    /// solve meaningless.
    pub(super) fn is_complete(&self) -> bool {
        self.outcome != Outcome::Unsolved
    }

    /// Returns the moves lost in all stages.
    pub(super) fn lost(&self) -> u32 {
        self.stages.iter().map(|stage| stage.lost).sum()
    }

    /// Returns the moves per second (STM), if the time is known.
    pub(super) fn tps(&self) -> Option<f64> {
        self.time.map(|time| f64::from(self.stm) / time)
    }

    /// Reads a line of `review --format jsonl`. Returns `None` if the line is not the JSON of a review.
    ///
    /// # Errors
    /// Returns a message if a member of the review is missing or invalid.
    ///
    /// ```
    /// use cubiform_answers::review::SolveRecord;
    ///
    /// assert!(SolveRecord::read(r#"{"scramble":"R U","solution":"U' R'"}"#).is_none());
    /// let line = r#"{"color":"white","ending":"solved","etm":2,"htm":2,"stages":[],"stm":2,"time":null}"#;
    /// assert!(SolveRecord::read(line).unwrap().is_ok());
    /// ```
    pub fn read(line: &str) -> Option<Result<SolveRecord, String>> {
        let object: serde_json::Value = serde_json::from_str(line).ok()?;
        if !["ending", "stages"].iter().all(|name| object.get(name).is_some()) {
            return None;
        }
        let line: Line = match serde_json::from_value(object) {
            Ok(line) => line,
            Err(error) => return Some(Err(json_error_message(&error))),
        };
        Some(line.record())
    }
}

impl From<&ReviewedSolve> for SolveRecord {
    fn from(reviewed: &ReviewedSolve) -> SolveRecord {
        let mut places = Places::default();
        let stage = |row: &super::Row| {
            let place = match row.part? {
                StageKind::Cross { pairs } => places.cross(pairs.into()),
                StageKind::Pair { .. } => places.pair(),
                StageKind::Oll => 5,
                StageKind::Pll => 6,
            };
            Some(StageRecord {
                stage: place,
                case: row.case.map(ToString::to_string),
                htm: row.lengths.htm,
                least: row.optimal.map(|(moves, _)| moves),
                lost: row.lost,
            })
        };
        let stages: Vec<StageRecord> = reviewed.rows.iter().filter_map(stage).collect();
        let lengths = reviewed.review.lengths();
        SolveRecord {
            outcome: match reviewed.ending {
                Ending::Solved => Outcome::Solved,
                Ending::OneMoveOff(_) => Outcome::OneMoveOff,
                Ending::Unsolved => Outcome::Unsolved,
            },
            color: (!reviewed.review.stages.is_empty()).then(|| reviewed.review.color.name().to_string()),
            htm: lengths.htm,
            stm: lengths.stm,
            etm: lengths.etm,
            time: reviewed.solve.time,
            stages,
        }
    }
}

/// The pairs solved so far, which give the next pair its place.
#[derive(Default)]
struct Places {
    pairs: usize,
}

impl Places {
    fn cross(&mut self, pairs: usize) -> usize {
        self.pairs = pairs;
        0
    }

    fn pair(&mut self) -> usize {
        self.pairs += 1;
        self.pairs
    }
}

/// The members of a review in JSON that a summary needs.
#[derive(Deserialize)]
struct Line {
    color: Option<String>,
    ending: Outcome,
    etm: u32,
    htm: u32,
    stages: Vec<StageLine>,
    stm: u32,
    time: Option<f64>,
}

/// The members of a stage in JSON that a summary needs.
#[derive(Deserialize)]
struct StageLine {
    case: Option<String>,
    htm: u32,
    least_htm: Option<u32>,
    lost_htm: u32,
    stage: String,
}

impl Line {
    fn record(self) -> Result<SolveRecord, String> {
        if self.time.is_some_and(|time| time <= 0.0) {
            return Err("time: must be positive".into());
        }
        let mut places = Places::default();
        let mut stage = |line: StageLine| {
            let title = line.stage;
            let place = match &title[..] {
                title if title.ends_with("Cross") => {
                    places.cross(title.chars().filter(|letter| *letter == 'X').count())
                }
                title if title.contains(" pair") => places.pair(),
                title if title.starts_with("OLL") => 5,
                title if title.starts_with("PLL") => 6,
                _ => STAGES.len(),
            };
            if place >= STAGES.len() {
                return Err(format!("'{}' is not a stage", crate::format::shortened(&title, 40)));
            }
            Ok(StageRecord {
                stage: place,
                case: line.case,
                htm: line.htm,
                least: line.least_htm,
                lost: line.lost_htm,
            })
        };
        let stages = self.stages.into_iter().map(&mut stage).collect::<Result<_, String>>()?;
        Ok(SolveRecord {
            outcome: self.ending,
            color: self.color,
            htm: self.htm,
            stm: self.stm,
            etm: self.etm,
            time: self.time,
            stages,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(stages: &str) -> Result<SolveRecord, String> {
        let line = format!(
            r#"{{"color":"red","ending":"one_move_off","etm":9,"htm":8,"stages":[{stages}],"stm":7,"time":1.5}}"#
        );
        SolveRecord::read(&line).unwrap()
    }

    #[test]
    fn stages_are_recognised_by_their_titles() {
        let stage = |title: &str| {
            format!(r#"{{"case":null,"htm":1,"least_htm":null,"lost_htm":0,"stage":"{title}"}}"#)
        };
        let titles = ["XXCross", "green-red pair, F2L 12", "green-red pair", "OLL skip", "PLL Ua"];
        let record = read(&titles.map(stage).join(",")).unwrap();
        let places: Vec<usize> = record.stages.iter().map(|stage| stage.stage).collect();
        assert_eq!((places, record.outcome), (vec![0, 3, 4, 5, 6], Outcome::OneMoveOff));
        assert!((record.tps().unwrap() - 7.0 / 1.5).abs() < 1e-12);
        assert_eq!(read(&stage("Roux")).unwrap_err(), "'Roux' is not a stage");
        let fifth = ["Cross", "a pair", "a pair", "a pair", "a pair", "a pair"].map(stage).join(",");
        assert_eq!(read(&fifth).map(|record| record.stages[5].stage), Ok(5));
    }

    #[test]
    fn incomplete_reviews_are_refused() {
        assert!(read(r#"{"htm":1}"#).unwrap_err().contains("missing field"));
        assert_eq!(SolveRecord::read("not JSON"), None);
    }
}
