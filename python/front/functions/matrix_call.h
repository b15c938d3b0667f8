// What the functions of numpy.linalg have in common: reading stacks of matrices, the types of the
// work and of the results, results laid out as NumPy's, and errors in NumPy's words.
#pragma once

#include <initializer_list>

#include "front/array/waiting.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/functions/precision.h"
#include "front/module/observer.h"
#include "ops/status.h"

namespace numen::front {

// A result while it is computed: an array, or a single number where no axes are left.
struct MatrixResult {
    Dtype dtype = no_dtype;
    Ref array;
    alignas(16) char value[16];

    bool is_number() const { return !array; }
    StridedView view() {
        if (is_number()) return {value, dtype, 0, nullptr, nullptr};
        return view_of(as_array(array.get()));
    }
};

// One call of a function on one or two stacks of matrices.
class MatrixCall {
public:
    MatrixCall(const char* name, const Arguments& arguments)
        : name_(name), given_(arguments), arguments_(given_.rest()) {}

    // What NumPy's function would be given: all but the precision.
    const Arguments& arguments() const { return arguments_; }

    // Reads the operand: a stack of matrices, square if asked. False: `answer` is what the call
    // returns.
    enum class Shape { any, square };
    bool read(PyObject* object, Shape shape);
    // Reads the right sides: a vector, or a stack of matrices whose leading axes are broadcast
    // against the first operand's.
    bool read_right(PyObject* object);

    // NumPy knows no `assume`: it is asked without, for the errors in its words. What it computes
    // then is no answer where only a part of the matrix counts, and a TypeError takes its place.
    void leave_out_assumed(bool is_part) {
        given_.leave_out("assume");
        is_part_ = is_part;
    }

    // NumPy serves the call (counted), or raises for it (which is no fallback).
    PyObject* hand_over();
    PyObject* refuse();

    int ndim(int operand) { return operands_[operand].ndim(); }
    npy_intp rows(int operand) { return extent(operand, axes_[operand]); }
    npy_intp columns(int operand) { return axes_[operand] == 1 ? 1 : extent(operand, 1); }
    // The operand's view with the leading axes of all.
    StridedView input(int operand);
    // The leading axes alone, steps of zero in `strides`; whether an array broadcasts to them.
    StridedView leading(npy_intp* strides);
    bool fits_leading(const StridedView& given) const;
    // Matrices in the stack.
    npy_intp count() const;
    bool is_complex() const { return is_complex_; }

    // What the work is done in: float64 or complex128, or the operands' type if that is asked for.
    Dtype work_type() const { return is_complex_ ? complex_type() : real_type(); }
    Dtype real_type() const { return is_native() ? Dtype::float32 : Dtype::float64; }
    Dtype complex_type() const { return is_native() ? Dtype::complex64 : Dtype::complex128; }
    linalg::Precision precision() const { return precision_; }
    bool is_native() const { return precision_ == linalg::Precision::native; }
    // A new result of the leading axes and `core` ones. False: an exception is set.
    bool make(MatrixResult& result, Dtype dtype, std::initializer_list<npy_intp> core);
    // The same in C order; in the layout of a copy of the operand, of its shape; in that of a
    // triangle cut out of such a copy.
    bool make_dense(MatrixResult& result, Dtype dtype, std::initializer_list<npy_intp> core);
    bool make_copy_shaped(MatrixResult& result);
    bool make_triangle(MatrixResult& result, std::initializer_list<npy_intp> core);
    // Runs compute() without the GIL where `work` (multiplications) is long. False with an
    // exception set: LinAlgError(failure) if it failed; floating flags are reported where `flags`.
    template <class Compute> bool run(double work, const char* failure, Compute compute) {
        const Observation observation(Event::library, name_);
        status_ = without_lock(multiplication_time * work, compute);
        return check(failure);
    }
    // What the last run said of the floating-point flags; false if an exception is set.
    bool report_flags() const;
    // False if the last run met infinities or NaNs where none may be.
    bool is_finite() const { return !(status_ & status_invalid); }

    // The result in the type that NumPy rounds it to.
    PyObject* finish(MatrixResult& result) const;

    PyObject* answer = nullptr;

private:
    npy_intp extent(int operand, int from_end) {
        const Layout& layout = operands_[operand].layout;
        return layout.shape[layout.nd - from_end];
    }
    bool read_operand(PyObject* object);
    bool join_leading();
    StridedView leading_axes(int operand);
    bool check(const char* failure) const;
    bool leave(PyObject* with) { return answer = with, false; }

    bool read_precision();

    const char* name_;
    bool is_part_ = false;
    CallArguments given_;
    const Arguments& arguments_;
    linalg::Precision precision_ = linalg::Precision::standard;
    Operand operands_[2];
    int axes_[2] = {2, 2};
    int operand_count_ = 0;
    bool is_complex_ = false, is_single_ = true;
    Status status_ = status_ok;
    int leading_ = 0;  // axes of the stack
    npy_intp shape_[max_dimensions + 2];
    npy_intp shapes_[2][max_dimensions + 2], strides_[2][max_dimensions + 2];
};

// An instance of one of NumPy's named tuples of results ("EighResult"); takes over the items.
// Null with an exception set, also if an item is null.
PyObject* named_results(const char* type, std::initializer_list<PyObject*> items);

// linalg.svdvals of an array.
PyObject* singular_values(PyObject* stack);

// Raises numpy.linalg.LinAlgError; always null.
PyObject* raise_linalg_error(const char* text);

}  // namespace numen::front
