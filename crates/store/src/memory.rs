//! Free memory, and the pages in which tables are mapped, on systems that report them.

use std::hint::black_box;
use std::path::{Component, Path, PathBuf};

/// Returns the number of bytes that this process may still use without swapping, or `None` if the system does not
/// report it.
///
/// * On Linux: the least of the kernel's available memory, the memory that the control groups of the process leave
///   (version 1 or 2, all ancestors included, cached files not counted as used), and the address space that its limit
///   leaves.
/// * On macOS: free and purgeable pages, and pages of cached files.
/// * On Windows: the available physical memory, or page file if that is less.
/// * In WebAssembly: the part of the address space that is not memory of the module yet.
///
/// The result never exceeds the address space of the target.
pub fn available_memory() -> Option<u64> {
    let addressable = usize::BITS < u64::BITS;
    let addressable = addressable.then_some(isize::MAX as u64);
    min_limit([available_on_system(), addressable])
}

/// Returns the least of the limits that are known.
fn min_limit(limits: impl IntoIterator<Item = Option<u64>>) -> Option<u64> {
    limits.into_iter().flatten().min()
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn available_on_system() -> Option<u64> {
    available_on_linux(Path::new("/"))
}

/// Reads the kernel's page counts by `sysctl`.
#[cfg(target_vendor = "apple")]
fn available_on_system() -> Option<u64> {
    let value = |name: &std::ffi::CStr| -> Option<u64> {
        let mut value = 0u64;
        let mut size = size_of::<u64>();
        // SAFETY: the name ends in a zero byte, and there is room for `size` bytes. Values of four bytes are written to
        // the low half: these machines are little-endian.
        let failed = unsafe {
            libc::sysctlbyname(name.as_ptr(), (&raw mut value).cast(), &raw mut size, std::ptr::null_mut(), 0)
        };
        (failed == 0).then_some(value)
    };
    let counts = [c"vm.page_free_count", c"vm.page_purgeable_count", c"vm.page_pageable_external_count"];
    let pages: u64 = counts.into_iter().filter_map(value).sum();
    Some(pages.saturating_mul(value(c"vm.pagesize").or_else(|| value(c"hw.pagesize"))?))
}

/// Reads the available memory by `GlobalMemoryStatusEx`.
#[cfg(windows)]
fn available_on_system() -> Option<u64> {
    /// `MEMORYSTATUSEX`.
    #[repr(C)]
    #[derive(Default)]
    struct Status {
        length: u32,
        load: u32,
        total_physical: u64,
        available_physical: u64,
        total_page_file: u64,
        available_page_file: u64,
        total_virtual: u64,
        available_virtual: u64,
        available_extended_virtual: u64,
    }
    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GlobalMemoryStatusEx(status: *mut Status) -> i32;
    }
    let mut status = Status { length: size_of::<Status>() as u32, ..Status::default() };
    // SAFETY: the structure is laid out as the system's, and its length is set.
    let done = unsafe { GlobalMemoryStatusEx(&raw mut status) };
    (done != 0).then_some(status.available_physical.min(status.available_page_file))
}

/// Returns the memory that the module can still add to its own.
#[cfg(target_arch = "wasm32")]
fn available_on_system() -> Option<u64> {
    const PAGE: u64 = 1 << 16;
    Some((1 << 32) - PAGE * core::arch::wasm32::memory_size(0) as u64)
}

#[cfg(not(any(
    target_os = "linux",
    target_os = "android",
    target_vendor = "apple",
    windows,
    target_arch = "wasm32"
)))]
fn available_on_system() -> Option<u64> {
    None
}

/// Reads the available memory on Linux from the files below `root`, which is `/` except in tests.
#[cfg_attr(not(any(target_os = "linux", target_os = "android")), allow(dead_code))]
fn available_on_linux(root: &Path) -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(root.join(path)).ok();
    let free = read("proc/meminfo").and_then(|info| kilobytes(&info, "MemAvailable:"));
    let groups = read("proc/self/cgroup").unwrap_or_default();
    let space = || left_by_address_space(&read("proc/self/limits")?, &read("proc/self/status")?);
    min_limit([free, left_by_groups(&root.join("sys/fs/cgroup"), &groups), space()])
}

/// Returns the value of a line `NAME   123 kB`, in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.saturating_mul(1024))
}

/// Returns the bytes that the limit of the address space leaves, from `/proc/self/limits` and `/proc/self/status`.
fn left_by_address_space(limits: &str, status: &str) -> Option<u64> {
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let soft: u64 = limit.split_whitespace().next()?.parse().ok()?;
    Some(soft.saturating_sub(kilobytes(status, "VmSize:")?))
}

/// The file names of a version of the control groups.
struct Version {
    limit: &'static str,
    used: &'static str,
    /// The fields of `memory.stat` that count cached files.
    cached: [&'static str; 2],
}

const V1: Version = Version {
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    cached: ["total_inactive_file", "total_active_file"],
};
const V2: Version =
    Version { limit: "memory.max", used: "memory.current", cached: ["inactive_file", "active_file"] };

/// Returns the bytes that the control groups of a process leave, with all their ancestors; `None` if none has a limit.
///
/// `groups` is the text of `/proc/self/cgroup`. Groups without files are skipped: a container may see the path that its
/// group has on the host, with the files at its own root.
fn left_by_groups(mount: &Path, groups: &str) -> Option<u64> {
    let left = |line: &str| {
        let mut parts = line.splitn(3, ':');
        let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        if controllers.is_empty() {
            return left_by_hierarchy(mount, path, &V2);
        }
        let is_memory = controllers.split(',').any(|controller| controller == "memory");
        if is_memory { left_by_hierarchy(&mount.join("memory"), path, &V1) } else { None }
    };
    min_limit(groups.lines().map(left))
}

/// Returns the bytes that the group at `path` and its ancestors, up to the root of the mount, leave.
fn left_by_hierarchy(mount: &Path, path: &str, version: &Version) -> Option<u64> {
    let mut folders: Vec<PathBuf> = vec![mount.into()];
    for part in Path::new(path).components() {
        // A path from another name space may begin with "..", which cannot be followed.
        if let Component::Normal(part) = part {
            folders.push(folders[folders.len() - 1].join(part));
        }
    }
    let deepest = folders.iter().rposition(|folder| folder.join(version.limit).exists())?;
    let left = |(i, folder): (usize, &PathBuf)| {
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
        // Without a hierarchy, an ancestor does not count the memory of this group.
        let counts = i == deepest || read("memory.use_hierarchy").is_none_or(|text| text.trim() != "0");
        if counts { left_by_group(&read, version) } else { None }
    };
    min_limit(folders.iter().enumerate().map(left))
}

/// Returns the bytes that one group leaves.
fn left_by_group(read: &dyn Fn(&str) -> Option<String>, version: &Version) -> Option<u64> {
    let number = |name: &str| -> Option<u64> { read(name)?.trim().parse().ok() };
    // "max" does not parse; version 1 has a number near 2^63 for no limit.
    let limit = number(version.limit).filter(|limit| *limit < 1 << 62)?;
    let stat = read("memory.stat").unwrap_or_default();
    let cached = |name: &str| -> Option<u64> {
        stat.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok())
    };
    let cached: u64 = version.cached.into_iter().filter_map(cached).sum();
    Some(limit.saturating_sub(number(version.used)?.saturating_sub(cached)))
}

/// Returns whether a mapped table is mapped in huge pages, or `None` if the system does not report it. Reads bytes at
/// regular distances and compares the process's count of huge pages before and after.
pub fn is_mapped_huge(bytes: &[u8]) -> Option<bool> {
    const TOUCHES: usize = 32;
    const HUGE_PAGE_KB: u64 = 2048;
    let huge_kb = || -> Option<u64> {
        let rollup = std::fs::read_to_string("/proc/self/smaps_rollup").ok()?;
        let line = rollup.lines().find_map(|line| line.strip_prefix("FilePmdMapped:"))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    };
    let before = huge_kb()?;
    let step = (bytes.len() / TOUCHES).max(1);
    black_box(bytes.iter().step_by(step).fold(0, |sum: u8, byte| sum.wrapping_add(*byte)));
    Some(huge_kb()?.saturating_sub(before) >= TOUCHES as u64 / 2 * HUGE_PAGE_KB)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn available_memory_is_reported_where_supported() {
        let is_reported = cfg!(any(target_os = "linux", target_vendor = "apple", windows));
        assert_eq!(available_memory().is_some(), is_reported);
        assert!(available_memory().is_none_or(|bytes| bytes > 1 << 20));
    }

    /// Creates a file system with these files.
    fn root(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    const GIB: u64 = 1 << 30;
    const MEMINFO: (&str, &str) = ("proc/meminfo", "MemTotal: 16777216 kB\nMemAvailable:    8388608 kB\n");

    fn free(files: &[(&str, &str)]) -> u64 {
        available_on_linux(root(&[&[MEMINFO], files].concat()).path()).unwrap()
    }

    #[test]
    fn limits_of_v2_groups_and_their_ancestors_apply() {
        // A systemd unit in a slice; the slice has the limit.
        let group = ("proc/self/cgroup", "0::/work.slice/job.service\n");
        let slice = |name: &'static str, text: &'static str| (name, text);
        let files = [
            group,
            slice("sys/fs/cgroup/work.slice/memory.max", "4294967296\n"),
            slice("sys/fs/cgroup/work.slice/memory.current", "3221225472\n"),
            slice(
                "sys/fs/cgroup/work.slice/memory.stat",
                "anon 1\ninactive_file 536870912\nactive_file 536870912\n",
            ),
            slice("sys/fs/cgroup/work.slice/job.service/memory.max", "max\n"),
            slice("sys/fs/cgroup/work.slice/job.service/memory.current", "1000\n"),
        ];
        assert_eq!(free(&files), 2 * GIB);
        let own = [
            slice("sys/fs/cgroup/work.slice/job.service/memory.max", "1073741824\n"),
            slice("sys/fs/cgroup/work.slice/job.service/memory.current", "0\n"),
        ];
        assert_eq!(free(&[&files[..4], &own].concat()), GIB);
    }

    #[test]
    fn limit_at_a_container_root_applies() {
        let files = [
            ("proc/self/cgroup", "0::/\n"),
            ("sys/fs/cgroup/memory.max", "2147483648\n"),
            ("sys/fs/cgroup/memory.current", "1073741824\n"),
        ];
        assert_eq!(free(&files), GIB);
        // The path is the host's, but the files are at the root.
        let host = ("proc/self/cgroup", "0::/../../docker/0123\n");
        assert_eq!(free(&[host, files[1], files[2]]), GIB);
        assert_eq!(free(&files[..1]), 8 * GIB);
    }

    #[test]
    fn limits_of_v1_groups_apply() {
        let files = [
            ("proc/self/cgroup", "5:cpu,cpuacct:/other\n4:memory:/batch/job\n0::/init.scope\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "9663676416\n"),
            ("sys/fs/cgroup/memory/batch/memory.limit_in_bytes", "3221225472\n"),
            ("sys/fs/cgroup/memory/batch/memory.usage_in_bytes", "2147483648\n"),
            ("sys/fs/cgroup/memory/batch/memory.stat", "active_file 7\ntotal_inactive_file 1073741824\n"),
            ("sys/fs/cgroup/memory/batch/job/memory.limit_in_bytes", "9223372036854771712\n"),
            ("sys/fs/cgroup/memory/batch/job/memory.usage_in_bytes", "10\n"),
        ];
        assert_eq!(free(&files), 2 * GIB);
        // Without a hierarchy the limit of the parent does not apply.
        assert_eq!(
            free(&[&files[..], &[("sys/fs/cgroup/memory/batch/memory.use_hierarchy", "0\n")]].concat()),
            8 * GIB
        );
    }

    #[test]
    fn address_space_limit_applies() {
        let limits = |soft: &str| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units     \n\
                 Max cpu time              unlimited            unlimited            seconds   \n\
                 Max address space         {soft:20} unlimited            bytes     \n"
            )
        };
        let status = ("proc/self/status", "Name:\tcubiform\nVmPeak:\t 9 kB\nVmSize:\t 1048576 kB\n");
        let limited = limits("4294967296");
        assert_eq!(free(&[("proc/self/limits", &limited), status]), 3 * GIB);
        let unlimited = limits("unlimited");
        assert_eq!(free(&[("proc/self/limits", &unlimited), status]), 8 * GIB);
    }
}
