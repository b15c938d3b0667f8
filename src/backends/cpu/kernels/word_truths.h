// Whether any or all of packed numbers of four bytes or more are true, by their bits alone: less
// work than it takes to read them from memory.
#pragma once

#include <type_traits>

#include "backends/cpu/kernels/element.h"
#include "backends/cpu/vector_math/vectors.h"

namespace numen::cpu::NUMEN_ISA {

template <class In> constexpr bool has_word_truth = sizeof(In) >= 4;

template <class In> struct part_of { using type = In; };
template <class Part> struct part_of<Pair<Part>> { using type = Part; };

template <class In, bool is_any> bool quantify_words(const char* data, std::int64_t count) {
    using Part = typename part_of<In>::type;
    using Word = std::conditional_t<sizeof(Part) == 4, std::uint32_t, std::uint64_t>;
    constexpr std::int64_t bytes = vm::vector_bytes, together = 2;
    constexpr std::int64_t elements = together * bytes / std::int64_t{sizeof(In)};
    constexpr int lanes = static_cast<int>(bytes / std::int64_t{sizeof(Word)});
    using Words [[gnu::vector_size(bytes)]] = Word;
    constexpr bool has_sign = std::is_floating_point_v<Part>;  // -0.0 is false
    // Bits of true elements, or of places where an element is false.
    const auto seen_in = [](const char* from) {
        Words words;
        __builtin_memcpy(&words, from, bytes);
        if constexpr (!is_any) {
            if constexpr (is_pair<In>::value) {
                Words places;
                for (int k = 0; k < lanes; ++k) places[k] = k ^ 1;
                words |= __builtin_shuffle(words, places);
            }
            if constexpr (has_sign) words += words;
            words = reinterpret_cast<Words>(words == 0);
        }
        return words;
    };
    Words first{}, second{};
    std::int64_t i = 0;
    for (; i + elements <= count; i += elements) {
        const char* from = data + i * std::int64_t{sizeof(In)};
        first |= seen_in(from);
        second |= seen_in(from + bytes);
    }
    Words seen = first | second;
    if constexpr (is_any && has_sign) seen += seen;
    Word found = 0;
    for (int k = 0; k < lanes; ++k) found |= seen[k];
    bool result = (found != 0) == is_any;
    for (; i < count; ++i) {
        const bool is_one = is_true(load<In>(data + i * std::int64_t{sizeof(In)}));
        result = is_any ? result | is_one : result & is_one;
    }
    return result;
}

}  // namespace numen::cpu::NUMEN_ISA
