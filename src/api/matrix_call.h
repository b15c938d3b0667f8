// What the functions of linalg have in common: operands checked and broadcast, the types of the
// work and of the results, and errors.
#pragma once

#include <initializer_list>

#include "api/body.h"
#include "numen/precision.h"
#include "ops/status.h"

namespace numen::api {

// One call on one or two stacks of matrices.
class MatrixCall {
public:
    enum class Of : std::uint8_t { any, squares };
    // InternalError without LAPACK, ShapeError, DtypeError.
    MatrixCall(const char* name, const Array& a, Of kind);
    // A second operand with as many rows as the first has: a vector (one axis), or a stack whose
    // leading axes are broadcast with the first's.
    void join(const Array& b);

    std::int64_t rows() const { return a_.shape(-2); }
    std::int64_t columns() const { return a_.shape(-1); }
    bool is_complex() const { return is_complex_; }
    // The operands, with the leading axes of both.
    StridedView left() const;
    StridedView right() const;

    // What the work is done in: float64 or complex128, or the operands' type if that is asked for.
    Dtype work_type() const { return is_complex_ ? complex_type() : real_type(); }
    Dtype real_type() const { return is_native() ? Dtype::float32 : Dtype::float64; }
    Dtype complex_type() const { return is_native() ? Dtype::complex64 : Dtype::complex128; }
    linalg::Precision precision() const { return linalg::precision(); }
    bool is_native() const {
        return is_single_ && precision() == linalg::Precision::native;
    }
    // A new array of the leading axes and `core` ones.
    Array make(Dtype dtype, std::initializer_list<std::int64_t> core) const;
    // LinAlgError(failure) where there was none to find; keeps floating-point events.
    void check(Status status, const char* failure) const;
    // The result in the type that NumPy rounds it to.
    Array finish(const Array& result) const;

private:
    void read(const Array& operand);

    const char* name_;
    Array a_, b_;
    bool is_complex_ = false, is_single_ = true;
    int leading_;  // axes of the stack
    std::int64_t shape_[max_dimensions + 2];
};

}  // namespace numen::api
