// Loops over functions whose quick form serves every number up to a magnitude: a block is looked at
// once, behind it, for numbers beyond. (A look at each vector and at each result made sin of
// float32 28 operations instead of 25.)
#pragma once

#include "backends/cpu/kernels/formula_rows.h"

namespace numen::cpu::NUMEN_ISA {

template <class Row, class T> struct Near {
    static constexpr bool exists = false;
};

#if defined(__AVX512F__)
template <class T> struct NearAngles {
    static constexpr bool exists = true;
    static constexpr T limit = sizeof(T) == 8 ? T(vm::trigonometric_range)
                                              : T(vm::trigonometric_float_range);
};
template <class T> struct Near<rows::sin_row, T> : NearAngles<T> {
    NUMEN_INLINE auto apply(vm::VectorOf<T> x) { return vm::turned(x, vm::sine_turns<T>); }
};
template <class T> struct Near<rows::cos_row, T> : NearAngles<T> {
    NUMEN_INLINE auto apply(vm::VectorOf<T> x) { return vm::turned(x, vm::cosine_turns<T>); }
};

// The larger magnitude of each lane; a NaN gives the other or NaN.
NUMEN_INLINE vm::F32 larger_magnitude(vm::F32 a, vm::F32 b) {
    return _mm512_range_ps(a, b, 0b0111);
}
NUMEN_INLINE vm::F64 larger_magnitude(vm::F64 a, vm::F64 b) {
    return _mm512_range_pd(a, b, 0b0111);
}

// Packed operands; out overlaps no input. False where some number is beyond: results there mean
// nothing. True of numbers alone and of what is made of NaNs, which nobody is warned of.
template <class Row, class T> bool near_block(const T* x, T* out, std::int64_t count) {
    constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
    vm::VectorOf<T> furthest{};
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto here = vm::load(x + i);
        vm::store(out + i, Near<Row, T>::apply(here));
        furthest = larger_magnitude(furthest, here);
    }
    if (i < count) {
        const auto here = vm::load_part(x + i, count - i);
        vm::store_part(out + i, Near<Row, T>::apply(here), count - i);
        furthest = larger_magnitude(furthest, here);
    }
    return !vm::any_beyond(furthest, Near<Row, T>::limit);
}
#endif

}  // namespace numen::cpu::NUMEN_ISA
