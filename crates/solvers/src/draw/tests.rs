//! Draws under conditions: uniform where all states can be listed, as many as brute force counts, and refused if there
//! are none.

use std::collections::HashMap;

use super::*;
use cubiform_cube::goal::condition::Condition;

fn drawn(text: &str, seed: u64) -> Result<Draw, DrawError> {
    let condition = Condition::parse(text).unwrap();
    Draw::new(&condition, seed, ruler::ruler(), Vec::new(), 2, &Watch::quiet())
}

fn draw(text: &str, seed: u64) -> Draw {
    drawn(text, seed).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn prints() {
    for text in [
        "xcross[W] == 10",
        "xcross[W] == 10 && xcross[Y] == 10",
        "xcross[W] == 10 && xcross[G] == 10",
        "cross == 8",
        "xcross <= 2",
        "cross[W] == 8",
    ] {
        let begun = std::time::Instant::now();
        let mut d = match drawn(text, 1) {
            Ok(d) => d,
            Err(e) => {
                eprintln!("{text}: {e}");
                continue;
            }
        };
        let took = begun.elapsed();
        eprintln!("{d}\n built {took:?}");
        let begun = std::time::Instant::now();
        for _ in 0..10 {
            if !d.is_exact {
                break;
            }
            d.next_state().unwrap();
        }
        eprintln!(
            "{d}\n known {:?} est {:?} built {took:?} 10 in {:?}",
            d.known_states(),
            d.estimated_states(),
            begun.elapsed()
        );
    }
}
