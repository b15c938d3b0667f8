// Products of dense matrices with columns in a row, by the BLAS library.
#pragma once

#include "backends/cpu/blas.h"
#include "linalg/lapack.h"

namespace numen::linalg {

enum class Form : int { plain = 111, adjoint = 113 };

// A matrix in memory: `rows` of `columns` that lie `leading` apart; of its adjoint these are the
// sides of the matrix as it is stored.
template <class Scalar> struct Dense {
    const Scalar* data;
    lapack::Int leading;
    Form form = Form::plain;
};

// c (m, n) = alpha a (m, k) b (k, n) + beta c.
template <class Scalar>
void multiply(lapack::Int m, lapack::Int n, lapack::Int k, Scalar alpha, const Dense<Scalar>& a,
              const Dense<Scalar>& b, Scalar beta, Scalar* c, lapack::Int c_leading) {
    constexpr int columns_in_a_row = 102;
    if (m == 0 || n == 0) return;
    const blas::Library& library = blas::library();
    const auto call = [&](auto gemm, auto first, auto second) {
        gemm(columns_in_a_row, static_cast<int>(a.form), static_cast<int>(b.form), m, n, k, first,
             a.data, a.leading, b.data, b.leading, second, c, c_leading);
    };
    if constexpr (std::is_same_v<Scalar, float>) {
        call(library.sgemm, alpha, beta);
    } else if constexpr (std::is_same_v<Scalar, double>) {
        call(library.dgemm, alpha, beta);
    } else if constexpr (std::is_same_v<Scalar, lapack::SingleComplex>) {
        call(library.cgemm, &alpha, &beta);
    } else {
        call(library.zgemm, &alpha, &beta);
    }
}

// The same for square matrices of order n without gaps: c = a b.
template <class Scalar>
void multiply(lapack::Int n, const Scalar* a, const Scalar* b, Scalar* c) {
    multiply<Scalar>(n, n, n, Scalar(1), {a, n}, {b, n}, Scalar(0), c, n);
}

}  // namespace numen::linalg
