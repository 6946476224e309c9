//! Algorithms as commutators: `[A, B]` or `[S: [A, B]]`.

use std::fmt;

use cubiform_cube::moves::joined;
use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Face, Move, Symmetry};

/// A commutator A B A' B', possibly conjugated by a setup S.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commutator {
    /// The setup S; empty if there is none.
    pub setup: Algorithm,
    /// The first part, A.
    pub first: Algorithm,
    /// The second part, B.
    pub second: Algorithm,
}

/// `[A, B]`, or `[S: [A, B]]` with a setup.
impl fmt::Display for Commutator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Commutator { setup, first, second } = self;
        match setup.turns().is_empty() {
            true => write!(f, "[{first}, {second}]"),
            false => write!(f, "[{setup}: [{first}, {second}]]"),
        }
    }
}

impl Commutator {
    /// Returns a commutator whose moves, with cancellations, are those of an algorithm; the one with the fewest turns. Pairs of
    /// moves such as `R L'` are also read as turns of a middle layer. `None` if none of this form is found.
    pub fn of(algorithm: &[Move]) -> Option<Commutator> {
        let faces: Vec<Turn> = algorithm.iter().map(|m| Turn::from(*m)).collect();
        let of_slices = |moves: &[Move]| with_slices(moves).and_then(|turns| find(&turns));
        // The moves of a setup may cancel against those of a middle layer: [R': [F2, M]] is R' F2 R L' U2 L.
        let behind_setup = || {
            Move::all().find_map(|m| {
                let mut found = of_slices(&joined(&[&[m.inverse()], algorithm, &[m]].concat()))?;
                found.setup = [Turn::from(m)].iter().chain(found.setup.turns()).copied().collect();
                found.has_moves(algorithm).then_some(found)
            })
        };
        let found = find(&faces).or_else(|| of_slices(algorithm));
        found.filter(|found| found.has_moves(algorithm)).or_else(behind_setup)
    }

    /// Returns the number of turns, and the number without the setup.
    fn cost(&self) -> (usize, usize) {
        let parts = self.first.turns().len() + self.second.turns().len();
        (self.setup.turns().len() + parts, parts)
    }

    /// Returns whether the moves are those of an algorithm, and do not rotate the cube.
    fn has_moves(&self, algorithm: &[Move]) -> bool {
        let Ok(own) = Algorithm::parse(&self.to_string()) else { return false };
        let (moves, rotation) = own.resolve();
        rotation == Symmetry::IDENTITY && joined(&moves) == joined(algorithm)
    }
}

/// Returns the commutator with the fewest turns, and of these the one with the longest setup, that reduces to these turns.
fn find(turns: &[Turn]) -> Option<Commutator> {
    let mut best: Option<Commutator> = None;
    for setup in prefixes(turns, turns.len() / 2) {
        let inner = reduced([&inverse(&setup)[..], turns, &setup]);
        // A setup of which nothing cancels is none.
        if inner.len() + setup.len() > turns.len() {
            continue;
        }
        for first in prefixes(&inner, inner.len() / 2).filter(|first| !first.is_empty()) {
            let rest = reduced([&inverse(&first)[..], &inner, &[]]);
            for second in prefixes(&rest, rest.len() / 2 + 1).filter(|second| !second.is_empty()) {
                let parts = first.len() + second.len();
                let cost = (setup.len() + parts, parts);
                if best.as_ref().is_none_or(|best| cost < best.cost())
                    && reduced([&second[..], &inverse(&first), &inverse(&second)]) == rest
                {
                    let [setup, first, second] =
                        [&setup, &first, &second].map(|part| part.iter().copied().collect());
                    best = Some(Commutator { setup, first, second });
                }
            }
        }
    }
    best
}

/// Returns the first turns of a sequence, up to `max` of them; also with the last turn replaced by others of its layer, of
/// which a part then remains.
fn prefixes(turns: &[Turn], max: usize) -> impl Iterator<Item = Vec<Turn>> {
    let lengths = 0..=max.min(turns.len());
    lengths.flat_map(move |length| {
        let whole = turns[..length].to_vec();
        let base = whole.last().map(|last| last.base());
        let others = (1..4).filter_map(move |quarters| Turn::new(base?, quarters));
        let replaced = others.filter(|other| Some(other) != turns[..length].last()).map({
            let whole = whole.clone();
            move |other| whole[..length - 1].iter().copied().chain([other]).collect()
        });
        [whole.clone()].into_iter().chain(replaced.collect::<Vec<Vec<Turn>>>())
    })
}

fn inverse(turns: &[Turn]) -> Vec<Turn> {
    turns.iter().rev().map(|turn| turn.inverse()).collect()
}

/// Returns the concatenation with consecutive turns of one layer merged. Turns about one axis commute.
fn reduced(parts: [&[Turn]; 3]) -> Vec<Turn> {
    let axis = |turn: &Turn| turn.base().direction().axis();
    let mut turns: Vec<Turn> = Vec::new();
    for turn in parts.into_iter().flatten() {
        let same = turns.iter().rev().take_while(|last| axis(last) == axis(turn)).count();
        let start = turns.len() - same;
        match turns[start..].iter().position(|last| last.base() == turn.base()) {
            Some(i) => {
                let quarters = i32::from(turns[start + i].quarters() + turn.quarters());
                match Turn::new(turn.base(), quarters) {
                    Some(merged) => turns[start + i] = merged,
                    None => _ = turns.remove(start + i),
                }
            }
            None => turns.push(*turn),
        }
        turns[start..].sort_unstable_by_key(|turn| match turn.base() {
            Base::Face(face) => face.index(),
            _ => Face::ALL.len(),
        });
    }
    turns
}

/// Returns an algorithm with pairs of moves such as `R L'` as turns of a middle layer, and the later moves in the frame
/// that the turn rotates. `None` without such pairs.
fn with_slices(algorithm: &[Move]) -> Option<Vec<Turn>> {
    let mut turns = Vec::new();
    // The rotation from the current frame to the initial frame.
    let mut home = Symmetry::IDENTITY;
    let (mut rest, mut slices) = (algorithm, 0);
    while let [first, after @ ..] = rest {
        rest = after;
        let letter = home.inverse().face(first.face());
        match after.first() {
            Some(second)
                if second.face() == first.face().opposite()
                    && (first.quarters() + second.quarters()) % 4 == 0 =>
            {
                let (base, near) = match letter {
                    Face::L | Face::R => (Base::M, Face::L),
                    Face::D | Face::U => (Base::E, Face::D),
                    Face::F | Face::B => (Base::S, Face::F),
                };
                // A middle layer turns against the face that names its direction.
                let quarters = if letter == near { second.quarters() } else { first.quarters() };
                turns.extend(Turn::new(base, quarters.into()));
                home = Symmetry::rotation(near, -i32::from(quarters)).then(home);
                (rest, slices) = (&after[1..], slices + 1);
            }
            _ => turns.extend(Turn::new(Base::Face(letter), first.quarters().into())),
        }
    }
    (slices > 0).then_some(turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_names_commutators_with_setups_cancellations_and_slices() {
        for (text, name) in [
            ("R U R' D R U' R' D'", "[R U R', D]"),
            ("R' F R' B2 R F' R' B2 R2", "[R': [F, R' B2 R]]"),
            ("F R U R' D R U' R' D' F'", "[F: [R U R', D]]"),
            ("M' U2 M U2", "[M', U2]"),
            ("U M' U2 M U", "[U: [M', U2]]"),
            ("F M' U2 M U2 F'", "[F: [M', U2]]"),
            ("R' F2 R L' U2 L", "[R': [F2, M]]"),
            ("R U R' U R U2 R'", "[R U: [R', U]]"),
        ] {
            let moves = joined(&Algorithm::parse(text).unwrap().resolve().0);
            let commutator = Commutator::of(&moves).unwrap_or_else(|| panic!("{text}"));
            assert!(commutator.has_moves(&moves), "{text}");
            assert_eq!(commutator.to_string(), name, "{text}");
        }
        let checkerboard = Algorithm::parse("R2 L2 U2 D2 F2 B2").unwrap().resolve().0;
        assert_eq!(Commutator::of(&checkerboard), None);
    }
}
