#include "linalg/small.h"

#include <algorithm>
#include <array>
#include <bit>

#include "array/leading_axes.h"
#include "backends/cpu/small_matrices.h"
#include "backends/cpu/thread_pool.h"

namespace numen::linalg::small {
namespace {

using cpu::MatrixRun;
using cpu::small_matrix_kernels;

// Up to which order lanes take less time than LAPACK, and from how many matrices on: a pack of one
// costs as much as a full one. Of the entries the first whose order is not below that of the
// question holds. Measured on AVX-512 by `numen bench linalg`.
struct Crossover {
    std::int64_t order, least_count;
};
constexpr Crossover solving[] = {{8, 1}, {16, 2}, {32, 3}, {48, 4}};
constexpr Crossover rotating[] = {{8, 1}, {16, 3}, {32, 6}};

// A stack as the kernels see it.
struct Operand {
    const StridedView* view;
    int inner;  // axes of a matrix (2), a vector (1), a number (0)

    std::int64_t rows() const { return view->shape[view->ndim - inner]; }
    std::int64_t columns() const { return inner == 2 ? view->shape[view->ndim - 1] : 1; }
    MatrixRun run(std::int64_t offset, std::int64_t step) const {
        const std::int64_t* steps = view->strides + view->ndim - inner;
        return {view->data + offset, step, inner > 0 ? steps[0] : 0, inner == 2 ? steps[1] : 0,
                view->dtype == Dtype::float32};
    }
};

template <std::size_t operands> using Operands = std::array<Operand, operands>;

// Whether the kernels take the stacks, of which the inputs come last, and pay.
template <std::size_t operands, std::size_t entries>
bool is_served(const Operands<operands>& stacks, std::size_t results, std::int64_t order,
               const Crossover (&crossovers)[entries]) {
    std::int64_t count = 1;
    for (int axis = 0; axis < stacks[0].view->ndim - stacks[0].inner; ++axis) {
        count *= stacks[0].view->shape[axis];
    }
    for (std::size_t i = 0; i < operands; ++i) {
        const Dtype dtype = stacks[i].view->dtype;
        if (dtype != Dtype::float64 && (i < results || dtype != Dtype::float32)) return false;
    }
    for (const Crossover& entry : crossovers) {
        if (order <= entry.order) return order > 0 && count >= entry.least_count;
    }
    return false;
}

// Multiplications of one piece of a stack.
constexpr std::int64_t piece_work = 1 << 17;

// Calls kernel(runs, count) for all matrices of the stacks, on all threads, and `redo` for those
// that it leaves open. `work`: multiplications for one matrix.
template <std::size_t operands, class Kernel>
Status for_each_call(const Operands<operands>& stacks, std::int64_t work, Redo redo,
                     Kernel&& kernel) {
    std::array<const StridedView*, operands> views;
    for (std::size_t i = 0; i < operands; ++i) views[i] = stacks[i].view;
    const LeadingAxes<operands> leading(views, stacks[0].view->ndim - stacks[0].inner);
    // Pieces of whole packs, of which every matrix costs the same.
    const std::int64_t pack = small_matrix_kernels().lanes, all = leading.count();
    const std::int64_t grain = piece_work / (work * pack) + 1;
    const auto run_calls = [&](std::int64_t begin, std::int64_t end) {
        Status status = status_ok;
        const std::int64_t last = std::min(end * pack, all);
        for (std::int64_t index = begin * pack; index < last;) {
            const auto place = leading.find(index);
            const std::int64_t count = std::min({place.following, last - index,
                                                 cpu::most_of_call});
            std::array<MatrixRun, operands> runs;
            for (std::size_t i = 0; i < operands; ++i) {
                runs[i] = stacks[i].run(place.offsets[i], leading.step(i));
            }
            for (cpu::Open open = kernel(runs, count); open != 0; open &= open - 1) {
                status |= redo(index + std::countr_zero(open));
            }
            index += count;
        }
        return status;
    };
    return cpu::parallel_for((all + pack - 1) / pack, grain, run_calls);
}

}  // namespace

std::optional<Status> solve(const StridedView& x, const StridedView& a, const StridedView& b,
                            bool are_vectors, Redo redo) {
    const int inner = are_vectors ? 1 : 2;
    const Operands<3> stacks{{{&x, inner}, {&a, 2}, {&b, inner}}};
    const std::int64_t n = stacks[1].rows(), k = stacks[0].columns();
    if (k == 0 || k > cpu::most_small_order || !is_served(stacks, 1, n, solving)) return {};
    return for_each_call(stacks, n * n * n / 3 + n * n * k, redo, [=](const auto& runs,
                                                                     std::int64_t count) {
        return small_matrix_kernels().solve(runs[0], runs[1], runs[2], n, k, count);
    });
}

std::optional<Status> inv(const StridedView& inverse, const StridedView& a, Redo redo) {
    const Operands<2> stacks{{{&inverse, 2}, {&a, 2}}};
    const std::int64_t n = stacks[1].rows();
    if (!is_served(stacks, 1, n, solving)) return {};
    return for_each_call(stacks, 4 * n * n * n / 3 + 1, redo, [=](const auto& runs,
                                                                 std::int64_t count) {
        return small_matrix_kernels().invert(runs[0], runs[1], n, count);
    });
}

std::optional<Status> det(const StridedView& determinant, const StridedView& a, Redo redo) {
    const Operands<2> stacks{{{&determinant, 0}, {&a, 2}}};
    const std::int64_t n = stacks[1].rows();
    if (!is_served(stacks, 1, n, solving)) return {};
    return for_each_call(stacks, n * n * n / 3 + n, redo, [=](const auto& runs,
                                                             std::int64_t count) {
        return small_matrix_kernels().determinants(runs[0], runs[1], n, count);
    });
}

std::optional<Status> cholesky(const StridedView& factor, const StridedView& a, bool upper,
                               Redo redo) {
    const Operands<2> stacks{{{&factor, 2}, {&a, 2}}};
    const std::int64_t n = stacks[1].rows();
    if (!is_served(stacks, 1, n, solving)) return {};
    return for_each_call(stacks, n * n * n / 6 + n, redo, [=](const auto& runs,
                                                             std::int64_t count) {
        const auto factorise = small_matrix_kernels().cholesky;
        return upper ? factorise(turned(runs[0]), turned(runs[1]), n, count)
                     : factorise(runs[0], runs[1], n, count);
    });
}

std::optional<Status> qr(const StridedView* q, const StridedView& r, const StridedView& a,
                         Redo redo) {
    const std::int64_t m = a.shape[a.ndim - 2], n = a.shape[a.ndim - 1], most = std::max(m, n);
    const std::int64_t columns = r.shape[r.ndim - 2], work = 2 * m * n * std::min(m, n);
    const auto factorise = [=](const MatrixRun& left, const MatrixRun& right, const MatrixRun& in,
                               std::int64_t count) {
        return small_matrix_kernels().qr(left, right, in, m, n, columns, count);
    };
    if (std::min(m, n) == 0) return {};
    if (q == nullptr) {
        const Operands<2> stacks{{{&r, 2}, {&a, 2}}};
        if (!is_served(stacks, 1, most, solving)) return {};
        return for_each_call(stacks, work, redo, [=](const auto& runs, std::int64_t count) {
            return factorise(MatrixRun{}, runs[0], runs[1], count);
        });
    }
    const Operands<3> stacks{{{q, 2}, {&r, 2}, {&a, 2}}};
    if (!is_served(stacks, 2, most, solving)) return {};
    return for_each_call(stacks, work, redo, [=](const auto& runs, std::int64_t count) {
        return factorise(runs[0], runs[1], runs[2], count);
    });
}

std::optional<Status> eigh(const StridedView& values, const StridedView* vectors,
                           const StridedView& a, bool upper, Redo redo) {
    const std::int64_t n = values.shape[values.ndim - 1], work = 20 * n * n * n;
    const auto find = [=](const MatrixRun& out, const MatrixRun& columns, const MatrixRun& in,
                          std::int64_t count) {
        return small_matrix_kernels().eigenvalues(out, columns, upper ? turned(in) : in, n, count);
    };
    if (vectors == nullptr) {
        const Operands<2> stacks{{{&values, 1}, {&a, 2}}};
        if (!is_served(stacks, 1, n, rotating)) return {};
        return for_each_call(stacks, work, redo, [=](const auto& runs, std::int64_t count) {
            return find(runs[0], MatrixRun{}, runs[1], count);
        });
    }
    const Operands<3> stacks{{{&values, 1}, {vectors, 2}, {&a, 2}}};
    if (!is_served(stacks, 2, n, rotating)) return {};
    return for_each_call(stacks, work, redo, [=](const auto& runs, std::int64_t count) {
        return find(runs[0], runs[1], runs[2], count);
    });
}

std::optional<Status> svd(const StridedView* u, const StridedView& s, const StridedView* vh,
                          const StridedView& a, Redo redo) {
    const std::int64_t m = a.shape[a.ndim - 2], n = a.shape[a.ndim - 1];
    const std::int64_t least = std::min(m, n), most = std::max(m, n);
    const std::int64_t work = 30 * least * least * most;
    // A wide matrix by the columns of its transpose.
    const auto decompose = [=](const MatrixRun& left, const MatrixRun& values,
                               const MatrixRun& right, const MatrixRun& in, std::int64_t count) {
        const auto find = small_matrix_kernels().singular_values;
        return m >= n ? find(left, values, right, in, m, n, count)
                      : find(turned(right), values, turned(left), turned(in), n, m, count);
    };
    const bool has_sides = least > 0 && most <= cpu::most_small_order;
    if (u == nullptr) {
        const Operands<2> stacks{{{&s, 1}, {&a, 2}}};
        if (!has_sides || !is_served(stacks, 1, most, rotating)) return {};
        return for_each_call(stacks, work, redo, [=](const auto& runs, std::int64_t count) {
            return decompose(MatrixRun{}, runs[0], MatrixRun{}, runs[1], count);
        });
    }
    const Operands<4> stacks{{{u, 2}, {&s, 1}, {vh, 2}, {&a, 2}}};
    const bool is_reduced = stacks[0].columns() == least && stacks[2].rows() == least;
    if (!has_sides || !is_reduced || !is_served(stacks, 3, most, rotating)) return {};
    return for_each_call(stacks, work, redo, [=](const auto& runs, std::int64_t count) {
        return decompose(runs[0], runs[1], runs[2], runs[3], count);
    });
}

}  // namespace numen::linalg::small
