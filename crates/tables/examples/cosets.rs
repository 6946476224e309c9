#![allow(missing_docs)]
use cubiform_tables::Store;
use cubiform_tables::store::Observer;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let t = std::time::Instant::now();
    let built = Store::new(&args[1], 2).build(cubiform_tables::stored::named(&args[2]).unwrap(), &Observer::quiet());
    println!("{built:?} {:?}", t.elapsed());
}
