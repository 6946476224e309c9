//! Tests with simulated samples.

use cubiform_cube::goal::Variant;
use cubiform_cube::{Color, Cube, Frame, Move, random};
use cubiform_solvers::cfop::{Analyzer, Request};
use cubiform_threads::CancelToken;

use super::*;

/// Returns the lengths of the cross of a cube, by colour.
fn cross_lengths() -> impl Fn(&Cube) -> [u8; 6] + use<> {
    let analyzer = Analyzer::builder(&Variant::of_stage("cross").unwrap()).build().unwrap();
    let request =
        Request { frames: Frame::bottoms(Color::COLUMNS), solutions: 0, slack: 0, only_best: false };
    move |cube| {
        let analysis = analyzer.analyze(cube, &request).unwrap();
        std::array::from_fn(|color| *analysis[0][color].length.as_ref().unwrap())
    }
}

fn sample(lengths: impl Iterator<Item = [u8; 6]>) -> FairnessSample {
    let mut sample = FairnessSample::new(&[("cross".into(), Color::COLUMNS.to_vec())], &SETS);
    lengths.for_each(|lengths| sample.add(&lengths));
    sample
}

fn assessed(samples: &[FairnessSample], permutations: u32) -> Assessment {
    let settings = Settings { permutations: Some(permutations), seed: 1 };
    assess(samples, &settings, &CancelToken::never()).unwrap()
}

fn smallest(assessment: &mut Assessment) -> f64 {
    let all = assessment.samples.iter_mut().flat_map(probabilities_of);
    all.map(|probability| probability.corrected).fold(1.0, f64::min)
}

#[test]
fn random_states_pass() {
    let lengths = cross_lengths();
    let mut assessment = assessed(&[sample(random::states(1).take(20_000).map(|cube| lengths(&cube)))], 999);
    assert_eq!(assessment.tests, 21);
    assert!(smallest(&mut assessment) > LEVEL, "{assessment:?}");
}

#[test]
fn scrambles_of_eight_random_moves_are_found_out() {
    let lengths = cross_lengths();
    let mut rng = random::generator(5);
    let mut scramble = || {
        let moves: Vec<Move> = (0..8)
            .map(|_| Move::all().nth(random::below(&mut rng, 18) as usize).expect("there are 18 moves"))
            .collect();
        lengths(&Cube::from_moves(&moves))
    };
    let mut assessment = assessed(&[sample(std::iter::repeat_with(&mut scramble).take(500))], 999);
    assert!(smallest(&mut assessment) < 1e-6, "{assessment:?}");
}

#[test]
fn states_with_short_white_crosses_are_found_out_by_white_and_by_the_symmetry() {
    let lengths = cross_lengths();
    // White is the second column.
    let short = random::states(2).map(|cube| lengths(&cube)).filter(|lengths| lengths[1] <= 6);
    let assessment = assessed(&[sample(short.take(2_000))], 9_999);
    let tests = &assessment.samples[0];
    assert_eq!(tests.exact[0].set, Subset::WHITE);
    assert!(tests.exact[0].of_mean.corrected < 1e-6, "{:?}", tests.exact[0]);
    assert!(tests.symmetry[0].probability.corrected < 0.01, "{:?}", tests.symmetry[0]);
}

/// A scrambler that always turns the cube to put the shortest cross on white: only the symmetry reveals it to sets of
/// colours that symmetries map to themselves.
#[test]
fn turned_cubes_are_found_out_by_the_symmetry_alone() {
    let lengths = cross_lengths();
    let turned = random::states(3).take(1_000).map(|cube| {
        let mut lengths = lengths(&cube);
        if lengths[0] < lengths[1] {
            lengths.swap(0, 1);
        }
        lengths
    });
    let assessment = assessed(&[sample(turned)], 9_999);
    let all_colors =
        assessment.samples[0].exact.iter().find(|tests| tests.set == Subset::EVERY_COLOR).unwrap();
    assert!(all_colors.of_mean.p > LEVEL, "{all_colors:?}");
    assert!(assessment.samples[0].symmetry[0].probability.corrected < 0.01);
}

/// Returns the largest difference between the distribution function of these probabilities and that of the uniform
/// distribution (Kolmogorov and Smirnov).
fn distance_from_uniform(mut p: Vec<f64>) -> f64 {
    p.sort_by(f64::total_cmp);
    let n = p.len() as f64;
    let at = |(i, p): (usize, f64)| (p - i as f64 / n).abs().max(((i + 1) as f64 / n - p).abs());
    p.into_iter().enumerate().map(at).fold(0.0, f64::max)
}

#[test]
fn probabilities_of_fair_samples_are_uniform() {
    const SAMPLES: usize = 400;
    let lengths = cross_lengths();
    let mut states = random::states(11);
    let samples: Vec<FairnessSample> =
        (0..SAMPLES).map(|_| sample(states.by_ref().take(200).map(|cube| lengths(&cube)))).collect();
    // Each sample is assessed on its own; streams differ between samples.
    let assessment = assessed(&samples, 199);
    let exact = |i: usize| assessment.samples.iter().map(move |tests| &tests.exact[i]);
    // The critical value for a level of 1 %.
    let critical = 1.628 / (SAMPLES as f64).sqrt();
    for i in [0, 6, 9] {
        let name = SETS[i];
        let means = distance_from_uniform(exact(i).map(|tests| tests.of_mean.p).collect());
        assert!(means < critical, "means of {name}: {means}");
        let fits = exact(i).map(|tests| tests.of_distribution.as_ref().unwrap().1.p).collect();
        let fits = distance_from_uniform(fits);
        assert!(fits < critical, "distributions of {name}: {fits}");
    }
    let symmetry = assessment.samples.iter().map(|tests| tests.symmetry[0].probability.p).collect();
    let symmetry = distance_from_uniform(symmetry);
    assert!(symmetry < critical, "symmetry: {symmetry}");
    // The corrected probability of a sample on its own is at most 5 % in at most about 5 % of the samples.
    let mut rejected = 0;
    for tests in &assessment.samples {
        let mut tests = tests.clone();
        let p: Vec<f64> = probabilities_of(&mut tests).map(|p| p.p).collect();
        rejected += usize::from(holm(&p).into_iter().any(|p| p <= LEVEL));
    }
    assert!(rejected <= 33, "{rejected} of {SAMPLES}");
}

#[test]
fn detectable_shift_matches_the_formula() {
    // (1.959964 + 0.841621) · 0.8 / 20 and, for 21 tests, (3.038061 + 0.841621) · 0.8 / 20.
    assert!((detectable_shift(0.8, 400, 1) - 0.112_063).abs() < 1e-5);
    assert!((detectable_shift(0.8, 400, 21) - 0.155_187).abs() < 1e-3);
}

#[test]
fn permutations_suffice_for_the_number_of_tests() {
    let lengths = cross_lengths();
    let samples: Vec<FairnessSample> =
        (0..40).map(|i| sample(random::states(i).take(30).map(|cube| lengths(&cube)))).collect();
    let assessment = assess(&samples, &Settings::default(), &CancelToken::never()).unwrap();
    assert!(f64::from(assessment.permutations + 1) * LEVEL / 2.0 >= assessment.tests as f64);
    assert_eq!(assessment.tests, 40 * 21);
    assert_eq!(assess(&samples, &Settings::default(), &CancelToken::cancelled()), None);
}

#[test]
fn corrected_values_match_hand_computed_ones() {
    // 4 · 0.01, 3 · 0.02, 2 · 0.03, which is no more than the one before, 1 · 0.04.
    let corrected = holm(&[0.04, 0.01, 0.03, 0.02]);
    for (corrected, known) in corrected.into_iter().zip([0.06, 0.04, 0.06, 0.06]) {
        assert!((corrected - known).abs() < 1e-12, "{corrected} is not {known}");
    }
    assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    assert_eq!(holm(&[]), [0.0; 0]);
}
