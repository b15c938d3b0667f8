// Histograms of bins of equal width: how many elements, or which weights, fall into each.
#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

#include "backends/backend.h"

namespace numen::backend {
namespace {

// NumPy adds weights in blocks of so many elements; the last digits follow from that.
constexpr std::int64_t block_elements = 65536;

// Places are computed in Place, which may be wider than the elements.
template <class T, class Place> struct Bins {
    const T* edges;
    std::int64_t count;
    T first, last;
    Place width;

    // The bin of x, -1 outside. The quotient may be off by one near an edge.
    std::int64_t find(T x) const {
        // A sum, so that the compiler makes one branch of it: data may lie on both sides by turns.
        if (int{x >= first} + int{x <= last} != 2) return -1;
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

template <class T, class Place> void count(const BinCount& given) {
    const auto* edges = static_cast<const T*>(given.edges);
    const Bins<T, Place> bins{edges, given.bins, static_cast<T>(given.first),
                              static_cast<T>(given.last), static_cast<Place>(given.width)};
    const auto* data = static_cast<const T*>(given.data);
    if (given.weights == nullptr) {
        auto* counts = static_cast<std::int64_t*>(given.out);
        for (std::int64_t i = 0; i < given.count; ++i) {
            const std::int64_t bin = bins.find(data[i]);
            if (bin >= 0) ++counts[bin];
        }
        return;
    }
    auto* totals = static_cast<double*>(given.out);
    std::vector<double> block(static_cast<std::size_t>(given.bins));
    for (std::int64_t begin = 0; begin < given.count; begin += block_elements) {
        const std::int64_t end = std::min(begin + block_elements, given.count);
        std::fill(block.begin(), block.end(), 0.0);
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t bin = bins.find(data[i]);
            if (bin >= 0) block[static_cast<std::size_t>(bin)] += given.weights[i];
        }
        for (std::int64_t bin = 0; bin < given.bins; ++bin) {
            totals[bin] += block[static_cast<std::size_t>(bin)];
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
