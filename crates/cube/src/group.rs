//! The group that some moves generate: its order, and membership of a cube.
//!
//! The group is kept as a stabiliser chain (Schreier and Sims), built by Knuth's method ("Efficient representation of
//! perm groups", 1991): stabilizer `i` is the subgroup that fixes the first `i` pieces of the base, with one element for each
//! place to which the subgroup carries the next piece.

use crate::moves::Move;
use crate::state::Cube;

/// The number of places of a piece: eight positions in three orientations, or twelve in two.
const PLACES: usize = 24;

/// An element of a group that moves pieces among their places.
pub trait Element: Copy {
    /// The number of pieces.
    const PIECES: usize;
    /// The element that moves nothing.
    const IDENTITY: Self;

    /// This element, and then `next`.
    #[must_use]
    fn then(&self, next: &Self) -> Self;

    /// The element that undoes this one.
    #[must_use]
    fn inverse(&self) -> Self;

    /// The home of a piece, 0..24.
    fn home(piece: usize) -> usize;

    /// The place to which the element carries what stands in a place of a piece like `piece`.
    fn image(&self, piece: usize, place: usize) -> usize;
}

/// Pieces 0 to 7 are the corners, 8 to 19 the edges. A place is `3 * position + twist` or `2 * position + flip`.
impl Element for Cube {
    const PIECES: usize = 20;
    const IDENTITY: Cube = Cube::SOLVED;

    fn then(&self, next: &Cube) -> Cube {
        Cube::then(self, next)
    }

    fn inverse(&self) -> Cube {
        Cube::inverse(self)
    }

    fn home(piece: usize) -> usize {
        if piece < 8 { 3 * piece } else { 2 * (piece - 8) }
    }

    fn image(&self, piece: usize, place: usize) -> usize {
        if piece < 8 {
            let to = usize::from(self.corners()[place / 3]);
            to / 3 * 3 + (to + place % 3) % 3
        } else {
            usize::from(self.edges()[place / 2]) ^ (place % 2)
        }
    }
}

/// The group that some elements generate.
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
pub struct Group<E = Cube> {
    /// The pieces in the order in which the chain fixes them.
    base: Vec<usize>,
    /// By index of the base.
    chain: Vec<Stabilizer<E>>,
}

/// The subgroup that fixes the pieces of the base before one.
#[derive(Clone, Debug)]
struct Stabilizer<E> {
    generators: Vec<E>,
    /// By place: an element of the subgroup that carries the piece there.
    transversal: [Option<E>; PLACES],
}

impl Group {
    /// The group that `moves` generate. Takes about a millisecond.
    pub fn generated(moves: impl IntoIterator<Item = Move>) -> Group {
        Group::of(moves.into_iter().map(|m| Cube::SOLVED.turn(m)), &[])
    }
}

impl<E: Element> Group<E> {
    /// The group that `generators` generate, in a chain that fixes the pieces of `first` before all others.
    ///
    /// # Panics
    /// If a piece of `first` is out of range or repeated.
    pub fn of(generators: impl IntoIterator<Item = E>, first: &[usize]) -> Group<E> {
        let base: Vec<usize> =
            first.iter().copied().chain((0..E::PIECES).filter(|piece| !first.contains(piece))).collect();
        assert_eq!(base.len(), E::PIECES, "each piece is in the base once");
        let stabilizer = |piece: &usize| {
            let mut transversal = [None; PLACES];
            transversal[E::home(*piece)] = Some(E::IDENTITY);
            Stabilizer { generators: Vec::new(), transversal }
        };
        let mut group = Group { chain: base.iter().map(stabilizer).collect(), base };
        for generator in generators {
            if !group.contains(&generator) {
                group.add(0, generator);
            }
        }
        group
    }

    /// The number of elements.
    pub fn order(&self) -> u128 {
        self.orbits().map(|count| count as u128).product()
    }

    /// By piece of the base: the number of its places when all pieces before it are fixed. The product over the first
    /// `k` pieces is the number of their arrangements.
    pub fn orbits(&self) -> impl Iterator<Item = usize> {
        self.chain.iter().map(|stabilizer| stabilizer.transversal.iter().flatten().count())
    }

    /// Whether this element is in the group.
    pub fn contains(&self, element: &E) -> bool {
        self.subgroup_contains(0, element)
    }

    /// An element of the group that carries the first pieces of the base to these places, if there is one.
    ///
    /// # Panics
    /// If there are more places than pieces.
    pub fn carrying(&self, places: &[usize]) -> Option<E> {
        let mut element = E::IDENTITY;
        for (i, place) in places.iter().enumerate() {
            let preimage = element.inverse().image(self.base[i], *place);
            element = self.chain[i].transversal[preimage]?.then(&element);
        }
        Some(element)
    }

    /// Generators of the subgroup that fixes the first `count` pieces of the base.
    pub fn fixing(&self, count: usize) -> &[E] {
        self.chain.get(count).map_or(&[], |stabilizer| &stabilizer.generators)
    }

    /// The place to which an element carries a piece of the base.
    fn base_image(&self, element: &E, i: usize) -> usize {
        element.image(self.base[i], E::home(self.base[i]))
    }

    /// Whether an element that fixes the pieces of the base before `first` is in the subgroup that does.
    fn subgroup_contains(&self, first: usize, element: &E) -> bool {
        let mut element = *element;
        for (i, stabilizer) in self.chain.iter().enumerate().skip(first) {
            match &stabilizer.transversal[self.base_image(&element, i)] {
                Some(coset) => element = element.then(&coset.inverse()),
                None => return false,
            }
        }
        true
    }

    /// Adds a generator to the subgroup that fixes the pieces of the base before `i`, which does not have it.
    fn add(&mut self, i: usize, generator: E) {
        let stabilizer = &mut self.chain[i];
        stabilizer.generators.push(generator);
        let mut pending: Vec<E> =
            stabilizer.transversal.iter().flatten().map(|coset| coset.then(&generator)).collect();
        while let Some(element) = pending.pop() {
            let place = self.base_image(&element, i);
            match &self.chain[i].transversal[place] {
                Some(coset) => {
                    let residue = element.then(&coset.inverse());
                    if !self.subgroup_contains(i + 1, &residue) {
                        self.add(i + 1, residue);
                    }
                }
                None => {
                    let stabilizer = &mut self.chain[i];
                    stabilizer.transversal[place] = Some(element);
                    pending.extend(stabilizer.generators.iter().map(|generator| element.then(generator)));
                }
            }
        }
    }
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
    fn generated_groups_have_known_orders() {
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
    fn small_groups_match_breadth_first_search() {
        for names in ["U", "U2", "U D", "U2 R2", "U2 R2 F2", "U R2", "U2 D2 R2 L2"] {
            let moves = moves(names);
            let group = Group::generated(moves.iter().copied());
            let mut found = HashSet::from([Cube::SOLVED]);
            let mut pending = vec![Cube::SOLVED];
            while let Some(cube) = pending.pop() {
                let turned = moves.iter().map(|m| cube.turn(*m));
                pending.extend(turned.filter(|cube| found.insert(*cube)));
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
    fn contains_matches_known_characterisations() {
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

    #[test]
    fn carrying_finds_an_element_exactly_for_reachable_places() {
        // Three of the pieces of <U, R>: two edges, and a corner in between.
        let first = [8 + 1, 0, 8 + 8];
        let moves = moves("U R");
        let group = Group::of(moves.iter().map(|m| Cube::SOLVED.turn(*m)), &first);
        assert_eq!(group.order(), 73_483_200);
        let places = |cube: &Cube| first.map(|piece| cube.image(piece, Cube::home(piece)));
        let mut found = HashSet::from([places(&Cube::SOLVED)]);
        let mut pending = vec![Cube::SOLVED];
        while let Some(cube) = pending.pop() {
            pending.extend(moves.iter().map(|m| cube.turn(*m)).filter(|cube| found.insert(places(cube))));
        }
        let mut carried = 0;
        for a in 0..24 {
            for b in 0..24 {
                for c in 0..24 {
                    let element = group.carrying(&[a, b, c]);
                    assert_eq!(element.is_some(), found.contains(&[a, b, c]));
                    if let Some(element) = element {
                        assert_eq!(places(&element), [a, b, c]);
                        assert!(group.contains(&element));
                        carried += 1;
                    }
                }
            }
        }
        assert_eq!(carried, group.orbits().take(3).product::<usize>());
        let fixing = Group::of(group.fixing(3).iter().copied(), &[]);
        assert_eq!(fixing.order() * carried as u128, group.order());
    }
}
