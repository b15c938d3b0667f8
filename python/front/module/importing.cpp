#include "front/array/frame.h"

#include "front/module/importing.h"

#include <array>
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

    // No code of the program's is needed to read the arguments.
    bool is_plain() const {
        const bool has_plain_list = fromlist == nullptr || fromlist == Py_None ||
                                    PyTuple_CheckExact(fromlist) || PyList_CheckExact(fromlist);
        return has_plain_list && PyUnicode_CheckExact(name);
    }

    // NumPy and its parts: loaded first, then replaced. SciPy is large: it is replaced first, and
    // loaded where it is not.
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
        return is_in("numpy") ? Replaced::afterwards : Replaced::no;
    }
};

// What an import of one name in one file has given: every pickle imports five modules.
struct KnownImport {
    Ref name, filename;
    PyObject* globals = nullptr;  // for comparison alone
    PyObject* numpy = nullptr;    // what sys.modules had as NumPy, likewise
    bool has_list = false;        // of names to import from the module
    Ref answer;                   // None: the real module

    bool is_for(const KnownImport& other) const {
        return filename.get() == other.filename.get() && globals == other.globals &&
               numpy == other.numpy && has_list == other.has_list && name &&
               PyUnicode_Compare(name.get(), other.name.get()) == 0;
    }
};
std::array<KnownImport, 64>& known_imports() {
    static auto* known = new std::array<KnownImport, 64>;  // the interpreter may be gone before
    return *known;
}

// The import by the innermost frame, where it is of a file and the name is NumPy's: then the answer
// is the same each time. An empty name otherwise.
KnownImport lasting_import(const ImportCall& call) {
    KnownImport found;
    const Frame frame = innermost_frame();
    if (frame.code == nullptr || !call.is_plain() ||
        std::strncmp(PyUnicode_AsUTF8(call.name), "numpy", 5) != 0 ||
        (call.globals != nullptr && call.globals != frame.globals)) {
        return found;
    }
    PyObject* file = frame.filename();
    if (PyUnicode_GET_LENGTH(file) == 0 || PyUnicode_READ_CHAR(file, 0) == '<') return found;
    static PyObject* const numpy = PyUnicode_InternFromString("numpy");
    PyObject* list = call.fromlist;
    found.has_list = list != nullptr && list != Py_None && PySequence_Fast_GET_SIZE(list) > 0;
    found.numpy = PyDict_GetItemWithError(PyImport_GetModuleDict(), numpy);
    found.name = Ref::share(call.name);
    found.filename = Ref::share(file);
    found.globals = frame.globals;
    return found;
}

KnownImport& place_of(const KnownImport& import) {
    const auto text = static_cast<std::size_t>(PyObject_Hash(import.name.get()));
    const auto file = reinterpret_cast<std::size_t>(import.filename.get()) >> 4;
    auto& known = known_imports();
    return known[(text ^ file ^ import.has_list) % known.size()];
}

// What the importer gets instead of the real module, null before it is loaded; None: that module.
// Null with an exception set.
Ref answer_to(PyObject* replacement, const ImportCall& call, PyObject* real) {
    KnownImport import = lasting_import(call);
    if (import.name) {
        const KnownImport& known = place_of(import);
        if (known.is_for(import)) return Ref::share(known.answer.get());
    }
    const auto or_none = [](PyObject* given) { return given == nullptr ? Py_None : given; };
    PyObject* given[] = {call.name, or_none(call.fromlist), or_none(call.globals)};
    Ref answer(PyObject_Vectorcall(replacement, given, 3, nullptr));
    if (!answer || !import.name) return answer;
    import.answer = Ref::share(answer.get() == real ? Py_None : answer.get());
    place_of(import) = std::move(import);
    return answer;
}

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
    Ref ours = answer_to(as_importing(self)->replacement, call, real.get());
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

void forget_imports() {
    for (KnownImport& known : known_imports()) known = KnownImport();
}

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
