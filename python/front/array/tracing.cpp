#include "front/array/tracing.h"

#include <dlfcn.h>

#include <cstdint>

#include "array/storage.h"
#include "front/array/debug.h"

namespace numen::front {
namespace {

constexpr unsigned numpys_domain = 389047;  // numpy.lib.tracemalloc_domain

// Python 3.11's header declares both with C++ linkage, by which they are not found.
using Track = int (*)(unsigned, std::uintptr_t, std::size_t);
using Untrack = int (*)(unsigned, std::uintptr_t);
const auto track = reinterpret_cast<Track>(dlsym(RTLD_DEFAULT, "PyTraceMalloc_Track"));
const auto untrack = reinterpret_cast<Untrack>(dlsym(RTLD_DEFAULT, "PyTraceMalloc_Untrack"));

// A trace is the Python frames of the thread that allocates. Results are allocated before the lock
// is left; a thread without it, of a C++ program, has no frames and may not wait for it here.
void allocated(const void* data, std::size_t bytes) {
    if (PyGILState_Check() != 0) {
        track(numpys_domain, reinterpret_cast<std::uintptr_t>(data), bytes);
    }
}

}  // namespace

void forget_trace(const void* data) {
    if (untrack != nullptr) untrack(numpys_domain, reinterpret_cast<std::uintptr_t>(data));
}

PyObject* trace_memory(PyObject*, PyObject*) {
    if (track != nullptr && untrack != nullptr) {
        storage::observe({allocated, forget_trace});
        leave_blocks_unknown();
    }
    Py_RETURN_NONE;
}

bool prepare_tracing() {
    Ref module(PyImport_ImportModule("_tracemalloc"));
    Ref traces(module ? PyObject_CallMethod(module.get(), "is_tracing", nullptr) : nullptr);
    if (!traces) return false;
    const bool is_imported =
        PyDict_GetItemString(PyImport_GetModuleDict(), "tracemalloc") != nullptr;
    if (is_imported || traces.get() == Py_True) Ref none(trace_memory(nullptr, nullptr));
    return true;
}

}  // namespace numen::front
