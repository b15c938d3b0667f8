// Piecewise linear interpolation of one variable.
#include <cmath>
#include <complex>

#include "backends/backend.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {
namespace {

constexpr std::int64_t grain_elements = 16 << 10;

bool is_nan(double value) { return value != value; }

// Finds knots. Sorted arguments have theirs beside the one before, and of equally spaced knots a
// product tells where; whether it is worth looking there, the last few answers tell.
class KnotSearch {
public:
    KnotSearch(const double* knots, std::int64_t count)
        : knots_(knots), count_(count),
          per_unit_(static_cast<double>(count - 1) / (knots[count - 1] - knots[0])) {}

    // Index of the last knot not above x: -1 below all, and the number of knots above all.
    std::int64_t below(double x) {
        if (x > knots_[count_ - 1]) return count_;
        if (x < knots_[0]) return -1;
        if (patience_with_spaces_ >= 0) {
            const std::int64_t guess = by_spaces(x);
            if (guess >= 0) return last_ = guess;
            patience_with_spaces_ = -32;
        }
        ++patience_with_spaces_;
        if (patience_ >= 0) {
            for (std::int64_t i = last_; i < last_ + 2 && i + 1 < count_; ++i) {
                if (is_at(i, x)) return last_ = i;
            }
            patience_ = -32;
        }
        ++patience_;
        std::int64_t low = 0;
        for (std::int64_t length = count_; length > 1;) {
            const std::int64_t half = length / 2;
            low = knots_[low + half] <= x ? low + half : low;
            length -= half;
        }
        return last_ = low;
    }

private:
    bool is_at(std::int64_t i, double x) const { return (knots_[i] <= x) & (x < knots_[i + 1]); }
    // -1 if the knots are not so equally spaced.
    std::int64_t by_spaces(double x) const {
        const double place = (x - knots_[0]) * per_unit_;
        if (!(place >= 0 && place < static_cast<double>(count_ - 1))) return -1;
        const auto guess = static_cast<std::int64_t>(place);
        if (is_at(guess, x)) [[likely]] return guess;
        if (guess > 0 && is_at(guess - 1, x)) return guess - 1;
        return guess + 2 < count_ && is_at(guess + 1, x) ? guess + 1 : -1;
    }

    const double* knots_;
    std::int64_t count_;
    double per_unit_;
    std::int64_t last_ = 0;
    int patience_ = 0, patience_with_spaces_ = 0;
};

// A value that comes out undefined is counted from the other knot, and is that of both knots where
// they are one.
double between(double slope, double low, double high, double from_low, double from_high) {
    double value = slope * from_low + low;
    if (is_nan(value)) {
        value = slope * from_high + high;
        if (is_nan(value) && low == high) value = low;
    }
    return value;
}

double between(const double* knots, double low, double high, double x) {
    const double slope = (high - low) / (knots[1] - knots[0]);
    return between(slope, low, high, x - knots[0], x - knots[1]);
}

// NumPy multiplies both parts of a complex step with one inverse.
std::complex<double> between(const double* knots, std::complex<double> low,
                             std::complex<double> high, double x) {
    const double inverse = 1.0 / (knots[1] - knots[0]);
    const std::complex<double> step = high - low;
    const double from_low = x - knots[0], from_high = x - knots[1];
    return {between(step.real() * inverse, low.real(), high.real(), from_low, from_high),
            between(step.imag() * inverse, low.imag(), high.imag(), from_low, from_high)};
}

template <class Value>
void interpolate_range(const Interpolation& given, std::int64_t begin, std::int64_t end) {
    const auto* values = static_cast<const Value*>(given.values);
    const Value left = *static_cast<const Value*>(given.left);
    const Value right = *static_cast<const Value*>(given.right);
    auto* out = static_cast<Value*>(given.out);
    const std::int64_t count = given.knot_count;
    KnotSearch search(given.knots, count);
    for (std::int64_t i = begin; i < end; ++i) {
        const double x = given.x[i];
        if (is_nan(x)) {
            out[i] = count == 1 ? values[0] : Value(x);
            continue;
        }
        const std::int64_t j = search.below(x);
        if (j < 0) {
            out[i] = left;
        } else if (j == count) {
            out[i] = right;
        } else if (j == count - 1 || given.knots[j] == x) {
            out[i] = values[j];
        } else {
            out[i] = between(given.knots + j, values[j], values[j + 1], x);
        }
    }
}

}  // namespace

void interpolate(const Interpolation& given) {
    cpu::parallel_for(given.count, grain_elements, [&](std::int64_t begin, std::int64_t end) {
        given.is_complex ? interpolate_range<std::complex<double>>(given, begin, end)
                         : interpolate_range<double>(given, begin, end);
    });
}

}  // namespace numen::backend
