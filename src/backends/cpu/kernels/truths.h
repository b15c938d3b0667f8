// The first true or the first false of booleans: a search that stops where it finds one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "backends/cpu/kernels/element.h"

namespace numen::cpu::NUMEN_ISA {

// Of packed ones; -1 if there is none. Most masks have one near their start; from there on blocks
// are tested as a whole, which the compiler turns into vectors.
inline std::int64_t first_true(const char* data, std::int64_t count) {
    using Word = std::uint64_t;
    constexpr std::int64_t size = sizeof(Word), near = 8 * size, block = 256;
    const auto hit_in_words = [&](std::int64_t i, std::int64_t end) -> std::int64_t {
        for (; i + size <= end; i += size) {
            const Word word = load<Word>(data + i);
            // x86 and ARM alike: the first byte is the lowest.
            if (word != 0) return i + std::countr_zero(word) / 8;
        }
        for (; i < end; ++i) if (data[i] != 0) return i;
        return -1;
    };
    const std::int64_t found = hit_in_words(0, std::min(near, count));
    if (found >= 0 || count <= near) return found;
    std::int64_t i = near;
    for (; i + block <= count; i += block) {
        Word hits = 0;
#pragma GCC unroll 1
        for (std::int64_t k = 0; k < block; k += size) hits |= load<Word>(data + i + k);
        if (hits != 0) break;
    }
    return hit_in_words(i, count);
}

inline std::int64_t first_false(const char* data, std::int64_t count) {
    const void* found = std::memchr(data, 0, static_cast<std::size_t>(count));
    return found == nullptr ? -1 : static_cast<const char*>(found) - data;
}

// The position of the first boolean that is `wanted`, -1 if there is none.
template <bool wanted>
std::int64_t first_truth(const char* data, std::int64_t step, std::int64_t count) {
    if (step == 1) return wanted ? first_true(data, count) : first_false(data, count);
    for (std::int64_t i = 0; i < count; ++i) {
        if ((data[i * step] != 0) == wanted) return i;
    }
    return -1;
}

}  // namespace numen::cpu::NUMEN_ISA
