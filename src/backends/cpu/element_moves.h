// Moving elements without looking at them: loops by element size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "array/copy_bytes.h"

namespace numen::cpu {

// Sixteen bytes moved as one, in a register of vectors.
using Wide [[gnu::vector_size(16)]] = std::uint64_t;

// Calls use.template operator()<T>() with a type of `size` bytes (1, 2, 4, 8 or 16).
template <class Use> decltype(auto) with_size(int size, Use&& use) {
    switch (size) {
        case 1: return use.template operator()<std::uint8_t>();
        case 2: return use.template operator()<std::uint16_t>();
        case 4: return use.template operator()<std::uint32_t>();
        case 8: return use.template operator()<std::uint64_t>();
        default: return use.template operator()<Wide>();
    }
}

// Calls move(bytes), with the number of bytes known to the compiler where pixels, points and small
// matrices have so many.
template <class Move> inline void with_length(std::int64_t bytes, Move&& move) {
    switch (bytes) {
        case 2: return move(std::integral_constant<std::int64_t, 2>());
        case 3: return move(std::integral_constant<std::int64_t, 3>());
        case 4: return move(std::integral_constant<std::int64_t, 4>());
        case 6: return move(std::integral_constant<std::int64_t, 6>());
        case 8: return move(std::integral_constant<std::int64_t, 8>());
        case 12: return move(std::integral_constant<std::int64_t, 12>());
        case 16: return move(std::integral_constant<std::int64_t, 16>());
        case 24: return move(std::integral_constant<std::int64_t, 24>());
        case 32: return move(std::integral_constant<std::int64_t, 32>());
        default: return move(bytes);
    }
}

template <class T> inline T read(const char* at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}
template <class T> inline void write(char* at, T value) { std::memcpy(at, &value, sizeof(T)); }

// Bit k tells whether byte k of the eight is other than zero.
inline unsigned non_zero_bytes(const char* bytes) {
    constexpr std::uint64_t low_bits = 0x7f7f7f7f7f7f7f7f;
    const auto word = read<std::uint64_t>(bytes);
    const std::uint64_t high = (((word & low_bits) + low_bits) | word) & ~low_bits;
    return static_cast<unsigned>((high >> 7) * 0x0102040810204080 >> 56);
}

// Writes one value `count` times in a row, sixteen bytes at a time.
template <class T> inline void repeat_by_sixteen_bytes(char* dst, T value, std::int64_t count) {
    constexpr std::int64_t size = sizeof(T), unrolled = 4;
    std::int64_t i = 0;
    if constexpr (size < 16) {
        using Lanes [[gnu::vector_size(16)]] = T;
        constexpr std::int64_t each = sizeof(Lanes) / size;
        const Lanes lanes = Lanes{} + value;
        for (; i + unrolled * each <= count; i += unrolled * each) {
            for (std::int64_t k = 0; k < unrolled; ++k) write(dst + (i + k * each) * size, lanes);
        }
    }
    for (; i < count; ++i) write(dst + i * size, value);
}

template <class T> inline bool has_equal_bytes(const T& value) {
    const char* bytes = reinterpret_cast<const char*>(&value);
    return std::memcmp(bytes, bytes + 1, sizeof(T) - 1) == 0;
}

// As above; what is long is left to the C library, which has the widest stores of the processor:
// equal bytes, such as zeros, or copies of the beginning.
template <class T> inline void repeat_value(char* dst, T value, std::int64_t count) {
    constexpr std::int64_t size = sizeof(T), first = 512 / size, piece = 2048 / size;
    std::int64_t done = std::min(count, first);
    if (count > first && has_equal_bytes(value)) {
        std::memset(dst, *reinterpret_cast<const unsigned char*>(&value), count * size);
        return;
    }
    repeat_by_sixteen_bytes(dst, value, done);
    while (done < count) {
        const std::int64_t next = std::min({done, piece, count - done});
        std::memcpy(dst + done * size, dst, next * size);
        done += next;
    }
}

template <class T>
inline void move_row(char* dst, std::int64_t dst_step, const char* src, std::int64_t src_step,
                     std::int64_t count) {
    constexpr std::int64_t size = sizeof(T);
    if (dst_step == size && src_step == size) {
        copy_bytes(dst, src, static_cast<std::size_t>(count * size));
    } else if (dst_step == size && src_step == 0) {
        repeat_value(dst, read<T>(src), count);
    } else {
        std::int64_t left = count;
        for (; left >= 4; left -= 4, dst += 4 * dst_step, src += 4 * src_step) {
            write(dst, read<T>(src));
            write(dst + dst_step, read<T>(src + src_step));
            write(dst + 2 * dst_step, read<T>(src + 2 * src_step));
            write(dst + 3 * dst_step, read<T>(src + 3 * src_step));
        }
        for (; left > 0; --left, dst += dst_step, src += src_step) write(dst, read<T>(src));
    }
}

}  // namespace numen::cpu
