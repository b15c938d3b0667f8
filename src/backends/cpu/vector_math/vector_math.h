// All vector functions under NumPy's names: vm::sin(F64), vm::sin(F32), vm::arctan2(y, x) …
// README.md lists methods and measured errors.
#pragma once

#include "backends/cpu/vector_math/error_function.h"
#include "backends/cpu/vector_math/exponential.h"
#include "backends/cpu/vector_math/hyperbolic.h"
#include "backends/cpu/vector_math/inverse_trigonometric.h"
#include "backends/cpu/vector_math/logarithm.h"
#include "backends/cpu/vector_math/loops.h"
#include "backends/cpu/vector_math/power.h"
#include "backends/cpu/vector_math/trigonometric.h"
