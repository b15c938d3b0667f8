#include "numen/linalg.h"

#include <algorithm>
#include <limits>

#include "api/body.h"
#include "api/float_status.h"
#include "api/matrix_call.h"
#include "api/message.h"
#include "backends/backend.h"
#include "linalg/least_squares.h"
#include "linalg/linalg.h"
#include "numen/creation.h"
#include "numen/elementwise.h"
#include "numen/operators.h"
#include "numen/products.h"
#include "numen/reductions.h"
#include "numen/selecting.h"
#include "numen/shaping.h"

namespace numen::linalg {

using namespace api;

namespace {

using Of = MatrixCall::Of;

constexpr char singular[] = "Singular matrix", no_svd[] = "SVD did not converge",
               no_eigenvalues[] = "Eigenvalues did not converge";

Triangle triangle_of(char uplo) {
    if (uplo == 'L' || uplo == 'l') return Triangle::lower;
    if (uplo == 'U' || uplo == 'u') return Triangle::upper;
    throw ValueError("UPLO argument must be 'L' or 'U'");
}

template <class Complex> bool has_imaginary_part(const Array& values) {
    const auto numbers = values.elements<const Complex>();
    return std::any_of(numbers.begin(), numbers.end(),
                       [](Complex value) { return value.imag() != 0; });
}

bool are_real(const MatrixCall& call, const Array& values) {
    if (call.is_complex()) return false;
    return !(call.is_native() ? has_imaginary_part<Complex64>(values)
                              : has_imaginary_part<Complex128>(values));
}

// What LAPACK's iteration would not end for.
void check_finite(Status status) {
    if (status & status_invalid) throw LinAlgError("Array must not contain infs or NaNs");
}

// The vectors of nothing but real eigenvalues are real too.
Array as_found(const MatrixCall& call, const Array& result, bool is_real) {
    return call.finish(is_real ? real(result) : result);
}

double precision_of(Dtype dtype) {
    const bool is_single = dtype == Dtype::float32 || dtype == Dtype::complex64;
    return is_single ? std::numeric_limits<float>::epsilon()
                     : std::numeric_limits<double>::epsilon();
}

double longer_side(const Array& a) {
    return static_cast<double>(std::max(a.shape(-1), a.shape(-2)));
}

}  // namespace

Array solve(const Array& a, const Array& b) {
    MatrixCall call("solve", a, Of::squares);
    call.join(b);
    const bool is_vector = b.ndim() == 1;
    const Array x = is_vector ? call.make(call.work_type(), {call.rows()})
                              : call.make(call.work_type(), {call.rows(), b.shape(-1)});
    const auto find = is_vector ? solve_vectors : static_cast<decltype(&solve_vectors)>(solve);
    call.check(find(view_of(x), call.left(), call.right(), call.precision()), singular);
    return call.finish(x);
}

Array inv(const Array& a) {
    const MatrixCall call("inv", a, Of::squares);
    const Array inverse = call.make(call.work_type(), {call.rows(), call.rows()});
    call.check(inv(view_of(inverse), call.left(), call.precision()), singular);
    return call.finish(inverse);
}

Array det(const Array& a) {
    const MatrixCall call("det", a, Of::squares);
    const Array determinant = call.make(call.work_type(), {});
    call.check(det(view_of(determinant), call.left(), call.precision()), "");
    return call.finish(determinant);
}

SlogdetResult slogdet(const Array& a) {
    const MatrixCall call("slogdet", a, Of::squares);
    const Array sign = call.make(call.work_type(), {});
    const Array logarithm = call.make(call.real_type(), {});
    call.check(slogdet(view_of(sign), view_of(logarithm), call.left(), call.precision()), "");
    return {call.finish(sign), call.finish(logarithm)};
}

Array cholesky(const Array& a, bool upper) {
    const MatrixCall call("cholesky", a, Of::squares);
    const Array factor = call.make(call.work_type(), {call.rows(), call.rows()});
    call.check(cholesky(view_of(factor), call.left(), upper, call.precision()),
               "Matrix is not positive definite");
    return call.finish(factor);
}

QrResult qr(const Array& a, QrMode mode) {
    const MatrixCall call("qr", a, Of::any);
    const std::int64_t m = call.rows(), n = call.columns();
    const std::int64_t columns = mode == QrMode::complete ? m : std::min(m, n);
    const Array q = call.make(call.work_type(), {m, columns});
    const Array r = call.make(call.work_type(), {columns, n});
    call.check(qr(view_of(q), view_of(r), call.left(), call.precision()), "");
    return {call.finish(q), call.finish(r)};
}

SvdResult svd(const Array& a, bool full_matrices) {
    const MatrixCall call("svd", a, Of::any);
    const std::int64_t m = call.rows(), n = call.columns(), least = std::min(m, n);
    const Array u = call.make(call.work_type(), {m, full_matrices ? m : least});
    const Array s = call.make(call.real_type(), {least});
    const Array vh = call.make(call.work_type(), {full_matrices ? n : least, n});
    call.check(svd(view_of(u), view_of(s), view_of(vh), call.left(), call.precision()), no_svd);
    return {call.finish(u), call.finish(s), call.finish(vh)};
}

Array svdvals(const Array& a) {
    const MatrixCall call("svdvals", a, Of::any);
    const Array s = call.make(call.real_type(), {std::min(call.rows(), call.columns())});
    call.check(svdvals(view_of(s), call.left(), call.precision()), no_svd);
    return call.finish(s);
}

Array matrix_rank(const Array& a) {
    const Array s = svdvals(a);
    if (s.shape(-1) == 0) return sum(s, -1, {.dtype = Dtype::int64});
    const Array least = max(s, -1, {.keepdims = true}) * (longer_side(a) * precision_of(a.dtype()));
    return count_nonzero(s > least, -1);
}

Array pinv(const Array& a, double rcond) {
    const MatrixCall call("pinv", a, Of::any);
    if (a.size() == 0) return call.make(a.dtype(), {call.columns(), call.rows()});
    const Dtype dtype = call.is_complex() ? Dtype::complex128 : Dtype::float64;
    const Array inverse = call.make(dtype, {call.columns(), call.rows()});
    const Array cuts = full(a.shape().first(a.ndim() - 2), rcond);
    call.check(pinv(view_of(inverse), call.left(), view_of(cuts), Method::guarded), no_svd);
    return call.finish(inverse);
}

EigResult eigh(const Array& a, char uplo) {
    const Triangle triangle = triangle_of(uplo);
    const MatrixCall call("eigh", a, Of::squares);
    const Array values = call.make(call.real_type(), {call.rows()});
    const Array vectors = call.make(call.work_type(), {call.rows(), call.rows()});
    call.check(eigh(view_of(values), view_of(vectors), call.left(), triangle, call.precision()),
               no_eigenvalues);
    return {call.finish(values), call.finish(vectors)};
}

Array eigvalsh(const Array& a, char uplo) {
    const Triangle triangle = triangle_of(uplo);
    const MatrixCall call("eigvalsh", a, Of::squares);
    const Array values = call.make(call.real_type(), {call.rows()});
    call.check(eigvalsh(view_of(values), call.left(), triangle, call.precision()), no_eigenvalues);
    return call.finish(values);
}

EigResult eig(const Array& a) {
    const MatrixCall call("eig", a, Of::squares);
    const Array values = call.make(call.complex_type(), {call.rows()});
    const Array vectors = call.make(call.complex_type(), {call.rows(), call.rows()});
    const Status status = eig(view_of(values), view_of(vectors), call.left(), call.precision());
    check_finite(status);
    call.check(status, no_eigenvalues);
    const bool is_real = are_real(call, values);
    return {as_found(call, values, is_real), as_found(call, vectors, is_real)};
}

Array eigvals(const Array& a) {
    const MatrixCall call("eigvals", a, Of::squares);
    const Array values = call.make(call.complex_type(), {call.rows()});
    const Status status = eigvals(view_of(values), call.left(), call.precision());
    check_finite(status);
    call.check(status, no_eigenvalues);
    return as_found(call, values, are_real(call, values));
}

LstsqResult lstsq(const Array& a, const Array& b, double rcond) {
    MatrixCall call("lstsq", a, Of::any);
    if (a.ndim() != 2 || b.ndim() > 2) {
        throw ShapeError("lstsq: needs one matrix and a vector or a matrix");
    }
    call.join(b);
    const Array right = b.ndim() == 1 ? b.reshape({-1, 1}) : b;
    const std::int64_t m = call.rows(), n = call.columns(), k = right.shape(1);
    const Array x = call.make(call.work_type(), {n, k});
    const Array residuals = call.make(call.real_type(), {k});
    const Array s = call.make(call.real_type(), {std::min(m, n)});
    const Array rank = zeros({}, Dtype::int64);
    const double cut = rcond >= 0 ? rcond : longer_side(a) * precision_of(call.real_type());
    call.check(lstsq(view_of(x), view_of(residuals), view_of(rank), view_of(s), call.left(),
                     view_of(right), cut, call.precision()),
               "SVD did not converge in Linear Least Squares");
    const auto found = rank.item<std::int64_t>();
    const bool has_residuals = m > n && found == n;
    return {call.finish(b.ndim() == 1 ? x[{slice(), 0}].copy() : x),
            call.finish(has_residuals ? residuals : zeros(0)), found, call.finish(s)};
}

}  // namespace numen::linalg
