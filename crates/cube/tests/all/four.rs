//! The 4x4x4: comparison with the 3x3x3, known diagrams and scrambles, and properties of all states and sequences.

use cubiform_cube::four::notation::{LowerCase, format, parse};
use cubiform_cube::four::{Action, Cube4, Metric, Runs, Turn, facelets, random};
use cubiform_cube::notation::{Algorithm, Base, ParseError};
use cubiform_cube::{Axis, Face, Symmetry};
use proptest::prelude::*;

/// WCA scrambles of the 4x4x4: the first lines of the project's reference file `scrambles-444-100.txt`.
const SCRAMBLES: &str = include_str!("../../fixtures/scrambles-444-10.txt");

const SOLVED: [&str; 6] = [
    "UUUUUUUUUUUUUUUU", "RRRRRRRRRRRRRRRR", "FFFFFFFFFFFFFFFF", "DDDDDDDDDDDDDDDD", "LLLLLLLLLLLLLLLL",
    "BBBBBBBBBBBBBBBB",
];

fn read(text: &str) -> Vec<Turn> {
    parse(text, LowerCase::Wide).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn cube(text: &str) -> Cube4 {
    Cube4::from_turns(&read(text))
}

/// Returns the solved cube's facelets after swapping pairs of stickers, named like `F3`.
fn exchange(pairs: &[(&str, &str)]) -> String {
    let index = |name: &str| {
        let face = "URFDLB".find(&name[..1]).unwrap();
        16 * face + name[1..].parse::<usize>().unwrap() - 1
    };
    let mut text: Vec<char> = SOLVED.concat().chars().collect();
    for (a, b) in pairs {
        text.swap(index(a), index(b));
    }
    text.into_iter().collect()
}

#[test]
fn facelets_of_known_states_match_diagrams() {
    assert_eq!(facelets::format(&Cube4::SOLVED), SOLVED.concat());
    // Drawn by hand: F brings U's last row to R, R's first column to D, and so on; 2F does the same with the next
    // layer.
    let outer = "UUUUUUUUUUUULLLL URRRURRRURRRURRR FFFFFFFFFFFFFFFF RRRRDDDDDDDDDDDD LLLDLLLDLLLDLLLD \
                 BBBBBBBBBBBBBBBB";
    let inner = "UUUUUUUULLLLUUUU RURRRURRRURRRURR FFFFFFFFFFFFFFFF DDDDRRRRDDDDDDDD LLDLLLDLLLDLLLDL \
                 BBBBBBBBBBBBBBBB";
    for (turns, text) in [("F", outer), ("2F", inner), ("3B'", inner)] {
        assert_eq!(facelets::format(&cube(turns)), text.replace(' ', ""), "{turns}");
        assert_eq!(facelets::parse(text), Ok(cube(turns)), "{turns}");
    }
}

/// A 4x4x4 whose two inner layers turn together behaves like a 3x3x3.
#[test]
fn inner_block_turns_act_as_slice_turns_of_a_3x3x3() {
    for seed in 0..300 {
        let mut rng = cubiform_cube::random::generator(seed);
        let bases = [Base::M, Base::E, Base::S, Base::X, Base::Y, Base::Z].into_iter();
        let bases: Vec<Base> =
            bases.chain(Face::ALL.map(Base::Face)).chain(Face::ALL.map(Base::Wide)).collect();
        let mut below = |bound: usize| cubiform_cube::random::below(&mut rng, bound as u64) as usize;
        let turns = (0..20).filter_map(|_| {
            let base = bases[below(bases.len())];
            cubiform_cube::notation::Turn::new(base, below(3) as i32 + 1)
        });
        let three: Algorithm = turns.collect();
        let text: Vec<String> = three.turns().iter().map(|turn| format!("{turn}")).collect();
        let text = text.join(" ").replace('M', "m").replace('E', "e").replace('S', "s");
        // A wide turn of the 3x3x3 moves the middle layer, which is two layers here.
        let text: String = text
            .split(' ')
            .map(|t| if t.contains('w') { format!("3{t} ") } else { format!("{t} ") })
            .collect();
        // Each edge sticker is doubled, each centre sticker quadrupled.
        let small: Vec<char> = cubiform_cube::facelets::format(&three.cube()).chars().collect();
        let large: String = (0..96)
            .map(|i| {
                let (face, row, column) = (i / 16, [0, 1, 1, 2][i % 16 / 4], [0, 1, 1, 2][i % 4]);
                small[9 * face + 3 * row + column]
            })
            .collect();
        let large = facelets::parse(&large).unwrap_or_else(|e| panic!("{three}: {e}"));
        let (_, rotation) = three.resolve();
        assert_eq!(cube(&text), large.act(&Action::rotation(rotation)), "{three}");
    }
}

#[test]
fn wca_scrambles_survive_parsing_and_formatting() {
    assert_eq!(SCRAMBLES.lines().count(), 10);
    for line in SCRAMBLES.lines() {
        let turns = read(line);
        assert_eq!(format(&turns), line);
        let runs = Runs::new(&turns);
        let (written, rotation) = runs.to_turns(Metric::OuterBlock);
        // WCA scrambles consist of outer block turns, and no two consecutive ones can be merged.
        assert_eq!((turns.len(), written.len()), (runs.length(Metric::OuterBlock), turns.len()));
        let outer = |turn: &Turn| turn.layers().contains(0) || turn.layers().contains(3);
        assert!(written.iter().all(|turn| outer(turn) && turn.layers().count() <= 2));
        let cube = Cube4::from_turns(&turns);
        assert_eq!(Cube4::from_turns(&written).act(&Action::rotation(rotation)), cube);
        assert_eq!(facelets::parse(&facelets::format(&cube)), Ok(cube));
    }
}

#[test]
fn equivalent_notations_have_equal_actions() {
    for (a, b) in [
        ("R L'", "1R 4R"),
        ("Rw", "R 2R"),
        ("r", "Rw"),
        ("3Rw", "L x"),
        ("3r", "3Rw"),
        ("4Rw", "x"),
        ("3R", "2L'"),
        ("2-3Rw", "2R 3R"),
        ("2-4Rw", "R' x"),
        ("1-2Rw", "Rw"),
        ("m e s", "2-3Lw 2-3Dw 2-3Fw"),
        ("m2", "2L2 2R2"),
        ("x y z", "X Y Z"),
        ("x U x'", "F"),
        ("y Rw y'", "Bw"),
        ("z 2U2 z'", "2L2"),
        ("[2R: U2]2", "2R U2 2R' 2R U2 2R'"),
        ("(Rw2 2R2)'", "R2"),
        ("Rw2'", "Rw2"),
    ] {
        assert_eq!(Action::of_all(read(a)), Action::of_all(read(b)), "{a} is not {b}");
    }
    let inner = |text: &str| parse(text, LowerCase::Inner);
    assert_eq!(inner("r u' f2 l d b Rw rw"), Ok(read("2R 2U' 2F2 2L 2D 2B Rw Rw")));
    assert_eq!(inner("m2 x"), Ok(read("m2 x")));
    assert!(inner("2r").is_err(), "2r is ambiguous");
}

#[test]
fn notation_errors_name_the_token_its_place_and_a_hint() {
    let layers = "has an invalid layer number; write 2R or 3R for one inner layer, 2Rw, 3Rw or 2-3Rw for several; \
                  m, e, s, x, y, z take no number";
    for (text, message) in [
        ("U 5R", format!("line 1, column 3: '5R' {layers}")),
        ("0Rw", format!("line 1, column 1: '0Rw' {layers}")),
        ("2-3R", format!("line 1, column 1: '2-3R' {layers}")),
        ("3-2Rw", format!("line 1, column 1: '3-2Rw' {layers}")),
        ("2-5Rw", format!("line 1, column 1: '2-5Rw' {layers}")),
        ("2-Rw", format!("line 1, column 1: '2-Rw' {layers}")),
        ("2x", format!("line 1, column 1: '2x' {layers}")),
        ("2-3m", format!("line 1, column 1: '2-3m' {layers}")),
        (
            "R M2",
            "line 1, column 3: 'M' is not a move; a 4x4x4 has no middle layer: write m, e, s for both inner layers, \
             or 2L for one"
                .into(),
        ),
        (
            "R\n  Q",
            "line 2, column 3: 'Q' is not a move; expected U, R, F, D, L, B, wide as in Rw, inner as in 2R, m, e, \
             s, x, y, z, or one of ( [ , : ] )"
                .into(),
        ),
        (
            "Rw9",
            "line 1, column 1: 'Rw9' is two full turns or more; write R, R2 or R'"
                .into(),
        ),
        ("[R, Uw", "line 1, column 1: '[' is never closed; add the missing ]".into()),
        (
            "2-3",
            "line 1, column 1: '2-3' is unexpected here; a number or apostrophe must directly follow a move or \
             bracket, as in R2, R' or (R U)2"
                .into(),
        ),
    ] {
        let error: ParseError = parse(text, LowerCase::Wide).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn invalid_facelets_are_rejected_with_the_exact_reason() {
    let colors = |text: &str| text.replace('U', "W").replace('F', "G").replace('D', "Y").replace('L', "O");
    let solved = SOLVED.concat();
    // Left and right swapped: every corner becomes its own mirror image.
    let mirrored = solved.replace('L', "x").replace('R', "L").replace('x', "R");
    for (text, message) in [
        (
            solved[1..].to_owned(),
            "found 95 stickers instead of 96 (six faces of sixteen, in the order U R F D L B)",
        ),
        ("U".repeat(54), "found 54 stickers instead of 96 (six faces of sixteen, in the order U R F D L B)"),
        (solved.replacen("FFF", "FFx", 1), "'x' at F3 (character 35) is not one of URFDLB"),
        (colors(&solved).replacen("WW", "WU", 1), "'U' at U2 (character 2) is not one of WRGYOB"),
        (solved.replacen("FFF", "FFU", 1), "17 U stickers instead of 16"),
        (colors(&solved).replacen("GGG", "GGY", 1), "15 G stickers instead of 16"),
        // A centre and a wing sticker.
        (exchange(&[("U6", "F2")]), "3 U centres instead of 4"),
        (colors(&exchange(&[("D6", "R2"), ("D7", "R3")])), "6 R centres instead of 4"),
        (mirrored.clone(), "the corners are mirrored; check whether two opposite faces were swapped"),
        (exchange(&[("F4", "D3")]), "no corner has stickers U, R, D (found at URF)"),
        (colors(&exchange(&[("F4", "D3")])), "no corner has stickers W, R, Y (found at URF)"),
        (exchange(&[("U16", "D1")]), "corner DFR appears twice (at DFR and URF), and corner URF is missing"),
        (
            exchange(&[("F4", "R1")]),
            "stickers U, F, R at URF are those of corner URF in mirrored order; swap two of them",
        ),
        (
            exchange(&[("U16", "R1"), ("R1", "F4")]),
            "one corner is twisted anticlockwise (the twists of the corners must sum to a multiple of three): no \
             moves can fix this; check the stickers, or reassemble the cube",
        ),
        (exchange(&[("F2", "D5")]), "no wing has stickers U, D (found at UFl)"),
        (
            exchange(&[("U14", "F2")]),
            "wing UFr appears twice (at UFl and UFr), and wing UFl, with the same colours, is missing; swap the \
             stickers of one of the two",
        ),
        (
            colors(&exchange(&[("U14", "F2")])),
            "wing WGr appears twice (at UFl and UFr), and wing WGo, with the same colours, is missing; swap the \
             stickers of one of the two",
        ),
        // The F sticker of a DF wing and the L sticker of a UL wing.
        (exchange(&[("F14", "L2")]), "3 wings instead of 2 have colours U and F (at UFl, UFr, ULb)"),
    ] {
        let error = facelets::parse(&text).expect_err(message);
        assert_eq!(error.to_string(), message, "{text}");
    }
    assert!(matches!(facelets::parse(&mirrored), Err(facelets::FaceletError::Mirrored)));
}

#[test]
fn facelets_are_read_in_every_orientation() {
    for s in Symmetry::rotations() {
        let held = cube("R 2U Fw'").act(&Action::rotation(s));
        assert_eq!(facelets::parse(&facelets::format(&held)), Ok(held));
        assert!(held.equals_up_to_rotation(&cube("R 2U Fw'")));
    }
}

#[test]
fn seed_one_yields_the_golden_state() {
    // Confirmed by a separate implementation of ChaCha, of the draws, and of the geometry.
    let golden =
        "BDDLURRDDRDDFBRFLLFDDDBFBRFFDBFRURUUFULRULFUDFBBFLLRRUFLDLUUDLUBULBRDBLRFBURLRBRFBLLRDFFUDBLUBUB";
    assert_eq!(random::states(1).next().map(|cube| facelets::format(&cube)).as_deref(), Some(golden));
}

#[test]
fn positions_of_random_states_are_uniform() {
    const DRAWS: u32 = 20_000;
    // The corner DBL is always at home, so the other seven have 21 places.
    let (mut corners, mut wings, mut centres) = ([[0; 24]; 8], [[0; 24]; 24], [[0; 6]; 24]);
    for cube in random::states(44).take(DRAWS as usize) {
        cube.corners().iter().zip(&mut corners).for_each(|(place, counts)| counts[*place as usize] += 1);
        cube.wings().iter().zip(&mut wings).for_each(|(position, counts)| counts[*position as usize] += 1);
        cube.centres().iter().zip(&mut centres).for_each(|(color, counts)| counts[color.index()] += 1);
    }
    let assert_even = |counts: &[u32], outcomes: usize, what: &str| {
        let chance = 1.0 / outcomes as f64;
        let expected = f64::from(DRAWS) * chance;
        let deviation = (expected * (1.0 - chance)).sqrt();
        let seen: Vec<u32> = counts.iter().copied().filter(|count| *count > 0).collect();
        assert_eq!(seen.len(), outcomes, "{what}");
        for count in seen {
            assert!((f64::from(count) - expected).abs() <= 5.0 * deviation, "{what}: {count} of {DRAWS}");
        }
    };
    for (c, counts) in corners.iter().enumerate() {
        assert_even(counts, if c == 3 { 1 } else { 21 }, "corner place");
    }
    wings.iter().for_each(|counts| assert_even(counts, 24, "wing position"));
    centres.iter().for_each(|counts| assert_even(counts, 6, "colour of a centre"));
}

fn any_cube() -> impl Strategy<Value = Cube4> {
    any::<u64>().prop_map(|seed| random::states(seed).next().expect("the states never end"))
}

fn any_turns(length: usize) -> impl Strategy<Value = Vec<Turn>> {
    proptest::collection::vec((0..Turn::COUNT).prop_map(Turn::from_index), 0..length)
}

/// Turns about two of the axes, so that runs of several turns are frequent.
fn turns_in_runs(length: usize) -> impl Strategy<Value = Vec<Turn>> {
    proptest::collection::vec((0..2usize, 0..30usize), 0..length)
        .prop_map(|turns| turns.into_iter().map(|(axis, i)| Turn::from_index(30 * axis + i)).collect())
}

proptest! {
    #[test]
    fn facelets_of_every_state_parse_to_that_state(cube in any_cube(), s in 0..24usize) {
        let held = cube.act(&Action::rotation(Symmetry::from_index(s)));
        prop_assert_eq!(facelets::parse(&facelets::format(&held)), Ok(held));
        prop_assert_eq!(held.reoriented(), cube);
    }

    #[test]
    fn swapped_stickers_are_rejected_unless_they_form_another_state(
        cube in any_cube(), a in 0..96usize, b in 0..96usize,
    ) {
        let mut stickers = facelets::format(&cube).into_bytes();
        stickers.swap(a, b);
        let text = String::from_utf8(stickers).expect("stickers are ASCII letters");
        let is_centre = |i: usize| (1..3).contains(&(i % 4)) && (1..3).contains(&(i % 16 / 4));
        match facelets::parse(&text) {
            // Centres may be anywhere; two wings that share a colour may have been swapped.
            Ok(other) => {
                let moved = (0..24).filter(|w| cube.wings()[*w] != other.wings()[*w]).count();
                prop_assert!(moved == 0 || moved == 2);
                prop_assert_eq!(cube.corners(), other.corners());
                prop_assert!(cube.centres() == other.centres() || (moved == 0 && is_centre(a) && is_centre(b)));
                prop_assert_eq!(facelets::format(&other), text);
            }
            Err(error) => prop_assert!(!(is_centre(a) && is_centre(b)), "{}", error),
        }
    }

    #[test]
    fn formatted_turns_parse_to_themselves(turns in any_turns(30)) {
        let text = format(&turns);
        prop_assert_eq!(parse(&text, LowerCase::Wide), Ok(turns.clone()));
        prop_assert_eq!(parse(&text, LowerCase::Inner), Ok(turns));
    }

    #[test]
    fn runs_have_the_action_of_their_turns(turns in turns_in_runs(30), more in any_turns(10)) {
        let turns = [turns, more].concat();
        let action = Action::of_all(turns.iter().copied());
        let runs = Runs::new(&turns);
        prop_assert!(runs.runs().windows(2).all(|two| two[0].axis != two[1].axis));
        for metric in Metric::ALL {
            let (written, rotation) = runs.to_turns(metric);
            prop_assert_eq!(written.len(), runs.length(metric));
            let one = |turn: &Turn| {
                let layers = turn.layers();
                metric.layers().contains(&layers) || metric.layers().contains(&layers.reversed())
            };
            prop_assert!(written.iter().all(one));
            let again = Action::of_all(written.iter().copied());
            prop_assert_eq!(again.then(&Action::rotation(rotation)), action);
            // The written turns have the same runs.
            let again = Runs::new(&written);
            prop_assert_eq!(again.runs(), runs.runs());
        }
    }

    #[test]
    fn sequence_followed_by_its_inverse_has_no_runs(turns in turns_in_runs(20)) {
        let back = turns.iter().rev().map(|turn| turn.inverse());
        let both: Vec<Turn> = turns.iter().copied().chain(back).collect();
        prop_assert_eq!(Runs::new(&both), Runs::default());
    }

    #[test]
    fn inserted_rotation_keeps_the_runs(turns in any_turns(12), at in 0..12usize, s in 0..24usize) {
        // Inserts a rotation and conjugates all turns after it; the runs stay the same.
        let s = Symmetry::from_index(s);
        let at = at.min(turns.len());
        let name = s.rotation_name().expect("the symmetry is a rotation");
        let rest = turns[at..].iter().map(|turn| turn.conjugate(s));
        let moved: Vec<Turn> = turns[..at].iter().copied().chain(read(&name)).chain(rest).collect();
        let (moved, plain) = (Runs::new(&moved), Runs::new(&turns));
        prop_assert_eq!(moved.runs(), plain.runs());
    }

    #[test]
    fn arbitrary_text_does_not_panic(
        text in "\\PC{0,100}",
        stickers in "[URFDLB]{96}",
        moves in "[RUFDLBrufxyzMESmesw0-9'()\\[\\],:/* -]{0,40}",
    ) {
        let _ = (facelets::parse(&text), facelets::parse(&stickers));
        for text in [&text, &moves] {
            for lower_case in [LowerCase::Wide, LowerCase::Inner] {
                if let Ok(turns) = parse(text, lower_case) {
                    prop_assert_eq!(parse(&format(&turns), lower_case), Ok(turns));
                }
            }
        }
    }
}

#[test]
fn turn_indices_are_grouped_by_axis() {
    for (axis, first) in Axis::ALL.into_iter().zip([0, 30, 60]) {
        assert!((first..first + 30).all(|i| Turn::from_index(i).axis() == axis));
    }
}
