//! All short algorithms that move a few corners only, or a few edges only, found by meeting in the middle.

use std::collections::HashSet;

use cubiform_cube::{Cube, Face, Move, Symmetry, moves};
use cubiform_threads::CancelToken;

use super::skeleton::{MAX_PIECES, PieceKind};

/// The number of moves in the tail of an algorithm.
const TAIL: usize = 5;

/// At most twelve moves in one number: five bits each, `index + 1`, the last move in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PackedMoves(u64);

impl PackedMoves {
    fn new(moves: &[Move]) -> PackedMoves {
        PackedMoves(moves.iter().fold(0, |packed, m| packed << 5 | (m.index() as u64 + 1)))
    }

    /// Returns the number of moves.
    pub(super) const fn length(self) -> usize {
        (u64::BITS - self.0.leading_zeros()).div_ceil(5) as usize
    }

    /// Returns the moves in order.
    pub(super) fn moves(self) -> impl Iterator<Item = Move> {
        (0..self.length()).rev().map(move |i| Move::from_index((self.0 >> (5 * i) & 31) as usize - 1))
    }
}

/// Every move sequence, up to a number of moves, that moves two to [`MAX_PIECES`] pieces of one kind, and no others.
///
/// Sequences that differ only in the order of parallel moves count as one.
pub struct AlgorithmSet {
    kind: PieceKind,
    max_moves: usize,
    /// The algorithms by the keys of their effects.
    algorithms: SequencesByKey,
}

impl AlgorithmSet {
    /// Finds the algorithms of at most `max_moves` moves. Returns `None` if `cancel` was cancelled.
    ///
    /// An algorithm is a start and a tail of five moves, whose inverse gives the pieces of the other kind the same places
    /// as the start. The tails are sorted by these places, and each start looks up its own. Starts begin with U or U2;
    /// symmetries yield the others. No algorithm has fewer than six moves.
    ///
    /// # Panics
    /// If `max_moves` is not in 6..=12.
    pub fn find(kind: PieceKind, max_moves: usize, cancel: &CancelToken) -> Option<AlgorithmSet> {
        assert!((TAIL + 1..=12).contains(&max_moves), "the number of moves is out of range");
        // Asked for at starts of up to three moves, each of which takes milliseconds.
        let goes_on = |moves: &[Move]| moves.len() > 3 || !cancel.is_cancelled();
        let mut tails = SequencesByKey::new();
        for first in Move::all() {
            walk(&mut vec![first], Cube::SOLVED.turn(first), TAIL, &mut |moves, cube| {
                if moves.len() == TAIL {
                    tails.push(kind.other().key(&cube.inverse()), PackedMoves::new(moves));
                }
                goes_on(moves)
            })?;
        }
        tails.sort(cancel)?;
        let filter = Filter::new(tails.each().map(|(key, _)| *key));
        let mut algorithms = SequencesByKey::new();
        for quarters in [1, 2] {
            let first = Move::new(Face::U, quarters)?;
            // One symmetry for each image of the first move.
            let mut images = HashSet::new();
            let symmetries: Vec<_> = Symmetry::all().filter(|s| images.insert(s.conjugate(first))).collect();
            walk(&mut vec![first], Cube::SOLVED.turn(first), max_moves - TAIL, &mut |start, cube| {
                let key = kind.other().key(cube);
                let own_tails = filter.may_contain(key).then(|| tails.of(key));
                for tail in own_tails.into_iter().flatten() {
                    let whole: Vec<Move> = start.iter().copied().chain(tail.moves()).collect();
                    let effect = cube.apply(&whole[start.len()..]);
                    let is_canonical = whole[start.len() - 1].may_precede(whole[start.len()]);
                    if is_canonical && (1..=MAX_PIECES).contains(&kind.unsolved(&effect)) {
                        for s in &symmetries {
                            let image: Vec<Move> = whole.iter().map(|m| s.conjugate(*m)).collect();
                            let packed = PackedMoves::new(&moves::joined(&image));
                            algorithms.push(kind.key(&effect.conjugate(*s)), packed);
                        }
                    }
                }
                goes_on(start)
            })?;
        }
        algorithms.sort(cancel)?;
        Some(AlgorithmSet { kind, max_moves, algorithms })
    }

    /// Returns the kind of pieces that the algorithms move.
    pub fn kind(&self) -> PieceKind {
        self.kind
    }

    /// Returns the maximum number of moves of an algorithm, in HTM.
    pub fn max_moves(&self) -> usize {
        self.max_moves
    }

    /// Returns the number of algorithms.
    pub fn count(&self) -> usize {
        self.algorithms.each().count()
    }

    /// Returns all algorithms.
    #[cfg(test)]
    pub(super) fn each(&self) -> impl Iterator<Item = Vec<Move>> {
        self.algorithms.each().map(|(_, packed)| packed.moves().collect())
    }

    /// Returns the algorithms with the effect of `cube`, the shortest first.
    pub(super) fn of_effect(&self, cube: &Cube) -> impl Iterator<Item = PackedMoves> {
        self.algorithms.of(self.kind.key(cube))
    }
}

/// Sequences with keys, in buckets by a hash of the key, so that each is sorted in well under a millisecond.
struct SequencesByKey(Vec<Vec<(u64, PackedMoves)>>);

impl SequencesByKey {
    /// The number of bits of the number of a bucket.
    const BITS: u32 = 12;

    fn new() -> SequencesByKey {
        SequencesByKey(vec![Vec::new(); 1 << SequencesByKey::BITS])
    }

    fn push(&mut self, key: u64, packed: PackedMoves) {
        self.0[hash(key, SequencesByKey::BITS)].push((key, packed));
    }

    /// Sorts the sequences by their keys and lengths, and drops those that occur twice, as images that begin with parallel
    /// moves do. Must precede look-ups. Returns `None` if `cancel` was cancelled.
    fn sort(&mut self, cancel: &CancelToken) -> Option<()> {
        self.0
            .iter_mut()
            .all(|bucket| {
                bucket.sort_unstable();
                bucket.dedup();
                bucket.shrink_to_fit();
                !cancel.is_cancelled()
            })
            .then_some(())
    }

    /// Returns the sequences of a key, the shortest first.
    fn of(&self, key: u64) -> impl Iterator<Item = PackedMoves> {
        let bucket = &self.0[hash(key, SequencesByKey::BITS)];
        let from = bucket.partition_point(|(other, _)| *other < key);
        bucket[from..].iter().take_while(move |(other, _)| *other == key).map(|(_, packed)| *packed)
    }

    fn each(&self) -> impl Iterator<Item = &(u64, PackedMoves)> {
        self.0.iter().flatten()
    }
}

/// Returns a hash of a key with this number of bits.
fn hash(key: u64, bits: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - bits)) as usize
}

/// Calls `visit` with every canonical sequence of at most `max` moves that begins with `moves`, and its effect. Stops
/// with `None` if a call returns `false`.
fn walk(
    moves: &mut Vec<Move>,
    cube: Cube,
    max: usize,
    visit: &mut impl FnMut(&[Move], &Cube) -> bool,
) -> Option<()> {
    visit(moves, &cube).then_some(())?;
    if moves.len() < max {
        let last = moves[moves.len() - 1];
        for next in Move::all().filter(|next| last.may_precede(*next)) {
            moves.push(next);
            walk(moves, cube.turn(next), max, visit)?;
            moves.pop();
        }
    }
    Some(())
}

/// A set of keys without false negatives: a bit for each hash value.
struct Filter(Vec<u64>);

impl Filter {
    /// The number of bits of a hash value.
    const BITS: u32 = 23;

    fn new(keys: impl Iterator<Item = u64>) -> Filter {
        let mut words = vec![0; 1 << (Filter::BITS - 6)];
        keys.map(|key| hash(key, Filter::BITS)).for_each(|hash| words[hash / 64] |= 1 << (hash % 64));
        Filter(words)
    }

    fn may_contain(&self, key: u64) -> bool {
        let hash = hash(key, Filter::BITS);
        self.0[hash / 64] >> (hash % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Returns all canonical sequences of exactly `length` moves that begin with `first`.
    fn sequences(first: Move, length: usize) -> Vec<Vec<Move>> {
        let mut sequences = Vec::new();
        walk(&mut vec![first], Cube::SOLVED, length, &mut |moves, _| {
            sequences.extend((moves.len() == length).then(|| moves.to_vec()));
            true
        });
        sequences
    }

    #[test]
    fn a_set_has_every_sequence_of_its_kind() {
        let kind = PieceKind::Edges;
        let set = AlgorithmSet::find(kind, 7, &CancelToken::never()).unwrap();
        for first in [Move::new(Face::R, -1).unwrap(), Move::new(Face::F, 2).unwrap()] {
            let all = (6..=7).flat_map(|length| sequences(first, length)).filter(|moves| {
                let cube = Cube::from_moves(moves);
                PieceKind::Corners.unsolved(&cube) == 0 && (1..=MAX_PIECES).contains(&kind.unsolved(&cube))
            });
            let all: HashSet<Vec<Move>> = all.collect();
            let found: Vec<Vec<Move>> = set.each().filter(|moves| moves[0] == first).collect();
            assert!(!all.is_empty());
            assert_eq!(found.len(), all.len());
            assert!(found.iter().all(|moves| all.contains(moves)));
        }
        for (key, packed) in set.algorithms.each() {
            assert_eq!(*key, kind.key(&Cube::from_moves(&packed.moves().collect::<Vec<_>>())));
        }
    }

    /// All pairs of four and five moves whose edges meet, without symmetries and filters.
    #[test]
    fn a_set_of_nine_moves_has_all_pairs_of_halves() {
        let set = AlgorithmSet::find(PieceKind::Corners, 9, &CancelToken::never()).unwrap();
        for first in [Move::new(Face::R, -1).unwrap(), Move::new(Face::F, 2).unwrap()] {
            let mut fronts: HashMap<[u8; 12], Vec<Vec<Move>>> = HashMap::new();
            for front in sequences(first, 4) {
                fronts.entry(*Cube::from_moves(&front).edges()).or_default().push(front);
            }
            let mut all = HashSet::new();
            for second in Move::all() {
                walk(&mut vec![second], Cube::SOLVED.turn(second), 5, &mut |back, cube| {
                    let own = (back.len() == 5).then(|| fronts.get(cube.inverse().edges())).flatten();
                    for front in own.into_iter().flatten().filter(|front| front[3].may_precede(second)) {
                        let whole = [&front[..], back].concat();
                        let moved = PieceKind::Corners.unsolved(&Cube::from_moves(&whole));
                        if (1..=MAX_PIECES).contains(&moved) {
                            all.insert(whole);
                        }
                    }
                    true
                });
            }
            let is_of_nine = |moves: &Vec<Move>| moves[0] == first && moves.len() == 9;
            let found: HashSet<Vec<Move>> = set.each().filter(is_of_nine).collect();
            assert!(all.len() > 20, "{}", all.len());
            assert_eq!(found, all);
        }
    }

    #[test]
    fn corner_algorithms_of_eight_moves_are_the_commutators_of_eight_moves() {
        let mut commutators = HashSet::new();
        for (a, b) in [(1, 3), (2, 2), (3, 1)] {
            let [a, b] = [a, b]
                .map(|length| Move::all().flat_map(|first| sequences(first, length)).collect::<Vec<_>>());
            for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
                let back = |part: &[Move]| part.iter().rev().map(|m| m.inverse()).collect::<Vec<_>>();
                let moves = moves::joined(&[&a[..], b, &back(a), &back(b)].concat());
                let cube = Cube::from_moves(&moves);
                let is_cycle =
                    PieceKind::Corners.is_three_cycle(&cube) && PieceKind::Edges.unsolved(&cube) == 0;
                if moves.len() == 8 && is_cycle {
                    commutators.insert(moves);
                }
            }
        }
        let set = AlgorithmSet::find(PieceKind::Corners, 8, &CancelToken::never()).unwrap();
        assert_eq!((set.count(), commutators.len()), (864, 864));
        assert!(set.each().all(|algorithm| commutators.contains(&algorithm)));
    }

    #[test]
    fn a_cancelled_search_ends_without_a_set() {
        let mut keyed = SequencesByKey::new();
        keyed.push(1, PackedMoves::new(&[]));
        assert_eq!(keyed.sort(&CancelToken::cancelled()), None);
        let cancel = CancelToken::new();
        cancel.cancel();
        assert!(AlgorithmSet::find(PieceKind::Corners, 12, &cancel).is_none());
    }
}
