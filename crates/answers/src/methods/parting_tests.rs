//! Tests of the recognition of methods, on simulated solves that are made by construction.
use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Cube, Symmetry, random};
use cubiform_solvers::algorithms::Question;
use cubiform_solvers::solver::Limits;
use cubiform_threads::{CancelToken, Threads};

use super::compare::Context;
use super::solve::Solve;
use super::*;

/// Writes simulated solves.
#[test]
#[ignore = "takes minutes"]
fn write_simulated_solves() {
    let count: usize = std::env::var("COUNT").map_or(200, |n| n.parse().unwrap());
    let context = Context {
        threads: &Threads::available(),
        cancel: &CancelToken::never(),
        table_bytes: Question::TABLE_BYTES,
        report: &|| (),
    };
    let mut text = String::new();
    for (number, method) in Method::known().iter().enumerate() {
        let begin = std::time::Instant::now();
        let mut solves: Vec<Solve> = random::states(61 + number as u64).take(count).map(|cube| Solve::new(&cube)).collect();
        for step in &method.steps {
            step.advance(&mut solves, &Limits::default(), &context, |_, _| Ok(())).unwrap();
        }
        eprintln!("{}: {:?}", method.name, begin.elapsed());
        for solve in solves {
            let steps: Vec<String> = solve.steps.iter().map(|(_, turns)| turns.iter().copied().collect::<Algorithm>().to_string()).collect();
            text += &format!("{} | {}\n", method.name, steps.join(" | "));
        }
    }
    std::fs::write("/tmp/simulated.txt", text).unwrap();
}

#[test]
#[ignore = "experiment"]
fn recognise_simulated() {
    let text = std::fs::read_to_string("/tmp/simulated.txt").unwrap();
    let mut table: std::collections::BTreeMap<(String, String), usize> = Default::default();
    let mut ends_wrong: std::collections::BTreeMap<String, usize> = Default::default();
    let mut margins: std::collections::BTreeMap<String, Vec<f64>> = Default::default();
    let begin = std::time::Instant::now();
    for line in text.lines() {
        let mut cells = line.split('|');
        let name = cells.next().unwrap().trim();
        let steps: Vec<Algorithm> = cells.map(|cell| Algorithm::parse(cell).unwrap()).collect();
        let turns: Vec<Turn> = steps.iter().flat_map(|step| step.turns().iter().copied()).collect();
        let all: Algorithm = turns.iter().copied().collect();
        // the state that the turns solve
        let states = cubiform_human::states_along(&Cube::SOLVED, Symmetry::IDENTITY, all.inverse().turns());
        let orientation = all.inverse().resolve().1;
        let start = *states.last().unwrap();
        let states = cubiform_human::states_along(&start, orientation, &turns);
        assert_eq!(*states.last().unwrap(), Cube::SOLVED);
        let path = Path::new(&states, false);
        let mut all: Vec<(f64, &Method, Parting)> = Method::known().iter().map(|method| {
            let part = method.part(&path, &CancelToken::never()).unwrap();
            (part.open, method, part)
        }).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        *table.entry((name.into(), all[0].1.name.clone())).or_default() += 1;
        let own = all.iter().find(|a| a.1.name == name).unwrap();
        let other = all.iter().find(|a| a.1.name != name).unwrap();
        margins.entry(name.into()).or_default().push(other.0 - own.0);
        let mut ends = Vec::new();
        let mut at = 0;
        for step in &steps { at += step.turns().len(); ends.push(at); }
        if ends != own.2.ends {
            *ends_wrong.entry(name.into()).or_default() += 1;
            if ends_wrong[name] < 4 { eprintln!("{line}\n  {ends:?} {:?} {:?}", own.2.ends, own.2.frame); }
        }
    }
    eprintln!("{table:?}\nends {ends_wrong:?} {:?}", begin.elapsed());
    for (name, mut m) in margins { m.sort_by(f64::total_cmp); eprintln!("{name}: min {:.2} 1% {:.2} 5% {:.2} median {:.2}", m[0], m[m.len()/100], m[m.len()/20], m[m.len()/2]); }
    for method in Method::known() { eprintln!("{} {:?}", method.name, method.steps.iter().map(|s| format!("{:.1}", s.open.get().unwrap())).collect::<Vec<_>>()); }
}
