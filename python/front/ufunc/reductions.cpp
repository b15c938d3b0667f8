#include "front/ufunc/reductions.h"

#include <algorithm>

#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/layout.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/array/waiting.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/call/reporting.h"
#include "front/functions/tables.h"
#include "front/index/index.h"
#include "front/module/observer.h"
#include "front/ufunc/elementwise.h"
#include "front/ufunc/elementwise_call.h"
#include "front/ufunc/moments_memo.h"
#include "front/ufunc/reduced_layout.h"
#include "front/ufunc/reduction_extras.h"

namespace numen::front {
namespace {

// NumPy refuses, warns about or rounds these itself.
bool numpy_judges(ArrayObject* a, const ReduceRequest& request) {
    const npy_intp count = reduced_count(a, request.axes);
    // What float16 is asked for is cast and sums in float16, which overflows and rounds on the way.
    const bool sums_in_half = request.dtype == Dtype::float16;
    switch (request.op) {
        case ReduceOp::mean: return count == 0 || sums_in_half;
        case ReduceOp::var:
        case ReduceOp::std:
            return count == 0 || sums_in_half || static_cast<double>(count) - request.ddof <= 0;
        default:
            return (count == 0 && !has_identity(request.op)) ||
                   (sums_in_half && dtype_of(a) != Dtype::float16);
    }
}

bool spreads(ReduceOp op) { return op == ReduceOp::var || op == ReduceOp::std; }

// The warnings of a variance come from its stages, under their names: they are gone through once
// more for what they have to say. False if one of them raised.
bool complain_in_stages(ArrayObject* a, const ReduceRequest& request) {
    bool unsupported = false;
    ReduceRequest middle{ReduceOp::mean, "mean", request.axes, true};
    middle.dtype = request.dtype;
    Ref mean(reduce(a, middle, unsupported));
    PyObject* pair[] = {as_object(a), mean.get()};
    Ref off(mean ? elementwise(Op::subtract, pair, 2, nullptr, unsupported) : nullptr);
    PyObject* distance[] = {off.get()};
    Ref square(off ? elementwise(Op::square, distance, 1, nullptr, unsupported) : nullptr);
    ReduceRequest total{ReduceOp::sum, "sum", request.axes};
    total.dtype = request.dtype;
    Ref sum(square && is_ours(square.get()) ? reduce(as_array(square.get()), total, unsupported)
                                            : nullptr);
    // Recorded stages have nothing to say before they run.
    if (sum && is_managed(sum.get())) values(as_array(sum.get()));
    return !PyErr_Occurred();
}

// Tells NumPy's error handling about the status bits of a reduction; false if it raised.
bool report(ArrayObject* a, const ReduceRequest& request, Status status) {
    const ReduceOp op = request.op;
    if (status & status_no_memory) return PyErr_NoMemory(), false;
    status &= status_floating_mask;
    if (status == status_ok) return true;
    using enum ReduceOp;
    if (op == min || op == max || op == any || op == all || op >= argmin) return true;
    if (spreads(op) && !is_complex(dtype_of(a))) return complain_in_stages(a, request);
    // A number is cast before it is reduced.
    const bool is_cast = a->f.nd == 0 && request.dtype != no_dtype && request.dtype != dtype_of(a);
    return report_floating(status, spreads(op) ? "subtract" : is_cast ? "cast" : "reduce");
}

double reduction_time(ArrayObject* a) {
    return 0.5 * static_cast<double>(element_count(a));  // nanoseconds
}

bool uses_dtype(ReduceOp op) {
    return op == ReduceOp::sum || op == ReduceOp::prod || op == ReduceOp::mean || spreads(op);
}

bool lies_in_a_row(ArrayObject* a) {
    return is_c_contiguous(a) && (a->f.flags & NPY_ARRAY_ALIGNED);
}

// The whole of a contiguous array, without building views.
PyObject* quick_full(const ReduceRequest& request, const ReduceTypes& types, ArrayObject* a) {
    const Observation observation(Event::at_once, request.op);
    alignas(16) char value[16];
    const Status status = reduce_remembering(a, request.op, value);
    return report(a, request, status) ? make_scalar(types.output, value) : nullptr;
}

// A sum, then a division by an int64, in complex128, that has warnings of its own.
PyObject* mean_of_complex(ArrayObject* a, ReduceRequest request, bool& unsupported) {
    const npy_intp number = reduced_count(a, request.axes);
    request.op = ReduceOp::sum;
    Ref total(reduce(a, request, unsupported));
    Ref count(total ? make_scalar(Dtype::int64, reinterpret_cast<const char*>(&number)) : nullptr);
    if (!count) return nullptr;
    if (!is_ours(total.get())) {
        Ref mean(PyNumber_TrueDivide(total.get(), count.get()));
        PyObject* type = reinterpret_cast<PyObject*>(Py_TYPE(total.get()));
        return mean ? PyObject_CallOneArg(type, mean.get()) : nullptr;
    }
    PyObject* operands[] = {total.get(), count.get()};
    return elementwise(Op::divide, operands, 2, total.get(), unsupported);
}

}  // namespace

PyObject* reduce(ArrayObject* given, const ReduceRequest& request, bool& unsupported) {
    ArrayObject* a = given;
    const int nd = a->f.nd;
    if (request.out != nullptr || request.initial != nullptr || request.where != nullptr ||
        is_boolean(request.dtype)) {
        return reduce_with_extras(a, request, unsupported);
    }
    const Dtype input = dtype_of(a);
    if (input == no_dtype) return unsupported = true, nullptr;
    ReduceTypes types = resolve_reduction(request.op, input);
    const bool gives_scalar = request.axes == all_axes(a) && (!request.keepdims || a->f.nd == 0);
    const bool is_complex_mean = request.op == ReduceOp::mean && is_complex(input);
    const bool is_plain = gives_scalar && request.dtype == no_dtype && request.ddof == 0.0 &&
                          !is_complex_mean;
    const bool is_quick = is_plain && !needs_values(a) && lies_in_a_row(a);
    if (is_quick && !spreads(request.op) && element_count(a) > 0) {
        return quick_full(request, types, a);
    }
    if (numpy_judges(a, request)) return unsupported = true, nullptr;
    if (is_quick) return quick_full(request, types, a);
    if (is_plain && is_whole_pending(a)) {
        alignas(16) char value[16];
        graph::Reduction found;
        if (!reduce_pending(a, request.op, value, found)) return nullptr;
        if (found.is_done) {
            return report(a, request, found.status) ? make_scalar(types.output, value) : nullptr;
        }
    }
    // From here on other code may run.
    const Ref own = pinned(as_object(given));
    if (!own) return nullptr;
    a = as_array(own.get());
    if (a->f.nd != nd) return unsupported = true, nullptr;
    if (request.axes != 0 && request.axes != all_axes(a) && request.dtype == no_dtype &&
        !is_complex_mean && can_defer_reduction(a, request.op)) {
        const ReducedLayout layout(a, request, types.output);
        return defer_reduction(a, request.op, request.axes, types.output, layout.nd(),
                               layout.shape(), layout.strides());
    }
    if (!values(a)) return nullptr;
    if (is_plain && lies_in_a_row(a)) return quick_full(request, types, a);
    const Observation observation(Event::at_once, request.op);
    if (is_complex_mean) return mean_of_complex(a, request, unsupported);
    if (request.dtype != no_dtype) {
        if (!uses_dtype(request.op) || is_complex(input) != is_complex(request.dtype) ||
            (request.op != ReduceOp::sum && request.op != ReduceOp::prod &&
             !is_floating(request.dtype))) {
            unsupported = true;
            return nullptr;
        }
        types.accumulator = types.output = request.dtype;
        if (request.dtype == Dtype::float16) types.accumulator = Dtype::float32;
    }
    if (gives_scalar) {
        alignas(16) char value[16];
        const Status status = without_lock(reduction_time(a), [&] {
            return backend::reduce(request.op, {value, types.output, 0, nullptr, nullptr},
                                   view_of(a), request.axes, types.accumulator, request.ddof);
        });
        return report(a, request, status) ? make_scalar(types.output, value) : nullptr;
    }
    const ReducedLayout layout(a, request, types.output);
    Ref result(as_object(new_array_with_strides(types.output, layout.nd(), layout.shape(),
                                                layout.strides())));
    if (!result) return nullptr;
    const Status status = without_lock(reduction_time(a), [&] {
        return backend::reduce(request.op, layout.remaining(as_array(result.get())->f.data),
                               view_of(a), request.axes, types.accumulator, request.ddof);
    });
    return report(a, request, status) ? result.release() : nullptr;
}

namespace {

// The parameters of all reductions, in the order of each one's signature.
enum Slot {
    axis_slot, dtype_slot, out_slot, ddof_slot, keepdims_slot, initial_slot, where_slot, other_slot
};

struct Description {
    ReduceOp op;
    const char* name;
    const char* names[8];
    Slot slots[8];
    int count;
    int positional;
};

constexpr Description descriptions[] = {
    {ReduceOp::sum, "sum", {"axis", "dtype", "out", "keepdims", "initial", "where"},
     {axis_slot, dtype_slot, out_slot, keepdims_slot, initial_slot, where_slot}, 6, 6},
    {ReduceOp::prod, "prod", {"axis", "dtype", "out", "keepdims", "initial", "where"},
     {axis_slot, dtype_slot, out_slot, keepdims_slot, initial_slot, where_slot}, 6, 6},
    {ReduceOp::min, "min", {"axis", "out", "keepdims", "initial", "where"},
     {axis_slot, out_slot, keepdims_slot, initial_slot, where_slot}, 5, 5},
    {ReduceOp::max, "max", {"axis", "out", "keepdims", "initial", "where"},
     {axis_slot, out_slot, keepdims_slot, initial_slot, where_slot}, 5, 5},
    {ReduceOp::mean, "mean", {"axis", "dtype", "out", "keepdims", "where"},
     {axis_slot, dtype_slot, out_slot, keepdims_slot, where_slot}, 5, 4},
    {ReduceOp::var, "var",
     {"axis", "dtype", "out", "ddof", "keepdims", "where", "mean"},
     {axis_slot, dtype_slot, out_slot, ddof_slot, keepdims_slot, where_slot, other_slot}, 7, 5},
    {ReduceOp::std, "std",
     {"axis", "dtype", "out", "ddof", "keepdims", "where", "mean"},
     {axis_slot, dtype_slot, out_slot, ddof_slot, keepdims_slot, where_slot, other_slot}, 7, 5},
    {ReduceOp::any, "any", {"axis", "out", "keepdims", "where"},
     {axis_slot, out_slot, keepdims_slot, where_slot}, 4, 3},
    {ReduceOp::all, "all", {"axis", "out", "keepdims", "where"},
     {axis_slot, out_slot, keepdims_slot, where_slot}, 4, 3},
    {ReduceOp::argmin, "argmin", {"axis", "out", "keepdims"},
     {axis_slot, out_slot, keepdims_slot}, 3, 2},
    {ReduceOp::argmax, "argmax", {"axis", "out", "keepdims"},
     {axis_slot, out_slot, keepdims_slot}, 3, 2},
};

bool one_axis_only(ReduceOp op) { return op == ReduceOp::argmin || op == ReduceOp::argmax; }

// Those that count the elements along an axis know none of dimension zero; positions have one axis.
bool numpy_reads_axis(PyObject* axis, ArrayObject* a, ReduceOp op) {
    if (absent(axis)) return false;
    if (one_axis_only(op)) return a->f.nd == 0 || PyTuple_Check(axis);
    return a->f.nd == 0 && (op == ReduceOp::mean || spreads(op)) && !PyTuple_Check(axis);
}

Read read_argument(Slot slot, PyObject* argument, ArrayObject* a, ReduceRequest& request) {
    bool fits = true;
    switch (slot) {
        case axis_slot:
            if (numpy_reads_axis(argument, a, request.op)) return Read::numpy;
            if (!read_axes(argument, a, request.axes, fits)) return Read::error;
            return fits ? Read::ok : Read::numpy;
        case dtype_slot:
            if (absent(argument)) return Read::ok;
            if (!read_dtype(argument, request.dtype)) return Read::error;
            return request.dtype == no_dtype ? Read::numpy : Read::ok;
        case ddof_slot:
            if (is_derived(argument) || !is_real_number(argument)) return Read::numpy;
            request.ddof = PyFloat_AsDouble(argument);
            return request.ddof == -1.0 && PyErr_Occurred() ? Read::error : Read::ok;
        case keepdims_slot:
            if (!PyBool_Check(argument)) return Read::numpy;
            request.keepdims = argument == Py_True;
            return Read::ok;
        case out_slot: request.out = given(argument) ? argument : nullptr; return Read::ok;
        case initial_slot: request.initial = argument; return Read::ok;
        case where_slot: request.where = argument == Py_True ? nullptr : argument; return Read::ok;
        default: return Read::numpy;  // None too is a correction that it refuses
    }
}

Read read_arguments(const Description& description, const Arguments& arguments, ArrayObject* a,
                    ReduceRequest& request) {
    if (arguments.positional > description.positional) return Read::numpy;
    Slot slots[8];
    std::copy_n(description.slots, arguments.positional, slots);
    if (arguments.keywords() > description.count - arguments.positional) return Read::numpy;
    for (Py_ssize_t k = 0; k < arguments.keywords(); ++k) {
        PyObject* name = PyTuple_GET_ITEM(arguments.names, k);
        int at = 0;
        while (at < description.count &&
               PyUnicode_CompareWithASCIIString(name, description.names[at]) != 0) {
            ++at;
        }
        if (at == description.count || at < arguments.positional) return Read::numpy;
        slots[arguments.positional + k] = description.slots[at];
    }
    for (Py_ssize_t i = 0; i < arguments.positional + arguments.keywords(); ++i) {
        const Read read = read_argument(slots[i], arguments.values[i], a, request);
        // Of several arguments NumPy may refuse another one first, or warn of no elements.
        const bool is_only = arguments.positional + arguments.keywords() == 1 &&
                             request.op != ReduceOp::mean && !spreads(request.op);
        if (read == Read::error && !is_only && leave_to_numpy()) return Read::numpy;
        if (read != Read::ok) return read;
    }
    return Read::ok;
}

PyObject* reduce_array(const Description& description, PyObject* self,
                       const Arguments& arguments, bool& unsupported) {
    ArrayObject* a = as_array(self);
    ReduceRequest request{description.op, description.name, all_axes(a)};
    if (arguments.positional + arguments.keywords() == 0) return reduce(a, request, unsupported);
    const int nd = a->f.nd;
    switch (read_arguments(description, arguments, a, request)) {
        case Read::ok: unsupported = a->f.nd != nd; break;  // an index may run a program's code
        case Read::numpy: unsupported = true; return nullptr;
        case Read::error: return nullptr;
    }
    return unsupported ? nullptr : reduce(a, request, unsupported);
}

template <int Index>
PyObject* method(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Description& description = descriptions[Index];
    bool unsupported = false;
    PyObject* result = reduce_array(description, self, {args, count, names}, unsupported);
    if (!unsupported) return result;
    return call_numpy_method(description.name, self, {args, count, names});
}

// `array` is the first argument, or what it was converted to. In one piece with what calls it a
// function of ten elements takes 3 ns less.
[[gnu::always_inline]] inline PyObject* reduce_first(const Description& description,
                                                     const char* name, PyObject* array,
                                                     const Arguments& all) {
    bool unsupported = false;
    PyObject* result = reduce_array(description, array,
                                    {all.values + 1, all.positional - 1, all.names}, unsupported);
    return unsupported ? call_numpy(name, all) : result;
}

// Apart from reduce_object, whose calls on arrays need nothing of this on their stack.
[[gnu::noinline]] PyObject* reduce_converted(const Description& description, const char* name,
                                             const Arguments& all) {
    if (all.positional < 1) return call_numpy(name, all);
    PyObject* given = all.values[0];
    Operand operand;  // frames, users' subclasses have a say of their own
    if (!classify_converting(given, operand)) return nullptr;
    if (operand.kind == Kind::foreign) return call_numpy(name, all);
    // Asked of a scalar, NumPy gives a scalar, whatever it has written to.
    if (operand.kind == Kind::scalar && all.names_keyword("out")) return call_numpy(name, all);
    Ref converted = operand.owned ? std::move(operand.owned) : Ref(as_numen_array(given));
    if (!converted) return nullptr;
    if (!is_ours(converted.get())) return call_numpy(name, all);
    return reduce_first(description, name, converted.get(), all);
}

[[gnu::always_inline]] inline PyObject* reduce_object(const Description& description,
                                                      const char* name, const Arguments& all) {
    const bool is_array_of_ours = all.positional > 0 && is_ours(all.values[0]);
    return is_array_of_ours ? reduce_first(description, name, all.values[0], all)
                            : reduce_converted(description, name, all);
}

template <int Index>
PyObject* function(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return reduce_object(descriptions[Index], descriptions[Index].name, {args, count, names});
}

// amin and amax: NumPy's errors say which it was.
template <int Index>
PyObject* long_name(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Description& description = descriptions[Index];
    return reduce_object(description, description.op == ReduceOp::min ? "amin" : "amax",
                         {args, count, names});
}

}  // namespace

PyMethodDef reduction_methods[] = {
    {"sum", guarded<method<0>>(), fast, nullptr},
    {"prod", guarded<method<1>>(), fast, nullptr},
    {"min", guarded<method<2>>(), fast, nullptr},
    {"max", guarded<method<3>>(), fast, nullptr},
    {"mean", guarded<method<4>>(), fast, nullptr},
    {"var", guarded<method<5>>(), fast, nullptr},
    {"std", guarded<method<6>>(), fast, nullptr},
    {"any", guarded<method<7>>(), fast, nullptr},
    {"all", guarded<method<8>>(), fast, nullptr},
    {"argmin", guarded<method<9>>(), fast, nullptr},
    {"argmax", guarded<method<10>>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef reduction_functions[] = {
    {"sum", guarded<function<0>>(), fast, nullptr},
    {"prod", guarded<function<1>>(), fast, nullptr},
    {"min", guarded<function<2>>(), fast, nullptr},
    {"amin", guarded<long_name<2>>(), fast, nullptr},
    {"max", guarded<function<3>>(), fast, nullptr},
    {"amax", guarded<long_name<3>>(), fast, nullptr},
    {"mean", guarded<function<4>>(), fast, nullptr},
    {"var", guarded<function<5>>(), fast, nullptr},
    {"std", guarded<function<6>>(), fast, nullptr},
    {"any", guarded<function<7>>(), fast, nullptr},
    {"all", guarded<function<8>>(), fast, nullptr},
    {"argmin", guarded<function<9>>(), fast, nullptr},
    {"argmax", guarded<function<10>>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
