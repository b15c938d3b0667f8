// Elements copied, filled and counted, without Python's lock where that takes long. The views are
// those of pinned operands (front/array/pinned.h) or point to copied layouts.
#pragma once

#include "backends/backend.h"
#include "front/array/waiting.h"
#include "front/module/numpy_api.h"

namespace numen::front {

// About how many nanoseconds a pass over the elements takes.
inline double pass_time(npy_intp count, Dtype dtype) {
    return static_cast<double>(count) * (0.3 + 0.1 * itemsize(dtype));
}
inline double pass_time(const StridedView& view) {
    return pass_time(element_count(view), view.dtype);
}

inline Status copy_elements(const StridedView& to, const StridedView& from) {
    return without_lock(pass_time(to), [&] { return backend::copy(to, from); });
}

inline void fill_elements(const StridedView& to, const void* value) {
    without_lock(pass_time(to), [&] { backend::fill(to, value); });
}

inline npy_intp count_true_elements(const StridedView& mask) {
    return without_lock(0.1 * static_cast<double>(element_count(mask)),
                        [&] { return backend::count_true(mask); });
}

}  // namespace numen::front
