// Writing any object's values to a piece of an array: casting and broadcasting as NumPy assigns.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/layout.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/call/operand.h"
#include "front/index/element_store.h"
#include "front/index/index.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

constexpr int numpy_judges = 1;

template <class T> bool fits(double value) {
    return value > static_cast<double>(std::numeric_limits<T>::min()) - 1.0 &&
           value < static_cast<double>(std::numeric_limits<T>::max());
}

bool truncates_safely(Dtype dtype, double value) {
    switch (dtype) {
        case Dtype::int8: return fits<std::int8_t>(value);
        case Dtype::uint8: return fits<std::uint8_t>(value);
        case Dtype::int16: return fits<std::int16_t>(value);
        case Dtype::uint16: return fits<std::uint16_t>(value);
        case Dtype::int32: return fits<std::int32_t>(value);
        case Dtype::uint32: return fits<std::uint32_t>(value);
        case Dtype::int64: return fits<std::int64_t>(value);
        case Dtype::uint64: return fits<std::uint64_t>(value);
        default: return false;
    }
}

template <class T> bool within(std::int64_t value) {
    return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
}

// Can a signed type hold this integer? NumPy refuses scalars that it cannot, and wraps them for
// the unsigned types.
bool holds(Dtype dtype, Dtype natural, const char* bytes) {
    std::int64_t value;
    backend::copy({reinterpret_cast<char*>(&value), Dtype::int64, 0, nullptr, nullptr},
                  {const_cast<char*>(bytes), natural, 0, nullptr, nullptr});
    if (natural == Dtype::uint64 && value < 0) value = std::numeric_limits<std::int64_t>::min();
    switch (dtype) {
        case Dtype::int8: return within<std::int8_t>(value);
        case Dtype::int16: return within<std::int16_t>(value);
        case Dtype::int32: return within<std::int32_t>(value);
        case Dtype::int64: return natural != Dtype::uint64 || value >= 0;
        default: return true;
    }
}

// The bytes of one number in the target's type; numpy_judges where NumPy raises or warns.
int convert_number(Operand& number, Dtype dtype, char* bytes) {
    Status status = status_ok;
    const Dtype natural = is_weak(number.kind) ? weak_dtype(number.kind, no_dtype) : number.dtype;
    const bool narrows = is_complex(natural) && !is_complex(dtype) && !is_boolean(dtype);
    if (narrows) return numpy_judges;
    if (number.kind == Kind::weak_int && is_integer(dtype)) {
        const Bound bound = bind_weak(number, dtype, status);
        if (bound != Bound::ok) return bound == Bound::error ? -1 : numpy_judges;
        std::copy_n(number.value, itemsize(dtype), bytes);
        return 0;
    }
    if (is_weak(number.kind)) {
        if (bind_weak(number, natural, status) != Bound::ok) {
            forget_error();
            return numpy_judges;
        }
    }
    if (natural == Dtype::float64 && is_integer(dtype)) {
        double value;
        std::copy_n(number.value, sizeof value, reinterpret_cast<char*>(&value));
        if (!truncates_safely(dtype, value)) return numpy_judges;
    } else if (is_floating(natural) && is_integer(dtype)) {
        return numpy_judges;
    } else if (is_integer(natural) && !holds(dtype, natural, number.value)) {
        return numpy_judges;
    }
    if (natural != dtype && holds_signaling_nan(natural, number.value)) return numpy_judges;
    const Status met = backend::copy({bytes, dtype, 0, nullptr, nullptr},
                                     {number.value, natural, 0, nullptr, nullptr});
    // Of Python's numbers NumPy only sees whether they become infinite.
    const Status told = is_weak(number.kind) ? met & ~status_underflow : met;
    return told == status_ok ? 0 : numpy_judges;
}

// NumPy assigns a row to an overlapping row element by element, from the end that reads before it
// writes if both have one stride; with two strides it may read what it has written, and so do we.
bool walks_over_itself(const StridedView& target, const StridedView& source) {
    return target.ndim == 1 && target.strides[0] != source.strides[0] &&
           target.strides[0] * source.strides[0] >= 0;
}

Status walk(const StridedView& target, const StridedView& source) {
    const npy_intp count = target.shape[0];
    // Towards higher addresses of the target, unless that writes what is read later.
    const npy_intp last = target.strides[0] < 0 ? count - 1 : 0;
    const char* low_target = target.data + last * target.strides[0];
    const char* low_source = source.data + last * source.strides[0];
    const bool downwards = low_source < low_target &&
                           low_source + count * std::labs(source.strides[0]) > low_target;
    const bool backwards = downwards != (last > 0);
    Status status = status_ok;
    for (npy_intp k = 0; k < count; ++k) {
        const npy_intp i = backwards ? count - 1 - k : k;
        status |= backend::copy(
            {target.data + i * target.strides[0], target.dtype, 0, nullptr, nullptr},
            {source.data + i * source.strides[0], source.dtype, 0, nullptr, nullptr});
    }
    return status;
}

// A shift within one array: the same rows in the same order, all as many bytes away. From the end
// that is read before it is written, rows move without a copy of the whole.
bool is_shift_of_rows(const StridedView& target, const StridedView& source) {
    const int nd = target.ndim;
    if (nd == 0 || target.dtype != source.dtype) return false;
    if (!std::equal(target.strides, target.strides + nd, source.strides)) return false;
    npy_intp extent = itemsize(target.dtype);
    if (target.strides[nd - 1] != extent) return false;
    for (int axis = nd - 1; axis >= 0; --axis) {
        if (target.strides[axis] < extent) return false;
        extent = target.strides[axis] * target.shape[axis];
    }
    return true;
}

void shift_rows(const StridedView& target, const StridedView& source) {
    int inner = target.ndim - 1;  // the axes from here on are one row
    npy_intp bytes = target.shape[inner] * target.strides[inner];
    for (; inner > 0 && target.strides[inner - 1] == bytes; --inner) {
        bytes *= target.shape[inner - 1];
    }
    npy_intp rows = 1;
    for (int axis = 0; axis < inner; ++axis) rows *= target.shape[axis];
    const bool backwards = source.data < target.data;
    for (npy_intp k = 0; k < rows; ++k) {
        npy_intp offset = 0, left = backwards ? rows - 1 - k : k;
        for (int axis = inner - 1; axis >= 0; --axis) {
            offset += left % target.shape[axis] * target.strides[axis];
            left /= target.shape[axis];
        }
        std::memmove(target.data + offset, source.data + offset, static_cast<std::size_t>(bytes));
    }
}

int assign_array(const StridedView& target, StridedView source) {
    if (may_overlap_itself(target)) return numpy_judges;
    // Extra leading axes of length one are dropped, as NumPy drops them.
    while (source.ndim > target.ndim && source.shape[0] == 1) {
        --source.ndim;
        ++source.shape;
        ++source.strides;
    }
    int nd;
    npy_intp joined[max_dimensions], strides[max_dimensions];
    const StridedView both[] = {target, source};
    if (!broadcast_shapes(both, nd, joined) || nd != target.ndim ||
        !std::equal(joined, joined + nd, target.shape)) {
        return numpy_judges;
    }
    if (is_complex(source.dtype) && !is_complex(target.dtype) && !is_boolean(target.dtype)) {
        return numpy_judges;
    }
    broadcast_strides(source, nd, target.shape, strides);
    source = {source.data, source.dtype, nd, target.shape, strides};
    Ref copy;
    const bool identical = source.data == target.data && source.dtype == target.dtype &&
                           std::equal(strides, strides + nd, target.strides);
    if (identical) return 0;
    const bool overlap = may_overlap(target, source);
    if (overlap && is_shift_of_rows(target, source)) return shift_rows(target, source), 0;
    const bool in_place = overlap && walks_over_itself(target, source);
    if (overlap && !in_place) {
        copy = Ref(as_object(new_exposed(source.dtype, nd, target.shape)));
        if (!copy) return -1;
        copy_elements(view_of(as_array(copy.get())), source);
        source = view_of(as_array(copy.get()));
    }
    return report_cast(in_place ? walk(target, source) : copy_elements(target, source)) ? 0 : -1;
}

}  // namespace

int Assigned::read(PyObject* value, Dtype dtype) {
    is_number_ = read_number(value, dtype, bytes_);
    if (is_number_) return 0;
    if (!classify_converting(value, operand)) {
        return leave_to_numpy() ? numpy_judges : -1;
    }
    if (operand.kind == Kind::foreign) return numpy_judges;
    if (operand.kind == Kind::array) {
        if (operand.owned && is_integer(dtype) && operand.dtype != Dtype::int64 &&
            !is_boolean(operand.dtype)) {
            return numpy_judges;  // floats in a list are converted one by one, with errors
        }
        if (operand.owned && is_integer(dtype) && dtype != Dtype::int64) {
            return numpy_judges;  // Python ints in a list are checked against the type's range
        }
        return values(operand.array) ? 0 : -1;
    }
    is_number_ = true;
    return convert_number(operand, dtype, bytes_);
}

int Assigned::write(const StridedView& target) {
    if (!is_number_) return assign_array(target, operand.view());
    fill_elements(target, bytes_);
    return 0;
}

int assign(const StridedView& target, PyObject* value) {
    Assigned assigned;
    const int read = assigned.read(value, target.dtype);
    return read == 0 ? assigned.write(target) : read;
}

}  // namespace numen::front
