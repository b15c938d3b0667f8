// unravel_index: flat positions as positions along each axis.
#include <algorithm>
#include <limits>

#include "front/array/creation.h"
#include "front/array/layout.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/array/waiting.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/functions/tables.h"

namespace numen::front {
namespace {

struct Extents {
    int count = 0;
    npy_intp sizes[max_dimensions];
    npy_intp total = 1;
    bool is_fortran = false;
};

// False where NumPy decides: it refuses in its own words.
bool read_extents(PyObject* shape, PyObject* order, Extents& extents) {
    if (given(order)) {
        if (!PyUnicode_CheckExact(order)) return false;
        extents.is_fortran = PyUnicode_CompareWithASCIIString(order, "F") == 0;
        if (!extents.is_fortran && PyUnicode_CompareWithASCIIString(order, "C") != 0) return false;
    }
    if (!PyLong_CheckExact(shape) && !PyTuple_CheckExact(shape) && !PyList_CheckExact(shape)) {
        return false;
    }
    if (!read_shape(shape, extents.count, extents.sizes)) return leave_to_numpy(), false;
    for (int axis = 0; axis < extents.count; ++axis) {
        if (extents.sizes[axis] < 0 ||
            __builtin_mul_overflow(extents.total, extents.sizes[axis], &extents.total)) {
            return false;
        }
    }
    return extents.count > 0;
}

// Divides by all extents but the slowest, whose position is what remains; `Whole` holds the
// largest position.
template <class Whole>
void divide(const Extents& extents, const npy_intp* positions, npy_intp count, npy_intp* out) {
    const int axes = extents.count;
    const int step = extents.is_fortran ? 1 : -1;
    const int first = extents.is_fortran ? 0 : axes - 1;
    for (npy_intp i = 0; i < count; ++i, out += axes) {
        auto rest = static_cast<Whole>(positions[i]);
        int axis = first;
        for (int k = 1; k < axes; ++k, axis += step) {
            const auto size = static_cast<Whole>(extents.sizes[axis]);
            out[axis] = static_cast<npy_intp>(rest % size);
            rest /= size;
        }
        out[axis] = static_cast<npy_intp>(rest);
    }
}

void divide(const Extents& extents, const npy_intp* positions, npy_intp count, npy_intp* out) {
    if (extents.total <= std::numeric_limits<std::uint32_t>::max()) {
        divide<std::uint32_t>(extents, positions, count, out);
    } else {
        divide<std::uint64_t>(extents, positions, count, out);
    }
}

PyObject* of_number(const Extents& extents, npy_intp position, bool& unsupported) {
    if (position < 0 || position >= extents.total) return unsupported = true, nullptr;
    npy_intp found[max_dimensions];
    divide(extents, &position, 1, found);
    Ref result(PyTuple_New(extents.count));
    if (!result) return nullptr;
    for (int axis = 0; axis < extents.count; ++axis) {
        PyObject* at = make_scalar(Dtype::int64, reinterpret_cast<const char*>(found + axis));
        if (at == nullptr) return nullptr;
        PyTuple_SET_ITEM(result.get(), axis, at);
    }
    return result.release();
}

// Nanoseconds, of a position or one of its axes.
constexpr double check_time = 0.5, division_time = 2;

// The positions of each element stand together in one array; the results are views of it.
PyObject* of_array(const Extents& extents, ArrayObject* a, bool& unsupported) {
    const Ref own = pinned(as_object(a));
    if (!own) return nullptr;
    a = as_array(own.get());
    const int nd = a->f.nd;
    const npy_intp count = element_count(a);
    if (nd == 0 || nd == max_dimensions || count == 0 || (nd > 1 && !is_c_contiguous(a))) {
        return unsupported = true, nullptr;
    }
    const Ref row = in_a_row(a, Dtype::int64);
    const Ref held = row ? pinned_for(row, count) : Ref();
    if (!held) return nullptr;
    const auto* positions = reinterpret_cast<const npy_intp*>(as_array(held.get())->f.data);
    const auto inside = [&](npy_intp at) { return at >= 0 && at < extents.total; };
    const auto work = [&](double each) { return each * static_cast<double>(count); };
    const bool fits = without_lock(work(check_time), [&] {
        return std::all_of(positions, positions + count, inside);
    });
    if (!fits) return unsupported = true, nullptr;
    npy_intp shape[max_dimensions + 1], strides[max_dimensions];
    std::copy_n(a->f.dimensions, nd, shape);
    shape[nd] = extents.count;
    Ref whole(as_object(new_array(Dtype::int64, nd + 1, shape)));
    Ref result(PyTuple_New(extents.count));
    if (!whole || !result) return nullptr;
    ArrayObject* found = as_array(whole.get());
    without_lock(work(division_time * extents.count), [&] {
        divide(extents, positions, count, reinterpret_cast<npy_intp*>(found->f.data));
    });
    end_write(found);
    std::copy_n(found->f.strides, nd, strides);
    for (int axis = 0; axis < extents.count; ++axis) {
        ArrayObject* view = new_view(found, Dtype::int64, nd, shape, strides,
                                     axis * static_cast<npy_intp>(sizeof(npy_intp)));
        if (view == nullptr) return nullptr;
        PyTuple_SET_ITEM(result.get(), axis, as_object(view));
    }
    return result.release();
}

PyObject* function_unravel_index(PyObject*, PyObject* const* args, Py_ssize_t count,
                                 PyObject* names) {
    static const Parameters<3> parameters({"indices", "shape", "order"});
    const Arguments arguments{args, count, names};
    PyObject* argument[3];
    Extents extents;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr || absent(argument[1]) ||
        !read_extents(argument[1], argument[2], extents)) {
        return call_numpy("unravel_index", arguments);
    }
    Operand indices;
    if (!classify_converting(argument[0], indices)) return nullptr;
    bool unsupported = false;
    PyObject* result = nullptr;
    const bool is_number = indices.kind == Kind::weak_int ||
                           (indices.kind == Kind::scalar && is_signed_integer(indices.dtype));
    if (is_number) {
        const npy_intp position = PyNumber_AsSsize_t(argument[0], PyExc_OverflowError);
        if (position == -1 && PyErr_Occurred()) forget_error();
        result = of_number(extents, position, unsupported);
    } else if (indices.kind == Kind::array && is_signed_integer(indices.dtype)) {
        result = of_array(extents, indices.array, unsupported);
    } else {
        unsupported = true;
    }
    return unsupported ? call_numpy("unravel_index", arguments) : result;
}

}  // namespace

PyMethodDef unravelling_functions[] = {
    {"unravel_index", guarded<function_unravel_index>(),
     fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
