#include "front/ufunc/elementwise.h"

#include <algorithm>

#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/layout.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/call/refusals.h"
#include "front/call/reporting.h"
#include "front/module/observer.h"
#include "front/ufunc/elementwise_call.h"
#include "front/ufunc/run_loop.h"

namespace numen::front {
namespace {

enum class Step { ok, unsupported, as_numpy, error };

// The loop for the types found or asked for.
Step choose_loop(Call& call) {
    const Dtype wanted = call.manner.dtype;
    if (wanted == no_dtype) {
        const Dtype second = call.inputs > 1 ? call.in[1].dtype : Dtype::boolean;
        call.loop = &resolve(call.op, call.in[0].dtype, second);
        if (call.loop->run == nullptr) return Step::as_numpy;
    } else {
        call.loop = &resolve(call.op, wanted, wanted);
        const auto reads = std::span(call.loop->input).first(static_cast<unsigned>(call.inputs));
        const bool fits = call.loop->run != nullptr && call.loop->output[0] == wanted &&
                          std::ranges::count(reads, wanted) == call.inputs;
        // A boolean result says nothing about what is compared; of two results NumPy says more.
        if (!fits || is_boolean(wanted) || call.loop->outputs > 1) return Step::unsupported;
    }
    if (wanted == no_dtype && call.manner.casting == NPY_SAME_KIND_CASTING) return Step::ok;
    for (int i = 0; i < call.inputs; ++i) {
        // Under a stricter rule numbers of Python's have the type that arrays of them have.
        const bool is_strict = call.manner.casting < NPY_SAME_KIND_CASTING;
        if ((is_strict && is_weak(call.in[i].kind)) ||
            !may_cast(call.in[i].dtype, call.loop->input[i], call.manner.casting)) {
            return Step::unsupported;  // NumPy says why
        }
    }
    return Step::ok;
}

// NumPy makes an array of an only operand before it looks at dtype=: a Python int is int64, uint64
// or an object. False where that does not become the type asked for.
bool becomes_wanted(const Call& call, const Operand& operand) {
    if (operand.kind != Kind::weak_int) return true;
    int overflows = 0;
    PyLong_AsLongLongAndOverflow(operand.object, &overflows);
    if (overflows < 0) return false;
    if (overflows == 0) return may_cast(Dtype::int64, call.manner.dtype, call.manner.casting);
    const bool fits = PyLong_AsUnsignedLongLong(operand.object) != std::uint64_t(-1) ||
                      !PyErr_Occurred();
    if (!fits) return forget_error(), false;
    return may_cast(Dtype::uint64, call.manner.dtype, call.manner.casting);
}

// Types: weak Python numbers take theirs from the strong operands, then the table is asked.
Step resolve_types(Call& call) {
    Dtype strong = call.manner.dtype;
    for (int i = 0; i < call.inputs; ++i) {
        const Operand& operand = call.in[i];
        if (operand.kind == Kind::foreign) return Step::unsupported;
        if (is_weak(operand.kind) || call.manner.dtype != no_dtype) continue;
        strong = strong == no_dtype ? operand.dtype : promote(strong, operand.dtype);
    }
    for (int i = 0; i < call.inputs; ++i) {
        Operand& operand = call.in[i];
        if (!is_weak(operand.kind)) continue;
        if (call.op == Op::ldexp) return Step::unsupported;  // it promotes its operands apart
        if (needs_word(call.op, operand)) return Step::unsupported;
        if (call.inputs == 1 && strong != no_dtype && !becomes_wanted(call, operand)) {
            return Step::unsupported;
        }
        Dtype other = strong;
        if (strong == no_dtype && call.inputs == 2 && is_weak(call.in[1 - i].kind)) {
            other = weak_dtype(std::max(operand.kind, call.in[1 - i].kind), no_dtype);
        }
        switch (bind_weak(operand, weak_dtype(operand.kind, other), call.cast)) {
            case Bound::ok: break;
            case Bound::out_of_range: return Step::unsupported;
            // NumPy says whether the number or the dtype is at fault.
            case Bound::error: return forget_error(), Step::unsupported;
        }
    }
    return choose_loop(call);
}

bool all_values(Call& call) {
    for (int i = 0; i < call.inputs; ++i) {
        if (call.in[i].kind == Kind::array && !values(call.in[i].array)) return false;
    }
    return true;
}

// Runs the loop on views that already have the call's shape; none points into an array object.
void execute(Call& call, std::span<const StridedView> views) {
    npy_intp count = 1;
    for (int axis = 0; axis < call.nd; ++axis) count *= call.shape[axis];
    const Observation observation(Event::at_once, call.name, call.at_once);
    call.status |= without_lock(static_cast<double>(count) * element_cost(*call.loop),
                                [&] { return backend::elementwise(*call.loop, views); });
    clear_unasked_flags(*call.loop, count);
}

bool finish(Call& call) {
    if (call.status & status_negative_power) {
        PyErr_SetString(PyExc_ValueError,
                        "Integers to negative integer powers are not allowed.");
        return false;
    }
    if (Gathered* errors = call.manner.gathered) {
        errors->cast |= call.cast;
        errors->loop |= call.status;
        return true;
    }
    if (!report_cast(call.cast)) return false;
    if (call.status == status_ok) return true;
    const char* name = call.manner.warns_as;
    return name != nullptr ? report_floating(call.status, name)
                           : report_status(call.name, call.status);
}

// The inputs' views stretched to the call's shape; `strides` holds nd values per view.
void stretch(Call& call, StridedView* views, npy_intp (*strides)[max_dimensions]) {
    for (int i = 0; i < call.inputs; ++i) {
        views[i] = call.in[i].view();
        broadcast_strides(views[i], call.nd, call.shape, strides[i]);
        views[i] = {views[i].data, views[i].dtype, call.nd, call.shape, strides[i]};
    }
}

bool shapes_fit(Call& call) {
    StridedView views[3];
    for (int i = 0; i < call.inputs; ++i) views[i] = call.in[i].view();
    return broadcast_shapes({views, static_cast<std::size_t>(call.inputs)}, call.nd, call.shape);
}

PyObject* scalar_result(Call& call) {
    StridedView views[5];
    alignas(16) char bytes[2][16];
    for (int i = 0; i < call.inputs; ++i) {
        views[i] = call.in[i].view();
        views[i].ndim = 0;
    }
    for (int i = 0; i < call.loop->outputs; ++i) {
        views[call.inputs + i] = {bytes[i], call.loop->output[i], 0, nullptr, nullptr};
    }
    call.nd = 0;
    execute(call, {views, static_cast<std::size_t>(call.inputs + call.loop->outputs)});
    if (!finish(call)) return nullptr;
    Ref first(make_scalar(call.loop->output[0], bytes[0]));
    if (!first || call.loop->outputs == 1) return first.release();
    Ref second(make_scalar(call.loop->output[1], bytes[1]));
    return !second ? nullptr : PyTuple_Pack(2, first.get(), second.get());
}

// Do all operands lie column by column, and need no conversion? NumPy runs its loop over them as
// over vectors and makes the result alike, axes of length one included.
bool goes_by_columns(Call& call) {
    bool any = false;
    for (int i = 0; i < call.inputs; ++i) {
        const Operand& operand = call.in[i];
        if (operand.ndim() == 0) continue;
        const int flags = operand.array->f.flags;
        if (operand.ndim() != call.nd || operand.dtype != call.loop->input[i] ||
            !(flags & NPY_ARRAY_F_CONTIGUOUS) || (flags & NPY_ARRAY_C_CONTIGUOUS) ||
            !(flags & NPY_ARRAY_ALIGNED) ||
            !std::equal(call.shape, call.shape + call.nd, operand.layout.shape)) {
            return false;
        }
        any = true;
    }
    return any && call.loop->outputs == 1;
}

void lay_out(Call& call, std::span<const StridedView> inputs, Dtype dtype, npy_intp* strides) {
    if (call.manner.order == 'K' && !goes_by_columns(call)) {
        return result_strides(inputs, itemsize(dtype), call.nd, call.shape, strides);
    }
    const bool by_columns = call.manner.order == 'F' || call.manner.order == 'K';
    dense_strides(by_columns ? Order::fortran : Order::c, itemsize(dtype), call.nd, call.shape,
                  strides);
}

PyObject* new_result(Call& call) {
    npy_intp strides[5][max_dimensions];
    StridedView plain[3], views[5];
    for (int i = 0; i < call.inputs; ++i) plain[i] = call.in[i].view();
    const std::span<const StridedView> inputs(plain, call.inputs);
    npy_intp count = 1;
    for (int axis = 0; axis < call.nd; ++axis) {
        if (__builtin_mul_overflow(count, call.shape[axis], &count)) {
            PyErr_SetString(PyExc_ValueError, "iterator is too large");
            return nullptr;
        }
    }
    for (int i = 0; i < call.loop->outputs; ++i) {
        if (checked_count(call.nd, call.shape, itemsize(call.loop->output[i])) < 0) return nullptr;
    }
    const bool is_large = count > managed_threshold || reads_pending(call);
    if (is_large && !keep_pending_bounded()) return nullptr;
    if (call.manner.gathered == nullptr && can_defer(call, count)) {
        lay_out(call, inputs, call.loop->output[0], strides[3]);
        if (!could_be_stored(call)) return nullptr;
        return defer(call, strides[3]);
    }
    if (!all_values(call)) return nullptr;
    Ref results[2];
    stretch(call, views, strides);
    for (int i = 0; i < call.loop->outputs; ++i) {
        const Dtype dtype = call.loop->output[i];
        lay_out(call, inputs, dtype, strides[3 + i]);
        results[i] = Ref(as_object(
            new_array_with_strides(dtype, call.nd, call.shape, strides[3 + i])));
        if (!results[i]) return nullptr;
        views[call.inputs + i] = view_of(as_array(results[i].get()));
    }
    execute(call, {views, static_cast<std::size_t>(call.inputs + call.loop->outputs)});
    if (!finish(call)) return nullptr;
    if (call.loop->outputs == 1) return results[0].release();
    return PyTuple_Pack(2, results[0].get(), results[1].get());
}

}  // namespace

double element_cost(const LoopEntry& loop) {
    if (!loop.is_function) return 0.75;
    return is_complex(loop.input[0]) || loop.input[0] == Dtype::float16 ? 12 : 4;
}

// Does the input lie on the output's memory in another arrangement, or in another type that the
// results are cast to? Then NumPy computes beside the output.
bool meets(const StridedView& input, const StridedView& output, Dtype computed) {
    const bool is_same = is_same_map(input, output) &&
                         (input.dtype == output.dtype || computed == output.dtype);
    return !is_same && may_overlap(input, output);
}

namespace {

bool writes_what_it_reads(const Call& call, const StridedView* views) {
    const StridedView& output = views[call.inputs];
    return std::any_of(views, views + call.inputs, [&](const StridedView& input) {
        return meets(input, output, call.loop->output[0]);
    });
}

// Runs the call beside its output and copies the results there. What the program is told before may
// have read the output meanwhile.
bool execute_beside(Call& call, const StridedView* views) {
    const StridedView& output = views[call.inputs];
    Ref results(as_object(new_exposed(call.loop->output[0], call.nd, call.shape)));
    if (!results) return false;
    StridedView aside[4];
    std::copy_n(views, call.inputs, aside);
    const StridedView& computed = aside[call.inputs] = view_of(as_array(results.get()));
    execute(call, {aside, static_cast<std::size_t>(call.inputs + 1)});
    if ((call.status | call.cast) != status_ok && is_written_last(call, views)) {
        return finish(call) && prepare_write(as_array(call.manner.out)) &&
               report_cast(copy_elements(output, computed));
    }
    const Status cast = copy_elements(output, computed);
    if (cast != status_ok && is_written_last(call, views)) return finish(call) && report_cast(cast);
    call.status |= cast;
    return finish(call);
}

// What NumPy refuses, in its words. Where keywords decide which words, it gets the call itself.
PyObject* refuse(const Call& call, bool& unsupported) {
    const Manner& manner = call.manner;
    unsupported = manner.dtype != no_dtype || manner.casting != NPY_SAME_KIND_CASTING;
    if (unsupported) return nullptr;
    const auto inputs = std::span(call.in).first(static_cast<std::size_t>(call.inputs));
    return raise_as_numpy(call.op, inputs, manner.out, unsupported);
}

PyObject* into_output(Call& call, PyObject* out, bool& unsupported) {
    ArrayObject* target = as_array(out);
    const Layout layout(target);
    const StridedView shape_of_out = layout.at(target->f.data, dtype_of(target));
    int nd;
    npy_intp joined[max_dimensions];
    StridedView both[2] = {{nullptr, Dtype::int8, call.nd, call.shape, nullptr}, shape_of_out};
    const bool fits = broadcast_shapes(both, nd, joined) && nd == layout.nd &&
                      std::equal(joined, joined + nd, layout.shape);
    const bool casts = may_cast(call.loop->output[0], shape_of_out.dtype, call.manner.casting);
    if (!fits || !casts) {
        return refuse(call, unsupported);
    }
    if (may_overlap_itself(target)) return unsupported = true, nullptr;
    if (is_complex(call.loop->output[0]) && !is_complex(shape_of_out.dtype)) {
        return unsupported = true, nullptr;  // NumPy warns of what is lost
    }
    if (!(target->f.flags & NPY_ARRAY_WRITEABLE)) {
        return refuse(call, unsupported);
    }
    if (!prepare_write(target)) return nullptr;
    call.nd = nd;
    std::copy(joined, joined + nd, call.shape);
    if (is_to_be_cast(call) && !cast_operands(call)) return nullptr;
    const Into fused = run_into(call, target, shape_of_out);
    if (fused == Into::error) return nullptr;
    if (fused == Into::done) {
        const bool done = finish(call);
        end_write(target);
        return done ? Py_NewRef(out) : nullptr;
    }
    // Computing the inputs may run the program's code, which may record more that reads the target.
    if (!all_values(call) || !prepare_write(target)) return nullptr;
    call.at_once = "in place";
    npy_intp strides[3][max_dimensions];
    StridedView views[4];
    stretch(call, views, strides);
    views[call.inputs] = layout.at(target->f.data, shape_of_out.dtype);
    const bool beside = writes_what_it_reads(call, views);
    if (!beside) execute(call, {views, static_cast<std::size_t>(call.inputs + 1)});
    const bool done = beside ? execute_beside(call, views) : finish(call);
    end_write(target);
    if (!done) return nullptr;
    return Py_NewRef(out);
}

}  // namespace

bool report_status(Op op, Status status) {
    return report_floating(status, info(op).name.data());
}

bool report_cast(Status status) {
    return report_floating(status, "cast");
}

PyObject* elementwise(Op op, PyObject* const* inputs, int count, PyObject* out,
                      bool& unsupported) {
    return elementwise_as(op, op, inputs, count, {.out = out}, unsupported);
}

PyObject* elementwise(Op op, PyObject* const* inputs, int count, const Manner& manner,
                      bool& unsupported) {
    return elementwise_as(op, op, inputs, count, manner, unsupported);
}

PyObject* elementwise_as(Op name, Op op, PyObject* const* inputs, int count, const Manner& manner,
                         bool& unsupported) {
    Call call;
    call.op = op;
    call.name = name;
    call.inputs = count;
    call.manner = manner;
    PyObject* out = manner.out;
    const auto is_numpys = [](PyObject* input) {
        return is_array(input) && dtype_of(as_array(input)) == no_dtype;
    };
    if (std::any_of(inputs, inputs + count, is_numpys)) return unsupported = true, nullptr;
    for (int i = 0; i < count; ++i) {
        if (!classify_converting(inputs[i], call.in[i])) return nullptr;
    }
    switch (resolve_types(call)) {
        case Step::ok: break;
        case Step::unsupported: unsupported = true; return nullptr;
        case Step::as_numpy: return refuse(call, unsupported);
        case Step::error: return nullptr;
    }
    if (out != nullptr && (!is_ours(out) || call.loop->outputs != 1)) {
        unsupported = true;
        return nullptr;
    }
    if (!shapes_fit(call)) return refuse(call, unsupported);
    // Into an output only once it fits: what does not is NumPy's, warnings too.
    if (out == nullptr && is_to_be_cast(call) && !cast_operands(call)) return nullptr;
    Op simple;
    if (simple_power(call, simple)) return apply_simple_power(call, simple, unsupported);
    if (out != nullptr) {
        bool is_refused;
        if (!read_exponents(call, is_refused)) return nullptr;
        if (is_refused) return unsupported = true, nullptr;
        return into_output(call, out, unsupported);
    }
    if (call.nd == 0) return all_values(call) ? scalar_result(call) : nullptr;
    return new_result(call);
}

}  // namespace numen::front
