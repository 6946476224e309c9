//! Stances of the children in all lanes of a vector at a time.

use cubiform_cube::Move;
use cubiform_cube::piece::{CORNER_TURN, EDGE_TURN};

use super::isa::{Bytes, Isa, Task};
use super::{Wide, parts, table};
use crate::lanes::{Lanes, ORDER};
use crate::orbit::{self, TURNS};
use crate::stances::{BASES, FLIPS_SHIFT, Stances, Standing};
use crate::tracked::State;

/// By place, up to 32 of them: the place after each move, in the order of lanes.
type Rows = [[u8; 32]; 32];

/// What stances are made with: see [`StanceTables`](crate::stances::StanceTables).
pub(crate) struct WideStances {
    wide: Wide,
    edges: Rows,
    corners: Rows,
    /// By layer, quarter turn and place in the layer, eight of them: the place of an edge before it.
    edges_before: [Bytes; 1],
    /// By layer, quarter turn and place in the layer, twelve of them: the place of a corner before it.
    corners_before: [Bytes; 2],
}

/// Places of edges and of corners in a layer.
const LAYER_EDGES: u8 = 8;
const LAYER_CORNERS: u8 = 12;

impl WideStances {
    pub(crate) fn new() -> Option<Box<WideStances>> {
        Some(WideStances::with(Wide::chosen()?))
    }

    fn with(wide: Wide) -> Box<WideStances> {
        let rows = |turn: &[[u8; 24]; Move::COUNT]| -> Rows {
            let place = |m: usize, place: usize| {
                turn.get(m).and_then(|turn| turn.get(place)).copied().unwrap_or(place as u8)
            };
            std::array::from_fn(|p| ORDER.map(|m| place(m.into(), p)))
        };
        // Index i of such a table: the place in question, and what turned it.
        let before = |i: usize, places: u8| {
            let places = usize::from(places);
            let (layer, quarters, place) = (i / (4 * places), i / places % 4, i % places);
            (layer < 2).then(|| (&TURNS[orbit::inverse(quarters << (2 * layer))], layer * places + place))
        };
        Box::new(WideStances {
            wide,
            edges: rows(&EDGE_TURN),
            corners: rows(&CORNER_TURN),
            edges_before: table(|i| before(i, LAYER_EDGES).map_or(0, |(turn, place)| turn.edges[place])),
            corners_before: table(|i| {
                before(i, LAYER_CORNERS).map_or(0, |(turn, place)| turn.corners[place])
            }),
        })
    }

    /// The children of a state whose lanes are in `set`, with their turns undone.
    #[inline(always)]
    pub(crate) fn stances(
        &self,
        orbits: &[Standing; BASES],
        state: &State,
        lanes: Lanes,
        set: u32,
        stances: &mut Stances,
    ) {
        self.wide.run(Make { tables: self, orbits, state, lanes, set, stances });
    }
}

/// See [`WideStances::stances`].
struct Make<'a> {
    tables: &'a WideStances,
    orbits: &'a [Standing; BASES],
    state: &'a State,
    lanes: Lanes,
    set: u32,
    stances: &'a mut Stances,
}

impl Task for Make<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Make { tables, orbits, state, lanes, set, stances } = self;
        let ones = isa.splat_byte(1);
        let of_base = rows(&tables.edges, state.base);
        let of_rest = rows(&tables.edges, state.rest);
        let of_corners = rows(&tables.corners, state.corners);
        for (start, part) in parts(isa, set) {
            if part == 0 {
                continue;
            }
            let moves = isa.moves(start, lanes.gap());
            let base = isa.after(of_base, moves);
            let rest = isa.after(of_rest, moves);
            let corners = isa.after(of_corners, moves);

            let positions = isa.and(isa.shift_right_halves(base, 1), isa.splat_byte(15));
            let number = isa.weigh_halves(isa.weigh_bytes(positions, [12, 1, 12, 1]), [144, 1]);
            let number = isa.and(number, isa.splat(BASES as u32 - 1));
            let flips = isa.weigh(isa.and(base, ones), [1, 2, 4, 8]);
            // SAFETY: the numbers are below `BASES`, and a standing is a word.
            let standing = unsafe { isa.gather(orbits.as_ptr().cast(), part, number) };
            // Eight times the quarters of U, and of D, in each byte.
            let turn = isa.spread(standing, 2);
            let of_u = isa.and(isa.shift_left_halves(turn, 3), isa.splat_byte(3 << 3));
            let of_d = isa.and(isa.shift_left_halves(turn, 1), isa.splat_byte(3 << 3));
            let standing = isa.or(standing, isa.shift_left(flips, FLIPS_SHIFT));

            let of_d_edges = isa.add_bytes(of_d, isa.splat_byte(3 * LAYER_EDGES));
            let turned = isa.choose_bytes(rest, LAYER_EDGES, of_u, of_d_edges);
            let before = isa.look_up(&tables.edges_before, isa.add_bytes(rest, turned));
            let rest = isa.choose_bytes(rest, 2 * LAYER_EDGES, before, rest);

            // Twelve times the quarters: those times eight, and half of that.
            let of_u = isa.add_bytes(of_u, isa.shift_right_halves(of_u, 1));
            let of_d = isa.add_bytes(of_d, isa.shift_right_halves(of_d, 1));
            let of_d_corners = isa.add_bytes(of_d, isa.splat_byte(3 * LAYER_CORNERS));
            let turned = isa.choose_bytes(corners, LAYER_CORNERS, of_u, of_d_corners);
            let corners = isa.look_up(&tables.corners_before, isa.add_bytes(corners, turned));

            let [standings, rests, all_corners] = stances.vectors();
            isa.store(standings, start, standing);
            isa.store(rests, start, rest);
            isa.store(all_corners, start, corners);
        }
    }
}

/// The rows of four pieces, by their places.
#[inline(always)]
fn rows(rows: &Rows, [first, second]: [u16; 2]) -> [&[u8; 32]; 4] {
    [first, first >> 5, second, second >> 5].map(|place| &rows[usize::from(place & 31)])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cubes, sets, tracked};
    use super::*;
    use crate::lanes::bits;
    use crate::tracked::{Tracked, Turns};

    #[test]
    fn stances_are_those_made_one_by_one() {
        let tracked = tracked();
        let turns = Turns::new(&tracked);
        for wide in Wide::all().map(WideStances::with) {
            agrees(&wide, &tracked, &turns);
        }
    }

    fn agrees(wide: &WideStances, tracked: &Tracked, turns: &Turns) {
        for (cube, number) in cubes(2000) {
            let state = tracked.state(&cube);
            for (lanes, set) in sets(number) {
                let (mut own, mut plain) = (Stances::default(), Stances::default());
                wide.stances(turns.orbits().unwrap(), &state, lanes, set, &mut own);
                turns.stances_one_by_one(&state, lanes, set, true, &mut plain);
                for lane in bits(set) {
                    assert_eq!(own.get(lane), plain.get(lane), "{:?}: lane {lane} of {lanes:?}", wide.wide);
                }
            }
        }
    }
}
