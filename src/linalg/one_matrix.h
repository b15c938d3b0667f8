// One small matrix by plain loops in the caller's memory: what the kernels of lanes leave open.
//
// Rows of doubles, or of complex ones, lie one behind another. Nothing allocates. Golub and Van
// Loan, Matrix Computations: algorithms 3.4.1 (outer product Gaussian elimination with partial
// pivoting) and 4.2.2 (Cholesky).
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>

namespace numen::linalg::one {

inline double conjugate(double value) { return value; }
inline std::complex<double> conjugate(std::complex<double> value) { return std::conj(value); }

// Brings a (n, n) to upper triangular form and takes the right-hand sides (n, k) along; false where
// a pivot is zero. `is_odd` changes with every exchange of rows.
template <class Scalar>
bool eliminate(Scalar* a, Scalar* right, std::int64_t n, std::int64_t k, bool& is_odd) {
    for (std::int64_t c = 0; c < n; ++c) {
        std::int64_t pivot = c;
        for (std::int64_t i = c + 1; i < n; ++i) {
            if (std::abs(a[i * n + c]) > std::abs(a[pivot * n + c])) pivot = i;
        }
        if (a[pivot * n + c] == 0.0) return false;
        if (pivot != c) {
            std::swap_ranges(a + c * n, a + c * n + n, a + pivot * n);
            std::swap_ranges(right + c * k, right + c * k + k, right + pivot * k);
            is_odd = !is_odd;
        }
        for (std::int64_t i = c + 1; i < n; ++i) {
            const Scalar factor = a[i * n + c] / a[c * n + c];
            for (std::int64_t j = c + 1; j < n; ++j) a[i * n + j] -= factor * a[c * n + j];
            for (std::int64_t j = 0; j < k; ++j) right[i * k + j] -= factor * right[c * k + j];
        }
    }
    return true;
}

// Solves with the upper triangle of a; false where its diagonal has a zero.
template <class Scalar>
bool substitute(const Scalar* a, Scalar* right, std::int64_t n, std::int64_t k) {
    for (std::int64_t i = n - 1; i >= 0; --i) {
        if (a[i * n + i] == 0.0) return false;
        for (std::int64_t j = 0; j < k; ++j) {
            Scalar sum = right[i * k + j];
            for (std::int64_t c = i + 1; c < n; ++c) sum -= a[i * n + c] * right[c * k + j];
            right[i * k + j] = sum / a[i * n + i];
        }
    }
    return true;
}

// The same with the lower triangle.
template <class Scalar>
bool substitute_forward(const Scalar* a, Scalar* right, std::int64_t n, std::int64_t k) {
    for (std::int64_t i = 0; i < n; ++i) {
        if (a[i * n + i] == 0.0) return false;
        for (std::int64_t j = 0; j < k; ++j) {
            Scalar sum = right[i * k + j];
            for (std::int64_t c = 0; c < i; ++c) sum -= a[i * n + c] * right[c * k + j];
            right[i * k + j] = sum / a[i * n + i];
        }
    }
    return true;
}

// det = sign exp(logarithm), of a singular matrix 0 and -infinity.
template <class Scalar> struct SignAndLogarithm {
    Scalar sign = 0;
    double logarithm = -HUGE_VAL;
};
template <class Scalar> SignAndLogarithm<Scalar> log_determinant(Scalar* a, std::int64_t n) {
    bool is_odd = false;
    if (!eliminate(a, static_cast<Scalar*>(nullptr), n, 0, is_odd)) return {};
    SignAndLogarithm<Scalar> found{is_odd ? -1.0 : 1.0, 0};
    for (std::int64_t i = 0; i < n; ++i) {
        const double size = std::abs(a[i * (n + 1)]);
        found.sign *= a[i * (n + 1)] / size;
        found.logarithm += std::log(size);
    }
    return found;
}

// The determinant, whose factors may overflow before their product is done: exponents are added
// apart.
template <class Scalar> Scalar determinant(Scalar* a, std::int64_t n) {
    bool is_odd = false;
    if (!eliminate(a, static_cast<Scalar*>(nullptr), n, 0, is_odd)) return 0;
    Scalar product = is_odd ? -1.0 : 1.0;
    std::int64_t exponent = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        product *= a[i * (n + 1)];
        const double size = std::abs(product);
        if (!std::isfinite(size) || size == 0) continue;
        int shift = 0;
        std::frexp(size, &shift);
        product *= std::ldexp(1.0, -shift / 2);
        product *= std::ldexp(1.0, -(shift - shift / 2));
        exponent += shift;
    }
    const int shift = static_cast<int>(std::clamp<std::int64_t>(exponent, -3000, 3000));
    return product * std::ldexp(1.0, shift / 3) * std::ldexp(1.0, shift / 3) *
           std::ldexp(1.0, shift - 2 * (shift / 3));
}

// The lower triangle of a (n, n) becomes its Cholesky factor, the upper one zeros; false where a
// pivot is not positive.
template <class Scalar> bool cholesky(Scalar* a, std::int64_t n) {
    for (std::int64_t j = 0; j < n; ++j) {
        for (std::int64_t i = j; i < n; ++i) {
            Scalar sum = a[i * n + j];
            for (std::int64_t c = 0; c < j; ++c) sum -= a[i * n + c] * conjugate(a[j * n + c]);
            if (i == j && !(std::real(sum) > 0)) return false;
            a[i * n + j] = i == j ? Scalar(std::sqrt(std::real(sum))) : sum / a[j * n + j];
        }
        std::fill(a + j * n + j + 1, a + j * n + n, Scalar(0));
    }
    return true;
}

}  // namespace numen::linalg::one
