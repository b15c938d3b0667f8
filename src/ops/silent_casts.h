// Which conversions warn of a signalling NaN, as NumPy's.
#pragma once

#include "numen/dtype.h"
#include "ops/operation.h"

namespace numen {

// NumPy widens halves by moving bits, those of a signalling NaN too, as sorting halves makes them.
// Here the processor converts, and takes such a NaN for invalid.
inline bool widens_silently(Dtype from, Dtype to) {
    return from == Dtype::float16 && to > Dtype::float16;
}

// Does an operation that reads an input of type `from` as `to` warn of what the conversion raised?
// A choice of elements does not. Where NumPy only moved bits, arithmetic meets the signalling NaN;
// comparisons of complex numbers and functions find it themselves.
inline bool answers_for_conversion(const LoopEntry& loop, Dtype from, Dtype to) {
    if (loop.inputs == 3) return false;
    if (!widens_silently(from, to)) return true;
    const bool compares_complex = is_complex(loop.input[0]) && is_boolean(loop.output[0]);
    return loop.hardware_flags || loop.is_function || compares_complex;
}

}  // namespace numen
