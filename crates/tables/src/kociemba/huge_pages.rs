//! Memory for tables, in huge pages where the system grants them.
//!
//! Tables are read at random; huge pages reduce TLB misses.

use std::ops::{Deref, DerefMut};

#[cfg(any(unix, windows))]
use memmap2::MmapMut;

/// A plain number type, for which any bytes are a valid value.
///
/// # Safety
/// Any bit pattern must be a value of the type, and a page must be aligned for it.
pub(crate) unsafe trait Number: Copy {}

// SAFETY: these are plain numbers, or arrays of them, without padding.
unsafe impl Number for u8 {}
// SAFETY: as above.
unsafe impl Number for u16 {}
// SAFETY: as above.
unsafe impl Number for u64 {}
// SAFETY: as above.
unsafe impl<T: Number, const N: usize> Number for [T; N] {}

/// A slice of numbers, initially zero, in pages of its own where the system has pages.
#[derive(Debug)]
pub(crate) struct HugePageBuf<T> {
    #[cfg(any(unix, windows))]
    map: MmapMut,
    #[cfg(any(unix, windows))]
    numbers: std::marker::PhantomData<T>,
    #[cfg(not(any(unix, windows)))]
    numbers: Vec<T>,
}

#[cfg(not(any(unix, windows)))]
impl<T: Number> HugePageBuf<T> {
    /// Creates a buffer of `count` zeros.
    pub(crate) fn new(count: usize) -> HugePageBuf<T> {
        // SAFETY: zero bytes are a value of any `Number`.
        let zero: T = unsafe { std::mem::zeroed() };
        HugePageBuf { numbers: vec![zero; count] }
    }
}

#[cfg(not(any(unix, windows)))]
impl<T: Number> Deref for HugePageBuf<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.numbers
    }
}

#[cfg(not(any(unix, windows)))]
impl<T: Number> DerefMut for HugePageBuf<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.numbers
    }
}

#[cfg(any(unix, windows))]
impl<T: Number> HugePageBuf<T> {
    /// Creates a buffer of `count` zeros.
    ///
    /// # Panics
    /// If the memory cannot be allocated.
    pub(crate) fn new(count: usize) -> HugePageBuf<T> {
        let bytes = count.checked_mul(size_of::<T>()).expect("it fits the address space");
        let map = MmapMut::map_anon(bytes.max(1)).expect("there is memory for a table of a few megabytes");
        // Advice only: the table works in small pages, too.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        HugePageBuf { map, numbers: std::marker::PhantomData }
    }
}

#[cfg(any(unix, windows))]
impl<T: Number> Deref for HugePageBuf<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        let count = self.map.len() / size_of::<T>();
        // SAFETY: pages are aligned for any `Number`, the map has `count` of them, and any bytes are numbers.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), count) }
    }
}

#[cfg(any(unix, windows))]
impl<T: Number> DerefMut for HugePageBuf<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        let count = self.map.len() / size_of::<T>();
        // SAFETY: as above, and the exclusive borrow lasts as long as the slice.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), count) }
    }
}

/// Prefetches the cache line of a value.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    // SAFETY: prefetching has no effect that a program can see, whatever the address.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
