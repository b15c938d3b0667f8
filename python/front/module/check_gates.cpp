#include "front/module/check_gates.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_set>

#include "front/array/call_sites.h"
#include "front/array/checked_entries.h"
#include "front/array/object.h"

namespace numen::front {
namespace {

using Clock = std::chrono::steady_clock;

// A place that meets more kinds of operands is judged by the time alone from then on.
constexpr std::size_t max_kinds = 4096;
// What a call that passes a gate costs more than by itself: no time of the program's.
constexpr double seconds_of_gate = 200e-9;
// What a call and the code around it hardly take less than.
constexpr double seconds_of_call = 2e-6;

struct GateObject {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject* direct;  // null: every call may be checked
    PyObject* plain;
    PyObject* checked;
    std::unordered_set<std::uint64_t>* kinds;  // of operands that were checked here
};

struct Checking {
    double share = 0, first_share = std::numeric_limits<double>::infinity(), spent = 0;
    Clock::time_point start;
    long long calls = 0, checked = 0;
    bool is_first = false;  // the latest to be checked, of its kind at its place
    int skipped = 0;  // calls before the clock is read again
    std::uint64_t random = 88172645463325252u;
};
Checking checking;
thread_local bool is_in_check = false;

GateObject* as_gate(PyObject* o) { return reinterpret_cast<GateObject*>(o); }

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::uint64_t mixed(std::uint64_t seed, std::uint64_t value) {
    seed = (seed ^ value) * 0x9E3779B97F4A7C15u;
    return seed ^ (seed >> 29);
}

// Which code an array may be computed by: its type, layout and size up to a factor of two.
std::uint64_t kind_of(PyObject* x) {
    const auto type = reinterpret_cast<std::uintptr_t>(Py_TYPE(x));
    if (!is_array(x)) return type;
    ArrayObject* a = as_array(x);
    const auto count = static_cast<std::uint64_t>(element_count(a));
    const int layout = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_F_CONTIGUOUS | NPY_ARRAY_ALIGNED;
    const auto flags = static_cast<std::uint64_t>(a->f.flags & layout);
    const std::uint64_t is_native = PyArray_ISNBO(a->f.descr->byteorder);
    const auto number = static_cast<std::uint64_t>(a->f.descr->type_num);
    const auto axes = static_cast<std::uint64_t>(a->f.nd);
    return mixed(mixed(type, flags << 32 | number << 1 | is_native),
                 axes << 8 | static_cast<std::uint64_t>(std::bit_width(count)));
}

bool has_array(PyObject* const* args, Py_ssize_t total) {
    for (Py_ssize_t i = 0; i < total; ++i) {
        if (is_array(args[i])) return true;
    }
    return false;
}

// The program's own time so far.
double own_seconds() {
    const double gates = seconds_of_gate * static_cast<double>(checking.calls);
    return seconds_since(checking.start) - checking.spent - gates;
}

// Has this place not met such operands before, and is there time for those?
bool is_new(GateObject* gate, PyObject* const* args, Py_ssize_t total) {
    if (gate->kinds->size() >= max_kinds) return false;
    if (checking.spent > checking.first_share * own_seconds()) return false;
    auto kind = reinterpret_cast<std::uintptr_t>(innermost_instruction());
    std::uint64_t seed = gate->direct == nullptr ? kind : 0;
    for (Py_ssize_t i = 0; i < total; ++i) seed = mixed(seed, kind_of(args[i]));
    return gate->kinds->insert(seed).second;
}

// Have the checks left time? The limit varies at random, so that in a loop every place has its
// turn; while they are far from it, the clock is not read at each call.
bool has_time() {
    if (checking.skipped > 0) {
        --checking.skipped;
        return false;
    }
    checking.random ^= checking.random << 13;
    checking.random ^= checking.random >> 7;
    checking.random ^= checking.random << 17;
    const double part = 0.5 + 0.5 * static_cast<double>(checking.random >> 11) * 0x1p-53;
    const double missing = checking.spent / checking.share - part * own_seconds();
    if (missing < 0) return true;
    checking.skipped = static_cast<int>(std::min(missing / seconds_of_call, 32.0));
    return false;
}

PyObject* call_checked(GateObject* gate, PyObject* const* args, std::size_t nargsf,
                       PyObject* names, Py_ssize_t total) {
    PyObject* few[8];
    const auto wanted = static_cast<std::size_t>(total) + 1;
    PyObject** given = wanted <= 8 ? few : PyMem_New(PyObject*, wanted);
    if (given == nullptr) return PyErr_NoMemory();
    given[0] = gate->plain;
    for (Py_ssize_t i = 0; i < total; ++i) given[i + 1] = args[i];
    ++checking.checked;
    is_in_check = true;
    const Clock::time_point start = Clock::now();
    PyObject* result = PyObject_Vectorcall(
        gate->checked, given, static_cast<std::size_t>(PyVectorcall_NARGS(nargsf)) + 1, names);
    checking.spent += seconds_since(start);
    is_in_check = false;
    if (given != few) PyMem_Free(given);
    return result;
}

// The operation stands in the traceback as the line that it is on, and needs no frame there.
void hide_frame(PyObject* function) {
    if (!PyFunction_Check(function)) return;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (traceback != nullptr && PyTraceBack_Check(traceback)) {
        auto* entry = reinterpret_cast<PyTracebackObject*>(traceback);
        const Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(entry->tb_frame)));
        if (code.get() == PyFunction_GET_CODE(function)) {
            Py_SETREF(traceback, Py_XNewRef(reinterpret_cast<PyObject*>(entry->tb_next)));
        }
    }
    PyErr_Restore(type, value, traceback);
}

// Only now is it known in which module the gate stands.
bool make_plain(GateObject* gate) {
    if (!PyCode_Check(gate->plain)) return true;
    PyObject* globals = PyEval_GetGlobals();
    PyObject* made = globals == nullptr ? nullptr : PyFunction_New(gate->plain, globals);
    if (made != nullptr) Py_SETREF(gate->plain, made);
    return made != nullptr;
}

PyObject* gate_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                          PyObject* names) {
    GateObject* gate = as_gate(self);
    const Py_ssize_t total =
        PyVectorcall_NARGS(nargsf) + (names == nullptr ? 0 : PyTuple_GET_SIZE(names));
    if (gate->direct != nullptr && !has_array(args, total)) {
        return PyObject_Vectorcall(gate->direct, args, nargsf, names);
    }
    if (!make_plain(gate)) return nullptr;
    if (!is_in_check) {
        ++checking.calls;
        const bool is_first = is_new(gate, args, total);
        if (is_first || has_time()) {
            checking.is_first = is_first;
            return call_checked(gate, args, nargsf, names, total);
        }
    }
    PyObject* result = PyObject_Vectorcall(gate->plain, args, nargsf, names);
    if (result == nullptr) hide_frame(gate->plain);
    return result;
}

PyObject* gate_new(PyTypeObject* type, PyObject* args, PyObject*) {
    PyObject *direct, *plain, *checked;
    if (!PyArg_ParseTuple(args, "OOO:Gate", &direct, &plain, &checked)) return nullptr;
    auto* self = reinterpret_cast<GateObject*>(type->tp_alloc(type, 0));
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<gate_vectorcall>();
    self->direct = direct == Py_None ? nullptr : Py_NewRef(direct);
    self->plain = Py_NewRef(plain);
    self->checked = Py_NewRef(checked);
    self->kinds = new std::unordered_set<std::uint64_t>;
    return reinterpret_cast<PyObject*>(self);
}

void gate_dealloc(PyObject* self) {
    Py_XDECREF(as_gate(self)->direct);
    Py_DECREF(as_gate(self)->plain);
    Py_DECREF(as_gate(self)->checked);
    delete as_gate(self)->kinds;
    Py_TYPE(self)->tp_free(self);
}

// False with a TypeError for another number of arguments, or for keywords.
bool takes(Py_ssize_t wanted, std::size_t nargsf, PyObject* names) {
    if (names == nullptr && PyVectorcall_NARGS(nargsf) == wanted) return true;
    PyErr_Format(PyExc_TypeError, "takes %zd positional arguments", wanted);
    return false;
}

struct MethodGateObject {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject* name;
    PyObject* gate;
};

MethodGateObject* as_method_gate(PyObject* o) { return reinterpret_cast<MethodGateObject*>(o); }

PyObject* method_gate_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                                 PyObject* names) {
    if (!takes(1, nargsf, names)) return nullptr;
    if (is_array(args[0])) return PyMethod_New(as_method_gate(self)->gate, args[0]);
    return PyObject_GetAttr(args[0], as_method_gate(self)->name);
}

PyObject* method_gate_new(PyTypeObject* type, PyObject* args, PyObject*) {
    PyObject *name, *gate;
    if (!PyArg_ParseTuple(args, "UO!:MethodGate", &name, &Gate, &gate)) return nullptr;
    auto* self = reinterpret_cast<MethodGateObject*>(type->tp_alloc(type, 0));
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<method_gate_vectorcall>();
    self->name = Py_NewRef(name);
    PyUnicode_InternInPlace(&self->name);
    self->gate = Py_NewRef(gate);
    return reinterpret_cast<PyObject*>(self);
}

void method_gate_dealloc(PyObject* self) {
    Py_DECREF(as_method_gate(self)->name);
    Py_DECREF(as_method_gate(self)->gate);
    Py_TYPE(self)->tp_free(self);
}

// An Update, and what it makes: the same with the element read, waiting for the value.
struct UpdateObject {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *read, *update, *write;
    PyObject *target, *key, *item;  // null in an Update
};

UpdateObject* as_update(PyObject* o) { return reinterpret_cast<UpdateObject*>(o); }

PyObject* started_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                             PyObject* names) {
    if (!takes(1, nargsf, names)) return nullptr;
    UpdateObject* u = as_update(self);
    PyObject* operands[] = {u->item, args[0]};
    const Ref result(PyObject_Vectorcall(u->update, operands, 2, nullptr));
    if (!result) return nullptr;
    PyObject* stored[] = {result.get(), u->target, u->key};
    return PyObject_Vectorcall(u->write, stored, 3, nullptr);
}

PyObject* update_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                            PyObject* names) {
    if (!takes(2, nargsf, names)) return nullptr;
    UpdateObject* u = as_update(self);
    PyObject* item = PyObject_Vectorcall(u->read, args, 2, nullptr);
    auto* started = item == nullptr ? nullptr : PyObject_New(UpdateObject, &Update);
    if (started == nullptr) {
        Py_XDECREF(item);
        return nullptr;
    }
    started->vectorcall = entry_point<started_vectorcall>();
    started->read = nullptr;
    started->update = Py_NewRef(u->update);
    started->write = Py_NewRef(u->write);
    started->target = Py_NewRef(args[0]);
    started->key = Py_NewRef(args[1]);
    started->item = item;
    return reinterpret_cast<PyObject*>(started);
}

PyObject* update_new(PyTypeObject*, PyObject* args, PyObject*) {
    PyObject *read, *update, *write;
    if (!PyArg_ParseTuple(args, "OOO:Update", &read, &update, &write)) return nullptr;
    auto* self = PyObject_New(UpdateObject, &Update);
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<update_vectorcall>();
    self->read = Py_NewRef(read);
    self->update = Py_NewRef(update);
    self->write = Py_NewRef(write);
    self->target = self->key = self->item = nullptr;
    return reinterpret_cast<PyObject*>(self);
}

void update_dealloc(PyObject* self) {
    UpdateObject* u = as_update(self);
    for (PyObject* held : {u->read, u->update, u->write, u->target, u->key, u->item}) {
        Py_XDECREF(held);
    }
    Py_TYPE(self)->tp_free(self);
}

PyObject* start_checking(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 3) {
        return PyErr_Format(PyExc_TypeError, "Gate.start(share, first_share, elapsed)");
    }
    const double share = PyFloat_AsDouble(args[0]), first_share = PyFloat_AsDouble(args[1]);
    const double elapsed = PyFloat_AsDouble(args[2]);
    if (PyErr_Occurred() != nullptr) return nullptr;
    checking = {};
    checking.share = share;
    checking.first_share = first_share;
    checking.start = Clock::now() - std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(elapsed));
    Py_RETURN_NONE;
}

PyObject* checking_counts(PyObject*, PyObject*) {
    return Py_BuildValue("LLd", checking.calls, checking.checked, checking.spent);
}

PyObject* is_first(PyObject*, PyObject*) { return PyBool_FromLong(checking.is_first); }

PyObject* version(PyObject*, PyObject* object) {
    if (!is_managed(object)) Py_RETURN_NONE;
    return PyLong_FromUnsignedLongLong(as_array(object)->buffer->version());
}

PyObject* store_item(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 3) return PyErr_Format(PyExc_TypeError, "store_item(value, x, key)");
    if (PyObject_SetItem(args[1], args[2], args[0]) < 0) return nullptr;
    Py_RETURN_NONE;
}

PyObject* store_attribute(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 3) return PyErr_Format(PyExc_TypeError, "store_attribute(value, x, name)");
    if (PyObject_SetAttr(args[1], args[2], args[0]) < 0) return nullptr;
    Py_RETURN_NONE;
}

PyMethodDef gate_functions[] = {
    {"start", as_method(start_checking), METH_FASTCALL | METH_STATIC,
     "start(share, first_share, elapsed): checks may take `share` times the program's own time, "
     "and `first_share` times it where a place meets operands of a kind for the first time. It has "
     "run for so many seconds."},
    {"counts", checking_counts, METH_NOARGS | METH_STATIC,
     "counts(): (calls, those that were checked, the seconds that took)."},
    {"is_first", is_first, METH_NOARGS | METH_STATIC,
     "is_first(): whether the call that is checked now is the first of its kind at its place."},
    {"version", version, METH_O | METH_STATIC,
     "version(x): how often the memory of a managed array has been written; None for others."},
    {"store_item", as_method(store_item), METH_FASTCALL | METH_STATIC,
     "store_item(value, x, key): x[key] = value, in the order in which Python evaluates them."},
    {"store_attribute", as_method(store_attribute), METH_FASTCALL | METH_STATIC,
     "store_attribute(value, x, name): x.name = value."},
    {nullptr, nullptr, 0, nullptr},
};

void describe(PyTypeObject& type, const char* name, const char* doc, newfunc make,
              destructor dealloc) {
    type.tp_name = name;
    type.tp_doc = doc;
    type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    type.tp_call = PyVectorcall_Call;
    type.tp_new = make;
    type.tp_dealloc = dealloc;
}

}  // namespace

PyTypeObject Gate = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyTypeObject MethodGate = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyTypeObject Update = {PyVarObject_HEAD_INIT(nullptr, 0)};

bool prepare_check_gates() {
    describe(Gate, "numen.Gate", "Gate(direct, plain, checked): a call of `numen run --check`.",
             gate_new, gate_dealloc);
    Gate.tp_methods = gate_functions;
    Gate.tp_flags |= Py_TPFLAGS_BASETYPE;
    Gate.tp_basicsize = sizeof(GateObject);
    Gate.tp_vectorcall_offset = offsetof(GateObject, vectorcall);
    describe(MethodGate, "numen.MethodGate", "MethodGate(name, gate): a method's attribute.",
             method_gate_new, method_gate_dealloc);
    MethodGate.tp_basicsize = sizeof(MethodGateObject);
    MethodGate.tp_vectorcall_offset = offsetof(MethodGateObject, vectorcall);
    describe(Update, "numen.Update", "Update(read, update, write): x[key] op= value.", update_new,
             update_dealloc);
    Update.tp_basicsize = sizeof(UpdateObject);
    Update.tp_vectorcall_offset = offsetof(UpdateObject, vectorcall);
    return PyType_Ready(&Gate) == 0 && PyType_Ready(&MethodGate) == 0 && PyType_Ready(&Update) == 0;
}

}  // namespace numen::front
