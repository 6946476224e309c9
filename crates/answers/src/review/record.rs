//! The parts of a reviewed solve that a summary uses: taken from the review, or read from the JSON lines that
//! `review --format jsonl` writes.

use serde::Deserialize;

use crate::json_error_message;

/// The stages in order. A pair that is solved together with the cross counts as part of the cross.
pub(super) const STAGES: [&str; 7] = ["cross", "1st pair", "2nd pair", "3rd pair", "4th pair", "OLL", "PLL"];

/// A reviewed solve as far as a summary needs it, named as in JSON.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SolveRecord {
    #[serde(rename = "ending")]
    pub(super) outcome: Outcome,
    /// The bottom colour; `None` if no cross was solved.
    pub(super) color: Option<String>,
    pub(super) htm: u32,
    pub(super) stm: u32,
    pub(super) etm: u32,
    /// The time in seconds; none of a DNF.
    pub(super) time: Option<f64>,
    #[serde(default)]
    pub(super) penalty: Option<String>,
    pub(super) stages: Vec<StageRecord>,
    /// The method whose steps these are; `None` for CFOP.
    #[serde(default)]
    pub(super) method: Option<String>,
    #[serde(default)]
    pub(super) steps: Vec<StepRecord>,
}

/// A step of a method in a reviewed solve.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct StepRecord {
    pub(super) name: String,
    pub(super) stm: u32,
    #[serde(rename = "optimal_stm")]
    pub(super) optimal: u32,
    #[serde(rename = "lost_stm")]
    pub(super) lost: u32,
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
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct StageRecord {
    /// The stage with its case.
    #[serde(rename = "stage")]
    pub(super) title: String,
    /// The index in [`STAGES`], which follows from the titles.
    #[serde(skip)]
    pub(super) stage: usize,
    pub(super) case: Option<String>,
    pub(super) htm: u32,
    /// The minimum number of moves, if it is known.
    #[serde(rename = "least_htm")]
    pub(super) least: Option<u32>,
    #[serde(rename = "lost_htm")]
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
        if object["time"].as_f64().is_some_and(|time| time <= 0.0) {
            return Some(Err("time: must be positive".into()));
        }
        Some(SolveRecord::of(&object))
    }

    /// Reads the JSON of a review.
    ///
    /// # Errors
    /// Returns a message if a member is missing or invalid.
    pub(super) fn of(object: &serde_json::Value) -> Result<SolveRecord, String> {
        let read = SolveRecord::deserialize(object).map_err(|error| json_error_message(&error));
        read.and_then(|record| record.with_result().with_places())
    }

    /// Returns the record without the time of a DNF.
    fn with_result(self) -> SolveRecord {
        let is_result = self.penalty.as_deref().is_none_or(|penalty| penalty.starts_with('+'));
        SolveRecord { time: self.time.filter(|_| is_result), ..self }
    }

    /// Returns the record with the place of each stage among [`STAGES`], found by its title.
    fn with_places(mut self) -> Result<SolveRecord, String> {
        let mut pairs = 0;
        for StageRecord { title, stage, .. } in &mut self.stages {
            *stage = match &title[..] {
                title if title.ends_with("Cross") => {
                    pairs = title.chars().filter(|letter| *letter == 'X').count();
                    0
                }
                title if title.contains(" pair") => {
                    pairs += 1;
                    pairs
                }
                title if title.starts_with("OLL") => 5,
                title if title.starts_with("PLL") => 6,
                _ => STAGES.len(),
            };
            if *stage >= STAGES.len() {
                return Err(format!("'{}' is not a stage", crate::format::shortened(title, 40)));
            }
        }
        Ok(self)
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
