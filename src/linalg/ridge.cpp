// Fits a (d, m) of x (d, N) by y (m, N): ridge, a path of ridges, and x times the pseudo-inverse.
//
// (y y' + lambda)^-1 belongs to the rows [y, sqrt(lambda) I], whose condition number decides about
// the way. Only y is factored; x, which is large, is read once.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/cpu/floating_flags.h"
#include "linalg/least_squares.h"
#include "linalg/linalg.h"
#include "linalg/strip_factors.h"
#include "linalg/strip_stack.h"

namespace numen::linalg {
namespace {

using cpu::small_matrix_kernels;
using cpu::Strip;

// The matrices of a call, as columns where LAPACK's order is wanted.
struct Data {
    Stack y, x;
    Stack weights;
    bool has_weights;
    explicit Data(const FitData& given)
        : y(matrices(given.y)), x(matrices(given.x)),
          weights(given.weights == nullptr ? matrices(given.y) : vectors(*given.weights)),
          has_weights(given.weights != nullptr) {}
    Int outputs() const { return y.rows; }
    Int samples() const { return y.columns; }
    Int features() const { return x.rows; }
    double work() const {
        return static_cast<double>(outputs()) * static_cast<double>(samples()) *
               static_cast<double>(features() + 4 * outputs());
    }
};

// x as the kernel takes it; otherwise a copy of it.
struct Readable {
    cpu::MatrixRun run;
    Readable(const Data& data, const StridedView& x, Int index, Scratch& scratch) {
        const bool is_single = x.dtype == Dtype::float32;
        const Int size = is_single ? 4 : 8;
        run = {data.x.at(index), 0, data.x.row_step, data.x.column_step, x.dtype};
        const bool is_float = is_single || x.dtype == Dtype::float64;
        if (is_float && (run.row_step == size || run.column_step == size)) return;
        const Int rows = data.features(), columns = data.samples();
        double* copy = scratch.take<double>(rows * columns);
        data.x.load(index, copy);
        run = {reinterpret_cast<char*>(copy), 0, 8, 8 * rows, Dtype::float64};
    }
};

// out (m, d) += rows (m, N) times x', the features distributed over the threads.
void multiply(const cpu::CrossProducts& of, Int features) {
    const Int pieces = whole_strip(features) / cpu::strip_columns;
    const double work = static_cast<double>(of.columns * of.strip.rows * cpu::strip_columns);
    // Neighbouring pieces lie in one stretch of memory: few and large ones are read fastest.
    const Int grain = std::max<Int>(static_cast<Int>(piece_work / (work + 1)) + 1, 8);
    cpu::parallel_for(pieces, grain, [&](Int begin, Int end) {
        small_matrix_kernels().strips.cross(of, begin * cpu::strip_columns,
                                            std::min(end * cpu::strip_columns, features));
    });
}

// What one thread needs for one fit after another.
class Fitter {
  public:
    Fitter(const Data& data, const StridedView& x, Int extra)
        : data_(data), x_(x), factors_(data.outputs(), data.samples() + extra),
          roots_(scratch_.take<double>(data.has_weights ? data.samples() : 0)) {
        const Int m = data.outputs(), step = std::max(whole_strip(data.features()), Int{8});
        products_ = {scratch_.take<double>(m * step), step, m, step};
        fitted_ = {scratch_.take<double>(m * step), step, m, step};
    }

    StripFactors& factors() { return factors_; }

    // The rows [y, root I], weighted.
    auto filling(Int index, double root) {
        if (data_.has_weights) {
            data_.weights.load(index, roots_);
            for (Int i = 0; i < data_.samples(); ++i) roots_[i] = std::sqrt(roots_[i]);
        }
        return [this, index, root](const Strip& strip) {
            load_strip(turned(data_.y), index, strip);
            weigh(strip);
            for (Int i = 0; i < strip.rows; ++i) {
                double* row = strip.data + i * strip.step;
                std::fill(row + data_.samples(), row + strip.step, 0.0);
                if (root != 0) row[data_.samples() + i] = root;
            }
        };
    }

    // basis x', read once.
    void pass(Int index) {
        weigh(factors_.basis());
        std::fill(products_.data, products_.data + products_.rows * products_.step, 0.0);
        Scratch scratch;
        const Readable x(data_, x_, index, scratch);
        const cpu::CrossProducts of{products_, factors_.basis(), x.run, data_.samples(),
                                    nullptr,   nullptr,          nullptr};
        multiply(of, data_.features());
    }
    void store(const Stack& out, Int index) {
        small_matrix_kernels().strips.mix(fitted_, products_, factors_.weights());
        store_strip(out, index, fitted_);
    }

  private:
    void weigh(const Strip& strip) {
        if (!data_.has_weights) return;
        for (Int i = 0; i < strip.rows; ++i) {
            double* row = strip.data + i * strip.step;
            for (Int n = 0; n < data_.samples(); ++n) row[n] *= roots_[n];
        }
    }

    const Data& data_;
    const StridedView& x_;
    StripFactors factors_;
    Scratch scratch_{};
    double* roots_;
    Strip products_, fitted_;
};

constexpr double never = std::numeric_limits<double>::infinity();

// s / (s^2 + lambda) without the square.
double damped(double s, double lambda) { return s > 0 ? 1 / (s + lambda / s) : 0; }

bool factor_fit(Fitter& fitter, Int index, double lambda, Guard guard) {
    if (lambda > 0 && guard.method == Method::svd) {
        if (!fitter.factors().decompose(fitter.filling(index, 0), false)) return false;
        fitter.factors().filter([&](double s) { return damped(s, lambda); });
        return true;
    }
    if (lambda > 0) guard.rcond = 0;
    return fitter.factors().factor(fitter.filling(index, std::sqrt(lambda)), guard);
}

}  // namespace

Status ridge(const StridedView& a, const FitData& given, const StridedView& lambda, double rcond,
             Method method) {
    const Data data(given);
    const Stack out = matrices(a), lambdas = numbers(lambda);
    const Guard guard{method, rcond, given.y.dtype == Dtype::float32};
    const Int extra = data.outputs();
    if (data.outputs() == 0 || data.features() == 0) return status_ok;
    const auto make = [&] {
        return [&, fitter = Fitter(data, given.x, extra)](Int index) mutable {
            double amount;
            lambdas.load(index, &amount);
            if (!factor_fit(fitter, index, amount, guard)) {
                out.store_nan(index);
                return status_failed;
            }
            fitter.pass(index);
            fitter.store(out, index);
            return status_ok;
        };
    };
    return for_each_matrix(data.y.count(), data.work(), make, never);
}

Status ridge_path(const StridedView& a, const FitData& given, const StridedView& lambdas) {
    const Data data(given);
    const Stack out = matrices(a), amounts = numbers(lambdas);
    const Int fits = data.y.count();
    if (fits == 0 || data.outputs() == 0 || data.features() == 0) return status_ok;
    const Int path = amounts.count() / fits;
    const auto make = [&] {
        return [&, fitter = Fitter(data, given.x, 0)](Int index) mutable {
            const bool is_found = fitter.factors().decompose(fitter.filling(index, 0));
            if (is_found) fitter.pass(index);
            for (Int step = 0; step < path; ++step) {
                const Int place = step * fits + index;
                if (!is_found) {
                    out.store_nan(place);
                    continue;
                }
                double amount;
                amounts.load(place, &amount);
                if (amount > 0) {
                    fitter.factors().filter([&](double s) { return damped(s, amount); });
                } else {
                    fitter.factors().filter_pseudo({Method::guarded, 1e-15, false});
                }
                fitter.store(out, place);
            }
            return is_found ? status_ok : status_failed;
        };
    };
    return for_each_matrix(fits, data.work(), make, never);
}

Status ridge_routes(const StridedView& routes, const StridedView& conditions, const FitData& given,
                    const StridedView& lambda, double rcond, Method method) {
    const Data data(given);
    const Stack ways = numbers(routes), bounds = numbers(conditions), lambdas = numbers(lambda);
    const Guard guard{method, rcond, given.y.dtype == Dtype::float32};
    Status status = status_ok;
    if (data.outputs() == 0) return status;
    Fitter fitter(data, given.x, data.outputs());
    for (Int index = 0; index < data.y.count(); ++index) {
        double amount;
        lambdas.load(index, &amount);
        const bool is_found = factor_fit(fitter, index, amount, guard);
        if (!is_found) status = status_failed;
        const double way = is_found ? static_cast<double>(fitter.factors().route()) : -1;
        const double bound = fitter.factors().condition();
        ways.store(index, &way);
        bounds.store(index, &bound);
    }
    return status;
}

}  // namespace numen::linalg
