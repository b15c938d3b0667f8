// Memory for array storage: a cache of blocks over the system's allocator.
#pragma once

#include <cstddef>
#include <cstdint>

namespace numen {

// A block of at least `bytes` bytes, aligned to 64 bytes (2 MB and more: to a huge page), or
// nullptr if the system has no such memory. Contents are undefined. Any thread may call it. The
// 65th byte of no block begins a page (storage.h).
void* allocate(std::size_t bytes);

// The same, filled with zeros; large blocks come zeroed from the system without being touched.
void* allocate_zeroed(std::size_t bytes);

// Whether such zeros are sooner had by writing them into a cached block than from allocate_zeroed:
// there is one, and it is not so large that leaving pages untouched could save more.
bool is_cached_for_zeros(std::size_t bytes);

// Gives back a block; `bytes` is what was asked for. Any thread may release any block.
void release(void* block, std::size_t bytes);

// So much memory is about to be taken elsewhere (a copy as bytes, say): of the cached blocks that
// are reclaimable, as many bytes are released for good, so that the two together raise no peak.
void make_room_elsewhere(std::size_t bytes);

// Returns all cached blocks to the system, but the small ones that other threads keep; their bytes.
// It runs by itself before memory is found wanting: in `allocate` and in operator new.
std::uint64_t trim();

struct AllocatorStatistics {
    std::uint64_t live_bytes;    // handed out or kept by a thread, rounded up to block sizes
    std::uint64_t peak_bytes;    // the most that were live at a time
    std::uint64_t cached_bytes;  // free, kept for reuse
    // Blocks that came from the cache and from the system. What a thread takes from its own lists
    // (blocks to 32 KB) is not counted: that would cost as much as the taking.
    std::uint64_t hits, misses;
};
AllocatorStatistics statistics();

}  // namespace numen
