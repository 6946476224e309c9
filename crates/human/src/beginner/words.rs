//! Names of pieces, places and directions in the explanations.

use cubiform_cube::notation::Turn;
use cubiform_cube::piece::{CORNER_FACES, EDGE_FACES, EDGE_IMAGE};
use cubiform_cube::{Color, Face};

use super::hands::Hands;
use crate::solution::Situation;

/// Returns a situation with these values.
pub(super) fn situation<const N: usize>(
    code: &'static str,
    values: [(&'static str, &dyn ToString); N],
) -> Situation {
    Situation { code, values: values.map(|(name, value)| (name, value.to_string())).into() }
}

/// Returns a turn as text; empty for none.
pub(super) fn turn_name(turn: Option<Turn>) -> String {
    turn.map_or_else(String::new, |turn| turn.to_string())
}

/// Returns the name of a position by its faces: `UFR`.
pub(super) fn place_name(faces: &[Face]) -> String {
    faces.iter().map(|face| face.letter()).collect()
}

impl Hands {
    /// Returns the colour of the bottom layer.
    pub(super) fn bottom(&self) -> Color {
        self.color(Face::D)
    }

    /// Returns the colour of the top layer.
    pub(super) fn top(&self) -> Color {
        self.color(Face::U)
    }

    /// Returns the colours of an edge, in the same order however the cube is held: `white-red`.
    pub(super) fn edge_colors(&self, edge: usize) -> String {
        let since = self.inspection.inverse().then(self.frame);
        let edge = EDGE_IMAGE[since.inverse().index()][edge];
        let color = |face| self.inspection.inverse().face(face).color().name();
        EDGE_FACES[usize::from(edge)].map(color).join("-")
    }

    /// Returns the name of an edge: `white-red edge`.
    pub(super) fn edge_name(&self, edge: usize) -> String {
        format!("{} edge", self.edge_colors(edge))
    }

    /// Returns the colours of a corner: `white-red-green`.
    pub(super) fn corner_colors(&self, corner: usize) -> String {
        CORNER_FACES[corner].map(|face| self.color(face).name()).join("-")
    }

    /// Returns the name of a corner: `white-red-green corner`.
    pub(super) fn corner_name(&self, corner: usize) -> String {
        format!("{} corner", self.corner_colors(corner))
    }

    /// Returns a sentence that turns the whole cube, followed by a space; empty without a turn.
    pub(super) fn rotation_sentence(&self, turn: Option<Turn>, purpose: &str) -> String {
        turn.map_or_else(String::new, |turn| format!("Turn the whole cube with {turn} so that {purpose}. "))
    }
}

/// Returns the words for a place at a side of a layer: `at the front`.
pub(super) fn at_side(face: Face) -> &'static str {
    match face {
        Face::R => "at the right",
        Face::F => "at the front",
        Face::L => "at the left",
        _ => "at the back",
    }
}

/// Returns the words for where the person sees a side: `in front`.
pub(super) fn is_at(face: Face) -> &'static str {
    match face {
        Face::R => "on the right",
        Face::F => "in front",
        Face::L => "on the left",
        _ => "at the back",
    }
}

/// Returns the words for where a sticker on a face looks: `faces you`.
pub(super) fn faces(face: Face) -> &'static str {
    match face {
        Face::U => "faces up",
        Face::R => "faces right",
        Face::F => "faces you",
        Face::D => "faces down",
        Face::L => "faces left",
        Face::B => "faces the back",
    }
}

/// Returns the words for where an edge position is: `in the top layer at the front`.
pub(super) fn edge_place(position: usize) -> String {
    let [first, second] = EDGE_FACES[position];
    match first {
        Face::U => format!("in the top layer {}", at_side(second)),
        Face::D => format!("in the bottom layer {}", at_side(second)),
        depth => format!("in the middle layer {}", at_column(depth, second)),
    }
}

/// Returns the words for where a corner position is: `in the top layer at the front right`.
pub(super) fn corner_place(position: usize) -> String {
    let [level, others @ ..] = CORNER_FACES[position];
    let layer = if level == Face::U { "top" } else { "bottom" };
    let depth = if others.contains(&Face::F) { Face::F } else { Face::B };
    let side = if others.contains(&Face::R) { Face::R } else { Face::L };
    format!("in the {layer} layer {}", at_column(depth, side))
}

/// Returns the words for where a column is: `at the front right`.
fn at_column(depth: Face, side: Face) -> String {
    let depth = if depth == Face::F { "front" } else { "back" };
    let side = if side == Face::R { "right" } else { "left" };
    format!("at the {depth} {side}")
}

/// Joins phrases into a list: `a`, `a and b`, `a, b and c`.
pub(super) fn list<S: AsRef<str>>(items: &[S]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_string(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// Returns the text with its first letter in upper case.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a number of repetitions in words: `once`, `twice`, `four times`.
pub(super) fn times(count: usize) -> String {
    match count {
        1 => "once".into(),
        2 => "twice".into(),
        3 => "three times".into(),
        4 => "four times".into(),
        n => format!("{n} times"),
    }
}

/// Returns a sentence about the pieces that are in place before a stage, after a space; empty if there is none.
pub(super) fn already_placed(pieces: &[String]) -> String {
    match pieces {
        [] => String::new(),
        [one] => format!(" The {one} is already in its place."),
        several => {
            let named: Vec<String> = several.iter().map(|piece| format!("the {piece}")).collect();
            format!(" {} are already in their places.", capitalized(&list(&named)))
        }
    }
}
