// How arrays meet the rest of Python: buffers, __array__, NumPy's dispatch, pickling, printing.
#include "front/array/call_sites.h"
#include "front/array/caller.h"
#include "front/array/checked_entries.h"
#include "front/array/creation.h"
#include "front/array/look.h"
#include "front/array/object.h"
#include "front/array/slots.h"
#include "front/array/state.h"
#include "front/array/types.h"
#include "front/call/fallback.h"
#include "front/call/keywords.h"
#include "front/functions/tables.h"
#include "front/module/modules.h"
#include "front/module/observer.h"
#include "front/ufunc/ufunc.h"

namespace numen::front {
namespace {

int managed_get_buffer(PyObject* self, Py_buffer* view, int flags) {
    const Ref held = Ref::share(self);  // as in expose
    if (is_managed(self) && !expose(as_array(self), "buffer protocol")) return -1;
    return PyArray_Type.tp_as_buffer->bf_getbuffer(self, view, flags);
}

}  // namespace

PyObject* look(PyObject* self) {
    ArrayObject* a = as_array(self);
    if (!values(a)) return nullptr;
    if (is_exposed(self)) return Py_NewRef(self);
    Py_INCREF(a->f.descr);
    Ref view(PyArray_NewFromDescr(&PyArray_Type, a->f.descr, a->f.nd, a->f.dimensions,
                                  a->f.strides, a->f.data, 0, nullptr));
    auto* plain = reinterpret_cast<PyArrayObject*>(view.get());
    if (plain == nullptr || PyArray_SetBaseObject(plain, Py_NewRef(self)) < 0) return nullptr;
    return view.release();
}

namespace {

PyObject* look_with(PyObject* self, const char* function) {
    Ref view(look(self));
    Ref print(numpy_attribute(function));
    return view && print ? PyObject_CallOneArg(print.get(), view.get()) : nullptr;
}

PyObject* method_array(PyObject* self, PyObject* const* args, Py_ssize_t count,
                       PyObject* names) {
    if (!expose(as_array(self), "__array__")) return nullptr;
    if (count == 0 && names == nullptr) return Py_NewRef(self);
    Ref method(PyObject_GetAttrString(self, "__array__"));
    return method ? PyObject_Vectorcall(method.get(), args, count, names) : nullptr;
}

// __array_wrap__(array, context, return_scalar): NumPy's functions ask it of their arguments.
PyObject* method_array_wrap(PyObject* self, PyObject* const* args, Py_ssize_t count) {
    if (count < 1 || (!PyArray_Check(args[0]) && !is_ours(args[0]))) {
        Ref view(look(self));
        return view ? ask_numpy("__array_wrap__", view.get(), {args, count, nullptr}) : nullptr;
    }
    if (is_managed(args[0])) return Py_NewRef(args[0]);
    auto* array = reinterpret_cast<PyArrayObject*>(args[0]);
    if (count > 2 && args[2] == Py_True && PyArray_NDIM(array) == 0) {
        return PyArray_Return(reinterpret_cast<PyArrayObject*>(Py_NewRef(args[0])));
    }
    return wrap(Py_NewRef(args[0]));
}

// Exposes everything managed among the arguments and lets NumPy call again.
PyObject* expose_and_call(const char* reason, PyObject* target, PyObject* args,
                          PyObject* kwargs) {
    if (!expose_deeply(args, reason) || (kwargs && !expose_deeply(kwargs, reason))) {
        return nullptr;
    }
    return wrap(PyObject_Call(target, args, kwargs));
}

// The native counterpart of one of NumPy's functions, borrowed; null if there is none, or with an
// exception set.
PyObject* native_counterpart(PyObject* function) {
    static PyObject* functions = nullptr;
    if (functions == nullptr) {
        Ref module(PyImport_ImportModule("numen.native.front"));
        functions = module ? PyObject_GetAttrString(module.get(), "functions") : nullptr;
        if (functions == nullptr) return nullptr;
    }
    Ref name(PyObject_GetAttrString(function, "__name__"));
    if (!name) return leave_to_numpy(), nullptr;
    if (!PyUnicode_CheckExact(name.get())) return nullptr;
    PyObject* found = PyDict_GetItemWithError(functions, name.get());
    if (found == nullptr) return nullptr;
    // The same name may stand for something else (linalg.outer, numpy.outer).
    Ref numpy(numpy_attribute(PyUnicode_AsUTF8(name.get())));
    if (!numpy) leave_to_numpy();
    return numpy.get() == function ? found : nullptr;
}

// np.add(real, managed): our own ufunc when it is a plain call, and nothing becomes exposed.
PyObject* method_array_ufunc(PyObject*, PyObject* args, PyObject* kwargs) {
    if (PyTuple_GET_SIZE(args) < 4) {
        PyErr_SetString(PyExc_TypeError, "__array_ufunc__ needs a ufunc, a method and inputs");
        return nullptr;
    }
    PyObject* ufunc = PyTuple_GET_ITEM(args, 1);
    PyObject* method = PyTuple_GET_ITEM(args, 2);
    Ref inputs(PyTuple_GetSlice(args, 3, PyTuple_GET_SIZE(args)));
    if (!inputs) return nullptr;
    const bool plain = PyUnicode_Check(method) &&
                       PyUnicode_CompareWithASCIIString(method, "__call__") == 0;
    if (PyObject* native = plain ? native_counterpart(ufunc) : nullptr) {
        return PyObject_Call(native, inputs.get(), kwargs);
    }
    if (PyErr_Occurred()) return nullptr;
    const bool has_options = kwargs != nullptr && PyDict_GET_SIZE(kwargs) > 0;
    if (plain && !has_options && Py_IS_TYPE(ufunc, &PyUFunc_Type)) {
        return call_foreign_ufunc(ufunc, inputs.get());
    }
    Ref target(PyObject_GetAttr(ufunc, method));
    return target ? expose_and_call("__array_ufunc__", target.get(), inputs.get(), kwargs)
                  : nullptr;
}

// NumPy asks no exposed array (types.cpp): here a program does.
PyObject* method_ask_ufunc(PyObject* self, PyObject* args, PyObject* kwargs) {
    const Py_ssize_t count = PyTuple_GET_SIZE(args);
    if (count < 3) return method_array_ufunc(self, args, kwargs);
    PyObject* ufunc = PyTuple_GET_ITEM(args, 0);
    if (PyObject* native = native_counterpart(ufunc)) ufunc = native;
    if (PyErr_Occurred()) return nullptr;
    Ref inputs(PyTuple_GetSlice(args, 2, count));
    Ref method(PyObject_GetAttr(ufunc, PyTuple_GET_ITEM(args, 1)));
    if (!inputs || !method) return nullptr;
    if (Py_IS_TYPE(ufunc, &UFunc)) return PyObject_Call(method.get(), inputs.get(), kwargs);
    Ref fallback(make_fallback(&FallbackFunction, "__array_ufunc__", method.get()));
    return fallback ? PyObject_Call(fallback.get(), inputs.get(), kwargs) : nullptr;
}

PyObject* method_array_function(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 5) {
        PyErr_SetString(PyExc_TypeError, "__array_function__ needs func, types, args, kwargs");
        return nullptr;
    }
    if (!PyTuple_Check(args[3]) || !PyDict_Check(args[4])) {
        PyErr_SetString(PyExc_TypeError, PyTuple_Check(args[3]) ? "kwargs must be a dict."
                                                                : "args must be a tuple.");
        return nullptr;
    }
    if (PyObject* native = native_counterpart(args[1])) {
        return PyObject_Call(native, args[3], args[4]);
    }
    if (PyErr_Occurred()) return nullptr;
    return expose_and_call("__array_function__", args[1], args[3], args[4]);
}

PyObject* method_array_finalize(PyObject*, PyObject* const*, Py_ssize_t) { Py_RETURN_NONE; }

// Pickled as a plain numpy.ndarray: a process without Numen can load it. Protocol 5 shares
// memory with its buffers, so there the array is exposed.
PyObject* method_reduce(PyObject* self, PyObject*) {
    Ref view(look(self));
    if (view) make_room_for_bytes(PyArray_NBYTES(reinterpret_cast<PyArrayObject*>(view.get())));
    return view ? PyObject_CallMethod(view.get(), "__reduce__", nullptr) : nullptr;
}

PyObject* method_reduce_ex(PyObject* self, PyObject* protocol) {
    const long wanted = PyLong_AsLong(protocol);
    if (wanted == -1 && PyErr_Occurred()) return nullptr;
    if (wanted >= 5 && !expose(as_array(self), "pickle protocol 5")) return nullptr;
    Ref view(look(self));
    if (view) make_room_for_bytes(PyArray_NBYTES(reinterpret_cast<PyArrayObject*>(view.get())));
    return view ? PyObject_CallMethod(view.get(), "__reduce_ex__", "O", protocol) : nullptr;
}

PyObject* method_copy(PyObject* self, PyObject*) {
    if (dtype_of(as_array(self)) == no_dtype) {
        return call_numpy_method("__copy__", self, {nullptr, 0, nullptr});
    }
    return as_object(copy_array(as_array(self), dtype_of(as_array(self)), 'K'));
}

PyObject* method_deepcopy(PyObject* self, PyObject* memo) {
    if (dtype_of(as_array(self)) != no_dtype) return method_copy(self, nullptr);
    return call_numpy_method("__deepcopy__", self, {&memo, 1, nullptr});
}

PyObject* method_format(PyObject* self, PyObject* specification) {
    Ref view(look(self));
    return view ? ask_numpy("__format__", view.get(), {&specification, 1, nullptr}) : nullptr;
}

PyObject* method_complex(PyObject* self, PyObject*) {
    Ref view(look(self));
    return view ? PyObject_CallMethod(view.get(), "__complex__", nullptr) : nullptr;
}

// What isinstance asks for. The user's own question changes nothing; to anybody else answering
// "ndarray" obliges us to become one, and then the answer must not be the object's own type, where
// isinstance would look no further.
PyObject* get_class(PyObject* self, void*) {
    if (!user_asks_isinstance() && !is_read_for_display()) {
        if (!expose(as_array(self), "__class__")) return nullptr;
        if (!reads_attribute()) return Py_NewRef(reinterpret_cast<PyObject*>(&ClassOfExposed));
    }
    return Py_NewRef(reinterpret_cast<PyObject*>(&PyArray_Type));
}

// Refused as NumPy's is, in the words of this Python.
int set_class(PyObject* self, PyObject* value, void*) {
    static PyObject* const attribute = PyUnicode_InternFromString("__class__");
    PyObject* pythons = _PyType_Lookup(&PyBaseObject_Type, attribute);
    return Py_TYPE(pythons)->tp_descr_set(pythons, self, value);
}

// NumPy reads these from the type, then asks isinstance of its arguments, which makes `self`
// exposed, and then calls them: so they take `self` as an argument of which they ask nothing.
PyMethodDef managed_only[] = {
    {"__array_ufunc__", as_method(method_array_ufunc), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"__array_function__", as_method(method_array_function), METH_FASTCALL, nullptr},
    {"__array_finalize__", as_method(method_array_finalize), METH_FASTCALL, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

// What numpy.dtype(x) asks first of an object that is no ndarray to C code, before x.dtype.
PyObject* refuse_as_dtype(PyObject*, void*) {
    PyErr_SetString(PyExc_TypeError, array_is_no_dtype);
    return nullptr;
}

PyGetSetDef dtype_refusal = {"__numpy_dtype__", refuse_as_dtype, nullptr, nullptr, nullptr};

}  // namespace

bool add_managed_protocols() {
    check_methods(managed_only);
    managed_buffer_slots.bf_getbuffer = entry_point<managed_get_buffer>();
    for (PyMethodDef* method = managed_only; method->ml_name != nullptr; ++method) {
        Ref function(PyCFunction_New(method, nullptr));
        Ref binding(function ? PyInstanceMethod_New(function.get()) : nullptr);
        if (!binding ||
            PyDict_SetItemString(Managed.tp_dict, method->ml_name, binding.get()) < 0) {
            return false;
        }
    }
    Ref priority(PyFloat_FromDouble(NPY_PRIORITY));
    Ref refusal(PyDescr_NewGetSet(&Managed, &dtype_refusal));
    return priority && refusal &&
           PyDict_SetItemString(Managed.tp_dict, dtype_refusal.name, refusal.get()) == 0 &&
           PyDict_SetItemString(Managed.tp_dict, "__array_priority__", priority.get()) == 0;
}

PyObject* managed_getattro(PyObject* self, PyObject* name) {
    PyObject* found = PyObject_GenericGetAttr(self, name);
    if (found != nullptr || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);  // a look-up with an exception set would clear it
    if (_PyType_Lookup(&PyArray_Type, name) == nullptr) {
        PyErr_Restore(type, value, traceback);
        return nullptr;
    }
    Ref owners[] = {Ref(type), Ref(value), Ref(traceback)};
    const char* text = PyUnicode_AsUTF8(name);
    if (text == nullptr || !expose(as_array(self), text)) return nullptr;
    return PyObject_GetAttr(self, name);
}

// What the composite of that name writes; NumPy writes while the interpreter shuts down.
static PyObject* written(PyObject* self, const char* name) {
    Ref module(PyImport_ImportModule("numen.composites.printing"));
    if (module) return PyObject_CallMethod(module.get(), name, "O", self);
    return leave_to_numpy() ? look_with(self, name) : nullptr;
}

PyObject* array_repr(PyObject* self) { return written(self, "array_repr"); }
PyObject* array_str(PyObject* self) { return written(self, "array_str"); }

PyBufferProcs managed_buffer_slots = {managed_get_buffer, nullptr};

PyGetSetDef protocol_attributes[] = {
    {"__class__", get_class, set_class, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMethodDef protocol_methods[] = {
    {"__array__", guarded<method_array>(), fast, nullptr},
    {"__array_ufunc__", as_method(method_ask_ufunc), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"__array_wrap__", guarded<method_array_wrap>(), METH_FASTCALL, nullptr},
    {"__reduce__", guarded<method_reduce>(), METH_NOARGS, nullptr},
    {"__reduce_ex__", guarded<method_reduce_ex>(), METH_O, nullptr},
    {"__copy__", guarded<method_copy>(), METH_NOARGS, nullptr},
    {"__deepcopy__", guarded<method_deepcopy>(), METH_O, nullptr},
    {"__format__", guarded<method_format>(), METH_O, nullptr},
    {"__complex__", guarded<method_complex>(), METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
