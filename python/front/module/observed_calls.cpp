#include "front/module/observed_calls.h"

#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "front/array/object.h"
#include "front/array/slot_list.h"
#include "front/array/slots.h"

namespace numen::front {
namespace {

struct ObservedType {
    PyTypeObject* type;
    std::size_t own, observing;
};
std::vector<ObservedType>& types() {
    static auto& found = *new std::vector<ObservedType>;  // never destroyed
    return found;
}

// A definition's function is not told which it is, so each needs a C function of its own: they are
// the instances of a template.
using FastFunction = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);
struct Definition {
    PyMethodDef* definition;
    const char* name;
    FastFunction own;
};
constexpr std::size_t definition_limit = 96;
std::array<Definition, definition_limit> definitions;
std::size_t definition_count = 0;

template <std::size_t index>
PyObject* definition_number(PyObject* self, PyObject* const* args, Py_ssize_t count,
                            PyObject* names) {
    const Definition& called = definitions[index];
    return observed(CallKind::simple, called.name, nullptr, args, count + keyword_count(names),
                    [&] { return called.own(self, args, count, names); });
}

template <std::size_t... index>
constexpr std::array<FastFunction, definition_limit> numbered(std::index_sequence<index...>) {
    return {definition_number<index>...};
}
constexpr auto observing_functions = numbered(std::make_index_sequence<definition_limit>());

// The slots' own functions, which stand in the tables while nobody watches.
PyNumberMethods number;
PySequenceMethods sequence;
PyMappingMethods mapping;
ObjectSlots object;

PyNumberMethods& own_table(PyNumberMethods*) { return number; }
PySequenceMethods& own_table(PySequenceMethods*) { return sequence; }
PyMappingMethods& own_table(PyMappingMethods*) { return mapping; }

template <auto slot> struct ObservedSlot;
template <class Table, class Result, class... Arguments, Result (*Table::*slot)(Arguments...)>
struct ObservedSlot<slot> {
    static inline const char* name;

    static void reads(Observation& observation, PyObject* argument) {
        observation.reads(argument);
    }
    static void reads(Observation&, Py_ssize_t) {}

    // x[...] = y
    static constexpr bool is_assignment =
        std::is_same_v<Table, PyMappingMethods> && std::is_same_v<Result, int>;

    static Result call(Arguments... arguments) {
        Observation observation(CallKind::simple, name);
        if constexpr (is_assignment) {
            reads(observation, std::get<2>(std::tie(arguments...)));
        } else {
            (reads(observation, arguments), ...);
        }
        observation.begin();
        const Result result = (own_table(static_cast<Table*>(nullptr)).*slot)(arguments...);
        observation.finish();
        if constexpr (std::is_same_v<Result, PyObject*>) observation.writes(result);
        if constexpr (is_assignment) observation.changes(std::get<0>(std::tie(arguments...)));
        return result;
    }
    static void observe(Table& table, const char* given) {
        name = given;
        if (table.*slot != nullptr) table.*slot = call;
    }
};

PyObject* compare(PyObject* left, PyObject* right, int comparison) {
    constexpr const char* names[] = {"less", "less_equal", "equal", "not_equal", "greater",
                                     "greater_equal"};
    PyObject* const both[] = {left, right};
    return observed(CallKind::simple, names[comparison], nullptr, both, 2,
                    [&] { return object.compare(left, right, comparison); });
}

PyObject* repr(PyObject* self) {
    return observed(CallKind::composite, "repr()", self, nullptr, 0,
                    [&] { return object.repr(self); });
}

PyObject* str(PyObject* self) {
    return observed(CallKind::composite, "str()", self, nullptr, 0,
                    [&] { return object.str(self); });
}

void set_object_slots(const ObjectSlots& slots) {
    object_slots = slots;
    Managed.tp_richcompare = slots.compare;
    Managed.tp_repr = slots.repr;
    Managed.tp_str = slots.str;
}

void observe_slots() {
    number = number_slots;
    sequence = sequence_slots;
    mapping = mapping_slots;
    object = object_slots;
    each_number_slot([]<auto slot>(const char* name) {
        ObservedSlot<slot>::observe(number_slots, name);
    });
    each_sequence_slot([]<auto slot>(const char* name) {
        ObservedSlot<slot>::observe(sequence_slots, name);
    });
    each_mapping_slot([]<auto slot>(const char* name) {
        ObservedSlot<slot>::observe(mapping_slots, name);
    });
    sequence_slots.sq_length = sequence.sq_length;  // too short to be worth an event
    mapping_slots.mp_length = mapping.mp_length;
    set_object_slots({compare, repr, str});
}

void restore_slots() {
    number_slots = number;
    sequence_slots = sequence;
    mapping_slots = mapping;
    set_object_slots(object);
}

bool is_observed = false;

}  // namespace

void observe_type(PyTypeObject& type, std::size_t own, std::size_t observing) {
    types().push_back({&type, own, observing});
}

void observe_definition(PyMethodDef* definition, const char* name) {
    if (definition->ml_flags != fast) return;
    if (definition_count == definition_limit) Py_FatalError("numen: more functions of C than fit");
    const auto own = reinterpret_cast<FastFunction>(
        reinterpret_cast<void (*)()>(definition->ml_meth));
    definitions[definition_count++] = {definition, name, own};
}

void observe_calls(bool wanted) {
    if (std::exchange(is_observed, wanted) == wanted) return;
    for (const ObservedType& row : types()) {
        row.type->tp_vectorcall_offset =
            static_cast<Py_ssize_t>(wanted ? row.observing : row.own);
    }
    for (std::size_t i = 0; i < definition_count; ++i) {
        definitions[i].definition->ml_meth =
            as_method(wanted ? observing_functions[i] : definitions[i].own);
    }
    observe_methods(wanted);
    if (wanted) {
        observe_slots();
    } else {
        restore_slots();
    }
}

}  // namespace numen::front
