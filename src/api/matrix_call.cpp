#include "api/matrix_call.h"

#include <algorithm>

#include "api/float_status.h"
#include "api/message.h"
#include "linalg/linalg.h"
#include "numen/shaping.h"

namespace numen::api {

MatrixCall::MatrixCall(const char* name, const Array& a, Of kind)
    : name_(name), a_(a), leading_(a.ndim() - 2) {
    if (!linalg::is_available()) {
        throw InternalError(message(name, ": needs libscipy_openblas64_.so beside the library of "
                                    "Numen (the option NUMEN_OPENBLAS installs it)"));
    }
    if (a.ndim() < 2) {
        throw ShapeError(message(a.ndim(), "-dimensional array given. Array must be at least "
                                 "two-dimensional"));
    }
    if (kind == Of::squares && a.shape(-1) != a.shape(-2)) {
        throw ShapeError("Last 2 dimensions of the array must be square");
    }
    read(a);
    std::copy_n(a.shape().data(), leading_, shape_);
}

void MatrixCall::read(const Array& operand) {
    const Dtype dtype = operand.dtype();
    if (dtype == Dtype::float16) throw DtypeError("array type float16 is unsupported in linalg");
    is_complex_ = is_complex_ || numen::is_complex(dtype);
    is_single_ = is_single_ && (dtype == Dtype::float32 || dtype == Dtype::complex64);
}

void MatrixCall::join(const Array& b) {
    if (b.ndim() == 0) throw ShapeError(message(name_, ": the right side has no axes"));
    const int core = std::min(b.ndim(), 2);
    if (b.shape(-core) != rows()) {
        throw ShapeError(message(name_, ": a matrix of ", rows(), " rows and a right side of ",
                                 b.shape(-core)));
    }
    read(b);
    StridedView leading[] = {view_of(a_), view_of(b)};
    leading[0].ndim -= 2;
    leading[1].ndim -= core;
    const auto stretched = [&](const Array& a, int axes) {
        std::copy_n(a.shape().end() - axes, axes, shape_ + leading_);
        return broadcast_to(a, std::span<const std::int64_t>(
            shape_, static_cast<std::size_t>(leading_ + axes)));
    };
    if (!broadcast_shapes(leading, leading_, shape_)) {
        throw ShapeError(message(name_, ": stacks of shapes ",
                                 Tuple{leading[0].shape, leading[0].ndim}, " and ",
                                 Tuple{leading[1].shape, leading[1].ndim}, " do not broadcast"));
    }
    b_ = stretched(b, core);
    a_ = stretched(a_, 2);
}

StridedView MatrixCall::left() const { return view_of(a_); }
StridedView MatrixCall::right() const { return view_of(b_); }

Array MatrixCall::make(Dtype dtype, std::initializer_list<std::int64_t> core) const {
    std::int64_t shape[max_dimensions + 2];
    std::copy_n(shape_, leading_, shape);
    std::copy(core.begin(), core.end(), shape + leading_);
    return new_array(dtype, leading_ + static_cast<int>(core.size()), shape);
}

void MatrixCall::check(Status status, const char* failure) const {
    if (status & status_no_memory) throw MemoryError(message(name_, ": not enough memory"));
    if (status & status_failed) throw LinAlgError(failure);
    report(status, name_);
}

Array MatrixCall::finish(const Array& result) const {
    if (!is_single_) return contiguous_in(result, result.dtype());
    return contiguous_in(result, numen::is_complex(result.dtype()) ? Dtype::complex64
                                                                   : Dtype::float32);
}

}  // namespace numen::api
