// Linear systems, inverses and determinants by LU with row exchanges, or by the structure that a
// matrix shows.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/cpu/floating_flags.h"
#include "linalg/found_structure.h"
#include "linalg/linalg.h"
#include "linalg/small.h"
#include "linalg/stack.h"

namespace numen::linalg {
namespace {

using lapack::Real;

// Pivots that are no normal numbers have no reciprocals; OpenBLAS then leaves rows as they are, and
// what comes out is wrong. So matrices of tiny elements are multiplied by a power of two.
template <class Scalar> void multiply(Scalar* numbers, Int count, Real<Scalar> factor) {
    for (Int i = 0; i < count && factor != 1; ++i) numbers[i] *= factor;
}

// Loads a matrix; what it was multiplied by, most often 1.
template <class Scalar> Real<Scalar> load_lifted(const Stack& a, Int index, Scalar* matrix) {
    using Part = Real<Scalar>;
    constexpr Part least = std::numeric_limits<Part>::min();
    constexpr Part square = std::numeric_limits<Part>::epsilon() *
                            std::numeric_limits<Part>::epsilon();
    a.load(index, matrix);
    const Int count = a.rows * a.rows;
    const bool is_tiny = std::all_of(matrix, matrix + count, [](const Scalar& number) {
        return std::abs(std::real(number)) < least / square &&
               std::abs(std::imag(number)) < least / square;
    });
    if (!is_tiny) return 1;
    // No result that is a number overflows by it.
    multiply(matrix, count, square * square / least);
    return square * square / least;
}

template <class Scalar> struct Solver {
    const Stack &x, &a, &b;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(a.rows * a.rows);
    Scalar* right = scratch.take<Scalar>(b.rows * b.columns);
    Int* pivots = scratch.take<Int>(a.rows);

    Status operator()(Int index) {
        b.load(index, right);
        multiply(right, b.rows * b.columns, load_lifted(a, index, matrix));
        const Found found = find_structure(matrix, a.rows);
        if (found != Found::general) {
            if (solve_found(found, matrix, right, a.rows, b.columns)) {
                x.store(index, right);
                return status_ok;
            }
            load_lifted(a, index, matrix);
        }
        if (lapack::gesv(a.rows, b.columns, matrix, pivots, right) != 0) {
            x.store_nan(index);
            return status_failed;
        }
        x.store(index, right);
        return status_ok;
    }
};

Status solve_stacks(const StridedView& x, const StridedView& a, const StridedView& b,
                    bool are_vectors, Precision precision) {
    const Stack out = are_vectors ? vectors(x) : matrices(x), in = matrices(a);
    const Stack right = are_vectors ? vectors(b) : matrices(b);
    if (out.rows == 0) return status_ok;
    const auto redo = [&](Int index) {
        return in_type(x.dtype, Precision::standard, [&]<class Scalar>() {
            return Solver<Scalar>{out, in, right}(index);
        });
    };
    if (const auto done = small::solve(x, a, b, are_vectors, redo)) return *done;
    const double side = static_cast<double>(in.rows);
    const double work = cube(in.rows) / 3 + side * side * static_cast<double>(out.columns);
    return in_type(x.dtype, precision, [&]<class Scalar>() {
        return for_each_matrix(out.count(), work, [&] { return Solver<Scalar>{out, in, right}; });
    });
}

template <class Scalar> struct Inverter {
    const Stack &inverse, &a;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(a.rows * a.rows);
    Scalar* right = scratch.take<Scalar>(a.rows * a.rows);
    Int* pivots = scratch.take<Int>(a.rows);

    Status operator()(Int index) {
        const Int n = a.rows;
        Found found = Found::general;
        // What lies in rows is the transposed matrix in columns, and so are their inverses.
        const Scalar* rows = dense_columns<Scalar>(turned(a), index);
        Scalar* result = dense_columns<Scalar>(turned(inverse), index);
        if (rows != nullptr) found = turned(find_structure(rows, n));
        if (found == Found::positive && result != nullptr) {
            std::copy(rows, rows + n * n, result);
            if (invert_found(found, result, n)) return status_ok;
            found = Found::general;
        }
        const Real<Scalar> lift = load_lifted(a, index, matrix);
        if (rows == nullptr) found = find_structure(matrix, n);
        if (found != Found::general) {
            if (invert_found(found, matrix, n)) {
                multiply(matrix, n * n, lift);
                inverse.store(index, matrix);
                return status_ok;
            }
            load_lifted(a, index, matrix);
        }
        std::fill(right, right + n * n, Scalar(0));
        for (Int i = 0; i < n; ++i) right[i * (n + 1)] = Scalar(1);
        if (lapack::gesv(n, n, matrix, pivots, right) != 0) {
            inverse.store_nan(index);
            return status_failed;
        }
        multiply(right, n * n, lift);
        inverse.store(index, right);
        return status_ok;
    }
};

// The direction of a number; flips the sign of one below zero rather than dividing by it.
template <class Number> Number take_sign(Number& magnitude) {
    if (!(magnitude < 0)) return 1;
    magnitude = -magnitude;
    return -1;
}

template <class Number> void fold_pivot(Number pivot, Number& sign, Number& logarithm) {
    sign *= take_sign(pivot);
    logarithm += std::log(pivot);
}

// Products part by part, as NumPy takes them: the library's operator mends infinities and NaNs.
template <class Part>
std::complex<Part> times(std::complex<Part> a, std::complex<Part> b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

template <class Part>
void fold_pivot(std::complex<Part> pivot, std::complex<Part>& sign, Part& logarithm) {
    const Part magnitude = std::abs(pivot);
    sign = times(sign, {pivot.real() / magnitude, pivot.imag() / magnitude});
    logarithm += std::log(magnitude);
}

template <class Scalar> struct Determinant {
    const Stack& a;
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(a.rows * a.rows);
    Int* pivots = scratch.take<Int>(a.rows);

    void find(Int index, Scalar& sign, Real<Scalar>& logarithm) {
        const Int n = a.rows;
        const Real<Scalar> lift = load_lifted(a, index, matrix);
        sign = Scalar(0);
        logarithm = -std::numeric_limits<Real<Scalar>>::infinity();
        if (n > 0 && lapack::getrf(n, matrix, pivots) != 0) return;
        bool is_odd = false;
        for (Int i = 0; i < n; ++i) is_odd ^= pivots[i] != i + 1;
        sign = Scalar(is_odd ? -1 : 1);
        logarithm = 0;
        for (Int i = 0; i < n; ++i) fold_pivot(matrix[i * (n + 1)], sign, logarithm);
        if (lift != 1) logarithm -= static_cast<Real<Scalar>>(n) * std::log(lift);
    }
};

template <class Number> Number from_logarithm(Number sign, Number logarithm) {
    return sign * std::exp(logarithm);
}
template <class Part>
std::complex<Part> from_logarithm(std::complex<Part> sign, Part logarithm) {
    return times(sign, {std::exp(logarithm), 0});
}

template <class Scalar> struct DeterminantOf {
    const Stack &in, &out;
    Determinant<Scalar> determinant{in};

    Status operator()(Int index) {
        Scalar sign;
        Real<Scalar> logarithm;
        cpu::clear_floating_flags();
        determinant.find(index, sign, logarithm);
        const Scalar value = from_logarithm(sign, logarithm);
        out.store(index, &value);
        return cpu::floating_flags();
    }
};

template <class Scalar> struct SignAndLogarithm {
    const Stack &in, &signs, &logarithms;
    Determinant<Scalar> determinant{in};

    Status operator()(Int index) {
        Scalar sign;
        Real<Scalar> logarithm;
        cpu::clear_floating_flags();
        determinant.find(index, sign, logarithm);
        signs.store(index, &sign);
        logarithms.store(index, &logarithm);
        return cpu::floating_flags();
    }
};

}  // namespace

bool is_available() { return lapack::is_available(); }

Status solve(const StridedView& x, const StridedView& a, const StridedView& b,
             Precision precision) {
    return solve_stacks(x, a, b, false, precision);
}

Status solve_vectors(const StridedView& x, const StridedView& a, const StridedView& b,
                     Precision precision) {
    return solve_stacks(x, a, b, true, precision);
}

Status inv(const StridedView& inverse, const StridedView& a, Precision precision) {
    const Stack out = matrices(inverse), in = matrices(a);
    if (in.rows == 0) return status_ok;
    const auto redo = [&](Int index) {
        return in_type(inverse.dtype, Precision::standard, [&]<class Scalar>() {
            return Inverter<Scalar>{out, in}(index);
        });
    };
    if (const auto done = small::inv(inverse, a, redo)) return *done;
    return in_type(inverse.dtype, precision, [&]<class Scalar>() {
        return for_each_matrix(in.count(), cube(in.rows), [&] {
            return Inverter<Scalar>{out, in};
        });
    });
}

Status det(const StridedView& determinant, const StridedView& a, Precision precision) {
    const Stack out = numbers(determinant), in = matrices(a);
    const auto redo = [&](Int index) {
        return in_type(determinant.dtype, Precision::standard, [&]<class Scalar>() {
            return DeterminantOf<Scalar>{in, out}(index);
        });
    };
    if (const auto done = small::det(determinant, a, redo)) return *done;
    return in_type(determinant.dtype, precision, [&]<class Scalar>() {
        return for_each_matrix(in.count(), cube(in.rows) / 3, [&] {
            return DeterminantOf<Scalar>{in, out};
        });
    });
}

Status slogdet(const StridedView& sign, const StridedView& logarithm, const StridedView& a,
               Precision precision) {
    const Stack signs = numbers(sign), logarithms = numbers(logarithm), in = matrices(a);
    const auto redo = [&](Int index) {
        return in_type(sign.dtype, Precision::standard, [&]<class Scalar>() {
            return SignAndLogarithm<Scalar>{in, signs, logarithms}(index);
        });
    };
    if (const auto done = small::slogdet(sign, logarithm, a, redo)) return *done;
    return in_type(sign.dtype, precision, [&]<class Scalar>() {
        return for_each_matrix(in.count(), cube(in.rows) / 3, [&] {
            return SignAndLogarithm<Scalar>{in, signs, logarithms};
        });
    });
}

}  // namespace numen::linalg
