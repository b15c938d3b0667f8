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

template <class T> struct ToRow {
    Pair<T>* numbers;

    [[gnu::always_inline]] void put(std::int64_t i, Pair<T> one) const { numbers[i] = one; }
    [[gnu::always_inline]] void put(std::int64_t i, vm::VectorOf<T> many) const {
        vm::store<T>(parts_of(numbers + i), many);
    }
};

template <class T, class X, class Y, class Out>
NUMEN_INLINE Status products(X x, Y y, Out out, std::int64_t count) {
    constexpr std::int64_t group = Numbers<T>::count;
    std::int64_t i = 0;
    for (; i + group <= count; i += group) {
        out.put(i, Numbers<T>::product(x.many(i), y.many(i)));
    }
    for (; i < count; ++i) out.put(i, one_product(x.one(i), y.one(i)));
    return status_ok;
}

// Numbers of two doubles that lie apart, or one number again and again: read from and written to
// where they lie they take as long as packed ones.
struct Apart {
    char* data;
    std::int64_t step;

    [[gnu::always_inline]] Pair<double> one(std::int64_t i) const {
        return load<Pair<double>>(data + i * step);
    }
    [[gnu::always_inline]] void put(std::int64_t i, Pair<double> one) const {
        store(data + i * step, one);
    }
#if defined(__AVX512F__)
    // Each is read into all pairs of lanes and kept in one: that takes no shuffle.
    [[gnu::always_inline]] vm::F64 many(std::int64_t i) const {
        vm::F64 numbers = _mm512_castpd128_pd512(read(i));
        numbers = _mm512_mask_broadcast_f64x2(numbers, 0b00'00'11'00, read(i + 1));
        numbers = _mm512_mask_broadcast_f64x2(numbers, 0b00'11'00'00, read(i + 2));
        return _mm512_mask_broadcast_f64x2(numbers, 0b11'00'00'00, read(i + 3));
    }
    [[gnu::always_inline]] void put(std::int64_t i, vm::F64 many) const {
        write(i, _mm512_castpd512_pd128(many));
        write(i + 1, _mm512_extractf64x2_pd(many, 1));
        write(i + 2, _mm512_extractf64x2_pd(many, 2));
        write(i + 3, _mm512_extractf64x2_pd(many, 3));
    }
#else
    [[gnu::always_inline]] vm::F64 many(std::int64_t i) const {
        return _mm256_insertf128_pd(_mm256_castpd128_pd256(read(i)), read(i + 1), 1);
    }
    [[gnu::always_inline]] void put(std::int64_t i, vm::F64 many) const {
        write(i, _mm256_castpd256_pd128(many));
        write(i + 1, _mm256_extractf128_pd(many, 1));
    }
#endif

private:
    [[gnu::always_inline]] __m128d read(std::int64_t i) const {
        return _mm_loadu_pd(reinterpret_cast<const double*>(data + i * step));
    }
    [[gnu::always_inline]] void write(std::int64_t i, __m128d number) const {
        _mm_storeu_pd(reinterpret_cast<double*>(data + i * step), number);
    }
};

inline Status products_apart(char* const* data, const std::int64_t* steps, std::int64_t count) {
    const Apart x{data[0], steps[0]}, y{data[1], steps[1]}, out{data[2], steps[2]};
    if (out.step == sizeof(Pair<double>)) {
        return products<double>(x, y, ToRow<double>{reinterpret_cast<Pair<double>*>(out.data)},
                                count);
    }
    // A running product reads at each step what the one before has written.
    if (out.step == 0) {
        for (std::int64_t i = 0; i < count; ++i) out.put(i, one_product(x.one(i), y.one(i)));
        return status_ok;
    }
    return products<double>(x, y, out, count);
}
// Smaller ones are packed first; what goes to one place folds, each step reading the result of the
// one before.
inline Status packed_products(char* const* data, const std::int64_t* steps, std::int64_t count) {
    using Number = Pair<float>;
    if (count < least_packed || steps[2] == 0) {
        return binary_loop<rows::multiply_row, Number, Number, Number>(data, steps, count);
    }
    return buffered_blocks<Number, 2, 1>(data, steps, count, [](const Packed<Number>& numbers) {
        return products<float>(InRow<float>{numbers.x}, InRow<float>{numbers.y},
                               ToRow<float>{numbers.out}, numbers.count);
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
    const ToRow<T> out{reinterpret_cast<Number*>(data[2])};
    if (steps[0] == 0) return products<T>(OneForAll<T>(*x), InRow<T>{y}, out, count);
    if (steps[1] == 0) return products<T>(InRow<T>{x}, OneForAll<T>(*y), out, count);
    return products<T>(InRow<T>{x}, InRow<T>{y}, out, count);
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
        return products<T>(x, x, ToRow<T>{numbers.out}, numbers.count);
    });
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
