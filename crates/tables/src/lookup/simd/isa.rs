//! What the algorithms here ask of an instruction set: vectors of lanes of 32 bits, and what can be done with them.

/// Something that is computed with vectors of any instruction set.
pub(super) trait Task {
    type Output;

    /// Computes it. All of it must be inlined where it is run, since only there the compiler may use the instructions:
    /// so plain loops, no closures that have vectors, and `inline(always)` wherever it calls.
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// An instruction set. A value of it is the proof that the processor has it.
pub(super) trait Isa: Copy {
    /// As many lanes as there are, a word of 32 bits or four bytes each.
    type Vector: Copy;
    /// The moves of the lanes of a vector.
    type Moves: Copy;

    /// How many lanes a vector has: 8 or 16.
    const WIDTH: usize;
    /// How many of them must be asked for to be worth a vector, where they are to be slots: measured.
    const MIN_INDEXED: u32;
    /// How many children must be asked for to be worth vectors, where words are to be read: measured.
    const MIN_READ: u32;

    /// Runs a task, compiled for it.
    fn run<T: Task>(self, task: T) -> T::Output;

    /// The same word in all lanes.
    fn splat(self, word: u32) -> Self::Vector;

    /// As many words as there are lanes.
    ///
    /// # Safety
    /// There must be as many from there on.
    unsafe fn load_from(self, words: *const u32) -> Self::Vector;
    /// Writes as many.
    ///
    /// # Safety
    /// As for [`load_from`](Self::load_from).
    unsafe fn store_to(self, words: *mut u32, vector: Self::Vector);

    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The bits of `b` that are not in `a`.
    fn and_not(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Of words, by as many bits in all lanes, and by each lane's own number.
    fn shift_left(self, vector: Self::Vector, by: u32) -> Self::Vector;
    fn shift_right(self, vector: Self::Vector, by: u32) -> Self::Vector;
    fn shift_left_each(self, vector: Self::Vector, by: Self::Vector) -> Self::Vector;
    fn shift_right_each(self, vector: Self::Vector, by: Self::Vector) -> Self::Vector;
    /// Of halves of words.
    fn shift_left_halves(self, vector: Self::Vector, by: u32) -> Self::Vector;
    fn shift_right_halves(self, vector: Self::Vector, by: u32) -> Self::Vector;

    /// Of words.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn subtract(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn multiply(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Of bytes.
    fn add_bytes(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Of halves of words, the low halves of the products.
    fn multiply_halves(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// In each half the sum of its two bytes, each times its weight, which has a sign; the sums fit in 16 bits.
    fn weighted_sum_bytes(self, vector: Self::Vector, weights: Self::Vector) -> Self::Vector;
    /// In each lane the sum of its two halves, each times its weight, all with signs.
    fn weighted_sum_halves(self, vector: Self::Vector, weights: Self::Vector) -> Self::Vector;
    /// How many bits of each word, below 2^16, are set.
    fn count_ones(self, vector: Self::Vector) -> Self::Vector;

    /// The lanes in which `a` is less than `b`, a bit each.
    fn less_than(self, a: Self::Vector, b: Self::Vector) -> u32;
    /// The lanes in which `a` and `b` have a bit in common, a bit each.
    fn have_common_bits(self, a: Self::Vector, b: Self::Vector) -> u32;
    /// `vector`, less one in the lanes in which `a` is less than `b`, both below 2^31.
    fn decrement_where_less(self, vector: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// In each byte that of `a` where `byte` is less than `bound`, else that of `b`; all bytes are below 128.
    fn select_bytes(self, byte: Self::Vector, bound: u8, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// In the lanes that are in `part` those of `a`, in others those of `b`.
    fn select_lanes(self, active: u32, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// In each byte the one of the same four lanes that `at`, below 16, points at; 0 where that is 128 or more.
    fn shuffle(self, vector: Self::Vector, at: Self::Vector) -> Self::Vector;
    /// The bytes of a table that `at` points at, which are below 64 for each part that the table has; any where it does
    /// not point into the table.
    fn look_up<const BLOCKS: usize>(self, table: &[Bytes; BLOCKS], at: Self::Vector) -> Self::Vector;
    /// The words of a table that `at`, below [`CHOICES`], points at.
    fn permute_words(self, table: &[u32; SMALL_TABLE], at: Self::Vector) -> Self::Vector;

    /// The words, from `table` on, with the numbers `at`, in the lanes that are in `part`; in others any word or 0.
    ///
    /// # Safety
    /// There must be words with these numbers, as numbers with a sign, in these lanes.
    unsafe fn gather(self, table: *const u32, active: u32, at: Self::Vector) -> Self::Vector;
    /// The same for two words each.
    ///
    /// # Safety
    /// As for [`gather`](Self::gather).
    unsafe fn gather_pairs(self, table: *const [u32; 2], active: u32, at: Self::Vector) -> [Self::Vector; 2];

    /// The moves of the lanes from `start`, below 24, on, in the order of lanes: each the lane's number, plus 3 from `gap`
    /// on.
    fn moves(self, start: usize, gap: u32) -> Self::Moves;
    /// What four rows have at these moves, a byte of each row.
    fn after(self, rows: [&[u8; 32]; 4], moves: Self::Moves) -> Self::Vector;

    /// The lanes from `start` on of something of four bytes.
    #[inline(always)]
    fn load<T: Copy>(self, lanes: &[T; 32], start: usize) -> Self::Vector {
        const { assert!(size_of::<T>() == size_of::<u32>()) };
        let lanes: &[T] = &lanes[start..][..Self::WIDTH];
        // SAFETY: there are as many as are loaded, of four bytes each.
        unsafe { self.load_from(lanes.as_ptr().cast()) }
    }

    /// Writes the lanes from `start` on.
    #[inline(always)]
    fn store(self, lanes: &mut [u32; 32], start: usize, vector: Self::Vector) {
        let lanes = &mut lanes[start..][..Self::WIDTH];
        // SAFETY: there are as many as are stored.
        unsafe { self.store_to(lanes.as_mut_ptr(), vector) }
    }

    /// In each half the sum of its two bytes, each times its weight; the sums fit in 16 bits.
    #[inline(always)]
    fn weighted_sum_of_bytes(self, vector: Self::Vector, weights: [i8; 4]) -> Self::Vector {
        let weights = self.splat(u32::from_le_bytes(weights.map(|weight| weight as u8)));
        self.weighted_sum_bytes(vector, weights)
    }

    /// In each lane the sum of its two halves, each times its weight.
    #[inline(always)]
    fn weighted_sum_of_halves(self, vector: Self::Vector, [low, high]: [i16; 2]) -> Self::Vector {
        self.weighted_sum_halves(vector, self.splat(u32::from(low as u16) | u32::from(high as u16) << 16))
    }

    /// The same byte everywhere.
    #[inline(always)]
    fn splat_byte(self, byte: u8) -> Self::Vector {
        self.splat(u32::from_le_bytes([byte; 4]))
    }

    /// In each byte where its lane begins, admitted_lanes the four lanes within which bytes are shuffled.
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

    /// In each lane one of its bytes, four times.
    #[inline(always)]
    fn spread(self, vector: Self::Vector, byte: u8) -> Self::Vector {
        self.shuffle(vector, self.add_bytes(self.lane_starts(), self.splat_byte(byte)))
    }

    /// In each lane the sum of its four bytes, each times its weight; of bytes whose sums by twos fit in 16 bits.
    #[inline(always)]
    fn weighted_sum(self, vector: Self::Vector, weights: [i8; 4]) -> Self::Vector {
        self.weighted_sum_of_halves(self.weighted_sum_of_bytes(vector, weights), [1, 1])
    }

    /// A number below 2^16, as is the product, times another.
    #[inline(always)]
    fn times(self, vector: Self::Vector, by: usize) -> Self::Vector {
        self.multiply_halves(vector, self.splat(by as u32))
    }
}

/// 64 bytes of a table.
pub(super) type Bytes = [u8; 64];

/// How many words a small table has.
pub(super) const SMALL_TABLE: usize = 8;

/// Writes methods that are an intrinsic each, of vectors alone.
macro_rules! intrinsics {
    ($($method:ident($($vector:ident),*) = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $method(self, $($vector: Self::Vector),*) -> Self::Vector {
            // SAFETY: there is a `self` only where the processor has the instructions.
            unsafe { $intrinsic($($vector),*) }
        }
    )*};
}

/// Writes methods that shift all lanes by as many bits, an intrinsic each.
macro_rules! shifts {
    ($($method:ident = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $method(self, vector: Self::Vector, by: u32) -> Self::Vector {
            // SAFETY: there is a `self` only where the processor has the instructions.
            unsafe { $intrinsic(vector, _mm_cvtsi32_si128(by as i32)) }
        }
    )*};
}

pub(super) use {intrinsics, shifts};
