//! Coordinates, fills and probes, compared with whole cubes and with a breadth-first search that uses no coordinate.

use std::collections::HashMap;
use std::sync::Arc;

use crate::catalogue::{CATALOGUE, Entry};
use crate::goal::code::{NO_PROGRESS, residue};
use crate::goal::code_address::CodeAddress;
use crate::goal::fill::{self};
use crate::goal::places::Places;
use crate::lookup::probe::Probe;
use crate::lookup::tracked::TrackedPieces;
use crate::lookup::tracked_moves::TrackedMoves;
use crate::{Coordinate, Table};
use cubiform_cube::goal::{CROSS, Target};
use cubiform_cube::{Axis, Cube, Face, Move, PieceSet, Symmetry, random};
use cubiform_store::fill::Watch;
use cubiform_threads::Threads;

/// Returns the coordinates of the catalogue, and others with properties that those lack: two corners with four base
/// edges, a small base, seven edges, a free D layer, three and four corners, fewer edges than a cell has index bits.
fn coordinates() -> Vec<Arc<Coordinate>> {
    let solved = |corners: &[usize], edges: &[usize]| Target::solved(PieceSet::new(corners, edges));
    let mut all: Vec<_> = CATALOGUE.iter().map(|e| Arc::clone(e.coordinate())).collect();
    all.extend(few_edges().into_iter().chain(oriented()).map(Arc::new));
    all.extend(
        [
            Coordinate::new(solved(&[4, 5], &[4, 5, 6, 7, 8, 9]), &CROSS),
            Coordinate::new(solved(&[4, 6], &[4, 5, 6, 7, 8, 10]), &CROSS),
            Coordinate::new(solved(&[4], &[4, 5, 8]), &[4, 5]),
            Coordinate::new(solved(&[4, 5, 6], &[4, 5, 6, 7, 8, 9, 10]), &CROSS),
            Coordinate::new(solved(&[4, 5, 6, 7], &CROSS), &CROSS),
            Coordinate::new(offset_cross(), &CROSS),
        ]
        .map(Arc::new),
    );
    all
}

/// Returns coordinates that hold the orientation of all edges: with and without symmetries that fold rows, with pieces
/// of every kind, and with an offset of the bottom layer.
fn oriented() -> [Coordinate; 6] {
    let offset = Target { pieces: PieceSet::new(&[], &[5]), ..offset_cross() };
    [
        (Target::solved(PieceSet::default()), &[][..]),
        (Target::solved(PieceSet::new(&[], &[5, 7])), &[5, 7]),
        (Target::solved(PieceSet::new(&[], &[5, 9])), &[5]),
        (Target::solved(PieceSet::new(&[4], &[8])), &[8]),
        (Target::solved(PieceSet::new(&[], &[10])), &[]),
        (offset, &[5]),
    ]
    .map(|(target, base)| Coordinate::new(Target { oriented: Some(Axis::Z), ..target }, base))
}

/// Returns the target of a corner of one slot and an edge of another ready, with two edges of the cross: the goal
/// states of a table of the catalogue, with fewer pieces.
fn ready_pair() -> Target {
    let ready = Entry::named("cross-ready-adjacent").unwrap().coordinate().target();
    Target::new(PieceSet::new(&[4], &[4, 5, 9]), ready.goal_states.iter().copied())
}

/// Returns coordinates with fewer edges than a cell has index bits, in the base and outside it, down to none.
fn few_edges() -> [Coordinate; 6] {
    let solved = |corners: &[usize], edges: &[usize]| Target::solved(PieceSet::new(corners, edges));
    [
        Coordinate::new(solved(&[4], &[8]), &[8]),
        Coordinate::new(solved(&[4], &[8]), &[]),
        Coordinate::new(solved(&[5], &[5, 7]), &[5, 7]),
        Coordinate::new(solved(&[], &[4, 9]), &[9]),
        Coordinate::new(solved(&[4, 5], &[]), &[]),
        Coordinate::new(solved(&[], &[]), &[]),
    ]
}

/// Returns the target of the cross with any offset of the D layer.
fn offset_cross() -> Target {
    let after_d =
        |quarters| Cube::SOLVED.apply(&Move::new(Face::D, quarters).into_iter().collect::<Vec<_>>());
    Target { goal_states: (0..4).map(after_d).collect(), ..Target::solved(PieceSet::new(&[], &CROSS)) }
}

/// Returns the word of an address and the number of the code in it.
fn place(address: CodeAddress) -> (u32, u8) {
    (address.word, address.lane.0 % 16)
}

#[test]
fn encode_inverts_decode() {
    for c in coordinates() {
        let stride = (c.entries() / 5003).max(1);
        let entries = (0..c.entries()).step_by(stride as usize).chain([c.entries() - 1]);
        let states: Vec<u64> = entries.filter(|entry| c.is_state(*entry)).collect();
        assert!(!states.is_empty());
        for entry in states {
            assert_eq!(c.encode_places(&c.decode(entry)), entry);
        }
    }
}

#[test]
fn places_commute_with_moves_and_folding_symmetries() {
    for c in coordinates() {
        for cube in random::states(7).take(200) {
            let places = c.places(&cube);
            for m in Move::all() {
                assert_eq!(c.encode(&cube.turn(m)), c.encode_places(&c.turn(&places, m)));
            }
            for (s, symmetry) in c.symmetries().iter().enumerate() {
                assert_eq!(c.conjugate(&places, s), c.places(&cube.conjugate(*symmetry)));
            }
        }
    }
}

#[test]
fn row_weights_sum_to_all_states() {
    for c in coordinates() {
        let placements: usize = (0..c.rows()).map(|row| c.row_weight(row)).sum();
        let states_per_cell = (0..1 << c.index_bits()).filter(|entry| c.is_state(*entry)).count();
        assert_eq!((placements * c.row_cells() * states_per_cell) as u64, c.states());
    }
}

/// Clears the unused elements of places, which `Coordinate::turn` changes as if they were pieces.
fn trimmed(c: &Coordinate, mut p: Places) -> Places {
    p.base[c.base().len()..].fill(0);
    p.rest[c.rest().len()..].fill(0);
    p.corners[c.corners().len()..].fill(0);
    p
}

/// Returns the distances of all states of the pieces, by a search from the goal over places.
fn distances(c: &Coordinate) -> HashMap<Places, u8> {
    let mut distances = HashMap::new();
    let mut level: Vec<Places> = c.target().goal_states.iter().map(|seed| c.places(seed)).collect();
    let mut distance = 0;
    while !level.is_empty() {
        level.retain(|p| distances.insert(*p, distance).is_none());
        level = level.iter().flat_map(|p| Move::all().map(|m| trimmed(c, c.turn(p, m)))).collect();
        level.retain(|p| !distances.contains_key(p));
        distance += 1;
    }
    distances
}

#[test]
fn fills_equal_a_plain_breadth_first_search() {
    let solved = |corners: &[usize], edges: &[usize]| Target::solved(PieceSet::new(corners, edges));
    let others = [
        Coordinate::new(solved(&[], &CROSS), &CROSS),
        Coordinate::new(offset_cross(), &CROSS),
        Coordinate::new(solved(&[4], &[4, 5, 8]), &[4, 5]),
        Coordinate::new(solved(&[4], &[4, 5, 8]), &[5, 8]),
        Coordinate::new(solved(&[7], &[4, 6, 8]), &[4, 6]),
        Coordinate::new(ready_pair(), &[4, 5]),
    ];
    let mut no_progress_count = 0;
    for coordinate in others.into_iter().chain(few_edges()).chain(oriented()) {
        let distances = distances(&coordinate);
        let (table, histogram) =
            Table::fill(Arc::new(coordinate), &Threads::new(2), &Watch::quiet()).unwrap();
        let c = &table.coordinate;
        assert_eq!(distances.len() as u64, c.states());
        let mut counted = vec![0; histogram.len()];
        for (places, distance) in &distances {
            counted[usize::from(*distance)] += 1;
            let is_nearer = |m: Move| distances[&trimmed(c, c.turn(places, m))] < *distance;
            let is_no_progress = distance % 3 == 1
                && Move::all().filter(|m| c.tested_moves() >> m.index() & 1 == 1).all(|m| !is_nearer(m));
            let code = if is_no_progress { NO_PROGRESS } else { distance % 3 };
            assert_eq!(table.entry(c.encode_places(places)), code);
            // A state whose coset a symmetry maps to itself has more than one address.
            assert_eq!(table.code(table.address(places)), code);
            no_progress_count += u64::from(is_no_progress);
        }
        assert_eq!(counted, histogram);
        let mut no_states = (0..c.entries()).filter(|entry| !c.is_state(*entry));
        assert!(no_states.all(|entry| table.entry(entry) == 3));
    }
    assert!(no_progress_count > 1000, "{no_progress_count} no-progress states");
}

#[test]
fn fits_accepts_only_supported_targets_and_bases() {
    let solved = |corners: &[usize], edges: &[usize]| Target::solved(PieceSet::new(corners, edges));
    let all: Vec<usize> = (0..12).collect();
    assert!(Coordinate::fits(&solved(&all[..4], &all[..8]), &all[..4]));
    assert!(!Coordinate::fits(&solved(&all[..5], &all[..8]), &all[..4]), "five corners");
    assert!(!Coordinate::fits(&solved(&[], &all[..9]), &all[..4]), "five edges outside the base");
    assert!(!Coordinate::fits(&solved(&[], &all[..9]), &all[..5]), "a base of five");
    assert!(!Coordinate::fits(&solved(&[], &[4, 5, 6]), &[7]), "a base that is not tracked");
    assert!(!Coordinate::fits(&solved(&[], &[4, 5, 6]), &[4, 4]), "a base that names an edge twice");
    for axis in Axis::ALL {
        let target = Target { oriented: Some(axis), ..solved(&[], &[5, 7]) };
        assert_eq!(Coordinate::fits(&target, &[5, 7]), axis == Axis::Z);
    }
}

#[test]
fn fills_give_known_histograms_of_other_goals() {
    // A fixed 2x2x2 block has 253,440 states; the cross has 190,080, whatever its base.
    let block = Coordinate::new(Target::solved(PieceSet::new(&[4], &[4, 5, 8])), &[4, 5]);
    let histogram = fill::run(&block, &Threads::new(2), &Watch::quiet(), None).histogram;
    assert_eq!(histogram.iter().sum::<u64>(), 253_440);
    let cross = Coordinate::new(Target::solved(PieceSet::new(&[], &CROSS)), &[4, 5]);
    let histogram = fill::run(&cross, &Threads::new(2), &Watch::quiet(), None).histogram;
    assert_eq!(histogram, [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]);
    let [orientation, line, ..] = oriented();
    let histogram = fill::run(&orientation, &Threads::new(2), &Watch::quiet(), None).histogram;
    assert_eq!(histogram, [1, 2, 25, 202, 620, 900, 285, 13]);
    let histogram = fill::run(&line, &Threads::new(2), &Watch::quiet(), None).histogram;
    assert_eq!(histogram.iter().sum::<u64>(), 270_336);
}

#[test]
fn probe_finds_the_slot_of_the_conjugated_cube() {
    let tracked = TrackedPieces { base: CROSS.to_vec(), rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] };
    let turns = TrackedMoves::new(&tracked);
    // The address of a state depends on the coordinate alone, so small coordinates stand for all of their shape.
    let solved = |corners: &[usize], edges: &[usize]| Target::solved(PieceSet::new(corners, edges));
    let small = [
        Coordinate::new(solved(&[], &CROSS), &CROSS),
        Coordinate::new(offset_cross(), &CROSS),
        Coordinate::new(solved(&[4], &[4, 5, 6, 7, 8]), &CROSS),
        Coordinate::new(solved(&[4], &[4, 5, 8]), &[4, 5]),
        Coordinate::new(solved(&[4, 5], &[5, 8, 9]), &[5]),
        Coordinate::new(solved(&[4, 5, 6], &[5, 6, 9]), &[5, 6]),
        Coordinate::new(solved(&[], &[5, 8, 9, 10, 11]), &[5]),
        Coordinate::new(solved(&[4], &[8]), &[]),
        Coordinate::new(solved(&[4], &[5]), &[5]),
        Coordinate::new(solved(&[5], &[5, 9]), &[5]),
    ];
    let (mut no_progress_count, mut with_other_moves) = (0, 0);
    for c in small.into_iter().chain(oriented()).map(Arc::new) {
        let table = Arc::new(Table::fill(Arc::clone(&c), &Threads::new(2), &Watch::quiet()).unwrap().0);
        let mut probe_count = 0;
        for s in Symmetry::all() {
            let Some(probe) = Probe::new(&tracked, &turns, s, &table) else { continue };
            probe_count += 1;
            with_other_moves += usize::from(probe.tested_moves != c.tested_moves());
            for cube in random::states(3).take(300) {
                let address = probe.indexer.index(&turns, &tracked.state(&cube));
                let by_definition = table.address(&c.places(&cube.conjugate(s)));
                assert_eq!(place(address), place(by_definition), "{s:?}");
                let code = |cube: &Cube| probe.code(probe.indexer.index(&turns, &tracked.state(cube)));
                if residue(code(&cube)) == 1 {
                    let is_tested = |m: &Move| probe.tested_moves >> m.index() & 1 == 1;
                    let is_nearer = |m: Move| residue(code(&cube.turn(m))) == 0;
                    no_progress_count += usize::from(code(&cube) == NO_PROGRESS);
                    assert_eq!(
                        code(&cube) != NO_PROGRESS,
                        Move::all().filter(is_tested).any(is_nearer),
                        "{s:?}"
                    );
                }
            }
        }
        assert!(probe_count >= c.symmetries().len(), "{:?}: {probe_count}", c.target().pieces);
    }
    assert!(
        no_progress_count > 1000 && with_other_moves > 10,
        "{no_progress_count} no-progress states, {with_other_moves} probes with other tested moves"
    );
}

#[test]
fn probe_off_the_ud_axis_does_not_normalize() {
    // Quarter turns about F map the edges of F to themselves, and U and D to R and L. The second goal state leaves no
    // symmetry but the identity, so the table has coset words.
    let edges = [1, 5, 8, 9];
    let seeds = [Cube::SOLVED, Cube::SOLVED.turn(Move::new(Face::D, 1).unwrap())];
    let c = Arc::new(Coordinate::new(Target::new(PieceSet::new(&[], &edges), seeds), &edges));
    assert_eq!(c.symmetries(), [Symmetry::IDENTITY]);
    let table = Arc::new(Table::fill(Arc::clone(&c), &Threads::new(2), &Watch::quiet()).unwrap().0);
    let tracked = TrackedPieces { base: edges.to_vec(), rest: vec![4], corners: vec![] };
    let turns = TrackedMoves::new(&tracked);
    for quarters in 0..4 {
        let s = Symmetry::rotation(Face::F, quarters);
        let probe = Probe::new(&tracked, &turns, s, &table).unwrap();
        assert_eq!(probe.indexer.normalizes, quarters % 2 == 0);
        for cube in random::states(4).take(1000) {
            let address = probe.indexer.index(&turns, &tracked.state(&cube));
            let by_definition = table.address(&c.places(&cube.conjugate(s)));
            assert_eq!(place(address), place(by_definition), "{quarters}");
        }
    }
}
