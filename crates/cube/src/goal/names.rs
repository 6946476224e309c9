//! Goals by name: variants, their stages, aliases, and expressions for all other goals.

use super::expression::{self, ExpressionError, ExpressionErrorKind};
use super::text::nearest_word;
use super::{Stage, Variant};

/// Other names of goals, as [`normalized`], and their meanings: the name of a variant or of a stage, or an expression.
const ALIASES: [(&str, &str); 34] = [
    ("cfop", "std"),
    ("standard", "std"),
    ("fridrich", "std"),
    ("eocross", "eo"),
    ("eocfop", "eo"),
    ("freepair", "pair"),
    ("freepairs", "pair"),
    ("pairs", "pair"),
    ("crosspair", "pair"),
    ("paircross", "pair"),
    ("pseudof2l", "pseudo"),
    ("pseudoslotting", "pseudo"),
    ("pseudofreepair", "pseudo_pair"),
    ("pseudopairs", "pseudo_pair"),
    ("extendedcross", "xcross"),
    ("doublexcross", "xxcross"),
    ("triplexcross", "xxxcross"),
    ("f2l1", "xxxcross"),
    ("eof2l", "eo_xxxxcross"),
    ("block", "2x2x2"),
    ("petrus", "2x2x2"),
    ("petrusblock", "2x2x2"),
    ("222", "2x2x2"),
    ("223", "2x2x3"),
    ("123", "1x2x3"),
    ("roux", "1x2x3"),
    ("firstblock", "1x2x3"),
    ("rouxblock", "1x2x3"),
    ("rouxblocks", "1x2x3 + 1x2x3"),
    ("f2b", "1x2x3 + 1x2x3"),
    ("secondblock", "1x2x3 + 1x2x3"),
    ("zz", "eoline"),
    ("edgeorientation", "any eo"),
    ("orientededges", "any eo"),
];

/// Returns a name in the form used for comparison: lower case, without spaces, underscores and hyphens, at most 64
/// characters.
fn normalized(name: &str) -> String {
    let is_mark = |c: &char| c.is_whitespace() || matches!(c, '_' | '-');
    name.chars().filter(|c| !is_mark(c)).flat_map(char::to_lowercase).take(64).collect()
}

impl Variant {
    /// Returns the variant with this name, ignoring case.
    pub fn named(name: &str) -> Option<Variant> {
        let known = Variant::NAMED.iter().find(|known| known.name.eq_ignore_ascii_case(name));
        known.map(|known| (known.variant)())
    }

    /// Returns the variant that has a stage of this name, as used in the columns of machine-readable output.
    pub fn with_stage(stage: &str) -> Option<Variant> {
        Variant::NAMED
            .iter()
            .map(|known| (known.variant)())
            .find(|variant| variant.stages.iter().any(|of| of.name == stage))
    }

    /// Returns a single stage of a variant as a goal with one stage. Case, spaces, underscores and hyphens in the name
    /// are ignored.
    pub fn of_stage(stage: &str) -> Option<Variant> {
        let wanted = normalized(stage);
        let mut stages = Variant::NAMED.iter().flat_map(|known| (known.variant)().stages);
        let stage: Stage = stages.find(|stage| normalized(&stage.name) == wanted)?;
        Some(Variant { name: stage.name.clone(), stages: vec![stage] })
    }

    /// Reads a goal: the name of a variant or of a stage, an alias of either, or an expression.
    ///
    /// ```
    /// use cubiform_cube::goal::Variant;
    ///
    /// let read = |text: &str| Variant::read(text).unwrap();
    /// assert_eq!(read("EOCross"), Variant::eo());
    /// assert_eq!((&read("XCross").name[..], read("XCross").stages.len()), ("xcross", 1));
    /// assert_eq!(read("xcross FR").name, "cross + FR");
    /// assert_eq!(read("first block").name, "1x2x3");
    /// let error = Variant::read("eocros").unwrap_err();
    /// assert_eq!(error.message(), "unknown goal term 'eocros' (did you mean 'eocross'?)");
    /// ```
    ///
    /// # Errors
    /// The first error in the text as an expression. Suggestions include the names of goals.
    pub fn read(text: &str) -> Result<Variant, ExpressionError> {
        let name = normalized(text);
        if let Some(variant) = Variant::NAMED.iter().find(|known| normalized(known.name) == name) {
            return Ok((variant.variant)());
        }
        // With an underscore it is the name of a stage, as in column names: `eo_cross` is a stage, `eocross` the goal.
        if text.contains('_')
            && let Some(stage) = Variant::of_stage(text)
        {
            return Ok(stage);
        }
        if let Some((_, meant)) = ALIASES.iter().find(|(alias, _)| *alias == name) {
            let variant = Variant::named(meant).or_else(|| Variant::of_stage(meant));
            return variant.map_or_else(|| expression::parse(meant), Ok);
        }
        // Building all variants to find a stage is slow, so it is done only for texts that can be the name of a stage:
        // all of these contain "cross".
        if name.contains("cross")
            && !text.contains('+')
            && let Some(stage) = Variant::of_stage(text)
        {
            return Ok(stage);
        }
        expression::parse(text).map_err(|error| with_suggestion(text, error))
    }
}

/// Returns the error with the name of a similarly spelt goal as its suggestion, if there is one.
fn with_suggestion(text: &str, error: ExpressionError) -> ExpressionError {
    let ExpressionErrorKind::UnknownWord { nearest: word } = &error.kind else { return error };
    let names = Variant::NAMED.iter().map(|known| known.name).chain(ALIASES.iter().map(|(alias, _)| *alias));
    let column = 1 + text.chars().take_while(|c| c.is_whitespace()).count();
    let text = text.trim();
    let word = word.filter(|_| text == error.token);
    match nearest_word(&normalized(text), names.chain(word)) {
        // A name may have several words, but it cannot be a term of an expression.
        Some(name) if !text.contains(['+', ',']) => {
            let token = text.chars().take(24).collect();
            ExpressionError { column, token, kind: ExpressionErrorKind::UnknownWord { nearest: Some(name) } }
        }
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_are_normalized_unique_and_readable() {
        for (i, (alias, meant)) in ALIASES.iter().enumerate() {
            assert_eq!(normalized(alias), *alias);
            assert!(ALIASES[..i].iter().all(|(other, _)| other != alias), "{alias} is unique");
            assert!(Variant::named(alias).is_none(), "{alias} is a name");
            assert_eq!(Variant::read(alias), Variant::read(meant), "{alias}");
        }
    }

    #[test]
    fn read_accepts_names_stages_aliases_and_expressions() {
        for (text, name, stages) in [
            ("std", "std", 5),
            ("CFOP", "std", 5),
            ("pseudo pair", "pseudo_pair", 4),
            ("Free Pair", "pair", 4),
            ("eo", "eo", 5),
            ("EO cross", "eo", 5),
            ("eo_cross", "eo_cross", 1),
            ("XCross", "xcross", 1),
            ("pseudo xcross", "pseudo_xcross", 1),
            ("eoxcross", "eo_xcross", 1),
            ("cross_pair", "cross_pair", 1),
            ("cross pair", "pair", 4),
            ("F2L-1", "xxxcross", 1),
            ("cross", "cross", 1),
            ("F2L", "f2l", 1),
            ("xcross FR", "cross + FR", 1),
            ("XXCross fr", "cross + FR + 1 slot", 1),
            ("xxcross FR BL", "cross + FR + BL", 1),
            ("eocross + FR", "cross + eo + FR", 1),
            ("fb", "1x2x3", 1),
            ("Petrus", "2x2x2", 1),
            ("rf+CROSS", "FR + cross", 1),
        ] {
            let read = Variant::read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!((&read.name[..], read.stages.len()), (name, stages), "{text}");
        }
        assert_eq!(Variant::read("xcross").unwrap().stages[0], Variant::std().stages[1]);
    }

    #[test]
    fn misspelt_goals_get_a_suggestion() {
        for (text, meant) in [
            ("eocros", "eocross"),
            ("psuedo", "pseudo"),
            ("xcros", "xcross"),
            ("petros", "petrus"),
            ("crss", "cross"),
            ("free piar", "freepair"),
        ] {
            let message = Variant::read(text).unwrap_err().message();
            assert_eq!(message, format!("unknown goal term '{text}' (did you mean '{meant}'?)"));
        }
        // Inside an expression only the words of the language are suggested.
        let message = Variant::read("cross + eolin").unwrap_err().message();
        assert_eq!(message, "unknown goal term 'eolin' (did you mean 'eoline'?)");
    }
}
