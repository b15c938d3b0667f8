// Loops over the divisions of one_divisor.h: they serve operands of any steps, in place too.
#pragma once

#include "backends/cpu/kernels/one_divisor.h"

namespace numen::cpu::NUMEN_ISA {

template <class T> constexpr std::int64_t lanes_of_row = vm::vector_bytes / sizeof(T);

template <class T> [[gnu::always_inline]] inline LanesOf<T> load_lanes(const T* from) {
    LanesOf<T> x;
    std::memcpy(&x, from, sizeof x);
    return x;
}
template <class T> [[gnu::always_inline]] inline void store_lanes(T* to, LanesOf<T> x) {
    std::memcpy(to, &x, sizeof x);
}

// The lower and the upper bytes of words, each widened to a word, and the way back.
template <class C> [[gnu::always_inline]] inline LanesOf<C> lower_bytes(LanesOf<C> words) {
    return (words << 8) >> 8;
}
template <class T, class C>
[[gnu::always_inline]] inline LanesOf<T> joined_bytes(LanesOf<C> lower, LanesOf<C> upper) {
    return reinterpret_cast<LanesOf<T>>((lower & C{0xff}) | (upper << 8));
}

template <class T, class By>
[[gnu::always_inline]] inline WholeAndRest<T> divided(LanesOf<T> x, By& by) {
    if constexpr (sizeof(T) > 1) {
        return by(x);
    } else {
        using C = DividedAs<T>;
        const auto words = reinterpret_cast<LanesOf<C>>(x);
        const WholeAndRest<C> lower = by(lower_bytes<C>(words)), upper = by(words >> 8);
        return {joined_bytes<T, C>(lower.quotient, upper.quotient),
                joined_bytes<T, C>(lower.rest, upper.rest)};
    }
}

template <Op op, class T>
[[gnu::always_inline]] inline void store_divided(const Packed<T>& to, std::int64_t at,
                                                 const WholeAndRest<T>& divided) {
    constexpr bool wants_quotient = op == Op::floor_divide || op == Op::divmod;
    store_lanes<T>(to.out + at, wants_quotient ? divided.quotient : divided.rest);
    if constexpr (op == Op::divmod) store_lanes<T>(to.second + at, divided.rest);
}

// Fewer elements than a vector has.
template <Op op, class T, class By> Status divide_few(const Packed<T>& packed, By by) {
    const auto bytes = static_cast<std::size_t>(packed.count) * sizeof(T);
    T from[lanes_of_row<T>] = {}, to[lanes_of_row<T>], second[lanes_of_row<T>];
    std::memcpy(from, packed.x, bytes);
    store_divided<op, T>({from, nullptr, to, second, packed.count}, 0,
                         divided<T>(load_lanes(from), by));
    std::memcpy(packed.out, to, bytes);
    if constexpr (op == Op::divmod) std::memcpy(packed.second, second, bytes);
    return by.status();
}

// The last vector ends at the last element; it is loaded first, since results may overwrite x.
template <Op op, class T, class By> Status divide_packed(const Packed<T>& packed, By by) {
    constexpr std::int64_t lanes = lanes_of_row<T>;
    const std::int64_t last = packed.count - lanes;
    if (last < 0) return divide_few<op>(packed, by);
    const auto at_end = load_lanes(packed.x + last);
    for (std::int64_t i = 0; i < last; i += lanes) {
        store_divided<op>(packed, i, divided<T>(load_lanes(packed.x + i), by));
    }
    store_divided<op>(packed, last, divided<T>(at_end, by));
    return by.status();
}

template <Op op, class T, class By>
Status divide_row(char* const* data, const std::int64_t* steps, std::int64_t count, By by) {
    constexpr int outputs = op == Op::divmod ? 2 : 1;
    char* without_divisor[] = {data[0], data[2], data[outputs + 1]};
    const std::int64_t their_steps[] = {steps[0], steps[2], steps[outputs + 1]};
    return on_packed<T, 1, outputs>(
        without_divisor, their_steps, count,
        [by](const Packed<T>& packed) { return divide_packed<op>(packed, by); });
}

// Not by zero.
template <Op op, class T>
Status divide_by(T divisor, char* const* data, const std::int64_t* steps, std::int64_t count) {
    using C = DividedAs<T>;
    const C wide = divisor;
    const auto size = formulas::unsigned_magnitude(wide);
    const bool is_power = std::has_single_bit(size);
    const auto run = [&](auto by) { return divide_row<op, T>(data, steps, count, by); };
    if constexpr (op == Op::fmod && std::is_signed_v<C>) {
        if (is_power) return run(TruncatedByPower<C>(size));
        return run(TruncatedByReciprocal<C>(size));
    } else {
        if (is_power && wide > 0) return run(FlooredByPower<C>(wide));
        if constexpr (std::is_signed_v<T>) {
            if (divisor == -1) return run(Negated<op, T>());
        }
        if constexpr (std::is_same_v<T, std::uint8_t>) {
            return run(FlooredBytes(wide));
        } else {
            return run(FlooredByReciprocal<C>(wide));
        }
    }
}

template <Op op> struct division_row;
template <> struct division_row<Op::fmod> { using type = rows::fmod_row; };
template <> struct division_row<Op::remainder> { using type = rows::remainder_row; };
template <> struct division_row<Op::floor_divide> { using type = rows::floor_divide_row; };

#if defined(__AVX512DQ__)
// Elements of eight bytes below 2^53 are divided as float64, which vectors can: x / y lies at least
// 1/y below the next whole number, and a double tells that. Others are divided one by one.
template <class T> bool fit_doubles(const T* x, const T* y, std::int64_t count) {
    std::uint64_t bits = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        bits |= formulas::unsigned_magnitude(x[i]) | formulas::unsigned_magnitude(y[i]);
    }
    return bits < std::uint64_t{1} << 53;
}

template <Op op, class T, class In> void divide_block(const Packed<T> p) {
#pragma GCC ivdep
    for (std::int64_t i = 0; i < p.count; ++i) {
        const auto both = op == Op::fmod ? formulas::truncated<T, In>(p.x[i], p.y[i])
                                         : formulas::floored<T, In>(p.x[i], p.y[i]);
        p.out[i] = op == Op::floor_divide || op == Op::divmod ? both.first : both.second;
        if constexpr (op == Op::divmod) p.second[i] = both.second;
    }
}

template <Op op, class T> Status divide_wide(const Packed<T>& all) {
    constexpr std::int64_t block = 256;
    Status flags = status_ok;
    for (std::int64_t i = 0; i < all.count; i += block) {
        const Packed<T> part{all.x + i, all.y + i, all.out + i, all.second + i,
                             std::min(block, all.count - i)};
        constexpr bool has_quotient = op == Op::floor_divide || op == Op::divmod;
        for (std::int64_t k = 0; k < part.count; ++k) {
            flags |= has_quotient ? formulas::flags_of_quotient(part.x[k], part.y[k])
                                  : formulas::flag_of_divisor(part.y[k]);
        }
        const bool fit = fit_doubles(part.x, part.y, part.count);
        fit ? divide_block<op, T, double>(part) : divide_block<op, T, T>(part);
    }
    return flags;
}
#endif

template <Op op, class T>
Status division_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    constexpr std::int64_t too_few = 4;  // for the reciprocal to be worth it
    constexpr int outputs = op == Op::divmod ? 2 : 1;
    const bool is_fold = steps[2] == 0 || steps[outputs + 1] == 0;
    if (steps[1] == 0 && count >= too_few && !is_fold) {
        if (const T divisor = *reinterpret_cast<const T*>(data[1]); divisor != 0) {
            return divide_by<op>(divisor, data, steps, count);
        }
    }
#if defined(__AVX512DQ__)
    if constexpr (sizeof(T) == 8) {
        if (!is_fold && count >= too_few) {
            return on_packed<T, 2, outputs>(data, steps, count, divide_wide<op, T>);
        }
    }
#endif
    if constexpr (outputs == 2) {
        return pair_loop<rows::divmod_row, T, T, T>(data, steps, count);
    } else {
        return binary_loop<typename division_row<op>::type, T, T, T>(data, steps, count);
    }
}

template <Dtype dtype> void fill_divisions(LoopRow* table) {
    using T = Element<dtype>;
    const auto set = [table](Op op, Loop loop) {
        table[static_cast<int>(op)].run[slot_of(dtype)] = loop;
    };
    set(Op::fmod, division_loop<Op::fmod, T>);
    set(Op::remainder, division_loop<Op::remainder, T>);
    set(Op::floor_divide, division_loop<Op::floor_divide, T>);
    set(Op::divmod, division_loop<Op::divmod, T>);
}

}  // namespace numen::cpu::NUMEN_ISA
