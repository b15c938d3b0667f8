// The functions of numpy.linalg that factorise and solve.
#include "caller.h"

void add_linalg() {
    using namespace np::linalg;
#define OF_ONE(NAME) functions[#NAME] = [](const Given& g) { return one(NAME(g.array(0))); };
    OF_ONE(inv) OF_ONE(det) OF_ONE(svdvals) OF_ONE(matrix_rank) OF_ONE(pinv) OF_ONE(eigvals)
    functions["solve"] = [](const Given& g) { return one(solve(g.array(0), g.array(1))); };
    functions["slogdet"] = [](const Given& g) {
        const auto [sign, logabsdet] = slogdet(g.array(0));
        return Results{sign, logabsdet};
    };
    functions["cholesky"] = [](const Given& g) {
        return one(cholesky(g.array(0), g.integer(1) != 0));
    };
    functions["eigvalsh"] = [](const Given& g) {
        return one(eigvalsh(g.array(0), g.integer(1) != 0 ? 'U' : 'L'));
    };
    functions["qr"] = [](const Given& g) {
        const auto [q, r] = qr(g.array(0), g.integer(1) != 0 ? QrMode::complete : QrMode::reduced);
        return Results{q, r};
    };
    functions["svd"] = [](const Given& g) {
        const auto [u, s, vh] = svd(g.array(0), g.integer(1) != 0);
        return Results{u, s, vh};
    };
    functions["eigh"] = [](const Given& g) {
        const auto [values, vectors] = eigh(g.array(0));
        return Results{values, vectors};
    };
    functions["eig"] = [](const Given& g) {
        const auto [values, vectors] = eig(g.array(0));
        return Results{values, vectors};
    };
    functions["ridge"] = [](const Given& g) {
        return one(g.arguments.size() == 3 ? ridge(g.array(0), g.array(1), g.array(2))
                                           : ridge(g.array(0), g.array(1), g.array(2), g.array(3)));
    };
    functions["ridge_path"] = [](const Given& g) {
        return one(ridge_path(g.array(0), g.array(1), g.array(2)));
    };
    functions["pinv_apply"] = [](const Given& g) {
        return one(pinv_apply(g.array(0), g.array(1)));
    };
    functions["lstsq"] = [](const Given& g) {
        const auto [x, residuals, rank, s] = lstsq(g.array(0), g.array(1));
        return Results{x, residuals, np::array(static_cast<int>(rank)), s};
    };
}
