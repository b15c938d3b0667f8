// The checks of NUMEN_DEBUG=1 at every C function that Python calls.
//
// What stands in a type's slots, a table of functions or attributes, or an object's vectorcall
// pointer is put there through one of these, at import: the function itself as a rule; with
// NUMEN_DEBUG=1 one that calls it and then checks every invariant (debug.h). Without it, nothing
// is asked at run time.
#pragma once

#include "front/array/debug.h"
#include "front/module/numpy_api.h"

namespace numen::front {

// One call from Python, while it lasts. It ends with AssertionError where an invariant is broken,
// and where the function says of itself that it failed and has set no exception, or the reverse.
class Entry {
  public:
    Entry();
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    PyObject* passes(PyObject* result) { return checks(result == nullptr) ? result : drop(result); }
    int passes(int result) { return checks(result < 0) ? result : -1; }
    Py_ssize_t passes(Py_ssize_t result) { return checks(result < 0) ? result : -1; }
    // An iterator's next item: null without an exception is its end.
    PyObject* passes_item(PyObject* item) {
        return checks(item == nullptr && PyErr_Occurred() != nullptr) ? item : drop(item);
    }

  private:
    bool checks(bool has_failed);
    static PyObject* drop(PyObject* result);

    bool had_error_;
};

// How many entries were checked since the process began, and how many of them were found broken.
struct CheckedEntries {
    long long checked = 0, broken = 0;
};
CheckedEntries checked_entries();

template <class Call> auto check_entry(const Call& call) {
    Entry entry;
    return entry.passes(call());
}

template <auto function> struct Checked;
template <class Result, class... Arguments, Result (*function)(Arguments...)>
struct Checked<function> {
    static Result call(Arguments... arguments) {
        return check_entry([&] { return function(arguments...); });
    }
};
// For a slot or a vectorcall pointer, at import.
template <auto function> auto entry_point() {
    return checks_entries ? &Checked<function>::call : function;
}

// For an iterator's tp_iternext.
template <iternextfunc function> PyObject* checked_next(PyObject* self) {
    Entry entry;
    return entry.passes_item(function(self));
}

// For tables that end with a null name; in place, once.
void check_methods(PyMethodDef* table);
void check_attributes(PyGetSetDef* table);
// The slots that Managed and ndarray's own lead to.
void check_slots();

}  // namespace numen::front
