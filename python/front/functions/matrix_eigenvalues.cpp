// numpy.linalg: eigh, eigvalsh, eig, eigvals.
#include <algorithm>

#include "front/functions/matrix_call.h"
#include "front/functions/tables.h"
#include "linalg/linalg.h"

namespace numen::front {
namespace {

using Shape = MatrixCall::Shape;

constexpr char not_converged[] = "Eigenvalues did not converge";

double work_of(MatrixCall& call, double factor) {
    const double side = static_cast<double>(call.rows(0));
    return factor * static_cast<double>(call.count()) * side * side * side;
}

// UPLO: a letter of either case. False if NumPy must judge.
bool read_triangle(PyObject* object, linalg::Triangle& triangle) {
    triangle = linalg::Triangle::lower;
    if (object == nullptr) return true;
    if (!PyUnicode_CheckExact(object) || PyUnicode_GET_LENGTH(object) != 1) return false;
    const Py_UCS4 letter = Py_TOUPPER(PyUnicode_READ_CHAR(object, 0));
    if (letter == 'U') triangle = linalg::Triangle::upper;
    return letter == 'L' || letter == 'U';
}

// The arguments of eigh and eigvalsh; false: call.answer is what the call returns.
bool read_hermitian(MatrixCall& call, const Arguments& arguments, linalg::Triangle& triangle) {
    static const Parameters<2> parameters({"a", "UPLO"});
    PyObject* places[2];
    if (!parameters.read(arguments, places)) return call.answer = call.hand_over(), false;
    if (!read_triangle(places[1], triangle)) return call.answer = call.refuse(), false;
    return call.read(places[0], Shape::square);
}

PyObject* function_eigh(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Arguments arguments{args, count, names};
    MatrixCall call("linalg.eigh", arguments);
    linalg::Triangle triangle;
    if (!read_hermitian(call, arguments, triangle)) return call.answer;
    const npy_intp n = call.rows(0);
    MatrixResult values, vectors;
    if (!call.make(values, Dtype::float64, {n})) return nullptr;
    if (!call.make(vectors, call.work_type(), {n, n})) return nullptr;
    const bool found = call.run(work_of(call, 5), not_converged, [&] {
        return linalg::eigh(values.view(), vectors.view(), call.input(0), triangle);
    });
    if (!found) return nullptr;
    return named_results("EighResult", {call.finish(values), call.finish(vectors)});
}

PyObject* function_eigvalsh(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Arguments arguments{args, count, names};
    MatrixCall call("linalg.eigvalsh", arguments);
    linalg::Triangle triangle;
    if (!read_hermitian(call, arguments, triangle)) return call.answer;
    MatrixResult values;
    if (!call.make(values, Dtype::float64, {call.rows(0)})) return nullptr;
    const bool found = call.run(work_of(call, 2), not_converged, [&] {
        return linalg::eigvalsh(values.view(), call.input(0), triangle);
    });
    return found ? call.finish(values) : nullptr;
}

bool has_imaginary_part(ArrayObject* values) {
    if (element_count(values) == 0) return false;
    // A fresh array without gaps, whatever the order of its axes.
    const auto* numbers = reinterpret_cast<const Complex128*>(values->f.data);
    return std::any_of(numbers, numbers + element_count(values),
                       [](Complex128 value) { return value.imag() != 0; });
}

// The real parts in place, as NumPy gives them for float64.
bool keep_real_parts(MatrixResult& result) {
    ArrayObject* whole = as_array(result.array.get());
    result.dtype = Dtype::float64;
    result.array = Ref(as_object(new_view(whole, Dtype::float64, whole->f.nd, whole->f.dimensions,
                                          whole->f.strides, 0)));
    return static_cast<bool>(result.array);
}

// Eigenvalues, and vectors where wanted, in `results`; false: call.answer is what the call returns.
bool find(MatrixCall& call, const Arguments& arguments, MatrixResult& values,
          MatrixResult* vectors) {
    static const Parameters<1> parameters({"a"});
    PyObject* places[1];
    if (!parameters.read(arguments, places)) return call.answer = call.hand_over(), false;
    if (!call.read(places[0], Shape::square)) return false;
    const npy_intp n = call.rows(0);
    if (!call.make(values, Dtype::complex128, {n})) return false;
    if (vectors != nullptr && !call.make(*vectors, Dtype::complex128, {n, n})) return false;
    const bool found = call.run(work_of(call, 20), not_converged, [&] {
        return vectors == nullptr ? linalg::eigvals(values.view(), call.input(0))
                                  : linalg::eig(values.view(), vectors->view(), call.input(0));
    });
    if (!call.is_finite()) return raise_linalg_error("Array must not contain infs or NaNs"), false;
    if (!found) return false;
    if (call.is_complex() || has_imaginary_part(as_array(values.array.get()))) return true;
    return keep_real_parts(values) && (vectors == nullptr || keep_real_parts(*vectors));
}

PyObject* function_eig(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Arguments arguments{args, count, names};
    MatrixCall call("linalg.eig", arguments);
    MatrixResult values, vectors;
    if (!find(call, arguments, values, &vectors)) return call.answer;
    return named_results("EigResult", {call.finish(values), call.finish(vectors)});
}

PyObject* function_eigvals(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Arguments arguments{args, count, names};
    MatrixCall call("linalg.eigvals", arguments);
    MatrixResult values;
    return find(call, arguments, values, nullptr) ? call.finish(values) : call.answer;
}

}  // namespace

PyMethodDef matrix_eigenvalue_functions[] = {
    {"linalg.eigh", as_method(function_eigh), fast, nullptr},
    {"linalg.eigvalsh", as_method(function_eigvalsh), fast, nullptr},
    {"linalg.eig", as_method(function_eig), fast, nullptr},
    {"linalg.eigvals", as_method(function_eigvals), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
