//! Output files whose length and hash are known once they are complete.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use crate::{AtomicFile, outputs};

/// An output file with the length and the hash (XXH3, 64 bits) of the bytes written so far. It gets its name when it is
/// committed.
pub struct HashedFile {
    file: AtomicFile,
    bytes: u64,
    hash: Xxh3,
}

impl HashedFile {
    /// Creates the temporary file of `target`.
    ///
    /// # Errors
    /// Any error of the system.
    pub fn create(target: &Path) -> io::Result<HashedFile> {
        Ok(HashedFile { file: outputs::create_file(target)?, bytes: 0, hash: Xxh3::new() })
    }

    /// Returns the path that the file gets when it is committed.
    pub fn target(&self) -> &Path {
        self.file.target()
    }

    /// Returns its length in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the hash of its bytes.
    pub fn xxh3(&self) -> u64 {
        self.hash.digest()
    }

    /// Gives the file its name. Replaces an existing file.
    ///
    /// # Errors
    /// Any error of the system.
    pub fn commit(self) -> io::Result<()> {
        self.file.commit()
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// Any error of the system; [`io::ErrorKind::AlreadyExists`] if the name exists.
    pub fn commit_new(self) -> io::Result<()> {
        match fs::symlink_metadata(self.target()) {
            Ok(_) => Err(io::Error::from(io::ErrorKind::AlreadyExists)),
            Err(_) => self.commit(),
        }
    }
}

impl Write for HashedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.hash.update(&bytes[..count]);
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Returns the length of a file in bytes, and the hash (XXH3, 64 bits) of its bytes.
///
/// # Errors
/// Any error of the system.
pub fn hash_file(path: &Path) -> io::Result<(u64, u64)> {
    hash_file_until(path, || false)
}

/// Returns the length and the hash of a file, as [`hash_file`] does, unless `is_stopped` before the end.
///
/// # Errors
/// Any error of the system; [`io::ErrorKind::Interrupted`] if it is stopped.
pub fn hash_file_until(path: &Path, is_stopped: impl Fn() -> bool) -> io::Result<(u64, u64)> {
    let mut file = File::open(path)?;
    let (mut hash, mut bytes, mut buffer) = (Xxh3::new(), 0, vec![0; 1 << 20]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok((bytes, hash.digest())),
            _ if is_stopped() => return Err(io::Error::from(io::ErrorKind::Interrupted)),
            count => {
                hash.update(&buffer[..count]);
                bytes += count as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_and_hash_are_those_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a");
        let create = || {
            let mut file = HashedFile::create(&target).unwrap();
            file.write_all(b"one").and_then(|()| file.write_all(b"two")).unwrap();
            file
        };
        let file = create();
        let written = (file.bytes(), file.xxh3());
        file.commit_new().unwrap();
        assert_eq!(hash_file(&target).unwrap(), written);
        assert_eq!(create().commit_new().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        create().commit().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
