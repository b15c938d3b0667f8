#include "array/storage.h"

#include <algorithm>
#include <limits>

#include "array/allocator.h"
#include "array/copy_bytes.h"
#include "array/pages.h"

namespace numen::storage {
namespace {

Observer observer{nullptr, nullptr};

// Smaller blocks may be there twice: pages that are dropped cost as much as copying them.
constexpr std::size_t least_moved = std::size_t{32} << 20;

// Copies a large block whose contents nobody needs any more, piece by piece: what is copied leaves
// memory, so that both are never there in full. The old addresses stay readable: views that NumPy's
// resize leaves behind may look there.
void move_contents(char* to, char* from, std::size_t bytes) {
    constexpr std::size_t piece = std::size_t{16} << 20;
    const auto whole_pages_to = [](char* at) {
        return at - (reinterpret_cast<std::uintptr_t>(at) & (huge_page - 1));
    };
    char* kept = whole_pages_to(from) + huge_page;  // the header stays
    for (std::size_t done = 0; done < bytes; done += piece) {
        const std::size_t count = std::min(piece, bytes - done);
        copy_bytes(to + done, from + done, count);
        char* end = whole_pages_to(from + done + count);
        if (end <= kept) continue;
        drop_pages(kept, static_cast<std::size_t>(end - kept));
        kept = end;
    }
}

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
    const std::size_t kept = std::min(bytes, read_header(data).bytes);
    if (kept < least_moved || kind_of(data) != Kind::heap) {
        copy_bytes(moved, data, kept);
    } else {
        move_contents(moved, static_cast<char*>(data), kept);
    }
    release(data);
    return moved;
}

}  // namespace numen::storage
