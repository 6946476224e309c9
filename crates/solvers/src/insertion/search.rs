//! The search for insertions: all algorithms at all places for one insertion, a beam for several.

use std::collections::{HashMap, HashSet};

use cubiform_cube::{Cube, Move, moves};
use cubiform_threads::CancelToken;

use super::algorithms::{AlgorithmSet, PackedMoves};
use super::skeleton::{Skeleton, places};

/// The maximum number of insertions into a skeleton.
pub const MAX_INSERTIONS: usize = 3;

/// The number of candidates of a level of a beam beyond which the worse half is dropped.
const MAX_CANDIDATES: usize = 1 << 16;

/// A request for insertions.
#[derive(Clone, Debug)]
pub struct InsertionRequest {
    /// The maximum number of solutions.
    pub solutions: usize,
    /// The maximum number of insertions, at most [`MAX_INSERTIONS`]; by default the minimum number of 3-cycles that solve
    /// the pieces.
    pub insertions: Option<usize>,
    /// The number of partial solutions that are kept after each insertion but the last.
    pub beam: usize,
}

impl Default for InsertionRequest {
    fn default() -> InsertionRequest {
        InsertionRequest { solutions: 1, insertions: None, beam: 100 }
    }
}

/// An algorithm, inserted at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// The moves before the insertion. Parallel moves are exchanged if the place is between them.
    pub skeleton: Vec<Move>,
    /// The number of these moves before the place.
    pub after: usize,
    /// The algorithm.
    pub algorithm: Vec<Move>,
    /// The number of moves that cancel.
    pub cancelled: usize,
}

/// A solution by insertions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves that solve the scramble, after all cancellations.
    pub moves: Vec<Move>,
    /// The insertions in the order in which they are made.
    pub insertions: Vec<Insertion>,
}

/// The solutions of a skeleton.
#[derive(Clone, Debug)]
pub struct Insertions {
    /// The solutions, shortest first.
    pub solutions: Vec<Solution>,
    /// The maximum number of insertions that were tried. Solutions with a single insertion are proven shortest among those
    /// with a single algorithm of the set; if there are more, solutions come from a beam search.
    pub max_insertions: usize,
}

/// The reason why no insertion was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotInserted {
    /// No product of so few 3-cycles and no algorithm of the set solves the pieces.
    #[error("no algorithm of the set solves the pieces with {} insertion{}", .max_insertions, if *.max_insertions == 1 { "" } else { "s" })]
    None {
        /// The maximum number of insertions.
        max_insertions: usize,
    },
    /// The search was cancelled.
    #[error("the search was stopped")]
    Cancelled,
}

/// A sequence into which some algorithms are inserted.
#[derive(Clone)]
struct Partial {
    solution: Solution,
    /// The state after the scramble and the moves.
    left: Cube,
}

/// A way to extend a partial solution. The order is that of preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    length: usize,
    inserted: usize,
    place: usize,
    effect: usize,
    algorithm: PackedMoves,
}

/// Returns the shortest solutions by insertions of algorithms of a set.
///
/// One insertion is exhaustive: the first solution is a shortest one over all places of the skeleton and all algorithms of
/// the set. Several insertions are 3-cycles, found by a beam search. Each solution was replayed on the scramble.
///
/// # Errors
/// If there is no solution, or `cancel` was cancelled.
///
/// # Panics
/// If the set is of the other kind of pieces than the skeleton leaves.
pub fn insertions(
    set: &AlgorithmSet,
    skeleton: &Skeleton,
    request: &InsertionRequest,
    cancel: &CancelToken,
) -> Result<Insertions, NotInserted> {
    assert_eq!(set.kind(), skeleton.kind(), "the set is of the other kind of pieces");
    let (kind, cycles) = (set.kind(), set.kind().three_cycles());
    let moves = skeleton.moves().to_vec();
    let left = skeleton.scramble().apply(&moves);
    let start = Partial { solution: Solution { moves, insertions: Vec::new() }, left };
    let needed = || (1..=MAX_INSERTIONS).find(|count| kind.is_product(&cycles, &left, *count, cancel));
    let max_insertions = request.insertions.or_else(needed).unwrap_or(1).clamp(1, MAX_INSERTIONS);
    let search = Search { set, scramble: *skeleton.scramble(), cycles, cancel };
    let mut found = search.extended(&start, &[left.inverse()], request.solutions)?;
    for count in 2..=max_insertions {
        let mut beam = vec![start.clone()];
        for more in (1..count).rev() {
            beam = search.level(&beam, more, request.beam)?;
        }
        for partial in &beam {
            found.extend(search.extended(partial, &[partial.left.inverse()], request.solutions)?);
            found = best(found, request.solutions);
        }
    }
    if cancel.is_cancelled() {
        return Err(NotInserted::Cancelled);
    }
    if found.is_empty() {
        return Err(NotInserted::None { max_insertions });
    }
    let solutions: Vec<Solution> = found.into_iter().map(|partial| partial.solution).collect();
    let solves = |solution: &Solution| skeleton.scramble().apply(&solution.moves) == Cube::SOLVED;
    assert!(solutions.iter().all(solves), "an insertion does not solve the cube");
    Ok(Insertions { solutions, max_insertions })
}

/// Returns the best of some partial solutions without those that occur twice.
fn best(mut partials: Vec<Partial>, count: usize) -> Vec<Partial> {
    // The sort is stable: of equal lengths, those with fewer insertions come first.
    partials.sort_by_key(|partial| partial.solution.moves.len());
    let mut seen = HashSet::new();
    partials.retain(|partial| seen.len() < count && seen.insert(partial.solution.moves.clone()));
    partials
}

/// The parts that all levels of a search share.
struct Search<'a> {
    set: &'a AlgorithmSet,
    scramble: Cube,
    cycles: Vec<Cube>,
    cancel: &'a CancelToken,
}

impl Search<'_> {
    /// Returns the best `count` partial solutions with one more 3-cycle, which `more` 3-cycles can complete.
    fn level(&self, beam: &[Partial], more: usize, count: usize) -> Result<Vec<Partial>, NotInserted> {
        let kind = self.set.kind();
        let mut effects: HashMap<u64, Vec<Cube>> = HashMap::new();
        let mut level = Vec::new();
        for partial in beam {
            let effects = effects.entry(kind.key(&partial.left)).or_insert_with(|| {
                let completes = |cycle: &&Cube| {
                    !self.cancel.is_cancelled()
                        && kind.is_product(&self.cycles, &cycle.then(&partial.left), more, self.cancel)
                };
                self.cycles.iter().filter(completes).copied().collect()
            });
            level.extend(self.extended(partial, effects, count)?);
            level = best(level, count);
        }
        Ok(level)
    }

    /// Returns the best `count` extensions of a partial solution by one algorithm.
    ///
    /// `effects` are written as seen from the start: each followed by the state that is left is the state left afterwards.
    /// At a place, the effect of the algorithm is the conjugate by the state before the place.
    fn extended(
        &self,
        partial: &Partial,
        effects: &[Cube],
        count: usize,
    ) -> Result<Vec<Partial>, NotInserted> {
        let places = places(&partial.solution.moves);
        let mut candidates = Vec::new();
        for (place, (skeleton, after)) in places.iter().enumerate() {
            let before = self.scramble.apply(&skeleton[..*after]);
            for (effect, cube) in effects.iter().enumerate() {
                if self.cancel.is_cancelled() {
                    return Err(NotInserted::Cancelled);
                }
                let wanted = before.inverse().then(cube).then(&before);
                candidates.extend(self.set.of_effect(&wanted).map(|algorithm| {
                    let length = inserted(skeleton, *after, algorithm).len();
                    Candidate { length, inserted: algorithm.length(), place, effect, algorithm }
                }));
                // Never with one effect, so that a single insertion stays exhaustive.
                if effects.len() > 1 && candidates.len() > MAX_CANDIDATES {
                    candidates.sort_unstable();
                    candidates.truncate(MAX_CANDIDATES / 2);
                }
            }
        }
        candidates.sort_unstable();
        let mut seen = HashSet::new();
        let mut extended = Vec::new();
        for Candidate { length, place, effect, algorithm, .. } in candidates {
            let (skeleton, after) = &places[place];
            let moves = inserted(skeleton, *after, algorithm);
            if extended.len() == count {
                break;
            }
            if seen.insert(moves.clone()) {
                let algorithm: Vec<Move> = algorithm.moves().collect();
                let cancelled = skeleton.len() + algorithm.len() - length;
                let insertion = Insertion { skeleton: skeleton.clone(), after: *after, algorithm, cancelled };
                let insertions = partial.solution.insertions.iter().cloned().chain([insertion]).collect();
                let left = effects[effect].then(&partial.left);
                extended.push(Partial { solution: Solution { moves, insertions }, left });
            }
        }
        Ok(extended)
    }
}

/// Returns the moves after an insertion, with all cancellations.
fn inserted(skeleton: &[Move], after: usize, algorithm: PackedMoves) -> Vec<Move> {
    let mut whole = Vec::with_capacity(skeleton.len() + algorithm.length());
    whole.extend_from_slice(&skeleton[..after]);
    whole.extend(algorithm.moves());
    whole.extend_from_slice(&skeleton[after..]);
    moves::joined(&whole)
}

#[cfg(test)]
mod tests {
    use cubiform_cube::{Algorithm, Moves};

    use super::super::PieceKind;
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        Algorithm::parse(text).unwrap().resolve().0
    }

    /// Returns the skeleton that an algorithm after `before` completes, followed by `after`.
    fn skeleton(before: &str, algorithm: &str, after: &str) -> Skeleton {
        let [before, algorithm, after] = [before, algorithm, after].map(moves);
        let scramble = Cube::from_moves(&[&before[..], &algorithm, &after].concat()).inverse();
        Skeleton::new(scramble, &[before, after].concat()).unwrap()
    }

    fn insertions_of(set: &AlgorithmSet, skeleton: &Skeleton, request: &InsertionRequest) -> Insertions {
        insertions(set, skeleton, request, &CancelToken::never()).unwrap()
    }

    /// Returns the sorted lengths of all distinct solutions by one insertion, by replaying every algorithm of the set at
    /// every place, also between exchanged parallel moves.
    fn lengths_by_replay(set: &AlgorithmSet, skeleton: &Skeleton) -> Vec<usize> {
        let whole = skeleton.moves();
        let mut orders = vec![whole.to_vec()];
        for i in 1..whole.len() {
            let mut exchanged = whole.to_vec();
            exchanged.swap(i - 1, i);
            if Cube::from_moves(&exchanged) == Cube::from_moves(whole) {
                orders.push(exchanged);
            }
        }
        let mut solutions = HashSet::new();
        for algorithm in set.each() {
            for order in &orders {
                for after in 0..=order.len() {
                    let moves = [&order[..after], &algorithm, &order[after..]].concat();
                    if skeleton.scramble().apply(&moves) == Cube::SOLVED {
                        solutions.insert(moves::joined(&moves));
                    }
                }
            }
        }
        let mut lengths: Vec<usize> = solutions.iter().map(Vec::len).collect();
        lengths.sort_unstable();
        lengths
    }

    #[test]
    fn one_insertion_is_a_shortest_one_of_all() {
        let never = CancelToken::never();
        for (kind, max, skeletons) in [
            (
                PieceKind::Corners,
                9,
                vec![
                    skeleton("R' D' F2", "R U R' D R U' R' D'", "L B"),
                    skeleton("R L U", "[L: [D, L' U L]]", "F B' R2"),
                    skeleton("U D R", "[U, R D R']", "R L D2 B"),
                ],
            ),
            (
                PieceKind::Edges,
                8,
                vec![skeleton("R2 D' F", "M' U2 M U2", "R L"), skeleton("U L2", "[S', R2]", "D B U D")],
            ),
        ] {
            let set = AlgorithmSet::find(kind, max, &never).unwrap();
            for skeleton in skeletons {
                let request =
                    InsertionRequest { solutions: 1000, insertions: Some(1), ..InsertionRequest::default() };
                let found = insertions_of(&set, &skeleton, &request);
                let lengths: Vec<usize> = found.solutions.iter().map(|found| found.moves.len()).collect();
                assert_eq!(lengths, lengths_by_replay(&set, &skeleton), "{}", Moves(skeleton.moves()));
                for solution in &found.solutions {
                    let [insertion] = &solution.insertions[..] else { panic!("one insertion") };
                    let moves = skeleton.moves().len() + insertion.algorithm.len() - insertion.cancelled;
                    assert_eq!(solution.moves.len(), moves);
                }
            }
        }
    }

    #[test]
    fn a_beam_solves_what_one_insertion_does_not() {
        let set = AlgorithmSet::find(PieceKind::Corners, 9, &CancelToken::never()).unwrap();
        let two = "[R U R', D] [F' L F, R]";
        let skeleton = skeleton("R2 F L' D", two, "B U2 L");
        let request = InsertionRequest { solutions: 3, ..InsertionRequest::default() };
        assert_eq!(skeleton.left(), 4);
        let found = insertions_of(&set, &skeleton, &request);
        assert_eq!(found.max_insertions, 2);
        for solution in &found.solutions {
            assert_eq!(skeleton.scramble().apply(&solution.moves), Cube::SOLVED);
            assert_eq!(solution.insertions.len(), 2);
        }
        let single = InsertionRequest { insertions: Some(1), ..request };
        let none = insertions(&set, &skeleton, &single, &CancelToken::never()).unwrap_err();
        assert_eq!(none.to_string(), "no algorithm of the set solves the pieces with 1 insertion");
        let cancel = CancelToken::new();
        cancel.cancel();
        assert_eq!(insertions(&set, &skeleton, &single, &cancel).unwrap_err(), NotInserted::Cancelled);
    }

    #[test]
    fn twisted_corners_and_swapped_edges_take_two_insertions() {
        let set = AlgorithmSet::find(PieceKind::Corners, 9, &CancelToken::never()).unwrap();
        let twists = skeleton("R2 F L' D", "(R' D R F D F')2 U (F D' F' R' D' R)2 U'", "B U2 L");
        assert_eq!((twists.kind(), twists.left()), (PieceKind::Corners, 2));
        assert_eq!(insertions_of(&set, &twists, &InsertionRequest::default()).max_insertions, 2);
    }
}
