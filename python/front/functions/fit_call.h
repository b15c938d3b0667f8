// What the fits of numen.linalg (ridge, pinv_apply …), which NumPy lacks, have in common: stacks
// of real operands, broadcast, and errors that name the function.
#pragma once

#include "array/layout_rules.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/functions/matrix_call.h"
#include "linalg/least_squares.h"

namespace numen::front {

// method=: None, "normal", "qr" or "svd". False with a ValueError for others.
bool read_method(const char* function, PyObject* object, linalg::Method& method);

// The object's array of float32 or float64 with its rows or its columns in a row, or such a copy.
// Null with an exception set.
PyObject* in_rows_or_columns(PyObject* object);

// One call on up to four stacks.
class FitCall {
public:
    explicit FitCall(const char* name) : name_(name) {}

    // Reads the next operand, whose last `core` axes are no stack's. False: an exception is set.
    bool read(const char* parameter, PyObject* object, int core);
    // Broadcasts the leading axes of all. False: an exception is set.
    bool join();

    // An operand with the leading axes of all, once they are joined.
    const StridedView& input(int operand) const { return views_[operand]; }
    // The length of an axis of its core, from the end.
    npy_intp extent(int operand, int from_end) const;
    bool is_single() const { return is_single_; }
    npy_intp count() const;
    int ndim() const { return leading_; }
    const npy_intp* shape() const { return shape_; }

    // False with a ValueError unless all numbers of the operand are finite and not negative.
    bool check_not_negative(int operand, const char* parameter);
    // A new float64 array of `first` axes, the leading ones and `core`.
    bool make(MatrixResult& result, std::initializer_list<npy_intp> core,
              std::initializer_list<npy_intp> first = {});
    // Runs compute() as MatrixCall::run does.
    template <class Compute> bool run(double work, const char* failure, Compute compute) {
        const Observation observation(Event::library, name_);
        const Status status = without_lock(multiplication_time * work, compute);
        if (status & status_no_memory) return PyErr_NoMemory(), false;
        if (status & status_failed) return raise_linalg_error(failure), false;
        return true;
    }
    // The result, rounded to float32 where all operands but lambda are.
    PyObject* finish(MatrixResult& result) const;

private:
    static constexpr int most_operands = 4;

    const char* name_;
    Operand operands_[most_operands];
    int core_[most_operands], count_ = 0, leading_ = 0;
    bool is_single_ = true;
    npy_intp shape_[max_dimensions + 4];
    npy_intp shapes_[most_operands][max_dimensions + 2];
    npy_intp strides_[most_operands][max_dimensions + 2];
    StridedView views_[most_operands];
};

}  // namespace numen::front
