//! Shards of one run among the files of a sample: each may be there once, and all should be.

use serde_json::{Value, json};

use super::origin::Origin;
use crate::error::Failure;

/// What two runs on the same scrambles have in common, beside their inputs.
const QUESTION: [&str; 5] = ["goal", "stages", "colors", "metric", "events"];

/// How many shards a message names.
const NAMED: usize = 5;

/// A shard: of every `of` scrambles the `number`th, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// The shard that a run took.
    fn taken(origin: &Origin) -> Option<Shard> {
        let (number, of) = origin.asked("shard")?.as_str()?.split_once('/')?;
        let shard = Shard { number: number.parse().ok()?, of: of.parse().ok()? };
        (1..=shard.of).contains(&shard.number).then_some(shard)
    }

    /// Whether some scrambles are in both.
    fn meets(self, other: Shard) -> bool {
        let (mut a, mut b) = (self.of, other.of);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        self.number % a == other.number % a
    }
}

/// Checks the files of a sample: none is there twice, no two have the same scrambles of a run, and of a run in shards all
/// are there, unless `partial`. Returns the shards that are missing.
pub(super) fn check(origins: &[Origin], partial: bool) -> Result<Vec<String>, Failure> {
    for (i, origin) in origins.iter().enumerate() {
        if let Some(other) = origins[..i].iter().find(|other| is_same_place(other, origin)) {
            let message =
                if other.path == origin.path { "is named twice" } else { "is named twice, in two ways" };
            return Err(Failure::Message(format!("{} {message}", origin.name())));
        }
        for other in &origins[..i] {
            if let Some(why) = in_common(other, origin) {
                return Err(Failure::Message(format!("{why}: its scrambles would count twice")));
            }
        }
    }
    let missing = missing(origins);
    match &missing[..] {
        [] => Ok(Vec::new()),
        _ if partial => Ok(missing.into_iter().flat_map(|(_, shards)| shards).collect()),
        [(present, shards), ..] => {
            let more = shards.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let (s, is, it) = if shards.len() == 1 { ("", "is", "it") } else { ("s", "are", "them") };
            let named = shards[..shards.len().min(NAMED)].join(", ");
            Err(Failure::Message(format!(
                "shard{s} {named}{more} of the run {is} missing; {present}\n  \
                 name {it} too, or take what is there with --partial"
            )))
        }
    }
}

/// Checks that two samples that are compared have no file and no shard of a run in common.
pub(super) fn check_apart(origins: &[Origin], others: &[Origin]) -> Result<(), Failure> {
    const ADVICE: &str = "--against compares samples that have no scramble in common";
    for origin in origins {
        for other in others {
            if is_same_place(origin, other) {
                return Err(Failure::Message(format!("{} is in both samples; {ADVICE}", origin.name())));
            }
            if let Some(why) = in_common(origin, other) {
                return Err(Failure::Message(format!("{why}; {ADVICE}")));
            }
        }
    }
    Ok(())
}

/// Whether both are the same file or folder, or one is in the other.
fn is_same_place(a: &Origin, b: &Origin) -> bool {
    let (Some(path), Some(other)) = (a.canonical(), b.canonical()) else { return false };
    path == other
        || (a.is_folder() && other.parent() == Some(&path))
        || (b.is_folder() && path.parent() == Some(&other))
}

/// How two folders or files are known to have the same scrambles, if they are.
fn in_common(a: &Origin, b: &Origin) -> Option<String> {
    // Files may be parts of a folder: their run does not tell which.
    if !is_same_run(a, b) || !(a.is_folder() || b.is_folder()) {
        return None;
    }
    let (first, second) = (Shard::taken(a)?, Shard::taken(b)?);
    // Standard input of two runs may have been the same, or not.
    let is_same_input =
        is_identified(a) || (first == second && a.position().is_some() && a.position() == b.position());
    if !is_same_input || !first.meets(second) {
        return None;
    }
    let names = format!("{} and {}", a.name(), b.name());
    let [i, k] = [first, second].map(|shard| format!("{}/{}", shard.number, shard.of));
    Some(match (first.of, first == second) {
        (1, true) => format!("{names} are of the same run"),
        (_, true) => format!("{names} are both shard {i} of the same run"),
        _ => format!("{names} are shards {i} and {k} of the same run, which overlap"),
    })
}

/// Whether two runs were asked the same about the same input.
fn is_same_run(a: &Origin, b: &Origin) -> bool {
    a.asked("input").is_some()
        && QUESTION.iter().all(|key| a.asked(key) == b.asked(key))
        && inputs(a) == inputs(b)
}

/// The inputs of a run; files by their contents, whatever they are called.
fn inputs(origin: &Origin) -> Vec<Value> {
    let contents = |input: &Value| match input.get("file") {
        Some(file) => json!([file.get("bytes"), file.get("xxh3")]),
        None => input.clone(),
    };
    origin
        .asked("input")
        .and_then(Value::as_array)
        .map(|all| all.iter().map(contents).collect())
        .unwrap_or_default()
}

/// Whether what a run says about its input tells it from any other.
fn is_identified(origin: &Origin) -> bool {
    let is_known = |input: &Value| input.get("file").or(input.get("random")).is_some();
    let inputs = origin.asked("input").and_then(Value::as_array);
    inputs.is_some_and(|inputs| !inputs.is_empty() && inputs.iter().all(is_known))
}

/// By run that was divided: which of its shards are there, in words, and those that are not.
fn missing(origins: &[Origin]) -> Vec<(String, Vec<String>)> {
    let mut runs: Vec<(&Origin, Vec<(String, Shard)>)> = Vec::new();
    for origin in origins {
        let Some(shard) = Shard::taken(origin).filter(|shard| shard.of > 1) else { continue };
        let one = (origin.name(), shard);
        match runs.iter_mut().find(|(first, shards)| shards[0].1.of == shard.of && is_same_run(first, origin))
        {
            Some((_, shards)) => shards.push(one),
            None => runs.push((origin, vec![one])),
        }
    }
    let described = |(_, shards): (&Origin, Vec<(String, Shard)>)| {
        let of = shards[0].1.of;
        // A run of very many shards is not listed in full.
        let absent =
            (1..=of).filter(|number| shards.iter().all(|(_, shard)| shard.number != *number)).take(10_000);
        let absent: Vec<String> = absent.map(|number| format!("{number}/{of}")).collect();
        let present = match shards.len() {
            0..=NAMED => {
                let named = shards.iter().map(|(name, shard)| format!("{name} is {}/{of}", shard.number));
                named.collect::<Vec<_>>().join(", ")
            }
            count => format!("{count} are there"),
        };
        (!absent.is_empty()).then_some((present, absent))
    };
    runs.into_iter().filter_map(described).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_meet_if_a_number_is_in_both() {
        for n in 1..=6 {
            for m in 1..=6 {
                for (i, k) in (1..=n).flat_map(|i| (1..=m).map(move |k| (i, k))) {
                    let (a, b) = (Shard { number: i, of: n }, Shard { number: k, of: m });
                    let is_in = |scramble: u64, shard: Shard| scramble % shard.of + 1 == shard.number;
                    let meets = (0..60).any(|scramble| is_in(scramble, a) && is_in(scramble, b));
                    assert_eq!(a.meets(b), meets, "{a:?} {b:?}");
                }
            }
        }
    }
}
