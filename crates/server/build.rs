//! Lists the files of the web page for `src/page.rs`: those in `web/dist` with the feature `web`, none without it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut list = String::from("&[\n");
    if env::var_os("CARGO_FEATURE_WEB").is_some() {
        let folder =
            PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../web/dist");
        println!("cargo::rerun-if-changed={}", folder.display());
        if !folder.join("index.html").is_file() {
            println!(
                "cargo::error=the feature `web` needs the built page in web/dist; build it with `cargo xtask web`"
            );
            return Ok(());
        }
        let mut files = Vec::new();
        collect(&folder, &mut files)?;
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_none_or(|end| end != "br")) {
            let name =
                file.strip_prefix(&folder).expect("it is in the folder").to_string_lossy().replace('\\', "/");
            let compressed = PathBuf::from(format!("{}.br", file.display()));
            let compressed = match files.binary_search(&compressed) {
                Ok(_) => format!("Some(include_bytes!({:?}))", absolute(&compressed)?),
                Err(_) => "None".into(),
            };
            let plain = absolute(file)?;
            writeln!(
                list,
                "    File {{ name: {name:?}, plain: include_bytes!({plain:?}), brotli: {compressed} }},"
            )
            .expect("a string takes any text");
        }
    }
    list.push(']');
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(output.join("page.rs"), list)
}

/// Collects the files in a folder and in those below it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => collect(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

fn absolute(path: &Path) -> io::Result<String> {
    Ok(fs::canonicalize(path)?.display().to_string())
}
