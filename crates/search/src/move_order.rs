//! The canonical order of moves: which moves may follow a move, so that each state is reached by few sequences.

/// The most moves that an order can hold.
pub const MAX_MOVES: usize = 64;

/// For each move, and for the start, the set of moves that may come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveOrder {
    first: u64,
    after: Vec<u64>,
}

impl MoveOrder {
    /// An order of `moves` moves in which `b` may follow `a` where `may_precede(a, b)`.
    ///
    /// # Panics
    /// If there are more than [`MAX_MOVES`].
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

    /// The same order of some of the moves, bit `m` of `moves` for move `m`.
    #[must_use]
    pub fn restricted_to(mut self, moves: u64) -> MoveOrder {
        self.first &= moves;
        self.after.iter_mut().for_each(|after| *after &= moves);
        self
    }

    /// The set of moves that may follow `last` (bit `m` for move `m`); any move of the order may come first.
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
    fn an_order_is_the_relation_it_was_made_of() {
        let order = MoveOrder::new(5, |a, b| a < b);
        assert_eq!(order.after(None), 0b11111);
        assert_eq!(order.after(Some(2)), 0b11000);
        assert_eq!(order.after(Some(4)), 0);
        let within = order.restricted_to(0b01101);
        assert_eq!((within.after(None), within.after(Some(2))), (0b01101, 0b01000));
    }
}
