#include "front/array/checked_entries.h"

#include <array>
#include <utility>

#include "front/array/numpy_methods.h"
#include "front/array/slot_list.h"
#include "front/array/slots.h"

namespace numen::front {
namespace {

CheckedEntries entries;
int in_progress = 0;  // of all threads

}  // namespace

CheckedEntries checked_entries() { return entries; }

Entry::Entry() : had_error_(PyErr_Occurred() != nullptr) { ++in_progress; }
Entry::~Entry() { --in_progress; }

PyObject* Entry::drop(PyObject* result) {
    Py_XDECREF(result);
    return nullptr;
}

bool Entry::checks(bool has_failed) {
    ++entries.checked;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    const char* rule = nullptr;
    if (has_failed && type == nullptr) rule = "I10 what fails says why";
    if (!has_failed && type != nullptr && !had_error_) rule = "I10 what succeeds sets no error";
    if (had_error_ && type == nullptr) rule = "I10 no error is lost";
    const bool is_at_rest = in_progress == 1;
    if (rule == nullptr ? check_invariants(is_at_rest) : broken(rule)) {
        PyErr_Restore(type, value, traceback);
        return true;
    }
    ++entries.broken;
    // Who clears the error all the same has it in the log.
    PyObject *error_type, *error, *error_traceback;
    PyErr_Fetch(&error_type, &error, &error_traceback);
    PySys_FormatStderr("%S\n", error != nullptr ? error : error_type);
    PyErr_Restore(error_type, error, error_traceback);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return false;
}

namespace {

// A table's row gives its function no way to know the row, so each needs a C function of its own:
// they are the instances of a template.
constexpr std::size_t row_limit = 512;
std::array<PyMethodDef, row_limit> rows;
std::size_t row_count = 0;

using FastFunction = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

template <std::size_t index>
PyObject* row_number(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return check_entry([&] { return call_definition(&rows[index], self, args, count, names); });
}

template <std::size_t... index>
constexpr std::array<FastFunction, row_limit> all_rows(std::index_sequence<index...>) {
    return {row_number<index>...};
}
constexpr auto row_functions = all_rows(std::make_index_sequence<row_limit>());

PyObject* checked_get(PyObject* self, void* closure) {
    const auto* attribute = static_cast<PyGetSetDef*>(closure);
    return check_entry([&] { return attribute->get(self, attribute->closure); });
}

int checked_set(PyObject* self, PyObject* value, void* closure) {
    const auto* attribute = static_cast<PyGetSetDef*>(closure);
    return check_entry([&] { return attribute->set(self, value, attribute->closure); });
}

PyNumberMethods number;  // the functions that are checked
PySequenceMethods sequence;
PyMappingMethods mapping;

// The table that a slot's member pointer belongs to.
PyNumberMethods& table_of(PyNumberMethods*) { return number; }
PySequenceMethods& table_of(PySequenceMethods*) { return sequence; }
PyMappingMethods& table_of(PyMappingMethods*) { return mapping; }

template <auto slot> struct CheckedSlot;
template <class Table, class Result, class... Arguments, Result (*Table::*slot)(Arguments...)>
struct CheckedSlot<slot> {
    static Result call(Arguments... arguments) {
        const auto function = table_of(static_cast<Table*>(nullptr)).*slot;
        return check_entry([&] { return function(arguments...); });
    }
    static void check(Table& table) {
        if (table.*slot != nullptr) table.*slot = call;
    }
};

}  // namespace

void check_methods(PyMethodDef* table) {
    if (!checks_entries) return;
    for (; table->ml_name != nullptr; ++table) {
        if (row_count == row_limit) Py_FatalError("numen: more functions than can be checked");
        if (table->ml_flags & METH_STATIC) continue;
        rows[row_count] = *table;
        table->ml_meth = as_method(row_functions[row_count]);
        table->ml_flags = fast | (table->ml_flags & (METH_CLASS | METH_COEXIST));
        ++row_count;
    }
}

void check_attributes(PyGetSetDef* table) {
    if (!checks_entries) return;
    for (; table->name != nullptr; ++table) {
        auto* checked = new PyGetSetDef(*table);  // lives as long as the type
        if (table->get != nullptr) table->get = checked_get;
        if (table->set != nullptr) table->set = checked_set;
        table->closure = checked;
    }
}

void check_slots() {
    if (!checks_entries) return;
    number = number_slots;
    sequence = sequence_slots;
    mapping = mapping_slots;
    each_number_slot([]<auto slot>(const char*) { CheckedSlot<slot>::check(number_slots); });
    each_sequence_slot([]<auto slot>(const char*) { CheckedSlot<slot>::check(sequence_slots); });
    each_mapping_slot([]<auto slot>(const char*) { CheckedSlot<slot>::check(mapping_slots); });
}

}  // namespace numen::front
