// One small matrix by plain loops in the caller's memory: what the kernels of lanes leave open.
//
// Rows of doubles lie one behind another. Nothing allocates. Golub and Van Loan, Matrix
// Computations: algorithms 3.4.1 (outer product Gaussian elimination with partial pivoting) and
// 4.2.2 (Cholesky).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace numen::linalg::one {

// Brings a (n, n) to upper triangular form and takes the right-hand sides (n, k) along; false where
// a pivot is zero. `is_odd` changes with every exchange of rows.
inline bool eliminate(double* a, double* right, std::int64_t n, std::int64_t k, bool& is_odd) {
    for (std::int64_t c = 0; c < n; ++c) {
        std::int64_t pivot = c;
        for (std::int64_t i = c + 1; i < n; ++i) {
            if (std::abs(a[i * n + c]) > std::abs(a[pivot * n + c])) pivot = i;
        }
        if (a[pivot * n + c] == 0) return false;
        if (pivot != c) {
            std::swap_ranges(a + c * n, a + c * n + n, a + pivot * n);
            std::swap_ranges(right + c * k, right + c * k + k, right + pivot * k);
            is_odd = !is_odd;
        }
        for (std::int64_t i = c + 1; i < n; ++i) {
            const double factor = a[i * n + c] / a[c * n + c];
            for (std::int64_t j = c + 1; j < n; ++j) a[i * n + j] -= factor * a[c * n + j];
            for (std::int64_t j = 0; j < k; ++j) right[i * k + j] -= factor * right[c * k + j];
        }
    }
    return true;
}

// Solves with the triangle that eliminate leaves.
inline void substitute(const double* a, double* right, std::int64_t n, std::int64_t k) {
    for (std::int64_t i = n - 1; i >= 0; --i) {
        for (std::int64_t j = 0; j < k; ++j) {
            double sum = right[i * k + j];
            for (std::int64_t c = i + 1; c < n; ++c) sum -= a[i * n + c] * right[c * k + j];
            right[i * k + j] = sum / a[i * n + i];
        }
    }
}

// The determinant, whose factors may overflow before their product is done: exponents are added
// apart.
inline double determinant(double* a, std::int64_t n) {
    bool is_odd = false;
    if (!eliminate(a, nullptr, n, 0, is_odd)) return 0;
    double product = is_odd ? -1 : 1;
    std::int64_t exponent = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        int shift = 0;
        product = std::frexp(product * a[i * (n + 1)], &shift);
        if (!std::isfinite(product)) shift = 0;
        exponent += shift;
    }
    return std::ldexp(product, static_cast<int>(std::clamp<std::int64_t>(exponent, -9999, 9999)));
}

// The lower triangle of a (n, n) becomes its Cholesky factor, the upper one zeros; false where a
// pivot is not positive.
inline bool cholesky(double* a, std::int64_t n) {
    for (std::int64_t j = 0; j < n; ++j) {
        for (std::int64_t i = j; i < n; ++i) {
            double sum = a[i * n + j];
            for (std::int64_t c = 0; c < j; ++c) sum -= a[i * n + c] * a[j * n + c];
            if (i == j && !(sum > 0)) return false;
            a[i * n + j] = i == j ? std::sqrt(sum) : sum / a[j * n + j];
        }
        std::fill(a + j * n + j + 1, a + j * n + n, 0.0);
    }
    return true;
}

}  // namespace numen::linalg::one
