// Counts the states of the cube by the best slot of several colours on a GPU, by the method of best_slot/halves.rs.
//
// The work file has the sets of places, the shared edges and the classes of their placements, as `count-colors --work`
// writes them. A thread counts one set of positions of the halves' own edges and one set of flips of the shared edges: it
// sums the permanents and determinants of the four corners of U over all ways to arrange that half's edges in 70
// registers, those of D in 70 more, and joins them. All values are integers, and all sums of `float` stay below 2^24, those
// of `double` below 2^53, so every number is exact.
//
//     halves WORK SUMS [SECONDS [FIRST END]]
//
// SUMS begins with a line that names the work file by its hash. It gets a line for each chunk of parts and each number of
// moves: the moves, the first part, the part after the last, and the number of states that are at least so many moves away.
// Chunks that it has already are not counted again. After SECONDS no other chunk is begun. Once all parts are there, the numbers of states by distance are printed.
//
// `nvcc -O3 -std=c++17 -arch=sm_90 --expt-relaxed-constexpr` builds the program. Any C++ compiler does, too (-x c++); it then runs
// on the processor, for tests.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <chrono>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef __CUDACC__
#define DEVICE __device__ __forceinline__
#else
#define DEVICE inline
#endif

using uint128 = unsigned __int128;

constexpr int PLACEMENTS = 95040, STATES = 32 * PLACEMENTS, QUADS = 70, PAIRS = 28, MOST_SLOTS = 12;
constexpr uint32_t ALL_PLACES = 0xffffff, IMPOSSIBLE = 0xffffffff;

// The pairs and the sets of four of eight positions in lexicographic order, and the six splits of each set: those of the
// columns wx, wy, wz, xy, xz, yz for the first two rows, and the rest for the last two.
struct Subsets {
    int pair[PAIRS][2] = {}, split[QUADS][6] = {};
    bool is_odd[QUADS] = {};

    constexpr Subsets() {
        int index[8][8] = {}, n = 0;
        for (int p = 0; p < 8; p++)
            for (int q = p + 1; q < 8; q++) {
                index[p][q] = n;
                pair[n][0] = p;
                pair[n++][1] = q;
            }
        n = 0;
        for (int w = 0; w < 8; w++)
            for (int x = w + 1; x < 8; x++)
                for (int y = x + 1; y < 8; y++)
                    for (int z = y + 1; z < 8; z++) {
                        int const of[6] = {index[w][x], index[w][y], index[w][z], index[x][y], index[x][z], index[y][z]};
                        for (int i = 0; i < 6; i++) split[n][i] = of[i];
                        // A position of the set is above those of the complement that are below it.
                        is_odd[n++] = (w + (x - 1) + (y - 2) + (z - 3)) % 2 == 1;
                    }
    }
};
constexpr Subsets SUBSETS;
constexpr int SPLIT_SIGN[6] = {1, -1, 1, 1, -1, 1};

// The characters of the parity and of the twist: permanents and determinants of the trivial character, and of the
// components a and a + b of the nontrivial one.
enum Character { PERMANENT, DETERMINANT, PERMANENT_A, DETERMINANT_A, PERMANENT_SUM, DETERMINANT_SUM };
constexpr bool is_signed(int character) { return character % 2 == 1; }

struct Slot {
    uint32_t edges[5], image[12], flips[5];
};

// What all threads share.
struct Plan {
    uint32_t shared_count, reduced, rest, placements, free_corners, own_count[2], orders[2], sets, lanes;
    uint32_t shared[12], own[2][12], slot_count[2], corner_slots[2][4];
    Slot slots[2][MOST_SLOTS];
    uint32_t set[1024];            // The positions of the edges of U, among those that are left.
    uint8_t order[2][24][4], order_is_odd[2][24];
    uint32_t flips[2][2][8];       // A half's own flips, by their parity.
    uint64_t own_index[2][16];     // By own flips, five bits for each slot: the index of its set; likewise by lane.
    uint64_t lane_index[2][1024];
};

template <int... I, class F> DEVICE void each(std::integer_sequence<int, I...>, F f) {
    (f(std::integral_constant<int, I>()), ...);
}
template <int N, class F> DEVICE void each(F f) { each(std::make_integer_sequence<int, N>(), f); }

// A small number as a float, without a conversion.
DEVICE float small(uint32_t n, float less) {
#ifdef __CUDA_ARCH__
    return __uint_as_float(0x4b000000 | n) - (8388608.0f + less);
#else
    return float(n) - less;
#endif
}

// The weights of a corner by position: the number of twists, and the components a and b.
DEVICE void weigh(uint32_t places, float (&number)[8]) {
    uint32_t const mask = 0x249249, n = (places & mask) + (places >> 1 & mask) + (places >> 2 & mask);
    each<8>([&](auto p) { number[p] = small(n >> 3 * p & 7, 0); });
}
DEVICE void weigh(uint32_t places, float (&a)[8], float (&b)[8]) {
    uint32_t const mask = 0x249249, z = ~places >> 2 & mask, x = (places & mask) + z, y = (places >> 1 & mask) + z;
    each<8>([&](auto p) {
        a[p] = small(x >> 3 * p & 7, 1);
        b[p] = small(y >> 3 * p & 7, 1);
    });
}

template <bool SIGNED> DEVICE float cross(float a, float d, float b, float c) { return SIGNED ? a * d - b * c : a * d + b * c; }

// Adds `factor` times the permanents or determinants of four rows, given those of two and two.
template <bool SIGNED, int FACTOR> DEVICE void add(float (&sums)[QUADS], float (&first)[PAIRS], float const (&last)[PAIRS]) {
    each<QUADS>([&](auto quad) {
        float sum = sums[quad];
        each<6>([&](auto i) {
            constexpr int one = SUBSETS.split[quad][i], other = SUBSETS.split[quad][5 - i];
            constexpr int sign = SIGNED ? FACTOR * SPLIT_SIGN[i] : FACTOR;
            sum += (sign < 0 ? -first[one] : first[one]) * last[other];
        });
        sums[quad] = sum;
    });
}

// The values of two corners over pairs of positions: component a or a + b, and b, times `factor`.
template <bool SIGNED, bool SUM, int FACTOR>
DEVICE void two(uint32_t one, uint32_t other, float sign, float (&value)[PAIRS], float (&b)[PAIRS]) {
    float a1[8], b1[8], a2[8], b2[8];
    weigh(one, a1, b1);
    weigh(other, a2, b2);
    each<8>([&](auto p) {
        a1[p] *= sign;
        b1[p] *= sign;
    });
    each<PAIRS>([&](auto pair) {
        constexpr int p = SUBSETS.pair[pair][0], q = SUBSETS.pair[pair][1];
        float const r = cross<SIGNED>(a1[p], a2[q], a1[q], a2[p]), t = cross<SIGNED>(b1[p], b2[q], b1[q], b2[p]);
        float const k = cross<SIGNED>(a1[p] + b1[p], a2[q] + b2[q], a1[q] + b1[q], a2[p] + b2[p]);
        float const a = r - t, sum = k - 3 * t;
        value[pair] = SUM ? sum : a;
        b[pair] = FACTOR * (sum - a);
    });
}

template <bool SIGNED> DEVICE void two(uint32_t one, uint32_t other, float sign, float (&value)[PAIRS]) {
    float a[8], b[8];
    weigh(one, a);
    weigh(other, b);
    each<8>([&](auto p) { a[p] *= sign; });
    each<PAIRS>([&](auto pair) {
        constexpr int p = SUBSETS.pair[pair][0], q = SUBSETS.pair[pair][1];
        value[pair] = cross<SIGNED>(a[p], b[q], a[q], b[p]);
    });
}

// Adds the values of four corners for a character. With R = a c, T = b d and K = (a + b)(c + d), a product of `a + b w` and
// `c + d w` has the components R - T and, a + b, K - 3 T.
template <int CHARACTER> DEVICE void add_corners(uint32_t const (&places)[4], bool is_odd, float (&sums)[QUADS]) {
    constexpr bool SIGNED = is_signed(CHARACTER);
    float const sign = SIGNED && is_odd ? -1 : 1;
    float first[PAIRS], last[PAIRS];
    if constexpr (CHARACTER <= DETERMINANT) {
        two<SIGNED>(places[0], places[1], sign, first);
        two<SIGNED>(places[2], places[3], 1, last);
        add<SIGNED, 1>(sums, first, last);
    } else {
        constexpr bool SUM = CHARACTER >= PERMANENT_SUM;
        float first_b[PAIRS], last_b[PAIRS];
        two<SIGNED, SUM, SUM ? 3 : 1>(places[0], places[1], sign, first, first_b);
        two<SIGNED, SUM, 1>(places[2], places[3], 1, last, last_b);
        add<SIGNED, 1>(sums, first, last);
        add<SIGNED, -1>(sums, first_b, last_b);
    }
}

// Whether this holds for all threads that run together.
DEVICE bool for_all(bool condition) {
#ifdef __CUDA_ARCH__
    return __all_sync(0xffffffff, condition);
#else
    return condition;
#endif
}

// The data of a chunk of parts. The sets of places are by slot and state of its five edges; `bases` has, for each part, set
// of positions, half, order and slot, the first of the 32 states, exclusive or the flips that the slot's view changes.
struct Chunk {
    Plan const *plan;
    uint32_t const *sets[2][MOST_SLOTS];
    uint32_t *bases;
    uint8_t *is_odd;
    unsigned long long *totals;    // By part, six times the number of states.
    uint8_t const *is_possible;    // By placement of five edges, whether a flip has a set that is not empty.
    uint8_t const *classes;        // Six positions each.
    uint64_t first;
    uint32_t parts;
};

DEVICE size_t base_index(Plan const &plan, size_t part, uint32_t set, uint32_t half, uint32_t order) {
    size_t const orders = plan.orders[0] + plan.orders[1];
    return ((part * plan.sets + set) * orders + half * plan.orders[0] + order) * MOST_SLOTS;
}

// Sums a character over the ways to arrange a half's edges whose flips have a parity. Returns whether any is not zero.
template <int CHARACTER>
DEVICE bool sum_half(Chunk const &chunk, size_t part, uint32_t set, uint32_t half, uint64_t lane_index, uint32_t parity, float (&sums)[QUADS]) {
    Plan const &plan = *chunk.plan;
    each<QUADS>([&](auto quad) { sums[quad] = 0; });
    float whole_ways = 0;
    bool is_any = false;
    uint32_t const flips = 1u << (plan.own_count[half] - 1);
    for (uint32_t order = 0; order < plan.orders[half]; order++) {
        uint32_t const *bases = chunk.bases + base_index(plan, part, set, half, order);
        if (bases[0] == IMPOSSIBLE) continue;
        bool const is_odd = plan.order_is_odd[half][order];
        for (uint32_t i = 0; i < flips; i++) {
            uint64_t index = lane_index ^ plan.own_index[half][plan.flips[half][parity][i]];
            uint32_t places[4], slot = 0, whole = 0;
            bool is_empty = false;
            each<4>([&](auto corner) {
                places[corner] = ALL_PLACES;
                for (uint32_t n = plan.corner_slots[half][corner]; n > 0; n--, slot++, index >>= 5)
                    places[corner] &= chunk.sets[half][slot][bases[slot] ^ (index & 31)];
                whole += places[corner] == ALL_PLACES;
                is_empty |= places[corner] == 0;
            });
            if (for_all(is_empty)) continue;
            // Corners without constraints have weights 0 for the nontrivial character, and two of them determinants 0.
            if (CHARACTER == PERMANENT) {
                if (for_all(is_empty || whole == 4)) {
                    whole_ways += is_empty ? 0 : 1944;
                    continue;
                }
            } else if (for_all(is_empty || whole >= (CHARACTER == DETERMINANT ? 2 : 1))) {
                continue;
            }
            is_any = true;
            add_corners<CHARACTER>(places, is_odd, sums);
        }
    }
    if (CHARACTER == PERMANENT) each<QUADS>([&](auto quad) { sums[quad] += whole_ways; });
    return is_any || !for_all(whole_ways == 0);
}

template <int CHARACTER>
DEVICE double joined(Chunk const &chunk, size_t part, uint32_t set, uint32_t lane, uint32_t parity, bool is_odd) {
    Plan const &plan = *chunk.plan;
    float up[QUADS], down[QUADS];
    if (!sum_half<CHARACTER>(chunk, part, set, 0, plan.lane_index[0][lane], parity, up)) return 0;
    uint32_t shared = lane;
    for (uint32_t shift = 8; shift > 0; shift /= 2) shared ^= shared >> shift;
    if (!sum_half<CHARACTER>(chunk, part, set, 1, plan.lane_index[1][lane], (parity ^ shared) & 1, down)) return 0;
    double even = 0, odd = 0;
    each<QUADS>([&](auto quad) {
        double const product = double(up[quad]) * double(down[QUADS - 1 - quad]);
        if constexpr (SUBSETS.is_odd[quad]) odd += product; else even += product;
    });
    double const sum = !is_signed(CHARACTER) ? even + odd : is_odd ? odd - even : even - odd;
    // The trivial character of the twist, and twice the real part of the others.
    return CHARACTER <= DETERMINANT ? sum : CHARACTER <= DETERMINANT_A ? 3 * sum : -sum;
}

// Counts six times the states of a part with one set of positions and the flips of one lane.
DEVICE long long count_lane(Chunk const &chunk, size_t part, uint32_t set, uint32_t lane) {
    Plan const &plan = *chunk.plan;
    bool const is_odd = chunk.is_odd[part * plan.sets + set];
    double total = 0;
    for (uint32_t parity = 0; parity < 2; parity++) {
        total += joined<PERMANENT>(chunk, part, set, lane, parity, is_odd);
        if (plan.free_corners < 2) total += joined<DETERMINANT>(chunk, part, set, lane, parity, is_odd);
        if (plan.free_corners < 1) {
            total += joined<PERMANENT_A>(chunk, part, set, lane, parity, is_odd);
            total += joined<DETERMINANT_A>(chunk, part, set, lane, parity, is_odd);
            total += joined<PERMANENT_SUM>(chunk, part, set, lane, parity, is_odd);
            total += joined<DETERMINANT_SUM>(chunk, part, set, lane, parity, is_odd);
        }
    }
    return (long long)total;
}

#ifdef __CUDACC__
__host__
#endif
// Positions of rank `rank` among the ordered choices of `count` from those in `free`.
DEVICE void unrank(uint64_t rank, uint32_t count, uint8_t const *free, uint32_t n, uint8_t *positions) {
    for (int i = int(count) - 1; i >= 0; i--) {
        positions[i] = uint8_t(rank % (n - i));
        rank /= n - i;
    }
    for (int i = int(count) - 1; i >= 0; i--)
        for (uint32_t j = i + 1; j < count; j++) positions[j] += positions[j] >= positions[i];
    for (uint32_t i = 0; i < count; i++) positions[i] = free[positions[i]];
}

DEVICE uint32_t others(uint32_t taken, uint8_t *free) {
    uint32_t n = 0;
    for (uint8_t position = 0; position < 12; position++)
        if (!(taken >> position & 1)) free[n++] = position;
    return n;
}

// Places the edges of a part and writes the bases of one order of a half's edges, and the parity of the edges.
DEVICE void write_bases(Chunk const &chunk, size_t part, uint32_t set, uint32_t half, uint32_t order) {
    Plan const &plan = *chunk.plan;
    uint64_t const number = chunk.first + part;
    uint8_t const *reduced = chunk.classes + 6 * (number / plan.placements);
    uint8_t positions[12], rest[12], free[12], own[2][12];
    uint32_t taken = 0, counts[2] = {0, 0};
    for (uint32_t i = 0; i < plan.reduced; i++) taken |= 1u << reduced[i];
    uint32_t n = others(taken, free);
    unrank(number % plan.placements, plan.rest, free, n, rest);
    for (uint32_t i = 0; i < plan.shared_count; i++) {
        uint8_t const position = i < plan.reduced ? reduced[i] : rest[i - plan.reduced];
        positions[plan.shared[i]] = position;
        taken |= 1u << position;
    }
    n = others(taken, free);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t const other = !(plan.set[set] >> i & 1);
        own[other][counts[other]++] = free[i];
    }
    if (half == 0 && order == 0) {
        for (uint32_t side = 0; side < 2; side++)
            for (uint32_t i = 0; i < counts[side]; i++) positions[plan.own[side][i]] = own[side][i];
        uint32_t inversions = 0;
        for (uint32_t j = 0; j < 12; j++)
            for (uint32_t i = 0; i < j; i++) inversions += positions[i] > positions[j];
        chunk.is_odd[part * plan.sets + set] = inversions % 2;
    }
    for (uint32_t i = 0; i < plan.own_count[half]; i++) positions[plan.own[half][i]] = own[half][plan.order[half][order][i]];
    uint32_t *bases = chunk.bases + base_index(plan, part, set, half, order);
    bool is_possible = true;
    for (uint32_t s = 0; s < plan.slot_count[half]; s++) {
        Slot const &slot = plan.slots[half][s];
        uint32_t rank = 0, flip = 0;
        uint32_t images[5];
        for (uint32_t i = 0; i < 5; i++) {
            uint32_t const position = positions[slot.edges[i]];
            images[i] = slot.image[position];
            flip |= (slot.flips[i] >> position & 1) << i;
            uint32_t lower = 0;
            for (uint32_t j = 0; j < i; j++) lower += images[j] < images[i];
            rank = rank * (12 - i) + images[i] - lower;
        }
        is_possible &= chunk.is_possible[rank] != 0;
        bases[s] = rank * 32 | flip;
    }
    if (!is_possible) bases[0] = IMPOSSIBLE;
}

// The set of a slot's places, given that of the slot FR of D.
DEVICE uint32_t turned(uint32_t const *image, uint32_t places) {
    return image[places & 0xff] | image[256 + (places >> 8 & 0xff)] | image[512 + (places >> 16)];
}

#ifdef __CUDACC__
__global__ void __launch_bounds__(128) count_kernel(Chunk chunk) {
    Plan const &plan = *chunk.plan;
    size_t const i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    uint32_t const lane = i % plan.lanes, set = i / plan.lanes % plan.sets;
    size_t const part = i / plan.lanes / plan.sets;
    if (part >= chunk.parts) return;    // All threads of a warp have the same part.
    long long total = count_lane(chunk, part, set, lane);
    for (int offset = 16; offset > 0; offset /= 2) total += __shfl_down_sync(0xffffffff, total, offset);
    if (threadIdx.x % 32 == 0 && total != 0) atomicAdd(&chunk.totals[part], (unsigned long long)total);
}

__global__ void bases_kernel(Chunk chunk) {
    Plan const &plan = *chunk.plan;
    size_t const i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    uint32_t const orders = plan.orders[0] + plan.orders[1], order = i % orders, set = i / orders % plan.sets;
    size_t const part = i / orders / plan.sets;
    if (part >= chunk.parts) return;
    bool const half = order >= plan.orders[0];
    write_bases(chunk, part, set, half, half ? order - plan.orders[0] : order);
}

__global__ void turn_kernel(uint32_t const *image, uint32_t const *far, uint32_t *sets) {
    uint32_t const i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < STATES) sets[i] = turned(image, far[i]);
}

void check(cudaError_t error) {
    if (error != cudaSuccess) {
        fprintf(stderr, "error: %s\n", cudaGetErrorString(error));
        exit(1);
    }
}

template <class T> T *memory(size_t count) {
    T *pointer;
    check(cudaMalloc(&pointer, count * sizeof(T)));
    return pointer;
}
template <class T> void copy(T *to, T const *from, size_t count) { check(cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyDefault)); }
template <class T> void clear(T *memory, size_t count) { check(cudaMemset(memory, 0, count * sizeof(T))); }
unsigned blocks(size_t threads, unsigned size) { return unsigned((threads + size - 1) / size); }

void turn(uint32_t const *image, uint32_t const *far, uint32_t *sets) {
    turn_kernel<<<blocks(STATES, 256), 256>>>(image, far, sets);
    check(cudaGetLastError());
}
void count(Chunk const &chunk, Plan const &plan) {
    size_t const sets = size_t(chunk.parts) * plan.sets;
    bases_kernel<<<blocks(sets * (plan.orders[0] + plan.orders[1]), 128), 128>>>(chunk);
    count_kernel<<<blocks(sets * plan.lanes, 128), 128>>>(chunk);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
}
#else
template <class T> T *memory(size_t count) { return static_cast<T *>(calloc(count, sizeof(T))); }
template <class T> void copy(T *to, T const *from, size_t count) { memcpy(to, from, count * sizeof(T)); }
template <class T> void clear(T *memory, size_t count) { memset(memory, 0, count * sizeof(T)); }

void turn(uint32_t const *image, uint32_t const *far, uint32_t *sets) {
    for (int i = 0; i < STATES; i++) sets[i] = turned(image, far[i]);
}
void count(Chunk const &chunk, Plan const &plan) {
    for (size_t part = 0; part < chunk.parts; part++)
        for (uint32_t set = 0; set < plan.sets; set++) {
            for (uint32_t half = 0; half < 2; half++)
                for (uint32_t order = 0; order < plan.orders[half]; order++) write_bases(chunk, part, set, half, order);
            for (uint32_t lane = 0; lane < plan.lanes; lane++) chunk.totals[part] += count_lane(chunk, part, set, lane);
        }
}
#endif

[[noreturn]] void fail(char const *what) {
    fprintf(stderr, "error: %s\n", what);
    exit(1);
}

// The work file: words of 32 bits, in the order in which they are read here.
struct Work {
    Plan plan{};
    uint32_t levels, class_count;
    uint64_t hash = 0xcbf29ce484222325;    // FNV-1a over the words.
    std::vector<uint32_t> images[2][MOST_SLOTS], sizes, far;
    std::vector<uint8_t> classes;

    explicit Work(char const *path) {
        FILE *file = fopen(path, "rb");
        if (!file) fail("cannot read the work file");
        auto words = [&](uint32_t *to, size_t count) {
            if (fread(to, 4, count, file) != count) fail("the work file is cut off");
            for (size_t i = 0; i < count; i++) hash = (hash ^ to[i]) * 0x100000001b3;
        };
        auto word = [&] { uint32_t value; words(&value, 1); return value; };
        levels = word();
        plan.shared_count = word();
        plan.reduced = word();
        plan.free_corners = word();
        words(plan.shared, plan.shared_count);
        for (int half = 0; half < 2; half++) {
            plan.own_count[half] = word();
            words(plan.own[half], plan.own_count[half]);
            for (int corner = 0; corner < 4; corner++) {
                plan.corner_slots[half][corner] = word();
                for (uint32_t i = 0; i < plan.corner_slots[half][corner]; i++) {
                    uint32_t const slot = plan.slot_count[half]++;
                    words(plan.slots[half][slot].edges, 5);
                    words(plan.slots[half][slot].image, 12);
                    words(plan.slots[half][slot].flips, 5);
                    images[half][slot].resize(768);
                    words(images[half][slot].data(), 768);
                }
            }
        }
        class_count = word();
        classes.resize(6 * size_t(class_count));
        for (uint32_t i = 0; i < class_count; i++) {
            for (uint32_t j = 0; j < plan.reduced; j++) classes[6 * i + j] = uint8_t(word());
            sizes.push_back(word());
        }
        far.resize(size_t(levels) * STATES);
        words(far.data(), far.size());
        fclose(file);
        if (plan.own_count[0] < 1 || plan.own_count[1] < 1 || plan.own_count[0] > 4 || plan.own_count[1] > 4 || plan.shared_count < 5)
            fail("the halves need one to four edges each");
        complete();
    }

    // Computes what follows from the work file.
    void complete() {
        uint32_t const free = 12 - plan.shared_count;
        plan.rest = plan.shared_count - plan.reduced;
        plan.placements = 1;
        for (uint32_t i = 0; i < plan.rest; i++) plan.placements *= 12 - plan.reduced - i;
        plan.lanes = 1u << plan.shared_count;
        for (uint32_t set = 0; set < 1u << free; set++)
            if (__builtin_popcount(set) == int(plan.own_count[0])) plan.set[plan.sets++] = set;
        for (int half = 0; half < 2; half++) {
            uint32_t const n = plan.own_count[half];
            uint8_t const home[4] = {0, 1, 2, 3};
            plan.orders[half] = n == 1 ? 1 : n == 2 ? 2 : n == 3 ? 6 : 24;
            for (uint32_t rank = 0; rank < plan.orders[half]; rank++) {
                uint8_t *order = plan.order[half][rank];
                unrank(rank, n, home, n, order);
                for (uint32_t j = 0; j < n; j++)
                    for (uint32_t i = 0; i < j; i++) plan.order_is_odd[half][rank] ^= order[i] > order[j];
            }
            uint32_t counts[2] = {0, 0};
            for (uint32_t flips = 0; flips < 1u << n; flips++) {
                int const parity = __builtin_popcount(flips) % 2;
                plan.flips[half][parity][counts[parity]++] = flips;
                plan.own_index[half][flips] = index(half, plan.own[half], n, flips);
            }
            for (uint32_t lane = 0; lane < plan.lanes; lane++)
                plan.lane_index[half][lane] = index(half, plan.shared, plan.shared_count, lane);
        }
    }

    // Five bits for each slot of a half: the index of its set for these flips of these edges.
    uint64_t index(int half, uint32_t const *edges, uint32_t count, uint32_t flips) const {
        uint32_t word = 0;
        for (uint32_t i = 0; i < count; i++) word |= (flips >> i & 1) << edges[i];
        uint64_t index = 0;
        for (uint32_t slot = 0; slot < plan.slot_count[half]; slot++)
            for (int i = 0; i < 5; i++)
                index |= uint64_t(word >> plan.slots[half][slot].edges[i] & 1) << (5 * slot + i);
        return index;
    }
};

std::string decimal(uint128 n) {
    std::string digits;
    do digits.insert(digits.begin(), char('0' + int(n % 10))); while (n /= 10);
    return digits;
}

int main(int argc, char **argv) {
    if (argc != 3 && argc != 4 && argc != 6) fail("expected WORK SUMS [SECONDS [FIRST END]]");
    auto const start = std::chrono::steady_clock::now();
    auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    Work work(argv[1]);
    Plan const &plan = work.plan;
    uint64_t const parts = uint64_t(work.class_count) * plan.placements;
    double const limit = argc > 3 ? atof(argv[3]) : 1e9;
    bool const is_sample = argc == 6;
    uint64_t const from = is_sample ? strtoull(argv[4], nullptr, 10) : 0, to = is_sample ? strtoull(argv[5], nullptr, 10) : parts;
    // Chunks are of about 2^24 threads.
    uint64_t size = (1u << 24) / (plan.lanes * plan.sets);
    if (size < 1) size = 1;

    char head[64], line[256];
    snprintf(head, sizeof head, "work %016llx\n", (unsigned long long)work.hash);
    std::map<std::pair<uint32_t, uint64_t>, uint128> known;
    bool is_new = true;
    if (FILE *sums = fopen(argv[2], "r")) {
        is_new = !fgets(line, sizeof line, sums);
        if (!is_new && strcmp(line, head) != 0) fail("the sums are of another work file");
        unsigned k;
        unsigned long long first, end;
        char number[64];
        while (fgets(line, sizeof line, sums)) {
            // A line that was cut off by an interruption would be followed by the next one.
            if (!strchr(line, '\n') || sscanf(line, "%u %llu %llu %63[0-9]", &k, &first, &end, number) != 4)
                fail("the sums have a damaged line; delete it");
            uint128 n = 0;
            for (char const *digit = number; *digit; digit++) n = 10 * n + unsigned(*digit - '0');
            if (end == (to - first < size ? to : first + size)) known[{k, first}] = n;
        }
        fclose(sums);
    }
    FILE *sums = fopen(argv[2], "a");
    if (!sums) fail("cannot write the sums");
    if (is_new) fputs(head, sums);

    Plan *shared_plan = memory<Plan>(1);
    copy(shared_plan, &plan, 1);
    uint8_t *classes = memory<uint8_t>(work.classes.size()), *is_possible = memory<uint8_t>(PLACEMENTS);
    copy(classes, work.classes.data(), work.classes.size());
    uint32_t *far = memory<uint32_t>(STATES), *image = memory<uint32_t>(768), *sets[2][MOST_SLOTS] = {};
    for (int half = 0; half < 2; half++)
        for (uint32_t slot = 0; slot < plan.slot_count[half]; slot++) sets[half][slot] = memory<uint32_t>(STATES);
    Chunk chunk{};
    chunk.plan = shared_plan;
    chunk.bases = memory<uint32_t>(size * plan.sets * (plan.orders[0] + plan.orders[1]) * MOST_SLOTS);
    chunk.is_odd = memory<uint8_t>(size * plan.sets);
    chunk.totals = memory<unsigned long long>(size);
    chunk.is_possible = is_possible;
    chunk.classes = classes;
    std::vector<unsigned long long> totals(size);
    std::vector<uint128> at_least(work.levels + 1);
    bool is_complete = true;
    for (uint32_t k = work.levels; k >= 1 && is_complete; k--) {
        uint32_t const *level = work.far.data() + size_t(k - 1) * STATES;
        copy(far, level, STATES);
        std::vector<uint8_t> possible(PLACEMENTS);
        for (int i = 0; i < STATES; i++) possible[i / 32] |= level[i] != 0;
        copy(is_possible, possible.data(), PLACEMENTS);
        for (int half = 0; half < 2; half++)
            for (uint32_t slot = 0; slot < plan.slot_count[half]; slot++) {
                copy(image, work.images[half][slot].data(), 768);
                turn(image, far, sets[half][slot]);
                chunk.sets[half][slot] = sets[half][slot];
            }
        for (uint64_t first = from; first < to; first += size) {
            auto const found = known.find({k, first});
            if (!is_sample && found != known.end()) {
                at_least[k] += found->second;
                continue;
            }
            if (seconds() > limit) {
                is_complete = false;
                break;
            }
            chunk.first = first;
            chunk.parts = uint32_t(to - first < size ? to - first : size);
            clear(chunk.totals, size);
            count(chunk, plan);
            copy(totals.data(), chunk.totals, chunk.parts);
            uint128 sum = 0;
            for (uint32_t i = 0; i < chunk.parts; i++) {
                if (totals[i] % 6 != 0) fail("characters do not average to a number");
                sum += uint128(totals[i] / 6) * work.sizes[(first + i) / plan.placements];
            }
            fprintf(sums, "%u %llu %llu %s\n", k, (unsigned long long)first, (unsigned long long)(first + chunk.parts), decimal(sum).c_str());
            if (fflush(sums) != 0) fail("cannot write the sums");
            at_least[k] += sum;
        }
        fprintf(stderr, "at least %u: %s (%.1f s)\n", k, decimal(at_least[k]).c_str(), seconds());
    }
    fclose(sums);
    if (is_sample) return 0;
    if (!is_complete) {
        fprintf(stderr, "not complete\n");
        return 1;
    }
    at_least[0] = uint128(43252003274489856ull) * 1000;
    for (uint32_t k = 0; k <= work.levels; k++)
        printf("%s%s", k ? " " : "", decimal(at_least[k] - (k < work.levels ? at_least[k + 1] : 0)).c_str());
    printf("\n");
    return 0;
}
