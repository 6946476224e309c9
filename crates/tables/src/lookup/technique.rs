//! Techniques of the look-ups of a search that can be switched off, to measure what each brings. Answers are the same
//! without them.

/// A technique of the look-ups of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookUpTechnique {
    /// No-progress codes rule children out without a look-up (`docs/decisions/0012-distances-modulo-3.md`).
    NoProgressCodes,
    /// A word answers for the children by turns of U and D (`docs/decisions/0014-ud-coset-words.md`).
    CosetWords,
    /// The probe with the largest distance is looked up first.
    LargestFirst,
    /// Probes that may prune a child are looked up one after the other, for the children that are left.
    Rounds,
    /// Words are prefetched (`docs/decisions/0016-vectors-and-prefetching.md`).
    Prefetch,
}

/// The techniques in use: all but those that were switched off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Techniques(u8);

impl Techniques {
    pub(super) const ALL: Techniques = Techniques(u8::MAX);

    #[inline(always)]
    pub(super) fn has(self, technique: LookUpTechnique) -> bool {
        self.0 >> technique as u8 & 1 == 1
    }

    pub(super) fn without(self, technique: LookUpTechnique) -> Techniques {
        Techniques(self.0 & !(1 << technique as u8))
    }
}
