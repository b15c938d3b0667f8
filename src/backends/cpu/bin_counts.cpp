// Histograms of bins of equal width: how many elements, or which weights, fall into each.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "backends/backend.h"

namespace numen::backend {
namespace {

// NumPy adds weights in blocks of so many elements; the last digits follow from that.
constexpr std::int64_t block_elements = 65536;

// Masks of any type are joined as these: of wide lanes g++ 12 would make branches for SSE2.
using Words [[gnu::vector_size(16)]] = std::int32_t;

// Places are computed in Place, which may be wider than the elements.
template <class T, class Place> struct Bins {
    const T* edges;
    std::int64_t count;
    T first, last;
    Place width;

    bool has(T x) const { return int{x >= first} + int{x <= last} == 2; }  // without a branch

    // Of so many elements.
    static constexpr std::int64_t step = 64;
    bool has_any(const T* data) const {
        using Vector [[gnu::vector_size(16)]] = T;
        constexpr int lanes = sizeof(Vector) / sizeof(T);
        Words found{};
        for (std::int64_t i = 0; i < step; i += lanes) {
            Vector here;
            std::memcpy(&here, data + i, sizeof here);
            found |= reinterpret_cast<Words>(here >= first) & reinterpret_cast<Words>(here <= last);
        }
        return (found[0] | found[1] | found[2] | found[3]) != 0;
    }

    // The bin of an x that it has. The quotient may be off by one near an edge.
    std::int64_t find(T x) const {
        const Place place = static_cast<Place>(x - first) / width * static_cast<Place>(count);
        auto bin = static_cast<std::int64_t>(place);
        if (bin == count) --bin;
        if (x < edges[bin]) {
            --bin;
        } else if (x >= edges[bin + 1] && bin != count - 1) {
            ++bin;
        }
        return bin;
    }
};

// The elements of a block that the bins have, and their weights: those that they have not may stand
// between them in any order, which no processor foresees. Each is read once for good, as other
// threads may write there.
template <class T> struct Kept {
    static constexpr std::int64_t most = 1024;
    std::int64_t count;
    T data[most];
    double weights[most];

    template <class Place>
    void take(const Bins<T, Place>& bins, const T* given, const double* given_weights,
              std::int64_t length) {
        std::int64_t next = 0;
        for (std::int64_t begin = 0; begin < length; begin += bins.step) {
            const std::int64_t end = std::min(begin + bins.step, length);
            if (begin + bins.step == end && !bins.has_any(given + begin)) continue;
            for (std::int64_t i = begin; i < end; ++i) {
                const T x = given[i];
                data[next] = x;
                if (given_weights != nullptr) weights[next] = given_weights[i];
                next += bins.has(x);
            }
        }
        count = next;
    }
};

template <class T, class Place> void count(const BinCount& given) {
    const auto* edges = static_cast<const T*>(given.edges);
    const Bins<T, Place> bins{edges, given.bins, static_cast<T>(given.first),
                              static_cast<T>(given.last), static_cast<Place>(given.width)};
    const auto* data = static_cast<const T*>(given.data);
    auto* counts = static_cast<std::int64_t*>(given.out);
    auto* totals = static_cast<double*>(given.out);
    std::vector<double> block(given.weights == nullptr ? 0 : static_cast<std::size_t>(given.bins));
    Kept<T> kept;
    for (std::int64_t begin = 0; begin < given.count; begin += Kept<T>::most) {
        const std::int64_t length = std::min(given.count - begin, Kept<T>::most);
        if (given.weights == nullptr) {
            kept.take(bins, data + begin, nullptr, length);
            for (std::int64_t i = 0; i < kept.count; ++i) ++counts[bins.find(kept.data[i])];
            continue;
        }
        kept.take(bins, data + begin, given.weights + begin, length);
        for (std::int64_t i = 0; i < kept.count; ++i) {
            block[static_cast<std::size_t>(bins.find(kept.data[i]))] += kept.weights[i];
        }
        const std::int64_t end = begin + length;
        if (end % block_elements != 0 && end != given.count) continue;
        for (std::int64_t bin = 0; bin < given.bins; ++bin) {
            totals[bin] += std::exchange(block[static_cast<std::size_t>(bin)], 0.0);
        }
    }
}

}  // namespace

Status count_in_bins(const BinCount& given) try {
    const auto count_them = !given.single ? count<double, double>
                            : given.wide  ? count<float, double>
                                          : count<float, float>;
    count_them(given);
    return status_ok;
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

}  // namespace numen::backend
