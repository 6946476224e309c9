//! A limit on the memory of files that are read whole.

/// Memory that files which are read whole, such as csTimer's file of all sessions, share.
pub trait DocumentMemory: Send + Sync {
    /// Takes `bytes` bytes of memory until the guard is dropped. Returns `None` if there is too little.
    fn take(&self, bytes: usize) -> Option<Box<dyn Send>>;
}

/// The memory that a growing document has taken. The first [`ReservedMemory::UNIT`] bytes are free.
#[derive(Default)]
pub struct ReservedMemory(Vec<Box<dyn Send>>);

impl ReservedMemory {
    /// The number of bytes that are taken together.
    pub const UNIT: usize = 16 << 10;

    /// Takes memory until it covers `bytes` bytes. Returns whether there was enough.
    pub fn cover(&mut self, memory: &dyn DocumentMemory, bytes: usize) -> bool {
        while (self.0.len() + 1) * Self::UNIT < bytes {
            let Some(held) = memory.take(Self::UNIT) else { return false };
            self.0.push(held);
        }
        true
    }
}
