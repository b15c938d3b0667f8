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
    write_header(data, bytes, Kind::heap);
    if (observer.allocated != nullptr) [[unlikely]] observer.allocated(data, bytes);
    return data;
}

bool is_cached_for_zeros(std::size_t bytes) {
    return numen::is_cached_for_zeros(bytes + alignment);
}

bool release(void* data) {
    const Kind kind = kind_of(data);
    if (kind != Kind::heap) return kind == Kind::inline_payload;
    if (observer.released != nullptr) [[unlikely]] observer.released(data);
    const std::size_t bytes = read_header(data).bytes;
    write_header(data, 0, Kind::foreign);  // the address may be somebody else's next
    numen::release(static_cast<char*>(data) - alignment, bytes + alignment);
    return true;
}

char* resize(void* data, std::size_t bytes) {
    char* moved = allocate(bytes);
    if (moved == nullptr) return nullptr;
    std::memcpy(moved, data, std::min(bytes, read_header(data).bytes));
    release(data);
    return moved;
}

}  // namespace numen::storage
