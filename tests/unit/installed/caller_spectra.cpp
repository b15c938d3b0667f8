// The functions of scipy.linalg that factorise, and functions of matrices. Where vectors have free
// signs, products that have none.
#include "caller.h"

using namespace np::linalg;

namespace {

Array adjoint(const Array& a) { return np::conjugate(np::swapaxes(a, -1, -2)); }

void add_functions_of_matrices() {
    functions["expm"] = [](const Given& g) { return one(expm(g.array(0))); };
    functions["sqrtm"] = [](const Given& g) { return one(sqrtm(g.array(0))); };
    functions["logm"] = [](const Given& g) { return one(logm(g.array(0))); };
}

void add_factors() {
    functions["pivoted_qr"] = [](const Given& g) {
        const auto mode = g.integer(1) != 0 ? QrMode::reduced : QrMode::complete;
        const PivotedQrResult found = qr(g.array(0), Pivoting::columns, mode);
        return Results{np::matmul(found.q, found.r), np::matmul(adjoint(found.q), found.q),
                       found.p};
    };
    functions["orth"] = [](const Given& g) {
        const Array q = orth(g.array(0));
        return one(np::matmul(q, adjoint(q)));
    };
    functions["null_space"] = [](const Given& g) {
        const Array q = null_space(g.array(0));
        return one(np::matmul(q, adjoint(q)));
    };
    functions["polar"] = [](const Given& g) {
        const auto side = g.integer(1) != 0 ? PolarSide::left : PolarSide::right;
        const PolarResult found = polar(g.array(0), side);
        return Results{found.u, found.p};
    };
    functions["pinvh"] = [](const Given& g) { return one(pinvh(g.array(0), g.integer(1) != 0)); };
    functions["schur"] = [](const Given& g) {
        const SchurResult found =
            schur(g.array(0), g.integer(1) != 0 ? SchurForm::complex : SchurForm::real);
        return one(np::matmul(np::matmul(found.z, found.t), adjoint(found.z)));
    };
}

void add_spectra() {
    functions["eigh_part"] = [](const Given& g) {
        const EighOptions options{.by_index = std::pair(g.integer(1), g.integer(2))};
        return one(eigh(g.array(0), options).eigenvalues);
    };
    functions["eigh_between"] = [](const Given& g) {
        const EighOptions options{.by_value = std::pair(static_cast<double>(g.integer(1)),
                                                        static_cast<double>(g.integer(2)))};
        return one(eigh(g.array(0), options).eigenvalues);
    };
    functions["eigh_pair"] = [](const Given& g) {
        return one(eigh(g.array(0), g.array(1), {.type = g.small(2)}).eigenvalues);
    };
    // y^H a = w y^H b: what is left of it, and the lengths of the vectors.
    functions["eig_left"] = [](const Given& g) {
        const bool is_pair = g.arguments.size() == 2;
        const auto [w, y, z] = is_pair ? eig(g.array(0), g.array(1), EigVectors::of_both_sides)
                                       : eig(g.array(0), EigVectors::of_both_sides);
        const np::Array b = is_pair ? np::matmul(adjoint(y), g.array(1)) : adjoint(y);
        const np::Array rest = np::matmul(adjoint(y), g.array(0)) - np::expand_dims(w, -1) * b;
        const double bound = w.dtype() == np::Dtype::complex64 ? 1e-4 : 1e-12;
        return Results{w, np::max(np::absolute(rest)) < bound, vector_norm(y, -2),
                       vector_norm(z, -2)};
    };
    functions["schur_sorted"] = [](const Given& g) {
        const auto form = g.integer(1) != 0 ? SchurForm::complex : SchurForm::real;
        const auto [t, z, sdim] = schur(g.array(0), static_cast<SchurSort>(g.integer(2)), form);
        return Results{np::matmul(np::matmul(z, t), adjoint(z)), sdim};
    };
    functions["eig_pair"] = [](const Given& g) {
        return one(eig(g.array(0), g.array(1)).eigenvalues);
    };
}

}  // namespace

void add_spectra_of_scipy() {
    add_functions_of_matrices();
    add_factors();
    add_spectra();
}
