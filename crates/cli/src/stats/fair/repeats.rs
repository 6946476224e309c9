//! The text about repeated states in a list of scrambles.

use cubiform_answers::format::{grouped, shortened};
use cubiform_answers::rows::read::AnalysisRow;
use cubiform_cube::Cube;
use cubiform_cube::cube_text::CubeText;
use cubiform_stats::fairness::{Repeat, Repeats};

use crate::text_table::align_columns;

/// The number of repeated states that the text names.
const SHOWN: usize = 5;

/// The maximum number of characters of an id.
pub(super) const MAX_ID: usize = 40;

/// Returns the state of a row, if it has a scramble or facelets that can be read.
pub(super) fn state(row: &AnalysisRow) -> Option<Cube> {
    let text = row.cube.as_deref().filter(|text| !text.trim().is_empty())?;
    CubeText::parse(text).ok().map(|read| read.cube)
}

/// Returns the number of repeated states, or `None` if no state is known.
pub(super) fn known_count(repeats: &Repeats) -> Option<u64> {
    (repeats.known() > 0).then_some(repeats.count())
}

/// Returns the sentence that replaces the result of the tests if states are repeated.
pub(super) fn sentence(repeats: &Repeats) -> Option<String> {
    let least = if repeats.is_thinned() { "at least " } else { "" };
    let (count, rows) = (grouped(repeats.count()), grouped(repeats.rows()));
    (repeats.count() > 0).then(|| {
        format!(
            "no verdict: {least}{count} of {rows} scrambles repeat an earlier state, which independent random states \
             practically never do; remove the repeats"
        )
    })
}

/// Returns the lines about the assumption: what is known of repeated states, and the first of them.
pub(super) fn text(repeats: &Repeats) -> String {
    let known = match (repeats.rows() - repeats.known(), repeats.count()) {
        (0, 0) => "no state stands twice in the list".to_string(),
        (0, _) => "these states are repeated".to_string(),
        _ if repeats.known() == 0 => "repeated states cannot be found without scrambles (give the file of \
                                                 scrambles, or its analysis as Parquet or JSON lines)"
            .to_string(),
        (_, count) => {
            let repeated = if count == 0 { "no state stands twice" } else { "these states are repeated" };
            format!("{repeated} among the {} rows with a scramble", grouped(repeats.known()))
        }
    };
    let mut rows = vec![["scramble", "row", "first row"].map(String::from).to_vec()];
    let row =
        |repeat: &Repeat| vec![shortened(&repeat.id, MAX_ID), grouped(repeat.row), grouped(repeat.earlier)];
    rows.extend(repeats.first().iter().take(SHOWN).map(row));
    let more = match repeats.count().saturating_sub(SHOWN as u64) {
        0 => String::new(),
        more => format!("and {} more\n", grouped(more)),
    };
    let known = format!("assumption: the scrambles are independent; {known}\n");
    if repeats.count() > 0 { format!("{known}\n{}{more}", align_columns(&rows, 1)) } else { known }
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
            found.first().iter().map(|repeat| (&repeat.id[..], repeat.row, repeat.earlier)).collect();
        assert_eq!((known_count(&found), named), (Some(2), vec![("c", 3, 1), ("e", 5, 1)]));
        let text = text(&found);
        assert!(text.contains("these states are repeated among the 4 rows with a scramble\n"), "{text}");
        assert!(text.ends_with("c           3          1\ne           5          1\n"), "{text}");
    }

    #[test]
    fn rows_without_scrambles_are_not_compared() {
        let none = repeats(&[("a", None), ("a", None)]);
        assert_eq!((known_count(&none), sentence(&none)), (None, None));
        assert!(text(&none).contains("repeated states cannot be found without scrambles"));
        let different = repeats(&[("a", Some("R")), ("a", Some("U"))]);
        assert_eq!(
            text(&different),
            "assumption: the scrambles are independent; no state stands twice in the list\n"
        );
    }
}
