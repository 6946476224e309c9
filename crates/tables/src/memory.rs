//! How much memory is free, where the system tells.

/// Bytes that a process may still use without swapping; `None` where that cannot be told.
///
/// On Linux, the lesser of what the kernel calls available and what a control group leaves.
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
    match (group("memory.max"), group("memory.current")) {
        (Some(most), Some(used)) => Some(free.min(most.saturating_sub(used))),
        _ => Some(free),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_some_on_linux() {
        assert_eq!(super::available().is_some(), cfg!(target_os = "linux"));
        assert!(super::available().is_none_or(|bytes| bytes > 1 << 20));
    }
}
