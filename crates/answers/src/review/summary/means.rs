//! The means of the parts of solves and of their cases.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use cubiform_stats::Estimate;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};

use super::super::record::{PartRecord, SolveRecord};

/// The means of a stage over the solves that are solved or one move off, in JSON.
// `InStm` renames the members for a step, whose lengths are in STM.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = ReviewStageSummary)]
pub struct PartSummary {
    /// The number of moves (HTM) lost in the stage, over all solves.
    #[serde(rename = "lost_htm")]
    #[schema(example = 15)]
    pub lost: u32,
    /// Their share of the moves lost in all stages; null if none were lost.
    #[schema(required = true, example = 0.125, minimum = 0, maximum = 1)]
    pub lost_share: Option<f64>,
    /// The mean number of moves of the stage (HTM).
    #[serde(rename = "mean_htm")]
    #[schema(example = 6.5, minimum = 0)]
    pub mean: f64,
    /// The mean minimum number of moves (HTM) over the solves in which it is known.
    #[serde(rename = "mean_least_htm")]
    #[schema(required = true, example = 5.5, minimum = 0)]
    pub mean_optimal: Option<f64>,
    /// The mean number of moves (HTM) by which the stage lengthened the shortest known complete solution.
    #[serde(rename = "mean_lost_htm")]
    #[schema(example = 1.25, minimum = 0)]
    pub mean_lost: f64,
    /// The standard error of that mean; null with a single solve.
    #[serde(rename = "mean_lost_htm_se")]
    #[schema(required = true, example = 0.4, minimum = 0)]
    pub mean_lost_se: Option<f64>,
    /// The mean time in seconds over the solves whose moves have timestamps; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 2.31, minimum = 0)]
    pub mean_time: Option<f64>,
    /// The number of solves with this stage.
    #[schema(example = 12)]
    pub solves: u32,
    /// The name of the stage.
    #[schema(example = "1st pair")]
    pub stage: String,
}

/// A case over the solves that are solved or one move off, in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = ReviewCase)]
pub struct CaseSummary {
    /// The case.
    #[schema(example = "OLL 27 (Sune)")]
    pub case: String,
    /// The number of moves (HTM) lost in all stages with the case.
    #[serde(rename = "lost_htm")]
    #[schema(example = 12)]
    pub lost: u32,
    /// The mean number of moves (HTM).
    #[serde(rename = "mean_htm")]
    #[schema(example = 9.5, minimum = 0)]
    pub mean: f64,
    /// The mean of the minimum number of moves (HTM), or of the shortest known algorithm with its turns of U; null if it is not
    /// known.
    #[serde(rename = "mean_least_htm")]
    #[schema(required = true, example = 7.5, minimum = 0)]
    pub mean_optimal: Option<f64>,
    /// The number of times that the case came up.
    #[schema(example = 3)]
    pub times: usize,
}

/// Returns the mean of some numbers; `None` of none.
pub(super) fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let numbers: Vec<f64> = numbers.collect();
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

impl PartSummary {
    /// Returns the means of each of the parts with these names that some solve has.
    pub(super) fn of(complete: &[&SolveRecord], names: &[&str]) -> Vec<PartSummary> {
        let all: u32 = complete.iter().map(|record| record.lost()).sum();
        let summary = |stage: &&str| {
            let rows = complete.iter().flat_map(|record| &record.stages).filter(|row| row.name == **stage);
            let rows: Vec<&PartRecord> = rows.collect();
            let mean_lost = Estimate::from_numbers(rows.iter().map(|row| row.lost))?;
            let lost = rows.iter().map(|row| row.lost).sum();
            Some(PartSummary {
                lost,
                lost_share: (all > 0).then(|| f64::from(lost) / f64::from(all)),
                mean: mean(rows.iter().map(|row| row.moves.into()))?,
                mean_optimal: mean(rows.iter().filter_map(|row| row.optimal).map(f64::from)),
                mean_lost: mean_lost.mean,
                mean_lost_se: mean_lost.standard_error,
                mean_time: mean(rows.iter().filter_map(|row| row.time)),
                solves: u32::try_from(rows.len()).unwrap_or(u32::MAX),
                stage: (*stage).into(),
            })
        };
        names.iter().filter_map(summary).collect()
    }

    /// Returns the part with the biggest mean loss; the first of several, `None` if nothing was lost.
    pub(super) fn biggest_loss(parts: &[PartSummary]) -> Option<String> {
        let losing = parts.iter().rev().filter(|part| part.mean_lost > 0.0);
        losing.max_by(|a, b| a.mean_lost.total_cmp(&b.mean_lost)).map(|part| part.stage.clone())
    }
}

impl CaseSummary {
    /// Returns the cases, most moves lost first, then the most frequent.
    pub(super) fn of(complete: &[&SolveRecord]) -> Vec<CaseSummary> {
        let mut by_case: BTreeMap<&str, Vec<&PartRecord>> = BTreeMap::new();
        for row in complete.iter().flat_map(|record| &record.stages) {
            if let Some(case) = &row.case {
                by_case.entry(case).or_default().push(row);
            }
        }
        let summary = |(case, rows): (&str, Vec<&PartRecord>)| {
            Some(CaseSummary {
                case: case.into(),
                lost: rows.iter().map(|row| row.lost).sum(),
                mean: mean(rows.iter().map(|row| row.moves.into()))?,
                mean_optimal: mean(rows.iter().filter_map(|row| row.optimal).map(f64::from)),
                times: rows.len(),
            })
        };
        let mut cases: Vec<CaseSummary> = by_case.into_iter().filter_map(summary).collect();
        cases.sort_by_key(|case| std::cmp::Reverse((case.lost, case.times)));
        cases
    }
}

/// Means by a method that is not CFOP, in JSON: named after steps and STM.
pub struct InStm<T>(PhantomData<T>);

/// The means of a step, in JSON.
pub type StepSummary = InStm<PartSummary>;

/// The means of a case of a step, in JSON.
pub type StepCaseSummary = InStm<CaseSummary>;

/// Returns a name or a text about a stage in HTM for a step in STM.
fn in_stm(text: &str) -> String {
    const NAMES: [(&str, &str); 6] = [
        ("least", "optimal"),
        ("htm", "stm"),
        ("HTM", "STM"),
        ("Stage", "Step"),
        ("stage", "step"),
        ("ReviewCase", "ReviewStepCase"),
    ];
    NAMES.iter().fold(text.to_string(), |text, (stage, step)| text.replace(stage, step))
}

impl<T: Serialize> InStm<T> {
    /// Serializes means.
    pub(super) fn serialize<S: Serializer>(all: &[T], serializer: S) -> Result<S::Ok, S::Error> {
        let renamed = |means: &T| match serde_json::to_value(means) {
            Ok(Value::Object(own)) => {
                Ok(own.into_iter().map(|(name, value)| (in_stm(&name), value)).collect())
            }
            other => other.map(|_| Map::new()),
        };
        let all = all.iter().map(renamed).collect::<Result<Vec<Map<_, _>>, _>>();
        all.map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<T: utoipa::ToSchema> utoipa::PartialSchema for InStm<T> {
    fn schema() -> RefOr<Schema> {
        let mut schema = T::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.description = object.description.as_deref().map(in_stm);
            object.required.iter_mut().for_each(|name| *name = in_stm(name));
            let own = std::mem::take(&mut object.properties);
            object.properties = own.into_iter().map(|(name, property)| (in_stm(&name), property)).collect();
            for property in object.properties.values_mut() {
                if let RefOr::T(Schema::Object(property)) = property {
                    property.description = property.description.as_deref().map(in_stm);
                }
            }
        }
        schema
    }
}

impl<T: utoipa::ToSchema> utoipa::ToSchema for InStm<T> {
    fn name() -> Cow<'static, str> {
        in_stm(&T::name()).into()
    }
}
