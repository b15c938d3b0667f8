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
    [[gnu::always_inline]] static Vector load(const Pair<T>* from) {
        return vm::load(parts_of(from));
    }
    [[gnu::always_inline]] static Vector repeated(Pair<T> number) {
        Vector all;
        for (int lane = 0; lane < lanes; lane += 2) {
            all[lane] = number.real;
            all[lane + 1] = number.imag;
        }
        return all;
    }
};

// x[i] * y[i], or by one number for all, whose step is 0.
template <class T>
Status product_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    using Number = Pair<T>;
    using In = Numbers<T>;
    constexpr std::int64_t size = sizeof(Number);
    const auto is_served = [](std::int64_t step) { return step == size || step == 0; };
    if (steps[2] != size || !is_served(steps[0]) || !is_served(steps[1]) ||
        steps[0] + steps[1] == 0) {
        return binary_loop<rows::multiply_row, Number, Number, Number>(data, steps, count);
    }
    const auto* x = reinterpret_cast<const Number*>(data[0]);
    const auto* y = reinterpret_cast<const Number*>(data[1]);
    auto* out = reinterpret_cast<Number*>(data[2]);
    const auto run = [=](auto x_at, auto y_at) __attribute__((always_inline)) {
        const std::int64_t whole = count / In::count * In::count;
        for (std::int64_t i = 0; i < whole; i += In::count) {
            vm::store<T>(parts_of(out + i), In::product(x_at(i), y_at(i)));
        }
        return whole;
    };
    const auto each_of = [](const Number* numbers) {
        return [=](std::int64_t i) __attribute__((always_inline)) { return In::load(numbers + i); };
    };
    const auto always = [](Number number) {
        const auto all = In::repeated(number);
        return [=](std::int64_t) __attribute__((always_inline)) { return all; };
    };
    const Number one_x = *x, one_y = *y;
    std::int64_t i = steps[0] == 0   ? run(always(one_x), each_of(y))
                     : steps[1] == 0 ? run(each_of(x), always(one_y))
                                     : run(each_of(x), each_of(y));
    for (; i < count; ++i) {
        out[i] = (steps[0] == 0 ? one_x : x[i]) * (steps[1] == 0 ? one_y : y[i]);
    }
    return status_ok;
}

template <class T>
Status square_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    char* const both[] = {data[0], data[0], data[1]};
    const std::int64_t steps_of_both[] = {steps[0], steps[0], steps[1]};
    return product_loop<T>(both, steps_of_both, count);
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
