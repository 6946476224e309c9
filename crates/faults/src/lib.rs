//! Faults injected into operations of the system, so that tests can make each of them fail.
//!
//! Code calls [`fault`] before an operation. In builds with debug assertions the environment selects the one that fails:
//!
//! | `CUBIFORM_FAULT` | effect |
//! |---|---|
//! | `error:N` | the N-th operation on files (from 1) fails as on a full disk |
//! | `kill:N` | the process ends at the N-th operation on files, without any clean-up |
//! | `error:KIND:N` | the N-th operation of a [kind](Operation) fails, such as `error:accept:3` |
//! | `error:KIND:N+` | so do all later ones of the kind |
//!
//! `CUBIFORM_FAULT_LOG=FILE` appends the name of each operation on files to FILE. Without debug assertions `fault` does
//! nothing.
//!
//! ```
//! use cubiform_faults::{Operation, fault};
//!
//! # fn main() -> std::io::Result<()> {
//! fault(Operation::Create)?;
//! std::fs::write(std::env::temp_dir().join("cubiform-faults-example"), b"complete")?;
//! # Ok(())
//! # }
//! ```

use std::io;

/// A kind of operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A temporary file or folder is created.
    Create,
    /// Disk space is reserved.
    Reserve,
    /// Bytes are written to a file.
    Write,
    /// A file is synced.
    Sync,
    /// A file is renamed over its target.
    Rename,
    /// A folder is synced.
    SyncFolder,
    /// A file is removed.
    Remove,
    /// A line is written to the log of a server: `log`.
    Log,
    /// A connection is accepted: `accept`.
    Accept,
    /// Bytes are read from a connection: `read`.
    SocketRead,
    /// Bytes are written to a connection: `send`.
    SocketWrite,
    /// A thread is started: `thread`.
    Thread,
}

impl Operation {
    /// Returns the name of the kind in `CUBIFORM_FAULT`; `None` for operations on files, which are counted together.
    pub fn kind(self) -> Option<&'static str> {
        match self {
            Operation::Log => Some("log"),
            Operation::Accept => Some("accept"),
            Operation::SocketRead => Some("read"),
            Operation::SocketWrite => Some("send"),
            Operation::Thread => Some("thread"),
            _ => None,
        }
    }
}

/// Counts an operation, and fails if it is the one that the environment selects. Must be called before the operation.
///
/// # Errors
/// The injected one.
#[inline]
pub fn fault(operation: Operation) -> io::Result<()> {
    #[cfg(debug_assertions)]
    injected::check(operation)?;
    #[cfg(not(debug_assertions))]
    let _ = operation;
    Ok(())
}

#[cfg(debug_assertions)]
mod injected {
    use std::env;
    use std::fs::File;
    use std::io::{self, Write};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::Operation;

    /// The selected operations and their fault.
    struct Plan {
        kills: bool,
        /// The kind that is counted; `None` for operations on files.
        kind: Option<String>,
        number: u64,
        and_later: bool,
    }

    impl Plan {
        fn read(text: &str) -> Option<Plan> {
            let mut parts = text.split(':');
            let kills = match parts.next()? {
                "error" => false,
                "kill" => true,
                _ => return None,
            };
            let (kind, number) = match (parts.next()?, parts.next()) {
                (number, None) => (None, number),
                (kind, Some(number)) => (Some(kind.to_string()), number),
            };
            let (number, and_later) = match number.strip_suffix('+') {
                Some(number) => (number, true),
                None => (number, false),
            };
            Some(Plan { kills, kind, number: number.parse().ok()?, and_later })
        }
    }

    /// The number of operations of the selected kind.
    static DONE: AtomicU64 = AtomicU64::new(0);

    fn plan() -> Option<&'static Plan> {
        static PLAN: OnceLock<Option<Plan>> = OnceLock::new();
        PLAN.get_or_init(|| Plan::read(&env::var("CUBIFORM_FAULT").ok()?)).as_ref()
    }

    pub(super) fn check(operation: Operation) -> io::Result<()> {
        if operation.kind().is_none()
            && let Some(log) = env::var_os("CUBIFORM_FAULT_LOG")
        {
            let mut log = File::options().append(true).create(true).open(log)?;
            writeln!(log, "{operation:?}")?;
        }
        let Some(plan) = plan().filter(|plan| plan.kind.as_deref() == operation.kind()) else {
            return Ok(());
        };
        let number = DONE.fetch_add(1, Ordering::Relaxed) + 1;
        if number < plan.number || (number > plan.number && !plan.and_later) {
            return Ok(());
        }
        if plan.kills {
            std::process::abort();
        }
        Err(io::Error::from(match operation {
            Operation::SocketRead | Operation::SocketWrite => io::ErrorKind::ConnectionReset,
            Operation::Accept | Operation::Thread => io::ErrorKind::WouldBlock,
            _ => io::ErrorKind::StorageFull,
        }))
    }
}
