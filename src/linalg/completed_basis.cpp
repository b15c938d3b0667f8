#include "linalg/completed_basis.h"

#include <algorithm>
#include <cmath>

#include "backends/backend.h"
#include "backends/cpu/element_moves.h"
#include "linalg/dense_product.h"
#include "linalg/signs.h"

namespace numen::linalg {
namespace {

// H e(j) = e(j) + (Q - S) X' Q(j, :)' with S = diag(s) above zeros and (Q(:k) - S(:k)) X = diag(s).
class Completion {
  public:
    Completion(const Stack& q, Int index, const OrthonormalColumns& given)
        : q_(q), given_(given), data_(q.at(index)) {}

    Status operator()(bool follows_rule) {
        eliminate();
        substitute();
        find_left();
        copy_right();
        if (follows_rule) choose_signs();
        const Status status = multiply_sides();
        for (Int j = k_; j < m_; ++j) add_to_diagonal(j);
        for (const Int j : open_) settle(j);
        return status;
    }

  private:
    double given(Int i, Int c) const { return given_.data[c * given_.leading + i]; }
    double& factor(Int i, Int j) { return factors_[i * k_ + j]; }

    // Q(:k) - S(:k) becomes L U: each sign is chosen as its pivot comes, and makes it at least one.
    void eliminate() {
        for (Int i = 0; i < k_; ++i) {
            for (Int j = 0; j < k_; ++j) factor(i, j) = given(i, j);
        }
        for (Int c = 0; c < k_; ++c) {
            s_[c] = factor(c, c) > 0 ? -1 : 1;  // of zero as LAPACK has it
            factor(c, c) -= s_[c];
            for (Int i = c + 1; i < k_; ++i) {
                const double weight = factor(i, c) /= factor(c, c);
                for (Int j = c + 1; j < k_; ++j) factor(i, j) -= weight * factor(c, j);
            }
        }
    }
    // x_ (k, k), in rows: L U x = diag(s).
    void substitute() {
        std::fill(x_, x_ + k_ * k_, 0.0);
        for (Int i = 0; i < k_; ++i) {
            double* row = x_ + i * k_;
            row[i] = s_[i];
            for (Int c = 0; c < i; ++c) {
                for (Int j = 0; j <= c; ++j) row[j] -= factor(i, c) * x_[c * k_ + j];
            }
        }
        for (Int i = k_ - 1; i >= 0; --i) {
            double* row = x_ + i * k_;
            for (Int c = i + 1; c < k_; ++c) {
                for (Int j = 0; j < k_; ++j) row[j] -= factor(i, c) * x_[c * k_ + j];
            }
            for (Int j = 0; j < k_; ++j) row[j] /= factor(i, i);
        }
    }
    // (Q - S) x', in columns; the rows of x lie as the columns of x' do.
    void find_left() {
        multiply<double>(m_, k_, k_, 1, {given_.data, given_.leading}, {x_, k_}, 0, left_, m_);
        for (Int c = 0; c < k_; ++c) {
            for (Int i = 0; i < k_; ++i) left_[c * m_ + i] -= s_[i] * x_[c * k_ + i];
        }
    }
    void copy_right() {
        for (Int c = 0; c < k_; ++c) {
            std::copy_n(given_.data + c * given_.leading + k_, m_ - k_, right_ + c * (m_ - k_));
        }
        std::fill_n(diagonal_, m_ - k_, 1.0);
    }

    // A column whose element on the diagonal is larger than the others can be has its sign from
    // that and from its sum; the others are seen to when they are there.
    void choose_signs() {
        const Int rest = m_ - k_;
        std::vector<double> on_diagonal(static_cast<std::size_t>(rest), 1.0), sums = on_diagonal,
            left_sizes(static_cast<std::size_t>(m_)), right_sizes(static_cast<std::size_t>(rest));
        for (Int c = 0; c < k_; ++c) {
            const double *left = left_ + c * m_, *right = right_ + c * rest;
            double sum = 0;
            for (Int i = 0; i < m_; ++i) sum += left[i];
            for (Int i = 0; i < m_; ++i) {
                left_sizes[static_cast<std::size_t>(i)] += left[i] * left[i];
            }
            for (Int j = 0; j < rest; ++j) {
                const auto at = static_cast<std::size_t>(j);
                on_diagonal[at] += left[k_ + j] * right[j];
                sums[at] += sum * right[j];
                right_sizes[at] += right[j] * right[j];
            }
        }
        const double most = std::sqrt(*std::max_element(left_sizes.begin(), left_sizes.end()));
        for (Int j = 0; j < rest; ++j) {
            const auto at = static_cast<std::size_t>(j);
            const double others = most * std::sqrt(right_sizes[at]);
            if (!(others < 0.99 * cpu::sign_share * on_diagonal[at])) {
                open_.push_back(k_ + j);
            } else if (on_diagonal[at] - cpu::sign_part * sums[at] < 0) {
                diagonal_[j] = -1;
                for (Int c = 0; c < k_; ++c) right_[c * rest + j] *= -1;
            }
        }
    }
    Status multiply_sides() {
        const Int rest = m_ - k_, size = sizeof(double);
        const Int shape[2] = {m_, rest}, left[2] = {m_, k_}, right[2] = {k_, rest};
        const Int steps[2] = {q_.row_step, q_.column_step}, columns[2] = {size, m_ * size},
                  rows[2] = {rest * size, size};
        const StridedView out{data_ + k_ * q_.column_step, q_.dtype(), 2, shape, steps};
        const bool is_double = q_.dtype() == Dtype::float64;
        Scratch scratch;
        double* spare = scratch.take<double>(is_double ? 0 : m_ * rest);
        const StridedView product{reinterpret_cast<char*>(spare), Dtype::float64, 2, shape, rows};
        const Status status = backend::matmul(
            is_double ? out : product,
            {reinterpret_cast<char*>(left_), Dtype::float64, 2, left, columns},
            {reinterpret_cast<char*>(right_), Dtype::float64, 2, right, rows});
        return is_double ? status : status | backend::copy(out, product);
    }
    char* place(Int i, Int j) const { return data_ + i * q_.row_step + j * q_.column_step; }
    double read(Int i, Int j) const {
        return q_.dtype() == Dtype::float32 ? cpu::read<float>(place(i, j))
                                            : cpu::read<double>(place(i, j));
    }
    void write(Int i, Int j, double value) const {
        q_.dtype() == Dtype::float32 ? cpu::write(place(i, j), static_cast<float>(value))
                                     : cpu::write(place(i, j), value);
    }
    void add_to_diagonal(Int j) { write(j, j, read(j, j) + diagonal_[j - k_]); }
    void settle(Int j) {
        std::vector<double> column(static_cast<std::size_t>(m_));
        for (Int i = 0; i < m_; ++i) column[static_cast<std::size_t>(i)] = read(i, j);
        if (!VectorSet<double>{column.data(), 1, m_, m_}.is_opposite(0)) return;
        for (Int i = 0; i < m_; ++i) write(i, j, -column[static_cast<std::size_t>(i)]);
    }

    const Stack& q_;
    OrthonormalColumns given_;
    char* data_;
    Int m_ = given_.rows, k_ = given_.count;
    Scratch scratch_{};
    double *factors_ = scratch_.take<double>(k_ * k_), *x_ = scratch_.take<double>(k_ * k_),
           *s_ = scratch_.take<double>(k_), *left_ = scratch_.take<double>(m_ * k_),
           *right_ = scratch_.take<double>((m_ - k_) * k_),
           *diagonal_ = scratch_.take<double>(m_ - k_);
    std::vector<Int> open_;
};

}  // namespace

Status complete_basis(const Stack& q, Int index, const OrthonormalColumns& given, Signs signs) {
    return Completion(q, index, given)(signs == Signs::by_rule);
}

}  // namespace numen::linalg
