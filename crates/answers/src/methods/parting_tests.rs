//! Tests of the parting of solves and of the recognition of their methods, on simulated solves that are made by construction: random
//! states, each step the shortest by its turns.

use std::collections::BTreeMap;

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Cube, Symmetry, random};
use cubiform_human::states_along;
use cubiform_solvers::algorithms::Question;
use cubiform_solvers::solver::Limits;
use cubiform_threads::{CancelToken, Threads};

use super::compare::Context;
use super::solve::Solve;
use super::*;

/// A solve in a line: the method and the turns of each step, separated by `|`.
const SIMULATED: &str = include_str!("../../fixtures/simulated-methods.txt");

/// Returns the steps of simulated solves of random states.
fn simulated(method: &Method, seed: u64, count: usize) -> Vec<Vec<Vec<Turn>>> {
    let context = Context {
        threads: &Threads::available(),
        cancel: &CancelToken::never(),
        table_bytes: Question::TABLE_BYTES,
        report: &|| (),
    };
    let mut solves: Vec<Solve> = random::states(seed).take(count).map(|cube| Solve::new(&cube)).collect();
    for step in &method.steps {
        step.advance(&mut solves, &Limits::default(), &context, |_, _| Ok(())).unwrap();
    }
    solves.into_iter().map(|solve| solve.steps.into_iter().map(|(_, turns)| turns).collect()).collect()
}

/// Returns the steps of a solve as a person may make it: from any side, with any hand, with pauses and rotations of the cube.
fn by_a_person(steps: &[Vec<Turn>], below: &mut impl FnMut(usize) -> usize) -> Vec<Vec<Turn>> {
    let mut hold = Symmetry::from_index(below(Symmetry::COUNT));
    let person = |turns: &Vec<Turn>| {
        let mut own = Vec::new();
        // A pause ends no step if the step begins with another layer.
        let pause = [Base::Wide(Face::R), Base::M, Base::Face(Face::F), Base::Face(Face::D)][below(4)];
        if let Some(first) = turns.first()
            && first.base().direction().axis() != pause.direction().axis()
            && below(3) == 0
        {
            let pause = Turn::new(pause, 1).unwrap();
            own.extend([pause, pause.inverse()]);
        }
        own.extend(turns.iter().map(|turn| turn.conjugate(hold)));
        if turns.len() > 1 && below(3) == 0 {
            let rotation = Turn::new([Base::X, Base::Y, Base::Z][below(3)], 1 + below(3) as i32).unwrap();
            let at = below(own.len() - 1);
            let (_, turned) = Algorithm::from_iter([rotation]).resolve();
            own[at..].iter_mut().for_each(|turn| *turn = turn.conjugate(turned));
            own.insert(at, rotation);
            hold = hold.then(turned);
        }
        own
    };
    steps.iter().map(person).collect()
}

/// Parts solves, each recognised among all known methods. Returns how often a solve by one method was recognised as another, and how
/// often its steps end elsewhere.
fn confusions(
    solves: &[(&str, Vec<Vec<Turn>>)],
) -> (BTreeMap<(String, String), usize>, BTreeMap<String, usize>) {
    let (mut recognised, mut ends_elsewhere) = (BTreeMap::new(), BTreeMap::new());
    let cancel = CancelToken::never();
    for (name, steps) in solves {
        let all: Algorithm = steps.iter().flatten().copied().collect();
        let back = all.inverse();
        let (_, turned) = back.resolve();
        let start = states_along(&Cube::SOLVED, Symmetry::IDENTITY, back.turns())[back.turns().len()];
        let states = states_along(&start, turned, all.turns());
        assert_eq!(states.last(), Some(&Cube::SOLVED));
        let path = Path::new(&states, false);
        let method = Method::find(name).unwrap();
        let own = method.part(&path, &cancel).unwrap();
        let best = Method::ranked(&path, &cancel).unwrap()[0].1;
        *recognised.entry((name.to_string(), best.name.clone())).or_insert(0) += 1;
        let ends: Vec<usize> = steps
            .iter()
            .scan(0, |sum, step| {
                *sum += step.len();
                Some(*sum)
            })
            .collect();
        // The first block may have been there a little earlier, up to a turn of M.
        let is_end = |(step, (end, own)): (&MethodStep, (&usize, &usize))| {
            own == end || (step.made_up_to.is_some() && own < end)
        };
        let ends = ends.iter().zip(&own.ends);
        let is_parted = own.ends.len() == steps.len() && method.steps.iter().zip(ends).all(is_end);
        *ends_elsewhere.entry(name.to_string()).or_insert(0) += usize::from(!is_parted);
    }
    (recognised, ends_elsewhere)
}

/// Returns the simulated solves of the file, as persons may make them.
fn of_file(every: usize) -> Vec<(&'static str, Vec<Vec<Turn>>)> {
    let mut rng = random::generator(61);
    let mut below = |n: usize| random::below(&mut rng, n as u64) as usize;
    let read = |line: &'static str| {
        let (name, steps) = line.split_once(" |").unwrap();
        let turns = |step: &str| Algorithm::parse(step).unwrap().turns().to_vec();
        (name, by_a_person(&steps.split('|').map(turns).collect::<Vec<_>>(), &mut below))
    };
    SIMULATED.lines().step_by(every).map(read).collect()
}

#[test]
fn simulated_solves_are_parted_as_they_were_made() {
    let (recognised, ends_elsewhere) = confusions(&of_file(1));
    println!("{recognised:?}\n{ends_elsewhere:?}");
    for method in Method::known() {
        let own = |other: &str| recognised.get(&(method.name.clone(), other.into())).copied().unwrap_or(0);
        let all: usize = Method::known().iter().map(|other| own(&other.name)).sum();
        assert!(all >= 100, "{}", method.name);
        // A CLL that orients the edges, too, is an OLL, and an ELL that orients nothing a PLL.
        let most = if method.name == "CFCE" { 15 } else { 2 };
        assert!(100 * (all - own(&method.name)) <= most * all, "{}: {recognised:?}", method.name);
        assert!(50 * ends_elsewhere[&method.name] <= all, "{}: {ends_elsewhere:?}", method.name);
    }
}

#[test]
#[ignore = "takes 23 minutes"]
fn two_thousand_solves_of_each_method_are_parted_as_they_were_made() {
    let mut rng = random::generator(62);
    let mut below = |n: usize| random::below(&mut rng, n as u64) as usize;
    for method in Method::known() {
        let solves = simulated(method, 62, 2000);
        let solves: Vec<_> =
            solves.iter().map(|steps| (&method.name[..], by_a_person(steps, &mut below))).collect();
        println!("{:?}", confusions(&solves));
    }
}

/// Writes the file of simulated solves.
#[test]
#[ignore = "writes a file of the tests"]
fn write_simulated_solves() {
    let mut text = String::new();
    for (seed, method) in (61..).zip(Method::known()) {
        for steps in simulated(method, seed, 100) {
            let steps: Vec<String> =
                steps.iter().map(|turns| turns.iter().copied().collect::<Algorithm>().to_string()).collect();
            text += &format!("{} |{}\n", method.name, steps.join("|"));
        }
    }
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/simulated-methods.txt"), text).unwrap();
}
