// Singular values and vectors of real matrices with a short side: an orthonormal basis of the long
// side (strip_factors.h), then those of the triangle that is left. Matrices that this would serve
// worse than LAPACK's routines are left to these.
#include <algorithm>

#include "linalg/completed_basis.h"
#include "linalg/linalg.h"
#include "linalg/strip_factors.h"
#include "linalg/strip_stack.h"
#include "linalg/svd_parts.h"

namespace numen::linalg {
namespace {

// Measured on AVX-512, at ratios of 2 to 50.
constexpr auto with_vectors = {StripCrossover{127, 2}, StripCrossover{255, 12}};
constexpr auto values_alone = {StripCrossover{16, 2}, StripCrossover{48, 3},
                               StripCrossover{127, 4}, StripCrossover{255, 12}};

// A square matrix in columns, or a vector, as the functions of linalg.h see it.
class Square {
  public:
    Square(double* data, Int order) : data_(reinterpret_cast<char*>(data)), shape_{order, order} {
        strides_[1] = order * strides_[0];
    }
    StridedView matrix() const { return {data_, Dtype::float64, 2, shape_, strides_}; }
    StridedView vector() const { return {data_, Dtype::float64, 1, shape_, strides_}; }

  private:
    char* data_;
    Int shape_[2], strides_[2] = {sizeof(double), 0};
};

// Of a matrix that is higher than wide, or of its transpose.
class StripSvd {
  public:
    StripSvd(const Stack& a, const SvdParts& out, const small::Redo& redo)
        : a_(a), out_(out), redo_(redo), k_(a.columns), factors_(k_, a.rows) {
        const Int step = whole_strip(a.rows);
        spare_ = {scratch_.take<double>(k_ * step), step, k_, step};
    }

    Status operator()(Int index) {
        const bool is_whole = out_.u != nullptr;
        const auto load = [&](const cpu::Strip& strip) { load_strip(a_, index, strip); };
        if (!factors_.factor_triangle(load, is_whole)) return redo_(index);
        const Square triangle(factors_.triangle(), k_), values(s_, k_), left(left_, k_),
            right(right_, k_);
        const Status status = is_whole ? svd(left.matrix(), values.vector(), right.matrix(),
                                             triangle.matrix(), Precision::standard)
                                       : svdvals(values.vector(), triangle.matrix(),
                                                 Precision::standard);
        if (status != status_ok) return redo_(index);
        out_.s.store(index, s_);
        return is_whole ? store_vectors(index) : status_ok;
    }

  private:
    // The triangle's vectors have their signs by the rule, which asks the short side alone.
    Status store_vectors(Int index) {
        cpu::small_matrix_kernels().strips.mix(spare_, factors_.basis(), left_);
        Stack with_values = *out_.u;
        with_values.columns = k_;
        store_strip(with_values, index, spare_);
        out_.vh->store(index, right_);
        if (out_.u->columns == k_) return status_ok;
        return complete_basis(*out_.u, index, {spare_.data, a_.rows, k_, spare_.step},
                              Signs::by_rule);
    }

    const Stack& a_;
    SvdParts out_;
    const small::Redo& redo_;
    Int k_;
    StripFactors factors_;
    Scratch scratch_{};
    cpu::Strip spare_;
    double *s_ = scratch_.take<double>(k_), *left_ = scratch_.take<double>(k_ * k_),
           *right_ = scratch_.take<double>(k_ * k_);
};

}  // namespace

bool is_for_strips(const SvdParts& out, const Stack& a) {
    return are_thin(a.rows, a.columns, out.u == nullptr ? values_alone : with_vectors);
}

Status svd_by_strips(const SvdParts& out, const Stack& a, double work, small::Redo redo) {
    const bool is_wide = a.rows < a.columns, is_whole = out.u != nullptr;
    const Stack high = is_wide ? turned(a) : a;
    const Stack u = is_whole ? is_wide ? turned(*out.vh) : *out.u : out.s;
    const Stack vh = is_whole ? is_wide ? turned(*out.u) : *out.vh : out.s;
    const SvdParts parts{is_whole ? &u : nullptr, out.s, is_whole ? &vh : nullptr};
    return for_each_matrix(a.count(), work, [&] { return StripSvd(high, parts, redo); },
                           never_threaded);
}

}  // namespace numen::linalg
