//! Measures insertions: the algorithms of each set, the time to find them, and the solutions of random skeletons.
//!
//! `cargo run --release -p cubiform-solvers --example insertions -- 500` inserts into 500 skeletons of 20 random moves that
//! leave a random 3-cycle of corners, and into as many that leave one of edges.

use std::time::Instant;

use cubiform_cube::random::{below, generator};
use cubiform_cube::{Cube, Move};
use cubiform_solvers::insertion::{AlgorithmSet, InsertionRequest, PieceKind, Skeleton, insertions};
use cubiform_threads::CancelToken;
use rand::Rng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: usize = std::env::args().nth(1).map_or(Ok(100), |count| count.parse())?;
    println!("kind,max_moves,algorithms,seconds,skeletons,mean_length,shortened,mean_ms,max_ms");
    for kind in [PieceKind::Corners, PieceKind::Edges] {
        let mut rng = generator(1);
        let skeletons: Vec<Skeleton> =
            std::iter::repeat_with(|| skeleton(kind, &mut rng)).take(count).collect();
        let mut before = vec![usize::MAX; count];
        for max_moves in 10..=12 {
            let start = Instant::now();
            let set = AlgorithmSet::find(kind, max_moves, &CancelToken::never()).ok_or("stopped")?;
            let seconds = start.elapsed().as_secs_f64();
            let (mut lengths, mut times) = (Vec::new(), Vec::new());
            for skeleton in &skeletons {
                let start = Instant::now();
                let found = insertions(&set, skeleton, &InsertionRequest::default(), &CancelToken::never());
                times.push(start.elapsed().as_secs_f64() * 1e3);
                lengths.push(found?.solutions[0].moves.len());
            }
            let shortened = lengths.iter().zip(&before).filter(|(now, before)| now < before).count();
            let (mean, mean_ms) = (
                lengths.iter().sum::<usize>() as f64 / count as f64,
                times.iter().sum::<f64>() / count as f64,
            );
            let max_ms = times.iter().copied().fold(0.0, f64::max);
            let algorithms = set.count();
            println!(
                "{kind:?},{max_moves},{algorithms},{seconds:.2},{count},{mean:.3},{shortened},{mean_ms:.2},{max_ms:.2}"
            );
            before = lengths;
        }
    }
    Ok(())
}

/// Returns a skeleton of 20 random moves that leaves a random 3-cycle.
fn skeleton(kind: PieceKind, rng: &mut impl Rng) -> Skeleton {
    let mut number = |bound| below(rng, bound) as usize;
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < 20 {
        let next = Move::from_index(number(18));
        if moves.last().is_none_or(|last| last.may_precede(next)) {
            moves.push(next);
        }
    }
    let cycles = kind.three_cycles();
    let left = cycles[number(cycles.len() as u64)];
    let scramble = left.then(&Cube::from_moves(&moves).inverse());
    Skeleton::new(scramble, &moves).expect("a 3-cycle is left")
}
