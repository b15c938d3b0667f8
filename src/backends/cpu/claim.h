// Which pieces of a job are free, as one word that threads change by comparing and swapping.
#pragma once

#include <cstdint>

namespace numen::cpu {

// The free pieces of a job: its number (32 bits), the end of the pieces (16), the first (16).
struct Claim {
    std::uint64_t word;
    std::int64_t end() const { return static_cast<std::int64_t>(word >> 16 & 0xffff); }
    std::int64_t first() const { return static_cast<std::int64_t>(word & 0xffff); }
    bool is_open() const { return first() < end(); }
    Claim without_first() const { return {word + 1}; }
    Claim without_last() const { return {word - (1 << 16)}; }
    static Claim start(std::uint32_t job, std::int64_t pieces) {
        return {static_cast<std::uint64_t>(job) << 32 | static_cast<std::uint64_t>(pieces) << 16};
    }
};

}  // namespace numen::cpu
