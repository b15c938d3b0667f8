// Blocks come in size classes (size_classes.h). Blocks up to 32 KB are kept in free lists of the
// thread, all others in shared lists behind a lock.
//
// Fresh pages are the hidden cost of large temporaries (2.8 GB/s with 4 KB pages, 10 GB/s with
// 2 MB ones, against 27 GB/s into a block in use), so large blocks are kept and advised to use
// huge pages. What is kept never raises the peak of the process by more than a tenth or 64 MB:
// live and cached bytes together stay below the largest live total so far plus that slack. Cached
// blocks but the newest are reclaimable: a system that is short of memory takes their pages
// (MADV_FREE), no other program has to wait for us to notice. Addresses it cannot take: where they
// are limited (RLIMIT_AS), old blocks are given back.
#include "array/allocator.h"

#include <pthread.h>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

#include "array/guard.h"
#include "array/pages.h"
#include "array/size_classes.h"

namespace numen {
namespace {

constexpr std::size_t thread_limit = 32 << 10;  // larger blocks are shared at once
constexpr int class_count = 30;
constexpr int thread_class_count = 18;
constexpr std::size_t list_bytes = 64 << 10;  // a thread keeps this much of a class
constexpr std::size_t most_written_zeros = std::size_t{32} << 20;
constexpr std::size_t most_large = 4096;  // cached blocks
constexpr std::size_t least_slack = std::size_t{64} << 20;
// The newest cached bytes, which a loop is about to take again, are not made reclaimable: that
// costs 0.4 us a huge page, 3 % of writing 4 MB.
constexpr std::size_t most_kept = std::size_t{64} << 20;

struct FreeBlock {
    FreeBlock* next;
};

struct FreeList {
    FreeBlock* first = nullptr;
    std::size_t count = 0;

    void push(void* block) {
        auto* entry = static_cast<FreeBlock*>(block);
        entry->next = first;
        first = entry;
        ++count;
    }
    void* pop() {
        FreeBlock* entry = first;
        if (entry == nullptr) return nullptr;
        first = entry->next;
        --count;
        return entry;
    }
};

struct LargeBlock {
    void* data;
    std::size_t bytes;
    bool is_lent;  // the system may take the pages
};

// What all threads share. It allocates nothing itself: it is asked where memory has run out.
struct Shared {
    std::mutex lock;
    FreeList lists[class_count];
    LargeBlock large[most_large];  // oldest first
    std::size_t large_count = 0;
    std::uint64_t live = 0;
    std::uint64_t largest_live = 0;
    std::uint64_t cached = 0;
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
};

// Never destroyed: arrays may be released while the process ends.
Shared& shared() {
    static Shared* instance = [] {
        static Shared* made = new Shared;
        pthread_atfork([] { made->lock.lock(); }, [] { made->lock.unlock(); },
                       [] { made->lock.unlock(); });
        return made;
    }();
    return *instance;
}

void unmap_large(const LargeBlock& block) {
    permit(block.data, block.bytes);  // the addresses may be somebody else's next
    unmap_pages(block.data, block.bytes);
}

void lend(LargeBlock& block) {
    lend_pages(block.data, block.bytes);
    block.is_lent = true;
}

std::uint64_t cache_limit(const Shared& state, std::uint64_t live) {
    const std::uint64_t peak = std::max(state.largest_live, live);
    return peak + std::max<std::uint64_t>(least_slack, peak / 10);
}

void forget_large(Shared& state, std::size_t first, std::size_t count) {
    LargeBlock* end = state.large + state.large_count;
    std::move(state.large + first + count, end, state.large + first);
    state.large_count -= count;
}

// Gives the oldest large blocks back until `enough`, asked of the next, says so. Locked.
template <class Enough> void unmap_oldest(Shared& state, Enough&& enough) {
    std::size_t gone = 0;
    while (gone < state.large_count && !enough(state.large[gone])) {
        unmap_large(state.large[gone]);
        state.cached -= state.large[gone].bytes;
        ++gone;
    }
    forget_large(state, 0, gone);
}

// Makes old blocks reclaimable, or gives them back where only that helps others. Locked.
void lend_old(Shared& state) {
    std::size_t newer = 0, i = state.large_count;
    while (i > 0 && newer + state.large[i - 1].bytes <= most_kept) newer += state.large[--i].bytes;
    if (i == 0) return;
    if (are_addresses_limited()) {
        const LargeBlock* kept = state.large + i;
        return unmap_oldest(state, [=](const LargeBlock& block) { return &block == kept; });
    }
    // Where one is lent, so are all before it.
    while (i > 0 && !state.large[i - 1].is_lent) lend(state.large[--i]);
}

// Gives cached blocks back, oldest first, until live and cached bytes fit. Locked.
void make_room(Shared& state, std::uint64_t live) {
    const std::uint64_t limit = cache_limit(state, live);
    unmap_oldest(state, [&](const LargeBlock&) { return live + state.cached <= limit; });
    for (int index = class_count - 1; index >= 0 && live + state.cached > limit; --index) {
        while (live + state.cached > limit) {
            void* block = state.lists[index].pop();
            if (block == nullptr) break;
            state.cached -= class_bytes(index);
            std::free(block);
        }
    }
}

void count_live(Shared& state, std::uint64_t bytes) {
    state.live += bytes;
    state.largest_live = std::max(state.largest_live, state.live);
}

// A cached block of exactly this rounded size, newest first. Locked.
void* take_large(Shared& state, std::size_t bytes) {
    for (std::size_t i = state.large_count; i-- > 0;) {
        if (state.large[i].bytes != bytes) continue;
        void* data = state.large[i].data;
        forget_large(state, i, 1);
        state.cached -= bytes;
        return data;
    }
    return nullptr;
}

void* allocate_large(std::size_t asked, bool is_fresh) {
    if (asked > std::size_t{1} << 62) return nullptr;
    const std::size_t bytes = large_bytes(asked);
    Shared& state = shared();
    {
        std::lock_guard guard(state.lock);
        void* block = is_fresh ? nullptr : take_large(state, bytes);
        if (block == nullptr) make_room(state, state.live + bytes);
        if (block != nullptr) {
            ++state.hits;
            count_live(state, bytes);
            return block;
        }
    }
    void* block = map_pages(bytes);
    if (block == nullptr) {
        trim();
        block = map_pages(bytes);
        if (block == nullptr) return nullptr;
    }
    std::lock_guard guard(state.lock);
    count_live(state, bytes);
    ++state.misses;
    return block;
}

void release_large(void* block, std::size_t asked) {
    const std::size_t bytes = large_bytes(asked);
    Shared& state = shared();
    std::lock_guard guard(state.lock);
    state.live -= bytes;
    if (state.large_count == most_large) return unmap_large({block, bytes, false});
    state.large[state.large_count++] = {block, bytes, false};
    state.cached += bytes;
    make_room(state, state.live);
    lend_old(state);
}

void* allocate_from_system(std::size_t bytes) {
    void* block = std::aligned_alloc(block_unit, bytes);
    if ((reinterpret_cast<std::uintptr_t>(block) + block_unit) % 4096 != 0) [[likely]] return block;
    void* other = allocate_from_system(bytes);  // while this one is held
    std::free(block);
    return other;
}

void* allocate_shared(int index) {
    Shared& state = shared();
    const std::size_t bytes = class_bytes(index);
    {
        std::lock_guard guard(state.lock);
        count_live(state, bytes);
        if (void* block = state.lists[index].pop()) {
            state.cached -= bytes;
            ++state.hits;
            return block;
        }
        ++state.misses;
    }
    void* block = allocate_from_system(bytes);
    if (block == nullptr) {
        trim();
        block = allocate_from_system(bytes);
    }
    if (block == nullptr) {
        std::lock_guard guard(state.lock);
        state.live -= bytes;
    }
    return block;
}

void release_shared(void* block, int index) {
    Shared& state = shared();
    std::lock_guard guard(state.lock);
    state.live -= class_bytes(index);
    state.lists[index].push(block);
    state.cached += class_bytes(index);
    if (state.live + state.cached > cache_limit(state, state.live)) make_room(state, state.live);
}

// The free lists of one thread; what they hold counts as live in the shared figures.
struct ThreadLists {
    FreeList lists[thread_class_count];
};
// initial-exec: reached without a call; the pointer alone fits the space kept for late libraries.
[[gnu::tls_model("initial-exec")]] thread_local ThreadLists* own_lists = nullptr;
[[gnu::tls_model("initial-exec")]] thread_local bool has_ended = false;

void give_up_own_lists() {
    if (own_lists == nullptr) return;
    for (int index = 0; index < thread_class_count; ++index) {
        while (void* block = own_lists->lists[index].pop()) release_shared(block, index);
    }
}

struct ThreadEnd {
    ~ThreadEnd() {
        has_ended = true;
        give_up_own_lists();
        delete own_lists;
        own_lists = nullptr;
    }
};

[[gnu::noinline]] ThreadLists* make_own_lists() {
    if (has_ended) return nullptr;
    thread_local ThreadEnd end;
    (void)end;
    own_lists = new (std::nothrow) ThreadLists;
    return own_lists;
}

inline void* take(std::size_t bytes) {
    if (bytes <= thread_limit) {
        const int index = class_of(bytes);
        ThreadLists* own = own_lists;
        if (own != nullptr) [[likely]] {
            if (void* block = own->lists[index].pop()) [[likely]] return block;
        }
        return allocate_shared(index);
    }
    if (bytes < large_limit) return allocate_shared(class_of(bytes));
    return allocate_large(bytes, false);
}

inline void* guarded(void* block, std::size_t bytes) {
    if (block == nullptr) return nullptr;
    permit(block, bytes);
    forbid(static_cast<char*>(block) + bytes, block_bytes(bytes) - bytes);
    return block;
}

// All but the link to the next free block, which the leak checker follows.
inline void forbid_freed(void* block, std::size_t bytes) {
    permit(block, sizeof(FreeBlock));
    forbid(static_cast<FreeBlock*>(block) + 1, block_bytes(bytes) - sizeof(FreeBlock));
}

}  // namespace

void* allocate(std::size_t bytes) { return guarded(take(bytes), bytes); }

void* allocate_zeroed(std::size_t bytes) {
    if (bytes >= large_limit) return guarded(allocate_large(bytes, true), bytes);
    void* block = allocate(bytes);
    if (block != nullptr) std::memset(block, 0, bytes);
    return block;
}

bool is_cached_for_zeros(std::size_t bytes) {
    if (bytes < large_limit || bytes > most_written_zeros) return false;
    const std::size_t wanted = large_bytes(bytes);
    Shared& state = shared();
    std::lock_guard guard(state.lock);
    return std::any_of(state.large, state.large + state.large_count,
                       [=](const LargeBlock& block) { return block.bytes == wanted; });
}

void release(void* block, std::size_t bytes) {
    if (block == nullptr) return;
    forbid_freed(block, bytes);
    if (bytes >= large_limit) return release_large(block, bytes);
    const int index = class_of(bytes);
    if (bytes <= thread_limit) {
        ThreadLists* own = own_lists != nullptr ? own_lists : make_own_lists();
        if (own != nullptr && own->lists[index].count * class_bytes(index) < list_bytes) {
            return own->lists[index].push(block);
        }
    }
    release_shared(block, index);
}

namespace {

std::new_handler earlier_handler = nullptr;

// C++ code of ours that finds no memory tries again once the cache is empty.
void find_memory() {
    if (trim() > 0) return;
    if (earlier_handler == nullptr) throw std::bad_alloc();
    earlier_handler();
}

const bool handler_installed = (earlier_handler = std::set_new_handler(find_memory), true);

}  // namespace

void make_room_elsewhere(std::size_t bytes) {
    if (bytes < large_limit) return;
    Shared& state = shared();
    std::lock_guard guard(state.lock);
    const std::uint64_t before = state.cached;
    unmap_oldest(state, [&](const LargeBlock& block) {
        return !block.is_lent || before - state.cached >= bytes;
    });
}

std::uint64_t trim() {
    give_up_own_lists();
    Shared& state = shared();
    std::lock_guard guard(state.lock);
    std::for_each(state.large, state.large + state.large_count, unmap_large);
    state.large_count = 0;
    for (FreeList& list : state.lists) {
        while (void* block = list.pop()) std::free(block);
    }
    trim_heap();
    return std::exchange(state.cached, 0);
}

AllocatorStatistics statistics() {
    Shared& state = shared();
    std::lock_guard guard(state.lock);
    return {state.live, state.largest_live, state.cached, state.hits, state.misses};
}

}  // namespace numen
