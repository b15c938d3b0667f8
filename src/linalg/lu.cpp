// LU taken apart: the two triangles, the order of the rows, the product of the pivots.
#include <algorithm>
#include <numeric>

#include "linalg/doubtful.h"
#include "linalg/lapack_systems.h"
#include "linalg/small.h"
#include "linalg/stack.h"
#include "linalg/systems.h"

namespace numen::linalg {
namespace {

template <class Scalar> struct Triangles {
    const Stack &rows, &l, &u, &a;
    bool permute;
    Int m = a.rows, n = a.columns, least = std::min(m, n);
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(m * n);
    Scalar* lower = scratch.take<Scalar>(m * least);
    Int* pivots = scratch.take<Int>(least);
    Int* order = scratch.take<Int>(m);
    std::int32_t* places = scratch.take<std::int32_t>(m);

    Status operator()(Int index) {
        a.load(index, matrix);
        lapack::getrf(m, n, matrix, pivots);  // singular ones have factors too
        // Row i of what was factorised is row order[i] of the matrix.
        std::iota(order, order + m, Int{0});
        for (Int i = 0; i < least; ++i) std::swap(order[i], order[pivots[i] - 1]);
        for (Int i = 0; i < m; ++i) places[order[i]] = static_cast<std::int32_t>(i);
        const Status status = least > 1 ? doubts(matrix, least, m) : status_ok;
        take_lower();
        l.store(index, lower);
        clear_below();
        u.store(index, matrix, m);
        for (Int i = 0; i < rows.rows; ++i) {
            *reinterpret_cast<std::int32_t*>(rows.at(index) + i * rows.row_step) = places[i];
        }
        return status;
    }

    void take_lower() {
        for (Int j = 0; j < least; ++j) {
            const Scalar* column = matrix + j * m;
            Scalar* to = lower + j * m;
            for (Int i = 0; i < m; ++i) {
                to[permute ? order[i] : i] = i < j ? Scalar(0) : i == j ? Scalar(1) : column[i];
            }
        }
    }

    void clear_below() {
        for (Int j = 0; j < least; ++j) {
            Scalar* column = matrix + j * m;
            std::fill(column + j + 1, column + m, Scalar(0));
        }
    }
};

// Pivots of single precision are multiplied in double: their product has a wider range.
template <class Wide, class Scalar> struct PivotProduct {
    const Stack &found, &a;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(a.rows * a.rows);
    Int* pivots = scratch.take<Int>(a.rows);

    Status operator()(Int index) {
        const Int n = a.rows;
        a.load(index, matrix);
        Wide product = lapack::getrf(n, n, matrix, pivots) == 0 ? Wide(1) : Wide(0);
        for (Int i = 0; i < n && product != Wide(0); ++i) {
            product *= Wide(pivots[i] == i + 1 ? matrix[i * (n + 1)] : -matrix[i * (n + 1)]);
        }
        found.store(index, &product);
        return n > 1 ? doubts(matrix, n, n) : status_ok;
    }
};

}  // namespace

Status determinant(const StridedView& found, const StridedView& a) {
    const Stack out = numbers(found), in = matrices(a);
    const auto run = [&](auto&& each) {
        return in_type(a.dtype, Precision::native, [&]<class Scalar>() {
            using Wide = std::conditional_t<lapack::is_complex<Scalar>, lapack::Complex, double>;
            return each([&] { return PivotProduct<Wide, Scalar>{out, in}; });
        });
    };
    const auto redo = [&](Int index) {
        return run([&](auto make) { return make()(index); });
    };
    const bool is_single = a.dtype == Dtype::float32 || a.dtype == Dtype::complex64;
    if (const auto done = small::det(found, a, is_single ? 0x1p-24 : 0x1p-53, redo)) {
        return *done & (status_no_memory | status_doubtful);
    }
    return run([&](auto make) {
        return for_each_matrix(in.count(), cube(in.rows) / 3, make);
    });
}

Status lu(const StridedView& rows, const StridedView& l, const StridedView& u,
          const StridedView& a, bool permute) {
    const Stack places = vectors(rows), lower = matrices(l), upper = matrices(u), in = matrices(a);
    const double sides = static_cast<double>(in.rows) * static_cast<double>(in.columns);
    const double work = sides * static_cast<double>(std::min(in.rows, in.columns)) / 3;
    return in_type(l.dtype, Precision::native, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(in.count(), work, [&] {
            return Triangles<Scalar>{places, lower, upper, in, permute};
        });
    });
}

}  // namespace numen::linalg
