// The matrix exponential by scaling and squaring.
//
// A. H. Al-Mohy, N. J. Higham, "A new scaling and squaring algorithm for the matrix exponential",
// SIAM J. Matrix Anal. Appl. 31 (2009), algorithm 6.1 and code fragment 2.1. For float the limits
// are those of N. J. Higham, "The scaling and squaring method for the matrix exponential
// revisited", SIAM J. Matrix Anal. Appl. 26 (2005).
// d_k: the k-th root of the 1-norm of a^k. It bounds the spectral radius and does not grow, as the
// norm does, with how far a matrix is from normal. r_m: the [m/m] Pade approximant of e^x.
#include <limits>
#include <utility>

#include "linalg/dense_product.h"
#include "linalg/matrix_functions.h"
#include "linalg/norm_estimate.h"
#include "linalg/pade.h"

namespace numen::linalg {
namespace {

// (e^b - e^a) / (b - a) without cancellation.
template <class Scalar> Scalar divided_difference(Scalar a, Scalar b) {
    const Scalar half = (b - a) / Scalar(2);
    if (std::abs(half) > 8) return (std::exp(b) - std::exp(a)) / (b - a);
    const Scalar quotient = half == Scalar(0) ? Scalar(1) : std::sinh(half) / half;
    return std::exp((a + b) / Scalar(2)) * quotient;
}

template <class Scalar> struct Exponential {
    using Magnitude = lapack::Real<Scalar>;
    const Stack& a;
    const Stack& out;
    Int n = a.rows, size = n * n;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(size);
    Scalar* second = scratch.take<Scalar>(size);  // the powers
    Scalar* fourth = scratch.take<Scalar>(size);
    Scalar* sixth = scratch.take<Scalar>(size);
    Scalar* odd = scratch.take<Scalar>(size);
    Scalar* even = scratch.take<Scalar>(size);
    Scalar* inner = scratch.take<Scalar>(size);
    Scalar* diagonal = scratch.take<Scalar>(2 * n);
    Scalar* beside = diagonal + n;  // the elements above the diagonal
    Int* pivots = scratch.take<Int>(n);
    NormEstimate<Scalar> norms{n, scratch};
    bool has_fourth = false, has_sixth = false;

    Status operator()(Int index) {
        a.load(index, matrix);
        const bool reaches_down = reaches(true, false), reaches_up = reaches(false, true);
        // A lower triangle is replaced by its transpose, an upper one.
        const bool is_turned = reaches_down && !reaches_up;
        if (is_turned) transpose(matrix);
        const bool is_triangle = !reaches_down || !reaches_up;
        const bool is_finite = are_finite(matrix, size);
        if (!reaches_down && !reaches_up) {
            fill_diagonal();
        } else if (is_finite) {
            exponential(is_triangle);
        } else {
            std::fill_n(odd, size, Scalar(std::numeric_limits<Magnitude>::quiet_NaN()));
        }
        if (is_triangle) clear_below();
        if (is_turned) transpose(odd);
        out.store(index, odd);
        return is_finite && !are_finite(odd, size) ? status_overflow : status_ok;
    }

    // Whether an element below the diagonal, or above it, is not zero.
    bool reaches(bool below, bool above) const {
        for (Int j = 0; j < n; ++j) {
            const Scalar* column = matrix + j * n;
            const auto is_there = [](Scalar x) { return x != Scalar(0); };
            if (below && std::any_of(column + j + 1, column + n, is_there)) return true;
            if (above && std::any_of(column, column + j, is_there)) return true;
        }
        return false;
    }
    void transpose(Scalar* x) const {
        for (Int j = 0; j < n; ++j) {
            for (Int i = 0; i < j; ++i) std::swap(x[j * n + i], x[i * n + j]);
        }
    }
    void clear_below() {
        for (Int j = 0; j < n; ++j) std::fill(odd + j * n + j + 1, odd + (j + 1) * n, Scalar(0));
    }
    void fill_diagonal() {
        std::fill_n(odd, size, Scalar(0));
        for (Int i = 0; i < n; ++i) odd[i * (n + 1)] = std::exp(matrix[i * (n + 1)]);
    }

    // Leaves the result in `odd`.
    void exponential(bool is_triangle) {
        if (is_triangle) {
            for (Int i = 0; i < n; ++i) diagonal[i] = matrix[i * (n + 1)];
            for (Int i = 1; i < n; ++i) beside[i] = matrix[i * (n + 1) - 1];
        }
        // Powers of a large matrix overflow: it is made smaller at once.
        constexpr int most = lapack::is_single<Scalar> ? 14 : 60;
        const Magnitude norm = norms.exact(matrix);
        int halvings = norm > 1 ? std::max(std::ilogb(norm) - most, 0) : 0;
        scale(matrix, -halvings);
        has_fourth = has_sixth = false;
        multiply(n, matrix, matrix, second);
        halvings += lapack::is_single<Scalar> ? choose_in_single() : choose_in_double();
        solve();
        if (is_triangle) refine(-halvings);
        for (int left = halvings - 1; left >= 0; --left) {
            multiply(n, odd, odd, even);
            std::swap(odd, even);
            if (is_triangle) refine(-left);
        }
    }

    // Each evaluates an approximant and returns how often the matrix was halved for it.
    int choose_in_double() {
        double d6 = root(norms.product({second, second, second}), 6);
        if (suits(in_double[0], std::max(root(norms.product({second, second}), 4), d6))) return 0;
        const double d4 = root(norms.exact(fourth_power()), 4);
        if (suits(in_double[1], std::max(d4, d6))) return 0;
        d6 = root(norms.exact(sixth_power()), 6);
        const double d8 = root(norms.product({fourth, fourth}), 8), bound = std::max(d6, d8);
        if (suits(in_double[2], bound) || suits(in_double[3], bound)) return 0;
        const double d10 = root(norms.product({fourth, sixth}), 10);
        return scale_for(in_double[4], std::min(bound, std::max(d8, d10)));
    }
    int choose_in_single() {
        double d6 = root(norms.product({second, second, second}), 6);
        if (suits(in_single[0], std::max(root(norms.product({second, second}), 4), d6))) return 0;
        const double d4 = root(norms.exact(fourth_power()), 4);
        if (suits(in_single[1], std::max(d4, d6))) return 0;
        d6 = root(norms.exact(sixth_power()), 6);
        return scale_for(in_single[2], std::max(d6, root(norms.product({fourth, fourth}), 8)));
    }
    static double root(Magnitude norm, int degree) {
        return std::pow(static_cast<double>(norm), 1.0 / degree);
    }
    // Takes the approximant if it needs no halving.
    bool suits(const PadeApproximant& approximant, double bound) {
        if (!(bound <= approximant.limit) || more_halvings(approximant, 0) > 0) return false;
        evaluate(approximant);
        return true;
    }
    int scale_for(const PadeApproximant& approximant, double bound) {
        const double ratio = std::log2(bound / approximant.limit);
        int halvings = ratio > 0 ? static_cast<int>(std::ceil(ratio)) : 0;
        halvings += more_halvings(approximant, halvings);
        scale(matrix, -halvings);
        scale(second, -2 * halvings);
        scale(fourth, -4 * halvings);
        scale(sixth, -6 * halvings);
        evaluate(approximant);
        return halvings;
    }
    // For the rounding errors of the evaluation, which go with the matrix of magnitudes.
    int more_halvings(const PadeApproximant& approximant, int halvings) {
        const int power = 2 * approximant.degree;
        constexpr double roundoff = lapack::is_single<Scalar> ? -24 : -53;
        const double norm = std::log2(static_cast<double>(norms.exact(matrix)));
        const auto surplus = [&](double log2_of_power) {
            return (approximant.log2_leading + log2_of_power - roundoff) / power - halvings;
        };
        if (!(surplus(power * norm) > 0)) return 0;
        const double more = surplus(norms.log2_of_magnitudes(matrix, power + 1) - norm);
        return more > 0 ? static_cast<int>(std::ceil(more)) : 0;
    }

    Scalar* fourth_power() {
        if (!std::exchange(has_fourth, true)) multiply(n, second, second, fourth);
        return fourth;
    }
    Scalar* sixth_power() {
        if (!std::exchange(has_sixth, true)) multiply(n, second, fourth_power(), sixth);
        return sixth;
    }

    // The parts of the numerator with odd and with even powers.
    void evaluate(const PadeApproximant& approximant) {
        const double* b = approximant.coefficients;
        const int m = approximant.degree;
        if (m >= 5) fourth_power();
        if (m >= 7) sixth_power();
        if (m < 13) {
            if (m == 9) multiply(n, fourth, fourth, odd);
            add_powers(inner, false, {b[1], b[3], m < 5 ? 0 : b[5], m < 7 ? 0 : b[7]});
            add_powers(even, false, {b[0], b[2], m < 5 ? 0 : b[4], m < 7 ? 0 : b[6]});
            if (m == 9) {
                for (Int i = 0; i < size; ++i) inner[i] += odd[i];  // of coefficient 1
                for (Int i = 0; i < size; ++i) even[i] += number(b[8]) * odd[i];
            }
        } else {
            add_powers(inner, false, {0, b[9], b[11], b[13]});
            multiply(n, sixth, inner, odd);
            add_powers(odd, true, {b[1], b[3], b[5], b[7]});
            std::swap(inner, odd);
            add_powers(odd, false, {0, b[8], b[10], b[12]});
            multiply(n, sixth, odd, even);
            add_powers(even, true, {b[0], b[2], b[4], b[6]});
        }
        multiply(n, matrix, inner, odd);
    }
    static Scalar number(double x) { return Scalar(static_cast<Magnitude>(x)); }
    // to = c0 + c1 a^2 + c2 a^4 + c3 a^6, added to what is there if `is_added`.
    void add_powers(Scalar* to, bool is_added, const double (&c)[4]) {
        const auto c1 = static_cast<Magnitude>(c[1]), c2 = static_cast<Magnitude>(c[2]),
                   c3 = static_cast<Magnitude>(c[3]);
        const auto put = [&](const auto& sum) {
            for (Int i = 0; i < size; ++i) to[i] = is_added ? to[i] + sum(i) : sum(i);
        };
        const auto two = [&](Int i) { return c1 * second[i] + c2 * fourth[i]; };
        // Higher powers may not have been computed.
        if (c[2] == 0) {
            put([&](Int i) { return c1 * second[i]; });
        } else if (c[3] == 0) {
            put(two);
        } else {
            put([&](Int i) { return two(i) + c3 * sixth[i]; });
        }
        for (Int i = 0; i < n; ++i) to[i * (n + 1)] += number(c[0]);
    }
    // (even - odd) x = even + odd; x replaces `odd`.
    void solve() {
        for (Int i = 0; i < size; ++i) {
            const Scalar sum = even[i] + odd[i];
            even[i] -= odd[i];
            odd[i] = sum;
        }
        lapack::gesv(n, n, even, pivots, odd);
    }
    // The diagonal of e^(2^e a) of a triangle a, and the elements above it, are known by formula.
    void refine(int exponent) {
        const Magnitude factor = std::ldexp(Magnitude(1), exponent);
        for (Int i = 0; i < n; ++i) odd[i * (n + 1)] = std::exp(factor * diagonal[i]);
        for (Int i = 1; i < n; ++i) {
            odd[i * (n + 1) - 1] = factor * beside[i] * divided_difference(factor * diagonal[i - 1],
                                                                          factor * diagonal[i]);
        }
    }
    void scale(Scalar* x, int exponent) const {
        if (exponent == 0) return;
        const Magnitude factor = std::ldexp(Magnitude(1), exponent);
        for (Int i = 0; i < size; ++i) x[i] *= factor;
    }
};

}  // namespace

Status expm(const StridedView& exponential, const StridedView& a, Precision precision) {
    Stack in = matrices(a), out = matrices(exponential);
    if (in.rows == 0) return status_ok;
    // That of the transposed matrix is the transposed one: what lies in rows need not be turned.
    if (std::abs(in.column_step) < std::abs(in.row_step)) {
        in = turned(in);
        out = turned(out);
    }
    return in_type(exponential.dtype, precision, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(in.count(), 12 * cube(in.rows),
                               [&] { return Exponential<Scalar>{in, out}; });
    });
}

}  // namespace numen::linalg
