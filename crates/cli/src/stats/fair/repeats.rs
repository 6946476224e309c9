//! The text about repeated states in a list of scrambles.

use cubiform_answers::format::{grouped, shortened};
use cubiform_answers::stats::fair::MAX_ID;
use cubiform_stats::fairness::{Repeat, Repeats};

use crate::text_table::align_columns;

/// The number of repeated states that the text names.
const SHOWN: usize = 5;

/// Returns the lines about the assumption: what is known of repeated states, and the first of them.
pub(super) fn text(repeats: &Repeats) -> String {
    let known = match (repeats.rows - repeats.known, repeats.count) {
        (0, 0) => "no state stands twice in the list".to_string(),
        (0, _) => "these states are repeated".to_string(),
        _ if repeats.known == 0 => "repeated states cannot be found without scrambles (give the file of \
                                                 scrambles, or its analysis as Parquet or JSON lines)"
            .to_string(),
        (_, count) => {
            let repeated = if count == 0 { "no state stands twice" } else { "these states are repeated" };
            format!("{repeated} among the {} rows with a scramble", grouped(repeats.known))
        }
    };
    let mut rows = vec![["scramble", "row", "first row"].map(String::from).to_vec()];
    let row =
        |repeat: &Repeat| vec![shortened(&repeat.id, MAX_ID), grouped(repeat.row), grouped(repeat.earlier)];
    rows.extend(repeats.first.iter().take(SHOWN).map(row));
    let more = match repeats.count.saturating_sub(SHOWN as u64) {
        0 => String::new(),
        more => format!("and {} more\n", grouped(more)),
    };
    let known = format!("assumption: the scrambles are independent; {known}\n");
    if repeats.count > 0 { format!("{known}\n{}{more}", align_columns(&rows, 1)) } else { known }
}

#[cfg(test)]
mod tests {
    use cubiform_cube::Algorithm;

    use super::*;

    fn repeats(rows: &[(&str, Option<&str>)]) -> Repeats {
        let mut repeats = Repeats::default();
        for (id, moves) in rows {
            repeats.add(id, moves.map(|moves| Algorithm::parse(moves).unwrap().cube()).as_ref());
        }
        repeats
    }

    #[test]
    fn repeated_states_are_listed_with_their_rows() {
        let found =
            repeats(&[("a", Some("R U2")), ("b", None), ("c", Some("R U U")), ("d", Some("R U' U'"))]);
        let text = text(&found);
        assert!(text.contains("these states are repeated among the 3 rows with a scramble\n"), "{text}");
        assert!(text.ends_with("c           3          1\nd           4          1\n"), "{text}");
    }

    #[test]
    fn lists_without_repeats_or_scrambles_have_a_sentence() {
        let none = repeats(&[("a", None), ("a", None)]);
        assert!(text(&none).contains("repeated states cannot be found without scrambles"));
        let different = repeats(&[("a", Some("R")), ("a", Some("U"))]);
        assert_eq!(
            text(&different),
            "assumption: the scrambles are independent; no state stands twice in the list\n"
        );
    }
}
