// The functions of scipy.linalg.
#include "caller.h"

using namespace np::linalg;

namespace {

void add_systems() {
    functions["scipy.solve"] = [](const Given& g) {
        const auto structure = static_cast<Structure>(g.integer(2));
        return one(solve(g.array(0), g.array(1), structure, g.integer(3) != 0));
    };
    functions["scipy.inv"] = [](const Given& g) {
        return one(inv(g.array(0), static_cast<Structure>(g.integer(1)), g.integer(2) != 0));
    };
    functions["solve_triangular"] = [](const Given& g) {
        const TriangularOptions options{.lower = g.integer(3) != 0,
                                        .unit_diagonal = g.integer(4) != 0,
                                        .trans = static_cast<Transposition>(g.integer(2))};
        return one(solve_triangular(g.array(0), g.array(1), options));
    };
    functions["solve_banded"] = [](const Given& g) {
        return one(solve_banded(g.list(0).at(0), g.list(0).at(1), g.array(1), g.array(2)));
    };
}

void add_factors() {
    functions["cho_factor"] = [](const Given& g) {
        const CholeskyFactor factor = cho_factor(g.array(0), g.integer(1) != 0);
        return Results{factor.c, np::array(factor.lower)};
    };
    functions["cho_solve"] = [](const Given& g) {
        return one(cho_solve(cho_factor(g.array(0), g.integer(2) != 0), g.array(1)));
    };
    functions["lu_factor"] = [](const Given& g) {
        const LuFactors factors = lu_factor(g.array(0));
        return Results{factors.lu, factors.piv};
    };
    functions["lu_solve"] = [](const Given& g) {
        return one(lu_solve(lu_factor(g.array(0)), g.array(1),
                            static_cast<Transposition>(g.integer(2))));
    };
    functions["lu"] = [](const Given& g) {
        const LuResult found = lu(g.array(0), g.integer(1) != 0);
        return Results{found.p, found.l, found.u};
    };
    functions["ldl"] = [](const Given& g) {
        const LdlResult found = ldl(g.array(0), g.integer(1) != 0, g.integer(2) != 0);
        return Results{found.l, found.d, found.perm};
    };
}

void add_special_matrices() {
    functions["toeplitz"] = [](const Given& g) {
        return one(g.arguments.size() == 1 ? toeplitz(g.array(0))
                                           : toeplitz(g.array(0), g.array(1)));
    };
    functions["hankel"] = [](const Given& g) {
        return one(g.arguments.size() == 1 ? hankel(g.array(0)) : hankel(g.array(0), g.array(1)));
    };
    functions["circulant"] = [](const Given& g) { return one(circulant(g.array(0))); };
    functions["block_diag"] = [](const Given& g) { return one(block_diag(g.arrays())); };
    functions["hadamard"] = [](const Given& g) {
        return one(g.arguments.size() == 1 ? hadamard(g.integer(0))
                                           : hadamard(g.integer(0), g.array(1).dtype()));
    };
}

}  // namespace

void add_scipy() {
    add_systems();
    add_factors();
    add_special_matrices();
}
