//! The shortest moves that bring one edge into the cross of the bottom layer and keep the edges placed before.

use std::sync::LazyLock;

use cubiform_cube::piece::EDGE_TURN;
use cubiform_cube::{Face, Move};
use cubiform_search::{Limits, SimpleSpace, shortest_solutions};

/// The edge that the moves place: DF.
pub(super) const EDGE: usize = 5;

/// The other edges of the cross: DR, DL and DB.
pub(super) const OTHERS: [usize; 3] = [4, 6, 7];

/// The place of each edge that the moves place or keep.
type Places = [u8; 4];

/// The number of sets of other edges.
const SETS: usize = 1 << OTHERS.len();

/// The moves for every case: index `SETS * place of the edge + set of the other edges`.
static MOVES: LazyLock<Vec<Vec<Move>>> =
    LazyLock::new(|| (0..24 * SETS).map(|case| find(case / SETS, case % SETS)).collect());

/// Returns the shortest moves that solve edge DF, which is in `place`, and keep the edges `i` of [`OTHERS`] whose bit is
/// in `kept`.
///
/// The bottom layer is turned only if no edge is kept. Among the shortest moves, the [easiest](effort) are
/// chosen.
pub(super) fn moves(place: u8, kept: usize) -> &'static [Move] {
    &MOVES[SETS * usize::from(place) + kept]
}

/// Finds the moves of a case. Returns none if the edge is in the place of a kept one.
fn find(place: usize, kept: usize) -> Vec<Move> {
    let mut edges = vec![(EDGE, place as u8)];
    edges.extend(
        OTHERS.iter().enumerate().filter(|(i, _)| kept >> i & 1 == 1).map(|(_, e)| (*e, 2 * *e as u8)),
    );
    if edges[1..].iter().any(|(edge, _)| place / 2 == *edge) {
        return Vec::new();
    }
    let allowed: Vec<Move> = Move::all().filter(|m| m.face() != Face::D || kept == 0).collect();
    let distances = edges.iter().map(|(edge, _)| distances(*edge, &allowed)).collect();
    let space = EdgeSpace { distances, allowed };
    // The search reads only the places of the edges of the case.
    let mut places: Places = [0; 4];
    for (i, (_, place)) in edges.iter().enumerate() {
        places[i] = *place;
    }
    let shortest = shortest_solutions(&space, &space.order(), &places, usize::MAX, &Limits::default());
    let shortest = shortest.expect("every case has a solution").into_iter();
    let moves = shortest.map(|path| path.moves.iter().map(|m| space.allowed[usize::from(*m)]).collect());
    moves.min_by_key(|moves: &Vec<Move>| effort(place, moves)).expect("a search without a solution fails")
}

/// Returns the rank of moves among those of equal length that place the edge from `place`; lower is easier: the numbers of
/// turns of the back face, of moves that leave the edge where it is, and of half turns.
fn effort(place: usize, moves: &[Move]) -> (usize, usize, usize, Vec<Move>) {
    let back = moves.iter().filter(|m| m.face() == Face::B).count();
    let (mut place, mut still) = (place, 0);
    for m in moves {
        let to = usize::from(EDGE_TURN[m.index()][place]);
        still += usize::from(to == place);
        place = to;
    }
    let half = moves.iter().filter(|m| m.quarters() == 2).count();
    (back, still, half, moves.to_vec())
}

/// Returns the number of allowed moves that solve `edge` alone from each place.
fn distances(edge: usize, allowed: &[Move]) -> [u8; 24] {
    let mut distances = [u8::MAX; 24];
    distances[2 * edge] = 0;
    let mut queue = vec![2 * edge];
    let mut next = 0;
    while let Some(place) = queue.get(next).copied() {
        next += 1;
        for m in allowed {
            let to = usize::from(EDGE_TURN[m.index()][place]);
            if distances[to] == u8::MAX {
                distances[to] = distances[place] + 1;
                queue.push(to);
            }
        }
    }
    distances
}

/// The search space of a case.
struct EdgeSpace {
    /// The distances of each edge of the case.
    distances: Vec<[u8; 24]>,
    allowed: Vec<Move>,
}

impl SimpleSpace for EdgeSpace {
    type State = Places;

    fn move_count(&self) -> usize {
        self.allowed.len()
    }

    fn apply(&self, places: &Places, m: u8) -> Option<Places> {
        let turn = &EDGE_TURN[self.allowed[usize::from(m)].index()];
        Some(places.map(|place| turn[usize::from(place)]))
    }

    fn lower_bound(&self, places: &Places) -> u8 {
        let distances = self.distances.iter().zip(places);
        distances.map(|(distances, place)| distances[usize::from(*place)]).max().unwrap_or(0)
    }

    fn is_goal(&self, places: &Places) -> bool {
        self.lower_bound(places) == 0
    }

    fn may_follow(&self, first: u8, second: u8) -> bool {
        self.allowed[usize::from(first)].may_precede(self.allowed[usize::from(second)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_place_the_edge_and_keep_the_others() {
        let mut lengths = [0; 6];
        for place in 0..24u8 {
            for kept in 0..SETS {
                let kept_edges: Vec<usize> =
                    (0..3).filter(|i| kept >> i & 1 == 1).map(|i| OTHERS[i]).collect();
                if kept_edges.contains(&usize::from(place / 2)) {
                    continue;
                }
                let moves = moves(place, kept);
                let end =
                    |place: u8| moves.iter().fold(place, |place, m| EDGE_TURN[m.index()][usize::from(place)]);
                assert_eq!(end(place), 2 * EDGE as u8);
                assert!(kept_edges.iter().all(|edge| end(2 * *edge as u8) == 2 * *edge as u8));
                assert!(kept == 0 || moves.iter().all(|m| m.face() != Face::D));
                lengths[moves.len()] += 1;
            }
        }
        assert_eq!(lengths, [8, 27, 52, 51, 27, 3]);
    }
}
