//! Solvers whose solutions end elsewhere than in the solved cube: in a goal, or in the nearest of several cubes.

use std::sync::Arc;

use cubiform_cube::{Color, Cube, Frame, Move};

use crate::cfop::{AnalyzeError, Analyzer, NoLength, Request};
use crate::solver::{Limits, Solution, Solver, Unsolved};

/// A solver whose shortest solutions end in a goal of one stage, as it is with white on top and green in front.
pub struct TowardGoal {
    /// The analyzer of the goal.
    pub analyzer: Arc<Analyzer>,
    /// The maximum number of solutions.
    pub solutions: usize,
}

impl Solver for TowardGoal {
    fn solve(&self, cube: &Cube, limits: &Limits) -> Result<Solution, Unsolved> {
        self.solutions(cube, limits).map(|mut solutions| solutions.swap_remove(0))
    }

    /// Ignores budgets.
    fn solutions(&self, cube: &Cube, limits: &Limits) -> Result<Vec<Solution>, Unsolved> {
        let [yellow, ..] = Color::COLUMNS;
        let (frames, max_length) = (Frame::bottoms([yellow]), limits.max_length);
        let request = Request { frames, solutions: self.solutions, slack: 0, only_best: false };
        let analysis = self.analyzer.analyze_until(cube, &request, &limits.cancel);
        let analysis = analysis.map_err(|error| match error {
            AnalyzeError::Cancelled => Unsolved::Cancelled,
            _ => Unsolved::Table,
        })?;
        let result = &analysis[0][0];
        match result.length {
            Ok(length) if max_length.is_none_or(|max| length <= max) => {
                let solution = |moves| Solution::new(vec![moves], true, result.counts.generated);
                Ok(result.solutions.iter().map(|found| solution(found.moves.clone())).collect())
            }
            Ok(_) => Err(Unsolved::None { max_length }),
            Err(NoLength::Impossible) => Err(Unsolved::NotInGroup),
            Err(NoLength::GivenUp { .. }) => Err(Unsolved::Budget { max_length }),
        }
    }
}

/// A solver whose shortest solutions end in the nearest of some cubes.
pub struct TowardNearest {
    /// The solver, whose solutions are shortest.
    pub solver: Arc<dyn Solver>,
    /// The cubes.
    pub ends: Vec<Cube>,
    /// The maximum number of solutions.
    pub solutions: usize,
}

impl Solver for TowardNearest {
    fn solve(&self, cube: &Cube, limits: &Limits) -> Result<Solution, Unsolved> {
        self.solutions(cube, limits).map(|mut solutions| solutions.swap_remove(0))
    }

    fn solutions(&self, cube: &Cube, limits: &Limits) -> Result<Vec<Solution>, Unsolved> {
        let (mut best, mut nodes): (Vec<Solution>, u64) = (Vec::new(), 0);
        for end in &self.ends {
            let shortest = best.first().map(|solution| solution.length() as u8);
            let limits = Limits { max_length: shortest.or(limits.max_length), ..limits.clone() };
            match self.solver.solutions(&end.inverse().then(cube), &limits) {
                Ok(found) => {
                    nodes += found[0].nodes;
                    best.retain(|known| known.length() == found[0].length());
                    best.extend(found);
                }
                Err(Unsolved::None { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        best.truncate(self.solutions);
        best.iter_mut().for_each(|solution| solution.nodes = nodes);
        if best.is_empty() { Err(Unsolved::None { max_length: limits.max_length }) } else { Ok(best) }
    }
}

/// A solver with the inverses of the solutions of another one.
pub struct Inverted(pub Arc<dyn Solver>);

impl Solver for Inverted {
    fn solve(&self, cube: &Cube, limits: &Limits) -> Result<Solution, Unsolved> {
        self.solutions(cube, limits).map(|mut solutions| solutions.swap_remove(0))
    }

    fn solutions(&self, cube: &Cube, limits: &Limits) -> Result<Vec<Solution>, Unsolved> {
        let mut solutions = self.0.solutions(cube, limits)?;
        for solution in &mut solutions {
            solution.phases.reverse();
            let inverse = |phase: &mut Vec<Move>| *phase = phase.iter().rev().map(|m| m.inverse()).collect();
            solution.phases.iter_mut().for_each(inverse);
        }
        Ok(solutions)
    }
}

#[cfg(test)]
mod tests {
    use cubiform_cube::Algorithm;

    use super::*;

    /// A solver that knows one short solution of some cubes.
    struct KnownSolutions(Vec<&'static str>);

    impl Solver for KnownSolutions {
        fn solve(&self, cube: &Cube, limits: &Limits) -> Result<Solution, Unsolved> {
            let moves = |text: &&str| Algorithm::parse(text).unwrap().resolve().0;
            let mut known = self.0.iter().map(moves).filter(|moves| cube.apply(moves) == Cube::SOLVED);
            let fits = |moves: &Vec<_>| limits.max_length.is_none_or(|max| moves.len() <= max.into());
            let moves = known.find(fits).ok_or(Unsolved::None { max_length: limits.max_length })?;
            Ok(Solution::new(vec![moves], true, 1))
        }
    }

    #[test]
    fn solutions_end_in_the_nearest_cubes() {
        let cube = |text: &str| Algorithm::parse(text).unwrap().cube();
        let solver = Arc::new(KnownSolutions(vec!["R U", "U", "F", "D L B"]));
        // From the cube after F', the first end is two moves away, the others one.
        let ends = vec![cube("F' R U"), cube("F' U"), Cube::SOLVED, cube("F' D L B")];
        let solutions = |count, max_length| {
            let nearest = TowardNearest { solver: solver.clone(), ends: ends.clone(), solutions: count };
            let found = nearest.solutions(&cube("F'"), &Limits { max_length, ..Limits::default() });
            found.map(|found| found.iter().map(|one| (one.to_string(), one.nodes)).collect::<Vec<_>>())
        };
        assert_eq!(solutions(5, None), Ok(vec![("U".into(), 3), ("F".into(), 3)]));
        assert_eq!(solutions(1, Some(1)), Ok(vec![("U".into(), 2)]));
        assert_eq!(solutions(1, Some(0)), Err(Unsolved::None { max_length: Some(0) }));
        let inverted = Inverted(Arc::new(KnownSolutions(vec!["R U"])));
        assert_eq!(inverted.solve(&cube("U' R'"), &Limits::default()).unwrap().to_string(), "U' R'");
    }
}
