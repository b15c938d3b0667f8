// Machine code by what it was written for: a program that comes again finds its own.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "backends/cpu/executable_memory.h"
#include "program/program.h"

namespace numen::cpu {

// What decides the code, as a row of numbers that is made without taking memory.
class RoutineKey {
  public:
    void add(int part) {
        parts_[size_++] = static_cast<char16_t>(part);
        hash_ = (hash_ ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15;
        hash_ ^= hash_ >> 32;
    }
    std::u16string_view parts() const { return {parts_.data(), size_}; }
    std::uint64_t hash() const { return hash_; }

  private:
    // Of each register at most: where it lies as an operand and as a result, and the operation that
    // makes it, with three inputs.
    static constexpr std::size_t most_parts = 8 * (Program::most_registers + 1);
    std::array<char16_t, most_parts> parts_;
    std::size_t size_ = 0;
    std::uint64_t hash_ = 0;
};

// Null where there is none. Each thread has those at hand that it found last.
std::shared_ptr<const ExecutableMemory> find_routine(const RoutineKey& key);
// Where there are too many, all are dropped: those that run are kept alive by their users.
void keep_routine(const RoutineKey& key, std::shared_ptr<const ExecutableMemory> routine);

}  // namespace numen::cpu
