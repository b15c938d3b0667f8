// Norms, condition numbers, and the functions of numpy.linalg that multiply and take parts.
#include <cmath>

#include "caller.h"

using namespace np::linalg;

namespace {

// A number, or the first letter of a name in a list.
Ord ord_of(const Given& g, std::size_t i) {
    if (const auto* letters = std::get_if<Integers>(&g.arguments.at(i))) {
        return letters->at(0) == 'f' ? frobenius : nuclear;
    }
    return Ord(g.number(i).real());
}

void add_norms() {
    functions["norm"] = [](const Given& g) {
        const bool keepdims = g.integer(2) != 0;
        return one(g.arguments.size() == 3 ? norm(g.array(0), g.axes(1), keepdims)
                                           : norm(g.array(0), ord_of(g, 3), g.axes(1), keepdims));
    };
    functions["matrix_norm"] = [](const Given& g) {
        return one(matrix_norm(g.array(0), ord_of(g, 1), g.integer(2) != 0));
    };
    functions["vector_norm"] = [](const Given& g) {
        return one(vector_norm(g.array(0), g.axes(1), g.integer(2) != 0, g.number(3).real()));
    };
    functions["cond"] = [](const Given& g) {
        return one(g.arguments.size() == 1 ? cond(g.array(0)) : cond(g.array(0), ord_of(g, 1)));
    };
}

void add_products() {
    functions["linalg.outer"] = [](const Given& g) {
        return one(np::linalg::outer(g.array(0), g.array(1)));
    };
    functions["linalg.matmul"] = [](const Given& g) {
        return one(np::linalg::matmul(g.array(0), g.array(1)));
    };
    functions["cross"] = [](const Given& g) {
        return one(cross(g.array(0), g.array(1), g.small(2)));
    };
    functions["vecdot"] = [](const Given& g) {
        return one(vecdot(g.array(0), g.array(1), g.small(2)));
    };
    functions["tensordot"] = [](const Given& g) {
        return one(g.arguments.size() == 3
                       ? tensordot(g.array(0), g.array(1), g.small(2))
                       : tensordot(g.array(0), g.array(1), g.list(2), g.list(3)));
    };
    functions["kron"] = [](const Given& g) { return one(np::kron(g.array(0), g.array(1))); };
    functions["einsum"] = [](const Given& g) {
        std::string subscripts;
        for (std::int64_t letter : g.list(0)) subscripts += static_cast<char>(letter);
        const std::vector<np::Array> all = g.arrays(1);
        return one(np::einsum(subscripts, all));
    };
    functions["multi_dot"] = [](const Given& g) { return one(multi_dot(g.arrays())); };
    functions["matrix_power"] = [](const Given& g) {
        return one(matrix_power(g.array(0), g.integer(1)));
    };
}

void add_parts() {
    functions["matrix_transpose"] = [](const Given& g) {
        return one(matrix_transpose(g.array(0)));
    };
    functions["linalg.diagonal"] = [](const Given& g) {
        return one(np::linalg::diagonal(g.array(0), g.integer(1)));
    };
    functions["trace"] = [](const Given& g) {
        return one(g.arguments.size() == 2 ? trace(g.array(0), g.integer(1))
                                           : trace(g.array(0), g.integer(1), g.array(2).dtype()));
    };
    functions["tensorsolve"] = [](const Given& g) {
        return one(g.arguments.size() == 2 ? tensorsolve(g.array(0), g.array(1))
                                           : tensorsolve(g.array(0), g.array(1), g.list(2)));
    };
    functions["tensorinv"] = [](const Given& g) { return one(tensorinv(g.array(0), g.small(1))); };
}

}  // namespace

void add_tensors() {
    add_norms();
    add_products();
    add_parts();
}
