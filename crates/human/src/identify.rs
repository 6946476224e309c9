//! Identification of the case on a cube, and of the case that an algorithm solves.

use cubiform_cube::goal::Slot;
use cubiform_cube::{Algorithm, Color, Cube, Symmetry};

use super::cases::{Case, CaseSet, is_pictured, recognition};
use super::pairs::{case_of, quarters_to_front_right, solved_slots};
use super::solution::slot_colors;
use super::stage_solution::y_rotation;

/// A case on a cube, with one colour at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdentifiedCase {
    /// The bottom colour. Its cross is solved.
    pub color: Color,
    /// The set of cases of the next stage.
    pub set: CaseSet,
    /// The case. `None` if a piece of the pair is in another slot, or if the last layer is solved up to a turn of U.
    pub case: Option<&'static Case>,
    /// For a pair: its slot after the rotation that brings the bottom colour down, and the colours of its edge.
    pub slot: Option<(Slot, [Color; 2])>,
    /// The quarter turns about y, after the bottom colour is brought down, that lead to the orientation of the picture.
    pub rotation: u8,
    /// For a pair: the quarter turns of U, after that rotation, that lead to the picture.
    pub turn: u8,
}

/// Returns the cases on a cube with `color` at the bottom: one for each unsolved pair if the cross is solved, or that
/// of OLL or PLL if the first two layers are solved. Empty if the cross is not solved.
///
/// ```
/// use cubiform_cube::{Algorithm, Color, Face};
/// use cubiform_human::identify;
///
/// let cube = Algorithm::parse("R U2 R' U' R U' R'").unwrap().cube();
/// let shown = identify(&cube, Face::D.color());
/// assert_eq!(shown[0].case.unwrap().to_string(), "OLL 27 (Sune)");
/// ```
pub fn identify(cube: &Cube, color: Color) -> Vec<IdentifiedCase> {
    let down = Symmetry::bring_down(color);
    let rotated = cube.conjugate(down);
    if !recognition::is_solved(&rotated, recognition::cross_and([])) {
        return Vec::new();
    }
    let done = solved_slots(&rotated);
    let open = Slot::ALL.into_iter().filter(|slot| done >> slot.index() & 1 == 0);
    let pairs: Vec<IdentifiedCase> = open
        .map(|slot| {
            let (case, turn) = case_of(&rotated, slot).unzip();
            let slot_and_colors = Some((slot, slot_colors(slot, down)));
            let rotation = quarters_to_front_right(slot);
            IdentifiedCase {
                color,
                set: CaseSet::F2l,
                case,
                slot: slot_and_colors,
                rotation,
                turn: turn.unwrap_or(0),
            }
        })
        .collect();
    if !pairs.is_empty() {
        return pairs;
    }
    let set = if recognition::rank_orientation(&rotated) == 0 { CaseSet::Pll } else { CaseSet::Oll };
    let identified = |(case, rotation): (Option<&'static Case>, u8)| IdentifiedCase {
        color,
        set,
        case,
        slot: None,
        rotation,
        turn: 0,
    };
    let last_layer_case = (0..4).find_map(|rotation| {
        let seen = rotated.conjugate(y_rotation(rotation));
        let case = set.cases().iter().find(|case| is_pictured(case, &seen) == Ok(true))?;
        Some((Some(case), rotation))
    });
    vec![identified(last_layer_case.unwrap_or((None, 0)))]
}

/// Returns the cases that an algorithm solves in the orientation in which it starts. If there are none, returns those
/// with another face at the bottom.
pub fn identify_algorithm(algorithm: &Algorithm) -> Vec<IdentifiedCase> {
    let state = algorithm.cube().inverse();
    let bottom = cubiform_cube::Face::D.color();
    let first = std::iter::once(bottom).chain(Color::COLUMNS.into_iter().filter(|color| *color != bottom));
    first
        .map(|color| {
            identify(&state, color).into_iter().filter(|identified| identified.case.is_some()).collect()
        })
        .find(|cases: &Vec<IdentifiedCase>| !cases.is_empty())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::after_u_turn;

    #[test]
    fn each_algorithm_of_a_case_is_identified_as_that_case() {
        for set in CaseSet::ALL {
            for case in set.cases() {
                for text in &case.algorithms {
                    let algorithm = Algorithm::parse(text).expect("valid algorithm in the case tables");
                    let cases = identify_algorithm(&algorithm);
                    assert_eq!(cases[0].case, Some(case), "{text}");
                    assert_eq!((cases.len(), cases[0].rotation, cases[0].turn), (1, 0, 0), "{text}");
                }
            }
        }
    }

    #[test]
    fn rotation_and_turn_of_an_identified_case_lead_to_its_picture() {
        for set in CaseSet::ALL {
            for case in set.cases() {
                let state = Algorithm::parse(case.algorithms[0]).expect("valid moves").cube().inverse();
                for quarters in 0..16 {
                    let before = if set == CaseSet::Pll { state } else { after_u_turn(&state, quarters / 4) };
                    let before = before.conjugate(y_rotation((quarters % 4) as u8));
                    for color in Color::COLUMNS {
                        let cube = before.conjugate(Symmetry::bring_down(color).inverse());
                        let [identified] = identify(&cube, color)[..] else { panic!("{case}") };
                        assert_eq!(identified.case, Some(case));
                        let seen = cube
                            .conjugate(Symmetry::bring_down(color))
                            .conjugate(y_rotation(identified.rotation));
                        assert_eq!(
                            is_pictured(case, &after_u_turn(&seen, identified.turn.into())),
                            Ok(true),
                            "{case}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn no_case_is_identified_without_a_cross() {
        let cube = Algorithm::parse("F R U").expect("valid moves").cube();
        assert!(Color::COLUMNS.into_iter().all(|color| identify(&cube, color).is_empty()));
        let solved = identify(&Cube::SOLVED, Color::COLUMNS[0]);
        assert_eq!((solved[0].set, solved[0].case), (CaseSet::Pll, None));
    }
}
