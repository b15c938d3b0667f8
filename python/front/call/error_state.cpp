#include "front/call/error_state.h"

#include "front/module/modules.h"

namespace numen::front {
namespace {

bool is_mode(PyObject* modes, const char* key, const char* mode) {
    PyObject* found = PyDict_GetItemString(modes, key);
    return found != nullptr && PyUnicode_Check(found) &&
           PyUnicode_CompareWithASCIIString(found, mode) == 0;
}

bool read(ErrorState& state) {
    Ref function(numpy_attribute("geterr"));
    Ref modes(function ? PyObject_CallNoArgs(function.get()) : nullptr);
    if (!modes) return false;
    state.warns = status_ok;
    state.at_once = false;
    for (const auto& [key, flag] : {std::pair{"divide", status_divide},
                                    std::pair{"over", status_overflow},
                                    std::pair{"under", status_underflow},
                                    std::pair{"invalid", status_invalid}}) {
        const bool is_warned = is_mode(modes.get(), key, "warn");
        if (is_warned) state.warns |= flag;
        state.at_once = state.at_once || (!is_warned && !is_mode(modes.get(), key, "ignore"));
    }
    return true;
}

}  // namespace

PyObject* error_state_variable() {
    static PyObject* variable = nullptr;
    if (variable == nullptr) variable = numpy_attribute("_core.umath._extobj_contextvar");
    return variable;
}

const ErrorState* error_state() {
    static ErrorState& known = *new ErrorState;
    PyObject* variable = error_state_variable();
    PyObject* found = nullptr;
    if (variable == nullptr || PyContextVar_Get(variable, nullptr, &found) < 0) return nullptr;
    Ref token(found);
    if (known.token.get() != token.get()) {
        known.token = Ref();
        if (!read(known)) return nullptr;
        known.token = std::move(token);
    }
    return &known;
}

}  // namespace numen::front
