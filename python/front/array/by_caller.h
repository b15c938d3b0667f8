// The check of the caller that stands before every operator and method of numpy.ndarray: inline
// where the frame is of the file and module that were judged last. Included before any other
// header, as frame.h is.
#pragma once

#include "front/array/frame.h"

#include "front/array/caller.h"
#include "front/array/hot_state.h"
#include "front/array/object.h"

namespace numen::front {

// Is the frame of the file and module that were judged last, so that their judgement holds? Where
// NumPy serves a call, caller() asks whether it is this frame's.
inline bool is_judged(const _PyInterpreterFrame* frame) {
    return frame != nullptr && frame->f_globals == hot_state.globals &&
           code_of(frame)->co_filename == hot_state.filename &&
           hot_state.numpy_serves == 0;
}

inline bool evaluates_expression(const _PyInterpreterFrame* frame) {
    return is_expression[*reinterpret_cast<const unsigned char*>(instruction_of(frame))];
}

// What caller() says, without a call where the last judgement holds.
inline Caller quick_caller() {
    const _PyInterpreterFrame* frame = innermost_record();
    if (!is_judged(frame)) [[unlikely]] return caller();
    if (hot_state.is_library) return Caller::library;
    return evaluates_expression(frame) ? Caller::expression : Caller::c_code;
}

// What serving() says, without a call where the last judgement holds.
inline Serving quick_serving(PyObject* left, PyObject* right) {
    const _PyInterpreterFrame* frame = innermost_record();
    if (is_judged(frame)) [[likely]] {
        if (hot_state.is_library) {
            if (!is_managed(left) && !is_managed(right)) return Serving::numpys;
        } else if (hot_state.serves_foreign) [[likely]] {
            return evaluates_expression(frame) ? Serving::ours : Serving::ours_for_code;
        }
    }
    return serving(left, right);
}

// Numen's function for the user's code, NumPy's for libraries. Managed operands are Numen's,
// whoever asks. NumPy's is jumped to and not called: it looks at the stack for who holds a
// temporary array, whose memory it takes for the result.
template <class Ours, class Numpys>
inline auto by_caller(PyObject* left, PyObject* right, Ours ours, Numpys numpys) {
    const Serving who = quick_serving(left, right);
    if (who == Serving::ours) [[likely]] return ours();
    if (who == Serving::numpys) return numpys();
    const ForCode for_code("");
    return ours();
}

}  // namespace numen::front
