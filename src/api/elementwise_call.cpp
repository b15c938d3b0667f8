#include "api/elementwise_call.h"

#include <algorithm>
#include <cstring>

#include "api/elements.h"
#include "api/float_status.h"
#include "api/message.h"
#include "backends/backend.h"

namespace numen::api {
namespace {

struct Call {
    Op op;
    Op name;  // whose name errors carry
    int inputs = 0;
    const Operand* operands[2];
    Dtype dtypes[2];
    Cell cells[2];  // of numbers
    StridedView views[4];
    const LoopEntry* loop = nullptr;
    int nd = 0;
    std::int64_t shape[max_dimensions];
    Status status = status_ok;
    Array converted;  // a base that had to be converted before a simple power

    Call(Op op, const Operand& x) : op(op), name(op), inputs(1), operands{&x, nullptr} {}
    Call(Op op, const Operand& x, const Operand& y)
        : op(op), name(op), inputs(2), operands{&x, &y} {}

    bool is_number(int i) const { return operands[i]->array() == nullptr; }
};

const char* name_of(const Call& call) { return info(call.name).name.data(); }

bool is_comparison(Op op) {
    switch (op) {
        case Op::equal:
        case Op::not_equal:
        case Op::less:
        case Op::less_equal:
        case Op::greater:
        case Op::greater_equal: return true;
        default: return false;
    }
}

// Numbers take their types from what they stand beside; two numbers from the greater kind.
void bind_numbers(Call& call) {
    for (int i = 0; i < call.inputs; ++i) {
        if (!call.is_number(i)) continue;
        const Scalar& number = call.operands[i]->scalar();
        Dtype other = no_dtype;
        if (call.inputs == 2) {
            const Operand& beside = *call.operands[1 - i];
            if (beside.array() != nullptr) {
                other = call.op == Op::ldexp ? no_dtype : beside.array()->dtype();
            } else if (beside.scalar().kind() > number.kind()) {
                other = dtype_beside(beside.scalar().kind(), no_dtype);
            }
        }
        Dtype dtype = dtype_beside(number.kind(), other);
        const bool is_whole = number.kind() == Scalar::Kind::integer && is_integer(dtype);
        if (is_whole && !holds(dtype, number) && (other == no_dtype || is_comparison(call.op))) {
            dtype = number.is_large() ? Dtype::uint64 : Dtype::int64;
        }
        call.cells[i] = as_element(number, dtype, call.status);
        call.dtypes[i] = dtype;
    }
}

void resolve_types(Call& call) {
    for (int i = 0; i < call.inputs; ++i) {
        if (!call.is_number(i)) call.dtypes[i] = call.operands[i]->array()->dtype();
    }
    bind_numbers(call);
    const Dtype second = call.inputs > 1 ? call.dtypes[1] : Dtype::boolean;
    call.loop = &resolve(call.op, call.dtypes[0], second);
    if (call.loop->run != nullptr) return;
    std::string given(name(call.dtypes[0]));
    if (call.inputs > 1) given += " and " + std::string(name(second));
    throw DtypeError(message(name_of(call), " is not there for ", given));
}

void join_shapes(Call& call) {
    for (int i = 0; i < call.inputs; ++i) {
        call.views[i] = call.is_number(i)
                            ? StridedView{call.cells[i].bytes, call.dtypes[i], 0, nullptr, nullptr}
                            : view_of(*call.operands[i]->array());
    }
    if (broadcast_shapes({call.views, static_cast<std::size_t>(call.inputs)}, call.nd,
                         call.shape)) {
        return;
    }
    throw ShapeError(message(name_of(call), ": operands could not be broadcast together with "
                             "shapes ", Tuple{call.views[0].shape, call.views[0].ndim}, " ",
                             Tuple{call.views[1].shape, call.views[1].ndim}));
}

// With one exponent for all, NumPy takes the simple operation: it differs from a power in speed, in
// last places and at infinity.
void simplify_power(Call& call) {
    const Dtype dtype = call.loop->input[1];
    if (call.op != Op::power || (dtype != Dtype::float32 && dtype != Dtype::float64)) return;
    const StridedView& given = call.views[1];
    const bool repeats = element_count(StridedView{nullptr, dtype, call.nd, call.shape, nullptr}) >
                         1;
    if (call.nd != call.views[0].ndim ||
        (given.ndim > 0 && !(repeats && element_count(given) == 1))) {
        return;
    }
    double exponent;
    backend::copy({reinterpret_cast<char*>(&exponent), Dtype::float64, 0, nullptr, nullptr},
                  {given.data, given.dtype, 0, nullptr, nullptr});
    const Op simple = power_operation(exponent);
    if (simple == Op::power) return;
    if (call.dtypes[0] != dtype) {  // an integer base is a float from here on
        call.converted = new_array_like(call.views[0], dtype);
        backend::copy(view_of(call.converted), call.views[0]);
        call.views[0] = view_of(call.converted);
        call.dtypes[0] = dtype;
    }
    call.op = simple;
    call.inputs = 1;
    call.loop = &resolve(simple, dtype);
}

void prepare(Call& call) {
    resolve_types(call);
    join_shapes(call);
    simplify_power(call);
}

bool has_shape_of_call(const Call& call, const StridedView& view) {
    return view.ndim == call.nd && std::equal(view.shape, view.shape + view.ndim, call.shape);
}

// Inputs of the call's own shape stand as they are; the others get strides in `strides`.
void stretch(Call& call, std::int64_t (*strides)[max_dimensions]) {
    for (int i = 0; i < call.inputs; ++i) {
        StridedView& view = call.views[i];
        if (has_shape_of_call(call, view)) continue;
        broadcast_strides(view, call.nd, call.shape, strides[i]);
        view = {view.data, view.dtype, call.nd, call.shape, strides[i]};
    }
}

void execute(Call& call, int outputs) {
    call.status |= backend::elementwise(
        *call.loop, {call.views, static_cast<std::size_t>(call.inputs + outputs)});
}

void finish(const Call& call) {
    if (call.status & status_negative_power) {
        throw ValueError("Integers to negative integer powers are not allowed.");
    }
    report(call.status, name_of(call));
}

Array new_result(Call& call, Dtype dtype) {
    if (std::all_of(call.views, call.views + call.inputs, is_contiguous)) {
        return new_array(dtype, call.nd, call.shape);
    }
    std::int64_t strides[max_dimensions];
    result_strides({call.views, static_cast<std::size_t>(call.inputs)}, itemsize(dtype), call.nd,
                   call.shape, strides);
    return new_array_with_strides(dtype, call.nd, call.shape, strides);
}

void run(Call& call, Array* results) {
    prepare(call);
    const int outputs = call.loop->outputs;
    std::int64_t strides[2][max_dimensions];
    for (int i = 0; i < outputs; ++i) results[i] = new_result(call, call.loop->output[i]);
    stretch(call, strides);
    for (int i = 0; i < outputs; ++i) call.views[call.inputs + i] = view_of(results[i]);
    execute(call, outputs);
    finish(call);
}

void run_into(Call& call, const Array& out) {
    prepare(call);
    const StridedView target = view_of(out);
    int nd;
    std::int64_t joined[max_dimensions], strides[2][max_dimensions];
    const StridedView both[] = {{nullptr, Dtype::int8, call.nd, call.shape, nullptr}, target};
    if (!broadcast_shapes(both, nd, joined) || nd != target.ndim ||
        !std::equal(joined, joined + nd, target.shape)) {
        throw ShapeError(message(name_of(call), ": non-broadcastable output operand with shape ",
                                 Tuple{target.shape, target.ndim}, " doesn't match the broadcast "
                                 "shape ", Tuple{call.shape, call.nd}));
    }
    const Dtype dtype = call.loop->output[0];
    if (!can_cast_same_kind(dtype, target.dtype)) {
        throw DtypeError(message("Cannot cast ", name_of(call), " output from ", name(dtype),
                                 " to ", name(target.dtype), " with casting rule same_kind"));
    }
    check_writable(out);
    call.nd = nd;
    std::copy(joined, joined + nd, call.shape);
    stretch(call, strides);
    call.views[call.inputs] = target;
    const bool beside = std::any_of(
        call.views, call.views + call.inputs, [&](const StridedView& input) {
            return may_overlap(input, target) && !is_same_map(input, target);
        });
    Array results;
    if (beside) {
        results = new_array(dtype, call.nd, call.shape);
        call.views[call.inputs] = view_of(results);
    }
    execute(call, 1);
    if (beside) call.status |= backend::copy(target, view_of(results));
    finish(call);
}

}  // namespace

Array elementwise(Op op, const Operand& x) {
    Call call(op, x);
    Array result;
    run(call, &result);
    return result;
}

Array elementwise(Op op, const Operand& x, const Operand& y) {
    Call call(op, x, y);
    Array result;
    run(call, &result);
    return result;
}

std::pair<Array, Array> elementwise_pair(Op op, const Operand& x) {
    Call call(op, x);
    Array results[2];
    run(call, results);
    return {results[0], results[1]};
}

std::pair<Array, Array> elementwise_pair(Op op, const Operand& x, const Operand& y) {
    Call call(op, x, y);
    Array results[2];
    run(call, results);
    return {results[0], results[1]};
}

void elementwise_into(Op op, const Operand& x, const Array& out) {
    Call call(op, x);
    run_into(call, out);
}

void elementwise_into(Op op, const Operand& x, const Operand& y, const Array& out) {
    Call call(op, x, y);
    run_into(call, out);
}

}  // namespace numen::api
