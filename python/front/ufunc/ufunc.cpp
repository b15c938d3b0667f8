#include "front/ufunc/ufunc.h"

#include <cstddef>
#include <list>
#include <string>

#include "front/array/checked_entries.h"
#include "front/array/layout_guard.h"
#include "front/call/fallback.h"
#include "front/call/reporting.h"
#include "front/module/modules.h"
#include "front/module/observed_calls.h"
#include "front/call/counterpart.h"
#include "front/ufunc/elementwise.h"
#include "front/ufunc/ufunc_call.h"

namespace numen::front {

PyTypeObject UFunc = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyTypeObject UFuncMeta = {PyVarObject_HEAD_INIT(nullptr, 0)};

namespace {

PyObject* call_numpy(PyObject* self, PyObject* const* args, std::size_t nargsf,
                     PyObject* kwnames) {
    UFuncObject* ufunc = as_ufunc(self);
    return call_fallback(info(ufunc->op).name.data(), ufunc->numpy, args, nargsf, kwnames);
}

// As NumPy since 2.4; consumes the reference.
PyObject* warn_of_gaps(PyObject* result) {
    constexpr unsigned first_to_warn = 0x15;
    static const bool warns = PyArray_GetNDArrayCFeatureVersion() >= first_to_warn;
    if (warns && !warn_caller(PyExc_UserWarning,
                              "'where' used without 'out', expect unitialized memory in output. "
                              "If this is intentional, use out=None.")) {
        Py_CLEAR(result);
    }
    return result;
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
    const LayoutGuard guard(nullptr, args, count + keyword_count(kwnames));
    const bool warns = count > 2 && (ufunc->op == Op::maximum || ufunc->op == Op::minimum);
    if (count < ufunc->inputs || warns) return call_numpy(self, args, nargsf, kwnames);
    UFuncKeywords keywords;
    switch (read_keywords({args + ufunc->inputs, count - ufunc->inputs, kwnames}, keywords)) {
        case Read::ok: break;
        case Read::numpy: return call_numpy(self, args, nargsf, kwnames);
        case Read::error:  // a class with __array_ufunc__ is asked before NumPy looks at these
            return leave_to_numpy() ? call_numpy(self, args, nargsf, kwnames) : nullptr;
    }
    // A tuple, for several results.
    if (keywords.has_out && info(ufunc->op).outputs != 1) {
        return call_numpy(self, args, nargsf, kwnames);
    }
    bool unsupported = false;
    PyObject* result =
        keywords.where == nullptr
            ? elementwise(ufunc->op, args, ufunc->inputs, keywords.manner, unsupported)
            : masked_elementwise(ufunc->op, args, ufunc->inputs, keywords.manner, keywords.where,
                                 unsupported);
    if (unsupported) return call_numpy(self, args, nargsf, kwnames);
    return result != nullptr && keywords.leaves_gaps ? warn_of_gaps(result) : result;
}

// Its attributes are NumPy's: nin, nout, types, identity, signature, __name__ …
PyObject* numpys_ufunc(PyObject* self) { return as_ufunc(self)->numpy; }

// isinstance(np.add, np.ufunc) holds.
PyObject* ufunc_class(PyObject*, void*) {
    return Py_NewRef(reinterpret_cast<PyObject*>(&PyUFunc_Type));
}

PyGetSetDef ufunc_attributes[] = {
    {"__class__", ufunc_class, nullptr, nullptr, nullptr},
    {"__doc__", doc_as<numpys_ufunc>, nullptr, nullptr, nullptr},
    {"__wrapped__", counterpart_itself<numpys_ufunc>, nullptr, "NumPy's own ufunc.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

const char* name_of_ufunc(PyObject* self) { return info(as_ufunc(self)->op).name.data(); }

PyObject* make_ufunc(Op op) {
    auto* self = PyObject_New(UFuncObject, &UFunc);
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<ufunc_vectorcall>();
    self->observing = observed_vectorcall<ufunc_vectorcall, name_of_ufunc>;
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

PyObject* call_numpy_ufunc_method(PyObject* self, const char* method,
                                  const Arguments& arguments) {
    Ref target(PyObject_GetAttrString(as_ufunc(self)->numpy, method));
    if (!target) return nullptr;
    const std::string name = std::string(info(as_ufunc(self)->op).name) + "." + method;
    return call_fallback(name.c_str(), target.get(), arguments.values, arguments.positional,
                         arguments.names);
}

namespace {

// Their events are named as np.add.reduce is, whatever the ufunc.
void observe_ufunc_methods() {
    static auto& names = *new std::list<std::string>;
    for (PyMethodDef* row = ufunc_methods; row->ml_name != nullptr; ++row) {
        names.push_back(std::string("ufunc.") + row->ml_name);
        observe_definition(row, names.back().c_str());
    }
}

}  // namespace

bool prepare_ufuncs() {
    UFuncMeta.tp_name = "numen.UFuncMeta";
    UFuncMeta.tp_base = &PyType_Type;
    UFuncMeta.tp_flags = Py_TPFLAGS_DEFAULT;
    if (PyType_Ready(&UFuncMeta) < 0) return false;
    Py_SET_TYPE(&UFunc, &UFuncMeta);
    UFunc.tp_name = "numpy.ufunc";
    UFunc.tp_basicsize = sizeof(UFuncObject);
    UFunc.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    UFunc.tp_vectorcall_offset = offsetof(UFuncObject, vectorcall);
    observe_type(UFunc, offsetof(UFuncObject, vectorcall), offsetof(UFuncObject, observing));
    UFunc.tp_call = PyVectorcall_Call;
    UFunc.tp_getattro = attribute_as<numpys_ufunc>;
    UFunc.tp_repr = repr_as<numpys_ufunc>;
    UFunc.tp_dealloc = ufunc_dealloc;
    check_methods(ufunc_methods);
    observe_ufunc_methods();
    UFunc.tp_methods = ufunc_methods;
    UFunc.tp_getset = ufunc_attributes;
    UFunc.tp_hash = hash_as<numpys_ufunc>;
    UFunc.tp_richcompare = compare_as<numpys_ufunc>;
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
