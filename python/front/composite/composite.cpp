#include "front/composite/composite.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "front/array/checked_entries.h"
#include "front/array/layout_guard.h"
#include "front/array/pinned.h"
#include "front/call/counterpart.h"
#include "front/call/fallback.h"
#include "front/call/overrides.h"
#include "front/call/reporting.h"
#include "front/call/scipy.h"
#include "front/functions/precision.h"
#include "front/module/observed_calls.h"

namespace numen::front {
namespace {

struct CompositeObject {
    PyObject_HEAD
    vectorcallfunc vectorcall, observing;
    PyObject* name;  // the whole public one, interned
    QuickPath quick;
    PyObject* function;
    PyObject* described;
    PyObject* fallback;
    PyObject* handover;
    Told told;
    bool is_of_linalg;
    bool takes_precision;
    OwnAttributes own;
};

PyObject* linalg_error = nullptr;  // NumPy's, once there is a composite of numpy.linalg

CompositeObject* as_composite(PyObject* o) { return reinterpret_cast<CompositeObject*>(o); }

// NumPy's function, which knows no precision.
PyObject* call_fallback(CompositeObject* self, PyObject* const* args, std::size_t nargsf,
                        PyObject* names) {
    if (!self->takes_precision || names == nullptr) {
        return PyObject_Vectorcall(self->fallback, args, nargsf, names);
    }
    const CallArguments given({args, PyVectorcall_NARGS(nargsf), names});
    linalg::Precision precision;
    if (!given.read(precision)) return nullptr;
    const Arguments& rest = given.rest();
    return PyObject_Vectorcall(self->fallback, rest.values,
                               static_cast<std::size_t>(rest.positional), rest.names);
}

// Would asking NumPy after our function find an argument used up? Axes may be an iterator.
bool has_iterator(PyObject* const* args, Py_ssize_t count) {
    return std::any_of(args, args + count, [](PyObject* argument) {
        return PyIter_Check(argument) && !PyObject_HasAttrString(argument, "__array__");
    });
}

// With the first argument pinned, which is the array that most functions work on.
PyObject* run_quickly(QuickPath path, PyObject* const* args, Py_ssize_t count) {
    constexpr Py_ssize_t max_arguments = 8;
    const LayoutGuard guard(nullptr, args, count);
    const bool needs = count > 0 && count <= max_arguments && is_ours(args[0]) &&
                       needs_pin(as_array(args[0]));
    if (!needs) return path(args, count);
    const Ref own = pinned(args[0]);
    if (!own) return nullptr;
    PyObject* with_pinned[max_arguments];
    std::copy_n(args, count, with_pinned);
    with_pinned[0] = own.get();
    PyObject* result = path(with_pinned, count);
    if (result == own.get()) Py_SETREF(result, Py_NewRef(args[0]));  // np.real gives what it got
    return result;
}

PyObject* composite_vectorcall(PyObject* object, PyObject* const* args, std::size_t nargsf,
                               PyObject* names) {
    CompositeObject* self = as_composite(object);
    if (self->quick != nullptr && names == nullptr) {
        PyObject* result = run_quickly(self->quick, args, PyVectorcall_NARGS(nargsf));
        if (result != nullptr || PyErr_Occurred()) return result;
    }
    const Py_ssize_t given =
        PyVectorcall_NARGS(nargsf) + (names == nullptr ? 0 : PyTuple_GET_SIZE(names));
    if (has_override(args, given) || has_own_comparison(args, given) ||
        (self->told == Told::held && has_iterator(args, given))) {
        return call_fallback(self, args, nargsf, names);
    }
    {
        HeldWarnings held(self->told);
        Ref result(PyObject_Vectorcall(self->function, args, nargsf, names));
        // Of matrices our functions say what NumPy says, whose search for singular values of
        // infinities may not end.
        if (result || !PyErr_ExceptionMatches(self->handover) ||
            (self->is_of_linalg && PyErr_ExceptionMatches(linalg_error))) {
            return held.give() ? result.release() : nullptr;
        }
    }
    forget_error();
    return call_fallback(self, args, nargsf, names);
}

QuickPath quick_path_of(const char* name) {
    for (const QuickPathRow* row : {inquiry_paths, rearranging_paths, joining_paths,
                                    enlarging_paths, making_paths, matrix_paths, place_paths,
                                    value_paths, product_paths}) {
        for (; row->name != nullptr; ++row) {
            if (std::strcmp(row->name, name) == 0) return row->path;
        }
    }
    return nullptr;
}

const char* name_of_composite(PyObject* self) {
    return PyUnicode_AsUTF8(as_composite(self)->name);
}

PyObject* composite_new(PyTypeObject* type, PyObject* args, PyObject*) {
    const char* name;
    PyObject *function, *described, *fallback, *handover;
    int told;
    if (!PyArg_ParseTuple(args, "sOOOOi:Composite", &name, &function, &described, &fallback,
                          &handover, &told)) {
        return nullptr;
    }
    const bool is_of_linalg = std::strncmp(name, "linalg.", 7) == 0;
    if (is_of_linalg && linalg_error == nullptr) {
        linalg_error = numpy_attribute("linalg.LinAlgError");
        if (linalg_error == nullptr) return nullptr;
    }
    auto* self = PyObject_New(CompositeObject, type);
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<composite_vectorcall>();
    self->observing =
        observed_vectorcall<composite_vectorcall, name_of_composite, CallKind::composite>;
    self->name = PyUnicode_InternFromString(name);
    self->quick = quick_path_of(name);
    self->function = Py_NewRef(function);
    self->described = Py_NewRef(described);
    self->fallback = Py_NewRef(fallback);
    self->handover = Py_NewRef(handover);
    self->told = static_cast<Told>(told);
    self->is_of_linalg = is_of_linalg;
    self->takes_precision = PyObject_HasAttrString(function, "takes_precision") != 0;
    self->own = {};
    return reinterpret_cast<PyObject*>(self);
}

void composite_dealloc(PyObject* self) {
    as_composite(self)->own.clear(self);
    Py_XDECREF(as_composite(self)->name);
    Py_DECREF(as_composite(self)->function);
    Py_DECREF(as_composite(self)->described);
    Py_DECREF(as_composite(self)->fallback);
    Py_DECREF(as_composite(self)->handover);
    Py_TYPE(self)->tp_free(self);
}

PyObject* described_function(PyObject* self) { return as_composite(self)->described; }

// NumPy's or SciPy's function, borrowed; null with an exception set.
PyObject* served_by(PyObject* self) {
    PyObject* fallback = as_composite(self)->fallback;
    return Py_IS_TYPE(fallback, &ScipyFunction) ? scipys_function(fallback)
                                                : numpys_function(fallback);
}

PyObject* composed_function(PyObject* self, void*) {
    return Py_NewRef(as_composite(self)->function);
}

PyGetSetDef composite_attributes[] = {
    {"_composed", composed_function, nullptr, "The function in Python that it calls.", nullptr},
    {"__dict__", own_attributes<described_function>, nullptr, nullptr, nullptr},
    {"__doc__", own_doc<described_function>, set_own_doc, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

PyTypeObject Composite = {PyVarObject_HEAD_INIT(nullptr, 0)};

bool prepare_composites() {
    Composite.tp_name = "numen.Composite";
    Composite.tp_basicsize = sizeof(CompositeObject);
    Composite.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    Composite.tp_vectorcall_offset = offsetof(CompositeObject, vectorcall);
    observe_type(Composite, offsetof(CompositeObject, vectorcall),
                 offsetof(CompositeObject, observing));
    Composite.tp_call = PyVectorcall_Call;
    Composite.tp_new = composite_new;
    Composite.tp_dealloc = composite_dealloc;
    Composite.tp_repr = repr_as<served_by>;
    Composite.tp_str = str_as<served_by>;
    Composite.tp_hash = hash_as<served_by>;
    Composite.tp_richcompare = compare_as<served_by>;
    Composite.tp_descr_get = bind_as<served_by>;
    Composite.tp_methods = methods_of_functions;
    Composite.tp_getset = composite_attributes;
    give_own_attributes<described_function>(Composite, offsetof(CompositeObject, own));
    return PyType_Ready(&Composite) == 0;
}

}  // namespace numen::front
