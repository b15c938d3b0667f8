// Packs of sizes that the compiler does not know, and of the less common types.
#include "backends/cpu/small_matrices/pack.h"

#include "backends/cpu/small_matrices/single_pack.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// The number of parts as a constant: calls on small packs take up to a twentieth less time.
template <int parts>
void load_with(const MatrixRun& run, std::int64_t first, std::int64_t end, Shape shape, F64* to) {
    shape.parts = parts;
    const Places places(run, first, end);
    switch (run.dtype) {
        case Dtype::float32:
        case Dtype::complex64: return load_as<float>(places, run, shape, to);
        case Dtype::boolean:
        case Dtype::uint8: return load_elements<std::uint8_t>(places, run, shape, to);
        case Dtype::int8: return load_elements<std::int8_t>(places, run, shape, to);
        case Dtype::int16: return load_elements<std::int16_t>(places, run, shape, to);
        case Dtype::uint16: return load_elements<std::uint16_t>(places, run, shape, to);
        case Dtype::int32: return load_elements<std::int32_t>(places, run, shape, to);
        case Dtype::uint32: return load_elements<std::uint32_t>(places, run, shape, to);
        case Dtype::int64: return load_elements<std::int64_t>(places, run, shape, to);
        case Dtype::uint64: return load_elements<std::uint64_t>(places, run, shape, to);
        default: return load_elements<double>(places, run, shape, to);
    }
}
template <int parts>
void store_with(const MatrixRun& run, std::int64_t first, std::int64_t end, Shape shape,
                const F64* from) {
    shape.parts = parts;
    store_as<float>(from, shape, run, Places(run, first, end));
}

}  // namespace

void load_other(const MatrixRun& run, std::int64_t first, std::int64_t end, Shape shape, F64* to) {
    shape.parts == 2 ? load_with<2>(run, first, end, shape, to)
                     : load_with<1>(run, first, end, shape, to);
}
void store_other(const MatrixRun& run, std::int64_t first, std::int64_t end, Shape shape,
                 const F64* from) {
    shape.parts == 2 ? store_with<2>(run, first, end, shape, from)
                     : store_with<1>(run, first, end, shape, from);
}

void load_any(const MatrixRun& run, std::int64_t first, std::int64_t end, Shape shape, F64* to) {
    load_shape(run, first, end, shape, to);
}
void store_any(const MatrixRun& run, std::int64_t first, std::int64_t end, Shape shape,
               const F64* from) {
    store_shape(run, first, end, shape, from);
}

void load_joined(const MatrixRun& run, std::int64_t first, std::int64_t end, std::int64_t rows,
                 std::int64_t columns, F32* to, F64* halves) {
    const std::int64_t elements = rows * columns, second = first + lanes;
    const Shape shape{rows, columns, 1};
    F64* const high = second < end ? halves + elements : halves;
    load_with<1>(run, first, end, shape, halves);
    if (second < end) load_with<1>(run, second, end, shape, high);
    for (std::int64_t e = 0; e < elements; ++e) to[e] = vm::join_halves(halves[e], high[e]);
}
void store_halves(const MatrixRun& run, std::int64_t first, std::int64_t end, std::int64_t rows,
                  std::int64_t columns, const F32* from, F64* halves) {
    const std::int64_t elements = rows * columns, second = first + lanes;
    const Shape shape{rows, columns, 1};
    F64* const high = halves + elements;
    for (std::int64_t e = 0; e < elements; ++e) {
        halves[e] = vm::low_half(from[e]);
        high[e] = vm::high_half(from[e]);
    }
    store_with<1>(run, first, end, shape, halves);
    if (second < end) store_with<1>(run, second, end, shape, high);
}

}  // namespace numen::cpu::NUMEN_ISA
