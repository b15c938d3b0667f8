// Floating-point sums and sums of squared deviations.
#include <utility>

#include "backends/cpu/kernels/data_tables.h"
#include "backends/cpu/kernels/row_sum.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// What is added up for a variance: the squared distance from a mean.
template <class In> struct SquaredDistance {
    using Term = double;
    In mean;
#if NUMEN_FOUR_ROWS
    SquaresOfFour for_four() const { return {Four<double>{} + mean}; }
#endif
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

#if NUMEN_FOUR_ROWS
template <class In> void sum_fours(double* totals, bool first, const FoldSpan& span) {
    for_fours(span, [&](std::int64_t row, const char* const (&at)[4], std::int64_t rows) {
        Four<double> sums;
        if constexpr (std::is_same_v<In, float>) {
            sums = four_row_sums(at, span.reduced_count);
        } else {
            sums = span.reduced_count <= block_length
                       ? four_sums<double>(at, span.reduced_count, OwnTerms{})
                       : four_row_sums(at, span.reduced_count, OwnTerms{});
        }
        for (std::int64_t k = 0; k < rows; ++k) {
            double& total = totals[row + k];
            total = first ? Sum<In>::start(sums[k]) : total + sums[k];
        }
    });
}

void square_fours(double* totals, const double* means, bool first, const FoldSpan& span) {
    for_fours(span, [&](std::int64_t row, const char* const (&at)[4], std::int64_t rows) {
        SquaresOfFour map{};
        for (std::int64_t k = 0; k < 4; ++k) map.means[k] = means[row + std::min(k, rows - 1)];
        const Four<double> sums = four_row_sums(at, span.reduced_count, map);
        for (std::int64_t k = 0; k < rows; ++k) {
            totals[row + k] = first ? sums[k] : totals[row + k] + sums[k];
        }
    });
}

// Are the rows better summed four at a time?
template <class In> bool is_for_fours(const FoldSpan& span) {
    return span.reduced_step == sizeof(In) && span.kept_count > 1 &&
           span.reduced_count <= most_together;
}
#endif

template <class In> void sum_rows(void* totals, bool first, const FoldSpan& span) {
    using Total = typename Sum<In>::Total;
#if NUMEN_FOUR_ROWS
    if constexpr (std::is_same_v<In, float> || std::is_same_v<In, double>) {
        if (is_for_fours<In>(span)) {
            return sum_fours<In>(static_cast<double*>(totals), first, span);
        }
    }
#endif
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
#if NUMEN_FOUR_ROWS
    if constexpr (std::is_same_v<In, double>) {
        if (is_for_fours<In>(span)) {
            return square_fours(totals, static_cast<const double*>(means), first, span);
        }
    }
#endif
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
