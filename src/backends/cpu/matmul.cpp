// Matrix products: our own loops for small and exact ones, OpenBLAS for large floating ones.
//
// OpenBLAS costs 0.2-1 us to enter and packs its operands; our loops read them where they lie.
// Operands whose rows or columns are contiguous go to BLAS as they are, with a transpose flag;
// others are copied first. A @ A.T is computed as a symmetric product, as NumPy does.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "array/layout_rules.h"
#include "array/leading_axes.h"
#include "backends/backend.h"
#include "backends/cpu/blas_product.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/dot.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/long_product.h"
#include "backends/cpu/row_product.h"
#include "backends/cpu/thread_count.h"
#include "backends/cpu/thread_pool.h"
#include "backends/cpu/truth_product.h"

namespace numen::backend {
namespace {

using namespace numen::cpu;

// A second thread pays from here on (a parallel region costs 5-10 us). Up to a million
// multiplications OpenBLAS may have another kernel for real numbers, with another order of its
// sums: no piece is as small as that.
constexpr double threaded_work = 128.0 * 128 * 128, threaded_complex_work = 64.0 * 64 * 64 * 4;
constexpr std::int64_t piece_work = 1 << 20, complex_piece_work = 1 << 15;
// The same for a product with a vector, which waits for memory, and the columns of a strip of its
// loop.
constexpr double threaded_vector_work = 200e3;
constexpr std::int64_t strip_columns = 64;
// The same where each sum is made in one piece wherever the rows or columns are cut: threads that
// have just worked take a share of 2 us, those that sleep of eight times that.
constexpr double short_vector_work = 64e3;
constexpr std::int64_t short_grain_work = 32'000;
// Every piece packs all of b again: it must have rows enough to pay for that. Of few rows each
// thread gets one piece.
constexpr std::int64_t least_blas_rows = 32, enough_blas_rows = 512;
constexpr std::int64_t batch_grain_work = 64 << 10;
// Stacks of so many bytes, operands included, are written by streaming stores: 8 to 30 MB in 0.6 to
// 0.7 of the time, and with a sum of the result after it in 0.8 to 1.0; 4 MB in 0.8 and 1.1.
constexpr std::int64_t vast_stack_bytes = 4 << 20;

// A product with a vector as the rows of a matrix with a vector, where both lie in a row: the
// other loops would go along the matrix's long steps. False if the operands are of another kind.
bool as_rows_by_vector(Dtype dtype, const Product& p, Product& rows) {
    const std::int64_t size = itemsize(dtype);
    if (p.k == 0 || p.a_column != size || p.b_row != size || (p.m > 1 && p.n > 1)) return false;
    rows = p;
    if (p.n == 1) return true;
    // The columns of b are rows in memory, and the one row of a is the vector.
    rows.a = p.b;
    rows.b = p.a;
    rows.m = p.n;
    rows.n = 1;
    rows.a_row = p.b_column;
    rows.c_row = p.c_column;
    return true;
}

constexpr std::int64_t least_dot = 16;
// A row by a matrix with no more columns is never distributed by columns, whose sums would be made
// in another order.
constexpr std::int64_t most_flat_columns = 256, least_flat_rows = 64;

bool multiply_by_dots(Dtype dtype, const Product& p) {
    Product rows;
    if (!as_rows_by_vector(dtype, p, rows)) return false;
    if (rows.m > 1 && !fills_registers(rows)) return false;
    const auto by_vector = data_kernels().rows_by_vector[static_cast<int>(dtype)];
    const bool by_blocks = is_complex(dtype) && rows.k > longest_row;
    if (by_vector != nullptr && rows.m > 1 && !by_blocks) {
        by_vector(rows);
        return true;
    }
    for (std::int64_t row = 0; row < rows.m; ++row) {
        dot(dtype, rows.a + row * rows.a_row, rows.b, rows.k, rows.c + row * rows.c_row);
    }
    return true;
}

// By our own loops, on the calling thread.
void multiply_here(Dtype dtype, const Product& p) {
    if (dtype == Dtype::boolean && p.k >= least_dot) return multiply_truths(p);
    if (multiply_by_dots(dtype, p)) return;
    const std::int64_t size = itemsize(dtype);
    // c' = b' a' where that makes the inner columns contiguous.
    const bool is_turned = p.b_column != size && p.a_row == size && p.m > 1 && p.c_row == size;
    const Product lying = is_turned ? turned(p) : p;
    const DataKernels& kernels = data_kernels();
    const auto by_rows = kernels.row_by_rows[static_cast<int>(dtype)];
    const bool takes_rows = by_rows != nullptr && lying.n > 1 && lying.n <= most_flat_columns &&
                            lying.k >= least_flat_rows && is_flat_row(lying, size);
    (takes_rows ? by_rows : kernels.product[static_cast<int>(dtype)])(lying);
}

void multiply(Dtype dtype, const Product& p, bool by_blas) {
    by_blas ? multiply_by_blas(dtype, p) : multiply_here(dtype, p);
}

// From how many multiplications of real numbers on a product is distributed, and those of elements
// that a piece has.
struct Shares {
    double least_work;
    std::int64_t piece_work;
};

Shares shares_of(Dtype dtype, bool is_vector, bool is_short) {
    if (is_short) return {short_vector_work, short_grain_work / (is_complex(dtype) ? 4 : 1)};
    if (is_vector) return {threaded_vector_work, vector_piece_work};
    if (is_complex(dtype)) return {threaded_complex_work, complex_piece_work};
    return {threaded_work, piece_work};
}

// One product, distributed by rows of the result (a single row, and few long ones that BLAS makes,
// by columns): OpenBLAS's own threads would spin against ours (200 x 200 on two shared cores: 19 ms
// instead of 0.2), so each piece runs it on one thread.
Status multiply_dense(Dtype dtype, const Product& p) {
    const bool is_row = p.m == 1;
    const bool is_vector = is_row || p.n == 1;
    const bool is_column_of_rows = p.n == 1 && p.m > 1 && p.a_row == itemsize(dtype);
    const bool is_short =
        is_vector && (is_complex(dtype) || (p.n == 1 && p.m > 1 && !is_column_of_rows));
    const Shares shares = shares_of(dtype, is_vector, is_short);
    const bool by_blas = wants_blas(dtype, p);  // the whole: its pieces are made like it
    Status status = status_ok;
    if (by_blas && multiply_long(dtype, p, status)) return status;
    if (by_blas && is_symmetric(p)) return multiply_symmetric(dtype, p);
    if (real_work_of(dtype, p) < shares.least_work || (is_row && p.n == 1)) {
        multiply(dtype, p, by_blas);
        return status_ok;
    }
    if (multiply_row(dtype, is_column_of_rows ? turned(p) : p, status)) return status;
    const bool by_columns = is_row || (by_blas && p.n > p.m);
    const std::int64_t line_work = std::max<std::int64_t>((by_columns ? p.m : p.n) * p.k, 1);
    // Rows in the four of a tile, columns in the many of a strip.
    const std::int64_t lines = by_columns ? p.n : p.m;
    const std::int64_t unit = by_columns || is_column_of_rows ? strip_columns : 4;
    const std::int64_t share = std::min((lines - 1) / thread_count() + 1, enough_blas_rows);
    const std::int64_t least = by_blas ? std::max(share, least_blas_rows) : unit;
    const std::int64_t grain = std::max(shares.piece_work / line_work, least);
    const std::int64_t tiles = (lines + unit - 1) / unit;
    const auto distribute = is_short ? parallel_for_short : parallel_for;
    return distribute(tiles, grain / unit, [&](std::int64_t begin, std::int64_t end) {
        Product part = p;
        const std::int64_t first = unit * begin, count = std::min(unit * end, lines) - first;
        if (by_columns) {
            part.c += first * p.c_column;
            part.b += first * p.b_column;
            part.n = count;
        } else {
            part.c += first * p.c_row;
            part.a += first * p.a_row;
            part.m = count;
        }
        multiply(dtype, part, by_blas);
    });
}

// Mostly done before another thread would wake; every piece packs b again.
Status multiply_single_truths(const Product& p) {
    constexpr double shared_truth_work = 1 << 20;
    const bool is_shared = p.m > 1 && p.n > 1 && truth_work(p) >= shared_truth_work;
    const std::int64_t share = is_shared ? (p.m - 1) / thread_count() + 1 : p.m;
    return parallel_for(p.m, share, [&](std::int64_t begin, std::int64_t end) {
        Product part = p;
        part.c += begin * p.c_row;
        part.a += begin * p.a_row;
        part.m = end - begin;
        multiply_here(Dtype::boolean, part);
    });
}

// One product. A vector that does not lie in a row is copied first: the matrix is larger.
Status multiply_single(Dtype dtype, const Product& p) {
    if (dtype == Dtype::boolean) return multiply_single_truths(p);
    const std::int64_t size = itemsize(dtype);
    const bool packs_a = p.m == 1 && p.a_column != size, packs_b = p.n == 1 && p.b_row != size;
    if ((!packs_a && !packs_b) || p.k < least_dot) return multiply_dense(dtype, p);
    const Vector a{p.a, p.a_column}, b{p.b, p.b_row};
    if (p.m == 1 && p.n == 1) {
        dot(dtype, a, b, p.k, p.c);
        return status_ok;
    }
    const InARow x(dtype, packs_a ? a : Vector{p.a, size}, 0, p.k);
    const InARow y(dtype, packs_b ? b : Vector{p.b, size}, 0, p.k);
    Product dense = p;
    if (packs_a) dense.a = x.data(), dense.a_column = size;
    if (packs_b) dense.b = y.data(), dense.b_row = size;
    return multiply_dense(dtype, dense);
}

using Leading = LeadingAxes<3>;  // of out, a, b

// The products [begin, end) of a stack.
void multiply_stack(Dtype dtype, const Product& first, const Leading& leading, std::int64_t begin,
                    std::int64_t end) {
    const std::int64_t bytes = std::abs(leading.step(0)) + std::abs(leading.step(1)) +
                               std::abs(leading.step(2));
    const bool is_vast = leading.count() * bytes >= vast_stack_bytes;
    const DataKernels& kernels = data_kernels();
    const int type = static_cast<int>(dtype);
    const bool by_dots = first.k >= least_dot && kernels.rows_by_vector[type] == nullptr;
    const bool is_plain = first.n == 1 || first.b_column == itemsize(dtype);
    const bool by_blas = wants_blas(dtype, first);
    const bool at_equal_steps = is_plain && !by_dots && !by_blas;
    for (std::int64_t index = begin; index < end;) {
        Product p = first;
        const Leading::Place place = leading.find(index);
        p.c += place.offsets[0];
        p.a += place.offsets[1];
        p.b += place.offsets[2];
        if (!at_equal_steps) {
            multiply(dtype, p, by_blas);
            ++index;
            continue;
        }
        const std::int64_t count = std::min(place.following, end - index);
        kernels.product_batch[type](
            {p, count, leading.step(0), leading.step(1), leading.step(2), is_vast});
        index += count;
    }
}

Status multiply_many(const StridedView& out, const StridedView& a, const StridedView& b,
                     const Product& first, std::int64_t batch) {
    // Vectors with matrices whose columns lie in a row: rows with a vector.
    Product rows;
    const bool is_turned = first.m == 1 && first.n > 1 && first.b_column != itemsize(out.dtype) &&
                           as_rows_by_vector(out.dtype, first, rows);
    const Product& p = is_turned ? rows : first;
    const Leading leading({&out, is_turned ? &b : &a, is_turned ? &a : &b}, out.ndim - 2);
    // Whatever the work, a matrix is read and written.
    const std::int64_t work = std::max<std::int64_t>(p.m * p.n * p.k, 1) + 16;
    return parallel_for(batch, batch_grain_work / work + 1,
                        [&](std::int64_t begin, std::int64_t end) {
                            multiply_stack(out.dtype, p, leading, begin, end);
                        });
}

Status multiply_halves(const StridedView& out, const StridedView& a, const StridedView& b) {
    const StridedView* views[3] = {&out, &a, &b};
    std::int64_t strides[3][max_dimensions];
    std::vector<float> values[3];
    StridedView floats[3];
    for (int i = 0; i < 3; ++i) {
        const StridedView& view = *views[i];
        values[i].resize(static_cast<std::size_t>(element_count(view)));
        dense_strides(Order::c, sizeof(float), view.ndim, view.shape, strides[i]);
        floats[i] = {reinterpret_cast<char*>(values[i].data()), Dtype::float32, view.ndim,
                     view.shape, strides[i]};
        if (i > 0) copy(floats[i], view);
    }
    const Status status = matmul(floats[0], floats[1], floats[2]);
    return status | copy(out, floats[0]);
}

}  // namespace

Status matmul(const StridedView& out, const StridedView& a, const StridedView& b) try {
    const int rows = out.ndim - 2, columns = out.ndim - 1;
    const Product p{out.data, a.data, b.data, out.shape[rows], out.shape[columns],
                    a.shape[columns], out.strides[rows], out.strides[columns], a.strides[rows],
                    a.strides[columns], b.strides[rows], b.strides[columns]};
    std::int64_t batch = 1;
    for (int axis = 0; axis < rows; ++axis) batch *= out.shape[axis];
    if (batch == 0 || p.m == 0 || p.n == 0) return status_ok;
    if (out.dtype == Dtype::float16) return multiply_halves(out, a, b);
    const bool has_flags = out.dtype >= Dtype::float16;
    if (has_flags) clear_floating_flags();
    Status status = status_ok;
    if (batch == 1) {
        status = multiply_single(out.dtype, p);
    } else {
        status = multiply_many(out, a, b, p, batch);
    }
    return has_flags ? status | floating_flags() : status;
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

}  // namespace numen::backend
