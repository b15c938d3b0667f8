// Pseudo-inverses and polar factors out of singular values or eigenvalues.
#include <algorithm>
#include <cstring>
#include <limits>

#include "linalg/dense_product.h"
#include "linalg/spectral.h"
#include "linalg/stack.h"

namespace numen::linalg {
namespace {

// Memory like an array with the leading axes of another, each matrix (or vector) with its columns
// in a row.
class Factors {
  public:
    Factors(Scratch& scratch, Dtype dtype, const StridedView& like, Int rows, Int columns)
        : axes_(like.ndim), dtype_(dtype), step_(rows * columns * itemsize(dtype)) {
        Int bytes = step_;
        for (int axis = axes_ - 3; axis >= 0; --axis) {
            shape_[axis] = like.shape[axis];
            strides_[axis] = bytes;
            bytes *= shape_[axis];
        }
        shape_[axes_ - 2] = rows;
        shape_[axes_ - 1] = columns;
        strides_[axes_ - 2] = itemsize(dtype);
        strides_[axes_ - 1] = rows * itemsize(dtype);
        data_ = scratch.take<char>(bytes);
    }

    StridedView matrices() const { return {data_, dtype_, axes_, shape_, strides_}; }
    StridedView vectors() const { return {data_, dtype_, axes_ - 1, shape_, strides_}; }
    template <class T> T* at(Int index) const {
        return reinterpret_cast<T*>(data_ + index * step_);
    }

  private:
    int axes_;
    Dtype dtype_;
    Int step_, shape_[max_dimensions + 2], strides_[max_dimensions + 2];
    char* data_;
};

template <class Scalar> inline constexpr Dtype magnitude_of = dtype_of<lapack::Real<Scalar>>;

// Values of either sign and a cut.
template <class Magnitude> struct Ranked {
    const Magnitude* values;
    Int count;
    const Cut& cut;
    double most = 0;

    Ranked(const Magnitude* found, Int many, const Cut& wanted)
        : values(found), count(many), cut(wanted) {
        for (Int i = 0; i < count; ++i) most = std::max(most, std::abs(double{values[i]}));
    }

    bool is_kept(Int i) const { return std::abs(double{values[i]}) > cut.least(most); }
    Int rank() const {
        Int kept = 0;
        for (Int i = 0; i < count; ++i) kept += is_kept(i);
        return kept;
    }
    Status status() const {
        const bool is_open = std::any_of(values, values + count, [this](Magnitude x) {
            return cut.is_near(std::abs(double{x}), most,
                               double{std::numeric_limits<Magnitude>::epsilon()});
        });
        return is_open ? status_doubtful : status_ok;
    }
};

// in_type for questions of which the answers are put together from factors of the whole stack.
template <class Run> Status with_factors(Dtype dtype, Precision precision, Run&& run) {
    try {
        return in_type(dtype, precision, run);
    } catch (const std::bad_alloc&) {
        return status_no_memory;
    }
}

template <class Scalar> struct Svd {
    const StridedView& a;
    Int m = a.shape[a.ndim - 2], n = a.shape[a.ndim - 1], least = std::min(m, n);
    Scratch scratch{};
    Factors u{scratch, dtype_of<Scalar>, a, m, least};
    Factors s{scratch, magnitude_of<Scalar>, a, least, 1};
    Factors vh{scratch, dtype_of<Scalar>, a, least, n};
};

}  // namespace

Status pinv(const StridedView& inverse, const StridedView& rank, const StridedView& a,
            const Cut& cut, Precision precision) {
    const Stack in = matrices(a), out = matrices(inverse), ranks = numbers(rank);
    return with_factors(inverse.dtype, precision, [&]<class Scalar>() {
        const Svd<Scalar> found{a};
        const Int m = found.m, n = found.n, least = found.least;
        const Status status = svd(found.u.matrices(), found.s.vectors(), found.vh.matrices(), a,
                                  Precision::native);
        if (status & (status_failed | status_no_memory)) return status;
        return for_each_matrix<Scalar>(in.count(), cube(std::max(m, n)), [&] {
            return [&, spare = std::vector<Scalar>(static_cast<std::size_t>(m * n))](
                       Int index) mutable {
                const auto* s = found.s.template at<lapack::Real<Scalar>>(index);
                Scalar* u = found.u.template at<Scalar>(index);
                const Ranked ranked(s, least, cut);
                const Int kept = ranked.rank();
                for (Int j = 0; j < kept; ++j) {
                    for (Int i = 0; i < m; ++i) u[j * m + i] /= s[j];
                }
                multiply<Scalar>(n, m, kept, Scalar(1),
                                 {found.vh.template at<Scalar>(index), std::max<Int>(least, 1),
                                  Form::adjoint},
                                 {u, std::max<Int>(m, 1), Form::adjoint}, Scalar(0), spare.data(),
                                 std::max<Int>(n, 1));
                out.store(index, spare.data());
                std::memcpy(ranks.at(index), &kept, sizeof kept);
                return ranked.status();
            };
        });
    });
}

Status pinvh(const StridedView& inverse, const StridedView& rank, const StridedView& a,
             const Cut& cut, Triangle triangle, Precision precision) {
    const Stack in = matrices(a), out = matrices(inverse), ranks = numbers(rank);
    const Int n = in.rows;
    return with_factors(inverse.dtype, precision, [&]<class Scalar>() {
        Scratch scratch;
        const Factors values(scratch, magnitude_of<Scalar>, a, n, 1);
        const Factors vectors(scratch, dtype_of<Scalar>, a, n, n);
        const Status status =
            eigh(values.vectors(), vectors.matrices(), a, triangle, Precision::native);
        if (status & (status_failed | status_no_memory)) return status;
        return for_each_matrix<Scalar>(in.count(), cube(n), [&] {
            return [&, spare = std::vector<Scalar>(static_cast<std::size_t>(2 * n * n))](
                       Int index) mutable {
                const auto* w = values.template at<lapack::Real<Scalar>>(index);
                Scalar *v = vectors.template at<Scalar>(index), *scaled = spare.data() + n * n;
                const Ranked ranked(w, n, cut);
                Int kept = 0;
                for (Int j = 0; j < n; ++j) {
                    if (!ranked.is_kept(j)) continue;
                    std::copy_n(v + j * n, n, v + kept * n);
                    std::transform(v + j * n, v + (j + 1) * n, scaled + kept * n,
                                   [&](Scalar x) { return x / w[j]; });
                    ++kept;
                }
                const Int leading = std::max<Int>(n, 1);
                multiply<Scalar>(n, n, kept, Scalar(1), {scaled, leading},
                                 {v, leading, Form::adjoint}, Scalar(0), spare.data(), leading);
                out.store(index, spare.data());
                std::memcpy(ranks.at(index), &kept, sizeof kept);
                return ranked.status();
            };
        });
    });
}

Status polar(const StridedView& u, const StridedView& p, const StridedView& a, Side side,
             Precision precision) {
    const Stack in = matrices(a), unitary = matrices(u), definite = matrices(p);
    return with_factors(u.dtype, precision, [&]<class Scalar>() {
        const Svd<Scalar> found{a};
        const Int m = found.m, n = found.n, least = found.least, order = definite.rows;
        const Status status = svd(found.u.matrices(), found.s.vectors(), found.vh.matrices(), a,
                                  Precision::native);
        if (status & (status_failed | status_no_memory)) return status;
        return for_each_matrix<Scalar>(in.count(), 2 * cube(std::max(m, n)), [&] {
            return [&, spare = std::vector<Scalar>(
                           static_cast<std::size_t>(std::max(m * n, order * order)))](
                       Int index) mutable {
                const auto* s = found.s.template at<lapack::Real<Scalar>>(index);
                Scalar* w = found.u.template at<Scalar>(index);
                Scalar* vh = found.vh.template at<Scalar>(index);
                const Int rows = std::max<Int>(m, 1), depth = std::max<Int>(least, 1);
                multiply<Scalar>(m, n, least, Scalar(1), {w, rows}, {vh, depth}, Scalar(0),
                                 spare.data(), rows);
                unitary.store(index, spare.data());
                // f diag(s) f^H of the one factor, whose roots of s make it Hermitian to the bit.
                const bool is_right = side == Side::right;
                for (Int j = 0; j < (is_right ? n : m); ++j) {
                    for (Int i = 0; i < least; ++i) {
                        (is_right ? vh[j * least + i] : w[i * m + j]) *= std::sqrt(s[i]);
                    }
                }
                const Dense<Scalar> plain = is_right ? Dense<Scalar>{vh, depth, Form::adjoint}
                                                     : Dense<Scalar>{w, rows};
                const Dense<Scalar> adjoint = is_right ? Dense<Scalar>{vh, depth}
                                                       : Dense<Scalar>{w, rows, Form::adjoint};
                const Int sides = std::max<Int>(order, 1);
                multiply<Scalar>(order, order, least, Scalar(1), plain, adjoint, Scalar(0),
                                 spare.data(), sides);
                definite.store(index, spare.data());
                return status_ok;
            };
        });
    });
}

}  // namespace numen::linalg
