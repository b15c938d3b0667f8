#include "linalg/stack.h"

#include <limits>

#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/element_moves.h"

namespace numen::linalg {
namespace {

// Up to here a plain loop beats the set-up of a general copy.
constexpr Int small_matrix = 1024;

template <class From, class Scalar>
void convert_small(const Stack& stack, const char* from, Scalar* to, Int leading) {
    for (Int j = 0; j < stack.columns; ++j) {
        const char* column = from + j * stack.column_step;
        for (Int i = 0; i < stack.rows; ++i) {
            to[j * leading + i] = Scalar(cpu::read<From>(column + i * stack.row_step));
        }
    }
}

// The common types without a call per column.
template <class Scalar>
void load_small(const Stack& stack, const char* from, Dtype dtype, Scalar* to, Int leading) {
    if (dtype == dtype_of<Scalar>) return convert_small<Scalar>(stack, from, to, leading);
    if (dtype == Dtype::float32) return convert_small<float>(stack, from, to, leading);
    if constexpr (lapack::is_complex<Scalar>) {
        if (dtype == Dtype::complex64) return convert_small<Complex64>(stack, from, to, leading);
    }
    const auto cast = cpu::data_kernels().cast[static_cast<int>(dtype_of<Scalar>)]
                                              [static_cast<int>(dtype)];
    for (Int j = 0; j < stack.columns; ++j) {
        cast(reinterpret_cast<char*>(to + j * leading), sizeof(Scalar),
             from + j * stack.column_step, stack.row_step, stack.rows);
    }
}

}  // namespace

Stack::Stack(const StridedView& view, Of kind) : view_(view) {
    const int axes = static_cast<int>(kind);
    leading_axes_ = view.ndim - axes;
    rows = axes > 0 ? view.shape[leading_axes_] : 1;
    row_step = axes > 0 ? view.strides[leading_axes_] : 0;
    columns = axes == 2 ? view.shape[leading_axes_ + 1] : 1;
    column_step = axes == 2 ? view.strides[leading_axes_ + 1] : 0;
}

Int Stack::count() const {
    Int matrices = 1;
    for (int axis = 0; axis < leading_axes_; ++axis) matrices *= view_.shape[axis];
    return matrices;
}

char* Stack::at(Int index) const {
    char* data = view_.data;
    for (int axis = leading_axes_ - 1; axis >= 0 && index > 0; --axis) {
        data += index % view_.shape[axis] * view_.strides[axis];
        index /= view_.shape[axis];
    }
    return data;
}

template <class Scalar> void Stack::load(Int index, Scalar* to, Int leading) const {
    char* from = at(index);
    if (rows * columns <= small_matrix) return load_small(*this, from, view_.dtype, to, leading);
    const Int shape[2] = {rows, columns}, strides[2] = {row_step, column_step};
    const Int dense[2] = {sizeof(Scalar), leading * static_cast<Int>(sizeof(Scalar))};
    backend::copy({reinterpret_cast<char*>(to), dtype_of<Scalar>, 2, shape, dense},
                  {from, view_.dtype, 2, shape, strides});
}

template <class To, class Scalar>
void Stack::store_small(char* to, const Scalar* from, Int leading) const {
    for (Int i = 0; i < rows; ++i) {
        for (Int j = 0; j < columns; ++j) {
            cpu::write(to + i * row_step + j * column_step, static_cast<To>(from[j * leading + i]));
        }
    }
}

template <class Scalar> void Stack::store(Int index, const Scalar* from, Int leading) const {
    using Single = std::conditional_t<lapack::is_complex<Scalar>, Complex64, float>;
    char* to = at(index);
    if (rows * columns <= small_matrix) {
        return view_.dtype == dtype_of<Scalar> ? store_small<Scalar>(to, from, leading)
                                               : store_small<Single>(to, from, leading);
    }
    const Int shape[2] = {rows, columns}, strides[2] = {row_step, column_step};
    const Int dense[2] = {sizeof(Scalar), leading * static_cast<Int>(sizeof(Scalar))};
    char* source = reinterpret_cast<char*>(const_cast<Scalar*>(from));
    backend::copy({to, view_.dtype, 2, shape, strides},
                  {source, dtype_of<Scalar>, 2, shape, dense});
}

#define NUMEN_FOR(T)                                 \
    template void Stack::load(Int, T*, Int) const; \
    template void Stack::store(Int, const T*, Int) const;
NUMEN_FOR(float)
NUMEN_FOR(double)
NUMEN_FOR(lapack::SingleComplex)
NUMEN_FOR(lapack::Complex)
#undef NUMEN_FOR

void Stack::store_nan(Int index) const {
    const Int shape[2] = {rows, columns}, strides[2] = {row_step, column_step};
    const auto fill = [&](auto nan) {
        const decltype(nan) value[2] = {nan, nan};
        backend::fill({at(index), view_.dtype, 2, shape, strides}, value);
    };
    const bool is_single = view_.dtype == Dtype::float32 || view_.dtype == Dtype::complex64;
    is_single ? fill(std::numeric_limits<float>::quiet_NaN())
              : fill(std::numeric_limits<double>::quiet_NaN());
}

void* Scratch::take_bytes(std::size_t bytes) {
    if (bytes <= sizeof(inside_) - used_) {
        void* place = inside_ + used_;
        used_ += bytes;
        return place;
    }
    blocks_.reserve(blocks_.size() + 1);
    void* memory = allocate(bytes);
    if (memory == nullptr) throw std::bad_alloc();
    blocks_.push_back({memory, bytes});
    return memory;
}

}  // namespace numen::linalg
