#include "front/array/frame.h"

#include "front/module/outermost.h"

#include <cstdio>
#include <utility>

namespace numen::front {
namespace {

// Where the interpreter begins to count the levels of calls, and what it counts down.
int limit_of(const PyThreadState* state) {
#if PY_VERSION_HEX >= 0x030C0000
    return state->py_recursion_limit;
#else
    return state->recursion_limit;
#endif
}
int& remaining_of(PyThreadState* state) {
#if PY_VERSION_HEX >= 0x030C0000
    return state->py_recursion_remaining;
#else
    return state->recursion_remaining;
#endif
}

// While it lives, the thread has no Python frame, as when the interpreter starts a program. The
// frames stay where they are and keep what they hold; the evaluation loop links a new frame to the
// one that the thread names as its innermost, here to none, and puts the same back at its end.
class FramesOutOfSight {
public:
    FramesOutOfSight()
        : state_(PyThreadState_Get()),
          frame_(std::exchange(innermost_place(), nullptr)),
          levels_(limit_of(state_) - remaining_of(state_)) {
        remaining_of(state_) += levels_;
    }
    ~FramesOutOfSight() {
        innermost_place() = frame_;
        remaining_of(state_) -= levels_;  // the limit may be another by now
    }
    FramesOutOfSight(const FramesOutOfSight&) = delete;
    FramesOutOfSight& operator=(const FramesOutOfSight&) = delete;

private:
    PyThreadState* state_;
    _PyInterpreterFrame* frame_;
    int levels_;
};

}  // namespace

PyObject* run_outermost(PyObject*, PyObject* const* args, Py_ssize_t count) {
    const bool is_code = count == 2 && PyCode_Check(args[0]) && PyDict_Check(args[1]);
    if (count == 0) {
        PyErr_SetString(PyExc_TypeError, "run_outermost: needs code, globals or function, "
                                         "*arguments");
        return nullptr;
    }
    const FramesOutOfSight frames_out_of_sight;
    if (is_code) return PyEval_EvalCode(args[0], args[1], args[1]);
    return PyObject_Vectorcall(args[0], args + 1, count - 1, nullptr);
}

PyObject* run_as_file(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 3 || !PyBytes_Check(args[0]) || !PyDict_Check(args[2])) {
        PyErr_SetString(PyExc_TypeError, "run_as_file: needs text, filename, globals");
        return nullptr;
    }
    const Ref name(PyUnicode_EncodeFSDefault(args[1]));
    if (!name) return nullptr;
    std::FILE* file = std::tmpfile();  // with a descriptor: a declared encoding is read by it
    const auto size = static_cast<std::size_t>(PyBytes_GET_SIZE(args[0]));
    if (file == nullptr || std::fwrite(PyBytes_AS_STRING(args[0]), 1, size, file) != size) {
        PyErr_SetFromErrno(PyExc_OSError);
        if (file != nullptr) std::fclose(file);
        return nullptr;
    }
    std::rewind(file);
    return PyRun_FileExFlags(file, PyBytes_AS_STRING(name.get()), Py_file_input, args[2], args[2],
                             1, nullptr);
}

}  // namespace numen::front
