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
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "array/allocator.h"
#include "backends/cpu/ordering.h"
#include "backends/cpu/sort_loops.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t shortest_lane = 256;  // elements; below, comparisons are as fast
constexpr std::int64_t longest_lane = 0xffffffff;  // whose places have 32 bits
// Of work space, besides 6 bytes an element: NumPy's merge sort copies half of the positions, and a
// program may have no room for much more.
constexpr std::int64_t most_bytes = std::int64_t{64} << 20;
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
        if (is_not_a_number(value)) return static_cast<Key>(~Key{0});
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

// The entries in their order: there, or where `other` is.
template <class Key>
Entry<Key>* ordered(Entry<Key>* entries, Entry<Key>* other, std::int64_t count) {
    if (count == 0) return entries;
    // From the smallest key on, numbers of either sign differ in few digits.
    Key least = entries[0].key;
    for (std::int64_t i = 1; i < count; ++i) least = std::min(least, entries[i].key);
    Histograms<Key> histograms;
    for (std::int64_t i = 0; i < count; ++i) {
        entries[i].key = static_cast<Key>(entries[i].key - least);
        histograms.add(entries[i].key);
    }
    const std::size_t first = first_digit(histograms, entries[0].key, count);
    Entry<Key>* sorted =
        sort_low_digits(entries, other, count, histograms, first, sizeof(Key));
    if (first > 0) finish_runs(sorted, sorted == entries ? other : entries, count, first);
    return sorted;
}

// `memory` has room for twice as many entries.
template <class T, class E>
void order(const T* data, std::int64_t* positions, std::int64_t count, E* memory) {
    for (std::int64_t i = 0; i < count; ++i) {
        memory[i] = {key_of(data[positions[i]]), static_cast<std::uint32_t>(positions[i])};
    }
    const E* sorted = ordered(memory, memory + count, count);
    for (std::int64_t i = 0; i < count; ++i) positions[i] = sorted[i].position;
}

// A lane of which `memory` has no room for all entries, twice `room`, from the order in which it
// lies: elements of one range of keys after those of another, each range found by going over the
// lane. Elements of one key are told by their places. False, with the positions lost, if the ranges
// that a sample promised were none of them as small as it said.
template <class T, class E>
bool order_by_ranges(const T* data, std::int64_t* positions, std::int64_t count, E* memory,
                     std::int64_t room) {
    using Bound = std::pair<decltype(E::key), std::int64_t>;
    constexpr std::int64_t samples = 4096;
    const std::int64_t ranges = count / (room / 4 * 3) + 1;
    std::vector<Bound> sample;
    for (std::int64_t i = 0; i < samples; ++i) {
        const std::int64_t at = count / samples * i;
        sample.push_back({key_of(data[at]), at});
    }
    std::ranges::sort(sample);
    for (std::int64_t range = 0; range < ranges; ++range) {
        const auto bound = [&](std::int64_t at) {
            return sample[static_cast<std::size_t>(at * samples / ranges)];
        };
        const Bound low = range == 0 ? Bound{} : bound(range);
        const bool is_last = range == ranges - 1;
        const Bound high = is_last ? Bound{} : bound(range + 1);
        std::int64_t found = 0;
        for (std::int64_t i = 0; i < count; ++i) {
            const auto key = key_of(data[i]);
            const bool is_below = (key < high.first) | ((key == high.first) & (i < high.second));
            const bool is_above = (key > low.first) | ((key == low.first) & (i >= low.second));
            memory[found] = {key, static_cast<std::uint32_t>(i)};
            found += is_above & (is_below | is_last);
            if (found == room) return false;
        }
        const E* sorted = ordered(memory, memory + room, found);
        for (std::int64_t i = 0; i < found; ++i) *positions++ = sorted[i].position;
    }
    return true;
}

// The orders of pieces as one: where two come together, half of their positions are copied.
template <class T>
void merge_pieces(const T* data, std::int64_t* positions, std::int64_t count,
                  std::int64_t piece) {
    const auto comes_first = [=](std::int64_t a, std::int64_t b) {
        return key_of(data[a]) < key_of(data[b]);
    };
    for (std::int64_t width = piece; width < count; width *= 2) {
        for (std::int64_t begin = 0; begin + width < count; begin += 2 * width) {
            std::inplace_merge(positions + begin, positions + begin + width,
                               positions + std::min(begin + 2 * width, count), comes_first);
        }
    }
}

template <class T, class E>
void order_all(const T* data, std::int64_t* positions, std::int64_t count, bool is_fresh, E* memory,
               std::int64_t room) {
    if (count <= room) return order(data, positions, count, memory);
    if (is_fresh && order_by_ranges(data, positions, count, memory, room)) return;
    if (is_fresh) std::iota(positions, positions + count, 0);
    for (std::int64_t begin = 0; begin < count; begin += room) {
        order(data, positions + begin, std::min(room, count - begin), memory);
    }
    merge_pieces(data, positions, count, room);
}

// How the elements lie in the order so far.
enum class Disorder : std::uint8_t { none, few_runs, any };

// Few runs: to one side, all but some elements are in order. Elements without order show it soon.
// Blocks have one length, which lets the compiler take vectors.
template <class T, class ValueAt> Disorder disorder_of(std::int64_t count, ValueAt value_at) {
    constexpr std::int64_t block = 256, shortest_run = 32;
    const std::int64_t most = count / shortest_run;
    std::int64_t falls = 0, begin = 1;
    using Lane = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
    const auto falls_in = [&](std::int64_t length) {
        Lane found = 0;
        if constexpr (std::is_floating_point_v<T>) {
            // Where there is no NaN, which most blocks of an ordered lane show so.
            for (std::int64_t i = begin; i < begin + length; ++i) {
                found += !(value_at(i - 1) <= value_at(i));
            }
            if (found == 0) return found;
            found = 0;
        }
#pragma GCC unroll 8
        for (std::int64_t i = begin; i < begin + length; ++i) {
            found += comes_before(value_at(i), value_at(i - 1));
        }
        return found;
    };
    for (; begin + block <= count; begin += block) {
        falls += falls_in(block);
        if (falls > most && begin - falls > most) return Disorder::any;
    }
    falls += falls_in(count - begin);
    return falls == 0 ? Disorder::none : falls > most && count - falls > most ? Disorder::any
                                                                              : Disorder::few_runs;
}
template <class T>
Disorder disorder_of(const T* data, const std::int64_t* positions, std::int64_t count,
                     bool is_fresh) {
    if (is_fresh) return disorder_of<T>(count, [=](std::int64_t i) { return data[i]; });
    return disorder_of<T>(count, [=](std::int64_t i) { return data[positions[i]]; });
}

// Elements of one byte have one digit: each position goes to its place at once, without an entry.
template <class T>
bool order_bytes(const T* data, std::int64_t* positions, std::int64_t count, bool is_fresh) {
    Histograms<std::uint8_t> tables[4];  // so that a run of equal elements does not wait on itself
    for (std::int64_t i = 0; i < count; ++i) tables[i & 3].add(key_of(data[i]));
    std::int64_t next[digit_values], start = 0;
    for (int value = 0; value < digit_values; ++value) {
        next[value] = start;
        for (const auto& table : tables) start += table.counts[0][value];
    }
    if (is_fresh) {
        for (std::int64_t i = 0; i < count; ++i) positions[next[key_of(data[i])]++] = i;
        return true;
    }
    const auto bytes = static_cast<std::size_t>(count) * sizeof(std::uint32_t);
    void* memory = allocate(bytes);
    if (memory == nullptr) return false;
    auto* before = static_cast<std::uint32_t*>(memory);
    for (std::int64_t i = 0; i < count; ++i) before[i] = static_cast<std::uint32_t>(positions[i]);
    for (std::int64_t i = 0; i < count; ++i) {
        positions[next[key_of(data[before[i]])]++] = before[i];
    }
    release(memory, bytes);
    return true;
}

}  // namespace

bool order_by_digits(Dtype dtype, const void* data, std::int64_t* positions, std::int64_t count,
                     backend::Positions start) {
    const bool is_fresh = start == backend::Positions::fresh;
    if (is_complex(dtype) || count < shortest_lane || count > longest_lane) return false;
    return with_sortable(dtype, [&]<class T>() {
        if constexpr (is_complex_number<T>) {
            return false;
        } else {
            const Disorder disorder = disorder_of(static_cast<const T*>(data), positions, count,
                                                  is_fresh);
            if (disorder == Disorder::none) return true;
            if constexpr (sizeof(T) == 1) {
                return order_bytes(static_cast<const T*>(data), positions, count, is_fresh);
            }
            // The stable loop that is lent merges runs.
            if (disorder == Disorder::few_runs && sort_loops(dtype).is_lent) return false;
            using E = Entry<decltype(key_of(T{}))>;
            constexpr auto item = static_cast<std::int64_t>(2 * sizeof(E));
            const std::int64_t room = std::min(count, (most_bytes + 6 * count) / item);
            const auto bytes = static_cast<std::size_t>(room * item);
            void* memory = allocate(bytes);
            if (memory == nullptr) return false;
            order_all(static_cast<const T*>(data), positions, count, is_fresh,
                      static_cast<E*>(memory), room);
            release(memory, bytes);
            return true;
        }
    });
}

}  // namespace numen::cpu
