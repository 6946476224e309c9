//! All states that satisfy a condition, or one of each class of symmetric ones.
//!
//! Proposals whose sizes are known are listed instead of drawn from: for every placement of the edges, every placement of
//! the corners, and every image under the symmetries that fix the proposal. A state that an earlier proposal has too, or
//! that does not satisfy the condition, is left out.
//!
//! Up to symmetry, a state is listed if it is the smallest of its images under the symmetries that fix the condition.
//! These take states that satisfy the condition to such states, so each class has exactly one.

use std::sync::Arc;

use cubiform_cube::goal::condition::{Comparison, Condition, Length};
use cubiform_cube::state::is_odd;
use cubiform_cube::{Cube, Symmetry};
use cubiform_solvers::cfop::Analyzer;
use cubiform_threads::Threads;

use super::proposal::Proposal;
use super::{Draw, DrawError, TRIES_BETWEEN_CHECKS, Watch};
use crate::distance_oracle::DistanceOracle;

/// The maximum number of states of the proposals of a listing.
const MAX_LISTED: u128 = 2_000_000_000;

/// A state of a [`Listing`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedState {
    /// The state.
    pub cube: Cube,
    /// The number of its images under the symmetries up to which states are listed, itself among them: from 1 to 48.
    /// It is 1 if all states are listed.
    pub images: u8,
}

/// All states that satisfy a condition, in an order that depends on the condition alone.
///
/// ```
/// use std::sync::Arc;
/// use cubiform_cube::goal::condition::Condition;
/// use cubiform_draw::{DistanceOracle, Listing, Watch};
/// use cubiform_threads::Threads;
///
/// let threads = Threads::new(2);
/// let condition = Condition::parse("xcross[W] == 10 && xcross[Y] == 10 && xcross[R] == 10").unwrap();
/// let oracle = Arc::new(DistanceOracle::new(&threads, &Watch::quiet()).unwrap());
/// let list = |up_to_symmetry| {
///     Listing::new(&condition, up_to_symmetry, &oracle, Vec::new(), &threads, &Watch::quiet()).unwrap()
/// };
/// let all = list(false).count();
/// let classes: Vec<_> = list(true).map(Result::unwrap).collect();
/// assert!(classes.len() < all);
/// assert_eq!(classes.iter().map(|listed| usize::from(listed.images)).sum::<usize>(), all);
/// ```
pub struct Listing {
    draw: Draw,
    /// The symmetries up to which states are listed: the identity alone, or all that fix the condition.
    symmetries: Vec<Symmetry>,
    /// The index of the proposal that is listed, and of its next placement of edges.
    next: (usize, usize),
    /// The states left of the current placement of edges.
    current: Option<OfPlacement>,
    /// The states of the proposals seen so far.
    seen: u64,
}

/// The states of one placement of the listed edges.
struct OfPlacement {
    /// The symmetries that take the representative of its class to each member once.
    images: Vec<Symmetry>,
    corners: [u32; 8],
    edges: Placements<12>,
    /// A placement of all edges, and its placements of corners.
    inner: Option<([u8; 12], Placements<8>)>,
    /// A state, and the index of its next image.
    state: Option<(Cube, usize)>,
}

impl Listing {
    /// Prepares to list the states that satisfy `condition`: all of them, or one of each class of states that symmetries
    /// of the condition carry into one another. `analyzers` is as in [`Draw::new`].
    ///
    /// # Errors
    /// [`DrawError::TooMany`] if the states are not drawn from listed placements, or from more than two thousand million
    /// states. Otherwise as [`Draw::new`].
    ///
    /// # Panics
    /// If an analyzer is missing.
    pub fn new(
        condition: &Condition,
        up_to_symmetry: bool,
        oracle: &Arc<DistanceOracle>,
        analyzers: Vec<Analyzer>,
        threads: &Threads,
        watch: &Watch<'_>,
    ) -> Result<Listing, DrawError> {
        let draw = Draw::new(condition, 0, oracle, analyzers, threads, watch)?;
        let states = draw.proposal_states();
        if draw.proposals.is_empty() || states > MAX_LISTED {
            return Err(DrawError::TooMany { limit: MAX_LISTED });
        }
        let symmetries = match up_to_symmetry {
            true => symmetries_of(condition),
            false => vec![Symmetry::IDENTITY],
        };
        Ok(Listing { draw, symmetries, next: (0, 0), current: None, seen: 0 })
    }

    /// Returns the number of symmetries up to which states are listed, from 1 to 48.
    pub fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// Returns the share of the work that is done, from 0 to 1.
    pub fn share_done(&self) -> f64 {
        self.seen as f64 / self.draw.proposal_states() as f64
    }

    /// Returns the next state of the proposals, and the index of its proposal.
    fn next_of_proposals(&mut self) -> Option<(Cube, usize)> {
        loop {
            if let Some(state) = self.current.as_mut().and_then(Iterator::next) {
                return Some((state, self.next.0));
            }
            let (proposal, placement) = self.next;
            let of = self.draw.proposals.get(proposal)?;
            match of.placements.get(placement) {
                Some(edges) => {
                    self.current = Some(OfPlacement::new(of, edges, &self.draw.oracle));
                    self.next.1 += 1;
                }
                None => (self.current, self.next) = (None, (proposal + 1, 0)),
            }
        }
    }

    /// Returns the number of images of a state, or `None` if one of them is smaller.
    fn images_if_smallest(&self, cube: &Cube) -> Option<u8> {
        let key = |cube: &Cube| (*cube.edges(), *cube.corners());
        let own = key(cube);
        let mut same = 0;
        for s in &self.symmetries {
            let image = key(&cube.conjugate(*s));
            if image < own {
                return None;
            }
            same += usize::from(image == own);
        }
        Some((self.symmetries.len() / same) as u8)
    }

    /// Returns the next state that satisfies the condition, if there is one.
    fn next_state(&mut self) -> Result<Option<ListedState>, DrawError> {
        loop {
            if self.seen.is_multiple_of(TRIES_BETWEEN_CHECKS) && self.draw.cancel.is_cancelled() {
                return Err(DrawError::Cancelled);
            }
            let Some((cube, proposal)) = self.next_of_proposals() else { return Ok(None) };
            self.seen += 1;
            let Some(images) = self.images_if_smallest(&cube) else { continue };
            let oracle = &self.draw.oracle;
            if self.draw.proposals[..proposal].iter().any(|earlier| earlier.contains(&cube, oracle)) {
                continue;
            }
            if self.draw.is_exact || self.draw.satisfies(&cube)? {
                return Ok(Some(ListedState { cube, images }));
            }
        }
    }
}

impl Iterator for Listing {
    type Item = Result<ListedState, DrawError>;

    fn next(&mut self) -> Option<Result<ListedState, DrawError>> {
        self.next_state().transpose()
    }
}

/// Returns the symmetries that fix a condition: those that permute its colours so that its text stays the same up to the
/// order of operands.
fn symmetries_of(condition: &Condition) -> Vec<Symmetry> {
    fn sorted_text(condition: &Condition, s: Symmetry) -> String {
        let list = |name: &str, operands: &[Condition]| {
            let mut texts: Vec<String> = operands.iter().map(|operand| sorted_text(operand, s)).collect();
            texts.sort_unstable();
            format!("{name}({})", texts.join(","))
        };
        match condition {
            Condition::Compare(Comparison { sum, operator, number }) => {
                let term = |(factor, length): &(i32, Length)| {
                    let mut faces: Vec<usize> =
                        length.colors.iter().map(|color| s.face(color.face()).index()).collect();
                    faces.sort_unstable();
                    format!("{factor}*{}{faces:?}", length.name())
                };
                let mut terms: Vec<String> = sum.iter().map(term).collect();
                terms.sort_unstable();
                format!("{}{}{number}", terms.join("+"), operator.symbol())
            }
            Condition::All(operands) => list("all", operands),
            Condition::Any(operands) => list("any", operands),
            Condition::Not(operand) => format!("not({})", sorted_text(operand, s)),
        }
    }
    let own = sorted_text(condition, Symmetry::IDENTITY);
    Symmetry::all().filter(|s| sorted_text(condition, *s) == own).collect()
}

impl OfPlacement {
    fn new(proposal: &Proposal, edges: &[u8; 12], oracle: &DistanceOracle) -> OfPlacement {
        OfPlacement {
            images: proposal.members_of_class(edges),
            corners: proposal.corner_places(oracle, edges),
            edges: Placements::new(proposal.edge_places(edges), 2, None),
            inner: None,
            state: None,
        }
    }
}

impl Iterator for OfPlacement {
    type Item = Cube;

    fn next(&mut self) -> Option<Cube> {
        loop {
            if let Some((cube, next)) = &mut self.state
                && let Some(s) = self.images.get(*next)
            {
                *next += 1;
                return Some(cube.conjugate(*s));
            }
            if let Some((edges, corners)) = &mut self.inner
                && let Some(corners) = corners.next()
            {
                let cube = Cube::from_places(corners, *edges);
                self.state = Some((cube.expect("parities, twists and flips were made to agree"), 0));
                continue;
            }
            let edges = self.edges.next()?;
            let odd = is_odd(&edges.map(|place| place / 2));
            self.inner = Some((edges, Placements::new(self.corners, 3, Some(odd))));
            self.state = None;
        }
    }
}

/// All placements of N pieces in N positions, each in one of its places, whose orientations sum to a multiple of their
/// number.
///
/// A place is the number of orientations × position + orientation.
struct Placements<const N: usize> {
    places: [u32; N],
    orientations: u8,
    /// The parity of the permutation; `None` for both.
    odd: Option<bool>,
    placed: [u8; N],
    /// The number of pieces that are placed.
    depth: usize,
    /// The first place to try for the next piece.
    first: u8,
}

impl<const N: usize> Placements<N> {
    fn new(places: [u32; N], orientations: u8, odd: Option<bool>) -> Placements<N> {
        Placements { places, orientations, odd, placed: [0; N], depth: 0, first: 0 }
    }

    /// Returns the first place of the next piece, from `first` on, whose position is not taken.
    fn next_place(&self) -> Option<u8> {
        let taken = &self.placed[..self.depth];
        let is_taken =
            |place: u8| taken.iter().any(|other| other / self.orientations == place / self.orientations);
        let end = self.orientations * N as u8;
        (self.first..end).find(|place| self.places[self.depth] >> place & 1 == 1 && !is_taken(*place))
    }

    fn is_legal(&self) -> bool {
        let sum: u8 = self.placed.iter().map(|place| place % self.orientations).sum();
        sum.is_multiple_of(self.orientations)
            && self.odd.is_none_or(|odd| odd == is_odd(&self.placed.map(|place| place / self.orientations)))
    }
}

impl<const N: usize> Iterator for Placements<N> {
    type Item = [u8; N];

    fn next(&mut self) -> Option<[u8; N]> {
        loop {
            let place = if self.depth < N { self.next_place() } else { None };
            match place {
                Some(place) => {
                    self.placed[self.depth] = place;
                    (self.depth, self.first) = (self.depth + 1, 0);
                    if self.depth == N && self.is_legal() {
                        return Some(self.placed);
                    }
                }
                None if self.depth == 0 => return None,
                None => {
                    self.depth -= 1;
                    self.first = self.placed[self.depth] + 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::shared_oracle;
    use super::*;
    use std::collections::HashSet;

    fn listing(text: &str, up_to_symmetry: bool) -> Result<Listing, DrawError> {
        let condition = Condition::parse(text).unwrap();
        Listing::new(
            &condition,
            up_to_symmetry,
            shared_oracle(),
            Vec::new(),
            &Threads::new(2),
            &Watch::quiet(),
        )
    }

    #[test]
    fn placements_are_all_legal_ones() {
        let all = |odd| Placements::<4>::new([0xfff; 4], 3, odd).count();
        assert_eq!((all(None), all(Some(true))), (24 * 27, 12 * 27));
        let some = Placements::<3>::new([0b11, 0b1111, 0b110000], 2, None);
        assert_eq!(some.collect::<Vec<_>>(), [[0, 2, 4], [0, 3, 5], [1, 2, 5], [1, 3, 4]]);
        assert_eq!(Placements::<2>::new([0b11, 0b11], 2, None).count(), 0);
    }

    #[test]
    fn symmetries_fix_the_set_of_colors() {
        let count = |text: &str| symmetries_of(&Condition::parse(text).unwrap()).len();
        assert_eq!(count("xcross[W] == 10"), 8);
        assert_eq!(count("xcross[W] == 10 && xcross[Y] == 10"), 16);
        assert_eq!(count("xcross[WY] >= 9"), 16);
        assert_eq!(count("xcross[W] == 10 && xcross[Y] == 9"), 8);
        assert_eq!(count("cross == 8"), 48);
        assert_eq!(count("xcross[W] == 10 && xcross[R] == 10"), 4);
    }

    #[test]
    fn listed_states_are_distinct_and_satisfy_the_condition() {
        for (text, is_exact) in [
            ("xcross[W] == 10 && xcross[Y] == 10 && xcross[R] >= 10", true),
            // The comparison of two lengths rejects states; the disjunction makes two proposals that overlap.
            ("xcross[W] == 10 && xcross[Y] == 10 && xcross[R] == 10 && xcross[G] > cross[B]", false),
            ("xcross[WY] == 10 && (xcross[R] == 10 || xcross[G] == 10)", false),
        ] {
            let mut all = listing(text, false).unwrap();
            assert_eq!(all.draw.is_exact, is_exact, "{text}");
            let known = all.draw.known_states();
            let condition = Condition::parse(text).unwrap();
            let other = listing(text, true).unwrap();
            let symmetries = other.symmetries.clone();
            let states: Vec<Cube> = all.by_ref().map(|listed| listed.unwrap().cube).collect();
            let set: HashSet<Cube> = states.iter().copied().collect();
            assert_eq!(set.len(), states.len(), "{text}: a state is listed twice");
            assert!(!states.is_empty() && known.is_none_or(|known| known == states.len() as u128), "{text}");
            assert!(states.iter().all(|state| all.draw.satisfies(state).unwrap()), "{condition}");
            // The set is the union of the classes.
            let mut all_images = HashSet::new();
            for listed in other.map(Result::unwrap) {
                let images: HashSet<Cube> = symmetries.iter().map(|s| listed.cube.conjugate(*s)).collect();
                assert_eq!(images.len(), usize::from(listed.images));
                for image in images {
                    assert!(all_images.insert(image), "{text}: two classes overlap");
                }
            }
            assert_eq!(all_images, set, "{text}");
        }
    }

    #[test]
    fn drawn_states_are_listed() {
        let text = "xcross[W] == 10 && xcross[Y] == 10 && xcross[R] >= 10";
        let set: HashSet<Cube> = listing(text, false).unwrap().map(|listed| listed.unwrap().cube).collect();
        let mut draw = listing(text, false).unwrap().draw;
        for _ in 0..300 {
            assert!(set.contains(&draw.next_state().unwrap()));
        }
    }

    #[test]
    fn common_conditions_are_refused() {
        for text in ["xcross[W] == 10", "cross[W] <= 3"] {
            let states = listing(text, false);
            assert!(matches!(states.err(), Some(DrawError::TooMany { .. })), "{text}");
        }
    }
}
