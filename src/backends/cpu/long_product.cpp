#include "backends/cpu/long_product.h"

#include <algorithm>
#include <vector>

#include "backends/backend.h"
#include "backends/cpu/blas_product.h"
#include "backends/cpu/pieces.h"
#include "backends/cpu/row_product.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

// Each part adds a result to those to be joined, which takes as long as so many products with it.
constexpr std::int64_t least_ratio = 32;
// Multiplications of a part, and its least length: what one thread does in some 50 us.
constexpr std::int64_t part_work = 1 << 21, least_length = 512;

}  // namespace

bool multiply_long(Dtype dtype, const Product& p, Status& status) {
    if (p.k < least_ratio * std::max(p.m, p.n)) return false;
    const Pieces parts(p.k, std::max(part_work / (p.m * p.n), least_length));
    if (parts.number() < 2) return false;
    const std::int64_t size = itemsize(dtype), bytes = p.m * p.n * size;
    std::vector<char> results(static_cast<std::size_t>(parts.number() * bytes));
    const auto result = [&](std::int64_t i) { return results.data() + i * bytes; };
    status = parallel_for(parts.number(), 1, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) {
            Product part = p;
            part.c = result(i);
            part.c_row = p.n * size;
            part.c_column = size;
            part.a += parts.begin(i) * p.a_column;
            part.b += parts.begin(i) * p.b_row;
            part.k = parts.length(i);
            multiply_by_blas(dtype, part);
        }
    });
    parts.join([&](std::int64_t first, std::int64_t second) {
        add_elements(dtype, result(first), result(second), p.m * p.n);
    });
    const std::int64_t shape[2] = {p.m, p.n}, dense[2] = {p.n * size, size};
    const std::int64_t strides[2] = {p.c_row, p.c_column};
    status |= backend::copy({p.c, dtype, 2, shape, strides}, {result(0), dtype, 2, shape, dense});
    return true;
}

}  // namespace numen::cpu
