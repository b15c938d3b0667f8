#include "front/ufunc/ufunc_call.h"

#include <algorithm>

#include "front/array/creation.h"
#include "front/array/layout.h"
#include "front/index/index.h"

namespace numen::front {
namespace {

// A tuple of outputs is a keyword's alone.
bool read_out(PyObject* given_out, bool is_keyword, PyObject*& out) {
    if (PyTuple_CheckExact(given_out)) {
        if (!is_keyword || PyTuple_GET_SIZE(given_out) != 1) return false;
        given_out = PyTuple_GET_ITEM(given_out, 0);
    }
    out = given_out == Py_None ? nullptr : given_out;
    return out == nullptr || is_array(out);
}

// All layouts are as they were when they were joined: code of the program's may change an array's.
struct MaskedCall {
    Operand in[3], mask;
    Layout out;
    StridedView views[5];  // inputs, mask, out
    int count;
    int nd = 0;
    npy_intp shape[max_dimensions];
};

// The operand, which is an array, repeated to the call's shape; null with an exception set.
PyObject* stretched(Operand& operand, const MaskedCall& call) {
    npy_intp strides[max_dimensions];
    broadcast_strides(operand.view(), call.nd, call.shape, strides);
    return as_object(new_view(operand.array, operand.dtype, call.nd, call.shape, strides, 0));
}

// The values of an input where the mask is true. A number beside another operand stays what it is:
// it says other things about types. Null without an exception where NumPy alone knows the type.
PyObject* gathered(PyObject* input, Operand& operand, const MaskedCall& call, PyObject* mask) {
    if (operand.kind != Kind::array) {
        if (call.count > 1) return Py_NewRef(input);
        operand.owned = Ref(as_numen_array(input));
        if (!operand.owned) return nullptr;
        classify(operand.owned.get(), operand);
        if (operand.kind != Kind::array) return nullptr;
    }
    const Ref whole(stretched(operand, call));
    return whole ? get_item(whole.get(), mask) : nullptr;
}

// Can `out` take the results? Asked before anything is computed, of empty operands.
bool may_receive(Op op, PyObject* const* operands, int count, const Manner& manner,
                 PyObject* out) {
    static constexpr npy_intp none = 0, step = 1;
    if (!(as_array(out)->f.flags & NPY_ARRAY_WRITEABLE)) return false;
    Ref empty[3];
    PyObject* inputs[3];
    for (int i = 0; i < count; ++i) {
        ArrayObject* array = is_ours(operands[i]) ? as_array(operands[i]) : nullptr;
        if (array != nullptr && array->f.nd == 1) {
            empty[i] = Ref(as_object(new_view(array, dtype_of(array), 1, &none, &step, 0)));
        }
        inputs[i] = empty[i] ? empty[i].get() : operands[i];
    }
    bool unsupported = false;
    Ref result(elementwise(op, inputs, count, manner, unsupported));
    if (!result) return false;
    Operand operand;
    classify(result.get(), operand);
    // Into another type NumPy's masked loops cast back and forth, which has its own warnings.
    return operand.dtype != no_dtype && operand.dtype == dtype_of(as_array(out));
}

// False, without an exception, if the shapes are NumPy's to refuse.
bool join(MaskedCall& call, PyObject* out) {
    for (int i = 0; i < call.count; ++i) call.views[i] = call.in[i].view();
    int count = call.count;
    call.views[count++] = call.mask.view();
    if (out != nullptr) {
        call.out = Layout(as_array(out));
        call.views[count++] = call.out.at(nullptr, dtype_of(as_array(out)));
    }
    if (!broadcast_shapes({call.views, static_cast<std::size_t>(count)}, call.nd, call.shape)) {
        return false;
    }
    if (out == nullptr) return call.nd > 0;
    return call.nd > 0 && call.out.nd == call.nd &&
           std::equal(call.shape, call.shape + call.nd, call.out.shape);
}

// A new array for the results, laid out as NumPy does it: the mask has its say, after the inputs.
PyObject* new_target(const MaskedCall& call, PyObject* values) {
    Operand operand;
    classify(values, operand);
    npy_intp strides[max_dimensions];
    result_strides({call.views, static_cast<std::size_t>(call.count + 1)}, itemsize(operand.dtype),
                   call.nd, call.shape, strides);
    return as_object(new_array_with_strides(operand.dtype, call.nd, call.shape, strides));
}

}  // namespace

Read read_keywords(const Arguments& arguments, UFuncKeywords& keywords) {
    static const Parameters<6> parameters(
        {"out", "where", "dtype", "casting", "order", "subok"}, 1);
    PyObject* argument[6];
    if (!parameters.read(arguments, argument)) return Read::numpy;
    Manner& manner = keywords.manner;
    const bool is_keyword = arguments.positional == 0;
    if (argument[0] != nullptr && !read_out(argument[0], is_keyword, manner.out)) {
        return Read::numpy;
    }
    if (argument[1] != nullptr && argument[1] != Py_True) keywords.where = argument[1];
    keywords.has_out = argument[0] != nullptr;
    keywords.leaves_gaps = keywords.where != nullptr && argument[0] == nullptr;
    if (given(argument[2])) {
        if (!read_dtype(argument[2], manner.dtype)) return Read::error;
        if (manner.dtype == no_dtype) return Read::numpy;
    }
    if (argument[3] != nullptr && !PyArray_CastingConverter(argument[3], &manner.casting)) {
        return Read::error;
    }
    // Casts that are stricter than the rule for numbers, or may lose values, are NumPy's.
    if (given(argument[2]) && argument[3] != nullptr &&
        (manner.casting < NPY_SAFE_CASTING || manner.casting == NPY_UNSAFE_CASTING)) {
        return Read::numpy;
    }
    if (given(argument[4]) && !read_order(argument[4], manner.order)) return Read::error;
    if (!is_flag(argument[5])) return Read::numpy;
    return manner.order == 'A' ? Read::numpy : Read::ok;
}

PyObject* masked_elementwise(Op op, PyObject* const* inputs, int count, const Manner& manner,
                             PyObject* where, bool& unsupported) {
    const bool known_out =
        manner.out == nullptr || (is_array(manner.out) &&
                                  dtype_of(as_array(manner.out)) != no_dtype &&
                                  !may_overlap_itself(as_array(manner.out)));
    Ref mask(as_numen_array(where));
    if (!mask) return nullptr;
    unsupported = !known_out || info(op).outputs != 1 || !is_ours(mask.get()) ||
                  dtype_of(as_array(mask.get())) != Dtype::boolean;
    MaskedCall call;
    call.count = count;
    for (int i = 0; !unsupported && i < count; ++i) {
        if (!classify_converting(inputs[i], call.in[i])) return nullptr;
        unsupported = call.in[i].kind == Kind::foreign;
    }
    if (unsupported) return nullptr;
    classify(mask.get(), call.mask);
    if (call.mask.dtype != Dtype::boolean || !join(call, manner.out)) {
        return unsupported = true, nullptr;
    }
    const Ref whole_mask(stretched(call.mask, call));
    if (!whole_mask) return nullptr;
    Ref parts[3];
    PyObject* operands[3];
    for (int i = 0; i < count; ++i) {
        parts[i] = Ref(gathered(inputs[i], call.in[i], call, whole_mask.get()));
        operands[i] = parts[i].get();
        if (operands[i] == nullptr) return unsupported = !PyErr_Occurred(), nullptr;
    }
    const Manner inner{.dtype = manner.dtype, .casting = manner.casting};
    if (manner.out != nullptr && !may_receive(op, operands, count, inner, manner.out)) {
        unsupported = !PyErr_Occurred();
        return nullptr;
    }
    Ref values(elementwise(op, operands, count, inner, unsupported));
    if (!values) return nullptr;
    Ref target(manner.out != nullptr ? Py_NewRef(manner.out) : new_target(call, values.get()));
    if (!target || set_item(target.get(), whole_mask.get(), values.get()) < 0) return nullptr;
    return target.release();
}

}  // namespace numen::front
