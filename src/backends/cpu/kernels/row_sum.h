// Sums of rows of floating-point numbers.
//
// Rows of float64 are added in the order of pairwise summation with blocks of 128 elements and
// eight running sums (the scheme NumPy documents), so equal inputs give NumPy's bits; float32
// and float16 blocks are added in float32 and their totals in float64.
#pragma once

#include <algorithm>

#include "backends/cpu/kernels/fold.h"
#include "backends/cpu/kernels/four_sums.h"
#include "backends/cpu/kernels/pack.h"

namespace numen::cpu::NUMEN_ISA {

// What is added up: the elements themselves, or what a map makes of them.
template <class In> struct Value {
    using Term = typename Sum<In>::Block;
#if NUMEN_FOUR_ROWS
    OwnTerms for_four() const { return {}; }
#endif
    [[gnu::always_inline]] Term operator()(In value) const { return convert<Term>(value); }
};

template <class In, bool is_packed, class Map>
[[gnu::always_inline]] inline typename Map::Term term(const char* data, std::int64_t step,
                                                      std::int64_t index, const Map& map) {
    return map(load<In>(data + index * (is_packed ? std::int64_t{sizeof(In)} : step)));
}

// Four running sums of packed complex numbers are eight of their parts in the order of memory,
// which the compiler does not find. At least four numbers, in the order of block_sum.
template <class Part> Pair<Part> complex_block_sum(const char* data, std::int64_t count) {
    constexpr std::int64_t lanes = 4, size = sizeof(Pair<Part>);
#if NUMEN_FOUR_ROWS
    constexpr std::int64_t bytes = 2 * size;
#else
    constexpr std::int64_t bytes = 16;
#endif
    constexpr std::int64_t vectors = lanes * size / bytes;
    using Vector [[gnu::vector_size(bytes)]] = Part;
    Vector sums[vectors];
#pragma GCC unroll 4
    for (std::int64_t k = 0; k < vectors; ++k) {
        __builtin_memcpy(&sums[k], data + k * bytes, sizeof(Vector));
    }
    std::int64_t i = lanes;
    for (; i + lanes <= count; i += lanes) {
#pragma GCC unroll 4
        for (std::int64_t k = 0; k < vectors; ++k) {
            Vector terms;
            __builtin_memcpy(&terms, data + i * size + k * bytes, sizeof terms);
            sums[k] += terms;
        }
    }
    Part part[2 * lanes];
    __builtin_memcpy(part, sums, sizeof part);
    Pair<Part> total{(part[0] + part[2]) + (part[4] + part[6]),
                     (part[1] + part[3]) + (part[5] + part[7])};
    for (; i < count; ++i) total = plus(total, load<Pair<Part>>(data + i * size));
    return total;
}

// The same of numbers that lie apart, each of which is a vector of two.
template <class Part>
Pair<Part> complex_block_sum_apart(const char* data, std::int64_t step, std::int64_t count) {
    constexpr std::int64_t lanes = 4;
    using Vector [[gnu::vector_size(2 * sizeof(Part))]] = Part;
    const auto number = [&](std::int64_t i) {
        Vector parts;
        __builtin_memcpy(&parts, data + i * step, sizeof parts);
        return parts;
    };
    Vector sums[lanes] = {number(0), number(1), number(2), number(3)};
    std::int64_t i = lanes;
    for (; i + lanes <= count; i += lanes) {
#pragma GCC unroll 4
        for (std::int64_t k = 0; k < lanes; ++k) sums[k] += number(i + k);
    }
    Vector total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    for (; i < count; ++i) total += number(i);
    return {total[0], total[1]};
}

// At most 128 real parts: eight running sums (four complex ones), merged as a tree.
template <class In, bool is_packed, class Map>
typename Map::Term block_sum(const char* data, std::int64_t step, std::int64_t count,
                             const Map& map) {
    using Term = typename Map::Term;
    constexpr std::int64_t lanes = is_pair<Term>::value ? 4 : 8;
    if (count < lanes) {
        Term result = term<In, is_packed>(data, step, 0, map);
        for (std::int64_t i = 1; i < count; ++i) {
            result = plus(result, term<In, is_packed>(data, step, i, map));
        }
        return result;
    }
    if constexpr (is_pair<In>::value && std::is_same_v<Map, Value<In>> &&
                  std::is_same_v<Term, In>) {
        using Part = decltype(In{}.real);
        return is_packed ? complex_block_sum<Part>(data, count)
                         : complex_block_sum_apart<Part>(data, step, count);
    }
    if constexpr (!is_packed && sizeof(In) <= 8) {
        // Every second element, packed by the compiler's shuffles.
        constexpr std::int64_t size = sizeof(In);
        if (step == 2 * size && count <= block_length) {
            char packed[block_length * size];
            for (std::int64_t i = 0; i < count; ++i) {
                store(packed + i * size, load<In>(data + 2 * i * size));
            }
            return block_sum<In, true>(packed, size, count, map);
        }
    }
    Term lane[lanes];
    for (std::int64_t k = 0; k < lanes; ++k) lane[k] = term<In, is_packed>(data, step, k, map);
    std::int64_t i = lanes;
    for (; i + lanes <= count; i += lanes) {
        for (std::int64_t k = 0; k < lanes; ++k) {
            lane[k] = plus(lane[k], term<In, is_packed>(data, step, i + k, map));
        }
    }
    for (std::int64_t width = 1; width < lanes; width *= 2) {
        for (std::int64_t k = 0; k < lanes; k += 2 * width) {
            lane[k] = plus(lane[k], lane[k + width]);
        }
    }
    for (; i < count; ++i) lane[0] = plus(lane[0], term<In, is_packed>(data, step, i, map));
    return lane[0];
}

// Where pairwise summation splits a row.
constexpr std::int64_t half_of(std::int64_t count, std::int64_t parts = 1) {
    return (count * parts / 2 & ~std::int64_t{7}) / parts;
}

#if NUMEN_FOUR_ROWS
// The blocks that pairwise summation splits a row into, in order, and their sums joined as it joins
// them. Without recursion: between two blocks the processor goes on reading.
template <class Sum> class PairwiseBlocks {
  public:
    explicit PairwiseBlocks(std::int64_t count) { left_[0] = {count, 0}; }  // no other yet

    bool is_at_end() const { return waiting_ == 0; }
    struct Block {
        std::int64_t count;
        int joins;  // how many sums to its left its own completes
    };
    Block next() {
        Block block = left_[--waiting_];
        while (block.count > block_length) {
            const std::int64_t half = half_of(block.count);
            left_[waiting_++] = {block.count - half, block.joins + 1};
            block = {half, 0};
        }
        return block;
    }
    void add(Sum sum, int joins) {
        for (; joins > 0; --joins) sum = plus(sums_[--held_], sum);
        sums_[held_++] = sum;
    }
    Sum total() const { return sums_[0]; }

  private:
    static constexpr int most_halvings = 64;
    int waiting_ = 1, held_ = 0;
    Block left_[most_halvings];
    Sum sums_[most_halvings];
};

// Of float64, or of complex numbers, a row of twice as many parts; four blocks at a time. Elements
// that lie apart are packed before.
template <class Sum, bool is_packed, class Map>
Sum sum_by_fours(const char* data, std::int64_t step, std::int64_t parts, const Map& map) {
    constexpr std::int64_t size = sizeof(Sum), part_size = sizeof(double);
    const auto terms = map.for_four();
    alignas(64) char packed[is_packed ? 1 : 4 * block_length * part_size];
    PairwiseBlocks<Sum> blocks(parts);
    while (!blocks.is_at_end()) {
        const char* at[4];
        std::int64_t counts[4], bytes = 0;
        int joins[4], together = 0;
        for (; together < 4 && !blocks.is_at_end(); ++together) {
            const auto block = blocks.next();
            at[together] = (is_packed ? data : packed) + bytes;
            counts[together] = block.count;
            joins[together] = block.joins;
            bytes += block.count * part_size;
        }
        if constexpr (!is_packed) pack_bytes<size>(packed, data, step, bytes / size);
        data += is_packed ? bytes : bytes / size * step;
        Sum sums[4];
        if (together == 4) {
            four_blocks<double>(at, counts, terms, sums);
        } else {
            for (int k = 0; k < together; ++k) {
                const std::int64_t elements = counts[k] * part_size / size;
                sums[k] = block_sum<Sum, true>(at[k], size, elements, map);
            }
        }
        for (int k = 0; k < together; ++k) blocks.add(sums[k], joins[k]);
    }
    return blocks.total();
}
#endif

// Pairwise splitting down to blocks, for terms as wide as their total.
template <class In, bool is_packed, class Map>
typename Map::Term pairwise_sum(const char* data, std::int64_t step, std::int64_t count,
                                const Map& map) {
    constexpr std::int64_t parts = is_pair<typename Map::Term>::value ? 2 : 1;
    if (count * parts <= block_length) {
        return block_sum<In, is_packed>(data, step, count, map);
    }
#if NUMEN_FOUR_ROWS
    if constexpr (std::is_same_v<In, double> || std::is_same_v<In, Pair<double>>) {
        if constexpr (std::is_same_v<typename Map::Term, In>) {
            return sum_by_fours<In, is_packed>(data, step, count * parts, map);
        }
    }
#endif
    const std::int64_t half = half_of(count, parts);
    return plus(pairwise_sum<In, is_packed>(data, step, half, map),
                pairwise_sum<In, is_packed>(data + half * step, step, count - half, map));
}

template <class In, bool is_packed>
typename Sum<In>::Total row_sum(const char* data, std::int64_t step, std::int64_t count) {
    using Total = typename Sum<In>::Total;
    const Value<In> map;
    if constexpr (std::is_same_v<typename Sum<In>::Block, Total>) {
        return pairwise_sum<In, is_packed>(data, step, count, map);
    } else {
        constexpr std::int64_t length = block_length / (is_pair<In>::value ? 2 : 1);
        Total total{};
        std::int64_t begin = 0;
#if NUMEN_FOUR_ROWS
        if constexpr (is_packed && std::is_same_v<In, float>) {
            for (; begin + 4 * length <= count; begin += 4 * length) {
                const Four<float> sums =
                    four_blocks<float>(data + begin * step, length, map.for_four());
                for (int k = 0; k < 4; ++k) total += Total{sums[k]};
            }
        }
#endif
        for (; begin < count; begin += length) {
            const std::int64_t size = std::min(length, count - begin);
            total = plus(total, Sum<In>::widen(block_sum<In, is_packed>(data + begin * step, step,
                                                                        size, map)));
        }
        return total;
    }
}

#if NUMEN_FOUR_ROWS
// Of rows up to here four at a time; longer ones by themselves, so that memory is read in order.
inline constexpr std::int64_t most_together = 2048;

// Sums of four packed rows of `count` elements, in float64.
template <class Map>
Four<double> four_row_sums(const char* const (&at)[4], std::int64_t count, const Map& map) {
    if (count <= block_length) return four_sums<double>(at, count, map);
    const std::int64_t half = half_of(count), offset = half * std::int64_t{sizeof(double)};
    const char* const right[4] = {at[0] + offset, at[1] + offset, at[2] + offset, at[3] + offset};
    const Four<double> left = four_row_sums(at, half, map);
    return left + four_row_sums(right, count - half, map);
}

inline Four<double> four_row_sums(const char* const (&at)[4], std::int64_t count) {
    Four<double> total{};
    for (std::int64_t begin = 0; begin < count; begin += block_length) {
        const std::int64_t offset = begin * std::int64_t{sizeof(float)};
        const char* const block[4] = {at[0] + offset, at[1] + offset, at[2] + offset,
                                      at[3] + offset};
        const Four<float> sums = four_sums<float>(
            block, std::min(block_length, count - begin), OwnTerms{});
        total += __builtin_convertvector(sums, Four<double>);
    }
    return total;
}
#endif

}  // namespace numen::cpu::NUMEN_ISA
