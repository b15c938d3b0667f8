// Whose code calls: the user's, which gets Numen, or an installed library's, which gets NumPy.
//
// numpy.ndarray's operators and methods ask this at every call (numpy_type.h), so the answer is
// kept per file and module. Large results are asked about by the frames further out as well.
//
// C code that no Python code has called (the interpreter's at its end, a thread that began in C)
// counts as a library: what it gets from arrays it works on with NumPy's C API.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// Who calls an operator or method of an ndarray, by the innermost Python frame.
enum class Caller : unsigned char {
    library,     // an installed package, or C code alone: NumPy's own function serves it
    c_code,      // the user's frame is at a call: C code may be working on its behalf
    expression,  // the user's frame evaluates an operator, a subscript or a comparison
};
Caller caller();

// Whose function serves an operation on these two operands of such a caller, which may be the same.
enum class Serving : unsigned char {
    ours,
    numpys,
    ours_for_code,  // C code receives the result (ForCode)
};
Serving serving(PyObject* left, PyObject* right);

// Whose code this Python function is: a text's and the standard library's are nobody's, they work
// for whoever calls them.
enum class Author : signed char { user, library, nobody };
Author author_of(PyObject* function);

// Is the innermost frame one of Numen's own package?
bool numen_calls();

// While it stands, CPython takes the innermost frame outside Numen's package for the innermost of
// all: what C code warns of is about the line of the program, with the filters of its module.
class AsTheProgram {
public:
    AsTheProgram();
    ~AsTheProgram();
    AsTheProgram(const AsTheProgram&) = delete;
    AsTheProgram& operator=(const AsTheProgram&) = delete;

private:
    void* before_ = nullptr;  // null: nothing to give back
};

// as_the_program(function, *args): the call, as C code of the program's line.
PyObject* as_the_program(PyObject*, PyObject* const* args, Py_ssize_t count);

// While C code may be the one who receives the results: they are made exposed, whatever their size,
// unless the user's code is found to call this very method.
class ForCode {
public:
    explicit ForCode(const char* method) : before_(method_) { method_ = method; }
    ~ForCode() { method_ = before_; }
    ForCode(const ForCode&) = delete;
    ForCode& operator=(const ForCode&) = delete;

    static const char* method() { return method_; }  // null: nobody said so

private:
    static constinit thread_local const char* method_ __attribute__((tls_model("initial-exec")));
    const char* before_;
};

// While NumPy's own C code serves a call of the innermost frame. What that code asks of arrays it
// asks for itself and gets NumPy's functions: Numen's would hand the same work back to it for ever.
class NumpyServes {
public:
    NumpyServes();
    ~NumpyServes();
    NumpyServes(const NumpyServes&) = delete;
    NumpyServes& operator=(const NumpyServes&) = delete;

    static const void* frame() { return frame_; }  // null: it serves none

private:
    static constinit thread_local const void* frame_ __attribute__((tls_model("initial-exec")));
    const void* before_;
};

// Whether a large array is to be made exposed: C code asked for it, with Python code further out or
// without, or the innermost frame that is neither Numen's nor the standard library's belongs to an
// installed package. A library that keeps our arrays as they are (pandas, xarray) hands what it
// computes from them to compiled code that takes an ndarray only.
bool born_in_library();

// Whether that frame belongs to a tool that displays values (IPython, a debugger): it asks for the
// class of everything, and hands arrays to no compiled code.
bool is_read_for_display();

// The innermost line of the user's own code, by its code object (borrowed; null where there is
// none) and the offset of the instruction in bytes. No frame object is made.
struct UserLine {
    PyCodeObject* code = nullptr;
    int offset = 0;
    bool is_innermost = false;  // no other Python code runs inside it
};
UserLine user_line();

// What a thread is found at (sampling.h). Objects are borrowed, null where there are none.
struct SampledPlace {
    bool is_importing = false;
    PyObject* label = nullptr;  // the file whose code runs, or the module that it imports
    UserLine line;
};
SampledPlace sampled_place(PyObject* numpys_folder);

// The innermost frame that is not of Numen's own package: the line that a warning is about. A new
// reference; the innermost of all where each is Numen's, null without an exception where none runs.
PyFrameObject* frame_outside_numen();

// The same line without making a frame object. All borrowed; no code where no Python code runs.
struct CallingLine {
    PyCodeObject* code = nullptr;
    PyObject* globals = nullptr;
    int offset = 0;  // of the instruction, in bytes
};
CallingLine line_outside_numen();

// The judge's answers may have changed: hook.install with other packages as the user's.
PyObject* forget_callers(PyObject*, PyObject*);

}  // namespace numen::front
