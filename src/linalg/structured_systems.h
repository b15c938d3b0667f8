// The factors of a matrix of some structure, which is given or found, and what is made from them.
#pragma once

#include <limits>

#include "linalg/lapack_systems.h"
#include "linalg/matrix_structure.h"
#include "linalg/stack.h"
#include "linalg/systems.h"

namespace numen::linalg {

// A factorised matrix of one thread: factorise(), then solve() or invert() in place.
template <class Scalar> class StructuredFactors {
  public:
    enum class For : bool { systems, inverses };  // an inverse is not of three diagonals
    StructuredFactors(Int n, SystemOptions options, For use)
        : n_(n), use_(use), transposition_(options.transposed ? 'T' : 'N'), options_(options) {}

    Scalar* matrix() { return matrix_; }
    double rcond() const { return rcond_; }

    // False for an exactly singular matrix.
    bool factorise() {
        structure_ = options_.structure == Structure::unknown ? detect() : options_.structure;
        lower_ = options_.lower;
        switch (structure_) {
            case Structure::diagonal: return take_diagonal();
            case Structure::tridiagonal: return take_three_diagonals();
            case Structure::banded: return take_bands();
            case Structure::upper_triangular: return take_triangle(false);
            case Structure::lower_triangular: return take_triangle(true);
            case Structure::positive_definite: return take_positive_definite();
            case Structure::symmetric: return take_symmetric(false);
            case Structure::hermitian: return take_symmetric(true);
            default: return take_general();
        }
    }

    bool solve(Scalar* b, Int k) {
        const char triangle = lower_ ? 'L' : 'U';
        switch (structure_) {
            case Structure::diagonal: return divide_rows(b, k);
            case Structure::tridiagonal:
                return lapack::gttrs(transposition_, n_, k, below_, middle_, above_, second_,
                                     pivots_, b) == 0;
            case Structure::banded:
                return lapack::gbtrs(transposition_, n_, below_count_, above_count_, k, bands_,
                                     pivots_, b) == 0;
            case Structure::upper_triangular:
            case Structure::lower_triangular:
                return lapack::trtrs(triangle, transposition_, 'N', n_, k, matrix_, b) == 0;
            case Structure::positive_definite:
                return lapack::potrs(triangle, n_, k, matrix_, b) == 0;
            case Structure::symmetric:
            case Structure::hermitian:
                return lapack::sytrs(is_hermitian_, triangle, n_, k, matrix_, pivots_, b) == 0;
            default: return lapack::getrs(transposition_, n_, k, matrix_, pivots_, b) == 0;
        }
    }

    bool invert() {
        const char triangle = lower_ ? 'L' : 'U';
        switch (structure_) {
            case Structure::diagonal: return invert_diagonal();
            case Structure::upper_triangular:
            case Structure::lower_triangular:
                clear_other_triangle();
                return lapack::trtri(triangle, 'N', n_, matrix_) == 0;
            case Structure::positive_definite:
                if (lapack::potri(triangle, n_, matrix_) != 0) return false;
                mirror_triangle(matrix_, n_, lower_, conjugate<Scalar>);
                return true;
            case Structure::symmetric:
            case Structure::hermitian: return invert_symmetric(triangle);
            default: {
                Scalar* const numbers = work();
                return lapack::getri(n_, matrix_, pivots_, numbers, work_size_) == 0;
            }
        }
    }

  private:
    Structure detect() {
        const Bandwidth<Scalar> band(matrix_, n_);
        if (band.lower == 0 && band.upper == 0) return Structure::diagonal;
        if (band.lower == 0) return Structure::upper_triangular;
        if (band.upper == 0) return Structure::lower_triangular;
        if (use_ == For::systems && band.lower == 1 && band.upper == 1 && n_ > 3) {
            return Structure::tridiagonal;
        }
        if (is_hermitian(matrix_, n_)) return try_positive_definite();
        if (lapack::is_complex<Scalar> && is_symmetric(matrix_, n_)) return Structure::symmetric;
        return Structure::general;
    }

    // A Hermitian matrix is tried as a positive definite one, which its diagonal may rule out.
    Structure try_positive_definite() {
        for (Int i = 0; i < n_; ++i) {
            if (!(std::real(matrix_[i * (n_ + 1)]) > 0)) return Structure::hermitian;
        }
        may_be_indefinite_ = true;
        return Structure::positive_definite;
    }

    bool take_general() {
        const Real<Scalar> norm = one_norm(matrix_, n_, n_);
        if (lapack::getrf(n_, n_, matrix_, pivots_) != 0) return false;
        if (options_.wants_condition) {
            rcond_ = lapack::gecon(n_, matrix_, norm, space());
        }
        return true;
    }

    bool take_diagonal() {
        Real<Scalar> largest = 0, largest_inverse = 0;
        for (Int i = 0; i < n_; ++i) {
            const Scalar number = matrix_[i * (n_ + 1)];
            if (number == Scalar(0)) return false;
            const Real<Scalar> size = std::abs(number), inverse = std::abs(Scalar(1) / number);
            if (size > largest) largest = size;
            if (inverse > largest_inverse) largest_inverse = inverse;
        }
        const Real<Scalar> condition = largest * largest_inverse;
        const bool is_ill = condition > 1 / std::numeric_limits<Real<Scalar>>::epsilon();
        rcond_ = is_ill ? condition : Real<Scalar>(1) / condition;
        return true;
    }

    bool divide_rows(Scalar* b, Int k) {
        for (Int i = 0; i < n_; ++i) {
            const Scalar inverse = Scalar(1) / matrix_[i * (n_ + 1)];
            for (Int j = 0; j < k; ++j) b[j * n_ + i] *= inverse;
        }
        return true;
    }

    bool invert_diagonal() {
        for (Int j = 0; j < n_; ++j) {
            for (Int i = 0; i < n_; ++i) {
                Scalar& number = matrix_[j * n_ + i];
                number = i == j ? Scalar(1) / number : Scalar(0);
            }
        }
        return true;
    }

    bool take_triangle(bool lower) {
        lower_ = lower;
        for (Int i = 0; i < n_; ++i) {
            if (matrix_[i * (n_ + 1)] == Scalar(0)) return false;
        }
        if (options_.wants_condition) {
            rcond_ = lapack::trcon(lower_ ? 'L' : 'U', 'N', n_, matrix_, space());
        }
        return true;
    }

    void clear_other_triangle() {
        for (Int j = 0; j < n_; ++j) {
            Scalar* column = matrix_ + j * n_;
            lower_ ? std::fill(column, column + j, Scalar(0))
                   : std::fill(column + j + 1, column + n_, Scalar(0));
        }
    }

    bool take_positive_definite() {
        if (may_be_indefinite_) std::copy(matrix_, matrix_ + n_ * n_, kept());
        const Real<Scalar> norm = one_norm_of_triangle(matrix_, n_, lower_, magnitudes());
        if (lapack::potrf(lower_ ? 'L' : 'U', n_, matrix_) != 0) {
            if (!may_be_indefinite_) return false;
            std::copy(kept(), kept() + n_ * n_, matrix_);
            structure_ = Structure::hermitian;
            return take_symmetric(true);
        }
        if (options_.wants_condition) {
            rcond_ = lapack::pocon(lower_ ? 'L' : 'U', n_, matrix_, norm, space());
        }
        return true;
    }

    bool take_symmetric(bool hermitian) {
        is_hermitian_ = hermitian;
        const char triangle = lower_ ? 'L' : 'U';
        const Real<Scalar> norm = one_norm_of_triangle(matrix_, n_, lower_, magnitudes());
        Scalar* numbers = work();
        if (lapack::sytrf(hermitian, triangle, n_, matrix_, pivots_, numbers, work_size_) != 0) {
            return false;
        }
        if (options_.wants_condition) {
            rcond_ = lapack::sycon(hermitian, triangle, n_, matrix_, pivots_, norm, space());
        }
        return true;
    }

    bool invert_symmetric(char triangle) {
        if (lapack::sytri(is_hermitian_, triangle, n_, matrix_, pivots_, work()) != 0) return false;
        if (is_hermitian_) {
            mirror_triangle(matrix_, n_, lower_, conjugate<Scalar>);
        } else {
            mirror_triangle(matrix_, n_, lower_, [](Scalar number) { return number; });
        }
        return true;
    }

    bool take_three_diagonals() {
        if (below_ == nullptr) {
            below_ = scratch_.take<Scalar>(n_);
            middle_ = scratch_.take<Scalar>(n_);
            above_ = scratch_.take<Scalar>(n_);
            second_ = scratch_.take<Scalar>(n_);
        }
        Real<Scalar> norm = 0;
        for (Int j = 0; j < n_; ++j) {
            middle_[j] = matrix_[j * (n_ + 1)];
            if (j + 1 < n_) below_[j] = matrix_[j * (n_ + 1) + 1];
            if (j > 0) above_[j - 1] = matrix_[j * (n_ + 1) - 1];
            const Real<Scalar> sum = std::abs(middle_[j]) +
                                     (j > 0 ? std::abs(above_[j - 1]) : 0) +
                                     (j + 1 < n_ ? std::abs(below_[j]) : 0);
            if (!(sum <= norm)) norm = sum;
        }
        if (lapack::gttrf(n_, below_, middle_, above_, second_, pivots_) != 0) return false;
        if (options_.wants_condition) {
            rcond_ = lapack::gtcon(n_, below_, middle_, above_, second_, pivots_, norm, space());
        }
        return true;
    }

    // The diagonals that hold something, as lapack_systems.h says.
    bool take_bands() {
        const Bandwidth<Scalar> band(matrix_, n_);
        below_count_ = band.lower;
        above_count_ = band.upper;
        const Int rows = 2 * band.lower + band.upper + 1;
        if (rows * n_ > bands_size_) bands_ = scratch_.take<Scalar>(bands_size_ = rows * n_);
        std::fill(bands_, bands_ + rows * n_, Scalar(0));
        for (Int j = 0; j < n_; ++j) {
            const Int first = std::max<Int>(j - band.upper, 0);
            const Int last = std::min(j + band.lower + 1, n_);
            std::copy(matrix_ + j * n_ + first, matrix_ + j * n_ + last,
                      bands_ + j * rows + band.lower + band.upper + first - j);
        }
        const Real<Scalar> norm = one_norm(matrix_, n_, n_);
        if (lapack::gbtrf(n_, band.lower, band.upper, bands_, pivots_) != 0) return false;
        if (options_.wants_condition) {
            rcond_ = lapack::gbcon(n_, band.lower, band.upper, bands_, pivots_, norm, space());
        }
        return true;
    }

    // Blocks of 64 columns are what LAPACK asks for.
    Scalar* work() {
        if (work_ == nullptr) work_ = scratch_.take<Scalar>(work_size_ = 64 * n_);
        return work_;
    }
    Scalar* kept() {
        if (kept_ == nullptr) kept_ = scratch_.take<Scalar>(n_ * n_);
        return kept_;
    }
    Real<Scalar>* magnitudes() { return magnitudes_; }
    lapack::ConditionSpace<Scalar> space() { return {numbers_, magnitudes_, integers_}; }

    Int n_;
    For use_;
    char transposition_;
    SystemOptions options_;
    Structure structure_ = Structure::unknown;
    bool lower_ = false, is_hermitian_ = false, may_be_indefinite_ = false;
    double rcond_ = 0;
    Int work_size_ = 0;
    Scratch scratch_;
    Scalar* matrix_ = scratch_.take<Scalar>(n_ * n_);
    Int* pivots_ = scratch_.take<Int>(n_);
    Scalar* numbers_ = scratch_.take<Scalar>(4 * n_);
    Real<Scalar>* magnitudes_ = scratch_.take<Real<Scalar>>(3 * n_);
    Int* integers_ = scratch_.take<Int>(n_);
    Scalar *work_ = nullptr, *kept_ = nullptr;
    Scalar* bands_ = nullptr;
    Int bands_size_ = 0, below_count_ = 0, above_count_ = 0;
    Scalar *below_ = nullptr, *middle_ = nullptr, *above_ = nullptr, *second_ = nullptr;
};

template <class Scalar> struct SystemSolver {
    const Stack& x;
    const Stack* rcond;  // null: not wanted
    const Stack &a, &b;
    SystemOptions options;
    StructuredFactors<Scalar> factors{a.rows, options, StructuredFactors<Scalar>::For::systems};
    Scratch scratch{};
    Scalar* right = scratch.take<Scalar>(b.rows * b.columns);

    Status operator()(Int index) {
        a.load(index, factors.matrix());
        b.load(index, right);
        if (!factors.factorise() || !factors.solve(right, b.columns)) return status_failed;
        x.store(index, right);
        const double found = factors.rcond();
        if (rcond != nullptr) rcond->store(index, &found);
        return status_ok;
    }
};

template <class Scalar> struct StructuredInverter {
    const Stack& inverse;
    const Stack* rcond;  // null: not wanted
    const Stack& a;
    SystemOptions options;
    StructuredFactors<Scalar> factors{a.rows, options, StructuredFactors<Scalar>::For::inverses};

    Status operator()(Int index) {
        a.load(index, factors.matrix());
        if (!factors.factorise() || !factors.invert()) return status_failed;
        inverse.store(index, factors.matrix());
        const double found = factors.rcond();
        if (rcond != nullptr) rcond->store(index, &found);
        return status_ok;
    }
};

}  // namespace numen::linalg
