//! Values of arguments that name what the cube and the tables have: goals, stages, colours, tables. One that makes
//! no sense is answered with those that do.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use cubiform_cube::cube_text::CubeText;
use cubiform_cube::goal::condition::{Condition, ConditionError};
use cubiform_cube::goal::expression::{self, ExpressionError};
use cubiform_cube::goal::{Stage, Variant};
use cubiform_cube::{Color, Cube, Face, Move};
use cubiform_tables::catalogue::{CATALOGUE, Entry, Profile};
use cubiform_tables::stored::{self, Stored};

use crate::wca::EVENTS;

/// Bottom colours, in the order of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Colors(pub(crate) Vec<Color>);

/// A choice of tables.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Chosen {
    /// One.
    Table(&'static dyn Stored),
    /// All up to a profile.
    Profile(Profile),
    /// Those of this name that go together.
    Set(&'static str),
    /// All.
    All,
}

/// The goal of this name.
fn named(name: &str) -> Option<Variant> {
    let known = Variant::NAMED.iter().find(|known| known.name.eq_ignore_ascii_case(name));
    known.map(|known| (known.variant)())
}

/// Whether a goal is one of those that have a name, not the user's own.
pub(crate) fn has_name(goal: &Variant) -> bool {
    Variant::NAMED.iter().any(|known| known.name == goal.name)
}

/// A goal by name, or else as an expression.
fn goal(text: &str) -> Result<Variant, String> {
    goal_after("--goal, ", text)
}

/// The same, with messages that begin so.
fn goal_after(prefix: &str, text: &str) -> Result<Variant, String> {
    let fault = |error: ExpressionError| {
        let hint = match text.trim() {
            word if word.is_empty() || word.contains(['+', ' ']) => String::new(),
            // A single word was more likely meant as a name.
            word => match stage_of(word) {
                Some((goal, stage)) => {
                    format!("\n  {stage} is a stage: ask for --goal {goal} --stages {}", label(&stage))
                }
                None => {
                    format!(
                        "\n  the goals that have a name are {}",
                        Variant::NAMED.map(|known| known.name).join(", ")
                    )
                }
            },
        };
        format!(
            "{prefix}column {}: {}\n{}{hint}",
            error.column,
            error.message(),
            pointed_out(text, error.column)
        )
    };
    named(text.trim()).map_or_else(|| expression::parse(text).map_err(fault), Ok)
}

/// The goal and the stage that a word is, in any case and with or without underscores.
fn stage_of(word: &str) -> Option<(&'static str, Cow<'static, str>)> {
    let plain = |name: &str| name.replace('_', "").to_ascii_lowercase();
    Variant::NAMED.iter().find_map(|known| {
        let mut stages = (known.variant)().stages.into_iter();
        let stage = stages.find(|stage| plain(&stage.name) == plain(word))?;
        Some((known.name, stage.name))
    })
}

/// A condition on states.
pub(crate) fn condition(text: &str) -> Result<Condition, String> {
    let fault = |error: ConditionError| {
        let (column, message) = (error.column, error.message());
        format!("--where, column {column}: {message}\n{}", pointed_out(text, column))
    };
    Condition::parse(text).map_err(fault)
}

/// A text, or what is around the place if it is long, and a caret under the column.
fn pointed_out(text: &str, column: usize) -> String {
    const BEFORE: usize = 50;
    const AFTER: usize = 25;
    let from = (column - 1).saturating_sub(BEFORE);
    // A character for each: what could steer a terminal would not stay in its column.
    let shown = text.chars().skip(from).take(column - 1 - from + AFTER);
    let shown: String = shown
        .map(|c| match c {
            c if c.is_whitespace() => ' ',
            c if c.is_control() => '\u{fffd}',
            c => c,
        })
        .collect();
    format!("  {}\n  {:>width$}", shown.trim_end(), "^", width = column - from)
}

/// A goal that is to be counted.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    /// The goal; of one stage, if that was named.
    pub(crate) goal: Variant,
    /// Whether it is the goal that was named, and its stages may be chosen.
    pub(crate) has_stages: bool,
}

/// A goal by the name of a table, by its own, by that of its stage, or else as an expression.
pub(crate) fn counted(text: &str) -> Result<Counted, String> {
    let name = text.trim().to_ascii_lowercase();
    let one = |stage: Stage| Counted {
        goal: Variant { name: stage.name.clone(), stages: vec![stage] },
        has_stages: false,
    };
    if let Some(entry) = Entry::named(&name) {
        return Ok(one(Stage { name: entry.name.into(), choices: vec![(entry.target)()] }));
    }
    if let Some(goal) = named(&name) {
        return Ok(Counted { goal, has_stages: true });
    }
    let written = name.split_whitespace().collect::<Vec<_>>().join("_");
    let mut stages = Variant::NAMED.iter().flat_map(|known| (known.variant)().stages);
    if let Some(stage) = stages.find(|stage| stage.name == written) {
        return Ok(one(stage));
    }
    goal_after("", text).map(|goal| Counted { goal, has_stages: false })
}

/// Reads goals, and tells the names among them to whoever completes a command line.
#[derive(Clone, Debug)]
pub(crate) struct GoalParser;

impl TypedValueParser for GoalParser {
    type Value = Variant;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<Variant, clap::Error> {
        let fault = |message| command.clone().error(ErrorKind::ValueValidation, message);
        goal(&value.to_string_lossy()).map_err(fault)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Variant::NAMED.iter().map(|known| PossibleValue::new(known.name).help(known.about))))
    }
}

/// Colours by letter or name.
pub(crate) fn colors(text: &str) -> Result<Colors, String> {
    Color::list(text).map(Colors).map_err(|e| e.to_string())
}

/// Events, of which each is named once, in the order of [`EVENTS`].
#[derive(Clone, Debug)]
pub(crate) struct Events(pub(crate) Vec<&'static str>);

/// Events of the 3x3x3 as the WCA writes them.
pub(crate) fn events(text: &str) -> Result<Events, String> {
    let items: Vec<&str> = text.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
    let all = EVENTS.join(", ");
    if let Some(item) = items.iter().find(|item| !EVENTS.contains(item)) {
        return Err(format!("'{item}' is not an event of the 3x3x3; there are {all}"));
    }
    if items.is_empty() {
        return Err(format!("no event; there are {all}"));
    }
    Ok(Events(EVENTS.into_iter().filter(|event| items.contains(event)).collect()))
}

/// A number, or all.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        text => text.parse().map_err(|_| "use a number such as 3, or all".into()),
    }
}

/// How many solutions of a cube are wanted: at least one.
pub(crate) fn solutions(text: &str) -> Result<usize, String> {
    count(text).and_then(|count| match count {
        0 => Err("it must be one at least, or all".into()),
        count => Ok(count),
    })
}

/// A table or several of them by name.
pub(crate) fn tables(name: &str) -> Result<Chosen, String> {
    if name == "all" {
        return Ok(Chosen::All);
    }
    let profile = CATALOGUE.iter().map(|entry| entry.profile).find(|profile| profile.name() == name);
    let set = || stored::sets().into_iter().find(|set| *set == name).map(Chosen::Set);
    let table = || stored::named(name).map(Chosen::Table);
    profile.map(Chosen::Profile).or_else(set).or_else(table).ok_or_else(|| {
        format!(
            "there is no such table; there are {}; small, full, {} and all stand for several",
            names(),
            stored::sets().join(", ")
        )
    })
}

fn names() -> String {
    stored::all().map(|entry| entry.name()).collect::<Vec<_>>().join(", ")
}

/// The stages of `goal` that `text` names, as ascending indices.
pub(crate) fn stages(text: &str, goal: &Variant) -> Result<Vec<usize>, String> {
    let last = goal.stages.len() - 1;
    // A goal of one's own is its only stage, and can be written in many ways.
    let is_goal = |written: Variant| written.stages[0].choices == goal.stages[0].choices;
    if !has_name(goal) && expression::parse(text).is_ok_and(is_goal) {
        return Ok(vec![0]);
    }
    let index = |name: &str| {
        let name = name.trim();
        let is_meant = |stage: &Stage| {
            name.eq_ignore_ascii_case(&stage.name) || name.eq_ignore_ascii_case(label(&stage.name))
        };
        goal.stages.iter().position(is_meant).ok_or_else(|| {
            let known: Vec<_> = goal.stages.iter().map(|stage| label(&stage.name)).collect();
            let hint = match has_name(goal) {
                true => format!("there are {}", known.join(", ")),
                false => "a goal of your own is a single stage, leave --stages out".into(),
            };
            format!("'{name}' is not a stage of {}; {hint}", goal.name)
        })
    };
    let mut asked = vec![false; goal.stages.len()];
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let (from, to) = match item.split_once("..") {
            _ if item.eq_ignore_ascii_case("all") => (0, last),
            None => (index(item)?, index(item)?),
            Some((from, to)) => {
                // Both ends are meant, as people say it, with or without Rust's equals sign.
                let to = to.trim_start_matches('=');
                let from = if from.is_empty() { 0 } else { index(from)? };
                (from, if to.is_empty() { last } else { index(to)? })
            }
        };
        if from > to {
            return Err(format!("'{item}' runs backwards"));
        }
        asked[from..=to].fill(true);
    }
    let stages: Vec<usize> = (0..=last).filter(|i| asked[*i]).collect();
    if stages.is_empty() { Err("no stage is named".into()) } else { Ok(stages) }
}

/// What people call a stage, given its goal.
pub(crate) fn label(stage: &str) -> &str {
    let is_word = stage.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    // `pseudo_xcross_pseudo_pair` is the xcross of its goal.
    match stage.split('_').find(|word| is_word && word.ends_with("cross")) {
        Some("xxxxcross") => "f2l",
        Some(word) => word,
        None => "goal",
    }
}

/// The goal that has a name and this stage.
pub(crate) fn goal_with(stage: &str) -> Option<&'static str> {
    let has = |variant: &Variant| variant.stages.iter().any(|of| of.name == stage);
    Variant::NAMED.into_iter().find(|named| has(&(named.variant)())).map(|named| named.name)
}

/// A set of moves, bit `m` for move `m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveSet(pub(crate) u32);

/// The moves of a group such as `<U,D,R2,L2,F2,B2>`: a face has all its turns, or half turns.
pub(crate) fn move_set(text: &str) -> Result<MoveSet, String> {
    let names = text.trim().trim_start_matches('<').trim_end_matches('>');
    let mut set = 0;
    for name in names.split([',', ' ']).filter(|name| !name.is_empty()) {
        let (face, half) = match name.strip_suffix('2') {
            Some(face) => (face, true),
            None => (name.trim_end_matches('\''), false),
        };
        let mut letters = face.chars();
        let face = letters.next().and_then(Face::from_letter).filter(|_| letters.next().is_none());
        let face =
            face.ok_or_else(|| format!("{name:?} is no turn of a face; write U or U2, such as <U,D,R2>"))?;
        let own = Move::all().filter(|m| m.face() == face && (!half || m.quarters() == 2));
        set |= Move::set(own);
    }
    if set == 0 {
        Err("there are no moves in it; write them as in <U,D,R2>".into())
    } else {
        Ok(MoveSet(set))
    }
}

/// A time such as `10ms`, `1.5s` or `2min`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim() {
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "min" | "m" => 60.0,
        _ => return Err("write a number and a unit: 10ms, 1.5s or 2min".into()),
    };
    let number: f64 =
        number.parse().map_err(|_| format!("{number:?} is no number; write 10ms, 1.5s or 2min"))?;
    Duration::try_from_secs_f64(number * seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "it must be more than nothing, and less than for ever".into())
}

/// A state of the cube in any form.
pub(crate) fn state(text: &str) -> Result<Cube, String> {
    CubeText::parse(text).map(|read| read.cube).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_by_letter_name_and_all() {
        let letters =
            |text: &str| colors(text).map(|c| c.0.into_iter().map(Color::letter).collect::<String>());
        assert_eq!(letters("WY").unwrap(), "YW", "in the order of columns");
        assert_eq!(letters("w, y").unwrap(), "YW");
        assert_eq!(letters("Blue,red").unwrap(), "RB");
        assert_eq!(letters("green").unwrap(), "G");
        assert_eq!(letters("all").unwrap(), "YWORGB");
        assert!(letters("grey").unwrap_err().starts_with("'grey' is not a colour"));
        assert!(letters(",").is_err());
    }

    #[test]
    fn stages_by_name_and_range() {
        let stages = |text: &str| stages(text, &Variant::std());
        assert_eq!(stages("all").unwrap(), [0, 1, 2, 3, 4]);
        assert_eq!(stages("xcross,cross").unwrap(), [0, 1]);
        assert_eq!(stages("F2L").unwrap(), [4]);
        assert_eq!(stages("xxxxcross").unwrap(), [4]);
        assert_eq!(stages("xcross..xxxcross").unwrap(), [1, 2, 3]);
        assert_eq!(stages("..xcross, f2l").unwrap(), [0, 1, 4]);
        assert_eq!(stages("f2l..cross").unwrap_err(), "'f2l..cross' runs backwards");
        assert_eq!(stages("xCross").unwrap(), [1]);
        let message = stages("oll").unwrap_err();
        assert_eq!(message, "'oll' is not a stage of std; there are cross, xcross, xxcross, xxxcross, f2l");
        assert!(stages("").is_err());
    }

    #[test]
    fn stages_of_other_goals_by_either_name() {
        let stages_of = |text: &str, goal: &Variant| stages(text, goal).unwrap();
        assert_eq!(stages_of("xcross,pseudo_xxcross_pseudo_pair", &Variant::pseudo_pair()), [1, 2]);
        assert_eq!(stages_of("cross..f2l", &Variant::eo()), [0, 1, 2, 3, 4]);
        let own = goal("FR, BL edges + cross").unwrap();
        for text in ["all", "FR, BL edges + cross", "CROSS+bl edge+fr edge", "goal"] {
            assert_eq!(stages_of(text, &own), [0], "{text}");
        }
        let message = stages("xcross", &own).unwrap_err();
        assert!(
            message.starts_with("'xcross' is not a stage of FR edge + BL edge + cross; a goal "),
            "{message}"
        );
    }

    #[test]
    fn every_stage_that_has_a_name_is_called_what_people_call_it() {
        for goal in Variant::all() {
            for (k, stage) in goal.stages.iter().enumerate() {
                assert_eq!(label(&stage.name), ["cross", "xcross", "xxcross", "xxxcross", "f2l"][k]);
            }
        }
        assert_eq!(label("FR + cross"), "goal");
    }

    #[test]
    fn what_is_counted_is_a_table_a_goal_a_stage_or_an_expression() {
        for (text, name, stages) in [
            ("cross", "cross", 1),
            ("Cross-Slot", "cross-slot", 1),
            ("cross-ready", "cross-ready", 1),
            ("pseudo", "pseudo", 4),
            ("pseudo cross", "pseudo_cross", 1),
            ("EO_XCROSS", "eo_xcross", 1),
            ("rf+cross", "FR + cross", 1),
        ] {
            let Counted { goal, has_stages } = counted(text).unwrap();
            assert_eq!((&goal.name[..], goal.stages.len(), has_stages), (name, stages, stages > 1), "{text}");
        }
        let message = counted("cross + crss").unwrap_err();
        assert!(message.starts_with("column 9: 'crss' is no word of goals"), "{message}");
    }

    #[test]
    fn goals_are_names_first_and_then_expressions() {
        for (text, name) in [
            (" STD ", "std"),
            ("eo", "eo"),
            ("any EO", "any eo"),
            ("EO f/b", "eo F/B"),
            ("rf+cross", "FR + cross"),
        ] {
            let read = goal(text).unwrap();
            assert_eq!(read.name, name);
            assert_eq!(goal(name).unwrap(), read, "{name}: as written, it is read as the same");
        }
        // The name of a goal is not its word in expressions.
        assert_eq!((goal("eo").unwrap().stages.len(), goal("any eo").unwrap().stages.len()), (5, 1));
    }

    #[test]
    fn faults_of_conditions_are_pointed_out() {
        let message = condition("cross[W] == 8 && xcros[Y] == 10").unwrap_err();
        assert_eq!(
            message,
            "--where, column 18: 'xcros' is no stage; did you mean 'xcross'?\n  \
             cross[W] == 8 && xcros[Y] == 10\n  \
             \x20                ^"
        );
        assert!(condition("cross[W] == 8 and xcross[Y] == 10").is_ok());
    }

    #[test]
    fn faults_of_goals_are_pointed_out() {
        for (text, message) in [
            (
                "cross + crss + FR",
                "--goal, column 9: 'crss' is no word of goals; did you mean 'cross'?\n  \
                 cross + crss + FR\n  \
                 \x20       ^",
            ),
            (
                "",
                "--goal, column 1: the goal ends too early; expected a term, such as cross, FR or 2x2x2 DBL\n  \n  ^",
            ),
            (
                "cross\t+ \u{7}",
                "--goal, column 9: '\\u{7}' is no word of goals; write terms such as cross, FR, DF, DFR, eo, 2x2x2 DBL \
                 or offset D, with '+' between them\n  \
                 cross + \u{fffd}\n  \
                 \x20       ^",
            ),
            (
                "xcross",
                "--goal, column 1: 'xcross' is no word of goals; write cross + any slot, or cross + FR for one of them\n  \
                 xcross\n  \
                 ^\n  \
                 xcross is a stage: ask for --goal std --stages xcross",
            ),
            (
                "EOCross",
                "--goal, column 1: 'EOCross' is no word of goals; write cross + eo\n  \
                 EOCross\n  \
                 ^\n  \
                 eo_cross is a stage: ask for --goal eo --stages cross",
            ),
        ] {
            assert_eq!(goal(text).unwrap_err(), message);
        }
        let message = goal("psuedo").unwrap_err();
        assert!(
            message.ends_with("^\n  the goals that have a name are std, pseudo, pair, pseudo_pair, eo"),
            "{message}"
        );
        let long = goal(&("FR".to_string() + &" + UF".repeat(9999))).unwrap_err();
        assert!(long.lines().all(|line| line.len() < 120), "{long}");
    }
}
