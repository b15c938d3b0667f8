#include "linalg/norms.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <new>
#include <vector>

#include "backends/cpu/element_moves.h"

namespace numen::linalg {
namespace {

constexpr std::int64_t block = 1024, lanes = 8;

// Calls use.template operator()<Part>(parts) with the type of the numbers' parts.
template <class Use> auto with_parts(Dtype dtype, Use&& use) {
    switch (dtype) {
        case Dtype::float32: return use.template operator()<float>(1);
        case Dtype::complex64: return use.template operator()<float>(2);
        case Dtype::complex128: return use.template operator()<double>(2);
        default: return use.template operator()<double>(1);
    }
}

// The sum of squares of `count` parts, `step` bytes apart, times scale squared.
template <class Part>
double block_of_squares(const char* data, std::int64_t count, std::int64_t step, double scale) {
    double sums[lanes] = {};
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        for (std::int64_t lane = 0; lane < lanes; ++lane) {
            const double part = cpu::read<Part>(data + (i + lane) * step) * scale;
            sums[lane] += part * part;
        }
    }
    for (; i < count; ++i) {
        const double part = cpu::read<Part>(data + i * step) * scale;
        sums[0] += part * part;
    }
    for (std::int64_t lane = 0; lane < lanes / 2; ++lane) sums[lane] += sums[lane + lanes / 2];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Numbers of one or two parts in a row, with the sum of a block's squares.
template <class Part> struct Parts {
    const char* data;
    std::int64_t count, step;

    double squares(double scale) const {
        double sum = 0, lost = 0;
        for (std::int64_t first = 0; first < count; first += block) {
            const double next = block_of_squares<Part>(
                data + first * step, std::min(block, count - first), step, scale);
            const double total = sum + next;
            lost += sum >= next ? (sum - total) + next : (next - total) + sum;
            sum = total;
        }
        return sum + lost;
    }
    double largest() const {
        double found = 0;
        for (std::int64_t i = 0; i < count; ++i) {
            const double size = std::abs(static_cast<double>(cpu::read<Part>(data + i * step)));
            found = size > found ? size : found;
        }
        return found;
    }
};

template <class Part>
double norm_of(const Parts<Part>& real, const Parts<Part>& imaginary) {
    const double sum = real.squares(1) + imaginary.squares(1);
    // Far from both ends no square was lost that matters.
    if (sum > 1e-280 && sum < 1e290) return std::sqrt(sum);
    const double largest = std::max(real.largest(), imaginary.largest());
    if (largest == 0 || !std::isfinite(largest)) return std::sqrt(sum);
    int exponent;
    std::frexp(largest, &exponent);
    const int shift = std::clamp(-exponent, -1000, 1000);  // 2^shift is a normal number
    const double scale = std::ldexp(1.0, shift);
    return std::ldexp(std::sqrt(real.squares(scale) + imaginary.squares(scale)), -shift);
}

template <class Part> double magnitude(const char* at, int parts) {
    const double real = cpu::read<Part>(at);
    if (parts == 1) return std::abs(real);
    return std::abs(std::complex<double>(real, cpu::read<Part>(at + sizeof(Part))));
}

// sums[i] += |number i| for numbers in a row.
template <class Part> void add_magnitudes(double* sums, const char* data, std::int64_t count) {
    constexpr std::int64_t size = sizeof(Part);
    for (std::int64_t i = 0; i < count; ++i) {
        sums[i] += std::abs(static_cast<double>(cpu::read<Part>(data + i * size)));
    }
}

template <class Part> double sum_of_magnitudes(const char* data, std::int64_t count) {
    constexpr std::int64_t size = sizeof(Part);
    double sums[lanes] = {};
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) add_magnitudes<Part>(sums, data + i * size, lanes);
    add_magnitudes<Part>(sums, data + i * size, count - i);
    for (std::int64_t lane = 0; lane < lanes / 2; ++lane) sums[lane] += sums[lane + lanes / 2];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

double largest_of(const std::vector<double>& sums) {
    double largest = 0;
    for (const double sum : sums) {
        if (!(sum <= largest)) largest = sum;  // NaN stays
        if (std::isnan(largest)) break;
    }
    return largest;
}

}  // namespace

double euclidean_norm(const StridedView& vector) {
    const std::int64_t count = vector.shape[0], step = vector.strides[0];
    return with_parts(vector.dtype, [&]<class Part>(int parts) {
        constexpr std::int64_t size = sizeof(Part);
        if (parts == 2 && step == 2 * size) {
            return norm_of<Part>({vector.data, 2 * count, size}, {vector.data, 0, size});
        }
        const std::int64_t imaginary = parts == 2 ? count : 0;
        return norm_of<Part>({vector.data, count, step}, {vector.data + size, imaginary, step});
    });
}

std::optional<double> largest_sum(const StridedView& matrix, bool of_rows) try {
    const int kept = of_rows ? 0 : 1, summed = 1 - kept;
    const std::int64_t count = matrix.shape[kept], length = matrix.shape[summed];
    const std::int64_t kept_step = matrix.strides[kept], step = matrix.strides[summed];
    // The walk follows memory.
    const bool is_inner = std::abs(step) <= std::abs(kept_step);
    std::vector<double> sums(static_cast<std::size_t>(count));
    with_parts(matrix.dtype, [&]<class Part>(int parts) {
        constexpr std::int64_t size = sizeof(Part);
        const bool in_rows = parts == 1 && (is_inner ? step : kept_step) == size;
        for (std::int64_t i = 0; i < (is_inner ? count : length); ++i) {
            const char* row = matrix.data + i * (is_inner ? kept_step : step);
            if (in_rows && is_inner) {
                sums[static_cast<std::size_t>(i)] = sum_of_magnitudes<Part>(row, length);
            } else if (in_rows) {
                add_magnitudes<Part>(sums.data(), row, count);
            } else {
                for (std::int64_t j = 0; j < (is_inner ? length : count); ++j) {
                    sums[static_cast<std::size_t>(is_inner ? i : j)] +=
                        magnitude<Part>(row + j * (is_inner ? step : kept_step), parts);
                }
            }
        }
    });
    return largest_of(sums);
} catch (const std::bad_alloc&) {
    return std::nullopt;
}

}  // namespace numen::linalg
