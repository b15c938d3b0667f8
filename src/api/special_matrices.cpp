#include "numen/special_matrices.h"

#include <bit>

#include "api/body.h"
#include "api/float_status.h"
#include "api/message.h"
#include "linalg/special_matrices.h"
#include "numen/creation.h"
#include "numen/shaping.h"
#include "ops/operation.h"

namespace numen::linalg {

using namespace api;

namespace {

using Shape = std::vector<std::int64_t>;

void check_vector(const char* name, const Array& a) {
    if (a.ndim() == 0) throw ShapeError(message(name, ": needs a vector, got a number"));
}

Shape leading_shape(const Array& a, int core) {
    return {a.shape().begin(), a.shape().end() - core};
}

Array stretched(const Array& a, int core, Shape shape) {
    shape.insert(shape.end(), a.shape().end() - core, a.shape().end());
    return broadcast_to(a, shape);
}

Array matrices(const Shape& leading, std::int64_t rows, std::int64_t columns, Dtype dtype,
               bool zeroed = false) {
    Shape shape = leading;
    shape.insert(shape.end(), {rows, columns});
    return new_array(dtype, static_cast<int>(shape.size()), shape.data(), zeroed);
}

using Make = Status (*)(const StridedView&, const StridedView&, const StridedView*);

Array of_column_and_row(const char* name, Make make, const Array& c, const Array* r) {
    check_vector(name, c);
    if (r != nullptr) check_vector(name, *r);
    const Array& last = r == nullptr ? c : *r;
    const Dtype dtype = promote(c.dtype(), last.dtype());
    const Shape leading = broadcast_shapes(leading_shape(c, 1), leading_shape(last, 1));
    const Array out = matrices(leading, c.shape(-1), last.shape(-1), dtype);
    if (out.size() == 0) return out;
    const Array column = stretched(in_dtype(c, dtype), 1, leading);
    const Array row = stretched(in_dtype(last, dtype), 1, leading);
    const StridedView row_view = view_of(row);
    report(make(view_of(out), view_of(column), r == nullptr ? nullptr : &row_view), name);
    return out;
}

}  // namespace

Array toeplitz(const Array& c) { return of_column_and_row("toeplitz", toeplitz, c, nullptr); }
Array toeplitz(const Array& c, const Array& r) {
    return of_column_and_row("toeplitz", toeplitz, c, &r);
}

Array hankel(const Array& c) { return of_column_and_row("hankel", hankel, c, nullptr); }
Array hankel(const Array& c, const Array& r) { return of_column_and_row("hankel", hankel, c, &r); }

Array circulant(const Array& c) {
    check_vector("circulant", c);
    const Array out = matrices(leading_shape(c, 1), c.shape(-1), c.shape(-1), c.dtype());
    if (out.size() > 0) report(circulant(view_of(out), view_of(c)), "circulant");
    return out;
}

Array block_diag(const std::vector<Array>& arrays) {
    if (arrays.empty()) throw ShapeError("block_diag: needs an array");
    std::vector<Array> blocks;
    Shape leading;
    Dtype dtype = arrays.front().dtype();
    std::int64_t rows = 0, columns = 0;
    for (const Array& array : arrays) {
        const Array block = array.ndim() >= 2 ? array : array.reshape({1, array.size()});
        dtype = promote(dtype, block.dtype());
        leading = broadcast_shapes(leading, leading_shape(block, 2));
        rows += block.shape(-2);
        columns += block.shape(-1);
        blocks.push_back(block);
    }
    std::vector<StridedView> views;
    for (Array& block : blocks) {
        block = stretched(block, 2, leading);
        views.push_back(view_of(block));
    }
    const Array out = matrices(leading, rows, columns, dtype, true);
    block_diag(view_of(out), views);
    return out;
}

Array hadamard(std::int64_t n, Dtype dtype) {
    if (n < 1 || !std::has_single_bit(static_cast<std::uint64_t>(n))) {
        throw ValueError(message("n must be a positive integer, and n must be a power of 2, got ",
                                 n));
    }
    const Array out = matrices({}, n, n, dtype);
    report(hadamard(view_of(out)), "hadamard");
    return out;
}

}  // namespace numen::linalg
