// Numbers that lie apart, read into registers: as many loads as numbers, where to pack them first
// takes as many stores and another load.
#pragma once

#include <utility>

#include "backends/cpu/kernels/product_element.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// Two float64 numbers `step` bytes apart.
struct PairApart {
    static constexpr std::int64_t width = 2;
    using Vector = Register<double, width>::type;

    [[gnu::always_inline]] static Vector load(const char* from, std::int64_t step) {
        return Vector{NUMEN_ISA::load<double>(from), NUMEN_ISA::load<double>(from + step)};
    }
};

// Every second one of float64 numbers in a row.
struct EverySecond {
    static constexpr std::int64_t width = vector_bytes / 8;
    using Vector = Register<double, width>::type;

    // The second register begins where the first ends, with the same number: nothing behind the
    // last number is read.
    [[gnu::always_inline]] static Vector load(const char* from, std::int64_t) {
        Vector low, high;
        __builtin_memcpy(&low, from, sizeof low);
        __builtin_memcpy(&high, from + (width - 1) * 8, sizeof high);
        return of_both(low, high, std::make_index_sequence<static_cast<std::size_t>(width)>());
    }

  private:
    template <std::size_t... place>
    [[gnu::always_inline]] static Vector of_both(Vector low, Vector high,
                                                 std::index_sequence<place...>) {
        return __builtin_shufflevector(low, high, (2 * place + (2 * place >= width))...);
    }
};

// Complex numbers with float64 parts, `width` parts of them.
template <std::int64_t width>
[[gnu::always_inline]] inline typename Register<double, width>::type numbers_apart(
    const char* from, std::int64_t step) {
    typename Register<double, width>::type line;
    if constexpr (width == 2) {
        __builtin_memcpy(&line, from, sizeof line);
    } else {
        const auto low = numbers_apart<width / 2>(from, step);
        const auto high = numbers_apart<width / 2>(from + width / 4 * step, step);
        if constexpr (width == 4) {
            line = __builtin_shufflevector(low, high, 0, 1, 2, 3);
        } else {
            line = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
        }
    }
    return line;
}

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
