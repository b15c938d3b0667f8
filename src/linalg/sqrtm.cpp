// The principal square root of a matrix by its Schur form (triangle_root.h): in real arithmetic
// where a real matrix has no negative eigenvalue.
#include "linalg/function_report.h"
#include "linalg/schur_form.h"
#include "linalg/triangle_root.h"

namespace numen::linalg {
namespace {

template <class Scalar> struct SquareRoot {
    using Part = lapack::Real<Scalar>;
    using Number = std::complex<Part>;
    static constexpr bool is_real = !lapack::is_complex<Scalar>;
    const Stack& a;
    const Stack& out;
    SharedReport& shared;
    Int n = a.rows, size = n * n;
    Scratch scratch{};
    SchurForm<Scalar> schur{n, scratch};
    Scalar* spare = scratch.take<Scalar>(size);
    Number* form = scratch.take<Number>(size);
    Number* vectors = scratch.take<Number>(is_real ? size : 0);
    Number* number_spare = scratch.take<Number>(is_real ? size : 0);

    Status operator()(Int index) {
        a.load(index, schur.form);
        const bool is_triangle = schur.is_triangle();
        if (!are_finite(schur.form, size) || (!is_triangle && !schur.find())) {
            out.store_nan(index);
            return status_failed;
        }
        FunctionReport found;
        bool is_singular = false;
        for (Int i = 0; i < n; ++i) {
            const Scalar value = schur.form[i * (n + 1)];
            if (is_in_block(i)) continue;
            is_singular |= value == Scalar(0);
            found.is_real &= is_real && !(std::real(value) < 0);
        }
        const bool is_open = n > 1 && (is_singular || (!is_triangle && schur.is_nearly_singular()));
        const bool are_opposite = found.is_real ? take_real(is_triangle) : take(is_triangle);
        shared.add(found);
        out.store(index, form);
        return is_open || are_opposite ? status_doubtful : status_ok;
    }

    bool is_in_block(Int i) const {
        const Scalar* diagonal = schur.form + i * (n + 1);
        return (i > 0 && *(diagonal - n) != Scalar(0)) ||
               (i + 1 < n && diagonal[1] != Scalar(0));
    }
    bool take_real(bool is_triangle) {
        TriangleRoot<Scalar> root;
        root.take(n, schur.form, n);
        if (!is_triangle) turn_back(n, schur.vectors, schur.form, spare);
        std::copy_n(schur.form, size, form);
        return root.are_opposite;
    }
    bool take(bool is_triangle) {
        std::copy_n(schur.form, size, form);
        TriangleRoot<Number> root;
        if constexpr (is_real) {
            if (!is_triangle) {
                std::copy_n(schur.vectors, size, vectors);
                turn_blocks(n, form, vectors);
            }
            root.take(n, form, n);
            if (!is_triangle) turn_back(n, vectors, form, number_spare);
        } else {
            root.take(n, form, n);
            if (!is_triangle) turn_back(n, schur.vectors, form, spare);
        }
        return root.are_opposite;
    }
};

}  // namespace

Status sqrtm(const StridedView& root, const StridedView& a, FunctionReport& report,
             Precision precision) {
    const Stack in = matrices(a), out = matrices(root);
    SharedReport shared{report};
    if (in.rows == 0) return status_ok;
    const bool is_single = root.dtype == Dtype::complex64;
    const Dtype type = is_complex(a.dtype) ? root.dtype
                       : is_single         ? Dtype::float32
                                           : Dtype::float64;
    return in_type(type, precision, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(in.count(), 30 * cube(in.rows),
                               [&] { return SquareRoot<Scalar>{in, out, shared}; }, swept_work);
    });
}

}  // namespace numen::linalg
