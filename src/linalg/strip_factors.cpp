#include "linalg/strip_factors.h"

#include <cmath>
#include <limits>

#include "linalg/triangles.h"

namespace numen::linalg {
namespace {

using cpu::small_matrix_kernels;

// Up to which condition number a way has no more than twice the error of the singular value
// decomposition's (tests/linalg/route_errors.py).
constexpr double most_normal = 3, most_normal_single = 2e3, most_qr = 1e7;
// Squares of numbers beyond these lose digits.
constexpr double least_square = 1e-250, most_square = 1e250;
// How far from orthonormal the rows may be after the first pass.
constexpr double most_deviation = 0.25;

// An upper bound of the condition number of Y from Y Y' alone: eigenvalues lie within
// sqrt(n - 1) standard deviations of their mean (Samuelson 1968).
double spread_bound(const double* products, Int n) {
    double trace = 0, squares = 0;
    for (Int i = 0; i < n; ++i) trace += products[i * (n + 1)];
    const double order = static_cast<double>(n), mean = trace / order;
    for (Int i = 0; i < n; ++i) {
        for (Int j = 0; j < n; ++j) {
            const double rest = products[i * n + j] - (i == j ? mean : 0);
            squares += rest * rest;
        }
    }
    const double spread = std::sqrt(squares * (order - 1) / order);
    return spread < mean ? std::sqrt((mean + spread) / (mean - spread))
                         : std::numeric_limits<double>::infinity();
}

bool cuts_nothing(double condition, double rcond) { return 2 * condition * rcond < 1; }

}  // namespace

StripFactors::StripFactors(Int rows, Int columns) : rows_(rows), given_columns_(columns) {
    const Int room = std::max(rows, columns);
    const Int step = (room + cpu::strip_columns - 1) / cpu::strip_columns * cpu::strip_columns;
    strip_ = {scratch_.take<double>(rows * step), step, rows, step};
    for (double** square : {&products_, &inverse_, &second_, &weights_, &left_, &right_}) {
        *square = scratch_.take<double>(rows * rows);
    }
    s_ = scratch_.take<double>(rows);
    scales_ = scratch_.take<double>(rows);
}

void StripFactors::clear_ends() {
    for (Int i = 0; i < rows_; ++i) {
        double* row = strip_.data + i * strip_.step;
        std::fill(row + given_columns_, row + strip_.step, 0.0);
    }
}

// products_ becomes the factor L of Y Y', inverse_ L^-1, condition_ their bound.
bool StripFactors::factor_products(const Guard& guard) {
    const Int k = rows_;
    small_matrix_kernels().strips.gram(strip_, products_);
    for (Int i = 0; i < k; ++i) {
        const double square = products_[i * (k + 1)];
        if (!(square > least_square && square < most_square)) return false;
    }
    condition_ = spread_bound(products_, k);
    if (!factor_positive(products_, k)) return false;
    invert_lower(products_, inverse_, k);
    condition_ = std::min(condition_, norm_of_lower(products_, k) * norm_of_lower(inverse_, k));
    scaled_condition_ = bound_scaled_condition();
    return guard.method == Method::normal || cuts_nothing(condition_, guard.rcond);
}

// Of the factor L with rows of norm one, and its inverse.
double StripFactors::bound_scaled_condition() {
    const Int k = rows_;
    double squares = 0;
    for (Int j = 0; j < k; ++j) {
        double row = 0, column = 0;
        for (Int i = 0; i <= j; ++i) row += products_[j * k + i] * products_[j * k + i];
        for (Int i = j; i < k; ++i) column += inverse_[i * k + j] * inverse_[i * k + j];
        squares += row * column;
    }
    return std::sqrt(static_cast<double>(k) * squares);
}

// The rows of the strip, of which products_ holds the factor, are made orthonormal but for what
// second_ then holds, the factor of their products.
bool StripFactors::orthogonalise() {
    const Int k = rows_;
    is_changed_ = true;
    small_matrix_kernels().strips.substitute(strip_, products_);
    small_matrix_kernels().strips.gram(strip_, second_);
    double deviation = 0;
    for (Int i = 0; i < k; ++i) {
        for (Int j = 0; j < k; ++j) {
            const double rest = second_[i * k + j] - (i == j ? 1 : 0);
            deviation += rest * rest;
        }
    }
    return deviation <= most_deviation * most_deviation && factor_positive(second_, k);
}

bool StripFactors::by_products(const Guard& guard) {
    const Int k = rows_;
    if (!factor_products(guard)) return false;
    const double limit = guard.is_single ? most_normal_single : most_normal;
    const bool is_near = guard.method == Method::guarded && condition_ <= limit;
    if (is_near || guard.method == Method::normal) {
        multiply_turned(inverse_, inverse_, weights_, k, false);
        route_ = Route::normal;
        rank_ = k;
        return true;
    }
    if (!(condition_ <= most_qr) || !orthogonalise()) return false;
    // L^-T (L2 L2')^-1: what is left of the second pass goes into the weights.
    invert_lower(second_, left_, k);
    multiply_turned(left_, left_, right_, k, false);
    multiply_turned(inverse_, right_, weights_, k, true);
    route_ = Route::qr;
    rank_ = k;
    return true;
}

// products_ becomes the factor of Y Y' to the digits of Y, if its bound `condition` allows for it.
bool StripFactors::by_products_twice(const double& condition, bool is_basis_wanted) {
    if (!factor_products({}) || !(condition <= most_qr) || !orthogonalise()) return false;
    if (is_basis_wanted) small_matrix_kernels().strips.substitute(strip_, second_);
    multiply_lower(products_, second_, inverse_, rows_);
    std::copy(inverse_, inverse_ + rows_ * rows_, products_);
    route_ = Route::qr;
    return true;
}

// Y' as LAPACK's columns, which are the rows of the strip, zeros at their ends included.
bool StripFactors::by_reflections() {
    const Int k = rows_, n = strip_.step;
    route_ = Route::svd;
    if (tau_ == nullptr) {
        double factoring = 1, making = 1;
        lapack::geqrf(n, k, strip_.data, scales_, &factoring, lapack::work_query);
        lapack::orgqr(n, k, k, strip_.data, scales_, &making, lapack::work_query);
        work_size_ = static_cast<Int>(std::max(factoring, making));
        work_ = scratch_.take<double>(work_size_);
        tau_ = scratch_.take<double>(k);
    }
    is_changed_ = true;
    lapack::geqrf(n, k, strip_.data, tau_, work_, work_size_);
    for (Int i = 0; i < k; ++i) {  // the columns of R are the rows of L
        const double* column = strip_.data + i * n;
        std::copy(column, column + i + 1, products_ + i * k);
        std::fill(products_ + i * k + i + 1, products_ + (i + 1) * k, 0.0);
    }
    lapack::orgqr(n, k, k, strip_.data, tau_, work_, work_size_);
    return decompose_triangle();
}

// The singular values and vectors of the triangle R = L' in products_: R = left diag(s) right,
// both in columns.
bool StripFactors::decompose_triangle() {
    const Int k = rows_;
    if (k > 1 && !are_finite(products_, k * k)) return false;
    if (int_work_ == nullptr) int_work_ = scratch_.take<Int>(8 * k);
    double *const none = nullptr, wanted = 1;
    lapack::gesdd('S', k, k, products_, s_, left_, right_, k, &wanted, lapack::work_query, none,
                  int_work_);
    const Int size = lapack::queried_size(wanted);
    Scratch scratch;
    double* work = scratch.take<double>(size);
    std::copy(products_, products_ + k * k, weights_);
    Int info = lapack::gesdd('S', k, k, products_, s_, left_, right_, k, work, size, none,
                             int_work_);
    // Values that come with vectors may stand above the noise where there is none.
    if (info == 0 && s_[k - 1] <= lifted_value * s_[0]) {
        info = lapack::gesdd('N', k, k, weights_, s_, none, none, k, work, size, none, int_work_);
    }
    condition_ = s_[0] / s_[k - 1];
    return info == 0;
}

bool StripFactors::filter_pseudo(const Guard& guard) {
    const auto kept = [&](double s) {
        return guard.is_single ? static_cast<double>(static_cast<float>(s)) : s;
    };
    const double cut = guard.rcond * kept(s_[0]);
    rank_ = 0;
    bool is_finite = true;
    filter([&](double s) {
        if (!(kept(s) > cut)) return 0.0;
        ++rank_;
        is_finite &= std::isfinite(1 / s);
        return 1 / s;
    });
    return is_finite;
}

// right' diag(scales) left', by rows; right lies in columns.
void StripFactors::set_weights() {
    const Int k = rows_;
    std::fill(weights_, weights_ + k * k, 0.0);
    for (Int c = 0; c < k; ++c) {
        if (scales_[c] == 0) continue;
        for (Int i = 0; i < k; ++i) {
            const double weight = right_[i * k + c] * scales_[c];
            for (Int j = 0; j < k; ++j) weights_[i * k + j] += weight * left_[c * k + j];
        }
    }
}

}  // namespace numen::linalg
