#include "array/pages.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <cstdint>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace numen {

namespace {

// With room for the alignment to huge pages; null if there is none.
void* map_span(std::size_t bytes) {
    const std::size_t span = bytes + huge_page;
    if (span < bytes) return nullptr;
    void* raw = mmap(nullptr, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return raw == MAP_FAILED ? nullptr : raw;
}

}  // namespace

void* map_pages(std::size_t bytes) {
    void* raw = map_span(bytes);
    if (raw == nullptr) return nullptr;
    const std::size_t span = bytes + huge_page;
    char* begin = static_cast<char*>(raw);
    char* data = begin + (-reinterpret_cast<std::uintptr_t>(begin) & (huge_page - 1));
    if (data != begin) munmap(begin, static_cast<std::size_t>(data - begin));
    char* end = begin + span;
    if (data + bytes != end) munmap(data + bytes, static_cast<std::size_t>(end - data) - bytes);
    // Whole huge pages only: the tail would otherwise cost up to 2 MB more than was asked for.
    madvise(data, bytes / huge_page * huge_page, MADV_HUGEPAGE);
    return data;
}

void unmap_pages(void* data, std::size_t bytes) { munmap(data, bytes); }

bool can_map(std::size_t bytes) {
    void* raw = map_span(bytes);
    if (raw != nullptr) munmap(raw, bytes + huge_page);
    return raw != nullptr;
}

bool are_addresses_limited() {
    rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

void lend_pages(void* data, std::size_t bytes) { madvise(data, bytes, MADV_FREE); }

void drop_pages(void* data, std::size_t bytes) { madvise(data, bytes, MADV_DONTNEED); }

void trim_heap() {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

}  // namespace numen
