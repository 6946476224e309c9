//! Canonical move order: the moves that may follow a move, so that few sequences lead to the same state.

/// The maximum number of moves of an order.
pub const MAX_MOVES: usize = 64;

/// The set of moves that may come first, and for each move the set that may follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveOrder {
    first: u64,
    after: Vec<u64>,
}

impl MoveOrder {
    /// Creates the order of `moves` moves in which `b` may follow `a` if `may_precede(a, b)`. Any move may come first.
    ///
    /// # Panics
    /// If `moves` exceeds [`MAX_MOVES`].
    pub fn new(moves: usize, may_precede: impl Fn(usize, usize) -> bool) -> MoveOrder {
        assert!(moves <= MAX_MOVES, "{moves} moves; at most {MAX_MOVES}");
        let set = |allowed: &dyn Fn(usize) -> bool| {
            (0..moves).filter(|m| allowed(*m)).fold(0, |set: u64, m| set | 1 << m)
        };
        MoveOrder {
            first: set(&|_| true),
            after: (0..moves).map(|last| set(&|m| may_precede(last, m))).collect(),
        }
    }

    /// Returns the order in which only the moves in the bit mask `moves` may come first.
    #[must_use]
    pub fn starting_with(mut self, moves: u64) -> MoveOrder {
        self.first &= moves;
        self
    }

    /// Returns the order restricted to the moves in the bit mask `moves`.
    #[must_use]
    pub fn restricted_to(mut self, moves: u64) -> MoveOrder {
        self.first &= moves;
        self.after.iter_mut().for_each(|after| *after &= moves);
        self
    }

    /// Returns the moves that may follow `last`, or come first if it is `None`, as a bit mask.
    #[inline]
    pub fn after(&self, last: Option<u8>) -> u64 {
        match last {
            None => self.first,
            Some(last) => self.after[usize::from(last)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_order_allows_exactly_the_given_successors() {
        let order = MoveOrder::new(5, |a, b| a < b);
        assert_eq!(order.after(None), 0b11111);
        assert_eq!(order.after(Some(2)), 0b11000);
        assert_eq!(order.after(Some(4)), 0);
        let starting = order.clone().starting_with(0b00110);
        assert_eq!((starting.after(None), starting.after(Some(2))), (0b00110, 0b11000));
        let within = order.restricted_to(0b01101);
        assert_eq!((within.after(None), within.after(Some(2))), (0b01101, 0b01000));
    }
}
