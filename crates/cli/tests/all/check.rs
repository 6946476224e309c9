//! Tests of `cubiform check`.

use crate::common::run;

#[test]
fn a_valid_text_has_its_stages_and_another_the_place_of_its_error() {
    let goal = run(&["check", "cross + FR"]).success();
    assert!(goal.starts_with("cross + FR\n\nstage "), "{goal}");
    let condition = run(&["check", "--condition", "cross[W] <= 4", "--format", "json"]).success();
    assert!(condition.contains("\"valid\": true") || condition.contains("\"valid\":true"), "{condition}");
    let said = run(&["check", "cross + crss"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.out.starts_with("not valid: column 9: unknown goal term 'crss'"), "{said:?}");
    assert!(run(&["check"]).failure(2).contains("give a goal or a condition"));
}
