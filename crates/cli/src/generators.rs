//! The move set of `solve --moves`: turns of faces, slices and wide layers.

use std::fmt;

use cubiform_cube::notation::{Algorithm, Base, Turn};
use cubiform_cube::{Face, Move};

use crate::arg_values::MoveSet;

/// A set of layers. Each has all of its turns, or, if the flag is set, only its half turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Generators(Vec<(Base, bool)>);

impl Generators {
    /// Parses a set such as `<R,U>`, `<r,U2>` or `<M,U>`: each layer has all of its turns, or only its half turn.
    ///
    /// # Errors
    /// Returns a message if an item is not a move or rotates the whole cube, or if the set is empty.
    pub(crate) fn read(text: &str) -> Result<Generators, String> {
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
            if matches!(turn.base(), Base::X | Base::Y | Base::Z) {
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

    /// Returns all turns of the set.
    pub(crate) fn turns(&self) -> Vec<Turn> {
        let turns_of = |(base, half): &(Base, bool)| {
            let quarters = if *half { 2..=2 } else { 1..=3 };
            quarters.filter_map(|quarters| Turn::new(*base, quarters)).collect::<Vec<_>>()
        };
        self.0.iter().flat_map(turns_of).collect()
    }

    /// Returns the set as face turns, or `None` if it has slices or wide layers.
    pub(crate) fn faces(&self) -> Option<MoveSet> {
        let face = |turn: Turn| match turn.base() {
            Base::Face(face) => Move::new(face, turn.quarters().into()),
            _ => None,
        };
        let moves: Option<Vec<Move>> = self.turns().into_iter().map(face).collect();
        moves.map(|moves| MoveSet(Move::set(moves)))
    }

    /// Returns whether the set consists of all turns of all six faces.
    pub(crate) fn are_all_faces(&self) -> bool {
        let has = |face: &Face| self.0.contains(&(Base::Face(*face), false));
        self.0.len() == Face::ALL.len() && Face::ALL.iter().all(has)
    }
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
