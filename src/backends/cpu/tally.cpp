// Counting how often each number comes, and adding weights by number.
#include <algorithm>
#include <limits>
#include <mutex>

#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
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
template <class T> std::int64_t bin_of(T value, std::int64_t bins) {
    return static_cast<std::int64_t>(std::min(static_cast<std::uint64_t>(value),
                                              static_cast<std::uint64_t>(bins - 1)));
}

template <class T>
void count_in_tables(std::int64_t* counts, std::int64_t bins, const T* values, std::int64_t count,
                     std::mutex& lock) {
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

template <class T>
void count_each(std::int64_t* counts, std::int64_t bins, const T* values, std::int64_t count) {
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

// Calls use(the values as a pointer to their type).
template <class Use> decltype(auto) with_values(const Integers& given, Use&& use) {
    switch (given.dtype) {
        case Dtype::int8: return use(static_cast<const std::int8_t*>(given.values));
        case Dtype::uint8: return use(static_cast<const std::uint8_t*>(given.values));
        case Dtype::int16: return use(static_cast<const std::int16_t*>(given.values));
        case Dtype::uint16: return use(static_cast<const std::uint16_t*>(given.values));
        case Dtype::int32: return use(static_cast<const std::int32_t*>(given.values));
        case Dtype::uint32: return use(static_cast<const std::uint32_t*>(given.values));
        default: return use(static_cast<const std::int64_t*>(given.values));
    }
}

}  // namespace

ValueRange value_range(const Integers& given) {
    return with_values(given, [&]<class T>(const T* values) {
        constexpr std::int64_t block = 4096;  // stays in the first-level cache for both folds
        // As with_values reads them: uint64 beyond int64 counts as negative.
        const auto dtype = static_cast<int>(sizeof(T) == 8 ? Dtype::int64 : given.dtype);
        const auto& folds = data_kernels().rows;
        T least = values[0], largest = values[0];
        for (std::int64_t i = 0; i < given.count; i += block) {
            const FoldSpan span{reinterpret_cast<const char*>(values + i), 0, 1, sizeof(T),
                                std::min(block, given.count - i)};
            folds[static_cast<int>(Fold::min)][dtype](&least, false, span);
            folds[static_cast<int>(Fold::max)][dtype](&largest, false, span);
        }
        return ValueRange{static_cast<std::int64_t>(least), static_cast<std::int64_t>(largest)};
    });
}

void count_values(std::int64_t* counts, std::int64_t bins, const Integers& given) {
    std::fill_n(counts, bins, 0);
    with_values(given,
                [&](const auto* values) { count_each(counts, bins, values, given.count); });
}

void sum_by_value(double* totals, std::int64_t bins, const Integers& given,
                  const double* weights) {
    std::fill_n(totals, bins, 0.0);
    with_values(given, [&](const auto* values) {
#pragma GCC unroll 4
        for (std::int64_t i = 0; i < given.count; ++i) {
            totals[bin_of(values[i], bins)] += weights[i];
        }
    });
}

}  // namespace numen::backend
