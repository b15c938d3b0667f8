// The two shapes of a reduction loop over any fold: along rows and down columns.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "backends/cpu/data_kernels.h"
#include "backends/cpu/kernels/float_extremum.h"
#include "backends/cpu/kernels/folds.h"
#include "backends/cpu/kernels/four_extrema.h"
#include "backends/cpu/kernels/pack.h"
#include "backends/cpu/kernels/subnormal_product.h"
#include "backends/cpu/kernels/truths.h"
#include "backends/cpu/kernels/word_truths.h"

namespace numen::cpu::NUMEN_ISA {

// NumPy adds blocks of 128 elements before it splits; so do we.
inline constexpr std::int64_t block_length = 128;
// Elements that lie apart are folded so many at a time, those in a row up to longest_run: a Count
// of them fits two bytes.
inline constexpr std::int64_t decision_length = 2048, longest_run = 16 * decision_length;

template <class F, bool is_packed> [[gnu::always_inline]] inline typename F::Block element(
    const char* data, std::int64_t step, std::int64_t index) {
    using In = typename F::Input;
    const std::int64_t offset = is_packed ? std::int64_t{sizeof(In)} : step;
    return F::enter(load<In>(data + index * offset));
}

template <class F, bool is_packed>
typename F::Block fold_in_order(const char* data, std::int64_t step, std::int64_t count) {
    typename F::Block result = element<F, is_packed>(data, step, 0);
    for (std::int64_t i = 1; i < count; ++i) {
        result = F::combine(result, element<F, is_packed>(data, step, i));
    }
    return result;
}

// Folds that vectors of floats do by themselves, all but those that end in a NaN.
template <class F> constexpr bool is_float_extremum = false;
template <class T, bool is_max, bool skips_nan>
constexpr bool is_float_extremum<Extremum<T, is_max, skips_nan>> = std::is_floating_point_v<T>;

template <class F> constexpr bool is_pair_extremum = false;
template <class T, bool is_max, bool skips_nan>
constexpr bool is_pair_extremum<Extremum<T, is_max, skips_nan>> = is_pair<T>::value;

template <class F> constexpr bool is_quantifier = false;
template <class T, bool is_any> constexpr bool is_quantifier<Quantifier<T, is_any>> = true;
template <class F> constexpr bool is_truth_quantifier = false;
template <bool is_any> constexpr bool is_truth_quantifier<Quantifier<Truth, is_any>> = true;

// Several interleaved folds hide the latency of one; they fill two of the widest registers.
inline constexpr std::int64_t lane_bytes = 128;
template <class Block>
constexpr std::int64_t lanes_of = lane_bytes / static_cast<std::int64_t>(sizeof(Block));
template <class F, bool is_packed>
typename F::Block fold_lanes(const char* data, std::int64_t step, std::int64_t count) {
    using Block = typename F::Block;
    constexpr std::int64_t lanes = lanes_of<Block>;
    if (count < 2 * lanes) return fold_in_order<F, is_packed>(data, step, count);
#if defined(__AVX2__)
    if constexpr (is_packed && is_float_extremum<F>) {
        Block extremum;
        if (count >= extremum_group<Block> &&
            float_extremum<F::seeks_largest, F::leaves_nan_out>(
                reinterpret_cast<const Block*>(data), count, extremum)) {
            return extremum;
        }
    }
#endif
    if constexpr (is_packed && is_quantifier<F> && has_word_truth<typename F::Input>) {
        return quantify_words<typename F::Input, F::is_any>(data, count);
    }
    Block lane[lanes];
    for (std::int64_t k = 0; k < lanes; ++k) lane[k] = element<F, is_packed>(data, step, k);
    const auto add_group = [&](std::int64_t first) __attribute__((always_inline)) {
        // Unrolled, a loop of 16 lanes would be taken for scalar code and stay so.
#pragma GCC unroll 1
        for (std::int64_t k = 0; k < lanes; ++k) {
            lane[k] = F::combine(lane[k], element<F, is_packed>(data, step, first + k));
        }
    };
    std::int64_t i = lanes;
    for (; i + lanes <= count; i += lanes) add_group(i);
    if (F::is_idempotent && i < count) {
        add_group(count - lanes);
        i = count;
    }
    if constexpr (F::is_idempotent && std::is_integral_v<Block>) {
        // The compiler makes shuffles of this; in halves the 128 lanes of bytes take 40 ns.
        Block joined = lane[0];
        for (std::int64_t k = 0; k < lanes; ++k) joined = F::combine(joined, lane[k]);
        return joined;
    }
    for (std::int64_t width = lanes / 2; width > 0; width /= 2) {
        for (std::int64_t k = 0; k < width; ++k) lane[k] = F::combine(lane[k], lane[k + width]);
    }
    for (; i < count; ++i) lane[0] = F::combine(lane[0], element<F, is_packed>(data, step, i));
    return lane[0];
}

// Elements that lie apart are packed for the loops over packed rows.
template <class T> constexpr bool is_packable = sizeof(T) <= 8;

// At most decision_length elements, or longest_run of a row.
template <class F, bool is_packed>
typename F::Block fold_block(const char* data, std::int64_t step, std::int64_t count) {
    using In = typename F::Input;
    if constexpr (!is_packed && is_packable<In>) {
        if (step != 0 && count >= 2 * lanes_of<typename F::Block>) {
            alignas(8) char packed[decision_length * sizeof(In)];
            pack_bytes<sizeof(In)>(packed, data, step, count);
            return fold_lanes<F, true>(packed, sizeof(In), count);
        }
    }
    return fold_lanes<F, is_packed>(data, step, count);
}

template <class F, bool is_packed>
typename F::Total fold_row(const char* data, std::int64_t step, std::int64_t count) {
    if constexpr (is_packed && is_truth_quantifier<F>) {
        const bool is_found = first_truth<F::is_any>(data, 1, count) >= 0;
        return Truth{static_cast<std::uint8_t>(is_found == F::is_any)};
    }
    // Between two runs memory is idle, so they are long. Only quantifiers can stop early, and most
    // do at once.
    constexpr std::int64_t run = is_packed ? longest_run : decision_length;
    std::int64_t length = is_quantifier<F> ? 2 * lanes_of<typename F::Block> : run;
    typename F::Total total{};
    for (std::int64_t begin = 0; begin < count; begin += length) {
        length = begin == 0 ? length : std::min(4 * length, run);
        length = std::min(length, count - begin);
        const auto block = fold_block<F, is_packed>(data + begin * step, step, length);
        total = begin == 0 ? F::widen(block) : F::merge(total, F::widen(block));
        if (F::is_decided(total)) break;
    }
    return total;
}

// The total so far is the left end of an ordered row.
template <class F, bool is_packed>
void fold_ordered_row(char* out, bool first, const char* data, std::int64_t step,
                      std::int64_t count) {
    using Block = typename F::Block;
    const bool is_slow = subnormals_are_slow;
    Block result = element<F, is_packed>(data, step, 0);
    result = first ? F::begin(result)
                   : F::combine(convert<Block>(load<typename F::Total>(out)), result);
    for (std::int64_t i = 1; i < count; ++i) {
        const Block value = element<F, is_packed>(data, step, i);
        if constexpr (is_pair_extremum<F>) {
            // The further on, the fewer are better: a branch costs less than choosing does.
            if (F::surely_keeps(result, value)) [[likely]] continue;
        }
        result = F::combine(result, value);
        if constexpr (std::is_floating_point_v<Block>) {  // a product
            if (is_slow && is_subnormal(result)) [[unlikely]] {
                i = multiply_subnormal(result, i + 1, count, [&](std::int64_t at) {
                    return element<F, is_packed>(data, step, at);
                }) - 1;
            }
        }
    }
    store(out, F::widen(result));
}

template <class F, bool is_packed>
void fold_row_into(char* out, bool first, const char* data, std::int64_t step,
                   std::int64_t count) {
    if constexpr (F::is_ordered) {
        fold_ordered_row<F, is_packed>(out, first, data, step, count);
    } else {
        using Total = typename F::Total;
        const Total total = fold_row<F, is_packed>(data, step, count);
        store(out, first ? F::start(total) : F::merge(load<Total>(out), total));
    }
}

#if NUMEN_FOUR_ROWS
// Rows so short that they are folded in order: four side by side, but where one has a NaN.
template <class F> void fold_fours(void* totals, bool first, const FoldSpan& span) {
    using T = typename F::Block;
    for_fours(span, [&](std::int64_t row, const char* const (&at)[4], std::int64_t rows) {
        bool has_nan = false;
        const Four<T> folded = four_extrema<F::seeks_largest, T>(at, span.reduced_count, has_nan);
        for (std::int64_t k = 0; k < rows; ++k) {
            char* out = static_cast<char*>(totals) + (row + k) * std::int64_t{sizeof(T)};
            const T own = has_nan ? fold_in_order<F, true>(at[k], sizeof(T), span.reduced_count)
                                  : folded[k];
            store(out, first ? own : F::merge(load<T>(out), own));
        }
    });
}
#endif

template <class F> void fold_rows(void* totals, bool first, const FoldSpan& span) {
#if NUMEN_FOUR_ROWS
    if constexpr (is_float_extremum<F>) {
        constexpr std::int64_t size = sizeof(typename F::Block), most = 2 * lane_bytes / size;
        if (span.reduced_step == sizeof(typename F::Input) && span.kept_count > 1 &&
            span.reduced_count < most && !F::leaves_nan_out) {
            return fold_fours<F>(totals, first, span);
        }
    }
#endif
    char* out = static_cast<char*>(totals);
    const std::int64_t step = span.reduced_step;
    const bool is_packed = step == sizeof(typename F::Input);
    for (std::int64_t j = 0; j < span.kept_count; ++j, out += sizeof(typename F::Total)) {
        const char* row = span.data + j * span.kept_step;
        is_packed ? fold_row_into<F, true>(out, first, row, step, span.reduced_count)
                  : fold_row_into<F, false>(out, first, row, step, span.reduced_count);
    }
}

// One strip of columns that stays in the first cache while the rows stream by; where more are
// given, they are far off and the strip is as wide as they are.
inline constexpr std::int64_t strip_width = 512, widest_strip = 4096, least_packed_width = 16;

// The memory of a strip. A wide one is not on the stack, which may be small; without memory the
// strips are not wide.
template <class Block> class Strip {
  public:
    explicit Strip(std::int64_t columns) {
        if (columns <= strip_width) return;
        const std::int64_t wide = std::min(columns, widest_strip);
        wide_ = static_cast<Block*>(std::malloc(static_cast<std::size_t>(wide) * sizeof(Block)));
    }
    ~Strip() { std::free(wide_); }
    Strip(const Strip&) = delete;
    Strip& operator=(const Strip&) = delete;

    Block* data() { return wide_ != nullptr ? wide_ : near_; }
    std::int64_t width() const { return wide_ != nullptr ? widest_strip : strip_width; }

  private:
    Block* wide_ = nullptr;
    Block near_[strip_width];
};

// Folds rows into the strip; if `continues`, onto what it holds.
template <class F, bool is_packed>
void fold_strip(typename F::Block* strip, bool continues, const char* data, std::int64_t width,
                const FoldSpan& span, std::int64_t rows) {
    using In = typename F::Input;
    if constexpr (!is_packed && is_packable<In>) {
        constexpr std::int64_t size = sizeof(In);
        if (span.kept_step != 0 && width >= least_packed_width) {
            alignas(8) char packed[strip_width * size];
            for (std::int64_t row = 0; row < rows; ++row, continues = true) {
                for (std::int64_t left = 0; left < width; left += strip_width) {
                    const std::int64_t some = std::min(strip_width, width - left);
                    const char* at = data + row * span.reduced_step + left * span.kept_step;
                    pack_bytes<size>(packed, at, span.kept_step, some);
                    fold_strip<F, true>(strip + left, continues, packed, some, span, 1);
                }
            }
            return;
        }
    }
    if (!continues) {
        for (std::int64_t j = 0; j < width; ++j) {
            strip[j] = F::begin(element<F, is_packed>(data, span.kept_step, j));
        }
    }
    for (std::int64_t row = continues ? 0 : 1; row < rows; ++row) {
        const char* at = data + row * span.reduced_step;
        if constexpr (is_pair_extremum<F>) {
            // The further down, the fewer are better: a branch costs less than choosing does.
            if (row >= 8) {
                for (std::int64_t j = 0; j < width; ++j) {
                    const auto value = element<F, is_packed>(at, span.kept_step, j);
                    if (F::surely_keeps(strip[j], value)) [[likely]] continue;
                    strip[j] = F::combine(strip[j], value);
                }
                continue;
            }
        }
        for (std::int64_t j = 0; j < width; ++j) {
            strip[j] = F::combine(strip[j], element<F, is_packed>(at, span.kept_step, j));
        }
    }
}

template <class F>
void merge_strip(char* totals, bool starts, const typename F::Block* strip, std::int64_t width) {
    using Total = typename F::Total;
    for (std::int64_t j = 0; j < width; ++j) {
        char* at = totals + j * sizeof(Total);
        const Total total = F::widen(strip[j]);
        if constexpr (F::is_ordered) {
            store(at, total);
        } else {
            store(at, starts ? F::start(total) : F::merge(load<Total>(at), total));
        }
    }
}

template <class F> void fold_columns(void* totals, bool first, const FoldSpan& span) {
    using Total = typename F::Total;
    const bool is_packed = span.kept_step == sizeof(typename F::Input);
    Strip<typename F::Block> memory(span.kept_count);
    typename F::Block* const strip = memory.data();
    for (std::int64_t left = 0; left < span.kept_count; left += memory.width()) {
        const std::int64_t width = std::min(memory.width(), span.kept_count - left);
        char* out = static_cast<char*>(totals) + left * sizeof(Total);
        for (std::int64_t top = 0; top < span.reduced_count; top += block_length) {
            const std::int64_t rows = std::min(block_length, span.reduced_count - top);
            const char* data = span.data + left * span.kept_step + top * span.reduced_step;
            const bool starts = first && top == 0;
            const bool continues = F::is_ordered && !starts;
            for (std::int64_t j = 0; continues && j < width; ++j) {
                strip[j] = convert<typename F::Block>(load<Total>(out + j * sizeof(Total)));
            }
            is_packed ? fold_strip<F, true>(strip, continues, data, width, span, rows)
                      : fold_strip<F, false>(strip, continues, data, width, span, rows);
            merge_strip<F>(out, starts, strip, width);
        }
    }
}

}  // namespace numen::cpu::NUMEN_ISA
