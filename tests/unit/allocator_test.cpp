// The caching allocator: alignment, reuse, limits, zeros, failure, threads and fork.
#include "array/allocator.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

namespace {

bool is_aligned(const void* block, std::uintptr_t alignment) {
    return reinterpret_cast<std::uintptr_t>(block) % alignment == 0;
}

TEST_CASE("blocks of every size are aligned, distinct and wholly writable") {
    const std::size_t sizes[] = {0,     1,     63,     64,      65,      127,     129,    1000,
                                 4096,  32767, 32768,  32769,   100000,  1 << 20, 2097151, 2097152,
                                 2097153, 3000000};
    std::vector<void*> blocks;
    for (const std::size_t size : sizes) {
        void* block = numen::allocate(size);
        REQUIRE(block != nullptr);
        CHECK(is_aligned(block, size >= 2097152 ? 2097152 : 64));
        std::memset(block, static_cast<int>(blocks.size() + 1), size);
        blocks.push_back(block);
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const auto* bytes = static_cast<const unsigned char*>(blocks[i]);
        for (std::size_t k = 0; k < sizes[i]; k += 61) REQUIRE(bytes[k] == i + 1);
        numen::release(blocks[i], sizes[i]);
    }
}

TEST_CASE("a released block serves the next request of its size") {
    for (const std::size_t size : {std::size_t{80}, std::size_t{100000}, std::size_t{8000000}}) {
        void* block = numen::allocate(size);
        numen::release(block, size);
        void* again = numen::allocate(size);
        CHECK(again == block);
        numen::release(again, size);
    }
}

TEST_CASE("zeroed blocks are zero even where a dirty block was cached") {
    for (const std::size_t size : {std::size_t{80}, std::size_t{50000}, std::size_t{5000000}}) {
        void* dirty = numen::allocate(size);
        std::memset(dirty, 255, size);
        numen::release(dirty, size);
        auto* block = static_cast<unsigned char*>(numen::allocate_zeroed(size));
        REQUIRE(block != nullptr);
        bool is_zero = true;
        for (std::size_t i = 0; i < size; ++i) is_zero = is_zero && block[i] == 0;
        CHECK(is_zero);
        numen::release(block, size);
    }
}

TEST_CASE("zeros are written into cached blocks that are neither small nor huge") {
    constexpr std::size_t sizes[] = {50000, 5000000, 50000000};
    for (const std::size_t size : sizes) {
        numen::trim();
        CHECK(!numen::is_cached_for_zeros(size));
        numen::release(numen::allocate(size), size);
        CHECK(numen::is_cached_for_zeros(size) == (size == 5000000));
        CHECK(!numen::is_cached_for_zeros(4 * size));
    }
}

TEST_CASE("impossible sizes are refused") {
    CHECK(numen::allocate(std::size_t{1} << 60) == nullptr);
    CHECK(numen::allocate(~std::size_t{0}) == nullptr);
    CHECK(numen::allocate_zeroed(std::size_t{1} << 62) == nullptr);
}

TEST_CASE("what is cached never exceeds the largest live total by more than the slack") {
    numen::trim();
    CHECK(numen::statistics().cached_bytes == 0);
    std::vector<void*> blocks;
    constexpr std::size_t size = std::size_t{20} << 20;
    std::uint64_t largest = numen::statistics().live_bytes;
    for (int i = 0; i < 5; ++i) {
        blocks.push_back(numen::allocate(size));
        largest = std::max(largest, numen::statistics().live_bytes);
    }
    for (void* block : blocks) numen::release(block, size);
    // Blocks of another size find no cached block that fits.
    for (void*& block : blocks) block = numen::allocate(size * 3 / 2);
    const numen::AllocatorStatistics state = numen::statistics();
    largest = std::max(largest, state.live_bytes);
    const std::uint64_t slack = std::max<std::uint64_t>(std::uint64_t{64} << 20, largest / 10);
    CHECK(state.live_bytes + state.cached_bytes <= largest + slack);
    for (void* block : blocks) numen::release(block, size * 3 / 2);
    numen::trim();
    CHECK(numen::statistics().cached_bytes == 0);
}

TEST_CASE("room for memory of others comes from the blocks that are lent") {
    numen::trim();
    constexpr std::size_t bytes = std::size_t{48} << 20;  // two of them are more than stays unlent
    void* blocks[4];
    for (void*& block : blocks) block = numen::allocate(bytes);
    for (void* block : blocks) numen::release(block, bytes);
    numen::make_room_elsewhere(1000);  // small: nothing
    CHECK(numen::statistics().cached_bytes == 4 * bytes);
    numen::make_room_elsewhere(bytes + 1);
    CHECK(numen::statistics().cached_bytes == 2 * bytes);
    numen::make_room_elsewhere(100 * bytes);
    CHECK(numen::statistics().cached_bytes == bytes);
    void* newest = numen::allocate(bytes);
    CHECK(newest == blocks[3]);
    numen::release(newest, bytes);
    numen::trim();
}

TEST_CASE("blocks may be released by another thread") {
    std::vector<void*> blocks(1000);
    std::thread([&] {
        for (void*& block : blocks) block = numen::allocate(200);
    }).join();
    std::thread([&] {
        for (void* block : blocks) numen::release(block, 200);
    }).join();
    void* block = numen::allocate(200);
    CHECK(block != nullptr);
    numen::release(block, 200);
}

TEST_CASE("a forked child allocates") {
    const pid_t child = fork();
    if (child == 0) {
        void* block = numen::allocate(8000000);
        _exit(block != nullptr ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
}

}  // namespace
