//! Reviews of simulated solves, whose colour, stage ends and cases are known by construction.
//!
//! A solve of a random state by the solver is written as a person turns it: from any side, with rotations, wide and slice turns,
//! hesitations, pairs that are broken and restored, keyhole, and the last layer from the sheet or in two looks.

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::random;
use cubiform_cube::{Algorithm, Color, Cube, Face, Move, Symmetry};
use cubiform_human::{CfopSolver, Request, SearchEffort, Stage, StageKind};
use cubiform_solvers::solver::Limits;

/// A solve as it is written, and what a review of it should find.
struct Simulated {
    turns: Vec<Turn>,
    /// The title and the number of turns up to the end of each stage.
    stages: Vec<(String, usize)>,
}

/// The writer of a solve.
struct Writer {
    /// The number of random choices so far, and the seed of all.
    choices: (u64, u64),
    orientation: Symmetry,
    turns: Vec<Turn>,
}

impl Writer {
    fn below(&mut self, n: usize) -> usize {
        self.choices.0 += 1;
        let mut generator = random::generator(self.choices.1 << 16 | self.choices.0);
        random::below(&mut generator, n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Writes a turn in the orientation in which the cube is held.
    fn write(&mut self, turn: Turn) {
        let rotation = std::iter::once(turn).collect::<Algorithm>().resolve().1;
        self.orientation = self.orientation.then(rotation);
        self.turns.push(turn);
    }

    /// Returns the moves of a turn relative to the centres.
    fn moves_of(&self, turn: Turn) -> Vec<Move> {
        let moves = std::iter::once(turn).collect::<Algorithm>().resolve().0;
        moves.into_iter().map(|m| self.orientation.inverse().conjugate(m)).collect()
    }

    /// Writes moves relative to the centres; some as wide turns, two of a slice as one, with rotations in between.
    fn write_moves(&mut self, moves: &[Move]) {
        let all = || {
            let bases = [Base::M, Base::E, Base::S].into_iter();
            let wide = Face::ALL.into_iter().map(Base::Wide);
            bases.chain(wide).flat_map(|base| (1..=3).filter_map(move |quarters| Turn::new(base, quarters)))
        };
        let mut at = 0;
        while at < moves.len() {
            if self.one_in(12) {
                let base = [Base::Y, Base::Y, Base::X, Base::Z][self.below(4)];
                let quarters = 1 + self.below(3) as i32;
                self.write(Turn::new(base, quarters).expect("one to three quarters are a turn"));
            }
            let same = |turn: &Turn| {
                let made = self.moves_of(*turn);
                let mut wanted = moves[at..].iter().take(made.len()).copied().collect::<Vec<_>>();
                let is_same = made == wanted;
                wanted.reverse();
                is_same || made.len() == 2 && made == wanted
            };
            let others: Vec<Turn> = all().filter(same).collect();
            let turn = match others.is_empty() || !self.one_in(3) {
                true => self.orientation.conjugate(moves[at]).into(),
                false => others[self.below(others.len())],
            };
            at += self.moves_of(turn).len();
            self.write(turn);
        }
    }

    /// Writes moves and the moves back, which change nothing.
    fn hesitate(&mut self) {
        const LINES: [&str; 6] = ["U U'", "R U R' R U' R'", "F2 F2", "R R'", "L' U' L L' U L", "U2 U2"];
        let line = Algorithm::parse(LINES[self.below(LINES.len())]).expect("valid moves");
        line.turns().iter().for_each(|turn| self.write(*turn));
    }
}

/// Returns the moves of a stage relative to the centres, given the orientation before it, which is changed.
fn moves_of(stage: &Stage, orientation: &mut Symmetry) -> Vec<Move> {
    let (moves, rotation) = Algorithm::parse(&stage.text()).expect("valid moves").resolve();
    let relative = moves.into_iter().map(|m| orientation.inverse().conjugate(m)).collect();
    *orientation = orientation.then(rotation);
    relative
}

/// Returns the solved slots of a cube whose cross is down, or `None` without the cross. A piece belongs to the slot of the faces that
/// move it.
fn slots(rotated: &Cube) -> Option<Vec<[Face; 2]>> {
    let moves_piece = |face: Face, is_corner: bool, i: usize| {
        let turned = Cube::SOLVED.turn(Move::new(face, 1).expect("a quarter turn is a move"));
        match is_corner {
            true => turned.corners()[i] != Cube::SOLVED.corners()[i],
            false => turned.edges()[i] != Cube::SOLVED.edges()[i],
        }
    };
    let corner = |i: usize| rotated.corners()[i] == Cube::SOLVED.corners()[i];
    let edge = |i: usize| rotated.edges()[i] == Cube::SOLVED.edges()[i];
    let has_cross = (0..12).filter(|i| moves_piece(Face::D, false, *i)).all(edge);
    let sides = [[Face::F, Face::R], [Face::F, Face::L], [Face::B, Face::R], [Face::B, Face::L]];
    let is_solved = |sides: &[Face; 2]| {
        let is_of = |is_corner: bool, i: usize| sides.iter().all(|face| moves_piece(*face, is_corner, i));
        (0..12).filter(|i| is_of(false, *i)).all(edge)
            && (0..8).filter(|i| is_of(true, *i) && moves_piece(Face::D, true, *i)).all(corner)
    };
    has_cross.then(|| sides.into_iter().filter(is_solved).collect())
}

/// Returns moves that solve one more pair through an open slot, with the cross turned away and back (keyhole); `None` if there are
/// none of a few moves. Moves and state are relative to the centres.
fn keyhole(state: &Cube, color: Color) -> Option<Vec<Move>> {
    let down = Symmetry::bring_down(color);
    let rotated = state.conjugate(down);
    let before = slots(&rotated).filter(|solved| solved.len() < 4)?;
    let turn = |face: Face, quarters: i32| Move::new(face, quarters);
    for (away, first, quarters) in
        (1..4).flat_map(|d| (0..4).flat_map(move |u| (1..4).map(move |q| (d, u, q))))
    {
        for (face, side) in
            [Face::R, Face::F, Face::L, Face::B].into_iter().flat_map(|face| [(face, 1), (face, 3)])
        {
            let moves = [
                turn(Face::D, away),
                turn(Face::U, first),
                turn(face, side),
                turn(Face::U, quarters),
                turn(face, 4 - side),
                turn(Face::D, 4 - away),
            ];
            let moves: Vec<Move> = moves.into_iter().flatten().collect();
            let after = slots(&rotated.apply(&moves));
            let solves_more = after.is_some_and(|after| {
                after.len() > before.len() && before.iter().all(|slot| after.contains(slot))
            });
            if solves_more {
                return Some(moves.into_iter().map(|m| down.inverse().conjugate(m)).collect());
            }
        }
    }
    None
}

fn simulated(solver: &CfopSolver, cube: &Cube, color: Color, seed: u64) -> Simulated {
    let request = Request {
        colors: vec![color],
        effort: [SearchEffort::NONE, SearchEffort::NEAR][usize::from(seed.is_multiple_of(8))],
        ..Request::default()
    };
    let solve = |cube: &Cube| solver.solve(cube, &request, &Limits::default()).expect("consistent tables");
    let mut writer = Writer { choices: (0, seed), orientation: Symmetry::IDENTITY, turns: Vec::new() };
    let mut stages: Vec<(String, usize)> = Vec::new();
    let mut solution = solve(cube);
    let mut orientation = solution.inspection;
    let mut state = *cube;
    let two_looks = writer.one_in(3);
    let mut parts: std::collections::VecDeque<Stage> = std::mem::take(&mut solution.stages).into();
    let is_before_last_layer =
        |stage: &Stage| matches!(stage.kind, StageKind::Cross { .. } | StageKind::Pair { .. });
    let mut looked = false;
    while let Some(stage) = parts.pop_front() {
        if two_looks && !looked && stage.kind == StageKind::Oll && !stage.text().is_empty() {
            // The first look turns edges, the rest is solved from there.
            let down = Symmetry::bring_down(color);
            let turn = ["", "U", "U2", "U'"][writer.below(4)];
            let look = Algorithm::parse(&format!("{turn} F R U R' U' F'")).expect("valid moves").resolve().0;
            let look: Vec<Move> = look.into_iter().map(|m| down.inverse().conjugate(m)).collect();
            writer.write_moves(&look);
            state = state.apply(&look);
            let mut rest = solve(&state);
            orientation = rest.inspection;
            parts = std::mem::take(&mut rest.stages)
                .into_iter()
                .filter(|stage| !is_before_last_layer(stage))
                .collect();
            looked = true;
            continue;
        }
        let is_pair = matches!(stage.kind, StageKind::Pair { .. });
        if let Some(moves) =
            Some(color).filter(|_| is_pair && writer.one_in(4)).and_then(|color| keyhole(&state, color))
        {
            writer.write_moves(&moves);
            state = state.apply(&moves);
            stages.push(("pair by keyhole".into(), writer.turns.len()));
            let mut rest = solve(&state);
            orientation = rest.inspection;
            let is_left =
                |stage: &Stage| !matches!(stage.kind, StageKind::Cross { .. }) || !stage.text().is_empty();
            parts = std::mem::take(&mut rest.stages).into_iter().filter(is_left).collect();
            continue;
        }
        let moves = moves_of(&stage, &mut orientation);
        if writer.one_in(5) && !writer.turns.is_empty() {
            writer.hesitate();
        }
        writer.write_moves(&moves);
        state = state.apply(&moves);
        let title = match stage.kind {
            StageKind::Cross { pairs } => "X".repeat(pairs.into()) + "Cross",
            _ => stage.title.clone(),
        };
        stages.push((title, writer.turns.len()));
    }
    assert_eq!(state, Cube::SOLVED);
    Simulated { turns: writer.turns, stages }
}

/// The numbers of solves of which a part was misread.
#[derive(Debug, Default, PartialEq, Eq)]
struct Errors {
    color: usize,
    /// A stage that is found later than it was reached.
    late: usize,
    /// A stage that is found earlier, since another state reaches it.
    early: usize,
    /// Another case, where all stages end where they should.
    case: usize,
    /// The pairs that were solved by keyhole, which are no errors.
    keyholes: usize,
}

/// Reviews so many simulated solves, and counts what is misread.
fn errors(count: usize) -> Errors {
    let solver = CfopSolver::new();
    let mut errors = Errors::default();
    for (i, cube) in random::states(57).take(count).enumerate() {
        let color = Color::COLUMNS[i % 6];
        let solve = simulated(&solver, &cube, color, i as u64);
        errors.keyholes += solve.stages.iter().filter(|(title, _)| title.ends_with("keyhole")).count();
        let text = solve.turns.iter().copied().collect::<Algorithm>();
        let review = solver.review(&cube, Symmetry::IDENTITY, &text);
        assert!(review.is_solved(), "{text}");
        if review.color != color {
            println!("color: {} for {color}: {text}", review.color);
            errors.color += 1;
            continue;
        }
        let found: Vec<(String, usize)> =
            review.stages.iter().map(|stage| (stage.title(), stage.turns.end)).collect();
        // A pair that is solved with another stage is part of it.
        let ends = |stages: &[(String, usize)], wanted: &str| {
            stages.iter().filter(|(title, _)| title.contains(wanted)).map(|(_, end)| *end).max().unwrap_or(0)
        };
        let last_of = |stages: &[(String, usize)]| {
            let cross = ends(stages, "Cross");
            [cross, ends(stages, "pair").max(cross), ends(stages, "OLL"), ends(stages, "PLL")]
        };
        let (wanted, seen) = (last_of(&solve.stages), last_of(&found));
        let is_late = wanted.iter().zip(&seen).any(|(wanted, seen)| seen > wanted);
        let is_early = wanted.iter().zip(&seen).any(|(wanted, seen)| seen < wanted);
        if is_late {
            println!("late: {wanted:?} {seen:?}: {text}\n{:?}\n{found:?}", solve.stages);
        }
        errors.late += usize::from(is_late);
        errors.early += usize::from(is_early && !is_late);
        let case = |stages: &[(String, usize)]| stages.last().map(|(title, _)| title.clone());
        if !is_early && !is_late && case(&solve.stages) != case(&found) {
            println!("case: {:?} {:?}", solve.stages.last(), found.last());
            errors.case += 1;
        }
    }
    errors
}

#[test]
fn stages_of_ten_thousand_simulated_solves_are_those_of_their_construction() {
    let errors = errors(10_000);
    println!("{errors:?}");
    assert_eq!((errors.color, errors.late, errors.case), (0, 0, 0), "{errors:?}");
    assert!(errors.keyholes > 100, "{errors:?}");
}
