//! Files of tables in memory, for hosts that keep them elsewhere than in a folder: a browser, or a test.

use std::io::Cursor;
use std::path::Path;

use cubiform_threads::Threads;
use xxhash_rust::xxh3::xxh3_64;

use crate::build::check_counts;
use crate::file::{FileError, HEADER_LEN, Header, Writer};
use crate::fill::Watch;
use crate::table_file::earlier_numbering;
use crate::{OpenTable, StoreError, TableBytes, TableKind};

/// Fills a table and returns the bytes of its file.
///
/// # Errors
/// If the fill was cancelled or has wrong counts.
pub fn fill_image(kind: &dyn TableKind, threads: &Threads, watch: &Watch<'_>) -> Result<Vec<u8>, StoreError> {
    let filling = kind.fill(threads, watch, None);
    if !filling.complete {
        return Err(StoreError::Cancelled { table: kind.name(), kept: false });
    }
    check_counts(kind, &filling)?;
    let room = HEADER_LEN + usize::try_from(kind.payload()).unwrap_or(0);
    let mut image = Cursor::new(Vec::with_capacity(room));
    let mut write = || {
        let mut writer = Writer::new(&mut image)?;
        filling.write(&mut writer)?;
        writer.finish(kind.identity(), kind.entries(), kind.histogram().to_vec())
    };
    write().map_err(|source| StoreError::Write { table: kind.name(), source })?;
    Ok(image.into_inner())
}

/// Returns the name of the table whose file these bytes begin, if they begin one of this version.
pub fn image_name(image: &[u8]) -> Option<String> {
    let header = Header::parse(image, Path::new("")).ok()?;
    header.identity.split(' ').next().map(str::to_string)
}

/// Opens a table from the bytes of its file. Returns `None` if its numbering is an earlier one.
///
/// # Errors
/// If the bytes are damaged, or of another table or a later version.
pub fn open_image<K: OpenTable>(kind: &K, image: Vec<u8>) -> Result<Option<K::Table>, StoreError> {
    let path = Path::new(kind.name());
    let read = || {
        let header = Header::parse(&image, path)?;
        if earlier_numbering(&header, kind, path)?.is_some() {
            return Ok(false);
        }
        let (found, expected) = (image.len() as u64, header.payload + HEADER_LEN as u64);
        if found != expected {
            return Err(FileError::Length { path: path.into(), expected, found });
        }
        let found = xxh3_64(&image[HEADER_LEN..]);
        if found != header.checksum {
            return Err(FileError::Checksum { path: path.into(), expected: header.checksum, found });
        }
        Ok(true)
    };
    let is_current = read().map_err(|source| StoreError::File { table: kind.name(), source })?;
    Ok(is_current.then(|| kind.table(TableBytes::image(image))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance_table::{DistanceTable, DistanceTableKind};

    const fn dial(numbering: u32) -> DistanceTableKind {
        DistanceTableKind {
            name: "dial",
            description: "positions of a dial of twelve",
            metric: "turns",
            numbering,
            size: 12,
            goals: &[0],
            histogram: &[1, 4, 5, 2],
            neighbors: || Box::new(|state, list| list.extend([1, 3, 9, 11].map(|step| (state + step) % 12))),
        }
    }

    static DIAL: DistanceTableKind = dial(2);

    fn image() -> Vec<u8> {
        fill_image(&DIAL, &Threads::single(), &Watch::quiet()).unwrap()
    }

    #[test]
    fn image_opens_as_the_table_that_was_filled() {
        let table = open_image(&DIAL, image()).unwrap().unwrap();
        let filled = DistanceTable::fill(&DIAL, &Watch::quiet()).unwrap();
        assert_eq!(table.distances(), filled.distances());
    }

    #[test]
    fn image_of_another_numbering_is_outdated_or_refused() {
        assert!(open_image(&dial(3), image()).unwrap().is_none());
        assert!(
            matches!(open_image(&dial(1), image()), Err(StoreError::File { source, .. }) if source.is_later())
        );
    }

    #[test]
    fn damaged_and_truncated_images_are_refused() {
        let image = image();
        for at in [0, 9, 60, HEADER_LEN, image.len() - 1] {
            let mut damaged = image.clone();
            damaged[at] ^= 1;
            assert!(open_image(&DIAL, damaged).is_err(), "byte {at}");
        }
        for length in [0, 40, HEADER_LEN, image.len() - 1] {
            assert!(open_image(&DIAL, image[..length].to_vec()).is_err(), "{length} bytes");
        }
    }
}
