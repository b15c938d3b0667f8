// a[…] with integers, slices, new axes and the ellipsis: views.
#include <algorithm>

#include "api/body.h"
#include "api/message.h"

namespace numen {

using namespace api;

namespace {

struct View {
    int ndim = 0;
    std::int64_t shape[max_dimensions], strides[max_dimensions];
    std::int64_t offset = 0;

    void add(std::int64_t extent, std::int64_t stride) {
        if (ndim == max_dimensions) throw IndexError("a view has at most 64 axes");
        shape[ndim] = extent;
        strides[ndim++] = stride;
    }
};

// A bound of a slice as Python's slice.indices clips it.
std::int64_t clipped(std::int64_t bound, std::int64_t extent, bool is_backward) {
    if (bound < 0) bound = bound < -extent ? -1 : bound + extent;
    if (bound < 0) return is_backward ? -1 : 0;
    return std::min(bound, is_backward ? extent - 1 : extent);
}

void add_slice(View& view, const IndexEntry& entry, std::int64_t extent, std::int64_t stride) {
    if (entry.step == 0) throw ValueError("slice step cannot be zero");
    const bool back = entry.step < 0;
    const std::int64_t start = entry.has_start ? clipped(entry.start, extent, back)
                                               : (back ? extent - 1 : 0);
    const std::int64_t stop = entry.has_stop ? clipped(entry.stop, extent, back)
                                             : (back ? -1 : extent);
    const auto steps = static_cast<std::uint64_t>(entry.step);
    std::uint64_t length = 0;
    if (!back && start < stop) length = static_cast<std::uint64_t>(stop - start - 1) / steps + 1;
    if (back && start > stop) length = static_cast<std::uint64_t>(start - stop - 1) / -steps + 1;
    if (length > 0) view.offset += start * stride;
    view.add(static_cast<std::int64_t>(length), stepped(stride, entry.step));
}

void add_integer(View& view, std::int64_t index, int axis, std::int64_t extent,
                 std::int64_t stride) {
    const std::int64_t wrapped = index < 0 ? index + extent : index;
    if (wrapped < 0 || wrapped >= extent) {
        throw IndexError(message("index ", index, " is out of bounds for axis ", axis,
                                 " with size ", extent));
    }
    view.offset += wrapped * stride;
}

// Axes of the array that the entries name.
int named_axes(const Index& index, int ndim) {
    using Kind = IndexEntry::Kind;
    const auto of = [&](Kind kind) {
        return std::ranges::count(index, kind, &IndexEntry::kind);
    };
    if (of(Kind::rest) > 1) {
        throw IndexError("an index can only have a single ellipsis");
    }
    const auto named = of(Kind::position) + of(Kind::range);
    if (named > ndim) {
        throw IndexError(message("too many indices for array: array is ", ndim,
                                 "-dimensional, but ", named, " were indexed"));
    }
    return static_cast<int>(named);
}

}  // namespace

Array Array::operator[](const Index& index) const {
    const StridedView from = view_of(*this);
    int unnamed = from.ndim - named_axes(index, from.ndim);
    View view;
    int axis = 0;
    const auto take_whole = [&] {
        for (; unnamed > 0; --unnamed, ++axis) view.add(from.shape[axis], from.strides[axis]);
    };
    for (const IndexEntry& entry : index) {
        switch (entry.kind) {
            case IndexEntry::Kind::added: view.add(1, 0); break;
            case IndexEntry::Kind::rest: take_whole(); break;
            case IndexEntry::Kind::position:
                add_integer(view, entry.start, axis, from.shape[axis], from.strides[axis]);
                ++axis;
                break;
            case IndexEntry::Kind::range:
                add_slice(view, entry, from.shape[axis], from.strides[axis]);
                ++axis;
                break;
        }
    }
    take_whole();
    return new_view(*this, view.ndim, view.shape, view.strides, view.offset);
}

}  // namespace numen
