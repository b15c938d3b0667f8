// Signs of complex numbers, x/|x|: the magnitudes a vector at a time, then the quotients.
#pragma once

#include <bit>
#include <limits>
#include <type_traits>

#include "backends/cpu/kernels/magnitude.h"
#include "backends/cpu/kernels/packed_blocks.h"

namespace numen::cpu::NUMEN_ISA {

constexpr std::int64_t sign_block = 256;

// Are all positive and finite? By their bits: a comparison of a NaN would raise a flag.
template <class T> bool are_finite_lengths(const T* lengths, std::int64_t count) {
    using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    constexpr Word infinity = std::bit_cast<Word>(std::numeric_limits<T>::infinity());
    bool are_finite = true;
    for (std::int64_t i = 0; i < count; ++i) {
        are_finite &= std::bit_cast<Word>(lengths[i]) - 1 < infinity - 1;
    }
    return are_finite;
}

// Of at most sign_block numbers in a row.
template <class T> void packed_signs(const Pair<T>* in, Pair<T>* out, std::int64_t count) {
    alignas(64) T lengths[sign_block];
    {
        const FlagsKept flags;
        packed_magnitudes(in, lengths, count);
    }
    // Of zeros, infinities and NaN the quotient is not the sign.
    if (are_finite_lengths(lengths, count)) {
        for (std::int64_t i = 0; i < count; ++i) {
            const Pair<T> x = in[i];
            out[i] = {x.real / lengths[i], x.imag / lengths[i]};
        }
    } else {
        for (std::int64_t i = 0; i < count; ++i) out[i] = formulas::sign(in[i]);
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
