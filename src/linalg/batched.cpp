// Batches: LU, Cholesky, QR, eigenvalues, singular values, products.
#include "linalg/batched.h"

#include "backends/cpu/data_kernels.h"
#include "backends/cpu/matrix_product.h"
#include "linalg/batched_run.h"
#include "linalg/one_matrix.h"

namespace numen::linalg::batched {
namespace {

constexpr std::int64_t most = cpu::most_of_call;

double* numbers_of(char* slot) { return reinterpret_cast<double*>(slot); }

bool find_solution(const Batch& x, const Batch& a, const Batch* b, std::int64_t index,
                   double* work) {
    const std::int64_t n = a.rows, k = x.columns;
    double* const right = work + n * n;
    load(a, index, work);
    std::fill_n(right, n * k, 0.0);
    if (b != nullptr) load(*b, index, right);
    for (std::int64_t i = 0; b == nullptr && i < n; ++i) right[i * (n + 1)] = 1;
    bool is_odd = false;
    if (!one::eliminate(work, right, n, k, is_odd)) {
        store_nan(x, index);
        return false;
    }
    one::substitute(work, right, n, k);
    store(x, index, right);
    return true;
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
            return find_solution(x, a, &b, index, numbers_of(slot));
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
            return find_solution(inverse, a, nullptr, index, numbers_of(slot));
        });
}

void det(const Batch& value, const Batch& a, WorkSpace work) {
    const auto find = small_matrix_kernels().determinants;
    for_each_call(
        a.count, most, work, nullptr,
        [&](std::int64_t first, std::int64_t count, char* slot) {
            return find(run_of(value, first), run_of(a, first), a.rows, count, slot);
        },
        [&](std::int64_t index, char* slot) {
            load(a, index, numbers_of(slot));
            const double found = one::determinant(numbers_of(slot), a.rows);
            store(value, index, &found);
            return true;
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
            load(a, index, numbers_of(slot));
            const bool is_found = one::cholesky(numbers_of(slot), a.rows);
            is_found ? store(factor, index, numbers_of(slot)) : store_nan(factor, index);
            return is_found;
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
            return m >= n ? find(left, values, right, in, m, n, count, slot)
                          : find(turned(right), values, turned(left), turned(in), n, m, count,
                                 slot);
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
            return find(run_of(values, first), columns, run_of(a, first), a.rows, count, slot);
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
