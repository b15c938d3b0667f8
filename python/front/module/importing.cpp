#include "front/module/importing.h"

#include <cstddef>
#include <cstring>
#include <iterator>

#include "front/array/checked_entries.h"

namespace numen::front {
namespace {

struct ImportingObject {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject* original;
    PyObject* replacement;
};

ImportingObject* as_importing(PyObject* o) { return reinterpret_cast<ImportingObject*>(o); }

// Arguments of __import__ by position; null where the call does not give one.
struct ImportCall {
    PyObject* name = nullptr;
    PyObject* globals = nullptr;
    PyObject* fromlist = nullptr;
    PyObject* level = nullptr;

    ImportCall(PyObject* const* args, Py_ssize_t count, PyObject* names) {
        static constexpr const char* parameters[] = {"name", "globals", "locals", "fromlist",
                                                     "level"};
        PyObject* unused = nullptr;
        PyObject** const places[] = {&name, &globals, &unused, &fromlist, &level};
        for (Py_ssize_t at = 0; at < std::ssize(places); ++at) {
            if (count > at) *places[at] = args[at];
            for (Py_ssize_t i = 0; names != nullptr && i < PyTuple_GET_SIZE(names); ++i) {
                PyObject* keyword = PyTuple_GET_ITEM(names, i);
                if (PyUnicode_CompareWithASCIIString(keyword, parameters[at]) == 0) {
                    *places[at] = args[count + i];
                }
            }
        }
    }

    // NumPy and its parts, the clocks, and what reads them: loaded first, then replaced. SciPy is
    // large: it is replaced first, and loaded where it is not.
    enum class Replaced { no, afterwards, before };
    Replaced replaced() const {
        if (name == nullptr || !PyUnicode_Check(name)) return Replaced::no;
        if (level != nullptr && PyObject_IsTrue(level) != 0) return Replaced::no;
        const char* text = PyUnicode_AsUTF8(name);
        if (text == nullptr) {
            forget_error();
            return Replaced::no;
        }
        const auto is_in = [text](const char* package) {
            return std::strncmp(text, package, 5) == 0 && (text[5] == '\0' || text[5] == '.');
        };
        if (is_in("scipy")) return Replaced::before;
        const bool is_clock = std::strcmp(text, "time") == 0 || std::strcmp(text, "timeit") == 0;
        return is_clock || is_in("numpy") ? Replaced::afterwards : Replaced::no;
    }
};

PyObject* importing_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                               PyObject* names) {
    using Replaced = ImportCall::Replaced;
    const ImportCall call(args, PyVectorcall_NARGS(nargsf), names);
    const Replaced replaced = call.replaced();
    Ref real;
    if (replaced != Replaced::before) {
        real = Ref(PyObject_Vectorcall(as_importing(self)->original, args, nargsf, names));
        if (!real || replaced == Replaced::no) return real.release();
    }
    const auto or_none = [](PyObject* given) { return given == nullptr ? Py_None : given; };
    PyObject* given[] = {call.name, or_none(call.fromlist), or_none(call.globals)};
    Ref ours(PyObject_Vectorcall(as_importing(self)->replacement, given, 3, nullptr));
    if (!ours) return nullptr;
    if (ours.get() != Py_None) return ours.release();
    if (real) return real.release();
    return PyObject_Vectorcall(as_importing(self)->original, args, nargsf, names);
}

PyObject* importing_new(PyTypeObject* type, PyObject* args, PyObject*) {
    PyObject *original, *replacement;
    if (!PyArg_ParseTuple(args, "OO:Importing", &original, &replacement)) return nullptr;
    auto* self = PyObject_New(ImportingObject, type);
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<importing_vectorcall>();
    self->original = Py_NewRef(original);
    self->replacement = Py_NewRef(replacement);
    return reinterpret_cast<PyObject*>(self);
}

void importing_dealloc(PyObject* self) {
    Py_DECREF(as_importing(self)->original);
    Py_DECREF(as_importing(self)->replacement);
    Py_TYPE(self)->tp_free(self);
}

PyObject* importing_getattro(PyObject* self, PyObject* name) {
    return PyObject_GetAttr(as_importing(self)->original, name);
}

}  // namespace

PyTypeObject Importing = {PyVarObject_HEAD_INIT(nullptr, 0)};

bool prepare_importing() {
    Importing.tp_name = "numen.Importing";
    Importing.tp_doc = "Importing(original, replacement): __import__ that gives Numen for NumPy.";
    Importing.tp_basicsize = sizeof(ImportingObject);
    Importing.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    Importing.tp_vectorcall_offset = offsetof(ImportingObject, vectorcall);
    Importing.tp_call = PyVectorcall_Call;
    Importing.tp_new = importing_new;
    Importing.tp_dealloc = importing_dealloc;
    Importing.tp_getattro = importing_getattro;
    return PyType_Ready(&Importing) == 0;
}

}  // namespace numen::front
