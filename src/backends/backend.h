// What a backend does for the evaluator: whole operations on strided views in host memory.
//
// Every function may use the thread pool; none allocates results, raises Python errors or keeps
// references. Views of one call that overlap are either identical in data, shape and strides or
// the caller has made a copy first. Unaligned and byte-strided memory is allowed everywhere.
// All return status bits (ops/status.h), the hardware's included.
#pragma once

#include <cstdint>
#include <span>

#include "array/strided.h"
#include "ops/operation.h"
#include "ops/reduction.h"

namespace numen::backend {

// operands: the entry's inputs, then its outputs, all of one shape (broadcast inputs have stride
// 0). Types may differ from the entry's: inputs are cast in blocks, outputs are cast back.
Status elementwise(const LoopEntry& entry, std::span<const StridedView> operands);

// Copies src to dst of the same shape (src may have stride 0), converting as NumPy's `unsafe`
// casting does; status_invalid for NaN or out-of-range values to integers.
Status copy(const StridedView& dst, const StridedView& src);

// Sets every element of dst to the one at `value`, which has dst's dtype.
void fill(const StridedView& dst, const void* value);

// Reduces the axes of `in` whose bit is set in `axes` (bit i = axis i); `out` has the remaining
// axes in order. `accumulator` is the type the work is done in and must be at least what
// resolve_reduction says or what the user gave as dtype=. `ddof` serves var and std only. An empty
// reduction writes the identity (NaN for mean, var, std); min, max, argmin, argmax of nothing must
// be refused by the caller. argmin and argmax take one axis, or all axes (flat index in C order).
Status reduce(ReduceOp op, const StridedView& out, const StridedView& in, std::uint64_t axes,
              Dtype accumulator, double ddof = 0.0);

// The full reduction of `count` elements in a row, with resolve_reduction's types: `out` receives
// one element of the output type. The quick way for small arrays; min, max, argmin and argmax of
// nothing must be refused by the caller.
Status reduce_contiguous(ReduceOp op, Dtype in, const void* data, std::int64_t count, void* out);

// Running sum or product (op sum or prod, min, max) along one axis; out and in have one shape.
Status accumulate(ReduceOp op, const StridedView& out, const StridedView& in, int axis);

// Matrix product out = a @ b of types float32, float64, complex64, complex128, any integer or
// bool, float16 in float32 (all three of one type): a is (..., m, k), b is (..., k, n), out is (..., m, n), the
// leading axes already broadcast (stride 0). Small ones run our own loops, large ones BLAS.
Status matmul(const StridedView& out, const StridedView& a, const StridedView& b);

// out = sum of a[i] * b[i] of two vectors in a row (no conjugation); any type, one for all three.
Status dot_contiguous(Dtype dtype, const void* a, const void* b, std::int64_t count, void* out);

// out[i] = in[indices[i]] along axis 0 of `in`, rows being in's remaining axes; indices are
// int64, contiguous, already wrapped and checked.
void gather_rows(const StridedView& out, const StridedView& in, const std::int64_t* indices);

// Number of true elements of a boolean view, C order; positions written by nonzero_positions go
// to `out` (count values of int64: flat C-order indices).
std::int64_t count_true(const StridedView& mask);
void true_positions(const StridedView& mask, std::int64_t* out);

// out = where(mask, a, b): all of one shape; out, a and b of one type.
void select(const StridedView& out, const StridedView& mask, const StridedView& a,
            const StridedView& b);

}  // namespace numen::backend
