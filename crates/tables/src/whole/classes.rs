//! Classes of ranks that symmetries cannot tell apart, each with its least rank as representative.

use crate::whole::KEEPING_UD;

/// The classes of 0..size under the symmetries of [`KEEPING_UD`].
///
/// There are 64,430 classes of [`crate::whole::FlipSlice`] and 2768 of [`crate::whole::Corners`] and of
/// [`crate::whole::LayerEdges`].
#[derive(Clone, Debug)]
pub struct Classes {
    /// By rank, the class and a symmetry that leads to the representative.
    of: Vec<(u16, u8)>,
    /// By class, the representative, and the set of symmetries that keep it.
    representatives: Vec<(u32, u16)>,
}

impl Classes {
    /// Finds the classes; `conjugate` says to what rank symmetry `s` of the list leads from one.
    ///
    /// # Panics
    /// If there are more than 65,536 of them.
    pub fn new(size: usize, conjugate: impl Fn(usize, usize) -> usize) -> Classes {
        const NONE: u8 = u8::MAX;
        let mut of = vec![(0, NONE); size];
        let mut representatives = Vec::new();
        for rank in 0..size {
            if of[rank].1 != NONE {
                continue;
            }
            let class = u16::try_from(representatives.len()).expect("at most 65,536 classes");
            let mut keeping = 0;
            for (s, inverse) in INVERSES.iter().enumerate() {
                let image = conjugate(rank, s);
                keeping |= u16::from(image == rank) << s;
                if of[image].1 == NONE {
                    of[image] = (class, *inverse);
                }
            }
            representatives.push((rank as u32, keeping));
        }
        Classes { of, representatives }
    }

    /// How many classes there are.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a rank, and a symmetry of [`KEEPING_UD`] that leads from it to the class's representative.
    #[inline(always)]
    pub fn of(&self, rank: usize) -> (usize, usize) {
        let (class, s) = self.of[rank];
        (usize::from(class), usize::from(s))
    }

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.of[..]) + size_of_val(&self.representatives[..])
    }

    /// How many ranks a class has.
    pub fn size(&self, class: usize) -> u64 {
        KEEPING_UD.len() as u64 / u64::from(self.keeping(class).count_ones())
    }

    /// The least rank of a class.
    pub fn representative(&self, class: usize) -> usize {
        self.representatives[class].0 as usize
    }

    /// The symmetries that keep the representative, bit `s` for symmetry `s` of [`KEEPING_UD`].
    pub fn keeping(&self, class: usize) -> u16 {
        self.representatives[class].1
    }
}

/// For each place in [`KEEPING_UD`] that of the symmetry that undoes the one there.
pub const INVERSES: [u8; 16] = {
    let mut inverses = [0; 16];
    let mut s = 0;
    while s < inverses.len() {
        let wanted = KEEPING_UD[s].inverse().index();
        while KEEPING_UD[inverses[s] as usize].index() != wanted {
            inverses[s] += 1;
        }
        s += 1;
    }
    inverses
};
