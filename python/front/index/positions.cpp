#include "front/index/positions.h"

#include <algorithm>

#include "backends/cpu/indexed.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/state.h"
#include "front/array/waiting.h"
#include "front/call/fallback.h"
#include "front/call/signature.h"

namespace numen::front {
namespace {

bool may_index(Dtype dtype, NPY_CASTING rule) {
    if (dtype == Dtype::uint64) return rule == NPY_SAME_KIND_CASTING;
    return dtype != no_dtype && (is_integer(dtype) || is_boolean(dtype));
}

}  // namespace

bool read_positions(PyObject* object, NPY_CASTING rule, Positions& positions, bool& unsupported) {
    if (PyLong_CheckExact(object)) {
        positions.values = &positions.one;
        positions.one = PyLong_AsSsize_t(object);  // no mode brings others into the array
        if (positions.one != -1 || !PyErr_Occurred()) return true;
        return unsupported = leave_to_numpy(), false;
    }
    positions.source = Ref(as_pinned_array(object));
    if (!positions.source) {
        // A ragged list NumPy refuses in words about the axes that there may be.
        return unsupported = is_plain_list(object) && leave_to_numpy(), false;
    }
    ArrayObject* a = as_array(positions.source.get());
    if (!is_ours(positions.source.get()) || !may_index(dtype_of(a), rule)) {
        return !(unsupported = true);
    }
    if (!values(a)) return false;
    positions.nd = a->f.nd;
    positions.count = element_count(a);
    std::copy_n(a->f.dimensions, a->f.nd, positions.shape);
    // They are looked at more than once: nobody else may write to them meanwhile.
    const bool is_private = object != positions.source.get() && a->f.base == nullptr;
    if (is_private && dtype_of(a) == Dtype::int64 && is_c_contiguous(a) &&
        (a->f.flags & NPY_ARRAY_ALIGNED)) {
        positions.values = reinterpret_cast<npy_intp*>(a->f.data);
        return true;
    }
    if (!positions.numbers.allocate(positions.count)) return !(unsupported = true);
    npy_intp strides[max_dimensions];
    positions.values = positions.numbers.values.get();
    dense_strides(Order::c, sizeof(npy_intp), a->f.nd, a->f.dimensions, strides);
    copy_elements({reinterpret_cast<char*>(positions.numbers.values.get()), Dtype::int64, a->f.nd,
                   a->f.dimensions, strides}, view_of(a));
    return true;
}

namespace {

constexpr double position_cost = 1;  // nanoseconds, at least

// Of some positions, on an axis with elements.
bool settle(Positions& positions, npy_intp extent, NPY_CLIPMODE mode) {
    const auto standing = cpu::standing_of(positions.values, positions.count, extent);
    if (standing == cpu::Standing::from_start) return true;
    if (mode == NPY_RAISE && standing == cpu::Standing::outside) return false;
    if (!positions.numbers.values && !positions.numbers.allocate(positions.count)) return false;
    npy_intp* settled = positions.numbers.values.get();
    for (npy_intp i = 0; i < positions.count; ++i) {
        const npy_intp value = positions.values[i];
        if (mode == NPY_CLIP) {
            settled[i] = std::clamp<npy_intp>(value, 0, extent - 1);
        } else {
            const npy_intp rest = value % extent;
            settled[i] = rest < 0 ? rest + extent : rest;
        }
    }
    positions.values = settled;
    return true;
}

}  // namespace

bool settle_positions(Positions& positions, npy_intp extent, NPY_CLIPMODE mode) {
    if (positions.count == 0) return true;
    if (extent == 0) return false;
    return without_lock(position_cost * static_cast<double>(positions.count),
                        [&] { return settle(positions, extent, mode); });
}

bool read_mode(PyObject* argument, NPY_CLIPMODE& mode) {
    mode = NPY_RAISE;
    if (argument == nullptr) return true;
    // The converter takes numbers that are no mode, with an error set all the same.
    if (PyArray_ClipmodeConverter(argument, &mode) && !PyErr_Occurred()) return true;
    return leave_to_numpy(), false;
}

}  // namespace numen::front
