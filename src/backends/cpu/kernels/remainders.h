// fmod, remainder, floor_divide and divmod of float32 and float64 by vectors of AVX2 or AVX-512.
//
// With q = trunc(x / y) the rest x - q*y is exact in one fused step: the rounded quotient may have
// reached the next whole number but never lies below its own. Quotients that are too large for the
// whole part to be known, or that underflow, and everything infinite or NaN go lane by lane.
#pragma once

#include "backends/cpu/kernels/float_parts.h"

#if defined(__AVX2__)
namespace numen::cpu::NUMEN_ISA {

template <class T> struct Divided {
    vm::VectorOf<T> quotient;  // towards zero
    vm::VectorOf<T> rest;      // with the sign of x
    vm::VectorOf<T> ratio;
    bool is_known;             // in all lanes
};

template <class T>
NUMEN_INLINE Divided<T> divide_whole(vm::VectorOf<T> x, vm::VectorOf<T> y) {
    using Vector = vm::VectorOf<T>;
    // NumPy's own quotient, (x - rest) / y rounded, is the whole one up to here.
    constexpr T largest = sizeof(T) == 8 ? T{0x1p45} : T{0x1p18f};
    const Vector ratio = x / y, size = vm::absolute(ratio);
    const auto is_zero = (x == T{0}) & (vm::absolute(y) <= std::numeric_limits<T>::max());
    const auto known = ((size >= std::numeric_limits<T>::min()) | is_zero) & (size <= largest);
    const Vector whole = whole_part(ratio);
    const Vector left = vm::multiply_add(-whole, y, x);
    const auto passed = ((vm::bits(left) ^ vm::bits(x)) < 0) & (left != T{0});
    const Vector rest = passed ? left + vm::with_sign(y, x) : left;
    const Vector quotient = passed ? whole - vm::with_sign(Vector{} + T{1}, ratio) : whole;
    return {quotient, vm::with_sign(rest, x), ratio, !any_lane(~known)};
}

template <class T> struct Floored {
    vm::VectorOf<T> quotient;
    vm::VectorOf<T> rest;
};
template <class T> NUMEN_INLINE Floored<T> floored(const Divided<T>& divided, vm::VectorOf<T> y) {
    using Vector = vm::VectorOf<T>;
    const auto is_whole = divided.rest == T{0};
    const auto turns = ((vm::bits(divided.rest) ^ vm::bits(y)) < 0) & ~is_whole;
    const Vector rest = turns ? divided.rest + y : divided.rest;
    const Vector quotient = turns ? divided.quotient - T{1} : divided.quotient;
    const Vector zero = vm::with_sign(Vector{}, divided.ratio);
    return {quotient == T{0} ? zero : quotient, is_whole ? vm::with_sign(Vector{}, y) : rest};
}

// One vector lane by lane, flags in the status register.
template <Op op, class T>
[[gnu::noinline, gnu::cold]] Status divide_lanes(vm::VectorOf<T> x, vm::VectorOf<T> y,
                                                 vm::VectorOf<T>& first,
                                                 vm::VectorOf<T>& second) {
    clear_floating_flags();
    Status flags = status_ok;
    for (std::size_t i = 0; i < vm::vector_bytes / sizeof(T); ++i) {
        if constexpr (op == Op::fmod) first[i] = formulas::fmod(x[i], y[i], flags);
        if constexpr (op == Op::remainder) first[i] = formulas::remainder(x[i], y[i], flags);
        if constexpr (op == Op::floor_divide) first[i] = formulas::floor_divide(x[i], y[i], flags);
        if constexpr (op == Op::divmod) {
            const auto both = formulas::divmod(x[i], y[i], flags);
            first[i] = both.first;
            second[i] = both.second;
        }
    }
    flags |= floating_flags();
    return flags;
}

template <Op op, class T>
NUMEN_INLINE Status divide_vector(vm::VectorOf<T> x, vm::VectorOf<T> y, vm::VectorOf<T>& first,
                                  vm::VectorOf<T>& second) {
    const Divided<T> divided = divide_whole<T>(x, y);
    if (!divided.is_known) [[unlikely]] return divide_lanes<op, T>(x, y, first, second);
    const Floored<T> down = floored<T>(divided, y);
    first = op == Op::fmod ? divided.rest : op == Op::remainder ? down.rest : down.quotient;
    second = down.rest;
    return status_ok;
}

template <Op op> struct row_of;
template <> struct row_of<Op::fmod> { using type = rows::fmod_row; };
template <> struct row_of<Op::remainder> { using type = rows::remainder_row; };
template <> struct row_of<Op::floor_divide> { using type = rows::floor_divide_row; };

template <Op op, class T> Status remainder_loop(char* const* data, const std::int64_t* steps,
                                                std::int64_t count) {
    constexpr int outputs = op == Op::divmod ? 2 : 1;
    if constexpr (outputs == 1) {
        using Row = typename row_of<op>::type;
        if (steps[2] == 0) return strided_binary_loop<Row, T, T, T>(data, steps, count);
    }
    FlagsKept flags;
    flags.found = on_packed<T, 2, outputs>(data, steps, count, [](const Packed<T>& packed) {
        constexpr std::int64_t lanes = vm::vector_bytes / sizeof(T);
        vm::VectorOf<T> first, second{};
        Status status = status_ok;
        std::int64_t i = 0;
        for (; i + lanes <= packed.count; i += lanes) {
            status |= divide_vector<op, T>(vm::load(packed.x + i), vm::load(packed.y + i), first,
                                           second);
            vm::store<T>(packed.out + i, first);
            if constexpr (outputs == 2) vm::store<T>(packed.second + i, second);
        }
        if (const std::int64_t rest = packed.count - i; rest > 0) {
            status |= divide_vector<op, T>(vm::load_part(packed.x + i, rest),
                                           vm::load_part(packed.y + i, rest), first, second);
            vm::store_part(packed.out + i, first, rest);
            if constexpr (outputs == 2) vm::store_part(packed.second + i, second, rest);
        }
        return status;
    });
    return status_ok;
}

template <Dtype dtype> void fill_remainders(LoopRow* table) {
    using T = Element<dtype>;
    const auto set = [table](Op op, Loop loop) {
        table[static_cast<int>(op)].run[slot_of(dtype)] = loop;
    };
    set(Op::fmod, remainder_loop<Op::fmod, T>);
    set(Op::remainder, remainder_loop<Op::remainder, T>);
    set(Op::floor_divide, remainder_loop<Op::floor_divide, T>);
    set(Op::divmod, remainder_loop<Op::divmod, T>);
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
