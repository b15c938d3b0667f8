// put, putmask, place, copyto: chosen elements of an array get new values.
#include <algorithm>

#include "backends/cpu/choosing.h"
#include "backends/cpu/indexed.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/layout.h"
#include "front/array/object.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/call/signature.h"
#include "front/functions/tables.h"
#include "front/index/index.h"
#include "front/index/positions.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

constexpr double selection_cost = 1.5;  // nanoseconds, of an element of a mask or a position

bool writeable(ArrayObject* a) {
    return (a->f.flags & NPY_ARRAY_WRITEABLE) && !may_overlap_itself(a);
}

// `object` without gaps and in the type of the array it goes to: other objects are converted one
// by one, arrays must cast safely. False with an exception set, or with `unsupported`.
bool load_values(PyObject* object, Dtype dtype, Ref& array, bool& unsupported) {
    if (!is_array(object)) {
        // Masked arrays, buffers and what else gives an array must cast safely too.
        if (has_its_own_say(object)) return !(unsupported = true);
        array = Ref(array_from_object(object, descr_of(dtype)));
        if (!array) return false;  // as NumPy refuses it, which may have warned before
        return !(unsupported = !is_ours(array.get()));
    }
    array = Ref(as_pinned_array(object));
    if (!array) return false;
    ArrayObject* v = as_array(array.get());
    if (dtype_of(v) == no_dtype || !can_cast_safe(dtype_of(v), dtype)) {
        return !(unsupported = true);
    }
    if (!values(v)) return false;
    const bool as_it_is = dtype_of(v) == dtype && is_c_contiguous(v);
    if (!as_it_is) array = Ref(as_object(copy_array(v, dtype, 'C')));
    return static_cast<bool>(array);
}

// Values that lie on the target's memory are set aside before anything is written.
bool set_aside(ArrayObject* target, Ref& array) {
    ArrayObject* v = as_array(array.get());
    if (!may_overlap(view_of(target), view_of(v))) return true;
    array = Ref(as_object(copy_array(v, dtype_of(v), 'C')));
    return static_cast<bool>(array);
}

// Byte offsets of the elements at flat positions.
void spread_offsets(ArrayObject* a, const Positions& positions, npy_intp* offsets) {
    const npy_intp extent = element_count(a);
    npy_intp step;
    if (reshaped_strides(view_of(a), 1, &extent, &step)) {
        for (npy_intp i = 0; i < positions.count; ++i) offsets[i] = positions.values[i] * step;
        return;
    }
    for (npy_intp i = 0; i < positions.count; ++i) {
        npy_intp rest = positions.values[i];
        offsets[i] = 0;
        for (int axis = a->f.nd - 1; axis >= 0; --axis) {
            offsets[i] += rest % a->f.dimensions[axis] * a->f.strides[axis];
            rest /= a->f.dimensions[axis];
        }
    }
}

// given: array, indices, values, mode. The values come last: converting them may warn, and what is
// refused NumPy converts once more.
PyObject* put(PyObject* const* argument, bool& unsupported) {
    ArrayObject* a = as_array(argument[0]);
    NPY_CLIPMODE mode;
    Positions positions;
    Ref array;
    if (argument[1] == nullptr || argument[2] == nullptr || !writeable(a) ||
        !read_mode(argument[3], mode)) {
        return unsupported = true, nullptr;
    }
    if (!read_positions(argument[1], NPY_SAFE_CASTING, positions, unsupported)) return nullptr;
    const npy_intp extent = element_count(a);
    Numbers offsets;
    if (!settle_positions(positions, extent, mode) || !offsets.allocate(positions.count)) {
        return unsupported = true, nullptr;
    }
    if (!load_values(argument[2], dtype_of(a), array, unsupported)) return nullptr;
    if (element_count(a) != extent) return unsupported = true, nullptr;
    const npy_intp given_values = element_count(as_array(array.get()));
    if (given_values == 0) Py_RETURN_NONE;
    spread_offsets(a, positions, offsets.values.get());
    if (!prepare_write(a) || !set_aside(a, array)) return nullptr;
    const char* data = as_array(array.get())->f.data;
    const Dtype dtype = dtype_of(a);
    const npy_intp item = itemsize(dtype), round = given_values == 1 ? positions.count
                                                                           : given_values;
    for (npy_intp done = 0; done < positions.count; done += round) {
        const npy_intp count = std::min(round, positions.count - done);
        without_lock(selection_cost * static_cast<double>(count), [&] {
            cpu::scatter_elements({a->f.data, offsets.values.get() + done, count,
                                   {nullptr, dtype, 0, nullptr, nullptr}},
                                  data, given_values == 1 ? 0 : item);
        });
    }
    end_write(a);
    Py_RETURN_NONE;
}

// The mask as booleans without gaps, one for each element of `a`, beside a's memory.
bool load_mask(PyObject* object, ArrayObject* a, Ref& mask, bool& unsupported) {
    mask = Ref(as_pinned_array(object));
    if (!mask) return false;
    ArrayObject* m = as_array(mask.get());
    if (!is_ours(mask.get()) || dtype_of(m) == no_dtype || element_count(m) != element_count(a)) {
        return !(unsupported = true);
    }
    if (!values(m)) return false;
    if (dtype_of(m) != Dtype::boolean || !is_c_contiguous(m)) {
        mask = Ref(as_object(copy_array(m, Dtype::boolean, 'C')));
    }
    return mask && set_aside(a, mask);
}

using Put = void (*)(char*, const char*, std::int64_t, int, const char*, std::int64_t);

// Runs `work` on the elements in C order: on a copy that goes back where they lie otherwise.
bool put_masked(ArrayObject* a, ArrayObject* mask, ArrayObject* v, Put work) {
    if (!prepare_write(a)) return false;
    Ref copy(is_c_contiguous(a) ? Py_NewRef(as_object(a))
                                : as_object(new_exposed(dtype_of(a), a->f.nd, a->f.dimensions)));
    if (!copy) return false;
    ArrayObject* dense = as_array(copy.get());
    if (dense != a) copy_elements(view_of(dense), view_of(a));
    const npy_intp count = element_count(a), size = element_count(v);
    const double time = selection_cost * static_cast<double>(count);
    const int item = itemsize(dtype_of(a));
    if (size == 1) {
        without_lock(time, [&] {
            cpu::expand(dense->f.data, item, mask->f.data, 1, count, item, v->f.data, 0, count);
        });
    } else {
        without_lock(time,
                     [&] { work(dense->f.data, mask->f.data, count, item, v->f.data, size); });
    }
    if (dense != a) copy_elements(view_of(a), view_of(dense));
    end_write(a);
    return true;
}

// given: array, mask, values; value i of the flat values goes to element i.
PyObject* putmask(PyObject* const* argument, bool& unsupported) {
    ArrayObject* a = as_array(argument[0]);
    Ref mask, array;
    if (argument[1] == nullptr || argument[2] == nullptr || !writeable(a)) {
        return unsupported = true, nullptr;
    }
    if (!load_mask(argument[1], a, mask, unsupported) ||
        !load_values(argument[2], dtype_of(a), array, unsupported) || !values(a) ||
        !set_aside(a, array)) {
        return nullptr;
    }
    if (element_count(as_array(array.get())) == 0) Py_RETURN_NONE;
    if (!put_masked(a, as_array(mask.get()), as_array(array.get()), cpu::put_by_position)) {
        return nullptr;
    }
    Py_RETURN_NONE;
}

// given: array, mask, values; the selected elements take the values in turn, also what has just
// been written where the two overlap.
PyObject* place(PyObject* const* argument, bool& unsupported) {
    ArrayObject* a = as_array(argument[0]);
    Ref mask, array;
    if (argument[1] == nullptr || argument[2] == nullptr || !writeable(a)) {
        return unsupported = true, nullptr;
    }
    if (!load_mask(argument[1], a, mask, unsupported) ||
        !load_values(argument[2], dtype_of(a), array, unsupported)) {
        return nullptr;
    }
    if (element_count(as_array(array.get())) == 0) {
        unsupported = count_true_elements(view_of(as_array(mask.get()))) > 0;  // NumPy refuses
        return unsupported ? nullptr : Py_NewRef(Py_None);
    }
    if (!put_masked(a, as_array(mask.get()), as_array(array.get()), cpu::put_in_turn)) {
        return nullptr;
    }
    Py_RETURN_NONE;
}

// May a value of this kind and type be copied to `dtype` under the rule?
bool may_copy(const Operand& source, Dtype dtype, NPY_CASTING rule) {
    if (is_weak(source.kind)) {
        return rule == NPY_SAME_KIND_CASTING &&
               (source.kind == Kind::weak_int ? !is_boolean(dtype)
                : source.kind == Kind::weak_float
                    ? is_floating(dtype) || is_complex(dtype)
                    : is_complex(dtype));
    }
    return PyArray_CanCastTypeTo(descr_of(source.dtype), descr_of(dtype), rule);
}

// The source in the target's type and shape, beside its memory: stepped over with `strides`.
bool spread_source(ArrayObject* a, PyObject* object, Operand& source, Ref& staged,
                   npy_intp* strides, StridedView& view, bool& unsupported) {
    const Dtype dtype = dtype_of(a);
    if (source.kind == Kind::array && source.dtype == dtype) {
        staged = pinned(as_object(source.array));
        if (!staged || !values(source.array) || !set_aside(a, staged)) return false;
    } else {
        const bool array = source.kind == Kind::array;
        if (array && !values(source.array)) return false;
        const StridedView given_view = source.view();
        if (is_complex(source.dtype) && !is_complex(dtype)) return !(unsupported = true);
        staged = Ref(as_object(new_exposed(dtype, array ? given_view.ndim : 0, given_view.shape)));
        if (!staged) return false;
        const StridedView to = view_of(as_array(staged.get()));
        // Only what is copied may warn: where something would, NumPy looks at each element.
        const int done = array ? (copy_elements(to, source.view()) & ~status_underflow) != 0
                               : assign(to, object);
        if (done != 0) return done == 1 ? !(unsupported = true) : false;
    }
    view = view_of(as_array(staged.get()));
    while (view.ndim > a->f.nd && view.shape[0] == 1) --view.ndim, ++view.shape, ++view.strides;
    const StridedView both[] = {view_of(a), view};
    int nd;
    npy_intp joined[max_dimensions];
    if (view.ndim > a->f.nd || !broadcast_shapes(both, nd, joined) ||
        !std::equal(joined, joined + nd, a->f.dimensions)) {
        return !(unsupported = true);
    }
    broadcast_strides(view, a->f.nd, a->f.dimensions, strides);
    view = {view.data, dtype, a->f.nd, a->f.dimensions, strides};
    return true;
}

bool spread_mask(ArrayObject* a, PyObject* object, Ref& mask, npy_intp* strides,
                 StridedView& view, bool& unsupported) {
    mask = Ref(as_pinned_array(object));
    if (!mask) return false;
    ArrayObject* m = as_array(mask.get());
    if (!is_ours(mask.get()) || dtype_of(m) != Dtype::boolean || m->f.nd > a->f.nd) {
        return !(unsupported = true);
    }
    if (!values(m) || !set_aside(a, mask)) return false;
    view = view_of(as_array(mask.get()));
    const StridedView both[] = {view_of(a), view};
    int nd;
    npy_intp joined[max_dimensions];
    if (!broadcast_shapes(both, nd, joined) || !std::equal(joined, joined + nd, a->f.dimensions)) {
        return !(unsupported = true);
    }
    broadcast_strides(view, a->f.nd, a->f.dimensions, strides);
    view = {view.data, Dtype::boolean, a->f.nd, a->f.dimensions, strides};
    return true;
}

PyObject* copy_masked(ArrayObject* a, PyObject* object, Operand& source, PyObject* where,
                      bool& unsupported) {
    Ref staged, mask;
    npy_intp source_strides[max_dimensions], mask_strides[max_dimensions];
    StridedView from, chosen;
    if (!values(a) || !spread_mask(a, where, mask, mask_strides, chosen, unsupported) ||
        !spread_source(a, object, source, staged, source_strides, from, unsupported) ||
        !prepare_write(a)) {
        return nullptr;
    }
    const StridedView target = view_of(a);
    without_lock(pass_time(target), [&] { backend::select(target, chosen, from, target); });
    end_write(a);
    Py_RETURN_NONE;
}

// 0, -1 with an exception set, or 1 where the assignment is NumPy's to judge.
int write_whole(ArrayObject* a, PyObject* object) {
    Assigned assigned;
    const int read = assigned.read(object, dtype_of(a));
    if (read != 0 || !prepare_write(a)) return read != 0 ? read : -1;
    const int done = assigned.write(view_of(a));
    return end_write(a), done;
}

// given: dst, src, casting, where.
PyObject* copyto(PyObject* const* argument, bool& unsupported) {
    ArrayObject* a = as_array(argument[0]);
    NPY_CASTING rule = NPY_SAME_KIND_CASTING;
    Operand source;
    unsupported = argument[1] == nullptr || !writeable(a) ||
                  (argument[2] != nullptr && !PyArray_CastingConverter(argument[2], &rule)) ||
                  !classify_converting(argument[1], source) || source.kind == Kind::foreign ||
                  !may_copy(source, dtype_of(a), rule);
    if (unsupported) return unsupported = leave_to_numpy(), nullptr;
    PyObject* object = source.owned ? source.owned.get() : argument[1];
    if (argument[3] != nullptr && argument[3] != Py_True) {
        return copy_masked(a, object, source, argument[3], unsupported);
    }
    if (source.kind == Kind::array && !values(source.array)) return nullptr;
    const int done = write_whole(a, object);
    unsupported = done == 1;
    return done == 0 ? Py_NewRef(Py_None) : nullptr;
}

NUMEN_METHOD(put, put, {"a", "indices", "values", "mode"}, 4)
NUMEN_FUNCTION(put, put, {"a", "ind", "v", "mode"}, 4, Takes::array)
NUMEN_FUNCTION(putmask, putmask, {"", "mask", "values"}, 3, Takes::array)
NUMEN_FUNCTION(place, place, {"arr", "mask", "vals"}, 3, Takes::array)
NUMEN_FUNCTION(copyto, copyto, {"dst", "src", "casting", "where"}, 4, Takes::array)

}  // namespace

PyMethodDef placing_methods[] = {
    {"put", guarded<method_put>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef placing_functions[] = {
    {"put", guarded<function_put>(), fast, nullptr},
    {"putmask", guarded<function_putmask>(), fast, nullptr},
    {"place", guarded<function_place>(), fast, nullptr},
    {"copyto", guarded<function_copyto>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
