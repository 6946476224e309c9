//! Classes of ranks that symmetries cannot tell apart, each with its least rank as representative.

use crate::kociemba::UD_SYMMETRIES;

/// A set of symmetries, by their places in a list.
#[allow(clippy::len_without_is_empty, reason = "the identity is always one")]
pub trait SymmetrySet: Copy + Default {
    /// How many it has room for.
    const CAPACITY: usize;
    /// Puts one in.
    fn insert(&mut self, s: usize);
    /// How many it has.
    fn len(self) -> usize;
    /// Those that it has, ascending.
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

/// The classes of 0..size under a group of symmetries: those of [`UD_SYMMETRIES`], unless said otherwise.
///
/// There are 64,430 classes of [`crate::whole::FlipSlice`] and 2768 of [`crate::whole::Corners`] and of
/// [`crate::whole::LayerEdges`].
#[derive(Clone, Debug)]
pub struct SymClasses<Set = u16> {
    /// By rank, the class and a symmetry that leads to the representative.
    classes: Vec<(u16, u8)>,
    /// By class, the representative, and the set of symmetries that keep it.
    representatives: Vec<(u32, Set)>,
    /// How many symmetries there are.
    symmetries: usize,
}

impl SymClasses {
    /// Finds the classes under [`UD_SYMMETRIES`]; `conjugate` says to what rank symmetry `s` of the list leads from one.
    ///
    /// # Panics
    /// If there are more than 65,536 of them.
    pub fn new(size: usize, conjugate: impl FnMut(usize, usize) -> usize) -> SymClasses {
        SymClasses::under(&INVERSES, size, conjugate)
    }
}

impl<Set: SymmetrySet> SymClasses<Set> {
    /// Finds the classes under a group; `inverses` has for each symmetry of it the place of the one that undoes it, and
    /// `image` says to what rank symmetry `s` leads from one. All images of one rank are asked for in turn.
    ///
    /// # Panics
    /// If there are more than 65,536 of them, or more symmetries than the set has room for, or 255 or more.
    pub fn under(
        inverses: &[u8],
        size: usize,
        mut image: impl FnMut(usize, usize) -> usize,
    ) -> SymClasses<Set> {
        const UNASSIGNED: u8 = u8::MAX;
        assert!(inverses.len() <= Set::CAPACITY && inverses.len() < UNASSIGNED.into(), "few symmetries");
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

    /// How many classes there are.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// How many ranks there are.
    pub fn ranks(&self) -> usize {
        self.classes.len()
    }

    /// The class of a rank, and the place of a symmetry that leads from it to the class's representative.
    #[inline(always)]
    pub fn of(&self, rank: usize) -> (usize, usize) {
        let (class, s) = self.classes[rank];
        (usize::from(class), usize::from(s))
    }

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.classes[..]) + size_of_val(&self.representatives[..])
    }

    /// How many ranks a class has.
    pub fn size(&self, class: usize) -> u64 {
        (self.symmetries / self.stabilizer(class).len()) as u64
    }

    /// The least rank of a class.
    pub fn representative(&self, class: usize) -> usize {
        self.representatives[class].0 as usize
    }

    /// The symmetries that keep the representative, by their places in the list.
    pub fn stabilizer(&self, class: usize) -> Set {
        self.representatives[class].1
    }
}

/// For each place in [`UD_SYMMETRIES`] that of the symmetry that undoes the one there.
pub const INVERSES: [u8; 16] = {
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
