#include "api/body.h"

#include <algorithm>
#include <new>

#include "api/message.h"
#include "array/allocator.h"
#include "backends/backend.h"
#include "backends/cpu/instruction_set.h"

namespace numen::api {
namespace {

constexpr std::size_t line = 64;

std::size_t head_bytes(int ndim) {
    const std::size_t bytes =
        sizeof(ArrayBody) + 2 * static_cast<std::size_t>(ndim) * sizeof(std::int64_t);
    return (bytes + line - 1) / line * line;
}

[[noreturn]] void throw_no_memory(std::size_t bytes, Dtype dtype, const Tuple& shape) {
    throw MemoryError(message("Unable to allocate ", bytes, " bytes for an array with shape ",
                              shape, " and data type ", name(dtype)));
}

ArrayBody* new_body(Dtype dtype, int ndim, const std::int64_t* shape, std::size_t element_bytes,
                    bool zeroed) {
    const std::size_t bytes = head_bytes(ndim) + element_bytes;
    void* block = zeroed ? allocate_zeroed(bytes) : allocate(bytes);
    if (block == nullptr) throw_no_memory(element_bytes, dtype, {shape, ndim});
    ArrayBody* made = new (block) ArrayBody;
    made->dtype = dtype;
    made->ndim = static_cast<std::uint8_t>(ndim);
    made->block_bytes = bytes;
    made->data = static_cast<char*>(block) + head_bytes(ndim);
    std::copy_n(shape, ndim, made->shape());
    return made;
}

void set_strides(ArrayBody* body, const std::int64_t* strides) {
    std::copy_n(strides, body->ndim, body->strides());
    body->is_contiguous = numen::is_contiguous(
        {body->data, body->dtype, body->ndim, body->shape(), body->strides()});
}

}  // namespace

void check_kernels() {
    if (!cpu::load_error().empty()) [[unlikely]] {
        throw InternalError("numen can not compute here: " + cpu::load_error());
    }
}

std::int64_t checked_count(int ndim, const std::int64_t* shape, int itemsize) {
    std::int64_t count = 1, bytes = itemsize;
    bool is_empty = false, is_large = false;
    for (int axis = 0; axis < ndim; ++axis) {
        if (shape[axis] < 0) throw ShapeError("negative dimensions are not allowed");
        if (shape[axis] == 0) {
            is_empty = true;
            continue;
        }
        is_large = is_large || __builtin_mul_overflow(bytes, shape[axis], &bytes);
        if (!is_large) count *= shape[axis];
    }
    if (is_large) throw ShapeError("array is too big: its bytes can not be counted");
    return is_empty ? 0 : count;
}

Array new_array(Dtype dtype, int ndim, const std::int64_t* shape, bool zeroed) {
    check_kernels();
    const std::int64_t count = checked_count(ndim, shape, itemsize(dtype));
    ArrayBody* made = new_body(dtype, ndim, shape,
                               static_cast<std::size_t>(count * itemsize(dtype)), zeroed);
    dense_strides(Order::c, itemsize(dtype), ndim, shape, made->strides());
    return ArrayAccess::wrap(made);
}

Array new_array_with_strides(Dtype dtype, int ndim, const std::int64_t* shape,
                             const std::int64_t* strides, bool zeroed) {
    Array made = new_array(dtype, ndim, shape, zeroed);
    set_strides(body(made), strides);
    return made;
}

Array new_array_like(const StridedView& like, Dtype dtype, bool zeroed) {
    std::int64_t strides[max_dimensions];
    result_strides({&like, 1}, itemsize(dtype), like.ndim, like.shape, strides);
    return new_array_with_strides(dtype, like.ndim, like.shape, strides, zeroed);
}

Array new_view(const Array& parent, int ndim, const std::int64_t* shape,
               const std::int64_t* strides, std::int64_t offset, Dtype dtype) {
    ArrayBody* from = body(parent);
    ArrayBody* made = new_body(dtype == no_dtype ? from->dtype : dtype, ndim, shape, 0, false);
    made->data = from->data + offset;
    made->is_writable = from->is_writable;
    made->root = from->root != nullptr ? from->root : from;
    made->root->references.fetch_add(1, std::memory_order_relaxed);
    set_strides(made, strides);
    return ArrayAccess::wrap(made);
}

Array foreign_array(void* data, Dtype dtype, int ndim, const std::int64_t* shape,
                    const std::int64_t* strides, bool is_writable,
                    std::shared_ptr<const void> owner) {
    check_kernels();
    ArrayBody* made = new_body(dtype, ndim, shape, 0, false);
    made->data = static_cast<char*>(data);
    made->is_writable = is_writable;
    set_strides(made, strides);
    Array result = ArrayAccess::wrap(made);
    if (owner != nullptr) {
        made->foreign_owner = new std::shared_ptr<const void>(std::move(owner));
    }
    return result;
}

Array contiguous_in(const Array& a, Dtype dtype) {
    if (a.dtype() == dtype && a.is_contiguous()) return a;
    const StridedView from = view_of(a);
    Array made = new_array(dtype, from.ndim, from.shape);
    backend::copy(view_of(made), from);
    return made;
}

Array in_dtype(const Array& a, Dtype dtype) {
    if (a.dtype() == dtype) return a;
    Array made = new_array_like(view_of(a), dtype);
    backend::copy(view_of(made), view_of(a));
    return made;
}

bool is_aligned(const Array& a) {
    const std::int64_t unit = a.itemsize();
    const std::int64_t part = is_complex(a.dtype()) ? unit / 2 : unit;
    if (reinterpret_cast<std::intptr_t>(a.data()) % part != 0) return false;
    const auto steps = a.strides();
    return std::all_of(steps.begin(), steps.end(),
                       [&](std::int64_t step) { return step % unit == 0; });
}

int wrapped_axis(std::int64_t axis, int ndim) {
    if (axis >= -ndim && axis < ndim) return static_cast<int>(axis < 0 ? axis + ndim : axis);
    throw AxisError(
        message("axis ", axis, " is out of bounds for array of dimension ", ndim));
}

void check_writable(const Array& a) {
    if (!a.is_writable()) throw LayoutError("assignment destination is read-only");
}

}  // namespace numen::api
