// Methods about an array's memory: its bytes, its size, files that hold it, and new arrays.
#include <string>

#include "backends/cpu/choosing.h"
#include "front/array/creation.h"
#include "front/array/layout.h"
#include "front/array/look.h"
#include "front/array/numpy_type.h"
#include "front/array/object.h"
#include "front/array/state.h"
#include "front/array/types.h"
#include "front/call/held_arguments.h"
#include "front/call/signature.h"
#include "front/functions/tables.h"
#include "front/index/index.h"

namespace numen::front {
namespace {

// given: array, inplace.
PyObject* byteswap(PyObject* const* argument, bool& unsupported) {
    ArrayObject* a = as_array(argument[0]);
    const int in_place = argument[1] == nullptr ? 0 : PyObject_IsTrue(argument[1]);
    if (in_place < 0) return nullptr;
    if (in_place && !(a->f.flags & NPY_ARRAY_WRITEABLE)) return unsupported = true, nullptr;
    if (in_place && !prepare_write(a)) return nullptr;
    Ref result(in_place ? Py_NewRef(argument[0]) : as_object(copy_array(a, dtype_of(a), 'A')));
    if (!result) return nullptr;
    cpu::reverse_bytes(view_of(as_array(result.get())));
    end_write(as_array(result.get()));
    return result.release();
}

// The bytes of each element from `offset` on as another type; null without an exception if NumPy
// must refuse them.
ArrayObject* field(ArrayObject* a, PyObject* type, PyObject* offset) {
    npy_intp start = 0;
    Dtype dtype;
    if (type == nullptr || (offset != nullptr && !read_integer(offset, start))) return nullptr;
    if (!read_dtype(type, dtype)) return leave_to_numpy(), nullptr;
    if (dtype == no_dtype || start < 0 || start > itemsize(dtype_of(a)) - itemsize(dtype)) {
        return nullptr;
    }
    return new_view(a, dtype, a->f.nd, a->f.dimensions, a->f.strides, start);
}

// given: array, dtype, offset.
PyObject* getfield(PyObject* const* argument, bool& unsupported) {
    ArrayObject* view = field(as_array(argument[0]), argument[1], argument[2]);
    unsupported = view == nullptr && !PyErr_Occurred();
    return as_object(view);
}

// given: array, val, dtype, offset.
PyObject* setfield(PyObject* const* argument, bool& unsupported) {
    if (argument[1] == nullptr || !(as_array(argument[0])->f.flags & NPY_ARRAY_WRITEABLE)) {
        return unsupported = true, nullptr;
    }
    Ref view(as_object(field(as_array(argument[0]), argument[2], argument[3])));
    unsupported = !view && !PyErr_Occurred();
    if (!view || set_item(view.get(), Py_Ellipsis, argument[1]) < 0) return nullptr;
    Py_RETURN_NONE;
}

// In place the answer is the array itself, for which the work has a pinned one.
PyObject* method_byteswap(PyObject* self, PyObject* const* args, Py_ssize_t count,
                          PyObject* names) {
    static const Signature signature("byteswap", byteswap, {"a", "inplace"}, 2);
    Ref result(signature.as_method(self, {args, count, names}));
    if (!result || !is_ours(result.get())) return result.release();
    ArrayObject *a = as_array(self), *swapped = as_array(result.get());
    return swapped->f.data == a->f.data ? Py_NewRef(self) : result.release();
}
NUMEN_METHOD(getfield, getfield, {"a", "dtype", "offset"}, 3)
NUMEN_METHOD(setfield, setfield, {"a", "val", "dtype", "offset"}, 4)

// Writing out: the bytes are looked at where they lie, by a view that nobody keeps.
PyObject* look_by(const char* name, PyObject* self, const Arguments& arguments) {
    Ref view(look(self));
    return view ? ask_numpy(name, view.get(), arguments) : nullptr;
}

PyObject* method_tofile(PyObject* self, PyObject* const* args, Py_ssize_t count,
                        PyObject* names) {
    return look_by("tofile", self, {args, count, names});
}
PyObject* method_dump(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return look_by("dump", self, {args, count, names});
}
PyObject* method_dumps(PyObject* self, PyObject* const* args, Py_ssize_t count,
                       PyObject* names) {
    return look_by("dumps", self, {args, count, names});
}

// Changes of the array object itself: it becomes exposed, its memory is reallocated by our own
// handler, and NumPy sets the fields that are then the only truth.
PyObject* change_itself(const char* name, PyObject* self, const Arguments& arguments) {
    PyObject* method = numpy_descriptor(name);
    if (method == nullptr || !expose(as_array(self), name)) return nullptr;
    const Py_ssize_t total = arguments.positional + arguments.keywords();
    if (total > max_dimensions) {
        PyErr_SetString(PyExc_TypeError, "too many arguments");
        return nullptr;
    }
    // NumPy counts the references to the array before it moves its memory: add none.
    PyObject* with_self[max_dimensions + 1] = {self};
    std::copy_n(arguments.values, total, with_self + 1);
    return PyObject_Vectorcall(method, with_self, arguments.positional + 1,
                               arguments.names);
}

PyObject* method_resize(PyObject* self, PyObject* const* args, Py_ssize_t count,
                        PyObject* names) {
    HeldArguments held(args, count + (names == nullptr ? 0 : PyTuple_GET_SIZE(names)));
    if (!held.hold("resize")) return nullptr;
    return change_itself("resize", self, {held.arguments(), count, names});
}
PyObject* method_setstate(PyObject* self, PyObject* const* args, Py_ssize_t count) {
    return change_itself("__setstate__", self, {args, count, nullptr});
}

// The bytes that NumPy gives an array of this shape: programs print them.
PyObject* method_sizeof(PyObject* self, PyObject*) {
    ArrayObject* a = as_array(self);
    const npy_intp object = PyArray_Type.tp_basicsize + 2 * a->f.nd * sizeof(npy_intp);
    const npy_intp elements = a->f.flags & NPY_ARRAY_OWNDATA
                                  ? element_count(a) * PyDataType_ELSIZE(a->f.descr)
                                  : 0;
    return PyLong_FromSsize_t(object + elements);
}

// ndarray[shape, dtype], for annotations.
PyObject* method_class_getitem(PyObject* cls, PyObject* arguments) {
    const Py_ssize_t count = PyTuple_Check(arguments) ? PyTuple_GET_SIZE(arguments) : 1;
    if (count == 0 || count > 2) {
        PyErr_Format(PyExc_TypeError, "Too %s arguments for %s", count > 2 ? "many" : "few",
                     reinterpret_cast<PyTypeObject*>(cls)->tp_name);
        return nullptr;
    }
    return Py_GenericAlias(cls, arguments);
}

}  // namespace

PyMethodDef memory_methods[] = {
    {"byteswap", guarded<method_byteswap>(), fast, nullptr},
    {"getfield", guarded<method_getfield>(), fast, nullptr},
    {"setfield", guarded<method_setfield>(), fast, nullptr},
    {"tofile", guarded<method_tofile>(), fast, nullptr},
    {"dump", guarded<method_dump>(), fast, nullptr},
    {"dumps", guarded<method_dumps>(), fast, nullptr},
    // Not guarded: they change the layout themselves.
    {"resize", as_method(method_resize), fast, nullptr},
    {"__setstate__", as_method(method_setstate), METH_FASTCALL, nullptr},
    {"__sizeof__", method_sizeof, METH_NOARGS, nullptr},
    {"__class_getitem__", method_class_getitem, METH_O | METH_CLASS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
