// Casts that raise no flag in NumPy.
#pragma once

#include "numen/dtype.h"

namespace numen::cpu {

// NumPy widens halves by moving bits, those of a signalling NaN too, as sorting halves makes them.
// Here the processor converts, and takes such a NaN for invalid.
inline bool widens_silently(Dtype from, Dtype to) {
    return from == Dtype::float16 && to > Dtype::float16;
}

}  // namespace numen::cpu
