//! The cube in the hands of the person who solves it, with the turns and steps done so far.

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::piece::{CORNER_FACES, EDGE_FACES};
use cubiform_cube::{Algorithm, Color, Cube, Face, Move, Symmetry};

use crate::metric::Lengths;
use crate::solution::{Situation, Step};
use crate::stage_solution::{merge_adjacent, y_rotation};

/// The cube in the hands. Faces, pieces and places are named as the person sees them: the bottom colour is at D, and F
/// is the face in front.
pub(super) struct Hands {
    pub(super) cube: Cube,
    /// The rotation of the whole cube from white on top and green in front to how it was taken.
    pub(super) inspection: Symmetry,
    /// The rotation of the whole cube from white on top and green in front to how it is held.
    pub(super) frame: Symmetry,
    /// The turns since the last step.
    turns: Vec<Turn>,
    /// The steps since the last stage.
    steps: Vec<Step>,
}

impl Hands {
    /// Takes the cube with `color` at the bottom.
    pub(super) fn new(cube: &Cube, color: Color) -> Hands {
        let inspection = Symmetry::bring_down(color);
        let cube = cube.conjugate(inspection);
        Hands { cube, inspection, frame: inspection, turns: Vec::new(), steps: Vec::new() }
    }

    /// Returns the cube with white on top and green in front.
    pub(super) fn state(&self) -> Cube {
        self.cube.conjugate(self.frame.inverse())
    }

    /// Returns the colour of the centre of a face.
    pub(super) fn color(&self, face: Face) -> Color {
        self.frame.inverse().face(face).color()
    }

    /// Returns whether an edge is solved.
    pub(super) fn has_edge(&self, edge: usize) -> bool {
        usize::from(self.cube.edges()[edge]) == 2 * edge
    }

    /// Returns whether a corner is solved.
    pub(super) fn has_corner(&self, corner: usize) -> bool {
        usize::from(self.cube.corners()[corner]) == 3 * corner
    }

    /// Returns the position of an edge, and the face that its first-named sticker is on.
    pub(super) fn edge(&self, edge: usize) -> (usize, Face) {
        let place = usize::from(self.cube.edges()[edge]);
        (place / 2, EDGE_FACES[place / 2][place % 2])
    }

    /// Returns the position of a corner, and the face that its first-named sticker is on.
    pub(super) fn corner(&self, corner: usize) -> (usize, Face) {
        let place = usize::from(self.cube.corners()[corner]);
        (place / 3, CORNER_FACES[place / 3][place % 3])
    }

    /// Returns the edge at a position.
    pub(super) fn edge_at(&self, position: usize) -> usize {
        let is_there = |place: &u8| usize::from(place / 2) == position;
        self.cube.edges().iter().position(is_there).expect("every position has an edge")
    }

    /// Returns the corner at a position.
    pub(super) fn corner_at(&self, position: usize) -> usize {
        let is_there = |place: &u8| usize::from(place / 3) == position;
        self.cube.corners().iter().position(is_there).expect("every position has a corner")
    }

    /// Turns the whole cube by `quarters` quarter turns about y. Returns the turn, if there is one.
    pub(super) fn rotate(&mut self, quarters: usize) -> Option<Turn> {
        let turn = Turn::new(Base::Y, quarters as i32)?;
        let rotation = y_rotation(turn.quarters());
        self.cube = self.cube.conjugate(rotation);
        self.frame = self.frame.then(rotation);
        self.turns.push(turn);
        Some(turn)
    }

    /// Turns the top layer by `quarters` quarter turns. Returns the turn, if there is one.
    pub(super) fn turn_top(&mut self, quarters: usize) -> Option<Turn> {
        let m = Move::new(Face::U, quarters as i32)?;
        self.do_moves(&[m]);
        Some(m.into())
    }

    /// Does face turns.
    pub(super) fn do_moves(&mut self, moves: &[Move]) {
        self.cube = self.cube.apply(moves);
        self.turns.extend(moves.iter().copied().map(Turn::from));
    }

    /// Does an algorithm of face turns.
    pub(super) fn do_algorithm(&mut self, algorithm: &str) {
        let (moves, _) = Algorithm::parse(algorithm).expect("the method's algorithms are valid").resolve();
        self.do_moves(&moves);
    }

    /// Ends a step: the turns since the last one, with adjacent turns of the same layer merged. The case and the
    /// explanation are sentences or parts of one, as [`Step`] says.
    pub(super) fn end_step(
        &mut self,
        title: String,
        case: String,
        explanation: String,
        situation: Situation,
    ) {
        let turns = merge_adjacent(self.turns.drain(..));
        let lengths = Lengths::count(&turns);
        let state = self.state();
        self.steps.push(Step { title, case, explanation, situation, turns, lengths, state });
    }

    /// Returns the steps since the last call.
    pub(super) fn take_steps(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }
}
