// Counting how often each number comes, and adding weights by number.
#include <algorithm>
#include <limits>
#include <mutex>

#include "backends/backend.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {
namespace {

using namespace numen::cpu;

// Four tables of so many bins lie in the first-level cache; four, so that equal numbers that
// follow each other do not wait for one counter.
constexpr std::int64_t most_bins = 1 << 10;
constexpr int tables = 4;
constexpr std::int64_t grain = 256 << 10;  // elements; also, 32 bits hold its counts

// Where `value` is counted: other threads may have written to the values since their range was
// found, and nothing may be written past the bins.
inline std::int64_t bin_of(std::int64_t value, std::int64_t bins) {
    return static_cast<std::int64_t>(std::min(static_cast<std::uint64_t>(value),
                                              static_cast<std::uint64_t>(bins - 1)));
}

void count_in_tables(std::int64_t* counts, std::int64_t bins, const std::int64_t* values,
                     std::int64_t count, std::mutex& lock) {
    std::uint32_t partial[tables][most_bins] = {};
    std::int64_t i = 0;
    for (; i + tables <= count; i += tables) {
        for (int table = 0; table < tables; ++table) {
            ++partial[table][bin_of(values[i + table], bins)];
        }
    }
    for (; i < count; ++i) ++partial[0][bin_of(values[i], bins)];
    const std::lock_guard guard(lock);
    for (std::int64_t bin = 0; bin < bins; ++bin) {
        for (int table = 0; table < tables; ++table) counts[bin] += partial[table][bin];
    }
}

}  // namespace

ValueRange value_range(const std::int64_t* values, std::int64_t count) {
    ValueRange range{values[0], values[0]};
    for (std::int64_t i = 1; i < count; ++i) {
        range.least = std::min(range.least, values[i]);
        range.largest = std::max(range.largest, values[i]);
    }
    return range;
}

void count_values(std::int64_t* counts, std::int64_t bins, const std::int64_t* values,
                  std::int64_t count) {
    std::fill_n(counts, bins, 0);
    if (bins > most_bins || count < 4 * most_bins) {
        for (std::int64_t i = 0; i < count; ++i) ++counts[bin_of(values[i], bins)];
        return;
    }
    std::mutex lock;
    parallel_for((count + grain - 1) / grain, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t piece = begin; piece < end; ++piece) {
            const std::int64_t first = piece * grain;
            count_in_tables(counts, bins, values + first, std::min(grain, count - first), lock);
        }
    });
}

void sum_by_value(double* totals, std::int64_t bins, const std::int64_t* values,
                  const double* weights, std::int64_t count) {
    std::fill_n(totals, bins, 0.0);
    for (std::int64_t i = 0; i < count; ++i) totals[bin_of(values[i], bins)] += weights[i];
}

}  // namespace numen::backend
