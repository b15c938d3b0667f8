// Arrays from Python objects: numbers, nested lists and tuples, other arrays.
#include "front/array/creation.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "front/array/asked_type.h"
#include "front/array/elements.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

// Python ints beyond int64 become uint64 or objects: NumPy decides.
bool is_large(PyObject* number) {
    int overflow;
    PyLong_AsLongLongAndOverflow(number, &overflow);
    return overflow != 0;
}

// What a nested list holds: its shape, and the type all leaves promote to.
struct Discovery {
    int nd = 0;
    npy_intp shape[max_dimensions];
    Dtype strong = no_dtype;    // of arrays and NumPy scalars
    Kind weak = Kind::foreign;  // the widest kind of Python number seen
    bool has_large = false;     // arrays whose copying may let other code run

    bool is_empty() const { return strong == no_dtype && weak == Kind::foreign; }
    void meet_weak(Kind kind) { weak = weak == Kind::foreign ? kind : std::max(weak, kind); }
    void meet_strong(Dtype dtype) { strong = strong == no_dtype ? dtype : promote(strong, dtype); }
    void meet(const Operand& leaf) {
        is_weak(leaf.kind) ? meet_weak(leaf.kind) : meet_strong(leaf.dtype);
    }
    // The leaves of most lists; false for all others.
    bool meet_common(PyObject* leaf) {
        PyTypeObject* type = Py_TYPE(leaf);
        if (type == &PyFloat_Type) {
            meet_weak(Kind::weak_float);
        } else if (type == &PyLong_Type && !is_large(leaf)) {
            meet_weak(Kind::weak_int);
        } else if (type == &PyDoubleArrType_Type) {
            meet_strong(Dtype::float64);
        } else if (type == &PyLongArrType_Type) {
            meet_strong(Dtype::int64);
        } else {
            return false;
        }
        return true;
    }
    Dtype dtype() const {
        const Dtype python = weak == Kind::foreign ? no_dtype : weak_dtype(weak, no_dtype);
        if (strong == no_dtype) return python == no_dtype ? Dtype::float64 : python;
        return python == no_dtype ? strong : promote(strong, python);
    }
};

// The shape by the first element at every level; false if NumPy should decide.
bool first_shape(PyObject* object, Discovery& found) {
    while (is_plain_list(object)) {
        if (found.nd == max_dimensions) return false;
        const Py_ssize_t length = PySequence_Fast_GET_SIZE(object);
        found.shape[found.nd++] = length;
        if (length == 0) return true;
        object = PySequence_Fast_GET_ITEM(object, 0);
    }
    Operand leaf;
    classify(object, leaf);
    if (leaf.kind == Kind::foreign) return false;
    for (int axis = 0; axis < leaf.ndim(); ++axis) {
        if (found.nd == max_dimensions) return false;
        found.shape[found.nd++] = leaf.layout.shape[axis];
    }
    return true;
}

// Every branch must have the shape of the first; collects the types.
bool check(PyObject* object, int depth, Discovery& found) {
    if (is_plain_list(object)) {
        const Py_ssize_t length = PySequence_Fast_GET_SIZE(object);
        if (depth == found.nd || length != found.shape[depth]) return false;
        PyObject** items = PySequence_Fast_ITEMS(object);
        const bool leaves = depth + 1 == found.nd;
        for (Py_ssize_t i = 0; i < length; ++i) {
            if (leaves && found.meet_common(items[i])) continue;
            if (!check(items[i], depth + 1, found)) return false;
        }
        return true;
    }
    Operand leaf;
    classify(object, leaf);
    if (leaf.kind == Kind::foreign || leaf.ndim() != found.nd - depth) return false;
    if (leaf.kind == Kind::weak_int && is_large(object)) return false;
    for (int axis = 0; axis < leaf.ndim(); ++axis) {
        if (leaf.layout.shape[axis] != found.shape[depth + axis]) return false;
    }
    if (leaf.kind == Kind::array && (needs_pin(leaf.array) || needs_values(leaf.array))) {
        found.has_large = true;
    }
    found.meet(leaf);
    return true;
}

// unfit: NumPy's to convert. Lists that others hold may have changed since they were checked.
enum class Stored { ok, unfit, error };

bool has_shape(const Operand& leaf, const StridedView& target) {
    return leaf.ndim() == target.ndim &&
           std::equal(target.shape, target.shape + target.ndim, leaf.layout.shape);
}

Stored store_leaf(PyObject* object, const StridedView& target) {
    Operand leaf;
    classify(object, leaf);
    if (is_weak(leaf.kind)) {
        Status status = status_ok;
        const Bound bound = bind_weak(leaf, target.dtype, status);
        if (bound == Bound::error) return Stored::error;
        if (bound == Bound::out_of_range || status != status_ok) return Stored::unfit;
    } else if (leaf.kind == Kind::array || leaf.dtype != target.dtype) {
        if (leaf.kind == Kind::array && !values(leaf.array)) return Stored::error;
        if (!has_shape(leaf, target)) return Stored::unfit;
        copy_elements(target, leaf.view());
        return Stored::ok;
    }
    if (target.ndim > 0) return Stored::unfit;
    std::memcpy(target.data, leaf.value, itemsize(target.dtype));
    return Stored::ok;
}

// Reads of the leaves of most lists; false leaves the element to store_leaf.
bool read_number(PyObject* item, std::int64_t& value) {
    if (Py_TYPE(item) == &PyLongArrType_Type) {
        value = PyArrayScalar_VAL(item, Long);
        return true;
    }
    int overflow = 0;
    if (!PyLong_CheckExact(item)) return false;
    value = PyLong_AsLongLongAndOverflow(item, &overflow);
    return overflow == 0;
}

bool read_number(PyObject* item, double& value) {
    std::int64_t whole;
    if (PyFloat_CheckExact(item) || Py_TYPE(item) == &PyDoubleArrType_Type) {
        value = PyFloat_AS_DOUBLE(item);  // numpy.float64 is a float
        return true;
    }
    if (!read_number(item, whole)) return false;
    value = static_cast<double>(whole);
    return true;
}

bool read_number(PyObject* item, float& value) {
    double real;
    if (!read_number(item, real)) return false;
    value = static_cast<float>(real);
    return !std::isinf(value) || std::isinf(real);
}

template <class T> Stored store_numbers(PyObject** items, const StridedView& row) {
    for (npy_intp i = 0; i < row.shape[0]; ++i) {
        char* element = row.data + i * row.strides[0];
        T value;
        if (read_number(items[i], value)) {
            std::memcpy(element, &value, sizeof value);
            continue;
        }
        const Stored stored = store_leaf(items[i], {element, row.dtype, 0, nullptr, nullptr});
        if (stored != Stored::ok) return stored;
    }
    return Stored::ok;
}

Stored store(PyObject* object, const StridedView& target) {
    if (!is_plain_list(object)) return store_leaf(object, target);
    if (target.ndim == 0 || PySequence_Fast_GET_SIZE(object) != target.shape[0]) {
        return Stored::unfit;
    }
    PyObject** items = PySequence_Fast_ITEMS(object);
    if (target.ndim == 1) {
        switch (target.dtype) {
            case Dtype::float64: return store_numbers<double>(items, target);
            case Dtype::float32: return store_numbers<float>(items, target);
            case Dtype::int64: return store_numbers<std::int64_t>(items, target);
            default: break;
        }
    }
    for (npy_intp i = 0; i < target.shape[0]; ++i) {
        const Stored stored =
            store(items[i], {target.data + i * target.strides[0], target.dtype, target.ndim - 1,
                             target.shape + 1, target.strides + 1});
        if (stored != Stored::ok) return stored;
    }
    return Stored::ok;
}

PyObject* numpy_array(PyObject* object, PyArray_Descr* dtype) {
    Ref target(numpy_attribute("array"));
    // What NumPy calls to convert items may change the list. Lists may be elements of objects.
    const bool keeps_items = dtype != nullptr && PyDataType_REFCHK(dtype);
    const Ref held = !keeps_items                ? held_if_sequence(object)
                     : PyList_CheckExact(object) ? held_list(object)
                                                 : Ref::share(object);
    if (!target || !held) return nullptr;
    PyObject* args[] = {held.get(), reinterpret_cast<PyObject*>(dtype)};
    return call_fallback("array", target.get(), args, dtype == nullptr ? 1 : 2, nullptr);
}

// Can a leaf of this kind be stored in the asked type without NumPy's element-wise errors?
bool stores_plainly(const Discovery& found, Dtype dtype) {
    const Dtype natural = found.dtype();
    if (natural == dtype || found.is_empty()) return true;
    if (found.weak == Kind::foreign) return can_cast_safe(natural, dtype);
    if (found.strong != no_dtype && !can_cast_safe(found.strong, dtype)) return false;
    if (is_boolean(dtype)) return false;
    return weak_dtype(found.weak, dtype) == dtype;
}

// Python numbers as truth values, or floats as whole numbers where each fits the type.
bool stores_by_cast(const Discovery& found, Dtype dtype) {
    if (found.weak == Kind::foreign) return false;
    if (found.strong != no_dtype && found.strong != Dtype::boolean) return false;
    return is_boolean(dtype) || (is_integer(dtype) && found.weak == Kind::weak_float);
}

bool all_fit(ArrayObject* a, Dtype dtype) {
    if (!is_integer(dtype)) return true;
    // Beyond 2**53 an int among the floats would have lost its last digits.
    const bool is_signed = is_signed_integer(dtype);
    const int bits = std::min(8 * itemsize(dtype) - (is_signed ? 1 : 0), 53);
    const double limit = std::ldexp(1.0, bits), least = is_signed ? -limit - 1 : -1.0;
    const double* values = reinterpret_cast<const double*>(a->f.data);
    return std::all_of(values, values + element_count(a),
                       [=](double x) { return x > least && x < limit; });
}

// A list of a few Python floats, which most lists in programs are; false leaves it to the general
// way. The values are read before the array is made, as that may run other code.
bool make_of_few_floats(PyObject* object, PyObject*& result) {
    constexpr npy_intp few = 16;
    if (!PyList_CheckExact(object)) return false;
    npy_intp count = PyList_GET_SIZE(object);
    if (count == 0 || count > few) return false;
    double values[few];
    for (npy_intp i = 0; i < count; ++i) {
        PyObject* item = PyList_GET_ITEM(object, i);
        if (!PyFloat_CheckExact(item)) return false;
        values[i] = PyFloat_AS_DOUBLE(item);
    }
    ArrayObject* made = new_array(Dtype::float64, 1, &count);
    if (made != nullptr) std::memcpy(made->f.data, values, count * sizeof(double));
    result = as_object(made);
    return true;
}

}  // namespace

PyObject* array_from_object(PyObject* object, PyArray_Descr* dtype) {
    const Dtype asked = dtype == nullptr ? no_dtype : asked_type(dtype);
    PyObject* of_few = nullptr;
    const bool may_be_floats = dtype == nullptr || asked == Dtype::float64;
    if (may_be_floats && make_of_few_floats(object, of_few)) return of_few;
    Discovery found;
    Ref held;
    if ((dtype != nullptr && asked == no_dtype) || !first_shape(object, found) ||
        !check(object, 0, found)) {
        return numpy_array(object, dtype);
    }
    if (found.has_large && is_plain_list(object)) {
        held = held_sequence(object);
        if (!held) return nullptr;
        Discovery again;
        if (!first_shape(held.get(), again) || !check(held.get(), 0, again)) {
            return numpy_array(object, dtype);
        }
        found = again;
        object = held.get();
    }
    const Dtype wanted = asked == no_dtype ? found.dtype() : asked;
    const bool cast = !stores_plainly(found, wanted);
    if (cast && !stores_by_cast(found, wanted)) return numpy_array(object, dtype);
    Ref result(as_object(new_array(cast ? found.dtype() : wanted, found.nd, found.shape)));
    if (!result) return nullptr;
    switch (store(object, view_of(as_array(result.get())))) {
        case Stored::ok:
            if (!cast) return result.release();
            if (!all_fit(as_array(result.get()), wanted)) return numpy_array(object, dtype);
            return as_object(copy_array(as_array(result.get()), wanted, 'C'));
        case Stored::unfit: return numpy_array(object, dtype);
        default: return nullptr;
    }
}

PyObject* as_numen_array(PyObject* object) {
    if (is_ours(object)) return Py_NewRef(object);
    return has_its_own_say(object) ? Py_NewRef(object) : array_from_object(object, nullptr);
}

PyObject* as_pinned_array(PyObject* object) {
    const Ref array(as_numen_array(object));
    return pinned(array).release();
}

void strides_of_copy(ArrayObject* a, int itemsize, char order, npy_intp* strides) {
    const bool is_fortran = a->f.flags & NPY_ARRAY_F_CONTIGUOUS;
    if (order == 'A') order = is_c_contiguous(a) || !is_fortran ? 'C' : 'F';
    if (order == 'K' && is_c_contiguous(a)) order = 'C';
    if (order == 'K' && is_fortran) order = 'F';
    if (order == 'K') return copy_strides(view_of(a), itemsize, strides);
    dense_strides(order == 'F' ? Order::fortran : Order::c, itemsize, a->f.nd, a->f.dimensions,
                  strides);
}

Ref in_a_row(ArrayObject* given, Dtype dtype) {
    Ref own = pinned(as_object(given));
    ArrayObject* a = as_array(own.get());
    if (a == nullptr || !values(a)) return Ref();
    constexpr int plain = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED;
    if (dtype_of(a) == dtype && (a->f.flags & plain) == plain) return own;
    return Ref(as_object(copy_array(a, dtype, 'C')));
}

namespace {

// The copy of a few elements side by side, in their own type; null, without an exception, for any
// other.
ArrayObject* copy_few(ArrayObject* a, Dtype dtype, char order) {
    constexpr npy_intp few = 1024;  // bytes
    if (dtype_of(a) != dtype || !is_c_contiguous(a) || (order == 'F' && a->f.nd > 1)) {
        return nullptr;
    }
    const npy_intp count = element_count(a), bytes = count * itemsize(dtype);
    if (count == 0 || bytes > few || count > managed_threshold) return nullptr;
    ArrayObject* result = new_exposed(dtype, a->f.nd, a->f.dimensions);
    if (result == nullptr) return forget_error(), nullptr;
    std::memcpy(result->f.data, a->f.data, bytes);
    return result;
}

}  // namespace

ArrayObject* copy_array(ArrayObject* given, Dtype dtype, char order) {
    const Ref own = pinned(as_object(given));
    ArrayObject* a = as_array(own.get());
    if (a == nullptr || !values(a)) return nullptr;
    if (ArrayObject* copy = copy_few(a, dtype, order)) return copy;
    const StridedView source = view_of(a);
    npy_intp strides[max_dimensions];
    strides_of_copy(a, itemsize(dtype), order, strides);
    ArrayObject* result = new_array_with_strides(dtype, a->f.nd, a->f.dimensions, strides);
    if (result == nullptr) return nullptr;
    if (!report_cast(copy_elements(view_of(result), source))) {
        Py_DECREF(result);
        return nullptr;
    }
    return result;
}

}  // namespace numen::front
