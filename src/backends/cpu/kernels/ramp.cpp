// Rows of numbers at equal distances.
//
// Most processors turn 32-bit integers into doubles many at a time, but not 64-bit ones: positions
// are counted within a block, and the block's own first position is added as a double.
#include <algorithm>

#include "backends/cpu/kernels/data_tables.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

constexpr std::int64_t block_length = 1 << 20;

template <class T>
void ramp_floats(void* out, std::int64_t begin, std::int64_t count, const void* start,
                 const void* step) {
    const T first = *static_cast<const T*>(start), delta = *static_cast<const T*>(step);
    for (std::int64_t done = 0; done < count; done += block_length) {
        T* to = static_cast<T*>(out) + done;
        const double before = static_cast<double>(begin + done);  // whole below 2^53: exact
        const int length = static_cast<int>(std::min(block_length, count - done));
        for (int i = 0; i < length; ++i) {
            to[i] = first + static_cast<T>(before + static_cast<double>(i)) * delta;
        }
    }
}

// Unsigned: numbers beyond the type wrap.
template <class T>
void ramp_integers(void* out, std::int64_t begin, std::int64_t count, const void* start,
                   const void* step) {
    T* to = static_cast<T*>(out);
    const T delta = *static_cast<const T*>(step);
    const T first = *static_cast<const T*>(start) + static_cast<T>(begin) * delta;
    for (std::int64_t i = 0; i < count; ++i) to[i] = first + static_cast<T>(i) * delta;
}

}  // namespace

void fill_ramp(DataKernels& kernels) {
    kernels.ramp[static_cast<int>(Dtype::float64)] = ramp_floats<double>;
    kernels.ramp[static_cast<int>(Dtype::float32)] = ramp_floats<float>;
    kernels.ramp[static_cast<int>(Dtype::int64)] = ramp_integers<std::uint64_t>;
    kernels.ramp[static_cast<int>(Dtype::int32)] = ramp_integers<std::uint32_t>;
}

}  // namespace numen::cpu::NUMEN_ISA
