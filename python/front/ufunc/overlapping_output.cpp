// Outputs that lie on the memory of inputs: when NumPy writes to them.
#include <algorithm>

#include "backends/backend.h"
#include "front/array/elements.h"
#include "front/ufunc/elementwise_call.h"

namespace numen::front {
namespace {

// NumPy casts every input that lies there first, which it does with short vectors.
bool casts_what_it_reads(const Call& call, const StridedView* views) {
    const StridedView& output = views[call.inputs];
    if (call.nd > 1 || element_count(output) > numpys_buffer) return false;
    for (int i = 0; i < call.inputs; ++i) {
        const bool is_cast = views[i].dtype != call.loop->input[i];
        if (!is_cast && meets(views[i], output, call.loop->output[0])) return false;
    }
    return true;
}

bool is_fortran_contiguous(const StridedView& view) {
    npy_intp shape[max_dimensions], strides[max_dimensions];
    std::reverse_copy(view.shape, view.shape + view.ndim, shape);
    std::reverse_copy(view.strides, view.strides + view.ndim, strides);
    return is_contiguous({view.data, view.dtype, view.ndim, shape, strides});
}

// From one element of an array that its loops go through in a row to the next.
npy_intp step_of(const StridedView& view) {
    return view.ndim == 1 ? view.strides[0] : itemsize(view.dtype);
}

// Is each element of the input read before the loop comes to write there?
bool is_ahead(const StridedView& input, const StridedView& output) {
    const npy_intp step = step_of(input), written = step_of(output);
    return step > 0 ? step >= written && input.data >= output.data
                    : step <= written && input.data <= output.data;
}

// Does NumPy's one loop go through all operands in a row, and write as it reads?
bool is_one_loop(Call& call, const StridedView* views) {
    const StridedView& output = views[call.inputs];
    if (output.dtype != call.loop->output[0] || !is_aligned(output)) return false;
    bool by_rows = is_contiguous(output), by_columns = is_fortran_contiguous(output);
    for (int i = 0; i < call.inputs; ++i) {
        if (call.in[i].ndim() == 0) continue;
        const StridedView given = call.in[i].view();
        if (given.ndim != call.nd || !std::equal(call.shape, call.shape + call.nd, given.shape)) {
            return false;
        }
        if (given.dtype != call.loop->input[i] || !is_aligned(given)) {
            if (element_count(output) > numpys_buffer) return false;
            continue;  // cast, or copied, first
        }
        by_rows = by_rows && is_contiguous(given);
        by_columns = by_columns && is_fortran_contiguous(given);
        if (may_overlap(given, output) && !is_ahead(given, output)) return false;
    }
    return call.nd == 1 || by_rows || by_columns;
}

}  // namespace

bool is_written_last(Call& call, const StridedView* views) {
    return !casts_what_it_reads(call, views) && !is_one_loop(call, views);
}

}  // namespace numen::front
