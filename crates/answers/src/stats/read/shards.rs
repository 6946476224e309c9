//! Checks the shards of runs among the files of a sample: each may occur once, and all should be present.

use serde_json::{Value, json};

use super::origin::Origin;
use crate::Error;
use crate::format::first_of;
use crate::run::Shard;

/// The settings, besides the input, that are equal in all shards of a run.
const RUN_SETTINGS: [&str; 5] = ["goal", "stages", "colors", "metric", "events"];

/// The maximum number of shards named in a message.
const MAX_NAMED: usize = 5;

/// Returns the shard that a run processed.
fn shard_of(origin: &Origin) -> Option<Shard> {
    origin.setting("shard")?.as_str()?.parse().ok()
}

/// Checks the files of a sample: no file occurs twice, no two files have the same scrambles of a run, and unless
/// `partial` is set no shard of a run is missing. Returns the missing shards.
pub(super) fn check(origins: &[Origin], partial: bool) -> Result<Vec<String>, Error> {
    for (i, origin) in origins.iter().enumerate() {
        if let Some(other) = origins[..i].iter().find(|other| is_same_place(other, origin)) {
            let how = if other.path == origin.path { "" } else { ", by different paths" };
            return Err(Error::message(format!("{} is given twice{how}", origin.name())));
        }
        for other in &origins[..i] {
            if let Some(why) = overlap(other, origin) {
                return Err(Error::message(format!("{why}: their scrambles would count twice")));
            }
        }
    }
    let missing = missing(origins);
    match &missing[..] {
        [] => Ok(Vec::new()),
        _ if partial => Ok(missing.into_iter().flat_map(|(_, shards)| shards).collect()),
        [(present, shards), ..] => {
            let (s, is, it) = if shards.len() == 1 { ("", "is", "it") } else { ("s", "are", "them") };
            let named = first_of(shards, MAX_NAMED);
            Err(Error::message(format!(
                "shard{s} {named} of the run {is} missing; {present}\n  \
                 add {it}, or use `partial` to allow missing shards"
            )))
        }
    }
}

/// Checks that two samples to be compared share no file and no shard of a run.
pub(super) fn check_apart(origins: &[Origin], others: &[Origin]) -> Result<(), Error> {
    const ADVICE: &str = "`against` compares samples without common scrambles";
    for origin in origins {
        for other in others {
            if is_same_place(origin, other) {
                return Err(Error::message(format!("{} is in both samples; {ADVICE}", origin.name())));
            }
            if let Some(why) = overlap(origin, other) {
                return Err(Error::message(format!("{why}; {ADVICE}")));
            }
        }
    }
    Ok(())
}

/// Returns whether both are the same file or folder, or one contains the other.
fn is_same_place(a: &Origin, b: &Origin) -> bool {
    let (Some(path), Some(other)) = (a.canonical(), b.canonical()) else { return false };
    path == other
        || (a.is_folder() && other.parent() == Some(&path))
        || (b.is_folder() && path.parent() == Some(&other))
}

/// Returns a text that explains why two folders or files have the same scrambles, or `None` if that is not known.
fn overlap(a: &Origin, b: &Origin) -> Option<String> {
    // Two files may be different parts of one folder, which their run settings do not show.
    if !is_same_run(a, b) || !(a.is_folder() || b.is_folder()) {
        return None;
    }
    let (first, second) = (shard_of(a)?, shard_of(b)?);
    // The standard input of two runs may have been the same or not.
    let is_same_input =
        is_identified(a) || (first == second && a.position().is_some() && a.position() == b.position());
    if !is_same_input || !first.overlaps(second) {
        return None;
    }
    let names = format!("{} and {}", a.name(), b.name());
    Some(match (first.of, first == second) {
        (1, true) => format!("{names} are of the same run"),
        (_, true) => format!("{names} are both shard {first} of the same run"),
        _ => format!("{names} are shards {first} and {second} of the same run, which overlap"),
    })
}

/// Returns whether two runs had the same settings and the same input.
fn is_same_run(a: &Origin, b: &Origin) -> bool {
    a.setting("input").is_some()
        && RUN_SETTINGS.iter().all(|key| a.setting(key) == b.setting(key))
        && inputs(a) == inputs(b)
}

/// Returns the inputs of a run; files by their contents, regardless of their names.
fn inputs(origin: &Origin) -> Vec<Value> {
    let contents = |input: &Value| match input.get("file") {
        Some(file) => json!([file.get("bytes"), file.get("xxh3")]),
        None => input.clone(),
    };
    let inputs = origin.setting("input").and_then(Value::as_array);
    inputs.into_iter().flatten().map(contents).collect()
}

/// Returns whether the recorded input of a run identifies it: files by hash, random states by seed.
fn is_identified(origin: &Origin) -> bool {
    let is_known = |input: &Value| input.get("file").or(input.get("random")).is_some();
    let inputs = origin.setting("input").and_then(Value::as_array);
    inputs.is_some_and(|inputs| !inputs.is_empty() && inputs.iter().all(is_known))
}

/// Returns, for each run with missing shards, a text about the present shards and the list of the missing ones.
fn missing(origins: &[Origin]) -> Vec<(String, Vec<String>)> {
    let mut runs: Vec<(&Origin, Vec<(String, Shard)>)> = Vec::new();
    for origin in origins {
        let Some(shard) = shard_of(origin).filter(|shard| shard.of > 1) else { continue };
        let named = (origin.name(), shard);
        let is_its = |(first, shards): &&mut (&Origin, Vec<(String, Shard)>)| {
            shards[0].1.of == shard.of && is_same_run(first, origin)
        };
        match runs.iter_mut().find(is_its) {
            Some((_, shards)) => shards.push(named),
            None => runs.push((origin, vec![named])),
        }
    }
    let entry = |(_, shards): (&Origin, Vec<(String, Shard)>)| {
        let of = shards[0].1.of;
        // The list is limited for runs with very many shards.
        let absent =
            (1..=of).filter(|number| shards.iter().all(|(_, shard)| shard.number != *number)).take(10_000);
        let absent: Vec<String> = absent.map(|number| format!("{number}/{of}")).collect();
        let present = match shards.len() {
            0..=MAX_NAMED => {
                let named = shards.iter().map(|(name, shard)| format!("{name} is {shard}"));
                named.collect::<Vec<_>>().join(", ")
            }
            count => format!("{count} are present"),
        };
        (!absent.is_empty()).then_some((present, absent))
    };
    runs.into_iter().filter_map(entry).collect()
}
