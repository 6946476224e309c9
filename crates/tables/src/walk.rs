//! Walks down to a goal in tables of distances modulo 3.
//!
//! A move changes a distance by at most one, so a child whose distance mod 3 is one less is one move nearer. The number of
//! steps of a walk is the exact distance of its first state. The look-ups of a walk are in flight between its steps, so
//! those of several walks overlap.

use std::ops::Range;

use crate::goal::table::Contradiction;

/// A table in which walks go down.
pub(crate) trait Downhill: Copy {
    /// A state.
    type State: Copy;
    /// The look-ups of up to N children.
    type Batch<const N: usize>;

    /// Returns the name of the table.
    fn table(self) -> &'static str;
    /// Returns the number of moves.
    fn moves(self) -> usize;
    /// Prefetches the code of a state, as if it were the first child.
    fn start<const N: usize>(self, state: &Self::State) -> Self::Batch<N>;
    /// Prefetches the codes of the children by at most N moves.
    fn look_up<const N: usize>(self, state: &Self::State, moves: Range<usize>, batch: &mut Self::Batch<N>);
    /// Returns the distance mod 3 of a child of a batch.
    fn residue<const N: usize>(self, batch: &Self::Batch<N>, child: usize) -> u8;
    /// Returns a child of a batch, to which `m` leads from a state.
    fn child<const N: usize>(
        self,
        state: &Self::State,
        batch: &Self::Batch<N>,
        child: usize,
        m: usize,
    ) -> Self::State;
    /// Returns whether a state with residue 0 is a goal; `None` if only goals have no nearer child.
    fn is_goal(self, state: &Self::State) -> Option<bool>;
}

/// A walk that looks up `BATCH` children at a time: not all, since most states have several that are nearer.
struct Walk<D: Downhill, const BATCH: usize> {
    table: D,
    state: D::State,
    /// The distance of the state mod 3; `None` before the first read.
    residue: Option<u8>,
    /// The number of steps down.
    distance: u8,
    /// The moves whose children are looked up.
    moves: Range<usize>,
    /// The look-ups of these children. Before the first read, the first one is that of the state itself.
    batch: D::Batch<BATCH>,
}

impl<D: Downhill, const BATCH: usize> Walk<D, BATCH> {
    /// The distance at which a table must be damaged, such that the walk runs in circles.
    const MAX_DISTANCE: u8 = 64;

    fn new(table: D, state: D::State) -> Self {
        Walk { table, state, residue: None, distance: 0, moves: 0..0, batch: table.start(&state) }
    }

    /// Goes on. Calls `visit` with the move if this is a step down. Returns whether the goal is reached.
    #[inline(always)]
    fn step(&mut self, visit: impl FnOnce(usize)) -> Result<bool, Contradiction> {
        let table = self.table;
        let (nearer, looked_up) = match self.residue {
            None => (table.residue(&self.batch, 0), 1),
            Some(residue) => ((residue + 2) % 3, self.moves.len()),
        };
        let first = match (0..looked_up).find(|child| table.residue(&self.batch, *child) == nearer) {
            Some(i) => {
                if self.residue.is_some() {
                    let m = self.moves.start + i;
                    self.distance += 1;
                    self.state = table.child(&self.state, &self.batch, i, m);
                    visit(m);
                }
                self.residue = Some(nearer);
                if nearer == 0 && table.is_goal(&self.state) == Some(true) {
                    return Ok(true);
                }
                0
            }
            None if self.moves.end < table.moves() => self.moves.end,
            None if nearer == 2 && table.is_goal(&self.state).is_none() => return Ok(true),
            None => return Err(Contradiction { table: table.table() }),
        };
        if self.distance == Self::MAX_DISTANCE {
            return Err(Contradiction { table: table.table() });
        }
        self.moves = first..(first + BATCH).min(table.moves());
        table.look_up(&self.state, self.moves.clone(), &mut self.batch);
        Ok(false)
    }
}

/// Returns the distances of states from the nearest goal, by up to `concurrent` walks at a time.
///
/// # Errors
/// If a state on a walk has no child that is nearer: the table is damaged.
pub(crate) fn distances<D: Downhill, const BATCH: usize>(
    starts: impl ExactSizeIterator<Item = (D, D::State)>,
    concurrent: usize,
) -> Result<Vec<u8>, Contradiction> {
    let mut distances = vec![0; starts.len()];
    let mut starts = starts.enumerate().map(|(i, (table, state))| (i, Walk::<D, BATCH>::new(table, state)));
    let mut walks: Vec<_> = starts.by_ref().take(concurrent).collect();
    while !walks.is_empty() {
        let mut i = 0;
        while let Some((start, walk)) = walks.get_mut(i) {
            if !walk.step(|_| ())? {
                i += 1;
                continue;
            }
            distances[*start] = walk.distance;
            match starts.next() {
                Some(next) => walks[i] = next,
                None => drop(walks.swap_remove(i)),
            }
        }
    }
    Ok(distances)
}

/// Walks from a state to the nearest goal; calls `visit` with each move. Returns the distance.
///
/// # Errors
/// As for [`distances`].
pub(crate) fn walk<D: Downhill, const BATCH: usize>(
    table: D,
    state: D::State,
    mut visit: impl FnMut(usize),
) -> Result<u8, Contradiction> {
    let mut walk = Walk::<D, BATCH>::new(table, state);
    while !walk.step(&mut visit)? {}
    Ok(walk.distance)
}
