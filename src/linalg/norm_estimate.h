// 1-norms of dense matrices of order n with columns in a row, and estimates of those of products.
//
// N. J. Higham, "FORTRAN codes for estimating the one-norm of a real or complex matrix, with
// applications to condition estimation" (1988): a lower bound, nearly always within a factor of
// three, by a few products with vectors.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "linalg/stack.h"

namespace numen::linalg {

template <class Scalar> class NormEstimate {
  public:
    using Magnitude = lapack::Real<Scalar>;

    NormEstimate(Int n, Scratch& scratch)
        : n_(n), in_(scratch.take<Scalar>(n)), out_(scratch.take<Scalar>(n)),
          signs_(scratch.take<Scalar>(n)), magnitudes_(scratch.take<double>(n * n)),
          sums_(scratch.take<double>(2 * n)) {}

    Magnitude exact(const Scalar* a) const {
        Magnitude most = 0;
        for (Int j = 0; j < n_; ++j) most = std::max(most, length(a + j * n_));
        return most;
    }

    // Of the product of the factors.
    Magnitude product(std::initializer_list<const Scalar*> factors) {
        std::fill_n(in_, n_, Scalar(1) / Scalar(static_cast<Magnitude>(n_)));
        apply(factors);
        Magnitude found = length(out_);
        if (n_ == 1) return found;
        for (int step = 0; step < 4; ++step) {
            if (take_signs() && step > 0) break;
            std::copy_n(signs_, n_, in_);
            apply_adjoint(factors);
            std::fill_n(in_, n_, Scalar(0));
            in_[largest(out_)] = Scalar(1);
            apply(factors);
            const Magnitude now = length(out_);
            if (!(now > found)) break;
            found = now;
        }
        return std::max(found, alternating(factors));
    }

    // log2 of the 1-norm of the p-th power of the matrix of magnitudes, which may be beyond any
    // number. The quotients of one step's sums bound those of all later ones (Collatz, Wielandt):
    // where they have become equal, what is left is known.
    double log2_of_magnitudes(const Scalar* a, int p) {
        std::transform(a, a + n_ * n_, magnitudes_, [](Scalar x) { return std::abs(x); });
        double *sums = sums_, *next = sums_ + n_, logarithm = 0;
        std::fill_n(sums, n_, 1.0);
        for (int step = 0; step < p; ++step) {
            apply_adjoint(static_cast<const double*>(magnitudes_), sums, next);
            const double most = *std::max_element(next, next + n_);
            if (most == 0) return -INFINITY;
            logarithm += std::log2(most);
            const auto [least_growth, most_growth] = growth(sums, next);
            if (most_growth <= least_growth * (1 + same_growth)) {
                return logarithm + (p - 1 - step) * std::log2(most_growth);
            }
            for (Int j = 0; j < n_; ++j) next[j] /= most;
            std::swap(sums, next);
        }
        return logarithm;
    }

  private:
    static constexpr double same_growth = 1e-6;
    // Below, a call of the library costs more than it brings.
    static constexpr Int least_library_order = 48;
    // The least and the largest quotient of new sums and old ones.
    std::pair<double, double> growth(const double* sums, const double* next) const {
        double least = INFINITY, most = 0;
        for (Int j = 0; j < n_; ++j) {
            const double quotient = sums[j] > 0 ? next[j] / sums[j] : INFINITY;
            least = std::min(least, quotient);
            most = std::max(most, quotient);
        }
        return {least, most};
    }
    // Of n terms, eight sums at a time: one would wait for itself.
    template <class Sum, class Term> Sum sum_of(Term&& term) const {
        Sum sums[8] = {};
        Int i = 0;
        for (; i + 8 <= n_; i += 8) {
            for (Int k = 0; k < 8; ++k) sums[k] += term(i + k);
        }
        for (; i < n_; ++i) sums[0] += term(i);
        return ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
               ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    }
    Magnitude length(const Scalar* vector) const {
        return sum_of<Magnitude>([&](Int i) { return std::abs(vector[i]); });
    }
    Int largest(const Scalar* vector) const {
        return std::max_element(vector, vector + n_, [](Scalar x, Scalar y) {
                   return std::abs(x) < std::abs(y);
               }) - vector;
    }
    // The signs of `out_`; whether they are the ones of before.
    bool take_signs() {
        bool are_same = true;
        for (Int i = 0; i < n_; ++i) {
            const Magnitude size = std::abs(out_[i]);
            const Scalar sign = size == 0 ? Scalar(1) : out_[i] / size;
            are_same = are_same && sign == signs_[i];
            signs_[i] = sign;
        }
        return are_same;
    }
    // The vectors that deceive the steps are rarely this one.
    Magnitude alternating(std::initializer_list<const Scalar*> factors) {
        for (Int i = 0; i < n_; ++i) {
            const double size = 1 + static_cast<double>(i) / static_cast<double>(n_ - 1);
            in_[i] = Scalar(static_cast<Magnitude>(i % 2 == 0 ? size : -size));
        }
        apply(factors);
        return 2 * length(out_) / static_cast<Magnitude>(3 * n_);
    }
    // out = f1 f2 ... in, the last factor first; `in_` is lost.
    void apply(std::initializer_list<const Scalar*> factors) {
        for (auto factor = factors.end(); factor != factors.begin();) {
            if (factor-- != factors.end()) std::swap(in_, out_);
            if (std::count(in_, in_ + n_, Scalar(0)) < n_ - 1 && n_ >= least_library_order) {
                lapack::gemv('N', n_, *factor, in_, out_);
                continue;
            }
            std::fill_n(out_, n_, Scalar(0));
            for (Int j = 0; j < n_; ++j) {
                const Scalar* column = *factor + j * n_;
                const Scalar x = in_[j];
                if (x == Scalar(0)) continue;
                for (Int i = 0; i < n_; ++i) out_[i] += plain_product(column[i], x);
            }
        }
    }
    void apply_adjoint(std::initializer_list<const Scalar*> factors) {
        for (auto factor = factors.begin(); factor != factors.end(); ++factor) {
            if (factor != factors.begin()) std::swap(in_, out_);
            apply_adjoint(*factor, in_, out_);
        }
    }
    template <class Number>
    void apply_adjoint(const Number* a, const Number* x, Number* product) const {
        if (n_ >= least_library_order) return lapack::gemv('C', n_, a, x, product);
        for (Int j = 0; j < n_; ++j) {
            product[j] = sum_of<Number>(
                [&](Int i) { return plain_product(conjugate(a[j * n_ + i]), x[i]); });
        }
    }
    // Without the care for infinities that the language's product of complex numbers takes.
    template <class Number> static Number plain_product(Number x, Number y) {
        if constexpr (lapack::is_complex<Number>) {
            return {x.real() * y.real() - x.imag() * y.imag(),
                    x.real() * y.imag() + x.imag() * y.real()};
        } else {
            return x * y;
        }
    }
    template <class Number> static Number conjugate(Number x) {
        if constexpr (lapack::is_complex<Number>) return std::conj(x);
        else return x;
    }

    Int n_;
    Scalar *in_, *out_, *signs_;
    double *magnitudes_, *sums_;
};

}  // namespace numen::linalg
