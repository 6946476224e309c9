//! A stage prepared: its rows, what turns and symmetries do to them and to columns, its goals.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Action, Cube4, Metric, Turn};

use super::component::{Component, Ranked, Row};
use super::motion::{self, Motion, Relabelling};
use super::stages::{
    self, OUTER_STAGES, Outer1, Outer2, STAGES, Stage1, Stage2, Stage3, Stage4, Stage5, StageKind,
};
use crate::kociemba::{SymClasses, SymmetrySet};
use crate::rows::{Column, RowStep, Shape};
use crate::threads::share;

/// A stage, ready for states to be turned and looked up.
///
/// A state is kept as the symmetry sees it that brings its base to the representative of a class, which is its row.
/// There a turn is a few look-ups in small tables.
pub struct Stage {
    number: usize,
    /// What each symmetry does, that of the identity first.
    motions: Vec<Motion>,
    turns: Vec<Turn>,
    classes: SymClasses<[u64; 3]>,
    shape: Shape,
    /// By row and turn.
    leads: Vec<StageStep>,
    /// `bits` of each.
    permutations: Vec<u8>,
    /// By word and turn, the word that the turn makes of it.
    turned: Vec<u16>,
    /// By view and word, the word that the view makes of it.
    viewed: Vec<u16>,
    /// By view and turn, the turn as it is seen.
    seen: Vec<u8>,
    /// By two views, the view that they are one after the other.
    composed: Vec<u8>,
    /// By row, where its views begin in the next; and their end.
    keeping_from: Vec<u32>,
    /// The views that keep a row, and what they do to bits; none where that is the identity alone.
    keeping: Vec<(u8, u16)>,
    goals: HashSet<Column>,
    /// The rotations of the whole cube that leave the stages before met, the identity first.
    rotations: Vec<Symmetry>,
    /// Base, bit and word of the goals that need no rotation.
    ends: HashSet<[usize; 3]>,
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

/// Where a turn leads from the representative of a row.
#[derive(Clone, Copy, Debug)]
struct StageStep {
    row: u16,
    /// What turn and view do to bits.
    permutation: u16,
    /// What brings its base to the representative there.
    view: u8,
}

/// A state of a stage: its row and column, and the symmetry that sees it there.
///
/// It says all that the stage can tell of a cube; but where symmetries keep its row, the same is said by several, which
/// are not equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StageState {
    row: u16,
    word: u16,
    bit: u8,
    view: u8,
}

/// Reads base, bit and word of a cube as a motion leaves it.
fn read<K: StageKind>(cube: &Cube4, motion: &Motion) -> Option<[usize; 3]> {
    Some(ranks(&<(K::Row, K::Word)>::of(cube)?.moved(motion)))
}

/// Permutations of bits, each once.
struct Permutations<Way> {
    by_way: HashMap<Way, u16>,
    by_bits: HashMap<Vec<u8>, u16>,
    all: Vec<u8>,
}

impl<Way: Copy + Eq + Hash> Permutations<Way> {
    /// The number of the one by which `motion`, whose index it is, carries the bits of a base.
    fn number<R: Row<ColumnMap = Way>>(&mut self, row: &R, motion: &Motion, index: usize) -> u16 {
        let way = row.column_map(motion, index);
        if let Some(number) = self.by_way.get(&way) {
            return *number;
        }
        let base = row.base();
        let bits: Vec<u8> = (0..R::BITS).map(|bit| R::new(base, bit).moved(motion).bit() as u8).collect();
        let next = u16::try_from(self.by_bits.len()).expect("at most 65,536 permutations");
        let number = *self.by_bits.entry(bits).or_insert_with_key(|bits| {
            self.all.extend(bits);
            next
        });
        self.by_way.insert(way, number);
        number
    }
}

impl Stage {
    /// The stage of this number by outer turns, 1 or 2; made when first asked for, in some tenths of a second.
    ///
    /// # Panics
    /// If there is no such stage.
    pub fn outer(number: usize) -> &'static Stage {
        static ALL: [OnceLock<Stage>; OUTER_STAGES] = [const { OnceLock::new() }; OUTER_STAGES];
        ALL[number - 1].get_or_init(|| match number {
            1 => Stage::new::<Outer1>(),
            _ => Stage::new::<Outer2>(),
        })
    }

    /// That of the five stages with this number, 1 to 5; made when first asked for, in some tenths of a second.
    ///
    /// # Panics
    /// If there is no such stage.
    pub fn get(number: usize) -> &'static Stage {
        static ALL: [OnceLock<Stage>; STAGES] = [const { OnceLock::new() }; STAGES];
        ALL[number - 1].get_or_init(|| match number {
            1 => Stage::new::<Stage1>(),
            2 => Stage::new::<Stage2>(),
            3 => Stage::new::<Stage3>(),
            4 => Stage::new::<Stage4>(),
            _ => Stage::new::<Stage5>(),
        })
    }

    /// All five, made on as many threads where they are not there yet.
    pub fn all() -> [&'static Stage; STAGES] {
        let next = AtomicUsize::new(1);
        share(STAGES, || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            for number in numbers.take_while(|number| *number <= STAGES) {
                Stage::get(number);
            }
        });
        std::array::from_fn(|i| Stage::get(i + 1))
    }

    fn new<K: StageKind>() -> Stage {
        let views = K::views();
        let place =
            |view: Relabelling| views.iter().position(|own| *own == view).expect("they are a group") as u8;
        let inverses: Vec<u8> = views.iter().map(|view| place(view.inverse())).collect();
        let motions: Vec<Motion> = views.iter().map(|view| Motion::of_relabelling(*view)).collect();
        let turns = stages::turns(K::LEGAL);
        let turn_motions: Vec<Motion> = turns.iter().map(|turn| Motion::of_turn(*turn)).collect();

        let mut last = (0, K::Row::new(0, 0));
        let classes = SymClasses::<[u64; 3]>::under(&inverses, K::Row::BASES, |base, view| {
            if last.0 != base {
                last = (base, K::Row::new(base, 0));
            }
            last.1.moved(&motions[view]).base()
        });

        let mut permutations =
            Permutations { by_way: HashMap::new(), by_bits: HashMap::new(), all: Vec::new() };
        let both: Vec<Motion> =
            turn_motions.iter().flat_map(|turn| motions.iter().map(|view| turn.then(view))).collect();
        let mut leads = Vec::with_capacity(classes.count() * turns.len());
        let (mut keeping_from, mut keeping) = (vec![0], Vec::new());
        for row in 0..classes.count() {
            let representative = K::Row::new(classes.representative(row), 0);
            for (t, turn) in turn_motions.iter().enumerate() {
                let (to, view) = classes.of(representative.moved(turn).base());
                let index = t * views.len() + view;
                let permutation = permutations.number(&representative, &both[index], index);
                leads.push(StageStep { row: to as u16, permutation, view: view as u8 });
            }
            if classes.stabilizer(row).len() > 1 {
                for view in classes.stabilizer(row).members() {
                    let index = both.len() + view;
                    keeping.push((view as u8, permutations.number(&representative, &motions[view], index)));
                }
            }
            keeping_from.push(keeping.len() as u32);
        }

        let words: Vec<K::Word> = (0..K::Word::SIZE).map(K::Word::unrank).collect();
        let word = |word: &K::Word, motion: &Motion| word.moved(motion).rank() as u16;
        let seen =
            |view: &Relabelling| turns.iter().map(|t| index_of(&turns, view.turn(*t))).collect::<Vec<u8>>();
        let shape = K::SHAPE;
        let found = [classes.count(), K::Word::SIZE, K::Row::BITS];
        assert_eq!(found, [shape.rows, shape.words, shape.bits], "the known sizes");
        let ends = closure::<K>(&stages::turns(K::NEXT));
        let seen_ends = ends.iter().flat_map(|end| motions.iter().map(|view| ranks(&end.moved(view))));
        let at_representative = |[base, bit, word]: [usize; 3]| {
            let row = classes.of(base).0;
            (classes.representative(row) == base).then_some(Column { row, word, bit })
        };
        Stage {
            number: K::NUMBER,
            shape,
            turned: words.iter().flat_map(|w| turn_motions.iter().map(|turn| word(w, turn))).collect(),
            viewed: motions.iter().flat_map(|view| words.iter().map(|w| word(w, view))).collect(),
            seen: views.iter().flat_map(seen).collect(),
            composed: views.iter().flat_map(|a| views.iter().map(|b| place(a.then(*b)))).collect(),
            goals: seen_ends.filter_map(at_representative).collect(),
            rotations: motion::symmetries_fixing(K::FIXED).into_iter().filter(|s| !s.is_mirror()).collect(),
            ends: ends.iter().map(ranks).collect(),
            leads,
            permutations: permutations.all,
            keeping_from,
            keeping,
            classes,
            turns,
            motions,
            read: read::<K>,
        }
    }

    /// Which it is of its chain, from 1 on.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The legal turns of one or two layers, those of a single layer first; elsewhere turns are named by their places in
    /// this list.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The places of the turns that count as one in a metric.
    pub fn turns_in(&self, metric: Metric) -> impl Iterator<Item = usize> + '_ {
        let counts = move |turn: &Turn| metric.layers().contains(&turn.layers());
        (0..self.turns.len()).filter(move |t| counts(&self.turns[*t]))
    }

    /// How many states it has, not up to symmetry.
    pub fn states(&self) -> u64 {
        (self.classes.ranks() * self.shape.words * self.shape.bits) as u64
    }

    /// How many states it has up to symmetry.
    pub fn orbits(&self) -> u64 {
        let columns = (self.shape.words * self.shape.bits) as u64;
        let kept = |to: usize, from: usize| usize::from(to == from) as u64;
        let left = |step: &RowStep<'_>| {
            let words = step.words.iter().enumerate().map(|(i, to)| kept((*to).into(), i)).sum::<u64>();
            words * step.bits.iter().enumerate().map(|(i, to)| kept((*to).into(), i)).sum::<u64>()
        };
        let of_row = |row: usize| match &self.stabilizer(row)[..] {
            [] => columns,
            keeping => keeping.iter().map(left).sum::<u64>() / keeping.len() as u64,
        };
        (0..self.shape.rows).map(of_row).sum()
    }

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        self.classes.bytes()
            + size_of_val(&self.leads[..])
            + self.permutations.len()
            + size_of_val(&self.turned[..])
            + size_of_val(&self.viewed[..])
            + self.seen.len()
            + self.composed.len()
            + size_of_val(&self.keeping_from[..])
            + size_of_val(&self.keeping[..])
    }

    /// The state of a cube that has met the stages before, held as [`hold`](Self::hold) says. `None` if a piece that the
    /// stage knows of is not where they leave it; of other pieces it says nothing.
    pub fn state(&self, cube: &Cube4) -> Option<StageState> {
        let (row, view) = self.classes.of((self.read)(cube, &self.motions[0])?[0]);
        let [_, bit, word] = (self.read)(cube, &self.motions[view])?;
        Some(StageState { row: row as u16, word: word as u16, bit: bit as u8, view: view as u8 })
    }

    /// What a turn, by its place in [`turns`](Self::turns), makes of a state.
    #[inline(always)]
    pub fn turn(&self, state: StageState, turn: usize) -> StageState {
        let seen = self.seen[usize::from(state.view) * self.turns.len() + turn];
        self.turn_conjugated(state, seen.into())
    }

    /// What a turn of the state as it is seen makes of it: the same states for all turns as [`turn`](Self::turn), in
    /// another order, with a look-up less.
    #[inline(always)]
    pub fn turn_conjugated(&self, state: StageState, turn: usize) -> StageState {
        let lead = self.leads[usize::from(state.row) * self.turns.len() + turn];
        let turned = self.turned[usize::from(state.word) * self.turns.len() + turn];
        StageState {
            row: lead.row,
            word: self.viewed[usize::from(lead.view) * self.shape.words + usize::from(turned)],
            bit: self.permutations[usize::from(lead.permutation) * self.shape.bits + usize::from(state.bit)],
            view: self.composed[usize::from(state.view) * self.motions.len() + usize::from(lead.view)],
        }
    }

    /// Whether it is one of the stage's goals.
    pub fn is_goal(&self, state: StageState) -> bool {
        self.goals.contains(&column(state))
    }

    /// For a cube that has met the stages before and this one, a rotation of the whole cube after which it can go on with
    /// the next, or, after the last, is [`Cube4::SOLVED`]: the identity if it need not be turned.
    ///
    /// `None` if it has not met this one.
    pub fn goal_orientation(&self, cube: &Cube4) -> Option<Symmetry> {
        let is_held = |rotation: &Symmetry| {
            let held = cube.act(&Action::rotation(*rotation));
            (self.read)(&held, &self.motions[0]).is_some_and(|end| self.ends.contains(&end))
        };
        self.rotations.iter().copied().find(is_held)
    }

    /// Whether symmetries of the stage make one of the two states of the other.
    pub fn are_equivalent(&self, a: StageState, b: StageState) -> bool {
        let (a, b) = (column(a), column(b));
        let carries = |step: RowStep<'_>| {
            usize::from(step.words[a.word]) == b.word && usize::from(step.bits[a.bit]) == b.bit
        };
        a == b || a.row == b.row && self.stabilizer(a.row).into_iter().any(carries)
    }
}

/// What the fill and the table need of it.
impl Stage {
    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// The row of a state, and the number of its column there.
    #[inline(always)]
    pub(super) fn entry(&self, state: StageState) -> (usize, usize) {
        (state.row.into(), usize::from(state.word) * self.shape.bits + usize::from(state.bit))
    }

    /// How many symmetries there are.
    pub(super) fn views(&self) -> usize {
        self.motions.len()
    }

    pub(super) fn goals(&self) -> impl Iterator<Item = Column> + '_ {
        self.goals.iter().copied()
    }

    /// How many states a column of a row stands for.
    pub(super) fn weight(&self, row: usize) -> u64 {
        self.classes.size(row)
    }

    /// The row to which a turn leads, the view that sees it there, and what becomes of each bit.
    pub(super) fn row_step(&self, row: usize, turn: usize) -> (usize, usize, &[u8]) {
        let lead = &self.leads[row * self.turns.len() + turn];
        (lead.row.into(), lead.view.into(), self.bits(lead.permutation))
    }

    fn bits(&self, permutation: u16) -> &[u8] {
        &self.permutations[usize::from(permutation) * self.shape.bits..][..self.shape.bits]
    }

    /// For each word what a turn, and a view after it, makes of it.
    pub(super) fn words(&self, turn: usize, view: usize) -> Vec<u16> {
        let viewed = &self.viewed[view * self.shape.words..][..self.shape.words];
        self.turned.chunks_exact(self.turns.len()).map(|turned| viewed[usize::from(turned[turn])]).collect()
    }

    /// What the views do to the columns of a row that keep it, if there are any but the identity.
    pub(super) fn stabilizer(&self, row: usize) -> Vec<RowStep<'_>> {
        let range = self.keeping_from[row] as usize..self.keeping_from[row + 1] as usize;
        let step = |(view, permutation): &(u8, u16)| RowStep {
            row,
            words: &self.viewed[usize::from(*view) * self.shape.words..][..self.shape.words],
            bits: self.bits(*permutation),
        };
        self.keeping[range].iter().map(step).collect()
    }
}

/// Row and column of a state.
pub(super) fn column(state: StageState) -> Column {
    Column { row: state.row.into(), word: state.word.into(), bit: state.bit.into() }
}

/// The place of a legal turn.
fn index_of(turns: &[Turn], turn: Turn) -> u8 {
    turns.iter().position(|own| *own == turn).expect("symmetries carry legal turns to legal turns") as u8
}

/// Base, bit and word.
fn ranks<R: Row, W: Ranked>((row, word): &(R, W)) -> [usize; 3] {
    [row.base(), row.bit(), word.rank()]
}

/// All that turns make of the solved cube.
fn closure<K: StageKind>(turns: &[Turn]) -> Vec<(K::Row, K::Word)> {
    let motions: Vec<Motion> = turns.iter().map(|turn| Motion::of_turn(*turn)).collect();
    let solved = <(K::Row, K::Word)>::of(&Cube4::SOLVED).expect("the solved cube meets all stages");
    let (mut all, mut known) = (vec![solved], HashSet::from([ranks(&solved)]));
    let mut done = 0;
    while let Some(state) = all.get(done).copied() {
        let moved = motions.iter().map(|motion| state.moved(motion));
        all.extend(moved.filter(|state| known.insert(ranks(state))));
        done += 1;
    }
    all
}
