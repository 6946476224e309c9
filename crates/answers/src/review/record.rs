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
    /// The method whose steps these are; `None` for CFOP.
    #[serde(default)]
    pub(super) method: Option<String>,
    /// The stages of CFOP, or the steps of the method.
    pub(super) stages: Vec<PartRecord>,
}

/// A stage of CFOP, with lengths in HTM, or a step of another method, with lengths in STM; named as a stage is in JSON.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct PartRecord {
    /// The name of the step, or of the stage: one of [`STAGES`], which follows from its title with the case.
    #[serde(rename = "stage")]
    pub(super) name: String,
    pub(super) case: Option<String>,
    #[serde(rename = "htm")]
    pub(super) moves: u32,
    /// The minimum number of moves, if it is known.
    #[serde(rename = "least_htm")]
    pub(super) optimal: Option<u32>,
    #[serde(rename = "lost_htm")]
    pub(super) lost: u32,
    /// The time in seconds, if the moves have timestamps.
    #[serde(default)]
    pub(super) time: Option<f64>,
}

/// A step as it is named in JSON.
#[derive(Deserialize)]
#[serde(remote = "PartRecord")]
struct StepMembers {
    name: String,
    #[serde(default)]
    case: Option<String>,
    #[serde(rename = "stm")]
    moves: u32,
    #[serde(rename = "optimal_stm")]
    optimal: Option<u32>,
    #[serde(rename = "lost_stm")]
    lost: u32,
    #[serde(default)]
    time: Option<f64>,
}

#[derive(Deserialize)]
struct StepRecord(#[serde(with = "StepMembers")] PartRecord);

/// How a solve ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    Solved,
    OneMoveOff,
    Unsolved,
}

impl SolveRecord {
    /// Returns whether the solve is solved or one move off. A slip makes the losses of all other stages of an unsolved
    /// solve meaningless.
    pub(super) fn is_complete(&self) -> bool {
        self.outcome != Outcome::Unsolved
    }

    /// Returns the number of moves in the metric of the method.
    pub(super) fn moves(&self) -> u32 {
        if self.method.is_some() { self.stm } else { self.htm }
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
        let read = SolveRecord::deserialize(object).and_then(|mut record| {
            if record.method.is_some() {
                let steps = object.get("steps").map_or(Ok(Vec::new()), Vec::<StepRecord>::deserialize)?;
                record.stages = steps.into_iter().map(|StepRecord(part)| part).collect();
            }
            Ok(record)
        });
        read.map_err(|error| json_error_message(&error)).and_then(|record| record.with_result().with_names())
    }

    /// Returns the record without the time of a DNF.
    fn with_result(self) -> SolveRecord {
        let is_result = self.penalty.as_deref().is_none_or(|penalty| penalty.starts_with('+'));
        SolveRecord { time: self.time.filter(|_| is_result), ..self }
    }

    /// Returns the record with the names of the stages of CFOP, found by their titles.
    fn with_names(mut self) -> Result<SolveRecord, String> {
        let mut pairs = 0;
        for PartRecord { name, .. } in self.stages.iter_mut().filter(|_| self.method.is_none()) {
            let stage = match &name[..] {
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
            let known = STAGES.get(stage).map(ToString::to_string);
            *name =
                known.ok_or_else(|| format!("'{}' is not a stage", crate::format::shortened(name, 40)))?;
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
        let names: Vec<&str> = record.stages.iter().map(|stage| &stage.name[..]).collect();
        assert_eq!(names, ["cross", "3rd pair", "4th pair", "OLL", "PLL"]);
        assert_eq!(record.outcome, Outcome::OneMoveOff);
        assert!((record.tps().unwrap() - 7.0 / 1.5).abs() < 1e-12);
        assert_eq!(read(&stage("Roux")).unwrap_err(), "'Roux' is not a stage");
        let fifth = ["Cross", "a pair", "a pair", "a pair", "a pair", "a pair"].map(stage).join(",");
        assert_eq!(read(&fifth).map(|record| record.stages[5].name.clone()), Ok("OLL".into()));
    }

    #[test]
    fn incomplete_reviews_are_refused() {
        assert!(read(r#"{"htm":1}"#).unwrap_err().contains("missing field"));
        assert_eq!(SolveRecord::read("not JSON"), None);
    }
}
