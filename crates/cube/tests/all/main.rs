//! Cubes, notation and goals against slow definitions.

mod cube_text;
mod expression;
mod facelets;
mod four;
mod goals;
mod notation;
