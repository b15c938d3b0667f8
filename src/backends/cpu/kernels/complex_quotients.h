// Quotients and reciprocals of complex numbers, a vector at a time, bit for bit those of the
// formulas: left to itself the compiler branches at each number by which of its parts is larger,
// and of numbers in no order every second one is foreseen wrongly.
#pragma once

#include "backends/cpu/kernels/complex_lanes.h"
#include "backends/cpu/kernels/formula_complex.h"
#include "backends/cpu/kernels/packed_blocks.h"

#if defined(__AVX2__)
namespace numen::cpu::NUMEN_ISA {

// The real and the imaginary parts of as many numbers as a vector has lanes.
template <class T> struct ManyParts {
    using Vector = vm::VectorOf<T>;
    static constexpr int lanes = vm::vector_bytes / sizeof(T);
    Vector real, imag;

    [[gnu::always_inline]] static ManyParts load(const Pair<T>* from) {
        // One by one: g++ 12 copies an array of vectors in pieces, which the next load waits for.
        const T* parts = parts_of(from);
        const Vector first = vm::load<T>(parts), second = vm::load<T>(parts + lanes);
        const auto even = lane_order<T>([](int lane) { return 2 * lane; });
        const auto odd = lane_order<T>([](int lane) { return 2 * lane + 1; });
        return {__builtin_shuffle(first, second, even), __builtin_shuffle(first, second, odd)};
    }
    [[gnu::always_inline]] void store(Pair<T>* to) const {
        const auto of_half = [](int first) {
            return lane_order<T>([=](int lane) { return (first + lane) / 2 + lane % 2 * lanes; });
        };
        T* parts = parts_of(to);
        vm::store<T>(parts, __builtin_shuffle(real, imag, of_half(0)));
        vm::store<T>(parts + lanes, __builtin_shuffle(real, imag, of_half(lanes)));
    }
};

template <class T> NUMEN_INLINE ManyParts<T> quotient(ManyParts<T> x, ManyParts<T> y) {
    using V = vm::VectorOf<T>;
    const V one = V{} + T{1}, none{};
    const auto by_real = vm::absolute(y.real) >= vm::absolute(y.imag);
    const auto zero = (y.real == none) & (y.imag == none);
    const V large = by_real ? y.real : y.imag, small = by_real ? y.imag : y.real;
    const V p = zero ? none : by_real ? x.real : x.imag;
    const V q = zero ? none : by_real ? x.imag : x.real;
    // By zero the two divisions are those of the parts, and the rest raises no flag.
    const V first = (zero ? x.real : small) / (zero ? vm::absolute(y.real) : large);
    const V ratio = zero ? none : first;
    const V divisor = large + small * ratio;
    const V second = (zero ? x.imag : one) / (zero ? vm::absolute(y.real) : divisor);
    const V scale = zero ? one : second, scaled = p * ratio;
    const V real = (p + q * ratio) * scale;
    const V imag = (by_real ? q - scaled : scaled - q) * scale;
    return {zero ? first : real, zero ? second : imag};
}

template <class T> NUMEN_INLINE ManyParts<T> inverse(ManyParts<T> x) {
    using V = vm::VectorOf<T>;
    const auto by_real = vm::absolute(x.imag) <= vm::absolute(x.real);
    const V large = by_real ? x.real : x.imag, small = by_real ? x.imag : x.real;
    const V ratio = small / large, scale = large + small * ratio;
    const V of_one = 1 / scale, of_ratio = ratio / scale;
    return {by_real ? of_one : of_ratio, -(by_real ? of_ratio : of_one)};
}

// Groups of numbers; the last one is filled up with the last number.
template <class T, class Function>
NUMEN_INLINE Status in_groups(const Packed<Pair<T>>& numbers, Function function) {
    constexpr std::int64_t lanes = ManyParts<T>::lanes;
    std::int64_t i = 0;
    for (; i + lanes <= numbers.count; i += lanes) function(numbers.x, numbers.y, numbers.out, i);
    if (i == numbers.count) return status_ok;
    Pair<T> x[lanes], y[lanes], out[lanes];
    for (std::int64_t k = 0; k < lanes; ++k) {
        const std::int64_t from = std::min(i + k, numbers.count - 1);
        x[k] = numbers.x[from];
        if (numbers.y != nullptr) y[k] = numbers.y[from];
    }
    function(x, y, out, std::int64_t{0});
    std::copy_n(out, numbers.count - i, numbers.out + i);
    return status_ok;
}

template <class T>
Status quotient_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    using Number = Pair<T>;
    if (steps[2] == 0 || count < ManyParts<T>::lanes) {
        return binary_loop<rows::divide_row, Number, Number, Number>(data, steps, count);
    }
    return on_packed<Number, 2, 1>(data, steps, count, [](const Packed<Number>& numbers) {
        return in_groups<T>(numbers, [](const Number* x, const Number* y, Number* out,
                                        std::int64_t i) __attribute__((always_inline)) {
            quotient(ManyParts<T>::load(x + i), ManyParts<T>::load(y + i)).store(out + i);
        });
    });
}

template <class T>
Status inverse_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    using Number = Pair<T>;
    if (steps[1] == 0 || count < ManyParts<T>::lanes) {
        return unary_loop<rows::reciprocal_row, Number, Number>(data, steps, count);
    }
    return on_packed<Number, 1, 1>(data, steps, count, [](const Packed<Number>& numbers) {
        return in_groups<T>(numbers, [](const Number* x, const Number*, Number* out,
                                        std::int64_t i) __attribute__((always_inline)) {
            inverse(ManyParts<T>::load(x + i)).store(out + i);
        });
    });
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
