//! The layout of a table: in which order it keeps the codes of its states.
//!
//! Sixteen codes make a word of 32 bits, little-endian: the low bits of all, then the high bits. Where the base is four
//! edges and flips are those of pieces, the sixteen states that turns of U and D make of a state lie in one word with it,
//! so that a search that has looked up a state knows its children by these turns. Those are the states of an
//! [orbit](crate::orbit); the others, with no base edge in U or none in D, lie as the fill numbers them:
//!
//! ```text
//! ((row * rest placements + rest) * corner tuples + corners) * 2^index bits + flips) * 16 + turn     rows of orbits
//! ((row * rest placements + rest) * corner tuples + corners) * 2^index bits + flips                  rows after those
//! ```
//!
//! A row of an orbit is one orbit's own placement, up to the symmetries of the coordinate; rest, corners and flips are
//! those of the state with the turn undone. A symmetry that carries an orbit to itself folds nothing: the few states of
//! such orbits are kept once for each image.

use std::io::{self, Write};
use std::sync::Arc;
use std::thread;

use crate::cell::Cell;
use crate::coordinate::{Coordinate, MAX_BASE, Places};
use crate::fill::Codes;
use crate::orbit::{self, ORBIT, ORBIT_AXIS, Orbits, TURNS};
use crate::steps::{self, Steps};
use crate::table::{Location, WORD};

/// Where the states of one placement of the base lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    /// The first cell of its row, in cells of as many codes as `shift` says.
    pub(crate) start: u32,
    /// A cell has `2^(index bits + shift)` codes: shift is 4 in a row of orbits, else 0.
    pub(crate) shift: u8,
    /// The symmetry of the group that carries it to its row.
    pub(crate) fold: u8,
    /// The turn of U and D that makes of the row's own placement what the symmetry has made of it.
    pub(crate) turn: u8,
}

/// The order of the codes of a coordinate's table.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The orbits of base placements, if states of an orbit lie together, with the seat of each one's own placement.
    orbits: Option<(Arc<Orbits>, Vec<Seat>)>,
    /// By row of orbits: the placement that it is of.
    rows: Vec<usize>,
    /// The rows of the coordinate that follow those.
    straight: Vec<usize>,
    /// By row of the coordinate: its index in `straight`.
    straight_index: Vec<usize>,
}

impl Layout {
    pub(crate) fn new(c: &Coordinate) -> Layout {
        let has_orbits = c.base().len() == MAX_BASE
            && !c.is_oriented()
            && c.group().iter().all(|s| s.axis(ORBIT_AXIS) == ORBIT_AXIS);
        let orbits = has_orbits.then(|| Orbits::of(c.base()));
        let mut rows = Vec::new();
        let seats = orbits.as_ref().map(|orbits| {
            let mut seats: Vec<Option<Seat>> = vec![None; orbits.len()];
            for orbit in 0..orbits.len() {
                if seats[orbit].is_some() {
                    continue;
                }
                let own = orbits.own(orbit);
                for (s, symmetry) in c.group().iter().enumerate() {
                    let image = c.image_of_base(s, &c.positions(own));
                    let (to, turn) = orbits.seat(image).expect("the symmetry keeps the axis");
                    // The way back from that orbit's own placement.
                    let back = symmetry.inverse();
                    let fold = c.group().iter().position(|g| *g == back).expect("the symmetries are a group");
                    seats[to].get_or_insert(Seat {
                        start: start(c, rows.len()),
                        shift: 4,
                        fold: fold as u8,
                        turn: orbit::image(back, orbit::inverse(turn)) as u8,
                    });
                }
                rows.push(own);
            }
            seats.into_iter().map(|seat| seat.expect("each is its own image")).collect()
        });
        let in_orbit = |row: &usize| orbits.as_ref().is_some_and(|o| o.seat(c.row_placement(*row)).is_some());
        let straight: Vec<usize> = (0..c.rows()).filter(|row| !in_orbit(row)).collect();
        let mut straight_index = vec![0; c.rows()];
        for (i, row) in straight.iter().enumerate() {
            straight_index[*row] = i;
        }
        Layout { orbits: orbits.zip(seats), rows, straight, straight_index }
    }

    /// How many codes there are, a whole number of words.
    pub(crate) fn codes(&self, c: &Coordinate) -> u64 {
        let rows = (self.rows.len() * ORBIT + self.straight.len()) as u64;
        (rows * c.row_cells() as u64 * (1 << c.index_bits())).next_multiple_of(WORD as u64)
    }

    /// Whether the states of an orbit lie in one word.
    pub(crate) fn has_orbits(&self) -> bool {
        self.orbits.is_some()
    }

    /// Where the states of a placement of the base lie.
    pub(crate) fn seat(&self, c: &Coordinate, placement: usize) -> Seat {
        if let Some((orbits, seats)) = &self.orbits
            && let Some((orbit, turn)) = orbits.seat(placement)
        {
            let seat = seats[orbit];
            let image = orbit::image(c.group()[usize::from(seat.fold)], turn);
            return Seat { turn: orbit::then(usize::from(seat.turn), image) as u8, ..seat };
        }
        let (row, fold) = c.row_of(placement);
        let start = start(c, self.rows.len() * ORBIT + self.straight_index[row]);
        Seat { start, shift: 0, fold: fold as u8, turn: 0 }
    }

    /// Where the code of a state lies: slow, by the definition.
    pub(crate) fn locate(&self, c: &Coordinate, places: &Places) -> Location {
        let seat = self.seat(c, c.base_rank(places));
        let image = c.conjugate(places, usize::from(seat.fold));
        let back = &TURNS[orbit::inverse(usize::from(seat.turn))];
        let places = Places {
            base: image.base.map(|p| back.edges[usize::from(p)]),
            rest: image.rest.map(|p| back.edges[usize::from(p)]),
            corners: image.corners.map(|p| back.corners[usize::from(p)]),
            ..image
        };
        let cell = u64::from(seat.start) + c.cell(&places) as u64;
        Location::new(c.index_bits(), cell, c.flips(&places), seat.shift, seat.turn)
    }
}

/// The first cell of a row, of so many before it.
fn start(c: &Coordinate, rows: usize) -> u32 {
    u32::try_from(rows * c.row_cells()).expect("a table that fits in memory has fewer cells")
}

/// The codes of a fill, written in the order of the layout.
pub(crate) struct Arranged<C> {
    coordinate: Coordinate,
    /// Two cells for each cell of the coordinate, as the fill numbers them.
    planes: Vec<C>,
}

impl<C: Cell> Arranged<C> {
    pub(crate) fn new(coordinate: Coordinate, planes: Vec<C>) -> Arranged<C> {
        Arranged { coordinate, planes }
    }

    /// The codes of a row of orbits, whose own placement this is.
    fn orbit_row(&self, steps: &Steps<'_>, placement: usize) -> Vec<u8> {
        let c = &self.coordinate;
        let width = c.corner_count();
        let positions = c.positions(placement);
        let free = steps::free(&positions);
        let leads: [_; ORBIT] = std::array::from_fn(|t| steps.lead(&positions, t));
        let maps = leads.each_ref().map(|lead| {
            let mut map = Vec::with_capacity(c.rest_count());
            steps.map_rest(lead, &free, &mut map);
            map
        });
        let mut bytes = Vec::with_capacity(c.row_cells() * ORBIT * 2 * (1 << C::INDEX_BITS) / 8);
        let mut blocks: [Vec<C>; ORBIT] = std::array::from_fn(|_| vec![C::EMPTY; 2 * width]);
        for rest in 0..c.rest_count() {
            for ((lead, map), block) in leads.iter().zip(&maps).zip(&mut blocks) {
                let (other, flips) = map[rest];
                let source =
                    &self.planes[2 * (lead.to * c.row_cells() + other as usize * width)..][..2 * width];
                for (planes, corner) in block.chunks_exact_mut(2).zip(steps.corners(lead)) {
                    planes.copy_from_slice(&source[2 * *corner as usize..][..2]);
                }
                steps.exchange(lead, flips, block);
            }
            for corner in 0..width {
                for word in 0..C::WORDS {
                    let plane = |plane: usize| {
                        let mut bits = blocks.each_ref().map(|block| block[2 * corner + plane].word(word));
                        transpose(&mut bits);
                        bits
                    };
                    push_words(plane(0), plane(1), C::LANES, &mut bytes);
                }
            }
        }
        bytes
    }

    /// The codes of the rows that are kept as the fill numbers them.
    fn straight_row(&self, row: usize) -> Vec<u8> {
        let size = 2 * self.coordinate.row_cells();
        let mut bytes = Vec::with_capacity(size * (1 << C::INDEX_BITS) / 8);
        for planes in self.planes[row * size..][..size].chunks_exact(2) {
            for word in 0..C::WORDS {
                for lane in 0..C::LANES {
                    push_word(
                        planes[0].word(word) >> (16 * lane),
                        planes[1].word(word) >> (16 * lane),
                        &mut bytes,
                    );
                }
            }
        }
        bytes
    }
}

/// Transposes each of the four squares of 16 bits that 16 words have side by side: bit i of word j becomes bit j of
/// word i.
fn transpose(words: &mut [u64; 16]) {
    for (shift, mask) in [
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        for i in (0..16).filter(|i| i & shift == 0) {
            let change = (words[i] >> shift ^ words[i + shift]) & mask;
            words[i] ^= change << shift;
            words[i + shift] ^= change;
        }
    }
}

/// Sixteen codes: the low 16 bits of these.
fn push_word(low: u64, high: u64, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(&(low as u32 & 0xffff | (high as u32) << 16).to_le_bytes());
}

/// The codes in so many lanes of 16 bits, those of a lane one word after the other.
fn push_words(low: [u64; 16], high: [u64; 16], lanes: usize, bytes: &mut Vec<u8>) {
    for lane in 0..lanes {
        for (low, high) in low.iter().zip(&high) {
            push_word(low >> (16 * lane), high >> (16 * lane), bytes);
        }
    }
}

impl<C: Cell> Codes for Arranged<C> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let layout = self.coordinate.layout();
        if C::INDEX_BITS < 4 {
            // Two cells a word, and only straight rows, one after the other.
            for planes in self.planes.chunks(4) {
                let part = |i: usize| planes.get(i).map_or(0xff, |cell| cell.word(0));
                let mut bytes = Vec::with_capacity(4);
                push_word(part(0) | part(2) << 8, part(1) | part(3) << 8, &mut bytes);
                out.write_all(&bytes)?;
            }
            return out.flush();
        }
        let steps = layout.has_orbits().then(|| Steps::new(&self.coordinate, TURNS));
        let make = |i: usize| match (&steps, layout.rows.get(i)) {
            (Some(steps), Some(placement)) => self.orbit_row(steps, *placement),
            _ => self.straight_row(layout.straight[i - layout.rows.len()]),
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let rows: Vec<usize> = (0..layout.rows.len() + layout.straight.len()).collect();
        for rows in rows.chunks(threads) {
            let made: Vec<Vec<u8>> = thread::scope(|scope| {
                let others: Vec<_> = rows[1..].iter().map(|i| scope.spawn(|| make(*i))).collect();
                let first = make(rows[0]);
                let others =
                    others.into_iter().map(|other| other.join().expect("making a row does not panic"));
                std::iter::once(first).chain(others).collect()
            });
            made.iter().try_for_each(|bytes| out.write_all(bytes))?;
        }
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_transposed() {
        let words: [u64; 16] = std::array::from_fn(|i| (i as u64 + 3).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut transposed = words;
        transpose(&mut transposed);
        for (i, word) in transposed.iter().enumerate() {
            for bit in 0..64 {
                let (square, j) = (bit / 16, bit % 16);
                assert_eq!(word >> bit & 1, words[j] >> (16 * square + i) & 1);
            }
        }
    }
}
