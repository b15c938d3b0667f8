// Tells the address sanitizer which bytes of our own blocks nobody may touch: what lies beyond the
// bytes asked for, and blocks that wait in a free list. Does nothing in other builds.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace numen {

inline void forbid([[maybe_unused]] const void* begin, [[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
    __asan_poison_memory_region(begin, bytes);
#endif
}

inline void permit([[maybe_unused]] const void* begin, [[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
    __asan_unpoison_memory_region(begin, bytes);
#endif
}

}  // namespace numen
