#include "numen/matrix_functions.h"

#include "api/matrix_call.h"
#include "linalg/linalg.h"
#include "linalg/matrix_functions.h"
#include "numen/shaping.h"

namespace numen::linalg {

using namespace api;

namespace {

using Of = MatrixCall::Of;

constexpr char no_form[] = "Schur form not found. Possibly ill-conditioned.";

}  // namespace

Array expm(const Array& a) {
    const MatrixCall call("expm", a, Of::squares);
    const Array exponential = call.make(call.work_type(), {call.rows(), call.rows()});
    call.check(expm(view_of(exponential), call.left(), call.precision()), no_form);
    return call.finish(exponential);
}

Array sqrtm(const Array& a) {
    const MatrixCall call("sqrtm", a, Of::squares);
    const Array root = call.make(call.complex_type(), {call.rows(), call.rows()});
    FunctionReport report;
    call.check(sqrtm(view_of(root), call.left(), report, call.precision()), no_form);
    return call.finish(report.is_real && !call.is_complex() ? real(root) : root);
}

Array logm(const Array& a) {
    const MatrixCall call("logm", a, Of::squares);
    const Array logarithm = call.make(Dtype::complex128, {call.rows(), call.rows()});
    const Array errors = call.make(Dtype::float64, {});
    FunctionReport report;
    call.check(logm(view_of(logarithm), view_of(errors), call.left(), report), no_form);
    return call.finish(report.is_real && !call.is_complex() ? real(logarithm) : logarithm);
}

}  // namespace numen::linalg
