//! The pictures of derived cases, and the known case that each shows.

use cubiform_cube::facelets::sticker_index;
use cubiform_cube::goal::{Pattern, Slot};
use cubiform_cube::piece::{CORNER_FACES, EDGE_FACES};
use cubiform_cube::{Cube, Face, PieceSet};

use super::view::{Sticker, View};
use crate::cases::recognition::{SLOT, cell, cross_and};
use crate::cases::{Case, CaseSet};
use crate::identify;

/// Properties that all cases of a set share. They decide how a case is drawn and whether it has the name of a known case.
pub(super) struct SetTraits {
    /// Whether the first two layers are solved in all of them.
    two_layers: bool,
    /// The sets of which all states of a case show one case.
    sets: Vec<CaseSet>,
}

impl SetTraits {
    pub(super) fn new(from: &[Pattern], view: &View) -> SetTraits {
        let fixes = |pieces: PieceSet| {
            let solved = Pattern::solved(pieces);
            from.iter().all(|pattern| {
                pattern.and(&solved).corners == pattern.corners && pattern.and(&solved).edges == pattern.edges
            })
        };
        let two_layers = fixes(cross_and(Slot::ALL));
        let top_is = |corner: &dyn Fn(usize) -> bool, edge: &dyn Fn(usize) -> bool| {
            (0..4).all(|i| corner(i) && edge(i))
        };
        let (corners, edges) = (&view.corners, &view.edges);
        let all_oriented =
            |places: &dyn Fn(&Pattern) -> u32, of: u32| from.iter().all(|pattern| places(pattern) & !of == 0);
        let knows = |set: &CaseSet| match set {
            CaseSet::Oll => {
                two_layers
                    && top_is(&|c| corners.sees_turn(c) || all_oriented(&|p| p.corners[c], 0o1111), &|e| {
                        edges.sees_turn(e) || all_oriented(&|p| p.edges[e], 0b0101_0101)
                    })
            }
            CaseSet::Pll => two_layers && top_is(&|c| corners.tells_apart(c), &|e| edges.tells_apart(e)),
            CaseSet::F2l => {
                fixes(cross_and(Slot::ALL.into_iter().filter(|slot| *slot != SLOT)))
                    && corners.tells_apart(SLOT.corner())
                    && corners.sees_turn(SLOT.corner())
                    && edges.tells_apart(SLOT.edge())
                    && edges.sees_turn(SLOT.edge())
            }
        };
        SetTraits { two_layers, sets: CaseSet::ALL.into_iter().filter(knows).collect() }
    }

    /// Returns the case of F2L, OLL or PLL that a state shows.
    pub(super) fn case(&self, cube: &Cube) -> Option<&'static Case> {
        let cases = identify(cube, Face::D.color());
        cases.first().and_then(|first| first.case).filter(|case| self.sets.contains(&case.set))
    }

    /// Returns the last layer from above, as rows separated by `/`.
    pub(super) fn picture(&self, stickers: &[Sticker]) -> Option<String> {
        self.two_layers.then(|| {
            let mut rows = [['?'; 5]; 5];
            rows[2][2] = 'x';
            let mut show = |faces: &[Face]| {
                for face in faces {
                    let (row, column) = cell(faces, *face);
                    rows[row][column] = match stickers[sticker_index(*face, faces)] {
                        Sticker::Of(Face::U) => 'x',
                        Sticker::Of(face) => face.letter(),
                        Sticker::NotTop => '.',
                        Sticker::Any => '?',
                    };
                }
            };
            CORNER_FACES[..4].iter().for_each(|faces| show(faces));
            EDGE_FACES[..4].iter().for_each(|faces| show(faces));
            rows.map(|row| row.iter().collect::<String>()).join("/")
        })
    }
}

/// Returns the 54 stickers; `?` for those that are not known.
pub(super) fn facelets(stickers: &[Sticker]) -> String {
    let letter = |sticker: &Sticker| match sticker {
        Sticker::Of(face) => face.letter(),
        Sticker::NotTop | Sticker::Any => '?',
    };
    stickers.iter().map(letter).collect()
}

/// Returns the set of a known case and its number on the sheet.
pub(super) fn number(case: &'static Case) -> (CaseSet, usize) {
    let at = case.set.cases().iter().position(|other| std::ptr::eq(other, case));
    (case.set, at.unwrap_or(0))
}
