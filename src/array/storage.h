// Blocks of array storage that know what they are.
//
// A header stands before the first element of every block we hand to an array. It says whether the
// block lies inside a Python object (inline payload) or on the heap; where there is none, somebody
// else made the memory: C code may give arrays each other's (f2py's intent(inplace) does). So one
// memory handler serves them all and can free, or refuse to free, without asking the array.
#pragma once

#include <cstddef>
#include <cstdint>

#include "array/guard.h"

namespace numen::storage {

// Random numbers, of which no foreign memory knows: sizes that other allocators keep are smaller.
enum class Kind : std::uint64_t {
    foreign = 0,
    inline_payload = 0xb7c35e9d4e750001,
    heap = 0xb7c35e9d4e750002
};

struct alignas(16) Header {
    std::size_t bytes;
    std::uint64_t mark;  // the kind with the block's own address: no copy elsewhere has it
};

inline constexpr std::size_t alignment = 64;  // of heap blocks: a cache line, an AVX-512 register

inline std::uint64_t mark_of(const void* data, Kind kind) {
    return reinterpret_cast<std::uintptr_t>(data) ^ static_cast<std::uint64_t>(kind);
}
// The header of the block whose first element is at `data`. Under the address sanitizer it is
// forbidden ground for everybody else, so that a step before the first element is seen.
[[gnu::no_sanitize_address]] inline Header read_header(const void* data) {
    return static_cast<const Header*>(data)[-1];
}
inline void write_header(void* data, std::size_t bytes, Kind kind) {
    Header* at = static_cast<Header*>(data) - 1;
    permit(at, sizeof(Header));
    *at = {bytes, mark_of(data, kind)};
    forbid(at, sizeof(Header));
}

// Whether there may be a header of ours before `data`. No block of ours begins a page, so that
// what is read lies in a page that is there, whoever made it.
inline bool may_have_header(const void* data) {
    const auto address = reinterpret_cast<std::uintptr_t>(data);
    return address % sizeof(Header) == 0 && address % 4096 != 0;
}
// What the block at `data`, anybody's, is.
inline Kind kind_of(const void* data) {
    if (!may_have_header(data)) return Kind::foreign;
    const Kind kind{mark_of(data, Kind{read_header(data).mark})};
    return kind == Kind::heap || kind == Kind::inline_payload ? kind : Kind::foreign;
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
// Frees a heap block; leaves an inline payload alone. False if the memory is somebody else's.
bool release(void* data);
// As realloc for a block of ours; an inline payload is copied to the heap.
char* resize(void* data, std::size_t bytes);

}  // namespace numen::storage
