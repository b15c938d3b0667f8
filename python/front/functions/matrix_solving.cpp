// numpy.linalg: solve, inv, det, slogdet, cholesky.
#include "front/functions/matrix_call.h"
#include "front/functions/structure_names.h"
#include "front/functions/tables.h"
#include "linalg/linalg.h"
#include "linalg/systems.h"

namespace numen::front {
namespace {

using linalg::Structure;
using Shape = MatrixCall::Shape;

double cube(npy_intp n) {
    const double side = static_cast<double>(n);
    return side * side * side;
}

// The one argument of `call`, which may be given by its name `a`; null if NumPy must judge.
PyObject* only_argument(const MatrixCall& call) {
    static const Parameters<1> parameters({"a"});
    PyObject* places[1];
    return parameters.read(call.arguments(), places) ? places[0] : nullptr;
}

const char* failure_of(Structure structure) {
    return structure == Structure::positive_definite ? "Matrix is not positive definite"
                                                     : "Singular matrix";
}

bool counts_in_part(Structure structure) {
    return structure != Structure::unknown && structure != Structure::general;
}

PyObject* function_solve(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<3> parameters({"a", "b", "assume"}, 2);
    MatrixCall call("linalg.solve", {args, count, names});
    PyObject* places[3];
    Structure structure;
    if (!parameters.read(call.arguments(), places)) return call.hand_over();
    if (!read_assumed("solve", places[2], structure)) return nullptr;
    call.leave_out_assumed(counts_in_part(structure));
    if (!call.read(places[0], Shape::square) || !call.read_right(places[1])) return call.answer;
    const bool is_vector = call.ndim(1) == 1;
    const npy_intp n = call.rows(0), k = call.columns(1);
    MatrixResult x;
    const bool made = is_vector ? call.make(x, call.work_type(), {n})
                                : call.make(x, call.work_type(), {n, k});
    if (!made) return nullptr;
    const double work =
        static_cast<double>(call.count()) * (cube(n) / 3 + static_cast<double>(n * n * k));
    const bool solved = call.run(work, failure_of(structure), [&] {
        if (structure != Structure::unknown) {
            return linalg::solve_assumed(x.view(), call.input(0), call.input(1), is_vector,
                                         structure);
        }
        const auto find = is_vector ? linalg::solve_vectors : linalg::solve;
        return find(x.view(), call.input(0), call.input(1), call.precision());
    });
    return solved ? call.finish(x) : nullptr;
}

PyObject* function_inv(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<2> parameters({"a", "assume"}, 1);
    MatrixCall call("linalg.inv", {args, count, names});
    PyObject* places[2];
    Structure structure;
    if (!parameters.read(call.arguments(), places)) return call.hand_over();
    if (!read_assumed("inv", places[1], structure)) return nullptr;
    call.leave_out_assumed(counts_in_part(structure));
    if (!call.read(places[0], Shape::square)) return call.answer;
    const npy_intp n = call.rows(0);
    MatrixResult inverse;
    if (!call.make(inverse, call.work_type(), {n, n})) return nullptr;
    const double work = static_cast<double>(call.count()) * cube(n);
    const bool found = call.run(work, failure_of(structure), [&] {
        if (structure != Structure::unknown) {
            return linalg::invert_assumed(inverse.view(), call.input(0), structure);
        }
        return linalg::inv(inverse.view(), call.input(0), call.precision());
    });
    return found ? call.finish(inverse) : nullptr;
}

PyObject* function_det(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    MatrixCall call("linalg.det", {args, count, names});
    if (!call.read(only_argument(call), Shape::square)) return call.answer;
    MatrixResult value;
    if (!call.make(value, call.work_type(), {})) return nullptr;
    const double work = static_cast<double>(call.count()) * cube(call.rows(0)) / 3;
    const bool found = call.run(work, "", [&] {
        return linalg::det(value.view(), call.input(0), call.precision());
    });
    return found && call.report_flags() ? call.finish(value) : nullptr;
}

PyObject* function_slogdet(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    MatrixCall call("linalg.slogdet", {args, count, names});
    if (!call.read(only_argument(call), Shape::square)) return call.answer;
    MatrixResult sign, logarithm;
    if (!call.make(sign, call.work_type(), {})) return nullptr;
    if (!call.make(logarithm, call.real_type(), {})) return nullptr;
    const double work = static_cast<double>(call.count()) * cube(call.rows(0)) / 3;
    const bool found = call.run(work, "", [&] {
        return linalg::slogdet(sign.view(), logarithm.view(), call.input(0),
                               call.precision());
    });
    if (!found || !call.report_flags()) return nullptr;
    return named_results("SlogdetResult", {call.finish(sign), call.finish(logarithm)});
}

PyObject* function_cholesky(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<2> parameters({"a", "upper"}, 1);
    MatrixCall call("linalg.cholesky", {args, count, names});
    PyObject* places[2];
    if (!parameters.read(call.arguments(), places) || count != 1) return call.hand_over();
    const int upper = places[1] == nullptr ? 0 : PyObject_IsTrue(places[1]);
    if (upper < 0) return nullptr;
    if (!call.read(places[0], Shape::square)) return call.answer;
    const npy_intp n = call.rows(0);
    MatrixResult factor;
    if (!call.make(factor, call.work_type(), {n, n})) return nullptr;
    const double work = static_cast<double>(call.count()) * cube(n) / 6;
    const bool found = call.run(work, "Matrix is not positive definite", [&] {
        return linalg::cholesky(factor.view(), call.input(0), upper != 0, call.precision());
    });
    return found ? call.finish(factor) : nullptr;
}

}  // namespace

PyMethodDef matrix_solving_functions[] = {
    {"linalg.solve", guarded<function_solve>(), fast, nullptr},
    {"linalg.inv", guarded<function_inv>(), fast, nullptr},
    {"linalg.det", guarded<function_det>(), fast, nullptr},
    {"linalg.slogdet", guarded<function_slogdet>(), fast, nullptr},
    {"linalg.cholesky", guarded<function_cholesky>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
