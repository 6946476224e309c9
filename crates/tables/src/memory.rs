//! How much memory is free, and in what pages tables are mapped, where the system tells.

use std::hint::black_box;

/// Bytes that a process may still use without swapping; `None` where that cannot be told.
///
/// On Linux, the lesser of what the kernel calls available and what the control group (version 2, as a container sees
/// its own) leaves; files that the system caches can make room.
pub fn available() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let free = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.saturating_mul(1024);
    let group = |name: &str| -> Option<u64> {
        std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    let cached = || -> Option<u64> {
        let stat = std::fs::read_to_string("/sys/fs/cgroup/memory.stat").ok()?;
        let of =
            |name: &str| stat.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok());
        Some(of("inactive_file ")? + of("active_file ")?)
    };
    match (group("memory.max"), group("memory.current")) {
        (Some(most), Some(used)) => {
            Some(free.min(most.saturating_sub(used.saturating_sub(cached().unwrap_or(0)))))
        }
        _ => Some(free),
    }
}

/// Whether the bytes of a mapped table are mapped in huge pages, where the system tells: found by touching some of them.
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
    #[test]
    fn there_is_some_on_linux() {
        assert_eq!(super::available().is_some(), cfg!(target_os = "linux"));
        assert!(super::available().is_none_or(|bytes| bytes > 1 << 20));
    }
}
