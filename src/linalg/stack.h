// Stacks of matrices in strided memory, and the loop over them.
//
// LAPACK wants columns in a row; NumPy's arrays come in any layout and type. Each matrix is copied
// into a work space of its thread (of one of LAPACK's four types, column major), and results back.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "array/allocator.h"
#include "array/strided.h"
#include "backends/cpu/blas.h"
#include "backends/cpu/thread_pool.h"
#include "linalg/lapack.h"
#include "numen/precision.h"
#include "ops/status.h"

namespace numen::linalg {

using lapack::Int;

template <class Scalar> inline constexpr Dtype dtype_of = Dtype::float64;
template <> inline constexpr Dtype dtype_of<float> = Dtype::float32;
template <> inline constexpr Dtype dtype_of<lapack::SingleComplex> = Dtype::complex64;
template <> inline constexpr Dtype dtype_of<lapack::Complex> = Dtype::complex128;

// A stack of matrices (its last two axes), of vectors as matrices of one column, or of numbers.
class Stack {
  public:
    enum class Of { numbers, vectors, matrices };
    Stack(const StridedView& view, Of kind);

    Int rows, columns;
    Int row_step, column_step;  // in bytes
    Int count() const;          // matrices
    Dtype dtype() const { return view_.dtype; }
    char* at(Int index) const;  // the first element of a matrix, C order over the leading axes

    // Copies a matrix to dense columns `leading` elements apart, converting it, or back again,
    // rounding where the stack is of single precision.
    template <class Scalar> void load(Int index, Scalar* to, Int leading) const;
    template <class Scalar> void store(Int index, const Scalar* from, Int leading) const;
    template <class Scalar> void load(Int index, Scalar* to) const { load(index, to, rows); }
    template <class Scalar> void store(Int index, const Scalar* from) const {
        store(index, from, rows);
    }
    // Fills a matrix with NaN: what stands where nothing could be computed.
    void store_nan(Int index) const;

  private:
    template <class To, class Scalar>
    void store_small(char* to, const Scalar* from, Int leading) const;

    StridedView view_;
    int leading_axes_;
};

// The transposed matrices.
inline Stack turned(const Stack& stack) {
    Stack other = stack;
    std::swap(other.rows, other.columns);
    std::swap(other.row_step, other.column_step);
    return other;
}

// A matrix of a stack where LAPACK can work on it as it lies: of its type, column after column
// without gaps. Null if it cannot.
template <class Scalar> Scalar* dense_columns(const Stack& stack, Int index) {
    const auto size = static_cast<Int>(sizeof(Scalar));
    char* data = stack.at(index);
    const bool is_dense = stack.dtype() == dtype_of<Scalar> && stack.row_step == size &&
                          stack.column_step == stack.rows * size &&
                          reinterpret_cast<std::uintptr_t>(data) % alignof(Scalar) == 0;
    return is_dense ? reinterpret_cast<Scalar*>(data) : nullptr;
}

// Work space of one thread; small amounts lie in the object itself, others come from the cache of
// blocks. Not initialised.
class Scratch {
  public:
    Scratch() {}  // which leaves the memory alone
    ~Scratch() {
        for (const Block& block : blocks_) release(block.memory, block.bytes);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    // Throws std::bad_alloc.
    template <class T> T* take(Int count) {
        // A matrix repeated by steps of zero may be larger than any memory.
        if (count > most_bytes / static_cast<Int>(sizeof(T))) throw std::bad_alloc();
        const std::size_t bytes =
            (static_cast<std::size_t>(count) * sizeof(T) + alignment - 1) & ~(alignment - 1);
        return static_cast<T*>(take_bytes(bytes));
    }

  private:
    static constexpr std::size_t alignment = 64;
    static constexpr Int most_bytes = Int{1} << 62;
    struct Block {
        void* memory;
        std::size_t bytes;
    };
    void* take_bytes(std::size_t bytes);

    alignas(alignment) char inside_[4096];
    std::size_t used_ = 0;
    std::vector<Block> blocks_;
};

// From this work on one factorisation uses the library's own threads. They wait for each other in
// every step, so a busy machine makes them slow: LU, Cholesky and QR, mostly products of matrices,
// win from order 400; the others pass over the matrix once per column and win from some 500. What
// has steps of its own on our threads is never to have the library's.
inline constexpr double blocked_work = 2e7, swept_work = 1e9;
inline constexpr double never_threaded = std::numeric_limits<double>::infinity();
// Work of one piece of a batch. The library takes a lock in every call: below the work of one
// matrix of order 12, threads wait for each other (10,000 of order 4: twice the time on two cores).
inline constexpr double piece_work = 1 << 18, least_shared_work = 12 * 12 * 12 / 3;

// Real multiplications for one of a type.
template <class Scalar> inline constexpr double real_work = lapack::is_complex<Scalar> ? 4 : 1;

// Whether one of `count` matrices, with so many multiplications of a Scalar, is to use the
// library's threads.
template <class Scalar>
bool is_for_threads(Int count, double work, double threaded_work = blocked_work) {
    return count == 1 && work * real_work<Scalar> >= threaded_work;
}

// Runs make()'s result, a callable Status(index), for every matrix of a stack; make is called once
// per thread's piece and may throw std::bad_alloc. `work`: multiplications of a Scalar for one
// matrix.
template <class Scalar = double, class Make>
Status for_each_matrix(Int count, double work, const Make& make,
                       double threaded_work = blocked_work) {
    const blas::OwnThreads threads(is_for_threads<Scalar>(count, work, threaded_work));
    const Int grain =
        work < least_shared_work ? count : static_cast<Int>(piece_work / (work + 64)) + 1;
    return cpu::parallel_for(count, grain, [&](Int begin, Int end) {
        Status status = status_ok;
        auto compute = make();
        for (Int index = begin; index < end; ++index) status |= compute(index);
        return status;
    });
}

// The type of numbers like those of `a` in the precision of the magnitudes `values`.
inline Dtype type_of_work(const StridedView& values, const StridedView& a) {
    if (!is_complex(a.dtype)) return values.dtype;
    return values.dtype == Dtype::float32 ? Dtype::complex64 : Dtype::complex128;
}

// Calls run.operator()<Scalar>() with the type that the work is done in: that of a number of
// `dtype`, in double precision unless `precision` says otherwise.
template <class Run> Status in_type(Dtype dtype, Precision precision, Run&& run) {
    if (precision == Precision::native) {
        if (dtype == Dtype::float32) return run.template operator()<float>();
        if (dtype == Dtype::complex64) return run.template operator()<lapack::SingleComplex>();
    }
    return is_complex(dtype) ? run.template operator()<lapack::Complex>()
                             : run.template operator()<double>();
}

inline Stack numbers(const StridedView& view) { return Stack(view, Stack::Of::numbers); }
inline Stack vectors(const StridedView& view) { return Stack(view, Stack::Of::vectors); }
inline Stack matrices(const StridedView& view) { return Stack(view, Stack::Of::matrices); }

// LAPACK's iterations over infinities and NaNs may not end.
template <class Scalar> bool are_finite(const Scalar* numbers, Int count) {
    return std::all_of(numbers, numbers + count, [](const Scalar& number) {
        return std::isfinite(std::real(number)) && std::isfinite(std::imag(number));
    });
}

inline double cube(Int n) {
    const double side = static_cast<double>(n);
    return side * side * side;
}

}  // namespace numen::linalg
