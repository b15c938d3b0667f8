// A long lane sorted in pieces on several threads: pieces are sorted apart, then merged two by two,
// every merge cut where its output is cut. A second lane as large as a large one might be more
// memory than there is, where NumPy takes none: such pieces are merged where they lie, with a
// buffer for parts of them.
#include <algorithm>
#include <bit>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "array/allocator.h"
#include "backends/cpu/ordering.h"
#include "backends/cpu/sort_loops.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

template <class T> struct Run {
    const T* begin;
    const T* end;
    std::int64_t size() const { return end - begin; }
};

// How many of the first `rank` elements of the merged runs come from `a`; of equals a's are first.
template <class T> std::int64_t share_of(Run<T> a, Run<T> b, std::int64_t rank) {
    std::int64_t low = std::max<std::int64_t>(0, rank - b.size()), high = std::min(rank, a.size());
    while (low < high) {
        const std::int64_t middle = (low + high) / 2;
        if (comes_before(b.begin[rank - middle - 1], a.begin[middle])) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

// As an integer: GCC would branch for floats.
template <class T> T select(bool first, T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        using Bits = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
        return std::bit_cast<T>(select(first, std::bit_cast<Bits>(a), std::bit_cast<Bits>(b)));
    } else {
        return first ? a : b;
    }
}

// Two runs of numbers merged from both ends at once.
template <class T> struct Merge {
    Run<T> a, b;
    T *out, *last;
    std::int64_t least_from_a = 0, most_from_a = 0;  // of the steps since the last advance()

    Merge(Run<T> first, Run<T> second, T* to)
        : a(first), b(second), out(to), last(to + first.size() + second.size()) {}

    // So many steps cannot exhaust a run, whatever they take.
    std::int64_t safe_steps() const { return std::min(a.size(), b.size()) / 2; }
    void step(std::int64_t i) {
        const T least_a = a.begin[least_from_a], least_b = b.begin[i - least_from_a];
        const bool takes_b = least_b < least_a;
        out[i] = select(takes_b, least_b, least_a);
        least_from_a += !takes_b;
        const T most_a = a.end[-1 - most_from_a], most_b = b.end[most_from_a - i - 1];
        const bool takes_a = most_b < most_a;
        last[-1 - i] = select(takes_a, most_a, most_b);
        most_from_a += takes_a;
    }
    void advance(std::int64_t steps) {
        a = {a.begin + least_from_a, a.end - most_from_a};
        b = {b.begin + (steps - least_from_a), b.end - (steps - most_from_a)};
        out += steps;
        last -= steps;
        least_from_a = most_from_a = 0;
    }
    void finish() {
        while (const std::int64_t steps = safe_steps()) {
            for (std::int64_t i = 0; i < steps; ++i) step(i);
            advance(steps);
        }
        std::merge(a.begin, a.end, b.begin, b.end, out);
    }
};

// In two halves at once: none of the four chains of comparisons waits for another.
template <class T> void merge_numbers(Run<T> a, Run<T> b, T* out) {
    const std::int64_t half = (a.size() + b.size()) / 2;
    const std::int64_t from_a = share_of(a, b, half), from_b = half - from_a;
    Merge<T> low({a.begin, a.begin + from_a}, {b.begin, b.begin + from_b}, out);
    Merge<T> high({a.begin + from_a, a.end}, {b.begin + from_b, b.end}, out + half);
    while (const std::int64_t steps = std::min(low.safe_steps(), high.safe_steps())) {
        for (std::int64_t i = 0; i < steps; ++i) {
            low.step(i);
            high.step(i);
        }
        low.advance(steps);
        high.advance(steps);
    }
    low.finish();
    high.finish();
}

template <class T> const T* end_of_numbers(Run<T> run) {
    return std::partition_point(run.begin, run.end,
                                [](T value) { return !is_not_a_number(value); });
}

// NaNs are apart, so that one comparison tells the order of the others.
template <class T> void merge(Run<T> a, Run<T> b, T* out) {
    const Run<T> numbers_a{a.begin, end_of_numbers(a)}, numbers_b{b.begin, end_of_numbers(b)};
    merge_numbers(numbers_a, numbers_b, out);
    out = std::copy(numbers_a.end, a.end, out + (numbers_a.size() + numbers_b.size()));
    std::copy(numbers_b.end, b.end, out);
}

// The pieces' ends: piece i is [end(i - 1), end(i)).
struct Cut {
    std::int64_t count;
    int pieces;
    std::int64_t at(std::int64_t piece) const {
        return count / pieces * piece + std::min<std::int64_t>(piece, count % pieces);
    }
};

// Merges runs of `width` pieces two by two. Each thread makes one piece of the output.
template <class T> void merge_round(const T* from, T* to, const Cut& cut, int width) {
    parallel_for(cut.pieces, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t piece = begin; piece < end; ++piece) {
            const std::int64_t first = piece / (2 * width) * (2 * width);
            const std::int64_t start = cut.at(first);
            const Run<T> a{from + start, from + cut.at(first + width)};
            const Run<T> b{a.end, from + cut.at(first + 2 * width)};
            const std::int64_t low = cut.at(piece) - start, high = cut.at(piece + 1) - start;
            const std::int64_t a_low = share_of(a, b, low), a_high = share_of(a, b, high);
            merge(Run<T>{a.begin + a_low, a.begin + a_high},
                  Run<T>{b.begin + (low - a_low), b.begin + (high - a_high)}, to + cut.at(piece));
        }
    });
}

// Sorts every piece apart; they are in `to` afterwards.
template <class T> void sort_each(SortLoop loop, const T* data, T* to, const Cut& cut) {
    parallel_for(cut.pieces, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t piece = begin; piece < end; ++piece) {
            const std::int64_t start = cut.at(piece), length = cut.at(piece + 1) - start;
            if (to != data) std::copy_n(data + start, length, to + start);
            loop(to + start, length, nullptr);
        }
    });
}

template <class T> void sort_pieces(SortLoop loop, T* data, T* other, const Cut& cut) {
    const int pieces = cut.pieces;
    // The last round must end in `data`: with an odd number of rounds the first starts elsewhere.
    int rounds = 0;
    while (1 << rounds < pieces) ++rounds;
    T* from = rounds % 2 == 0 ? data : other;
    T* to = rounds % 2 == 0 ? other : data;
    sort_each<T>(loop, data, from, cut);
    for (int width = 1; width < pieces; width *= 2) {
        merge_round(from, to, cut, width);
        std::swap(from, to);
    }
}

// Two sorted runs that follow one another.
template <class T> struct Pair {
    T *begin, *middle, *end;
};

// The pair as two, of which the first has half of all elements: its larger ones change places with
// the smaller ones of the second.
template <class T> std::pair<Pair<T>, Pair<T>> halves_of(const Pair<T>& pair) {
    const std::int64_t rank = (pair.end - pair.begin) / 2;
    const std::int64_t share = share_of(Run<T>{pair.begin, pair.middle},
                                        Run<T>{pair.middle, pair.end}, rank);
    T *first = pair.begin + share, *second = pair.middle + (rank - share);
    T* half = pair.begin + rank;
    std::rotate(first, pair.middle, second);
    return {{pair.begin, first, half}, {half, half + (pair.middle - first), pair.end}};
}

// With a buffer for `room` elements.
template <class T> void merge_in_place(const Pair<T>& pair, T* buffer, std::int64_t room) {
    const auto [begin, middle, end] = pair;
    if (begin == middle || middle == end) return;
    if (end - begin > room) {
        const auto [first, second] = halves_of(pair);
        merge_in_place(first, buffer, room);
        merge_in_place(second, buffer, room);
    } else {
        const T *last = std::copy(begin, end, buffer), *cut = buffer + (middle - begin);
        merge(Run<T>{buffer, cut}, Run<T>{cut, last}, begin);
    }
}

template <class T>
void merge_pieces_in_place(T* data, T* buffer, std::int64_t room, const Cut& cut) {
    const int pieces = cut.pieces;
    for (int width = 1; width < pieces; width *= 2) {
        std::vector<Pair<T>> pairs;
        for (int at = 0; at < pieces; at += 2 * width) {
            pairs.push_back({data + cut.at(at), data + cut.at(at + width),
                             data + cut.at(at + 2 * width)});
        }
        while (std::ssize(pairs) < pieces) {  // work for every thread
            std::vector<Pair<T>> halves(2 * pairs.size());
            parallel_for(std::ssize(pairs), 1, [&](std::int64_t begin, std::int64_t end) {
                for (auto i = static_cast<std::size_t>(begin); std::cmp_less(i, end); ++i) {
                    std::tie(halves[2 * i], halves[2 * i + 1]) = halves_of(pairs[i]);
                }
            });
            pairs = std::move(halves);
        }
        const std::int64_t share = room / std::ssize(pairs);
        parallel_for(std::ssize(pairs), 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                merge_in_place(pairs[static_cast<std::size_t>(i)], buffer + i * share, share);
            }
        });
    }
}

template <class T>
void sort_pieces_in_place(SortLoop loop, T* data, T* buffer, std::int64_t room, const Cut& cut) {
    sort_each<T>(loop, data, data, cut);
    merge_pieces_in_place(data, buffer, room, cut);
}

constexpr std::size_t most_bytes = std::size_t{64} << 20;  // of a buffer

}  // namespace

bool goes_in_pieces(Dtype dtype) { return itemsize(dtype) > 2 && !is_complex(dtype); }

bool sort_in_pieces(Dtype dtype, SortLoop loop, void* data, std::int64_t count, int pieces) {
    if (!goes_in_pieces(dtype)) return false;
    const auto wanted = static_cast<std::size_t>(count) * itemsize(dtype);
    const std::size_t bytes = std::min(wanted, most_bytes);
    void* other = allocate(bytes);
    if (other == nullptr) return false;
    with_sortable(dtype, [&]<class T>() {
        if constexpr (!is_complex_number<T> && sizeof(T) > 2) {
            T *lane = static_cast<T*>(data), *buffer = static_cast<T*>(other);
            const Cut cut{count, pieces};
            if (bytes == wanted) return sort_pieces(loop, lane, buffer, cut);
            const auto room = static_cast<std::int64_t>(bytes / sizeof(T));
            sort_pieces_in_place(loop, lane, buffer, room, cut);
        }
    });
    release(other, bytes);
    return true;
}

}  // namespace numen::cpu
