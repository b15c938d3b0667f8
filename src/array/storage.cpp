#include "array/storage.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "array/allocator.h"

namespace numen::storage {
namespace {

Observer observer{nullptr, nullptr};

}  // namespace

void observe(const Observer& wanted) { observer = wanted; }

char* allocate(std::size_t bytes, bool zeroed) {
    if (bytes > std::numeric_limits<std::size_t>::max() / 2) return nullptr;
    const std::size_t total = bytes + alignment;
    void* block = zeroed ? numen::allocate_zeroed(total) : numen::allocate(total);
    if (block == nullptr) return nullptr;
    char* data = static_cast<char*>(block) + alignment;
    write_header(data, {bytes, Kind::heap, 0});
    if (observer.allocated != nullptr) [[unlikely]] observer.allocated(data, bytes);
    return data;
}

bool is_cached_for_zeros(std::size_t bytes) {
    return numen::is_cached_for_zeros(bytes + alignment);
}

void release(void* data) {
    const Header found = read_header(data);
    if (found.kind != Kind::heap) return;
    if (observer.released != nullptr) [[unlikely]] observer.released(data);
    numen::release(static_cast<char*>(data) - alignment, found.bytes + alignment);
}

char* resize(void* data, std::size_t bytes) {
    char* moved = allocate(bytes);
    if (moved == nullptr) return nullptr;
    std::memcpy(moved, data, std::min(bytes, read_header(data).bytes));
    release(data);
    return moved;
}

}  // namespace numen::storage
