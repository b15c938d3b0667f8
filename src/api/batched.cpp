#include "numen/batched.h"

#include <algorithm>
#include <new>
#include <utility>

#include "api/batched_call.h"
#include "api/body.h"
#include "api/message.h"
#include "backends/cpu/small_matrices.h"

namespace numen::linalg {

using namespace api;

namespace {

static_assert(Workspace::most_side == cpu::most_small_order);
constexpr std::align_val_t alignment{64};

std::int64_t checked_side(std::int64_t side, int threads) {
    check_kernels();
    if (side < 1 || side > Workspace::most_side) {
        throw ValueError(message("Workspace: sides from 1 to ", Workspace::most_side, ", got ",
                                 side));
    }
    if (threads < 1) throw ValueError(message("Workspace: needs a thread, got ", threads));
    return side;
}

batched::WorkSpace of(Workspace& work) { return WorkspaceAccess::of(work); }

std::int32_t* start_of(Info info) { return info.empty() ? nullptr : info.data(); }

// Whether there is nothing to compute; then all have an answer.
bool is_nothing(const Batch& a, Info info) {
    if (a.count > 0 && a.rows > 0 && a.columns > 0) return false;
    clear(info);
    return true;
}

template <class T, int N>
std::int64_t solve_spans(Span<T, N> x, Input<T, 3> a, Input<T, N> b, Workspace& work, Info info) {
    const Batch to = batch_of(x), in = batch_of(a), right = batch_of(b);
    const std::int64_t n = in.rows, k = right.columns;
    check_batches("solve", in.count, {{"x", to, n, k}}, {{"a", in, n, n}, {"b", right, n, k}},
                  work, info);
    if (is_nothing(to, info)) return 0;
    return batched::solve(to, in, right, of(work), start_of(info));
}

template <class T>
std::int64_t svd_spans(const Batch* u, const Batch& s, const Batch* vh, const Batch& a,
                       Workspace& work, Info info) {
    if (is_nothing(a, info)) return 0;
    return batched::svd(u, s, vh, a, of(work), start_of(info));
}

}  // namespace

Workspace::Workspace(std::int64_t side, int threads)
    : side_(checked_side(side, threads)), threads_(threads), bytes_(batched::slot_bytes(side)) {
    const auto bytes = static_cast<std::size_t>(bytes_) * static_cast<std::size_t>(threads);
    void* memory = ::operator new(bytes, alignment, std::nothrow);
    if (memory == nullptr) throw MemoryError(message("Workspace: no memory for ", bytes, " bytes"));
    memory_.reset(static_cast<std::byte*>(memory));
    std::fill_n(memory_.get(), bytes, std::byte{});  // so that no page is new in a loop
    batched::start(threads);
}

void Workspace::Release::operator()(std::byte* memory) const {
    ::operator delete(memory, alignment);
}

template <class T>
std::int64_t solve(Span<T, 2> x, Input<T, 3> a, Input<T, 2> b, Workspace& work, Info info) {
    return solve_spans<T, 2>(x, a, b, work, info);
}

template <class T>
std::int64_t solve(Span<T, 3> x, Input<T, 3> a, Input<T, 3> b, Workspace& work, Info info) {
    return solve_spans<T, 3>(x, a, b, work, info);
}

template <class T>
std::int64_t inv(Span<T, 3> inverse, Input<T, 3> a, Workspace& work, Info info) {
    const Batch to = batch_of(inverse), in = batch_of(a);
    const std::int64_t n = in.rows;
    check_batches("inv", in.count, {{"inverse", to, n, n}}, {{"a", in, n, n}}, work, info);
    if (is_nothing(in, info)) return 0;
    return batched::inv(to, in, of(work), start_of(info));
}

template <class T> void det(Span<T, 1> value, Input<T, 3> a, Workspace& work) {
    const Batch to = batch_of(value), in = batch_of(a);
    check_batches("det", in.count, {{"value", to, 1, 1}}, {{"a", in, in.rows, in.rows}}, work);
    if (is_nothing(in, {})) return fill(to, 1);
    batched::det(to, in, of(work));
}

template <class T>
void slogdet(Span<T, 1> sign, Span<typename internal::Magnitude<T>::Type, 1> logabsdet,
             Input<T, 3> a, Workspace& work) {
    const Batch to = batch_of(sign), logarithm = batch_of(logabsdet), in = batch_of(a);
    check_batches("slogdet", in.count, {{"sign", to, 1, 1}, {"logabsdet", logarithm, 1, 1}},
                  {{"a", in, in.rows, in.rows}}, work);
    if (!is_nothing(in, {})) return batched::slogdet(to, logarithm, in, of(work));
    fill(to, 1);
    fill(logarithm, 0);
}

template <class T>
std::int64_t solve_triangular(Span<T, 3> x, Input<T, 3> a, Input<T, 3> b, Workspace& work,
                              const TriangularOptions& options, Info info) {
    const Batch to = batch_of(x), right = batch_of(b);
    Batch in = batch_of(a);
    const bool is_turned = options.trans != Transposition::none;
    if (is_turned) std::swap(in.row_step, in.column_step);
    const std::int64_t n = in.rows, k = right.columns;
    check_batches("solve_triangular", in.count, {{"x", to, n, k}},
                  {{"a", in, n, n}, {"b", right, n, k}}, work, info);
    if (is_nothing(to, info)) return 0;
    const batched::Triangle triangle{options.lower != is_turned, options.unit_diagonal,
                                     options.trans == Transposition::adjoint};
    return batched::solve_triangular(to, in, right, triangle, of(work), start_of(info));
}

template <class T>
std::int64_t cholesky(Span<T, 3> factor, Input<T, 3> a, Workspace& work, Info info) {
    const Batch to = batch_of(factor), in = batch_of(a);
    const std::int64_t n = in.rows;
    check_batches("cholesky", in.count, {{"factor", to, n, n}}, {{"a", in, n, n}}, work, info);
    if (is_nothing(in, info)) return 0;
    return batched::cholesky(to, in, of(work), start_of(info));
}

template <class T>
std::int64_t qr(Span<T, 3> q, Span<T, 3> r, Input<T, 3> a, Workspace& work, Info info) {
    const Batch left = batch_of(q), right = batch_of(r), in = batch_of(a);
    const std::int64_t m = in.rows, n = in.columns, least = std::min(m, n);
    check_batches("qr", in.count, {{"q", left, m, least}, {"r", right, least, n}},
                  {{"a", in, m, n}}, work, info);
    if (is_nothing(in, info)) return 0;
    return batched::qr(left, right, in, of(work), start_of(info));
}

template <class T>
std::int64_t svd(Span<T, 3> u, Span<T, 2> s, Span<T, 3> vh, Input<T, 3> a, Workspace& work,
                 Info info) {
    const Batch left = batch_of(u), values = batch_of(s), right = batch_of(vh), in = batch_of(a);
    const std::int64_t m = in.rows, n = in.columns, least = std::min(m, n);
    check_batches("svd", in.count,
                  {{"u", left, m, least}, {"s", values, least, 1}, {"vh", right, least, n}},
                  {{"a", in, m, n}}, work, info);
    return svd_spans<T>(&left, values, &right, in, work, info);
}

template <class T>
std::int64_t svdvals(Span<T, 2> s, Input<T, 3> a, Workspace& work, Info info) {
    const Batch values = batch_of(s), in = batch_of(a);
    check_batches("svdvals", in.count, {{"s", values, std::min(in.rows, in.columns), 1}},
                  {{"a", in, in.rows, in.columns}}, work, info);
    return svd_spans<T>(nullptr, values, nullptr, in, work, info);
}

template <class T>
std::int64_t eigh(Span<T, 2> eigenvalues, Span<T, 3> eigenvectors, Input<T, 3> a, Workspace& work,
                  Info info) {
    const Batch values = batch_of(eigenvalues), vectors = batch_of(eigenvectors), in = batch_of(a);
    const std::int64_t n = in.rows;
    check_batches("eigh", in.count,
                  {{"eigenvalues", values, n, 1}, {"eigenvectors", vectors, n, n}},
                  {{"a", in, n, n}}, work, info);
    if (is_nothing(in, info)) return 0;
    return batched::eigh(values, &vectors, in, of(work), start_of(info));
}

template <class T>
std::int64_t eigvalsh(Span<T, 2> eigenvalues, Input<T, 3> a, Workspace& work, Info info) {
    const Batch values = batch_of(eigenvalues), in = batch_of(a);
    const std::int64_t n = in.rows;
    check_batches("eigvalsh", in.count, {{"eigenvalues", values, n, 1}}, {{"a", in, n, n}}, work,
                  info);
    if (is_nothing(in, info)) return 0;
    return batched::eigh(values, nullptr, in, of(work), start_of(info));
}

template <class T>
std::int64_t pinv(Span<T, 3> inverse, Input<T, 3> a, Workspace& work, double rcond, Info info) {
    const Batch to = batch_of(inverse), in = batch_of(a);
    const std::int64_t m = in.rows, n = in.columns;
    check_batches("pinv", in.count, {{"inverse", to, n, m}}, {{"a", in, m, n}}, work, info);
    if (is_nothing(in, info)) return 0;
    return batched::pinv(to, in, rcond, of(work), start_of(info));
}

template <class T>
std::int64_t lstsq(Span<T, 3> x, Input<T, 3> a, Input<T, 3> b, Workspace& work, double rcond,
                   Info info) {
    const Batch to = batch_of(x), in = batch_of(a), right = batch_of(b);
    const std::int64_t m = in.rows, n = in.columns, k = right.columns;
    check_batches("lstsq", in.count, {{"x", to, n, k}}, {{"a", in, m, n}, {"b", right, m, k}},
                  work, info);
    if (is_nothing(in, info)) {
        fill(to, 0);
        return 0;
    }
    return batched::lstsq(to, in, right, rcond, of(work), start_of(info));
}

template <class T>
void matmul(Span<T, 3> product, Input<T, 3> a, Input<T, 3> b, Workspace& work) {
    const Batch to = batch_of(product), left = batch_of(a), right = batch_of(b);
    const std::int64_t m = left.rows, n = right.columns, k = left.columns;
    check_batches("matmul", left.count, {{"product", to, m, n}},
                  {{"a", left, m, k}, {"b", right, k, n}}, work);
    if (is_nothing(left, {})) return fill(to, 0);
    if (n > 0) batched::matmul(to, left, right, of(work));
}

// Of all types that there are kernels for, and of real ones.
#define NUMEN_FOR_ALL(T)                                                                          \
    template std::int64_t solve(Span<T, 2>, Input<T, 3>, Input<T, 2>, Workspace&, Info);          \
    template std::int64_t solve(Span<T, 3>, Input<T, 3>, Input<T, 3>, Workspace&, Info);          \
    template std::int64_t inv(Span<T, 3>, Input<T, 3>, Workspace&, Info);                         \
    template void det(Span<T, 1>, Input<T, 3>, Workspace&);                                       \
    template void slogdet(Span<T, 1>, Span<internal::Magnitude<T>::Type, 1>, Input<T, 3>,         \
                          Workspace&);                                                            \
    template std::int64_t solve_triangular(Span<T, 3>, Input<T, 3>, Input<T, 3>, Workspace&,      \
                                           const TriangularOptions&, Info);                       \
    template std::int64_t cholesky(Span<T, 3>, Input<T, 3>, Workspace&, Info);
#define NUMEN_FOR_REAL(T)                                                                         \
    template std::int64_t qr(Span<T, 3>, Span<T, 3>, Input<T, 3>, Workspace&, Info);              \
    template std::int64_t svd(Span<T, 3>, Span<T, 2>, Span<T, 3>, Input<T, 3>, Workspace&, Info); \
    template std::int64_t svdvals(Span<T, 2>, Input<T, 3>, Workspace&, Info);                     \
    template std::int64_t eigh(Span<T, 2>, Span<T, 3>, Input<T, 3>, Workspace&, Info);            \
    template std::int64_t eigvalsh(Span<T, 2>, Input<T, 3>, Workspace&, Info);                    \
    template std::int64_t pinv(Span<T, 3>, Input<T, 3>, Workspace&, double, Info);                \
    template std::int64_t lstsq(Span<T, 3>, Input<T, 3>, Input<T, 3>, Workspace&, double, Info);  \
    template void matmul(Span<T, 3>, Input<T, 3>, Input<T, 3>, Workspace&);
NUMEN_FOR_ALL(double)
NUMEN_FOR_ALL(float)
NUMEN_FOR_ALL(std::complex<double>)
NUMEN_FOR_ALL(std::complex<float>)
NUMEN_FOR_REAL(double)
NUMEN_FOR_REAL(float)

}  // namespace numen::linalg
