//! Spaces without table look-ups: a puzzle as its moves, its goal and a lower bound.

use crate::move_order::MoveOrder;
use crate::space::Space;

/// A [`Space`] described by its states. Every type that implements this trait implements [`Space`].
///
/// It suits puzzles whose lower bounds are computed, or are read from tables that fit in the processor's caches. A
/// space with larger tables implements [`Space`] itself and prefetches its look-ups.
///
/// ```
/// use cubiform_search::{Limits, SimpleSpace, ida_star};
///
/// /// Two jugs of 5 and 3 litres. The goal is 4 litres in the larger one.
/// struct Jugs;
///
/// const SIZES: [u8; 2] = [5, 3];
///
/// impl SimpleSpace for Jugs {
///     type State = [u8; 2];
///
///     fn move_count(&self) -> usize {
///         6 // Fill, empty or pour one of two jugs.
///     }
///     fn apply(&self, jugs: &[u8; 2], m: u8) -> Option<[u8; 2]> {
///         let (jug, other) = ((m % 2) as usize, 1 - (m % 2) as usize);
///         let poured = jugs[jug].min(SIZES[other] - jugs[other]);
///         let mut next = *jugs;
///         match m / 2 {
///             0 => next[jug] = SIZES[jug],
///             1 => next[jug] = 0,
///             _ => (next[jug], next[other]) = (jugs[jug] - poured, jugs[other] + poured),
///         }
///         (next != *jugs).then_some(next)
///     }
///     fn is_goal(&self, jugs: &[u8; 2]) -> bool {
///         jugs[0] == 4
///     }
/// }
///
/// let solution = ida_star(&Jugs, &Jugs.order(), &[0, 0], &Limits::default())?;
/// assert_eq!(solution.moves.len(), 6);
/// # Ok::<(), cubiform_search::Stopped>(())
/// ```
pub trait SimpleSpace {
    /// A state of the puzzle. The default value need not be a state that can be reached.
    type State: Clone + Default;

    /// Returns the number of moves, at most [`MAX_MOVES`](crate::MAX_MOVES).
    fn move_count(&self) -> usize;

    /// Returns the state after move `m`, or `None` if the move is impossible or useless.
    fn apply(&self, state: &Self::State, m: u8) -> Option<Self::State>;

    /// Returns whether the state is at the goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns a number of moves that every solution of the state has at least. Defaults to 0.
    fn lower_bound(&self, state: &Self::State) -> u8 {
        let _ = state;
        0
    }

    /// Returns whether move `second` may follow move `first`. Defaults to true. A puzzle returns false for a move that
    /// undoes the one before, and for all but one order of moves that commute.
    fn may_follow(&self, first: u8, second: u8) -> bool {
        let _ = (first, second);
        true
    }

    /// Returns the canonical order of the moves, by [`may_follow`](SimpleSpace::may_follow).
    fn order(&self) -> MoveOrder {
        MoveOrder::new(self.move_count(), |first, second| self.may_follow(first as u8, second as u8))
    }
}

impl<S: SimpleSpace> Space for S {
    type Node = S::State;
    /// The state after each move, `None` for moves that were not applied.
    type Children = Vec<Option<S::State>>;
    /// The moves left at a child.
    type Plan = u8;
    type Requests = ();

    fn plan(&self, _: &S::State, child_depth_left: u8) -> u8 {
        child_depth_left
    }

    fn lower_bound(&self, state: &S::State) -> u8 {
        SimpleSpace::lower_bound(self, state)
    }

    fn expand(
        &self,
        _: &u8,
        parent: &S::State,
        moves: u64,
        children: &mut Self::Children,
        (): &mut (),
    ) -> u32 {
        children.clear();
        let child = |m: u8| (moves >> m & 1 == 1).then(|| self.apply(parent, m))?;
        children.extend((0..self.move_count() as u8).map(child));
        0
    }

    fn prune(
        &self,
        child_depth_left: &u8,
        _: &S::State,
        children: &mut Self::Children,
        alive: u64,
        _: usize,
        (): &(),
    ) -> u64 {
        let survives = |child: &S::State| SimpleSpace::lower_bound(self, child) <= *child_depth_left;
        let survivors = children.iter().enumerate().filter(|(_, child)| child.as_ref().is_some_and(survives));
        alive & survivors.fold(0, |set, (m, _)| set | 1 << m)
    }

    fn commit(&self, _: &u8, _: &S::State, children: &Self::Children, m: u8, child: &mut S::State) {
        child.clone_from(children[usize::from(m)].as_ref().expect("an impossible move was pruned"));
    }

    fn is_goal(&self, state: &S::State) -> bool {
        SimpleSpace::is_goal(self, state)
    }
}
