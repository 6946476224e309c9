//! Tests of the known methods, of the format, and of comparisons.

use cubiform_cube::goal::Pattern;
use cubiform_cube::{Algorithm, Cube, random};
use cubiform_threads::{CancelToken, Threads};

use super::*;

#[test]
fn measure() {
    let name = std::env::var("M").unwrap();
    let method = Method::find(&name).unwrap();
    let context = Context { threads: &Threads::available(), cancel: &CancelToken::never(), report: &|| () };
    let states: Vec<Cube> = random::states(1).take(4).collect();
    let t = std::time::Instant::now();
    println!("{:?}", method.result(&states, &context).unwrap());
    println!("{:?}", t.elapsed());
}
