// Machine code that was written at run time, in memory of its own: first writable, then executable,
// never both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace numen::cpu {

class ExecutableMemory {
  public:
    // Null where the system gives no executable memory.
    static std::shared_ptr<const ExecutableMemory> holding(std::span<const std::uint8_t> code);
    ~ExecutableMemory();
    ExecutableMemory(const ExecutableMemory&) = delete;
    ExecutableMemory& operator=(const ExecutableMemory&) = delete;

    template <class Function> Function* as() const { return reinterpret_cast<Function*>(memory_); }

  private:
    ExecutableMemory(void* memory, std::size_t bytes) : memory_(memory), bytes_(bytes) {}
    void* memory_;
    std::size_t bytes_;
};

}  // namespace numen::cpu
