//! Charts as SVG, for `report` and `stats --plot`, and the line at their foot, which says where the data come from.

mod axes;
pub(crate) mod bars;
mod chart;
mod palette;
pub(crate) mod points;
pub(crate) mod rows;
pub(crate) mod series;
mod svg;

use std::path::{Path, PathBuf};

use cubiform_answers::format::shortened;
use cubiform_answers::parts::{MANIFEST_NAME, describe_file};
use cubiform_answers::run::InputSource;

use crate::failure::Failure;

pub(crate) use self::axes::{Axis, HTM, MEAN, SHARE, labelled, on_both_sides, ticks};
pub(crate) use self::chart::Texts;
pub(crate) use self::palette::{SERIES, dark_style};
pub(crate) use self::svg::{Figure, Mark, SVG_START};

/// Returns the line of a figure: the program, `question`, and the first file with the start of its hash (XXH3). A folder
/// of parts has the hash of its manifest.
pub(crate) fn foot(question: &str, files: &[PathBuf]) -> Result<String, Failure> {
    let more = match files.len() - 1 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Ok(format!("cubiform {}, {question}, {}{more}", env!("CARGO_PKG_VERSION"), source(&files[0])?))
}

fn source(path: &Path) -> Result<String, Failure> {
    let short = |name: &str| shortened(name, 22);
    if path.is_dir() {
        let name = short(&path.file_name().map_or_else(|| ".".into(), |name| name.to_string_lossy()));
        return Ok(match describe_file(&path.join(MANIFEST_NAME))? {
            InputSource::File { xxh3, .. } => format!("{name}/ ({})", short_hash(xxh3)),
            _ => name,
        });
    }
    Ok(match describe_file(path)? {
        InputSource::File { name, xxh3, .. } => format!("{} ({})", short(&name), short_hash(xxh3)),
        InputSource::Stream(name) if name == "-" => "standard input".into(),
        InputSource::Stream(name) => short(&name),
        InputSource::Random { .. } | InputSource::Arguments(_) => short(&path.to_string_lossy()),
    })
}

/// Returns the first eight digits of a hash.
fn short_hash(hash: u64) -> String {
    format!("{:08x}", hash >> 32)
}
