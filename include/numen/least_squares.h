// Linear fits: the matrix a that brings a y closest to x, for one problem or a stack of them.
//
// y is (..., m, N), x (..., d, N), both real; leading axes are broadcast. Results are float64
// (float32 where y and x are), (..., d, m), in C order. x is read once, in whatever layout it
// lies; only y is factored: by Cholesky's factor of y y^T where that is as accurate as the singular
// value decomposition, by Cholesky QR twice, or by Householder reflections and the singular values
// of the triangle. All take OpenBLAS beside the library. m N (d + N) multiplications.
//
// ShapeError for operands that do not fit, DtypeError for complex ones and float16, LinAlgError for
// NaN or infinity in y.
#pragma once

#include "numen/array.h"

namespace numen::linalg {

// x y^T (y y^T + lambda)^-1. ValueError unless lambda, a number or one for each problem, is finite
// and not negative; with 0 the result is that of pinv_apply.
NUMEN_API Array ridge(const Array& y, const Array& x, const Array& lambda);
NUMEN_API Array ridge(const Array& y, const Array& x, double lambda);
// Where column n counts weights[..., n] times (0 leaves it out): ValueError unless all are finite
// and not negative.
NUMEN_API Array ridge(const Array& y, const Array& x, const Array& lambda, const Array& weights);

// The ridge of each of `lambdas` (..., L), stacked along a new first axis, at little more than the
// price of one.
NUMEN_API Array ridge_path(const Array& y, const Array& x, const Array& lambdas);

// x times the pseudo-inverse of y, which is not formed; singular values of y up to rcond times the
// largest count as zero.
NUMEN_API Array pinv_apply(const Array& y, const Array& x, double rcond = 1e-15);

}  // namespace numen::linalg
