//! Memory for tables, in huge pages where the system grants them.
//!
//! Tables are read at random; huge pages reduce TLB misses.

/// Returns `count` zeros.
pub(crate) fn zeros<T: Copy + Default>(count: usize) -> Vec<T> {
    let numbers = vec![T::default(); count];
    #[cfg(target_os = "linux")]
    advise_huge_pages(&numbers);
    numbers
}

/// Asks for huge pages. Advice only: tables work in small pages, too.
#[cfg(target_os = "linux")]
fn advise_huge_pages<T>(numbers: &[T]) {
    /// The size of small pages. Where they are larger, the system may refuse the advice.
    const PAGE: usize = 1 << 12;
    let start = numbers.as_ptr().addr() % PAGE;
    // SAFETY: advice changes no byte of the pages, in which the numbers lie.
    unsafe {
        let page = numbers.as_ptr().cast::<u8>().wrapping_sub(start);
        libc::madvise(page.cast_mut().cast(), start + size_of_val(numbers), libc::MADV_HUGEPAGE);
    }
}

/// Prefetches the cache line of a value.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    prefetch_address(value);
}

/// Prefetches the cache line of an address, which may be any.
#[inline(always)]
pub(crate) fn prefetch_address<T>(address: *const T) {
    // SAFETY: prefetching has no effect that a program can see, whatever the address.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
