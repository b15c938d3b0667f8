// Batches: LU, Cholesky, QR, eigenvalues, singular values, products.
#include "linalg/batched.h"

#include "backends/cpu/data_kernels.h"
#include "backends/cpu/matrix_product.h"
#include "linalg/batched_run.h"
#include "linalg/one_matrix.h"

namespace numen::linalg::batched {
namespace {

constexpr std::int64_t most = cpu::most_of_call;

template <class Scalar> Scalar* numbers_of(char* slot) { return reinterpret_cast<Scalar*>(slot); }

// x with a x = b from the plain loops; b null: the identity.
bool find_solution(const Batch& x, const Batch& a, const Batch* b, std::int64_t index,
                   char* slot) {
    return in_double(x.dtype, [&]<class Scalar>() {
        const std::int64_t n = a.rows, k = x.columns;
        Scalar *const matrix = numbers_of<Scalar>(slot), *const right = matrix + n * n;
        load(a, index, matrix);
        std::fill_n(right, n * k, Scalar(0));
        if (b != nullptr) load(*b, index, right);
        for (std::int64_t i = 0; b == nullptr && i < n; ++i) right[i * (n + 1)] = 1;
        bool is_odd = false;
        const bool is_found = one::eliminate(matrix, right, n, k, is_odd) &&
                              one::substitute(matrix, right, n, k);
        is_found ? store(x, index, right) : store_nan(x, index);
        return is_found;
    });
}

// The same with a triangle.
bool find_by_triangle(const Batch& x, const Batch& a, const Batch& b, Triangle triangle,
                      std::int64_t index, char* slot) {
    return in_double(x.dtype, [&]<class Scalar>() {
        const std::int64_t n = a.rows, k = x.columns;
        Scalar *const matrix = numbers_of<Scalar>(slot), *const right = matrix + n * n;
        load(a, index, matrix);
        load(b, index, right);
        for (std::int64_t e = 0; triangle.is_conjugated && e < n * n; ++e) {
            matrix[e] = one::conjugate(matrix[e]);
        }
        for (std::int64_t i = 0; triangle.has_unit_diagonal && i < n; ++i) {
            matrix[i * (n + 1)] = 1;
        }
        const bool is_found = triangle.is_lower ? one::substitute_forward(matrix, right, n, k)
                                                : one::substitute(matrix, right, n, k);
        is_found ? store(x, index, right) : store_nan(x, index);
        return is_found;
    });
}

}  // namespace

void start(int threads) {
    small_matrix_kernels();
    cpu::data_kernels();
    if (threads == 1) return;
    cpu::parallel_for(threads, 1, [](std::int64_t, std::int64_t) {});
}

std::int64_t solve(const Batch& x, const Batch& a, const Batch& b, WorkSpace work,
                   std::int32_t* info) {
    const auto find = small_matrix_kernels().solve;
    return for_each_call(
        a.count, most, work, info,
        [&](std::int64_t first, std::int64_t count, char* slot) {
            return find(run_of(x, first), run_of(a, first), run_of(b, first), a.rows, x.columns,
                        count, slot);
        },
        [&](std::int64_t index, char* slot) {
            return find_solution(x, a, &b, index, slot);
        });
}

std::int64_t inv(const Batch& inverse, const Batch& a, WorkSpace work, std::int32_t* info) {
    const auto find = small_matrix_kernels().invert;
    return for_each_call(
        a.count, most, work, info,
        [&](std::int64_t first, std::int64_t count, char* slot) {
            return find(run_of(inverse, first), run_of(a, first), a.rows, count, slot);
        },
        [&](std::int64_t index, char* slot) {
            return find_solution(inverse, a, nullptr, index, slot);
        });
}

void det(const Batch& value, const Batch& a, WorkSpace work) {
    const auto find = small_matrix_kernels().determinants;
    for_each_call(
        a.count, most, work, nullptr,
        [&](std::int64_t first, std::int64_t count, char* slot) {
            return find(run_of(value, first), run_of(a, first), a.rows, 0x1p-53, count, slot);
        },
        [&](std::int64_t index, char* slot) {
            return in_double(value.dtype, [&]<class Scalar>() {
                Scalar* const matrix = numbers_of<Scalar>(slot);
                load(a, index, matrix);
                const Scalar found = one::determinant(matrix, a.rows);
                store(value, index, &found);
                return true;
            });
        });
}

void slogdet(const Batch& sign, const Batch& logarithm, const Batch& a, WorkSpace work) {
    const auto find = small_matrix_kernels().log_determinants;
    for_each_call(
        a.count, most, work, nullptr,
        [&](std::int64_t first, std::int64_t count, char* slot) {
            return find(run_of(sign, first), run_of(logarithm, first), run_of(a, first), a.rows,
                        count, slot);
        },
        [&](std::int64_t index, char* slot) {
            return in_double(sign.dtype, [&]<class Scalar>() {
                Scalar* const matrix = numbers_of<Scalar>(slot);
                load(a, index, matrix);
                const auto found = one::log_determinant(matrix, a.rows);
                store(sign, index, &found.sign);
                store(logarithm, index, &found.logarithm);
                return true;
            });
        });
}

std::int64_t solve_triangular(const Batch& x, const Batch& a, const Batch& b, Triangle triangle,
                              WorkSpace work, std::int32_t* info) {
    const auto find = small_matrix_kernels().solve_triangular;
    const cpu::TriangleKind kind{triangle.is_lower, triangle.has_unit_diagonal,
                                 triangle.is_conjugated};
    return for_each_call(
        a.count, most, work, info,
        [&](std::int64_t first, std::int64_t count, char* slot) {
            return find(run_of(x, first), run_of(a, first), run_of(b, first), a.rows, x.columns,
                        kind, count, slot);
        },
        [&](std::int64_t index, char* slot) {
            return find_by_triangle(x, a, b, triangle, index, slot);
        });
}

std::int64_t cholesky(const Batch& factor, const Batch& a, WorkSpace work, std::int32_t* info) {
    const auto find = small_matrix_kernels().cholesky;
    return for_each_call(
        a.count, most, work, info,
        [&](std::int64_t first, std::int64_t count, char* slot) {
            return find(run_of(factor, first), run_of(a, first), a.rows, count, slot);
        },
        [&](std::int64_t index, char* slot) {
            return in_double(factor.dtype, [&]<class Scalar>() {
                Scalar* const matrix = numbers_of<Scalar>(slot);
                load(a, index, matrix);
                const bool is_found = one::cholesky(matrix, a.rows);
                is_found ? store(factor, index, matrix) : store_nan(factor, index);
                return is_found;
            });
        });
}

std::int64_t qr(const Batch& q, const Batch& r, const Batch& a, WorkSpace work,
                std::int32_t* info) {
    const auto find = small_matrix_kernels().qr;
    return for_each_call(
        a.count, most, work, info,
        [&](std::int64_t first, std::int64_t count, char* slot) {
            return find(run_of(q, first), run_of(r, first), run_of(a, first), a.rows, a.columns,
                        r.rows, count, slot);
        },
        [&](std::int64_t index, char*) {
            store_nan(q, index);
            store_nan(r, index);
            return false;
        });
}

std::int64_t svd(const Batch* u, const Batch& s, const Batch* vh, const Batch& a, WorkSpace work,
                 std::int32_t* info) {
    const auto find = small_matrix_kernels().singular_values;
    const std::int64_t m = a.rows, n = a.columns;
    return for_each_call(
        a.count, most, work, info,
        [&](std::int64_t first, std::int64_t count, char* slot) {
            const MatrixRun left = u == nullptr ? MatrixRun{} : run_of(*u, first);
            const MatrixRun right = vh == nullptr ? MatrixRun{} : run_of(*vh, first);
            const MatrixRun values = run_of(s, first), in = run_of(a, first);
            // A wide matrix by the columns of its transpose.
            return m >= n ? find(left, values, right, in, m, n, n, count, slot).open
                          : find(turned(right), values, turned(left), turned(in), n, m, m, count,
                                 slot).open;
        },
        [&](std::int64_t index, char*) {
            for (const Batch* part : {u, &s, vh}) {
                if (part != nullptr) store_nan(*part, index);
            }
            return false;
        });
}

std::int64_t eigh(const Batch& values, const Batch* vectors, const Batch& a, WorkSpace work,
                  std::int32_t* info) {
    const auto find = small_matrix_kernels().eigenvalues;
    return for_each_call(
        a.count, most, work, info,
        [&](std::int64_t first, std::int64_t count, char* slot) {
            const MatrixRun columns = vectors == nullptr ? MatrixRun{} : run_of(*vectors, first);
            return find(run_of(values, first), columns, run_of(a, first), a.rows, count, slot).open;
        },
        [&](std::int64_t index, char*) {
            store_nan(values, index);
            if (vectors != nullptr) store_nan(*vectors, index);
            return false;
        });
}

void matmul(const Batch& product, const Batch& a, const Batch& b, WorkSpace work) {
    const auto multiply = cpu::data_kernels().product[static_cast<int>(product.dtype)];
    const auto multiply_many = cpu::data_kernels().product_batch[static_cast<int>(product.dtype)];
    const bool is_plain = b.columns == 1 || b.column_step == itemsize(b.dtype);
    for_each_call(
        a.count, most, work, nullptr,
        [&](std::int64_t first, std::int64_t count, char*) {
            cpu::Product p{product.data + first * product.step, a.data + first * a.step,
                           b.data + first * b.step, a.rows, b.columns, a.columns,
                           product.row_step, product.column_step, a.row_step, a.column_step,
                           b.row_step, b.column_step};
            if (is_plain) {
                multiply_many({p, count, product.step, a.step, b.step});
                return Open{0};
            }
            for (; count > 0; --count) {
                multiply(p);
                p.c += product.step;
                p.a += a.step;
                p.b += b.step;
            }
            return Open{0};
        },
        [](std::int64_t, char*) { return true; });
}

}  // namespace numen::linalg::batched
