#include "linalg/lapack_spectral.h"

#include <limits>

#include "linalg/lapack_routine.h"

namespace numen::lapack {
namespace {

constinit Routine pivoted("geqp3"), singular("gesvd"), symmetric("syev", "heev"),
    symmetric_robust("syevr", "heevr"), symmetric_expert("syevx", "heevx"), pair("sygv", "hegv"),
    pair_divided("sygvd", "hegvd"), pair_expert("sygvx", "hegvx"), general("geev"),
    general_pair("ggev"), form("gees"), reordering("trsen"), sylvester("trsyl"),
    substitution("trtrs"), orthogonal_least("gelsy"), iterated_least("gelss");

constexpr std::size_t one = one_letter;

char job_of(const void* vectors) { return vectors == nullptr ? 'N' : 'V'; }

// Twice the smallest number whose inverse does not overflow: bisection then goes to the last digit.
template <class Scalar> Real<Scalar> tolerance() {
    return 2 * std::numeric_limits<Real<Scalar>>::min();
}

}  // namespace

template <class Scalar>
Int geqp3(Int m, Int n, Scalar* a, Int* pivots, Scalar* tau, const Spaces<Scalar>& spaces) {
    const Int step = leading(m);
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        pivoted.call<Scalar>(&m, &n, a, &step, pivots, tau, spaces.work, &spaces.work_size,
                             spaces.real_work, &info);
    } else {
        pivoted.call<Scalar>(&m, &n, a, &step, pivots, tau, spaces.work, &spaces.work_size, &info);
    }
    return info;
}

template <class Scalar>
Int gesvd(char job, Int m, Int n, Scalar* a, Real<Scalar>* s, Scalar* u, Scalar* vh,
          Int vh_leading, const Spaces<Scalar>& spaces) {
    const Int step = leading(m), vh_step = leading(vh_leading);
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        singular.call<Scalar>(&job, &job, &m, &n, a, &step, s, u, &step, vh, &vh_step, spaces.work,
                              &spaces.work_size, spaces.real_work, &info, one, one);
    } else {
        singular.call<Scalar>(&job, &job, &m, &n, a, &step, s, u, &step, vh, &vh_step, spaces.work,
                              &spaces.work_size, &info, one, one);
    }
    return info;
}

template <class Scalar>
Int syev(char job, char triangle, Int n, Scalar* a, Real<Scalar>* values,
         const Spaces<Scalar>& spaces) {
    const Int step = leading(n);
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        symmetric.call<Scalar>(&job, &triangle, &n, a, &step, values, spaces.work,
                               &spaces.work_size, spaces.real_work, &info, one, one);
    } else {
        symmetric.call<Scalar>(&job, &triangle, &n, a, &step, values, spaces.work,
                               &spaces.work_size, &info, one, one);
    }
    return info;
}

template <class Scalar>
Int syevr(char job, char triangle, Int n, Scalar* a, const Range<Scalar>& range, Int* found,
          Real<Scalar>* values, Scalar* vectors, Int* support, const Spaces<Scalar>& spaces) {
    const Int step = leading(n);
    const Real<Scalar> exactness = 0;
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        symmetric_robust.call<Scalar>(
            &job, &range.kind, &triangle, &n, a, &step, &range.low, &range.high, &range.first,
            &range.last, &exactness, found, values, vectors, &step, support, spaces.work,
            &spaces.work_size, spaces.real_work, &spaces.real_size, spaces.int_work,
            &spaces.int_size, &info, one, one, one);
    } else {
        symmetric_robust.call<Scalar>(
            &job, &range.kind, &triangle, &n, a, &step, &range.low, &range.high, &range.first,
            &range.last, &exactness, found, values, vectors, &step, support, spaces.work,
            &spaces.work_size, spaces.int_work, &spaces.int_size, &info, one, one, one);
    }
    return info;
}

template <class Scalar>
Int syevx(char job, char triangle, Int n, Scalar* a, const Range<Scalar>& range, Int* found,
          Real<Scalar>* values, Scalar* vectors, Int* failures, const Spaces<Scalar>& spaces) {
    const Int step = leading(n);
    const Real<Scalar> exactness = tolerance<Scalar>();
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        symmetric_expert.call<Scalar>(
            &job, &range.kind, &triangle, &n, a, &step, &range.low, &range.high, &range.first,
            &range.last, &exactness, found, values, vectors, &step, spaces.work,
            &spaces.work_size, spaces.real_work, spaces.int_work, failures, &info, one, one, one);
    } else {
        symmetric_expert.call<Scalar>(
            &job, &range.kind, &triangle, &n, a, &step, &range.low, &range.high, &range.first,
            &range.last, &exactness, found, values, vectors, &step, spaces.work,
            &spaces.work_size, spaces.int_work, failures, &info, one, one, one);
    }
    return info;
}

template <class Scalar>
Int sygv(Int type, char job, char triangle, Int n, Scalar* a, Scalar* b, Real<Scalar>* values,
         const Spaces<Scalar>& spaces) {
    const Int step = leading(n);
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        pair.call<Scalar>(&type, &job, &triangle, &n, a, &step, b, &step, values, spaces.work,
                          &spaces.work_size, spaces.real_work, &info, one, one);
    } else {
        pair.call<Scalar>(&type, &job, &triangle, &n, a, &step, b, &step, values, spaces.work,
                          &spaces.work_size, &info, one, one);
    }
    return info;
}

template <class Scalar>
Int sygvd(Int type, char job, char triangle, Int n, Scalar* a, Scalar* b, Real<Scalar>* values,
          const Spaces<Scalar>& spaces) {
    const Int step = leading(n);
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        pair_divided.call<Scalar>(&type, &job, &triangle, &n, a, &step, b, &step, values,
                                  spaces.work, &spaces.work_size, spaces.real_work,
                                  &spaces.real_size, spaces.int_work, &spaces.int_size, &info, one,
                                  one);
    } else {
        pair_divided.call<Scalar>(&type, &job, &triangle, &n, a, &step, b, &step, values,
                                  spaces.work, &spaces.work_size, spaces.int_work,
                                  &spaces.int_size, &info, one, one);
    }
    return info;
}

template <class Scalar>
Int sygvx(Int type, char job, char triangle, Int n, Scalar* a, Scalar* b,
          const Range<Scalar>& range, Int* found, Real<Scalar>* values, Scalar* vectors,
          Int* failures, const Spaces<Scalar>& spaces) {
    const Int step = leading(n);
    const Real<Scalar> exactness = tolerance<Scalar>();
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        pair_expert.call<Scalar>(&type, &job, &range.kind, &triangle, &n, a, &step, b, &step,
                                 &range.low, &range.high, &range.first, &range.last, &exactness,
                                 found, values, vectors, &step, spaces.work, &spaces.work_size,
                                 spaces.real_work, spaces.int_work, failures, &info, one, one,
                                 one);
    } else {
        pair_expert.call<Scalar>(&type, &job, &range.kind, &triangle, &n, a, &step, b, &step,
                                 &range.low, &range.high, &range.first, &range.last, &exactness,
                                 found, values, vectors, &step, spaces.work, &spaces.work_size,
                                 spaces.int_work, failures, &info, one, one, one);
    }
    return info;
}

template <class Scalar>
Int geev(Int n, Scalar* a, Scalar* values, Scalar* imaginary, Scalar* left, Scalar* right,
         const Spaces<Scalar>& spaces) {
    const Int step = leading(n);
    const char of_left = job_of(left), of_right = job_of(right);
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        general.call<Scalar>(&of_left, &of_right, &n, a, &step, values, left, &step, right, &step,
                             spaces.work, &spaces.work_size, spaces.real_work, &info, one, one);
    } else {
        general.call<Scalar>(&of_left, &of_right, &n, a, &step, values, imaginary, left, &step,
                             right, &step, spaces.work, &spaces.work_size, &info, one, one);
    }
    return info;
}

template <class Scalar>
Int ggev(Int n, Scalar* a, Scalar* b, Scalar* values, Scalar* imaginary, Scalar* beta,
         Scalar* left, Scalar* right, const Spaces<Scalar>& spaces) {
    const Int step = leading(n);
    const char of_left = job_of(left), of_right = job_of(right);
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        general_pair.call<Scalar>(&of_left, &of_right, &n, a, &step, b, &step, values, beta, left,
                                  &step, right, &step, spaces.work, &spaces.work_size,
                                  spaces.real_work, &info, one, one);
    } else {
        general_pair.call<Scalar>(&of_left, &of_right, &n, a, &step, b, &step, values, imaginary,
                                  beta, left, &step, right, &step, spaces.work, &spaces.work_size,
                                  &info, one, one);
    }
    return info;
}

template <class Scalar>
Int gees(char job, Int n, Scalar* a, Scalar* values, Scalar* imaginary, Scalar* vectors,
         const Spaces<Scalar>& spaces) {
    const Int step = leading(n);
    const char unsorted = 'N';
    void* const nothing = nullptr;
    Int moved = 0, info = 0;
    if constexpr (is_complex<Scalar>) {
        form.call<Scalar>(&job, &unsorted, nothing, &n, a, &step, &moved, values, vectors, &step,
                          spaces.work, &spaces.work_size, spaces.real_work, nothing, &info, one,
                          one);
    } else {
        form.call<Scalar>(&job, &unsorted, nothing, &n, a, &step, &moved, values, imaginary,
                          vectors, &step, spaces.work, &spaces.work_size, nothing, &info, one,
                          one);
    }
    return info;
}

template <class Scalar>
Int trsen(const Int* selected, Int n, Scalar* form, Scalar* vectors, Scalar* values,
          Scalar* imaginary, Int* moved, const Spaces<Scalar>& spaces) {
    const Int step = leading(n);
    const char no_condition = 'N', with_vectors = 'V';
    Real<Scalar> unused[2];
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        reordering.call<Scalar>(&no_condition, &with_vectors, selected, &n, form, &step, vectors,
                                &step, values, moved, &unused[0], &unused[1], spaces.work,
                                &spaces.work_size, &info, one, one);
    } else {
        reordering.call<Scalar>(&no_condition, &with_vectors, selected, &n, form, &step, vectors,
                                &step, values, imaginary, moved, &unused[0], &unused[1],
                                spaces.work, &spaces.work_size, spaces.int_work, &spaces.int_size,
                                &info, one, one);
    }
    return info;
}

template <class Scalar>
Int trsyl(Int m, Int n, const Scalar* a, Int a_leading, const Scalar* b, Int b_leading, Scalar* c,
          Int c_leading, Real<Scalar>* scale) {
    const char as_it_is = 'N';
    const Int plus = 1;
    Int info = 0;
    sylvester.call<Scalar>(&as_it_is, &as_it_is, &plus, &m, &n, a, &a_leading, b, &b_leading, c,
                           &c_leading, scale, &info, one, one);
    return info;
}

template <class Scalar> Int trtrs(Int n, Int k, const Scalar* a, Scalar* b) {
    const char upper = 'U', as_it_is = 'N';
    const Int step = leading(n);
    Int info = 0;
    substitution.call<Scalar>(&upper, &as_it_is, &as_it_is, &n, &k, a, &step, b, &step, &info, one,
                              one, one);
    return info;
}

template <class Scalar>
Int gelsy(Int m, Int n, Int k, Scalar* a, Scalar* b, Int* pivots, Real<Scalar> rcond, Int* rank,
          const Spaces<Scalar>& spaces) {
    const Int step = leading(m), b_step = leading(std::max(m, n));
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        orthogonal_least.call<Scalar>(&m, &n, &k, a, &step, b, &b_step, pivots, &rcond, rank,
                                      spaces.work, &spaces.work_size, spaces.real_work, &info);
    } else {
        orthogonal_least.call<Scalar>(&m, &n, &k, a, &step, b, &b_step, pivots, &rcond, rank,
                                      spaces.work, &spaces.work_size, &info);
    }
    return info;
}

template <class Scalar>
Int gelss(Int m, Int n, Int k, Scalar* a, Scalar* b, Real<Scalar>* s, Real<Scalar> rcond,
          Int* rank, const Spaces<Scalar>& spaces) {
    const Int step = leading(m), b_step = leading(std::max(m, n));
    Int info = 0;
    if constexpr (is_complex<Scalar>) {
        iterated_least.call<Scalar>(&m, &n, &k, a, &step, b, &b_step, s, &rcond, rank, spaces.work,
                                    &spaces.work_size, spaces.real_work, &info);
    } else {
        iterated_least.call<Scalar>(&m, &n, &k, a, &step, b, &b_step, s, &rcond, rank, spaces.work,
                                    &spaces.work_size, &info);
    }
    return info;
}

#define NUMEN_FOR(T)                                                                             \
    template Int geqp3(Int, Int, T*, Int*, T*, const Spaces<T>&);                                \
    template Int gesvd(char, Int, Int, T*, Real<T>*, T*, T*, Int, const Spaces<T>&);             \
    template Int syev(char, char, Int, T*, Real<T>*, const Spaces<T>&);                          \
    template Int syevr(char, char, Int, T*, const Range<T>&, Int*, Real<T>*, T*, Int*,           \
                       const Spaces<T>&);                                                        \
    template Int syevx(char, char, Int, T*, const Range<T>&, Int*, Real<T>*, T*, Int*,           \
                       const Spaces<T>&);                                                        \
    template Int sygv(Int, char, char, Int, T*, T*, Real<T>*, const Spaces<T>&);                 \
    template Int sygvd(Int, char, char, Int, T*, T*, Real<T>*, const Spaces<T>&);                \
    template Int sygvx(Int, char, char, Int, T*, T*, const Range<T>&, Int*, Real<T>*, T*, Int*,  \
                       const Spaces<T>&);                                                        \
    template Int geev(Int, T*, T*, T*, T*, T*, const Spaces<T>&);                                \
    template Int ggev(Int, T*, T*, T*, T*, T*, T*, T*, const Spaces<T>&);                        \
    template Int gees(char, Int, T*, T*, T*, T*, const Spaces<T>&);                              \
    template Int trsen(const Int*, Int, T*, T*, T*, T*, Int*, const Spaces<T>&);                 \
    template Int trsyl(Int, Int, const T*, Int, const T*, Int, T*, Int, Real<T>*);               \
    template Int trtrs(Int, Int, const T*, T*);                                                  \
    template Int gelsy(Int, Int, Int, T*, T*, Int*, Real<T>, Int*, const Spaces<T>&);            \
    template Int gelss(Int, Int, Int, T*, T*, Real<T>*, Real<T>, Int*, const Spaces<T>&);
NUMEN_FOR(float)
NUMEN_FOR(double)
NUMEN_FOR(SingleComplex)
NUMEN_FOR(Complex)
#undef NUMEN_FOR

}  // namespace numen::lapack
