//! The move set of `solve --moves`: turns of faces, slices and wide layers.

use std::fmt;

use cubiform_cube::notation::{Algorithm, Base, Turn};
use cubiform_cube::{Axis, Face, Move};

/// A set of moves as a bit mask: bit `m` stands for the move with index `m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSet(pub u32);

/// Formats the set in the notation that [`parse_move_set`] accepts.
impl std::fmt::Display for MoveSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let face_name = |face: Face| {
            let quarter = Move::new(face, 1).is_some_and(|m| self.0 >> m.index() & 1 == 1);
            let half = Move::new(face, 2).is_some_and(|m| self.0 >> m.index() & 1 == 1);
            half.then(|| format!("{face}{}", if quarter { "" } else { "2" }))
        };
        write!(f, "<{}>", Face::ALL.into_iter().filter_map(face_name).collect::<Vec<_>>().join(","))
    }
}

/// Parses a move set such as `<U,D,R2,L2,F2,B2>`: each face has all of its turns, or only its half turn.
///
/// # Errors
/// If the text names no moves, or moves that do not exist.
pub fn parse_move_set(text: &str) -> Result<MoveSet, String> {
    let names = text.trim().trim_start_matches('<').trim_end_matches('>');
    let mut set = 0;
    for name in names.split([',', ' ']).filter(|name| !name.is_empty()) {
        let (face, half) = match name.strip_suffix('2') {
            Some(face) => (face, true),
            None => (name.trim_end_matches('\''), false),
        };
        let mut letters = face.chars();
        let face = letters.next().and_then(Face::from_letter).filter(|_| letters.next().is_none());
        let face =
            face.ok_or_else(|| format!("'{name}' is not a face turn; write faces as in <U,D,R2>: U for all turns of a face, R2 for the half turn (algorithms to a goal may have slices and wide layers)"))?;
        let own = Move::all().filter(|m| m.face() == face && (!half || m.quarters() == 2));
        set |= Move::set(own);
    }
    if set == 0 { Err("no moves given; write them as in <U,D,R2>".into()) } else { Ok(MoveSet(set)) }
}

/// A set of layers. Each has all of its turns, or, if the flag is set, only its half turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generators(Vec<(Base, bool)>);

impl Generators {
    /// Parses a set such as `<R,U>`, `<r,U2>` or `<M,U>`: each layer has all of its turns, or only its half turn.
    ///
    /// # Errors
    /// Returns a message if an item is not a move or rotates the whole cube, or if the set is empty.
    pub fn read(text: &str) -> Result<Generators, String> {
        Generators::parse(text, false)
    }

    /// Parses a set like [`read`](Self::read), which may have rotations of the whole cube.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn with_rotations(text: &str) -> Result<Generators, String> {
        Generators::parse(text, true)
    }

    fn parse(text: &str, may_rotate: bool) -> Result<Generators, String> {
        let names = text.trim().trim_start_matches('<').trim_end_matches('>');
        let mut layers: Vec<(Base, bool)> = Vec::new();
        for name in names.split([',', ' ']).filter(|name| !name.is_empty()) {
            let turns = Algorithm::parse(name).map(|algorithm| algorithm.turns().to_vec());
            let turn = match turns.as_deref() {
                Ok([turn]) => *turn,
                _ => {
                    return Err(format!(
                        "'{name}' is not a move; write layers as in <R,U>, <r,U2> or <M,U>: U for all turns of a \
                         layer, U2 for the half turn"
                    ));
                }
            };
            if !may_rotate && turn.base().is_rotation() {
                return Err(format!("'{name}' rotates the whole cube, which is not a move; remove it"));
            }
            let is_half = turn.quarters() == 2;
            match layers.iter_mut().find(|(base, _)| *base == turn.base()) {
                Some((_, half)) => *half &= is_half,
                None => layers.push((turn.base(), is_half)),
            }
        }
        if layers.is_empty() {
            Err("no moves given; write them as in <R,U>".into())
        } else {
            Ok(Generators(layers))
        }
    }

    /// Returns all turns of the set, each with its inverse.
    pub fn turns(&self) -> Vec<Turn> {
        let turns_of = |(base, half): &(Base, bool)| {
            let quarters = if *half { 2..=2 } else { 1..=3 };
            quarters.filter_map(|quarters| Turn::new(*base, quarters)).collect::<Vec<_>>()
        };
        self.0.iter().flat_map(turns_of).collect()
    }

    /// Returns the set as face turns, or `None` if it has slices or wide layers.
    pub fn faces(&self) -> Option<MoveSet> {
        let face = |turn: Turn| match turn.base() {
            Base::Face(face) => Move::new(face, turn.quarters().into()),
            _ => None,
        };
        let moves: Option<Vec<Move>> = self.turns().into_iter().map(face).collect();
        moves.map(|moves| MoveSet(Move::set(moves)))
    }

    /// Returns whether the set consists of all turns of all six faces.
    pub fn are_all_faces(&self) -> bool {
        let has = |face: &Face| self.0.contains(&(Base::Face(*face), false));
        self.0.len() == Face::ALL.len() && Face::ALL.iter().all(has)
    }
}

/// Returns the axis along which a set is exactly the moves of the second phase of two-phase: all turns of the faces on the
/// axis, and half turns of the others.
pub fn axis_of(set: MoveSet) -> Option<Axis> {
    let of_axis =
        |axis: Axis| Move::set(Move::all().filter(|m| m.face().axis() == axis || m.quarters() == 2));
    Axis::ALL.into_iter().find(|axis| set.0 == of_axis(*axis))
}

/// Formats the set in the notation that [`Generators::read`] accepts.
impl fmt::Display for Generators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |(base, half): &(Base, bool)| format!("{base}{}", if *half { "2" } else { "" });
        write!(f, "<{}>", self.0.iter().map(name).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_accepts_faces_slices_and_wide_layers() {
        for (text, written, turns, is_faces) in [
            ("<R,U>", "<R,U>", 6, true),
            ("r U", "<Rw,U>", 6, false),
            ("<M',U2>", "<M,U2>", 4, false),
            ("<U,U2,R2>", "<U,R2>", 4, true),
            ("<Rw, u, S>", "<Rw,Uw,S>", 9, false),
        ] {
            let read = Generators::read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!((&read.to_string()[..], read.turns().len()), (written, turns));
            assert_eq!(read.faces().is_some(), is_faces);
            assert!(!read.are_all_faces());
        }
        assert!(Generators::read("<U,R,F,D,L,B>").unwrap().are_all_faces());
        assert_eq!(
            Generators::read("<R,x>").unwrap_err(),
            "'x' rotates the whole cube, which is not a move; remove it"
        );
        assert!(Generators::read("<R,Q>").unwrap_err().starts_with("'Q' is not a move; "));
        assert!(Generators::read("<>").unwrap_err().starts_with("no moves given; "));
    }
}
