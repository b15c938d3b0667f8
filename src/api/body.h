// What an Array points to, and how the files of this folder reach it.
//
// A body and the elements it owns are one block of the caching allocator: shape and strides stand
// behind the body, the elements behind those at the next cache line. A view has a body of its own
// and holds that of its root.
#pragma once

#include <atomic>
#include <memory>

#include "array/layout_rules.h"
#include "numen/array.h"

namespace numen {

struct ArrayBody {
    std::atomic<std::uint32_t> references{1};
    Dtype dtype = Dtype::float64;
    std::uint8_t ndim = 0;
    bool is_writable = true;
    bool is_contiguous = true;  // in C order
    std::size_t block_bytes = 0;
    char* data = nullptr;
    ArrayBody* root = nullptr;                            // whose elements these are, of a view
    std::shared_ptr<const void>* foreign_owner = nullptr;  // of memory that is not ours

    std::int64_t* shape() { return reinterpret_cast<std::int64_t*>(this + 1); }
    std::int64_t* strides() { return shape() + ndim; }
};

struct ArrayAccess {
    static ArrayBody* body(const Array& a) { return a.body_; }
    static Array wrap(ArrayBody* body) { return Array(body); }
};

namespace api {

inline ArrayBody* body(const Array& a) { return ArrayAccess::body(a); }
inline StridedView view_of(const Array& a) {
    ArrayBody* b = body(a);
    return {b->data, b->dtype, b->ndim, b->shape(), b->strides()};
}

// InternalError where no kernels were found when the library was loaded: a program hears of it at
// its first array, or work space.
void check_kernels();

// Elements of a shape. ShapeError for negative extents and for more bytes than an address counts.
std::int64_t checked_count(int ndim, const std::int64_t* shape, int itemsize);

// A new array in C order, not filled (or zeroed); MemoryError, ShapeError.
Array new_array(Dtype dtype, int ndim, const std::int64_t* shape, bool zeroed = false);
// The same with the strides of a dense layout given.
Array new_array_with_strides(Dtype dtype, int ndim, const std::int64_t* shape,
                             const std::int64_t* strides, bool zeroed = false);
// A new array whose axes lie in memory as those of `like` (order 'K').
Array new_array_like(const StridedView& like, Dtype dtype, bool zeroed = false);
// A view of the parent's memory, `offset` bytes from its first element; of another type where
// elements are seen as parts of that.
Array new_view(const Array& parent, int ndim, const std::int64_t* shape,
               const std::int64_t* strides, std::int64_t offset = 0,
               Dtype dtype = no_dtype);
// Takes over nothing: memory of the caller's.
Array foreign_array(void* data, Dtype dtype, int ndim, const std::int64_t* shape,
                    const std::int64_t* strides, bool is_writable,
                    std::shared_ptr<const void> owner);

// A copy in C order and another type, or the array itself where it is that already.
Array contiguous_in(const Array& a, Dtype dtype);
// A copy in another type (order 'K'), or the array itself.
Array in_dtype(const Array& a, Dtype dtype);

// Can all elements be read by pointers to their type, a whole number of elements apart?
bool is_aligned(const Array& a);

// An axis counted from the front. AxisError.
int wrapped_axis(std::int64_t axis, int ndim);

// LayoutError where the array is read-only.
void check_writable(const Array& a);

}  // namespace api
}  // namespace numen
