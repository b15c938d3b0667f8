// Sums of four rows, or of four blocks of one row, side by side: each waits for its own results
// only, and what ends a short row is done for four at once.
//
// Every sum has the terms and the order of block_sum and pairwise_sum (row_sum.h), so that its bits
// do not depend on its neighbours.
#pragma once

#include "backends/cpu/kernels/four_rows.h"

#if NUMEN_FOUR_ROWS
namespace numen::cpu::NUMEN_ISA {

// {a0 + a1, a2 + a3} and the same of b, in the order that the instruction set shuffles best.
template <class T> [[gnu::always_inline]] inline Four<T> add_neighbours(Four<T> a, Four<T> b) {
    using Places = typename four_places<T>::type;
    if constexpr (sizeof(T) == 4) {
        return __builtin_shuffle(a, b, Places{0, 2, 4, 6}) +
               __builtin_shuffle(a, b, Places{1, 3, 5, 7});
    } else {
        return __builtin_shuffle(a, b, Places{0, 4, 2, 6}) +
               __builtin_shuffle(a, b, Places{1, 5, 3, 7});
    }
}

// (x0 + x1) + (x2 + x3) of each of four.
template <class T> [[gnu::always_inline]] inline Four<T> add_within(const Four<T> (&x)[4]) {
    using Places = typename four_places<T>::type;
    const Four<T> ab = add_neighbours<T>(x[0], x[1]), cd = add_neighbours<T>(x[2], x[3]);
    if constexpr (sizeof(T) == 4) {
        return add_neighbours<T>(ab, cd);
    } else {
        return __builtin_shuffle(ab, cd, Places{0, 1, 4, 5}) +
               __builtin_shuffle(ab, cd, Places{2, 3, 6, 7});
    }
}

// Of `count` packed elements at each place, at most 128. What is added up comes from `map`, which
// is given four elements of one place, or one of each.
template <class T, class Map>
[[gnu::always_inline]] inline Four<T> four_sums(const char* const (&at)[4], std::int64_t count,
                                                const Map& map) {
    constexpr std::int64_t lanes = 8, size = sizeof(T);
    if (count < lanes) {
        Four<T> total = map.across(column<T>(at, 0));
        for (std::int64_t i = 1; i < count; ++i) total += map.across(column<T>(at, i * size));
        return total;
    }
    Four<T> low[4], high[4];
    for (int k = 0; k < 4; ++k) {
        low[k] = map.along(k, load_four<T>(at[k]));
        high[k] = map.along(k, load_four<T>(at[k] + 4 * size));
    }
    std::int64_t i = lanes;
    for (; i + lanes <= count; i += lanes) {
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) {
            low[k] += map.along(k, load_four<T>(at[k] + i * size));
            high[k] += map.along(k, load_four<T>(at[k] + (i + 4) * size));
        }
    }
    Four<T> total = add_within<T>(low) + add_within<T>(high);
    for (; i < count; ++i) total += map.across(column<T>(at, i * size));
    return total;
}

inline constexpr std::int64_t lanes_of_block = 8;

// The running sums of a block of packed elements, whose number is a multiple of eight. Blocks of
// one row come one after another: while one waits for its own results the processor begins the
// next, and memory is read in order, which takes half the time of reading four places by turns.
template <class T, class Map>
[[gnu::always_inline]] inline void add_block(const char* block, std::int64_t count, int k,
                                             const Map& map, Four<T>& low, Four<T>& high) {
    constexpr std::int64_t size = sizeof(T);
    low = map.along(k, load_four<T>(block));
    high = map.along(k, load_four<T>(block + 4 * size));
    for (std::int64_t i = lanes_of_block; i < count; i += lanes_of_block) {
        low += map.along(k, load_four<T>(block + i * size));
        high += map.along(k, load_four<T>(block + (i + 4) * size));
    }
}

// Of four packed blocks of so many elements, one after another.
template <class T, class Map>
[[gnu::always_inline]] inline Four<T> four_blocks(const char* data, std::int64_t count,
                                                  const Map& map) {
    Four<T> low[4], high[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
        add_block<T>(data + k * count * std::int64_t{sizeof(T)}, count, k, map, low[k], high[k]);
    }
    return add_within<T>(low) + add_within<T>(high);
}

// The elements themselves.
struct OwnTerms {
    template <class T> [[gnu::always_inline]] T one(int, T x) const { return x; }
    template <class V> [[gnu::always_inline]] V along(int, V x) const { return x; }
    template <class V> [[gnu::always_inline]] V across(V x) const { return x; }
};

// The totals of four blocks of numbers, whose terms behind `whole` have not been added.
template <class T, class Map>
[[gnu::always_inline]] inline void end_blocks(const Four<T> (&low)[4], const Four<T> (&high)[4],
                                              const char* const (&at)[4],
                                              const std::int64_t (&whole)[4],
                                              const std::int64_t (&counts)[4], const Map& map,
                                              T* sums) {
    const Four<T> total = add_within<T>(low) + add_within<T>(high);
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
        sums[k] = total[k];
        for (std::int64_t i = whole[k]; i < counts[k]; ++i) {
            sums[k] += map.one(k, load<T>(at[k] + i * std::int64_t{sizeof(T)}));
        }
    }
}

// The same of complex numbers: running sums of real and imaginary parts lie by turns.
template <class T>
[[gnu::always_inline]] inline void end_blocks(const Four<T> (&low)[4], const Four<T> (&high)[4],
                                              const char* const (&at)[4],
                                              const std::int64_t (&whole)[4],
                                              const std::int64_t (&counts)[4], const OwnTerms&,
                                              Pair<T>* sums) {
    using Places = typename four_places<T>::type;
    constexpr Places next{2, 3, 0, 1};
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
        const Four<T> total = (low[k] + __builtin_shuffle(low[k], next)) +
                              (high[k] + __builtin_shuffle(high[k], next));
        sums[k] = {total[0], total[1]};
        for (std::int64_t i = whole[k]; i < counts[k]; i += 2) {
            const auto number = load<Pair<T>>(at[k] + i * std::int64_t{sizeof(T)});
            sums[k] = {sums[k].real + number.real, sums[k].imag + number.imag};
        }
    }
}

// The sums of blocks of several lengths, 8 elements at least, or of the parts of complex numbers.
template <class T, class Sum, class Map>
[[gnu::always_inline]] inline void four_blocks(const char* const (&at)[4],
                                               const std::int64_t (&counts)[4], const Map& map,
                                               Sum* sums) {
    Four<T> low[4], high[4];
    std::int64_t whole[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
        whole[k] = counts[k] & ~(lanes_of_block - 1);
        add_block<T>(at[k], whole[k], k, map, low[k], high[k]);
    }
    end_blocks<T>(low, high, at, whole, counts, map, sums);
}

// Squared distances from each row's mean.
struct SquaresOfFour {
    Four<double> means;
    [[gnu::always_inline]] double one(int k, double x) const {
        return (x - means[k]) * (x - means[k]);
    }
    [[gnu::always_inline]] Four<double> along(int k, Four<double> x) const {
        const Four<double> mean = Four<double>{} + means[k];
        return (x - mean) * (x - mean);
    }
    [[gnu::always_inline]] Four<double> across(Four<double> x) const {
        return (x - means) * (x - means);
    }
};

}  // namespace numen::cpu::NUMEN_ISA
#endif
