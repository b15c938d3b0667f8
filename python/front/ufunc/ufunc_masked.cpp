// ufunc(..., where=mask): what the mask selects is gathered, computed and written to its places,
// piece by piece, so that no temporary is as large as the arrays. What floating-point errors the
// pieces had is told once, after everything is written, as NumPy does.
#include <algorithm>
#include <utility>

#include "front/array/creation.h"
#include "front/array/layout.h"
#include "front/array/state.h"
#include "front/index/index.h"
#include "front/ufunc/elementwise_call.h"
#include "front/ufunc/ufunc_call.h"

namespace numen::front {
namespace {

// What is gathered for a piece stays in the caches; of fewer elements each call would be felt.
constexpr npy_intp piece_elements = npy_intp{1} << 17;

// All layouts are as they were when they were joined: code of the program's may change an array's.
struct MaskedCall {
    Op op;
    PyObject* const* inputs;
    int count;
    PyObject* out;
    Manner manner;  // of the operation on what was gathered
    Gathered errors;
    Operand in[3], mask;
    Layout out_layout;
    StridedView views[5];  // inputs, mask, out
    int nd = 0;
    npy_intp shape[max_dimensions];
};

// A part of the call's shape.
struct Piece {
    npy_intp first[max_dimensions];
    npy_intp shape[max_dimensions];
};

// Calls work(piece) for the parts of a piece along `axis` and those after it, in C order; false
// once it gives false.
template <class Work> bool for_pieces(Piece& piece, int nd, int axis, Work&& work) {
    npy_intp inner = 1;
    for (int i = axis + 1; i < nd; ++i) inner *= piece.shape[i];
    if (axis == nd || inner * piece.shape[axis] <= piece_elements) return work(piece);
    const npy_intp extent = piece.shape[axis];
    const npy_intp step = std::max<npy_intp>(1, piece_elements / inner);
    for (npy_intp first = 0; first < extent; first += step) {
        piece.first[axis] = first;
        piece.shape[axis] = std::min(step, extent - first);
        if (!for_pieces(piece, nd, axis + 1, work)) return false;
    }
    piece.first[axis] = 0;
    piece.shape[axis] = extent;
    return true;
}

// The piece of an array with these strides in the call's shape; null with an exception set.
Ref piece_of(ArrayObject* array, Dtype dtype, const npy_intp* strides, int nd, const Piece& piece) {
    npy_intp offset = 0;
    for (int axis = 0; axis < nd; ++axis) offset += piece.first[axis] * strides[axis];
    return Ref(as_object(new_view(array, dtype, nd, piece.shape, strides, offset)));
}

// The same of an operand that is an array, repeated to the call's shape.
Ref piece_of(Operand& operand, const MaskedCall& call, const Piece& piece) {
    npy_intp strides[max_dimensions];
    broadcast_strides(operand.view(), call.nd, call.shape, strides);
    return piece_of(operand.array, operand.dtype, strides, call.nd, piece);
}

// The values of an input where the mask is true. A number beside another operand stays what it is:
// it says other things about types. Null without an exception where NumPy alone knows the type.
PyObject* gathered(MaskedCall& call, int i, const Piece& piece, PyObject* mask) {
    Operand& operand = call.in[i];
    if (operand.kind != Kind::array) {
        if (call.count > 1) return Py_NewRef(call.inputs[i]);
        operand.owned = Ref(as_numen_array(call.inputs[i]));
        if (!operand.owned) return nullptr;
        classify(operand.owned.get(), operand);
        if (operand.kind != Kind::array) return nullptr;
    }
    const Ref part = piece_of(operand, call, piece);
    return part ? get_item(part.get(), mask) : nullptr;
}

// Can the output take the results? Asked before anything is computed, of empty operands.
bool may_receive(const MaskedCall& call, PyObject* const* operands) {
    static constexpr npy_intp none = 0, step = 1;
    if (!(as_array(call.out)->f.flags & NPY_ARRAY_WRITEABLE)) return false;
    Ref empty[3];
    PyObject* inputs[3];
    for (int i = 0; i < call.count; ++i) {
        ArrayObject* array = is_ours(operands[i]) ? as_array(operands[i]) : nullptr;
        if (array != nullptr && array->f.nd == 1) {
            empty[i] = Ref(as_object(new_view(array, dtype_of(array), 1, &none, &step, 0)));
        }
        inputs[i] = empty[i] ? empty[i].get() : operands[i];
    }
    bool unsupported = false;
    Gathered untold;
    Manner manner = call.manner;
    manner.gathered = &untold;
    Ref result(elementwise(call.op, inputs, call.count, manner, unsupported));
    if (!result) return false;
    Operand operand;
    classify(result.get(), operand);
    // Into another type NumPy's masked loops cast back and forth, which has its own warnings.
    return operand.dtype != no_dtype && operand.dtype == dtype_of(as_array(call.out));
}

// False, without an exception, if the shapes are NumPy's to refuse.
bool join(MaskedCall& call) {
    for (int i = 0; i < call.count; ++i) call.views[i] = call.in[i].view();
    int count = call.count;
    call.views[count++] = call.mask.view();
    if (call.out != nullptr) {
        call.out_layout = Layout(as_array(call.out));
        call.views[count++] = call.out_layout.at(nullptr, dtype_of(as_array(call.out)));
    }
    if (!broadcast_shapes({call.views, static_cast<std::size_t>(count)}, call.nd, call.shape)) {
        return false;
    }
    if (call.out == nullptr) return call.nd > 0;
    return call.nd > 0 && call.out_layout.nd == call.nd &&
           std::equal(call.shape, call.shape + call.nd, call.out_layout.shape);
}

// A new array for the results, laid out as NumPy does it: the mask has its say, after the inputs.
Ref new_target(const MaskedCall& call, PyObject* values) {
    Operand operand;
    classify(values, operand);
    npy_intp strides[max_dimensions];
    result_strides({call.views, static_cast<std::size_t>(call.count + 1)}, itemsize(operand.dtype),
                   call.nd, call.shape, strides);
    return Ref(as_object(new_array_with_strides(operand.dtype, call.nd, call.shape, strides)));
}

// Does the operand lie on the output's memory in another arrangement?
bool meets_output(MaskedCall& call, Operand& operand) {
    ArrayObject* out = as_array(call.out);
    const StridedView target = call.out_layout.at(out->f.data, dtype_of(out));
    npy_intp strides[max_dimensions];
    StridedView view = operand.view();
    broadcast_strides(view, call.nd, call.shape, strides);
    view = {view.data, view.dtype, call.nd, call.shape, strides};
    return may_overlap(view, target) && !is_same_map(view, target);
}

// Copies inputs, and the mask, that pieces of the output would be written over; one piece reads
// everything before it writes. False with an exception set.
bool set_aside(MaskedCall& call) {
    const StridedView all{nullptr, Dtype::int8, call.nd, call.shape, nullptr};
    if (call.out == nullptr || element_count(all) <= piece_elements) return true;
    const auto copy = [&](Operand& operand) {
        if (operand.kind != Kind::array || !meets_output(call, operand)) return true;
        Ref own(as_object(copy_array(operand.array, operand.dtype, 'K')));
        if (!own) return false;
        classify(own.get(), operand);
        operand.owned = std::move(own);
        return true;
    };
    return copy(call.mask) && std::all_of(call.in, call.in + call.count, copy);
}

// Computes a piece and writes it to `target`, which is made where it is null. False with an
// exception set, or with `unsupported`, before anything is written.
bool compute_piece(MaskedCall& call, const Piece& piece, Ref& target, bool& unsupported) {
    const Ref mask = piece_of(call.mask, call, piece);
    if (!mask) return false;
    Ref parts[3];
    PyObject* operands[3];
    for (int i = 0; i < call.count; ++i) {
        parts[i] = Ref(gathered(call, i, piece, mask.get()));
        operands[i] = parts[i].get();
        if (operands[i] == nullptr) return unsupported = !PyErr_Occurred(), false;
    }
    if (!target && call.out != nullptr) {
        if (!may_receive(call, operands)) return unsupported = !PyErr_Occurred(), false;
        target = Ref::share(call.out);
    }
    Ref values(elementwise(call.op, operands, call.count, call.manner, unsupported));
    if (!values) return false;
    if (!target) target = new_target(call, values.get());
    if (!target) return false;
    ArrayObject* whole = as_array(target.get());
    const Layout layout = call.out != nullptr ? call.out_layout : Layout(whole);
    const Ref part = piece_of(whole, dtype_of(whole), layout.strides, call.nd, piece);
    return part && set_item(part.get(), mask.get(), values.get()) == 0;
}

// Reads the arguments; false with an exception set, or with `unsupported`.
bool prepare(MaskedCall& call, PyObject* where, Ref& mask, bool& unsupported) {
    const auto leave = [&] { return unsupported = !PyErr_Occurred(), false; };
    const bool known_out = call.out == nullptr ||
                           (is_array(call.out) && dtype_of(as_array(call.out)) != no_dtype &&
                            !may_overlap_itself(as_array(call.out)));
    mask = Ref(as_numen_array(where));
    if (!mask) return false;
    if (!known_out || info(call.op).outputs != 1 || !is_ours(mask.get()) ||
        dtype_of(as_array(mask.get())) != Dtype::boolean) {
        return leave();
    }
    for (int i = 0; i < call.count; ++i) {
        if (!classify_converting(call.inputs[i], call.in[i])) return false;
        if (call.in[i].kind == Kind::foreign) return leave();
    }
    classify(mask.get(), call.mask);
    if (call.mask.dtype != Dtype::boolean || !join(call)) return leave();
    // Where the output lies in memory decides what is gathered before it is written.
    if (call.out != nullptr && !values(as_array(call.out))) return false;
    const int refused = has_negative_exponents(call.op, call.in[1]);
    return refused == 0 || leave();
}

}  // namespace

PyObject* masked_elementwise(Op op, PyObject* const* inputs, int count, const Manner& manner,
                             PyObject* where, bool& unsupported) {
    MaskedCall call;
    call.op = op;
    call.inputs = inputs;
    call.count = count;
    call.out = manner.out;
    call.manner = {.dtype = manner.dtype, .casting = manner.casting, .gathered = &call.errors};
    Ref mask, target;
    if (!prepare(call, where, mask, unsupported) || !set_aside(call)) return nullptr;
    Piece whole{};
    std::copy_n(call.shape, call.nd, whole.shape);
    const auto compute = [&](const Piece& piece) {
        return compute_piece(call, piece, target, unsupported);
    };
    if (!for_pieces(whole, call.nd, 0, compute) || !report_cast(call.errors.cast) ||
        !report_status(op, call.errors.loop)) {
        return nullptr;
    }
    return target.release();
}

}  // namespace numen::front
