//! Tests of random goals against slow definitions.

mod random_goals;
