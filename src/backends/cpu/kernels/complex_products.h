// Products of packed complex numbers with fused multiply-add, whose instruction adds and subtracts
// in turn: three shuffles for a vector, where the compiler makes eight. The bits are those of
// operator*(Pair, Pair).
#pragma once

#include "backends/cpu/kernels/complex_lanes.h"
#include "backends/cpu/kernels/formula_complex.h"
#include "backends/cpu/kernels/packed_blocks.h"

#if defined(__AVX2__)
namespace numen::cpu::NUMEN_ISA {

#if defined(__AVX512F__)
NUMEN_INLINE vm::F64 add_and_subtract(vm::F64 a, vm::F64 b, vm::F64 c) {
    return _mm512_fmaddsub_pd(a, b, c);
}
NUMEN_INLINE vm::F32 add_and_subtract(vm::F32 a, vm::F32 b, vm::F32 c) {
    return _mm512_fmaddsub_ps(a, b, c);
}
#else
NUMEN_INLINE vm::F64 add_and_subtract(vm::F64 a, vm::F64 b, vm::F64 c) {
    return _mm256_fmaddsub_pd(a, b, c);
}
NUMEN_INLINE vm::F32 add_and_subtract(vm::F32 a, vm::F32 b, vm::F32 c) {
    return _mm256_fmaddsub_ps(a, b, c);
}
#endif

// Numbers in a vector, real and imaginary parts in turn.
template <class T> struct Numbers {
    using Vector = vm::VectorOf<T>;
    static constexpr int lanes = vm::vector_bytes / sizeof(T);
    static constexpr std::int64_t count = lanes / 2;

    [[gnu::always_inline]] static Vector product(Vector x, Vector y) {
        const Vector real = __builtin_shuffle(x, lane_order<T>([](int lane) { return lane & ~1; }));
        const Vector imag = __builtin_shuffle(x, lane_order<T>([](int lane) { return lane | 1; }));
        const Vector swapped =
            __builtin_shuffle(y, lane_order<T>([](int lane) { return lane ^ 1; }));
        return add_and_subtract(real, y, imag * swapped);
    }
};

// Numbers in a row, or one number again and again.
template <class T> struct InRow {
    const Pair<T>* numbers;

    [[gnu::always_inline]] Pair<T> one(std::int64_t i) const { return numbers[i]; }
    [[gnu::always_inline]] vm::VectorOf<T> many(std::int64_t i) const {
        return vm::load(parts_of(numbers + i));
    }
};
template <class T> struct OneForAll {
    Pair<T> number;
    vm::VectorOf<T> repeated;

    explicit OneForAll(Pair<T> given) : number(given) {
        for (int lane = 0; lane < Numbers<T>::lanes; lane += 2) {
            repeated[lane] = given.real;
            repeated[lane + 1] = given.imag;
        }
    }
    [[gnu::always_inline]] Pair<T> one(std::int64_t) const { return number; }
    [[gnu::always_inline]] vm::VectorOf<T> many(std::int64_t) const { return repeated; }
};

// Of single numbers. Left to itself g++ makes vectors of them whose other lanes raise flags.
NUMEN_INLINE Pair<double> one_product(Pair<double> x, Pair<double> y) {
    const __m128d real = _mm_set1_pd(x.real), imag = _mm_set1_pd(x.imag);
    const __m128d other = _mm_setr_pd(y.real, y.imag), swapped = _mm_permute_pd(other, 1);
    const __m128d product = _mm_fmaddsub_pd(real, other, _mm_mul_pd(imag, swapped));
    return {product[0], product[1]};
}
NUMEN_INLINE Pair<float> one_product(Pair<float> x, Pair<float> y) {
    const __m128 real = _mm_setr_ps(x.real, x.real, 0, 0), imag = _mm_setr_ps(x.imag, x.imag, 0, 0);
    const __m128 other = _mm_setr_ps(y.real, y.imag, 0, 0);
    const __m128 swapped = _mm_permute_ps(other, 0b11'10'00'01);
    const __m128 product = _mm_fmaddsub_ps(real, other, _mm_mul_ps(imag, swapped));
    return {product[0], product[1]};
}

template <class T, class X, class Y>
NUMEN_INLINE Status products(X x, Y y, Pair<T>* out, std::int64_t count) {
    constexpr std::int64_t group = Numbers<T>::count;
    std::int64_t i = 0;
    for (; i + group <= count; i += group) {
        vm::store<T>(parts_of(out + i), Numbers<T>::product(x.many(i), y.many(i)));
    }
    for (; i < count; ++i) out[i] = one_product(x.one(i), y.one(i));
    return status_ok;
}

// Of numbers that lie apart, each of which fills a register: as fast as they are packed.
inline Status products_apart(char* const* data, const std::int64_t* steps, std::int64_t count) {
    const char* x = data[0];
    const char* y = data[1];
    char* out = data[2];
    const std::int64_t x_step = steps[0], y_step = steps[1], out_step = steps[2];
    for (; count > 0; --count, x += x_step, y += y_step, out += out_step) {
        store(out, one_product(load<Pair<double>>(x), load<Pair<double>>(y)));
    }
    return status_ok;
}
// Smaller ones are packed first; what goes to one place folds, each step reading the result of the
// one before.
inline Status packed_products(char* const* data, const std::int64_t* steps, std::int64_t count) {
    using Number = Pair<float>;
    if (count < least_packed || steps[2] == 0) {
        return binary_loop<rows::multiply_row, Number, Number, Number>(data, steps, count);
    }
    return buffered_blocks<Number, 2, 1>(data, steps, count, [](const Packed<Number>& numbers) {
        return products(InRow<float>{numbers.x}, InRow<float>{numbers.y}, numbers.out,
                        numbers.count);
    });
}

// x[i] * y[i], or by one number for all, whose step is 0.
template <class T>
Status product_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    using Number = Pair<T>;
    constexpr std::int64_t size = sizeof(Number);
    const auto is_served = [](std::int64_t step) { return step == size || step == 0; };
    if (steps[2] != size || !is_served(steps[0]) || !is_served(steps[1]) ||
        steps[0] + steps[1] == 0) {
        return size == 16 ? products_apart(data, steps, count)
                          : packed_products(data, steps, count);
    }
    const auto* x = reinterpret_cast<const Number*>(data[0]);
    const auto* y = reinterpret_cast<const Number*>(data[1]);
    auto* out = reinterpret_cast<Number*>(data[2]);
    if (steps[0] == 0) return products(OneForAll<T>(*x), InRow<T>{y}, out, count);
    if (steps[1] == 0) return products(InRow<T>{x}, OneForAll<T>(*y), out, count);
    return products(InRow<T>{x}, InRow<T>{y}, out, count);
}

template <class T>
Status square_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    using Number = Pair<T>;
    if (sizeof(Number) == 16 && (steps[0] != 16 || steps[1] != 16)) {
        char* const both[] = {data[0], data[0], data[1]};
        const std::int64_t steps_of_both[] = {steps[0], steps[0], steps[1]};
        return products_apart(both, steps_of_both, count);
    }
    return on_packed<Number, 1, 1>(data, steps, count, [](const Packed<Number>& numbers) {
        const InRow<T> x{numbers.x};
        return products(x, x, numbers.out, numbers.count);
    });
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
