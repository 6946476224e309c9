//! Symmetry classes of ranks, each with its smallest rank as representative.

use std::ops::Range;

use crate::kociemba::UD_SYMMETRIES;

/// The symmetry classes of ranks 0..size under a group of symmetries.
///
/// Under [`UD_SYMMETRIES`] there are 64,430 classes of [`FlipSlice`](crate::kociemba::FlipSlice), and 2768 each of
/// [`CornerPermutation`](crate::kociemba::CornerPermutation) and [`UdEdges`](crate::kociemba::UdEdges).
#[derive(Clone, Debug)]
pub(crate) struct SymClasses {
    /// By rank: the class, and a symmetry that maps the rank to the representative.
    classes: Vec<(u16, u8)>,
    /// By class: the representative, and where its stabilizer begins in `stabilizers`.
    representatives: Vec<(u32, u32)>,
    /// The stabilizers of the representatives of all classes, each in ascending order.
    stabilizers: Vec<u8>,
    /// Number of symmetries in the group.
    symmetries: usize,
}

impl SymClasses {
    /// Finds the classes under [`UD_SYMMETRIES`]; `conjugate(rank, s)` returns the image of a rank under symmetry `s`
    /// of the list.
    ///
    /// # Panics
    /// If there are more than 65,536 classes.
    pub(crate) fn new(size: usize, conjugate: impl FnMut(usize, usize) -> usize) -> SymClasses {
        SymClasses::under(&INVERSES, size, conjugate)
    }

    /// Finds the classes under a group of symmetries: `inverses[s]` is the index of the inverse of symmetry `s`,
    /// `image(rank, s)` the image of a rank. All images of one rank are computed one after the other.
    ///
    /// # Panics
    /// If there are more than 65,536 classes, or 255 symmetries or more.
    pub(crate) fn under(
        inverses: &[u8],
        size: usize,
        mut image: impl FnMut(usize, usize) -> usize,
    ) -> SymClasses {
        const UNASSIGNED: u8 = u8::MAX;
        assert!(inverses.len() < UNASSIGNED.into(), "a symmetry has a number of eight bits");
        let mut classes = vec![(0, UNASSIGNED); size];
        let (mut representatives, mut stabilizers) = (Vec::new(), Vec::new());
        for rank in 0..size {
            if classes[rank].1 != UNASSIGNED {
                continue;
            }
            let class = u16::try_from(representatives.len()).expect("at most 65,536 classes");
            representatives.push((rank as u32, stabilizers.len() as u32));
            for (s, inverse) in inverses.iter().enumerate() {
                let image = image(rank, s);
                if image == rank {
                    stabilizers.push(s as u8);
                }
                if classes[image].1 == UNASSIGNED {
                    classes[image] = (class, *inverse);
                }
            }
        }
        SymClasses { classes, representatives, stabilizers, symmetries: inverses.len() }
    }

    /// Returns the number of classes.
    pub(crate) fn count(&self) -> usize {
        self.representatives.len()
    }

    /// Returns the number of ranks.
    pub(crate) fn ranks(&self) -> usize {
        self.classes.len()
    }

    /// Returns the class of a rank, and the index of a symmetry that maps the rank to the class's representative.
    #[inline(always)]
    pub(crate) fn class_of(&self, rank: usize) -> (usize, usize) {
        let (class, s) = self.classes[rank];
        (usize::from(class), usize::from(s))
    }

    /// Returns the number of ranks in a class.
    pub(crate) fn size(&self, class: usize) -> u64 {
        (self.symmetries / self.stabilizer(class).len()) as u64
    }

    /// Returns the smallest rank of a class.
    pub(crate) fn representative(&self, class: usize) -> usize {
        self.representatives[class].0 as usize
    }

    /// Returns the stabilizer of a class's representative: the symmetries that map it to itself, ascending.
    pub(crate) fn stabilizer(&self, class: usize) -> impl ExactSizeIterator<Item = usize> {
        self.stabilizers[self.stabilizer_range(class)].iter().map(|s| usize::from(*s))
    }

    /// Returns where the stabilizer of a class is among those of all classes, one after the other.
    pub(crate) fn stabilizer_range(&self, class: usize) -> Range<usize> {
        let end = self.representatives.get(class + 1).map_or(self.stabilizers.len(), |next| next.1 as usize);
        self.representatives[class].1 as usize..end
    }
}

/// The index in [`UD_SYMMETRIES`] of the inverse of each symmetry.
pub(crate) const INVERSES: [u8; 16] = {
    let mut inverses = [0; 16];
    let mut s = 0;
    while s < inverses.len() {
        let wanted = UD_SYMMETRIES[s].inverse().index();
        while UD_SYMMETRIES[inverses[s] as usize].index() != wanted {
            inverses[s] += 1;
        }
        s += 1;
    }
    inverses
};
