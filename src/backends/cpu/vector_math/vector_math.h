// All vector functions: vm::sin(F64), vm::sin(F32) and so on, named as NumPy names them where the
// C library differs only by abbreviation. README.md lists methods and measured errors.
#pragma once

#include "backends/cpu/vector_math/exponential.h"
#include "backends/cpu/vector_math/logarithm.h"
#include "backends/cpu/vector_math/loops.h"
#include "backends/cpu/vector_math/trigonometric.h"
