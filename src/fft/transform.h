// Discrete Fourier transforms along one axis of an array.
#pragma once

#include "array/strided.h"
#include "fft/engine.h"
#include "ops/status.h"

namespace numen::fft {

// Whether this build has the transforms and their library could be opened.
bool available();

struct Request {
    Kind kind;
    bool conjugate;
    std::int64_t points;
    double factor;
};

// Transforms every lane of `in` along `axis` into `out`. Both have aligned elements of float32,
// float64, complex64 or complex128, and one shape but for that axis: of `in` at most `points` (or,
// for from_half, points/2+1) elements are read, and zeros where there are fewer; `out` has as many
// as the kind gives. The two may be one memory with equal strides, and must not overlap otherwise.
// Long work is distributed to the thread pool. `status` receives the floating-point flags. False:
// there was no memory.
// Cost: O(points log points) a lane, for any number of points. Method: ducc0.
bool transform(const StridedView& out, const StridedView& in, int axis, const Request& request,
               Status& status);

}  // namespace numen::fft
