//! Answers to scrambles that turn the whole cube: performed right after the scramble, they solve it.

use std::sync::LazyLock;

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Color, Cube, Face, Symmetry};
use cubiform_human::{self as human, Lengths, SearchEffort};
use cubiform_solvers::solver::{Limits, Solver};
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_solvers::two_phase::TwoPhase;
use cubiform_threads::Threads;
use proptest::prelude::*;

/// Generates turns of faces, wide turns, slices and rotations.
fn scramble() -> impl Strategy<Value = Algorithm> {
    let bases = [Base::M, Base::E, Base::S, Base::X, Base::Y, Base::Z]
        .into_iter()
        .chain(Face::ALL.map(Base::Face))
        .chain(Face::ALL.map(Base::Wide));
    let turn = (proptest::sample::select(bases.collect::<Vec<_>>()), 1..4)
        .prop_map(|(base, quarters)| Turn::new(base, quarters).expect("1 to 3 quarters are a turn"));
    proptest::collection::vec(turn, 0..30).prop_map(|turns| turns.into_iter().collect())
}

/// Returns the effect of an algorithm on the pieces and on the centres.
fn effect(algorithm: &Algorithm) -> (Cube, Symmetry) {
    let (moves, rotation) = algorithm.resolve();
    (Cube::from_moves(&moves), rotation)
}

/// Returns the effect of a scramble and, right after it, an answer given as text.
fn followed_by(scramble: &Algorithm, answer: &str) -> (Cube, Symmetry) {
    effect(&Algorithm::parse(&format!("{scramble}\n{answer}")).expect("an answer is an algorithm"))
}

static TWO_PHASE: LazyLock<TwoPhase> = LazyLock::new(|| TwoPhase::new(&Threads::available()));
static THISTLETHWAITE: LazyLock<Thistlethwaite> = LazyLock::new(Thistlethwaite::default);
static CFOP: LazyLock<human::CfopSolver> = LazyLock::new(human::CfopSolver::new);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn solutions_after_rotation_solve_the_scrambled_cube(scramble in scramble()) {
        let (cube, rotation) = effect(&scramble);
        let limits = Limits { max_length: Some(24), ..Limits::default() };
        let solvers: [(&dyn Solver, Limits); 2] =
            [(&*TWO_PHASE, limits), (&*THISTLETHWAITE, Limits::default())];
        for (solver, limits) in solvers {
            for solution in solver.solutions(&cube, &limits).expect("every cube is solved") {
                let answer = solution.after_rotation(rotation);
                prop_assert_eq!(followed_by(&scramble, &answer.to_string()), (Cube::SOLVED, Symmetry::IDENTITY));
                prop_assert_eq!(effect(&answer.inverse()), (cube, rotation));
                // The rotation comes first, and only if it is needed.
                let has_rotation = answer.turns().len() > solution.moves().len();
                prop_assert_eq!(has_rotation, rotation != Symmetry::IDENTITY);
            }
        }
    }

    #[test]
    fn cfop_solutions_after_rotation_solve_the_scrambled_cube(scramble in scramble(), color in 0..6usize) {
        let (cube, rotation) = effect(&scramble);
        let request = human::Request {
            colors: vec![Color::COLUMNS[color]],
            effort: SearchEffort::NONE,
            ..human::Request::default()
        };
        let solution = CFOP.solve(&cube, &request, &Limits::default()).expect("the tables are sound");
        let unrotated = solution.clone();
        let solution = solution.after_rotation(rotation);
        prop_assert_eq!(solution.clone().after_rotation(Symmetry::IDENTITY), unrotated);

        // After the inspection the colour is at the bottom; at the end the cube is solved.
        let (_, inspected) = followed_by(&scramble, &solution.inspection_name());
        prop_assert_eq!(inspected.face(solution.color.face()), Face::D);
        prop_assert_eq!(followed_by(&scramble, &solution.text()).0, Cube::SOLVED);
        prop_assert_eq!(followed_by(&scramble, &solution.to_string()).0, Cube::SOLVED);
        // The setup has the effect of the scramble.
        prop_assert_eq!(effect(&Algorithm::parse(&solution.setup()).expect("it is an algorithm")), (cube, rotation));

        let algorithm = Algorithm::parse(&solution.to_string()).expect("it is an algorithm");
        let review = CFOP.review(&cube, rotation, &algorithm);
        prop_assert!(review.is_solved());
        // Rotations of the inspection do not count as turns.
        let is_rotation = |turn: &&Turn| turn.base().is_rotation();
        let inspection = algorithm.turns().iter().take_while(is_rotation).count();
        prop_assert_eq!(review.lengths(), Lengths::count(&algorithm.turns()[inspection..]));
        prop_assert_eq!(review.lengths(), solution.lengths());
    }
}
