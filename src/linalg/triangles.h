// Matrices of the size of a strip's short side (n, n), in rows, of which there is one at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace numen::linalg {

// The lower triangle of a becomes its Cholesky factor. False, and of no use, unless a is positive
// definite.
inline bool factor_positive(double* a, std::int64_t n) {
    for (std::int64_t j = 0; j < n; ++j) {
        double* row = a + j * n;
        for (std::int64_t c = 0; c < j; ++c) {
            double sum = row[c];
            const double* above = a + c * n;
            for (std::int64_t e = 0; e < c; ++e) sum -= row[e] * above[e];
            row[c] = sum / above[c];
        }
        double rest = row[j];
        for (std::int64_t c = 0; c < j; ++c) rest -= row[c] * row[c];
        if (!(rest > 0)) return false;
        row[j] = std::sqrt(rest);
    }
    return true;
}

// The inverse of a lower triangle, zeros above it.
inline void invert_lower(const double* factor, double* inverse, std::int64_t n) {
    std::fill(inverse, inverse + n * n, 0.0);
    for (std::int64_t i = 0; i < n; ++i) {
        double* row = inverse + i * n;
        for (std::int64_t c = 0; c < i; ++c) {
            const double weight = factor[i * n + c];
            const double* above = inverse + c * n;
            for (std::int64_t j = 0; j <= c; ++j) row[j] -= weight * above[j];
        }
        const double scale = 1 / factor[i * n + i];
        for (std::int64_t j = 0; j < i; ++j) row[j] *= scale;
        row[i] = scale;
    }
}

// product = a' b, where both are lower triangles; b's rows may be whole if `is_whole`.
inline void multiply_turned(const double* a, const double* b, double* product, std::int64_t n,
                            bool is_whole) {
    std::fill(product, product + n * n, 0.0);
    for (std::int64_t c = 0; c < n; ++c) {
        for (std::int64_t i = 0; i <= c; ++i) {
            const double weight = a[c * n + i];
            const std::int64_t end = is_whole ? n : c + 1;
            for (std::int64_t j = 0; j < end; ++j) product[i * n + j] += weight * b[c * n + j];
        }
    }
}

// product = a b, both lower triangles.
inline void multiply_lower(const double* a, const double* b, double* product, std::int64_t n) {
    std::fill(product, product + n * n, 0.0);
    for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t c = 0; c <= i; ++c) {
            const double weight = a[i * n + c];
            for (std::int64_t j = 0; j <= c; ++j) product[i * n + j] += weight * b[c * n + j];
        }
    }
}

inline double norm_of_lower(const double* a, std::int64_t n) {
    double squares = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t j = 0; j <= i; ++j) squares += a[i * n + j] * a[i * n + j];
    }
    return std::sqrt(squares);
}

}  // namespace numen::linalg
