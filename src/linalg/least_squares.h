// Pseudo-inverses and what is fitted with them, for stacks as in linalg.h: as fast as solving the
// normal equations where those are accurate, and everywhere as accurate as the singular value
// decomposition. All but the pseudo-inverse take real matrices.
#pragma once

#include <cstdint>

#include "array/strided.h"
#include "ops/status.h"

namespace numen::linalg {

// Which way a matrix of full rank goes: decided for each, or asked for. `qr` falls back on the
// singular values of its triangle where it has to cut.
enum class Method : char { guarded, normal, qr, svd };
// Which way it went.
enum class Route : char { elimination, normal, qr, svd };

// Element `index`, in C order, of an array of real numbers.
double number_at(const StridedView& numbers, std::int64_t index);

// The pseudo-inverse (n, m) of a (m, n); singular values up to rcond (one number for each matrix)
// times the first count as zero. Fails for NaN, and by the normal equations for singular matrices.
Status pinv(const StridedView& inverse, const StridedView& a, const StridedView& rcond,
            Method method);
// The same for a Hermitian a, of which the lower triangle is read.
Status pinv_hermitian(const StridedView& inverse, const StridedView& a, const StridedView& rcond);
// The route that pinv takes for each matrix, as a number, and the bound of the condition number by
// which it is taken; both float64.
Status pinv_routes(const StridedView& routes, const StridedView& conditions, const StridedView& a,
                   const StridedView& rcond, Method method);

// What is fitted: y (m, N) and x (d, N), weights (N) of the columns where not null.
struct FitData {
    const StridedView& y;
    const StridedView& x;
    const StridedView* weights;
};
// a (d, m) = x w y' (y w y' + lambda)^-1, lambda one number for each; where it is zero as
// pinv_apply.
Status ridge(const StridedView& a, const FitData& data, const StridedView& lambda, double rcond,
             Method method);
// The same for several lambdas: the first axis of `a` and of `lambdas`, behind which lie the
// leading axes of all.
Status ridge_path(const StridedView& a, const FitData& data, const StridedView& lambdas);
// The routes that ridge takes, as pinv_routes.
Status ridge_routes(const StridedView& routes, const StridedView& conditions, const FitData& data,
                    const StridedView& lambda, double rcond, Method method);

// Of the rows of x (d, N): mean and population deviation (d), and with z = (x - mean) / deviation
// (1 where that is 0) products (d, m) = z y' and gram (m, m) = y y', in one pass over x.
Status standardised_products(const StridedView& mean, const StridedView& deviation,
                             const StridedView& products, const StridedView& gram,
                             const StridedView& x, const StridedView& y);

}  // namespace numen::linalg
