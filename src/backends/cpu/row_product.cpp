#include "backends/cpu/row_product.h"

#include <algorithm>
#include <vector>

#include "backends/cpu/data_kernels.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/pieces.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

// The rows of a piece of a row's sums: joining costs a row.
constexpr std::int64_t least_rows_of_piece = 64;
// A matrix of so many columns for each row is rather distributed by columns (200 x 500,000: 24.4 ms
// instead of 27.1).
constexpr std::int64_t wide = 16;

template <class T> void add_row(char* to, const char* from, std::int64_t count) {
    constexpr std::int64_t size = sizeof(T);
    for (const char* end = to + count * size; to < end; to += size, from += size) {
        write(to, read<T>(to) + read<T>(from));
    }
}

}  // namespace

void add_elements(Dtype dtype, char* to, const char* from, std::int64_t count) {
    const bool is_single = dtype == Dtype::float32 || dtype == Dtype::complex64;
    const std::int64_t reals = is_complex(dtype) ? 2 * count : count;
    is_single ? add_row<float>(to, from, reals) : add_row<double>(to, from, reals);
}

namespace {

// Of two threads that go towards the middle, each meets first what it met last in a product before.
std::int64_t from_the_middle(std::int64_t i, std::int64_t count) {
    return i < count / 2 ? count / 2 - 1 - i : count / 2 + count - 1 - i;
}

}  // namespace

Product turned(const Product& p) {
    return {p.c, p.b, p.a, p.n, p.m, p.k, p.c_column, p.c_row, p.b_column, p.b_row, p.a_column,
            p.a_row};
}

bool multiply_row(Dtype dtype, const Product& p, Status& status) {
    const auto by_rows = data_kernels().row_by_rows[static_cast<int>(dtype)];
    const std::int64_t size = itemsize(dtype);
    const bool is_in_rows = p.m == 1 && p.b_column == size && p.c_column == size;
    if (by_rows == nullptr || !is_in_rows || p.n > wide * p.k) return false;
    const Pieces pieces(p.k, std::max(vector_piece_work / p.n, least_rows_of_piece));
    if (pieces.number() < 2) return false;
    const std::int64_t bytes = p.n * size;
    std::vector<char> others(static_cast<std::size_t>((pieces.number() - 1) * bytes));
    const auto sums = [&](std::int64_t piece) {
        return piece == 0 ? p.c : others.data() + (piece - 1) * bytes;
    };
    status = parallel_for(pieces.number(), 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t piece = from_the_middle(i, pieces.number());
            Product part = p;
            part.c = sums(piece);
            part.a += pieces.begin(piece) * p.a_column;
            part.b += pieces.begin(piece) * p.b_row;
            part.k = pieces.length(piece);
            by_rows(part);
        }
    });
    pieces.join([&](std::int64_t first, std::int64_t second) {
        add_elements(dtype, sums(first), sums(second), p.n);
    });
    return true;
}

}  // namespace numen::cpu
