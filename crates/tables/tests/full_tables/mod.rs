//! The folder of the full tables, for the tests marked `#[ignore = "needs full tables"]` of all packages.

use std::path::PathBuf;

/// Returns the folder that `CUBIFORM_TABLES` names, the variable that names the table folder of the program.
///
/// # Panics
/// If the variable does not name a folder.
#[track_caller]
pub(crate) fn folder() -> PathBuf {
    let folder = std::env::var_os("CUBIFORM_TABLES").map(PathBuf::from).filter(|path| path.is_dir());
    folder.expect(
        "CUBIFORM_TABLES does not name a folder of tables; `cargo xtask full` builds one and runs this test, \
         `CUBIFORM_TABLES=DIR cubiform tables build full optimal-small 444-slice 444-block 444-outer phase-1 phase-2` \
         only builds it",
    )
}
