#include "linalg/lapack.h"

#include "linalg/lapack_routine.h"

namespace numen::lapack {
namespace {

constinit Routine lu_solve("gesv"), lu("getrf"),
    deciding_solve("gesv", blas::find_deciding_function),
    deciding_lu("getrf", blas::find_deciding_function), cholesky("potrf"),
    deciding_cholesky("potrf", blas::find_deciding_function), householder("geqrf"),
    orthogonal("orgqr", "ungqr"), singular("gesdd"), symmetric("syevd", "heevd"), general("geev"),
    least_squares("gelsd"), product("gemv"), two_diagonals("bdsdc"),
    three_diagonals("stedc"), eigenvalues_of_three("sterf"),
    to_three_diagonals("sytrd"), half_of_two("lasd0"), halves_of_two("lasd1"),
    halves_of_three("laed1");

constexpr std::size_t one = one_letter;

}  // namespace

bool is_available() {
    static const bool available = blas::find_function("scipy_dgesv_64_") != nullptr;
    return available;
}

template <class Scalar>
void gemv(char form, Int m, Int n, Scalar alpha, const Scalar* a, Int leading, const Scalar* x,
          Int x_step, Scalar beta, Scalar* y) {
    const Int next = 1;
    product.call<Scalar>(&form, &m, &n, &alpha, a, &leading, x, &x_step, &beta, y, &next, one);
}

namespace {

template <class Scalar>
Int gesv_by(Routine& routine, Int n, Int k, Scalar* a, Int* pivots, Scalar* b) {
    const Int step = leading(n);
    Int info = 0;
    routine.call<Scalar>(&n, &k, a, &step, pivots, b, &step, &info);
    return info;
}

template <class Scalar> Int getrf_by(Routine& routine, Int n, Scalar* a, Int* pivots) {
    const Int step = leading(n);
    Int info = 0;
    routine.call<Scalar>(&n, &n, a, &step, pivots, &info);
    return info;
}

}  // namespace

template <class Scalar> Int gesv(Int n, Int k, Scalar* a, Int* pivots, Scalar* b) {
    return gesv_by(lu_solve, n, k, a, pivots, b);
}
template <class Scalar> Int getrf(Int n, Scalar* a, Int* pivots) {
    return getrf_by(lu, n, a, pivots);
}
template <class Scalar> Int deciding_gesv(Int n, Int k, Scalar* a, Int* pivots, Scalar* b) {
    return gesv_by(deciding_solve, n, k, a, pivots, b);
}
template <class Scalar> Int deciding_getrf(Int n, Scalar* a, Int* pivots) {
    return getrf_by(deciding_lu, n, a, pivots);
}

bool decides_elsewhere() {
    static const bool elsewhere = blas::find_deciding_function("scipy_dgesv_64_") !=
                                  blas::find_function("scipy_dgesv_64_");
    return elsewhere;
}

namespace {

template <class Scalar> Int potrf_by(Routine& routine, char triangle, Int n, Scalar* a) {
    const Int step = leading(n);
    Int info = 0;
    routine.call<Scalar>(&triangle, &n, a, &step, &info, one);
    return info;
}

}  // namespace

template <class Scalar> Int potrf(char triangle, Int n, Scalar* a) {
    return potrf_by(cholesky, triangle, n, a);
}
template <class Scalar> Int deciding_potrf(char triangle, Int n, Scalar* a) {
    return potrf_by(deciding_cholesky, triangle, n, a);
}

template <class Scalar>
Int geqrf(Int m, Int n, Scalar* a, Scalar* tau, Scalar* work, Int work_size) {
    const Int step = leading(m);
    Int info = 0;
    householder.call<Scalar>(&m, &n, a, &step, tau, work, &work_size, &info);
    return info;
}

template <class Scalar>
Int orgqr(Int m, Int n, Int k, Scalar* a, const Scalar* tau, Scalar* work, Int work_size) {
    const Int step = leading(m);
    Int info = 0;
    orthogonal.call<Scalar>(&m, &n, &k, a, &step, tau, work, &work_size, &info);
    return info;
}

template <class Scalar>
Int gesdd(char job, Int m, Int n, Scalar* a, Real<Scalar>* s, Scalar* u, Scalar* vh,
          Int vh_leading, Scalar* work, Int work_size, Real<Scalar>* real_work, Int* int_work) {
    const Int step = leading(m), vh_step = leading(vh_leading);
    Int info = 0;
    if constexpr (!is_complex<Scalar>) {
        singular.call<Scalar>(&job, &m, &n, a, &step, s, u, &step, vh, &vh_step, work, &work_size,
                              int_work, &info, one);
    } else {
        singular.call<Scalar>(&job, &m, &n, a, &step, s, u, &step, vh, &vh_step, work, &work_size,
                              real_work, int_work, &info, one);
    }
    return info;
}

template <class Scalar>
Int bdsdc(char job, Int n, Scalar* diagonal, Scalar* above, Scalar* u, Int u_leading, Scalar* vh,
          Int vh_leading, Scalar* work, Int* int_work) {
    const char upper = 'U';
    Scalar* const of_compact_form = nullptr;
    Int* const of_compact_form_too = nullptr;
    Int info = 0;
    two_diagonals.call<Scalar>(&upper, &job, &n, diagonal, above, u, &u_leading, vh, &vh_leading,
                               of_compact_form, of_compact_form_too, work, int_work, &info, one,
                               one);
    return info;
}

template <class Scalar> Int sterf(Int n, Scalar* diagonal, Scalar* below) {
    Int info = 0;
    eigenvalues_of_three.call<Scalar>(&n, diagonal, below, &info);
    return info;
}

template <class Scalar>
Int stedc(Int n, Scalar* diagonal, Scalar* below, Scalar* vectors, Int leading, Scalar* work,
          Int work_size, Int* int_work, Int int_size) {
    const char of_three_diagonals = 'I';
    Int info = 0;
    three_diagonals.call<Scalar>(&of_three_diagonals, &n, diagonal, below, vectors, &leading, work,
                                 &work_size, int_work, &int_size, &info, one);
    return info;
}

template <class Scalar>
Int lasd0(Int n, Int has_more_columns, Scalar* diagonal, Scalar* above, Scalar* u, Int u_leading,
          Scalar* vh, Int vh_leading, Scalar* work, Int* int_work) {
    const Int leaf = 25;
    Int info = 0;
    half_of_two.call<Scalar>(&n, &has_more_columns, diagonal, above, u, &u_leading, vh, &vh_leading,
                             &leaf, int_work, work, &info);
    return info;
}

template <class Scalar>
Int lasd1(Int low, Int high, Scalar* values, Scalar alpha, Scalar beta, Scalar* u, Int u_leading,
          Scalar* vh, Int vh_leading, Int* places, Int* int_work, Scalar* work) {
    const Int as_many_columns = 0;
    Int info = 0;
    halves_of_two.call<Scalar>(&low, &high, &as_many_columns, values, &alpha, &beta, u, &u_leading,
                               vh, &vh_leading, places, int_work, work, &info);
    return info;
}

template <class Scalar>
Int laed1(Int n, Scalar* values, Scalar* vectors, Int leading, Int* places, Scalar between,
          Int low, Scalar* work, Int* int_work) {
    Int info = 0;
    halves_of_three.call<Scalar>(&n, values, vectors, &leading, places, &between, &low, work,
                                 int_work, &info);
    return info;
}

template <class Scalar>
Int sytrd(char triangle, Int n, Scalar* a, Int leading, Scalar* diagonal, Scalar* below,
          Scalar* factors, Scalar* work, Int work_size) {
    Int info = 0;
    to_three_diagonals.call<Scalar>(&triangle, &n, a, &leading, diagonal, below, factors, work,
                                    &work_size, &info, one);
    return info;
}

template <class Scalar>
Int syevd(char job, char triangle, Int n, Scalar* a, Real<Scalar>* values, Scalar* work,
          Int work_size, Real<Scalar>* real_work, Int real_size, Int* int_work, Int int_size) {
    const Int step = leading(n);
    Int info = 0;
    if constexpr (!is_complex<Scalar>) {
        symmetric.call<Scalar>(&job, &triangle, &n, a, &step, values, work, &work_size, int_work,
                               &int_size, &info, one, one);
    } else {
        symmetric.call<Scalar>(&job, &triangle, &n, a, &step, values, work, &work_size, real_work,
                               &real_size, int_work, &int_size, &info, one, one);
    }
    return info;
}

template <class Scalar>
Int geev(char job, Int n, Scalar* a, Scalar* real, Scalar* imaginary, Scalar* vectors,
         Scalar* work, Int work_size) {
    const Int step = leading(n), unused = 1;
    const char none = 'N';
    Scalar* no_vectors = nullptr;
    Int info = 0;
    general.call<Scalar>(&none, &job, &n, a, &step, real, imaginary, no_vectors, &unused, vectors,
                         &step, work, &work_size, &info, one, one);
    return info;
}

template <class Scalar>
Int geev(char job, Int n, Scalar* a, Scalar* values, Scalar* vectors, Scalar* work,
         Int work_size, Real<Scalar>* real_work) {
    const Int step = leading(n), unused = 1;
    const char none = 'N';
    Scalar* no_vectors = nullptr;
    Int info = 0;
    general.call<Scalar>(&none, &job, &n, a, &step, values, no_vectors, &unused, vectors, &step,
                          work, &work_size, real_work, &info, one, one);
    return info;
}

template <class Scalar>
Int gelsd(Int m, Int n, Int k, Scalar* a, Scalar* b, Real<Scalar>* s, Real<Scalar> rcond,
          Int* rank, Scalar* work, Int work_size, Real<Scalar>* real_work, Int* int_work) {
    const Int step = leading(m), b_step = leading(std::max(m, n));
    Int info = 0;
    if constexpr (!is_complex<Scalar>) {
        least_squares.call<Scalar>(&m, &n, &k, a, &step, b, &b_step, s, &rcond, rank, work,
                                   &work_size, int_work, &info);
    } else {
        least_squares.call<Scalar>(&m, &n, &k, a, &step, b, &b_step, s, &rcond, rank, work,
                                   &work_size, real_work, int_work, &info);
    }
    return info;
}

#define NUMEN_FOR(T)                                                                             \
    template void gemv(char, Int, Int, T, const T*, Int, const T*, Int, T, T*);                  \
    template Int gesv(Int, Int, T*, Int*, T*);                                                   \
    template Int getrf(Int, T*, Int*);                                                           \
    template Int deciding_gesv(Int, Int, T*, Int*, T*);                                          \
    template Int deciding_getrf(Int, T*, Int*);                                                  \
    template Int potrf(char, Int, T*);                                                           \
    template Int deciding_potrf(char, Int, T*);                                                  \
    template Int geqrf(Int, Int, T*, T*, T*, Int);                                               \
    template Int orgqr(Int, Int, Int, T*, const T*, T*, Int);                                    \
    template Int gesdd(char, Int, Int, T*, Real<T>*, T*, T*, Int, T*, Int, Real<T>*, Int*);      \
    template Int syevd(char, char, Int, T*, Real<T>*, T*, Int, Real<T>*, Int, Int*, Int);        \
    template Int gelsd(Int, Int, Int, T*, T*, Real<T>*, Real<T>, Int*, T*, Int, Real<T>*, Int*);
NUMEN_FOR(float)
NUMEN_FOR(double)
NUMEN_FOR(SingleComplex)
NUMEN_FOR(Complex)
#undef NUMEN_FOR

#define NUMEN_FOR(R, C)                                                                          \
    template Int bdsdc(char, Int, R*, R*, R*, Int, R*, Int, R*, Int*);                           \
    template Int lasd0(Int, Int, R*, R*, R*, Int, R*, Int, R*, Int*);                            \
    template Int lasd1(Int, Int, R*, R, R, R*, Int, R*, Int, Int*, Int*, R*);                    \
    template Int laed1(Int, R*, R*, Int, Int*, R, Int, R*, Int*);                                \
    template Int sytrd(char, Int, R*, Int, R*, R*, R*, R*, Int);                                 \
    template Int sterf(Int, R*, R*);                                                             \
    template Int stedc(Int, R*, R*, R*, Int, R*, Int, Int*, Int);                                \
    template Int geev(char, Int, R*, R*, R*, R*, R*, Int);                                       \
    template Int geev(char, Int, C*, C*, C*, C*, Int, R*);
NUMEN_FOR(float, SingleComplex)
NUMEN_FOR(double, Complex)
#undef NUMEN_FOR

}  // namespace numen::lapack
