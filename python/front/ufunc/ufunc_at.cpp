// ufunc.at: an operation applied at selected places, one after the other.
#include <algorithm>
#include <cstdlib>

#include "backends/cpu/floating_flags.h"
#include "backends/cpu/indexed.h"
#include "front/array/creation.h"
#include "front/array/state.h"
#include "front/index/index_selection.h"
#include "front/ufunc/elementwise.h"
#include "front/ufunc/ufunc_folds.h"

namespace numen::front {
namespace {

// The second operand in the loop's type and of the selection's shape, the index axes first.
struct Second {
    Ref array;
    char* data = nullptr;
    npy_intp strides[max_dimensions] = {};
};

bool prepare_second(ArrayObject* a, PyObject* b, const Selection& selection, Dtype dtype,
                    Second& second) {
    ArrayObject* given_b = as_array(b);
    if (!stretched_strides(selection, view_of(given_b), second.strides)) return false;
    const bool copies = dtype_of(given_b) != dtype || may_overlap(view_of(a), view_of(given_b)) ||
                        !(given_b->f.flags & NPY_ARRAY_ALIGNED);
    second.array = Ref(copies ? as_object(copy_array(given_b, dtype, 'C')) : Py_NewRef(b));
    if (!second.array) return false;
    second.data = as_array(second.array.get())->f.data;
    return stretched_strides(selection, view_of(as_array(second.array.get())), second.strides);
}

// Walks over a shape in C order; `offset` follows the strides.
class Walk {
  public:
    Walk(int nd, const npy_intp* shape, const npy_intp* strides)
        : nd_(nd), shape_(shape), strides_(strides) {
        std::fill_n(index_, nd, 0);  // not all: there is a walk for each place
    }
    bool next() {
        for (int axis = nd_ - 1; axis >= 0; --axis) {
            offset += strides_[axis];
            if (++index_[axis] < shape_[axis]) return true;
            offset -= strides_[axis] * shape_[axis];
            index_[axis] = 0;
        }
        return false;
    }
    npy_intp offset = 0;

  private:
    int nd_;
    const npy_intp* shape_;
    const npy_intp* strides_;
    npy_intp index_[max_dimensions];
};

constexpr double element_cost = 5;  // nanoseconds

npy_intp product(const npy_intp* shape, int nd) {
    npy_intp count = 1;
    for (int i = 0; i < nd; ++i) count *= shape[i];
    return count;
}

// Selections of single elements, or of rows, whose second operands lie evenly spaced.
bool apply_in_a_row(Op op, ArrayObject* a, const Selection& selection, const Second& second) {
    if (selection.rest_nd > 1 || selection.nd != 1) return false;
    cpu::Row row;
    if (selection.rest_nd == 1) {
        row = {selection.rest_shape[0], selection.rest_strides[0], second.strides[1]};
    }
    return cpu::update_elements(op, dtype_of(a), a->f.data, selection.offsets.values.get(),
                                selection.count, second.data, second.strides[0], row);
}

// The numbers that change a vector at a vector of places: one for all, or one for each.
struct VectorSecond {
    const char* data = nullptr;
    npy_intp step = 0;
};

// Is a vector changed at a vector of places by nothing, by one number or by as many numbers as
// there are places, all of one type and beside each other? Then no list of the places is made.
bool walks_beside(ArrayObject* a, ArrayObject* b, const ParsedIndex& index,
                  VectorPositions& vector, VectorSecond& second) {
    if (!(a->f.flags & NPY_ARRAY_ALIGNED)) return false;
    if (b == nullptr) return vector_positions(a, index, vector);
    if (dtype_of(b) != dtype_of(a) || b->f.nd > 1 || !(b->f.flags & NPY_ARRAY_ALIGNED) ||
        may_overlap(view_of(a), view_of(b)) || !vector_positions(a, index, vector)) {
        return false;
    }
    const bool is_single = b->f.nd == 0 || b->f.dimensions[0] == 1;
    second = {b->f.data, is_single ? 0 : b->f.strides[0]};
    return is_single || b->f.dimensions[0] == vector.count;
}

// One element at a time by the loop over arrays.
Status run_each(const LoopEntry& loop, const cpu::Places& places, const char* values,
                npy_intp step) {
    static constexpr npy_intp steps[3] = {};
    Status status = status_ok;
    for (npy_intp i = 0; i < places.count; ++i) {
        char* element = places.element(i);
        char* data[3] = {element, element, element};
        if (loop.inputs == 2) data[1] = const_cast<char*>(values + i * step);
        status |= loop.run(data, steps, 1);
    }
    return status;
}

Status update(Op op, const LoopEntry& loop, ArrayObject* a, const VectorPositions& vector,
              const VectorSecond& second) {
    Status status = status_ok;
    vector.each_block(a->f.data, [&](const cpu::Places& places, npy_intp begin) {
        const char* values = second.data + begin * second.step;
        if (loop.inputs == 2 &&
            cpu::update_elements(op, dtype_of(a), places, values, second.step)) {
            return;
        }
        status |= run_each(loop, places, values, second.step);
    });
    return status;
}

// What NumPy names in warnings of ufunc.at: the ufunc where it has a loop over places for it and
// the call is a plain one on a vector, else the method.
const char* name_in_reports(Op op, ArrayObject* a, ArrayObject* b, const ParsedIndex& index,
                            const LoopEntry& loop) {
    switch (op) {
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::maximum:
        case Op::minimum:
        case Op::fmax:
        case Op::fmin:
        case Op::floor_divide: break;
        case Op::divide:
            if (is_complex(dtype_of(a))) return "at";
            break;
        default: return "at";
    }
    const bool is_plain = a->f.nd == 1 && index.entries.size() == 1 && b->f.nd <= 1 &&
                          dtype_of(b) == dtype_of(a) && loop.input[1] == dtype_of(a) &&
                          (b->f.flags & NPY_ARRAY_ALIGNED) != 0;
    return is_plain ? info(op).name.data() : "at";
}

bool report(Status status, const char* name) {
    if (status & status_negative_power) {
        PyErr_SetString(PyExc_ValueError,
                        "Integers to negative integer powers are not allowed.");
        return false;
    }
    return (status & status_floating_mask) == 0 || report_floating(status, name);
}

Status apply(Op op, ArrayObject* a, const Selection& selection, const LoopEntry& loop,
             const Second& second) {
    Status status = status_ok;
    if (loop.inputs == 2 && loop.input[1] == dtype_of(a) &&
        apply_in_a_row(op, a, selection, second)) {
        return status;
    }
    Walk places(selection.nd, selection.shape, second.strides);
    if (product(selection.rest_shape, selection.rest_nd) == 0) return status;
    // A loop runs over the last axis of a row, whose elements are apart from each other.
    const int last = selection.rest_nd - 1;
    const bool has_rows =
        last >= 0 && std::abs(selection.rest_strides[last]) >= itemsize(dtype_of(a));
    const int walked = has_rows ? last : selection.rest_nd;
    const npy_intp length = has_rows ? selection.rest_shape[last] : 1;
    const npy_intp step = has_rows ? selection.rest_strides[last] : 0;
    const npy_intp* second_strides = second.strides + selection.nd;
    const npy_intp steps[3] = {
        step, loop.inputs == 2 && has_rows ? second_strides[last] : step, step};
    for (const npy_intp offset : selection.offsets.all()) {
        Walk to(walked, selection.rest_shape, selection.rest_strides);
        Walk from(walked, selection.rest_shape, second_strides);
        do {
            char* element = a->f.data + offset + to.offset;
            char* data[3] = {element, element, element};
            if (loop.inputs == 2) data[1] = second.data + places.offset + from.offset;
            status |= loop.run(data, steps, length);
            from.next();
        } while (to.next());
        places.next();
    }
    return status;
}

}  // namespace

PyObject* at_selected(ArrayObject* a, ParsedIndex& index, const LoopEntry& loop, Op op,
                      PyObject* b, bool& unsupported) {
    // NumPy's own writes to a piece of np.broadcast_arrays without its warning.
    const bool is_numpys = !index.advanced || (a->f.flags & warns_on_write) != 0;
    if (is_numpys) return unsupported = true, nullptr;
    if (b != nullptr) {
        if (!is_ours(b) || dtype_of(as_array(b)) == no_dtype) return unsupported = true, nullptr;
        if (!values(as_array(b))) return nullptr;
    }
    Status status = status_ok;
    const char* name = name_in_reports(op, a, as_array(b), index, loop);
    const auto applied = [&](bool reads_flags, npy_intp elements, auto&& work) {
        if (!prepare_write(a)) return false;
        without_lock(element_cost * static_cast<double>(elements), [&] {
            if (reads_flags) cpu::clear_floating_flags();
            work();
            if (reads_flags) status |= cpu::floating_flags();
        });
        end_write(a);
        return report(status, name);
    };
    VectorPositions vector;
    VectorSecond beside;
    if ((b == nullptr || loop.input[1] == dtype_of(a)) &&
        walks_beside(a, as_array(b), index, vector, beside)) {
        // Comparing with a NaN is invalid in NumPy's loop here, and only here.
        const bool compares = (op == Op::maximum || op == Op::minimum) && !loop.hardware_flags &&
                              (dtype_of(a) == Dtype::float32 || dtype_of(a) == Dtype::float64);
        const bool done = applied(loop.hardware_flags || compares, vector.count, [&] {
            status = update(op, loop, a, vector, beside);
        });
        return done ? Py_NewRef(Py_None) : nullptr;
    }
    Selection selection;
    Second second;
    if (select(a, index, selection) != Found::ok ||
        (b != nullptr && (!can_cast_same_kind(dtype_of(as_array(b)), loop.input[1]) ||
                          !prepare_second(a, b, selection, loop.input[1], second)))) {
        return unsupported = !PyErr_Occurred(), nullptr;
    }
    const npy_intp all = selection.count * product(selection.rest_shape, selection.rest_nd);
    const bool done = applied(loop.hardware_flags, all, [&] {
        status = apply(op, a, selection, loop, second);
    });
    return done ? Py_NewRef(Py_None) : nullptr;
}

}  // namespace numen::front
