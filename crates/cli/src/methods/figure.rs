//! The chart of compared methods.

use cubiform_answers::format::counted;
use cubiform_answers::methods::MethodsAnswer;
use cubiform_answers::methods::{Mean, Means};
use cubiform_stats::Estimate;

use crate::figure::rows::{Group, Row, RowChart};
use crate::figure::series::STUDENT;
use crate::figure::{Figure, Mark, Texts};

/// A mean of a whole solve.
type OfMeans = fn(&Means) -> Mean;

/// The headings of the groups, and what they show.
const GROUPS: [(&str, OfMeans); 4] = [
    ("slice turn metric", |means| means.stm),
    ("half turn metric", |means| means.htm),
    ("execution turn metric", |means| means.etm),
    ("effort of the hands; 1 is a quarter turn of U", |means| means.effort),
];

/// Draws the means of whole solves by each method.
pub(super) fn figure(answer: &MethodsAnswer) -> Figure {
    let states = counted(answer.count, "random state");
    let row = |index: usize, label: &str, mean: Mean| {
        let Mean { mean, standard_error } = mean;
        let estimate = Estimate {
            mean,
            standard_deviation: None,
            standard_error,
            degrees: answer.count.saturating_sub(1),
        };
        Row { label: label.to_string(), mark: Mark::of_series(index), estimate, spread: None }
    };
    let group = |(heading, of): (&str, OfMeans)| {
        let rows = answer.methods.iter().enumerate();
        let rows = rows.map(|(i, method)| row(i, &method.name, of(&method.total))).collect();
        Group { heading: heading.to_string(), rows }
    };
    let chart = RowChart {
        texts: Texts {
            title: "Methods on the same states".into(),
            subtitle: format!("{states}, each step in the fewest moves of its set"),
            caption: format!("Marks are the means of whole solves over {states}. Whiskers {STUDENT}."),
        },
        axis: "moves, effort",
        groups: GROUPS.map(group).into(),
        is_difference: false,
    };
    let mut figure = chart.draw();
    figure.name = "methods".into();
    figure.foot = format!("cubiform {}, {states}, seed {}", env!("CARGO_PKG_VERSION"), answer.seed);
    figure
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_answers::methods::MethodResult;

    #[test]
    fn every_method_has_a_row_in_every_group() {
        let of = |mean| Mean { mean, standard_error: Some(0.25) };
        let total = Means { effort: of(70.0), etm: of(54.5), htm: of(53.0), stm: of(52.125) };
        let method =
            |name: &str| MethodResult { about: String::new(), name: name.into(), steps: Vec::new(), total };
        let answer = MethodsAnswer { count: 200, methods: vec![method("A"), method("B & C")], seed: 7 };
        let text = figure(&answer).file();
        assert!(text.contains("200 random states, seed 7"), "{text}");
        for ((heading, _), mean) in GROUPS.iter().zip(["52.125", "53.000", "54.500", "70.000"]) {
            // Each mean stands beside its mark and in the description.
            assert_eq!(text.matches(&format!("{mean} ± 0.250")).count(), 4, "{mean}: {text}");
            let described = format!("{heading}: A {mean} ± 0.250; B &amp; C {mean} ± 0.250.");
            assert!(text.contains(&described), "{described}: {text}");
        }
    }
}
