// Loops that apply a vector function to contiguous memory.
//
// The tail runs through a small stack buffer filled up with its last element, so that an element
// gives the same bits wherever it stands. Loads and stores need no alignment; `out` may be `in`.
#pragma once

#include <cstdint>
#include <cstring>

#include "backends/cpu/vector_math/vectors.h"

namespace numen::cpu::NUMEN_ISA::vm {

template <class T> struct vector_of;
template <> struct vector_of<double> { using type = F64; };
template <> struct vector_of<float> { using type = F32; };
template <class T> using VectorOf = typename vector_of<T>::type;

template <class T> NUMEN_INLINE VectorOf<T> load(const T* from) {
    VectorOf<T> x;
    std::memcpy(&x, from, sizeof x);
    return x;
}
template <class T> NUMEN_INLINE void store(T* to, VectorOf<T> x) { std::memcpy(to, &x, sizeof x); }

// The first `count` elements at `from`, the rest of the vector filled with the last of them.
template <class T> NUMEN_INLINE VectorOf<T> load_part(const T* from, std::int64_t count) {
    constexpr int lanes = vector_bytes / static_cast<int>(sizeof(T));
    alignas(vector_bytes) T buffer[lanes];
    for (int i = 0; i < lanes; ++i) buffer[i] = from[i < count ? i : count - 1];
    return load<T>(buffer);
}
template <class T> NUMEN_INLINE void store_part(T* to, VectorOf<T> x, std::int64_t count) {
    alignas(vector_bytes) T buffer[vector_bytes / sizeof(T)];
    store<T>(buffer, x);
    std::memcpy(to, buffer, static_cast<std::size_t>(count) * sizeof(T));
}

// out[i] = function(in[i]); the function takes and returns VectorOf<T> and must be force-inlined.
template <class T, class Function>
NUMEN_INLINE void apply_unary(const T* in, T* out, std::int64_t count, Function function) {
    constexpr int lanes = vector_bytes / static_cast<int>(sizeof(T));
    std::int64_t i = 0;
    // Two vectors a turn: the functions are long chains that do not fill the machine alone.
    for (; i + 2 * lanes <= count; i += 2 * lanes) {
        const VectorOf<T> first = load<T>(in + i), second = load<T>(in + i + lanes);
        const VectorOf<T> a = function(first), b = function(second);
        store<T>(out + i, a);
        store<T>(out + i + lanes, b);
    }
    for (; i + lanes <= count; i += lanes) store<T>(out + i, function(load<T>(in + i)));
    if (i < count)
        store_part<T>(out + i, function(load_part<T>(in + i, count - i)), count - i);
}

// out[i] = function(a[i], b[i]).
template <class T, class Function>
NUMEN_INLINE void apply_binary(const T* a, const T* b, T* out, std::int64_t count,
                               Function function) {
    constexpr int lanes = vector_bytes / static_cast<int>(sizeof(T));
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes)
        store<T>(out + i, function(load<T>(a + i), load<T>(b + i)));
    if (i < count) {
        const std::int64_t rest = count - i;
        store_part<T>(out + i, function(load_part<T>(a + i, rest), load_part<T>(b + i, rest)),
                      rest);
    }
}

}  // namespace numen::cpu::NUMEN_ISA::vm
