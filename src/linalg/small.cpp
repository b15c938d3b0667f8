#include "linalg/small.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>

#include "array/leading_axes.h"
#include "backends/cpu/small_matrices.h"
#include "backends/cpu/thread_pool.h"
#include "linalg/stack.h"

namespace numen::linalg::small {
namespace {

using cpu::MatrixRun;
using cpu::small_matrix_kernels;

// Up to which order lanes take less time than LAPACK, and from how many matrices on: a pack of one
// costs as much as a full one. Of the entries the first whose order is not below that of the
// question holds. Measured on AVX-512 with matrices without structure, one to eight at a time.
struct Crossover {
    std::int64_t order, least_count;
};
constexpr std::size_t most_entries = 5;
struct Crossovers {
    Crossover real[most_entries], complex[most_entries];  // order 0: no more entries
};
constexpr Crossovers solving = {{{8, 1}, {16, 2}, {32, 3}, {48, 4}, {64, 5}},
                                {{16, 2}, {24, 3}, {32, 4}}};
constexpr Crossovers substituting = {{{8, 1}, {16, 2}, {32, 3}, {48, 4}},
                                     {{16, 2}, {24, 3}, {32, 4}}};
constexpr Crossovers inverting = {{{8, 1}, {16, 2}, {32, 3}, {48, 5}, {64, 6}},
                                  {{16, 2}, {24, 3}, {32, 4}}};
constexpr Crossovers reflecting = {{{8, 1}, {16, 2}, {32, 3}, {48, 4}}, {}};
constexpr Crossovers rotating = {{{8, 1}, {16, 2}, {32, 4}, {48, 6}}, {}};
constexpr Crossovers rotating_values = {{{8, 1}, {16, 3}, {32, 6}}, {}};  // without vectors
// The longer side of the matrices that are reduced to their shorter one first, and the side of the
// squares of vectors asked of them.
constexpr std::int64_t most_of_tall = 512, most_square = 64;

std::atomic<std::uint64_t> answered{0};

// A stack as the kernels see it; null where an answer is not wanted.
struct Operand {
    const StridedView* view;
    int inner;  // axes of a matrix (2), a vector (1), a number (0)

    std::int64_t rows() const { return inner > 0 ? view->shape[view->ndim - inner] : 1; }
    std::int64_t columns() const { return inner == 2 ? view->shape[view->ndim - 1] : 1; }
    MatrixRun run(std::int64_t offset, std::int64_t step) const {
        if (view == nullptr) return {};
        const std::int64_t* steps = view->strides + view->ndim - inner;
        return {view->data + offset, step, inner > 0 ? steps[0] : 0, inner == 2 ? steps[1] : 0,
                view->dtype};
    }
};

// Of one call, inputs last.
template <std::size_t operands> using Operands = std::array<Operand, operands>;

template <std::size_t operands> bool is_any_complex(const Operands<operands>& stacks) {
    return std::any_of(stacks.begin(), stacks.end(), [](const Operand& stack) {
        return stack.view != nullptr && is_complex(stack.view->dtype);
    });
}

// Whether the kernels take the stacks, and pay.
template <std::size_t operands>
bool is_served(const Operands<operands>& stacks, std::int64_t order,
               const Crossovers& crossovers) {
    for (const Operand& stack : stacks) {
        if (stack.view != nullptr && stack.view->dtype == Dtype::float16) return false;
    }
    const Operand& input = stacks.back();
    std::int64_t count = 1;
    for (int axis = 0; axis < input.view->ndim - input.inner; ++axis) {
        count *= input.view->shape[axis];
    }
    for (const Crossover& entry : is_any_complex(stacks) ? crossovers.complex : crossovers.real) {
        if (order <= entry.order) return order > 0 && count >= entry.least_count;
    }
    return false;
}

// Whether inputs and results are all float32.
template <std::size_t operands> bool is_single(const Operands<operands>& stacks) {
    return std::all_of(stacks.begin(), stacks.end(), [](const Operand& stack) {
        return stack.view == nullptr || stack.view->dtype == Dtype::float32;
    });
}

template <std::size_t operands> std::int64_t work_bytes(const Operands<operands>& stacks) {
    std::int64_t elements = 1, side = 1;
    for (const Operand& stack : stacks) {
        if (stack.view == nullptr) continue;
        elements = std::max(elements, stack.rows() * stack.columns());
        side = std::max({side, stack.rows(), stack.columns()});
    }
    return cpu::work_bytes(elements, side, is_any_complex(stacks));
}

// What a kernel is called with.
template <std::size_t operands> struct Call {
    std::array<MatrixRun, operands> runs;
    std::int64_t count;
    void* work;
};

// Multiplications of one piece of a stack; reading and writing an element takes as long as some.
constexpr std::int64_t piece_work = 1 << 17, element_work = 3;

// Calls kernel(call) for all matrices of the stacks, on all threads, and `redo` for those that it
// leaves open. `work`: multiplications for one matrix.
template <std::size_t operands, class Kernel>
Status for_each_call(const Operands<operands>& stacks, std::int64_t work, Redo redo,
                     Kernel&& kernel) {
    const Operand& input = stacks.back();
    std::array<const StridedView*, operands> views;
    for (std::size_t i = 0; i < operands; ++i) {
        views[i] = stacks[i].view != nullptr ? stacks[i].view : input.view;
    }
    const LeadingAxes<operands> leading(views, input.view->ndim - input.inner);
    // Pieces of whole packs, of which every matrix costs the same.
    const std::int64_t pack = small_matrix_kernels().lanes, all = leading.count();
    const std::int64_t moves = element_work * input.rows() * input.columns();
    const std::int64_t grain = piece_work / ((work + moves) * pack) + 1;
    const std::int64_t bytes = work_bytes(stacks);
    const auto run_calls = [&](std::int64_t begin, std::int64_t end) {
        Scratch scratch;
        Call<operands> call;
        call.work = scratch.take<char>(bytes);
        Status status = status_ok;
        const std::int64_t last = std::min(end * pack, all);
        for (std::int64_t index = begin * pack; index < last; index += call.count) {
            const auto place = leading.find(index);
            call.count = std::min({place.following, last - index, cpu::most_of_call});
            for (std::size_t i = 0; i < operands; ++i) {
                call.runs[i] = stacks[i].run(place.offsets[i], leading.step(i));
            }
            const cpu::Open all_open = kernel(call);
            answered.fetch_add(static_cast<std::uint64_t>(call.count - std::popcount(all_open)),
                               std::memory_order_relaxed);
            for (cpu::Open open = all_open; open != 0; open &= open - 1) {
                status |= redo(index + std::countr_zero(open));
            }
        }
        return status;
    };
    return cpu::parallel_for((all + pack - 1) / pack, grain, run_calls);
}

}  // namespace

std::uint64_t matrices_in_lanes() { return answered.load(std::memory_order_relaxed); }

std::optional<Status> solve(const StridedView& x, const StridedView& a, const StridedView& b,
                            bool are_vectors, Redo redo) {
    const int inner = are_vectors ? 1 : 2;
    const Operands<3> stacks{{{&x, inner}, {&b, inner}, {&a, 2}}};
    const std::int64_t n = stacks[2].rows(), k = stacks[0].columns();
    if (k == 0 || k > cpu::most_small_order || !is_served(stacks, n, solving)) return {};
    return for_each_call(stacks, n * n * n / 3 + n * n * k, redo, [=](const Call<3>& call) {
        const auto& [x_run, b_run, a_run] = call.runs;
        return small_matrix_kernels().solve(x_run, a_run, b_run, n, k, call.count, call.work);
    });
}

std::optional<Status> inv(const StridedView& inverse, const StridedView& a, Redo redo) {
    const Operands<2> stacks{{{&inverse, 2}, {&a, 2}}};
    const std::int64_t n = stacks[1].rows();
    if (!is_served(stacks, n, inverting)) return {};
    return for_each_call(stacks, 4 * n * n * n / 3 + 1, redo, [=](const Call<2>& call) {
        return small_matrix_kernels().invert(call.runs[0], call.runs[1], n, call.count, call.work);
    });
}

std::optional<Status> invert_guarded(const StridedView& inverse, const StridedView& a, double most,
                                     Redo redo) {
    const Operands<2> stacks{{{&inverse, 2}, {&a, 2}}};
    const std::int64_t n = stacks[1].rows();
    if (!is_served(stacks, n, inverting)) return {};
    return for_each_call(stacks, 4 * n * n * n / 3 + 1, redo, [=](const Call<2>& call) {
        const auto& [inverse_run, a_run] = call.runs;
        const cpu::SmallMatrixKernels& kernels = small_matrix_kernels();
        const cpu::Open singular = kernels.invert(inverse_run, a_run, n, call.count, call.work);
        return singular |
               kernels.ill_conditioned(a_run, inverse_run, n, most, call.count, call.work);
    });
}

std::optional<Status> det(const StridedView& determinant, const StridedView& a, double unit,
                          Redo redo) {
    const Operands<2> stacks{{{&determinant, 0}, {&a, 2}}};
    const std::int64_t n = stacks[1].rows();
    if (!is_served(stacks, n, solving)) return {};
    return for_each_call(stacks, n * n * n / 3 + n, redo, [=](const Call<2>& call) {
        const auto find = small_matrix_kernels().determinants;
        return find(call.runs[0], call.runs[1], n, unit, call.count, call.work);
    });
}

std::optional<Status> slogdet(const StridedView& sign, const StridedView& logarithm,
                              const StridedView& a, Redo redo) {
    const Operands<3> stacks{{{&sign, 0}, {&logarithm, 0}, {&a, 2}}};
    const std::int64_t n = stacks[2].rows();
    if (!is_served(stacks, n, solving)) return {};
    return for_each_call(stacks, n * n * n / 3 + n, redo, [=](const Call<3>& call) {
        const auto find = small_matrix_kernels().log_determinants;
        return find(call.runs[0], call.runs[1], call.runs[2], n, call.count, call.work);
    });
}

std::optional<Status> solve_triangular(const StridedView& x, const StridedView& a,
                                       const StridedView& b, Triangular kind, Redo redo) {
    const Operands<3> stacks{{{&x, 2}, {&b, 2}, {&a, 2}}};
    const std::int64_t n = stacks[2].rows(), k = stacks[0].columns();
    if (k == 0 || k > cpu::most_small_order || !is_served(stacks, n, substituting)) {
        return {};
    }
    const cpu::TriangleKind triangle{kind.lower != kind.transposed, kind.unit, kind.conjugated};
    return for_each_call(stacks, n * n * k / 2 + n, redo, [=](const Call<3>& call) {
        const auto& [x_run, b_run, a_run] = call.runs;
        return small_matrix_kernels().solve_triangular(
            x_run, kind.transposed ? turned(a_run) : a_run, b_run, n, k, triangle, call.count,
            call.work);
    });
}

std::optional<Status> solve_positive(const StridedView& x, const StridedView& a,
                                     const StridedView& b, Positive kind, Redo redo) {
    const Operands<3> stacks{{{&x, 2}, {&b, 2}, {&a, 2}}};
    const std::int64_t n = stacks[2].rows(), k = stacks[0].columns();
    if (k == 0 || k > cpu::most_small_order || !is_served(stacks, n, solving)) return {};
    // The transpose of an upper triangle holds the conjugates of the lower one.
    const cpu::PositiveKind positive{kind.is_factor, !kind.lower};
    return for_each_call(stacks, n * n * n / 6 + n * n * k, redo, [=](const Call<3>& call) {
        const auto& [x_run, b_run, a_run] = call.runs;
        return small_matrix_kernels().solve_positive(x_run, kind.lower ? a_run : turned(a_run),
                                                     b_run, n, k, positive, call.count, call.work);
    });
}

std::optional<Status> cholesky(const StridedView& factor, const StridedView& a, bool upper,
                               Redo redo) {
    const Operands<2> stacks{{{&factor, 2}, {&a, 2}}};
    const std::int64_t n = stacks[1].rows();
    if (!is_served(stacks, n, solving)) return {};
    return for_each_call(stacks, n * n * n / 6 + n, redo, [=](const Call<2>& call) {
        const auto& [out, in] = call.runs;
        return small_matrix_kernels().cholesky(upper ? turned(out) : out, upper ? turned(in) : in,
                                               n, call.count, call.work);
    });
}

std::optional<Status> qr(const StridedView* q, const StridedView& r, const StridedView& a,
                         Redo redo) {
    const std::int64_t m = a.shape[a.ndim - 2], n = a.shape[a.ndim - 1];
    const std::int64_t least = std::min(m, n), columns = r.shape[r.ndim - 2];
    const std::int64_t work = 2 * m * n * least;
    const Operands<3> stacks{{{q, 2}, {&r, 2}, {&a, 2}}};
    if (!is_served(stacks, least, reflecting) || std::max(m, n) > most_of_tall ||
        columns > most_square) {
        return {};
    }
    return for_each_call(stacks, work, redo, [=](const Call<3>& call) {
        return small_matrix_kernels().qr(call.runs[0], call.runs[1], call.runs[2], m, n, columns,
                                         call.count, call.work);
    });
}

std::optional<Status> eigh(const StridedView& values, const StridedView* vectors,
                           const StridedView& a, bool upper, Redo redo) {
    const Operands<3> stacks{{{&values, 1}, {vectors, 2}, {&a, 2}}};
    const std::int64_t n = stacks[0].rows();
    if (!is_served(stacks, n, vectors == nullptr ? rotating_values : rotating)) return {};
    return for_each_call(stacks, 20 * n * n * n, redo, [=](const Call<3>& call) {
        const auto& [out, columns, in] = call.runs;
        const cpu::SpectralAnswers answers = small_matrix_kernels().eigenvalues(
            out, columns, upper ? turned(in) : in, n, call.count, call.work);
        return answers.open | answers.coarse;
    });
}

std::optional<Status> svd(const StridedView* u, const StridedView& s, const StridedView* vh,
                          const StridedView& a, Precision precision, Redo redo) {
    const Operands<4> stacks{{{u, 2}, {&s, 1}, {vh, 2}, {&a, 2}}};
    const std::int64_t m = stacks[3].rows(), n = stacks[3].columns();
    const std::int64_t least = std::min(m, n), most = std::max(m, n);
    // Of u or vh, whose other side is longer.
    const std::int64_t columns =
        u == nullptr ? least : m >= n ? stacks[0].columns() : stacks[2].rows();
    const bool is_native = is_single(stacks) && precision == Precision::native;
    if (!is_served(stacks, least, u == nullptr ? rotating_values : rotating) ||
        most > most_of_tall || columns > most_square) {
        return {};
    }
    return for_each_call(stacks, 30 * least * least * most, redo, [=](const Call<4>& call) {
        const auto& kernels = small_matrix_kernels();
        const auto find = is_native ? kernels.native_singular_values : kernels.singular_values;
        const auto& [u_run, s_run, vh_run, in] = call.runs;
        // A wide matrix by the columns of its transpose.
        const cpu::SpectralAnswers answers =
            m >= n ? find(u_run, s_run, vh_run, in, m, n, columns, call.count, call.work)
                   : find(turned(vh_run), s_run, turned(u_run), turned(in), n, m, columns,
                          call.count, call.work);
        return answers.open | answers.coarse;
    });
}

std::optional<Status> pinv(const StridedView& inverse, const StridedView& a,
                           const StridedView& rcond, Precision precision, Redo redo) {
    const Operands<3> stacks{{{&inverse, 2}, {&rcond, 0}, {&a, 2}}};
    const std::int64_t m = stacks[2].rows(), n = stacks[2].columns();
    const std::int64_t least = std::min(m, n), most = std::max(m, n);
    if (!is_served(stacks, least, rotating) || most > most_of_tall) return {};
    const bool is_native = precision == Precision::native &&
                           inverse.dtype == Dtype::float32 && a.dtype == Dtype::float32;
    return for_each_call(stacks, 25 * least * least * most, redo, [=](const Call<3>& call) {
        const auto& kernels = small_matrix_kernels();
        const auto find = is_native ? kernels.native_pseudo_inverses : kernels.pseudo_inverses;
        const auto& [out, cut, in] = call.runs;
        return m >= n ? find(out, in, cut, m, n, call.count, call.work)
                      : find(turned(out), turned(in), cut, n, m, call.count, call.work);
    });
}

std::optional<Status> lstsq(const StridedView& x, const StridedView& residuals,
                            const StridedView& rank, const StridedView& s, const StridedView& a,
                            const StridedView& b, double rcond, Redo redo) {
    const Operands<5> numbers{{{&x, 2}, {&residuals, 1}, {&s, 1}, {&b, 2}, {&a, 2}}};
    const std::int64_t m = numbers[4].rows(), n = numbers[4].columns(), k = numbers[3].columns();
    const std::int64_t least = std::min(m, n), most = std::max(m, n);
    if (!is_served(numbers, least, rotating) || most > most_of_tall || k == 0 || k > least) {
        return {};
    }
    const Operands<6> stacks{{{&x, 2}, {&residuals, 1}, {&rank, 0}, {&s, 1}, {&b, 2}, {&a, 2}}};
    return for_each_call(stacks, 35 * least * least * most, redo, [=](const Call<6>& call) {
        const auto& [solution, squares, ranks, values, right, in] = call.runs;
        double found[cpu::most_of_call];
        const MatrixRun found_ranks{reinterpret_cast<char*>(found), 8, 8, 8, Dtype::float64};
        const cpu::Open open = small_matrix_kernels().least_squares(
            {solution, squares, found_ranks, values, in, right}, rcond, m, n, k, call.count,
            call.work);
        for (std::int64_t i = 0; i < call.count; ++i) {
            const auto whole = static_cast<std::int64_t>(found[i]);
            std::memcpy(ranks.data + i * ranks.step, &whole, sizeof whole);
        }
        return open;
    });
}

}  // namespace numen::linalg::small
