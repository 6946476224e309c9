//! Measures candidate tables by the nodes that the F2L stage searches with them.
//!
//! `cargo run --release -p cubiform-solvers --example table_candidates -- SCRAMBLES COUNT TABLE...` where a table
//! is given by its edges and corners as numbers, e.g. `4567,8/4` is the cross and the slot FR.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cubiform_cube::goal::{CROSS, Target, Variant};
use cubiform_cube::{Color, Cube, Face, Move, PieceSet, Symmetry};
use cubiform_search::{Control, Order, Search};
use cubiform_solvers::space::Lookout;
use cubiform_tables::Table;
use cubiform_tables::coordinate::Coordinate;
use cubiform_tables::fill::Watch;
use cubiform_tables::view::Tracked;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(&args[0]).unwrap();
    let count: usize = args[1].parse().unwrap();
    let stage: usize = args[2].parse().unwrap();
    let cubes: Vec<Cube> = text.lines().take(count).map(parse).collect();
    let mut tables = Vec::new();
    for spec in &args[3..] {
        let (edges, corners) = spec.split_once('/').unwrap();
        let number = |c: char| c.to_digit(16).unwrap() as usize;
        let edges: Vec<usize> = edges.chars().map(number).collect();
        let corners: Vec<usize> = corners.chars().map(number).collect();
        let base: Vec<usize> = edges.iter().copied().filter(|e| CROSS.contains(e)).collect();
        let c = Coordinate::new(Target::solved(PieceSet::new(&corners, &edges)), &base);
        let start = Instant::now();
        let (table, _) = Table::fill(Arc::new(c), 2, &Watch::quiet()).unwrap();
        eprintln!("{spec}: {} MB, {:.1} s", table.bytes().len() / 1_000_000, start.elapsed().as_secs_f64());
        tables.push(Arc::new(table));
    }
    let tracked = Tracked { base: CROSS.to_vec(), rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] };
    let lookout = Lookout::new(tracked, &tables);
    let variant = Variant::std();
    let spaces: Vec<_> = variant.stages[stage].choices.iter().map(|c| lookout.space(c)).collect();
    for view in spaces[0].views() {
        eprintln!("view {:?} {:?}", view.table().coordinate().target().pieces, view.symmetry());
    }
    let order = Order::new(18, |a, b| Move::from_index(a).may_precede(Move::from_index(b)));
    let stop = AtomicBool::new(false);
    let (mut expanded, mut made) = (0, 0);
    let start = Instant::now();
    for cube in &cubes {
        let mut row = Vec::new();
        for color in Color::COLUMNS {
            let held = cube.conjugate(Symmetry::bring_down(color));
            let roots: Vec<_> = spaces.iter().map(|s| s.root(&held).unwrap()).collect();
            let mut found = false;
            let mut bound = roots.iter().map(|r| r.bound()).min().unwrap();
            while !found {
                for (space, root) in spaces.iter().zip(&roots) {
                    if root.bound() > bound || found {
                        continue;
                    }
                    let mut search = Search::new(space, &order, &stop);
                    let _ = search.run(root, &[], bound, &mut |_| {
                        found = true;
                        Control::Break(())
                    });
                    expanded += search.expanded();
                    made += search.made();
                }
                bound += 1;
            }
            row.push(bound - 1);
        }
        println!("{row:?}");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "stage {stage}: {:.2} s a scramble, {:.2} M expanded, {:.2} M made, {:.0} ns a child",
        seconds / count as f64,
        expanded as f64 / 1e6 / count as f64,
        made as f64 / 1e6 / count as f64,
        seconds * 1e9 / made as f64
    );
    let _ = Face::U;
}

fn parse(line: &str) -> Cube {
    let (_, scramble) = line.split_once(',').unwrap();
    let moves = scramble.split_whitespace().map(|w| {
        let face = Face::from_letter(w.chars().next().unwrap()).unwrap();
        let quarters = match &w[1..] {
            "" => 1,
            "2" => 2,
            _ => 3,
        };
        Move::new(face, quarters).unwrap()
    });
    Cube::from_moves(&moves.collect::<Vec<_>>())
}
