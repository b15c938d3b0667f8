// What a program knows of a matrix that it hands to linear algebra.
#pragma once

#include <cstdint>

namespace numen::linalg {

// The kind of a matrix; `unknown` has its zeros and its symmetry looked for.
enum class Structure : std::uint8_t {
    unknown,
    general,
    diagonal,
    tridiagonal,
    banded,
    upper_triangular,
    lower_triangular,
    positive_definite,
    symmetric,
    hermitian,
};

// Whether a matrix is meant as it is, with rows for columns, or conjugated too.
enum class Transposition : char { none = 'N', transposed = 'T', adjoint = 'C' };

// How a triangle is read: the upper one, as it is, unless said otherwise.
struct TriangularOptions {
    bool lower = false;
    bool unit_diagonal = false;  // ones, whatever stands there
    Transposition trans = Transposition::none;
};

}  // namespace numen::linalg
