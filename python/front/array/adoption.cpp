// Taking over the memory of arrays that NumPy made.
#include "front/array/caller.h"
#include "front/array/memory_handler.h"
#include "front/array/object.h"
#include "front/array/tracing.h"

namespace numen::front {

namespace {

// Gives memory back to the NumPy handler that made it, as NumPy would. The array that holds the
// handler may be gone by then: NumPy's own lives as long as the process.
void free_by_numpy(void* handler, char* data, std::size_t bytes) {
    forget_trace(data);
    const PyDataMemAllocator& allocator = static_cast<PyDataMem_Handler*>(handler)->allocator;
    allocator.free(allocator.ctx, data, bytes);
}

// May the memory of this array, which nobody else has seen, be managed like our own?
bool may_be_managed(PyArrayObject_fields* from, PyObject* plain) {
    constexpr int wanted = NPY_ARRAY_ALIGNED | NPY_ARRAY_WRITEABLE | NPY_ARRAY_OWNDATA;
    const Dtype dtype = dtype_of(reinterpret_cast<ArrayObject*>(from));
    return Py_REFCNT(plain) == 1 && from->nd > 0 && (from->flags & wanted) == wanted &&
           from->weakreflist == nullptr && from->_buffer_info == nullptr &&
           from->base == nullptr &&
           dtype != no_dtype && from->descr == descr_of(dtype) &&
           PyArray_SIZE(reinterpret_cast<PyArrayObject*>(plain)) > managed_threshold &&
           from->mem_handler == PyDataMem_DefaultHandler;
}

}  // namespace

PyObject* adopt(PyObject* plain) {
    auto* from = reinterpret_cast<PyArrayObject_fields*>(plain);
    if (!may_be_managed(from, plain) || born_in_library()) return plain;
    const Dtype dtype = dtype_of(reinterpret_cast<ArrayObject*>(plain));
    const auto bytes = static_cast<std::size_t>(
        PyArray_NBYTES(reinterpret_cast<PyArrayObject*>(plain)));
    Buffer* buffer = Buffer::adopt(from->data, bytes, free_by_numpy, numpys_handler());
    ArrayObject* a = new_managed(buffer, dtype, from->nd, from->dimensions, from->strides);
    if (a != nullptr) Py_XSETREF(a->f.mem_handler, Py_NewRef(from->mem_handler));
    from->flags &= ~NPY_ARRAY_OWNDATA;
    Py_CLEAR(from->mem_handler);
    Py_DECREF(plain);
    return as_object(a);
}

}  // namespace numen::front
