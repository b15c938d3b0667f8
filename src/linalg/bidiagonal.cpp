#include "linalg/bidiagonal.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "backends/cpu/data_kernels.h"
#include "linalg/dense_product.h"

namespace numen::linalg {
namespace {

// In short stretches: errors of one sign, as those of equal numbers, would grow with the count, and
// the reflectors' products be no longer orthogonal.
template <class Real> double squares(const Real* x, Int count) {
    constexpr Int stretch = 64;
    long double total = 0;
    for (Int first = 0; first < count; first += stretch) {
        const Int end = std::min(first + stretch, count);
        double sums[4] = {};
        Int i = first;
        for (; i + 4 <= end; i += 4) {
            for (Int l = 0; l < 4; ++l) {
                const double value = x[i + l];
                sums[l] += value * value;
            }
        }
        for (; i < end; ++i) sums[0] += static_cast<double>(x[i]) * x[i];
        total += (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }
    return static_cast<double>(total);
}

// I - factor v v' turns x into (beta, 0, …); v = scale x but for its head, 1.
template <class Real> struct Reflection {
    Real factor, beta, scale;
};

// v takes the place of x, whose elements are to be around 1: what vanishes beside that when squared
// counts as zero.
template <class Real> Reflection<Real> reflect(Real* x, Int count) {
    const double rest = squares(x + 1, count - 1), first = x[0];
    // Beyond it 1 / (first - beta) is no number.
    constexpr double negligible = std::is_same_v<Real, double> ? 1e-290 : 1e-70;
    Reflection<Real> found{0, x[0], 0};
    if (rest > negligible) {
        const double beta = -std::copysign(std::sqrt(first * first + rest), first);
        const double scale = 1 / (first - beta);
        found = {static_cast<Real>((beta - first) / beta), static_cast<Real>(beta),
                 static_cast<Real>(scale)};
        for (Int i = 1; i < count; ++i) x[i] *= found.scale;
    } else {
        std::fill(x + 1, x + count, Real(0));
    }
    x[0] = 1;
    return found;
}

// Steps whose changes of the matrix are put off and then made at once, and columns of these.
constexpr Int panel = 32, update_strip = 128;
// A pass over the matrix is cut into strips, each with a sum of its own, of so many columns at
// least; neither that nor their number depends on the number of threads, so that the result does
// not. From so many elements on threads share them.
constexpr Int least_strip = 64, most_strips = 16, shared_pass = 1 << 15;

Int strip_grain(Int strips, Int elements) { return elements < shared_pass ? strips : 1; }

// Every other pass goes back over the strips that the last one left in the cache: on one thread
// from the end, on two (of which one takes pieces from the front, one from the back) from the
// middle.
Int turned_back(Int i, Int strips, Int pass, Int grain) {
    if (pass % 2 == 0) return i;
    if (cpu::threads_for(strips, grain) < 2) return strips - 1 - i;
    const Int middle = strips / 2;
    return i < middle ? middle - 1 - i : strips - 1 - (i - middle);
}

inline void run_sweep(const cpu::ColumnSweep<double>& sweep) {
    cpu::data_kernels().sweep.float64(sweep);
}
inline void run_sweep(const cpu::ColumnSweep<float>& sweep) {
    cpu::data_kernels().sweep.float32(sweep);
}

// Within a panel the matrix is a - lefts rights': columns 2 i are v_i and y_i, columns 2 i + 1 x_i
// and u_i of a := a - v y' - x u'.
template <class Real> class Reduction {
  public:
    explicit Reduction(const Bidiagonal<Real>& to) : to_(to) {}

    Status run() {
        Status status = status_ok;
        for (Int first = 0; first < n_ && status == status_ok; first += panel) {
            const Int end = std::min(first + panel, n_);
            std::fill(lefts_, lefts_ + 2 * panel * step_, Real(0));
            std::fill(rights_, rights_ + 2 * panel * right_step_, Real(0));
            for (Int c = first; c < end && status == status_ok; ++c) {
                // Rows above take part as zeros: so that vectors are aligned.
                top_ = first / cpu::sweep_rows * cpu::sweep_rows;
                status |= reduce_column(c, 2 * (c - first));
            }
            keep(first, end);
            if (end < n_) status |= update(end, 2 * (end - first));
        }
        return status;
    }

  private:
    const Bidiagonal<Real>& to_;
    Int m_ = to_.rows, n_ = to_.columns, step_ = padded(m_), right_step_ = padded(n_);
    Int top_ = 0;
    Scratch scratch_{};
    Real* lefts_ = scratch_.take<Real>(2 * panel * step_);
    Real* rights_ = scratch_.take<Real>(2 * panel * right_step_);
    Real* sums_ = scratch_.take<Real>(most_strips * step_);
    Real* strip_products_ = scratch_.take<Real>(most_strips * 2 * panel);
    Real* row_ = scratch_.take<Real>(right_step_);
    Real* known_ = scratch_.take<Real>(right_step_);
    Real* base_ = scratch_.take<Real>(right_step_);
    Real products_[2 * panel];

    Real* left(Int column) { return lefts_ + column * step_; }
    Real* right(Int column) { return rights_ + column * right_step_; }

    // Column c of the matrix becomes beta below its head, and row c likewise; `done` columns of
    // lefts and rights are there.
    Status reduce_column(Int c, Int done) {
        const Int height = step_ - top_;
        Real* v = left(done);
        std::copy_n(to_.a + c * step_ + top_, height, v + top_);
        if (done > 0) {
            lapack::gemv<Real>('N', height, done, -1, lefts_ + top_, step_, rights_ + c,
                               right_step_, 1, v + top_);
        }
        std::fill(v + top_, v + c, Real(0));
        const Reflection<Real> column = reflect(v + c, m_ - c);
        to_.diagonal[c] = column.beta;
        to_.left_factors[c] = column.factor;
        if (c + 1 == n_) return status_ok;
        if (done > 0) {
            lapack::gemv<Real>('C', height, done, 1, lefts_ + top_, step_, v + top_, 1, 0,
                               products_);
        }
        const Int strips = std::clamp<Int>((n_ - c - 1) / least_strip, 1, most_strips);
        const Int grain = strip_grain(strips, (n_ - c) * height);
        const Status status = cpu::parallel_for(strips, grain, [&](Int begin, Int end) {
            for (Int i = begin; i < end; ++i) {
                sweep(c, done, column.factor, strips, turned_back(i, strips, c, grain));
            }
        });
        reduce_row(c, done, strips);
        return status;
    }

    // A strip of the pass: y and the row, and what the strip gives to the matrix times the row and
    // to rights' times the row.
    void sweep(Int c, Int done, Real factor, Int strips, Int strip) {
        const Int count = n_ - c - 1;
        const Int begin = c + 1 + count * strip / strips;
        const Int width = c + 1 + count * (strip + 1) / strips - begin;
        for (Int j = begin; j < begin + width; ++j) base_[j] = to_.a[j * step_ + c];
        std::fill_n(known_ + begin, width, Real(0));
        if (done > 0) {
            const Real* rights = rights_ + begin;
            lapack::gemv<Real>('N', width, done, 1, rights, right_step_, products_, 1, 0,
                               known_ + begin);
            lapack::gemv<Real>('N', width, done, -1, rights, right_step_, lefts_ + c, step_, 1,
                               base_ + begin);
        }
        run_sweep({to_.a + begin * step_ + top_, step_, step_ - top_, width, left(done) + top_,
                   factor, known_ + begin, base_ + begin, right(done) + begin, row_ + begin,
                   sums_ + strip * step_ + top_});
        lapack::gemv<Real>('C', width, done + 1, 1, rights_ + begin, right_step_, row_ + begin, 1,
                           0, strip_products_ + strip * 2 * panel);
    }

    // u from the row r: A u = (A r - beta A e) / (r_0 - beta), for all that is linear.
    void reduce_row(Int c, Int done, Int strips) {
        const Reflection<Real> row = reflect(row_ + c + 1, n_ - c - 1);
        to_.above[c] = row.beta;
        to_.right_factors[c] = row.factor;
        std::copy(row_ + c + 1, row_ + n_, right(done + 1) + c + 1);
        if (row.factor == 0) return;
        for (Int strip = 1; strip < strips; ++strip) {
            const Real* sums = sums_ + strip * step_;
            const Real* products = strip_products_ + strip * 2 * panel;
            for (Int i = top_; i < step_; ++i) sums_[i] += sums[i];
            for (Int i = 0; i <= done; ++i) strip_products_[i] += products[i];
        }
        for (Int i = 0; i <= done; ++i) {
            products_[i] = row.scale * (strip_products_[i] - row.beta * right(i)[c + 1]);
        }
        Real* x = left(done + 1);
        const Real *next = to_.a + (c + 1) * step_, scale = row.factor * row.scale;
        for (Int i = c + 1; i < m_; ++i) x[i] = scale * (sums_[i] - row.beta * next[i]);
        lapack::gemv<Real>('N', m_ - c - 1, done + 1, -row.factor, lefts_ + c + 1, step_, products_,
                           1, 1, x + c + 1);
    }

    void keep(Int first, Int end) {
        if (to_.left == nullptr) return;
        for (Int c = first; c < end; ++c) {
            std::copy_n(left(2 * (c - first)), step_, to_.left + c * step_);
            std::copy_n(right(2 * (c - first) + 1), right_step_, to_.right + c * right_step_);
        }
    }

    // The rest of the matrix after a panel.
    Status update(Int end, Int done) {
        const Int top = end / cpu::sweep_rows * cpu::sweep_rows, count = n_ - end;
        const Int strips = (count + update_strip - 1) / update_strip;
        return cpu::parallel_for(strips, 1, [&](Int begin, Int last) {
            for (Int strip = begin; strip < last; ++strip) {
                const Int at = end + strip * update_strip;
                multiply<Real>(step_ - top, std::min(update_strip, n_ - at), done, -1,
                               {lefts_ + top, step_}, {rights_ + at, right_step_, Form::adjoint},
                               1, to_.a + at * step_ + top, step_);
            }
        });
    }
};

}  // namespace

template <class Real> Status reduce(const Bidiagonal<Real>& to) {
    return Reduction<Real>(to).run();
}

template Status reduce(const Bidiagonal<float>&);
template Status reduce(const Bidiagonal<double>&);

}  // namespace numen::linalg
