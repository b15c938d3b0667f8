// The principal logarithm of an upper triangle by inverse scaling and squaring.
//
// A. H. Al-Mohy, N. J. Higham, "Improved inverse scaling and squaring algorithms for the matrix
// logarithm", SIAM J. Sci. Comput. 34 (2012), algorithms 4.1 and 5.1; the elements beside the
// diagonal by N. J. Higham, L. Lin, "A Schur-Pade algorithm for fractional powers of a matrix"
// (2011), equation 5.6. t^(1/2^s) = 1 + r; d_k: the k-th root of the 1-norm of r^k.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "linalg/norm_estimate.h"
#include "linalg/triangle_root.h"

namespace numen::linalg {

// Nodes and weights of Gauss' quadrature on [0, 1], of up to seven points.
struct Quadrature {
    double nodes[7], weights[7];
};
const Quadrature& quadrature(int points);

// Scalar is double, where all eigenvalues are positive, or complex double.
template <class Scalar> class TriangleLogarithm {
  public:
    TriangleLogarithm(Int n, Scratch& scratch)
        : n_(n), original_(scratch.take<Scalar>(n * n)), rest_(scratch.take<Scalar>(n * n)),
          shifted_(scratch.take<Scalar>(n * n)), solved_(scratch.take<Scalar>(n * n)),
          roots_(scratch.take<Scalar>(n)), norms_(n, scratch) {}

    // t becomes its logarithm. False where the roots do not come close to 1.
    bool take(Scalar* t) {
        std::copy_n(t, n_ * n_, original_);
        t_ = t;
        count_ = 0;
        const int least = roots_of_diagonal();
        if (least > most_roots) return false;
        while (count_ < least) take_root();
        subtract_one();
        const int degree = choose(least);
        if (degree == 0) return false;
        has_branch_ = true;
        for (Int i = 0; i < n_; ++i) {
            const Scalar value = original_[i * (n_ + 1)];
            has_branch_ &= std::imag(value) != 0 || std::real(value) > 0;
        }
        restore_digits();
        integrate(degree);
        return true;
    }

  private:
    static constexpr double limits[8] = {0,       1.59e-5, 2.31e-3, 1.94e-2,
                                         6.21e-2, 1.28e-1, 2.06e-1, 2.88e-1};
    static constexpr int most_roots = 100;

    // How many roots bring the diagonal close enough to 1.
    int roots_of_diagonal() {
        for (Int i = 0; i < n_; ++i) roots_[i] = original_[i * (n_ + 1)];
        for (int count = 0; count <= most_roots; ++count) {
            const auto is_far = [](Scalar x) { return !(std::abs(x - Scalar(1)) <= limits[7]); };
            if (std::none_of(roots_, roots_ + n_, is_far)) return count;
            std::transform(roots_, roots_ + n_, roots_, [](Scalar x) { return std::sqrt(x); });
        }
        return most_roots + 1;
    }
    void take_root() {
        TriangleRoot<Scalar>().take(n_, t_, n_);
        ++count_;
    }
    void subtract_one() {
        std::copy_n(t_, n_ * n_, rest_);
        for (Int i = 0; i < n_; ++i) rest_[i * (n_ + 1)] -= Scalar(1);
    }
    double d(int k) {
        const Scalar* r = rest_;
        const double norm = k == 2   ? norms_.product({r, r})
                            : k == 3 ? norms_.product({r, r, r})
                            : k == 4 ? norms_.product({r, r, r, r})
                                     : norms_.product({r, r, r, r, r});
        return std::pow(norm, 1.0 / k);
    }

    // The degree of the approximant, after as many more roots as pay; 0 if there is none.
    int choose(int least) {
        double d3 = d(3);
        const double first = std::max(d(2), d3);
        for (const int m : {1, 2}) {
            if (first <= limits[m]) return m;
        }
        for (int extra = 0; count_ <= most_roots;) {
            if (count_ != least) d3 = d(3);
            const double d4 = d(4), bound = std::max(d3, d4);
            if (bound <= limits[7]) {
                const int m = least_degree(bound, 3);
                if (m <= 6) return m;
                if (bound / 2 <= limits[5] && extra < 2) {
                    ++extra;
                    take_root();
                    subtract_one();
                    continue;
                }
            }
            const double better = std::min(bound, std::max(d4, d(5)));
            if (better <= limits[7]) return least_degree(better, 6);
            take_root();
            subtract_one();
        }
        return 0;
    }
    static int least_degree(double bound, int from) {
        while (bound > limits[from]) ++from;
        return from;
    }

    // r's diagonal and the elements above it lose digits in the roots: by formula.
    void restore_digits() {
        if (count_ == 0) return;
        const double power = std::ldexp(1.0, -count_);
        for (Int i = 0; i < n_; ++i) rest_[i * (n_ + 1)] = root_less_one(original_[i * (n_ + 1)]);
        for (Int i = 1; i < n_ && has_branch_; ++i) {
            const Scalar* above = original_ + i * (n_ + 1) - 1;
            rest_[i * (n_ + 1) - 1] =
                *above * difference_of_powers(above[-n_], above[1], power);
        }
    }
    // x^(1/2^count) - 1, by x - 1 = (x^(1/2) - 1)(x^(1/2) + 1).
    Scalar root_less_one(Scalar x) const {
        int left = count_;
        if (std::abs(std::arg(x)) >= std::numbers::pi / 2) {
            x = std::sqrt(x);
            --left;
        }
        const Scalar numerator = x - Scalar(1);
        Scalar product(1);
        for (; left > 0; --left) {
            x = std::sqrt(x);
            product *= Scalar(1) + x;
        }
        return numerator / product;
    }

    // The sum of w (1 + x r)^-1 r over the nodes, times 2^count.
    void integrate(int degree) {
        const Quadrature& rule = quadrature(degree);
        std::fill_n(t_, n_ * n_, Scalar(0));
        for (int point = 0; point < degree; ++point) {
            for (Int i = 0; i < n_ * n_; ++i) shifted_[i] = Scalar(rule.nodes[point]) * rest_[i];
            for (Int i = 0; i < n_; ++i) shifted_[i * (n_ + 1)] += Scalar(1);
            std::copy_n(rest_, n_ * n_, solved_);
            lapack::trtrs(n_, n_, shifted_, solved_);
            const Scalar weight(std::ldexp(rule.weights[point], count_));
            for (Int i = 0; i < n_ * n_; ++i) t_[i] += weight * solved_[i];
        }
        for (Int i = 0; i < n_; ++i) t_[i * (n_ + 1)] = std::log(original_[i * (n_ + 1)]);
        for (Int i = 1; i < n_ && has_branch_; ++i) {
            const Scalar* above = original_ + i * (n_ + 1) - 1;
            t_[i * (n_ + 1) - 1] = *above * difference_of_logarithms(above[-n_], above[1]);
        }
    }

    // (b^p - a^p) / (b - a) and (log b - log a) / (b - a) without cancellation.
    static Scalar difference_of_powers(Scalar a, Scalar b, double p) {
        if (a == b) return Scalar(p) * std::pow(a, Scalar(p - 1));
        if (are_apart(a, b)) return (std::pow(b, Scalar(p)) - std::pow(a, Scalar(p))) / (b - a);
        const Scalar middle = std::exp(Scalar(p / 2) * (std::log(a) + std::log(b)));
        return middle * Scalar(2) * std::sinh(Scalar(p) * half_difference(a, b)) / (b - a);
    }
    static Scalar difference_of_logarithms(Scalar a, Scalar b) {
        if (a == b) return Scalar(1) / a;
        if (are_apart(a, b)) return (std::log(b) - std::log(a)) / (b - a);
        return Scalar(2) * half_difference(a, b) / (b - a);
    }
    static bool are_apart(Scalar a, Scalar b) { return std::abs(b - a) > std::abs(a + b) / 2; }
    // (log b - log a) / 2 for near a and b, which may lie on two sides of the branch cut.
    static Scalar half_difference(Scalar a, Scalar b) {
        const Scalar near = std::atanh((b - a) / (b + a));
        if constexpr (lapack::is_complex<Scalar>) {
            constexpr double pi = std::numbers::pi;
            const double turns =
                std::ceil((std::imag(std::log(b)) - std::imag(std::log(a)) - pi) / (2 * pi));
            return near + Scalar(0, pi * turns);
        } else {
            return near;
        }
    }

    Int n_;
    Scalar *original_, *rest_, *shifted_, *solved_, *roots_;
    NormEstimate<Scalar> norms_;
    Scalar* t_ = nullptr;
    int count_ = 0;  // of the roots taken
    bool has_branch_ = false;  // no eigenvalue lies on the cut
};

}  // namespace numen::linalg
