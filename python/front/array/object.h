// The array object: NumPy's own fields, filled by hand, and the link to a Buffer while managed.
//
// An exposed array is a numpy.ndarray: the fields are the only truth and anybody may read or write
// the memory. One of Numen's making has the memory handler of object.cpp, by which NumPy's
// deallocator gives it back to us. `Managed` is no ndarray to C code; its buffer may be pending.
// Becoming exposed is a change of the type pointer (state.h).
#pragma once

#include "array/buffer.h"
#include "array/layout_rules.h"
#include "array/strided.h"
#include "front/module/numpy_api.h"

namespace numen::front {

struct ArrayObject {
    PyArrayObject_fields f;
    Buffer* buffer;  // managed: one counted reference
    Alias alias;     // managed: this array's place on the buffer's alias list
    int payload;     // payload class the object was allocated with
};

extern PyTypeObject Managed;

inline bool is_exposed(PyObject* o) { return Py_TYPE(o) == &PyArray_Type; }
inline bool is_managed(PyObject* o) { return Py_TYPE(o) == &Managed; }
// Managed or exactly numpy.ndarray, of any element type.
inline bool is_array(PyObject* o) { return is_exposed(o) || is_managed(o); }
// Any ndarray may be seen as an ArrayObject, but one that NumPy made ends after the fields:
// everything behind them is read through buffer_of.
inline ArrayObject* as_array(PyObject* o) { return reinterpret_cast<ArrayObject*>(o); }
inline PyObject* as_object(ArrayObject* a) { return reinterpret_cast<PyObject*>(a); }
// PyObject_Init for an object of a static type, without its two calls into Python's library.
inline void begin_object(PyObject* o, PyTypeObject* type) {
    Py_SET_TYPE(o, type);
    // Not Py_SET_REFCNT, which leaves objects alone that look immortal: this memory holds anything.
#if PY_VERSION_HEX >= 0x030E0000
    o->ob_refcnt_full = 1;
#else
    o->ob_refcnt = 1;
#endif
}

#if PY_VERSION_HEX >= 0x030E0000
// Is it in a variable of the innermost frame, or lent to that frame's stack by a variable? From
// 3.14 on the variable's reference is the only one that is counted then.
bool is_in_variable(PyObject* o);
#endif
// Is this argument of the running call a temporary that only the call holds?
inline bool is_temporary(PyObject* o) {
#if PY_VERSION_HEX >= 0x030E0000
    if (is_in_variable(o)) return false;
#endif
    return Py_REFCNT(o) == 1;
}

// The buffer of a managed array, null for any other.
inline Buffer* buffer_of(ArrayObject* a) {
    return is_managed(as_object(a)) ? a->buffer : nullptr;
}

// Does Numen have a say in an operation on it: managed, or exposed and made by Numen? Where
// `hot_state.serves_foreign` is off (tests, whose references NumPy computes), the rest are
// NumPy's alone.
bool is_made_here(PyObject* o);
// How many managed arrays there are.
extern npy_intp managed_count;
// Do array, asarray, ascontiguousarray and require give the user what C code takes? Off in tests,
// which make their managed arrays by them.
extern bool asarray_exposes;

// Numen's element type of a NumPy descriptor; no_dtype for byte-swapped and foreign ones.
extern Dtype dtype_of_number[NPY_NTYPES_LEGACY];
inline Dtype dtype_of(PyArray_Descr* descr) {
    const auto number = static_cast<unsigned>(descr->type_num);
    if (number >= NPY_NTYPES_LEGACY || !PyArray_ISNBO(descr->byteorder)) return no_dtype;
    return dtype_of_number[number];
}
// An array is no dtype, though a managed one has the attribute that NumPy would ask.
inline constexpr const char* array_is_no_dtype = "Cannot construct a dtype from an array";
// NumPy's descriptor of a dtype argument, a new reference; false with an exception set. Of the old
// name "a" of "S" it does not warn: NumPy does, which serves bytes, unless it gets the descriptor.
bool read_descr(PyObject* object, PyArray_Descr*& descr);
bool has_alias(PyObject* object);
bool warn_of_alias(PyObject* object);
// The element type that an argument names, no_dtype for one that is not ours; false with an
// exception set.
bool read_dtype(PyObject* object, Dtype& dtype);
// Borrowed; never null.
PyArray_Descr* descr_of(Dtype dtype);

inline Dtype dtype_of(ArrayObject* a) { return dtype_of(a->f.descr); }
// An array of Numen's element types; others, byte-swapped ones too, are NumPy's to compute.
inline bool is_ours(PyObject* o) {
    return is_managed(o) || (is_exposed(o) && dtype_of(as_array(o)) != no_dtype);
}
inline bool is_c_contiguous(ArrayObject* a) { return a->f.flags & NPY_ARRAY_C_CONTIGUOUS; }
inline npy_intp element_count(ArrayObject* a) {
    npy_intp count = 1;
    for (int axis = 0; axis < a->f.nd; ++axis) count *= a->f.dimensions[axis];
    return count;
}
inline StridedView view_of(ArrayObject* a) {
    return {a->f.data, dtype_of(a), a->f.nd, a->f.dimensions, a->f.strides};
}

// A copy of an array's layout: that of the array may change, and its memory be freed, as soon as
// other code runs.
struct Layout {
    int nd = 0;
    npy_intp shape[max_dimensions], strides[max_dimensions];

    Layout() = default;
    explicit Layout(const ArrayObject* a) : nd(a->f.nd) {
        for (int axis = 0; axis < nd; ++axis) {
            shape[axis] = a->f.dimensions[axis];
            strides[axis] = a->f.strides[axis];
        }
    }
    Layout(const Layout& other) { *this = other; }
    Layout& operator=(const Layout& other) {
        nd = other.nd;
        for (int axis = 0; axis < nd; ++axis) {
            shape[axis] = other.shape[axis];
            strides[axis] = other.strides[axis];
        }
        return *this;
    }

    StridedView at(char* data, Dtype dtype) const { return {data, dtype, nd, shape, strides}; }
};

// Above this many elements a result is made managed.
extern npy_intp managed_threshold;
// Up to so many elements an operation is small: done at once, by the shortest way. Both are changed
// by set_managed_threshold.
extern npy_intp quick_limit;

// A new array with its own storage, uninitialised: exposed when small, managed when large. Null
// with MemoryError (or ValueError for an impossible shape) set.
ArrayObject* new_array(Dtype dtype, int nd, const npy_intp* shape, Order order = Order::c,
                       bool zeroed = false);
// The same with strides given (a permuted dense layout).
ArrayObject* new_array_with_strides(Dtype dtype, int nd, const npy_intp* shape,
                                    const npy_intp* strides, bool zeroed = false);
// Always exposed, C order.
ArrayObject* new_exposed(Dtype dtype, int nd, const npy_intp* shape);
// A managed array on a pending or host buffer (takes over one reference), the buffer's root.
ArrayObject* new_managed(Buffer* buffer, Dtype dtype, int nd, const npy_intp* shape,
                         const npy_intp* strides);
// A view of `parent`'s memory, `offset` bytes from its first element; same state as the parent,
// base collapsed to the root; not writeable if the parent is not.
ArrayObject* new_view(ArrayObject* parent, Dtype dtype, int nd, const npy_intp* shape,
                      const npy_intp* strides, npy_intp offset);

// Recomputes the contiguity and alignment flags after a change of layout.
void update_layout_flags(ArrayObject* a);

// NumPy's private flag of the arrays that np.broadcast_arrays makes.
inline constexpr int warns_on_write = static_cast<int>(1u << 31);

// Whether a write needs neither a refusal nor a warning.
inline bool is_plainly_writeable(const ArrayObject* a) {
    return (a->f.flags & (NPY_ARRAY_WRITEABLE | warns_on_write)) == NPY_ARRAY_WRITEABLE;
}

// Number of elements, or -1 with ValueError set if the shape is impossible.
npy_intp checked_count_of_axes(int nd, const npy_intp* shape, int itemsize);
inline npy_intp checked_count(int nd, const npy_intp* shape, int itemsize) {
    constexpr npy_intp surely_possible = npy_intp{1} << 40;
    if (nd == 1 && shape[0] >= 0 && shape[0] < surely_possible) return shape[0];
    return checked_count_of_axes(nd, shape, itemsize);
}
void raise_no_memory(Dtype dtype, int nd, const npy_intp* shape);

// `plain`, a numpy.ndarray, or a managed array in its place, which has taken over its memory, if it
// is large, of our kind, fresh, held by nobody else and not made for a library. Consumes the
// reference. Null with an exception set on failure.
PyObject* adopt(PyObject* plain);

void array_dealloc(PyObject* self);
// For those that wait on free lists; the sanitizer forbids their bytes.
void for_each_free_object(void (*visit)(ArrayObject*));
bool prepare_objects();  // descriptors, memory handler; once, at import

}  // namespace numen::front
