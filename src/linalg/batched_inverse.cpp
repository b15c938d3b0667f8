// Batches: pseudo-inverses and least squares by singular values.
//
// A pack of matrices is decomposed into the slot of the thread, behind what the kernel needs; then
// each is put together. The decomposition takes some 30 n^3 multiplications, the rest n^3.
#include <limits>

#include "linalg/batched.h"
#include "linalg/batched_run.h"

namespace numen::linalg::batched {
namespace {

// The parts of a pack's matrices in a slot, dense.
struct Parts {
    std::int64_t m, n, least = std::min(m, n);
    double *u, *s, *vh, *rest;

    Parts(const Batch& a, char* slot)
        : m(a.rows), n(a.columns),
          u(reinterpret_cast<double*>(slot + cpu::work_bytes(std::max(m, n)))) {
        const std::int64_t lanes = small_matrix_kernels().lanes;
        s = u + lanes * m * least;
        vh = s + lanes * least;
        rest = vh + lanes * least * n;
    }
    Batch left() const { return dense(u, m, least); }
    Batch values() const { return dense(s, least, 1); }
    Batch right() const { return dense(vh, least, n); }

    // How many singular values of a matrix count.
    std::int64_t rank(std::int64_t index, double rcond) const {
        const double* of = s + index * least;
        std::int64_t count = 0;
        while (count < least && of[count] > rcond * of[0]) ++count;
        return count;
    }

private:
    static Batch dense(double* data, std::int64_t rows, std::int64_t columns) {
        return {reinterpret_cast<char*>(data), 0, rows, columns, 8 * rows * columns, 8 * columns,
                8, Dtype::float64};
    }
};

// out (n, k) = V diag(1/s) right, where row r of right (rank, k) is right(r, j).
template <class Right>
void put_together(const Parts& parts, std::int64_t index, std::int64_t rank, std::int64_t k,
                  double* out, Right&& right) {
    std::fill_n(out, parts.n * k, 0.0);
    const double* vh = parts.vh + index * parts.least * parts.n;
    for (std::int64_t r = 0; r < rank; ++r) {
        const double s = parts.s[index * parts.least + r];
        for (std::int64_t j = 0; j < k; ++j) {
            const double scaled = right(r, j) / s;
            for (std::int64_t i = 0; i < parts.n; ++i) {
                out[i * k + j] += vh[r * parts.n + i] * scaled;
            }
        }
    }
}

// Decomposes packs and calls finish(parts, index in the pack, matrix) for those with an answer.
template <class Finish>
std::int64_t by_singular_values(const Batch& out, const Batch& a, const WorkSpace& work,
                                std::int32_t* info, Finish&& finish) {
    const auto find = small_matrix_kernels().singular_values;
    const auto decompose = [&](std::int64_t first, std::int64_t count, char* slot) {
        const Parts parts(a, slot);
        const MatrixRun u = run_of(parts.left(), 0), s = run_of(parts.values(), 0);
        const MatrixRun vh = run_of(parts.right(), 0), in = run_of(a, first);
        const Open open = parts.m >= parts.n
                              ? find(u, s, vh, in, parts.m, parts.n, count, slot)
                              : find(turned(vh), s, turned(u), turned(in), parts.n, parts.m,
                                     count, slot);
        for (std::int64_t i = 0; i < count; ++i) {
            if ((open >> i & 1) == 0) finish(parts, i, first + i);
        }
        return open;
    };
    const auto give_up = [&](std::int64_t index, char*) {
        store_nan(out, index);
        return false;
    };
    return for_each_call(a.count, small_matrix_kernels().lanes, work, info, decompose, give_up);
}

}  // namespace

std::int64_t slot_bytes(std::int64_t side) {
    const std::int64_t pack = small_matrix_kernels().lanes * (2 * side * side + side);
    const std::int64_t bytes = cpu::work_bytes(side, true) + 8 * (pack + 2 * side * side);
    return (bytes + 63) / 64 * 64;
}

std::int64_t pinv(const Batch& inverse, const Batch& a, double rcond, WorkSpace work,
                  std::int32_t* info) {
    const auto finish = [&](const Parts& parts, std::int64_t i, std::int64_t index) {
        const double* u = parts.u + i * parts.m * parts.least;
        put_together(parts, i, parts.rank(i, rcond), parts.m, parts.rest,
                     [&](std::int64_t r, std::int64_t j) { return u[j * parts.least + r]; });
        store(inverse, index, parts.rest);
    };
    return by_singular_values(inverse, a, work, info, finish);
}

std::int64_t lstsq(const Batch& x, const Batch& a, const Batch& b, double rcond, WorkSpace work,
                   std::int32_t* info) {
    const double longer = static_cast<double>(std::max(a.rows, a.columns));
    const double cut = rcond >= 0 ? rcond : longer * std::numeric_limits<double>::epsilon();
    const auto finish = [&](const Parts& parts, std::int64_t i, std::int64_t index) {
        const std::int64_t k = b.columns;
        const double* u = parts.u + i * parts.m * parts.least;
        double *right = parts.rest, *found = right + parts.m * k;
        load(b, index, right);
        put_together(parts, i, parts.rank(i, cut), k, found, [&](std::int64_t r, std::int64_t j) {
            double sum = 0;
            for (std::int64_t row = 0; row < parts.m; ++row) {
                sum += u[row * parts.least + r] * right[row * k + j];
            }
            return sum;
        });
        store(x, index, found);
    };
    return by_singular_values(x, a, work, info, finish);
}

}  // namespace numen::linalg::batched
