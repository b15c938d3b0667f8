// Discrete Fourier transforms, for any number of points: O(n log n), also where n is a prime.
//
// Results are complex, but those of irfft and hfft; of float32 and complex64 in single precision
// (float16 is taken as float32), else in double, and they lie in C order. Where nothing is divided
// by, single precision is computed in double and rounded once, as NumPy does; where something is,
// the error in the 2-norm is some 6e-8 (3 + 2 log2 n), in double 1.2e-16 (3 + 2 log2 n). The build
// needs ducc0's sources (docs/cpp.md): InternalError without. AxisError; ValueError for fewer than
// one point; DtypeError where a transform of real numbers is given complex ones.
#pragma once

#include <cstdint>
#include <optional>

#include "numen/array.h"

namespace numen::fft {

// Which direction divides by the number of points: the inverse, both by its root, the forward.
enum class Norm : std::uint8_t { backward, ortho, forward };

// What NumPy's keywords say: fft(a, {.n = 64, .axis = 0}).
struct Transform {
    std::optional<std::int64_t> n = {};  // points: elements beyond are left out, missing are zeros
    int axis = -1;
    Norm norm = Norm::backward;
};
// The same along several axes, all of them unless given: fftn(a, {.s = Extents{8, 8}}).
struct Transforms {
    std::optional<Extents> s = {};  // points along each of the axes (the last ones unless given)
    std::optional<Extents> axes = {};
    Norm norm = Norm::backward;
};

// The sum of a[j] exp(-2πi jk / n) over j for every k, and its inverse.
NUMEN_API Array fft(const Array& a, const Transform& options = {});
NUMEN_API Array ifft(const Array& a, const Transform& options = {});
// Of real numbers the first n/2 + 1 coefficients, of which the others follow; the inverse of that
// gives real numbers, 2 (m - 1) of m coefficients unless n is given.
NUMEN_API Array rfft(const Array& a, const Transform& options = {});
NUMEN_API Array irfft(const Array& a, const Transform& options = {});
// The transform of a signal given by its first half that has a real transform, and its inverse.
NUMEN_API Array hfft(const Array& a, const Transform& options = {});
NUMEN_API Array ihfft(const Array& a, const Transform& options = {});

// Along several axes, the last first; the real ones are real along the last axis.
NUMEN_API Array fftn(const Array& a, const Transforms& options = {});
NUMEN_API Array ifftn(const Array& a, const Transforms& options = {});
NUMEN_API Array rfftn(const Array& a, const Transforms& options = {});
NUMEN_API Array irfftn(const Array& a, const Transforms& options = {});
// Along the last two axes unless others are given.
NUMEN_API Array fft2(const Array& a, const Transforms& options = {});
NUMEN_API Array ifft2(const Array& a, const Transforms& options = {});
NUMEN_API Array rfft2(const Array& a, const Transforms& options = {});
NUMEN_API Array irfft2(const Array& a, const Transforms& options = {});

// The frequencies that the results of fft and of rfft belong to, `spacing` between samples.
// ValueError for no points.
NUMEN_API Array fftfreq(std::int64_t n, double spacing = 1.0);
NUMEN_API Array rfftfreq(std::int64_t n, double spacing = 1.0);
// Frequency zero moved to the middle of the axes (all unless given), and back.
NUMEN_API Array fftshift(const Array& a, const Axes& axes = {});
NUMEN_API Array ifftshift(const Array& a, const Axes& axes = {});

}  // namespace numen::fft
