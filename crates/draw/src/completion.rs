//! Whole cubes on a target: its pieces as in one of its goal states, all others placed in any way that face turns can
//! reach.

use cubiform_cube::goal::Target;
use cubiform_cube::piece::is_flipped;
use cubiform_cube::random::{below, orient, shuffle};
use cubiform_cube::state::is_odd;
use cubiform_cube::{Cube, PieceSet};
use rand::Rng;

/// The pieces that a target does not track.
struct FreePieces {
    corners: Vec<usize>,
    edges: Vec<usize>,
}

impl FreePieces {
    fn new(pieces: PieceSet) -> FreePieces {
        let corners = (0..8).filter(|c| !pieces.corners().any(|own| own == *c)).collect();
        let edges = (0..12).filter(|e| !pieces.edges().any(|own| own == *e)).collect();
        FreePieces { corners, edges }
    }
}

fn factorial(n: usize) -> u128 {
    (1..=n as u128).product()
}

/// Returns the number of whole cubes on target for each goal state. Returns `None` if no corner or fewer than two edges
/// are free, because the number then depends on the goal state.
pub(super) fn count(target: &Target) -> Option<u128> {
    let FreePieces { corners, edges } = FreePieces::new(target.pieces);
    if corners.is_empty() || edges.len() < 2 {
        return None;
    }
    let flips = if target.oriented.is_some() { 1 } else { 1 << (edges.len() - 1) };
    let twists = 3u128.pow(corners.len() as u32 - 1);
    Some(factorial(corners.len()) * factorial(edges.len()) / 2 * twists * flips)
}

/// Draws a whole cube on target: a goal state uniformly, then one of its [`count`] cubes uniformly.
pub(super) fn draw(target: &Target, rng: &mut impl Rng) -> Cube {
    let seed = &target.goal_states[below(rng, target.goal_states.len() as u64) as usize];
    let free = FreePieces::new(target.pieces);
    let (mut corners, mut edges) = (*seed.corners(), *seed.edges());
    let mut twists = vec![0; free.corners.len()];
    let twisted: u8 = target.pieces.corners().map(|c| corners[c] % 3).sum();
    orient(rng, 3, twisted, &mut twists);
    let mut positions: Vec<u8> = free.corners.iter().map(|c| corners[*c] / 3).collect();
    shuffle(rng, &mut positions);
    for ((corner, position), twist) in free.corners.iter().zip(&positions).zip(&twists) {
        corners[*corner] = 3 * position + twist;
    }
    let mut positions: Vec<u8> = free.edges.iter().map(|e| edges[*e] / 2).collect();
    shuffle(rng, &mut positions);
    let place = |positions: &[u8], edges: &mut [u8; 12]| {
        free.edges.iter().zip(positions).for_each(|(edge, position)| edges[*edge] = 2 * position);
    };
    place(&positions, &mut edges);
    if is_odd(&corners.map(|place| place / 3)) != is_odd(&edges.map(|place| place / 2)) {
        // Exchanging two edges is a bijection between the odd and the even permutations.
        positions.swap(0, 1);
        place(&positions, &mut edges);
    }
    match target.oriented {
        Some(axis) => {
            for edge in &free.edges {
                edges[*edge] += u8::from(is_flipped(axis, *edge, edges[*edge]));
            }
        }
        None => {
            let mut flips = vec![0; free.edges.len()];
            orient(rng, 2, target.pieces.edges().map(|e| edges[e] % 2).sum(), &mut flips);
            free.edges.iter().zip(flips).for_each(|(edge, flip)| edges[*edge] += flip);
        }
    }
    Cube::from_places(corners, edges).expect("parities, twists and flips were made to agree")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::goal::Variant;
    use cubiform_cube::random::generator;
    use std::collections::HashMap;

    #[test]
    fn drawn_cubes_are_on_target() {
        let mut rng = generator(1);
        for variant in Variant::all() {
            for target in variant.stages.iter().flat_map(|stage| &stage.choices).step_by(7) {
                assert!(count(target).is_some());
                for _ in 0..5 {
                    assert!(target.is_met(&draw(target, &mut rng)), "{} {:?}", variant.name, target.choice);
                }
            }
        }
    }

    #[test]
    fn drawn_cubes_are_uniform() {
        let mut rng = generator(2);
        let all = PieceSet::ALL;
        let but = |corners: &[usize], edges: &[usize]| {
            let keep = |all: Vec<usize>, free: &[usize]| -> Vec<usize> {
                all.into_iter().filter(|piece| !free.contains(piece)).collect()
            };
            PieceSet::new(&keep(all.corners().collect(), corners), &keep(all.edges().collect(), edges))
        };
        for (free_corners, free_edges, oriented) in
            [(&[0, 3][..], &[1, 5, 9][..], None), (&[2, 4, 5], &[0, 11], Some(cubiform_cube::Axis::X))]
        {
            let target = Target { oriented, ..Target::solved(but(free_corners, free_edges)) };
            let classes = count(&target).unwrap() as usize;
            let mut counts: HashMap<Cube, u32> = HashMap::new();
            for _ in 0..100 * classes {
                *counts.entry(draw(&target, &mut rng)).or_default() += 1;
            }
            assert_eq!(counts.len(), classes);
            let statistic: f64 = counts.values().map(|n| (f64::from(*n) - 100.0).powi(2) / 100.0).sum();
            let degrees = (classes - 1) as f64;
            assert!((statistic - degrees).abs() < 5.0 * (2.0 * degrees).sqrt(), "{statistic} {degrees}");
        }
    }
}
