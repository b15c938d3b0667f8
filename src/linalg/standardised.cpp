// Means, deviations and products of standardised rows in one pass.
//
// What is summed is x - shift, the shift being the first element of each row, and is corrected at
// the end: sum of (x - mean) y = sum of (x - shift) y - (mean - shift) sum of y. Where the shift
// proves to lie so far out that the squares cancel, the row is read again about its mean.
#include <algorithm>
#include <cmath>

#include "linalg/least_squares.h"
#include "linalg/linalg.h"
#include "linalg/strip_factors.h"
#include "linalg/strip_stack.h"

namespace numen::linalg {
namespace {

using cpu::small_matrix_kernels;
using cpu::Strip;

// A shift farther out than 2^10 deviations costs more than half of the digits of the variance.
constexpr double most_shift = 0x1p20;

class Standardiser {
  public:
    Standardiser(const Stack& x, const Stack& y)
        : x_(x), y_(y), d_(x.rows), samples_(x.columns), m_(y.rows),
          run_{x.at(0), 0, x.row_step, x.column_step, x.dtype()} {
        const Int step = whole_strip(std::max<Int>(samples_, 1)), room = whole_strip(d_);
        strip_ = {scratch_.take<double>(m_ * step), step, m_, step};
        std::fill(strip_.data, strip_.data + m_ * step, 0.0);
        load_strip(turned(y), 0, strip_);
        products_ = {scratch_.take<double>(m_ * room), room, m_, room};
        for (double** part : {&shifts_, &sums_, &squares_, &totals_}) {
            *part = scratch_.take<double>(std::max(room, m_));
            std::fill(*part, *part + std::max(room, m_), 0.0);
        }
        std::fill(products_.data, products_.data + m_ * room, 0.0);
    }

    void pass() {
        for (Int i = 0; i < d_; ++i) shifts_[i] = first_of(i);
        const cpu::CrossProducts of{products_, strip_, run_, samples_, shifts_, sums_, squares_};
        cpu::parallel_for(whole_strip(d_) / cpu::strip_columns, 16, [&](Int begin, Int end) {
            small_matrix_kernels().strips.cross(of, begin * cpu::strip_columns,
                                                std::min(end * cpu::strip_columns, d_));
        });
        for (Int j = 0; j < m_; ++j) {
            const double* row = strip_.data + j * strip_.step;
            for (Int n = 0; n < samples_; ++n) totals_[j] += row[n];
        }
        for (Int i = 0; i < d_; ++i) standardise(i);
    }
    // sums_ holds the means then, squares_ the deviations.
    void store(const Stack& mean, const Stack& deviation, const Stack& products,
               const Stack& gram) {
        mean.store(0, sums_);
        deviation.store(0, squares_);
        products.store(0, products_.data, products_.step);
        double* square = scratch_.take<double>(m_ * m_);
        small_matrix_kernels().strips.gram(strip_, square);
        gram.store(0, square);
    }

  private:
    double element(Int row, Int sample) const {
        const char* place = run_.data + row * run_.row_step + sample * run_.column_step;
        return run_.dtype == Dtype::float32
                   ? static_cast<double>(*reinterpret_cast<const float*>(place))
                   : *reinterpret_cast<const double*>(place);
    }
    double first_of(Int row) const { return element(row, 0); }

    void standardise(Int row) {
        const double count = static_cast<double>(samples_), rest = sums_[row] / count;
        double variance = squares_[row] / count - rest * rest;
        if (!(rest * rest <= most_shift * variance) && rest != 0) variance = second_pass(row, rest);
        const double deviation = variance > 0 ? std::sqrt(variance) : variance == 0 ? 0 : variance;
        sums_[row] = shifts_[row] + rest;
        squares_[row] = deviation;
        for (Int j = 0; j < m_; ++j) {
            double& product = products_.data[j * products_.step + row];
            product -= rest * totals_[j];
            if (deviation != 0) product /= deviation;
        }
    }
    double second_pass(Int row, double rest) const {
        const double mean = shifts_[row] + rest;
        double sum = 0, squares = 0;
        for (Int n = 0; n < samples_; ++n) {
            const double value = element(row, n) - mean;
            sum += value;
            squares += value * value;
        }
        const double count = static_cast<double>(samples_);
        return std::max(squares / count - (sum / count) * (sum / count), 0.0);  // a NaN stays
    }

    const Stack &x_, &y_;
    Int d_, samples_, m_;
    cpu::MatrixRun run_;
    Scratch scratch_{};
    Strip strip_, products_;
    double *shifts_, *sums_, *squares_, *totals_;
};

}  // namespace

Status standardised_products(const StridedView& mean, const StridedView& deviation,
                             const StridedView& products, const StridedView& gram,
                             const StridedView& x, const StridedView& y) {
    const Stack in = matrices(x), sides = matrices(y);
    if (in.columns == 0) return status_failed;
    return cpu::parallel_for(1, 1, [&](Int, Int) {
        Standardiser all(in, sides);
        all.pass();
        all.store(vectors(mean), vectors(deviation), matrices(products), matrices(gram));
    });
}

}  // namespace numen::linalg
