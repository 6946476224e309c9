//! A stage with its precomputed tables: rows, the effect of turns and symmetries on states, and goals.
//!
//! A stage reads three ranks of a cube: base, bit and word ([`stages`]). Its symmetries partition the bases into
//! classes; the classes are the rows. A [`StageState`] has the row, a symmetry that maps the base of the cube to the
//! representative of that row, and word and bit of the cube as this symmetry transforms it.
//!
//! A turn of a state takes these look-ups:
//!
//! 1. By symmetry and turn: the conjugate of the turn, which applies to the transformed cube.
//! 2. By row and turn: the row after the turn, a symmetry that maps the new base to its representative, and a
//!    permutation of the bits.
//! 3. By word and turn, then by symmetry and word: the new word.
//! 4. By permutation and bit: the new bit.
//! 5. By two symmetries: their product, the symmetry of the new state.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::OnceLock;

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Action, Cube4, Metric, Turn};

use super::component::{self, Component, Motion, Relabelling, RowPieces};
use super::stages::{
    self, OUTER_STAGES, Outer1, Outer2, STAGES, Stage1, Stage2, Stage3, Stage4, Stage5, StageKind,
};
use crate::closure::Closure;
use crate::kociemba::SymClasses;
use crate::rows::{Column, RowMove, Shape};
use cubiform_threads::Threads;

/// A stage: reads states of cubes, applies turns to them, and knows its goals.
pub struct Stage {
    number: usize,
    /// The motion of each symmetry, the identity first.
    pub(super) motions: Vec<Motion>,
    turns: Vec<Turn>,
    /// Symmetry classes of the bases; a class is a row, whose entries stand for as many states as the class has bases.
    pub(super) classes: SymClasses,
    pub(super) shape: Shape,
    /// By row and turn.
    row_steps: Vec<StageStep>,
    /// Permutations of the bits, one after the other: `shape.bits` images each.
    bit_permutations: Vec<u8>,
    /// By word and turn: the word after the turn.
    word_after_turn: Vec<u16>,
    /// By symmetry and word: the image of the word.
    word_conjugates: Vec<u16>,
    /// By symmetry and turn: the conjugate of the turn.
    turn_conjugates: Vec<u8>,
    /// By two symmetries: the first followed by the second.
    symmetry_products: Vec<u8>,
    /// For each symmetry in the stabilizers of all rows, one after the other: the number of its permutation of the bits.
    stabilizer_permutations: Vec<u16>,
    /// The goals whose base is a representative, under all symmetries.
    pub(super) goals: HashSet<Column>,
    /// The rotations of the whole cube under which the earlier stages remain met, the identity first.
    rotations: Vec<Symmetry>,
    /// Base, bit and word of the goals that need no rotation.
    goal_ranks: HashSet<[usize; 3]>,
    /// Reads base, bit and word of a cube after a motion; `None` if the earlier stages are not met.
    read: fn(&Cube4, &Motion) -> Option<[usize; 3]>,
}

impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stage")
            .field("number", &self.number)
            .field("shape", &self.shape)
            .finish_non_exhaustive()
    }
}

/// The effect of a turn on the representative of a row.
#[derive(Clone, Copy, Debug)]
struct StageStep {
    /// The row after the turn.
    row: u16,
    /// The number of the permutation of the bits by turn and symmetry.
    permutation: u16,
    /// The symmetry that maps the base after the turn to its representative.
    symmetry: u8,
}

/// A state of a stage: row, word and bit of the cube as a symmetry transforms it.
///
/// If the representative of the row has a stabilizer, different values may stand for the same state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StageState {
    row: u16,
    word: u16,
    bit: u8,
    /// The symmetry, which maps the base of the cube to the representative of the row.
    symmetry: u8,
}

/// Returns base, bit and word of a cube after a motion.
fn read<K: StageKind>(cube: &Cube4, motion: &Motion) -> Option<[usize; 3]> {
    Some(ranks(&<(K::Row, K::Word)>::from_cube(cube)?.moved(motion)))
}

/// A collection of permutations of bits without duplicates.
struct Permutations<M> {
    by_column_map: HashMap<M, u16>,
    by_bits: HashMap<Vec<u8>, u16>,
    all: Vec<u8>,
}

impl<M: Copy + Eq + Hash> Permutations<M> {
    /// Returns the number of the permutation of the bits of a base by `motion`; adds it if it is new. `index` is the
    /// number of the motion.
    fn number<R: RowPieces<ColumnMap = M>>(&mut self, row: &R, motion: &Motion, index: usize) -> u16 {
        let column_map = row.column_map(motion, index);
        if let Some(number) = self.by_column_map.get(&column_map) {
            return *number;
        }
        let base = row.base();
        let bits: Vec<u8> = (0..R::BITS).map(|bit| R::new(base, bit).moved(motion).bit() as u8).collect();
        let next = u16::try_from(self.by_bits.len()).expect("at most 65,536 permutations");
        let number = *self.by_bits.entry(bits).or_insert_with_key(|bits| {
            self.all.extend(bits);
            next
        });
        self.by_column_map.insert(column_map, number);
        number
    }
}

impl Stage {
    /// Returns stage 1 or 2 for outer-block turns. Its tables are computed on first use.
    ///
    /// # Panics
    /// If there is no such stage.
    pub fn outer(number: usize) -> &'static Stage {
        static ALL: [OnceLock<Stage>; OUTER_STAGES] = [const { OnceLock::new() }; OUTER_STAGES];
        const NEW: [fn() -> Stage; OUTER_STAGES] = [Stage::new::<Outer1>, Stage::new::<Outer2>];
        ALL[number - 1].get_or_init(NEW[number - 1])
    }

    /// Returns stage 1 to 5 of the five stages. Its tables are computed on first use.
    ///
    /// # Panics
    /// If `number` is 0 or greater than [`STAGES`].
    pub fn get(number: usize) -> &'static Stage {
        static ALL: [OnceLock<Stage>; STAGES] = [const { OnceLock::new() }; STAGES];
        const NEW: [fn() -> Stage; STAGES] = [
            Stage::new::<Stage1>,
            Stage::new::<Stage2>,
            Stage::new::<Stage3>,
            Stage::new::<Stage4>,
            Stage::new::<Stage5>,
        ];
        ALL[number - 1].get_or_init(NEW[number - 1])
    }

    /// Returns all five stages; computes those that are missing in parallel.
    pub fn all(threads: &Threads) -> [&'static Stage; STAGES] {
        let numbers: [usize; STAGES] = std::array::from_fn(|i| i + 1);
        threads.map(&numbers, |number| _ = Stage::get(*number));
        numbers.map(Stage::get)
    }

    fn new<K: StageKind>() -> Stage {
        let symmetries = K::symmetries();
        let index = |symmetry: Relabelling| {
            symmetries
                .iter()
                .position(|candidate| *candidate == symmetry)
                .expect("the symmetries form a group") as u8
        };
        let inverses: Vec<u8> = symmetries.iter().map(|symmetry| index(symmetry.inverse())).collect();
        let motions: Vec<Motion> =
            symmetries.iter().map(|symmetry| Motion::of_relabelling(*symmetry)).collect();
        let turns = stages::turns(K::LEGAL);
        let turn_motions: Vec<Motion> = turns.iter().map(|turn| Motion::of_turn(*turn)).collect();

        let mut cached = (0, K::Row::new(0, 0));
        let classes = SymClasses::under(&inverses, K::Row::BASES, |base, symmetry| {
            if cached.0 != base {
                cached = (base, K::Row::new(base, 0));
            }
            cached.1.moved(&motions[symmetry]).base()
        });

        let mut bit_permutations =
            Permutations { by_column_map: HashMap::new(), by_bits: HashMap::new(), all: Vec::new() };
        let steps: Vec<Motion> =
            turn_motions.iter().flat_map(|turn| motions.iter().map(|symmetry| turn.then(symmetry))).collect();
        let mut row_steps = Vec::with_capacity(classes.count() * turns.len());
        let mut stabilizer_permutations = Vec::new();
        for row in 0..classes.count() {
            let representative = K::Row::new(classes.representative(row), 0);
            for (t, turn) in turn_motions.iter().enumerate() {
                let (to, symmetry) = classes.class_of(representative.moved(turn).base());
                let index = t * symmetries.len() + symmetry;
                let permutation = bit_permutations.number(&representative, &steps[index], index);
                row_steps.push(StageStep { row: to as u16, permutation, symmetry: symmetry as u8 });
            }
            for symmetry in classes.stabilizer(row) {
                let index = steps.len() + symmetry;
                stabilizer_permutations
                    .push(bit_permutations.number(&representative, &motions[symmetry], index));
            }
        }

        let words: Vec<K::Word> = (0..K::Word::SIZE).map(K::Word::unrank).collect();
        let word = |word: &K::Word, motion: &Motion| word.moved(motion).rank() as u16;
        let turn_images = |symmetry: &Relabelling| {
            turns.iter().map(|t| index_of(&turns, symmetry.turn(*t))).collect::<Vec<u8>>()
        };
        let shape = K::SHAPE;
        let sizes = [classes.count(), K::Word::SIZE, K::Row::BITS];
        assert_eq!(sizes, [shape.rows, shape.words, shape.bits], "the sizes are those of the stage's shape");
        let goals = closure::<K>(&stages::turns(K::NEXT));
        let goal_images =
            goals.iter().flat_map(|goal| motions.iter().map(|symmetry| ranks(&goal.moved(symmetry))));
        let at_representative = |[base, bit, word]: [usize; 3]| {
            let row = classes.class_of(base).0;
            (classes.representative(row) == base).then_some(Column { row, word, bit })
        };
        Stage {
            number: K::NUMBER,
            shape,
            word_after_turn: words
                .iter()
                .flat_map(|w| turn_motions.iter().map(|turn| word(w, turn)))
                .collect(),
            word_conjugates: motions
                .iter()
                .flat_map(|symmetry| words.iter().map(|w| word(w, symmetry)))
                .collect(),
            turn_conjugates: symmetries.iter().flat_map(turn_images).collect(),
            symmetry_products: symmetries
                .iter()
                .flat_map(|a| symmetries.iter().map(|b| index(a.then(*b))))
                .collect(),
            goals: goal_images.filter_map(at_representative).collect(),
            rotations: component::symmetries_fixing(K::FIXED)
                .into_iter()
                .filter(|s| !s.is_mirror())
                .collect(),
            goal_ranks: goals.iter().map(ranks).collect(),
            row_steps,
            bit_permutations: bit_permutations.all,
            stabilizer_permutations,
            classes,
            turns,
            motions,
            read: read::<K>,
        }
    }

    /// Returns the number of the stage in its chain, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the legal turns of one or two layers, those of a single layer first. Everywhere else a turn is an index
    /// in this list.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Iterates over the turns that count as one in a metric.
    pub(crate) fn turns_in(&self, metric: Metric) -> impl Iterator<Item = usize> + '_ {
        let counts = move |turn: &Turn| metric.layers().contains(&turn.layers());
        (0..self.turns.len()).filter(move |t| counts(&self.turns[*t]))
    }

    /// Returns the number of states.
    pub(crate) fn states(&self) -> u64 {
        (self.classes.ranks() * self.shape.words * self.shape.bits) as u64
    }

    /// Returns the state of a cube that has met the earlier stages, oriented as their
    /// [`goal_orientation`](Self::goal_orientation) requires. Returns `None` if a piece that this stage reads is not
    /// where those stages leave it; other pieces are not checked.
    pub fn state(&self, cube: &Cube4) -> Option<StageState> {
        let (row, symmetry) = self.classes.class_of((self.read)(cube, &self.motions[0])?[0]);
        let [_, bit, word] = (self.read)(cube, &self.motions[symmetry])?;
        Some(StageState { row: row as u16, word: word as u16, bit: bit as u8, symmetry: symmetry as u8 })
    }

    /// Returns the state after a turn, given by its index in [`turns`](Self::turns).
    #[inline(always)]
    pub fn turn(&self, state: StageState, turn: usize) -> StageState {
        let conjugate = self.turn_conjugates[usize::from(state.symmetry) * self.turns.len() + turn];
        self.turn_conjugated(state, conjugate.into())
    }

    /// Returns the state after a turn that is already conjugated by the state's symmetry. Over all turns, this gives
    /// the same children as [`turn`](Self::turn) in another order, with one look-up less for each.
    #[inline(always)]
    pub(crate) fn turn_conjugated(&self, state: StageState, turn: usize) -> StageState {
        let step = self.row_steps[usize::from(state.row) * self.turns.len() + turn];
        let word = self.word_after_turn[usize::from(state.word) * self.turns.len() + turn];
        StageState {
            row: step.row,
            word: self.word_conjugates[usize::from(step.symmetry) * self.shape.words + usize::from(word)],
            bit: self.bit_permutations
                [usize::from(step.permutation) * self.shape.bits + usize::from(state.bit)],
            symmetry: self.symmetry_products
                [usize::from(state.symmetry) * self.motions.len() + usize::from(step.symmetry)],
        }
    }

    /// Returns whether a state is a goal of the stage.
    pub(crate) fn is_goal(&self, state: StageState) -> bool {
        self.goals.contains(&column(state))
    }

    /// Returns the rotation of the whole cube after which a cube that has met this stage can begin the next one or,
    /// after the last stage, is [`Cube4::SOLVED`]. The identity is preferred.
    ///
    /// Returns `None` if the cube has not met this stage. The earlier stages must be met.
    pub fn goal_orientation(&self, cube: &Cube4) -> Option<Symmetry> {
        let is_goal_orientation = |rotation: &Symmetry| {
            let rotated = cube.act(&Action::rotation(*rotation));
            (self.read)(&rotated, &self.motions[0]).is_some_and(|goal| self.goal_ranks.contains(&goal))
        };
        self.rotations.iter().copied().find(is_goal_orientation)
    }
}

/// The interface for the fill and the table.
impl Stage {
    /// Returns the row of a state and the index of its entry in the row: `word * bits + bit`.
    #[inline(always)]
    pub(super) fn entry(&self, state: StageState) -> (usize, usize) {
        (state.row.into(), usize::from(state.word) * self.shape.bits + usize::from(state.bit))
    }

    /// Returns the state of a column whose base is the representative of its row.
    pub(super) fn representative(&self, column: Column) -> StageState {
        StageState { row: column.row as u16, word: column.word as u16, bit: column.bit as u8, symmetry: 0 }
    }

    /// Returns the conjugate of a turn by a symmetry.
    pub(super) fn conjugate_turn(&self, symmetry: usize, turn: usize) -> usize {
        self.turn_conjugates[symmetry * self.turns.len() + turn].into()
    }

    /// Returns the row after a turn, a symmetry that maps the new base to its representative, and the image of each
    /// bit.
    pub(super) fn row_step(&self, row: usize, turn: usize) -> (usize, usize, &[u8]) {
        let step = &self.row_steps[row * self.turns.len() + turn];
        (step.row.into(), step.symmetry.into(), self.bits(step.permutation))
    }

    /// Returns the permutation of the bits of this number.
    fn bits(&self, permutation: u16) -> &[u8] {
        &self.bit_permutations[usize::from(permutation) * self.shape.bits..][..self.shape.bits]
    }

    /// Returns the image of each word under a turn followed by a symmetry.
    pub(super) fn words(&self, turn: usize, symmetry: usize) -> Vec<u16> {
        let conjugates = &self.word_conjugates[symmetry * self.shape.words..][..self.shape.words];
        self.word_after_turn
            .chunks_exact(self.turns.len())
            .map(|images| conjugates[usize::from(images[turn])])
            .collect()
    }

    /// Returns the effect of the stabilizer of a row on its columns; empty if the stabilizer is trivial.
    pub(super) fn stabilizer(&self, row: usize) -> Vec<RowMove<'_>> {
        let stabilizer = self.classes.stabilizer(row);
        if stabilizer.len() == 1 {
            return Vec::new();
        }
        let permutations = &self.stabilizer_permutations[self.classes.stabilizer_range(row)];
        let step = |(symmetry, permutation): (usize, &u16)| RowMove {
            row,
            words: &self.word_conjugates[symmetry * self.shape.words..][..self.shape.words],
            bits: self.bits(*permutation),
        };
        stabilizer.zip(permutations).map(step).collect()
    }
}

/// Returns row, word and bit of a state.
pub(super) fn column(state: StageState) -> Column {
    Column { row: state.row.into(), word: state.word.into(), bit: state.bit.into() }
}

/// Returns the index of a legal turn.
fn index_of(turns: &[Turn], turn: Turn) -> u8 {
    turns
        .iter()
        .position(|candidate| *candidate == turn)
        .expect("symmetries carry legal turns to legal turns") as u8
}

/// Returns base, bit and word.
fn ranks<R: RowPieces, W: Component>((row, word): &(R, W)) -> [usize; 3] {
    [row.base(), row.bit(), word.rank()]
}

/// Returns all states that sequences of `turns` make of the solved cube.
fn closure<K: StageKind>(turns: &[Turn]) -> Vec<(K::Row, K::Word)> {
    let motions: Vec<Motion> = turns.iter().map(|turn| Motion::of_turn(*turn)).collect();
    let solved = <(K::Row, K::Word)>::from_cube(&Cube4::SOLVED).expect("the solved cube meets all stages");
    Closure::new(solved, motions.len(), ranks, |state, m| state.moved(&motions[m])).states
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Stage {
        /// Returns the number of states up to symmetry.
        ///
        /// By Burnside's lemma: for each row, the mean number of columns that a symmetry of its stabilizer fixes.
        pub(crate) fn orbit_count(&self) -> u64 {
            let columns = (self.shape.words * self.shape.bits) as u64;
            let fixed = |to: usize, from: usize| usize::from(to == from) as u64;
            let fixed_columns = |step: &RowMove<'_>| {
                let words = step.words.iter().enumerate().map(|(i, to)| fixed((*to).into(), i)).sum::<u64>();
                words * step.bits.iter().enumerate().map(|(i, to)| fixed((*to).into(), i)).sum::<u64>()
            };
            let orbits_of_row = |row: usize| match &self.stabilizer(row)[..] {
                [] => columns,
                stabilizers => stabilizers.iter().map(fixed_columns).sum::<u64>() / stabilizers.len() as u64,
            };
            (0..self.shape.rows).map(orbits_of_row).sum()
        }

        /// Returns whether a symmetry of the stage maps one state to the other.
        pub(crate) fn are_equivalent(&self, a: StageState, b: StageState) -> bool {
            let (a, b) = (column(a), column(b));
            let carries = |step: RowMove<'_>| {
                usize::from(step.words[a.word]) == b.word && usize::from(step.bits[a.bit]) == b.bit
            };
            a == b || a.row == b.row && self.stabilizer(a.row).into_iter().any(carries)
        }
    }
}
