// numpy.fft's transforms along one axis; those along several stand on them (composites/fourier.py).
#include <algorithm>
#include <cmath>
#include <string>

#include "array/layout_rules.h"
#include "backends/backend.h"
#include "fft/transform.h"
#include "front/array/creation.h"
#include "front/array/pinned.h"
#include "front/array/layout.h"
#include "front/array/state.h"
#include "front/array/waiting.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/call/overrides.h"
#include "front/call/reporting.h"
#include "front/call/signature.h"
#include "front/functions/tables.h"
#include "front/module/observer.h"

namespace numen::front {
namespace {

// One of NumPy's six functions. Its inverse scaling is `backward`'s unless norm says otherwise.
struct Variant {
    const char* name;
    bool reads_half, writes_half, inverse, conjugate;
};
constexpr Variant fft_variant{"fft.fft", false, false, false, false};
constexpr Variant ifft_variant{"fft.ifft", false, false, true, false};
constexpr Variant rfft_variant{"fft.rfft", false, true, false, false};
constexpr Variant irfft_variant{"fft.irfft", true, false, true, false};
constexpr Variant hfft_variant{"fft.hfft", true, false, false, true};
constexpr Variant ihfft_variant{"fft.ihfft", false, true, true, true};

// A call, read; what does not fit is NumPy's to serve or refuse.
struct Call {
    Ref array, out;
    PyObject* given_out = nullptr;
    int axis = -1;
    fft::Request request{};
    bool is_cast = false;  // by NumPy, which computes it in double and casts it
    Dtype result = no_dtype;
};

// 1 for the direction that is not scaled, 1/n for the one that is, 1/sqrt(n) for both. False: no
// such norm.
bool scale(PyObject* norm, bool inverse, std::int64_t points, double& factor) {
    const auto is = [norm](const char* name) {
        return PyUnicode_CheckExact(norm) && PyUnicode_CompareWithASCIIString(norm, name) == 0;
    };
    const double n = static_cast<double>(points);
    if (absent(norm) || is("backward")) {
        factor = inverse ? 1.0 / n : 1.0;
    } else if (is("forward")) {
        factor = inverse ? 1.0 : 1.0 / n;
    } else {
        factor = 1.0 / std::sqrt(n);
        return is("ortho");
    }
    return true;
}

bool read_index(PyObject* object, std::int64_t& value) {
    if (absent(object)) return true;
    if (!PyIndex_Check(object) || is_derived(object)) return false;
    value = PyNumber_AsSsize_t(object, PyExc_OverflowError);
    if (value != -1 || !PyErr_Occurred()) return true;
    return leave_to_numpy(), false;
}

fft::Kind kind_of(const Variant& variant, Dtype dtype) {
    if (variant.reads_half) return fft::Kind::from_half;
    if (variant.writes_half) return fft::Kind::half;
    if (!is_complex(dtype)) return fft::Kind::whole;
    return variant.inverse ? fft::Kind::backward : fft::Kind::forward;
}

// Length, axis, scaling and types.
bool read_request(const Variant& variant, PyObject* const* argument, Call& call) {
    std::int64_t axis = -1, asked = 0;
    if (given(argument[1]) && !is_whole_number(argument[1])) return false;
    if (!read_index(argument[2], axis) || !read_index(argument[1], asked)) return false;
    if (given(argument[1]) && (asked < 1 || PyBool_Check(argument[1]))) return false;
    call.array = pinned_for(call.array, asked);
    if (!call.array) return false;
    ArrayObject* a = as_array(call.array.get());
    const Dtype dtype = dtype_of(a);
    if (axis < -a->f.nd || axis >= a->f.nd) return false;
    call.axis = static_cast<int>(axis < 0 ? axis + a->f.nd : axis);
    const npy_intp extent = a->f.dimensions[call.axis];
    const std::int64_t whole_length = variant.reads_half ? 2 * (extent - 1) : extent;
    const std::int64_t points = given(argument[1]) ? asked : whole_length;
    if (points < 1) return false;
    double factor;
    if (!scale(argument[3], variant.inverse, points, factor)) return false;
    // NumPy scales float16 by a factor of that type, and gives it back from the real inverses.
    if (dtype == Dtype::float16 && (factor != 1.0 || variant.reads_half)) return false;
    if (variant.writes_half && is_complex(dtype)) return false;
    const fft::Kind kind = kind_of(variant, dtype);
    const bool whole = kind == fft::Kind::whole;
    call.request = {kind, whole ? variant.inverse : variant.conjugate, points, factor};
    const bool single = dtype == Dtype::float32 || dtype == Dtype::complex64 ||
                        dtype == Dtype::float16;
    if (variant.reads_half) call.result = single ? Dtype::float32 : Dtype::float64;
    else call.result = single ? Dtype::complex64 : Dtype::complex128;
    call.is_cast = single && (factor == 1.0 || (variant.reads_half && !is_complex(dtype)));
    return true;
}

// The array itself where the transforms take its type and place in memory, else a copy.
bool prepare_input(Call& call) {
    ArrayObject* a = as_array(call.array.get());
    if (!values(a)) return false;
    Dtype dtype = dtype_of(a);
    const bool direct = dtype == Dtype::float32 || is_complex(dtype) || dtype == Dtype::float64;
    if (direct && (a->f.flags & NPY_ARRAY_ALIGNED)) return true;
    call.array = Ref(as_object(copy_array(a, direct ? dtype : Dtype::float64, 'K')));
    return static_cast<bool>(call.array);
}

void result_shape(const Call& call, npy_intp* shape) {
    ArrayObject* a = as_array(call.array.get());
    std::copy_n(a->f.dimensions, a->f.nd, shape);
    const bool half = call.request.kind == fft::Kind::half;
    shape[call.axis] = half ? call.request.points / 2 + 1 : call.request.points;
}

// out=: an array of the very type and shape of the result; false: NumPy's to judge.
bool accept_output(Call& call, const npy_intp* shape) {
    ArrayObject* a = as_array(call.array.get());
    if (!is_array(call.given_out)) return false;
    call.out = Ref(as_pinned_array(call.given_out));
    if (!call.out) return false;
    ArrayObject* out = as_array(call.out.get());
    return is_ours(call.out.get()) && dtype_of(out) == call.result && out->f.nd == a->f.nd &&
           std::equal(shape, shape + a->f.nd, out->f.dimensions) &&
           (out->f.flags & NPY_ARRAY_ALIGNED) && (out->f.flags & NPY_ARRAY_WRITEABLE) &&
           !(out->f.flags & warns_on_write) && !may_overlap_itself(out);
}

// A new result lies in memory as the array does.
bool make_output(Call& call, const npy_intp* shape) {
    ArrayObject* a = as_array(call.array.get());
    const int nd = a->f.nd;
    ArrayObject* result;
    if (is_c_contiguous(a) || nd <= 1) {
        result = new_array(call.result, nd, shape);
    } else if (a->f.flags & NPY_ARRAY_F_CONTIGUOUS) {
        result = new_array(call.result, nd, shape, Order::fortran);
    } else {
        npy_intp strides[max_dimensions];
        copy_strides({nullptr, call.result, nd, shape, a->f.strides}, itemsize(call.result),
                     strides);
        result = new_array_with_strides(call.result, nd, shape, strides);
    }
    call.out = Ref(as_object(result));
    return static_cast<bool>(call.out);
}

// A result that overwrites its input must do so lane by lane.
bool separate_input(Call& call) {
    ArrayObject* a = as_array(call.array.get());
    ArrayObject* out = as_array(call.out.get());
    if (!may_overlap(view_of(a), view_of(out))) return true;
    const bool same = dtype_of(a) == dtype_of(out) && a->f.data == out->f.data &&
                      std::equal(a->f.strides, a->f.strides + a->f.nd, out->f.strides);
    if (same) return true;
    call.array = Ref(as_object(copy_array(a, dtype_of(a), 'K')));
    return static_cast<bool>(call.array);
}

const char* loop_name(const Variant& variant, std::int64_t points) {
    if (variant.reads_half) return "irfft";
    if (variant.writes_half) return points % 2 == 0 ? "rfft_n_even" : "rfft_n_odd";
    return variant.inverse ? "ifft" : "fft";
}

PyObject* compute(const Variant& variant, Call& call) {
    Status status = status_ok;
    const Observation observation(Event::library, variant.name);
    const StridedView out = view_of(as_array(call.out.get()));
    const StridedView in = view_of(as_array(call.array.get()));
    constexpr double cost = 6;  // nanoseconds, of an element
    const npy_intp elements = std::max(element_count(out), element_count(in));
    const bool done = without_lock(cost * static_cast<double>(elements), [&] {
        return fft::transform(out, in, call.axis, call.request, status);
    });
    end_write(as_array(call.out.get()));
    if (!done) return PyErr_NoMemory();
    const Status cast = call.is_cast ? status & status_overflow : status_ok;
    const char* name = loop_name(variant, call.request.points);
    if (!report_floating(status & ~status_underflow & ~cast, name) ||
        !report_floating(cast, "cast")) {
        return nullptr;
    }
    return call.given_out != nullptr ? Py_NewRef(call.given_out) : call.out.release();
}

// fft(a, n=None, axis=-1, norm=None, out=None) and its five relatives.
PyObject* transform_axis(const Variant& variant, const Arguments& arguments) {
    static const Parameters<5> parameters({"a", "n", "axis", "norm", "out"});
    PyObject* argument[5];
    if (!parameters.read(arguments, argument) || argument[0] == nullptr || argument[2] == Py_None ||
        (given(argument[4]) && has_override(argument[4])) || !fft::available()) {
        return call_numpy(variant.name, arguments);
    }
    Operand operand;
    classify(argument[0], operand);
    if (operand.kind == Kind::foreign && !is_plain_list(argument[0])) {
        return call_numpy(variant.name, arguments);
    }
    Call call;
    call.array = Ref(as_pinned_array(argument[0]));
    if (!call.array) return nullptr;
    if (!is_ours(call.array.get()) || dtype_of(as_array(call.array.get())) == no_dtype ||
        !read_request(variant, argument, call)) {
        return call_numpy(variant.name, arguments);
    }
    if (!prepare_input(call)) return nullptr;
    npy_intp shape[max_dimensions];
    result_shape(call, shape);
    const bool discards_out = variant.reads_half && variant.conjugate;  // hfft, as in NumPy
    if (given(argument[4]) && !discards_out) {
        call.given_out = argument[4];
        if (!accept_output(call, shape)) return call_numpy(variant.name, arguments);
        if (!prepare_write(as_array(call.out.get())) || !separate_input(call)) return nullptr;
    } else if (!make_output(call, shape)) {
        return nullptr;
    }
    return compute(variant, call);
}

template <const Variant& variant>
PyObject* function(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return transform_axis(variant, {args, count, names});
}

}  // namespace

PyMethodDef fourier_functions[] = {
    {"fft.fft", guarded<function<fft_variant>>(), fast, nullptr},
    {"fft.ifft", guarded<function<ifft_variant>>(), fast, nullptr},
    {"fft.rfft", guarded<function<rfft_variant>>(), fast, nullptr},
    {"fft.irfft", guarded<function<irfft_variant>>(), fast, nullptr},
    {"fft.hfft", guarded<function<hfft_variant>>(), fast, nullptr},
    {"fft.ihfft", guarded<function<ihfft_variant>>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
