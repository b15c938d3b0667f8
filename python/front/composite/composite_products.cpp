// The quick path of vdot, which looks at no floating-point flags, as NumPy's does not.
#include "backends/backend.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/composite/composite.h"

namespace numen::front {
namespace {

// Of a vector: some 20 us of work under Python's lock.
constexpr npy_intp most_bytes = 1 << 20;

// Of two vectors of one floating type and length. Of one element each, NumPy's zero has another
// sign.
PyObject* quick_vdot(PyObject* const* args, Py_ssize_t count) {
    if (count != 2 || !is_ours(args[0]) || !is_ours(args[1])) return nullptr;
    const Ref second = pinned(args[1]);
    if (!second) return nullptr;
    ArrayObject* a = as_array(args[0]);
    ArrayObject* b = as_array(second.get());
    // First, as another thread may give the first array another shape meanwhile.
    if (!values(a) || !values(b)) return nullptr;
    const Dtype dtype = dtype_of(a);
    if (dtype == no_dtype || dtype <= Dtype::float16) return nullptr;
    const bool fits = dtype == dtype_of(b) && a->f.nd == 1 && b->f.nd == 1 &&
                      a->f.dimensions[0] == b->f.dimensions[0] && a->f.dimensions[0] > 1 &&
                      a->f.dimensions[0] <= most_bytes / itemsize(dtype) &&
                      (a->f.flags & b->f.flags & NPY_ARRAY_ALIGNED);
    if (!fits) return nullptr;
    alignas(16) char value[16];
    const Status status = backend::vdot(view_of(a), view_of(b), value);
    return status & status_no_memory ? PyErr_NoMemory() : make_scalar(dtype, value);
}

}  // namespace

const QuickPathRow product_paths[] = {
    {"vdot", quick_vdot},
    {nullptr, nullptr},
};

}  // namespace numen::front
