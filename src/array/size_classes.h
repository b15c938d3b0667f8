// The sizes that blocks of memory come in: powers of two and one and a half times them; from 2 MB
// on, eighths of powers of two.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "array/pages.h"

namespace numen {

inline constexpr std::size_t block_unit = 64;          // alignment and smallest block
inline constexpr std::size_t large_limit = huge_page;  // from here on straight from the kernel

// Classes in units of 64 bytes: 1, 2, 3, 4, 6, 8, 12, 16, 24 …
inline int class_of(std::size_t bytes) {
    const std::size_t units = (bytes + block_unit - 1) / block_unit;
    if (units <= 4) return units == 0 ? 0 : static_cast<int>(units) - 1;
    const int power = std::bit_width(units - 1);  // 2^(power-1) < units <= 2^power
    const bool is_middle = units <= std::size_t{3} << (power - 2);
    return 2 * power - 1 - (is_middle ? 1 : 0);
}

inline std::size_t class_bytes(int index) {
    if (index < 4) return (static_cast<std::size_t>(index) + 1) * block_unit;
    const int power = (index + 2) / 2;
    return block_unit * (index % 2 == 0 ? std::size_t{3} << (power - 2) : std::size_t{1} << power);
}

// Large sizes are rounded up to eighths of a power of two, so that a cached block fits again.
inline std::size_t large_bytes(std::size_t bytes) {
    const std::size_t step = std::max<std::size_t>(std::bit_floor(bytes) / 8, 4096);
    return (bytes + step - 1) / step * step;
}

// Bytes of the block that serves a request, the last ones unused.
inline std::size_t block_bytes(std::size_t asked) {
    return asked < large_limit ? class_bytes(class_of(asked)) : large_bytes(asked);
}

}  // namespace numen
