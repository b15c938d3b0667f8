// Whose code a large array is born in. A library that keeps our arrays as they are (pandas, xarray)
// hands what it computes from them to compiled code that takes an ndarray only; so what is born in
// installed packages is born exposed, and fusion is for the user's own code.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// 1 if the innermost frame that is neither Numen's nor the standard library's belongs to an
// installed package, 0 if it is the user's, -1 with an exception set.
int born_in_library();

// Whether that frame belongs to a tool that displays values (IPython, a debugger): it asks for the
// class of everything, and hands arrays to no compiled code.
bool is_read_for_display();

// The innermost frame that runs the user's own code, a new reference; null without an exception
// where there is none.
PyFrameObject* user_frame();

// The judge's answers may have changed: hook.install with other packages as the user's.
PyObject* forget_birthplaces(PyObject*, PyObject*);

}  // namespace numen::front
