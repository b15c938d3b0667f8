// Large memory straight from the kernel: whole blocks on huge pages.
#pragma once

#include <cstddef>

namespace numen {

inline constexpr std::size_t huge_page = std::size_t{2} << 20;

// Fresh zeroed memory at a multiple of a huge page; nullptr if the system has none.
void* map_pages(std::size_t bytes);
void unmap_pages(void* data, std::size_t bytes);
// Whether the system has so much at this moment.
bool can_map(std::size_t bytes);
// Whether the process's addresses have a limit (RLIMIT_AS) below what the system has.
bool are_addresses_limited();

// The system may take the pages when it is short of memory; what is written into them later is
// safe. Their contents are lost from now on.
void lend_pages(void* data, std::size_t bytes);

// The system has the pages back at once; the addresses stay ours, and read as zeros.
void drop_pages(void* data, std::size_t bytes);

// Memory at the ends of the C library's heap goes back to the system too.
void trim_heap();

}  // namespace numen
