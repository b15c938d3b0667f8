#include "linalg/lapack_systems.h"

#include "linalg/lapack_routine.h"

namespace numen::lapack {
namespace {

constinit Routine exchanges("laswp"), substitution("trsm"), lu("getrf"), lu_solve("getrs"),
    lu_condition("gecon"), lu_inverse("getri"),
    positive_solve("potrs"), positive_condition("pocon"), positive_inverse("potri"),
    symmetric("sytrf"), symmetric_solve("sytrs"), symmetric_condition("sycon"),
    symmetric_inverse("sytri"), hermitian_factors("hetrf"), hermitian_solve("hetrs"),
    hermitian_condition("hecon"), hermitian_inverse("hetri"), triangle_solve("trtrs"),
    triangle_condition("trcon"), triangle_inverse("trtri"), diagonals("gttrf"),
    diagonals_solve("gttrs"), diagonals_condition("gtcon"), diagonals_system("gtsv"),
    bands_system("gbsv"), bands("gbtrf"), bands_solve("gbtrs"), bands_condition("gbcon");

constexpr char one_norm = '1';
constexpr std::size_t one = one_letter;

// The work space that the real and the complex routines take behind the numbers.
template <class Scalar> auto* second_space(Space<Scalar> space) {
    if constexpr (is_complex<Scalar>) {
        return space.magnitudes;
    } else {
        return space.integers;
    }
}

template <class Scalar> Routine& either(bool hermitian, Routine& of_complex, Routine& of_all) {
    return is_complex<Scalar> && hermitian ? of_complex : of_all;
}

}  // namespace

template <class Scalar> Int getrf(Int m, Int n, Scalar* a, Int leading, Int* pivots) {
    Int info = 0;
    lu.call<Scalar>(&m, &n, a, &leading, pivots, &info);
    return info;
}

template <class Scalar>
void laswp(Int n, Scalar* a, Int leading, Int begin, Int end, const Int* pivots) {
    const Int first = begin + 1, step = 1;
    exchanges.call<Scalar>(&n, a, &leading, &first, &end, pivots, &step);
}

template <class Scalar>
void trsm(char triangle, char diagonal, Int m, Int n, const Scalar* a, Int a_leading, Scalar* b,
          Int b_leading) {
    const char left = 'L', as_it_is = 'N';
    const Scalar factor(1);
    substitution.call<Scalar>(&left, &triangle, &as_it_is, &diagonal, &m, &n, &factor, a,
                              &a_leading, b, &b_leading, one, one, one, one);
}

template <class Scalar>
Int getrs(char transposition, Int n, Int k, const Scalar* lu, const Int* pivots, Scalar* b) {
    const Int step = leading(n);
    Int info = 0;
    lu_solve.call<Scalar>(&transposition, &n, &k, lu, &step, pivots, b, &step, &info, one);
    return info;
}

template <class Scalar>
Real<Scalar> gecon(Int n, const Scalar* lu, Real<Scalar> norm, Space<Scalar> space) {
    const Int step = leading(n);
    Real<Scalar> reciprocal = 0;
    Int info = 0;
    lu_condition.call<Scalar>(&one_norm, &n, lu, &step, &norm, &reciprocal, space.numbers,
                              second_space(space), &info, one);
    return reciprocal;
}

template <class Scalar> Int getri(Int n, Scalar* lu, const Int* pivots, Scalar* work, Int size) {
    const Int step = leading(n);
    Int info = 0;
    lu_inverse.call<Scalar>(&n, lu, &step, pivots, work, &size, &info);
    return info;
}

template <class Scalar>
Int potrs(char triangle, Int n, Int k, const Scalar* factor, Scalar* b) {
    const Int step = leading(n);
    Int info = 0;
    positive_solve.call<Scalar>(&triangle, &n, &k, factor, &step, b, &step, &info, one);
    return info;
}

template <class Scalar>
Real<Scalar> pocon(char triangle, Int n, const Scalar* factor, Real<Scalar> norm,
                   Space<Scalar> space) {
    const Int step = leading(n);
    Real<Scalar> reciprocal = 0;
    Int info = 0;
    positive_condition.call<Scalar>(&triangle, &n, factor, &step, &norm, &reciprocal,
                                    space.numbers, second_space(space), &info, one);
    return reciprocal;
}

template <class Scalar> Int potri(char triangle, Int n, Scalar* factor) {
    const Int step = leading(n);
    Int info = 0;
    positive_inverse.call<Scalar>(&triangle, &n, factor, &step, &info, one);
    return info;
}

template <class Scalar>
Int sytrf(bool hermitian, char triangle, Int n, Scalar* a, Int* pivots, Scalar* work, Int size) {
    const Int step = leading(n);
    Int info = 0;
    Routine& routine = either<Scalar>(hermitian, hermitian_factors, symmetric);
    routine.call<Scalar>(&triangle, &n, a, &step, pivots, work, &size, &info, one);
    return info;
}

template <class Scalar>
Int sytrs(bool hermitian, char triangle, Int n, Int k, const Scalar* factors, const Int* pivots,
          Scalar* b) {
    const Int step = leading(n);
    Int info = 0;
    Routine& routine = either<Scalar>(hermitian, hermitian_solve, symmetric_solve);
    routine.call<Scalar>(&triangle, &n, &k, factors, &step, pivots, b, &step, &info, one);
    return info;
}

template <class Scalar>
Real<Scalar> sycon(bool hermitian, char triangle, Int n, const Scalar* factors, const Int* pivots,
                   Real<Scalar> norm, Space<Scalar> space) {
    const Int step = leading(n);
    Real<Scalar> reciprocal = 0;
    Int info = 0;
    Routine& condition = either<Scalar>(hermitian, hermitian_condition, symmetric_condition);
    if constexpr (is_complex<Scalar>) {
        condition.call<Scalar>(&triangle, &n, factors, &step, pivots, &norm, &reciprocal,
                               space.numbers, &info, one);
    } else {
        condition.call<Scalar>(&triangle, &n, factors, &step, pivots, &norm, &reciprocal,
                               space.numbers, space.integers, &info, one);
    }
    return reciprocal;
}

template <class Scalar>
Int sytri(bool hermitian, char triangle, Int n, Scalar* factors, const Int* pivots,
          Scalar* work) {
    const Int step = leading(n);
    Int info = 0;
    Routine& routine = either<Scalar>(hermitian, hermitian_inverse, symmetric_inverse);
    routine.call<Scalar>(&triangle, &n, factors, &step, pivots, work, &info, one);
    return info;
}

template <class Scalar>
Int trtrs(char triangle, char transposition, char diagonal, Int n, Int k, const Scalar* a,
          Scalar* b) {
    const Int step = leading(n);
    Int info = 0;
    triangle_solve.call<Scalar>(&triangle, &transposition, &diagonal, &n, &k, a, &step, b, &step,
                                &info, one, one, one);
    return info;
}

template <class Scalar>
Real<Scalar> trcon(char triangle, char diagonal, Int n, const Scalar* a, Space<Scalar> space) {
    const Int step = leading(n);
    Real<Scalar> reciprocal = 0;
    Int info = 0;
    triangle_condition.call<Scalar>(&one_norm, &triangle, &diagonal, &n, a, &step, &reciprocal,
                                    space.numbers, second_space(space), &info, one, one, one);
    return reciprocal;
}

template <class Scalar> Int trtri(char triangle, char diagonal, Int n, Scalar* a) {
    const Int step = leading(n);
    Int info = 0;
    triangle_inverse.call<Scalar>(&triangle, &diagonal, &n, a, &step, &info, one, one);
    return info;
}

template <class Scalar>
Int gttrf(Int n, Scalar* below, Scalar* middle, Scalar* above, Scalar* second, Int* pivots) {
    Int info = 0;
    diagonals.call<Scalar>(&n, below, middle, above, second, pivots, &info);
    return info;
}

template <class Scalar>
Int gttrs(char transposition, Int n, Int k, const Scalar* below, const Scalar* middle,
          const Scalar* above, const Scalar* second, const Int* pivots, Scalar* b) {
    const Int step = leading(n);
    Int info = 0;
    diagonals_solve.call<Scalar>(&transposition, &n, &k, below, middle, above, second, pivots, b,
                                 &step, &info, one);
    return info;
}

template <class Scalar>
Real<Scalar> gtcon(Int n, const Scalar* below, const Scalar* middle, const Scalar* above,
                   const Scalar* second, const Int* pivots, Real<Scalar> norm,
                   Space<Scalar> space) {
    Real<Scalar> reciprocal = 0;
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        diagonals_condition.call<Scalar>(&one_norm, &n, below, middle, above, second, pivots,
                                         &norm, &reciprocal, space.numbers, &info, one);
    } else {
        diagonals_condition.call<Scalar>(&one_norm, &n, below, middle, above, second, pivots,
                                         &norm, &reciprocal, space.numbers, space.integers, &info,
                                         one);
    }
    return reciprocal;
}

template <class Scalar>
Int gtsv(Int n, Int k, Scalar* below, Scalar* middle, Scalar* above, Scalar* b) {
    const Int step = leading(n);
    Int info = 0;
    diagonals_system.call<Scalar>(&n, &k, below, middle, above, b, &step, &info);
    return info;
}

template <class Scalar>
Int gbsv(Int n, Int lower, Int upper, Int k, Scalar* bands, Int* pivots, Scalar* b) {
    const Int step = leading(n), rows = 2 * lower + upper + 1;
    Int info = 0;
    bands_system.call<Scalar>(&n, &lower, &upper, &k, bands, &rows, pivots, b, &step, &info);
    return info;
}

template <class Scalar>
Int gbtrf(Int n, Int lower, Int upper, Scalar* matrix, Int* pivots) {
    const Int rows = 2 * lower + upper + 1;
    Int info = 0;
    bands.call<Scalar>(&n, &n, &lower, &upper, matrix, &rows, pivots, &info);
    return info;
}

template <class Scalar>
Int gbtrs(char transposition, Int n, Int lower, Int upper, Int k, const Scalar* lu,
          const Int* pivots, Scalar* b) {
    const Int step = leading(n), rows = 2 * lower + upper + 1;
    Int info = 0;
    bands_solve.call<Scalar>(&transposition, &n, &lower, &upper, &k, lu, &rows, pivots, b, &step,
                             &info, one);
    return info;
}

template <class Scalar>
Real<Scalar> gbcon(Int n, Int lower, Int upper, const Scalar* lu, const Int* pivots,
                   Real<Scalar> norm, Space<Scalar> space) {
    const Int rows = 2 * lower + upper + 1;
    Real<Scalar> reciprocal = 0;
    Int info = 0;
    bands_condition.call<Scalar>(&one_norm, &n, &lower, &upper, lu, &rows, pivots, &norm,
                                 &reciprocal, space.numbers, second_space(space), &info, one);
    return reciprocal;
}

#define NUMEN_FOR(T)                                                                             \
    template Int getrf(Int, Int, T*, Int, Int*);                                                 \
    template void laswp(Int, T*, Int, Int, Int, const Int*);                                     \
    template void trsm(char, char, Int, Int, const T*, Int, T*, Int);                            \
    template Int getrs(char, Int, Int, const T*, const Int*, T*);                                \
    template Real<T> gecon(Int, const T*, Real<T>, Space<T>);                                    \
    template Int getri(Int, T*, const Int*, T*, Int);                                            \
    template Int potrs(char, Int, Int, const T*, T*);                                            \
    template Real<T> pocon(char, Int, const T*, Real<T>, Space<T>);                              \
    template Int potri(char, Int, T*);                                                           \
    template Int sytrf(bool, char, Int, T*, Int*, T*, Int);                                      \
    template Int sytrs(bool, char, Int, Int, const T*, const Int*, T*);                          \
    template Real<T> sycon(bool, char, Int, const T*, const Int*, Real<T>, Space<T>);            \
    template Int sytri(bool, char, Int, T*, const Int*, T*);                                     \
    template Int trtrs(char, char, char, Int, Int, const T*, T*);                                \
    template Real<T> trcon(char, char, Int, const T*, Space<T>);                                 \
    template Int trtri(char, char, Int, T*);                                                     \
    template Int gttrf(Int, T*, T*, T*, T*, Int*);                                               \
    template Int gttrs(char, Int, Int, const T*, const T*, const T*, const T*, const Int*, T*);  \
    template Real<T> gtcon(Int, const T*, const T*, const T*, const T*, const Int*, Real<T>,     \
                           Space<T>);                                                            \
    template Int gtsv(Int, Int, T*, T*, T*, T*);                                                 \
    template Int gbsv(Int, Int, Int, Int, T*, Int*, T*);                                         \
    template Int gbtrf(Int, Int, Int, T*, Int*);                                                 \
    template Int gbtrs(char, Int, Int, Int, Int, const T*, const Int*, T*);                      \
    template Real<T> gbcon(Int, Int, Int, const T*, const Int*, Real<T>, Space<T>);
NUMEN_FOR(float)
NUMEN_FOR(double)
NUMEN_FOR(SingleComplex)
NUMEN_FOR(Complex)
#undef NUMEN_FOR

}  // namespace numen::lapack
