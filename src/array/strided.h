// A strided piece of memory as the backends see it: no ownership, no state, no Python.
#pragma once

#include <cstdint>

#include "numen/dtype.h"

namespace numen {

inline constexpr int max_dimensions = 64;  // NumPy 2's own limit

// Element (i0, i1, …) lies at data + i0*strides[0] + i1*strides[1] + …; strides are in bytes and
// may be zero or negative; data need not be aligned. The shape and stride arrays belong to the
// caller and outlive the view.
struct StridedView {
    char* data = nullptr;
    Dtype dtype = Dtype::float64;
    int ndim = 0;
    const std::int64_t* shape = nullptr;
    const std::int64_t* strides = nullptr;
};

inline std::int64_t element_count(const StridedView& view) {
    std::int64_t count = 1;
    for (int axis = 0; axis < view.ndim; ++axis) count *= view.shape[axis];
    return count;
}

// A stride times a step or an extent. That of a slice of a single element may lie beyond all
// addresses, and wraps as NumPy's does; so may those of a result that proves too large.
inline std::int64_t stepped(std::int64_t stride, std::int64_t step) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(stride) *
                                     static_cast<std::uint64_t>(step));
}

// True if the elements lie in C order without gaps (axes of length 1 and empty arrays included).
inline bool is_contiguous(const StridedView& view) {
    std::int64_t expected = itemsize(view.dtype);
    for (int axis = view.ndim - 1; axis >= 0; --axis) {
        if (view.shape[axis] == 0) return true;
        if (view.shape[axis] != 1 && view.strides[axis] != expected) return false;
        expected *= view.shape[axis];
    }
    return true;
}

// What the addresses of aligned elements are multiples of; of complex numbers, of their parts.
inline int alignment(Dtype dtype) {
    return is_complex(dtype) ? itemsize(dtype) / 2 : itemsize(dtype);
}

// True if typed pointers may read every element.
inline bool is_aligned(const StridedView& view) {
    auto low_bits = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(view.data));
    for (int axis = 0; axis < view.ndim; ++axis) {
        low_bits |= static_cast<std::uint64_t>(view.strides[axis]);
    }
    return (low_bits & static_cast<std::uint64_t>(alignment(view.dtype) - 1)) == 0;
}

}  // namespace numen
