#include "front/ufunc.h"

#include <string>

#include "front/elementwise.h"
#include "front/fallback.h"
#include "front/modules.h"
#include "front/reductions.h"

namespace numen::front {

PyTypeObject UFunc = {PyVarObject_HEAD_INIT(nullptr, 0)};

namespace {

struct UFuncObject {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    Op op;
    int inputs;
    PyObject* numpy;  // NumPy's ufunc of the same name
};

UFuncObject* as_ufunc(PyObject* o) { return reinterpret_cast<UFuncObject*>(o); }

PyObject* call_numpy(PyObject* self, PyObject* const* args, std::size_t nargsf,
                     PyObject* kwnames) {
    UFuncObject* ufunc = as_ufunc(self);
    return call_fallback(info(ufunc->op).name.data(), ufunc->numpy, args, nargsf, kwnames);
}

// The one keyword served natively: out=array or out=(array,). Anything else is NumPy's.
bool find_out(UFuncObject* ufunc, PyObject* const* args, Py_ssize_t count, PyObject* kwnames,
              PyObject*& out) {
    const Py_ssize_t keywords = kwnames == nullptr ? 0 : PyTuple_GET_SIZE(kwnames);
    if (count == ufunc->inputs + 1 && keywords == 0) {
        out = args[ufunc->inputs];
    } else if (count == ufunc->inputs && keywords == 1 &&
               PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, 0), "out") == 0) {
        out = args[count];
    } else {
        return count == ufunc->inputs && keywords == 0;
    }
    if (PyTuple_CheckExact(out)) {
        if (PyTuple_GET_SIZE(out) != 1) return false;
        out = PyTuple_GET_ITEM(out, 0);
    }
    if (out == Py_None) out = nullptr;
    return true;
}

PyObject* ufunc_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                           PyObject* kwnames) {
    UFuncObject* ufunc = as_ufunc(self);
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    if (count == ufunc->inputs && kwnames == nullptr) {
        PyObject* result = count == 1   ? quick_unary(ufunc->op, ufunc->op, args[0])
                           : count == 2 ? quick_binary(ufunc->op, args[0], args[1])
                                        : nullptr;
        if (result != nullptr || PyErr_Occurred()) return result;
    }
    PyObject* out = nullptr;
    if (!find_out(ufunc, args, count, kwnames, out)) {
        return call_numpy(self, args, nargsf, kwnames);
    }
    bool unsupported = false;
    PyObject* result = elementwise(ufunc->op, args, ufunc->inputs, out, unsupported);
    return unsupported ? call_numpy(self, args, nargsf, kwnames) : result;
}

// reduce and accumulate of the operations that are reductions; the other methods are NumPy's.
PyObject* ufunc_getattro(PyObject* self, PyObject* name) {
    if (PyObject* found = PyObject_GenericGetAttr(self, name)) return found;
    if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return nullptr;
    PyErr_Clear();
    UFuncObject* ufunc = as_ufunc(self);
    Ref found(PyObject_GetAttr(ufunc->numpy, name));
    if (!found) return nullptr;
    for (const char* method : {"reduce", "accumulate", "reduceat", "outer", "at"}) {
        if (PyUnicode_CompareWithASCIIString(name, method) != 0) continue;
        const std::string full = std::string(info(ufunc->op).name) + "." + method;
        return make_fallback(&FallbackFunction, full.c_str(), found.get());
    }
    return found.release();
}

PyObject* ufunc_repr(PyObject* self) { return PyObject_Repr(as_ufunc(self)->numpy); }

PyObject* ufunc_doc(PyObject* self, void*) {
    return PyObject_GetAttrString(as_ufunc(self)->numpy, "__doc__");
}

PyObject* ufunc_wrapped(PyObject* self, void*) { return Py_NewRef(as_ufunc(self)->numpy); }

// Pickled as NumPy's ufunc of the same name, so that a process without Numen can load it.
PyObject* ufunc_reduce(PyObject* self, PyObject*) {
    Ref reduce(PyImport_ImportModule("numpy._core"));
    if (!reduce) return nullptr;
    Ref restore(PyObject_GetAttrString(reduce.get(), "_ufunc_reconstruct"));
    if (!restore) return nullptr;
    return Py_BuildValue("O(ss)", restore.get(), "numpy", info(as_ufunc(self)->op).name.data());
}

PyMethodDef ufunc_methods[] = {
    {"__reduce__", ufunc_reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef ufunc_attributes[] = {
    {"__doc__", ufunc_doc, nullptr, nullptr, nullptr},
    {"__wrapped__", ufunc_wrapped, nullptr, "NumPy's own ufunc.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyObject* make_ufunc(Op op) {
    auto* self = PyObject_New(UFuncObject, &UFunc);
    if (self == nullptr) return nullptr;
    self->vectorcall = ufunc_vectorcall;
    self->op = op;
    self->inputs = info(op).inputs;
    self->numpy = numpy_attribute(info(op).name.data());
    if (self->numpy == nullptr) {
        Py_DECREF(self);
        return nullptr;
    }
    return reinterpret_cast<PyObject*>(self);
}

void ufunc_dealloc(PyObject* self) {
    Py_XDECREF(as_ufunc(self)->numpy);
    PyObject_Free(self);
}

constexpr struct {
    const char* alias;
    Op op;
} aliases[] = {
    {"abs", Op::absolute},      {"acos", Op::arccos},    {"acosh", Op::arccosh},
    {"asin", Op::arcsin},       {"asinh", Op::arcsinh},  {"atan", Op::arctan},
    {"atan2", Op::arctan2},     {"atanh", Op::arctanh},  {"bitwise_invert", Op::invert},
    {"bitwise_left_shift", Op::left_shift},              {"bitwise_not", Op::invert},
    {"bitwise_right_shift", Op::right_shift},            {"conj", Op::conjugate},
    {"mod", Op::remainder},     {"pow", Op::power},      {"true_divide", Op::divide},
};

}  // namespace

bool prepare_ufuncs() {
    UFunc.tp_name = "numpy.ufunc";
    UFunc.tp_basicsize = sizeof(UFuncObject);
    UFunc.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    UFunc.tp_vectorcall_offset = offsetof(UFuncObject, vectorcall);
    UFunc.tp_call = PyVectorcall_Call;
    UFunc.tp_getattro = ufunc_getattro;
    UFunc.tp_repr = ufunc_repr;
    UFunc.tp_dealloc = ufunc_dealloc;
    UFunc.tp_methods = ufunc_methods;
    UFunc.tp_getset = ufunc_attributes;
    return PyType_Ready(&UFunc) == 0;
}

bool add_ufuncs(PyObject* functions) {
    for (int i = 0; i < op_count; ++i) {
        const Op op = static_cast<Op>(i);
        Ref ufunc(make_ufunc(op));
        if (!ufunc) return false;
        if (PyDict_SetItemString(functions, info(op).name.data(), ufunc.get()) < 0) return false;
        for (const auto& entry : aliases) {
            if (entry.op != op) continue;
            if (PyDict_SetItemString(functions, entry.alias, ufunc.get()) < 0) return false;
        }
    }
    return true;
}

}  // namespace numen::front
