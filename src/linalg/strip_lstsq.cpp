#include "linalg/strip_lstsq.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "linalg/strip_factors.h"
#include "linalg/strip_stack.h"

namespace numen::linalg {
namespace {

using cpu::small_matrix_kernels;
using cpu::Strip;

// Measured on AVX-512, at ratios of 2 to 50.
constexpr auto crossovers = {StripCrossover{16, 2}, StripCrossover{127, 5}};

Strip new_strip(Scratch& scratch, Int rows, Int columns) {
    const Int step = whole_strip(std::max<Int>(columns, 1));
    return {scratch.take<double>(rows * step), step, rows, step};
}

// a' (tall) or a (wide) is L Q with orthonormal rows Q.
class StripLeastSquares {
  public:
    StripLeastSquares(const LstsqStacks& of, double rcond,
                      const std::function<Status(Int)>& redo)
        : of_(of), redo_(redo), is_wide_(of.a.rows < of.a.columns),
          least_(std::min(of.a.rows, of.a.columns)),
          k_(of.b.columns), rcond_(rcond),
          factors_(least_, std::max(of.a.rows, of.a.columns)),
          right_(new_strip(scratch_, k_, of.a.rows)), inside_(new_strip(scratch_, least_, k_)),
          fitted_(new_strip(scratch_, is_wide_ ? k_ : least_, is_wide_ ? of.a.columns : k_)),
          reached_(new_strip(scratch_, k_, of.a.rows)),
          given_(is_wide_ ? new_strip(scratch_, least_, of.a.columns) : Strip{}),
          correction_(is_wide_ ? new_strip(scratch_, k_, of.a.columns) : Strip{}),
          turned_weights_(scratch_.take<double>(std::max(least_, k_) * least_)),
          residuals_(scratch_.take<double>(k_)) {}

    Status operator()(Int index) {
        const Stack in = is_wide_ ? turned(of_.a) : of_.a;
        const bool is_found =
            factors_.decompose([&](const Strip& strip) { load_strip(in, index, strip); });
        if (!is_found || !std::isfinite(factors_.singular_values()[0])) return redo_(index);
        if (!factors_.filter_pseudo({Method::guarded, rcond_, false})) return redo_(index);
        const Int rank = factors_.rank();
        std::memcpy(of_.rank.at(index), &rank, sizeof rank);
        of_.s.store(index, factors_.singular_values());
        std::fill(right_.data, right_.data + k_ * right_.step, 0.0);
        load_strip(of_.b, index, right_);
        is_wide_ ? store_wide(index) : store_tall(index);
        sum_squares(rank);
        of_.residuals.store(index, residuals_);
        return status_ok;
    }

  private:
    // x = weights (Q b).
    void store_tall(Int index) {
        std::fill(inside_.data, inside_.data + least_ * inside_.step, 0.0);
        const cpu::MatrixRun run{reinterpret_cast<char*>(right_.data), 0, right_.step * 8, 8,
                                 Dtype::float64};
        small_matrix_kernels().strips.cross({{inside_.data, inside_.step, least_, inside_.step},
                                             factors_.basis(), run, of_.a.rows, nullptr, nullptr,
                                             nullptr},
                                            0, k_);
        small_matrix_kernels().strips.mix(fitted_, inside_, factors_.weights());
        store_strip(turned(of_.x), index, fitted_);
    }
    // x = Q' (weights' b). Rows that differ in size by decades lose digits of the smaller ones in
    // the singular values of the triangle. One step of refinement gives them back, if nothing is
    // cut (Skeel 1980): the residual is accurate row by row.
    void store_wide(Int index) {
        solve_wide(fitted_);
        if (factors_.rank() == least_) refine(index);
        store_strip(of_.x, index, fitted_);
    }
    void refine(Int index) {
        load_strip(turned(of_.a), index, given_);
        if (!subtract_products()) return;
        solve_wide(correction_);
        for (Int j = 0; j < k_; ++j) {
            double* x = fitted_.data + j * fitted_.step;
            const double* more = correction_.data + j * correction_.step;
            for (Int i = 0; i < of_.a.columns; ++i) x[i] += more[i];
        }
    }
    // The rows of `right_` become b - A x; false if one overflows or b is not finite.
    bool subtract_products() {
        double sum = 0;
        for (Int j = 0; j < k_; ++j) {
            const double* x = fitted_.data + j * fitted_.step;
            for (Int c = 0; c < least_; ++c) {
                const double* row = given_.data + c * given_.step;
                double product = 0;
                for (Int i = 0; i < of_.a.columns; ++i) product += row[i] * x[i];
                right_.data[j * right_.step + c] -= product;
                sum += std::fabs(right_.data[j * right_.step + c]);
            }
        }
        return std::isfinite(sum);
    }
    void solve_wide(const Strip& x) {
        std::fill(turned_weights_, turned_weights_ + k_ * least_, 0.0);
        for (Int j = 0; j < k_; ++j) {
            for (Int c = 0; c < least_; ++c) {
                const double weight = right_.data[j * right_.step + c];
                const double* row = factors_.weights() + c * least_;
                for (Int i = 0; i < least_; ++i) turned_weights_[j * least_ + i] += weight * row[i];
            }
        }
        small_matrix_kernels().strips.mix(x, factors_.basis(), turned_weights_);
    }
    // The squares of b - Q' (Q b).
    void sum_squares(Int rank) {
        std::fill(residuals_, residuals_ + k_, std::numeric_limits<double>::quiet_NaN());
        if (rank != of_.a.columns || of_.a.rows <= of_.a.columns) return;
        for (Int j = 0; j < k_; ++j) {
            for (Int i = 0; i < least_; ++i) {
                turned_weights_[j * least_ + i] = inside_.data[i * inside_.step + j];
            }
        }
        small_matrix_kernels().strips.mix(reached_, factors_.basis(), turned_weights_);
        for (Int j = 0; j < k_; ++j) {
            const double* b = right_.data + j * right_.step;
            const double* near = reached_.data + j * reached_.step;
            residuals_[j] = 0;
            for (Int n = 0; n < of_.a.rows; ++n) {
                residuals_[j] += (b[n] - near[n]) * (b[n] - near[n]);
            }
        }
    }

    LstsqStacks of_;
    const std::function<Status(Int)>& redo_;
    bool is_wide_;
    Int least_, k_;
    double rcond_;
    StripFactors factors_;
    Scratch scratch_{};
    Strip right_, inside_, fitted_, reached_;
    Strip given_, correction_;  // of wide matrices
    double *turned_weights_, *residuals_;
};

}  // namespace

bool takes_strips(const LstsqStacks& of) {
    return are_thin(of.a.rows, of.a.columns, crossovers) && of.b.columns > 0 &&
           of.x.dtype() == Dtype::float64;
}

Status lstsq_by_strips(const LstsqStacks& of, double rcond,
                       const std::function<Status(Int)>& redo) {
    const double least = static_cast<double>(std::min(of.a.rows, of.a.columns));
    const double work = 6 * least * static_cast<double>(of.a.rows * of.a.columns);
    return for_each_matrix(of.a.count(), work, [&] { return StripLeastSquares(of, rcond, redo); },
                           std::numeric_limits<double>::infinity());
}

}  // namespace numen::linalg
