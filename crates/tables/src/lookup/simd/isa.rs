//! The operations of an instruction set that the vector paths use: vectors of 32-bit lanes.

/// A computation with vectors of any instruction set.
pub(super) trait Task {
    type Output;

    /// Runs the computation. All of it must be inlined into the caller, because the compiler may use the instructions
    /// only there: plain loops, no closures that hold vectors, and `inline(always)` on every function it calls.
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// An instruction set. A value of the type proves that the processor has it.
pub(super) trait Isa: Copy {
    /// A vector of [`WIDTH`](Self::WIDTH) lanes, each a word of 32 bits, two halves of 16 bits, or four bytes.
    type Vector: Copy;
    /// The moves of the lanes of a vector.
    type Moves: Copy;

    /// The number of lanes of a vector, 8 or 16.
    const WIDTH: usize;
    /// The number of children from which on vector indexing pays.
    const MIN_INDEXED: u32;
    /// The number of words from which on a vector read pays.
    const MIN_READ: u32;

    /// Runs a task compiled for this instruction set.
    fn run<T: Task>(self, task: T) -> T::Output;

    /// Returns a vector with the same word in all lanes.
    fn splat(self, word: u32) -> Self::Vector;

    /// Loads a vector from `WIDTH` words.
    ///
    /// # Safety
    /// `WIDTH` words must be readable at `words`.
    unsafe fn load_from(self, words: *const u32) -> Self::Vector;
    /// Stores a vector to `WIDTH` words.
    ///
    /// # Safety
    /// `WIDTH` words must be writable at `words`.
    unsafe fn store_to(self, words: *mut u32, vector: Self::Vector);

    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns `b & !a`.
    fn and_not(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Shifts words, in all lanes by the same number of bits.
    fn shift_left(self, vector: Self::Vector, by: u32) -> Self::Vector;
    fn shift_right(self, vector: Self::Vector, by: u32) -> Self::Vector;
    /// Shifts words, in each lane by that lane's number of bits.
    fn shift_left_each(self, vector: Self::Vector, by: Self::Vector) -> Self::Vector;
    fn shift_right_each(self, vector: Self::Vector, by: Self::Vector) -> Self::Vector;
    /// Shifts halves of words, all by the same number of bits.
    fn shift_left_halves(self, vector: Self::Vector, by: u32) -> Self::Vector;
    fn shift_right_halves(self, vector: Self::Vector, by: u32) -> Self::Vector;

    /// Adds words.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Subtracts words.
    fn subtract(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Multiplies words. Returns the low words of the products.
    fn multiply(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Adds bytes.
    fn add_bytes(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Multiplies halves of words. Returns the low halves of the products.
    fn multiply_halves(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns in each half the sum of its two bytes times their weights, which are signed. The sums must fit in 16
    /// bits.
    fn weighted_sum_bytes(self, vector: Self::Vector, weights: Self::Vector) -> Self::Vector;
    /// Returns in each lane the sum of its two halves times their weights, all signed.
    fn weighted_sum_halves(self, vector: Self::Vector, weights: Self::Vector) -> Self::Vector;
    /// Returns the number of set bits of each word, which is below 2^16.
    fn count_ones(self, vector: Self::Vector) -> Self::Vector;

    /// Returns the lanes in which `a` is less than `b`, as a bit mask.
    fn less_than(self, a: Self::Vector, b: Self::Vector) -> u32;
    /// Returns the lanes in which `a` and `b` have a set bit in common, as a bit mask.
    fn have_common_bits(self, a: Self::Vector, b: Self::Vector) -> u32;
    /// Returns `vector`, less one in the lanes in which `a` is less than `b`; both are below 2^31.
    fn decrement_where_less(self, vector: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the byte of `a` where `byte` is less than `bound`, otherwise the byte of `b`. All bytes are below 128.
    fn select_bytes(self, byte: Self::Vector, bound: u8, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Returns the lanes of `a` in `active`, and those of `b` elsewhere.
    fn select_lanes(self, active: u32, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Returns for each byte the byte of its group of four lanes that `at`, below 16, selects, or 0 where `at` is 128
    /// or more.
    fn shuffle(self, vector: Self::Vector, at: Self::Vector) -> Self::Vector;
    /// Returns for each byte the byte of a table at index `at`. Indices outside the table give any byte.
    fn look_up<const BLOCKS: usize>(self, table: &[Bytes; BLOCKS], at: Self::Vector) -> Self::Vector;
    /// Returns for each lane the word of a table at index `at`, below [`SMALL_TABLE`].
    fn permute_words(self, table: &[u32; SMALL_TABLE], at: Self::Vector) -> Self::Vector;

    /// Reads the words at indices `at` from `table`, in the active lanes. Other lanes are 0 or any word.
    ///
    /// # Safety
    /// `table` must have words at the indices, taken as signed numbers, of the active lanes.
    unsafe fn gather(self, table: *const u32, active: u32, at: Self::Vector) -> Self::Vector;
    /// Reads the pairs of words at indices `at` from `table`, in the active lanes: the first words, and the second
    /// ones.
    ///
    /// # Safety
    /// As for [`gather`](Self::gather).
    unsafe fn gather_pairs(self, table: *const [u32; 2], active: u32, at: Self::Vector) -> [Self::Vector; 2];

    /// Returns the moves of the lanes from `start` (below 24) on, as places in the order of lanes: the number of the
    /// lane, plus 3 from lane `gap` on. See [`Lanes`](crate::lookup::lanes::Lanes).
    fn moves(self, start: usize, gap: u32) -> Self::Moves;
    /// Returns in each lane the entries of four rows at its move, a byte from each row.
    fn after(self, rows: [&[u8; 32]; 4], moves: Self::Moves) -> Self::Vector;

    /// Loads the lanes from `start` on of an array of four-byte values.
    #[inline(always)]
    fn load<T: Copy>(self, lanes: &[T; 32], start: usize) -> Self::Vector {
        const { assert!(size_of::<T>() == size_of::<u32>()) };
        let lanes: &[T] = &lanes[start..][..Self::WIDTH];
        // SAFETY: the slice has `WIDTH` values of four bytes each.
        unsafe { self.load_from(lanes.as_ptr().cast()) }
    }

    /// Stores a vector to the lanes from `start` on.
    #[inline(always)]
    fn store(self, lanes: &mut [u32; 32], start: usize, vector: Self::Vector) {
        let lanes = &mut lanes[start..][..Self::WIDTH];
        // SAFETY: the slice has `WIDTH` words.
        unsafe { self.store_to(lanes.as_mut_ptr(), vector) }
    }

    /// Returns in each half the sum of its two bytes times their weights. The sums must fit in 16 bits.
    #[inline(always)]
    fn weighted_sum_of_bytes(self, vector: Self::Vector, weights: [i8; 4]) -> Self::Vector {
        let weights = self.splat(u32::from_le_bytes(weights.map(|weight| weight as u8)));
        self.weighted_sum_bytes(vector, weights)
    }

    /// Returns in each lane the sum of its two halves times their weights.
    #[inline(always)]
    fn weighted_sum_of_halves(self, vector: Self::Vector, [low, high]: [i16; 2]) -> Self::Vector {
        self.weighted_sum_halves(vector, self.splat(u32::from(low as u16) | u32::from(high as u16) << 16))
    }

    /// Returns a vector with the same value in all bytes.
    #[inline(always)]
    fn splat_byte(self, byte: u8) -> Self::Vector {
        self.splat(u32::from_le_bytes([byte; 4]))
    }

    /// Returns in each byte the index of the first byte of its lane within its group of four lanes, as
    /// [`shuffle`](Self::shuffle) counts.
    #[inline(always)]
    fn lane_starts(self) -> Self::Vector {
        const STARTS: [u32; 32] = {
            let mut starts = [0; 32];
            let mut lane = 0;
            while lane < 32 {
                starts[lane] = 0x0404_0404 * (lane as u32 % 4);
                lane += 1;
            }
            starts
        };
        self.load(&STARTS, 0)
    }

    /// Returns in each lane four copies of its byte number `byte`.
    #[inline(always)]
    fn spread(self, vector: Self::Vector, byte: u8) -> Self::Vector {
        self.shuffle(vector, self.add_bytes(self.lane_starts(), self.splat_byte(byte)))
    }

    /// Returns in each lane the sum of its four bytes times their weights. The sums of the first two and of the last
    /// two must fit in 16 bits.
    #[inline(always)]
    fn weighted_sum(self, vector: Self::Vector, weights: [i8; 4]) -> Self::Vector {
        self.weighted_sum_of_halves(self.weighted_sum_of_bytes(vector, weights), [1, 1])
    }

    /// Multiplies words by a constant; words and products are below 2^16.
    #[inline(always)]
    fn times(self, vector: Self::Vector, by: usize) -> Self::Vector {
        self.multiply_halves(vector, self.splat(by as u32))
    }
}

/// A block of 64 bytes of a table.
pub(super) type Bytes = [u8; 64];

/// The number of words of a table for [`Isa::permute_words`].
pub(super) const SMALL_TABLE: usize = 8;

/// Defines methods that are one intrinsic with vector arguments.
macro_rules! intrinsics {
    ($($method:ident($($vector:ident),*) = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $method(self, $($vector: Self::Vector),*) -> Self::Vector {
            // SAFETY: there is a `self` only where the processor has the instructions.
            unsafe { $intrinsic($($vector),*) }
        }
    )*};
}

/// Defines methods that shift all lanes by the same number of bits, one intrinsic each.
macro_rules! shifts {
    ($($method:ident = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $method(self, vector: Self::Vector, by: u32) -> Self::Vector {
            // SAFETY: there is a `self` only where the processor has the instructions.
            unsafe { $intrinsic(vector, _mm_cvtsi32_si128(by as i32)) }
        }
    )*};
}

pub(super) use intrinsics;
pub(super) use shifts;
