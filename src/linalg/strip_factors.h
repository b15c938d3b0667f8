// Y (k, N), a few long rows, as (weights (k, k))^-T and rows of a basis: its pseudo-inverse is the
// transpose of weights times basis, so that X Y^+ costs one pass over X and Y^+ none.
//
// Three ways, the cheapest whose error is that of the singular value decomposition:
// - normal: the basis is Y itself and the weights (Y Y')^-1, whose error grows as the square of the
//   condition number;
// - qr: Cholesky QR twice (Yamamoto, Nakatsukasa, Yanagisawa, Fukaya 2015), orthonormal rows;
// - svd: Householder reflections, then the singular values of the triangle, of which small ones
//   can be cut.
// Which is decided by an upper bound of the condition number, never an estimate that may be low.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "backends/cpu/small_matrices.h"
#include "linalg/least_squares.h"
#include "linalg/stack.h"

namespace numen::linalg {

// What a route has to keep to. Measured: tests/linalg/route_errors.py prints the table.
struct Guard {
    Method method = Method::guarded;
    double rcond = 0;        // singular values up to rcond times the first are cut
    bool is_single = false;  // the data are float32: results are rounded to that
};

// Singular values that come with vectors, by divide and conquer, may be up to 64 units of rounding
// of the largest where there are none: at or below this share they are found anew, by themselves.
inline constexpr double lifted_value = 128 * 0x1p-53;

// Up to which shorter side strips take less time than the next best way, from which ratio of the
// sides on.
struct StripCrossover {
    Int side, ratio;
};
inline bool are_thin(Int rows, Int columns, std::initializer_list<StripCrossover> crossovers) {
    const Int least = std::min(rows, columns), most = std::max(rows, columns);
    return least > 0 &&
           std::any_of(crossovers.begin(), crossovers.end(), [=](const StripCrossover& entry) {
               return least <= entry.side && most >= entry.ratio * least;
           });
}

class StripFactors {
  public:
    // Room for k rows of N elements. Throws std::bad_alloc.
    StripFactors(Int rows, Int columns);

    // fill(strip) writes Y, once or, where a way did not do, twice. False if there is no answer:
    // infinities and NaN, or a singular matrix that only `normal` was to serve.
    template <class Fill> bool factor(const Fill& fill, const Guard& guard) {
        load(fill);
        if (guard.method != Method::svd && by_products(guard)) return true;
        if (guard.method == Method::normal) return false;
        if (is_changed_) load(fill);
        return by_reflections() && filter_pseudo(guard);
    }
    // An orthonormal basis and the singular values; `filter` gives the weights.
    template <class Fill> bool decompose(const Fill& fill, bool by_products_first = true) {
        load(fill);
        if (by_products_first && by_products_twice(condition_, true) && decompose_triangle()) {
            return true;
        }
        if (is_changed_) load(fill);
        return by_reflections();
    }
    // Y' as the transposed basis, orthonormal if it is wanted, times triangle(): with the digits
    // that reflections give each column of Y', or not at all.
    template <class Fill> bool factor_triangle(const Fill& fill, bool is_basis_wanted) {
        load(fill);
        return by_products_twice(scaled_condition_, is_basis_wanted);
    }
    // The weights that put filter(s) in place of each 1 / s.
    template <class Filter> void filter(const Filter& filter) {
        for (Int c = 0; c < rows_; ++c) scales_[c] = filter(s_[c]);
        set_weights();
    }
    // Those of the pseudo-inverse; false where one overflows.
    bool filter_pseudo(const Guard& guard);

    Route route() const { return route_; }
    // An upper bound of Y's condition number, or the quotient of its singular values.
    double condition() const { return condition_; }
    const cpu::Strip& basis() const { return strip_; }
    // The upper triangle, in columns.
    double* triangle() const { return products_; }
    const double* weights() const { return weights_; }
    const double* singular_values() const { return s_; }
    Int rank() const { return rank_; }

  private:
    template <class Fill> void load(const Fill& fill) {
        is_changed_ = false;
        clear_ends();
        fill(strip_);
    }
    void clear_ends();
    bool by_products(const Guard& guard);
    bool factor_products(const Guard& guard);
    bool orthogonalise();
    double bound_scaled_condition();
    bool by_products_twice(const double& condition, bool is_basis_wanted);
    bool by_reflections();
    bool decompose_triangle();
    void set_weights();

    Int rows_, given_columns_;
    Scratch scratch_{};
    cpu::Strip strip_;
    double *products_, *inverse_, *second_, *weights_, *left_, *right_, *s_, *scales_;
    double *tau_ = nullptr, *work_ = nullptr;
    Int work_size_ = 0;
    Int* int_work_ = nullptr;
    bool is_changed_ = false;
    Route route_ = Route::svd;
    double condition_ = 0;
    double scaled_condition_ = 0;  // the same bound for rows scaled to norm one
    Int rank_ = 0;
};

}  // namespace numen::linalg
