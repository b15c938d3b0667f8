// The hot path: small exposed arrays and numbers of one shape. Operands whose types the loop takes
// as they are go straight to it, others pass through the stack. No general broadcasting, no
// recorder; whatever does not fit goes the general way.
#include <algorithm>
#include <cstring>

#include "backends/cpu/data_kernels.h"
#include "backends/cpu/floating_flags.h"
#include "front/module/observer.h"
#include "front/ufunc/elementwise.h"
#include "front/ufunc/run_loop.h"

namespace numen::front {
namespace {

struct Quick {
    Dtype dtype = no_dtype;
    char* data = nullptr;
    npy_intp step = 0;              // bytes between elements; 0 for a number
    ArrayObject* array = nullptr;   // null for a number
    PyObject* object = nullptr;
    Number number;
};

// A number is usable at once; an array if one step walks over all of it.
inline bool load_array(PyObject* object, Quick& quick) {
    ArrayObject* a = as_array(object);
    if (!(a->f.flags & NPY_ARRAY_ALIGNED)) return false;
    quick.dtype = dtype_of(a->f.descr);
    if (quick.dtype == no_dtype) return false;
    if (a->f.flags & NPY_ARRAY_C_CONTIGUOUS) {
        quick.step = itemsize(quick.dtype);
    } else if (a->f.nd == 1) {
        quick.step = a->f.strides[0];
    } else {
        return false;
    }
    quick.data = a->f.data;
    quick.array = a;
    return true;
}

// A number that overflows the other operand's type is the general path's.
inline bool load_number(PyObject* object, Quick& quick, Dtype other) {
    if (PyFloat_CheckExact(object) && other == Dtype::float64) {
        quick.dtype = Dtype::float64;
        quick.data = reinterpret_cast<char*>(&reinterpret_cast<PyFloatObject*>(object)->ob_fval);
        return true;
    }
    classify_number(object, quick.number);
    const Kind kind = quick.number.kind;
    Status status = status_ok;
    if (is_weak(kind)) {
        if (bind_weak(quick.number, weak_dtype(kind, other), status) != Bound::ok) {
            return forget_error(), false;
        }
        if (status != status_ok) return false;
    } else if (kind != Kind::scalar) {
        return false;
    }
    quick.dtype = quick.number.dtype;
    quick.data = quick.number.value;
    return true;
}

// The operation on the base alone that a power with one exponent is; else `op` itself.
inline Op simpler(Op op, const Quick& exponent) {
    if (op != Op::power || (exponent.array != nullptr && exponent.array->f.nd > 0)) return op;
    if (exponent.dtype == Dtype::float64) {
        return power_operation(*reinterpret_cast<double*>(exponent.data));
    }
    return exponent.dtype == Dtype::float32
               ? power_operation(*reinterpret_cast<float*>(exponent.data))
               : op;
}

inline bool same_shape(ArrayObject* a, ArrayObject* b) {
    if (a->f.nd != b->f.nd) return false;
    for (int axis = 0; axis < a->f.nd; ++axis) {
        if (a->f.dimensions[axis] != b->f.dimensions[axis]) return false;
    }
    return true;
}

// Loads both sides; `shape` is the array that gives the result its shape.
inline bool load_pair(PyObject* left, PyObject* right, Quick& l, Quick& r, ArrayObject*& shape) {
    const bool left_array = is_exposed(left), right_array = is_exposed(right);
    if (left_array && !load_array(left, l)) return false;
    if (right_array && !load_array(right, r)) return false;
    if (left_array && right_array) {
        if (same_shape(l.array, r.array)) {
            shape = l.array;
            return true;
        }
        if (r.array->f.nd == 0) {
            r.step = 0;
            shape = l.array;
            return true;
        }
        shape = r.array;
        l.step = 0;
        return l.array->f.nd == 0;
    }
    shape = left_array ? l.array : r.array;
    return left_array ? load_number(right, r, l.dtype)
                      : right_array && load_number(left, l, r.dtype);
}

inline bool finish(Op op, Status status) {
    if (status == status_ok) [[likely]] return true;
    if (status & status_negative_power) {
        PyErr_SetString(PyExc_ValueError,
                        "Integers to negative integer powers are not allowed.");
        return false;
    }
    return report_status(op, status);
}

// Whole numbers for a function of floats are converted into the result's memory, which has the
// loop's input type, and the loop works in place. Such a conversion raises no flag.
inline bool is_converted_in_place(const LoopEntry& loop, Dtype given) {
    return given < Dtype::float16 && is_floating(loop.input[0]) && loop.input[0] == loop.output[0];
}

inline void convert_in_place(const LoopEntry& loop, Quick& x, char* result, npy_intp count) {
    const npy_intp width = itemsize(loop.input[0]);
    cpu::data_kernels().cast[static_cast<int>(loop.input[0])][static_cast<int>(x.dtype)](
        result, width, x.data, x.step, count);
    x.data = result;
    x.step = width;
}

// May the operand pass through the stack? Conversions that can raise flags need a loop whose flags
// are read from the register, where theirs count too.
inline bool is_convertible(const LoopEntry& loop, Dtype given, Dtype wanted) {
    return given == wanted || given < Dtype::float16 || loop.hardware_flags;
}

// A block of the operand in the loop's type, in `buffer` if it has another one; a number once.
struct Converted {
    char* data;
    npy_intp step;
};
inline Converted convert_block(const Quick& x, Dtype wanted, npy_intp begin, npy_intp count,
                               char* buffer) {
    char* from = x.data + begin * x.step;
    if (x.dtype == wanted) return {from, x.step};
    const npy_intp width = itemsize(wanted);
    cpu::data_kernels().cast[static_cast<int>(wanted)][static_cast<int>(x.dtype)](
        buffer, width, from, x.step, x.step == 0 ? 1 : count);
    return {buffer, x.step == 0 ? 0 : width};
}

Status run_converting(const LoopEntry& loop, const Quick* const* in, char* const* results,
                      npy_intp count) {
    constexpr npy_intp block = 256;
    alignas(64) char buffers[2][block * 16];
    if (loop.hardware_flags) cpu::clear_floating_flags();
    Status status = status_ok;
    for (npy_intp begin = 0; begin < count; begin += block) {
        const npy_intp length = std::min(block, count - begin);
        char* data[4];
        npy_intp steps[4];
        for (int i = 0; i < loop.inputs; ++i) {
            const auto [at, step] =
                convert_block(*in[i], loop.input[i], begin, length, buffers[i]);
            data[i] = at;
            steps[i] = step;
        }
        for (int i = 0; i < loop.outputs; ++i) {
            steps[loop.inputs + i] = itemsize(loop.output[i]);
            data[loop.inputs + i] = results[i] + begin * steps[loop.inputs + i];
        }
        status |= loop.run(data, steps, length);
    }
    if (loop.hardware_flags) return status | cpu::floating_flags();
    clear_unasked_flags(loop, count);
    return status;
}

// The call with conversions or two results; `shape` has axes.
PyObject* converting_result(Op op, const LoopEntry& loop, const Quick* const* in,
                            ArrayObject* shape) {
    for (int i = 0; i < loop.inputs; ++i) {
        if (!is_convertible(loop, in[i]->dtype, loop.input[i])) return nullptr;
    }
    const npy_intp count = element_count(shape);
    if (shape->f.nd == 0 || count > quick_limit) return nullptr;
    Ref results[2];
    char* data[2] = {};
    for (int i = 0; i < loop.outputs; ++i) {
        ArrayObject* result = new_exposed(loop.output[i], shape->f.nd, shape->f.dimensions);
        if (result == nullptr) return nullptr;
        data[i] = result->f.data;
        results[i] = Ref(as_object(result));
    }
    const Status status = run_converting(loop, in, data, count);
    if (!finish(op, status)) return nullptr;
    if (loop.outputs == 1) return results[0].release();
    return PyTuple_Pack(2, results[0].get(), results[1].get());
}

PyObject* scalar_result(Op op, const LoopEntry& loop, char** data) {
    constexpr npy_intp steps[3] = {};
    alignas(16) char value[16];
    data[loop.inputs] = value;
    const Status status = run_apart(loop, data, steps, 1);
    return finish(op, status) ? make_scalar(loop.output[0], value) : nullptr;
}

}  // namespace

PyObject* quick_binary(Op op, PyObject* left, PyObject* right) {
    Quick l, r;
    ArrayObject* shape;
    if (!load_pair(left, right, l, r, shape)) return nullptr;
    // ldexp promotes its operands apart.
    if (op == Op::ldexp && (l.array == nullptr || r.array == nullptr)) return nullptr;
    if (needs_word(op, l.number) || needs_word(op, r.number)) return nullptr;
    if (const Op simple = simpler(op, r); simple != op) {
        // A number on the left has taken its type from the exponent: not by itself.
        return l.array != nullptr && l.dtype == r.dtype ? quick_unary(op, simple, left) : nullptr;
    }
    const LoopEntry& loop = resolve(op, l.dtype, r.dtype);
    if (loop.run == nullptr) return nullptr;
    if (loop.input[0] != l.dtype || loop.input[1] != r.dtype || loop.outputs != 1) {
        const Quick* both[2] = {&l, &r};
        return converting_result(op, loop, both, shape);
    }
    char* data[3] = {l.data, r.data, nullptr};
    if (shape->f.nd == 0) return scalar_result(op, loop, data);
    const npy_intp count = element_count(shape);
    if (count > quick_limit) return nullptr;
    ArrayObject* result = new_exposed(loop.output[0], shape->f.nd, shape->f.dimensions);
    if (result == nullptr) return nullptr;
    data[2] = result->f.data;
    const Observation observation(Event::at_once, op, "small");
    const npy_intp steps[3] = {l.step, r.step, itemsize(loop.output[0])};
    const Status status = run_apart(loop, data, steps, count);
    if (!finish(op, status)) {
        Py_DECREF(result);
        return nullptr;
    }
    return as_object(result);
}

PyObject* quick_unary(Op name, Op op, PyObject* operand) {
    Quick x;
    if (is_exposed(operand) ? !load_array(operand, x)
                            : !load_number(operand, x, no_dtype)) {
        return nullptr;
    }
    const LoopEntry& loop = resolve(op, x.dtype);
    if (loop.run == nullptr) return nullptr;
    if (loop.outputs != 1) {
        const Quick* one[1] = {&x};
        return x.array == nullptr ? nullptr : converting_result(name, loop, one, x.array);
    }
    const bool converts = loop.input[0] != x.dtype;
    if (converts && !is_converted_in_place(loop, x.dtype)) return nullptr;
    char* data[2] = {x.data, nullptr};
    if (x.array == nullptr || x.array->f.nd == 0) {
        alignas(16) char converted[16];
        if (converts) convert_in_place(loop, x, converted, 1);
        data[0] = x.data;
        return scalar_result(name, loop, data);
    }
    const npy_intp count = element_count(x.array);
    if (count > quick_limit) return nullptr;
    ArrayObject* result = new_exposed(loop.output[0], x.array->f.nd, x.array->f.dimensions);
    if (result == nullptr) return nullptr;
    const Observation observation(Event::at_once, name, "small");
    if (converts) convert_in_place(loop, x, result->f.data, count);
    data[0] = x.data;
    data[1] = result->f.data;
    const npy_intp steps[2] = {x.step, itemsize(loop.output[0])};
    const Status status =
        converts ? run(loop, data, steps, count) : run_apart(loop, data, steps, count);
    if (!finish(name, status)) {
        Py_DECREF(result);
        return nullptr;
    }
    return as_object(result);
}

PyObject* quick_in_place(Op op, PyObject* left, PyObject* right) {
    if (!is_exposed(left)) return nullptr;
    Quick l, r;
    ArrayObject* shape;
    if (!load_pair(left, right, l, r, shape) || simpler(op, r) != op) {
        return nullptr;
    }
    if (shape != l.array || !is_plainly_writeable(l.array)) return nullptr;
    // Powers of whole numbers may be refused, and then leave the array as it is.
    if (op == Op::power && is_integer(l.dtype)) return nullptr;
    const LoopEntry& loop = resolve(op, l.dtype, r.dtype);
    if (loop.run == nullptr || loop.input[0] != l.dtype || loop.input[1] != r.dtype ||
        loop.outputs != 1 || loop.output[0] != l.dtype) {
        return nullptr;
    }
    const npy_intp count = element_count(l.array);
    if (count > quick_limit) return nullptr;
    if (r.array != nullptr && !(l.data == r.data && l.step == r.step) &&
        may_overlap(view_of(l.array), view_of(r.array))) {
        return nullptr;
    }
    if (count > 1 && std::abs(l.step) < itemsize(l.dtype)) return nullptr;  // it overlaps itself
    char* data[3] = {l.data, r.data, l.data};
    const Observation observation(Event::at_once, op, "small");
    const npy_intp steps[3] = {l.step, r.step, l.step};
    const Status status = run(loop, data, steps, count);
    return finish(op, status) ? Py_NewRef(left) : nullptr;
}

}  // namespace numen::front
