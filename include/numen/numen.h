// All of Numen for C++ programs.
//
//     #include <numen/numen.h>
//     namespace np = numen;
//
//     np::Array x = np::linspace(0, 1, 11);
//     std::cout << np::sum(np::sin(x) * 2.0) << '\n';
#pragma once

#include "numen/arguments.h"
#include "numen/array.h"
#include "numen/batched.h"
#include "numen/comparison.h"
#include "numen/creation.h"
#include "numen/dtype.h"
#include "numen/element_type.h"
#include "numen/elementwise.h"
#include "numen/errors.h"
#include "numen/fft.h"
#include "numen/float_status.h"
#include "numen/index.h"
#include "numen/least_squares.h"
#include "numen/linalg.h"
#include "numen/matrix_functions.h"
#include "numen/norms.h"
#include "numen/operators.h"
#include "numen/precision.h"
#include "numen/printing.h"
#include "numen/products.h"
#include "numen/reductions.h"
#include "numen/runtime.h"
#include "numen/scalar.h"
#include "numen/selecting.h"
#include "numen/shaping.h"
#include "numen/sorting.h"
#include "numen/span.h"
#include "numen/special_matrices.h"
#include "numen/spectra.h"
#include "numen/structure.h"
#include "numen/systems.h"
#include "numen/tensors.h"
