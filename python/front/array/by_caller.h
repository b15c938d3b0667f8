// The check of the caller that stands before every operator and method of numpy.ndarray: inline
// where the frame is of the file and module that were judged last. Included before any other
// header, as frame.h is.
#pragma once

#include "front/array/frame.h"

#include "front/array/caller.h"
#include "front/array/object.h"

namespace numen::front {

// What caller() says, without a call where the last judgement holds.
inline Caller quick_caller() {
    const _PyInterpreterFrame* frame = innermost_record();
    if (frame == nullptr || frame->f_globals != latest_judgement.globals ||
        code_of(frame)->co_filename != latest_judgement.filename ||
        frame == NumpyServes::frame()) [[unlikely]] {
        return caller();
    }
    if (latest_judgement.is_library) return Caller::library;
    const auto opcode = *reinterpret_cast<const unsigned char*>(instruction_of(frame));
    return is_expression[opcode] ? Caller::expression : Caller::c_code;
}

// What is no expression of the program; apart, so that expressions save no registers for it.
template <class Ours, class Numpys>
[[gnu::noinline]] auto by_other_caller(Caller who, PyObject* left, PyObject* right, Ours ours,
                                       Numpys numpys) {
    if (!serves_foreign && !is_made_here(left) && !is_made_here(right)) return numpys();
    if (who == Caller::expression) return ours();
    if (who == Caller::library && !is_managed(left) && !is_managed(right)) return numpys();
    const ForCode for_code("");
    return ours();
}

// Numen's function for the user's code, NumPy's for libraries. Managed operands are Numen's,
// whoever asks.
template <class Ours, class Numpys>
inline auto by_caller(PyObject* left, PyObject* right, Ours ours, Numpys numpys) {
    const Caller who = quick_caller();
    if (who == Caller::expression && serves_foreign) [[likely]] return ours();
    return by_other_caller(who, left, right, ours, numpys);
}

}  // namespace numen::front
