//! Names the commit and the platform of the program, for `--version`.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CUBIFORM_COMMIT");
    // `cargo xtask dist` sets it. Elsewhere the sources may differ from any commit.
    let commit = env::var("CUBIFORM_COMMIT").unwrap_or_else(|_| "built from source".into());
    let target = env::var("TARGET").expect("cargo names the target");
    println!("cargo::rustc-env=COMMIT={commit}\ncargo::rustc-env=TARGET={target}");
}
