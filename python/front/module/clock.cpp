#include "front/module/clock.h"

#include <cstddef>

#include "front/array/checked_entries.h"
#include "front/array/state.h"
#include "graph/pending.h"

namespace numen::front {
namespace {

struct ClockObject {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject* original;
};

ClockObject* as_clock(PyObject* o) { return reinterpret_cast<ClockObject*>(o); }

PyObject* clock_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                           PyObject* names) {
    graph::set_charging(true);
    if (!finish_pending()) return nullptr;
    return PyObject_Vectorcall(as_clock(self)->original, args, nargsf, names);
}

PyObject* clock_new(PyTypeObject* type, PyObject* args, PyObject*) {
    PyObject* original;
    if (!PyArg_ParseTuple(args, "O:Clock", &original)) return nullptr;
    auto* self = PyObject_New(ClockObject, type);
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<clock_vectorcall>();
    self->original = Py_NewRef(original);
    return reinterpret_cast<PyObject*>(self);
}

void clock_dealloc(PyObject* self) {
    Py_DECREF(as_clock(self)->original);
    Py_TYPE(self)->tp_free(self);
}

PyObject* clock_repr(PyObject* self) { return PyObject_Repr(as_clock(self)->original); }

PyObject* clock_getattro(PyObject* self, PyObject* name) {
    return PyObject_GetAttr(as_clock(self)->original, name);
}

}  // namespace

PyTypeObject Clock = {PyVarObject_HEAD_INIT(nullptr, 0)};

bool prepare_clock() {
    Clock.tp_name = "numen.Clock";
    Clock.tp_doc = "Clock(original): a clock that first finishes what is pending.";
    Clock.tp_basicsize = sizeof(ClockObject);
    Clock.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    Clock.tp_vectorcall_offset = offsetof(ClockObject, vectorcall);
    Clock.tp_call = PyVectorcall_Call;
    Clock.tp_new = clock_new;
    Clock.tp_dealloc = clock_dealloc;
    Clock.tp_repr = clock_repr;
    Clock.tp_getattro = clock_getattro;
    return PyType_Ready(&Clock) == 0;
}

}  // namespace numen::front
