#include "numen/least_squares.h"

#include <cmath>

#include "api/body.h"
#include "api/message.h"
#include "array/layout_rules.h"
#include "linalg/least_squares.h"
#include "linalg/linalg.h"
#include "numen/creation.h"
#include "numen/shaping.h"

namespace numen::linalg {

using namespace api;

namespace {

// One call: its operands with the leading axes of all.
class Fit {
public:
    Fit(const char* name, const Array& y, const Array& x) : name_(name) {
        if (!is_available()) {
            throw InternalError(message(name, ": needs libscipy_openblas64_.so beside the library "
                                        "of Numen (the option NUMEN_OPENBLAS installs it)"));
        }
        is_single_ = y.dtype() == Dtype::float32 && x.dtype() == Dtype::float32;
        add(y, 2);
        add(x, 2);
        if (y.shape(-1) != x.shape(-1)) {
            throw ShapeError(message(name, ": y (m, N) and x (d, N) must have as many columns, "
                                     "got ", y.shape(-1), " and ", x.shape(-1)));
        }
    }
    // A further operand of numbers that are finite and not negative.
    void add_amounts(const char* parameter, const Array& amounts, int core) {
        add(amounts, core);
        const StridedView view = view_of(amounts);
        for (std::int64_t index = 0; index < amounts.size(); ++index) {
            const double value = number_at(view, index);
            if (std::isfinite(value) && value >= 0) continue;
            throw ValueError(message(name_, ": ", parameter, " must be finite and not negative"));
        }
    }
    void join() {
        StridedView leading[4];
        for (int i = 0; i < count_; ++i) {
            leading[i] = view_of(operands_[i]);
            leading[i].ndim -= core_[i];
        }
        if (!broadcast_shapes({leading, static_cast<std::size_t>(count_)}, leading_, shape_)) {
            throw ShapeError(message(name_, ": the leading axes of the operands do not broadcast"));
        }
        for (int i = 0; i < count_; ++i) {
            const Array& a = operands_[i];
            std::copy_n(a.shape().end() - core_[i], core_[i], shape_ + leading_);
            operands_[i] = broadcast_to(a, std::span<const std::int64_t>(
                shape_, static_cast<std::size_t>(leading_ + core_[i])));
        }
    }

    const Array& operand(int i) const { return operands_[i]; }
    // A new array (d, m) of the leading axes, behind `path` where that is not negative.
    Array make(std::int64_t path = -1) const {
        std::int64_t shape[max_dimensions + 4];
        std::int64_t* end = shape;
        if (path >= 0) *end++ = path;
        end = std::copy_n(shape_, leading_, end);
        *end++ = operands_[1].shape(-2);
        *end++ = operands_[0].shape(-2);
        return new_array(Dtype::float64, static_cast<int>(end - shape), shape);
    }
    Array finish(Status status, const Array& result) const {
        if (status & status_no_memory) throw MemoryError(message(name_, ": not enough memory"));
        if (status & status_failed) throw LinAlgError("SVD did not converge");
        return contiguous_in(result, is_single_ ? Dtype::float32 : Dtype::float64);
    }

private:
    void add(const Array& a, int core) {
        if (is_complex(a.dtype()) || a.dtype() == Dtype::float16) {
            throw DtypeError(message(name_, ": takes real numbers, not float16"));
        }
        if (a.ndim() < core) {
            throw ShapeError(message(name_, ": an operand has ", a.ndim(), " axes, needs ", core));
        }
        operands_[count_] = a;
        core_[count_++] = core;
    }

    const char* name_;
    bool is_single_;
    Array operands_[4];
    int core_[4], count_ = 0, leading_ = 0;
    std::int64_t shape_[max_dimensions + 4];
};

Array fitted(Fit& fit, bool has_weights, double rcond) {
    fit.join();
    const Array a = fit.make();
    const StridedView y = view_of(fit.operand(0)), x = view_of(fit.operand(1));
    const StridedView weights = view_of(fit.operand(has_weights ? 3 : 0));
    const FitData data{y, x, has_weights ? &weights : nullptr};
    return fit.finish(ridge(view_of(a), data, view_of(fit.operand(2)), rcond, Method::guarded), a);
}

}  // namespace

Array ridge(const Array& y, const Array& x, const Array& lambda) {
    Fit fit("ridge", y, x);
    fit.add_amounts("lambda", lambda, 0);
    return fitted(fit, false, 1e-15);
}

Array ridge(const Array& y, const Array& x, double lambda) {
    return ridge(y, x, full({}, lambda));
}

Array ridge(const Array& y, const Array& x, const Array& lambda, const Array& weights) {
    Fit fit("ridge", y, x);
    fit.add_amounts("lambda", lambda, 0);
    fit.add_amounts("weights", weights, 1);
    if (weights.shape(-1) != y.shape(-1)) {
        throw ShapeError(message("ridge: weights must have N = ", y.shape(-1), " elements, got ",
                                 weights.shape(-1)));
    }
    return fitted(fit, true, 1e-15);
}

Array ridge_path(const Array& y, const Array& x, const Array& lambdas) {
    Fit fit("ridge_path", y, x);
    fit.add_amounts("lambdas", lambdas, 1);
    fit.join();
    const Array path = moveaxis(fit.operand(2), -1, 0);
    const Array a = fit.make(path.shape(0));
    const StridedView given = view_of(fit.operand(0)), large = view_of(fit.operand(1));
    return fit.finish(ridge_path(view_of(a), {given, large, nullptr}, view_of(path)), a);
}

Array pinv_apply(const Array& y, const Array& x, double rcond) {
    Fit fit("pinv_apply", y, x);
    fit.add_amounts("lambda", zeros({}, Dtype::float64), 0);
    return fitted(fit, false, rcond);
}

}  // namespace numen::linalg
