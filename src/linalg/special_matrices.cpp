#include "linalg/special_matrices.h"

#include <algorithm>
#include <complex>

#include "backends/backend.h"
#include "linalg/stack.h"

namespace numen::linalg {
namespace {

// A row of numbers for each matrix of a stack, in which the matrix is a view whose rows overlap.
class Strips {
  public:
    Strips(const StridedView& out, std::int64_t length)
        : dtype_(out.dtype), leading_(out.ndim - 2), length_(length) {
        std::copy_n(out.shape, out.ndim, shape_);
        const std::int64_t size = itemsize(dtype_);
        std::int64_t step = length * size;
        for (int axis = leading_ - 1; axis >= 0; --axis) {
            strides_[axis] = step;
            step *= shape_[axis];
        }
        data_ = scratch_.take<char>(std::max<std::int64_t>(step, 1));
    }

    // `count` numbers from place `first` on, in steps of 1 or -1.
    StridedView part(std::int64_t first, std::int64_t count, int direction) {
        shape_[leading_] = count;
        strides_[leading_] = direction * itemsize(dtype_);
        return {data_ + first * itemsize(dtype_), dtype_, leading_ + 1, shape_, strides_};
    }
    // The matrix whose first element is at place `first`, rows lying `direction` apart.
    StridedView matrix(std::int64_t first, std::int64_t rows, std::int64_t columns,
                       int direction) {
        shape_[leading_] = rows;
        shape_[leading_ + 1] = columns;
        strides_[leading_] = direction * itemsize(dtype_);
        strides_[leading_ + 1] = itemsize(dtype_);
        return {data_ + first * itemsize(dtype_), dtype_, leading_ + 2, shape_, strides_};
    }

    // Conjugates the numbers from place `first` on.
    void conjugate(std::int64_t first) {
        if (dtype_ == Dtype::complex64) conjugate_as<std::complex<float>>(first);
        if (dtype_ == Dtype::complex128) conjugate_as<std::complex<double>>(first);
    }

  private:
    template <class Number> void conjugate_as(std::int64_t first) {
        std::int64_t strips = 1;
        for (int axis = 0; axis < leading_; ++axis) strips *= shape_[axis];
        auto* numbers = reinterpret_cast<Number*>(data_);
        for (std::int64_t i = 0; i < strips; ++i, numbers += length_) {
            for (std::int64_t j = first; j < length_; ++j) numbers[j] = std::conj(numbers[j]);
        }
    }

    Dtype dtype_;
    int leading_;
    std::int64_t length_;
    std::int64_t shape_[max_dimensions + 2], strides_[max_dimensions + 2];
    Scratch scratch_;
    char* data_;
};

// A vector without its first element, or from its end.
class Turned {
  public:
    explicit Turned(const StridedView& vector) : view_(vector) {
        std::copy_n(vector.shape, vector.ndim, shape_);
        std::copy_n(vector.strides, vector.ndim, strides_);
        view_.shape = shape_;
        view_.strides = strides_;
    }
    Turned(const Turned&) = delete;
    Turned& operator=(const Turned&) = delete;

    Turned& without_first() {
        view_.data += strides_[view_.ndim - 1];
        --shape_[view_.ndim - 1];
        return *this;
    }
    const StridedView& view() const { return view_; }

  private:
    StridedView view_;
    std::int64_t shape_[max_dimensions + 2], strides_[max_dimensions + 2];
};

}  // namespace

Status toeplitz(const StridedView& out, const StridedView& column,
                const StridedView* row) try {
    const std::int64_t m = out.shape[out.ndim - 2], n = out.shape[out.ndim - 1];
    Strips strips(out, m + n - 1);
    backend::copy(strips.part(m - 1, m, -1), column);
    Turned rest(row == nullptr ? column : *row);
    rest.without_first();
    backend::copy(strips.part(m, n - 1, 1), rest.view());
    if (row == nullptr) {
        strips.matrix(0, m, n, -1);
        strips.conjugate(m);
    }
    return backend::copy(out, strips.matrix(m - 1, m, n, -1));
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

Status hankel(const StridedView& out, const StridedView& column, const StridedView* row) try {
    const std::int64_t m = out.shape[out.ndim - 2], n = out.shape[out.ndim - 1];
    Strips strips(out, m + n - 1);
    backend::copy(strips.part(0, m, 1), column);
    if (row != nullptr) {
        Turned rest(*row);
        backend::copy(strips.part(m, n - 1, 1), rest.without_first().view());
    } else {
        const std::complex<double> zero = 0;
        backend::fill(strips.part(m, n - 1, 1), &zero);
    }
    return backend::copy(out, strips.matrix(0, m, n, 1));
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

Status circulant(const StridedView& out, const StridedView& column) try {
    const std::int64_t n = out.shape[out.ndim - 1];
    Strips strips(out, 2 * n - 1);
    backend::copy(strips.part(n - 1, n, -1), column);
    Turned rest(column);
    backend::copy(strips.part(2 * n - 2, n - 1, -1), rest.without_first().view());
    return backend::copy(out, strips.matrix(n - 1, n, n, -1));
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

void block_diag(const StridedView& out, std::span<const StridedView> blocks) {
    const int rows = out.ndim - 2, columns = out.ndim - 1;
    std::int64_t shape[max_dimensions];
    std::copy_n(out.shape, out.ndim, shape);
    StridedView place = out;
    place.shape = shape;
    for (const StridedView& block : blocks) {
        shape[rows] = block.shape[block.ndim - 2];
        shape[columns] = block.shape[block.ndim - 1];
        backend::copy(place, block);
        place.data += shape[rows] * out.strides[rows] + shape[columns] * out.strides[columns];
    }
}

Status hadamard(const StridedView& out) try {
    const std::int64_t n = out.shape[1];
    Scratch scratch;
    auto* signs = scratch.take<std::int8_t>(n * n);
    signs[0] = 1;
    // Sylvester's doubling: h beside h, above h beside -h.
    for (std::int64_t half = 1; half < n; half *= 2) {
        for (std::int64_t i = 0; i < half; ++i) {
            std::int8_t* const above = signs + i * n;
            std::int8_t* const below = above + half * n;
            for (std::int64_t j = 0; j < half; ++j) {
                above[half + j] = below[j] = above[j];
                below[half + j] = static_cast<std::int8_t>(-above[j]);
            }
        }
    }
    const std::int64_t strides[] = {n, 1};
    return backend::copy(out, {reinterpret_cast<char*>(signs), Dtype::int8, 2, out.shape, strides});
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

}  // namespace numen::linalg
