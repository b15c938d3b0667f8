// Signs of complex numbers, x/|x|: the magnitudes a vector at a time, then the quotients.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "backends/cpu/kernels/magnitude.h"
#include "backends/cpu/kernels/packed_blocks.h"

namespace numen::cpu::NUMEN_ISA {

constexpr std::int64_t sign_block = 256;

// Is it positive, normal and finite? By its bits: a comparison of a NaN would raise a flag.
template <class T> NUMEN_INLINE bool is_usual_length(T length) {
    using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    constexpr Word infinity = std::bit_cast<Word>(std::numeric_limits<T>::infinity());
    constexpr Word least = std::bit_cast<Word>(std::numeric_limits<T>::min());
    return std::bit_cast<Word>(length) - least < infinity - least;
}

// Of at most sign_block numbers in a row.
template <class T> void packed_signs(const Pair<T>* in, Pair<T>* out, std::int64_t count) {
    T lengths[sign_block];
    {
        const FlagsKept flags;
        packed_magnitudes(in, lengths, count);
    }
    bool are_usual = true;
    for (std::int64_t i = 0; i < count; ++i) are_usual &= is_usual_length(lengths[i]);
    const auto quotient = [&](std::int64_t i) __attribute__((always_inline)) {
        const Pair<T> x = in[i];
        return Pair<T>{x.real / lengths[i], x.imag / lengths[i]};
    };
    if (are_usual) {
        for (std::int64_t i = 0; i < count; ++i) out[i] = quotient(i);
        return;
    }
    // Of zeros, infinities and NaN the quotient is not the sign; a subnormal length is too coarse.
    for (std::int64_t i = 0; i < count; ++i) {
        out[i] = is_usual_length(lengths[i]) ? quotient(i) : formulas::sign(in[i]);
    }
}

template <class T>
Status sign_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    return on_packed<Pair<T>, 1, 1>(data, steps, count, [](const Packed<Pair<T>>& numbers) {
        for (std::int64_t i = 0; i < numbers.count; i += sign_block) {
            packed_signs(numbers.x + i, numbers.out + i, std::min(sign_block, numbers.count - i));
        }
        return status_ok;
    });
}

}  // namespace numen::cpu::NUMEN_ISA
