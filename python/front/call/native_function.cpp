#include "front/call/native_function.h"

#include <cstddef>
#include <cstring>
#include <string>

#include "front/call/counterpart.h"
#include "front/call/function_pairs.h"
#include "front/module/modules.h"
#include "front/module/observed_calls.h"

namespace numen::front {
namespace {

using FastWithKeywords = PyObject*(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

struct Function {
    PyObject_HEAD
    vectorcallfunc vectorcall, observing;
    FastWithKeywords* call;
    const char* name;
    const char* public_name;
    PyObject* numpys;  // null: not asked for yet
    OwnAttributes own;
};

Function* as_function(PyObject* o) { return reinterpret_cast<Function*>(o); }

PyObject* call_function(PyObject* self, PyObject* const* args, std::size_t nargsf,
                        PyObject* names) {
    return as_function(self)->call(nullptr, args, PyVectorcall_NARGS(nargsf), names);
}

const char* name_of_function(PyObject* self) { return as_function(self)->public_name; }

// NumPy's function of that name, whatever the program has put in its place since; itself where
// NumPy has none, borrowed. A function of SciPy's has none.
PyObject* numpys_of(PyObject* self) {
    Function* function = as_function(self);
    if (function->numpys != nullptr) return function->numpys;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject* found = numpys_for(self);
    if (found != nullptr) Py_INCREF(found);
    else if (std::strncmp(function->public_name, "scipy.", 6) != 0) {
        found = numpy_attribute(function->public_name);
        if (found == nullptr) forget_error();
    }
    function->numpys = found != nullptr ? found : self;  // itself is not owned: it lives for ever
    PyErr_Restore(type, value, traceback);
    return function->numpys;
}

bool has_original(PyObject* self) { return numpys_of(self) != self; }

PyGetSetDef attributes_of_native_functions[] = {
    {"__dict__", PyObject_GenericGetDict, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyObject* attribute(PyObject* self, PyObject* name) {
    PyObject* found = PyObject_GenericGetAttr(self, name);
    if (found != nullptr || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
    if (!has_original(self)) return nullptr;
    forget_error();
    return PyObject_GetAttr(numpys_of(self), name);
}

PyObject* show(PyObject* self) {
    if (has_original(self)) return PyObject_Repr(numpys_of(self));
    return PyUnicode_FromFormat("<function %s at %p>", as_function(self)->name, self);
}

PyObject* show_to_readers(PyObject* self) {
    return has_original(self) ? PyObject_Str(numpys_of(self)) : show(self);
}

// It equals NumPy's, as a key, too: libraries look up functions in tables of their own
// (DataFrame.agg(np.sum)).
Py_hash_t hash(PyObject* self) {
    return has_original(self) ? PyObject_Hash(numpys_of(self)) : PyBaseObject_Type.tp_hash(self);
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
    if (self == other || has_original(self)) return compare_as<numpys_of>(self, other, operation);
    Py_RETURN_NOTIMPLEMENTED;
}

PyObject* bind(PyObject* self, PyObject* instance, PyObject*) {
    return instance == nullptr ? Py_NewRef(self) : PyMethod_New(self, instance);
}

// NumPy's function of that name if it is one of C, or null.
Ref numpys_of_c(const char* public_name) {
    if (std::strchr(public_name, '.') != nullptr) return Ref();
    Ref numpys(numpy_attribute(public_name));
    if (!numpys) forget_error();
    return numpys && Py_IS_TYPE(numpys.get(), &PyCFunction_Type) ? std::move(numpys) : Ref();
}

// "numpy.linalg" of "linalg.inv", "numpy" of "sum".
PyObject* module_of(const char* public_name) {
    const std::string name = public_name;
    const std::size_t dot = name.rfind('.');
    const std::string inside = dot == std::string::npos ? "" : '.' + name.substr(0, dot);
    const bool is_scipys = name.starts_with("scipy.");
    return PyUnicode_FromString(is_scipys ? inside.c_str() + 1 : ("numpy" + inside).c_str());
}

// As a function in Python has them.
PyObject* with_attributes(PyObject* function, const char* doc) {
    const Ref owned(function);
    const Ref module(module_of(as_function(function)->public_name));
    const Ref name(PyUnicode_FromString(as_function(function)->name));
    const Ref text(doc == nullptr ? Py_NewRef(Py_None) : PyUnicode_FromString(doc));
    const bool is_set = module && name && text &&
                        PyObject_SetAttrString(function, "__module__", module.get()) == 0 &&
                        PyObject_SetAttrString(function, "__name__", name.get()) == 0 &&
                        PyObject_SetAttrString(function, "__qualname__", name.get()) == 0 &&
                        PyObject_SetAttrString(function, "__doc__", text.get()) == 0;
    return is_set ? Py_NewRef(function) : nullptr;
}

}  // namespace

PyTypeObject NativeFunction = {PyVarObject_HEAD_INIT(nullptr, 0)};

PyObject* make_native_function(PyMethodDef* row) {
    const char* public_name = row->ml_name;
    const char* dot = std::strrchr(public_name, '.');
    if (dot != nullptr) row->ml_name = dot + 1;
    if (const Ref numpys = numpys_of_c(public_name)) {
        const Ref module(PyUnicode_FromString("numpy"));
        PyObject* self = PyCFunction_GET_SELF(numpys.get());  // its __self__, a module
        observe_definition(row, public_name);
        return module ? PyCFunction_NewEx(row, self, module.get()) : nullptr;
    }
    if (row->ml_flags != (METH_FASTCALL | METH_KEYWORDS)) {
        return PyErr_Format(PyExc_SystemError, "%s: wants METH_FASTCALL | METH_KEYWORDS",
                            public_name);
    }
    auto* made = PyObject_New(Function, &NativeFunction);
    if (made == nullptr) return nullptr;
    made->vectorcall = call_function;
    made->observing = observed_vectorcall<call_function, name_of_function>;
    made->call = reinterpret_cast<FastWithKeywords*>(reinterpret_cast<void (*)()>(row->ml_meth));
    made->name = row->ml_name;
    made->public_name = public_name;
    made->numpys = nullptr;
    made->own = {};
    return with_attributes(reinterpret_cast<PyObject*>(made), row->ml_doc);
}

bool prepare_native_functions() {
    NativeFunction.tp_name = "numen.Function";
    NativeFunction.tp_basicsize = sizeof(Function);
    NativeFunction.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL |
                              Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_DISALLOW_INSTANTIATION;
    NativeFunction.tp_vectorcall_offset = offsetof(Function, vectorcall);
    observe_type(NativeFunction, offsetof(Function, vectorcall), offsetof(Function, observing));
    NativeFunction.tp_call = PyVectorcall_Call;
    NativeFunction.tp_descr_get = bind;
    NativeFunction.tp_getset = attributes_of_native_functions;
    NativeFunction.tp_methods = methods_of_functions;
    give_own_attributes<numpys_of>(NativeFunction, offsetof(Function, own));
    NativeFunction.tp_getattro = attribute;
    NativeFunction.tp_setattro = PyObject_GenericSetAttr;  // before NumPy's can be asked
    NativeFunction.tp_repr = show;
    NativeFunction.tp_str = show_to_readers;
    NativeFunction.tp_hash = hash;
    NativeFunction.tp_richcompare = compare;
    return PyType_Ready(&NativeFunction) == 0;
}

}  // namespace numen::front
