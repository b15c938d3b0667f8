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
bool read_hermitian(MatrixCall& call, linalg::Triangle& triangle) {
    static const Parameters<2> parameters({"a", "UPLO"});
    PyObject* places[2];
    if (!parameters.read(call.arguments(), places)) return call.answer = call.hand_over(), false;
    if (!read_triangle(places[1], triangle)) return call.answer = call.refuse(), false;
    return call.read(places[0], Shape::square);
}

PyObject* function_eigh(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    MatrixCall call("linalg.eigh", {args, count, names});
    linalg::Triangle triangle;
    if (!read_hermitian(call, triangle)) return call.answer;
    const npy_intp n = call.rows(0);
    MatrixResult values, vectors;
    if (!call.make(values, call.real_type(), {n})) return nullptr;
    if (!call.make(vectors, call.work_type(), {n, n})) return nullptr;
    const bool found = call.run(work_of(call, 5), not_converged, [&] {
        return linalg::eigh(values.view(), vectors.view(), call.input(0), triangle,
                            call.precision());
    });
    if (!found) return nullptr;
    return named_results("EighResult", {call.finish(values), call.finish(vectors)});
}

PyObject* function_eigvalsh(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    MatrixCall call("linalg.eigvalsh", {args, count, names});
    linalg::Triangle triangle;
    if (!read_hermitian(call, triangle)) return call.answer;
    MatrixResult values;
    if (!call.make(values, call.real_type(), {call.rows(0)})) return nullptr;
    const bool found = call.run(work_of(call, 2), not_converged, [&] {
        return linalg::eigvalsh(values.view(), call.input(0), triangle, call.precision());
    });
    return found ? call.finish(values) : nullptr;
}

template <class Complex> bool has_imaginary_part(ArrayObject* values) {
    if (element_count(values) == 0) return false;
    // A fresh array without gaps, whatever the order of its axes.
    const auto* numbers = reinterpret_cast<const Complex*>(values->f.data);
    return std::any_of(numbers, numbers + element_count(values),
                       [](Complex value) { return value.imag() != 0; });
}

bool are_real(const MatrixCall& call, ArrayObject* values) {
    return !(call.is_native() ? has_imaginary_part<Complex64>(values)
                              : has_imaginary_part<Complex128>(values));
}

// The real parts in place, as NumPy gives them for real matrices.
bool keep_real_parts(const MatrixCall& call, MatrixResult& result) {
    ArrayObject* whole = as_array(result.array.get());
    result.dtype = call.real_type();
    result.array = Ref(as_object(new_view(whole, result.dtype, whole->f.nd, whole->f.dimensions,
                                          whole->f.strides, 0)));
    return static_cast<bool>(result.array);
}

// Eigenvalues, and vectors where wanted, in `results`; false: call.answer is what the call returns.
bool find(MatrixCall& call, MatrixResult& values, MatrixResult* vectors) {
    static const Parameters<1> parameters({"a"});
    PyObject* places[1];
    if (!parameters.read(call.arguments(), places)) return call.answer = call.hand_over(), false;
    if (!call.read(places[0], Shape::square)) return false;
    const npy_intp n = call.rows(0);
    if (!call.make(values, call.complex_type(), {n})) return false;
    if (vectors != nullptr && !call.make(*vectors, call.complex_type(), {n, n})) return false;
    const bool found = call.run(work_of(call, 20), not_converged, [&] {
        const StridedView a = call.input(0);
        return vectors == nullptr
                   ? linalg::eigvals(values.view(), a, call.precision())
                   : linalg::eig(values.view(), vectors->view(), a, call.precision());
    });
    if (!call.is_finite()) return raise_linalg_error("Array must not contain infs or NaNs"), false;
    if (!found) return false;
    if (call.is_complex() || !are_real(call, as_array(values.array.get()))) return true;
    return keep_real_parts(call, values) &&
           (vectors == nullptr || keep_real_parts(call, *vectors));
}

PyObject* function_eig(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    MatrixCall call("linalg.eig", {args, count, names});
    MatrixResult values, vectors;
    if (!find(call, values, &vectors)) return call.answer;
    return named_results("EigResult", {call.finish(values), call.finish(vectors)});
}

PyObject* function_eigvals(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    MatrixCall call("linalg.eigvals", {args, count, names});
    MatrixResult values;
    return find(call, values, nullptr) ? call.finish(values) : call.answer;
}

}  // namespace

PyMethodDef matrix_eigenvalue_functions[] = {
    {"linalg.eigh", guarded<function_eigh>(), fast, nullptr},
    {"linalg.eigvalsh", guarded<function_eigvalsh>(), fast, nullptr},
    {"linalg.eig", guarded<function_eig>(), fast, nullptr},
    {"linalg.eigvals", guarded<function_eigvals>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
