#![allow(missing_docs)]
use std::io::{Read, Write};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let t = cubiform_tables::stored::named(&args[2]).unwrap();
    let mut raw = std::fs::File::open(&args[1]).unwrap();
    let mut file = std::fs::File::create(&args[3]).unwrap();
    let mut w = cubiform_tables::file::Writer::new(&mut file).unwrap();
    let mut b = vec![0; 8 << 20];
    loop { let n = raw.read(&mut b).unwrap(); if n == 0 { break } w.write_all(&b[..n]).unwrap(); }
    w.finish(t.identity(), t.entries(), t.histogram().to_vec()).unwrap();
}
