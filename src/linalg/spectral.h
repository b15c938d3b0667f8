// Factorisations and spectra with the choices that scipy.linalg offers, for whole stacks of
// matrices in the manner of linalg.h. Functions with the names of some there answer the same
// question with more said about it.
#pragma once

#include <cmath>

#include "linalg/linalg.h"

namespace numen::linalg {

// Where the parts of a factorisation by reflections go; null where one is not wanted. With
// `pivots` (n, int32 or int64) the columns of a are exchanged so that r's diagonal descends in
// magnitude: column j of q r is column pivots[j] of a.
struct QrParts {
    const StridedView* q = nullptr;           // (m, c), c = K or m
    const StridedView* r = nullptr;           // (c, n) or (K, n)
    const StridedView* reflectors = nullptr;  // (m, n)
    const StridedView* tau = nullptr;         // (K)
    const StridedView* pivots = nullptr;
};
Status qr(const QrParts& parts, const StridedView& a, Dtype dtype, Precision precision);

// The singular value decomposition by QR iteration; u and vh null: values only.
Status svd_by_iteration(const StridedView* u, const StridedView& s, const StridedView* vh,
                        const StridedView& a, Precision precision);

// Which eigenvalues of a Hermitian matrix or pair, and how.
struct EighQuestion {
    enum class Method : std::uint8_t { divide, iterate, robust, bisect };
    Triangle triangle = Triangle::lower;
    Method method = Method::divide;
    // Of a x = w b x (1), a b x = w x (2), b a x = w x (3), where there is a b.
    int type = 1;
    // All, those in (low, high], or from number `first` to `last`, counted from 0. Parts need
    // Method::robust or bisect, and bisect where there is a b.
    enum class Part : std::uint8_t { all, values, numbers };
    Part part = Part::all;
    double low = 0, high = 0;
    std::int64_t first = 0, last = 0;
};
// Ascending eigenvalues, vectors in columns (null: not wanted), and how many there are (numbers,
// int64; null: as many as values has room for). Fails where b is not positive definite.
Status eigh(const StridedView& values, const StridedView* vectors, const StridedView* found,
            const StridedView& a, const StridedView* b, const EighQuestion& question,
            Precision precision);

// Eigenvalues of a x = w b x (b null: the identity), complex, with right vectors and left ones
// (y^H a = w y^H b), of length 1; null where they are not wanted. w = values / beta where beta is
// asked for. status_invalid: infinities or NaNs.
struct EigParts {
    const StridedView* values = nullptr;
    const StridedView* beta = nullptr;
    const StridedView* left = nullptr;
    const StridedView* right = nullptr;
};
Status eig(const EigParts& parts, const StridedView& a, const StridedView* b,
           Precision precision);

// a = z t z^H, z unitary, t an upper triangle; of a real matrix in real arithmetic an upper
// quasi-triangle, with blocks of order 2 for pairs of conjugate eigenvalues. values (n, complex):
// t's eigenvalues in their order. The results' type says which form; status_invalid as above.
Status schur(const StridedView& t, const StridedView& z, const StridedView& values,
             const StridedView& a, Precision precision);
// Moves eigenvalues to the front of a Schur form, in place: those that `selected` (n, bool) says.
// `moved` (numbers, int64): how many. Fails where they are too close to be separated.
Status reorder_schur(const StridedView& t, const StridedView& z, const StridedView& values,
                     const StridedView& moved, const StridedView& selected, Precision precision);

// linalg.h's lstsq by another method: QR with column exchanges (no residuals, no s), which cuts by
// condition numbers of leading triangles, or QR iteration. residuals (k): NaN where there are none.
enum class LstsqMethod : std::uint8_t { divide, exchange, iterate };
Status lstsq(const StridedView& x, const StridedView& residuals, const StridedView& rank,
             const StridedView* s, const StridedView& a, const StridedView& b, double rcond,
             LstsqMethod method, Precision precision);

// The pseudo-inverse (n, m): singular values up to absolute + relative times the first count as
// zero; rank (numbers, int64): how many do not. status_doubtful where rounding decides about one.
struct Cut {
    double absolute = 0, relative = 0;

    double least(double most) const { return absolute + most * relative; }
    // Whether rounding, some eps of the largest value, decides about one of that size.
    bool is_near(double value, double most, double eps) const {
        return most > 0 && !(std::abs(value - least(most)) > 8 * eps * most);
    }
};
Status pinv(const StridedView& inverse, const StridedView& rank, const StridedView& a,
            const Cut& cut, Precision precision);
// The same for a Hermitian a by its eigenvalues.
Status pinvh(const StridedView& inverse, const StridedView& rank, const StridedView& a,
             const Cut& cut, Triangle triangle, Precision precision);

// a (m, n) = u p, u (m, n) with orthonormal columns or rows, p (n, n) positive semi-definite; on
// the left: a = p u, p (m, m).
enum class Side : std::uint8_t { right, left };
Status polar(const StridedView& u, const StridedView& p, const StridedView& a, Side side,
             Precision precision);

}  // namespace numen::linalg
