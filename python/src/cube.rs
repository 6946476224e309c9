//! Cubes and algorithms.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use cubiform_answers::input::{Content, Line};
use cubiform_answers::puzzle::Puzzle;
use cubiform_answers::scramble::Scramble;
use cubiform_cube::moves::to_wca;
use cubiform_cube::notation::MAX_TURNS;
use cubiform_cube::{facelets, notation, random, reid};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyTuple, PyType};

use crate::error::{Failure, caught};
use crate::one_cube;

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Reads a cube in any form.
fn read(text: &str) -> Result<cubiform_cube::Cube, Failure> {
    let line = Line::argument(1, Content::Text(text.into()));
    caught(|| {
        let read = one_cube::check(text, Puzzle::Three, &line.place).and_then(|()| Scramble::read(&line));
        read.map(|scramble| scramble.cube).map_err(|bad| Failure::scramble(None, &bad, Some(text)))
    })
}

/// The colours of the faces U, R, F, D, L and B, and the column and the row of each in the net.
const NET: [(char, &str, usize, usize); 6] = [
    ('U', "#ffffff", 3, 0),
    ('R', "#c41e3a", 6, 3),
    ('F', "#009b48", 3, 3),
    ('D', "#ffd500", 3, 6),
    ('L', "#ff7a00", 0, 3),
    ('B', "#0051ba", 9, 3),
];

/// Draws the net of the 54 facelets.
fn net(facelets: &str) -> String {
    const SIZE: usize = 16;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"-1 -1 {w} {h}\" role=\"img\">\
         <title>{facelets}</title><g stroke=\"#111\">",
        w = 12 * SIZE + 2,
        h = 9 * SIZE + 2
    );
    for (i, facelet) in facelets.chars().enumerate() {
        let (_, _, column, row) = NET[i / 9];
        let fill = NET.iter().find(|(face, ..)| *face == facelet).map_or("none", |(_, fill, ..)| fill);
        let [x, y] = [column + i % 3, row + i % 9 / 3].map(|place| place * SIZE);
        svg += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{SIZE}\" height=\"{SIZE}\" fill=\"{fill}\"/>");
    }
    svg + "</g></svg>"
}

/// A state of the cube: of moves, facelets, Reid's notation or an `Algorithm`; the solved cube without a text.
///
/// States are compared and hashed by value. ``a * b`` is the state after ``a`` and then the moves that lead to ``b``.
/// ``Cube("R U").apply("F2")`` is ``Cube("R U F2")``. A notebook shows the net of the cube, with white up and green in
/// front.
#[pyclass(frozen, eq, module = "cubiform")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Cube(cubiform_cube::Cube);

#[pymethods]
impl Cube {
    #[new]
    #[pyo3(signature = (text=CubeText::SOLVED), text_signature = "(text='')")]
    fn new(text: CubeText) -> PyResult<Cube> {
        Ok(Cube(match text {
            CubeText::Cube(cube) => cube.0,
            CubeText::Algorithm(algorithm) => algorithm.0.cube(),
            CubeText::Text(text) if text.trim().is_empty() => cubiform_cube::Cube::SOLVED,
            CubeText::Text(text) => read(&text)?,
        }))
    }

    /// Returns a uniformly random state; the same for the same seed.
    #[classmethod]
    fn random(_class: &Bound<'_, PyType>, seed: u64) -> Option<Cube> {
        random::states(seed).next().map(Cube)
    }

    /// The 54 facelets as letters of faces, in the order U, R, F, D, L, B, each row by row.
    #[getter]
    fn facelets(&self) -> String {
        facelets::format(&self.0)
    }

    /// The twenty pieces in Reid's notation: ``"UF UR UB ..."``.
    #[getter]
    fn reid(&self) -> String {
        reid::format(&self.0)
    }

    /// Whether this is the solved cube.
    #[getter]
    fn is_solved(&self) -> bool {
        self.0 == cubiform_cube::Cube::SOLVED
    }

    /// Returns the state after moves: an `Algorithm` or its text.
    fn apply(&self, moves: AlgorithmText) -> PyResult<Cube> {
        Ok(Cube(self.0.apply(&moves.read()?.resolve().0)))
    }

    /// Returns the inverse: the state whose solution is the way to this one.
    fn inverse(&self) -> Cube {
        Cube(self.0.inverse())
    }

    fn __mul__(&self, other: PyRef<'_, Cube>) -> Cube {
        Cube(self.0.then(&other.0))
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0)
    }

    fn __str__(&self) -> String {
        self.facelets()
    }

    fn __repr__(&self) -> String {
        format!("Cube('{}')", self.facelets())
    }

    /// Returns the net of the cube as SVG, which notebooks show.
    fn _repr_svg_(&self) -> String {
        net(&self.facelets())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let arguments = PyTuple::new(slf.py(), [slf.get().facelets()])?;
        Ok((slf.get_type(), arguments))
    }
}

/// A sequence of moves of faces, slices and the whole cube, in any notation: ``"R U' Rw2 M x [R, U] (R U)3"``.
///
/// Its items are texts, such as ``"R'"``; a slice is an `Algorithm`. ``+`` joins algorithms or texts, ``*`` repeats.
/// ``(Algorithm("R U") * 2 + "F")[1:]`` is ``Algorithm("U R U F")``. Algorithms are compared and hashed by their moves.
#[pyclass(frozen, eq, module = "cubiform")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Algorithm(notation::Algorithm);

/// A cube, the algorithm that makes it of the solved cube, or a text of either.
#[derive(FromPyObject)]
enum CubeText<'py> {
    Cube(PyRef<'py, Cube>),
    Algorithm(PyRef<'py, Algorithm>),
    Text(String),
}

impl CubeText<'_> {
    /// The text of the solved cube.
    const SOLVED: CubeText<'static> = CubeText::Text(String::new());
}

/// An algorithm, or its text.
#[derive(FromPyObject)]
enum AlgorithmText<'py> {
    Read(PyRef<'py, Algorithm>),
    Text(String),
}

impl AlgorithmText<'_> {
    fn read(&self) -> Result<notation::Algorithm, Failure> {
        match self {
            AlgorithmText::Read(algorithm) => Ok(algorithm.0.clone()),
            AlgorithmText::Text(text) => parse(text),
        }
    }
}

/// Parses the text of an algorithm.
fn parse(text: &str) -> Result<notation::Algorithm, Failure> {
    caught(|| notation::Algorithm::parse(text).map_err(|error| Failure::in_moves(&error)))
}

/// Returns algorithms one after another.
fn joined<'a>(parts: impl IntoIterator<Item = &'a notation::Algorithm>) -> PyResult<Algorithm> {
    let turns = parts.into_iter().flat_map(notation::Algorithm::turns).copied();
    let turns: Vec<_> = turns.take(MAX_TURNS + 1).collect();
    match turns.len() {
        0..=MAX_TURNS => Ok(Algorithm(turns.into_iter().collect())),
        _ => Err(Failure::message(format!("the algorithm has more than {MAX_TURNS} moves")).into()),
    }
}

#[pymethods]
impl Algorithm {
    #[new]
    #[pyo3(signature = (text=""))]
    fn new(text: &str) -> PyResult<Algorithm> {
        Ok(Algorithm(parse(text)?))
    }

    /// The moves as a list of texts.
    #[getter]
    fn turns(&self) -> Vec<String> {
        self.0.turns().iter().map(ToString::to_string).collect()
    }

    /// The face turns that have the same effect on the pieces relative to the centres, as a text.
    #[getter]
    fn face_turns(&self) -> String {
        to_wca(&self.0.resolve().0)
    }

    /// The rotation of the whole cube that remains, such as ``"x y'"``; an empty text if there is none.
    #[getter]
    fn rotation(&self) -> Option<String> {
        self.0.resolve().1.rotation_name()
    }

    /// Returns the algorithm that undoes this one.
    fn inverse(&self) -> Algorithm {
        Algorithm(self.0.inverse())
    }

    /// Returns the state that the algorithm makes of the solved cube.
    fn cube(&self) -> Cube {
        Cube(self.0.cube())
    }

    fn __add__(&self, other: AlgorithmText) -> PyResult<Algorithm> {
        joined([&self.0, &other.read()?])
    }

    fn __radd__(&self, other: AlgorithmText) -> PyResult<Algorithm> {
        joined([&other.read()?, &self.0])
    }

    fn __mul__(&self, count: usize) -> PyResult<Algorithm> {
        joined(std::iter::repeat_n(&self.0, count.min(MAX_TURNS + 1)))
    }

    fn __rmul__(&self, count: usize) -> PyResult<Algorithm> {
        self.__mul__(count)
    }

    fn __len__(&self) -> usize {
        self.0.turns().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.turns())?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.turns().into_iter().rev())?.try_iter()
    }

    fn __contains__(&self, turn: &str) -> bool {
        self.turns().iter().any(|own| own == turn)
    }

    /// Returns a move as a text, or the algorithm of a slice.
    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let items = PyList::new(py, self.turns())?.as_any().get_item(index)?;
        match items.cast::<PyList>() {
            Ok(turns) => {
                let text = turns.extract::<Vec<String>>()?.join(" ");
                Ok(Bound::new(py, Algorithm(parse(&text)?))?.into_any())
            }
            Err(_) => Ok(items),
        }
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Algorithm(\"{}\")", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let arguments = PyTuple::new(slf.py(), [slf.get().__str__()])?;
        Ok((slf.get_type(), arguments))
    }
}
