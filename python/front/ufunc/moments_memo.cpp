#include "front/ufunc/moments_memo.h"

#include "front/array/waiting.h"

namespace numen::front {
namespace {

bool is_remembering = true;

// A buffer keeps one kind of findings, this one. Those of one place are of one type: a view of
// another exposes the buffer, and the parts of complex numbers do not follow one another.
struct MomentsOfView final : Findings {
    std::int64_t offset, count;
    backend::Moments moments;

    MomentsOfView(std::int64_t first, std::int64_t elements) : offset(first), count(elements) {}
};

// What is remembered of the view, nothing where it is of another one.
backend::Moments remembered_moments(const Buffer* buffer, std::int64_t offset, npy_intp count) {
    auto* known = static_cast<MomentsOfView*>(buffer->findings());
    const bool is_of_this =
        known != nullptr && known->offset == offset && known->count == count;
    return is_of_this ? known->moments : backend::Moments{};
}

backend::Moments::Fact fact_of(ReduceOp op) {
    switch (op) {
        case ReduceOp::min: return backend::Moments::least;
        case ReduceOp::max: return backend::Moments::largest;
        case ReduceOp::sum:
        case ReduceOp::mean: return backend::Moments::sums;
        default: return backend::Moments::squares;
    }
}

}  // namespace

Status reduce_remembering(ArrayObject* a, ReduceOp op, void* out) {
    const npy_intp count = element_count(a);
    const Dtype dtype = dtype_of(a);
    const double time = 0.25 * static_cast<double>(count);  // nanoseconds
    const void* data = a->f.data;
    if (!is_remembering || buffer_of(a) == nullptr || !backend::shares_moments(op, dtype, count)) {
        return without_lock(
            time, [&] { return backend::reduce_contiguous(op, dtype, data, count, out); });
    }
    Buffer* buffer = a->buffer;
    const std::int64_t offset = a->alias.offset;
    backend::Moments moments = remembered_moments(buffer, offset, count);
    const unsigned known = moments.known;
    const std::uint64_t changes = buffer->changes();
    buffer->retain();
    const Status status = without_lock(known & fact_of(op) ? 0 : time, [&] {
        return backend::reduce_sharing(op, dtype, data, count, moments, out);
    });
    // What another thread wrote to meanwhile is not remembered.
    if (moments.known != known && buffer->state() == BufferState::host &&
        buffer->changes() == changes) {
        auto found = std::make_unique<MomentsOfView>(offset, count);
        found->moments = moments;
        buffer->keep(std::move(found));
    }
    buffer->release();
    return status;
}

void set_remembering(bool enabled) { is_remembering = enabled; }

}  // namespace numen::front
