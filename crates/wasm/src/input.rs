//! Requests of programs in JavaScript: their members, and the cubes among them.

use cubiform_answers::puzzle::Puzzle;
use cubiform_answers::scramble::is_list;
use cubiform_answers::{Error, json_error_message};
use serde::Deserialize as _;
use serde_json::{Map, Value};

/// The members that are one cube.
const CUBES: [&str; 3] = ["scramble", "to", "case"];

/// Reads the members of a request.
pub(crate) fn members(request: &[u8]) -> Result<Map<String, Value>, Error> {
    serde_json::from_slice(request).map_err(|error| Error::usage("body", json_error_message(&error)))
}

/// Checks that no member that is one cube is a list of them, whose moves would be joined.
pub(crate) fn check_cubes(members: &Map<String, Value>) -> Result<(), Error> {
    let puzzle =
        members.get("puzzle").and_then(|puzzle| Puzzle::deserialize(puzzle).ok()).unwrap_or_default();
    let found = CUBES.into_iter().find(|name| match members.get(*name) {
        Some(Value::Array(_)) => *name == "scramble",
        Some(Value::String(text)) => is_list(text, puzzle),
        _ => false,
    });
    let Some(parameter) = found else { return Ok(()) };
    let message = match members[parameter] {
        Value::Array(_) => "expected the text of one cube, not a list",
        _ => "expected one cube, not a list of several lines",
    };
    let error = Error::usage(parameter, message).code("several-cubes");
    Err(error.hint("pass one cube at a time, or the list to analyzeEach"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const FACELETS: &str = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";
    const REID: &str = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";

    fn checked(request: Value) -> Result<(), Error> {
        check_cubes(&members(&serde_json::to_vec(&request).unwrap()).unwrap())
    }

    #[test]
    fn lists_of_cubes_are_refused_where_one_is_expected() {
        let two = |line: &str| format!("{line}\n{line}");
        for text in [
            "R U F\nD2 L B' R U2".to_string(),
            "R U F\r\nD2 Q\r\n".into(),
            "R U F\rD2".into(),
            "1. R U F\n2. D2 L".into(),
            "R U // first\n\nF // second".into(),
            "id,scramble\n1,R U F".into(),
            two(FACELETS),
            two(REID),
            format!("{FACELETS}\nR U"),
            format!("R U\n{REID}"),
            two(r#"{"scramble": "R U F"}"#),
            r#"{"scramble": "R U F\nD2"}"#.into(),
        ] {
            for operation in ["analyze", "solve", "attempt", "insert", "review", "cases"] {
                let error = checked(json!({"operation": operation, "scramble": text})).expect_err(&text);
                assert_eq!((error.parameter, error.code), (Some("scramble"), "several-cubes"), "{text}");
                assert!(error.to_string().ends_with("; pass one cube at a time, or the list to analyzeEach"));
            }
        }
        let listed = checked(json!({"scramble": ["R U F", "D2"]})).unwrap_err();
        assert!(listed.to_string().starts_with("scramble: expected the text of one cube, not a list; "));
        assert_eq!(checked(json!({"to": "R\nU"})).unwrap_err().parameter, Some("to"));
        assert_eq!(checked(json!({"case": "R\nU"})).unwrap_err().parameter, Some("case"));
    }

    #[test]
    fn one_cube_may_have_several_lines() {
        let rows = |width: usize| {
            FACELETS
                .as_bytes()
                .chunks(width)
                .map(|row| std::str::from_utf8(row).unwrap())
                .collect::<Vec<_>>()
                .join("\n")
        };
        for text in [
            "R U F\n",
            "\n R U F \r\n\r\n",
            "// the first scramble\nR U F",
            "R U F // a comment\n",
            "(R U\nR' U')3",
            &rows(9),
            &rows(3),
            &rows(27),
            &REID.replace(" UFR", "\nUFR"),
            "{\n  \"scramble\": \"R U F\"\n}",
            "{\n",
        ] {
            assert!(checked(json!({"scramble": text})).is_ok(), "{text}");
        }
        let two = "UUUU\nRRRR\nFFFF\nDDDD\nLLLL\nBBBB";
        assert!(checked(json!({"scramble": two, "puzzle": "222"})).is_ok());
        assert!(checked(json!({"scramble": two})).is_err());
        assert!(checked(json!({"operation": "stats", "input": "R U\nF\n"})).is_ok());
    }
}
