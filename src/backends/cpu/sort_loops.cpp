// Our own sorting loops, and the table that lent ones are entered in.
#include "backends/cpu/sort_loops.h"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>
#include <vector>

#include "backends/cpu/ordering.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t least_bytes_counted = 64;  // below, comparisons are faster than a table

// A byte's place in the order of its type.
template <class T> int byte_rank(T value) {
    return static_cast<int>(value) - (std::is_signed_v<T> ? -128 : 0);
}

template <class T> void count_bytes(T* data, std::int64_t count) {
    std::int64_t counts[4][256] = {};  // four, so that a run of equal bytes does not wait on itself
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4) {
        for (int table = 0; table < 4; ++table) ++counts[table][byte_rank(data[i + table])];
    }
    for (; i < count; ++i) ++counts[0][byte_rank(data[i])];
    for (int rank = 0; rank < 256; ++rank) {
        const std::int64_t total =
            counts[0][rank] + counts[1][rank] + counts[2][rank] + counts[3][rank];
        const int value = rank + (std::is_signed_v<T> ? -128 : 0);
        data = std::fill_n(data, total, static_cast<T>(value));
    }
}

template <class T> int sort_values(void* data, std::int64_t count, void*) {
    T* first = static_cast<T*>(data);
    T* last = first + count;
    if constexpr (sizeof(T) == 1) {
        if (count >= least_bytes_counted) return count_bytes(first, count), 0;
    }
    if constexpr (is_real_number<T>) {
        last = std::partition(first, last, [](T value) { return !is_not_a_number(value); });
        std::sort(first, last);
    } else {
        std::sort(first, last, comes_before<T>);
    }
    return 0;
}

// Halves without NaN are in the order of integers made of their bits, for which there is a quick
// loop.
int sort_halves(void* data, std::int64_t count, void* context) {
    Half* const first = static_cast<Half*>(data);
    Half* const last =
        std::partition(first, first + count, [](Half value) { return !is_not_a_number(value); });
    const auto turn = [](Half value) {
        const auto bits = std::bit_cast<std::int16_t>(value);
        return std::bit_cast<Half>(static_cast<std::int16_t>(bits ^ (bits >> 15 & INT16_MAX)));
    };
    std::transform(first, last, first, turn);
    const SortLoop loop = sort_loops(Dtype::int16).sort[static_cast<int>(backend::SortKind::quick)];
    const int done = loop(data, last - first, context);
    std::transform(first, last, first, turn);
    return done;
}

template <class T> int sort_stably(void* data, std::int64_t count, void* context) {
    if constexpr (std::is_integral_v<T>) return sort_values<T>(data, count, context);
    std::stable_sort(static_cast<T*>(data), static_cast<T*>(data) + count, comes_before<T>);
    return 0;
}

template <class T> int argsort(void* data, std::int64_t* positions, std::int64_t count, void*) {
    const T* values = static_cast<const T*>(data);
    std::stable_sort(positions, positions + count, [values](std::int64_t a, std::int64_t b) {
        return comes_before(values[a], values[b]);
    });
    return 0;
}

template <class T> constexpr SortLoops own_loops() {
    constexpr SortLoop quick = std::is_same_v<T, Half> ? sort_halves : sort_values<T>;
    return {{quick, sort_stably<T>}, {argsort<T>, argsort<T>}};
}

template <std::size_t... dtype> struct Table {
    SortLoops loops[dtype_count] = {own_loops<Sortable<static_cast<Dtype>(dtype)>>()...};
};

template <std::size_t... dtype> SortLoops* table(std::index_sequence<dtype...>) {
    static Table<dtype...> instance;
    return instance.loops;
}

SortLoops* loops_by_type() { return table(std::make_index_sequence<dtype_count>{}); }

// NumPy's quick loop of halves with AVX-512 (2.4.6), though not the one of processors that compute
// with halves, leaves lanes of few different numbers out of order; this is one.
bool sorts_few_halves(SortLoop loop) {
    std::vector<Half> lane(2900, static_cast<Half>(-1.0f));
    std::fill_n(lane.begin() + 1, 1450, static_cast<Half>(-3.0f));
    loop(lane.data(), std::ssize(lane), nullptr);
    return std::is_sorted(lane.begin(), lane.end(), comes_before<Half>);
}

bool is_wanted(Dtype dtype, int kind, SortLoop loop) {
    if (loop == nullptr || itemsize(dtype) == 1) return false;
    const bool is_quick = kind == static_cast<int>(backend::SortKind::quick);
    return dtype != Dtype::float16 || !is_quick || sorts_few_halves(loop);
}

}  // namespace

const SortLoops& sort_loops(Dtype dtype) { return loops_by_type()[static_cast<int>(dtype)]; }

void lend_sort_loops(Dtype dtype, const SortLoops& lent) {
    SortLoops& loops = loops_by_type()[static_cast<int>(dtype)];
    for (int kind = 0; kind < sort_kinds; ++kind) {
        if (is_wanted(dtype, kind, lent.sort[kind])) {
            loops.sort[kind] = lent.sort[kind];
            loops.is_lent = true;
        }
        if (lent.argsort[kind] != nullptr) loops.argsort[kind] = lent.argsort[kind];
    }
}

}  // namespace numen::cpu
