// The sum, the mean and the squared distances from it of packed numbers, for long rows.
//
// The sum is that of a reduction, bit for bit. Squares are those of distances from a centre, in
// float64, corrected by the sum of the distances: M = S(d^2) - S(d)^2 / n (the corrected two-pass
// algorithm: Chan, Golub, LeVeque 1983). What the correction takes away of S(d^2) is at most n
// times what is left, where the centre is an element, so that float32 need but one pass: 2^15
// roundings of 2^-53 are far below their own. For float64 the centre is the mean, of a first pass.
#include <cstring>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "backends/cpu/kernels/data_tables.h"
#include "backends/cpu/kernels/row_sum.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

constexpr std::int64_t lanes = 8, chains = 2, long_block = 256;
using Lanes [[gnu::vector_size(lanes * sizeof(double))]] = double;
template <class In> struct Packed {
    using Eight [[gnu::vector_size(lanes * sizeof(In))]] = In;
};

template <class In> [[gnu::always_inline]] inline void load_eight(const char* data, Lanes& values) {
#if defined(__AVX512F__)
    if constexpr (sizeof(In) == 4) {  // GCC makes two conversions and two shuffles of it
        const __m256 eight = _mm256_loadu_ps(reinterpret_cast<const float*>(data));
        values = reinterpret_cast<Lanes>(_mm512_maskz_cvtps_pd(0xff, eight));
        return;
    }
#endif
    typename Packed<In>::Eight eight;
    std::memcpy(&eight, data, sizeof(eight));
    values = __builtin_convertvector(eight, Lanes);
}

// Sixteen running sums of distances and of squares.
template <class In> class Deviations {
  public:
    explicit Deviations(double centre) : centre_(centre) {}

    [[gnu::always_inline]] void add(const char* data, std::int64_t count) {
        constexpr std::int64_t size = sizeof(In);
        std::int64_t i = 0;
        for (; i + chains * lanes <= count; i += chains * lanes) {
            for (std::int64_t k = 0; k < chains; ++k) {
                Lanes off;
                load_eight<In>(data + (i + k * lanes) * size, off);
                off -= centre_;
                distance_[k] += off;
                square_[k] += off * off;
            }
        }
        for (std::int64_t k = 0; i < count; ++i, ++k) {
            const double off = load<In>(data + i * size) - centre_;
            distance_[k / lanes][k % lanes] += off;
            square_[k / lanes][k % lanes] += off * off;
        }
    }

    double distance() const { return total(distance_); }
    double square() const { return total(square_); }

  private:
    static double total(const Lanes (&sums)[chains]) {
        Lanes all = sums[0] + sums[1];
        for (std::int64_t width = lanes / 2; width > 0; width /= 2) {
            for (std::int64_t k = 0; k < width; ++k) all[k] += all[k + width];
        }
        return all[0];
    }

    double centre_;
    Lanes distance_[chains] = {}, square_[chains] = {};
};

RowMoments corrected(double sum, double centre, double distance, double square,
                     std::int64_t count) {
    const double off = distance / static_cast<double>(count);
    const double squares = square - distance * off;
    return {sum, centre, off, squares < 0 ? 0.0 : squares};
}

RowMoments moments_of_floats(const void* row, std::int64_t count) {
    const char* data = static_cast<const char*>(row);
    const double centre = load<float>(data);
    Deviations<float> deviations(centre);
    double sum = 0;
    for (std::int64_t begin = 0; begin < count; begin += block_length) {
        const std::int64_t length = std::min(block_length, count - begin);
        const char* block = data + begin * 4;
        fetch_ahead<float, true>(block);
        sum += block_sum<float, true>(block, 4, length, Value<float>{});
        deviations.add(block, length);
    }
    return corrected(sum, centre, deviations.distance(), deviations.square(), count);
}

struct Sums {
    double distance, square;
};

Sums paired_deviations(const char* data, double centre, std::int64_t count) {
    if (count <= long_block) {
        Deviations<double> deviations(centre);
        deviations.add(data, count);
        return {deviations.distance(), deviations.square()};
    }
    const std::int64_t half = (count + long_block - 1) / long_block / 2 * long_block;
    const Sums left = paired_deviations(data, centre, half);
    const Sums right = paired_deviations(data + half * 8, centre, count - half);
    return {left.distance + right.distance, left.square + right.square};
}

RowMoments moments_of_doubles(const void* row, std::int64_t count) {
    const char* data = static_cast<const char*>(row);
    const double sum = 0.0 + row_sum<double, true>(data, 8, count);
    const double centre = sum / static_cast<double>(count);
    const Sums sums = paired_deviations(data, centre, count);
    return corrected(sum, centre, sums.distance, sums.square, count);
}

}  // namespace

void fill_moments(DataKernels& kernels) {
    kernels.moments[static_cast<int>(Dtype::float32)] = moments_of_floats;
    kernels.moments[static_cast<int>(Dtype::float64)] = moments_of_doubles;
}

}  // namespace numen::cpu::NUMEN_ISA
