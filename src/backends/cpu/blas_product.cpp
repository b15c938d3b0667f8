#include "backends/cpu/blas_product.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <vector>

#include "backends/backend.h"
#include "backends/cpu/blas.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

// Multiplications from which BLAS wins over our loops: 25x40 @ 40x25 in 0.68 us instead of 1.28 for
// float32, 20x20 in 0.35 instead of 0.29.
constexpr double blas_work = 24.0 * 24 * 24;
// Tiles of registers are as fast and need no copies while the operands fit the second cache: of
// order 64 to 181, a single product in 0.75 to 1.05 of BLAS's time and a stack in 0.6 to 0.75. Of
// two or three columns they leave most of a register idle (1000x32 @ 32x3 in 1.1 to 2 times).
constexpr std::int64_t tiled_bytes = 256 << 10, least_tiled_columns = 4;

bool fits_tiles(Dtype dtype, const Product& p) {
    const std::int64_t size = itemsize(dtype), most = tiled_bytes / size;
    const bool is_dense = p.b_column == size && p.c_column == size && p.n >= least_tiled_columns;
    // BLAS makes half of a symmetric product.
    return !is_complex(dtype) && is_dense && p.m * p.k <= most && p.n * p.k <= most &&
           !is_symmetric(p);
}
// A symmetric product is cut into pieces from this work on: entries of BLAS and packing cost 50 us.
constexpr double shared_symmetric_work = 128.0 * 128 * 128;

// A matrix as BLAS sees it: one of its steps is the element size.
struct BlasMatrix {
    const char* data;
    bool is_transposed;
    std::int64_t leading;
};

bool is_aligned(const char* data, std::int64_t size) {
    return reinterpret_cast<std::uintptr_t>(data) % static_cast<std::uintptr_t>(
               std::min<std::int64_t>(size, 8)) == 0;
}

bool describe(const char* data, std::int64_t rows, std::int64_t columns, std::int64_t row_step,
              std::int64_t column_step, std::int64_t size, BlasMatrix& matrix) {
    if (!is_aligned(data, size)) return false;
    const auto fits = [size](std::int64_t step, std::int64_t length, std::int64_t other) {
        return length == 1 || (step >= other * size && step % size == 0);
    };
    if ((column_step == size || columns == 1) && fits(row_step, rows, columns)) {
        matrix = {data, false, rows == 1 ? std::max<std::int64_t>(columns, 1) : row_step / size};
        return true;
    }
    if ((row_step == size || rows == 1) && fits(column_step, columns, rows)) {
        matrix = {data, true,
                  columns == 1 ? std::max<std::int64_t>(rows, 1) : column_step / size};
        return true;
    }
    return false;
}

constexpr int row_major = 101, upper = 121;

int flag(const BlasMatrix& matrix) { return matrix.is_transposed ? 112 : 111; }

template <class Call> void with_scalar(Dtype dtype, Call&& call) {
    static constexpr float ones[2] = {1, 0}, zeros[2] = {0, 0};
    static constexpr double double_ones[2] = {1, 0}, double_zeros[2] = {0, 0};
    const blas::Library& library = blas::library();
    switch (dtype) {
        case Dtype::float32: return call(library.sgemm, library.ssyrk, 1.0f, 0.0f);
        case Dtype::float64: return call(library.dgemm, library.dsyrk, 1.0, 0.0);
        case Dtype::complex64:
            return call(library.cgemm, library.csyrk, static_cast<const void*>(ones),
                        static_cast<const void*>(zeros));
        default:
            return call(library.zgemm, library.zsyrk, static_cast<const void*>(double_ones),
                        static_cast<const void*>(double_zeros));
    }
}

// Copies what is right of the diagonal blocks to below them; `c` has rows of contiguous elements.
void mirror_right(Dtype dtype, char* c, std::int64_t row_step, std::int64_t begin,
                  std::int64_t end, std::int64_t order) {
    const std::int64_t size = itemsize(dtype);
    const std::int64_t shape[2] = {order - end, end - begin};
    const std::int64_t below[2] = {row_step, size}, right[2] = {size, row_step};
    backend::copy({c + end * row_step + begin * size, dtype, 2, shape, below},
                  {c + begin * row_step + end * size, dtype, 2, shape, right});
}

// The same within a block on the diagonal.
template <class T> void mirror_block(char* c, std::int64_t order, std::int64_t row_step) {
    constexpr std::int64_t size = sizeof(T);
    for (std::int64_t row = 1; row < order; ++row) {
        for (std::int64_t column = 0; column < row; ++column) {
            write(c + row * row_step + column * size, read<T>(c + column * row_step + row * size));
        }
    }
}

void mirror_upper(Dtype dtype, char* c, std::int64_t order, std::int64_t row_step) {
    constexpr std::int64_t block = 64;
    for (std::int64_t begin = 0; begin < order; begin += block) {
        const std::int64_t end = std::min(begin + block, order);
        char* corner = c + begin * (row_step + itemsize(dtype));
        switch (itemsize(dtype)) {
            case 4: mirror_block<float>(corner, end - begin, row_step); break;
            case 8: mirror_block<double>(corner, end - begin, row_step); break;
            default: mirror_block<std::complex<double>>(corner, end - begin, row_step);
        }
        if (end < order) mirror_right(dtype, c, row_step, begin, end, order);
    }
}

// c is row major with contiguous rows; without b the product is a by its own transpose.
void multiply_described(Dtype dtype, const Product& p, const BlasMatrix& a, const BlasMatrix* b) {
    const std::int64_t leading = p.m == 1 ? p.n : p.c_row / itemsize(dtype);
    with_scalar(dtype, [&](auto gemm, auto syrk, auto one, auto zero) {
        if (b != nullptr) {
            return gemm(row_major, flag(a), flag(*b), p.m, p.n, p.k, one, a.data, a.leading,
                        b->data, b->leading, zero, p.c, leading);
        }
        syrk(row_major, upper, flag(a), p.m, p.k, one, a.data, a.leading, zero, p.c, leading);
        mirror_upper(dtype, p.c, p.m, p.c_row);
    });
}

// The operand in a form BLAS takes, copied to scratch if it must be.
struct Operand {
    BlasMatrix matrix;
    std::vector<char> copy;

    Operand(Dtype dtype, const char* data, std::int64_t rows, std::int64_t columns,
            std::int64_t row_step, std::int64_t column_step) {
        const std::int64_t size = itemsize(dtype);
        if (describe(data, rows, columns, row_step, column_step, size, matrix)) return;
        copy.resize(static_cast<std::size_t>(rows * columns * size));
        const std::int64_t shape[2] = {rows, columns};
        const std::int64_t packed[2] = {columns * size, size}, strides[2] = {row_step, column_step};
        backend::copy({copy.data(), dtype, 2, shape, packed},
                      {const_cast<char*>(data), dtype, 2, shape, strides});
        matrix = {copy.data(), false, columns};
    }
};

bool has_blas_type(Dtype dtype) {
    return dtype == Dtype::float32 || dtype == Dtype::float64 || is_complex(dtype);
}

// Where piece `i` of `pieces` begins, so that all have as much of the triangle.
std::int64_t cut_of(std::int64_t order, std::int64_t i, std::int64_t pieces) {
    const double rest = 1.0 - static_cast<double>(i) / static_cast<double>(pieces);
    return order - std::llround(static_cast<double>(order) * std::sqrt(rest));
}

// Rows [begin, end) from the diagonal on, and the columns that mirror them.
void multiply_rows(Dtype dtype, const Product& p, std::int64_t begin, std::int64_t end) {
    const std::int64_t size = itemsize(dtype);
    Product part = p;
    part.m = part.n = end - begin;
    part.c += begin * p.c_row + begin * size;
    part.a += begin * p.a_row;
    part.b = part.a;
    multiply_by_blas(dtype, part);
    if (end == p.m) return;
    part.n = p.n - end;
    part.c += part.m * size;
    part.b = p.b + end * p.b_column;
    multiply_by_blas(dtype, part);
    mirror_right(dtype, p.c, p.c_row, begin, end, p.m);
}

}  // namespace

double work_of(const Product& p) {
    return static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
}

double real_work_of(Dtype dtype, const Product& p) {
    return work_of(p) * (is_complex(dtype) ? 4 : 1);
}

bool is_symmetric(const Product& p) {
    return p.a == p.b && p.m == p.n && p.a_row == p.b_column && p.a_column == p.b_row;
}

bool wants_blas(Dtype dtype, const Product& p) {
    // A product with a vector reads its matrix once: our loops run at memory speed too.
    const bool is_matrix = p.m > 1 && p.n > 1 && p.k > 1;
    if (!has_blas_type(dtype) || !is_matrix || fits_tiles(dtype, p)) return false;
    const bool pays = work_of(p) >= blas_work;
    return pays && !blas::library().path.empty();  // which the first that pays opens
}

void multiply_by_blas(Dtype dtype, const Product& p) {
    const std::int64_t size = itemsize(dtype);
    BlasMatrix target;
    const bool is_row_major =
        describe(p.c, p.m, p.n, p.c_row, p.c_column, size, target) && !target.is_transposed;
    const Operand a(dtype, p.a, p.m, p.k, p.a_row, p.a_column);
    std::optional<Operand> other;
    if (!is_symmetric(p)) other.emplace(dtype, p.b, p.k, p.n, p.b_row, p.b_column);
    const BlasMatrix* b = other ? &other->matrix : nullptr;
    if (is_row_major) return multiply_described(dtype, p, a.matrix, b);
    std::vector<char> result(static_cast<std::size_t>(p.m * p.n * size));
    Product packed = p;
    packed.c = result.data();
    packed.c_row = p.n * size;
    packed.c_column = size;
    multiply_described(dtype, packed, a.matrix, b);
    const std::int64_t shape[2] = {p.m, p.n}, steps[2] = {p.n * size, size};
    const std::int64_t strides[2] = {p.c_row, p.c_column};
    backend::copy({p.c, dtype, 2, shape, strides}, {result.data(), dtype, 2, shape, steps});
}

Status multiply_symmetric(Dtype dtype, const Product& p) {
    if (real_work_of(dtype, p) < shared_symmetric_work || p.c_column != itemsize(dtype)) {
        multiply_by_blas(dtype, p);
        return status_ok;
    }
    // As many whatever the threads, so that the results are the same.
    const std::int64_t pieces = p.m < 256 ? 2 : p.m < 1024 ? 4 : 8;
    return parallel_for(pieces, 1, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) {
            multiply_rows(dtype, p, cut_of(p.m, i, pieces), cut_of(p.m, i + 1, pieces));
        }
    });
}

}  // namespace numen::cpu
