// Blocks that know what they are: those of ours, and memory that somebody else made.
#include "array/storage.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "array/allocator.h"

namespace storage = numen::storage;

#if defined(__SANITIZE_THREAD__)
extern "C" {
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
}
#endif

namespace {

// Offers `data`, which malloc made, to release. The bytes in front of it, where a header would be,
// may have been freed: ThreadSanitizer reports the look at them, which is meant.
bool releases_memory_of_others(void* data) {
#if defined(__SANITIZE_THREAD__)
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
#endif
    const bool released = storage::release(data);
#if defined(__SANITIZE_THREAD__)
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
#endif
    return released;
}

}  // namespace

TEST_CASE("no block of any size begins a page") {
    std::vector<char*> blocks;
    for (std::size_t bytes = 1; bytes < (std::size_t{4} << 20); bytes += bytes / 7 + 1) {
        for (int turn = 0; turn < (bytes < 100000 ? 80 : 3); ++turn) {
            char* data = storage::allocate(bytes);
            REQUIRE(data != nullptr);
            CHECK(reinterpret_cast<std::uintptr_t>(data) % 4096 != 0);
            CHECK(storage::kind_of(data) == storage::Kind::heap);
            blocks.push_back(data);
        }
    }
    for (char* data : blocks) CHECK(storage::release(data));
}

TEST_CASE("memory of others is known as theirs, whatever it holds") {
    char* data = storage::allocate(1000);
    const storage::Header header = storage::read_header(data);
    alignas(64) static char other[4096];
    std::memcpy(other + 48, &header, sizeof header);  // a copy of a header
    CHECK(storage::kind_of(other + 64) == storage::Kind::foreign);
    CHECK_FALSE(storage::release(other + 64));
    CHECK(storage::release(data));
    CHECK(storage::kind_of(nullptr) == storage::Kind::foreign);
    for (const std::size_t bytes : {1, 100, 5000, 200000, 40000000}) {
        void* made = std::malloc(bytes);
        CHECK_FALSE(releases_memory_of_others(made));
        std::free(made);
    }
}

TEST_CASE("a large block keeps its contents in another size, and the old addresses stay ours") {
    constexpr std::size_t unit = std::size_t{1} << 20;
    const auto word = [](char* data, std::size_t at) -> std::size_t& {
        return reinterpret_cast<std::size_t*>(data)[at];
    };
    std::size_t bytes = 40 * unit + 24;
    char* data = storage::allocate(bytes);
    REQUIRE(data != nullptr);
    for (std::size_t at = 0; at < bytes / 8; ++at) word(data, at) = at * at;
    for (const std::size_t wanted : {90 * unit + 8, 33 * unit, 100 * unit, unit}) {
        char* moved = storage::resize(data, wanted);
        REQUIRE(moved != nullptr);
        CHECK(storage::kind_of(moved) == storage::Kind::heap);
        CHECK(storage::read_header(moved).bytes == wanted);
        bytes = std::min(bytes, wanted);
        std::size_t wrong = 0;
        for (std::size_t at = 0; at < bytes / 8; ++at) wrong += word(moved, at) != at * at;
        CHECK(wrong == 0);
        if (moved != data) CHECK(storage::kind_of(data) == storage::Kind::foreign);
        data = moved;
    }
    CHECK(storage::release(data));
    numen::trim();
}

TEST_CASE("a block that has been released is nobody's") {
    char* data = storage::allocate(3000);
    CHECK(storage::release(data));
    numen::trim();
    char* others = static_cast<char*>(std::malloc(3000));
    CHECK_FALSE(releases_memory_of_others(others));
    std::free(others);
}
