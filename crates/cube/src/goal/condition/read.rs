//! The parser of conditions, and their errors with messages and hints.

use ConditionErrorKind as Kind;

use super::super::Variant;
use super::super::text::{TWO_CHARACTER_TOKENS, TextError, TextErrorKind, Token, Tokens, nearest_word};
use super::{Comparison, Condition, Length, Operator, StageOfLength};
use crate::face::{Color, UnknownColor};

/// The maximum nesting of parentheses and negations, which bounds the recursion of the parser.
const MAX_DEPTH: usize = 100;

const LENGTH_OR_NUMBER: &str = "a stage such as cross[W], or a number";
const COMPARISON: &str = "a comparison such as == or <=";

/// Reads a condition.
pub(super) fn parse(text: &str, goals: &'static [Variant]) -> Result<Condition, ConditionError> {
    let tokens = Tokens::new(text, &TWO_CHARACTER_TOKENS);
    let mut reader = Reader { text, tokens, goals, depth: 0, terms: 0 };
    let condition = reader.disjunction()?;
    match reader.tokens.peek() {
        end if end.text.is_empty() => Ok(condition),
        other => Err(other.error(Kind::Expected { what: "'&&', '||' or the end of the condition" })),
    }
}

struct Reader<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    /// The goals whose stages have lengths.
    goals: &'static [Variant],
    depth: usize,
    /// The number of lengths and numbers read so far.
    terms: usize,
}

/// One side of a comparison.
#[derive(Default)]
struct Sum {
    lengths: Vec<(i32, Length)>,
    number: i32,
}

impl<'a> Reader<'a> {
    /// Reads conditions joined by `||`, each of them conditions joined by `&&`.
    fn disjunction(&mut self) -> Result<Condition, ConditionError> {
        self.joined(&["||", "or"], Condition::Any, |reader| {
            reader.joined(&["&&", "and"], Condition::All, Reader::operand)
        })
    }

    /// Reads one or more conditions with `part`, joined by any of these separators.
    fn joined(
        &mut self,
        separators: &[&str],
        combine: fn(Vec<Condition>) -> Condition,
        part: impl Fn(&mut Self) -> Result<Condition, ConditionError>,
    ) -> Result<Condition, ConditionError> {
        let first = part(self)?;
        let mut parts = vec![first];
        while self.tokens.take_if(separators).is_some() {
            parts.push(part(self)?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { combine(parts) })
    }

    /// Reads a comparison, a condition in parentheses, or a negation.
    fn operand(&mut self) -> Result<Condition, ConditionError> {
        let first = self.tokens.peek();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(first.error(Kind::TooDeep));
        }
        let condition = if self.tokens.take_if(&["!", "not"]).is_some() {
            Condition::Not(Box::new(self.operand()?))
        } else if self.tokens.take_if(&["("]).is_some() {
            let inner = self.disjunction()?;
            if self.tokens.take_if(&[")"]).is_none() {
                return Err(self.tokens.peek().error(Kind::Expected { what: "'&&', '||' or ')'" }));
            }
            inner
        } else {
            self.comparisons()?
        };
        self.depth -= 1;
        Ok(condition)
    }

    /// Reads a chain of sums joined by comparison operators. All of the comparisons must hold.
    fn comparisons(&mut self) -> Result<Condition, ConditionError> {
        let mut first = self.tokens.peek();
        let mut left = self.sum()?;
        let mut comparisons = Vec::new();
        while let Some(operator) = self.operator() {
            let next = self.tokens.peek();
            let right = self.sum()?;
            let comparison =
                comparison_of(&left, operator, &right).ok_or_else(|| first.error(Kind::Constant))?;
            comparisons.push(Condition::Compare(comparison));
            (first, left) = (next, right);
        }
        match comparisons.len() {
            0 => Err(self.tokens.peek().error(Kind::Expected { what: COMPARISON })),
            1 => Ok(comparisons.swap_remove(0)),
            _ => Ok(Condition::All(comparisons)),
        }
    }

    fn operator(&mut self) -> Option<Operator> {
        let token = self.tokens.peek();
        // A single `=` means `==`.
        let is_next =
            |operator: &Operator| token.is(operator.symbol()) || token.is("=") && operator.symbol() == "==";
        let operator = Operator::ALL.into_iter().find(is_next)?;
        self.tokens.take();
        Some(operator)
    }

    fn sum(&mut self) -> Result<Sum, ConditionError> {
        let mut sum = Sum::default();
        let mut sign = if self.tokens.take_if(&["-"]).is_some() { -1 } else { 1 };
        loop {
            self.summand(sign, &mut sum)?;
            sign = match self.tokens.peek().text {
                "+" => 1,
                "-" => -1,
                _ => return Ok(sum),
            };
            self.tokens.take();
        }
    }

    /// Reads a number, or a stage with its colours, and adds it to `sum`.
    fn summand(&mut self, sign: i32, sum: &mut Sum) -> Result<(), ConditionError> {
        let token = self.tokens.take();
        self.terms += 1;
        if self.terms > MAX_TERMS {
            return Err(token.error(Kind::TooManyTerms));
        }
        if token.is_number() {
            let number: Option<i32> = token.text.parse().ok().filter(|number| *number < 1000);
            sum.number += sign * number.ok_or_else(|| token.error(Kind::TooLarge))?;
            return Ok(());
        }
        let is_keyword = ["and", "or", "not"].iter().any(|word| token.is(word));
        if !token.is_word() || is_keyword {
            return Err(token.error(Kind::Expected { what: LENGTH_OR_NUMBER }));
        }
        let (goal, stage) = stage_named(&token, self.goals)?;
        let data = StageOfLength(&self.goals[goal].stages[stage]);
        let length = Length { goal, stage, colors: self.colors()?, data };
        sum.lengths.push((sign, length));
        Ok(())
    }

    /// Reads the colours in brackets after a stage. Without brackets, returns all six.
    fn colors(&mut self) -> Result<Vec<Color>, ConditionError> {
        let bracket = self.tokens.peek();
        if self.tokens.take_if(&["["]).is_none() {
            return Ok(Color::COLUMNS.to_vec());
        }
        let first = self.tokens.peek();
        let mut last = first;
        while !last.is("]") {
            self.tokens.take();
            last = self.tokens.peek();
            if last.text.is_empty() {
                return Err(bracket.error(Kind::NeverClosed));
            }
        }
        self.tokens.take();
        let text = &self.text[bracket.end()..last.offset];
        let list = Color::list(text);
        let invalid = Token { text: if text.trim().is_empty() { "]" } else { text.trim() }, ..first };
        list.map_err(|_| invalid.error(Kind::UnknownColor))
    }
}

/// Returns the comparison with all lengths on the left and the number on the right, or `None` if the lengths cancel
/// out.
fn comparison_of(left: &Sum, operator: Operator, right: &Sum) -> Option<Comparison> {
    let mut sum: Vec<(i32, Length)> = Vec::new();
    let moved = right.lengths.iter().map(|(times, length)| (-times, length));
    for (times, length) in left.lengths.iter().map(|(times, length)| (*times, length)).chain(moved) {
        match sum.iter_mut().find(|(_, known)| known == length) {
            Some((known, _)) => *known += times,
            None => sum.push((times, length.clone())),
        }
    }
    sum.retain(|(times, _)| *times != 0);
    let number = right.number - left.number;
    let (first, _) = sum.first()?;
    if *first > 0 {
        return Some(Comparison { sum, operator, number });
    }
    sum.iter_mut().for_each(|(times, _)| *times = -*times);
    Some(Comparison { sum, operator: operator.mirrored(), number: -number })
}

/// Returns the names of all stages of `goals`: their names in columns, goal and label joined by an underscore, and the
/// label alone if people call the stage by it.
fn stage_names(goals: &'static [Variant]) -> impl Iterator<Item = (String, (usize, usize))> {
    let names_of = |(i, goal): (usize, &'static Variant)| {
        goal.stages.iter().enumerate().flat_map(move |(k, stage)| {
            let of_goal = format!("{}_{}", goal.name, stage.label);
            let short = (stage.title == stage.label).then(|| stage.label.to_string());
            short.into_iter().chain([stage.name.to_string(), of_goal]).map(move |name| (name, (i, k)))
        })
    };
    goals.iter().enumerate().flat_map(names_of)
}

/// Returns the indices of the goal and of the stage that a token names.
fn stage_named(token: &Token<'_>, goals: &'static [Variant]) -> Result<(usize, usize), ConditionError> {
    if let Some((_, indices)) = stage_names(goals).find(|(name, _)| token.is(name)) {
        return Ok(indices);
    }
    let nearest = nearest_word(token.text, stage_names(goals).map(|(name, _)| name));
    Err(token.error(Kind::UnknownStage { nearest }))
}

/// The maximum number of lengths and numbers in a condition. The time for a comparison is quadratic in them.
const MAX_TERMS: usize = 256;

/// An error in the text of a condition.
///
/// Displayed as `column 1: unknown stage 'xcros' (did you mean 'xcross'?)`.
pub type ConditionError = TextError<ConditionErrorKind>;

/// The kind of error of a token. Displayed as a predicate whose subject is the token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionErrorKind {
    /// A word that is not the name of a stage.
    #[error("is not a stage")]
    UnknownStage {
        /// A similarly spelt stage.
        nearest: Option<String>,
    },
    /// The text in the brackets after a stage, if it is not a list of colours.
    #[error("is not a colour")]
    UnknownColor,
    /// A bracket of colours without its closing bracket.
    #[error("is never closed")]
    NeverClosed,
    /// A token in the wrong place, or the end of the text.
    #[error("is unexpected")]
    Expected {
        /// The tokens that are valid there.
        what: &'static str,
    },
    /// A comparison in which no length remains, such as `3 == 4`.
    #[error("starts a comparison that does not depend on the state")]
    Constant,
    /// A number of 1000 or more.
    #[error("is too large")]
    TooLarge,
    /// More than 100 nested parentheses and negations.
    #[error("is nested too deeply")]
    TooDeep,
    /// More than 256 lengths and numbers.
    #[error("exceeds the {MAX_TERMS} lengths and numbers that a condition may have")]
    TooManyTerms,
}

impl TextErrorKind for ConditionErrorKind {
    const LANGUAGE: &'static str = "condition";

    fn hint(&self) -> String {
        use ConditionErrorKind as Kind;
        let hint = match self {
            Kind::UnknownStage { nearest: Some(stage) } => return format!("did you mean '{stage}'?"),
            Kind::UnknownStage { nearest: None } => {
                "use a stage such as cross, xcross, f2l, eo_cross or pseudo_xcross"
            }
            Kind::UnknownColor => UnknownColor::HINT,
            Kind::NeverClosed => "write a ']' after the colours",
            Kind::Expected { what } => return format!("expected {what}"),
            Kind::Constant => "use a stage on one side",
            Kind::TooLarge => "write a number below 1000",
            Kind::TooDeep => "remove parentheses",
            Kind::TooManyTerms => "shorten the condition",
        };
        hint.to_owned()
    }

    fn code(&self) -> &'static str {
        match self {
            ConditionErrorKind::UnknownStage { .. } => "unknown-stage",
            ConditionErrorKind::UnknownColor => "unknown-color",
            ConditionErrorKind::NeverClosed => "unclosed-bracket",
            ConditionErrorKind::Expected { .. } => "unexpected-condition-term",
            ConditionErrorKind::Constant => "constant-comparison",
            ConditionErrorKind::TooLarge => "number-too-large",
            ConditionErrorKind::TooDeep => "condition-too-deep",
            ConditionErrorKind::TooManyTerms => "condition-too-long",
        }
    }

    fn problem(&self, token: &str) -> String {
        match self {
            ConditionErrorKind::UnknownStage { .. } => format!("unknown stage {token}"),
            ConditionErrorKind::Expected { .. } => format!("unexpected {token}"),
            _ => format!("{token} {self}"),
        }
    }
}
