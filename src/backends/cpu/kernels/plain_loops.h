// Loops over formulas that the compiler turns into vector code by itself: arithmetic, comparisons,
// bits. Contiguous operands and one repeated operand have loops of their own, everything else is
// walked by its steps.
//
// Operands are aligned to their elements. An output may be an input, which "ivdep" allows: no
// element depends on another one's result.
#pragma once

#include "backends/cpu/kernels/formula_rows.h"

namespace numen::cpu::NUMEN_ISA {

// How an element lies in memory: any non-zero byte is a true boolean.
template <class T> struct memory_form { using type = T; };
template <> struct memory_form<bool> { using type = std::uint8_t; };
template <class T> using MemoryForm = typename memory_form<T>::type;

// The type a formula sees.
template <Dtype dtype> struct formula_element { using type = Element<dtype>; };
template <> struct formula_element<Dtype::complex64> { using type = Pair<float>; };
template <> struct formula_element<Dtype::complex128> { using type = Pair<double>; };
template <Dtype dtype> using FormulaElement = typename formula_element<dtype>::type;

template <class T> [[gnu::always_inline]] inline T entering(MemoryForm<T> stored) {
    if constexpr (std::is_same_v<T, bool>) {
        return stored != 0;
    } else {
        return stored;
    }
}

template <class Row, class In, class Out>
Status unary_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    Status flags = status_ok;
    if (steps[0] == sizeof(In) && steps[1] == sizeof(Out)) {
        const auto* x = reinterpret_cast<const MemoryForm<In>*>(data[0]);
        auto* out = reinterpret_cast<MemoryForm<Out>*>(data[1]);
#pragma GCC ivdep
        for (std::int64_t i = 0; i < count; ++i) {
            const In value = entering<In>(x[i]);
            out[i] = static_cast<Out>(Row::apply(value, value, flags));
        }
        return flags;
    }
    const char* x = data[0];
    char* out = data[1];
    for (; count > 0; --count, x += steps[0], out += steps[1]) {
        const In value = entering<In>(*reinterpret_cast<const MemoryForm<In>*>(x));
        *reinterpret_cast<MemoryForm<Out>*>(out) =
            static_cast<Out>(Row::apply(value, value, flags));
    }
    return flags;
}

template <class Row, class In, class In2, class Out>
[[gnu::noinline]] Status strided_binary_loop(char* const* data, const std::int64_t* steps,
                                             std::int64_t count) {
    Status flags = status_ok;
    const char* x = data[0];
    const char* y = data[1];
    char* out = data[2];
    for (; count > 0; --count, x += steps[0], y += steps[1], out += steps[2]) {
        *reinterpret_cast<MemoryForm<Out>*>(out) = static_cast<Out>(
            Row::apply(entering<In>(*reinterpret_cast<const MemoryForm<In>*>(x)),
                       entering<In2>(*reinterpret_cast<const MemoryForm<In2>*>(y)), flags));
    }
    return flags;
}

template <class Row, class In, class In2, class Out>
Status binary_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    if (steps[2] != sizeof(Out)) return strided_binary_loop<Row, In, In2, Out>(data, steps, count);
    Status flags = status_ok;
    const auto* x = reinterpret_cast<const MemoryForm<In>*>(data[0]);
    const auto* y = reinterpret_cast<const MemoryForm<In2>*>(data[1]);
    auto* out = reinterpret_cast<MemoryForm<Out>*>(data[2]);
    if (steps[0] == sizeof(In) && steps[1] == sizeof(In2)) {
#pragma GCC ivdep
        for (std::int64_t i = 0; i < count; ++i) {
            out[i] = static_cast<Out>(Row::apply(entering<In>(x[i]), entering<In2>(y[i]), flags));
        }
    } else if (steps[0] == sizeof(In) && steps[1] == 0) {
        const In2 second = entering<In2>(*y);
#pragma GCC ivdep
        for (std::int64_t i = 0; i < count; ++i) {
            out[i] = static_cast<Out>(Row::apply(entering<In>(x[i]), second, flags));
        }
    } else if (steps[0] == 0 && steps[1] == sizeof(In2)) {
        const In first = entering<In>(*x);
#pragma GCC ivdep
        for (std::int64_t i = 0; i < count; ++i) {
            out[i] = static_cast<Out>(Row::apply(first, entering<In2>(y[i]), flags));
        }
    } else {
        return strided_binary_loop<Row, In, In2, Out>(data, steps, count);
    }
    return flags;
}

// One or two inputs, two outputs: rare enough for one loop.
template <class Row, class In, class Out, class Out2>
Status pair_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    constexpr int n = Row::inputs;
    Status flags = status_ok;
    char* at[n + 2];
    for (int i = 0; i < n + 2; ++i) at[i] = data[i];
    for (; count > 0; --count) {
        const auto both = Row::apply(*reinterpret_cast<const In*>(at[0]),
                                     *reinterpret_cast<const In*>(at[n - 1]), flags);
        *reinterpret_cast<Out*>(at[n]) = both.first;
        *reinterpret_cast<Out2*>(at[n + 1]) = both.second;
        for (int i = 0; i < n + 2; ++i) at[i] += steps[i];
    }
    return flags;
}

}  // namespace numen::cpu::NUMEN_ISA
