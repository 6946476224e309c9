//! The common interface of the two phases: keys of states up to symmetry, and the tables around the goal that they index.

use crate::kociemba::ball_filter::{self, BallFilter};
use crate::kociemba::{
    BlockedBloomFilter, Entry, ExactTable, INVERSES, MoveSetConjugates, SymClasses, UD_SYMMETRIES,
};
use cubiform_cube::Move;
use cubiform_store::fill::{Filling, Watch};
use cubiform_threads::CancelToken;

/// A phase: its states, moves and tables.
///
/// A state has three ranks. A *key* identifies a state up to the sixteen symmetries of the U-D axis: the state is
/// conjugated by a symmetry that maps its first rank to the representative of the rank's class. Then
///
/// ```text
/// key = (class * number of third ranks + third rank) * number of second ranks + second rank
/// ```
///
/// If symmetries stabilize the representative, several keys stand for equivalent states. Tables contain all of them.
pub trait Phase: Sized {
    /// A state of the phase. The default is its goal.
    type State: Copy + Default;
    /// The moves of the phase, bit `m` for move `m`.
    const MOVES: u32;
    /// The moves that may come last.
    const LAST_MOVES: u32;
    /// The numbers of second and of third ranks.
    const SIZES: [usize; 2];
    /// The number of states.
    const STATES: u64;
    /// Radius of the exact table without ball filters, in moves, and its number of keys.
    const EXACT: (u8, usize);
    /// Radius and number of keys of the exact table that goes with ball filters.
    const EXACT_WITH_FILTERS: (u8, usize);
    /// Number of keys within one and within two moves more than the radius of
    /// [`EXACT_WITH_FILTERS`](Phase::EXACT_WITH_FILTERS).
    const BALL_KEYS: [usize; 2];

    /// Returns the tables of keys.
    fn tables(&self) -> &KeyTables;
    /// Returns the ranks of a state.
    fn ranks(state: Self::State) -> [usize; 3];
    /// Returns the state of these ranks.
    fn state(ranks: [usize; 3]) -> Self::State;
    /// Returns the state after move `m`.
    fn turn(&self, state: Self::State, m: usize) -> Self::State;
    /// Returns the second and the third rank of the conjugate by symmetry `s` of `UD_SYMMETRIES`.
    fn conjugate(&self, second: usize, third: usize, s: usize) -> (usize, usize);

    /// Returns a set of moves with all those after which `child_depth_left` more may be enough.
    #[inline(always)]
    fn candidate_moves(&self, _state: Self::State, _child_depth_left: u8) -> u32 {
        Self::MOVES
    }

    /// Returns the key of a state, and the symmetry of `UD_SYMMETRIES` that maps the state to the key's state.
    #[inline(always)]
    fn key(&self, state: Self::State) -> (u32, usize) {
        let [first, second, third] = Self::ranks(state);
        let (class, s) = self.tables().classes.class_of(first);
        (self.key_of_class(class, second, third, s), s)
    }

    /// Returns the [`key`](Phase::key) of the state after move `m`.
    #[inline(always)]
    fn key_after(&self, state: Self::State, m: usize) -> (u32, usize) {
        self.key(self.turn(state, m))
    }

    /// Returns the key of a state, given the class of its first rank and the symmetry that maps it to the
    /// representative.
    #[inline(always)]
    fn key_of_class(&self, class: usize, second: usize, third: usize, s: usize) -> u32 {
        let (second, third) = self.conjugate(second, third, s);
        ((class * Self::SIZES[1] + third) * Self::SIZES[0] + second) as u32
    }

    /// Returns the exact table of the states near the goal, by [`key`](Phase::key).
    #[inline(always)]
    fn exact_table(&self) -> &ExactTable {
        &self.tables().exact
    }

    /// Returns the filters of the balls beyond the exact table: `ball_filters()[i]` contains all keys within
    /// `radius + 1 + i` moves. Empty if there are none.
    #[inline(always)]
    fn ball_filters(&self) -> &[BlockedBloomFilter] {
        self.tables().ball_filter.as_ref().map_or(&[], |ball_filter| &ball_filter.filters)
    }

    /// Converts the entry of a key to the frame of the state itself; `s` is the symmetry that [`key`](Phase::key)
    /// returned.
    #[inline(always)]
    fn conjugated(&self, entry: Entry, s: usize) -> Entry {
        let improving_moves =
            self.tables().move_set_conjugates.conjugate(entry.improving_moves, INVERSES[s].into());
        Entry { improving_moves, ..entry }
    }

    /// Returns distance and improving moves of a state within the exact radius, else `None`.
    #[inline(always)]
    fn entry(&self, state: Self::State) -> Option<Entry> {
        let (key, s) = self.key(state);
        Some(self.conjugated(self.exact_table().get(key)?, s))
    }
}

/// The tables by key: the symmetry classes of the first rank, the exact distances near the goal, and the filters of the
/// balls beyond.
#[derive(Debug)]
pub struct KeyTables {
    pub(super) classes: SymClasses,
    move_set_conjugates: MoveSetConjugates,
    pub(super) exact: ExactTable,
    ball_filter: Option<BallFilter>,
}

impl KeyTables {
    /// Returns the tables with the exact distance of the goal alone.
    pub(super) fn new(classes: SymClasses, ball_filter: Option<BallFilter>) -> KeyTables {
        let move_set_conjugates = MoveSetConjugates::new();
        KeyTables { classes, move_set_conjugates, exact: ExactTable::empty(), ball_filter }
    }

    /// Returns the number of states for which a key stands.
    pub(super) fn states<P: Phase>(&self, key: u32) -> u64 {
        self.classes.size(unkey::<P>(key).0)
    }
}

/// Fills the exact table of a phase; with ball filters it is the smaller one. Returns `None` if `cancel` was set.
pub(super) fn fill_exact_table<P: Phase>(phase: &P, cancel: &CancelToken) -> Option<ExactTable> {
    let has_filters = phase.tables().ball_filter.is_some();
    let (radius, count) = if has_filters { P::EXACT_WITH_FILTERS } else { P::EXACT };
    ExactTable::fill(0, radius, count, cancel, |key, children| expand(phase, key, children))
}

/// Builds the ball filters of a phase.
pub(super) fn fill_ball_filters<P: Phase>(phase: &P, watch: &Watch<'_>) -> Filling {
    let states = |key| phase.tables().states::<P>(key);
    let expand = |key, children: &mut _| expand(phase, key, children);
    ball_filter::fill(P::EXACT_WITH_FILTERS.0, P::BALL_KEYS, P::STATES, watch, states, expand)
}

/// Appends the keys of the children of a key, each with the move that leads back. If the child's first rank has a
/// stabilizer, all its equivalent keys are appended.
pub(super) fn expand<P: Phase>(phase: &P, parent: u32, children: &mut Vec<(u32, u8)>) {
    let classes = &phase.tables().classes;
    let (class, second, third) = unkey::<P>(parent);
    let state = P::state([classes.representative(class), second, third]);
    for m in Move::all().filter(|m| P::MOVES >> m.index() & 1 == 1) {
        let [first, second, third] = P::ranks(phase.turn(state, m.index()));
        let (class, s) = classes.class_of(first);
        let (second, third) = phase.conjugate(second, third, s);
        let back = UD_SYMMETRIES[s].conjugate(m.inverse());
        for t in classes.stabilizer(class) {
            let key = phase.key_of_class(class, second, third, t);
            children.push((key, UD_SYMMETRIES[t].conjugate(back).index() as u8));
        }
    }
}

/// Returns the class of the first rank, the second and the third rank of a key.
fn unkey<P: Phase>(key: u32) -> (usize, usize, usize) {
    let (rest, second) = (key as usize / P::SIZES[0], key as usize % P::SIZES[0]);
    (rest / P::SIZES[1], second, rest % P::SIZES[1])
}
