// Infinities and NaN in whole arrays: an exponent of nothing but ones.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "backends/cpu/element_moves.h"
#include "backends/cpu/thread_pool.h"
#include "linalg/systems.h"

namespace numen::linalg {
namespace {

// Parts of numbers below which threads cost more than they bring: 2 MB.
constexpr std::int64_t piece = 1 << 18;

// One more than an exponent of nothing but ones carries into the sign, which was masked out: an
// addition, where the oldest processors have no comparison of 64 bits.
template <class Bits>
bool is_run_finite(const char* data, std::int64_t count, std::int64_t step, Bits exponent) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(Bits));
    const Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
    const Bits least = static_cast<Bits>(exponent & (~exponent + 1));
    Bits found = 0;
    const auto look = [&](std::int64_t i, std::int64_t apart) {
        found |= static_cast<Bits>((cpu::read<Bits>(data + i * apart) & exponent) + least);
    };
    if (step == size) {
        for (std::int64_t i = 0; i < count; ++i) look(i, size);
    } else {
        for (std::int64_t i = 0; i < count; ++i) look(i, step);
    }
    return (found & sign) == 0;
}

// The axes of an array in the order in which they lie in memory, those that follow one another
// merged; the last is the innermost.
struct Axes {
    int count = 0;
    std::int64_t extents[max_dimensions + 1], steps[max_dimensions + 1];

    void add(std::int64_t extent, std::int64_t step) {
        if (extent == 1 || step == 0) return;  // one element, or the same again
        extents[count] = extent;
        steps[count++] = step;
    }
    void arrange() {
        for (int i = 1; i < count; ++i) {
            for (int j = i; j > 0 && std::abs(steps[j - 1]) < std::abs(steps[j]); --j) {
                std::swap(steps[j - 1], steps[j]);
                std::swap(extents[j - 1], extents[j]);
            }
        }
        int kept = 0;
        for (int i = 1; i < count; ++i) {
            if (steps[kept] == steps[i] * extents[i]) {
                extents[kept] *= extents[i];
                steps[kept] = steps[i];
            } else {
                extents[++kept] = extents[i];
                steps[kept] = steps[i];
            }
        }
        count = std::min(count, kept + 1);
    }
};

template <class Bits>
bool is_finite_from(const Axes& axes, int axis, const char* data, Bits exponent) {
    if (axis >= axes.count) return is_run_finite<Bits>(data, 1, 0, exponent);
    const std::int64_t extent = axes.extents[axis], step = axes.steps[axis];
    if (axis == axes.count - 1) return is_run_finite(data, extent, step, exponent);
    for (std::int64_t i = 0; i < extent; ++i) {
        if (!is_finite_from(axes, axis + 1, data + i * step, exponent)) return false;
    }
    return true;
}

template <class Bits> bool is_view_finite(const StridedView& a, int parts, Bits exponent) {
    Axes axes;
    for (int i = 0; i < a.ndim; ++i) axes.add(a.shape[i], a.strides[i]);
    axes.add(parts, sizeof(Bits));
    axes.arrange();
    const bool is_shared = axes.count == 1 && axes.extents[0] > 2 * piece;
    if (!is_shared) return is_finite_from(axes, 0, a.data, exponent);
    std::atomic<bool> is_finite = true;
    cpu::parallel_for(axes.extents[0], piece, [&](std::int64_t begin, std::int64_t end) {
        const char* first = a.data + begin * axes.steps[0];
        if (!is_run_finite(first, end - begin, axes.steps[0], exponent)) is_finite = false;
        return status_ok;
    });
    return is_finite;
}

}  // namespace

bool are_all_finite(const StridedView& a) {
    if (element_count(a) == 0) return true;
    switch (a.dtype) {
        case Dtype::float16: return is_view_finite<std::uint16_t>(a, 1, 0x7c00);
        case Dtype::float32: return is_view_finite<std::uint32_t>(a, 1, 0x7f800000);
        case Dtype::float64: return is_view_finite<std::uint64_t>(a, 1, 0x7ff0000000000000);
        case Dtype::complex64: return is_view_finite<std::uint32_t>(a, 2, 0x7f800000);
        case Dtype::complex128: return is_view_finite<std::uint64_t>(a, 2, 0x7ff0000000000000);
        default: return true;
    }
}

}  // namespace numen::linalg
