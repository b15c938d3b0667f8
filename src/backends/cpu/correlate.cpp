// Sums of products of a vector with a shorter one that slides along it.
//
// Many neighbouring results stay in registers while the taps run, as in a product of a row with a
// matrix whose rows are the vector shifted by one; at the ends, each result is a dot product.
#include <algorithm>

#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {
namespace {

constexpr std::int64_t grain_products = 64 << 10;

// Where results begin that meet all taps, and how the ends are cut.
struct Sliding {
    Dtype dtype;
    const char* a;
    const char* v;
    std::int64_t count;   // elements of a
    std::int64_t taps;    // elements of v, no more than those of a
    std::int64_t before;  // results that meet only the last taps
    char* out;

    std::int64_t whole() const { return count - taps + 1; }
};

void one_by_one(const Sliding& s, std::int64_t begin, std::int64_t end) {
    const std::int64_t size = itemsize(s.dtype);
    const cpu::DotLoop dot = cpu::data_kernels().dot[static_cast<int>(s.dtype)];
    for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t shift = i - s.before;  // of the first tap against a
        const std::int64_t first = shift < 0 ? -shift : 0;
        const std::int64_t last = shift + s.taps > s.count ? s.count - shift : s.taps;
        dot(s.a + (shift + first) * size, s.v + first * size, last - first, s.out + i * size);
    }
}

void whole_results(const Sliding& s, std::int64_t begin, std::int64_t end) {
    const cpu::ProductLoop product = cpu::data_kernels().product[static_cast<int>(s.dtype)];
    if (product == nullptr) return one_by_one(s, begin, end);
    const std::int64_t size = itemsize(s.dtype);
    const std::int64_t columns = end - begin;
    product({s.out + begin * size, s.v, s.a + (begin - s.before) * size, 1, columns, s.taps,
             columns * size, size, s.taps * size, size, size, size});
}

// Neighbouring results at an end meet most of their taps together, as those in the middle do; of
// the rest each meets a few more than the one before it, or after it.
template <class T>
void neighbours_at_an_end(const Sliding& s, std::int64_t begin, std::int64_t end) {
    const bool at_start = begin < s.before;
    const std::int64_t first = at_start ? s.before - begin : 0;
    const std::int64_t last = at_start ? s.taps : s.count - (end - 1 - s.before);
    const auto *a = reinterpret_cast<const T*>(s.a), *v = reinterpret_cast<const T*>(s.v);
    auto* out = reinterpret_cast<T*>(s.out);
    Sliding common = s;
    common.v = reinterpret_cast<const char*>(v + first);
    common.a = reinterpret_cast<const char*>(a + first);
    common.taps = last - first;
    whole_results(common, begin, end);
    const cpu::DotLoop dot = cpu::data_kernels().dot[static_cast<int>(s.dtype)];
    for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t shift = i - s.before, from = at_start ? -shift : last;
        const std::int64_t to = at_start ? first : s.count - shift;
        T rest{};
        dot(reinterpret_cast<const char*>(a + shift + from),
            reinterpret_cast<const char*>(v + from), to - from, reinterpret_cast<char*>(&rest));
        out[i] += rest;
    }
}

// The results from `begin` to `end` of one end. Long sums are left to the dot products, which add
// by blocks.
void results_of_an_end(const Sliding& s, std::int64_t begin, std::int64_t end) {
    constexpr std::int64_t block = 32, most_taps = 4096;
    const bool is_blocked = s.taps <= most_taps &&
                            (s.dtype == Dtype::float64 || s.dtype == Dtype::float32);
    for (; begin < end; begin += block) {
        const std::int64_t next = std::min(begin + block, end);
        const std::int64_t common = begin < s.before ? s.taps - (s.before - begin)
                                                     : s.count - (next - 1 - s.before);
        if (!is_blocked || next - begin < block || common < block) {
            one_by_one(s, begin, next);
        } else if (s.dtype == Dtype::float64) {
            neighbours_at_an_end<double>(s, begin, next);
        } else {
            neighbours_at_an_end<float>(s, begin, next);
        }
    }
}

}  // namespace

void correlate(Dtype dtype, const void* a, std::int64_t count, const void* v, std::int64_t taps,
               std::int64_t before, std::int64_t results, void* out) {
    const Sliding s{dtype,  static_cast<const char*>(a), static_cast<const char*>(v), count, taps,
                    before, static_cast<char*>(out)};
    const std::int64_t first = before, last = before + s.whole();
    cpu::parallel_for(results, grain_products / taps + 1,
                      [&](std::int64_t begin, std::int64_t end) {
                          const std::int64_t from = std::clamp(first, begin, end);
                          const std::int64_t to = std::clamp(last, from, end);
                          results_of_an_end(s, begin, from);
                          if (to > from) whole_results(s, from, to);
                          results_of_an_end(s, to, end);
                      });
}

}  // namespace numen::backend
