// What a backend does for the evaluator: whole operations on strided views in host memory.
//
// Every function may use the thread pool; none allocates results, raises Python errors or keeps
// references. Views of one call that overlap are either identical in data, shape and strides or
// the caller has made a copy first. Unaligned and byte-strided memory is allowed everywhere.
// All return status bits (ops/status.h), the hardware's included; reductions, products and sorts
// also status_no_memory if there was too little for their work: the results are then undefined.
#pragma once

#include <cstdint>
#include <span>

#include "array/strided.h"
#include "backends/moments.h"
#include "ops/operation.h"
#include "ops/reduction.h"
#include "program/program.h"
#include "program/row_program.h"

namespace numen::backend {

// While it lives, long work of this thread asks every tenth of a second, between two pieces,
// whether to stop; if so, the rest is not done and the status has status_stopped.
class Watched {
  public:
    explicit Watched(bool (*wants_to_stop)());
    ~Watched();
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

  private:
    bool (*outer_)();
};

// operands: the entry's inputs, then its outputs, all of one shape (broadcast inputs have stride
// 0). Types may differ from the entry's: inputs are cast in blocks, outputs are cast back.
Status elementwise(const LoopEntry& entry, std::span<const StridedView> operands);

// Runs a program over its outputs and its inputs, all of one shape, aligned and of the program's
// types; outputs overlap nothing. `reports`, one for each register, receives what the instruction
// that wrote it reported; returned is status_no_memory where there was no scratch memory.
Status run(const Program& program, std::span<const StridedView> operands,
           std::span<Status> reports);

// How `run` goes over such operands, whose memory need not be there: elements of a block, threads.
struct RunPlan {
    std::int64_t block;
    int threads;
};
RunPlan plan(const Program& program, std::span<const StridedView> operands);

// The threads that a call may use.
int most_threads();

// Runs a program over rows: its outputs, which lie dense in C order, then its inputs. Operands of
// whole rows have the rows' shape and those of values for each row that without its last axis;
// inputs are aligned, outputs overlap nothing. `reports` as for `run`.
Status run_rows(const RowProgram& program, std::span<const std::int64_t> shape,
                std::span<const StridedView> operands, std::span<Status> reports);

// The full reduction of a program's first output, which lies dense in C order; where its data is
// null it is stored nowhere. The result has the bits that `reduce` gives for the stored output.
// False, and nothing done, for reductions that are not made of pieces: argmin, argmax, var and std
// but of long rows, and those that depend on the order.
bool reduce_program(ReduceOp op, const Program& program, std::span<const StridedView> operands,
                    void* out, std::span<Status> reports, Status& status);

// out = minimum(maximum(in, low), high) with one number for each bound, all of one real type.
Status clip(const StridedView& out, const StridedView& in, const void* low, const void* high);

// Copies src to dst of the same shape (src may have stride 0), converting as NumPy's `unsafe`
// casting does; status_invalid for NaN or out-of-range values to integers.
Status copy(const StridedView& dst, const StridedView& src);

// Sets every element of dst to the one at `value`, which has dst's dtype.
void fill(const StridedView& dst, const void* value);

// out[i] = start + i * step, in a row, of float64, float32, int64 or int32; start and step point to
// elements of that type. Floating products and sums are rounded each, integers wrap.
Status ramp(Dtype dtype, void* out, std::int64_t count, const void* start, const void* step);

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

// True if full reductions of so many elements of this kind use the moments cache.
bool shares_moments(ReduceOp op, Dtype in, std::int64_t count);
// reduce_contiguous of one that does, from what `moments` knows of the elements, which the call
// adds to: what the reduction needs, and what is found with it at no cost. What raised a
// floating-point flag is not remembered. The bits are those of reduce_contiguous.
Status reduce_sharing(ReduceOp op, Dtype in, const void* data, std::int64_t count,
                      Moments& moments, void* out);

// Running sum, product, minimum or maximum along one axis; out and in have one shape.
Status accumulate(ReduceOp op, const StridedView& out, const StridedView& in, int axis);

// Matrix product out = a @ b of types float32, float64, complex64, complex128, any integer or
// bool, float16 in float32 (all three of one type): a is (..., m, k), b is (..., k, n), out is
// (..., m, n), the leading axes already broadcast (stride 0). Small ones run our own loops, large
// ones BLAS.
Status matmul(const StridedView& out, const StridedView& a, const StridedView& b);

// out = sum of a[i] * b[i] of two vectors in a row (no conjugation); any type, one for all three.
Status dot_contiguous(Dtype dtype, const void* a, const void* b, std::int64_t count, void* out);

// out = sum of conj(a[i]) * b[i] of two vectors of any steps; any type, one for all three.
Status vdot(const StridedView& a, const StridedView& b, void* out);

// out[i] = in[indices[i]] along axis 0 of `in`, rows being in's remaining axes; indices are
// int64, contiguous, already wrapped and checked.
void gather_rows(const StridedView& out, const StridedView& in, const std::int64_t* indices);

// The number of true elements of a boolean view, and their flat positions in C order: as many
// int64 at `out`.
std::int64_t count_true(const StridedView& mask);
void true_positions(const StridedView& mask, std::int64_t* out);

// out = where(mask, a, b): all of one shape; out, a and b of one type.
void select(const StridedView& out, const StridedView& mask, const StridedView& a,
            const StridedView& b);

// The order of sorts is ascending, NaN last; complex numbers go by their real, then by their
// imaginary parts. A stable sort keeps equal elements in their order.
enum class SortKind : std::uint8_t { quick, stable };

// May other threads write to the elements meanwhile? The loops compare elements again and again and
// reach beyond a lane whose order changes under their hands: shared ones are sorted in a copy.
enum class Elements : std::uint8_t { own, shared };

// Sorts every lane along `axis` in place.
Status sort(const StridedView& array, int axis, SortKind kind, Elements elements = Elements::own);

// What argsort starts from: positions 0, 1, 2 …, or those that `positions` holds, which a stable
// sort by a further key keeps among equal elements.
enum class Positions : std::uint8_t { fresh, present };

// Fills `positions` (int64, of in's shape) with the order of every lane of `in` along `axis`.
Status argsort(const StridedView& positions, const StridedView& in, int axis, SortKind kind,
               Positions start = Positions::fresh, Elements elements = Elements::own);

// Where keys belong in an ascending vector: before what equals them (left) or behind it (right).
enum class Side : std::uint8_t { left, right };

// out[i] = place of key i, in C order, among the elements of `sorted` (one axis), both of one type.
// `sorter`, if given, holds for each rank the position of its element in `sorted`:
// status_out_of_range if the search met one outside. Of a vector that does not ascend, the answers
// mean nothing.
Status search_sorted(std::int64_t* out, const StridedView& sorted, const std::int64_t* sorter,
                     const StridedView& keys, Side side);

// Integers side by side, aligned. Those of uint64 count as int64: what lies beyond is negative.
struct Integers {
    const void* values;
    Dtype dtype;
    std::int64_t count;
};

// The least and the largest of some integers, at least one.
struct ValueRange {
    std::int64_t least, largest;
};
ValueRange value_range(const Integers& given);

// counts[v] = how often v stands among the values, which are in 0 … bins - 1.
void count_values(std::int64_t* counts, std::int64_t bins, const Integers& given);
// totals[v] = sum of the weights of the values that are v, added in their order.
void sum_by_value(double* totals, std::int64_t bins, const Integers& given, const double* weights);

// out[i] = sum over j of a[i + j - before] * v[j], for i from 0 to results, terms outside of a left
// out (no conjugation); vectors in a row of one type, `taps` elements of v no more than a's.
void correlate(Dtype dtype, const void* a, std::int64_t count, const void* v, std::int64_t taps,
               std::int64_t before, std::int64_t results, void* out);

// out[i] = the value at x[i] of the line through (knots[j], values[j]), knots ascending; `left`
// below them, `right` above. Values, left, right and out are float64, or all complex128.
struct Interpolation {
    const double* x;
    std::int64_t count;
    const double* knots;
    const void* values;
    std::int64_t knot_count;  // at least 1
    const void* left;
    const void* right;
    bool is_complex;
    void* out;
};
void interpolate(const Interpolation& given);

// Adds to out[b], an int64, the number of elements in bin b, from edges[b] to below edges[b + 1]
// (the last one with its end); with weights, to out[b], a float64, their sum. Bins have one width;
// data and edges are float64, or float32 if `single`.
struct BinCount {
    const void* data;
    std::int64_t count;
    const void* edges;
    std::int64_t bins;
    double first, last;
    double width;  // last - first
    bool single;
    bool wide;  // places of float32 elements are computed in float64
    const double* weights;  // null: count
    void* out;
};
Status count_in_bins(const BinCount& given);

}  // namespace numen::backend
