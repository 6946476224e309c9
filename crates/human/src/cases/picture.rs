//! Pictures of the cases as text: the last layer seen from above, or the pieces of a pair in words.

use cubiform_cube::piece::{CORNER_FACES, EDGE_FACES, corner_name, edge_name};
use cubiform_cube::{Cube, Face};

use super::recognition::{self, SLOT};
use super::{Case, CaseSet};

/// Returns the picture of a case as lines of text.
///
/// * OLL: the top face with the stickers around it. `#` is the top colour, `-` another colour.
/// * PLL: the top face with the side stickers around it, each with the letter of the face to which it belongs; then the
///   cycles.
/// * F2L: the positions of the corner and the edge.
///
/// # Panics
/// If the picture of the case is invalid, which tests exclude for all cases.
pub fn picture(case: &Case) -> Vec<String> {
    let read = "tests read every picture";
    match case.set {
        CaseSet::Oll => case.picture.split('/').enumerate().map(|(i, row)| top_row(i, row)).collect(),
        CaseSet::Pll => {
            let mut lines = sides(&recognition::parse_pll_picture(case.picture).expect(read));
            lines.extend(case.picture.split(", ").map(cycle));
            lines
        }
        CaseSet::F2l => {
            let pair = recognition::parse_f2l_picture(case.picture).expect(read);
            let (c, e) = (usize::from(pair.corner), usize::from(pair.edge));
            let corner = match c / 3 {
                at if at == SLOT.corner() => "in its slot".to_string(),
                at => format!("at {}", corner_name(at)),
            };
            let edge = match e / 2 {
                at if at == SLOT.edge() => "in its slot".to_string(),
                at => format!("at {}", edge_name(at)),
            };
            vec![
                format!("corner {corner}, bottom colour {}", facing(CORNER_FACES[c / 3][c % 3])),
                format!("edge {edge}, front colour {}", facing(EDGE_FACES[e / 2][e % 2])),
            ]
        }
    }
}

fn facing(face: Face) -> &'static str {
    match face {
        Face::U => "facing up",
        Face::R => "facing right",
        Face::F => "facing front",
        Face::D => "facing down",
        Face::L => "facing left",
        Face::B => "facing back",
    }
}

/// Returns a row of an OLL picture. Side stickers of other colours are left blank.
fn top_row(i: usize, row: &str) -> String {
    let show = |(j, c): (usize, char)| match (c, (1..4).contains(&i) && (1..4).contains(&j)) {
        ('x', _) => '#',
        (_, true) => '-',
        (_, false) => ' ',
    };
    let cells: Vec<String> = row.chars().enumerate().map(|cell| show(cell).to_string()).collect();
    cells.join(" ").trim_end().to_string()
}

/// Returns an oriented last layer with its side stickers, seen from above.
fn sides(cube: &Cube) -> Vec<String> {
    let mut cells = [[' '; 5]; 5];
    cells[1..4].iter_mut().for_each(|row| row[1..4].fill('#'));
    for ((row, column), of) in recognition::side_stickers(cube) {
        cells[row][column] = of.letter();
    }
    let line = |row: &[char; 5]| row.map(|c| c.to_string()).join(" ").trim_end().to_string();
    cells.iter().map(line).collect()
}

/// Formats a cycle: `UL -> UR -> UF -> UL`.
fn cycle(cycle: &str) -> String {
    let places: Vec<&str> = cycle.split(' ').collect();
    match places[..] {
        [a, b] => format!("{a} <-> {b}"),
        _ => format!("{} -> {}", places.join(" -> "), places[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(set: CaseSet, label: &str) -> Vec<String> {
        picture(Case::find(set, label).expect("the case is there"))
    }

    #[test]
    fn pictures_match_the_sheets() {
        assert_eq!(drawing(CaseSet::Oll, "sune"), ["  #", "  - # - #", "  # # #", "  # # -", "      #"]);
        assert_eq!(
            drawing(CaseSet::Pll, "T"),
            ["  B B R", "L # # # F", "R # # # L", "L # # # B", "  F F R", "URF <-> UBR", "UR <-> UL"]
        );
        assert_eq!(
            drawing(CaseSet::F2l, "4"),
            ["corner at URF, bottom colour facing right", "edge at UB, front colour facing up"]
        );
    }
}
