// Attributes of arrays that need no values: shape, dtype, T, real …; the rest are NumPy's.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "front/array/layout.h"
#include "front/array/layout_guard.h"
#include "front/array/numpy_type.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/call/keywords.h"
#include "front/functions/tables.h"
#include "front/index/index.h"

namespace numen::front {
namespace {

PyObject* tuple_of(int count, const npy_intp* values) {
    PyObject* tuple = PyTuple_New(count);
    for (int i = 0; tuple != nullptr && i < count; ++i) {
        PyTuple_SET_ITEM(tuple, i, PyLong_FromSsize_t(values[i]));
    }
    return tuple;
}

PyObject* get_shape(PyObject* self, void*) {
    return tuple_of(as_array(self)->f.nd, as_array(self)->f.dimensions);
}
PyObject* get_strides(PyObject* self, void*) {
    return tuple_of(as_array(self)->f.nd, as_array(self)->f.strides);
}
PyObject* get_ndim(PyObject* self, void*) { return PyLong_FromLong(as_array(self)->f.nd); }
PyObject* get_size(PyObject* self, void*) {
    return PyLong_FromSsize_t(element_count(as_array(self)));
}
PyObject* get_itemsize(PyObject* self, void*) {
    return PyLong_FromSsize_t(PyDataType_ELSIZE(as_array(self)->f.descr));
}
PyObject* get_nbytes(PyObject* self, void*) {
    ArrayObject* a = as_array(self);
    return PyLong_FromSsize_t(element_count(a) * PyDataType_ELSIZE(a->f.descr));
}
PyObject* get_dtype(PyObject* self, void*) {
    return Py_NewRef(reinterpret_cast<PyObject*>(as_array(self)->f.descr));
}
PyObject* get_base(PyObject* self, void*) {
    PyObject* base = as_array(self)->f.base;
    return Py_NewRef(base == nullptr ? Py_None : base);
}
PyObject* get_device(PyObject*, void*) { return PyUnicode_FromString("cpu"); }

PyObject* get_by_numpy(const char* name, PyObject* self) {
    PyObject* descriptor = numpy_descriptor(name);
    if (descriptor == nullptr || !expose(as_array(self), name)) return nullptr;
    return Py_TYPE(descriptor)
        ->tp_descr_get(descriptor, self, reinterpret_cast<PyObject*>(Py_TYPE(self)));
}

int set_by_numpy(PyObject* self, PyObject* value, void* name) {
    PyObject* descriptor = numpy_descriptor(static_cast<const char*>(name));
    if (descriptor == nullptr || !expose(as_array(self), static_cast<const char*>(name))) {
        return -1;
    }
    const Ref held = held_for(self, value);
    if (value != nullptr && !held) return -1;
    return Py_TYPE(descriptor)->tp_descr_set(descriptor, self, held.get());
}

// NumPy's flags object: a snapshot that holds the array and sets flags through its setflags. It
// asks for an ndarray by type and runs no other code, so the type is lent for the call.
PyObject* get_flags(PyObject* self, void*) {
    static const getter numpy_flags = [] {
        PyGetSetDef* attribute = PyArray_Type.tp_getset;
        while (std::string_view(attribute->name) != "flags") ++attribute;
        return attribute->get;
    }();
    PyTypeObject* type = Py_TYPE(self);
    Py_SET_TYPE(self, &PyArray_Type);
    PyObject* flags = numpy_flags(self, nullptr);
    Py_SET_TYPE(self, type);
    return flags;
}

// What hands out the memory itself: the array becomes exposed and NumPy answers, by a getter that
// is looked up once.
struct MemoryAttribute {
    const char* name;
    const PyGetSetDef* numpy;
};
MemoryAttribute memory_attributes[] = {{"flat", nullptr}, {"ctypes", nullptr}, {"data", nullptr},
                                       {"__array_interface__", nullptr},
                                       {"__array_struct__", nullptr}};

PyObject* get_memory(PyObject* self, void* closure) {
    auto* attribute = static_cast<MemoryAttribute*>(closure);
    if (!expose(as_array(self), attribute->name)) return nullptr;
    if (attribute->numpy == nullptr) {
        const PyGetSetDef* found = PyArray_Type.tp_getset;
        while (std::string_view(found->name) != attribute->name) ++found;
        attribute->numpy = found;
    }
    return attribute->numpy->get(self, attribute->numpy->closure);
}

int set_flat(PyObject* self, PyObject* value, void*) {
    return set_by_numpy(self, value, const_cast<char*>("flat"));
}

// shape = … on a managed array: this handle's own layout, where the memory allows it.
int set_shape(PyObject* self, PyObject* value, void* name) {
    ArrayObject* a = as_array(self);
    npy_intp shape[max_dimensions];
    int nd;
    if (!is_managed(self) || value == nullptr) return set_by_numpy(self, value, name);
    if (!read_shape(value, nd, shape) || !may_change_layout(self, "change the shape")) return -1;
    // What the program's code, or another thread, has made of the array meanwhile is NumPy's.
    const Ref read = is_managed(self) ? Ref() : Ref(PyArray_IntTupleFromIntp(nd, shape));
    if (!is_managed(self)) return read ? set_by_numpy(self, read.get(), name) : -1;
    Ref viewed(reshape(a, nd, shape));
    if (!viewed) return -1;
    ArrayObject* v = as_array(viewed.get());
    if (v->f.base == nullptr || nd == 0) return set_by_numpy(self, value, name);
    npy_intp* dimensions = PyDimMem_NEW(2 * nd);
    if (dimensions == nullptr) return PyErr_NoMemory(), -1;
    std::copy_n(v->f.dimensions, nd, dimensions);
    std::copy_n(v->f.strides, nd, dimensions + nd);
    PyDimMem_FREE(a->f.dimensions);
    a->f.nd = nd;
    a->f.dimensions = dimensions;
    a->f.strides = dimensions + nd;
    update_layout_flags(a);
    return 0;
}

PyObject* get_transpose(PyObject* self, void*) {
    ArrayObject* a = as_array(self);
    if (dtype_of(a) == no_dtype) return get_by_numpy("T", self);
    npy_intp shape[max_dimensions], strides[max_dimensions];
    std::reverse_copy(a->f.dimensions, a->f.dimensions + a->f.nd, shape);
    std::reverse_copy(a->f.strides, a->f.strides + a->f.nd, strides);
    return as_object(new_view(a, dtype_of(a), a->f.nd, shape, strides, 0));
}

PyObject* get_matrix_transpose(PyObject* self, void*) {
    ArrayObject* a = as_array(self);
    if (dtype_of(a) == no_dtype || a->f.nd < 2) return get_by_numpy("mT", self);
    npy_intp shape[max_dimensions], strides[max_dimensions];
    std::copy_n(a->f.dimensions, a->f.nd, shape);
    std::copy_n(a->f.strides, a->f.nd, strides);
    std::swap(shape[a->f.nd - 1], shape[a->f.nd - 2]);
    std::swap(strides[a->f.nd - 1], strides[a->f.nd - 2]);
    return as_object(new_view(a, dtype_of(a), a->f.nd, shape, strides, 0));
}

// The half of a complex element that starts `offset` bytes in, as a view.
PyObject* part(ArrayObject* a, npy_intp offset) {
    const Dtype real = dtype_of(a) == Dtype::complex64 ? Dtype::float32 : Dtype::float64;
    return as_object(new_view(a, real, a->f.nd, a->f.dimensions, a->f.strides, offset));
}

PyObject* get_real(PyObject* self, void*) {
    ArrayObject* a = as_array(self);
    if (dtype_of(a) == no_dtype) return get_by_numpy("real", self);
    return is_complex(dtype_of(a)) ? part(a, 0) : Py_NewRef(self);
}

PyObject* get_imag(PyObject* self, void*) {
    const LayoutGuard guard(self, nullptr, 0);
    ArrayObject* a = as_array(self);
    const Dtype dtype = dtype_of(a);
    if (dtype == no_dtype) return get_by_numpy("imag", self);
    if (is_complex(dtype)) return part(a, itemsize(dtype) / 2);
    const bool fortran = (a->f.flags & NPY_ARRAY_F_CONTIGUOUS) && !is_c_contiguous(a);
    ArrayObject* zeros = new_array(dtype, a->f.nd, a->f.dimensions,
                                   fortran ? Order::fortran : Order::c, true);
    if (zeros != nullptr) zeros->f.flags &= ~NPY_ARRAY_WRITEABLE;
    return as_object(zeros);
}

int set_part(PyObject* self, PyObject* value, void* name) {
    if (value == nullptr || !is_complex(dtype_of(as_array(self)))) {
        return set_by_numpy(self, value, name);
    }
    const bool real = static_cast<const char*>(name)[0] == 'r';
    Ref target(real ? get_real(self, nullptr) : get_imag(self, nullptr));
    return target ? set_item(target.get(), Py_Ellipsis, value) : -1;
}

char* settable(const char* name) { return const_cast<char*>(name); }

}  // namespace

namespace {

// NumPy's setflags. With uic=False it lets go of the base, although a view needs the memory; ours
// keep it. What is written back to the base by others does not.
PyObject* set_numpys_flags(PyObject* self, const Arguments& arguments) {
    ArrayObject* a = as_array(self);
    if (!expose(a, "setflags")) return nullptr;
    Ref base(Py_XNewRef(a->f.base));
    const bool is_written_back = (a->f.flags & NPY_ARRAY_WRITEBACKIFCOPY) != 0;
    Ref done(call_numpy_method("setflags", self, arguments));
    if (a->f.base == nullptr && !is_written_back) a->f.base = base.release();
    return done.release();
}

// setflags(write=None, align=None, uic=None): an array's own writeability; NumPy decides whether a
// view may be written again.
PyObject* method_setflags(PyObject* self, PyObject* const* args, Py_ssize_t count,
                          PyObject* names) {
    static const Parameters<3> parameters({"write", "align", "uic"});
    PyObject* argument[3];
    const Arguments arguments{args, count, names};
    if (!parameters.read(arguments, argument) || given(argument[1]) || given(argument[2])) {
        return set_numpys_flags(self, arguments);
    }
    if (absent(argument[0])) Py_RETURN_NONE;
    const int write = PyObject_IsTrue(argument[0]);
    if (write < 0) return nullptr;
    ArrayObject* a = as_array(self);
    if (write && !is_managed(self) && !(a->f.flags & NPY_ARRAY_OWNDATA)) {
        return set_numpys_flags(self, arguments);
    }
    if (write && a->f.base != nullptr && !(as_array(a->f.base)->f.flags & NPY_ARRAY_WRITEABLE)) {
        PyErr_SetString(PyExc_ValueError, "cannot set WRITEABLE flag to True of this array");
        return nullptr;
    }
    a->f.flags &= ~(NPY_ARRAY_WRITEABLE | warns_on_write);
    if (write) a->f.flags |= NPY_ARRAY_WRITEABLE;
    Py_RETURN_NONE;
}

}  // namespace

PyMethodDef flag_methods[] = {
    {"setflags", guarded<method_setflags>(),
     fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyObject* call_numpy_method(const char* name, PyObject* self, const Arguments& arguments) {
    PyObject* method = numpy_descriptor(name);
    if (method == nullptr) return nullptr;
    const Py_ssize_t total = arguments.positional + arguments.keywords();
    std::vector<PyObject*> with_self{self};
    with_self.insert(with_self.end(), arguments.values, arguments.values + total);
    return call_fallback((std::string("ndarray.") + name).c_str(), method, with_self.data(),
                         arguments.positional + 1, arguments.names);
}

PyObject* ask_numpy(const char* name, PyObject* array, const Arguments& arguments) {
    PyObject* method = numpy_descriptor(name);
    if (method == nullptr) return nullptr;
    const Py_ssize_t total = arguments.positional + arguments.keywords();
    std::vector<PyObject*> with_self{array};
    with_self.insert(with_self.end(), arguments.values, arguments.values + total);
    return PyObject_Vectorcall(method, with_self.data(), arguments.positional + 1,
                               arguments.names);
}

PyGetSetDef array_attributes[] = {
    {"shape", get_shape, set_shape, "Tuple of array dimensions.", settable("shape")},
    {"strides", get_strides, set_by_numpy, "Bytes to step in each dimension.",
     settable("strides")},
    {"ndim", get_ndim, nullptr, "Number of array dimensions.", nullptr},
    {"size", get_size, nullptr, "Number of elements.", nullptr},
    {"itemsize", get_itemsize, nullptr, "Bytes of one element.", nullptr},
    {"nbytes", get_nbytes, nullptr, "Bytes of all elements.", nullptr},
    {"dtype", get_dtype, set_by_numpy, "Element type.", settable("dtype")},
    {"flags", get_flags, nullptr, "Memory layout of the array.", nullptr},
    {"base", get_base, nullptr, "The array whose memory this one views.", nullptr},
    {"device", get_device, nullptr, "Always 'cpu'.", nullptr},
    {"T", get_transpose, nullptr, "View with the axes reversed.", nullptr},
    {"mT", get_matrix_transpose, nullptr, "View with the last two axes exchanged.", nullptr},
    {"real", get_real, set_part, "The real part.", settable("real")},
    {"imag", get_imag, set_part, "The imaginary part.", settable("imag")},
    {"flat", get_memory, set_flat, "Iterator over the elements.", &memory_attributes[0]},
    {"ctypes", get_memory, nullptr, "The array as ctypes sees it.", &memory_attributes[1]},
    {"data", get_memory, nullptr, "Buffer over the array's memory.", &memory_attributes[2]},
    {"__array_interface__", get_memory, nullptr, nullptr, &memory_attributes[3]},
    {"__array_struct__", get_memory, nullptr, nullptr, &memory_attributes[4]},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace numen::front
