#include "numen/fft.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "api/body.h"
#include "api/float_status.h"
#include "api/message.h"
#include "fft/transform.h"
#include "numen/creation.h"
#include "numen/elementwise.h"
#include "numen/operators.h"
#include "numen/shaping.h"

namespace numen::fft {

using namespace api;

namespace {

// One of NumPy's six functions along one axis.
struct Variant {
    const char* name;
    bool reads_half, writes_half, inverse, conjugate;
};
constexpr Variant forward{"fft", false, false, false, false};
constexpr Variant inverse{"ifft", false, false, true, false};
constexpr Variant real_forward{"rfft", false, true, false, false};
constexpr Variant real_inverse{"irfft", true, false, true, false};
constexpr Variant hermitian{"hfft", true, false, false, true};
constexpr Variant hermitian_inverse{"ihfft", false, true, true, true};

double factor_of(Norm norm, bool inverse, std::int64_t points) {
    const double n = static_cast<double>(points);
    if (norm == Norm::ortho) return 1.0 / std::sqrt(n);
    return (norm == Norm::backward) == inverse ? 1.0 / n : 1.0;
}

Kind kind_of(const Variant& variant, bool is_complex) {
    if (variant.reads_half) return Kind::from_half;
    if (variant.writes_half) return Kind::half;
    if (!is_complex) return Kind::whole;
    return variant.inverse ? Kind::backward : Kind::forward;
}

void check(const Variant& variant, const Array& a, std::int64_t points) {
    if (!available()) {
        throw InternalError(message(variant.name, ": this build of Numen has no transforms: "
                                    "NUMEN_DUCC0_DIR named no sources of ducc0"));
    }
    if (points < 1) {
        throw ValueError(message("Invalid number of FFT data points (", points, ") specified."));
    }
    if (variant.writes_half && is_complex(a.dtype())) {
        throw DtypeError(message(variant.name, " is not there for ", name(a.dtype())));
    }
}

// In a type and at a place in memory that the transforms take.
Array readable(const Array& a) {
    const Dtype dtype = a.dtype();
    const bool is_taken = dtype == Dtype::float32 || dtype == Dtype::float64 || is_complex(dtype);
    if (is_taken) return is_aligned(a) ? a : a.copy();
    return in_dtype(a, dtype == Dtype::float16 ? Dtype::float32 : Dtype::float64);
}

Array along_axis(const Variant& variant, const Array& a, const Transform& options) {
    const int axis = wrapped_axis(options.axis, a.ndim());
    const std::int64_t extent = a.shape(axis);
    const std::int64_t points = options.n.value_or(variant.reads_half ? 2 * (extent - 1) : extent);
    check(variant, a, points);
    const Array in = readable(a);
    const Kind kind = kind_of(variant, is_complex(in.dtype()));
    const bool conjugate = kind == Kind::whole ? variant.inverse : variant.conjugate;
    const bool is_single = in.dtype() == Dtype::float32 || in.dtype() == Dtype::complex64;
    const Dtype result = variant.reads_half ? (is_single ? Dtype::float32 : Dtype::float64)
                                            : (is_single ? Dtype::complex64 : Dtype::complex128);
    std::int64_t shape[max_dimensions];
    std::copy_n(a.shape().data(), a.ndim(), shape);
    shape[axis] = kind == Kind::half ? points / 2 + 1 : points;
    Array out = new_array(result, a.ndim(), shape);
    const Request request{kind, conjugate, points,
                          factor_of(options.norm, variant.inverse, points)};
    Status status = status_ok;
    if (!transform(view_of(out), view_of(in), axis, request, status)) {
        throw MemoryError(message(variant.name, ": not enough memory"));
    }
    report(status & status_floating_mask & ~status_underflow, variant.name);
    return out;
}

// The axes that a call goes over, from the front, and what it says of each.
struct Passes {
    std::vector<Transform> each;

    Passes(const Array& a, const Transforms& options, int default_axes) {
        const int count = options.axes ? options.axes->size()
                          : options.s ? options.s->size()
                                      : default_axes;
        if (count == 0) throw ValueError("at least 1 axis must be transformed");
        if (options.s && options.s->size() != count) {
            throw ValueError("Shape and axes have different lengths.");
        }
        for (int i = 0; i < count; ++i) {
            const std::int64_t axis = options.axes ? (*options.axes)[i] : i - count;
            Transform& pass = each.emplace_back();
            pass.axis = wrapped_axis(axis, a.ndim());
            if (options.s && (*options.s)[i] != -1) pass.n = (*options.s)[i];
            pass.norm = options.norm;
        }
    }
};

// The last pass, which may be of real numbers, is the first to be made.
Array along_axes(const Variant& last, const Variant& others, const Array& a, const Passes& passes) {
    Array result = along_axis(last, a, passes.each.back());
    for (std::size_t i = passes.each.size() - 1; i-- > 0;) {
        result = along_axis(others, result, passes.each[i]);
    }
    return result;
}

Array to_real_along_axes(const Array& a, const Passes& passes) {
    Array result = a;
    for (std::size_t i = 0; i + 1 < passes.each.size(); ++i) {
        result = along_axis(inverse, result, passes.each[i]);
    }
    return along_axis(real_inverse, result, passes.each.back());
}

Array shifted(const Array& a, const Axes& axes, bool back) {
    Array result = a;
    const auto shift = [&](int axis) {
        const std::int64_t half = a.shape(axis) / 2;
        result = roll(result, back ? -half : half, axis);
    };
    if (axes.is_all()) {
        for (int axis = 0; axis < a.ndim(); ++axis) shift(axis);
    } else {
        for (std::int64_t axis : axes.values()) shift(wrapped_axis(axis, a.ndim()));
    }
    return result;
}

double step_between(std::int64_t n, double spacing) {
    if (n < 1) throw ValueError(message(n, " points have no frequencies"));
    return 1.0 / (static_cast<double>(n) * spacing);
}

}  // namespace

Array fft(const Array& a, const Transform& options) { return along_axis(forward, a, options); }
Array ifft(const Array& a, const Transform& options) { return along_axis(inverse, a, options); }
Array rfft(const Array& a, const Transform& options) {
    return along_axis(real_forward, a, options);
}
Array irfft(const Array& a, const Transform& options) {
    return along_axis(real_inverse, a, options);
}
Array hfft(const Array& a, const Transform& options) { return along_axis(hermitian, a, options); }
Array ihfft(const Array& a, const Transform& options) {
    return along_axis(hermitian_inverse, a, options);
}

#define NUMEN_TRANSFORMS(NAME, ...)                                        \
    Array NAME##n(const Array& a, const Transforms& options) {             \
        const Passes passes(a, options, a.ndim());                         \
        return __VA_ARGS__;                                                \
    }                                                                      \
    Array NAME##2(const Array& a, const Transforms& options) {             \
        const Passes passes(a, options, 2);                                \
        return __VA_ARGS__;                                                \
    }
NUMEN_TRANSFORMS(fft, along_axes(forward, forward, a, passes))
NUMEN_TRANSFORMS(ifft, along_axes(inverse, inverse, a, passes))
NUMEN_TRANSFORMS(rfft, along_axes(real_forward, forward, a, passes))
NUMEN_TRANSFORMS(irfft, to_real_along_axes(a, passes))
#undef NUMEN_TRANSFORMS

Array fftfreq(std::int64_t n, double spacing) {
    const double step = step_between(n, spacing);
    return concatenate({arange(0, (n - 1) / 2 + 1), arange(-(n / 2), 0)}) * step;
}

Array rfftfreq(std::int64_t n, double spacing) {
    const double step = step_between(n, spacing);
    return arange(n / 2 + 1) * step;
}

Array fftshift(const Array& a, const Axes& axes) { return shifted(a, axes, false); }
Array ifftshift(const Array& a, const Axes& axes) { return shifted(a, axes, true); }

}  // namespace numen::fft
