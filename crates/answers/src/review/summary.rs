//! The summary of several solves: the mean of each stage over the complete solves.

use cubiform_human::{Ending, StageKind};

use super::reviewed::{ReviewedSolve, Row};

/// The stages in order. A pair that is solved together with the cross counts as part of the cross.
const STAGES: [&str; 7] = ["cross", "1st pair", "2nd pair", "3rd pair", "4th pair", "OLL", "PLL"];

/// Sums over some rows.
#[derive(Clone, Copy, Default)]
struct Sum {
    rows: u32,
    htm: u32,
    lost: u32,
    /// The number of rows with a known optimal length, and the sum of those lengths.
    optimal: (u32, u32),
}

impl Sum {
    fn add(&mut self, row: &Row) {
        self.rows += 1;
        self.htm += row.lengths.htm;
        self.lost += row.lost;
        if let Some((moves, _)) = row.optimal {
            self.optimal = (self.optimal.0 + 1, self.optimal.1 + moves);
        }
    }
}

fn mean(sum: u32, count: u32) -> Option<f64> {
    (count > 0).then(|| f64::from(sum) / f64::from(count))
}

/// Returns the sums of each stage over the solves that are solved or one move off. Unsolved solves are excluded,
/// because a slip makes the losses of all other stages meaningless.
fn sums(all: &[ReviewedSolve]) -> [Sum; STAGES.len()] {
    let mut sums = [Sum::default(); STAGES.len()];
    for reviewed in all.iter().filter(|one| one.ending != Ending::Unsolved) {
        let mut pairs = 0;
        for row in &reviewed.rows {
            let stage = match row.part {
                Some(StageKind::Cross { pairs: along }) => {
                    pairs = usize::from(along);
                    0
                }
                Some(StageKind::Pair { .. }) => {
                    pairs += 1;
                    pairs
                }
                Some(StageKind::Oll) => 5,
                Some(StageKind::Pll) => 6,
                None => continue,
            };
            sums[stage].add(row);
        }
    }
    sums
}

/// Returns the numbers of solves that are solved, one move off, and unsolved.
fn endings(all: &[ReviewedSolve]) -> [usize; 3] {
    let count = |is: fn(&Ending) -> bool| all.iter().filter(|one| is(&one.ending)).count();
    [
        count(|ending| *ending == Ending::Solved),
        count(|ending| matches!(ending, Ending::OneMoveOff(_))),
        count(|ending| *ending == Ending::Unsolved),
    ]
}

/// The means over the solves that are solved or one move off: HTM, STM and ETM over all of them, time and TPS over the
/// solves with a time.
struct Totals {
    htm: f64,
    stm: f64,
    etm: f64,
    timed: Option<(f64, f64)>,
}

fn totals(all: &[ReviewedSolve]) -> Option<Totals> {
    let complete: Vec<&ReviewedSolve> = all.iter().filter(|one| one.ending != Ending::Unsolved).collect();
    let solves = complete.len();
    let mean = |of: &dyn Fn(&ReviewedSolve) -> u32| {
        complete.iter().map(|one| f64::from(of(one))).sum::<f64>() / solves as f64
    };
    let timed: Vec<(f64, f64)> = complete.iter().filter_map(|one| one.solve.time.zip(one.tps())).collect();
    let of_timed = |of: fn(&(f64, f64)) -> f64| timed.iter().map(of).sum::<f64>() / timed.len() as f64;
    (solves > 0).then(|| Totals {
        htm: mean(&|one| one.review.lengths().htm),
        stm: mean(&|one| one.review.lengths().stm),
        etm: mean(&|one| one.review.lengths().etm),
        timed: (!timed.is_empty()).then(|| (of_timed(|(time, _)| *time), of_timed(|(_, tps)| *tps))),
    })
}

/// Returns the stage with the biggest mean loss, and that loss.
fn biggest_loss(sums: &[Sum]) -> Option<(usize, f64)> {
    let losses = sums.iter().enumerate().filter_map(|(i, sum)| Some((i, mean(sum.lost, sum.rows)?)));
    losses.filter(|(_, lost)| *lost > 0.0).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
}

/// The means of a stage over the solves that are solved or one move off, in JSON.
// The members of this and the other objects of a review are in alphabetical order.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReviewStageSummary))]
pub struct StageSummary {
    /// The mean number of moves of the stage (HTM).
    #[cfg_attr(feature = "schema", schema(example = 6.5, minimum = 0))]
    pub mean_htm: Option<f64>,
    /// The mean minimum number of moves (HTM) over the solves in which it is known.
    #[cfg_attr(feature = "schema", schema(example = 5.5, minimum = 0))]
    pub mean_least_htm: Option<f64>,
    /// The mean number of moves (HTM) by which the stage lengthened the shortest known complete solution.
    #[cfg_attr(feature = "schema", schema(example = 1.25, minimum = 0))]
    pub mean_lost_htm: Option<f64>,
    /// The number of solves with this stage.
    #[cfg_attr(feature = "schema", schema(example = 12))]
    pub solves: u32,
    /// The stage: `cross`, `1st pair` to `4th pair`, `OLL` or `PLL`. A pair that is solved with the cross belongs to it.
    #[cfg_attr(feature = "schema", schema(example = "1st pair"))]
    pub stage: &'static str,
}

/// The summary of several solves in JSON. Means are taken over the solves that are solved or one move off.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReviewSummary))]
pub struct Summary {
    /// The stage with the biggest mean loss; null if nothing was lost.
    #[cfg_attr(feature = "schema", schema(example = "2nd pair"))]
    pub biggest_loss: Option<&'static str>,
    /// The mean length in the execution turn metric (ETM), which counts rotations too; null without a complete solve.
    #[cfg_attr(feature = "schema", schema(example = 61.5))]
    pub mean_etm: Option<f64>,
    /// The mean length in the half turn metric (HTM); null without a complete solve.
    #[cfg_attr(feature = "schema", schema(example = 57.25))]
    pub mean_htm: Option<f64>,
    /// The mean length in the slice turn metric (STM); null without a complete solve.
    #[cfg_attr(feature = "schema", schema(example = 56.75))]
    pub mean_stm: Option<f64>,
    /// The mean time in seconds over the complete solves with a time; null if there are none.
    #[cfg_attr(feature = "schema", schema(example = 9.87))]
    pub mean_time: Option<f64>,
    /// The mean number of moves (STM) per second over the complete solves with a time; null if there are none.
    #[cfg_attr(feature = "schema", schema(example = 6.1))]
    pub mean_tps: Option<f64>,
    /// The number of solves that end one move from solved.
    #[cfg_attr(feature = "schema", schema(example = 1))]
    pub one_move_off: usize,
    /// The number of solves that end solved.
    #[cfg_attr(feature = "schema", schema(example = 10))]
    pub solved: usize,
    /// The number of all solves.
    #[cfg_attr(feature = "schema", schema(example = 12))]
    pub solves: usize,
    /// The means of each stage that some solve has.
    pub stages: Vec<StageSummary>,
    /// The number of other solves.
    #[cfg_attr(feature = "schema", schema(example = 1))]
    pub unsolved: usize,
}

impl Summary {
    /// Returns the summary of solves.
    pub fn of(all: &[ReviewedSolve]) -> Summary {
        let [solved, one_move_off, unsolved] = endings(all);
        let sums = sums(all);
        let stages =
            STAGES.iter().zip(&sums).filter(|(_, sum)| sum.rows > 0).map(|(name, sum)| StageSummary {
                stage: name,
                solves: sum.rows,
                mean_htm: mean(sum.htm, sum.rows),
                mean_least_htm: mean(sum.optimal.1, sum.optimal.0),
                mean_lost_htm: mean(sum.lost, sum.rows),
            });
        let totals = totals(all);
        let timed = totals.as_ref().and_then(|totals| totals.timed);
        Summary {
            solves: all.len(),
            solved,
            one_move_off,
            unsolved,
            mean_htm: totals.as_ref().map(|totals| totals.htm),
            mean_stm: totals.as_ref().map(|totals| totals.stm),
            mean_etm: totals.as_ref().map(|totals| totals.etm),
            mean_time: timed.map(|(time, _)| time),
            mean_tps: timed.map(|(_, tps)| tps),
            stages: stages.collect(),
            biggest_loss: biggest_loss(&sums).map(|(stage, _)| STAGES[stage]),
        }
    }

    /// Returns the number of solves that are solved or one move off.
    pub fn complete(&self) -> usize {
        self.solved + self.one_move_off
    }
}
