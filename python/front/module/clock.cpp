// Why entry points and not objects of ours in the places of Python's: a clock has many names.
// `from time import perf_counter` may have run before Numen was imported, timeit, asyncio,
// IPython and benchmark libraries hold the functions, datetime.now is another module's. All of them
// end in a PyMethodDef, which CPython reads at each call.
#include "front/module/clock.h"

#include <array>
#include <utility>

#include "front/array/call_sites.h"
#include "front/array/state.h"
#include "graph/pending.h"

namespace numen::front {
namespace {

struct Hooked {
    PyMethodDef* definition = nullptr;
    PyCFunction original = nullptr;
};

constexpr std::size_t most_hooks = 32;
std::array<Hooked, most_hooks> hooks;
std::size_t hook_count = 0;
bool finishes = true;
PyInterpreterState* interpreter = nullptr;  // other ones have no arrays of ours

// False with an exception set.
bool finish_first() {
    if (!finishes || PyInterpreterState_Get() != interpreter) return true;
    // A module that notes when it was imported (logging) measures nothing.
    if (!graph::is_charging() && !is_importing()) graph::set_charging(true);
    return !graph::is_anything_pending() || finish_pending();
}

template <class Function> Function original(std::size_t hook) {
    return reinterpret_cast<Function>(reinterpret_cast<void (*)()>(hooks[hook].original));
}

// One entry point for each hook and each way of being called.
template <std::size_t hook> struct Entry {
    static PyObject* plain(PyObject* self, PyObject* argument) {
        return finish_first() ? hooks[hook].original(self, argument) : nullptr;
    }
    static PyObject* with_keywords(PyObject* self, PyObject* args, PyObject* keywords) {
        if (!finish_first()) return nullptr;
        return original<PyCFunctionWithKeywords>(hook)(self, args, keywords);
    }
    using Fast = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t);
    static PyObject* fast(PyObject* self, PyObject* const* args, Py_ssize_t count) {
        return finish_first() ? original<Fast>(hook)(self, args, count) : nullptr;
    }
    using FastWithKeywords = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);
    static PyObject* fast_with_keywords(PyObject* self, PyObject* const* args, Py_ssize_t count,
                                        PyObject* names) {
        return finish_first() ? original<FastWithKeywords>(hook)(self, args, count, names)
                              : nullptr;
    }
};

template <class Function> PyCFunction erased(Function* function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

template <std::size_t hook> PyCFunction entry(int flags) {
    switch (flags & (METH_VARARGS | METH_KEYWORDS | METH_NOARGS | METH_O | METH_FASTCALL |
                     METH_METHOD)) {
        case METH_NOARGS:
        case METH_O:
        case METH_VARARGS: return Entry<hook>::plain;
        case METH_VARARGS | METH_KEYWORDS: return erased(Entry<hook>::with_keywords);
        case METH_FASTCALL: return erased(Entry<hook>::fast);
        case METH_FASTCALL | METH_KEYWORDS: return erased(Entry<hook>::fast_with_keywords);
        default: return nullptr;
    }
}

template <std::size_t... hook>
PyCFunction entry_of(std::size_t wanted, int flags, std::index_sequence<hook...>) {
    PyCFunction found = nullptr;
    ((hook == wanted ? void(found = entry<hook>(flags)) : void()), ...);
    return found;
}

PyMethodDef* definition_of(PyObject* clock) {
    if (PyCFunction_Check(clock)) return reinterpret_cast<PyCFunctionObject*>(clock)->m_ml;
    if (Py_IS_TYPE(clock, &PyClassMethodDescr_Type)) {
        return reinterpret_cast<PyMethodDescrObject*>(clock)->d_method;
    }
    return nullptr;
}

// What the owner lacks, or a test has put in a clock's place, is left alone.
void hook(PyObject* names, const char* name) {
    PyObject* clock = PyDict_GetItemString(names, name);
    PyMethodDef* definition = clock == nullptr ? nullptr : definition_of(clock);
    if (definition == nullptr || hook_count == most_hooks) return;
    const PyCFunction entered = entry_of(hook_count, definition->ml_flags,
                                         std::make_index_sequence<most_hooks>());
    if (entered == nullptr) return;
    hooks[hook_count++] = {definition, definition->ml_meth};
    definition->ml_meth = entered;
}

// Nor is a module that the system does not have.
template <std::size_t count>
void hook_module(const char* module, const std::array<const char*, count>& clocks) {
    Ref found(PyImport_ImportModule(module));
    if (!found) return forget_error();
    for (const char* name : clocks) hook(PyModule_GetDict(found.get()), name);
}

constexpr std::array of_time = {
    "time",         "time_ns",         "perf_counter", "perf_counter_ns",
    "process_time", "process_time_ns", "monotonic",    "monotonic_ns",
    "thread_time",  "thread_time_ns",  "clock_gettime", "clock_gettime_ns"};
constexpr std::array of_datetime = {"now", "utcnow"};
constexpr std::array of_posix = {"times"};
constexpr std::array of_resource = {"getrusage"};

Ref dictionary_of(PyObject* type) {
#if PY_VERSION_HEX >= 0x030C0000
    return Ref(PyType_GetDict(reinterpret_cast<PyTypeObject*>(type)));
#else
    return Ref::share(reinterpret_cast<PyTypeObject*>(type)->tp_dict);
#endif
}

void hook_datetime() {
    Ref module(PyImport_ImportModule("datetime"));
    Ref type(module ? PyObject_GetAttrString(module.get(), "datetime") : nullptr);
    if (!type || !PyType_Check(type.get())) return forget_error();
    const Ref names = dictionary_of(type.get());
    for (const char* name : of_datetime) hook(names.get(), name);
}

}  // namespace

void watch_clocks() {
    if (interpreter != nullptr) return;
    interpreter = PyInterpreterState_Get();
    hook_module("time", of_time);
    hook_module("posix", of_posix);
    hook_module("resource", of_resource);
    hook_datetime();
}

bool set_clocks_finish(bool wanted) { return std::exchange(finishes, wanted); }

}  // namespace numen::front
