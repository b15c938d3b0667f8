// A composite as users call it: a quick path in C++ for the call that programs make most, then the
// Python function, then, where that hands over, NumPy's.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// Serves a call without keywords, or returns null; without an exception, the Python function is
// asked.
using QuickPath = PyObject* (*)(PyObject* const* args, Py_ssize_t count);

struct QuickPathRow {
    const char* name;  // the whole public name
    QuickPath path;
};

// Tables end with a row without a name.
extern const QuickPathRow inquiry_paths[];      // shape, result_type, count_nonzero …
extern const QuickPathRow rearranging_paths[];  // flip, moveaxis, expand_dims …
extern const QuickPathRow joining_paths[];      // hstack, column_stack …
extern const QuickPathRow enlarging_paths[];    // tile, delete
extern const QuickPathRow making_paths[];       // linspace, indices …
extern const QuickPathRow matrix_paths[];       // eye, diag, triu …
extern const QuickPathRow place_paths[];        // ravel_multi_index, fill_diagonal …
extern const QuickPathRow value_paths[];        // gradient, iscomplex …
extern const QuickPathRow product_paths[];      // vdot

// Composite(name, function, described, fallback, handover, told): `described` has name,
// documentation, signature and other attributes; `fallback` serves what `function` refuses with a
// `handover`; `told` says when its warnings go out (0, 1, 2: Told in call/reporting.h).
extern PyTypeObject Composite;

bool prepare_composites();

}  // namespace numen::front
