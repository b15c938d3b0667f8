// How fast this machine's memory is read and written by all threads of the pool: what programs
// that stream are measured against.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>

#include "array/allocator.h"
#include "backends/backend.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {
namespace {

// Four times what the caches of most machines hold; half a second even where memory is slow.
constexpr std::size_t bytes = std::size_t{256} << 20;
constexpr std::int64_t words = bytes / sizeof(std::uint64_t), grain = 1 << 20;
constexpr int repeats = 4;

// Bytes a second of the best of some runs.
template <class Work> double best_rate(Work work) {
    double best = 0;
    for (int i = 0; i < repeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        best = std::max(best, static_cast<double>(bytes) / taken.count());
    }
    return best;
}

}  // namespace

MemoryLimit memory_limit() {
    auto* data = static_cast<std::uint64_t*>(allocate(bytes));
    if (data == nullptr) return {};
    MemoryLimit limit;
    limit.written = best_rate([=] {
        cpu::parallel_for(words, grain, [=](std::int64_t begin, std::int64_t end) {
            std::memset(data + begin, 1, static_cast<std::size_t>(end - begin) * sizeof *data);
        });
    });
    std::atomic<std::uint64_t> sink{0};  // so that the compiler keeps the reading
    limit.read = best_rate([=, &sink] {
        cpu::parallel_for(words, grain, [=, &sink](std::int64_t begin, std::int64_t end) {
            std::uint64_t sums[8] = {};
            for (std::int64_t i = begin; i + 8 <= end; i += 8) {
                for (int k = 0; k < 8; ++k) sums[k] += data[i + k];
            }
            for (const std::uint64_t sum : sums) sink.fetch_add(sum, std::memory_order_relaxed);
        });
    });
    release(data, bytes);
    return limit;
}

}  // namespace numen::backend
