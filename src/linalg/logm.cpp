// The principal logarithm of a matrix by its Schur form (triangle_logarithm.h): in real arithmetic
// where a real matrix has nothing but positive eigenvalues.
#include <limits>

#include "linalg/function_report.h"
#include "linalg/schur_form.h"
#include "linalg/triangle_logarithm.h"

namespace numen::linalg {
namespace {

using lapack::Complex;

// In place of a zero eigenvalue, and the least that is not nearly zero.
constexpr double least_eigenvalue = 1e-20;
// Up to here imaginary parts of a real matrix' logarithm are rounding errors.
constexpr double imaginary_error = 1e6 * std::numeric_limits<double>::epsilon();

template <class Scalar> struct Logarithm {
    static constexpr bool is_real = !lapack::is_complex<Scalar>;
    const Stack& a;
    const Stack& out;
    SharedReport& shared;
    Int n = a.rows, size = n * n;
    Scratch scratch{};
    SchurForm<Scalar> schur{n, scratch};
    TriangleLogarithm<Scalar> plain{n, scratch};
    Scalar* spare = scratch.take<Scalar>(size);
    Complex* form = scratch.take<Complex>(size);
    Complex* vectors = scratch.take<Complex>(is_real ? size : 0);
    Complex* complex_spare = scratch.take<Complex>(is_real ? size : 0);
    TriangleLogarithm<Complex> turned{is_real ? n : 0, scratch};
    // SciPy finds the Schur form in the precision of the matrix.
    double eps = a.dtype() == Dtype::float32 || a.dtype() == Dtype::complex64
                     ? std::numeric_limits<float>::epsilon()
                     : std::numeric_limits<double>::epsilon();

    Status operator()(Int index) {
        a.load(index, schur.form);
        const bool is_triangle = schur.is_triangle(), is_finite = are_finite(schur.form, size);
        if (!is_finite || (!is_triangle && !schur.find())) {
            out.store_nan(index);
            shared.add({.is_real = false});
            return is_finite || !is_triangle ? status_failed : status_ok;
        }
        FunctionReport found;
        bool is_open = !is_triangle && schur.is_nearly_singular(eps);
        const bool is_positive = lift_eigenvalues(is_open);
        const bool is_done = is_positive ? take(is_triangle) : take_turned(is_triangle);
        found.is_turned = !is_positive;
        found.is_real = is_real && is_done && drop_imaginary();
        if (!is_done) std::fill_n(form, size, Complex(std::numeric_limits<double>::quiet_NaN()));
        shared.add(found);
        out.store(index, form);
        return is_open ? status_doubtful : status_ok;
    }

    // Whether the work stays in the matrix' own type.
    bool lift_eigenvalues(bool& is_open) {
        bool is_positive = true;
        double least = std::numeric_limits<double>::infinity();
        for (Int i = 0; i < n; ++i) {
            Scalar* diagonal = schur.form + i * (n + 1);
            if (i + 1 < n && diagonal[1] != Scalar(0)) {
                is_positive = false;
                least = std::min(least, std::hypot(std::abs(*diagonal), std::abs(diagonal[1])));
                ++i;
                continue;
            }
            least = std::min(least, static_cast<double>(std::abs(*diagonal)));
            if (*diagonal == Scalar(0)) *diagonal = Scalar(least_eigenvalue);
            is_positive &= !is_real || std::real(*diagonal) > 0;
        }
        is_open |= least < least_eigenvalue;
        return is_positive;
    }
    bool take(bool is_triangle) {
        const bool is_done = plain.take(schur.form);
        if (!is_triangle) turn_back(n, schur.vectors, schur.form, spare);
        std::copy_n(schur.form, size, form);
        return is_done;
    }
    // A real matrix by its complex Schur form.
    bool take_turned(bool is_triangle) {
        if constexpr (!is_real) return false;
        std::copy_n(schur.form, size, form);
        if (!is_triangle) {
            std::copy_n(schur.vectors, size, vectors);
            turn_blocks(n, form, vectors);
        }
        const bool is_done = turned.take(form);
        if (!is_triangle) turn_back(n, vectors, form, complex_spare);
        return is_done;
    }
    bool drop_imaginary() {
        const auto is_small = [](Complex x) { return std::abs(x.imag()) <= imaginary_error; };
        if (!std::all_of(form, form + size, is_small)) return false;
        for (Int i = 0; i < size; ++i) form[i] = form[i].real();
        return true;
    }
};

// |e^logarithm - a| / |a|.
template <class Scalar> struct Difference {
    const Stack &a, &exponential, &errors;
    Int n = a.rows, size = n * n;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(size);
    Scalar* found = scratch.take<Scalar>(size);

    Status operator()(Int index) {
        a.load(index, matrix);
        exponential.load(index, found);
        double most = 0, most_apart = 0;
        for (Int j = 0; j < n; ++j) {
            double sum = 0, apart = 0;
            for (Int i = j * n; i < (j + 1) * n; ++i) {
                sum += std::abs(matrix[i]);
                apart += std::abs(found[i] - matrix[i]);
            }
            most = std::max(most, sum);
            most_apart = apart > most_apart || std::isnan(apart) ? apart : most_apart;
        }
        const double error = most_apart / most;
        errors.store(index, &error);
        return std::isnan(error) && are_finite(matrix, size) ? status_doubtful : status_ok;
    }
};

template <class Run> Status in_double(Dtype dtype, Run&& run) {
    return is_complex(dtype) ? run.template operator()<Complex>()
                             : run.template operator()<double>();
}

// Memory like a dense array of `count` matrices of order n.
struct DenseStack {
    Scratch scratch{};
    Int shape[3], strides[3];
    StridedView view;

    DenseStack(Int count, Int n, Dtype dtype)
        : shape{count, n, n}, strides{n * n * itemsize(dtype), n * itemsize(dtype),
                                      itemsize(dtype)},
          view{scratch.take<char>(count * strides[0]), dtype, 3, shape, strides} {}
};

Status estimate_errors(const StridedView& logarithm, const StridedView& errors,
                       const StridedView& a, bool is_real) {
    const Stack in = matrices(a), out = numbers(errors);
    StridedView exponent = logarithm;
    if (is_real) exponent.dtype = Dtype::float64;  // the real parts
    const DenseStack dense(in.count(), in.rows, exponent.dtype);
    const Status status = expm(dense.view, exponent);
    if (status & status_no_memory) return status;
    const Stack exponential = matrices(dense.view);
    return in_double(is_real ? a.dtype : Dtype::complex128, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(in.count(), 2 * static_cast<double>(in.rows * in.rows),
                               [&] { return Difference<Scalar>{in, exponential, out}; });
    });
}

}  // namespace

Status logm(const StridedView& logarithm, const StridedView& errors, const StridedView& a,
            FunctionReport& report) {
    const Stack in = matrices(a), out = matrices(logarithm);
    SharedReport shared{report};
    const Status status = in_double(a.dtype, [&]<class Scalar>() {
        return for_each_matrix<Scalar>(in.count(), 60 * cube(in.rows),
                               [&] { return Logarithm<Scalar>{in, out, shared}; }, swept_work);
    });
    if (status & (status_failed | status_no_memory)) return status;
    try {
        return status | estimate_errors(logarithm, errors, a, report.is_real);
    } catch (const std::bad_alloc&) {
        return status_no_memory;
    }
}

}  // namespace numen::linalg
