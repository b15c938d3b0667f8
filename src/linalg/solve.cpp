// Linear systems, inverses and determinants by LU with row exchanges, or by the structure that a
// matrix shows.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "backends/cpu/floating_flags.h"
#include "linalg/columns.h"
#include "linalg/doubtful.h"
#include "linalg/elimination.h"
#include "linalg/found_structure.h"
#include "linalg/linalg.h"
#include "linalg/redone.h"
#include "linalg/small.h"
#include "linalg/stack.h"

namespace numen::linalg {
namespace {

using lapack::Real;

std::atomic<std::uint64_t> redone{0};

// Pivots that are no normal numbers have no reciprocals; OpenBLAS then leaves rows as they are, and
// what comes out is wrong. So matrices of tiny elements are multiplied by a power of two.
template <class Scalar> void multiply(Scalar* numbers, Int count, Real<Scalar> factor) {
    for (Int i = 0; i < count && factor != 1; ++i) numbers[i] *= factor;
}

// Loads a matrix, its columns `leading` apart; what it was multiplied by, most often 1.
template <class Scalar>
Real<Scalar> load_lifted(const Stack& a, Int index, Scalar* matrix, Int leading) {
    using Part = Real<Scalar>;
    constexpr Part least = std::numeric_limits<Part>::min();
    constexpr Part square = std::numeric_limits<Part>::epsilon() *
                            std::numeric_limits<Part>::epsilon();
    a.load(index, matrix, leading);
    for (Int j = 0; j < a.rows; ++j) {
        const Scalar* column = matrix + j * leading;
        const bool is_tiny = std::all_of(column, column + a.rows, [](const Scalar& number) {
            return std::abs(std::real(number)) < least / square &&
                   std::abs(std::imag(number)) < least / square;
        });
        if (!is_tiny) return 1;
    }
    // No result that is a number overflows by it.
    for (Int j = 0; j < a.rows; ++j) {
        multiply(matrix + j * leading, a.rows, square * square / least);
    }
    return square * square / least;
}

// A matrix to be eliminated, in the caller's work space.
template <class Scalar> struct General {
    Int n;
    Int leading = n < least_eliminated ? n : padded(n);
    Int elements = leading * n;

    // Of a matrix in columns `leading` apart; b (n, k) becomes the solution.
    Status solve(Scalar* matrix, Int* pivots, Scalar* b, Int k, bool is_alone) const {
        if (n < least_eliminated) {
            const blas::OwnThreads threads(is_alone);  // for many right-hand sides
            return lapack::gesv(n, k, matrix, pivots, b) == 0 ? status_ok : status_failed;
        }
        const Status status = factor(matrix, pivots);
        if (status != status_ok) return status;
        return substitute<Scalar>({n, matrix, leading, pivots}, b, k);
    }
    Status factor(Scalar* matrix, Int* pivots) const {
        if (n >= least_eliminated) return eliminate<Scalar>({n, matrix, leading, pivots});
        return n == 0 || lapack::getrf(n, matrix, pivots) == 0 ? status_ok : status_failed;
    }
    // Whether the library whose rounding decides may see it in another way.
    bool is_undecided(Status status, const Scalar* factors) const {
        if (n == 0 || (n < least_eliminated && !lapack::decides_elsewhere())) return false;
        const bool is_open = (status & status_failed) != 0 ||
                             (status == status_ok && is_doubtful(factors, n, leading));
        if (is_open) redone.fetch_add(1, std::memory_order_relaxed);
        return is_open;
    }
};

// NumPy's arithmetic is double: what is singular in single precision is looked at once more in it.
Status solve_in_double(const Stack& x, const Stack& a, const Stack& b, Int index);
Status invert_in_double(const Stack& inverse, const Stack& a, Int index);

template <class Scalar> struct Solver {
    const Stack &x, &a, &b;
    bool is_alone;  // the library may use its own threads
    General<Scalar> general{a.rows};
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(general.elements);
    Scalar* right = scratch.take<Scalar>(b.rows * b.columns);
    Int* pivots = scratch.take<Int>(a.rows);

    Status operator()(Int index) {
        const Int n = a.rows;
        b.load(index, right);
        const Scalar* rows = dense_columns<Scalar>(turned(a), index);
        Found found = rows == nullptr ? Found::general : turned(find_structure(rows, n));
        const bool is_known = rows != nullptr && found == Found::general;
        const Real<Scalar> lift = load_lifted(a, index, matrix, is_known ? general.leading : n);
        multiply(right, b.rows * b.columns, lift);
        if (rows == nullptr) found = find_structure(matrix, n);
        if (found != Found::general && solve_as(found)) {
            x.store(index, right);
            return status_ok;
        }
        if (!is_known && (found != Found::general || general.leading != n)) {
            load_lifted(a, index, matrix, general.leading);
        }
        const Status status = general.solve(matrix, pivots, right, b.columns, is_alone);
        if (general.is_undecided(status, matrix)) return decide(index);
        return finish(index, status);
    }

    // By elimination in the deciding arithmetic, whatever the structure.
    Status decide(Int index) {
        const Real<Scalar> lift = load_lifted(a, index, matrix, a.rows);
        b.load(index, right);
        multiply(right, b.rows * b.columns, lift);
        const Int info = lapack::deciding_gesv(a.rows, b.columns, matrix, pivots, right);
        return finish(index, info == 0 ? status_ok : status_failed);
    }

    Status finish(Int index, Status status) {
        if constexpr (lapack::is_single<Scalar>) {
            if (status == status_failed) return solve_in_double(x, a, b, index);
        }
        status == status_ok ? x.store(index, right) : x.store_nan(index);
        return status;
    }

    bool solve_as(Found found) {
        const blas::OwnThreads threads(is_alone);
        return solve_found(found, matrix, right, a.rows, b.columns);
    }
};

Status solve_in_double(const Stack& x, const Stack& a, const Stack& b, Int index) {
    return in_type(x.dtype(), Precision::standard, [&]<class Scalar>() {
        return Solver<Scalar>{x, a, b, false}.decide(index);
    });
}

Status solve_stacks(const StridedView& x, const StridedView& a, const StridedView& b,
                    bool are_vectors, Precision precision) {
    const Stack out = are_vectors ? vectors(x) : matrices(x), in = matrices(a);
    const Stack right = are_vectors ? vectors(b) : matrices(b);
    if (out.rows == 0) return status_ok;
    const auto redo = [&](Int index) { return solve_in_double(out, in, right, index); };
    if (const auto done = small::solve(x, a, b, are_vectors, redo)) return *done;
    const double side = static_cast<double>(in.rows);
    const double work = cube(in.rows) / 3 + side * side * static_cast<double>(out.columns);
    return in_type(x.dtype, precision, [&]<class Scalar>() {
        const bool is_alone = is_for_threads<Scalar>(out.count(), work);
        const auto make = [&] { return Solver<Scalar>{out, in, right, is_alone}; };
        return for_each_matrix<Scalar>(out.count(), work, make, never_threaded);
    });
}

template <class Scalar> struct Inverter {
    const Stack &inverse, &a;
    bool is_alone;
    General<Scalar> general{a.rows};
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(general.elements);
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
            if (invert_as(found, result)) return status_ok;
            found = Found::general;
        }
        const bool is_known = rows != nullptr && found == Found::general;
        const Real<Scalar> lift = load_lifted(a, index, matrix, is_known ? general.leading : n);
        if (rows == nullptr) found = find_structure(matrix, n);
        if (found != Found::general && invert_as(found, matrix)) {
            multiply(matrix, n * n, lift);
            inverse.store(index, matrix);
            return status_ok;
        }
        if (!is_known && (found != Found::general || general.leading != n)) {
            load_lifted(a, index, matrix, general.leading);
        }
        set_identity();
        const Status status = general.solve(matrix, pivots, right, n, is_alone);
        if (general.is_undecided(status, matrix)) return decide(index);
        return finish(index, status, lift);
    }

    // By elimination in the deciding arithmetic, whatever the structure.
    Status decide(Int index) {
        const Real<Scalar> lift = load_lifted(a, index, matrix, a.rows);
        set_identity();
        const Int info = lapack::deciding_gesv(a.rows, a.rows, matrix, pivots, right);
        return finish(index, info == 0 ? status_ok : status_failed, lift);
    }

    void set_identity() {
        std::fill(right, right + a.rows * a.rows, Scalar(0));
        for (Int i = 0; i < a.rows; ++i) right[i * (a.rows + 1)] = Scalar(1);
    }

    Status finish(Int index, Status status, Real<Scalar> lift) {
        if constexpr (lapack::is_single<Scalar>) {
            if (status == status_failed) return invert_in_double(inverse, a, index);
        }
        if (status == status_ok) multiply(right, a.rows * a.rows, lift);
        status == status_ok ? inverse.store(index, right) : inverse.store_nan(index);
        return status;
    }

    bool invert_as(Found found, Scalar* in_place) {
        const blas::OwnThreads threads(is_alone);
        return invert_found(found, in_place, a.rows);
    }
};

Status invert_in_double(const Stack& inverse, const Stack& a, Int index) {
    return in_type(inverse.dtype(), Precision::standard, [&]<class Scalar>() {
        return Inverter<Scalar>{inverse, a, false}.decide(index);
    });
}

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
    General<Scalar> general{a.rows};
    Scratch scratch{};
    Scalar* matrix = scratch.take<Scalar>(general.elements);
    Int* pivots = scratch.take<Int>(a.rows);

    struct Found {
        Scalar sign = Scalar(0);
        Real<Scalar> logarithm = -std::numeric_limits<Real<Scalar>>::infinity();
        Status status = status_ok;  // status_stopped and the like: a singular matrix has one
    };

    Found operator()(Int index) {
        const Real<Scalar> lift = load_lifted(a, index, matrix, general.leading);
        const Status status = general.factor(matrix, pivots);
        // The sums that tell what is doubtful may overflow where the result does not.
        const Status flags = cpu::floating_flags();
        if (general.is_undecided(status, matrix)) return decide(index);
        cpu::clear_floating_flags();
        cpu::raise_floating_flags(flags);
        return multiply_pivots(status, general.leading, lift);
    }

    // In the deciding arithmetic.
    Found decide(Int index) {
        const Real<Scalar> lift = load_lifted(a, index, matrix, a.rows);
        cpu::clear_floating_flags();  // those of our own factorisation do not count
        const Int info = lapack::deciding_getrf(a.rows, matrix, pivots);
        return multiply_pivots(info == 0 ? status_ok : status_failed, a.rows, lift);
    }

    Found multiply_pivots(Status status, Int leading, Real<Scalar> lift) const {
        if (status != status_ok) return {.status = status & ~status_failed};
        const Int n = a.rows;
        bool is_odd = false;
        for (Int i = 0; i < n; ++i) is_odd ^= pivots[i] != i + 1;
        Found found{Scalar(is_odd ? -1 : 1), 0, status_ok};
        for (Int i = 0; i < n; ++i) {
            fold_pivot(matrix[i * (leading + 1)], found.sign, found.logarithm);
        }
        if (lift != 1) found.logarithm -= static_cast<Real<Scalar>>(n) * std::log(lift);
        return found;
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
    bool is_open;  // the lanes could not tell
    Determinant<Scalar> determinant{in};

    Status operator()(Int index) {
        cpu::clear_floating_flags();
        const auto found = is_open ? determinant.decide(index) : determinant(index);
        const Scalar value = from_logarithm(found.sign, found.logarithm);
        out.store(index, &value);
        return found.status | cpu::floating_flags();
    }
};

template <class Scalar> struct SignAndLogarithm {
    const Stack &in, &signs, &logarithms;
    bool is_open;
    Determinant<Scalar> determinant{in};

    Status operator()(Int index) {
        cpu::clear_floating_flags();
        const auto found = is_open ? determinant.decide(index) : determinant(index);
        signs.store(index, &found.sign);
        logarithms.store(index, &found.logarithm);
        return found.status | cpu::floating_flags();
    }
};

}  // namespace

std::uint64_t matrices_redone() { return redone.load(std::memory_order_relaxed); }

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
    const auto redo = [&](Int index) { return invert_in_double(out, in, index); };
    if (const auto done = small::inv(inverse, a, redo)) return *done;
    return in_type(inverse.dtype, precision, [&]<class Scalar>() {
        // Most of it are products with columns of the inverse.
        const bool is_alone = is_for_threads<Scalar>(in.count(), 3 * cube(in.rows));
        const auto make = [&] { return Inverter<Scalar>{out, in, is_alone}; };
        return for_each_matrix<Scalar>(in.count(), cube(in.rows), make, never_threaded);
    });
}

Status det(const StridedView& determinant, const StridedView& a, Precision precision) {
    const Stack out = numbers(determinant), in = matrices(a);
    const auto redo = [&](Int index) {
        return in_type(determinant.dtype, Precision::standard, [&]<class Scalar>() {
            return DeterminantOf<Scalar>{in, out, true}(index);
        });
    };
    if (const auto done = small::det(determinant, a, 0x1p-53, redo)) return *done;
    return in_type(determinant.dtype, precision, [&]<class Scalar>() {
        const auto make = [&] { return DeterminantOf<Scalar>{in, out, false}; };
        return for_each_matrix<Scalar>(in.count(), cube(in.rows) / 3, make, never_threaded);
    });
}

Status slogdet(const StridedView& sign, const StridedView& logarithm, const StridedView& a,
               Precision precision) {
    const Stack signs = numbers(sign), logarithms = numbers(logarithm), in = matrices(a);
    const auto redo = [&](Int index) {
        return in_type(sign.dtype, Precision::standard, [&]<class Scalar>() {
            return SignAndLogarithm<Scalar>{in, signs, logarithms, true}(index);
        });
    };
    if (const auto done = small::slogdet(sign, logarithm, a, redo)) return *done;
    return in_type(sign.dtype, precision, [&]<class Scalar>() {
        const auto make = [&] { return SignAndLogarithm<Scalar>{in, signs, logarithms, false}; };
        return for_each_matrix<Scalar>(in.count(), cube(in.rows) / 3, make, never_threaded);
    });
}

}  // namespace numen::linalg
