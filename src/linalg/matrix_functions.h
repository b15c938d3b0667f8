// Functions of square matrices, for whole stacks of them, in the manner of linalg.h.
#pragma once

#include "array/strided.h"
#include "numen/precision.h"
#include "ops/status.h"

namespace numen::linalg {

// e^a; NaN for infinities and NaNs beside the diagonal. status_overflow where a finite matrix has
// none that is finite.
Status expm(const StridedView& exponential, const StridedView& a,
            Precision precision = Precision::standard);

// What a root or a logarithm met, in any matrix of the stack.
struct FunctionReport {
    bool is_real = true;     // all results are real, as those of real matrices may be
    bool is_turned = false;  // logm: a real matrix took complex arithmetic
};

// The principal square root, always complex. Fails for infinities and NaNs, and where no Schur form
// was found. status_doubtful: an eigenvalue is zero or nearly so, or two roots nearly cancel.
Status sqrtm(const StridedView& root, const StridedView& a, FunctionReport& report,
             Precision precision = Precision::standard);

// The principal logarithm, always complex, in double precision; eigenvalues of zero count as 1e-20,
// as SciPy has it. errors (one number): |e^logarithm - a| / |a| in the 1-norm. Fails as
// sqrtm, and says what is doubtful; but that of an upper triangle with infinities or NaNs is NaN.
Status logm(const StridedView& logarithm, const StridedView& errors, const StridedView& a,
            FunctionReport& report);

}  // namespace numen::linalg
