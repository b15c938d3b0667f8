#include "api/batched_call.h"

#include <algorithm>
#include <complex>
#include <cstring>

#include "api/message.h"

namespace numen::api {
namespace {

// Bytes [begin, end) that the elements of one matrix lie in.
struct Extent {
    std::int64_t begin, end;
};

Extent extent_along(Extent extent, std::int64_t count, std::int64_t step) {
    const std::int64_t reach = (count - 1) * step;
    return {extent.begin + std::min<std::int64_t>(reach, 0),
            extent.end + std::max<std::int64_t>(reach, 0)};
}

Extent extent_of_matrix(const Batch& batch) {
    const auto place = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(batch.data));
    const Extent element{place, place + itemsize(batch.dtype)};
    return extent_along(extent_along(element, batch.rows, batch.row_step), batch.columns,
                        batch.column_step);
}

// Matrices may take turns in memory, as the members of an array of structs do.
bool take_turns(const Batch& a, const Batch& b) {
    if (a.count < 2 || a.step != b.step || a.step == 0) return false;
    const std::int64_t step = std::abs(a.step);
    const Extent one = extent_of_matrix(a), other = extent_of_matrix(b);
    const std::int64_t apart = ((other.begin - one.begin) % step + step) % step;
    return apart >= one.end - one.begin && apart + (other.end - other.begin) <= step;
}

bool overlap(const Batch& a, const Batch& b) {
    const Extent one = extent_along(extent_of_matrix(a), a.count, a.step);
    const Extent other = extent_along(extent_of_matrix(b), b.count, b.step);
    return one.begin < other.end && other.begin < one.end && !take_turns(a, b);
}

// Whether each axis steps over all that the axes of smaller steps hold.
bool has_own_elements(const Batch& batch) {
    struct Axis {
        std::int64_t step, extent;
    } axes[] = {{std::abs(batch.step), batch.count},
                {std::abs(batch.row_step), batch.rows},
                {std::abs(batch.column_step), batch.columns}};
    std::sort(axes, axes + 3, [](Axis a, Axis b) { return a.step < b.step; });
    std::int64_t held = itemsize(batch.dtype);
    for (const Axis& axis : axes) {
        if (axis.extent > 1 && axis.step < held) return false;
        held = std::max(held, (axis.extent - 1) * axis.step + held);
    }
    return true;
}

bool is_empty(const Batch& batch) { return batch.count * batch.rows * batch.columns == 0; }

void check_shape(const char* name, std::int64_t count, const Checked& operand,
                 const linalg::Workspace& work) {
    const Batch& batch = operand.batch;
    if (batch.count != count || batch.rows != operand.rows || batch.columns != operand.columns) {
        throw ShapeError(message(name, ": ", operand.name, " has ", batch.count, " of ",
                                 batch.rows, " by ", batch.columns, ", needs ", count, " of ",
                                 operand.rows, " by ", operand.columns));
    }
    if (std::max(batch.rows, batch.columns) > work.side()) {
        throw ShapeError(message(name, ": ", operand.name, " is ", batch.rows, " by ",
                                 batch.columns, ", the work space is for sides up to ",
                                 work.side()));
    }
}

}  // namespace

void check_batches(const char* name, std::int64_t count, std::initializer_list<Checked> results,
                   std::initializer_list<Checked> inputs, const linalg::Workspace& work,
                   linalg::Info info) {
    for (const Checked& input : inputs) check_shape(name, count, input, work);
    for (const Checked& result : results) check_shape(name, count, result, work);
    if (!info.empty() && static_cast<std::int64_t>(info.size()) != count) {
        throw ShapeError(message(name, ": info has ", info.size(), " elements, needs ", count));
    }
    const auto check_apart = [&](const Checked& result, const Checked& other) {
        if (is_empty(result.batch) || is_empty(other.batch)) return;
        if (!overlap(result.batch, other.batch)) return;
        throw LayoutError(message(name, ": ", result.name, " overlaps ", other.name));
    };
    for (auto result = results.begin(); result != results.end(); ++result) {
        if (!has_own_elements(result->batch)) {
            throw LayoutError(message(name, ": elements of ", result->name,
                                      " share memory with each other"));
        }
        for (const Checked& input : inputs) check_apart(*result, input);
        for (auto other = results.begin(); other != result; ++other) check_apart(*result, *other);
    }
}

namespace {

template <class T> void fill_as(const Batch& batch, T value) {
    for (std::int64_t index = 0; index < batch.count; ++index) {
        for (std::int64_t i = 0; i < batch.rows; ++i) {
            for (std::int64_t j = 0; j < batch.columns; ++j) {
                char* const matrix = batch.data + index * batch.step;
                std::memcpy(matrix + i * batch.row_step + j * batch.column_step, &value,
                            sizeof value);
            }
        }
    }
}

}  // namespace

void fill(const Batch& batch, double value) {
    switch (batch.dtype) {
        case Dtype::float32: return fill_as(batch, static_cast<float>(value));
        case Dtype::complex64: return fill_as(batch, std::complex<float>(
                                                         static_cast<float>(value)));
        case Dtype::complex128: return fill_as(batch, std::complex<double>(value));
        default: return fill_as(batch, value);
    }
}

void clear(linalg::Info info) { std::fill(info.begin(), info.end(), 0); }

}  // namespace numen::api
