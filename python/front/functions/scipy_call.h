// What the functions of scipy.linalg have in common: reading stacks of matrices and right sides,
// SciPy's rules for the type of the work, and results laid out as SciPy's.
//
// What is not for us, wrong calls among it, is handed over: SciPy serves or refuses it.
#pragma once

#include <initializer_list>

#include "front/call/operand.h"
#include "front/call/scipy.h"
#include "front/functions/matrix_call.h"
#include "front/module/observer.h"
#include "linalg/systems.h"
#include "ops/status.h"

namespace numen::front {

// One call of a function on up to three stacks.
class ScipyCall {
public:
    explicit ScipyCall(const char* name) : name_(name) {}

    // Reads the next operand, whose last axes are a vector, a matrix, a square one, or a right
    // side: a vector if it has one axis, else a matrix. False: handed over, or an exception is set.
    enum class Core : unsigned char { vector, matrix, square, right_side };
    bool read(PyObject* object, Core core);
    // After all are read: broadcasts their leading axes, and looks for infinities and NaN if the
    // argument `check_finite` (null: yes) says so, from operand `first_checked` on. Handed over if
    // an array has no elements.
    bool join(PyObject* check_finite, int first_checked = 0);

    int ndim(int operand) { return operands_[operand].ndim(); }
    Dtype dtype(int operand) const { return operands_[operand].dtype; }
    npy_intp rows(int operand) { return extent(operand, axes_[operand]); }
    npy_intp columns(int operand) { return axes_[operand] == 1 ? 1 : extent(operand, 1); }
    bool is_vector(int operand) const { return axes_[operand] == 1; }
    bool lies_by_columns(int operand) { return array(operand)->f.flags & NPY_ARRAY_F_CONTIGUOUS; }
    bool is_stack() const { return leading_ > 0; }
    npy_intp count() const;

    // The types of SciPy's get_lapack_funcs, which keeps to single precision for short integers
    // (unless they have been made inexact before), and of its solve, which promotes as NumPy does.
    Dtype lapack_type(bool integers_are_double = false) const;
    Dtype solving_type() const;

    // The operand's view with the leading axes of all; a right side is a matrix in any case.
    StridedView input(int operand);

    // A new result of the leading axes and `core` ones, whose matrices lie by rows or by columns.
    enum class By : bool { rows, columns };
    bool make(MatrixResult& result, Dtype dtype, std::initializer_list<npy_intp> core, By by);
    // The same for what is solved for: of the shape of the right side `operand`; and its view as
    // matrices.
    bool make_solution(MatrixResult& result, Dtype dtype, int operand, By by);
    StridedView solution(MatrixResult& result);

    // Runs compute() without the GIL where `work` (multiplications for one matrix) is long. False
    // with an exception set: what failed is handed over, SciPy says why, and so is what rounding
    // decides, which has to be the rounding of SciPy's own library.
    template <class Compute> bool run(double work, Compute compute) {
        const Observation observation(Event::library, name_);
        const double time = multiplication_time * work * static_cast<double>(count());
        const Status status = without_lock(time, compute);
        if (status & status_no_memory) return PyErr_NoMemory(), false;
        return (status & (status_failed | status_doubtful)) == 0 || (hand_over_to_scipy(), false);
    }

    // The results as SciPy gives several: in a tuple, or for a stack in a list. Takes them over;
    // null with an exception set, also if one is null.
    PyObject* several(std::initializer_list<PyObject*> results) const;

private:
    static constexpr int most_operands = 3;

    ArrayObject* array(int operand) { return operands_[operand].array; }
    npy_intp extent(int operand, int from_end) {
        const Layout& layout = operands_[operand].layout;
        return layout.shape[layout.nd - from_end];
    }
    StridedView leading_axes(int operand);

    const char* name_;
    Operand operands_[most_operands];
    int axes_[most_operands];
    int operand_count_ = 0, leading_ = 0;
    npy_intp shape_[max_dimensions + 2];
    npy_intp shapes_[most_operands + 1][max_dimensions + 2];
    npy_intp strides_[most_operands + 1][max_dimensions + 2];
};

// A truth value among the arguments. False: handed over.
bool read_flag(PyObject* object, bool otherwise, bool& flag);
bool read_flags(PyObject* const* objects, std::initializer_list<bool*> flags);

// What a system is solved with: 0 or "N", 1 or "T", 2 or "C". False: handed over.
bool read_transposition(PyObject* object, linalg::Transposition& op);

double cube_of(npy_intp n);

}  // namespace numen::front
