// Handles: who holds a body, what it says of itself, and its single elements.
#include "numen/array.h"

#include <cstddef>
#include <utility>

#include "api/elements.h"
#include "api/float_status.h"
#include "api/message.h"
#include "array/allocator.h"
#include "backends/backend.h"

namespace numen {

using namespace api;

namespace {

// The body of arrays without elements, never freed and never counted: float64 of shape (0,).
struct EmptyArray {
    ArrayBody body;
    std::int64_t shape = 0, stride = sizeof(double);
};
constinit EmptyArray empty_array{{.ndim = 1}};
static_assert(offsetof(EmptyArray, shape) == sizeof(ArrayBody));

ArrayBody* retained(ArrayBody* body) noexcept {
    if (body != &empty_array.body) body->references.fetch_add(1, std::memory_order_relaxed);
    return body;
}

void release_body(ArrayBody* body) noexcept {
    if (body == &empty_array.body) return;
    // The only holder needs no exchange between processors to find that out.
    if (body->references.load(std::memory_order_acquire) != 1 &&
        body->references.fetch_sub(1, std::memory_order_acq_rel) != 1) {
        return;
    }
    ArrayBody* root = body->root;
    delete body->foreign_owner;
    const std::size_t bytes = body->block_bytes;
    body->~ArrayBody();
    release(body, bytes);
    if (root != nullptr) release_body(root);
}

}  // namespace

Array::Array() noexcept : body_(&empty_array.body) {}
Array::Array(const Array& other) noexcept : body_(retained(other.body_)) {}
Array::Array(Array&& other) noexcept : body_(std::exchange(other.body_, &empty_array.body)) {}
Array::~Array() { release_body(body_); }

Array& Array::operator=(const Array& other) & noexcept {
    ArrayBody* before = body_;
    body_ = retained(other.body_);
    release_body(before);
    return *this;
}

Array& Array::operator=(Array&& other) & noexcept {
    std::swap(body_, other.body_);
    return *this;
}

void Array::operator=(const Array& value) && { assign(*this, value); }
void Array::operator=(const Scalar& value) && { assign(*this, value); }

Dtype Array::dtype() const noexcept { return body_->dtype; }
int Array::ndim() const noexcept { return body_->ndim; }
std::span<const std::int64_t> Array::shape() const noexcept {
    return {body_->shape(), static_cast<std::size_t>(body_->ndim)};
}
std::int64_t Array::shape(int axis) const { return body_->shape()[wrapped_axis(axis, ndim())]; }
std::span<const std::int64_t> Array::strides() const noexcept {
    return {body_->strides(), static_cast<std::size_t>(body_->ndim)};
}
std::int64_t Array::size() const noexcept { return element_count(view_of(*this)); }
int Array::itemsize() const noexcept { return numen::itemsize(body_->dtype); }
std::int64_t Array::nbytes() const noexcept { return size() * itemsize(); }
bool Array::is_contiguous() const noexcept { return body_->is_contiguous; }
bool Array::is_writable() const noexcept { return body_->is_writable; }
void* Array::data() const noexcept { return body_->data; }

bool Array::shares_memory(const Array& other) const noexcept {
    return may_overlap(view_of(*this), view_of(other));
}

namespace {

void read_at(const char* data, Dtype from, Dtype to, void* value) {
    check_cast(from, to, Casting::same_kind);
    report(backend::copy({static_cast<char*>(value), to, 0, nullptr, nullptr},
                         {const_cast<char*>(data), from, 0, nullptr, nullptr}),
           "cast");
}

}  // namespace

void Array::read_only_element(Dtype to, void* value) const {
    if (size() != 1) {
        throw ValueError("can only convert an array of size 1 to a number");
    }
    read_at(body_->data, dtype(), to, value);
}

void Array::read_element(const Extents& position, Dtype to, void* value) const {
    if (position.size() != ndim()) {
        throw IndexError(message("an element of an array of dimension ", ndim(), " has ", ndim(),
                                 " indices, ", position.size(), " were given"));
    }
    const char* at = body_->data;
    for (int axis = 0; axis < ndim(); ++axis) {
        const std::int64_t extent = body_->shape()[axis];
        const std::int64_t index = position[axis] < 0 ? position[axis] + extent : position[axis];
        if (index < 0 || index >= extent) {
            throw IndexError(message("index ", position[axis], " is out of bounds for axis ", axis,
                                     " with size ", extent));
        }
        at += index * body_->strides()[axis];
    }
    read_at(at, dtype(), to, value);
}

Array::operator bool() const {
    if (size() != 1) {
        throw ValueError("The truth value of an array with more than one element is ambiguous. "
                         "Use any(a) or all(a)");
    }
    bool value;
    backend::copy({reinterpret_cast<char*>(&value), Dtype::boolean, 0, nullptr, nullptr},
                  {body_->data, dtype(), 0, nullptr, nullptr});
    return value;
}

void Array::check_span(Dtype wanted, int axes, bool writes) const {
    if (dtype() != wanted) {
        throw DtypeError(message("span of ", name(wanted), " asked of an array of ",
                                 name(dtype())));
    }
    if (axes != ndim()) {
        throw ShapeError(message("span of ", axes, " axes asked of an array of shape ",
                                 Tuple{shape().data(), ndim()}));
    }
    if (writes) check_writable(*this);
    if (!is_aligned(*this)) throw LayoutError("span of an array whose elements are not aligned");
}

void Array::check_elements(Dtype wanted, bool writes) const {
    check_span(wanted, ndim(), writes);
    if (!is_contiguous()) {
        throw LayoutError(message("elements() of an array that does not lie in C order: shape ",
                                  Tuple{shape().data(), ndim()}, ", strides ",
                                  Tuple{strides().data(), ndim()}, "; copy() does"));
    }
}

Array Array::copy() const {
    const StridedView from = view_of(*this);
    Array made = new_array(dtype(), from.ndim, from.shape);
    backend::copy(view_of(made), from);
    return made;
}

Array Array::astype(Dtype to, Casting casting) const {
    check_cast(dtype(), to, casting);
    const StridedView from = view_of(*this);
    Array made = new_array_like(from, to);
    report(backend::copy(view_of(made), from), "cast");
    return made;
}

}  // namespace numen
