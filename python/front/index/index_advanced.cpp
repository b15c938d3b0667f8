// Advanced indexing: integer arrays and masks, read and written.
#include <algorithm>
#include <cstring>

#include "backends/cpu/indexed.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/call/operand.h"
#include "front/index/index.h"
#include "front/index/index_selection.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

constexpr double selection_cost = 1.5;  // nanoseconds, of an element of a mask

double moving_time(const Selection& selection, Dtype dtype) {
    constexpr double random_access = 2;  // nanoseconds
    npy_intp count = selection.count;
    for (int axis = 0; axis < selection.rest_nd; ++axis) count *= selection.rest_shape[axis];
    return random_access * static_cast<double>(selection.count) + pass_time(count, dtype);
}

// The selected blocks, their axes from the farthest to the nearest in the result's memory.
cpu::Indexed indexed(ArrayObject* a, Selection& selection) {
    npy_intp strides[max_dimensions];
    int* order = selection.block_axes;
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
    const npy_intp count = count_true_elements(view_of(mask));
    ArrayObject* result = new_array(dtype_of(a), 1, &count);
    if (result == nullptr) return nullptr;
    if (count > 0) {
        without_lock(selection_cost * static_cast<double>(row.count), [&] {
            cpu::compress(result->f.data, a->f.data, row.step, mask->f.data, row.mask_step,
                          row.count, itemsize(dtype_of(a)), count);
        });
    }
    return as_object(result);
}

// A mask that lies on the array's own memory in another order is read before anything is written.
bool set_mask_aside(ArrayObject* a, ParsedIndex& index) {
    IndexEntry& entry = index.entries[0];
    if (entry.kind != IndexEntry::Kind::mask) return true;
    ArrayObject* mask = as_array(entry.object.get());
    const StridedView from = view_of(mask), to = view_of(a);
    if (!may_overlap(from, to) || is_same_map(from, to)) return true;
    entry.object = Ref(as_object(copy_array(mask, Dtype::boolean, 'C')));
    return static_cast<bool>(entry.object);
}

// A number goes to every selected place; an array of as many values as there are places goes to
// them in order. Anything else is for the general way (1).
int set_masked_row(ArrayObject* a, ArrayObject* mask, const MaskedRow& row, PyObject* value) {
    Operand operand;
    classify(value, operand);
    const Dtype dtype = dtype_of(a);
    const bool lone = operand.kind == Kind::array && operand.dtype == dtype &&
                      operand.ndim() <= 1 && element_count(operand.view()) == 1;
    const bool number = is_weak(operand.kind) || operand.kind == Kind::scalar || lone;
    if (!number && (operand.kind != Kind::array || operand.ndim() != 1)) return 1;
    if (operand.kind == Kind::array && !values(operand.array)) return -1;
    const npy_intp count = number ? 1 : count_true_elements(view_of(mask));
    if (!number && operand.layout.shape[0] != count) return 1;
    const bool direct = !number && operand.dtype == dtype;
    StridedView source = operand.view();
    Ref staged;
    if (!direct) {
        staged = Ref(as_object(new_exposed(dtype, 1, &count)));
        if (!staged) return -1;
        source = view_of(as_array(staged.get()));
        const int done = assign(source, value);
        if (done != 0) return done;
    }
    if (!prepare_write(a)) return -1;
    auto* expand = direct && may_overlap(view_of(a), source) ? cpu::expand_onto_itself
                                                             : cpu::expand;
    without_lock(selection_cost * static_cast<double>(row.count), [&] {
        expand(a->f.data, row.step, mask->f.data, row.mask_step, row.count, itemsize(dtype),
               source.data, number ? 0 : source.strides[0],
               number ? row.count : count);
    });
    end_write(a);
    return 0;
}

// Where nothing but arrays indexes, the result lies in memory as they do.
PyObject* laid_out_as_indices(Ref result, const ParsedIndex& index) {
    ArrayObject* given = as_array(result.get());
    StridedView views[max_dimensions];
    std::size_t count = 0;
    for (const IndexEntry& entry : index.entries) {
        if (entry.kind != IndexEntry::Kind::array) continue;
        views[count++] = view_of(as_array(entry.object.get()));
    }
    npy_intp strides[max_dimensions];
    const Dtype dtype = dtype_of(given);
    result_strides({views, count}, itemsize(dtype), given->f.nd, given->f.dimensions, strides);
    if (std::equal(strides, strides + given->f.nd, given->f.strides)) return result.release();
    ArrayObject* copy = new_array_with_strides(dtype, given->f.nd, given->f.dimensions, strides);
    if (copy != nullptr) copy_elements(view_of(copy), view_of(given));
    return as_object(copy);
}

// Whether the index is one array of positions, of any shape, in a vector: a table's usual reading.
bool is_table(ArrayObject* a, const ParsedIndex& index) {
    return a->f.nd == 1 && index.entries.size() == 1 &&
           index.entries[0].kind == IndexEntry::Kind::array;
}

// Values that need not be laid out beside the target first go to it from where they lie; 1 where
// they need it.
int set_where_it_lies(ArrayObject* a, const Selection& selection, const cpu::Indexed& blocks,
                      ArrayObject* source) {
    if (may_overlap(view_of(a), view_of(source))) return 1;
    if (!values(source) || !prepare_write(a)) return -1;
    const StridedView from = view_of(source);
    npy_intp strides[max_dimensions], shape[max_dimensions], ordered[max_dimensions];
    if (!stretched_strides(selection, from, strides)) return end_write(a), 1;
    std::copy_n(selection.shape, selection.nd, shape);
    std::copy_n(strides, selection.nd, ordered);
    for (int i = 0; i < selection.rest_nd; ++i) {
        shape[selection.nd + i] = selection.block_shape[i];
        ordered[selection.nd + i] = strides[selection.nd + selection.block_axes[i]];
    }
    const int nd = selection.nd + selection.rest_nd;
    bool done = false;
    without_lock(moving_time(selection, from.dtype), [&] {
        done = cpu::scatter_from(blocks, {from.data, from.dtype, nd, shape, ordered},
                                 selection.nd);
    });
    end_write(a);
    return done ? 0 : 1;
}

// Could the index have more places than are listed? Not if its arrays, joined in whatever way, have
// fewer elements.
bool may_be_too_many(const ParsedIndex& index) {
    double most = 1;
    for (const IndexEntry& entry : index.entries) {
        if (entry.kind != IndexEntry::Kind::array) continue;
        most *= static_cast<double>(element_count(as_array(entry.object.get())));
    }
    return most > static_cast<double>(most_listed);
}

// An index of more places than are listed at a time: pieces of it along the first axis of the shape
// that its arrays have together.
class IndexInPieces {
  public:
    IndexInPieces(ArrayObject* a, ParsedIndex& index) : a_(a), index_(index) {
        std::vector<StridedView> views;
        for (IndexEntry& entry : index.entries) {
            if (entry.kind == IndexEntry::Kind::mask) return;
            if (entry.kind != IndexEntry::Kind::array) continue;
            views.push_back(view_of(as_array(entry.object.get())));
            whole_.push_back(Ref::share(entry.object.get()));
        }
        is_whole_ = views.empty() || !broadcast_shapes(views, nd_, shape_) || nd_ == 0;
        if (is_whole_) return;
        const npy_intp count = checked_count(nd_, shape_, sizeof(npy_intp));
        if (count < 0) forget_error();  // NumPy says in other words that these are too many
        is_whole_ = count <= most_listed;
        if (is_whole_) return;
        row_ = element_count(StridedView{nullptr, Dtype::int8, nd_, shape_, nullptr}) / shape_[0];
    }

    // One piece does: nothing is cut.
    bool is_whole() const { return is_whole_ || row_ > most_listed; }

    int axes() const { return nd_; }

    // The selected elements; null with an exception set, or with what was found wrong.
    PyObject* get(Found& found) {
        Ref result;
        const npy_intp step = std::max<npy_intp>(most_listed / 2 / row_, 1);
        for (npy_intp begin = 0; begin < shape_[0]; begin += step) {
            const npy_intp end = std::min(begin + step, shape_[0]);
            Selection selection;
            found = cut(begin, end) ? select(a_, index_, selection) : Found::too_large;
            restore();
            if (found != Found::ok || PyErr_Occurred()) return nullptr;
            if (!result) result = make_result(selection);
            if (!result) return nullptr;
            const cpu::Indexed blocks = indexed(a_, selection);
            char* to = as_array(result.get())->f.data + begin * bytes_of_row_;
            without_lock(moving_time(selection, dtype_of(a_)), [&] { cpu::gather(to, blocks); });
        }
        return result.release();
    }

  private:
    // Index arrays that have the axis are replaced by their part. False with an exception set.
    bool cut(npy_intp begin, npy_intp end) {
        for (IndexEntry& entry : index_.entries) {
            if (entry.kind != IndexEntry::Kind::array) continue;
            ArrayObject* array = as_array(entry.object.get());
            if (array->f.nd < nd_ || array->f.dimensions[0] == 1) continue;
            entry.object = Ref(PySequence_GetSlice(as_object(array), begin, end));
            if (!entry.object) return false;
        }
        return true;
    }

    void restore() {
        auto whole = whole_.begin();
        for (IndexEntry& entry : index_.entries) {
            if (entry.kind == IndexEntry::Kind::array) entry.object = Ref::share((whole++)->get());
        }
    }

    Ref make_result(const Selection& piece) {
        npy_intp shape[max_dimensions], strides[max_dimensions];
        const Dtype dtype = dtype_of(a_);
        Selection all;
        all.nd = nd_;
        std::copy_n(shape_, nd_, all.shape);
        all.rest_nd = piece.rest_nd;
        std::copy_n(piece.rest_shape, piece.rest_nd, all.rest_shape);
        std::copy_n(piece.rest_strides, piece.rest_nd, all.rest_strides);
        all.place = piece.place;
        result_layout(all, itemsize(dtype), shape, strides);
        bytes_of_row_ = strides[all.place];
        const int nd = all.nd + all.rest_nd;
        return Ref(as_object(new_array_with_strides(dtype, nd, shape, strides)));
    }

    ArrayObject* a_;
    ParsedIndex& index_;
    std::vector<Ref> whole_;
    bool is_whole_ = true;
    int nd_ = 0;
    npy_intp shape_[max_dimensions];
    npy_intp row_ = 0, bytes_of_row_ = 0;
};

}  // namespace

PyObject* get_advanced(ArrayObject* a, ParsedIndex& index, PyObject* key, bool& unsupported) {
    MaskedRow row;
    if (masked_row(a, index, row)) {
        return get_masked_row(a, as_array(index.entries[0].object.get()), row);
    }
    if (is_table(a, index)) {
        ArrayObject* positions = as_array(index.entries[0].object.get());
        Ref read(take_places(a, positions));
        if (read && positions->f.nd > 1) return laid_out_as_indices(std::move(read), index);
        if (read || PyErr_Occurred()) return read.release();
    }
    Selection selection;
    Found found = Found::ok;
    if (may_be_too_many(index)) [[unlikely]] {
        if (IndexInPieces pieces(a, index); !pieces.is_whole()) {
            Ref result(pieces.get(found));
            if (PyErr_Occurred()) return nullptr;
            if (result) {
                const bool has_rest = as_array(result.get())->f.nd > pieces.axes();
                if (has_rest || pieces.axes() == 1) return result.release();
                return laid_out_as_indices(std::move(result), index);
            }
        }
    }
    found = select(a, index, selection);
    if (found == Found::too_large) return unsupported = true, nullptr;  // NumPy needs no list
    if (found == Found::invalid) return raise_index_error(a, key, index);
    npy_intp shape[max_dimensions], strides[max_dimensions];
    const int nd = selection.nd + selection.rest_nd;
    result_layout(selection, itemsize(dtype_of(a)), shape, strides);
    ArrayObject* result = new_array_with_strides(dtype_of(a), nd, shape, strides);
    if (result == nullptr) return nullptr;
    const cpu::Indexed blocks = indexed(a, selection);
    without_lock(moving_time(selection, dtype_of(a)),
                 [&] { cpu::gather(result->f.data, blocks); });
    if (selection.rest_nd == 0 && nd > 1) return laid_out_as_indices(Ref(as_object(result)), index);
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
    if (refuses_writes(a) || !values(a) || !set_mask_aside(a, index)) return -1;
    if (masked_row(a, index, row)) {
        return set_masked_row(a, as_array(index.entries[0].object.get()), row, value);
    }
    Selection selection;
    // NumPy converts the value before it looks at the positions: of two errors it says the first.
    if (select(a, index, selection) != Found::ok) return 1;
    const Dtype dtype = dtype_of(a);
    const cpu::Indexed blocks = indexed(a, selection);
    const double time = moving_time(selection, dtype);
    Operand source;
    if (is_array) classify(value, source);
    if (is_mask && source.kind == Kind::array && source.ndim() == 1 && source.dtype == dtype &&
        source.layout.shape[0] == selection.count) {
        // As in a row, NumPy may read here what it has written.
        if (!values(source.array) || !prepare_write(a)) return -1;
        without_lock(time, [&] {
            cpu::scatter_elements(blocks, source.array->f.data, source.layout.strides[0]);
        });
        return end_write(a), 0;
    }
    npy_intp shape[max_dimensions], strides[max_dimensions];
    const int nd = selection.nd + selection.rest_nd;
    result_layout(selection, itemsize(dtype), shape, strides);
    if (source.kind == Kind::array && source.dtype == dtype) {
        const int done = set_where_it_lies(a, selection, blocks, source.array);
        if (done != 1) return done;
    }
    // The values are laid out beside the target first, so that a value that lies on the target's
    // own memory is read before anything is written.
    Ref staged(as_object(new_exposed(dtype, nd, shape)));
    if (!staged) return -1;
    char* data = as_array(staged.get())->f.data;
    const int done = assign({data, dtype, nd, shape, strides}, value);
    if (done != 0) return done;
    if (!prepare_write(a)) return -1;
    without_lock(time, [&] { cpu::scatter(blocks, data); });
    return end_write(a), 0;
}

}  // namespace numen::front
