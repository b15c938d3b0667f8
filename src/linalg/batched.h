// Many small matrices in memory of the caller's: the kernels of lanes without arrays or allocation.
//
// What the kernels leave open is done by plain loops (one_matrix.h), or has no answer: then its
// results are NaN. Operands are checked by the caller: shapes, places, sides.
#pragma once

#include <cstdint>

#include "numen/dtype.h"

namespace numen::linalg::batched {

// Matrices of one shape at equal steps, in bytes; vectors have one column, numbers one row too.
struct Batch {
    char* data;
    std::int64_t count, rows, columns;
    std::int64_t step, row_step, column_step;
    Dtype dtype;  // float64 or float32; complex for questions that say so
};

// The calling program's: `threads` slots of slot_bytes(largest side), aligned to 64.
struct WorkSpace {
    char* memory;
    std::int64_t bytes;  // of a slot
    int threads;
};
// What a thread needs for matrices of at most `side` rows and columns.
std::int64_t slot_bytes(std::int64_t side);
// Starts the threads that calls will take.
void start(int threads);

// Which triangle is read, whether its diagonal counts as ones, and whether the conjugates of its
// elements are meant.
struct Triangle {
    bool is_lower, has_unit_diagonal, is_conjugated;
};

// Down to cholesky matrices may be complex. All return how many matrices have no answer; of those
// info[i] is 1, else 0, where there is info. K is the smaller side. Null pointers: parts that
// are not needed.
std::int64_t solve(const Batch& x, const Batch& a, const Batch& b, WorkSpace work,
                   std::int32_t* info);
std::int64_t inv(const Batch& inverse, const Batch& a, WorkSpace work, std::int32_t* info);
void det(const Batch& value, const Batch& a, WorkSpace work);
void slogdet(const Batch& sign, const Batch& logarithm, const Batch& a, WorkSpace work);
std::int64_t solve_triangular(const Batch& x, const Batch& a, const Batch& b, Triangle triangle,
                              WorkSpace work, std::int32_t* info);
std::int64_t cholesky(const Batch& factor, const Batch& a, WorkSpace work, std::int32_t* info);
std::int64_t qr(const Batch& q, const Batch& r, const Batch& a, WorkSpace work,
                std::int32_t* info);
std::int64_t svd(const Batch* u, const Batch& s, const Batch* vh, const Batch& a, WorkSpace work,
                 std::int32_t* info);
std::int64_t eigh(const Batch& values, const Batch* vectors, const Batch& a, WorkSpace work,
                  std::int32_t* info);
std::int64_t pinv(const Batch& inverse, const Batch& a, double rcond, WorkSpace work,
                  std::int32_t* info);
std::int64_t lstsq(const Batch& x, const Batch& a, const Batch& b, double rcond, WorkSpace work,
                   std::int32_t* info);
void matmul(const Batch& product, const Batch& a, const Batch& b, WorkSpace work);

}  // namespace numen::linalg::batched
