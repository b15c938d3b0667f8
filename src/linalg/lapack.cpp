// Looking LAPACK's routines up, and calling them the Fortran way: everything by address, the
// lengths of character arguments behind all others.
#include "linalg/lapack.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "backends/cpu/blas.h"

namespace numen::lapack {
namespace {

template <class Routine> Routine find(const char* name) {
    const std::string symbol = std::string("scipy_") + name + "_64_";
    return reinterpret_cast<Routine>(blas::find_function(symbol.c_str()));
}

using Size = const Int*;
constexpr std::size_t one = 1;  // the length of a character argument

Int leading(Int rows) { return std::max<Int>(rows, 1); }

template <class Scalar> struct Routines {
    void (*gesv)(Size n, Size k, Scalar* a, Size lda, Int* pivots, Scalar* b, Size ldb, Int* info);
    void (*getrf)(Size m, Size n, Scalar* a, Size lda, Int* pivots, Int* info);
    void (*potrf)(const char* uplo, Size n, Scalar* a, Size lda, Int* info, std::size_t);
};

template <class Scalar> Routines<Scalar> open(bool is_complex) {
    Routines<Scalar> found;
    const auto get = [is_complex](auto& routine, const char* real, const char* complex) {
        routine = find<std::remove_reference_t<decltype(routine)>>(is_complex ? complex : real);
    };
    get(found.gesv, "dgesv", "zgesv");
    get(found.getrf, "dgetrf", "zgetrf");
    get(found.potrf, "dpotrf", "zpotrf");
    return found;
}

template <class Scalar> const Routines<Scalar>& routines() {
    static const Routines<Scalar> found = open<Scalar>(!std::is_same_v<Scalar, double>);
    return found;
}

template <class Scalar> Int solve(Int n, Int k, Scalar* a, Int* pivots, Scalar* b) {
    const Int step = leading(n);
    Int info = 0;
    routines<Scalar>().gesv(&n, &k, a, &step, pivots, b, &step, &info);
    return info;
}

template <class Scalar> Int factor(Int n, Scalar* a, Int* pivots) {
    const Int step = leading(n);
    Int info = 0;
    routines<Scalar>().getrf(&n, &n, a, &step, pivots, &info);
    return info;
}

template <class Scalar> Int factor_positive(char triangle, Int n, Scalar* a) {
    const Int step = leading(n);
    Int info = 0;
    routines<Scalar>().potrf(&triangle, &n, a, &step, &info, one);
    return info;
}

}  // namespace

bool is_available() {
    static const bool available = blas::find_function("scipy_dgesv_64_") != nullptr;
    return available;
}

Int gesv(Int n, Int k, double* a, Int* pivots, double* b) { return solve(n, k, a, pivots, b); }
Int gesv(Int n, Int k, Complex* a, Int* pivots, Complex* b) { return solve(n, k, a, pivots, b); }
Int getrf(Int n, double* a, Int* pivots) { return factor(n, a, pivots); }
Int getrf(Int n, Complex* a, Int* pivots) { return factor(n, a, pivots); }
Int potrf(char triangle, Int n, double* a) { return factor_positive(triangle, n, a); }
Int potrf(char triangle, Int n, Complex* a) { return factor_positive(triangle, n, a); }

}  // namespace numen::lapack
