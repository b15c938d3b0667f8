// Methods that write, pick or compute elements: fill, dot, conjugate, nonzero, round, clip …
#include <algorithm>
#include <cmath>
#include <limits>

#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/layout.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/call/promotion.h"
#include "front/call/reporting.h"
#include "front/functions/products.h"
#include "front/functions/tables.h"
#include "front/index/element_store.h"
#include "front/index/index.h"
#include "front/ufunc/elementwise.h"
#include "front/ufunc/reduction_extras.h"
#include "ops/signature.h"

namespace numen::front {
namespace {

bool foreign_type(PyObject* self) { return dtype_of(as_array(self)) == no_dtype; }

// NumPy refuses arrays and sequences here, which an assignment would broadcast.
PyObject* method_fill(PyObject* self, PyObject* value) {
    ArrayObject* a = as_array(self);
    alignas(16) char bytes[16];
    if (is_exposed(self) && !foreign_type(self) && is_plainly_writeable(a) &&
        read_number(value, dtype_of(a), bytes)) {
        fill_elements(view_of(a), bytes);
        Py_RETURN_NONE;
    }
    Operand operand;
    classify(value, operand);
    const bool is_number = operand.kind != Kind::foreign && operand.ndim() == 0;
    if (!is_number || foreign_type(self)) {
        return call_numpy_method("fill", self, {&value, 1, nullptr});
    }
    if (set_item(self, Py_Ellipsis, value) < 0) return nullptr;
    Py_RETURN_NONE;
}

PyObject* method_dot(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<2> parameters({"b", "out"});
    PyObject* argument[2];
    bool unsupported = !parameters.read({args, count, names}, argument) || argument[0] == nullptr;
    PyObject* out = unsupported || absent(argument[1]) ? nullptr : argument[1];
    unsupported = unsupported || (out != nullptr && !(is_ours(out) &&
                                                      is_c_contiguous(as_array(out))));
    PyObject* result = unsupported      ? nullptr
                       : out == nullptr ? dot(self, argument[0], unsupported)
                                        : dot_into(self, argument[0], out, unsupported);
    return unsupported ? call_numpy_method("dot", self, {args, count, names}) : result;
}

PyObject* method_conjugate(PyObject* self, PyObject* const* args, Py_ssize_t count) {
    ArrayObject* a = as_array(self);
    if (count != 0 || foreign_type(self)) {
        return call_numpy_method("conjugate", self, {args, count, nullptr});
    }
    if (!is_complex(dtype_of(a))) return Py_NewRef(self);
    bool unsupported = false;
    return elementwise(Op::conjugate, &self, 1, nullptr, unsupported);
}

// A power of ten as NumPy makes it, which is not the nearest double beyond 10**22.
double power_of_ten(long exponent) {
    double power = 1.0;
    for (long i = 0; i < exponent && std::isfinite(power); ++i) power *= 10.0;
    return power;
}

// Scale, round to even, scale back. NumPy scales numbers that are not dense in a copy in C order.
PyObject* round_reals(ArrayObject* a, long decimals, bool& unsupported) {
    const bool dense = is_c_contiguous(a) || (a->f.flags & NPY_ARRAY_F_CONTIGUOUS);
    Ref source(dense || decimals == 0 ? Py_NewRef(as_object(a))
                                      : as_object(copy_array(a, dtype_of(a), 'C')));
    if (!source) return nullptr;
    PyObject* operands[] = {source.get(), nullptr};
    if (decimals == 0) return elementwise(Op::rint, operands, 1, nullptr, unsupported);
    Ref factor(PyFloat_FromDouble(power_of_ten(decimals)));
    if (!factor) return nullptr;
    operands[1] = factor.get();
    Ref scaled(elementwise(Op::multiply, operands, 2, nullptr, unsupported));
    if (!scaled) return nullptr;
    PyObject* inner[] = {scaled.get()};
    Ref rounded(elementwise(Op::rint, inner, 1, nullptr, unsupported));
    if (!rounded) return nullptr;
    PyObject* outer[] = {rounded.get(), factor.get()};
    return elementwise(Op::divide, outer, 2, nullptr, unsupported);
}

// NumPy rounds either part by itself, in a copy: scaled as complex numbers, an infinite part would
// make the other one NaN.
PyObject* round_parts(ArrayObject* a, long decimals, bool& unsupported) {
    const Dtype part = real_part(dtype_of(a));
    const npy_intp count = element_count(a), item = itemsize(part), step = 2 * item;
    Ref result(as_object(copy_array(a, dtype_of(a), 'K')));
    for (const npy_intp offset : {npy_intp{0}, item}) {
        if (!result) return nullptr;
        Ref seen(as_object(new_view(as_array(result.get()), part, 1, &count, &step, offset)));
        Ref rounded(seen ? round_reals(as_array(seen.get()), decimals, unsupported) : nullptr);
        if (!rounded || !values(as_array(rounded.get()))) return nullptr;
        copy_elements(view_of(as_array(seen.get())), view_of(as_array(rounded.get())));
    }
    return result.release();
}

PyObject* round_array(PyObject* self, long decimals, bool& unsupported) {
    ArrayObject* a = as_array(self);
    const Dtype dtype = dtype_of(a);
    if (decimals < 0 || is_boolean(dtype)) return unsupported = true, nullptr;
    if (is_integer(dtype)) return as_object(copy_array(a, dtype, 'K'));
    return is_complex(dtype) ? round_parts(a, decimals, unsupported)
                             : round_reals(a, decimals, unsupported);
}

// May the rounded array be written there? NumPy asks before it computes, and warns of, anything.
bool takes_rounded(PyObject* out, ArrayObject* a) {
    if (!is_ours(out)) return false;
    ArrayObject* target = as_array(out);
    return dtype_of(target) == dtype_of(a) && target->f.nd == a->f.nd &&
           std::equal(a->f.dimensions, a->f.dimensions + a->f.nd, target->f.dimensions);
}

PyObject* round_into(PyObject* self, long decimals, PyObject* out, bool& unsupported) {
    if (is_ours(self) && !values(as_array(self))) return nullptr;
    const OutputErrors errors;
    Ref result(round_array(self, decimals, unsupported));
    if (!result) return nullptr;
    if (errors.any()) return unsupported = true, nullptr;
    return put_result(result.release(), out, unsupported);
}

PyObject* method_round(PyObject* self, PyObject* const* args, Py_ssize_t count,
                       PyObject* names) {
    static const Parameters<2> parameters({"decimals", "out"});
    PyObject* argument[2];
    const Arguments arguments{args, count, names};
    bool unsupported = !parameters.read(arguments, argument) || foreign_type(self) ||
                       as_array(self)->f.nd == 0 || argument[0] == Py_None;
    long decimals = 0;
    if (!unsupported && argument[0] != nullptr) {
        decimals = PyLong_AsLong(argument[0]);
        if (decimals == -1 && PyErr_Occurred()) return nullptr;
        unsupported = decimals != static_cast<int>(decimals);
    }
    unsupported |= given(argument[1]) && !takes_rounded(argument[1], as_array(self));
    PyObject* result = unsupported          ? nullptr
                       : given(argument[1]) ? round_into(self, decimals, argument[1], unsupported)
                                            : round_array(self, decimals, unsupported);
    return unsupported ? call_numpy_method("round", self, arguments) : result;
}

// Bool below int below float below complex; of what is no Python number, -1.
int rank(PyObject* object) {
    if (PyComplex_CheckExact(object)) return 3;
    if (PyFloat_CheckExact(object)) return 2;
    return PyLong_CheckExact(object) ? 1 : -1;
}

int rank(Dtype dtype) {
    return is_complex(dtype) ? 3 : is_floating(dtype) ? 2 : is_boolean(dtype) ? 0 : 1;
}

// Three types may promote to another one than two operations one after the other find.
bool depends_on_order(PyObject* self, PyObject* low, PyObject* high) {
    Dtype folded = dtype_of(as_array(self));
    Promotion together;
    together.meet(folded);
    for (PyObject* bound : {low, high}) {
        Operand operand;
        if (given(bound)) classify(bound, operand);
        if (operand.dtype == no_dtype) continue;
        together.meet(operand.dtype);
        folded = promote(folded, operand.dtype);
    }
    return together.result() != folded;
}

// A Python number of a higher kind than the array's takes its type from the other bound, which
// two operations one after the other do not see.
bool one_bound_types_the_other(PyObject* self, PyObject* low, PyObject* high) {
    return given(low) && given(high) && (rank(low) < 0) != (rank(high) < 0) &&
           std::max(rank(low), rank(high)) > rank(dtype_of(as_array(self)));
}

bool is_complex_number(PyObject* object) {
    if (PyArray_Check(object) || is_ours(object)) return is_complex(dtype_of(as_array(object)));
    return PyComplex_Check(object) || PyArray_IsScalar(object, ComplexFloating);
}

// Of complex numbers NumPy's clip compares NaNs in another way than maximum and minimum do.
bool clips_complex(PyObject* self, PyObject* low, PyObject* high) {
    return is_complex(dtype_of(as_array(self))) || (given(low) && is_complex_number(low)) ||
           (given(high) && is_complex_number(high));
}

// A number that leaves the array's type what it is; `operand` receives it.
bool keeps_type(PyObject* self, PyObject* bound, Operand& operand) {
    if (absent(bound)) return true;
    const Dtype dtype = dtype_of(as_array(self));
    classify(bound, operand);
    if (operand.kind == Kind::scalar) return operand.dtype == dtype;
    Status status = status_ok;
    const bool fits = is_weak(operand.kind) && weak_dtype(operand.kind, dtype) == dtype &&
                      bind_weak(operand, dtype, status) == Bound::ok;
    if (!fits) forget_error();
    return fits && status == status_ok;
}

bool is_like(PyObject* out, ArrayObject* a) {
    return out != nullptr && is_ours(out) && dtype_of(as_array(out)) == dtype_of(a) &&
           as_array(out)->f.nd == a->f.nd && (as_array(out)->f.flags & NPY_ARRAY_WRITEABLE) &&
           std::equal(a->f.dimensions, a->f.dimensions + a->f.nd, as_array(out)->f.dimensions);
}

bool may_clip_at_once(const StridedView& from, const StridedView& to) {
    const bool in_place = from.data == to.data &&
                          std::equal(from.strides, from.strides + from.ndim, to.strides);
    return is_aligned(from) && is_aligned(to) && (in_place || !may_overlap(to, from)) &&
           !may_overlap_itself(to);
}

// Both bounds at once, where they are numbers of the array's type; of short arrays the calls cost
// most, and two of them go the quick way.
PyObject* clip_between(ArrayObject* given, const Operand& low, const Operand& high, PyObject* out,
                       bool& unsupported) {
    const Ref own = pinned(as_object(given));
    if (!own) return nullptr;
    ArrayObject* a = as_array(own.get());
    Ref result = out != nullptr ? pinned(out)
                                : Ref(as_object(new_array(dtype_of(a), a->f.nd, a->f.dimensions)));
    if (!result || !values(a)) return nullptr;
    ArrayObject* target = as_array(result.get());
    const bool is_alike = is_like(result.get(), a);
    if (!values(target) || !is_alike || !may_clip_at_once(view_of(a), view_of(target))) {
        unsupported = PyErr_Occurred() == nullptr;
        return nullptr;
    }
    if (out != nullptr && !prepare_write(target)) return nullptr;
    const StridedView input = view_of(a), output = view_of(target);
    without_lock(pass_time(output),
                 [&] { backend::clip(output, input, low.value, high.value); });
    if (out == nullptr) return result.release();
    end_write(target);
    return Py_NewRef(out);
}

PyObject* method_clip(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<3> parameters({"min", "max", "out"});
    PyObject* argument[3];
    const Arguments arguments{args, count, names};
    if (!parameters.read(arguments, argument) || foreign_type(self) ||
        (absent(argument[0]) && absent(argument[1])) ||
        one_bound_types_the_other(self, argument[0], argument[1]) ||
        depends_on_order(self, argument[0], argument[1]) ||
        clips_complex(self, argument[0], argument[1])) {
        return call_numpy_method("clip", self, arguments);
    }
    bool unsupported = false;
    // Nothing but the target is needed where no bound changes type or shape.
    Operand low, high;
    const bool plain = keeps_type(self, argument[0], low) && keeps_type(self, argument[1], high);
    ArrayObject* a = as_array(self);
    PyObject* target = plain && is_like(argument[2], a) ? argument[2] : nullptr;
    if (plain && given(argument[0]) && given(argument[1]) && a->f.nd > 0 &&
        element_count(a) > managed_threshold &&
        (target != nullptr || (absent(argument[2]) && is_c_contiguous(a)))) {
        PyObject* clipped = clip_between(a, low, high, target, unsupported);
        if (!unsupported) return clipped;
        unsupported = false;
    }
    Ref result = Ref::share(self);
    if (given(argument[0])) {
        PyObject* operands[] = {result.get(), argument[0]};
        result = Ref(elementwise(Op::maximum, operands, 2, target, unsupported));
        if (plain && result && is_ours(result.get())) target = result.get();
    }
    if (result && given(argument[1])) {
        PyObject* operands[] = {result.get(), argument[1]};
        result = Ref(elementwise(Op::minimum, operands, 2, target, unsupported));
    }
    if (result && given(argument[2]) && result.get() != argument[2]) {
        result = Ref(put_result(result.release(), argument[2], unsupported));
    }
    // Shapes that do not fit: NumPy names all three.
    const bool is_refused = !result && !unsupported && PyErr_ExceptionMatches(PyExc_ValueError);
    if (is_refused) unsupported = leave_to_numpy();
    return unsupported ? call_numpy_method("clip", self, arguments) : result.release();
}

// Each position becomes a row of coordinates, the last first: no position is written over before
// it is read. Positions ascend, so most lie on the line of the one before: only others are divided.
void spread_positions(npy_intp* rows, npy_intp count, int nd, const npy_intp* shape) {
    const int last = nd - 1;
    npy_intp line[max_dimensions], line_begin = std::numeric_limits<npy_intp>::max();
    for (npy_intp i = count - 1; nd > 1 && i >= 0; --i) {
        const npy_intp position = rows[i];
        if (position < line_begin) {
            npy_intp outer = position / shape[last];
            line_begin = outer * shape[last];
            for (int axis = last - 1; axis > 0; --axis) {
                line[axis] = outer % shape[axis];
                outer /= shape[axis];
            }
            line[0] = outer;
        }
        npy_intp* row = rows + i * nd;
        for (int axis = 0; axis < last; ++axis) row[axis] = line[axis];
        row[last] = position - line_begin;
    }
}

PyObject* method_nonzero(PyObject* self, PyObject*) {
    ArrayObject* a = as_array(self);
    if (foreign_type(self) || a->f.nd == 0) {
        return call_numpy_method("nonzero", self, {nullptr, 0, nullptr});
    }
    // A copy where the lock is left, for then others could write between counting and writing down.
    const bool is_read_at_once = dtype_of(a) == Dtype::boolean && !needs_pin(a);
    Ref mask(is_read_at_once ? Py_NewRef(self)
                             : as_object(copy_array(a, Dtype::boolean, 'C')));
    if (!mask) return nullptr;
    a = as_array(mask.get());
    if (a->f.nd == 0) return call_numpy_method("nonzero", self, {nullptr, 0, nullptr});
    const StridedView view = view_of(a);
    const npy_intp count = count_true_elements(view);
    // One row of coordinates per element; the answers are the columns, as NumPy's are.
    const npy_intp shape[] = {count, a->f.nd};
    Ref table(as_object(new_array(Dtype::int64, 2, shape)));
    if (!table) return nullptr;
    auto* rows = reinterpret_cast<npy_intp*>(as_array(table.get())->f.data);
    constexpr double mask_cost = 0.5, place_cost = 3;  // nanoseconds
    without_lock(mask_cost * static_cast<double>(element_count(view)) +
                     place_cost * static_cast<double>(count),
                 [&] {
                     if (count > 0) backend::true_positions(view, rows);
                     spread_positions(rows, count, view.ndim, view.shape);
                 });
    Ref tuple(PyTuple_New(a->f.nd));
    for (int axis = 0; tuple && axis < a->f.nd; ++axis) {
        const npy_intp step = a->f.nd * sizeof(npy_intp);
        ArrayObject* column = new_view(as_array(table.get()), Dtype::int64, 1, &count, &step,
                                       axis * static_cast<npy_intp>(sizeof(npy_intp)));
        if (column == nullptr) return nullptr;
        PyTuple_SET_ITEM(tuple.get(), axis, as_object(column));
    }
    return tuple.release();
}

}  // namespace

PyMethodDef element_methods[] = {
    {"fill", guarded<method_fill>(), METH_O, nullptr},
    {"dot", guarded<method_dot>(), fast, nullptr},
    {"conj", guarded<method_conjugate>(), METH_FASTCALL, nullptr},
    {"conjugate", guarded<method_conjugate>(), METH_FASTCALL, nullptr},
    {"round", guarded<method_round>(), fast, nullptr},
    {"clip", guarded<method_clip>(), fast, nullptr},
    {"nonzero", guarded<method_nonzero>(), METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
