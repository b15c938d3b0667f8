// argmin and argmax along one row.
//
// A search folds a block to its extremum first and looks for the position only in a block that
// holds a new best: the fold runs at memory speed, the look-up is rare.
#include <utility>

#include "backends/cpu/kernels/data_tables.h"
#include "backends/cpu/kernels/fold.h"
#include "backends/cpu/kernels/four_positions.h"
#include "backends/cpu/kernels/truths.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

constexpr std::int64_t search_length = 4096;
constexpr std::int64_t short_length = 32;

// Halves in the order of their keys, integers that need no conversion: zeros are equal, and a NaN
// lies beyond the infinity that is sought.
template <bool is_max> struct HalfExtremum : FoldTypes<Half, std::int16_t, Half> {
    static constexpr bool is_idempotent = true;
    static constexpr std::int16_t nan = is_max ? 0x7fff : -0x7fff;
    [[gnu::always_inline]] static std::int16_t enter(Half value) {
        std::int16_t bits;
        __builtin_memcpy(&bits, &value, sizeof(bits));
        const std::int16_t size = bits & 0x7fff;
        const std::int16_t key = bits < 0 ? static_cast<std::int16_t>(-size) : size;
        return size > 0x7c00 ? nan : key;
    }
    [[gnu::always_inline]] static std::int16_t combine(std::int16_t a, std::int16_t b) {
        return (is_max ? a >= b : a <= b) ? a : b;
    }
};

template <class In, bool is_max>
using Sought = std::conditional_t<std::is_same_v<In, Half>, HalfExtremum<is_max>,
                                  Extremum<In, is_max, false>>;

// Can nothing beat it?
template <class F> [[gnu::always_inline]] inline bool is_final(typename F::Block record) {
    if constexpr (std::is_same_v<typename F::Input, Half>) {
        return record == F::nan;
    } else {
        return is_nan(record);
    }
}

template <class T> [[gnu::always_inline]] inline bool is_same(T a, T b) {
    if constexpr (is_pair<T>::value) {
        return (a.real == b.real) & (a.imag == b.imag);
    } else {
        return a == b;
    }
}

// Where the block's extremum stands: its first NaN, or the first element equal to it. Groups are
// tested as a whole, which the compiler turns into vector compares.
template <class F, bool is_packed>
std::int64_t locate(const char* data, std::int64_t step, std::int64_t count,
                    typename F::Block wanted) {
    constexpr std::int64_t group = 64;
    const bool wants_nan = is_nan(wanted);
#if defined(__AVX2__)
    if constexpr (is_packed && is_float_extremum<F>) {
        using Block = typename F::Block;
        if (!wants_nan) return position_of(reinterpret_cast<const Block*>(data), count, wanted);
    }
#endif
    const auto matches = [&](std::int64_t i) {
        const auto value = element<F, is_packed>(data, step, i);
        return is_same(value, wanted) | (wants_nan & is_nan(value));
    };
    std::int64_t i = 0;
    for (; i + group <= count; i += group) {
        unsigned hits = 0;
#pragma GCC unroll 1
        for (std::int64_t k = 0; k < group; ++k) hits |= matches(i + k);
        if (hits != 0) break;
    }
    while (i < count - 1 && !matches(i)) ++i;
    return i;
}

// Element by element: the position of the first best one, -1 if no element beats `record`.
template <class In, bool is_max>
std::int64_t search_short_row(void* best, bool first, const char* data, std::int64_t step,
                              std::int64_t count) {
    using F = Sought<In, is_max>;
    using Block = typename F::Block;
    const auto at = [&](std::int64_t i) { return F::enter(load<In>(data + i * step)); };
    Block record = first ? at(0) : F::enter(load<In>(static_cast<char*>(best)));
    if (!first && is_final<F>(record)) return -1;
    std::int64_t found = first ? 0 : -1;
    bool has_nan = false;
    for (std::int64_t i = 0; i < count; ++i) {  // without branches: no order is likely
        const Block value = at(i);
        const bool beats = is_max ? exceeds<false>(value, record) : exceeds<false>(record, value);
        has_nan |= is_nan(value);
        record = beats ? value : record;
        found = beats ? i : found;
    }
    if (has_nan) [[unlikely]] for (found = 0; !is_nan(at(found));) ++found;
    if (found >= 0) store(static_cast<char*>(best), load<In>(data + found * step));
    return found;
}

// Complex numbers one by one: nearly all are behind the record by their real part.
template <class In, bool is_max, bool is_packed>
std::int64_t search_pairs(void* best, bool first, const char* data, std::int64_t step,
                          std::int64_t count) {
    using F = Sought<In, is_max>;
    In record = load<In>(first ? data : static_cast<char*>(best));
    if (!first && is_nan(record)) return -1;
    std::int64_t found = first ? 0 : -1;
    for (std::int64_t i = 0; i < count; ++i) {
        const In value = element<F, is_packed>(data, step, i);
        if (F::surely_keeps(record, value)) [[likely]] continue;
        const bool beats = is_max ? exceeds<false>(value, record) : exceeds<false>(record, value);
        if (!beats && !is_nan(value)) continue;
        record = value;
        found = i;
        if (is_nan(value)) break;
    }
    if (found >= 0) store(static_cast<char*>(best), record);
    return found;
}

template <class In, bool is_max, bool is_packed>
std::int64_t search_row(void* best, bool first, const char* data, std::int64_t step,
                        std::int64_t count) {
    if constexpr (is_pair<In>::value) {
        return search_pairs<In, is_max, is_packed>(best, first, data, step, count);
    }
    using F = Sought<In, is_max>;
    using Block = typename F::Block;
    Block record = first ? Block{} : F::enter(load<In>(static_cast<char*>(best)));
    bool has_record = !first;
    std::int64_t found = -1;
    for (std::int64_t begin = 0; begin < count; begin += search_length) {
        if (has_record && is_final<F>(record)) break;
        const std::int64_t length = std::min(search_length, count - begin);
        const char* piece = data + begin * step;
        const Block extremum = fold_lanes<F, is_packed>(piece, step, length);
        const bool beats = is_max ? exceeds<false>(extremum, record)
                                  : exceeds<false>(record, extremum);
        if (has_record && !beats && !is_nan(extremum)) continue;
        record = extremum;
        has_record = true;
        found = begin + locate<F, is_packed>(piece, step, length, extremum);
    }
    if (found >= 0) store(static_cast<char*>(best), load<In>(data + found * step));
    return found;
}

// The first true boolean is the largest, the first false one the smallest.
template <bool is_max>
std::int64_t search_truths(char* best, bool first, const char* data, std::int64_t step,
                           std::int64_t count) {
    if (!first && (*best != 0) == is_max) return -1;
    std::int64_t found = first_truth<is_max>(data, step, count);
    if (found < 0 && first) found = 0;
    if (found >= 0) *best = data[found * step];
    return found;
}

template <class In, bool is_max>
std::int64_t search(void* best, bool first, const char* data, std::int64_t step,
                    std::int64_t count) {
    if constexpr (std::is_same_v<In, Truth>) {
        return search_truths<is_max>(static_cast<char*>(best), first, data, step, count);
    }
#if defined(__AVX2__)
    if constexpr (is_float_extremum<Extremum<In, is_max, false>>) {
        if (first && step == sizeof(In) && count <= short_extremum_elements<In>) {
            const In* row = reinterpret_cast<const In*>(data);
            const std::int64_t found = short_extremum_position<is_max>(row, count);
            store(static_cast<char*>(best), load<In>(data + found * step));
            return found;
        }
    }
#endif
    if (!is_pair<In>::value && count <= short_length) {
        return search_short_row<In, is_max>(best, first, data, step, count);
    }
    return step == sizeof(In) ? search_row<In, is_max, true>(best, first, data, step, count)
                              : search_row<In, is_max, false>(best, first, data, step, count);
}

template <class In, bool is_max> std::int64_t position_in_row(const char* row,
                                                              const FoldSpan& span) {
    In best;
    return search<In, is_max>(&best, true, row, span.reduced_step, span.reduced_count);
}

#if NUMEN_FOUR_ROWS
template <class In, bool is_max>
void search_fours(std::int64_t* positions, const FoldSpan& span, bool are_columns) {
    for_fours(span, [&](std::int64_t row, const char* const (&at)[4], std::int64_t rows) {
        if (rows == 4 && four_positions<is_max, In>(positions + row, at, are_columns,
                                                    span.reduced_step, span.reduced_count)) {
            return;
        }
        for (std::int64_t k = 0; k < rows; ++k) {
            positions[row + k] = position_in_row<In, is_max>(at[k], span);
        }
    });
}
#endif

template <class In, bool is_max> void search_rows(std::int64_t* positions, const FoldSpan& span) {
#if NUMEN_FOUR_ROWS
    if constexpr (std::is_same_v<In, float> || std::is_same_v<In, double>) {
        constexpr std::int64_t size = sizeof(In), longest = 32;  // vectors of their own are faster
        const bool are_rows = span.reduced_step == size && span.reduced_count <= longest;
        if (are_rows || span.kept_step == size) {
            return search_fours<In, is_max>(positions, span, !are_rows);
        }
    }
#endif
    for (std::int64_t row = 0; row < span.kept_count; ++row) {
        positions[row] = position_in_row<In, is_max>(span.data + row * span.kept_step, span);
    }
}

template <std::size_t... dtype> void fill(DataKernels& kernels, std::index_sequence<dtype...>) {
    ((kernels.search_min[dtype] = search<KernelElement<static_cast<Dtype>(dtype)>, false>,
      kernels.search_max[dtype] = search<KernelElement<static_cast<Dtype>(dtype)>, true>,
      kernels.search_min_rows[dtype] =
          search_rows<KernelElement<static_cast<Dtype>(dtype)>, false>,
      kernels.search_max_rows[dtype] =
          search_rows<KernelElement<static_cast<Dtype>(dtype)>, true>),
     ...);
}

}  // namespace

void fill_search(DataKernels& kernels) {
    fill(kernels, std::make_index_sequence<dtype_count>{});
}

}  // namespace numen::cpu::NUMEN_ISA
