//! The group that some moves generate: how many cubes they make of the solved one, and which.
//!
//! A chain of stabilisers (Schreier and Sims): each link is the part of the group that leaves the pieces before it at
//! home, and has for each place to which that part carries the next piece one cube that does so. A cube is in the
//! group if these cubes, undone one after the other, bring all its pieces home. The chain is complete once it holds
//! what every such cube and a generator after it make; it is built by Knuth's method ("Efficient representation of
//! perm groups", 1991).

use crate::moves::Move;
use crate::state::Cube;

/// How many pieces there are: eight corners, then twelve edges.
const PIECES: usize = 20;

/// How many places a piece has.
const PLACES: usize = 24;

/// The group that some moves generate.
///
/// ```
/// use cubiform_cube::group::Group;
/// use cubiform_cube::{Cube, Face, Move};
///
/// let two_faces = Group::generated(Move::all().filter(|m| matches!(m.face(), Face::U | Face::R)));
/// assert_eq!(two_faces.order(), 73_483_200);
/// let down = Move::new(Face::D, 1).unwrap();
/// assert!(!two_faces.contains(&Cube::from_moves(&[down])));
/// ```
#[derive(Clone, Debug)]
pub struct Group {
    /// By piece.
    links: Vec<Link>,
}

/// The part of a group that leaves the pieces before one at home.
#[derive(Clone, Debug)]
struct Link {
    generators: Vec<Cube>,
    /// By place: a cube of the part in which the piece stands there.
    to: [Option<Cube>; PLACES],
}

impl Group {
    /// The group that `moves` generate. Takes about a millisecond.
    pub fn generated(moves: impl IntoIterator<Item = Move>) -> Group {
        let link = |piece| {
            let mut to = [None; PLACES];
            to[place(&Cube::SOLVED, piece)] = Some(Cube::SOLVED);
            Link { generators: Vec::new(), to }
        };
        let mut group = Group { links: (0..PIECES).map(link).collect() };
        for m in moves {
            let cube = Cube::SOLVED.turn(m);
            if !group.contains(&cube) {
                group.add(0, cube);
            }
        }
        group
    }

    /// How many cubes are in it.
    pub fn order(&self) -> u128 {
        self.links.iter().map(|link| link.to.iter().flatten().count() as u128).product()
    }

    /// Whether its moves make this cube of the solved one, and solve it.
    pub fn contains(&self, cube: &Cube) -> bool {
        self.part_contains(0, cube)
    }

    /// Whether a cube whose pieces before `first` are at home is in the part that leaves them there.
    fn part_contains(&self, first: usize, cube: &Cube) -> bool {
        let mut cube = *cube;
        for (piece, link) in self.links.iter().enumerate().skip(first) {
            match &link.to[place(&cube, piece)] {
                Some(to) => cube = cube.then(&to.inverse()),
                None => return false,
            }
        }
        true
    }

    /// Adds a generator to the part that leaves the pieces before `piece` at home, which does not have it.
    fn add(&mut self, piece: usize, generator: Cube) {
        let link = &mut self.links[piece];
        link.generators.push(generator);
        let mut open: Vec<Cube> = link.to.iter().flatten().map(|to| to.then(&generator)).collect();
        while let Some(cube) = open.pop() {
            let link = &mut self.links[piece];
            let to = &mut link.to[place(&cube, piece)];
            match to {
                Some(to) => {
                    let rest = cube.then(&to.inverse());
                    if !self.part_contains(piece + 1, &rest) {
                        self.add(piece + 1, rest);
                    }
                }
                None => {
                    *to = Some(cube);
                    open.extend(link.generators.iter().map(|generator| cube.then(generator)));
                }
            }
        }
    }
}

/// Where a piece stands.
fn place(cube: &Cube, piece: usize) -> usize {
    let [corners, edges] = [&cube.corners()[..], &cube.edges()[..]];
    usize::from(*corners.get(piece).unwrap_or_else(|| &edges[piece - corners.len()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::{Axis, Face};
    use crate::random;
    use std::collections::HashSet;

    /// The moves of faces by their letters, half turns of those that a 2 follows.
    fn moves(names: &str) -> Vec<Move> {
        let of = |name: &str| {
            let face = Face::from_letter(name.chars().next().unwrap()).unwrap();
            let half = name.ends_with('2');
            Move::all().filter(move |m| m.face() == face && (!half || m.quarters() == 2)).collect::<Vec<_>>()
        };
        names.split(' ').filter(|name| !name.is_empty()).flat_map(of).collect()
    }

    #[test]
    fn orders_are_known_ones() {
        for (names, order) in [
            ("", 1),
            ("U R", 73_483_200),
            // Seven corners in all ways, nine edges in all ways, with equal parity.
            ("U R F", 170_659_735_142_400),
            ("U2 R2 F2 D2 L2 B2", 663_552),
            ("U D R2 L2 F2 B2", 19_508_428_800),
            // All edges oriented: the whole group's order by 2^11.
            ("U D R L F2 B2", 43_252_003_274_489_856_000 / 2048),
            ("U D R L F", 43_252_003_274_489_856_000),
            ("U D R L F B", 43_252_003_274_489_856_000),
        ] {
            assert_eq!(Group::generated(moves(names)).order(), order, "<{names}>");
        }
    }

    #[test]
    fn small_groups_are_what_a_search_finds() {
        for names in ["U", "U2", "U D", "U2 R2", "U2 R2 F2", "U R2", "U2 D2 R2 L2"] {
            let moves = moves(names);
            let group = Group::generated(moves.iter().copied());
            let mut found = HashSet::from([Cube::SOLVED]);
            let mut open = vec![Cube::SOLVED];
            while let Some(cube) = open.pop() {
                let turned = moves.iter().map(|m| cube.turn(*m));
                open.extend(turned.filter(|cube| found.insert(*cube)));
            }
            assert_eq!(group.order(), found.len() as u128, "<{names}>");
            assert!(found.iter().all(|cube| group.contains(cube)), "<{names}>");
            // Of the cubes a move away those are in it that were found.
            for cube in found.iter().take(100) {
                for m in Move::all() {
                    let cube = cube.turn(m);
                    assert_eq!(group.contains(&cube), found.contains(&cube), "<{names}> {m}");
                }
            }
        }
    }

    #[test]
    fn what_is_in_a_group_is_what_its_definition_says() {
        // Without quarter turns of two faces, the cubes whose edges are oriented.
        for (names, axis) in [("U D R L F2 B2", Axis::Z), ("U D R2 L2 F B", Axis::X)] {
            let group = Group::generated(moves(names));
            let mut members = 0;
            for cube in random::states(1).take(20_000) {
                assert_eq!(group.contains(&cube), cube.is_oriented(axis));
                members += usize::from(group.contains(&cube));
            }
            assert!((1..30).contains(&members), "{members}");
        }
        let group = Group::generated(Move::all());
        assert!(random::states(2).take(1000).all(|cube| group.contains(&cube)));
    }
}
