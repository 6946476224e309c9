//! The repeated states in a list of scrambles.

use cubiform_cube::Cube;
use cubiform_cube::cube_text::CubeText;
use cubiform_stats::fairness::Repeats;

use crate::format::grouped;
use crate::rows::read::AnalysisRow;

/// The maximum number of characters of an id.
pub const MAX_ID: usize = 40;

/// Returns the state of a row, if it has a scramble or facelets that can be read.
pub(super) fn state(row: &AnalysisRow) -> Option<Cube> {
    let text = row.cube.as_deref().filter(|text| !text.trim().is_empty())?;
    CubeText::parse(text).ok().map(|read| read.cube)
}

/// Returns the number of repeated states, or `None` if no state is known.
pub(super) fn known_count(repeats: &Repeats) -> Option<u64> {
    (repeats.known > 0).then_some(repeats.count)
}

/// Returns the sentence that replaces the result of the tests if states are repeated.
pub(super) fn sentence(repeats: &Repeats) -> Option<String> {
    let least = if repeats.is_thinned() { "at least " } else { "" };
    let (count, rows) = (grouped(repeats.count), grouped(repeats.rows));
    (repeats.count > 0).then(|| {
        format!(
            "no verdict: {least}{count} of {rows} scrambles repeat an earlier state, which independent random states \
             practically never do; remove the repeats"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeats(rows: &[(&str, Option<&str>)]) -> Repeats {
        let mut repeats = Repeats::default();
        for (id, scramble) in rows {
            let row =
                AnalysisRow { id: (*id).into(), cube: scramble.map(Into::into), ..AnalysisRow::default() };
            repeats.add(id, state(&row).as_ref());
        }
        repeats
    }

    #[test]
    fn equal_states_are_found_in_every_notation() {
        let facelets =
            cubiform_cube::facelets::format(&cubiform_cube::Algorithm::parse("R U2").unwrap().cube());
        let found = repeats(&[
            ("a", Some("R U2")),
            ("b", Some("U2 R")),
            ("c", Some("R U U y")),
            ("d", None),
            ("e", Some(&facelets)),
            ("f", Some(" ")),
        ]);
        let named: Vec<(&str, u64, u64)> =
            found.first.iter().map(|repeat| (&repeat.id[..], repeat.row, repeat.earlier)).collect();
        assert_eq!((known_count(&found), named), (Some(2), vec![("c", 3, 1), ("e", 5, 1)]));
    }

    #[test]
    fn rows_without_scrambles_are_not_compared() {
        let none = repeats(&[("a", None), ("a", None)]);
        assert_eq!((known_count(&none), sentence(&none)), (None, None));
        let different = repeats(&[("a", Some("R")), ("a", Some("U"))]);
        assert_eq!((known_count(&different), sentence(&different)), (Some(0), None));
    }
}
