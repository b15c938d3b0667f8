// scipy.linalg: eigh, eigvalsh.
#include <algorithm>
#include <cmath>
#include <vector>

#include "front/functions/scipy_results.h"
#include "front/functions/tables.h"
#include "linalg/spectral.h"

namespace numen::front {
namespace {

using By = ScipyCall::By;
using Core = ScipyCall::Core;
using linalg::EighQuestion;
using linalg::Precision;
using Method = EighQuestion::Method;
using Part = EighQuestion::Part;

// The two items of a list or tuple; false for anything else.
bool read_two(PyObject* object, PyObject* (&items)[2]) {
    if (!PyTuple_CheckExact(object) && !PyList_CheckExact(object)) return false;
    if (PySequence_Fast_GET_SIZE(object) != 2) return false;
    for (int i = 0; i < 2; ++i) items[i] = PySequence_Fast_GET_ITEM(object, i);
    return true;
}

// False where SciPy must look.
bool read_numbers(PyObject* object, npy_intp n, EighQuestion& question) {
    PyObject* items[2];
    if (absent(object)) return true;
    if (!read_two(object, items) || !PyLong_CheckExact(items[0]) ||
        !PyLong_CheckExact(items[1])) {
        return false;
    }
    question.part = Part::numbers;
    question.first = PyLong_AsLongLong(items[0]);
    question.last = PyLong_AsLongLong(items[1]);
    if (PyErr_Occurred()) return forget_error(), false;
    return 0 <= question.first && question.first <= question.last && question.last < n;
}

bool read_bounds(PyObject* object, EighQuestion& question) {
    PyObject* items[2];
    if (absent(object)) return true;
    if (question.part != Part::all || !read_two(object, items)) return false;
    double bounds[2];
    for (int i = 0; i < 2; ++i) {
        if (!is_plain_float(items[i]) && !PyLong_CheckExact(items[i])) return false;
        bounds[i] = PyFloat_AsDouble(items[i]);
    }
    if (PyErr_Occurred()) return forget_error(), false;
    question.part = Part::values;
    question.low = bounds[0];
    question.high = bounds[1];
    return bounds[0] < bounds[1];
}

// The methods of SciPy's drivers, of a matrix and of a pair.
bool read_method(PyObject* object, bool is_pair, EighQuestion& question) {
    const bool is_part = question.part != Part::all;
    if (absent(object)) {
        // All are found fastest by divide and conquer, whatever SciPy's default is.
        question.method = !is_part ? Method::divide : is_pair ? Method::bisect : Method::robust;
        return true;
    }
    const int driver = is_pair ? find_name(object, {"gvd", "gv", "", "gvx"}, 0)
                               : find_name(object, {"evd", "ev", "evr", "evx"}, 0);
    if (driver < 0 || (is_pair && driver == 2)) return false;
    question.method = static_cast<Method>(driver);
    return !is_part || question.method == Method::robust || question.method == Method::bisect;
}

struct EighArguments {
    PyObject *lower, *type, *check_finite, *numbers, *bounds, *driver;
};

// Reads a, b and the question; false: handed over, or an exception is set.
bool read_question(ScipyCall& call, PyObject* a, PyObject* b, const EighArguments& arguments,
                   EighQuestion& question) {
    bool is_lower;
    if (!read_flag(arguments.lower, true, is_lower) || !call.read(a, Core::square)) return false;
    if (given(b) && !call.read(b, Core::square)) return false;
    if (!call.join(arguments.check_finite)) return false;
    question.triangle = is_lower ? linalg::Triangle::lower : linalg::Triangle::upper;
    const npy_intp n = call.rows(0);
    bool is_ours = read_numbers(arguments.numbers, n, question) &&
                   read_bounds(arguments.bounds, question) &&
                   read_method(arguments.driver, given(b), question);
    if (given(b)) {
        is_ours = is_ours && call.rows(1) == n;
        if (arguments.type != nullptr) {
            question.type = PyLong_CheckExact(arguments.type)
                                ? static_cast<int>(std::clamp(PyLong_AsLong(arguments.type), 0L,
                                                              4L))
                                : 0;
            forget_error();
        }
        is_ours = is_ours && question.type >= 1 && question.type <= 3;
    }
    return is_ours || (hand_over_to_scipy(), false);
}

PyObject* eigenvalues(ScipyCall& call, bool is_pair, const EighQuestion& question,
                      bool with_vectors) {
    const npy_intp n = call.rows(0);
    const npy_intp room = question.part == Part::numbers ? question.last - question.first + 1 : n;
    const Dtype dtype = call.lapack_type();
    MatrixResult values, vectors;
    MatrixNumbers found;
    const bool made = call.make(values, real_type_of(dtype), {room}, By::rows) &&
                      found.make(call) &&
                      (!with_vectors || call.make(vectors, dtype, {n, room}, By::columns));
    const bool done = made && call.run((with_vectors ? 6 : 2) * cube_of(n), [&] {
        const StridedView a = call.input(0), w = values.view(), counts = found.view();
        const StridedView v = with_vectors ? vectors.view() : StridedView{};
        if (!is_pair && question.method == Method::divide) {
            return with_vectors
                       ? linalg::eigh(w, v, a, question.triangle, Precision::native)
                       : linalg::eigvalsh(w, a, question.triangle, Precision::native);
        }
        const StridedView b = is_pair ? call.input(1) : StridedView{};
        return linalg::eigh(w, with_vectors ? &v : nullptr, &counts, a, is_pair ? &b : nullptr,
                            question, Precision::native);
    });
    if (!done) return nullptr;
    if (question.part != Part::values) {
        PyObject* w = values.array.release();
        return with_vectors ? call.several({w, vectors.array.release()}) : w;
    }
    // Those between the bounds, which have to be as many in every matrix.
    if (!found.are_equal(call.count())) return hand_over_to_scipy();
    const npy_intp count = found.first();
    PyObject* w = cut_result(call, values, count, -1, By::rows);
    if (!with_vectors) return w;
    return call.several({w, cut_result(call, vectors, n, count, By::columns)});
}

PyObject* function_eigh(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<11> parameters(
        {"a", "b", "lower", "eigvals_only", "overwrite_a", "overwrite_b", "type", "check_finite",
         "subset_by_index", "subset_by_value", "driver"}, 2);
    PyObject* places[11];
    ScipyCall call("scipy.linalg.eigh");
    EighQuestion question;
    bool values_only, overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flag(places[3], false, values_only) &&
                      read_flag(places[4], false, overwrites) &&
                      read_flag(places[5], false, overwrites) &&
                      read_question(call, places[0], places[1],
                                    {places[2], places[6], places[7], places[8], places[9],
                                     places[10]}, question);
    return fits ? eigenvalues(call, given(places[1]), question, !values_only) : nullptr;
}

PyObject* function_eigvalsh(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<10> parameters(
        {"a", "b", "lower", "overwrite_a", "overwrite_b", "type", "check_finite",
         "subset_by_index", "subset_by_value", "driver"}, 2);
    PyObject* places[10];
    ScipyCall call("scipy.linalg.eigvalsh");
    EighQuestion question;
    bool overwrites;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    const bool fits = read_flag(places[3], false, overwrites) &&
                      read_flag(places[4], false, overwrites) &&
                      read_question(call, places[0], places[1],
                                    {places[2], places[5], places[6], places[7], places[8],
                                     places[9]}, question);
    return fits ? eigenvalues(call, given(places[1]), question, false) : nullptr;
}

}  // namespace

PyMethodDef scipy_hermitian_functions[] = {
    {"scipy.linalg.eigh", guarded<function_eigh>(), fast, nullptr},
    {"scipy.linalg.eigvalsh", guarded<function_eigvalsh>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
