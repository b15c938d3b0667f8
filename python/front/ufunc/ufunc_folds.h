// Two-argument operations folded along an axis, or applied at selected places.
#pragma once

#include "backends/cpu/floating_flags.h"
#include "front/array/waiting.h"
#include "front/call/reporting.h"
#include "front/index/index.h"
#include "front/ufunc/reductions.h"
#include "ops/operation.h"

namespace numen::front {

// The reduction that folding with `op` is, if there is one; false otherwise.
bool reduction_of(Op op, ReduceOp& reduction);

// The loop of `op` that reads and writes elements of one type, given elements of type `dtype`; null
// if there is none or if folding with it is NumPy's business.
const LoopEntry* folding_loop(Op op, Dtype dtype);

// Does the loop read and write one element after the other, so that it may fold onto a place?
bool is_sequential(const LoopEntry& loop);

// Runs work of a loop on so many elements and reports the floating-point errors it met.
template <class Work>
bool watched(const LoopEntry& loop, const char* name, npy_intp elements, Work&& work) {
    constexpr double cost = 2;  // nanoseconds, of an element
    const Status status = without_lock(cost * static_cast<double>(elements), [&] {
        if (loop.hardware_flags) cpu::clear_floating_flags();
        const Status found = work();
        return loop.hardware_flags ? found | cpu::floating_flags() : found;
    });
    return report_floating(status, name);
}

// op.reduce for the operations that are no reduction of their own: one axis, no out=, initial= or
// where=. Null with an exception set, or with `unsupported` set.
PyObject* fold(Op op, ArrayObject* a, const ReduceRequest& request, bool& unsupported);

// op.accumulate along one axis; dtype no_dtype: found as NumPy finds it.
PyObject* accumulate(Op op, ArrayObject* a, int axis, Dtype dtype, bool& unsupported);

// op.reduceat along one axis; `indices` is a contiguous vector of int64, dtype as for accumulate.
PyObject* reduce_at(Op op, ArrayObject* a, ArrayObject* indices, int axis, Dtype dtype,
                    bool& unsupported);

// a[index] op= b, one element after the other; `b` null for operations of one argument. The loop
// reads and writes a's type.
PyObject* at_selected(ArrayObject* a, ParsedIndex& index, const LoopEntry& loop, Op op,
                      PyObject* b, bool& unsupported);

}  // namespace numen::front
