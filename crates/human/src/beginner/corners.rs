//! The corners of the bottom layer, one by one.

use cubiform_cube::Face;
use cubiform_cube::piece::CORNER_FACES;

use super::hands::Hands;
use super::words::{already_placed, corner_place, faces, place_name, situation, turn_name};

/// The corners of the bottom layer: DFR, DLF, DBL and DRB.
const CORNERS: std::ops::Range<usize> = 4..8;

/// The corner whose place is at the front right.
const FRONT_RIGHT: usize = 4;

/// The moves that take the corner at the front right of the bottom layer out.
const TAKE_OUT: &str = "R U R'";

/// Returns the moves that insert a corner from above the place at the front right, by the face that its sticker of the
/// bottom colour is on.
fn insertion(sticker: Face) -> &'static str {
    match sticker {
        Face::R => "R U R'",
        Face::F => "F' U' F",
        _ => "R U2 R' U' R U R'",
    }
}

/// Solves the corners. Returns the explanation of the stage.
pub(super) fn solve(hands: &mut Hands) -> String {
    let bottom = hands.bottom();
    let placed: Vec<String> =
        CORNERS.filter(|corner| hands.has_corner(*corner)).map(|corner| hands.corner_name(corner)).collect();
    if placed.len() == CORNERS.len() {
        return format!("Already solved: the four {bottom} corners are in their places.");
    }
    loop {
        if let Some(corner) = easiest_to_insert(hands) {
            insert(hands, corner);
        } else if let Some(corner) = easiest_to_take_out(hands) {
            take_out(hands, corner);
        } else {
            break;
        }
    }
    format!(
        "Place each {bottom} corner between the centres of its other two colours. Find one in the top layer, hold its place \
         at the front right, and turn the top layer until it is above its place. The moves that insert it depend on where \
         its {bottom} sticker faces: {right} if it faces right, {front} if it faces you, {up} if it faces up.{}",
        already_placed(&placed),
        right = insertion(Face::R),
        front = insertion(Face::F),
        up = insertion(Face::U),
    )
}

/// Returns the rotation, in quarter turns about y, that brings a position of the bottom layer to the front right.
fn to_front_right(position: usize) -> usize {
    (FRONT_RIGHT + 4 - position) % 4
}

/// Returns the corner of the top layer that takes the fewest moves to insert; of equal ones, that with the smallest
/// rotation.
fn easiest_to_insert(hands: &Hands) -> Option<usize> {
    CORNERS.filter(|corner| hands.corner(*corner).0 < FRONT_RIGHT).min_by_key(|corner| {
        let (position, sticker) = hands.corner(*corner);
        let is_above = position + 4 == *corner;
        let length = if sticker == Face::U { 7 } else { 3 };
        (length + usize::from(!is_above), [0, 1, 2, 1][to_front_right(*corner)])
    })
}

/// Returns the corner of the bottom layer that is not solved with the smallest rotation to take it out.
fn easiest_to_take_out(hands: &Hands) -> Option<usize> {
    let unsolved = CORNERS.filter(|corner| !hands.has_corner(*corner));
    unsolved.min_by_key(|corner| [0, 1, 2, 1][to_front_right(hands.corner(*corner).0)])
}

/// Returns the words for the two side centres next to the place at the front right: `red and green`.
fn sides(hands: &Hands) -> String {
    let [_, a, b] = CORNER_FACES[FRONT_RIGHT];
    format!("{} and {}", hands.color(a), hands.color(b))
}

/// Inserts a corner of the top layer, as one step.
fn insert(hands: &mut Hands, corner: usize) {
    let rotation = hands.rotate(to_front_right(corner));
    let (name, bottom) = (hands.corner_name(FRONT_RIGHT), hands.bottom());
    let purpose = format!("the place between {} is at the front right", sides(hands));
    let mut explanation = hands.rotation_sentence(rotation, &purpose);
    let (position, _) = hands.corner(FRONT_RIGHT);
    let turn = hands.turn_top((4 - position) % 4);
    let (_, sticker) = hands.corner(FRONT_RIGHT);
    explanation += &match turn {
        Some(turn) => {
            format!("The {name} is {}. {turn} brings it above its place. Now its", corner_place(position))
        }
        None => format!("The {name} is above its place. Its"),
    };
    let moves = insertion(sticker);
    explanation += &format!(" {bottom} sticker {}: insert it with {moves}.", faces(sticker));
    let case = format!("in the top layer; above its place, its {bottom} sticker {}", faces(sticker));
    let seen = situation(
        "corner-insert",
        [
            ("piece", &hands.corner_colors(FRONT_RIGHT)),
            ("rotation", &turn_name(rotation)),
            ("place", &place_name(&CORNER_FACES[position])),
            ("turn", &turn_name(turn)),
            ("sticker", &sticker.letter()),
            ("algorithm", &moves),
        ],
    );
    hands.do_algorithm(moves);
    hands.end_step(name, case, explanation, seen);
}

/// Takes a corner of the bottom layer out to the top layer, as one step.
fn take_out(hands: &mut Hands, corner: usize) {
    let (position, _) = hands.corner(corner);
    let is_twisted = position == corner;
    let quarters = to_front_right(position);
    let rotation = hands.rotate(quarters);
    let corner = 4 + (corner + quarters) % 4;
    let name = hands.corner_name(corner);
    let case = match is_twisted {
        true => "in its place but twisted",
        false => "in the place of another corner",
    };
    let mut explanation = hands.rotation_sentence(rotation, "this corner is at the front right");
    explanation += &format!("The {name} is {case}. {TAKE_OUT} takes it out to the top layer.");
    let seen = situation(
        "corner-take-out",
        [
            ("piece", &hands.corner_colors(corner)),
            ("rotation", &turn_name(rotation)),
            ("at", &if is_twisted { "own" } else { "other" }),
            ("algorithm", &TAKE_OUT),
        ],
    );
    hands.do_algorithm(TAKE_OUT);
    hands.end_step(format!("{name}, taken out"), case.into(), explanation, seen);
}
