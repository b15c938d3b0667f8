// Length, items, membership, iteration: an array as a Python sequence.
#include "front/array/checked_entries.h"
#include "front/array/layout_guard.h"
#include "front/array/numpy_type.h"
#include "front/array/slots.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/index/index.h"
#include "front/module/observer.h"

namespace numen::front {

namespace {

Py_ssize_t length(PyObject* self) {
    if (as_array(self)->f.nd == 0) {
        PyErr_SetString(PyExc_TypeError, "len() of unsized object");
        return -1;
    }
    return as_array(self)->f.dimensions[0];
}

PyObject* sequence_item(PyObject* self, Py_ssize_t position) {
    ArrayObject* a = as_array(self);
    if (a->f.nd == 0) {
        PyErr_SetString(PyExc_IndexError, "too many indices for array");
        return nullptr;
    }
    if (dtype_of(a) == no_dtype) return numpy_slots.sequence.sq_item(self, position);
    if (position < 0 || position >= a->f.dimensions[0]) {
        PyErr_Format(PyExc_IndexError, "index %zd is out of bounds for axis 0 with size %zd",
                     position, a->f.dimensions[0]);
        return nullptr;
    }
    const npy_intp offset = position * a->f.strides[0];
    if (a->f.nd == 1) {
        if (is_watching) [[unlikely]] count_element("read");
        const LayoutGuard guard(self, nullptr, 0);
        const Dtype dtype = dtype_of(a);
        return values(a) ? make_scalar(dtype, a->f.data + offset) : nullptr;
    }
    return as_object(new_view(a, dtype_of(a), a->f.nd - 1, a->f.dimensions + 1,
                              a->f.strides + 1, offset));
}

int contains(PyObject* self, PyObject* value) {
    const LayoutGuard guard(self, &value, 1);
    Ref equal(rich_compare(self, value, Py_EQ));
    if (equal.get() == Py_NotImplemented) equal = Ref(PyObject_RichCompare(self, value, Py_EQ));
    if (!equal) return -1;
    if (!is_ours(equal.get()) && !PyArray_Check(equal.get())) {
        equal = Ref(PyArray_EnsureAnyArray(equal.release()));
        if (!equal) return -1;
    }
    Ref any(PyObject_CallMethod(equal.get(), "any", nullptr));
    return any ? PyObject_IsTrue(any.get()) : -1;
}

// Iteration yields live views (rows) or elements, one at a time.
struct IteratorObject {
    PyObject_HEAD
    PyObject* array;
    Py_ssize_t position;
};

PyObject* iterator_next(PyObject* self) {
    auto* iterator = reinterpret_cast<IteratorObject*>(self);
    if (iterator->array == nullptr) return nullptr;
    // Another thread may come to the end while the values are computed.
    const Ref held = Ref::share(iterator->array);
    const ArrayObject* a = as_array(held.get());
    if (a->f.nd == 0 || iterator->position >= a->f.dimensions[0]) {
        Py_CLEAR(iterator->array);
        return nullptr;
    }
    return sequence_item(held.get(), iterator->position++);
}

void iterator_dealloc(PyObject* self) {
    Py_XDECREF(reinterpret_cast<IteratorObject*>(self)->array);
    PyObject_Free(self);
}

// What pickle, copy and list() ask of Python's own iterator over sequences, which NumPy's is.
PyObject* iterator_length_hint(PyObject* self, PyObject*) {
    const auto* iterator = reinterpret_cast<IteratorObject*>(self);
    if (iterator->array == nullptr) return PyLong_FromLong(0);
    const Py_ssize_t count = PyObject_Size(iterator->array);
    if (count < 0) return nullptr;
    return PyLong_FromSsize_t(count < iterator->position ? 0 : count - iterator->position);
}

PyObject* iterator_reduce(PyObject* self, PyObject*) {
    const auto* iterator = reinterpret_cast<IteratorObject*>(self);
    PyObject* iter = PyDict_GetItemString(PyEval_GetBuiltins(), "iter");
    if (iter == nullptr) return PyErr_Format(PyExc_AttributeError, "iter");
    if (iterator->array == nullptr) return Py_BuildValue("O(())", iter);
    return Py_BuildValue("O(O)n", iter, iterator->array, iterator->position);
}

PyObject* iterator_setstate(PyObject* self, PyObject* state) {
    const Py_ssize_t position = PyLong_AsSsize_t(state);
    if (position == -1 && PyErr_Occurred()) return nullptr;
    reinterpret_cast<IteratorObject*>(self)->position = position < 0 ? 0 : position;
    Py_RETURN_NONE;
}

PyMethodDef iterator_methods[] = {
    {"__length_hint__", iterator_length_hint, METH_NOARGS, nullptr},
    {"__reduce__", iterator_reduce, METH_NOARGS, nullptr},
    {"__setstate__", iterator_setstate, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyTypeObject& iterator_type() {
    static PyTypeObject type = {PyVarObject_HEAD_INIT(nullptr, 0)};
    if (type.tp_name == nullptr) {
        type.tp_name = "iterator";
        type.tp_basicsize = sizeof(IteratorObject);
        type.tp_flags = Py_TPFLAGS_DEFAULT;
        type.tp_iter = PyObject_SelfIter;
        type.tp_methods = iterator_methods;
        type.tp_iternext = checks_entries ? checked_next<iterator_next> : iterator_next;
        type.tp_dealloc = iterator_dealloc;
        PyType_Ready(&type);
    }
    return type;
}

// Python asks it when nobody answers a + b.
PyObject* refuse_concatenation(PyObject*, PyObject*) {
    PyErr_SetString(PyExc_TypeError,
                    "Concatenation operation is not implemented for NumPy arrays, use "
                    "np.concatenate() instead. Please do not rely on this error; it may not be "
                    "given on all Python implementations.");
    return nullptr;
}

}  // namespace

PyObject* array_iterator(PyObject* self) {
    if (as_array(self)->f.nd == 0) {
        PyErr_SetString(PyExc_TypeError, "iteration over a 0-d array");
        return nullptr;
    }
    auto* iterator = PyObject_New(IteratorObject, &iterator_type());
    if (iterator == nullptr) return nullptr;
    iterator->array = Py_NewRef(self);
    iterator->position = 0;
    return reinterpret_cast<PyObject*>(iterator);
}

PySequenceMethods sequence_slots = {
    .sq_length = length,
    .sq_concat = refuse_concatenation,
    .sq_repeat = nullptr,
    .sq_item = sequence_item,
    .was_sq_slice = nullptr,
    .sq_ass_item = nullptr,
    .was_sq_ass_slice = nullptr,
    .sq_contains = contains,
    .sq_inplace_concat = nullptr,
    .sq_inplace_repeat = nullptr,
};

PyMappingMethods mapping_slots = {
    .mp_length = length,
    .mp_subscript = get_item,
    .mp_ass_subscript = set_item,
};

}  // namespace numen::front
