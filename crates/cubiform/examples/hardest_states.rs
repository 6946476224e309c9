//! Climbs to states that are far from a stage: from a state it goes on to neighbours, one or two moves away, that are not
//! nearer, and starts again where none is farther for long. What it finds is a lower bound on the longest stage.
//!
//! ```sh
//! cargo run --release --example hardest_states -- GOAL STAGE COLORS SECONDS [FOLDER [FILE]]
//! ```
//!
//! The folder has tables. The file has a scramble or the facelets of a cube on each line, where climbs start; after them,
//! and without a file, they start at random states.

use std::time::{Duration, Instant};

use cubiform::{
    Analyzer, Color, Cube, Frame, Goal, Limits, Move, Moves, PuzzleText, Request, Solver, Store, Threads,
    TwoPhase, random,
};

type AnyError = Box<dyn std::error::Error>;

/// The number of steps without a farther state before a climb starts again.
const PATIENCE: u32 = 300;

pub(crate) fn main() -> Result<(), AnyError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (goal, stage, colors, seconds, rest) = match &arguments[..] {
        [goal, stage, colors, seconds, rest @ ..] => {
            (&goal[..], &stage[..], &colors[..], seconds.parse()?, rest)
        }
        _ => ("std", "cross", "W", 1, &[][..]),
    };
    let states = rest.get(1).map(std::fs::read_to_string).transpose()?.unwrap_or_default();
    let starts =
        states.lines().map(|line| Ok(Cube::parse(line)?.state)).collect::<Result<Vec<_>, AnyError>>()?;
    let goal = Goal::read(goal)?;
    let index = goal.stages.iter().position(|of| of.name == stage).ok_or("the goal has no such stage")?;
    let request =
        Request { frames: Frame::bottoms(Color::list(colors)?), solutions: 0, slack: 0, only_best: false };
    let threads = Threads::available();
    let store = rest.first().map(|folder| Store::new(folder, &threads));
    let mut builder = Analyzer::builder(&goal).stages([index]);
    if let Some(store) = &store {
        builder = builder.store(store);
    }
    let analyzer = builder.build()?;
    let two_phase = TwoPhase::new(&threads);

    let end = Instant::now() + Duration::from_secs(seconds);
    let mut record = 0;
    let mut starts = starts.into_iter().chain(random::states(1));
    let mut generator = random::generator(2);
    while Instant::now() < end {
        let mut at = starts.next().ok_or("random states do not end")?;
        let mut length = least(&analyzer, &at, &request)?;
        let mut waited = 0;
        while waited < PATIENCE && Instant::now() < end {
            if length > record {
                record = length;
                println!("{record}  {}", scramble(&two_phase, &at)?);
            }
            let count = 1 + random::below(&mut generator, 2);
            let moves: Vec<Move> = (0..count)
                .filter_map(|_| Move::all().nth(random::below(&mut generator, 18) as usize))
                .collect();
            let next = at.apply(&moves);
            let next_length = least(&analyzer, &next, &request)?;
            waited = if next_length > length { 0 } else { waited + 1 };
            if next_length >= length {
                (at, length) = (next, next_length);
            }
        }
    }
    assert!(record > 0, "a random state is not solved");
    Ok(())
}

/// Returns the minimum number of moves to the stage over the colours of the request.
fn least(analyzer: &Analyzer, cube: &Cube, request: &Request) -> Result<u8, AnyError> {
    let analysis = analyzer.analyze(cube, request)?;
    let lengths: Vec<u8> = analysis[0].iter().map(|result| result.length).collect::<Result<_, _>>()?;
    lengths.into_iter().min().ok_or_else(|| "there are no colours".into())
}

/// Returns a scramble that leads to the state.
fn scramble(two_phase: &TwoPhase, cube: &Cube) -> Result<String, AnyError> {
    let solution = two_phase.solve(cube, &Limits::at_most(22))?;
    let moves: Vec<Move> = solution.moves().iter().rev().map(|m| m.inverse()).collect();
    Ok(Moves(&moves).to_string())
}
