//! Files that appear under their name only once they are complete: the one place where files are created, synced,
//! renamed and removed.
//!
//! ```
//! use std::io::Write;
//!
//! use cubiform_files::AtomicFile;
//!
//! # fn main() -> std::io::Result<()> {
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("report.txt");
//! let mut file = AtomicFile::create(&path, ".report-")?;
//! file.write_all(b"complete")?;
//! assert!(!path.exists());
//! file.commit()?;
//! assert_eq!(std::fs::read(&path)?, b"complete");
//! # Ok(())
//! # }
//! ```

mod atomic_file;
mod hashed_file;
pub mod outputs;

pub use atomic_file::{AtomicFile, folder_of, free_space, is_temporary, remove, sync_folder};
pub use hashed_file::{HashedFile, hash_file, hash_file_until};
