// Birth and death of array objects. Small arrays are one block from a free list: object, dims
// (kept with the object) and elements, so that a result costs a few nanoseconds.
#include "front/array/object.h"

#include <algorithm>
#include <cstring>

#include "array/guard.h"
#include "array/storage.h"
#include "backends/backend.h"
#include "front/array/caller.h"
#include "front/array/debug.h"
#include "front/array/elements.h"
#include "front/array/hot_state.h"
#include "front/array/memory_handler.h"
#include "front/array/numpy_type.h"
#include "front/array/state.h"

namespace numen::front {

npy_intp managed_threshold = 16384;  // elements; below, recording could never pay
npy_intp quick_limit = 16384;

Dtype dtype_of_number[NPY_NTYPES_LEGACY];

namespace {

// Payload classes: bytes of elements that lie inside the object. 1,024 covers 100 doubles.
constexpr std::size_t payload_bytes[] = {0, 0, 128, 1024};
constexpr int class_none = 1, class_count = 4;
constexpr int cached_dimensions = 4;
constexpr int cached_objects = 64;
constexpr std::size_t payload_offset =
    (sizeof(ArrayObject) + sizeof(storage::Header) + 15) / 16 * 16;

struct FreeList {
    ArrayObject* objects[cached_objects];
    int count = 0;
};
FreeList free_lists[class_count][cached_dimensions + 1];

PyArray_Descr* descriptors[dtype_count];

char* inline_payload(ArrayObject* a) { return reinterpret_cast<char*>(a) + payload_offset; }

constexpr std::size_t object_bytes(int payload) {
    return payload == class_none ? sizeof(ArrayObject) : payload_offset + payload_bytes[payload];
}

ArrayObject* fresh_object(int payload, int nd) {
    auto* a = static_cast<ArrayObject*>(PyObject_Malloc(object_bytes(payload)));
    if (a == nullptr) return nullptr;
    if (!storage::may_have_header(inline_payload(a))) [[unlikely]] {
        ArrayObject* other = fresh_object(payload, nd);  // elsewhere, while this one is held
        PyObject_Free(a);
        return other;
    }
    // NumPy's setters hand this block to its own cache, so it must be of NumPy's kind and have
    // room for at least two entries.
    a->f.dimensions = nd == 0 ? nullptr : PyDimMem_NEW(2 * nd);
    if (nd > 0 && a->f.dimensions == nullptr) return PyObject_Free(a), nullptr;
    a->payload = payload;
    return a;
}

// An object of the wanted kind with dims block, nd and constant fields set; the rest is garbage.
inline ArrayObject* allocate_object(PyTypeObject* type, int payload, int nd) {
    ArrayObject* a;
    if (nd <= cached_dimensions && free_lists[payload][nd].count > 0) {
        FreeList& list = free_lists[payload][nd];
        a = list.objects[--list.count];
        permit(a, object_bytes(payload));
    } else {
        a = fresh_object(payload, nd);
        if (a == nullptr) return reinterpret_cast<ArrayObject*>(PyErr_NoMemory());
    }
    begin_object(reinterpret_cast<PyObject*>(a), type);
    a->f.nd = nd;
    a->f.strides = nd == 0 ? nullptr : a->f.dimensions + nd;
    a->f.base = nullptr;
    a->f.weakreflist = nullptr;
    a->f._buffer_info = nullptr;
    // Views have the handler, too, without owning memory: it says who made the object.
    a->f.mem_handler = Py_NewRef(hot_state.memory_handler);
    a->buffer = nullptr;
    return a;
}

inline void set_descr(ArrayObject* a, Dtype dtype) {
    a->f.descr = descriptors[static_cast<int>(dtype)];
    Py_INCREF(a->f.descr);
}

// Of a new array, which nobody else knows.
ArrayObject* with_zeros(ArrayObject* a, Dtype dtype, npy_intp count) {
    alignas(16) static constexpr char zero[16] = {};
    constexpr npy_intp small = 1 << 16;  // bytes, of which a pass is over before the lock is left
    const npy_intp step = itemsize(dtype);
    if (a == nullptr) return nullptr;
    if (count * step <= small) {
        std::memset(a->f.data, 0, count * step);
    } else {
        fill_elements({a->f.data, dtype, 1, &count, &step}, zero);
    }
    return a;
}

void recycle(ArrayObject* a) {
    const int nd = a->f.nd;
    if (nd <= cached_dimensions) {
        FreeList& list = free_lists[a->payload][nd];
        if (list.count < cached_objects) {
            debug_poison(a);
            list.objects[list.count++] = a;
            forbid(a, object_bytes(a->payload));
            return;
        }
    }
    PyDimMem_FREE(a->f.dimensions);
    PyObject_Free(a);
}

}  // namespace

PyArray_Descr* descr_of(Dtype dtype) { return descriptors[static_cast<int>(dtype)]; }

namespace {

// NumPy's rules for one axis.
void update_vector_flags(ArrayObject* a) {
    constexpr int contiguous = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_F_CONTIGUOUS;
    const npy_intp extent = a->f.dimensions[0], step = a->f.strides[0];
    const npy_intp width = PyDataType_ELSIZE(a->f.descr);
    const npy_intp alignment = PyDataType_ALIGNMENT(a->f.descr);
    const npy_intp places = reinterpret_cast<npy_intp>(a->f.data) | (extent > 1 ? step : 0);
    int flags = a->f.flags & ~(contiguous | NPY_ARRAY_ALIGNED);
    if (extent <= 1 || step == width) flags |= contiguous;
    if (extent == 0 || (places & (alignment - 1)) == 0) flags |= NPY_ARRAY_ALIGNED;
    a->f.flags = flags;
}

}  // namespace

void update_layout_flags(ArrayObject* a) {
    if (a->f.nd == 1) return update_vector_flags(a);
    PyArray_UpdateFlags(reinterpret_cast<PyArrayObject*>(a),
                        NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_F_CONTIGUOUS | NPY_ARRAY_ALIGNED);
}

ArrayObject* new_exposed(Dtype dtype, int nd, const npy_intp* shape) {
    const npy_intp count = checked_count(nd, shape, itemsize(dtype));
    if (count < 0) return nullptr;
    const std::size_t bytes = count == 0 ? itemsize(dtype) : count * itemsize(dtype);
    const int payload = bytes <= payload_bytes[2] ? 2 : bytes <= payload_bytes[3] ? 3 : class_none;
    ArrayObject* a = allocate_object(&PyArray_Type, payload, nd);
    if (a == nullptr) return nullptr;
    set_descr(a, dtype);
    char* data;
    if (payload == class_none) {
        data = with_room([=] { return storage::allocate(bytes); });
        if (data == nullptr) {
            a->f.flags = 0;
            a->f.data = nullptr;
            Py_DECREF(a);
            raise_no_memory(dtype, nd, shape);
            return nullptr;
        }
    } else {
        data = inline_payload(a);
        storage::write_header(data, bytes, storage::Kind::inline_payload);
        forbid(data + bytes, payload_bytes[payload] - bytes);
    }
    a->f.data = data;
    npy_intp step = count == 0 ? 0 : itemsize(dtype);  // without elements all strides are 0
    for (int axis = nd - 1; axis >= 0; --axis) {
        a->f.dimensions[axis] = shape[axis];
        a->f.strides[axis] = step;
        step *= shape[axis];
    }
    a->f.flags = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED | NPY_ARRAY_WRITEABLE |
                 NPY_ARRAY_OWNDATA;
    if (nd <= 1) {
        a->f.flags |= NPY_ARRAY_F_CONTIGUOUS;
    } else {
        update_layout_flags(a);
    }
    debug_register(a);
    return a;
}

ArrayObject* new_managed(Buffer* buffer, Dtype dtype, int nd, const npy_intp* shape,
                         const npy_intp* strides) {
    ArrayObject* a = allocate_object(&Managed, class_none, nd);
    if (a == nullptr) {
        buffer->release();
        return nullptr;
    }
    set_descr(a, dtype);
    a->f.data = nullptr;
    for (int axis = 0; axis < nd; ++axis) {
        a->f.dimensions[axis] = shape[axis];
        a->f.strides[axis] = strides[axis];
    }
    a->f.flags = NPY_ARRAY_ALIGNED | NPY_ARRAY_WRITEABLE | NPY_ARRAY_OWNDATA;
    a->buffer = buffer;
    ++managed_count;
    a->alias.data = &a->f.data;
    a->alias.offset = 0;
    buffer->link(a->alias);
    update_layout_flags(a);
    debug_register(a);
    return a;
}

ArrayObject* new_array_with_strides(Dtype dtype, int nd, const npy_intp* shape,
                                    const npy_intp* strides, bool zeroed) {
    const npy_intp count = checked_count(nd, shape, itemsize(dtype));
    if (count < 0) return nullptr;
    if (count <= managed_threshold || nd == 0 || born_in_library()) {
        ArrayObject* a = new_exposed(dtype, nd, shape);
        if (a == nullptr) return nullptr;
        if (nd > 1 && count > 0) {
            std::memcpy(a->f.strides, strides, nd * sizeof(npy_intp));
            update_layout_flags(a);
        }
        return zeroed ? with_zeros(a, dtype, count) : a;
    }
    const std::size_t bytes = count * itemsize(dtype);
    const bool writes_zeros = zeroed && storage::is_cached_for_zeros(bytes);
    Buffer* buffer = relieve_memory(bytes)
                         ? with_room([=] { return Buffer::create(bytes, zeroed && !writes_zeros); })
                         : nullptr;
    if (buffer == nullptr) {
        raise_no_memory(dtype, nd, shape);
        return nullptr;
    }
    ArrayObject* a = new_managed(buffer, dtype, nd, shape, strides);
    return writes_zeros ? with_zeros(a, dtype, count) : a;
}

ArrayObject* new_array(Dtype dtype, int nd, const npy_intp* shape, Order order, bool zeroed) {
    npy_intp strides[max_dimensions];
    const npy_intp count = checked_count(nd, shape, itemsize(dtype));
    if (count < 0) return nullptr;
    if (count <= managed_threshold && (order == Order::c || nd <= 1)) {
        ArrayObject* a = new_exposed(dtype, nd, shape);
        return zeroed ? with_zeros(a, dtype, count) : a;
    }
    dense_strides(order, itemsize(dtype), nd, shape, strides);
    return new_array_with_strides(dtype, nd, shape, strides, zeroed);
}

ArrayObject* new_view(ArrayObject* parent, Dtype dtype, int nd, const npy_intp* shape,
                      const npy_intp* strides, npy_intp offset) {
    const bool managed = is_managed(as_object(parent));
    ArrayObject* a = allocate_object(managed ? &Managed : &PyArray_Type, class_none, nd);
    if (a == nullptr) return nullptr;
    // The parent's own descriptor: it may carry metadata, and NumPy compares them by identity.
    a->f.descr = dtype_of(parent) == dtype ? parent->f.descr : descr_of(dtype);
    Py_INCREF(a->f.descr);
    for (int axis = 0; axis < nd; ++axis) {
        a->f.dimensions[axis] = shape[axis];
        a->f.strides[axis] = strides[axis];
    }
    // NumPy collapses a chain of views to the array that owns the memory.
    PyObject* root = as_object(parent);
    while (!(as_array(root)->f.flags & NPY_ARRAY_OWNDATA)) {
        PyObject* base = as_array(root)->f.base;
        if (base == nullptr || !is_array(base)) break;
        // A look at a managed array is held by what views it (look.h).
        if (is_managed(base) != managed) break;
        root = base;
    }
    a->f.base = Py_NewRef(root);
    a->f.flags = parent->f.flags & (NPY_ARRAY_WRITEABLE | warns_on_write);
    if (managed) {
        a->buffer = parent->buffer;
        ++managed_count;
        a->buffer->retain();
        a->alias.data = &a->f.data;
        a->alias.offset = parent->alias.offset + offset;
        a->buffer->link(a->alias);
    } else {
        a->f.data = parent->f.data + offset;
    }
    update_layout_flags(a);
    debug_register(a);
    return a;
}

namespace {

// What only NumPy's deallocator can put in order, for an object of ours too.
bool is_numpys_to_free(const ArrayObject* a) {
    return a->f.weakreflist != nullptr || a->f._buffer_info != nullptr ||
           (a->f.flags & NPY_ARRAY_WRITEBACKIFCOPY);
}

void numpys_dealloc(ArrayObject* a) {
    permit(a, object_bytes(a->payload));
    hot_state.numpys_dealloc(as_object(a));
}

[[gnu::noinline]] void dealloc_with_our_elements(ArrayObject* a) {
    Py_XSETREF(a->f.mem_handler, Py_NewRef(hot_state.memory_handler));
    hot_state.numpys_dealloc(as_object(a));
}

// Of an object that is NumPy's, whose elements may be ours all the same (memory_handler.h).
void dealloc_numpys(ArrayObject* a) {
    if ((a->f.flags & NPY_ARRAY_OWNDATA) && a->f.mem_handler != hot_state.memory_handler &&
        storage::kind_of(a->f.data) != storage::Kind::foreign) [[unlikely]] {
        return dealloc_with_our_elements(a);
    }
    hot_state.numpys_dealloc(as_object(a));
}

// Whether the array owns memory outside itself.
bool owns_block(ArrayObject* a) {
    const bool is_inside = a->payload != class_none && a->f.data == inline_payload(a);
    return !is_inside && (a->f.flags & NPY_ARRAY_OWNDATA) && a->f.data != nullptr;
}

void give_back(ArrayObject* a) {
    if (is_managed(as_object(a))) {
        a->buffer->unlink(a->alias);
        a->buffer->release();
        --managed_count;
    } else if (owns_block(a) && !storage::release(a->f.data)) [[unlikely]] {
        return numpys_dealloc(a);  // the block is NumPy's
    }
    permit(a, object_bytes(a->payload));  // forbidden parts must not outlive the object
    Py_XDECREF(a->f.base);
    Py_DECREF(a->f.mem_handler);
    Py_DECREF(a->f.descr);
    recycle(a);
}

// Of an array that is managed or has our memory handler.
[[gnu::noinline]] void dealloc_ours(ArrayObject* a) {
    debug_forget(a);
    if (is_managed(as_object(a))) {
        // What weak references call may expose another array of the buffer, and this one with it.
        if (a->f.weakreflist != nullptr) PyObject_ClearWeakRefs(as_object(a));
        if (is_managed(as_object(a)) || !is_numpys_to_free(a)) return give_back(a);
        return hot_state.numpys_dealloc(as_object(a));
    }
    if (!is_exposed(as_object(a))) return dealloc_numpys(a);
    if (!is_numpys_to_free(a)) [[likely]] return give_back(a);
    numpys_dealloc(a);
}

}  // namespace

// Serves the managed type and, since it stands in numpy.ndarray, every ndarray of the process:
// libraries' are passed on in as few steps as can be.
void array_dealloc(PyObject* self) {
    ArrayObject* a = as_array(self);
    const bool is_ours = is_managed(self) || a->f.mem_handler == hot_state.memory_handler;
    if (is_ours) return dealloc_ours(a);
    debug_forget(a);  // one of ours may have got another handler since
    dealloc_numpys(a);
}

bool asarray_exposes = true;
npy_intp managed_count = 0;

bool is_made_here(PyObject* o) {
    if (is_managed(o)) return true;
    if (!is_exposed(o)) return false;
    if (as_array(o)->f.mem_handler == hot_state.memory_handler) return true;
    PyObject* base = as_array(o)->f.base;  // a view that NumPy made
    return base != nullptr && is_array(base) && is_made_here(base);
}

void for_each_free_object(void (*visit)(ArrayObject*)) {
    for (FreeList(&of_payload)[cached_dimensions + 1] : free_lists) {
        for (const FreeList& list : of_payload) std::for_each_n(list.objects, list.count, visit);
    }
}

bool prepare_objects() {
    constexpr int numbers[dtype_count] = {NPY_BOOL,   NPY_BYTE,  NPY_UBYTE, NPY_SHORT,  NPY_USHORT,
                                          NPY_INT,    NPY_UINT,  NPY_LONG,  NPY_ULONG,  NPY_HALF,
                                          NPY_FLOAT,  NPY_DOUBLE, NPY_CFLOAT, NPY_CDOUBLE};
    for (Dtype& dtype : dtype_of_number) dtype = no_dtype;
    for (int i = 0; i < dtype_count; ++i) {
        descriptors[i] = PyArray_DescrFromType(numbers[i]);
        dtype_of_number[numbers[i]] = static_cast<Dtype>(i);
    }
    // long long has its own scalar class beside int64's: such arrays, rare where long has 64 bits,
    // are NumPy's.
    return prepare_memory_handler();
}

}  // namespace numen::front
