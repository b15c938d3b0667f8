// Loops over formulas that the compiler turns into vector code by itself: arithmetic, comparisons,
// bits. Contiguous operands and one repeated operand have loops of their own, everything else is
// walked by its steps.
//
// Operands are aligned to their elements. An output may be an input, which "ivdep" allows: no
// element depends on another one's result.
#pragma once

#include <algorithm>
#include <cstring>

#include "backends/cpu/kernels/formula_rows.h"
#include "backends/cpu/kernels/pack.h"
#include "backends/cpu/kernels/wide_masks.h"

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

// Elements that lie apart, such as the parts of complex numbers, a column, or a row backwards: a
// block of them is packed for the loops over packed rows.
constexpr std::int64_t packed_block = 256, least_packed = 16;
template <class T> bool lies_apart(std::int64_t step) {
    return step != 0 && step != static_cast<std::int64_t>(sizeof(T));
}

// Operands of which the last, the output, goes backwards, from its other end.
template <int operands> struct Turned {
    char* data[operands];
    std::int64_t steps[operands];

    Turned(char* const* given, const std::int64_t* given_steps, std::int64_t count) {
        for (int i = 0; i < operands; ++i) {
            data[i] = given[i] + given_steps[i] * (count - 1);
            steps[i] = -given_steps[i];
        }
    }
};

// What the predicates of floats say of every integer.
template <class Row, class In>
constexpr bool is_constant = std::is_integral_v<In> && (std::is_same_v<Row, rows::isnan_row> ||
                                                        std::is_same_v<Row, rows::isinf_row> ||
                                                        std::is_same_v<Row, rows::isfinite_row>);

template <class Row, class In, class Out>
Status unary_loop(char* const* data, const std::int64_t* steps, std::int64_t count);

// Squares of the real or imaginary parts of complex numbers, as in `z.real**2 + z.imag**2`, go
// without the block.
template <class Row, class In>
constexpr bool squares_parts = std::is_same_v<Row, rows::square_row> &&
                               (std::is_same_v<In, double> || std::is_same_v<In, float>);

// Numbers that fill a register by themselves are added and compared as fast as they are packed.
template <class Row, class In>
constexpr bool is_quick_apart =
    std::is_same_v<In, Pair<double>> &&
    (std::is_same_v<Row, rows::add_row> || std::is_same_v<Row, rows::subtract_row> ||
     std::is_same_v<Row, rows::negative_row> || std::is_same_v<Row, rows::conjugate_row> ||
     std::is_same_v<Row, rows::equal_row> || std::is_same_v<Row, rows::not_equal_row>);

template <class Row, class In, class Out>
[[gnu::noinline]] Status packing_unary_loop(char* const* data, const std::int64_t* steps,
                                            std::int64_t count) {
    MemoryForm<In> first[packed_block];
    MemoryForm<Out> results[packed_block];
    const bool packs = lies_apart<In>(steps[0]), unpacks = lies_apart<Out>(steps[1]);
    constexpr std::int64_t packed[] = {sizeof(In), sizeof(Out)};
    char* at[] = {data[0], data[1]};
    Status flags = status_ok;
    for (; count > 0; count -= packed_block) {
        const std::int64_t some = std::min(count, packed_block);
        if (packs) pack(first, at[0], steps[0], some);
        char* const block[] = {packs ? reinterpret_cast<char*>(first) : at[0],
                               unpacks ? reinterpret_cast<char*>(results) : at[1]};
        flags |= unary_loop<Row, In, Out>(block, packed, some);
        if (unpacks) unpack(at[1], steps[1], results, some);
        for (int i = 0; i < 2; ++i) at[i] += some * steps[i];
    }
    return flags;
}

template <class Row, class In, class Out>
Status unary_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    Status flags = status_ok;
    if constexpr (is_constant<Row, In>) {
        if (steps[1] == sizeof(Out)) {
            std::memset(data[1], Row::apply(In{}, In{}, flags), static_cast<std::size_t>(count));
            return flags;
        }
    }
    if (steps[0] == sizeof(In) && steps[1] == sizeof(Out)) {
        const auto* x = reinterpret_cast<const MemoryForm<In>*>(data[0]);
        auto* out = reinterpret_cast<MemoryForm<Out>*>(data[1]);
        std::int64_t i = 0;
#if NUMEN_AVX2_ALONE
        if constexpr (packs_masks<Row, In, Out>) {
            i = store_truths<Row>(each_four(x), each_four(x), out, count);
        }
#endif
#pragma GCC ivdep
        for (; i < count; ++i) {
            const In value = entering<In>(x[i]);
            out[i] = static_cast<Out>(Row::apply(value, value, flags));
        }
        return flags;
    }
    if constexpr (squares_parts<Row, In>) {
        if (steps[0] == 2 * sizeof(In) && steps[1] == sizeof(Out)) {
            const auto* x = reinterpret_cast<const In*>(data[0]);
            auto* out = reinterpret_cast<Out*>(data[1]);
#pragma GCC ivdep
            for (std::int64_t i = 0; i < count; ++i) out[i] = x[2 * i] * x[2 * i];
            return flags;
        }
    }
    const bool packs = !is_quick_apart<Row, In> && count >= least_packed;
    if (packs && steps[0] != 0 && steps[1] != 0) {
        if (steps[1] < 0) {
            const Turned<2> turned(data, steps, count);
            return unary_loop<Row, In, Out>(turned.data, turned.steps, count);
        }
        return packing_unary_loop<Row, In, Out>(data, steps, count);
    }
    const char* x = data[0];
    char* out = data[1];
    const std::int64_t x_step = steps[0], out_step = steps[1];
    for (; count > 0; --count, x += x_step, out += out_step) {
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
    // In registers: after each result the compiler would read them again.
    const std::int64_t x_step = steps[0], y_step = steps[1], out_step = steps[2];
    for (; count > 0; --count, x += x_step, y += y_step, out += out_step) {
        *reinterpret_cast<MemoryForm<Out>*>(out) = static_cast<Out>(
            Row::apply(entering<In>(*reinterpret_cast<const MemoryForm<In>*>(x)),
                       entering<In2>(*reinterpret_cast<const MemoryForm<In2>*>(y)), flags));
    }
    return flags;
}

template <class Row, class In, class In2, class Out>
Status binary_loop(char* const* data, const std::int64_t* steps, std::int64_t count);

template <class Row, class In, class In2, class Out>
[[gnu::noinline]] Status packing_binary_loop(char* const* data, const std::int64_t* steps,
                                             std::int64_t count) {
    MemoryForm<In> first[packed_block];
    MemoryForm<In2> second[packed_block];
    MemoryForm<Out> results[packed_block];
    const bool packs_x = lies_apart<In>(steps[0]), packs_y = lies_apart<In2>(steps[1]);
    const bool unpacks = lies_apart<Out>(steps[2]);
    constexpr std::int64_t size = sizeof(In), size2 = sizeof(In2);
    const std::int64_t packed[] = {packs_x ? size : steps[0], packs_y ? size2 : steps[1],
                                   sizeof(Out)};
    char* at[] = {data[0], data[1], data[2]};
    Status flags = status_ok;
    for (; count > 0; count -= packed_block) {
        const std::int64_t some = std::min(count, packed_block);
        if (packs_x) pack(first, at[0], steps[0], some);
        if (packs_y) pack(second, at[1], steps[1], some);
        char* const block[] = {packs_x ? reinterpret_cast<char*>(first) : at[0],
                               packs_y ? reinterpret_cast<char*>(second) : at[1],
                               unpacks ? reinterpret_cast<char*>(results) : at[2]};
        flags |= binary_loop<Row, In, In2, Out>(block, packed, some);
        if (unpacks) unpack(at[2], steps[2], results, some);
        for (int i = 0; i < 3; ++i) at[i] += some * steps[i];
    }
    return flags;
}

template <class Row, class In, class In2, class Out>
Status binary_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    const bool has_row = steps[0] != 0 || steps[1] != 0;
    const bool is_in_rows = steps[2] == sizeof(Out) && has_row && !lies_apart<In>(steps[0]) &&
                            !lies_apart<In2>(steps[1]);
    if (!is_in_rows) {
        // What goes to one place folds: each step reads the result of the one before.
        const bool packs = !is_quick_apart<Row, In> && count >= least_packed && has_row &&
                           steps[2] != 0;
        if (packs && steps[2] < 0) {
            const Turned<3> turned(data, steps, count);
            return binary_loop<Row, In, In2, Out>(turned.data, turned.steps, count);
        }
        return packs ? packing_binary_loop<Row, In, In2, Out>(data, steps, count)
                     : strided_binary_loop<Row, In, In2, Out>(data, steps, count);
    }
    Status flags = status_ok;
    const auto* x = reinterpret_cast<const MemoryForm<In>*>(data[0]);
    const auto* y = reinterpret_cast<const MemoryForm<In2>*>(data[1]);
    auto* out = reinterpret_cast<MemoryForm<Out>*>(data[2]);
    const bool are_rows = steps[0] == sizeof(In) && steps[1] == sizeof(In2);
    const bool is_row_by_one = steps[0] == sizeof(In) && steps[1] == 0;
    std::int64_t i = 0;
#if NUMEN_AVX2_ALONE
    if constexpr (packs_masks<Row, In, Out> && std::is_same_v<In, In2>) {
        i = are_rows        ? store_truths<Row>(each_four(x), each_four(y), out, count)
            : is_row_by_one ? store_truths<Row>(each_four(x), one_for_all(*y), out, count)
                            : store_truths<Row>(one_for_all(*x), each_four(y), out, count);
    }
#endif
    if (are_rows) {
#pragma GCC ivdep
        for (; i < count; ++i) {
            out[i] = static_cast<Out>(Row::apply(entering<In>(x[i]), entering<In2>(y[i]), flags));
        }
    } else if (is_row_by_one) {
        const In2 second = entering<In2>(*y);
#pragma GCC ivdep
        for (; i < count; ++i) {
            out[i] = static_cast<Out>(Row::apply(entering<In>(x[i]), second, flags));
        }
    } else {
        const In first = entering<In>(*x);
#pragma GCC ivdep
        for (; i < count; ++i) {
            out[i] = static_cast<Out>(Row::apply(first, entering<In2>(y[i]), flags));
        }
    }
    return flags;
}

// One or two inputs, two outputs.
template <class Row, class In, class Out, class Out2>
Status pair_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    constexpr int n = Row::inputs;
    Status flags = status_ok;
    if (steps[0] == sizeof(In) && steps[n - 1] == sizeof(In) && steps[n] == sizeof(Out) &&
        steps[n + 1] == sizeof(Out2)) {
        const auto* x = reinterpret_cast<const In*>(data[0]);
        const auto* y = reinterpret_cast<const In*>(data[n - 1]);
        auto* first = reinterpret_cast<Out*>(data[n]);
        auto* second = reinterpret_cast<Out2*>(data[n + 1]);
#pragma GCC ivdep
        for (std::int64_t i = 0; i < count; ++i) {
            const auto both = Row::apply(x[i], y[i], flags);
            first[i] = both.first;
            second[i] = both.second;
        }
        return flags;
    }
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
