//! Conditions on a state: comparisons of the minimum lengths of stages with numbers and with one another.
//!
//! | syntax | meaning |
//! |---|---|
//! | `cross[W]` | the minimum number of moves (HTM) to the white cross |
//! | `xcross[WY]` | the minimum for white and yellow; colours are letters, names separated by commas, or `all` |
//! | `f2l` | the minimum for any of the six colours |
//! | `eo_xcross[W]`, `pseudo_cross`, `xcross_pair[G]` | stages of other goals, by the names of their columns |
//! | `pair_xcross[G]`, `eo_f2l` | the same by goal and label of the stage |
//! | `xcross[W] == 10`, `!=`, `<`, `<=`, `>`, `>=` | a comparison |
//! | `6 <= cross[W] <= 7` | a chain of comparisons |
//! | `xcross[W] - cross[W] <= 1`, `cross[W] == cross[Y]` | comparisons of sums and differences |
//! | `A && B`, `A and B` | both hold |
//! | `A \|\| B`, `A or B` | at least one holds |
//! | `!A`, `not A` | negation |
//!
//! `!` binds tightest, then `&&`, then `||`; parentheses group. Case is ignored.
//!
//! ```
//! use cubiform_cube::goal::condition::Condition;
//!
//! let condition = Condition::parse("XCROSS[w] == 10 and not cross[Y,G] < 7").unwrap();
//! assert_eq!(condition.to_string(), "xcross[W] == 10 && !(cross[YG] < 7)");
//! let lengths = condition.lengths();
//! assert_eq!(lengths.len(), 2);
//!
//! // A condition can be decided before all of its lengths are known.
//! assert_eq!(condition.decide(&|length| (length.name() == "xcross").then_some(9)), Some(false));
//! assert_eq!(condition.decide(&|length| (length.name() == "xcross").then_some(10)), None);
//! assert_eq!(condition.decide(&|length| Some(if length.name() == "xcross" { 10 } else { 7 })), Some(true));
//!
//! let error = Condition::parse("xcros[W] == 10").unwrap_err();
//! assert_eq!(error.to_string(), "column 1: unknown stage 'xcros' (did you mean 'xcross'?)");
//! ```

mod read;

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::{Stage, Variant};
use crate::face::Color;

pub use read::{ConditionError, ConditionErrorKind};

/// A condition on a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A comparison that must hold.
    Compare(Comparison),
    /// A conjunction: all parts hold.
    All(Vec<Condition>),
    /// A disjunction: at least one part holds.
    Any(Vec<Condition>),
    /// A negation.
    Not(Box<Condition>),
}

/// A comparison of a sum of lengths with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The lengths, each at most once, with their coefficients. No coefficient is 0, and the first is positive.
    pub sum: Vec<(i32, Length)>,
    /// The comparison operator.
    pub operator: Operator,
    /// The right-hand side.
    pub number: i32,
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operator {
    Equal,
    NotEqual,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// The minimum number of moves (HTM) to a stage over several bottom colours.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Length {
    /// The index of the goal in [`Variant::NAMED`].
    pub goal: usize,
    /// The index of the stage in the goal.
    pub stage: usize,
    /// The bottom colours: at least one, each once, in the order of [`Color::COLUMNS`].
    pub colors: Vec<Color>,
    data: StageOfLength,
}

/// The stage of a length. Two are equal if their names are, since no two stages share a name.
#[derive(Clone, Copy, Debug)]
struct StageOfLength(&'static Stage);

impl PartialEq for StageOfLength {
    fn eq(&self, other: &StageOfLength) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for StageOfLength {}

impl Hash for StageOfLength {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl Length {
    /// Returns the stage.
    pub fn stage(&self) -> &'static Stage {
        self.data.0
    }

    /// Returns the name of the stage, as used in the columns of machine-readable output.
    pub fn name(&self) -> &'static Cow<'static, str> {
        &self.stage().name
    }
}

impl Operator {
    const ALL: [Operator; 6] = [
        Operator::Equal,
        Operator::NotEqual,
        Operator::AtMost,
        Operator::AtLeast,
        Operator::Less,
        Operator::More,
    ];

    /// Returns the symbol used in conditions.
    pub const fn symbol(self) -> &'static str {
        match self {
            Operator::Equal => "==",
            Operator::NotEqual => "!=",
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::More => ">",
            Operator::AtLeast => ">=",
        }
    }

    /// Returns whether `a OPERATOR b` holds.
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Operator::Equal => a == b,
            Operator::NotEqual => a != b,
            Operator::Less => a < b,
            Operator::AtMost => a <= b,
            Operator::More => a > b,
            Operator::AtLeast => a >= b,
        }
    }

    /// Returns the operator that holds exactly if this one does not.
    #[must_use]
    pub const fn negated(self) -> Operator {
        match self {
            Operator::Equal => Operator::NotEqual,
            Operator::NotEqual => Operator::Equal,
            Operator::Less => Operator::AtLeast,
            Operator::AtMost => Operator::More,
            Operator::More => Operator::AtMost,
            Operator::AtLeast => Operator::Less,
        }
    }

    /// Returns the operator for exchanged operands.
    const fn mirrored(self) -> Operator {
        match self {
            Operator::Equal | Operator::NotEqual => self,
            Operator::Less => Operator::More,
            Operator::AtMost => Operator::AtLeast,
            Operator::More => Operator::Less,
            Operator::AtLeast => Operator::AtMost,
        }
    }
}

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// The first token that is not valid.
    pub fn parse(text: &str) -> Result<Condition, ConditionError> {
        read::parse(text, Variant::all())
    }

    /// Reads a condition on the stages of these goals, which take the place of the named goals. No two stages may share
    /// a name.
    ///
    /// # Errors
    /// The first token that is not valid.
    pub fn parse_for(goals: &'static [Variant], text: &str) -> Result<Condition, ConditionError> {
        read::parse(text, goals)
    }

    /// Returns whether the condition holds, or `None` if that depends on lengths that `known` does not return.
    pub fn decide(&self, known: &impl Fn(&Length) -> Option<u8>) -> Option<bool> {
        match self {
            Condition::Compare(comparison) => {
                let add =
                    |sum, (times, length): &(i32, Length)| Some(sum + times * i32::from(known(length)?));
                let sum = comparison.sum.iter().try_fold(0, add)?;
                Some(comparison.operator.holds(sum, comparison.number))
            }
            // A single decisive part determines the result, whatever is unknown about the others.
            Condition::All(parts) => short_circuit(parts.iter().map(|part| part.decide(known)), false),
            Condition::Any(parts) => short_circuit(parts.iter().map(|part| part.decide(known)), true),
            Condition::Not(part) => part.decide(known).map(|holds| !holds),
        }
    }

    /// Returns the lengths in the condition, each once, in the order of their first occurrence.
    pub fn lengths(&self) -> Vec<&Length> {
        fn collect<'c>(condition: &'c Condition, lengths: &mut Vec<&'c Length>) {
            match condition {
                Condition::Compare(comparison) => {
                    for (_, length) in &comparison.sum {
                        if !lengths.contains(&length) {
                            lengths.push(length);
                        }
                    }
                }
                Condition::All(parts) | Condition::Any(parts) => {
                    parts.iter().for_each(|part| collect(part, lengths));
                }
                Condition::Not(part) => collect(part, lengths),
            }
        }
        let mut lengths = Vec::new();
        collect(self, &mut lengths);
        lengths
    }

    /// Returns an equivalent condition without [`Condition::Not`], with the comparisons negated instead.
    #[must_use]
    pub fn without_not(&self) -> Condition {
        fn push_negation(condition: &Condition, holds: bool) -> Condition {
            let each = |parts: &[Condition]| parts.iter().map(|part| push_negation(part, holds)).collect();
            match (condition, holds) {
                (Condition::Compare(comparison), true) => Condition::Compare(comparison.clone()),
                (Condition::Compare(comparison), false) => Condition::Compare(Comparison {
                    operator: comparison.operator.negated(),
                    ..comparison.clone()
                }),
                (Condition::All(parts), true) | (Condition::Any(parts), false) => Condition::All(each(parts)),
                (Condition::Any(parts), true) | (Condition::All(parts), false) => Condition::Any(each(parts)),
                (Condition::Not(part), _) => push_negation(part, !holds),
            }
        }
        push_negation(self, true)
    }
}

/// Returns `decisive` if any part equals it, `None` if no part does but one is unknown, and `!decisive` otherwise.
fn short_circuit(parts: impl Iterator<Item = Option<bool>>, decisive: bool) -> Option<bool> {
    let mut is_open = false;
    for part in parts {
        match part {
            Some(holds) if holds == decisive => return Some(decisive),
            Some(_) => {}
            None => is_open = true,
        }
    }
    if is_open { None } else { Some(!decisive) }
}

/// Writes the length as `xcross[WY]`, or `xcross` for all six colours.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if self.colors.len() == Color::COLUMNS.len() {
            return Ok(());
        }
        let letters: String = self.colors.iter().map(|color| color.letter()).collect();
        write!(f, "[{letters}]")
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (times, length)) in self.sum.iter().enumerate() {
            for n in 0..times.abs() {
                let sign = if *times < 0 { "- " } else { "+ " };
                write!(f, "{}{}{length}", if i + n as usize > 0 { " " } else { "" }, {
                    if i == 0 && n == 0 { "" } else { sign }
                })?;
            }
        }
        write!(f, " {} {}", self.operator.symbol(), self.number)
    }
}

/// Writes the condition in canonical form, as [`Condition::parse`] reads it.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (parts, separator) = match self {
            Condition::Compare(comparison) => return write!(f, "{comparison}"),
            Condition::Not(part) => return write!(f, "!({part})"),
            Condition::All(parts) => (parts, " && "),
            Condition::Any(parts) => (parts, " || "),
        };
        for (i, part) in parts.iter().enumerate() {
            f.write_str(if i > 0 { separator } else { "" })?;
            match part {
                Condition::All(_) | Condition::Any(_) => write!(f, "({part})")?,
                _ => write!(f, "{part}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Condition {
        Condition::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    #[test]
    fn conditions_are_written_canonically() {
        for (text, written) in [
            ("xcross[W] == 10 && xcross[Y] == 10", "xcross[W] == 10 && xcross[Y] == 10"),
            ("XCROSS [ white , y ]=10", "xcross[YW] == 10"),
            ("cross<=3", "cross <= 3"),
            ("cross[all] <= 3", "cross <= 3"),
            ("f2l[G] > 13", "xxxxcross[G] > 13"),
            ("eo_f2l>13", "eo_xxxxcross > 13"),
            ("std_f2l>13", "xxxxcross > 13"),
            ("pair_xcross[B] < 6", "xcross_pair[B] < 6"),
            ("pseudo_pair_cross < 3", "pseudo_cross_pseudo_pair < 3"),
            ("pseudo_xcross < 3", "pseudo_xcross < 3"),
            ("3 >= cross[W]", "cross[W] <= 3"),
            ("6 <= cross[W] <= 7", "cross[W] >= 6 && cross[W] <= 7"),
            ("xcross[W]-cross[W]<=1", "xcross[W] - cross[W] <= 1"),
            ("xcross[W] <= cross[W] + 1", "xcross[W] - cross[W] <= 1"),
            ("cross[W] + cross[W] == 2 + 3", "cross[W] + cross[W] == 5"),
            ("-cross[W] > -4", "cross[W] < 4"),
            ("cross[W] == cross[Y]", "cross[W] - cross[Y] == 0"),
            (
                "not cross[W] < 3 and cross[Y] < 2 or f2l < 9",
                "(!(cross[W] < 3) && cross[Y] < 2) || xxxxcross < 9",
            ),
            ("!(cross[W] < 3 || cross[Y] < 2)", "!(cross[W] < 3 || cross[Y] < 2)"),
            ("!!cross[W]!=3", "!(!(cross[W] != 3))"),
            ("(((cross == 4)))", "cross == 4"),
        ] {
            let condition = read(text);
            assert_eq!(condition.to_string(), written, "{text}");
            assert_eq!(read(written), condition, "{text}: the canonical form round-trips");
        }
    }

    #[test]
    fn stages_are_found_by_column_name_and_by_goal_and_label() {
        for (goal, variant) in Variant::all().iter().enumerate() {
            for (stage, data) in variant.stages.iter().enumerate() {
                for name in [data.name.to_string(), format!("{}_{}", variant.name, data.label)] {
                    let condition = read(&format!("{name}[W] <= 3"));
                    let [length] = condition.lengths()[..] else { panic!("{name}") };
                    assert_eq!((length.goal, length.stage), (goal, stage), "{name}");
                    assert_eq!(*length.name(), data.name);
                }
            }
        }
    }

    /// A goal with more stages than any named one, none of which is a cross.
    #[test]
    fn stages_of_any_goals_are_found() {
        let stage = |k: usize| {
            let choices = crate::goal::expression::parse("UF").unwrap().stages.remove(0).choices;
            Stage::of_goal("own", format!("step{k}"), choices)
        };
        let goals: &'static [Variant] =
            vec![Variant { name: "own".into(), stages: (0..8).map(stage).collect() }].leak();
        for k in 0..8 {
            let condition = Condition::parse_for(goals, &format!("own_step{k}[W] <= 3")).unwrap();
            assert_eq!(condition.lengths()[0].stage().name, format!("own_step{k}"));
        }
        let error = Condition::parse_for(goals, "own_stp7 <= 3").unwrap_err().to_string();
        assert_eq!(error, "column 1: unknown stage 'own_stp7' (did you mean 'own_step7'?)");
        assert!(Condition::parse_for(goals, "cross <= 3").is_err());
    }

    /// Every operator, and the precedence and combinations of conditions, against the same expression in Rust.
    #[test]
    fn decide_follows_operators_and_precedence() {
        let value = |condition: &str, white: u8, yellow: u8| {
            let known = |length: &Length| Some(if length.colors[0].letter() == 'W' { white } else { yellow });
            let condition = read(condition);
            assert_eq!(condition.decide(&known), condition.without_not().decide(&known));
            condition.decide(&known).unwrap()
        };
        for white in 0..9 {
            for yellow in 0..9 {
                let is = |condition| value(condition, white, yellow);
                assert_eq!(is("cross[W] == 4"), white == 4);
                assert_eq!(is("cross[W] != 4"), white != 4);
                assert_eq!(is("cross[W] < 4"), white < 4);
                assert_eq!(is("cross[W] <= 4"), white <= 4);
                assert_eq!(is("cross[W] > 4"), white > 4);
                assert_eq!(is("4 <= cross[W]"), white >= 4);
                assert_eq!(is("2 < cross[W] <= 4"), white > 2 && white <= 4);
                assert_eq!(is("cross[W] < cross[Y] + 2"), white < yellow + 2);
                assert_eq!(is("cross[W] + cross[Y] >= 9"), white + yellow >= 9);
                assert_eq!(is("!cross[W] < 4 && cross[Y] < 3"), white >= 4 && yellow < 3);
                assert_eq!(is("!(cross[W] < 4 && cross[Y] < 3)"), white >= 4 || yellow >= 3);
                assert_eq!(
                    is("cross[W] < 4 || cross[Y] < 3 && cross[Y] > 1"),
                    white < 4 || yellow < 3 && yellow > 1
                );
            }
        }
    }

    #[test]
    fn decide_ignores_unknown_lengths_that_cannot_matter() {
        let white = |length: &Length| (length.colors[0].letter() == 'W').then_some(5);
        for (text, decided) in [
            ("cross[W] == 5 || cross[Y] == 5", Some(true)),
            ("cross[W] == 4 || cross[Y] == 5", None),
            ("cross[W] == 4 && cross[Y] == 5", Some(false)),
            ("!(cross[Y] == 5 && cross[W] == 4)", Some(true)),
            ("cross[W] == cross[Y]", None),
        ] {
            assert_eq!(read(text).decide(&white), decided, "{text}");
        }
    }

    #[test]
    fn errors_have_column_token_and_hint() {
        const STAGES: &str = "use a stage such as cross, xcross, f2l, eo_cross or pseudo_xcross";
        for (text, message) in [
            ("", "column 1: unexpected end of condition; expected a stage such as cross[W], or a number"),
            ("xcros[W] == 10", "column 1: unknown stage 'xcros' (did you mean 'xcross'?)"),
            ("oll[W] == 10", &format!("column 1: unknown stage 'oll'; {STAGES}")),
            ("cross[W]", "column 9: unexpected end of condition; expected a comparison such as == or <="),
            ("cross[W] 8", "column 10: unexpected '8'; expected a comparison such as == or <="),
            ("cross[W] => 8", "column 11: unexpected '>'; expected a stage such as cross[W], or a number"),
            (
                "cross[W] == ",
                "column 13: unexpected end of condition; expected a stage such as cross[W], or a number",
            ),
            ("cross[W == 8", "column 6: '[' is never closed; write a ']' after the colours"),
            (
                "cross[WX] == 8",
                "column 7: 'WX' is not a colour; use letters of WYORGB as in WY, names as in white,yellow, all or CN",
            ),
            (
                "cross[] == 8",
                "column 7: ']' is not a colour; use letters of WYORGB as in WY, names as in white,yellow, all or CN",
            ),
            ("(cross == 8", "column 12: unexpected end of condition; expected '&&', '||' or ')'"),
            ("cross == 8)", "column 11: unexpected ')'; expected '&&', '||' or the end of the condition"),
            (
                "cross == 8 & f2l == 3",
                "column 12: unexpected '&'; expected '&&', '||' or the end of the condition",
            ),
            (
                "3 == 4",
                "column 1: '3' starts a comparison that does not depend on the state; use a stage on one side",
            ),
            (
                "cross[W] == cross[W]",
                "column 1: 'cross' starts a comparison that does not depend on the state; use a stage on one side",
            ),
            (
                "cross == 99999999999999999999",
                "column 10: '99999999999999999999' is too large; write a number below 1000",
            ),
            (
                "cross[W] == 8 &&",
                "column 17: unexpected end of condition; expected a stage such as cross[W], or a number",
            ),
            (
                "cross[W] == 8 and or",
                "column 19: unexpected 'or'; expected a stage such as cross[W], or a number",
            ),
            ("cröss == 4", "column 1: unknown stage 'cröss' (did you mean 'cross'?)"),
        ] {
            assert_eq!(Condition::parse(text).expect_err(text).to_string(), message, "{text}");
        }
    }

    #[test]
    fn deeply_nested_conditions_are_rejected() {
        let deep = "(".repeat(100_000) + "cross == 4";
        assert!(Condition::parse(&deep).unwrap_err().to_string().contains("deep"));
        assert!(Condition::parse(&("!".repeat(100_000) + "cross == 4")).is_err());
    }
}
