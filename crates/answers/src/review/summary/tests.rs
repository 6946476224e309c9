//! Tests with records made by hand.

use super::*;
use crate::review::record::PartRecord;

fn stage(stage: usize, case: Option<&str>, moves: u32, optimal: u32, lost: u32) -> PartRecord {
    let (name, case, optimal) = (STAGES[stage].into(), case.map(str::to_string), Some(optimal));
    PartRecord { name, case, moves, optimal, lost, time: None }
}

fn record(color: &str, time: f64, stages: &[PartRecord]) -> SolveRecord {
    let htm = stages.iter().map(|stage| stage.moves).sum();
    SolveRecord {
        outcome: Outcome::Solved,
        color: Some(color.into()),
        htm,
        stm: htm,
        etm: htm,
        penalty: None,
        time: Some(time),
        stages: stages.into(),
        method: None,
    }
}

/// Four solves that lose 4, 3, 6 and 1 moves, and an unsolved one in between.
fn solves() -> Vec<SolveRecord> {
    let sune = Some("OLL 27 (Sune)");
    let unsolved =
        SolveRecord { outcome: Outcome::Unsolved, ..record("red", 5.0, &[stage(0, None, 30, 5, 20)]) };
    vec![
        record("white", 14.0, &[stage(0, None, 8, 6, 1), stage(5, sune, 10, 7, 3)]),
        record("white", 13.0, &[stage(0, None, 7, 6, 3), stage(5, sune, 8, 7, 0)]),
        unsolved,
        record("red", 12.0, &[stage(0, None, 9, 5, 2), stage(5, Some("OLL 1 (Runway)"), 11, 10, 4)]),
        record("red", 11.0, &[stage(0, None, 6, 5, 1), stage(6, Some("PLL T"), 14, 14, 0)]),
    ]
}

#[test]
fn losses_are_summed_by_stage() {
    let summary = Summary::of_records(&solves());
    assert_eq!((summary.solves, summary.complete(), summary.unsolved), (5, 4, 1));
    let stages: Vec<(&str, u32, u32)> =
        summary.stages.iter().map(|stage| (&stage.stage[..], stage.solves, stage.lost)).collect();
    assert_eq!(stages, [("cross", 4, 7), ("OLL", 3, 7), ("PLL", 1, 0)]);
    assert_eq!(summary.mean_lost_htm, Some(3.5));
    // 4, 3, 6, 1: variance 13/3.
    assert!((summary.mean_lost_htm_se.unwrap() - (13.0f64 / 12.0).sqrt()).abs() < 1e-12);
    // 3, 0, 4: variance 13/3.
    let oll = &summary.stages[1];
    assert_eq!((oll.lost_share, oll.mean, oll.mean_optimal), (Some(0.5), 29.0 / 3.0, Some(8.0)));
    assert!((oll.mean_lost_se.unwrap() - 13f64.sqrt() / 3.0).abs() < 1e-12);
    assert_eq!((summary.stages[2].mean_lost_se, summary.biggest_loss.as_deref()), (None, Some("OLL")));
}

#[test]
fn mean_time_is_rounded_from_whole_milliseconds() {
    let mean = |times: &[f64]| mean_time(times.iter().copied());
    // The sum is 103.65, of which floating point makes 10.36.
    let ten = [8.64, 11.12, 10.09, 14.04, 8.68, 12.48, 8.72, 7.76, 14.24, 7.88];
    assert_eq!(mean(&ten), Some(10.37));
    assert_eq!(mean(&[]), None);
    for (times, rounded) in [
        (&[1.0, 1.01][..], 1.01),
        (&[1.0, 1.0, 1.01], 1.0),
        (&[12.345], 12.35),
        (&[599.99, 600.0], 600.0),
        (&[600.0, 600.99], 600.0),
        (&[600.0, 601.0], 601.0),
        (&[600.0, 600.0, 601.0, 600.99], 600.0),
        (&[1e300], 18_446_744_073_709_552.0),
    ] {
        assert_eq!(mean(times), Some(rounded), "{times:?}");
    }
    // Against the decimal digits, for all sums of two times below ten seconds.
    for sum in 0..2000_u32 {
        let (first, second) = (sum / 2, sum - sum / 2);
        let half_up = sum.div_ceil(2);
        assert_eq!(
            mean(&[f64::from(first) / 100.0, f64::from(second) / 100.0]),
            Some(f64::from(half_up) / 100.0)
        );
    }
}

#[test]
fn cases_are_ordered_by_their_loss() {
    let cases = Summary::of_records(&solves()).cases;
    let shown: Vec<(&str, usize, u32, f64, Option<f64>)> = cases
        .iter()
        .map(|case| (&case.case[..], case.times, case.lost, case.mean, case.mean_optimal))
        .collect();
    assert_eq!(
        shown,
        [
            ("OLL 1 (Runway)", 1, 4, 11.0, Some(10.0)),
            ("OLL 27 (Sune)", 2, 3, 9.0, Some(7.0)),
            ("PLL T", 1, 0, 14.0, Some(14.0))
        ]
    );
}

/// Solves are numbered 1, 2, 4 and 5; the unsolved one counts in the numbering alone.
#[test]
fn trends_are_slopes_over_the_numbers_of_the_solves() {
    let trends = Summary::of_records(&solves()).trends;
    let names: Vec<(&str, usize)> = trends.iter().map(|trend| (trend.measure, trend.solves)).collect();
    assert_eq!(names, [("lost_htm", 4), ("htm", 4), ("time", 4), ("tps", 4)]);
    // Deviations of x: -2, -1, 1, 2; the slope is (-2 · 4 - 3 + 6 + 2) / 10.
    assert!((trends[0].slope + 0.3).abs() < 1e-12);
    // The line passes through the means, 3 and 3.5.
    assert!((trends[0].intercept - 4.4).abs() < 1e-12);
    assert!(trends[0].low < trends[0].slope && trends[0].slope < trends[0].high && trends[0].p > 0.5);
    assert!((trends[2].slope + 0.7).abs() < 1e-12 && trends[2].p < 0.02);
    assert_eq!(Summary::of_records(&solves()[..3]).trends, []);
}

#[test]
fn colours_are_compared() {
    let summary = Summary::of_records(&solves());
    let colors: Vec<(&str, usize, f64)> =
        summary.colors.iter().map(|color| (&color.color[..], color.solves, color.mean_lost_htm)).collect();
    assert_eq!(colors, [("red", 2, 3.5), ("white", 2, 3.5)]);
    assert_eq!((summary.colors_p, summary.colors[1].biggest_loss.as_deref()), (Some(1.0), Some("cross")));
    assert_eq!(Summary::of_records(&solves()[..2]).colors_p, None);
}

#[test]
fn summary_without_complete_solves_has_no_means() {
    let summary = Summary::of_records(&solves()[2..3]);
    assert_eq!((summary.complete(), summary.mean_lost_htm, summary.mean_htm), (0, None, None));
    assert!(summary.stages.is_empty() && summary.cases.is_empty() && summary.colors.is_empty());
}
