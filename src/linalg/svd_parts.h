// What the ways to singular values share.
#pragma once

#include <optional>

#include "linalg/signs.h"
#include "linalg/small.h"
#include "linalg/stack.h"

namespace numen::linalg {

// Where the results go. Null vector stacks: values only.
struct SvdParts {
    const Stack* u;
    const Stack& s;
    const Stack* vh;

    void store_nan(Int index) const {
        for (const Stack* part : {u, &s, vh}) {
            if (part != nullptr) part->store_nan(index);
        }
    }
};

// LAPACK's iterations over infinities may not end, NumPy's neither: they give NaN, as NumPy's do
// where no vectors are wanted. Of NaN there is no answer; a number with an infinite part is none.
template <class Scalar>
std::optional<Status> not_finite(const SvdParts& out, Int index, const Scalar* matrix, Int count) {
    if (out.s.rows < 2 || are_finite(matrix, count)) return std::nullopt;
    out.store_nan(index);
    const bool is_any_nan = std::any_of(matrix, matrix + count, [](const Scalar& number) {
        return std::isnan(std::abs(number));
    });
    return is_any_nan ? status_failed : status_ok;
}

// Gives the vectors of a matrix their signs, u (m, u.count) in columns, v (n, v.count) in rows or
// columns; `matrix` has room to read it again where singular values count as zero.
template <class Scalar>
void settle_signs(const Stack& a, Int index, const SingularPairs<Scalar>& found,
                  const lapack::Real<Scalar>* s, Scalar* matrix) {
    if constexpr (!lapack::is_complex<Scalar>) {
        found.follow_rule();
        const double unit = std::numeric_limits<Scalar>::epsilon();
        const auto side = static_cast<double>(std::max(a.rows, a.columns));
        if (s[found.pairs() - 1] > side * unit * s[0]) return;
        a.load(index, matrix);
        found.settle(s, unit, [&](Int i, Int j) { return matrix[j * a.rows + i]; });
    }
}

// Large real matrices: by our own reduction to two diagonals. `work` as for_each_matrix has it.
bool is_for_two_diagonals(const Stack& a);
template <class Real>
Status svd_by_two_diagonals(const SvdParts& out, const Stack& a, double work);

// Real matrices with a short side, the others by `redo`.
bool is_for_strips(const SvdParts& out, const Stack& a);
Status svd_by_strips(const SvdParts& out, const Stack& a, double work, small::Redo redo);

}  // namespace numen::linalg
