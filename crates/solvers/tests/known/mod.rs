//! Known minimum numbers of moves of ten official scrambles for all named goals: those of the goals that begin with a
//! cross are from the author of the specification, the others from the program that their files name.

use cubiform_cube::goal::Variant;
use cubiform_cube::{Algorithm, Color, Cube, Frame};
use cubiform_solvers::cfop::{Analyzer, Request};

const SCRAMBLES: &str = include_str!("../../fixtures/gold-scrambles.txt");

/// Returns each named goal with its file of lengths, `fixtures/gold-NAME.csv`: an identifier, then for each stage one
/// column for each colour. Lines that begin with `#` say where the lengths are from.
pub(crate) fn variants() -> impl Iterator<Item = (&'static Variant, String)> {
    Variant::all().iter().map(|variant| {
        let path = format!("{}/fixtures/gold-{}.csv", env!("CARGO_MANIFEST_DIR"), variant.name);
        let file = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        (variant, file)
    })
}

/// Returns a request for the lengths of all colours.
pub(crate) fn all_colors() -> Request {
    Request { frames: Frame::bottoms(Color::COLUMNS), solutions: 0, slack: 0, only_best: false }
}

/// Compares the lengths of these stages with a file. Returns the number of lengths compared.
pub(crate) fn check(variant: &Variant, file: &str, analyzer: &Analyzer, stages: &[usize]) -> usize {
    let mut lines = file.lines().filter(|line| !line.starts_with('#'));
    let header: Vec<&str> = lines.next().unwrap().split(',').skip(1).collect();
    assert_eq!(header.len(), 6 * variant.stages.len(), "{}: columns", variant.name);
    for (stage, names) in variant.stages.iter().zip(header.chunks(6)) {
        assert_eq!(names[0], format!("{}_z0", stage.name));
    }
    let mut compared = 0;
    for (known, scramble) in lines.zip(SCRAMBLES.lines()) {
        let (id, scramble) = scramble.split_once(',').unwrap();
        let mut known = known.split(',');
        assert_eq!(known.next(), Some(id));
        let known: Vec<u8> = known.map(|cell| cell.parse().unwrap()).collect();
        let cube: Cube = Algorithm::parse(scramble).unwrap().cube();
        let analysis = analyzer.analyze(&cube, &all_colors()).unwrap();
        for (stage, results) in stages.iter().zip(&analysis) {
            let found: Vec<u8> = results.iter().map(|result| result.length.unwrap()).collect();
            assert_eq!(found, known[6 * stage..][..6], "{} of {id}", variant.stages[*stage].name);
            compared += found.len();
        }
    }
    compared
}
