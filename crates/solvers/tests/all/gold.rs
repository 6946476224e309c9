//! The analyzer, with small tables, against known lengths: ten WCA scrambles, and a worked example.

use crate::{known, tables};

use cubiform_cube::goal::Variant;
use cubiform_cube::{Algorithm, Color};

#[test]
fn small_tables_reproduce_known_lengths_of_std() {
    let (variant, file) = known::variants().next().unwrap();
    let stages = [0, 1, 2, 3, 4];
    let analyzer = tables::analyzer(variant, &stages);
    assert_eq!(known::check(variant, &file, &analyzer, &stages), 300);
}

#[test]
fn small_tables_reproduce_known_lengths_of_first_two_stages() {
    for (variant, file) in known::variants() {
        let analyzer = tables::analyzer(variant, &[0, 1]);
        assert_eq!(known::check(variant, &file, &analyzer, &[0, 1]), 120, "{}", variant.name);
    }
}

#[test]
fn worked_example_has_known_cross_lengths() {
    let analyzer = tables::analyzer(&Variant::std(), &[0]);
    let scramble = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";
    let cube = Algorithm::parse(scramble).unwrap().cube();
    let results = analyzer.analyze(&cube, &known::all_colors()).unwrap();
    let lengths = results[0].iter().map(|result| result.length.unwrap());
    let row: Vec<(char, u8)> = Color::COLUMNS.map(Color::letter).into_iter().zip(lengths).collect();
    assert_eq!(row, [('Y', 6), ('W', 6), ('O', 6), ('R', 5), ('G', 7), ('B', 5)]);
}
