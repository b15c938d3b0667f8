// Long lanes sorted by counting: of two-byte elements each of the 65,536 patterns of their bits, of
// wider integers, such as labels, each number of a narrow range.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>

#include "backends/backend.h"
#include "backends/cpu/ordering.h"
#include "backends/cpu/sort_loops.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t least_counted = std::int64_t{1} << 17;
constexpr int patterns = 1 << 16;
constexpr int tables = 4;  // so that a run of equal elements does not wait on itself
using Counts = std::uint32_t[tables][patterns];

// Patterns that follow each other in the order of a type, both ends included.
struct Patterns {
    int first, last;
};
constexpr Patterns of_unsigned[] = {{0, 0xffff}};
constexpr Patterns of_signed[] = {{0x8000, 0xffff}, {0, 0x7fff}};
// From minus infinity, its bits less by one each time, to minus zero; from zero to infinity and
// the NaNs after it; the NaNs with a sign.
constexpr Patterns of_halves[] = {{0xfc00, 0x8000}, {0, 0x7fff}, {0xfc01, 0xffff}};

std::span<const Patterns> patterns_of(Dtype dtype) {
    if (dtype == Dtype::float16) return of_halves;
    if (dtype == Dtype::int16) return of_signed;
    return of_unsigned;
}

void count_patterns(const std::uint16_t* data, std::int64_t count, Counts& counts) {
    std::int64_t i = 0;
    for (; i + tables <= count; i += tables) {
        for (int table = 0; table < tables; ++table) ++counts[table][data[i + table]];
    }
    for (; i < count; ++i) ++counts[0][data[i]];
}

}  // namespace

bool pays_to_count(Dtype dtype, std::int64_t count) {
    if (itemsize(dtype) != 2 || count < least_counted || count > std::int64_t{0xffffffff}) {
        return false;
    }
#if defined(__x86_64__)
    // The loops that are lent for integers compress vectors of them: a third of a nanosecond each.
    if (dtype != Dtype::float16 && __builtin_cpu_supports("avx512vbmi2")) return false;
#endif
    return true;
}

bool sort_by_counting(Dtype dtype, void* data, std::int64_t count) {
    const std::unique_ptr<Counts[]> counts(new (std::nothrow) Counts[1]());
    if (counts == nullptr) return false;
    auto* out = static_cast<std::uint16_t*>(data);
    count_patterns(out, count, counts[0]);
    for (const auto [first, last] : patterns_of(dtype)) {
        const int step = first <= last ? 1 : -1;
        for (int pattern = first; pattern != last + step; pattern += step) {
            std::uint32_t met = 0;
            for (const auto& table : counts[0]) met += table[pattern];
            out = std::fill_n(out, met, static_cast<std::uint16_t>(pattern));
        }
    }
    return true;
}

namespace {

constexpr std::int64_t widest_range = 1 << 16, least_repeated = 8;  // times that a number is there
constexpr std::int64_t sampled = 256;

// May all numbers lie in a range that pays? Most long lanes of others show it in a few.
template <class T> bool may_be_narrow(const T* data, std::int64_t count) {
    T least = data[0], most = data[0];
    for (std::int64_t i = 0; i < sampled; ++i) {
        const T number = data[count / sampled * i];
        least = std::min(least, number);
        most = std::max(most, number);
    }
    return static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least) < widest_range;
}

// How often each number from `least` on is there, in four tables of `numbers` counts each.
template <class T>
void count_numbers(const T* data, std::int64_t count, T least, std::size_t numbers,
                   std::uint32_t* first) {
    std::uint32_t *const second = first + numbers, *const third = second + numbers,
                  *const fourth = third + numbers;
    const auto place = [least](T number) {
        return static_cast<std::size_t>(static_cast<std::uint64_t>(number) -
                                        static_cast<std::uint64_t>(least));
    };
    std::int64_t i = 0;
    for (; i + tables <= count; i += tables) {
        ++first[place(data[i])];
        ++second[place(data[i + 1])];
        ++third[place(data[i + 2])];
        ++fourth[place(data[i + 3])];
    }
    for (; i < count; ++i) ++first[place(data[i])];
}

// On the calling thread: shared between two the counting took longer.
template <class T> bool sort_narrow(Dtype dtype, T* data, std::int64_t count) {
    if (!may_be_narrow(data, count)) return false;
    T least, most;
    backend::reduce_contiguous(ReduceOp::min, dtype, data, count, &least);
    backend::reduce_contiguous(ReduceOp::max, dtype, data, count, &most);
    const auto range = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
    const auto limit = std::min(widest_range, count / least_repeated);
    if (range >= static_cast<std::uint64_t>(limit)) return false;
    const auto numbers = static_cast<std::size_t>(range) + 1;
    const std::unique_ptr<std::uint32_t[]> counts(new (std::nothrow)
                                                      std::uint32_t[tables * numbers]());
    if (counts == nullptr) return false;
    count_numbers(data, count, least, numbers, counts.get());
    for (std::size_t number = 0; number < numbers; ++number) {
        std::uint32_t met = 0;
        for (std::size_t table = 0; table < tables; ++table) {
            met += counts[table * numbers + number];
        }
        data = std::fill_n(data, met, static_cast<T>(least + static_cast<T>(number)));
    }
    return true;
}

}  // namespace

bool sort_narrow_integers(Dtype dtype, void* data, std::int64_t count) {
    if (count < least_counted || count > std::int64_t{0xffffffff} || itemsize(dtype) < 4 ||
        !is_integer(dtype)) {
        return false;
    }
    return with_sortable(dtype, [&]<class T>() {
        if constexpr (std::is_integral_v<T>) {
            return sort_narrow(dtype, static_cast<T*>(data), count);
        } else {
            return false;
        }
    });
}

}  // namespace numen::cpu
