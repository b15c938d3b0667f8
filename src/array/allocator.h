// Memory for array storage: a cache of blocks over the system's allocator.
#pragma once

#include <cstddef>
#include <cstdint>

namespace numen {

// A block of at least `bytes` bytes, aligned to 64 bytes (2 MB and more: to a huge page), or
// nullptr if the system has no such memory. Contents are undefined. Any thread may call it.
void* allocate(std::size_t bytes);

// The same, filled with zeros; large blocks come zeroed from the system without being touched.
void* allocate_zeroed(std::size_t bytes);

// Whether such zeros are sooner had by writing them into a cached block than from allocate_zeroed:
// there is one, and it is not so large that leaving pages untouched could save more.
bool is_cached_for_zeros(std::size_t bytes);

// Gives back a block; `bytes` is what was asked for. Any thread may release any block.
void release(void* block, std::size_t bytes);

// Returns all cached blocks to the system.
void trim();

struct AllocatorStatistics {
    std::uint64_t live_bytes;    // handed out, rounded up to block sizes
    std::uint64_t cached_bytes;  // free, kept for reuse
    std::uint64_t system_calls;  // blocks that had to come from the system
};
AllocatorStatistics statistics();

}  // namespace numen
