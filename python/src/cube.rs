//! Cubes and algorithms.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use cubiform_answers::input::{Content, Line, SourceLocation};
use cubiform_answers::scramble::Scramble;
use cubiform_cube::moves::to_wca;
use cubiform_cube::{facelets, notation, random, reid};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::error::{Failure, caught};

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Reads a cube in any form.
fn read(text: &str) -> Result<cubiform_cube::Cube, Failure> {
    let place = SourceLocation::Argument(1);
    let line = Line { place, content: Content::Text(text.into()), bytes: 0, carried: Vec::new() };
    caught(|| {
        Scramble::read(&line).map(|scramble| scramble.cube).map_err(|bad| Failure::scramble(None, &bad))
    })
}

/// A state of the cube.
#[pyclass(frozen, eq, module = "cubiform")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Cube(cubiform_cube::Cube);

#[pymethods]
impl Cube {
    #[new]
    #[pyo3(signature = (text=""))]
    fn new(text: &str) -> PyResult<Cube> {
        let is_solved = text.trim().is_empty();
        Ok(Cube(if is_solved { cubiform_cube::Cube::SOLVED } else { read(text)? }))
    }

    #[classmethod]
    fn random(_class: &Bound<'_, PyType>, seed: u64) -> Option<Cube> {
        random::states(seed).next().map(Cube)
    }

    #[getter]
    fn facelets(&self) -> String {
        facelets::format(&self.0)
    }

    #[getter]
    fn reid(&self) -> String {
        reid::format(&self.0)
    }

    #[getter]
    fn is_solved(&self) -> bool {
        self.0 == cubiform_cube::Cube::SOLVED
    }

    fn apply(&self, moves: AlgorithmText) -> PyResult<Cube> {
        Ok(Cube(self.0.apply(&moves.read()?.resolve().0)))
    }

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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let arguments = PyTuple::new(slf.py(), [slf.get().facelets()])?;
        Ok((slf.get_type(), arguments))
    }
}

/// Moves of faces, slices and the whole cube.
#[pyclass(frozen, eq, module = "cubiform")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Algorithm(notation::Algorithm);

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

#[pymethods]
impl Algorithm {
    #[new]
    #[pyo3(signature = (text=""))]
    fn new(text: &str) -> PyResult<Algorithm> {
        Ok(Algorithm(parse(text)?))
    }

    #[getter]
    fn turns(&self) -> Vec<String> {
        self.0.turns().iter().map(ToString::to_string).collect()
    }

    /// The face turns that have the same effect on the pieces relative to the centres.
    #[getter]
    fn face_turns(&self) -> String {
        to_wca(&self.0.resolve().0)
    }

    #[getter]
    fn rotation(&self) -> Option<String> {
        self.0.resolve().1.rotation_name()
    }

    fn inverse(&self) -> Algorithm {
        Algorithm(self.0.inverse())
    }

    fn cube(&self) -> Cube {
        Cube(self.0.cube())
    }

    fn __add__(&self, other: AlgorithmText) -> PyResult<Algorithm> {
        let other = other.read()?;
        let turns = self.0.turns().iter().chain(other.turns()).copied();
        Ok(Algorithm(turns.collect()))
    }

    fn __len__(&self) -> usize {
        self.0.turns().len()
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
