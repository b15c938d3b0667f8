// Memory asked for before it is needed: the processor foresees one stream in order, not the two or
// three of a stack of products.
#pragma once

#include <cstdint>

namespace numen::cpu::NUMEN_ISA {
namespace {

// Matrices are fetched so many bytes before their turn, and one matrix at least.
constexpr std::int64_t bytes_ahead = 1536;

inline std::int64_t matrices_ahead(std::int64_t bytes) {
    return bytes_ahead / (bytes > 0 ? bytes : 1) + 1;
}

template <std::int64_t bytes> [[gnu::always_inline]] inline void fetch(const char* from) {
#pragma GCC unroll 8
    for (std::int64_t line = 0; line < bytes; line += 64) __builtin_prefetch(from + line);
}

}  // namespace
}  // namespace numen::cpu::NUMEN_ISA
