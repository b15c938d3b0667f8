// Magnitudes of packed complex numbers, a vector at a time, within 0.52 units in the last place.
//
// Squares of float64 parts are summed as pairs of float64, squares of float32 parts as float64.
// Where a part lies outside the range in which no square overflows or loses digits, the numbers of
// that group are computed one by one (0.76 units, the C library's), so that no flag but inexact can
// rise that they do not earn.
#pragma once

#include "backends/cpu/kernels/formula_complex.h"
#include "backends/cpu/vector_math/power.h"

namespace numen::cpu::NUMEN_ISA {

// The real and the imaginary parts of lanes_f64 numbers that lie one behind the other.
struct Parts {
    vm::F64 real, imag;
};

NUMEN_INLINE Parts separate(vm::F64 a, vm::F64 b) {
#if defined(__AVX512F__)
    return {__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14),
            __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)};
#elif defined(__AVX2__)
    return {__builtin_shufflevector(a, b, 0, 2, 4, 6), __builtin_shufflevector(a, b, 1, 3, 5, 7)};
#else
    return {__builtin_shufflevector(a, b, 0, 2), __builtin_shufflevector(a, b, 1, 3)};
#endif
}
NUMEN_INLINE Parts load_parts(const Pair<double>* from) {
    vm::F64 halves[2];
    std::memcpy(halves, from, sizeof halves);
    return separate(halves[0], halves[1]);
}
NUMEN_INLINE Parts load_parts(const Pair<float>* from) {
    vm::F32 both;
    std::memcpy(&both, from, sizeof both);
    return separate(vm::low_half(both), vm::high_half(both));
}

// False if some number needs the careful way; zero is no such number. Sizes compare as integers,
// which raises no flag for NaN (larger than all numbers).
NUMEN_INLINE bool magnitudes(Parts z, vm::F64& result, double) {
    using namespace vm;
    const F64 a = absolute(z.real), b = absolute(z.imag);
    const I64 order = bits(a) > bits(b);
    const F64 large = order ? a : b, small = order ? b : a;
    const I64 zero = bits(large) == 0;
    const F64 divisor = zero ? broadcast(1.0) : large;
    const I64 least = bits(broadcast(0x1p-400)), most = bits(broadcast(0x1p500));
    if (any((bits(divisor) < least) | (bits(divisor) > most))) return false;
    // What is below the last place of `large` could only underflow.
    const I64 negligible = bits(small) < bits(broadcast(0x1p-460));
    const F64 length = vector_length(divisor, negligible ? F64{} : small);
    result = zero ? F64{} : length;
    return true;
}
NUMEN_INLINE bool magnitudes(Parts z, vm::F64& result, float) {
    using namespace vm;
    const F64 square = absolute(z.real * z.real + z.imag * z.imag);  // NaN has a sign too
    if (any(bits(square) >= bits(broadcast(INFINITY)))) return false;
    const I64 zero = bits(square) == 0;
    const F64 root = root_estimate(zero ? broadcast(1.0) : square);
    result = zero ? F64{} : root;
    return true;
}

NUMEN_INLINE void store_magnitudes(double* to, vm::F64 values) { vm::store<double>(to, values); }
NUMEN_INLINE void store_magnitudes(float* to, vm::F64 values) {
    using Floats [[gnu::vector_size(vm::vector_bytes / 2)]] = float;
    const auto rounded = __builtin_convertvector(values, Floats);
    std::memcpy(to, &rounded, sizeof rounded);
}

template <class T> [[gnu::noinline, gnu::cold]] T single_magnitude(Pair<T> z) {
    Pair<T> same[vm::lanes_f64];
    for (Pair<T>& each : same) each = z;
    vm::F64 result;
    if (!magnitudes(load_parts(same), result, T{})) return formulas::magnitude(z);
    return static_cast<T>(result[0]);
}

// Of lanes_f64 numbers. An element gives the same bits wherever it stands.
template <class T> NUMEN_INLINE void group_magnitudes(const Pair<T>* in, T* out) {
    vm::F64 result;
    if (magnitudes(load_parts(in), result, T{})) [[likely]] return store_magnitudes(out, result);
    for (int i = 0; i < vm::lanes_f64; ++i) out[i] = single_magnitude(in[i]);
}

template <class T>
Status magnitude_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    constexpr std::int64_t lanes = vm::lanes_f64;
    const bool packed = steps[0] == sizeof(Pair<T>) && steps[1] == sizeof(T);
    std::int64_t i = 0;
    if (packed) {
        const auto* in = reinterpret_cast<const Pair<T>*>(data[0]);
        auto* out = reinterpret_cast<T*>(data[1]);
        for (; i + lanes <= count; i += lanes) group_magnitudes(in + i, out + i);
    }
    for (; i < count; i += lanes) {
        Pair<T> in[lanes];
        T out[lanes];
        for (std::int64_t k = 0; k < lanes; ++k) {
            const std::int64_t at = i + k < count ? i + k : i;
            in[k] = *reinterpret_cast<const Pair<T>*>(data[0] + at * steps[0]);
        }
        group_magnitudes(in, out);
        for (std::int64_t k = 0; k < lanes && i + k < count; ++k) {
            *reinterpret_cast<T*>(data[1] + (i + k) * steps[1]) = out[k];
        }
    }
    return status_ok;
}

}  // namespace numen::cpu::NUMEN_ISA
