// Matrices whose rows or columns differ in size, for LAPACK's routines: these keep the digits of
// small eigenvalues and singular values best where large rows and columns come first, and may lose
// all of them otherwise.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <vector>

#include "linalg/matrix_structure.h"
#include "linalg/stack.h"

namespace numen::linalg {

// The places of rows or columns in descending order of their sizes; none where they differ little.
class SizeOrder {
  public:
    SizeOrder() = default;
    explicit SizeOrder(const std::vector<double>& sizes) {
        constexpr double small_share = 1.0 / 64;
        double least = HUGE_VAL, most = 0;
        for (const double size : sizes) {
            if (size > 0) least = std::min(least, size);
            most = std::max(most, size);
        }
        if (!(least < small_share * most) || std::isinf(most)) return;
        places_.resize(sizes.size());
        std::iota(places_.begin(), places_.end(), Int{0});
        std::stable_sort(places_.begin(), places_.end(), [&](Int i, Int j) {
            return sizes[static_cast<std::size_t>(i)] > sizes[static_cast<std::size_t>(j)];
        });
    }
    explicit operator bool() const { return !places_.empty(); }
    Int count() const { return static_cast<Int>(places_.size()); }
    Int operator[](Int i) const { return places_[static_cast<std::size_t>(i)]; }

    // Brings elements of vectors into that order, as restore brings them back.
    template <class Scalar>
    void sort(Scalar* vectors, Int count, Int between) const {
        std::vector<Scalar> spare(places_.size());
        for (Int k = 0; *this && k < count; ++k) {
            Scalar* const vector = vectors + k * between;
            for (std::size_t i = 0; i < spare.size(); ++i) spare[i] = vector[places_[i]];
            std::copy(spare.begin(), spare.end(), vector);
        }
    }
    // Element i of each of `count` vectors goes to where it stood before.
    template <class Scalar>
    void restore(Scalar* vectors, Int count, Int between, Int within) const {
        std::vector<Scalar> spare(places_.size());
        for (Int k = 0; *this && k < count; ++k) {
            Scalar* const vector = vectors + k * between;
            for (std::size_t i = 0; i < spare.size(); ++i) {
                spare[i] = vector[static_cast<Int>(i) * within];
            }
            for (std::size_t i = 0; i < spare.size(); ++i) vector[places_[i] * within] = spare[i];
        }
    }

  private:
    std::vector<Int> places_;
};

// Sorts the rows and columns of a Hermitian matrix (n, n), of which one triangle is given, columns
// `leading` apart.
template <class Scalar>
SizeOrder sort_hermitian(Scalar* matrix, Int n, Int leading, char triangle) {
    const bool is_lower = triangle == 'L';
    std::vector<double> sizes(static_cast<std::size_t>(n));
    for (Int j = 0; j < n; ++j) {
        for (Int i = is_lower ? j : 0; i < (is_lower ? n : j + 1); ++i) {
            const double size = std::abs(matrix[j * leading + i]);
            for (const Int k : {i, j}) {
                double& most = sizes[static_cast<std::size_t>(k)];
                most = std::max(most, size);
            }
        }
    }
    const SizeOrder order(sizes);
    if (!order) return order;
    Scratch scratch;
    Scalar* const copy = scratch.take<Scalar>(n * n);
    for (Int j = 0; j < n; ++j) std::copy_n(matrix + j * leading, n, copy + j * n);
    for (Int j = 0; j < n; ++j) {
        for (Int i = 0; i < n; ++i) {
            const Int row = order[i], column = order[j];
            const bool is_given = is_lower ? row >= column : row <= column;
            matrix[j * leading + i] = is_given ? copy[column * n + row]
                                               : conjugate(copy[row * n + column]);
        }
    }
    return order;
}

// Sorts the rows and the columns of a matrix (m, n), columns `leading` apart.
struct SidesOrder {
    SizeOrder rows, columns;
    explicit operator bool() const { return rows || columns; }
};
// The magnitude of a number to a factor of sqrt(2).
template <class Scalar> double size_of(const Scalar& number) {
    return std::fabs(double{std::real(number)}) + std::fabs(double{std::imag(number)});
}

// The greatest sizes of rows and columns.
struct SideSizes {
    std::vector<double> across, down;
};
template <class Scalar>
SideSizes measure_sides(const Scalar* matrix, Int m, Int n, Int leading) {
    constexpr Int lanes = 8;
    SideSizes found{std::vector<double>(static_cast<std::size_t>(m)), {}};
    double* const rows = found.across.data();
    for (Int j = 0; j < n; ++j) {
        const Scalar* const column = matrix + j * leading;
        double most[lanes] = {};
        const auto take = [&](Int i, double& greatest) {
            const double size = size_of(column[i]);
            rows[i] = rows[i] < size ? size : rows[i];
            greatest = greatest < size ? size : greatest;
        };
        Int i = 0;
        for (; i + lanes <= m; i += lanes) {
            for (Int lane = 0; lane < lanes; ++lane) take(i + lane, most[lane]);
        }
        for (; i < m; ++i) take(i, most[0]);
        found.down.push_back(*std::max_element(most, most + lanes));
    }
    return found;
}
template <class Scalar> SidesOrder sort_sides(Scalar* matrix, Int m, Int n, Int leading) {
    const SideSizes sizes = measure_sides(matrix, m, n, leading);
    const SidesOrder order{SizeOrder(sizes.across), SizeOrder(sizes.down)};
    if (!order) return order;
    Scratch scratch;
    Scalar* const copy = scratch.take<Scalar>(m * n);
    for (Int j = 0; j < n; ++j) std::copy_n(matrix + j * leading, m, copy + j * m);
    for (Int j = 0; j < n; ++j) {
        const Scalar* const column = copy + (order.columns ? order.columns[j] : j) * m;
        for (Int i = 0; i < m; ++i) {
            matrix[j * leading + i] = column[order.rows ? order.rows[i] : i];
        }
    }
    return order;
}

}  // namespace numen::linalg
