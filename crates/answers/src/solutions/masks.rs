//! Solutions of masks, and solutions that end in a mask.
//!
//! A mask is a [goal](Mask::goal), which an analyzer searches. Masks with more pieces than an analyzer tracks often leave
//! few cubes open; those are solved one by one.

use std::sync::Arc;

use cubiform_cube::Cube;
use cubiform_cube::cube_text::CubeOrMask;
use cubiform_cube::goal::Mask;
use cubiform_solvers::cfop::BuildError;
use cubiform_solvers::solver::{Limits, Solver};
use cubiform_solvers::toward::{Inverted, TowardGoal, TowardNearest};
use cubiform_threads::CancelToken;

use super::engine::{Engine, EngineKind};
use super::options::Method;
use super::three::{ordered, with_faces};
use super::{Row, Solved};
use crate::engines::EngineError;
use crate::generators::Generators;
use crate::goals::Goals;
use crate::limits::Limits as RequestLimits;
use crate::scramble::Scramble;
use crate::solutions::{SolveQuestion, SolveRequest};
use crate::solvers::Solvers;
use crate::{Error, ErrorKind};

/// The maximum number of cubes that are solved for a mask.
const MAX_CUBES: usize = 24;

impl Engine {
    /// Opens the tables of the masks that a question names.
    ///
    /// # Errors
    /// If a table cannot be opened or filled, or a mask has too many pieces.
    pub(super) fn open_masks(&self, question: &SolveQuestion, solvers: &dyn Solvers) -> Result<(), Error> {
        let (cancel, failed) = (solvers.cancel(), |error| solvers.failed(error));
        if let Some(mask) = &question.mask {
            self.of_mask(question, mask, cancel, &failed)?;
        }
        if let Some(CubeOrMask::Mask(mask)) = &question.to {
            self.toward(question, mask, cancel, &failed)?;
        }
        Ok(())
    }

    /// Solves a mask: finds the shortest moves that solve a cube which shows it.
    pub(super) fn solve_mask(
        &self,
        question: &SolveQuestion,
        scramble: Scramble,
        mask: &Mask,
        limits: &Limits,
    ) -> Row {
        let input = scramble.text.as_str().to_string();
        let id = scramble.id.clone();
        // Errors of the request were reported when the tables were opened; here they are errors of one cube among others.
        let of_row = |error: Error| match error.kind {
            ErrorKind::Usage => Error::message(error.text(|_| None)).code(error.code),
            _ => error,
        };
        let solved = self.solutions_of_mask(question, scramble, mask, limits).map_err(of_row);
        Row { id, input, method: Method::Optimal, solved }
    }

    fn solutions_of_mask(
        &self,
        question: &SolveQuestion,
        scramble: Scramble,
        mask: &Mask,
        limits: &Limits,
    ) -> Result<Vec<Solved>, Error> {
        // Among other cubes, the options were checked without the mask.
        let text = Some(scramble.text.as_str().to_string());
        let request = SolveRequest { scramble: text, ..question.request.clone() };
        let question = &request.question(&RequestLimits::NONE)?;
        let (cube, solver) = self.of_mask(question, mask, &limits.cancel, &EngineError::into)?;
        let solutions = with_faces(question, &*solver, limits, &Scramble { cube, ..scramble })?;
        Ok(ordered(question, solutions))
    }

    /// Returns a cube and the solver whose solutions of that cube solve a mask.
    fn of_mask(
        &self,
        question: &SolveQuestion,
        mask: &Mask,
        cancel: &CancelToken,
        failed: &dyn Fn(EngineError) -> Error,
    ) -> Result<(Cube, Arc<dyn Solver>), Error> {
        Ok(match mask.at_home() {
            Some(home) => (*mask.cube(), self.toward(question, &home, cancel, failed)?),
            None => (Cube::SOLVED, Arc::new(Inverted(self.toward(question, mask, cancel, failed)?))),
        })
    }

    /// Returns the solver whose solutions end in a mask.
    ///
    /// # Errors
    /// If a table cannot be opened or filled, which `failed` words, or the mask has too many pieces.
    pub(super) fn toward(
        &self,
        question: &SolveQuestion,
        mask: &Mask,
        cancel: &CancelToken,
        failed: &dyn Fn(EngineError) -> Error,
    ) -> Result<Arc<dyn Solver>, Error> {
        let moves = question.moves.as_ref().and_then(Generators::faces).map(|moves| moves.0);
        let solutions = question.wanted().solutions;
        let parameter = if question.to.is_some() { "to" } else { "scramble" };
        match self.engines.analyzer(&Goals::all_stages(mask.goal.clone()), moves, Some(1), cancel) {
            Ok(analyzer) => Ok(Arc::new(TowardGoal { analyzer, solutions })),
            Err(EngineError::Build(BuildError::TooLarge { .. })) => {
                let Some(ends) = mask.cubes(MAX_CUBES) else {
                    let message = format!(
                        "the facelets show too many pieces: at most eight edges and four corners, unless at most \
                         {MAX_CUBES} cubes show them"
                    );
                    return Err(Error::usage(parameter, message));
                };
                match &self.kind {
                    EngineKind::Faces(solver) if self.is_optimal => {
                        Ok(Arc::new(TowardNearest { solver: Arc::clone(solver), ends, solutions }))
                    }
                    EngineKind::OnlyMasks(error) => Err(error.clone()),
                    _ => Err(Error::usage("method", "these facelets need `method` optimal")),
                }
            }
            Err(error) => Err(failed(error).about(parameter)),
        }
    }
}
