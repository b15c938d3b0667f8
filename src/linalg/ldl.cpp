// L D L^T by Bunch and Kaufman's pivoting, taken apart.
//
// LAPACK leaves the columns of L in the order of the steps that made them: later exchanges of rows
// have not been applied to earlier columns. They are here, as in its routine xSYCONV.
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "linalg/lapack_systems.h"
#include "linalg/matrix_structure.h"
#include "linalg/stack.h"
#include "linalg/systems.h"

namespace numen::linalg {
namespace {

template <class Scalar> struct BlockFactors {
    const Stack &l, &d, &rows, &a;
    bool lower, hermitian;
    Int n = a.rows;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(n * n);
    Scalar* spare = scratch.take<Scalar>(n * n);
    Scalar* blocks = spare;
    Int* pivots = scratch.take<Int>(n);
    Int* order = scratch.take<Int>(n);
    std::int64_t* places = scratch.take<std::int64_t>(n);
    struct Exchange {
        Int row, other, edge;
    };
    Exchange* exchanges = scratch.take<Exchange>(n);
    Int exchange_count = 0;
    Int work_size = 64 * n;
    Scalar* work = scratch.take<Scalar>(work_size);

    Status operator()(Int index) {
        a.load(index, matrix);
        if (hermitian && !has_real_diagonal()) return status_failed;
        // An exactly singular block is no failure: it stands in d.
        lapack::sytrf(hermitian, lower ? 'L' : 'U', n, matrix, pivots, work, work_size);
        // Symmetric blocks are their own transposes: they are made in d if it lies in rows.
        const bool is_symmetric = !hermitian || !lapack::is_complex<Scalar>;
        Scalar* const result = is_symmetric ? dense_columns<Scalar>(turned(d), index) : nullptr;
        blocks = result != nullptr ? result : spare;
        take_blocks();
        make_unit_triangle();
        std::iota(order, order + n, Int{0});
        exchange_count = 0;
        lower ? exchange_from_the_end() : exchange_from_the_start();
        exchange_rows();
        for (Int i = 0; i < n; ++i) places[order[i]] = i;
        l.store(index, matrix);
        if (result == nullptr) d.store(index, blocks);
        for (Int i = 0; i < n; ++i) {
            *reinterpret_cast<std::int64_t*>(rows.at(index) + i * rows.row_step) = places[i];
        }
        return status_ok;
    }

    bool has_real_diagonal() const {
        for (Int i = 0; i < n; ++i) {
            if (std::imag(matrix[i * (n + 1)]) != 0) return false;
        }
        return true;
    }

    // Whether rows i and i + 1 are one block.
    bool is_block(Int i) const { return i + 1 < n && pivots[i] < 0 && pivots[i] == pivots[i + 1]; }

    void take_blocks() {
        std::fill(blocks, blocks + n * n, Scalar(0));
        for (Int i = 0; i < n; ++i) {
            blocks[i * (n + 1)] = matrix[i * (n + 1)];
            if (!is_block(i)) continue;
            Scalar &below = matrix[i * n + i + 1], &above = matrix[(i + 1) * n + i];
            const Scalar outside = lower ? below : above;
            const Scalar mirrored = hermitian ? conjugate(outside) : outside;
            blocks[i * n + i + 1] = lower ? outside : mirrored;
            blocks[(i + 1) * n + i] = lower ? mirrored : outside;
            (lower ? below : above) = Scalar(0);
            blocks[(i + 1) * (n + 1)] = matrix[(i + 1) * (n + 1)];
            ++i;
        }
    }

    void make_unit_triangle() {
        for (Int j = 0; j < n; ++j) {
            Scalar* column = matrix + j * n;
            lower ? std::fill(column, column + j, Scalar(0))
                  : std::fill(column + j + 1, column + n, Scalar(0));
            column[j] = Scalar(1);
        }
    }

    // Exchanges rows in the columns from (or, of an upper triangle, up to) `edge`: later, column by
    // column, as they lie in memory.
    void note_exchange(Int row, Int other, Int edge) {
        if (row == other) return;
        exchanges[exchange_count++] = {row, other, edge};
        std::swap(order[row], order[other]);
    }

    // The columns from that step's on have its rows exchanged.
    void exchange_from_the_end() {
        for (Int i = n - 1; i >= 0; --i) {
            const bool ends_block = i > 0 && pivots[i] < 0;
            const Int first = ends_block ? i - 1 : i;
            note_exchange(i, std::abs(pivots[i]) - 1, first);
            i = first;
        }
    }

    void exchange_from_the_start() {
        for (Int i = 0; i < n; ++i) {
            const bool starts_block = pivots[i] < 0 && i + 1 < n;
            const Int last = starts_block ? i + 1 : i;
            note_exchange(i, std::abs(pivots[i]) - 1, last);
            i = last;
        }
    }

    void exchange_rows() {
        for (Int j = 0; j < n; ++j) {
            Scalar* column = matrix + j * n;
            for (Int step = 0; step < exchange_count; ++step) {
                const auto [row, other, edge] = exchanges[step];
                if (lower ? edge <= j : edge >= j) std::swap(column[row], column[other]);
            }
        }
    }
};

}  // namespace

Status ldl(const StridedView& l, const StridedView& d, const StridedView& rows,
           const StridedView& a, bool lower, bool hermitian) {
    const Stack factor = matrices(l), blocks = matrices(d), order = vectors(rows),
                in = matrices(a);
    return in_type(l.dtype, Precision::native, [&]<class Scalar>() {
        const auto make = [&] {
            return BlockFactors<Scalar>{factor, blocks, order, in, lower, hermitian};
        };
        return for_each_matrix<Scalar>(in.count(), cube(in.rows) / 3, make, swept_work);
    });
}

}  // namespace numen::linalg
