// Loops over the transcendental functions of float32 and float64, a vector at a time.
//
// A part-filled vector repeats its last element, so that an element gives the same bits wherever
// it stands. Warnings come from the values: what these functions leave in the status register says
// nothing, since they compute lanes and sides that nobody asked for.
#pragma once

#include "backends/cpu/kernels/formula_rows.h"

namespace numen::cpu::NUMEN_ISA {

template <class T> [[gnu::always_inline]] inline vm::VectorOf<T> read_vector(
    const char* from, std::int64_t step, std::int64_t count) {
    constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
    if (step == sizeof(T) && count >= lanes) return vm::load<T>(reinterpret_cast<const T*>(from));
    // Subtracting zero keeps the sign of a zero, adding it would not.
    if (step == 0) return *reinterpret_cast<const T*>(from) - vm::VectorOf<T>{};
    alignas(vm::vector_bytes) T buffer[lanes];
    for (std::int64_t i = 0; i < lanes; ++i) {
        buffer[i] = *reinterpret_cast<const T*>(from + (i < count ? i : count - 1) * step);
    }
    return vm::load<T>(buffer);
}

template <class T> [[gnu::always_inline]] inline void write_vector(
    char* to, std::int64_t step, std::int64_t count, vm::VectorOf<T> value) {
    constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
    if (step == sizeof(T) && count >= lanes) return vm::store<T>(reinterpret_cast<T*>(to), value);
    alignas(vm::vector_bytes) T buffer[lanes];
    vm::store<T>(buffer, value);
    for (std::int64_t i = 0; i < lanes && i < count; ++i) {
        *reinterpret_cast<T*>(to + i * step) = buffer[i];
    }
}

[[gnu::always_inline]] inline bool any_lane(vm::I64 mask) { return vm::any(mask); }
template <class Mask> [[gnu::always_inline]] inline bool any_lane(Mask mask) {
    const vm::I64 wide = reinterpret_cast<vm::I64>(mask);
    return vm::any(wide | (wide << 32));
}

// The status that one result deserves.
template <class Row, class T> Status classify(T x, T y, T result) {
    constexpr T largest = std::numeric_limits<T>::max();
    const bool from_finite = std::fabs(x) <= largest && std::fabs(y) <= largest;
    if (result != result) return x != x || y != y ? status_ok : status_invalid;
    if (std::fabs(result) > largest && from_finite) {
        const bool is_pole = Row::policy == FlagPolicy::pole ||
                             (Row::policy == FlagPolicy::power && x == 0);
        return is_pole ? status_divide : status_overflow;
    }
    constexpr bool watches_small =
        Row::policy == FlagPolicy::range || Row::policy == FlagPolicy::power;
    const bool is_tiny = std::fabs(result) < std::numeric_limits<T>::min() && from_finite;
    return watches_small && is_tiny && x != 0 ? status_underflow : status_ok;
}

template <class Row, class T> [[gnu::noinline]] Status classify_lanes(
    vm::VectorOf<T> x, vm::VectorOf<T> y, vm::VectorOf<T> result) {
    Status status = status_ok;
    for (unsigned lane = 0; lane < vm::vector_bytes / sizeof(T); ++lane) {
        status |= classify<Row, T>(x[lane], y[lane], result[lane]);
    }
    return status;
}

template <class Row, class T> [[gnu::always_inline]] inline vm::VectorOf<T> evaluate(
    vm::VectorOf<T> x, vm::VectorOf<T> y, std::int64_t count) {
    Status flags = status_ok;
    if constexpr (requires { Row::apply(x, y, flags); }) {
        return Row::apply(x, y, flags);
    } else {
        constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
        vm::VectorOf<T> result = x;
        const std::int64_t used = count < lanes ? count : lanes;
        for (std::int64_t i = 0; i < used; ++i) result[i] = Row::apply(x[i], y[i], flags);
        for (std::int64_t i = used; i < lanes; ++i) result[i] = result[used - 1];
        return result;
    }
}

template <class Row, class T> [[gnu::always_inline]] inline auto needs_look(
    vm::VectorOf<T> result) {
    const vm::VectorOf<T> size = result < 0 ? -result : result;
    auto mask = ~(size <= std::numeric_limits<T>::max());
    if constexpr (Row::policy == FlagPolicy::range || Row::policy == FlagPolicy::power) {
        mask |= size < std::numeric_limits<T>::min();
    }
    return mask;
}

template <class Row, class T>
Status value_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
    constexpr int n = Row::inputs;
    Status status = status_ok;
    for (std::int64_t i = 0; i < count; i += lanes) {
        const std::int64_t rest = count - i;
        const auto x = read_vector<T>(data[0] + i * steps[0], steps[0], rest);
        const auto y =
            n == 1 ? x : read_vector<T>(data[n - 1] + i * steps[n - 1], steps[n - 1], rest);
        const auto result = evaluate<Row, T>(x, y, rest);
        if (any_lane(needs_look<Row, T>(result))) [[unlikely]] {
            status |= classify_lanes<Row, T>(x, y, result);
        }
        write_vector<T>(data[n] + i * steps[n], steps[n], rest, result);
    }
    return status;
}

}  // namespace numen::cpu::NUMEN_ISA
