#include "linalg/elimination.h"

#include <algorithm>
#include <atomic>

#include "linalg/dense_product.h"
#include "linalg/lapack_systems.h"

namespace numen::linalg {
namespace {

// Columns of a strip. They are the same for any number of threads, and so are the results.
constexpr Int width = 96;
// A triangle of this order is left to the library, whose kernels for triangles take three times as
// long as those for products.
constexpr Int least_triangle = 32;

// b (n, k) becomes x with l x = b, for the lower triangle l with a unit diagonal.
template <class Scalar>
void substitute_forward(Int n, Int k, const Scalar* l, Int l_leading, Scalar* b, Int b_leading) {
    for (Int top = 0; top < n; top += least_triangle) {
        const Int below = std::min(top + least_triangle, n);
        const Scalar* factor = l + top * l_leading;
        lapack::trsm('L', 'U', below - top, k, factor + top, l_leading, b + top, b_leading);
        multiply<Scalar>(n - below, k, below - top, Scalar(-1), {factor + below, l_leading},
                         {b + top, b_leading}, Scalar(1), b + below, b_leading);
    }
}

template <class Scalar> class Elimination {
  public:
    explicit Elimination(const Eliminated<Scalar>& of) : of_(of) {}

    Status run() {
        factor(0);
        Status status = status_ok;
        for (Int done = 0; done + 1 < strips_ && !is_singular_; ++done) {
            // The first of them is taken first, so that its factors are there for the next step.
            status |= cpu::parallel_for(strips_ - done - 1, 1, [&](Int begin, Int end) {
                for (Int i = begin; i < end; ++i) update(done, done + 1 + i);
            });
            if (status != status_ok) return status;
        }
        return is_singular_ ? status_failed : status;
    }

  private:
    const Eliminated<Scalar>& of_;
    Int n_ = of_.order, strips_ = (n_ + width - 1) / width;
    std::atomic<bool> is_singular_{false};

    static Int first(Int strip) { return strip * width; }
    Int columns(Int strip) const { return std::min(width, n_ - first(strip)); }
    Scalar* at(Int row, Int column) const { return of_.matrix + column * of_.leading + row; }

    void factor(Int strip) {
        const Int top = first(strip);
        const Int info = lapack::getrf(n_ - top, columns(strip), at(top, top), of_.leading,
                                       of_.pivots + top);
        if (info != 0) is_singular_ = true;
        for (Int i = 0; i < columns(strip); ++i) of_.pivots[top + i] += top;
    }

    // What the factors of strip `done` change in another one on its right.
    void update(Int done, Int strip) {
        const Int top = first(done), below = top + width, column = first(strip);
        lapack::laswp(columns(strip), at(0, column), of_.leading, top, below, of_.pivots);
        substitute_forward(width, columns(strip), at(top, top), of_.leading, at(top, column),
                           of_.leading);
        multiply<Scalar>(n_ - below, columns(strip), width, Scalar(-1),
                         {at(below, top), of_.leading}, {at(top, column), of_.leading}, Scalar(1),
                         at(below, column), of_.leading);
        if (strip == done + 1) factor(strip);
    }
};

}  // namespace

template <class Scalar> Status eliminate(const Eliminated<Scalar>& of) {
    return Elimination<Scalar>(of).run();
}

template <class Scalar> Status substitute(const Eliminated<Scalar>& by, Scalar* b, Int columns) {
    const Int n = by.order;
    const auto solve = [&](Scalar* part, Int count) {
        for (Int top = 0; top < n; top += width) {
            const Int below = std::min(top + width, n);
            const Scalar* factor = by.matrix + top * by.leading;
            lapack::laswp(count, part, n, top, below, by.pivots);
            substitute_forward(below - top, count, factor + top, by.leading, part + top, n);
            multiply<Scalar>(n - below, count, below - top, Scalar(-1),
                             {factor + below, by.leading}, {part + top, n}, Scalar(1),
                             part + below, n);
        }
        lapack::trsm('U', 'N', n, count, by.matrix, by.leading, part, n);
    };
    return cpu::parallel_for((columns + width - 1) / width, 1, [&](Int begin, Int end) {
        for (Int at = begin * width; at < std::min(end * width, columns); at += width) {
            solve(b + at * n, std::min(width, columns - at));
        }
    });
}

#define NUMEN_FOR(T)                                              \
    template Status eliminate(const Eliminated<T>&);              \
    template Status substitute(const Eliminated<T>&, T*, Int);
NUMEN_FOR(float)
NUMEN_FOR(double)
NUMEN_FOR(lapack::SingleComplex)
NUMEN_FOR(lapack::Complex)
#undef NUMEN_FOR

}  // namespace numen::linalg
