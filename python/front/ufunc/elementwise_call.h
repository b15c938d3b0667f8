// One elementwise operation on its way, and its recording for later.
#pragma once

#include "front/ufunc/elementwise.h"
#include "graph/habits.h"
#include "ops/reduction.h"

namespace numen::front {

struct Call {
    Op op;
    Op name;  // the operation that warnings name
    int inputs;
    Manner manner;
    Operand in[3];
    const LoopEntry* loop = nullptr;
    Status status = status_ok;
    const char* at_once = "";  // why it is not recorded, where it is not
    graph::Habit habit = 0;
    Status cast = status_ok;  // of Python numbers taken into the arrays' type
    int nd = 0;
    npy_intp shape[max_dimensions];
};

// Nanoseconds of an operation on one element.
double element_cost(const LoopEntry& loop);

inline bool may_cast(Dtype from, Dtype to, NPY_CASTING casting) {
    if (casting == NPY_SAME_KIND_CASTING) return can_cast_same_kind(from, to);
    return PyArray_CanCastTypeTo(descr_of(from), descr_of(to), casting);
}

// So many elements NumPy casts at a time.
inline constexpr npy_intp numpys_buffer = 8192;

// Casts short vectors to a dtype= that may not hold them, each of which NumPy warns of by itself.
// False with an exception set.
bool cast_operands(Call& call);
inline bool is_to_be_cast(const Call& call) {
    const Dtype wanted = call.manner.dtype;
    if (wanted == no_dtype) return false;
    const auto may_lose = [wanted](const Operand& operand) {
        return operand.dtype != wanted && !can_cast_safe(operand.dtype, wanted);
    };
    return may_lose(call.in[0]) || (call.inputs > 1 && may_lose(call.in[1]));
}

// With one exponent for all, NumPy takes the simple operation: it differs from a power in speed,
// in last places and at infinity. False where there is none; and that operation on the base.
bool simple_power(Call& call, Op& op);
PyObject* apply_simple_power(Call& call, Op op, bool& unsupported);
// A whole number raised to a negative one is NumPy's to refuse, at the first such element; it
// leaves those after it as they were. False with an exception set.
bool read_exponents(Call& call, bool& is_refused);
// Are there such ones in the array? 0 or 1, or -1 with an exception set.
int has_negative_exponents(Op op, Operand& exponents);

bool meets(const StridedView& input, const StridedView& output, Dtype computed);
// Of an output that an input lies on in another arrangement, and which the call is computed beside:
// does NumPy write to it last, if nothing that was met has raised, and report what the cast into it
// met in the cast's own name? The views are of the inputs, and then of the output.
bool is_written_last(Call& call, const StridedView* views);

// May this call be recorded? Only if nothing that foreign code could write is read later.
bool can_defer(Call& call, npy_intp count);
// What could not be stored now is refused now, inside the call; false with MemoryError set.
bool could_be_stored(Dtype dtype, int nd, const npy_intp* shape);
bool could_be_stored(Call& call);
// The managed array whose values will be computed at evaluation; null with an exception set.
PyObject* defer(Call& call, const npy_intp* strides);

// Records the loop over operands that broadcast to the shape; it warns by the name. `result` stays
// null where it is to run at once. False with an exception set.
bool defer_operation(const LoopEntry& loop, const char* name, std::span<Operand> operands, int nd,
                     const npy_intp* shape, const npy_intp* strides, PyObject*& result);

// May a conversion be recorded; and the managed array that it gives later, laid out as said.
bool can_defer_cast(ArrayObject* a, Dtype dtype);
PyObject* defer_cast(ArrayObject* a, Dtype dtype, const npy_intp* strides);
// May a reduction of some of the array's axes be recorded; and the array that it gives later. What
// counts is the size of what is read: the result may be small.
bool can_defer_reduction(ArrayObject* a, ReduceOp op);
PyObject* defer_reduction(ArrayObject* a, ReduceOp op, std::uint64_t axes, Dtype dtype, int nd,
                          const npy_intp* shape, const npy_intp* strides);
// Does the call read what is yet to be computed? Then it is recorded too, whatever its size.
bool reads_pending(Call& call);
// Computes the call into `target`, which is ready for the write, as the last step of the recorded
// work that it reads; not_served where it reads none, or the two cannot be one program.
enum class Into { done, not_served, error };
Into run_into(Call& call, ArrayObject* target, const StridedView& layout);

}  // namespace numen::front
