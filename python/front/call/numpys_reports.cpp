#include "front/call/numpys_reports.h"

#include <array>
#include <cstring>

#include "front/call/error_state.h"
#include "front/module/modules.h"

namespace numen::front {
namespace {

// What NumPy writes its log to: "Warning: overflow encountered in scalar add\n".
PyObject* write(PyObject*, PyObject* line) {
    Py_ssize_t length = 0;
    const char* text = PyUnicode_AsUTF8AndSize(line, &length);
    if (text == nullptr) return nullptr;
    constexpr char start[] = "Warning: ";
    constexpr Py_ssize_t skipped = sizeof start - 1;
    const bool is_known = length > skipped && std::strncmp(text, start, skipped) == 0;
    const Py_ssize_t from = is_known ? skipped : 0;
    const Py_ssize_t last = length > 0 && text[length - 1] == '\n' ? length - 1 : length;
    Ref message(PyUnicode_DecodeUTF8(text + from, last - from, nullptr));
    if (!message || !warn_caller(PyExc_RuntimeWarning, message.get())) return nullptr;
    Py_RETURN_NONE;
}

PyMethodDef log_methods[] = {{"write", write, METH_O, nullptr}, {nullptr, nullptr, 0, nullptr}};
PyModuleDef log_definition = {PyModuleDef_HEAD_INIT, "numen.numpys_log", nullptr, -1, log_methods,
                              nullptr, nullptr, nullptr, nullptr};

// An error state in which the flags `warns` are logged and the others ignored.
PyObject* make_state(Status warns) {
    Ref function(numpy_attribute("_core.umath._make_extobj"));
    Ref log(PyModule_Create(&log_definition));
    Ref none(PyTuple_New(0));
    const auto mode = [&](Status flag) { return (warns & flag) != 0 ? "log" : "ignore"; };
    Ref modes(Py_BuildValue("{s:s,s:s,s:s,s:s,s:O}", "divide", mode(status_divide), "over",
                            mode(status_overflow), "under", mode(status_underflow), "invalid",
                            mode(status_invalid), "call", log.get()));
    if (!function || !log || !none || !modes) return nullptr;
    return PyObject_Call(function.get(), none.get(), modes.get());
}

// Borrowed; kept for each set of flags.
PyObject* logging_state(Status warns) {
    static std::array<PyObject*, status_floating_mask + 1> states{};
    PyObject*& state = states[static_cast<std::size_t>(warns & status_floating_mask)];
    if (state == nullptr) state = make_state(warns);
    return state;
}

}  // namespace

NumpysReports::NumpysReports() {
    const ErrorState* state = error_state();
    if (state == nullptr) return;
    is_ready_ = state->at_once || state->warns == 0;  // nothing here warns, or NumPy has to do more
    if (is_ready_) return;
    PyObject* logging = logging_state(state->warns);
    before_ = logging == nullptr ? nullptr
                                 : PyContextVar_Set(error_state_variable(), logging);
    is_ready_ = before_ != nullptr;
}

NumpysReports::~NumpysReports() {
    if (before_ == nullptr) return;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    if (PyContextVar_Reset(error_state_variable(), before_) < 0) forget_error();
    Py_DECREF(before_);
    PyErr_Restore(type, value, trace);
}

}  // namespace numen::front
