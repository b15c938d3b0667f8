// a[i] and a[i] = b of one axis by an array of positions, without parsing an index.
#include "backends/cpu/indexed.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/index/index.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

constexpr double place_cost = 1;  // nanoseconds, of an element by its position

// Whether the key is a dense row of int64 positions on the array's only axis.
bool is_row_of_positions(ArrayObject* a, PyObject* key) {
    if (a->f.nd != 1 || !is_array(key)) return false;
    constexpr int plain = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED;
    ArrayObject* positions = as_array(key);
    return positions->f.nd == 1 && dtype_of(positions) == Dtype::int64 &&
           (positions->f.flags & plain) == plain;
}

cpu::Places places_of(ArrayObject* a, PyObject* key) {
    ArrayObject* positions = as_array(key);
    return {a->f.data, a->f.strides[0], a->f.dimensions[0],
            reinterpret_cast<const std::int64_t*>(positions->f.data), positions->f.dimensions[0]};
}

// The value as elements of the target's type: where the first lies and the step to the next.
struct Source {
    Operand operand;
    Ref copy;  // of what lies on the target's own memory
    const char* data = nullptr;
    npy_intp step = 0;
};

// False if the value has another type or shape.
bool read_source(ArrayObject* a, npy_intp count, PyObject* value, Source& source) {
    Operand& operand = source.operand;
    classify(value, operand);
    const Dtype dtype = dtype_of(a);
    if (operand.kind == Kind::array) {
        ArrayObject* b = operand.array;
        if (operand.dtype != dtype || operand.ndim() != 1 || operand.layout.shape[0] != count) {
            return false;
        }
        source.data = b->f.data;
        source.step = operand.layout.strides[0];
        if (!may_overlap(view_of(a), operand.view())) return true;
        source.copy = Ref(as_object(copy_array(b, dtype, 'C')));
        if (!source.copy) return forget_error(), false;
        source.data = as_array(source.copy.get())->f.data;
        source.step = itemsize(dtype);
        return true;
    }
    // Python's ints and floats become every type of number, floats only no integers.
    if (!is_complex(dtype) && !is_floating(dtype) &&
        (operand.kind != Kind::weak_int || !is_integer(dtype))) {
        return false;
    }
    if (operand.kind != Kind::weak_int && operand.kind != Kind::weak_float) return false;
    Status status = status_ok;
    if (bind_weak(operand, dtype, status) != Bound::ok || status != status_ok) {
        forget_error();
        return false;
    }
    source.data = operand.value;
    return true;
}

}  // namespace

PyObject* quick_take(ArrayObject* a, PyObject* key) {
    if (!is_row_of_positions(a, key)) return nullptr;
    if (needs_values(a) || needs_values(as_array(key))) {
        // Other code may reshape either meanwhile.
        if (!values(a) || !values(as_array(key)) || !is_row_of_positions(a, key)) return nullptr;
    }
    const cpu::Places places = places_of(a, key);
    const Dtype dtype = dtype_of(a);
    ArrayObject* result = new_array(dtype, 1, &places.count);
    if (result == nullptr) return nullptr;
    const bool inside = without_lock(place_cost * static_cast<double>(places.count), [&] {
        return cpu::take_elements(result->f.data, places, itemsize(dtype));
    });
    if (inside) return as_object(result);
    Py_DECREF(result);
    return nullptr;  // the parsed index says which position lies outside
}

PyObject* take_places(ArrayObject* a, ArrayObject* given) {
    const bool is_row = (given->f.nd == 1 || is_c_contiguous(given)) &&
                        (given->f.flags & NPY_ARRAY_ALIGNED);
    const Dtype kind = dtype_of(given), dtype = dtype_of(a);
    const Ref row(is_row ? Py_NewRef(as_object(given)) : as_object(copy_array(given, kind, 'C')));
    if (!row) return nullptr;
    ArrayObject* read = as_array(row.get());
    const npy_intp count = element_count(given);
    const npy_intp step = read->f.nd == 1 ? read->f.strides[0] : itemsize(kind);
    Ref result(as_object(new_array(dtype, given->f.nd, given->f.dimensions)));
    if (!result) return nullptr;
    const cpu::Places places{a->f.data, a->f.strides[0], a->f.dimensions[0], nullptr, count};
    const StridedView positions{read->f.data, kind, 1, &count, &step};
    const bool inside = without_lock(place_cost * static_cast<double>(count), [&] {
        return cpu::take_elements(as_array(result.get())->f.data, places, positions,
                                  itemsize(dtype));
    });
    return inside ? result.release() : nullptr;
}

int quick_put(ArrayObject* a, PyObject* key, PyObject* value) {
    if (!is_row_of_positions(a, key) || !is_plainly_writeable(a)) return 1;
    if (is_ours(value) && !values(as_array(value))) return -1;
    if (!values(as_array(key)) || !prepare_write(a)) return -1;
    // Other code may have reshaped each of them.
    if (!is_row_of_positions(a, key)) return 1;
    if (may_overlap(view_of(a), view_of(as_array(key)))) return 1;
    Source source;
    if (!read_source(a, as_array(key)->f.dimensions[0], value, source)) return 1;
    const cpu::Places places = places_of(a, key);
    const int item = itemsize(dtype_of(a));
    const bool inside = without_lock(place_cost * static_cast<double>(places.count), [&] {
        return cpu::put_elements(places, item, source.data, source.step);
    });
    end_write(a);
    return inside ? 0 : 1;
}

}  // namespace numen::front
