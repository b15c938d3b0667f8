// outer and linalg.outer: tables of the products of two vectors' elements.
#include "backends/cpu/floating_flags.h"
#include "front/array/creation.h"
#include "front/array/layout.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/functions/products.h"
#include "front/functions/tables.h"
#include "front/index/index.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

bool is_small_plain(PyObject* x) {
    if (!is_exposed(x)) return false;
    constexpr int wanted = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED;
    return (as_array(x)->f.flags & wanted) == wanted && dtype_of(as_array(x)) != no_dtype;
}

// The rows of a small table one after the other, if they are not many short ones; null without an
// exception if the operands are others than packed arrays of one type.
PyObject* quick_outer(PyObject* left, PyObject* right) {
    if (!is_small_plain(left) || !is_small_plain(right)) return nullptr;
    ArrayObject *a = as_array(left), *b = as_array(right);
    const Dtype dtype = dtype_of(a);
    const npy_intp shape[] = {element_count(a), element_count(b)}, item = itemsize(dtype);
    const LoopEntry& loop = resolve(Op::multiply, dtype, dtype);
    npy_intp count;
    if (dtype_of(b) != dtype || loop.run == nullptr || loop.output[0] != dtype ||
        __builtin_mul_overflow(shape[0], shape[1], &count) || count > quick_limit ||
        (shape[0] > 64 && shape[1] < 16)) {
        return nullptr;
    }
    Ref table(as_object(new_exposed(dtype, 2, shape)));
    if (!table) return nullptr;
    const npy_intp steps[] = {0, item, item};
    char* out = as_array(table.get())->f.data;
    if (loop.hardware_flags) cpu::clear_floating_flags();
    Status status = status_ok;
    for (npy_intp i = 0; i < shape[0]; ++i) {
        char* data[] = {a->f.data + i * item, b->f.data, out + i * shape[1] * item};
        status |= loop.run(data, steps, shape[1]);
    }
    if (loop.hardware_flags) status |= cpu::floating_flags();
    if (status != status_ok && !report_status(Op::multiply, status)) return nullptr;
    return table.release();
}

PyObject* outer(PyObject* left, PyObject* right, bool& unsupported) {
    if (PyObject* result = quick_outer(left, right); result != nullptr || PyErr_Occurred()) {
        return result;
    }
    Ref a(as_numen_array(left));
    if (!a) return nullptr;
    Ref b(as_numen_array(right));
    if (!b) return nullptr;
    if (!is_ours(a.get()) || !is_ours(b.get()) || dtype_of(as_array(a.get())) == no_dtype ||
        dtype_of(as_array(b.get())) == no_dtype) {
        unsupported = true;
        return nullptr;
    }
    const npy_intp column[] = {element_count(as_array(a.get())), 1};
    const npy_intp row[] = {1, element_count(as_array(b.get()))};
    Ref standing(reshape(as_array(a.get()), 2, column));
    Ref lying(standing ? reshape(as_array(b.get()), 2, row) : nullptr);
    if (!lying) return nullptr;
    PyObject* factors[] = {standing.get(), lying.get()};
    return elementwise(Op::multiply, factors, 2, Manner{.order = 'C'}, unsupported);
}

PyObject* function_outer(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return product_of_two("outer", outer, {args, count, names});
}

// linalg.outer takes vectors only.
PyObject* function_outer_of_vectors(PyObject*, PyObject* const* args, Py_ssize_t count,
                                    PyObject* names) {
    const auto is_vector = [](PyObject* x) {
        return (is_ours(x) || PyArray_Check(x)) && as_array(x)->f.nd == 1;
    };
    if (count != 2 || !is_vector(args[0]) || !is_vector(args[1])) {
        return call_numpy("linalg.outer", {args, count, names});
    }
    return product_of_two("linalg.outer", outer, {args, count, names});
}

}  // namespace

PyMethodDef outer_functions[] = {
    {"outer", guarded<function_outer>(), fast, nullptr},
    {"linalg.outer", guarded<function_outer_of_vectors>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
