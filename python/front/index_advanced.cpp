// Advanced indexing: integer arrays and masks, read and written.
//
// Every index array becomes int64 positions on one axis; together they give one byte offset per
// element of their broadcast shape. The axes that no index array consumes ("rest") form a block
// that is copied whole at each offset. Adjacent index arrays put their axes where they stood,
// separated ones put them first.
#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <span>

#include "backends/backend.h"
#include "backends/cpu/indexed.h"
#include "front/elementwise.h"
#include "front/fallback.h"
#include "front/index.h"
#include "front/operand.h"
#include "front/state.h"

namespace numen::front {
namespace {

// As many numbers as an index has places; there may be no memory for them.
struct Numbers {
    std::unique_ptr<npy_intp[]> values;
    npy_intp count = 0;

    bool allocate(npy_intp wanted) {
        values.reset(new (std::nothrow) npy_intp[wanted]);
        count = wanted;
        return values != nullptr;
    }
    std::span<npy_intp> all() const { return {values.get(), static_cast<std::size_t>(count)}; }
};

struct Selection {
    int nd = 0;                              // broadcast shape of the index arrays
    npy_intp shape[max_dimensions];
    npy_intp count = 1;
    Numbers offsets;                         // bytes, C order over that shape
    int rest_nd = 0;                         // axes no index array consumes
    npy_intp rest_shape[max_dimensions], rest_strides[max_dimensions];
    npy_intp rest_offset = 0;
    npy_intp block_shape[max_dimensions], block_strides[max_dimensions];  // in memory order
    int place = 0;                           // where the index axes stand among the result's
    bool inside = true;                      // no position lies outside its axis
};

enum class Found { ok, invalid, too_large };

// One index array: positions on its axis, or (of a mask) byte offsets, then with stride 1.
struct Positions {
    Numbers numbers;
    int nd;
    npy_intp shape[max_dimensions];
    npy_intp extent, stride;
};

Found read_positions(ArrayObject* a, Positions& positions, bool& inside) {
    positions.nd = a->f.nd;
    std::copy_n(a->f.dimensions, a->f.nd, positions.shape);
    if (!positions.numbers.allocate(element_count(a))) return Found::too_large;
    npy_intp strides[max_dimensions];
    dense_strides(Order::c, sizeof(npy_intp), a->f.nd, a->f.dimensions, strides);
    backend::copy({reinterpret_cast<char*>(positions.numbers.values.get()), Dtype::int64, a->f.nd,
                   a->f.dimensions, strides},
                  view_of(a));
    // A uint64 beyond int64 wraps to a negative number: both are out of bounds in practice.
    for (npy_intp& value : positions.numbers.all()) {
        if (value < 0) value += positions.extent;
        inside = inside && value >= 0 && value < positions.extent;
    }
    return Found::ok;
}

// A mask selects elements of the axes it covers: their byte offsets, in C order.
Found read_mask(ArrayObject* mask, ArrayObject* a, int axis, Positions& positions) {
    for (int i = 0; i < mask->f.nd; ++i) {
        if (mask->f.dimensions[i] != a->f.dimensions[axis + i]) return Found::invalid;
    }
    positions.nd = 1;
    positions.shape[0] = backend::count_true(view_of(mask));
    positions.stride = 1;
    if (!positions.numbers.allocate(positions.shape[0])) return Found::too_large;
    cpu::masked_offsets(view_of(mask), a->f.strides + axis, positions.numbers.values.get());
    return Found::ok;
}

Found read_entry(const IndexEntry& entry, ArrayObject* a, int axis, Positions& positions,
                 bool& inside) {
    ArrayObject* selector = as_array(entry.object.get());
    if (entry.kind == IndexEntry::Kind::mask) return read_mask(selector, a, axis, positions);
    positions.extent = a->f.dimensions[axis];
    positions.stride = a->f.strides[axis];
    if (entry.kind == IndexEntry::Kind::array) return read_positions(selector, positions, inside);
    positions.nd = 0;
    if (!positions.numbers.allocate(1)) return Found::too_large;
    positions.numbers.values[0] = entry.start;
    return Found::ok;
}

Found join_shapes(std::vector<Positions>& all, Selection& selection) {
    std::vector<StridedView> views;
    for (Positions& positions : all) {
        views.push_back({nullptr, Dtype::int64, positions.nd, positions.shape, nullptr});
    }
    if (!broadcast_shapes(views, selection.nd, selection.shape)) return Found::invalid;
    for (int axis = 0; axis < selection.nd; ++axis) {
        if (__builtin_mul_overflow(selection.count, selection.shape[axis], &selection.count)) {
            return Found::too_large;
        }
    }
    return Found::ok;
}

void add_offsets(const Positions& positions, Selection& selection) {
    npy_intp dense[max_dimensions], strides[max_dimensions];
    dense_strides(Order::c, 1, positions.nd, positions.shape, dense);
    broadcast_strides({nullptr, Dtype::int64, positions.nd, positions.shape, dense}, selection.nd,
                      selection.shape, strides);
    npy_intp counter[max_dimensions] = {}, at = 0;
    for (npy_intp& offset : selection.offsets.all()) {
        offset += positions.numbers.values[at] * positions.stride;
        for (int axis = selection.nd - 1; axis >= 0; --axis) {
            at += strides[axis];
            if (++counter[axis] < selection.shape[axis]) break;
            at -= strides[axis] * selection.shape[axis];
            counter[axis] = 0;
        }
    }
}

// Walks the parsed index: which axes are selected, which rest, where the selected ones go.
Found select_axes(ArrayObject* a, ParsedIndex& index, Selection& selection,
                  std::vector<Positions>& all) {
    int axis = 0, first = -1;
    bool adjacent = true, open = false;
    for (IndexEntry& entry : index.entries) {
        const bool selects = entry.kind == IndexEntry::Kind::array ||
                             entry.kind == IndexEntry::Kind::mask ||
                             entry.kind == IndexEntry::Kind::integer;
        if (selects) {
            if (first < 0) first = selection.rest_nd;
            if (!open && !all.empty()) adjacent = false;
            Positions positions;
            const Found found = read_entry(entry, a, axis, positions, selection.inside);
            if (found != Found::ok) return found;
            all.push_back(std::move(positions));
        } else {
            const bool slice = entry.kind == IndexEntry::Kind::slice;
            const npy_intp stride = slice ? a->f.strides[axis] : 0;
            selection.rest_shape[selection.rest_nd] = slice ? entry.length : 1;
            selection.rest_strides[selection.rest_nd++] = stepped(stride, entry.step);
            if (slice && entry.length > 0) selection.rest_offset += entry.start * stride;
        }
        open = selects;
        axis += entry.axes;
    }
    selection.place = adjacent ? std::max(first, 0) : 0;
    return Found::ok;
}

Found select(ArrayObject* a, ParsedIndex& index, Selection& selection) {
    std::vector<Positions> all;
    Found found = select_axes(a, index, selection, all);
    if (found == Found::ok) found = join_shapes(all, selection);
    if (found != Found::ok) return found;
    if (selection.nd + selection.rest_nd > max_dimensions) return Found::invalid;
    // Where nothing is selected no position is looked at.
    if (!selection.inside && selection.count > 0) return Found::invalid;
    if (!selection.offsets.allocate(selection.count)) return Found::too_large;
    std::ranges::fill(selection.offsets.all(), selection.rest_offset);
    for (const Positions& positions : all) add_offsets(positions, selection);
    return Found::ok;
}

// Shape of the result in NumPy's order of axes, and its strides when the memory lies with the
// index axes first and the others in the order in which they lie in the array.
void result_layout(const Selection& selection, int item, npy_intp* shape, npy_intp* strides) {
    npy_intp index_strides[max_dimensions], rest_strides[max_dimensions];
    const StridedView rest{nullptr, Dtype::int8, selection.rest_nd, selection.rest_shape,
                           selection.rest_strides};
    copy_strides(rest, item, rest_strides);
    dense_strides(Order::c, item * element_count(rest), selection.nd, selection.shape,
                  index_strides);
    int at = 0;
    auto take = [&](npy_intp extent, npy_intp stride) {
        shape[at] = extent;
        strides[at++] = stride;
    };
    for (int i = 0; i < selection.rest_nd; ++i) {
        if (i == selection.place) {
            for (int j = 0; j < selection.nd; ++j) take(selection.shape[j], index_strides[j]);
        }
        take(selection.rest_shape[i], rest_strides[i]);
    }
    if (selection.place == selection.rest_nd) {
        for (int j = 0; j < selection.nd; ++j) take(selection.shape[j], index_strides[j]);
    }
}

// The selected blocks, their axes from the farthest to the nearest in the result's memory.
cpu::Indexed indexed(ArrayObject* a, Selection& selection) {
    npy_intp strides[max_dimensions];
    int order[max_dimensions];
    const int nd = selection.rest_nd;
    const StridedView rest{nullptr, Dtype::int8, nd, selection.rest_shape,
                           selection.rest_strides};
    copy_strides(rest, 1, strides);
    for (int i = 0; i < nd; ++i) order[i] = i;
    std::stable_sort(order, order + nd, [&](int x, int y) { return strides[x] > strides[y]; });
    for (int i = 0; i < nd; ++i) {
        selection.block_shape[i] = selection.rest_shape[order[i]];
        selection.block_strides[i] = selection.rest_strides[order[i]];
    }
    return {a->f.data,
            selection.offsets.values.get(),
            selection.count,
            {nullptr, dtype_of(a), nd, selection.block_shape, selection.block_strides}};
}

// Array and mask as one row of elements each, the most frequent case: both one-dimensional, or of
// one shape and without gaps.
struct MaskedRow {
    npy_intp count, step, mask_step;
};

bool masked_row(ArrayObject* a, const ParsedIndex& index, MaskedRow& row) {
    if (index.entries.size() != 1 || index.entries[0].kind != IndexEntry::Kind::mask) return false;
    ArrayObject* mask = as_array(index.entries[0].object.get());
    if (mask->f.nd != a->f.nd ||
        !std::equal(a->f.dimensions, a->f.dimensions + a->f.nd, mask->f.dimensions)) {
        return false;
    }
    if (a->f.nd == 1) {
        row = {a->f.dimensions[0], a->f.strides[0], mask->f.strides[0]};
        return true;
    }
    row = {element_count(a), itemsize(dtype_of(a)), 1};
    return is_c_contiguous(a) && is_c_contiguous(mask);
}

PyObject* get_masked_row(ArrayObject* a, ArrayObject* mask, const MaskedRow& row) {
    npy_intp count = backend::count_true(view_of(mask));
    ArrayObject* result = new_array(dtype_of(a), 1, &count);
    if (result == nullptr) return nullptr;
    cpu::compress(result->f.data, a->f.data, row.step, mask->f.data, row.mask_step, row.count,
                  itemsize(dtype_of(a)));
    return as_object(result);
}

// A number goes to every selected place; an array of as many values as there are places goes to
// them in order. Anything else is for the general way (1).
int set_masked_row(ArrayObject* a, ArrayObject* mask, const MaskedRow& row, PyObject* value) {
    Operand operand;
    classify(value, operand);
    const Dtype dtype = dtype_of(a);
    const bool number = is_weak(operand.kind) || operand.kind == Kind::scalar;
    npy_intp count = number ? 1 : backend::count_true(view_of(mask));
    if (!number && (operand.kind != Kind::array || operand.array->f.nd != 1 ||
                    operand.array->f.dimensions[0] != count)) {
        return 1;
    }
    if (!number && operand.dtype == dtype) {
        const bool overlaps = may_overlap(view_of(a), view_of(operand.array));
        auto* expand = overlaps ? cpu::expand_onto_itself : cpu::expand;
        expand(a->f.data, row.step, mask->f.data, row.mask_step, row.count, itemsize(dtype),
               operand.array->f.data, operand.array->f.strides[0]);
        return 0;
    }
    Ref staged(as_object(new_exposed(dtype, 1, &count)));
    if (!staged) return -1;
    const int done = assign(view_of(as_array(staged.get())), value);
    if (done != 0) return done;
    cpu::expand(a->f.data, row.step, mask->f.data, row.mask_step, row.count, itemsize(dtype),
                as_array(staged.get())->f.data, number ? 0 : itemsize(dtype));
    return 0;
}

}  // namespace

PyObject* get_advanced(ArrayObject* a, ParsedIndex& index, PyObject* key, bool& unsupported) {
    MaskedRow row;
    if (masked_row(a, index, row)) {
        return get_masked_row(a, as_array(index.entries[0].object.get()), row);
    }
    Selection selection;
    const Found found = select(a, index, selection);
    if (found == Found::too_large) return unsupported = true, nullptr;  // NumPy needs no list
    if (found == Found::invalid) return raise_index_error(a, key);
    npy_intp shape[max_dimensions], strides[max_dimensions];
    const int nd = selection.nd + selection.rest_nd;
    result_layout(selection, itemsize(dtype_of(a)), shape, strides);
    ArrayObject* result = new_array_with_strides(dtype_of(a), nd, shape, strides);
    if (result == nullptr) return nullptr;
    cpu::gather(result->f.data, indexed(a, selection));
    return as_object(result);
}

int set_advanced(ArrayObject* a, ParsedIndex& index, PyObject* value) {
    MaskedRow row;
    const bool is_mask = index.entries.size() == 1 &&
                         index.entries[0].kind == IndexEntry::Kind::mask &&
                         index.entries[0].axes == a->f.nd;
    const bool is_array = is_ours(value) || PyArray_Check(value);
    if (is_mask && is_array && as_array(value)->f.nd > 1) {
        return 1;  // NumPy takes values of at most one axis for a whole-array mask
    }
    if (masked_row(a, index, row)) {
        return set_masked_row(a, as_array(index.entries[0].object.get()), row, value);
    }
    Selection selection;
    // NumPy converts the value before it looks at the positions: of two errors it says the first.
    if (select(a, index, selection) != Found::ok) return 1;
    if (is_mask && is_array && as_array(value)->f.nd == 1 &&
        as_array(value)->f.dimensions[0] == selection.count &&
        dtype_of(as_array(value)) == dtype_of(a)) {
        // As in a row, NumPy may read here what it has written.
        cpu::scatter_elements(indexed(a, selection), as_array(value)->f.data,
                              as_array(value)->f.strides[0]);
        return 0;
    }
    npy_intp shape[max_dimensions], strides[max_dimensions];
    const int nd = selection.nd + selection.rest_nd;
    result_layout(selection, itemsize(dtype_of(a)), shape, strides);
    // The values are laid out beside the target first, so that a value that lies on the target's
    // own memory is read before anything is written.
    Ref staged(as_object(new_exposed(dtype_of(a), nd, shape)));
    if (!staged) return -1;
    char* data = as_array(staged.get())->f.data;
    const int done = assign({data, dtype_of(a), nd, shape, strides}, value);
    if (done == 0) cpu::scatter(indexed(a, selection), data);
    return done;
}

}  // namespace numen::front
