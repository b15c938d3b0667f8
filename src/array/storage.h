// Blocks of array storage that know what they are.
//
// A header word stands before the first element of every block we hand to an array. It says
// whether the block lies inside a Python object (inline payload) or on the heap, so one NumPy
// memory handler serves them all and can free, or refuse to free, without asking the array.
#pragma once

#include <cstddef>
#include <cstdint>

#include "array/guard.h"

namespace numen::storage {

enum class Kind : std::uint32_t { inline_payload = 0x4e750001, heap = 0x4e750002 };

struct alignas(16) Header {
    std::size_t bytes;
    Kind kind;
    std::uint32_t reserved;
};

inline constexpr std::size_t alignment = 64;  // of heap blocks: a cache line, an AVX-512 register

// The header of the block whose first element is at `data`. Under the address sanitizer it is
// forbidden ground for everybody else, so that a step before the first element is seen.
[[gnu::no_sanitize_address]] inline Header read_header(const void* data) {
    return static_cast<const Header*>(data)[-1];
}
inline void write_header(void* data, const Header& header) {
    Header* at = static_cast<Header*>(data) - 1;
    permit(at, sizeof(Header));
    *at = header;
    forbid(at, sizeof(Header));
}

// Who is told of each heap block, before it is used and before it is given back.
struct Observer {
    void (*allocated)(const void* data, std::size_t bytes);
    void (*released)(const void* data);
};
// Sets the one observer; blocks that were allocated before may be released to it.
void observe(const Observer& observer);

// Heap storage for `bytes` bytes; nullptr if there is not enough memory.
char* allocate(std::size_t bytes, bool zeroed = false);
// Whether zeros for `bytes` bytes are sooner written into a block that allocate finds cached.
bool is_cached_for_zeros(std::size_t bytes);
// Frees a heap block; leaves an inline payload alone.
void release(void* data);
// As realloc; an inline payload is copied to the heap.
char* resize(void* data, std::size_t bytes);

}  // namespace numen::storage
