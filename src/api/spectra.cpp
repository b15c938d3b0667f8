#include "numen/spectra.h"

#include <algorithm>
#include <limits>

#include "api/matrix_call.h"
#include "api/message.h"
#include "linalg/spectral.h"
#include "numen/creation.h"
#include "numen/elementwise.h"
#include "numen/index.h"
#include "numen/operators.h"
#include "numen/reductions.h"
#include "numen/shaping.h"

namespace numen::linalg {

using namespace api;

namespace {

using Of = MatrixCall::Of;

constexpr char no_eigenvalues[] = "Eigenvalues did not converge",
               no_pair[] = "The leading minor of B is not positive definite.";

double precision_of(const Array& a) {
    const bool is_single = a.dtype() == Dtype::float32 || a.dtype() == Dtype::complex64;
    return is_single ? std::numeric_limits<float>::epsilon()
                     : std::numeric_limits<double>::epsilon();
}

void check_finite(Status status) {
    if (status & status_invalid) throw LinAlgError("array must not contain infs or NaNs");
}

// The one number that all elements are.
std::int64_t common(const char* name, const Array& numbers) {
    const auto all = numbers.elements<const std::int64_t>();
    const std::int64_t first = all.empty() ? 0 : all.front();
    for (const std::int64_t number : all) {
        if (number != first) {
            throw ShapeError(message(name, ": the matrices of a stack differ in size: ", first,
                                     " and ", number));
        }
    }
    return first;
}

EighQuestion question_of(const EighOptions& options, bool is_pair) {
    EighQuestion question{.triangle = options.lower ? Triangle::lower : Triangle::upper,
                          .type = options.type};
    if (options.by_value) {
        question.part = EighQuestion::Part::values;
        question.low = options.by_value->first;
        question.high = options.by_value->second;
    } else if (options.by_index) {
        question.part = EighQuestion::Part::numbers;
        question.first = options.by_index->first;
        question.last = options.by_index->second;
    } else {
        return question;
    }
    question.method = is_pair ? EighQuestion::Method::bisect : EighQuestion::Method::robust;
    return question;
}

void check_question(const EighQuestion& question, std::int64_t n) {
    if (question.type < 1 || question.type > 3) {
        throw ValueError("\"type\" keyword only accepts 1, 2, and 3.");
    }
    if (question.part == EighQuestion::Part::values && !(question.low < question.high)) {
        throw ValueError(message("Requested eigenvalue bounds are not valid: low=", question.low,
                                 ", high=", question.high));
    }
    const bool is_outside = question.first < 0 || question.first > question.last ||
                            question.last >= n;
    if (question.part == EighQuestion::Part::numbers && is_outside) {
        throw ValueError(message("Requested eigenvalue indices are not valid: start=",
                                 question.first, ", end=", question.last));
    }
}

EigResult find(const MatrixCall& call, bool is_pair, const EighOptions& options) {
    const EighQuestion question = question_of(options, is_pair);
    const std::int64_t n = call.rows();
    check_question(question, n);
    const std::int64_t room = question.part == EighQuestion::Part::numbers
                                  ? question.last - question.first + 1 : n;
    const Array values = call.make(call.real_type(), {room});
    const Array vectors = call.make(call.work_type(), {n, room});
    const Array found = call.make(Dtype::int64, {});
    const StridedView columns = view_of(vectors), counts = view_of(found);
    const StridedView b = is_pair ? call.right() : StridedView{};
    const Status status = eigh(view_of(values), &columns, &counts, call.left(),
                               is_pair ? &b : nullptr, question, call.precision());
    check_finite(status);
    call.check(status, is_pair ? no_pair : no_eigenvalues);
    if (question.part != EighQuestion::Part::values) {
        return {call.finish(values), call.finish(vectors)};
    }
    const Slice kept = slice(none, common("eigh", found));
    return {call.finish(values[{ellipsis, kept}]), call.finish(vectors[{ellipsis, kept}])};
}

// The second operand of a pair: as large as the first.
void join_pair(MatrixCall& call, const char* name, const Array& a, const Array& b) {
    if (b.ndim() < 2 || b.shape(-1) != a.shape(-1) || b.shape(-2) != a.shape(-2)) {
        throw ShapeError(message(name, ": a and b must have the same shape"));
    }
    call.join(b);
}

// Eigenvalues with right vectors, and left ones where they are wanted, of a or of a pair.
TwoSidedEigResult find_vectors(const MatrixCall& call, const StridedView* b, bool wants_left) {
    const std::int64_t n = call.rows();
    const Array values = call.make(call.complex_type(), {n});
    const Array right = call.make(call.complex_type(), {n, n});
    const Array left = wants_left ? call.make(call.complex_type(), {n, n}) : right;
    const StridedView w = view_of(values), columns = view_of(right), others = view_of(left);
    const EigParts parts{.values = &w, .left = wants_left ? &others : nullptr, .right = &columns};
    const Status status = eig(parts, call.left(), b, call.precision());
    check_finite(status);
    call.check(status, no_eigenvalues);
    return {call.finish(values), call.finish(left), call.finish(right)};
}

// A Schur form and the eigenvalues in its order, not yet rounded.
struct FoundSchur {
    Array t, z, values;

    FoundSchur(const MatrixCall& call, SchurForm output) {
        const Dtype type = output == SchurForm::complex ? call.complex_type() : call.work_type();
        const std::int64_t n = call.rows();
        t = call.make(type, {n, n});
        z = call.make(type, {n, n});
        values = call.make(call.complex_type(), {n});
        const Status status =
            schur(view_of(t), view_of(z), view_of(values), call.left(), call.precision());
        check_finite(status);
        call.check(status, "Schur form not found. Possibly ill-conditioned.");
    }
};

Array is_in(const Array& values, SchurSort sort) {
    switch (sort) {
        case SchurSort::lhp: return real(values) < 0.0;
        case SchurSort::rhp: return real(values) >= 0.0;
        case SchurSort::iuc: return absolute(values) <= 1.0;
        default: return absolute(values) > 1.0;
    }
}

std::int64_t rank_of(const char* name, const Array& a, const Array& s, double rcond) {
    const double sides = static_cast<double>(std::max(a.shape(-1), a.shape(-2)));
    const double cut = rcond >= 0 ? rcond : sides * precision_of(a);
    if (s.shape(-1) == 0) return 0;
    return common(name, count_nonzero(s > cut * max(s, -1, {.keepdims = true}), -1));
}

}  // namespace

PivotedQrResult qr(const Array& a, Pivoting, QrMode mode) {
    const MatrixCall call("qr", a, Of::any);
    const std::int64_t m = call.rows(), n = call.columns();
    const std::int64_t columns = mode == QrMode::complete ? m : std::min(m, n);
    const Array q = call.make(call.work_type(), {m, columns});
    const Array r = call.make(call.work_type(), {columns, n});
    const Array p = call.make(Dtype::int64, {n});
    const StridedView views[] = {view_of(q), view_of(r), view_of(p)};
    call.check(qr(QrParts{.q = &views[0], .r = &views[1], .pivots = &views[2]}, call.left(),
                  call.work_type(), call.precision()), "");
    return {call.finish(q), call.finish(r), p};
}

EigResult eigh(const Array& a, const EighOptions& options) {
    return find(MatrixCall("eigh", a, Of::squares), false, options);
}

EigResult eigh(const Array& a, const Array& b, const EighOptions& options) {
    MatrixCall call("eigh", a, Of::squares);
    join_pair(call, "eigh", a, b);
    return find(call, true, options);
}

EigResult eig(const Array& a, const Array& b) {
    MatrixCall call("eig", a, Of::squares);
    join_pair(call, "eig", a, b);
    const StridedView right = call.right();
    const auto [values, left_vectors, right_vectors] = find_vectors(call, &right, false);
    return {values, right_vectors};
}

TwoSidedEigResult eig(const Array& a, EigVectors) {
    return find_vectors(MatrixCall("eig", a, Of::squares), nullptr, true);
}

TwoSidedEigResult eig(const Array& a, const Array& b, EigVectors) {
    MatrixCall call("eig", a, Of::squares);
    join_pair(call, "eig", a, b);
    const StridedView right = call.right();
    return find_vectors(call, &right, true);
}

SchurResult schur(const Array& a, SchurForm output) {
    const MatrixCall call("schur", a, Of::squares);
    const FoundSchur found(call, output);
    return {call.finish(found.t), call.finish(found.z)};
}

SortedSchurResult schur(const Array& a, SchurSort sort, SchurForm output) {
    const MatrixCall call("schur", a, Of::squares);
    const FoundSchur found(call, output);
    const Array wanted = is_in(found.values, sort), moved = call.make(Dtype::int64, {});
    const Status status =
        reorder_schur(view_of(found.t), view_of(found.z), view_of(found.values), view_of(moved),
                      view_of(wanted), call.precision());
    call.check(status, "Eigenvalues could not be separated for reordering.");
    return {call.finish(found.t), call.finish(found.z), moved};
}

Array pinvh(const Array& a, bool lower) {
    const MatrixCall call("pinvh", a, Of::squares);
    const Array inverse = call.make(call.work_type(), {call.rows(), call.rows()});
    const Array rank = call.make(Dtype::int64, {});
    const Cut cut{.relative = static_cast<double>(call.rows()) * precision_of(a)};
    call.check(pinvh(view_of(inverse), view_of(rank), call.left(), cut,
                     lower ? Triangle::lower : Triangle::upper, call.precision()),
               no_eigenvalues);
    return call.finish(inverse);
}

Array orth(const Array& a, double rcond) {
    const auto [u, s, vh] = svd(a, false);
    return u[{ellipsis, slice(none, rank_of("orth", a, s, rcond))}].copy();
}

Array null_space(const Array& a, double rcond) {
    const auto [u, s, vh] = svd(a);
    const std::int64_t rank = rank_of("null_space", a, s, rcond);
    return conjugate(swapaxes(vh[{ellipsis, slice(rank, none), slice()}], -1, -2)).copy();
}

PolarResult polar(const Array& a, PolarSide side) {
    const MatrixCall call("polar", a, Of::any);
    const std::int64_t m = call.rows(), n = call.columns();
    const std::int64_t order = side == PolarSide::right ? n : m;
    const Array u = call.make(call.work_type(), {m, n});
    const Array p = call.make(call.work_type(), {order, order});
    call.check(polar(view_of(u), view_of(p), call.left(),
                     side == PolarSide::right ? Side::right : Side::left, call.precision()),
               "SVD did not converge");
    return {call.finish(u), call.finish(p)};
}

}  // namespace numen::linalg
