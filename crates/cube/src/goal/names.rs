//! Goals by name: variants, their stages, aliases, and expressions for all other goals.

use super::expression::{self, ExpressionError, ExpressionErrorKind};
use super::mask::Mask;
use super::text::nearest_word;
use super::{Stage, Variant};

/// Other names of stages and expressions, as [`normalized`], and their meanings. Those of goals are in
/// [`NamedVariant::aliases`](super::NamedVariant::aliases).
const ALIASES: &[(&str, &str)] = &[
    ("extendedcross", "xcross"),
    ("doublexcross", "xxcross"),
    ("triplexcross", "xxxcross"),
    ("f2l1", "xxxcross"),
    ("eof2l", "eo_xxxxcross"),
    ("block", "2x2x2"),
    ("petrusblock", "2x2x2"),
    ("222", "2x2x2"),
    ("223", "2x2x3"),
    ("123", "1x2x3"),
    ("firstblock", "1x2x3"),
    ("rouxblock", "1x2x3"),
    ("rouxblocks", "1x2x3 + 1x2x3"),
    ("f2b", "1x2x3 + 1x2x3"),
    ("secondblock", "1x2x3 + 1x2x3"),
    ("edgeorientation", "any eo"),
    ("orientededges", "any eo"),
    ("half", "htr"),
    ("halfturn", "htr"),
    ("halfturnreduction", "htr"),
    ("axialreduction", "ar"),
    ("jzp", "ar"),
    ("drminus", "drm"),
    ("dr4c4e", "drm_4c4e"),
    ("dr4c2e", "drm_4c2e"),
    ("dr3c2e", "drm_3c2e"),
    ("floppyreduction", "floppy"),
];

/// Returns a name in the form used for comparison: lower case, without spaces, underscores and hyphens, at most 64
/// characters.
fn normalized(name: &str) -> String {
    let is_mark = |c: &char| c.is_whitespace() || matches!(c, '_' | '-');
    name.chars().filter(|c| !is_mark(c)).flat_map(char::to_lowercase).take(64).collect()
}

impl Stage {
    /// Returns the index of the goal in [`Variant::NAMED`] that has a stage of this name, as used in the columns of
    /// machine-readable output, and the index of the stage in it.
    pub fn index_of(name: &str) -> Option<(usize, usize)> {
        let place = |variant: &Variant| variant.stages.iter().position(|stage| stage.name == name);
        Variant::all().iter().enumerate().find_map(|(goal, variant)| Some((goal, place(variant)?)))
    }

    /// Returns the stage of a named goal with this name.
    pub fn named(name: &str) -> Option<&'static Stage> {
        Stage::index_of(name).map(|(goal, stage)| &Variant::all()[goal].stages[stage])
    }
}

impl Variant {
    /// Returns all goals with names.
    pub fn known() -> impl Iterator<Item = &'static super::NamedVariant> {
        Variant::NAMED.iter().chain(Variant::ON_AXES)
    }

    /// Returns the variant with this name, ignoring case.
    pub fn named(name: &str) -> Option<Variant> {
        let known = Variant::known().find(|known| known.name.eq_ignore_ascii_case(name));
        known.map(|known| (known.variant)())
    }

    /// Returns a single stage of a variant as a goal with one stage. Case, spaces, underscores and hyphens in the name
    /// are ignored.
    pub fn of_stage(stage: &str) -> Option<Variant> {
        let wanted = normalized(stage);
        let on_axes = Variant::ON_AXES.iter().map(|known| (known.variant)());
        let stages = Variant::all().iter().cloned().chain(on_axes).flat_map(|variant| variant.stages);
        let stage = stages.into_iter().find(|stage| normalized(&stage.name) == wanted)?;
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
        if let Some(mask) = Mask::read(text) {
            return mask.map(|mask| mask.goal);
        }
        let name = normalized(text);
        if let Some(variant) = Variant::known().find(|known| normalized(known.name) == name) {
            return Ok((variant.variant)());
        }
        // With an underscore it is the name of a stage, as in column names: `eo_cross` is a stage, `eocross` the goal.
        if text.contains('_')
            && let Some(stage) = Variant::of_stage(text)
        {
            return Ok(stage);
        }
        if let Some(known) = Variant::known().find(|known| known.aliases.contains(&&name[..])) {
            return Ok((known.variant)());
        }
        if let Some((_, meant)) = ALIASES.iter().find(|(alias, _)| *alias == name) {
            return Variant::of_stage(meant).map_or_else(|| expression::parse(meant), Ok);
        }
        if !text.contains('+')
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
    let goals = Variant::known().map(|known| known.name);
    let aliases = Variant::known().flat_map(|known| known.aliases).copied();
    let names = goals.chain(aliases).chain(ALIASES.iter().map(|(alias, _)| *alias));
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
        let of_goals =
            || Variant::known().flat_map(|known| known.aliases.iter().map(|alias| (*alias, known.name)));
        let mut known: Vec<&str> = Vec::new();
        for (alias, meant) in of_goals().chain(ALIASES.iter().copied()) {
            assert_eq!(normalized(alias), alias);
            assert!(!known.contains(&alias), "{alias} is unique");
            assert!(Variant::named(alias).is_none(), "{alias} is a name");
            assert_eq!(Variant::read(alias), Variant::read(meant), "{alias}");
            known.push(alias);
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
            ("Petrus block", "2x2x2", 1),
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
            ("petrusblok", "petrusblock"),
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
