//! Symmetry classes of ranks, each with its smallest rank as representative.

use crate::kociemba::UD_SYMMETRIES;

/// A set of symmetries, by index in a list of them.
#[allow(clippy::len_without_is_empty, reason = "the identity is always one")]
pub(crate) trait SymmetrySet: Copy + Default {
    /// Number of symmetries that a set can hold.
    const CAPACITY: usize;
    /// Adds symmetry `s`.
    fn insert(&mut self, s: usize);
    /// Returns the number of symmetries in the set.
    fn len(self) -> usize;
    /// Iterates over the symmetries in the set, ascending.
    fn members(self) -> impl Iterator<Item = usize>;
}

impl SymmetrySet for u16 {
    const CAPACITY: usize = 16;
    fn insert(&mut self, s: usize) {
        *self |= 1 << s;
    }
    fn len(self) -> usize {
        self.count_ones() as usize
    }
    fn members(self) -> impl Iterator<Item = usize> {
        (0..16).filter(move |s| self >> s & 1 == 1)
    }
}

impl SymmetrySet for [u64; 3] {
    const CAPACITY: usize = 192;
    fn insert(&mut self, s: usize) {
        self[s / 64] |= 1 << (s % 64);
    }
    fn len(self) -> usize {
        self.iter().map(|word| word.count_ones() as usize).sum()
    }
    fn members(self) -> impl Iterator<Item = usize> {
        (0..192).filter(move |s| self[s / 64] >> (s % 64) & 1 == 1)
    }
}

/// The symmetry classes of ranks 0..size under a group of symmetries, by default [`UD_SYMMETRIES`].
///
/// Under [`UD_SYMMETRIES`] there are 64,430 classes of [`FlipSlice`](crate::kociemba::FlipSlice), and 2768 each of
/// [`CornerPermutation`](crate::kociemba::CornerPermutation) and [`UdEdges`](crate::kociemba::UdEdges).
#[derive(Clone, Debug)]
pub(crate) struct SymClasses<Set = u16> {
    /// By rank: the class, and a symmetry that maps the rank to the representative.
    classes: Vec<(u16, u8)>,
    /// By class: the representative and its stabilizer.
    representatives: Vec<(u32, Set)>,
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
}

impl<Set: SymmetrySet> SymClasses<Set> {
    /// Finds the classes under a group of symmetries: `inverses[s]` is the index of the inverse of symmetry `s`,
    /// `image(rank, s)` the image of a rank. All images of one rank are computed one after the other.
    ///
    /// # Panics
    /// If there are more than 65,536 classes, more than `Set::CAPACITY` symmetries, or 255 symmetries or more.
    pub(crate) fn under(
        inverses: &[u8],
        size: usize,
        mut image: impl FnMut(usize, usize) -> usize,
    ) -> SymClasses<Set> {
        const UNASSIGNED: u8 = u8::MAX;
        assert!(
            inverses.len() <= Set::CAPACITY && inverses.len() < UNASSIGNED.into(),
            "the symmetries fit a set"
        );
        let mut assigned = vec![(0, UNASSIGNED); size];
        let mut representatives = Vec::new();
        for rank in 0..size {
            if assigned[rank].1 != UNASSIGNED {
                continue;
            }
            let class = u16::try_from(representatives.len()).expect("at most 65,536 classes");
            let mut stabilizer = Set::default();
            for (s, inverse) in inverses.iter().enumerate() {
                let image = image(rank, s);
                if image == rank {
                    stabilizer.insert(s);
                }
                if assigned[image].1 == UNASSIGNED {
                    assigned[image] = (class, *inverse);
                }
            }
            representatives.push((rank as u32, stabilizer));
        }
        SymClasses { classes: assigned, representatives, symmetries: inverses.len() }
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

    /// Returns the stabilizer of a class's representative: the symmetries that map it to itself.
    pub(crate) fn stabilizer(&self, class: usize) -> Set {
        self.representatives[class].1
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
