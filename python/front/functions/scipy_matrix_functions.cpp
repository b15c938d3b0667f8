// scipy.linalg: expm, logm, sqrtm.
#include <limits>

#include "front/call/reporting.h"
#include "front/functions/scipy_results.h"
#include "front/functions/tables.h"
#include "linalg/matrix_functions.h"

namespace numen::front {
namespace {

using By = ScipyCall::By;
using Core = ScipyCall::Core;

// float16 as float32, what is exact as float64.
Dtype inexact_type(Dtype dtype) {
    if (dtype == Dtype::float16) return Dtype::float32;
    return is_integer(dtype) || is_boolean(dtype) ? Dtype::float64 : dtype;
}

// Reads a stack of square matrices. One of order 1 is a matter of NumPy's functions of numbers,
// which have types of their own for what is not of the four types here.
bool read_stack(ScipyCall& call, PyObject* object) {
    if (!call.read(object, Core::square) || !call.join(Py_False)) return false;
    if (call.rows(0) > 1 || inexact_type(call.dtype(0)) == call.dtype(0)) return true;
    return hand_over_to_scipy(), false;
}

PyObject* function_expm(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<1> parameters({"A"});
    PyObject* places[1];
    ScipyCall call("scipy.linalg.expm");
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    if (!read_stack(call, places[0])) return nullptr;
    const npy_intp n = call.rows(0);
    MatrixResult result;
    if (!call.make(result, inexact_type(call.dtype(0)), {n, n}, By::rows)) return nullptr;
    Status flags = status_ok;
    const bool found = call.run(12 * cube_of(n), [&] {
        const Status status =
            linalg::expm(result.view(), call.input(0), linalg::Precision::native);
        flags = status & status_floating_mask;
        return status & ~status_floating_mask;
    });
    if (!found || !report_floating(flags, n == 1 ? "exp" : "matmul")) return nullptr;
    return result.array.release();
}

bool warn_deprecated(PyObject* argument) {
    return argument == nullptr ||
           warn_caller(PyExc_DeprecationWarning, "The `disp` argument is deprecated and will be "
                       "removed in SciPy 1.18.0.");
}

// The complex result, or its real parts.
PyObject* as_found(ScipyCall& call, MatrixResult& result, bool is_real) {
    if (!is_real) return result.array.release();
    return cut_result(call, result, call.rows(0), call.rows(0), By::rows, true);
}

PyObject* function_sqrtm(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<3> parameters({"A", "disp", "blocksize"});
    PyObject* places[3];
    ScipyCall call("scipy.linalg.sqrtm");
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    if (places[1] != nullptr || places[2] != nullptr) return hand_over_to_scipy();  // deprecated
    if (!read_stack(call, places[0])) return nullptr;
    const npy_intp n = call.rows(0);
    const Dtype dtype = inexact_type(call.dtype(0));
    MatrixResult root;
    if (!call.make(root, complex_type_of(dtype), {n, n}, By::rows)) return nullptr;
    linalg::FunctionReport report;
    const bool found = call.run(30 * cube_of(n), [&] {
        return linalg::sqrtm(root.view(), call.input(0), report, linalg::Precision::native);
    });
    if (!found) return nullptr;
    return as_found(call, root, report.is_real && !numen::is_complex(dtype));
}

bool warn_of_errors(ScipyCall& call, MatrixResult& errors) {
    const auto* error = reinterpret_cast<const double*>(errors.view().data);
    for (npy_intp index = 0; index < call.count(); ++index) {
        if (error[index] < 1000 * std::numeric_limits<double>::epsilon()) continue;
        Ref number(PyFloat_FromDouble(error[index]));
        Ref text(number ? PyUnicode_FromFormat("logm result may be inaccurate, approximate err = "
                                               "%S", number.get())
                        : nullptr);
        if (!text || !warn_caller(PyExc_RuntimeWarning, text.get())) return false;
    }
    return true;
}

// A view, which SciPy's result is after complex arithmetic.
PyObject* real_parts_of(MatrixResult& result) {
    ArrayObject* whole = as_array(result.array.get());
    return as_object(new_view(whole, real_type_of(result.dtype), whole->f.nd, whole->f.dimensions,
                              whole->f.strides, 0));
}

PyObject* function_logm(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<2> parameters({"A", "disp"});
    PyObject* places[2];
    ScipyCall call("scipy.linalg.logm");
    bool shows;
    if (!parameters.read({args, count, names}, places)) return hand_over_to_scipy();
    if (!read_flag(places[1], true, shows)) return nullptr;
    if (!call.read(places[0], Core::square) || !call.join(Py_False)) return nullptr;
    const npy_intp n = call.rows(0);
    MatrixResult result, errors;
    const bool made = call.make(result, Dtype::complex128, {n, n}, By::rows) &&
                      call.make(errors, Dtype::float64, {}, By::rows);
    if (!made) return nullptr;
    linalg::FunctionReport report;
    const bool found = call.run(80 * cube_of(n), [&] {
        return linalg::logm(result.view(), errors.view(), call.input(0), report);
    });
    if (!found) return nullptr;
    if (!warn_deprecated(places[1]) || (shows && !warn_of_errors(call, errors))) return nullptr;
    // Of single precision SciPy leaves imaginary parts that are too large to drop.
    const bool is_double = call.lapack_type(!is_boolean(call.dtype(0))) == Dtype::float64;
    const bool is_real = report.is_real && (is_double || !report.is_turned) &&
                         !numen::is_complex(call.dtype(0));
    PyObject* logarithm = is_real && report.is_turned && !call.is_stack()
                              ? real_parts_of(result)
                              : as_found(call, result, is_real);
    if (shows) return logarithm;
    return call.several({logarithm, errors.is_number()
                                        ? make_scalar(Dtype::float64, errors.value)
                                        : errors.array.release()});
}

}  // namespace

PyMethodDef scipy_matrix_functions[] = {
    {"scipy.linalg.expm", guarded<function_expm>(), fast, nullptr},
    {"scipy.linalg.sqrtm", guarded<function_sqrtm>(), fast, nullptr},
    {"scipy.linalg.logm", guarded<function_logm>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
