#include "front/index/index_selection.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "backends/backend.h"
#include "backends/cpu/indexed.h"
#include "front/array/elements.h"
#include "front/array/pinned.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

constexpr double position_cost = 0.5, offset_cost = 2, mask_cost = 1.5;  // nanoseconds each

// One index array: positions on its axis, or (of a mask) byte offsets, then with stride 1. They
// are the array's own memory where that holds them in order.
struct Positions {
    Numbers numbers;
    const npy_intp* values;
    npy_intp count;
    int nd;
    npy_intp shape[max_dimensions];
    npy_intp extent, stride;
    bool is_offset = false;  // of a mask: offsets of its own

    // What numbers that are no offsets are below, seen as unsigned ones.
    std::uint64_t limit() const {
        return static_cast<std::uint64_t>(extent);
    }
    bool allocate(npy_intp wanted) {
        count = wanted;
        values = nullptr;
        if (!numbers.allocate(wanted)) return false;
        values = numbers.values.get();
        return true;
    }
};

bool holds_numbers_in_order(ArrayObject* a) {
    return dtype_of(a) == Dtype::int64 && is_c_contiguous(a) &&
           reinterpret_cast<std::uintptr_t>(a->f.data) % alignof(npy_intp) == 0;
}

Found copy_positions(ArrayObject* a, Positions& positions) {
    if (!positions.allocate(element_count(a))) return Found::too_large;
    npy_intp strides[max_dimensions];
    dense_strides(Order::c, sizeof(npy_intp), a->f.nd, a->f.dimensions, strides);
    copy_elements({reinterpret_cast<char*>(positions.numbers.values.get()), Dtype::int64, a->f.nd,
                   a->f.dimensions, strides},
                  view_of(a));
    return Found::ok;
}

Found read_positions(ArrayObject* a, Positions& positions, bool& inside) {
    positions.nd = a->f.nd;
    std::copy_n(a->f.dimensions, a->f.nd, positions.shape);
    positions.count = element_count(a);
    positions.values = reinterpret_cast<const npy_intp*>(a->f.data);
    const bool is_copy = !holds_numbers_in_order(a);
    if (is_copy && copy_positions(a, positions) != Found::ok) return Found::too_large;
    const auto standing = without_lock(
        position_cost * static_cast<double>(positions.count),
        [&] { return cpu::standing_of(positions.values, positions.count, positions.extent); });
    // A uint64 beyond int64 wraps to a negative number: both are out of bounds in practice.
    if (standing == cpu::Standing::outside) inside = false;
    if (standing == cpu::Standing::from_start) return Found::ok;
    if (!is_copy && copy_positions(a, positions) != Found::ok) return Found::too_large;
    for (npy_intp& value : positions.numbers.all()) value += value < 0 ? positions.extent : 0;
    return Found::ok;
}

// A mask selects elements of the axes it covers: their byte offsets, in C order.
Found read_mask(ArrayObject* mask, ArrayObject* a, int axis, Positions& positions) {
    for (int i = 0; i < mask->f.nd; ++i) {
        const npy_intp length = mask->f.dimensions[i];  // NumPy takes no elements of any axis
        if (length != 0 && length != a->f.dimensions[axis + i]) return Found::invalid;
    }
    positions.nd = 1;
    const npy_intp count = count_true_elements(view_of(mask));
    positions.shape[0] = count;
    positions.stride = 1;
    positions.is_offset = true;
    if (!positions.allocate(count)) return Found::too_large;
    without_lock(mask_cost * static_cast<double>(element_count(mask)), [&] {
        cpu::masked_offsets(view_of(mask), a->f.strides + axis, positions.numbers.values.get(),
                            count);
    });
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
    if (!positions.allocate(1)) return Found::too_large;
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

// Offsets of `count` places: what base(i) gives, and the positions that stand side by side, or one
// and the same. False if one lies outside: another thread may have written to the array since they
// were looked at.
template <class Base>
bool add_row(npy_intp* offsets, npy_intp count, const npy_intp* values, bool is_same,
             const Positions& positions, Base base) {
    const npy_intp stride = positions.stride;
    const std::uint64_t limit = positions.limit();
    if (is_same) {
        const npy_intp value = *values, offset = value * stride;
        for (npy_intp i = 0; i < count; ++i) offsets[i] = base(i) + offset;
        return positions.is_offset || static_cast<std::uint64_t>(value) < limit;
    }
    bool inside = true;
    for (npy_intp i = 0; i < count; ++i) {
        const npy_intp value = values[i];
        inside &= static_cast<std::uint64_t>(value) < limit;
        offsets[i] = base(i) + value * stride;
    }
    return inside || positions.is_offset;
}

// The same for all offsets; the first to be added finds none there but the start of all.
bool add_offsets(const Positions& positions, Selection& selection, bool is_first) {
    const auto add = [&](npy_intp* offsets, npy_intp count, const npy_intp* values, bool is_same) {
        const npy_intp start = selection.rest_offset;
        return is_first ? add_row(offsets, count, values, is_same, positions,
                                  [=](npy_intp) { return start; })
                        : add_row(offsets, count, values, is_same, positions,
                                  [=](npy_intp i) { return offsets[i]; });
    };
    npy_intp* offsets = selection.offsets.values.get();
    const npy_intp count = selection.count;
    if (count == 0) return true;
    if (positions.count == count || positions.count == 1) {
        return add(offsets, count, positions.values, positions.count == 1);
    }
    bool inside = true;
    npy_intp dense[max_dimensions], strides[max_dimensions];
    dense_strides(Order::c, 1, positions.nd, positions.shape, dense);
    broadcast_strides({nullptr, Dtype::int64, positions.nd, positions.shape, dense}, selection.nd,
                      selection.shape, strides);
    const int last = selection.nd - 1;
    const npy_intp row = selection.shape[last];
    npy_intp counter[max_dimensions] = {}, at = 0;
    for (npy_intp begin = 0; begin < count; begin += row) {
        inside &= add(offsets + begin, row, positions.values + at, strides[last] == 0);
        for (int axis = last - 1; axis >= 0; --axis) {
            at += strides[axis];
            if (++counter[axis] < selection.shape[axis]) break;
            at -= strides[axis] * selection.shape[axis];
            counter[axis] = 0;
        }
    }
    return inside;
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

}  // namespace

Found select(ArrayObject* a, ParsedIndex& index, Selection& selection) {
    std::vector<Positions> all;
    Found found = select_axes(a, index, selection, all);
    if (found == Found::ok) found = join_shapes(all, selection);
    if (found != Found::ok) return found;
    if (selection.nd + selection.rest_nd > max_dimensions) return Found::invalid;
    // Where nothing is selected no position is looked at.
    if (!selection.inside && selection.count > 0) return Found::invalid;
    if (!selection.offsets.allocate(selection.count)) return Found::too_large;
    const bool inside = without_lock(offset_cost * static_cast<double>(selection.count), [&] {
        bool all_inside = true;
        for (const Positions& positions : all) {
            all_inside &= add_offsets(positions, selection, &positions == all.data());
        }
        return all_inside;
    });
    return inside ? Found::ok : Found::too_large;
}

const npy_intp* VectorPositions::block(npy_intp begin, npy_intp length, npy_intp* room) const {
    static constexpr npy_intp step = sizeof(npy_intp);
    char* from = positions.data + begin * positions.strides[0];
    if (positions.dtype == Dtype::int64 && positions.strides[0] == step &&
        reinterpret_cast<std::uintptr_t>(from) % alignof(npy_intp) == 0) {
        return reinterpret_cast<const npy_intp*>(from);
    }
    backend::copy({reinterpret_cast<char*>(room), Dtype::int64, 1, &length, &step},
                  {from, positions.dtype, 1, &length, positions.strides});
    return room;
}

bool VectorPositions::are_inside() const {
    npy_intp room[block_length];
    bool inside = true;
    for (npy_intp begin = 0; begin < count && inside; begin += block_length) {
        const npy_intp length = std::min(block_length, count - begin);
        inside = cpu::are_inside(block(begin, length, room), length, extent);
    }
    return inside;
}

bool vector_positions(ArrayObject* a, const ParsedIndex& index, VectorPositions& vector) {
    if (a->f.nd != 1 || index.entries.size() != 1 ||
        index.entries[0].kind != IndexEntry::Kind::array) {
        return false;
    }
    ArrayObject* selector = as_array(index.entries[0].object.get());
    if (selector->f.nd != 1 || selector->f.dimensions[0] == 0) return false;
    vector = {view_of(selector), selector->f.dimensions[0], a->f.dimensions[0], a->f.strides[0]};
    return !may_overlap(view_of(a), vector.positions) && vector.are_inside();
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

bool stretched_strides(const Selection& selection, const StridedView& value, npy_intp* strides) {
    npy_intp shape[max_dimensions], layout[max_dimensions], joined[max_dimensions];
    result_layout(selection, 1, shape, layout);
    const int nd = selection.nd + selection.rest_nd;
    int joined_nd;
    const StridedView both[] = {{nullptr, Dtype::int8, nd, shape, nullptr}, value};
    if (!broadcast_shapes(both, joined_nd, joined) || joined_nd != nd ||
        !std::equal(joined, joined + nd, shape)) {
        return false;
    }
    npy_intp stretched[max_dimensions];
    broadcast_strides(value, nd, shape, stretched);
    const int place = selection.place;
    for (int i = 0; i < selection.nd; ++i) *strides++ = stretched[place + i];
    for (int i = 0; i < selection.rest_nd; ++i) {
        *strides++ = stretched[i < place ? i : i + selection.nd];
    }
    return true;
}

}  // namespace numen::front
