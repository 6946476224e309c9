//! The first setting in which a run differs from an earlier one, whose rows it would continue.

use std::fmt;

use super::{InputSource, Run};

/// A setting in which a run differs from an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The name of the setting.
    pub name: &'static str,
    /// Whether the name is that of a parameter, which each front end spells in its own way.
    pub is_parameter: bool,
    /// The value of the earlier run; empty for a setting without values.
    pub then: Option<String>,
    /// The value of this run.
    pub now: Option<String>,
}

impl fmt::Display for Difference {
    /// Describes the earlier run. The name of a parameter stands in backticks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.is_parameter { format!("`{}`", self.name) } else { self.name.into() };
        match (&self.then, &self.now) {
            (None, _) => write!(f, "it was started without {name}"),
            (Some(then), None) if then.is_empty() => write!(f, "it was started with {name}"),
            (Some(then), None) => write!(f, "it was started with {name} {then}"),
            (Some(then), Some(now)) => write!(f, "it was started with {name} {then}, not {now}"),
        }
    }
}

impl Run {
    /// Returns the first setting that keeps `self` from resuming the run `earlier`, if any.
    ///
    /// The sources of the input and the version of the program may differ: the digest of the position shows whether the
    /// scrambles are the same. So may the number of random states.
    pub fn difference_from(&self, earlier: &Run) -> Option<Difference> {
        let has_events = self.events.is_some() && earlier.events.is_some();
        let values = |run: &Run| {
            let random = match &run.input[..] {
                [InputSource::Random { seed, condition, .. }] => Some((*seed, condition.as_deref())),
                _ => None,
            };
            let quoted = |text: &str| format!("\"{text}\"");
            let or =
                |text: &str, default: &str| if text.is_empty() { default.into() } else { text.to_string() };
            let condition = run.condition.as_deref().map(quoted);
            [
                ("goal", false, Some(run.goal.to_string())),
                ("stages", false, Some(run.stages.join(","))),
                ("colours", false, Some(run.colors.clone())),
                ("metric", false, Some(run.metric.clone())),
                ("solutions", true, Some(run.solutions.to_string())),
                ("slack", true, Some(run.slack.to_string())),
                ("order", true, Some(run.order.name().into())),
                ("moves", true, Some(run.moves.clone().unwrap_or_else(|| "all moves".into()))),
                ("format", true, Some(run.format.clone())),
                ("columns", true, Some(run.columns.name().into())),
                ("carry", true, Some(or(&run.carried.join(","), "none"))),
                ("where", true, Some(condition.unwrap_or_else(|| "no condition".into()))),
                ("random", true, random.map(|_| String::new())),
                ("seed", true, random.map(|(seed, _)| seed.to_string())),
                ("where", true, random.and_then(|(_, condition)| condition).map(quoted)),
                ("shard", true, Some(run.shard.clone())),
                ("events", true, run.events.clone().filter(|_| has_events)),
            ]
        };
        let differs = |((name, is_parameter, now), (_, _, then)): (_, (_, _, Option<String>))| {
            (now != then).then_some(Difference { name, is_parameter, then, now })
        };
        values(self).into_iter().zip(values(earlier)).find_map(differs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::held::Order;

    fn run(change: impl Fn(&mut Run)) -> Run {
        let mut run = crate::run::example();
        change(&mut run);
        run
    }

    fn random(seed: u64, condition: Option<&str>) -> Run {
        let condition = condition.map(ToString::to_string);
        run(|run| run.input = vec![InputSource::Random { count: seed, seed, condition: condition.clone() }])
    }

    #[test]
    fn difference_names_first_setting_that_differs() {
        let plain = run(|_| ());
        let text = |now: &Run, then: &Run| Some(now.difference_from(then)?.to_string().replace('`', ""));
        for (now, then, wanted) in [
            (run(|run| run.colors = "WY".into()), &plain, "it was started with colours W, not WY"),
            (run(|run| run.slack = 1), &plain, "it was started with slack 0, not 1"),
            (run(|run| run.order = Order::Effort), &plain, "it was started with order found, not effort"),
            (run(|run| run.carried = vec!["a".into()]), &plain, "it was started with carry none, not a"),
            (
                run(|run| run.condition = Some("cross <= 5".into())),
                &plain,
                "it was started with where no condition, not \"cross <= 5\"",
            ),
            (run(|run| run.shard = "1/2".into()), &plain, "it was started with shard 1/1, not 1/2"),
            (random(1, None), &plain, "it was started without random"),
            (plain.clone(), &random(1, None), "it was started with random"),
            (random(1, None), &random(2, None), "it was started with seed 2, not 1"),
            (random(1, Some("x")), &random(1, None), "it was started without where"),
            (random(1, None), &random(1, Some("x")), "it was started with where \"x\""),
            (random(1, Some("y")), &random(1, Some("x")), "it was started with where \"x\", not \"y\""),
        ] {
            assert_eq!(text(&now, then).as_deref(), Some(wanted));
        }
        let events = |events: &str| run(|run| run.events = Some(events.into()));
        assert_eq!(text(&events("333"), &plain), None);
        let wanted = "it was started with events 333oh, not 333";
        assert_eq!(text(&events("333"), &events("333oh")).as_deref(), Some(wanted));
    }
}
