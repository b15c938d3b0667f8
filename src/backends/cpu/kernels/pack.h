// Elements that lie apart, packed in a row, and put back.
#pragma once

#include <cstdint>

#include "backends/cpu/kernels/element.h"

namespace numen::cpu::NUMEN_ISA {

// What is copied in the place of an element of so many bytes.
using LongWord [[gnu::vector_size(16)]] = std::uint64_t;
template <int bytes> struct word_of { using type = LongWord; };
template <> struct word_of<1> { using type = std::uint8_t; };
template <> struct word_of<2> { using type = std::uint16_t; };
template <> struct word_of<4> { using type = std::uint32_t; };
template <> struct word_of<8> { using type = std::uint64_t; };

// Every so manieth: the compiler shuffles vectors.
template <int every, class Word>
[[gnu::always_inline]] inline void pack_every(Word* to, const char* from, std::int64_t count) {
    const auto* cells = reinterpret_cast<const Cell<Word>*>(from);
    for (std::int64_t i = 0; i < count; ++i) to[i] = cells[every * i].value;
}

// Left to itself the compiler makes vectors of a step that it does not know lane by lane, or writes
// every element once it is read; the asm makes it read eight and then write them, in two thirds of
// the time of the second and a quarter of the first.
constexpr int words_at_once = 8;
template <class Word>
void pack_words(Word* to, const char* from, std::int64_t step, std::int64_t count) {
    std::int64_t i = 0;
    const char* later = from + words_at_once / 2 * step;
    for (; i + words_at_once <= count; i += words_at_once) {
        Word a = load<Word>(from), b = load<Word>(from + step);
        Word c = load<Word>(from + 2 * step), d = load<Word>(from + 3 * step);
        Word e = load<Word>(later), f = load<Word>(later + step);
        Word g = load<Word>(later + 2 * step), h = load<Word>(later + 3 * step);
        if constexpr (sizeof(Word) <= 8) {
            asm("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h));
        } else {
            asm("" : "+x"(a), "+x"(b), "+x"(c), "+x"(d), "+x"(e), "+x"(f), "+x"(g), "+x"(h));
        }
        to[i] = a, to[i + 1] = b, to[i + 2] = c, to[i + 3] = d;
        to[i + 4] = e, to[i + 5] = f, to[i + 6] = g, to[i + 7] = h;
        from += words_at_once * step, later += words_at_once * step;
    }
    for (; i < count; ++i, from += step) to[i] = load<Word>(from);
}
template <class Word>
void unpack_words(char* to, std::int64_t step, const Word* from, std::int64_t count) {
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4, to += 4 * step) {
        asm("" : "+r"(to));
        for (int k = 0; k < 4; ++k) store<Word>(to + k * step, from[i + k]);
    }
    for (; i < count; ++i, to += step) store<Word>(to, from[i]);
}

template <int bytes>
[[gnu::noinline]] void pack_bytes(void* packed, const char* from, std::int64_t step,
                                  std::int64_t count) {
    using Word = typename word_of<bytes>::type;
    auto* to = static_cast<Word*>(packed);
    if constexpr (bytes <= 8) {
        switch (step) {
            case -bytes: return pack_every<-1>(to, from, count);
            case 2 * bytes: return pack_every<2>(to, from, count);
            case 3 * bytes: return pack_every<3>(to, from, count);
            case 4 * bytes: return pack_every<4>(to, from, count);
        }
    }
    pack_words(to, from, step, count);
}
template <int bytes>
[[gnu::noinline]] void unpack_bytes(char* to, std::int64_t step, const void* packed,
                                    std::int64_t count) {
    using Word = typename word_of<bytes>::type;
    const auto* from = static_cast<const Word*>(packed);
    if (step == -bytes) {  // a row backwards: the compiler turns vectors round
        auto* cells = reinterpret_cast<Cell<Word>*>(to);
        for (std::int64_t i = 0; i < count; ++i) cells[-i].value = from[i];
        return;
    }
    unpack_words(to, step, from, count);
}

// to[i] becomes the element i steps from `from`; neither is an element of the other.
template <class T> void pack(T* to, const char* from, std::int64_t step, std::int64_t count) {
    pack_bytes<sizeof(T)>(to, from, step, count);
}
template <class T> void unpack(char* to, std::int64_t step, const T* from, std::int64_t count) {
    unpack_bytes<sizeof(T)>(to, step, from, count);
}

}  // namespace numen::cpu::NUMEN_ISA
