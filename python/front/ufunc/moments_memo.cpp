#include "front/ufunc/moments_memo.h"

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

backend::Moments& remembered_moments(ArrayObject* a, npy_intp count) {
    Buffer* buffer = a->buffer;
    auto* known = static_cast<MomentsOfView*>(buffer->findings());
    const bool is_of_this = known != nullptr && known->offset == a->alias.offset &&
                            known->count == count;
    if (!is_of_this) {
        auto fresh = std::make_unique<MomentsOfView>(a->alias.offset, count);
        known = fresh.get();
        buffer->keep(std::move(fresh));
    }
    return known->moments;
}

}  // namespace

Status reduce_remembering(ArrayObject* a, ReduceOp op, void* out) {
    const npy_intp count = element_count(a);
    const Dtype dtype = dtype_of(a);
    if (!is_remembering || buffer_of(a) == nullptr || !backend::shares_moments(op, dtype, count)) {
        return backend::reduce_contiguous(op, dtype, a->f.data, count, out);
    }
    return backend::reduce_sharing(op, dtype, a->f.data, count,
                                   remembered_moments(a, count), out);
}

void set_remembering(bool enabled) { is_remembering = enabled; }

}  // namespace numen::front
