// Factors and spectra with the choices of scipy.linalg: exchanged columns, parts of a spectrum,
// pairs of matrices, Schur forms, and what singular values say of a matrix.
//
// As linalg.h: stacks, types, precision, OpenBLAS, and the same errors. O(n^3) for order n.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "numen/linalg.h"

namespace numen::linalg {

// a[:, p] = q r with the columns of a in the order p (n, int64) that makes the diagonal of r
// descend in magnitude: q of (m, m) and r of (m, n), or (m, K) and (K, n).
struct PivotedQrResult {
    Array q, r, p;
};
enum class Pivoting : std::uint8_t { columns };
NUMEN_API PivotedQrResult qr(const Array& a, Pivoting pivoting, QrMode mode = QrMode::complete);

// Of which eigenvalues: all of them, those in (low, high], or from number `first` to `last`,
// counted from 0; and which problem of a pair: a x = w b x (1), a b x = w x (2), b a x = w x (3).
struct EighOptions {
    bool lower = true;
    std::optional<std::pair<double, double>> by_value = {};
    std::optional<std::pair<std::int64_t, std::int64_t>> by_index = {};
    int type = 1;
};
// Eigenvalues (ascending) and vectors of Hermitian matrices, or of pairs with a positive definite b
// (LinAlgError otherwise); both are of one shape. ShapeError if the matrices of a stack have
// different numbers of eigenvalues between the bounds.
NUMEN_API EigResult eigh(const Array& a, const EighOptions& options);
NUMEN_API EigResult eigh(const Array& a, const Array& b, const EighOptions& options = {});
// The same for the eigenvalues of a x = w b x for any square matrices, always complex: infinite
// ones where b is singular.
NUMEN_API EigResult eig(const Array& a, const Array& b);
// With left vectors as well, always complex: y^H a = w y^H, or y^H a = w y^H b.
struct TwoSidedEigResult {
    Array eigenvalues, left, right;
};
enum class EigVectors : std::uint8_t { of_both_sides };
NUMEN_API TwoSidedEigResult eig(const Array& a, EigVectors vectors);
NUMEN_API TwoSidedEigResult eig(const Array& a, const Array& b, EigVectors vectors);

// a = z t z^H, z unitary. t is an upper triangle, or of real matrices an upper quasi-triangle with
// a block of order 2 for each pair of conjugate eigenvalues; `complex` makes it a triangle there
// too.
// LinAlgError for infinities and NaN.
struct SchurResult {
    Array t, z;
};
enum class SchurForm : std::uint8_t { real, complex };
NUMEN_API SchurResult schur(const Array& a, SchurForm output = SchurForm::real);
// The same with the eigenvalues of a region first: the left half of the plane (real part < 0) or
// the right one, inside the unit circle (size <= 1) or outside. sdim (int64, a number per matrix):
// how many there are. LinAlgError too where they are too close to the others to be moved.
enum class SchurSort : std::uint8_t { lhp, rhp, iuc, ouc };
struct SortedSchurResult {
    Array t, z, sdim;
};
NUMEN_API SortedSchurResult schur(const Array& a, SchurSort sort,
                                  SchurForm output = SchurForm::real);

// The pseudo-inverse of a Hermitian matrix, of which one triangle is read: eigenvalues up to n
// times the precision times the largest count as zero.
NUMEN_API Array pinvh(const Array& a, bool lower = true);

// Orthonormal columns that span what a maps to, or what it maps to zero: singular values up to
// `rcond` (max(m, n) times the precision unless given) times the first count as zero. ShapeError if
// the matrices of a stack differ in rank.
NUMEN_API Array orth(const Array& a, double rcond = -1);
NUMEN_API Array null_space(const Array& a, double rcond = -1);

// a = u p, the columns (or rows) of u orthonormal, p (n, n) positive semi-definite; on the left a =
// p u, p (m, m).
struct PolarResult {
    Array u, p;
};
enum class PolarSide : std::uint8_t { right, left };
NUMEN_API PolarResult polar(const Array& a, PolarSide side = PolarSide::right);

}  // namespace numen::linalg
