// Stable orders by digits of eight bits, the lowest first (LSD radix sort).
//
// Each element becomes an unsigned key that ascends with it; keys travel with their positions.
// A digit that all keys share costs no pass. Of keys of eight bytes in which more digits differ
// than pay, only the higher ones are sorted by: what is equal so far mostly lies in short runs,
// which are then sorted one by one.
#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "array/allocator.h"
#include "backends/cpu/ordering.h"
#include "backends/cpu/sort_loops.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t shortest_lane = 256;  // elements; below, comparisons are as fast
constexpr int most_passes = 5;
constexpr std::int64_t longest_insertion = 24;
constexpr int digit_values = 256;

template <std::size_t bytes> struct unsigned_of;
template <> struct unsigned_of<1> { using type = std::uint8_t; };
template <> struct unsigned_of<2> { using type = std::uint16_t; };
template <> struct unsigned_of<4> { using type = std::uint32_t; };
template <> struct unsigned_of<8> { using type = std::uint64_t; };

// Equal elements have equal keys: both zeros are one, and all NaNs.
template <class T> auto key_of(T value) {
    using Key = typename unsigned_of<sizeof(T)>::type;
    constexpr Key sign = static_cast<Key>(Key{1} << (8 * sizeof(T) - 1));
    if constexpr (std::is_integral_v<T>) {
        return static_cast<Key>(static_cast<Key>(value) ^ (std::is_signed_v<T> ? sign : Key{0}));
    } else {
        if (value != value) return static_cast<Key>(~Key{0});
        Key bits;
        std::memcpy(&bits, &value, sizeof bits);
        if (bits == sign) bits = 0;
        return static_cast<Key>(bits & sign ? ~bits : bits | sign);
    }
}

template <class Key> struct Entry {
    Key key;
    std::uint32_t position;
};

template <class Key> struct Histograms {
    std::uint32_t counts[sizeof(Key)][digit_values] = {};

    void add(Key key) {
        for (std::size_t digit = 0; digit < sizeof(Key); ++digit) {
            ++counts[digit][key >> (8 * digit) & 0xff];
        }
    }
    bool is_shared(std::size_t digit, Key key, std::int64_t count) const {
        return counts[digit][key >> (8 * digit) & 0xff] == static_cast<std::uint64_t>(count);
    }
};

template <class Key>
void distribute(const Entry<Key>* from, Entry<Key>* to, std::int64_t count, std::size_t digit,
                const std::uint32_t* counts) {
    std::uint32_t next[digit_values];
    std::uint32_t start = 0;
    for (int value = 0; value < digit_values; ++value) {
        next[value] = start;
        start += counts[value];
    }
    const int shift = static_cast<int>(8 * digit);
    for (std::int64_t i = 0; i < count; ++i) to[next[from[i].key >> shift & 0xff]++] = from[i];
}

// Sorts by the digits below `limit`; where the sorted entries lie: in `entries` or in `other`.
template <class Key>
Entry<Key>* sort_low_digits(Entry<Key>* entries, Entry<Key>* other, std::int64_t count,
                            const Histograms<Key>& histograms, std::size_t first,
                            std::size_t limit) {
    for (std::size_t digit = first; digit < limit; ++digit) {
        if (histograms.is_shared(digit, entries[0].key, count)) continue;
        distribute(entries, other, count, digit, histograms.counts[digit]);
        std::swap(entries, other);
    }
    return entries;
}

template <class Key> void sort_by_insertion(Entry<Key>* entries, std::int64_t count) {
    for (std::int64_t i = 1; i < count; ++i) {
        const Entry<Key> entry = entries[i];
        std::int64_t place = i;
        for (; place > 0 && entry.key < entries[place - 1].key; --place) {
            entries[place] = entries[place - 1];
        }
        entries[place] = entry;
    }
}

// Sorts entries that differ in the digits below `limit` only.
template <class Key>
void sort_run(Entry<Key>* entries, Entry<Key>* other, std::int64_t count, std::size_t limit) {
    if (count <= longest_insertion) return sort_by_insertion(entries, count);
    if (count < shortest_lane) {
        std::stable_sort(entries, entries + count, [](const Entry<Key>& a, const Entry<Key>& b) {
            return a.key < b.key;
        });
        return;
    }
    Histograms<Key> histograms;
    for (std::int64_t i = 0; i < count; ++i) histograms.add(entries[i].key);
    const Entry<Key>* sorted = sort_low_digits(entries, other, count, histograms, 0, limit);
    if (sorted != entries) std::copy_n(sorted, count, entries);
}

// Entries sorted by the digits from `limit` on are put in the order of their whole keys.
template <class Key>
void finish_runs(Entry<Key>* entries, Entry<Key>* other, std::int64_t count, std::size_t limit) {
    const int shift = static_cast<int>(8 * limit);
    for (std::int64_t begin = 0, end; begin < count; begin = end) {
        const Key high = static_cast<Key>(entries[begin].key >> shift);
        bool is_sorted = true;
        for (end = begin + 1; end < count && entries[end].key >> shift == high; ++end) {
            is_sorted = is_sorted && entries[end - 1].key <= entries[end].key;
        }
        if (!is_sorted) sort_run(entries + begin, other + begin, end - begin, limit);
    }
}

// The digits above which only few passes remain.
template <class Key>
std::size_t first_digit(const Histograms<Key>& histograms, Key key, std::int64_t count) {
    int passes = 0;
    for (std::size_t digit = 0; digit < sizeof(Key); ++digit) {
        if (!histograms.is_shared(digit, key, count)) ++passes;
    }
    if (passes <= most_passes) return 0;
    std::size_t digit = sizeof(Key);
    for (passes = 0; passes < most_passes - 1;) {
        --digit;
        if (!histograms.is_shared(digit, key, count)) ++passes;
    }
    return digit;
}

template <class T>
void order(const T* data, std::int64_t* positions, std::int64_t count,
           Entry<decltype(key_of(T{}))>* entries) {
    using Key = decltype(key_of(T{}));
    // From the smallest key on, numbers of either sign differ in few digits.
    Key least = static_cast<Key>(~Key{0});
    for (std::int64_t i = 0; i < count; ++i) least = std::min(least, key_of(data[i]));
    Histograms<Key> histograms;
    for (std::int64_t i = 0; i < count; ++i) {
        const Key key = static_cast<Key>(key_of(data[positions[i]]) - least);
        entries[i] = {key, static_cast<std::uint32_t>(positions[i])};
        histograms.add(key);
    }
    const std::size_t first = first_digit(histograms, entries[0].key, count);
    Entry<Key>* other = entries + count;
    Entry<Key>* sorted =
        sort_low_digits(entries, other, count, histograms, first, sizeof(Key));
    if (first > 0) finish_runs(sorted, sorted == entries ? other : entries, count, first);
    for (std::int64_t i = 0; i < count; ++i) positions[i] = sorted[i].position;
}

}  // namespace

bool order_by_digits(Dtype dtype, const void* data, std::int64_t* positions, std::int64_t count) {
    if (is_complex(dtype) || count < shortest_lane || count > std::int64_t{0xffffffff}) {
        return false;
    }
    return with_sortable(dtype, [&]<class T>() {
        if constexpr (is_complex_number<T>) {
            return false;
        } else {
            using E = Entry<decltype(key_of(T{}))>;
            const std::size_t bytes = 2 * static_cast<std::size_t>(count) * sizeof(E);
            void* memory = allocate(bytes);
            if (memory == nullptr) return false;
            order(static_cast<const T*>(data), positions, count, static_cast<E*>(memory));
            release(memory, bytes);
            return true;
        }
    });
}

}  // namespace numen::cpu
