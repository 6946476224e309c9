//! A coordinate of some pieces and of the centres: the arrangements that some moves generate, with a move table and
//! exact distances.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use cubiform_cube::group::Element;
use cubiform_cube::held::HeldCube;
use cubiform_threads::CancelToken;

/// The maximum number of pieces and centres of a coordinate: a key has room for twelve places of five bits.
pub(super) const MAX_PIECES: usize = 12;

/// The number of arrangements expanded between two checks of the cancel flag.
const CHECK_INTERVAL: usize = 1 << 12;

/// The places of the pieces, five bits each.
type Key = u64;

/// A hasher of keys by one multiplication (Fibonacci hashing).
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64((self.0 << 8) | u64::from(*byte)));
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

type Numbers = HashMap<Key, u32, BuildHasherDefault<KeyHasher>>;

/// The arrangements of some pieces that some moves generate from the solved cube.
pub(super) struct Coordinate {
    pieces: Vec<usize>,
    numbers: Numbers,
    /// The minimum number of moves to solved, by number.
    distances: Vec<u8>,
    /// The number after each move, by number and move.
    turned: Vec<u32>,
    moves: usize,
}

impl Coordinate {
    /// Numbers the arrangements of these pieces breadth-first, with the rotated cubes `solved` at distance 0. Returns
    /// `None` if `cancel` was set.
    pub(super) fn new(
        pieces: Vec<usize>,
        moves: &[HeldCube],
        solved: &[HeldCube],
        cancel: &CancelToken,
    ) -> Option<Coordinate> {
        assert!(pieces.len() <= MAX_PIECES, "a key has room for the pieces");
        // The place after each move, by move and kind of piece.
        let images: Vec<Vec<[u8; 24]>> = moves
            .iter()
            .map(|m| {
                let of = |piece: &usize| {
                    let places = if *piece < 20 { 24 } else { 6 };
                    std::array::from_fn(|place| if place < places { m.image(*piece, place) as u8 } else { 0 })
                };
                pieces.iter().map(of).collect()
            })
            .collect();
        let mut part = Coordinate {
            pieces,
            numbers: Numbers::default(),
            distances: Vec::new(),
            turned: Vec::new(),
            moves: moves.len(),
        };
        let mut keys: Vec<Key> = Vec::new();
        for cube in solved {
            let key = part.key(cube);
            if let Entry::Vacant(entry) = part.numbers.entry(key) {
                entry.insert(keys.len() as u32);
                keys.push(key);
                part.distances.push(0);
            }
        }
        // Breadth-first: the moves include their inverses, so a path and its inverse have the same length.
        let mut next = 0;
        while next < keys.len() {
            if next % CHECK_INTERVAL == 0 && cancel.is_cancelled() {
                return None;
            }
            let (key, distance) = (keys[next], part.distances[next]);
            for images in &images {
                let turned = images.iter().enumerate().fold(0, |turned, (i, image)| {
                    turned | u64::from(image[(key >> (5 * i) & 31) as usize]) << (5 * i)
                });
                let number = *part.numbers.entry(turned).or_insert_with(|| {
                    keys.push(turned);
                    part.distances.push(distance + 1);
                    keys.len() as u32 - 1
                });
                part.turned.push(number);
            }
            next += 1;
        }
        Some(part)
    }

    fn key(&self, cube: &HeldCube) -> Key {
        let place = |piece: usize| cube.image(piece, HeldCube::home(piece)) as u64;
        self.pieces.iter().enumerate().fold(0, |key, (i, piece)| key | place(*piece) << (5 * i))
    }

    /// Returns the number of the arrangement of a cube, or `None` if the moves do not generate it.
    pub(super) fn number(&self, cube: &HeldCube) -> Option<u32> {
        self.numbers.get(&self.key(cube)).copied()
    }

    /// Returns the number of an arrangement after a move.
    #[inline(always)]
    pub(super) fn turned(&self, number: u32, m: usize) -> u32 {
        self.turned[number as usize * self.moves + m]
    }

    /// Returns the distance of an arrangement.
    #[inline(always)]
    pub(super) fn distance(&self, number: u32) -> u8 {
        self.distances[number as usize]
    }
}
