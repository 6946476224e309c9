//! The catalogue: the tables of goals that can be built by name, with their targets and histograms.
//!
//! A histogram is the checksum of a fill: a fill that does not reproduce it is wrong. The histograms of the cross, of
//! cross and one slot, and of the 2x2x3 block are known values. All were counted by [`fill`],
//! which tests compare with a plain breadth-first search.

use std::sync::{Arc, OnceLock};

use cubiform_cube::goal::{CROSS, ReadyPair, Slot, Target};
use cubiform_cube::{Axis, Cube, PieceSet};
use xxhash_rust::xxh3::xxh3_64;

use crate::counts::tell_fields;
use crate::{COUNTS, counts};
use cubiform_store::fill::{Checkpoint, Filling, Watch};
pub use cubiform_store::table_kind::Profile;
use cubiform_store::{OpenTable, TableBytes, TableKind};
use cubiform_threads::Threads;

use crate::goal::coordinate::Coordinate;
use crate::goal::fill;
use crate::goal::table::{Table, code_count, payload_len};

/// A table that can be built.
#[derive(Debug)]
pub struct Entry {
    /// The name, which is also the stem of its file.
    pub name: &'static str,
    /// A description of its states, one line for users.
    pub description: &'static str,
    /// The profile that contains it.
    pub profile: Profile,
    /// The profile whose tables supersede it: beside those tables, its probes prune too little to be worth their
    /// look-ups.
    pub until: Option<Profile>,
    /// Whether it serves only goals that separate corners from the edges of their slots. Beside tables of whole slots
    /// its probes prune too little to be worth their look-ups.
    pub parted: bool,
    /// The goal that its distances lead to.
    pub target: fn() -> Target,
    /// The edges that form the base of its coordinate.
    pub base: &'static [usize],
    /// The number of states at each distance (HTM).
    pub histogram: &'static [u64],
    coordinate: OnceLock<Arc<Coordinate>>,
}

/// An [`Entry`]: profile, name, description and target, and the members that differ from those of most tables.
macro_rules! entry {
    ($profile:ident, $name:literal, $description:literal, $target:expr $(, $member:ident = $value:expr)?) => {{
        #[allow(unused_mut)]
        let mut entry = Entry {
            name: $name,
            description: $description,
            profile: Profile::$profile,
            until: None,
            parted: false,
            target: || $target,
            base: &CROSS,
            histogram: counts!(COUNTS, $name),
            coordinate: OnceLock::new(),
        };
        $(entry.$member = $value;)?
        entry
    }};
}

/// All tables: those of solved pieces, then those of other goals.
pub static CATALOGUE: [Entry; 15] = [
    entry! { Small, "cross", "the four bottom edges",
    solved(&[], &CROSS) },
    entry! { Small, "cross-slot", "cross and one slot",
    solved(&[4], &[4, 5, 6, 7, 8]) },
    entry! { Small, "cross-slot-edges", "cross and the four slot edges",
    solved(&[], &[4, 5, 6, 7, 8, 9, 10, 11]), until = Some(Profile::Full) },
    entry! { Small, "block-223", "2x2x3 block at the bottom",
    solved(&[4, 5], &[4, 5, 6, 8, 9]), base = &[4, 5, 6] },
    entry! { Full, "cross-slots-opposite", "cross and two opposite slots",
    solved(&[4, 6], &[4, 5, 6, 7, 8, 10]) },
    entry! { Full, "cross-slots-adjacent", "cross and two adjacent slots",
    solved(&[4, 5], &[4, 5, 6, 7, 8, 9]) },
    entry! { Small, "cross-corner-edge-adjacent", "cross, the corner of one slot and the edge of an adjacent one",
    solved(&[4], &[4, 5, 6, 7, 9]), parted = true },
    entry! { Small, "cross-corner-edge-opposite", "cross, the corner of one slot and the edge of the opposite one",
    solved(&[4], &[4, 5, 6, 7, 10]), parted = true },
    entry! { Full, "cross-three-corners", "cross and the corners of three slots",
    solved(&[4, 5, 7], &CROSS), parted = true },
    entry! { Full, "cross-three-edges", "cross and the edges of three slots",
    solved(&[], &[4, 5, 6, 7, 8, 9, 11]), parted = true },
    entry! { Small, "cross-ready", "cross, and a corner and an edge of one slot ready",
    ready(Slot::ALL[0]) },
    entry! { Small, "cross-ready-adjacent", "cross, and a corner and an edge of adjacent slots ready",
    ready(Slot::ALL[1]) },
    entry! { Small, "cross-ready-opposite", "cross, and a corner and an edge of opposite slots ready",
    ready(Slot::ALL[3]) },
    entry! { Small, "eo-cross", "cross, all edges oriented relative to F/B",
    oriented(&[], &CROSS) },
    entry! { Full, "eo-cross-slot", "cross and one slot, all edges oriented relative to F/B",
    oriented(&[4], &[4, 5, 6, 7, 8]) },
];

/// Tables for programs with little memory, in no profile and no list of tables: beside the tables of a profile their
/// probes prune too little to be worth their look-ups. Questions use them once they were inserted.
pub static COMPACT: [Entry; 3] = [
    entry! { Full, "cross-corners-adjacent", "cross and the corners of two adjacent slots",
    solved(&[4, 5], &CROSS) },
    entry! { Full, "slots-line", "two adjacent slots, the bottom edge between them and the opposite one",
    solved(&[4, 5], &[5, 7, 8, 9]), base = &[5, 7] },
    entry! { Full, "cross-slot-edge-opposite", "cross, one slot and the edge of the opposite one",
    solved(&[4], &[4, 5, 6, 7, 8, 10]) },
];

/// The best sets of tables for the stages of `std` within some memory: the name of the set, its megabytes (10^6 bytes,
/// rounded up) and its tables, in the order in which they are worth filling
/// (docs/decisions/0059-the-browser-alone.md).
pub const SETS_FOR_MEMORY: [(&str, u64, &[&str]); 5] = [
    ("least", 35, &["cross", "cross-slot", "slots-line", "cross-corners-adjacent"]),
    ("small", 76, &["cross", "cross-slot", "cross-three-edges"]),
    ("medium", 141, &["cross", "cross-slot", "cross-slot-edge-opposite"]),
    ("large", 206, &["cross", "cross-slot", "block-223"]),
    ("largest", 338, &["cross", "cross-slot", "block-223", "cross-slot-edge-opposite"]),
];

/// Returns the target of these pieces solved.
fn solved(corners: &[usize], edges: &[usize]) -> Target {
    Target::solved(PieceSet::new(corners, edges))
}

/// Returns the target of these pieces solved and all edges oriented relative to the F-B axis.
fn oriented(corners: &[usize], edges: &[usize]) -> Target {
    Target { oriented: Some(Axis::Z), ..solved(corners, edges) }
}

/// Returns the target of the cross solved, and the corner of slot FR and the edge of slot `edge` solved or ready. It is
/// the goal of `pseudo_pair` without an offset of the bottom layer; a search reaches the other offsets through turns of
/// D.
fn ready(edge: Slot) -> Target {
    Target::ready(ReadyPair { corner: Slot::ALL[0], edge })
}

impl Entry {
    /// Returns the entry of this name, of [`CATALOGUE`] or [`COMPACT`].
    pub fn named(name: &str) -> Option<&'static Entry> {
        CATALOGUE.iter().chain(&COMPACT).find(|entry| entry.name == name)
    }

    /// Returns whether it belongs to one of the [`SETS_FOR_MEMORY`].
    pub fn is_in_set_for_memory(&self) -> bool {
        SETS_FOR_MEMORY.iter().any(|(.., tables)| tables.contains(&self.name))
    }

    /// Returns the numbering of its states, built at the first use.
    pub fn coordinate(&self) -> &Arc<Coordinate> {
        self.coordinate.get_or_init(|| Arc::new(Coordinate::new((self.target)(), self.base)))
    }

    /// Returns the number of its states.
    pub fn states(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// Returns the text that identifies its contents in a file, apart from the file format: name, pieces, base and
    /// numbering, a hash of the goal states if these are not just the solved cube, and the axis of the orientation if
    /// there is one.
    pub(crate) fn identity(&self) -> String {
        let target = self.coordinate().target();
        let pieces = target.pieces;
        let mut identity = format!(
            "{} edges {:?} corners {:?} base {:?} numbering {}",
            self.name,
            pieces.edges().collect::<Vec<_>>(),
            pieces.corners().collect::<Vec<_>>(),
            self.base,
            crate::goal::coordinate::NUMBERING
        );
        if target.goal_states != [Cube::SOLVED] {
            let (count, hash) = (target.goal_states.len(), hash_of_seeds(target));
            identity += &format!(" seeds {count} {hash:016x}");
        }
        if let Some(axis) = target.oriented {
            identity += &format!(" oriented {}", axis.name());
        }
        identity
    }
}

/// Returns a hash of the set of places that the pieces of `target` have in its goal states.
fn hash_of_seeds(target: &Target) -> u64 {
    let places = |seed: &Cube| -> Vec<u8> {
        let corners = target.pieces.corners().map(|corner| seed.corners()[corner]);
        corners.chain(target.pieces.edges().map(|edge| seed.edges()[edge])).collect()
    };
    let mut seeds: Vec<Vec<u8>> = target.goal_states.iter().map(places).collect();
    seeds.sort_unstable();
    xxh3_64(&seeds.concat())
}

impl OpenTable for Entry {
    type Table = Table;

    fn table(&self, bytes: TableBytes) -> Table {
        Table::new(self.name, Arc::clone(self.coordinate()), bytes)
    }
}

impl TableKind for Entry {
    tell_fields!();

    fn profile(&self) -> Option<Profile> {
        COMPACT.iter().all(|compact| !std::ptr::eq(compact, self)).then_some(self.profile)
    }

    fn identity(&self) -> String {
        self.identity()
    }

    fn entries(&self) -> u64 {
        code_count(self.coordinate())
    }

    fn payload(&self) -> u64 {
        payload_len(self.coordinate())
    }

    fn memory(&self) -> u64 {
        fill::memory(self.coordinate())
    }

    fn checkpoint_bytes(&self) -> Option<u64> {
        Some(fill::checkpoint_len(self.coordinate()))
    }

    fn fill(&self, threads: &Threads, watch: &Watch<'_>, from: Option<Checkpoint<'_>>) -> Filling {
        fill::run(self.coordinate(), threads, watch, from)
    }
}

#[cfg(test)]
mod tests {
    use cubiform_cube::goal::Variant;

    use super::*;

    #[test]
    fn names_are_unique_and_histograms_sum_to_all_states() {
        let all: Vec<&Entry> = CATALOGUE.iter().chain(&COMPACT).collect();
        for (i, entry) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|other| other.name != entry.name));
            assert_eq!(entry.states(), entry.coordinate().states(), "{}", entry.name);
            assert!(std::ptr::eq(Entry::named(entry.name).unwrap(), *entry));
        }
        assert_eq!(Entry::named("cross-slot").unwrap().states(), 72_990_720);
    }

    #[test]
    fn identity_names_pieces_base_and_numbering() {
        let identity = |name| Entry::named(name).unwrap().identity();
        assert_eq!(
            identity("cross-slots-opposite"),
            "cross-slots-opposite edges [4, 5, 6, 7, 8, 10] corners [4, 6] base [4, 5, 6, 7] numbering 4"
        );
        assert_eq!(
            identity("block-223"),
            "block-223 edges [4, 5, 6, 8, 9] corners [4, 5] base [4, 5, 6] numbering 4"
        );
    }

    #[test]
    fn identities_differ_by_more_than_the_name() {
        let all: Vec<String> =
            CATALOGUE.iter().chain(&COMPACT).map(|e| e.identity().replacen(e.name, "any", 1)).collect();
        for (i, identity) in all.iter().enumerate() {
            assert!(!all[..i].contains(identity), "{identity}");
        }
    }

    #[test]
    fn ready_targets_match_the_pair_variant_without_offset() {
        let cross = PieceSet::new(&[], &CROSS);
        for (edge, name) in [(0, "cross-ready"), (1, "cross-ready-adjacent"), (3, "cross-ready-opposite")] {
            let target = (Entry::named(name).unwrap().target)();
            assert_eq!(target.goal_states.len(), 17);
            assert!(target.goal_states.iter().all(|seed| Target::solved(cross).is_met(seed)));
            let slots = PieceSet::new(&[Slot::ALL[0].corner()], &[Slot::ALL[edge].edge()]);
            assert_eq!(target.pieces, cross.union(slots));
        }
        let pair = &Variant::pair().stages[0].choices[0];
        let target = (Entry::named("cross-ready").unwrap().target)();
        assert_eq!(target.pieces, pair.pieces);
        assert!(target.goal_states.iter().all(|seed| pair.is_met(seed)));
        assert!(pair.goal_states.iter().all(|seed| target.is_met(seed)));
    }

    /// Returns the number of bytes of these tables.
    fn bytes<'e>(entries: impl Iterator<Item = &'e Entry>) -> u64 {
        entries.map(|e| crate::goal::table::payload_len(e.coordinate())).sum()
    }

    #[test]
    fn small_profile_stays_within_its_byte_limits() {
        let std = ["cross", "cross-slot", "cross-slot-edges", "block-223"];
        let of_std = bytes(std.iter().map(|name| Entry::named(name).unwrap()));
        assert!(of_std <= 400_000_000, "those of std: {of_std}");
        let all = bytes(CATALOGUE.iter().filter(|e| e.profile == Profile::Small));
        assert!(all <= 500_000_000, "all: {all}");
    }

    #[test]
    fn sets_for_memory_have_the_stated_sizes_and_use_every_compact_table() {
        for (set, megabytes, tables) in SETS_FOR_MEMORY {
            let found = bytes(tables.iter().map(|name| Entry::named(name).unwrap()));
            assert_eq!(found.div_ceil(1_000_000), megabytes, "{set}");
        }
        let is_used = |entry: &Entry| SETS_FOR_MEMORY.iter().any(|set| set.2.contains(&entry.name));
        assert!(COMPACT.iter().all(is_used));
    }
}
