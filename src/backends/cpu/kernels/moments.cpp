// The sum, the mean, the squared distances from it and the extrema of packed numbers in long rows.
//
// The sum is that of a reduction, bit for bit. Squares are those of distances from a centre, in
// float64, corrected by the sum of the distances: M = S(d^2) - S(d)^2 / n (the corrected two-pass
// algorithm: Chan, Golub, LeVeque 1983). What the correction takes away of S(d^2) is at most n
// times what is left, where the centre is an element, so that float32 need but one pass: 2^15
// roundings of 2^-53 are far below their own. For float64 the centre is the mean of some; where the
// correction takes more than it leaves, the mean of all, in a second pass.
#include <cmath>
#include <cstring>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "backends/cpu/floating_flags.h"
#include "backends/cpu/kernels/data_tables.h"
#include "backends/cpu/kernels/row_sum.h"
#include "backends/cpu/vector_math/loops.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

constexpr std::int64_t long_block = 1024;

template <class In> [[gnu::always_inline]] inline vm::F64 load_doubles(const char* data) {
    if constexpr (sizeof(In) == 8) {
        return vm::load(reinterpret_cast<const double*>(data));
    } else {
#if defined(__AVX512F__)
        // GCC makes two conversions and two shuffles of it.
        return _mm512_maskz_cvtps_pd(0xff, _mm256_loadu_ps(reinterpret_cast<const float*>(data)));
#else
        using Floats [[gnu::vector_size(vm::vector_bytes / 2)]] = float;
        Floats floats;
        std::memcpy(&floats, data, sizeof(floats));
        return __builtin_convertvector(floats, vm::F64);
#endif
    }
}

// Sixteen running sums, in as many vectors as they take.
struct RunningSums {
    static constexpr std::int64_t count = 16, width = vm::lanes_f64, vectors = count / width;
    vm::F64 of[vectors] = {};

    void add_one(std::int64_t k, double term) { of[k / width][k % width] += term; }
    void add(const RunningSums& other) {
        for (std::int64_t k = 0; k < vectors; ++k) of[k] += other.of[k];
    }
    // The same tree of sums whatever the width of vectors.
    double total() const {
        double sums[count];
        std::memcpy(sums, of, sizeof sums);
        for (std::int64_t rest = count / 2; rest > 0; rest /= 2) {
            for (std::int64_t k = 0; k < rest; ++k) sums[k] += sums[k + rest];
        }
        return sums[0];
    }
};

// Running sums of distances and of squares. settle() puts them aside, so that small numbers are not
// added to large ones for long; the totals are those of what was put aside.
template <class In> class Deviations {
  public:
    explicit Deviations(double centre) : centre_(centre) {}

    // Of whole groups of sixteen. In copies: the data could be these very sums, for all GCC knows.
    [[gnu::always_inline]] void add(const char* data, std::int64_t count) {
        constexpr std::int64_t size = sizeof(In), width = RunningSums::width;
        RunningSums distance = distance_, square = square_;
        for (std::int64_t i = 0; i < count; i += RunningSums::count) {
#pragma GCC unroll 8
            for (std::int64_t k = 0; k < RunningSums::vectors; ++k) {
                const vm::F64 off = load_doubles<In>(data + (i + k * width) * size) - centre_;
                distance.of[k] += off;
                square.of[k] += off * off;
            }
        }
        distance_ = distance;
        square_ = square;
    }
    // Of fewer.
    void add_rest(const char* data, std::int64_t count) {
        for (std::int64_t k = 0; k < count; ++k) {
            const double off = load<In>(data + k * std::int64_t{sizeof(In)}) - centre_;
            settled_distance_.add_one(k, off);
            settled_square_.add_one(k, off * off);
        }
    }

    [[gnu::always_inline]] void add_any(const char* data, std::int64_t count) {
        const std::int64_t whole = count / RunningSums::count * RunningSums::count;
        add(data, whole);
        add_rest(data + whole * std::int64_t{sizeof(In)}, count - whole);
    }

    [[gnu::always_inline]] void settle() {
        settled_distance_.add(distance_);
        settled_square_.add(square_);
        distance_ = square_ = {};
    }

    double distance() const { return settled_distance_.total(); }
    double square() const { return settled_square_.total(); }

  private:
    double centre_;
    RunningSums distance_, square_, settled_distance_, settled_square_;
};

// The least and the largest of the numbers, and whether a sign is among them; of two zeros either
// is found, and where there are NaNs nothing that means much.
template <class In> class Extrema {
  public:
    explicit Extrema(In first) {
        for (std::int64_t k = 0; k < chains; ++k) least_[k] = largest_[k] = Vector{} + first;
    }

    // Of whole pairs of vectors.
    [[gnu::always_inline]] void add(const char* data, std::int64_t count) {
        const In* at = reinterpret_cast<const In*>(data);
        Vector least[chains] = {least_[0], least_[1]}, largest[chains] = {largest_[0], largest_[1]};
        auto signs = signs_;
        for (std::int64_t i = 0; i < count; i += chains * width) {
            for (std::int64_t k = 0; k < chains; ++k) {
                const Vector values = vm::load(at + i + k * width);
                least[k] = vm::lesser(values, least[k]);
                largest[k] = vm::greater(values, largest[k]);
                signs |= vm::bits(values);
            }
        }
        for (std::int64_t k = 0; k < chains; ++k) {
            least_[k] = least[k];
            largest_[k] = largest[k];
        }
        signs_ = signs;
    }
    // Of fewer.
    void add_rest(const char* data, std::int64_t count) {
        const In* at = reinterpret_cast<const In*>(data);
        for (std::int64_t i = 0; i < count; i += width) {
            const Vector values = vm::load_part(at + i, std::min(width, count - i));
            least_[0] = vm::lesser(values, least_[0]);
            largest_[0] = vm::greater(values, largest_[0]);
            signs_ |= vm::bits(values);
        }
    }

    [[gnu::always_inline]] void add_any(const char* data, std::int64_t count) {
        constexpr std::int64_t group = chains * width;
        const std::int64_t whole = count / group * group;
        add(data, whole);
        if (whole < count) add_rest(data + whole * std::int64_t{sizeof(In)}, count - whole);
    }

    double least() const {
        const Vector all = vm::lesser(least_[0], least_[1]);
        In least = all[0];
        for (std::int64_t k = 1; k < width; ++k) least = all[k] < least ? all[k] : least;
        return least;
    }
    double largest() const {
        const Vector all = vm::greater(largest_[0], largest_[1]);
        In largest = all[0];
        for (std::int64_t k = 1; k < width; ++k) largest = all[k] > largest ? all[k] : largest;
        return largest;
    }

    bool has_signs() const {
        bool is_found = false;
        for (std::int64_t k = 0; k < width; ++k) is_found |= signs_[k] < 0;
        return is_found;
    }

  private:
    using Vector = vm::VectorOf<In>;
    static constexpr std::int64_t chains = 2;
    static constexpr std::int64_t width = vm::vector_bytes / std::int64_t{sizeof(In)};
    Vector least_[chains], largest_[chains];
    decltype(vm::bits(Vector{})) signs_ = {};
};

// What is seen beside the sum.
template <class In> struct Seen {
    Deviations<In> deviations;
    Extrema<In> extrema;

    Seen(double centre, const char* data) : deviations(centre), extrema(load<In>(data)) {}

    [[gnu::always_inline]] void add(const char* data, std::int64_t count) {
        deviations.add_any(data, count);
        extrema.add_any(data, count);
    }
};

template <class In>
RowMoments corrected(const Seen<In>& seen, double sum, double centre, std::int64_t count) {
    const double distance = seen.deviations.distance();
    const double off = distance / static_cast<double>(count);
    const double squares = seen.deviations.square() - distance * off;
    const Extrema<In>& extrema = seen.extrema;
    return {sum, centre, off, squares <= 0 ? 0.0 : squares, extrema.least(), extrema.largest(),
            extrema.has_signs()};
}

// Out of line: of a known length GCC makes a loop through memory of the tree of lanes.
[[gnu::noinline]] float sum_of_block(const char* data, std::int64_t count) {
    return block_sum<float, true>(data, sizeof(float), count, Value<float>{});
}

RowMoments moments_of_floats(const void* row, std::int64_t count) {
    const char* data = static_cast<const char*>(row);
    const double centre = load<float>(data);
    Seen<float> seen(centre, data);
    double sum = 0;
    std::int64_t begin = 0;
#if NUMEN_FOUR_ROWS
    constexpr std::int64_t together = 4 * block_length;
    for (; begin + together <= count; begin += together) {
        const Four<float> sums = four_blocks<float>(data + begin * 4, block_length, OwnTerms{});
        for (int k = 0; k < 4; ++k) sum += double{sums[k]};
        seen.add(data + begin * 4, together);
    }
#endif
    for (; begin < count; begin += block_length) {
        const std::int64_t length = std::min(block_length, count - begin);
        sum += double{sum_of_block(data + begin * 4, length)};
        seen.add(data + begin * 4, length);
    }
    seen.deviations.settle();
    return corrected(seen, sum, centre, count);
}

// The sum as row_sum makes it; what it has read is still in the first cache.
double see_pairwise(const char* data, std::int64_t count, Seen<double>& seen) {
    if (count <= long_block) {
        const double sum = row_sum<double, true>(data, 8, count);
        seen.add(data, count);
        seen.deviations.settle();
        return sum;
    }
    const std::int64_t half = half_of(count);
    const double left = see_pairwise(data, half, seen);
    return left + see_pairwise(data + half * 8, count - half, seen);
}

// A centre far from the mean makes the correction large, and squares overflow without a reason.
bool is_off_centre(const Deviations<double>& found, double sum, std::int64_t count) {
    const double taken = found.distance() * (found.distance() / static_cast<double>(count));
    if (taken > found.square() - taken) return true;
    return !std::isfinite(found.square()) && std::isfinite(sum);
}

RowMoments moments_of_doubles(const void* row, std::int64_t count) {
    const char* data = static_cast<const char*>(row);
    const Status earlier = floating_flags();
    const std::int64_t some = std::min(block_length, count);
    double centre = row_sum<double, true>(data, 8, some) / static_cast<double>(some);
    Seen<double> seen(centre, data);
    const double sum = 0.0 + see_pairwise(data, count, seen);
    seen.deviations.settle();
    if (is_off_centre(seen.deviations, sum, count)) {
        if (std::isfinite(sum)) {  // nothing else of what was found can have raised a flag
            clear_floating_flags();
            raise_floating_flags(earlier);
        }
        centre = sum / static_cast<double>(count);
        seen.deviations = Deviations<double>(centre);
        for (std::int64_t begin = 0; begin < count; begin += long_block) {
            seen.deviations.add_any(data + begin * 8, std::min(long_block, count - begin));
            seen.deviations.settle();
        }
    }
    return corrected(seen, sum, centre, count);
}

}  // namespace

void fill_moments(DataKernels& kernels) {
    kernels.moments[static_cast<int>(Dtype::float32)] = moments_of_floats;
    kernels.moments[static_cast<int>(Dtype::float64)] = moments_of_doubles;
}

}  // namespace numen::cpu::NUMEN_ISA
