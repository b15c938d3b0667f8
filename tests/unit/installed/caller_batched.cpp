// The functions on spans: arrays of a type that they take lend them their memory, and receive
// results. Each answers with the integers of info and the number of matrices without an answer.
#include <cmath>
#include <complex>

#include "caller.h"

namespace linalg = np::linalg;

namespace {

// A call's results, first all zeros, and its work space.
struct Call {
    const Given& given;
    const Array& a = given.array(0);
    std::int64_t count = a.shape(0), m = a.shape(1), n = a.shape(2), least = std::min(m, n);
    linalg::Workspace work{48, given.small(given.arguments.size() - 1)};
    std::vector<std::int32_t> info = std::vector<std::int32_t>(static_cast<std::size_t>(count), 7);

    Array zeros(const np::Extents& shape) const { return np::zeros(shape, a.dtype()); }
    Results finish(Results results, std::int64_t missing) const {
        results.push_back(np::array(info));
        results.push_back(np::array(missing));
        return results;
    }
};

template <class T> Results solved(const Given& g) {
    Call call{g};
    const Array &a = g.array(0), &b = g.array(1);
    const Array x = call.zeros(b.shape());
    const auto in = a.span<const T, 3>();
    if (b.ndim() == 2) {
        const auto right = b.span<const T, 2>();
        return call.finish({x}, linalg::solve(x.span<T, 2>(), in, right, call.work, call.info));
    }
    const auto right = b.span<const T, 3>();
    return call.finish({x}, linalg::solve(x.span<T, 3>(), in, right, call.work, call.info));
}

template <class T> Results inverted(const Given& g) {
    Call call{g};
    const Array inverse = call.zeros(call.a.shape());
    const auto missing = linalg::inv(inverse.span<T, 3>(), call.a.span<const T, 3>(), call.work,
                                     call.info);
    return call.finish({inverse}, missing);
}

template <class T> Results determinants(const Given& g) {
    Call call{g};
    const Array value = call.zeros(call.count);
    linalg::det(value.span<T, 1>(), call.a.span<const T, 3>(), call.work);
    return one(value);
}

template <class T> Results log_determinants(const Given& g) {
    Call call{g};
    const Array sign = call.zeros(call.count);
    const Array logarithm = np::real(call.zeros(call.count)).copy();
    using Real = decltype(std::abs(T()));
    linalg::slogdet(sign.span<T, 1>(), logarithm.span<Real, 1>(), call.a.span<const T, 3>(),
                    call.work);
    return {sign, logarithm};
}

template <class T> Results solved_by_triangles(const Given& g) {
    Call call{g};
    const Array &a = g.array(0), &b = g.array(1);
    const Array x = call.zeros(b.shape());
    const linalg::TriangularOptions options{
        .lower = g.integer(3) != 0, .unit_diagonal = g.integer(4) != 0,
        .trans = static_cast<linalg::Transposition>(g.integer(2))};
    const auto missing = linalg::solve_triangular(x.span<T, 3>(), a.span<const T, 3>(),
                                                  b.span<const T, 3>(), call.work, options,
                                                  call.info);
    return call.finish({x}, missing);
}

template <class T> Results factorised(const Given& g) {
    Call call{g};
    const Array factor = call.zeros(call.a.shape());
    const auto missing = linalg::cholesky(factor.span<T, 3>(), call.a.span<const T, 3>(),
                                          call.work, call.info);
    return call.finish({factor}, missing);
}

template <class T> Results orthogonal(const Given& g) {
    Call call{g};
    const Array q = call.zeros({call.count, call.m, call.least});
    const Array r = call.zeros({call.count, call.least, call.n});
    const auto missing = linalg::qr(q.span<T, 3>(), r.span<T, 3>(), call.a.span<const T, 3>(),
                                    call.work, call.info);
    return call.finish({q, r}, missing);
}

// Values, the matrix put together again, and the products of the vectors with each other.
template <class T> Results singular(const Given& g) {
    Call call{g};
    const Array u = call.zeros({call.count, call.m, call.least});
    const Array s = call.zeros({call.count, call.least}), alone = call.zeros(s.shape());
    const Array vh = call.zeros({call.count, call.least, call.n});
    const auto in = call.a.span<const T, 3>();
    const auto missing = linalg::svd(u.span<T, 3>(), s.span<T, 2>(), vh.span<T, 3>(), in,
                                     call.work, call.info);
    linalg::svdvals(alone.span<T, 2>(), in, call.work);
    const Array scaled = u * s[{np::slice(), np::newaxis}];
    return call.finish({s, alone, np::matmul(scaled, vh), np::matmul(np::swapaxes(u, 1, 2), u),
                        np::matmul(vh, np::swapaxes(vh, 1, 2))}, missing);
}

template <class T> Results proper(const Given& g) {
    Call call{g};
    const Array values = call.zeros({call.count, call.n}), alone = call.zeros(values.shape());
    const Array vectors = call.zeros(call.a.shape());
    const auto in = call.a.span<const T, 3>();
    const auto missing = linalg::eigh(values.span<T, 2>(), vectors.span<T, 3>(), in, call.work,
                                      call.info);
    linalg::eigvalsh(alone.span<T, 2>(), in, call.work);
    const Array turned = np::swapaxes(vectors, 1, 2);
    const Array scaled = vectors * values[{np::slice(), np::newaxis}];
    return call.finish({values, alone, np::matmul(scaled, turned), np::matmul(turned, vectors)},
                       missing);
}

template <class T> Results pseudo_inverse(const Given& g) {
    Call call{g};
    const Array inverse = call.zeros({call.count, call.n, call.m});
    const auto missing = linalg::pinv(inverse.span<T, 3>(), call.a.span<const T, 3>(), call.work,
                                      g.number(1).real(), call.info);
    return call.finish({inverse}, missing);
}

template <class T> Results least_squares(const Given& g) {
    Call call{g};
    const Array& b = g.array(1);
    const Array x = call.zeros({call.count, call.n, b.shape(2)});
    const auto missing = linalg::lstsq(x.span<T, 3>(), call.a.span<const T, 3>(),
                                       b.span<const T, 3>(), call.work, -1, call.info);
    return call.finish({x}, missing);
}

template <class T> Results multiplied(const Given& g) {
    Call call{g};
    const Array& b = g.array(1);
    const Array product = call.zeros({call.count, call.m, b.shape(2)});
    linalg::matmul(product.span<T, 3>(), call.a.span<const T, 3>(), b.span<const T, 3>(),
                   call.work);
    return one(product);
}

}  // namespace

void add_batched() {
#define OF_REAL(NAME, CALL)                                                           \
    functions["batched." #NAME] = [](const Given& g) {                                \
        return g.array(0).dtype() == np::Dtype::float32 ? CALL<float>(g)              \
                                                        : CALL<double>(g);            \
    };
#define OF_ALL(NAME, CALL)                                                            \
    functions["batched." #NAME] = [](const Given& g) {                                \
        switch (g.array(0).dtype()) {                                                 \
            case np::Dtype::complex64: return CALL<std::complex<float>>(g);           \
            case np::Dtype::complex128: return CALL<std::complex<double>>(g);         \
            case np::Dtype::float32: return CALL<float>(g);                           \
            default: return CALL<double>(g);                                          \
        }                                                                             \
    };
    OF_ALL(solve, solved) OF_ALL(inv, inverted) OF_ALL(det, determinants)
    OF_ALL(slogdet, log_determinants) OF_ALL(solve_triangular, solved_by_triangles)
    OF_ALL(cholesky, factorised)
    OF_REAL(qr, orthogonal) OF_REAL(svd, singular) OF_REAL(eigh, proper)
    OF_REAL(pinv, pseudo_inverse) OF_REAL(lstsq, least_squares) OF_REAL(matmul, multiplied)
}
