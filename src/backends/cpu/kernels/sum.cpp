// Floating-point sums and sums of squared deviations.
//
// Rows of float64 are added in the order of pairwise summation with blocks of 128 elements and
// eight running sums (the scheme NumPy documents), so equal inputs give NumPy's bits; float32
// and float16 blocks are added in float32 and their totals in float64.
#include <utility>

#include "backends/cpu/kernels/data_tables.h"
#include "backends/cpu/kernels/fold.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// What is added up: the elements themselves, or their squared distance from a mean.
template <class In> struct Value {
    using Term = typename Sum<In>::Block;
    [[gnu::always_inline]] Term operator()(In value) const { return convert<Term>(value); }
};

template <class In> struct SquaredDistance {
    using Term = double;
    In mean;
    [[gnu::always_inline]] double operator()(In value) const {
        if constexpr (is_pair<In>::value) {
            const double real = value.real - mean.real;
            const double imag = value.imag - mean.imag;
            return real * real + imag * imag;
        } else {
            return (value - mean) * (value - mean);
        }
    }
};

template <class In, bool is_packed, class Map>
[[gnu::always_inline]] inline typename Map::Term term(const char* data, std::int64_t step,
                                                      std::int64_t index, const Map& map) {
    return map(load<In>(data + index * (is_packed ? std::int64_t{sizeof(In)} : step)));
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

// Pairwise splitting down to blocks, for terms as wide as their total.
template <class In, bool is_packed, class Map>
typename Map::Term pairwise_sum(const char* data, std::int64_t step, std::int64_t count,
                                const Map& map) {
    constexpr std::int64_t parts = is_pair<typename Map::Term>::value ? 2 : 1;
    if (count * parts <= block_length) return block_sum<In, is_packed>(data, step, count, map);
    const std::int64_t half = (count * parts / 2 & ~std::int64_t{7}) / parts;
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
        for (std::int64_t begin = 0; begin < count; begin += length) {
            const std::int64_t size = std::min(length, count - begin);
            total = plus(total, Sum<In>::widen(block_sum<In, is_packed>(data + begin * step, step,
                                                                        size, map)));
        }
        return total;
    }
}

template <class In> void sum_rows(void* totals, bool first, const FoldSpan& span) {
    using Total = typename Sum<In>::Total;
    char* out = static_cast<char*>(totals);
    for (std::int64_t j = 0; j < span.kept_count; ++j, out += sizeof(Total)) {
        const char* row = span.data + j * span.kept_step;
        const Total total = span.reduced_step == sizeof(In)
                                ? row_sum<In, true>(row, span.reduced_step, span.reduced_count)
                                : row_sum<In, false>(row, span.reduced_step, span.reduced_count);
        store(out, first ? Sum<In>::start(total) : plus(load<Total>(out), total));
    }
}

template <class In>
void square_rows(double* totals, const void* means, bool first, const FoldSpan& span) {
    for (std::int64_t j = 0; j < span.kept_count; ++j) {
        const char* row = span.data + j * span.kept_step;
        const SquaredDistance<In> map{load<In>(static_cast<const char*>(means) + j * sizeof(In))};
        const std::int64_t step = span.reduced_step;
        const double total = step == sizeof(In)
                                 ? pairwise_sum<In, true>(row, step, span.reduced_count, map)
                                 : pairwise_sum<In, false>(row, step, span.reduced_count, map);
        totals[j] = first ? total : totals[j] + total;
    }
}

template <class In, bool is_packed>
void square_strip(double* strip, const char* data, const char* means, std::int64_t width,
                  const FoldSpan& span, std::int64_t rows) {
    for (std::int64_t j = 0; j < width; ++j) strip[j] = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        const char* at = data + row * span.reduced_step;
        for (std::int64_t j = 0; j < width; ++j) {
            const SquaredDistance<In> map{load<In>(means + j * sizeof(In))};
            strip[j] += term<In, is_packed>(at, span.kept_step, j, map);
        }
    }
}

template <class In>
void square_columns(double* totals, const void* means, bool first, const FoldSpan& span) {
    const bool is_packed = span.kept_step == sizeof(In);
    double strip[strip_width];
    for (std::int64_t left = 0; left < span.kept_count; left += strip_width) {
        const std::int64_t width = std::min(strip_width, span.kept_count - left);
        const char* mean = static_cast<const char*>(means) + left * sizeof(In);
        for (std::int64_t top = 0; top < span.reduced_count; top += block_length) {
            const std::int64_t rows = std::min(block_length, span.reduced_count - top);
            const char* data = span.data + left * span.kept_step + top * span.reduced_step;
            is_packed ? square_strip<In, true>(strip, data, mean, width, span, rows)
                      : square_strip<In, false>(strip, data, mean, width, span, rows);
            for (std::int64_t j = 0; j < width; ++j) {
                totals[left + j] = first && top == 0 ? strip[j] : totals[left + j] + strip[j];
            }
        }
    }
}

template <std::size_t... dtype> void fill(DataKernels& kernels, std::index_sequence<dtype...>) {
    constexpr std::size_t first = static_cast<std::size_t>(Dtype::float16);
    constexpr int sum = static_cast<int>(Fold::sum);
    ((kernels.rows[sum][first + dtype] =
          sum_rows<KernelElement<static_cast<Dtype>(first + dtype)>>,
      kernels.columns[sum][first + dtype] =
          fold_columns<Sum<KernelElement<static_cast<Dtype>(first + dtype)>>>),
     ...);
}

}  // namespace

void fill_sum(DataKernels& kernels) {
    fill(kernels, std::make_index_sequence<5>{});
    kernels.square_rows[0] = square_rows<double>;
    kernels.square_rows[1] = square_rows<Pair<double>>;
    kernels.square_columns[0] = square_columns<double>;
    kernels.square_columns[1] = square_columns<Pair<double>>;
}

}  // namespace numen::cpu::NUMEN_ISA
