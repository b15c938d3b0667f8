// Powers: what NumPy computes by a simpler operation, and what it refuses.
#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/ufunc/elementwise_call.h"

namespace numen::front {
namespace {

// The one number that all elements are raised to; false if they are raised to several, or if a
// single element is raised to an array's.
bool one_exponent(Call& call, double& exponent) {
    Operand& given = call.in[1];
    if (given.kind == Kind::array) {
        const StridedView result{nullptr, Dtype::int8, call.nd, call.shape, nullptr};
        const bool repeats = element_count(result) > 1;
        if (given.ndim() > 0 && !(repeats && element_count(given.view()) == 1)) return false;
        if (!values(given.array)) return false;
    }
    const StridedView view = given.view();
    backend::copy({reinterpret_cast<char*>(&exponent), Dtype::float64, 0, nullptr, nullptr},
                  {view.data, view.dtype, 0, nullptr, nullptr});
    return true;
}

// A copy that lies in memory as a result does: repeated axes are told apart from real ones.
PyObject* converted(PyObject* object, Dtype dtype) {
    const Ref own = pinned(object);
    ArrayObject* a = as_array(own.get());
    if (a == nullptr || !values(a)) return nullptr;
    const StridedView view = view_of(a);
    npy_intp strides[max_dimensions];
    result_strides({&view, 1}, itemsize(dtype), a->f.nd, a->f.dimensions, strides);
    ArrayObject* copy = new_array_with_strides(dtype, a->f.nd, a->f.dimensions, strides);
    if (copy != nullptr) copy_elements(view_of(copy), view);
    return as_object(copy);
}

PyObject* array_of_number(Operand& number, Dtype dtype) {
    ArrayObject* array = new_array(dtype, 0, nullptr);
    if (array != nullptr) copy_elements(view_of(array), number.view());
    return as_object(array);
}

bool has_negatives(ArrayObject* row) {
    const npy_intp count = element_count(row);
    return count > 0 && backend::value_range({row->f.data, Dtype::int64, count}).least < 0;
}

}  // namespace

bool simple_power(Call& call, Op& op) {
    const Dtype dtype = call.loop->input[1];
    PyObject* out = call.manner.out;
    double exponent;
    if (out != nullptr && !may_cast(dtype, dtype_of(as_array(out)), call.manner.casting)) {
        return false;
    }
    if (call.op != Op::power || (dtype != Dtype::float32 && dtype != Dtype::float64) ||
        call.nd != call.in[0].ndim() || !one_exponent(call, exponent)) {
        return false;
    }
    op = power_operation(exponent);
    return op != Op::power;
}

PyObject* apply_simple_power(Call& call, Op op, bool& unsupported) {
    const Dtype dtype = call.loop->input[0];
    if (Gathered* errors = call.manner.gathered) {
        errors->cast |= call.cast;
    } else if (!report_cast(call.cast)) {  // of a Python number that became infinite
        return nullptr;
    }
    Ref array(call.in[0].kind == Kind::array ? Py_NewRef(as_object(call.in[0].array))
                                             : array_of_number(call.in[0], dtype));
    if (!array) return nullptr;
    if (dtype_of(as_array(array.get())) != dtype) array = Ref(converted(array.get(), dtype));
    if (!array) return nullptr;
    PyObject* inputs[] = {array.get()};
    Manner manner = call.manner;
    manner.dtype = no_dtype;
    return elementwise_as(Op::power, op, inputs, 1, manner, unsupported);
}

bool read_exponents(Call& call, bool& is_refused) {
    Operand& exponent = call.in[1];
    is_refused = false;
    if (call.op != Op::power || !is_signed_integer(call.loop->input[1])) return true;
    const Ref numbers = exponent.kind == Kind::array
                            ? in_a_row(exponent.array, Dtype::int64)
                            : Ref(array_of_number(exponent, Dtype::int64));
    if (!numbers) return false;
    is_refused = has_negatives(as_array(numbers.get()));
    return true;
}

int has_negative_exponents(Op op, Operand& exponents) {
    if (op != Op::power || exponents.kind != Kind::array || !is_signed_integer(exponents.dtype)) {
        return 0;
    }
    const Ref numbers = in_a_row(exponents.array, Dtype::int64);
    return numbers ? has_negatives(as_array(numbers.get())) : -1;
}

}  // namespace numen::front
