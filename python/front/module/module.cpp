// The extension module numen.native.front: types, ufuncs, the table of native functions.
#define NUMEN_FRONT_MODULE
#include "front/module/numpy_api.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "backends/cpu/blas.h"
#include "backends/cpu/instruction_set.h"
#include "front/array/checked_entries.h"
#include "front/array/debug.h"
#include "front/array/forking.h"
#include "front/array/numpy_type.h"
#include "front/array/object.h"
#include "front/array/tracing.h"
#include "front/array/types.h"
#include "front/array/waiting.h"
#include "front/call/fallback.h"
#include "front/call/later_reports.h"
#include "front/call/native_function.h"
#include "front/call/operand.h"
#include "front/call/scipy.h"
#include "front/composite/composite.h"
#include "front/functions/precision.h"
#include "front/functions/sorting.h"
#include "front/functions/tables.h"
#include "front/module/adopting.h"
#include "front/module/array_methods.h"
#include "front/module/check_gates.h"
#include "front/module/clock.h"
#include "front/module/frameless.h"
#include "front/module/importing.h"
#include "front/module/modules.h"
#include "front/module/namespace_type.h"
#include "front/module/switches.h"
#include "front/ufunc/product_ufuncs.h"
#include "front/ufunc/ufunc.h"
#include "graph/evaluate.h"

namespace numen::front {
namespace {

bool add_functions(PyObject* functions, PyMethodDef* table) {
    check_methods(table);
    for (; table->ml_name != nullptr; ++table) {
        const char* name = table->ml_name;
        const Ref function(make_native_function(table));
        if (!function || PyDict_SetItemString(functions, name, function.get()) < 0) return false;
    }
    return true;
}

// Second names of the same function objects, as in NumPy.
bool add_second_names(PyObject* functions) {
    constexpr const char* names[][2] = {{"concat", "concatenate"}, {"permute_dims", "transpose"}};
    for (const auto& [second, first] : names) {
        PyObject* function = PyDict_GetItemString(functions, first);
        if (PyDict_SetItemString(functions, second, function) < 0) return false;
    }
    return true;
}

bool fill(PyObject* module) {
    Ref functions(PyDict_New());
    if (!functions) return false;
    if (!add_ufuncs(functions.get()) || !add_product_ufuncs(functions.get())) return false;
    for (PyMethodDef* table :
         {creation_functions, range_functions, layout_functions, joining_functions,
          element_functions, reduction_functions, scan_functions, sorting_functions,
          searching_functions, partitioning_functions, counting_functions, product_functions,
          outer_functions, norm_functions, einsum_functions, inner_product_functions,
          cross_functions, correlation_functions, view_functions, matrix_solving_functions,
          matrix_factor_functions, pseudo_inverse_functions, fit_functions,
          matrix_eigenvalue_functions, scipy_system_functions,
          scipy_factor_functions, scipy_special_matrix_functions, interchange_functions,
          diagonal_functions, taking_functions, choosing_functions, placing_functions,
          scipy_decomposition_functions, scipy_hermitian_functions, scipy_eigenvalue_functions,
          scipy_least_squares_functions, scipy_matrix_functions,
          fourier_functions, rolling_functions, conversion_functions,
          unravelling_functions, source_functions}) {
        if (!add_functions(functions.get(), table)) return false;
    }
    if (!add_second_names(functions.get())) return false;
    return PyModule_AddObjectRef(module, "functions", functions.get()) == 0 &&
           PyModule_AddObjectRef(module, "ndarray",
                                 reinterpret_cast<PyObject*>(&PyArray_Type)) == 0 &&
           PyModule_AddObjectRef(module, "managed", reinterpret_cast<PyObject*>(&Managed)) == 0 &&
           PyModule_AddObjectRef(module, "NativeFunction",
                                 reinterpret_cast<PyObject*>(&NativeFunction)) == 0 &&
           PyModule_AddObjectRef(module, "Fallback",
                                 reinterpret_cast<PyObject*>(&FallbackFunction)) == 0 &&
           PyModule_AddObjectRef(module, "Composite",
                                 reinterpret_cast<PyObject*>(&Composite)) == 0 &&
           PyModule_AddObjectRef(module, "ScipyFunction",
                                 reinterpret_cast<PyObject*>(&ScipyFunction)) == 0 &&
           PyModule_AddObjectRef(module, "Handover", handover_type) == 0 &&
           PyModule_AddObjectRef(module, "Adopting", reinterpret_cast<PyObject*>(&Adopting)) == 0 &&
           PyModule_AddObjectRef(module, "Frameless",
                                 reinterpret_cast<PyObject*>(&Frameless)) == 0 &&
           PyModule_AddObjectRef(module, "Gate", reinterpret_cast<PyObject*>(&Gate)) == 0 &&
           PyModule_AddObjectRef(module, "MethodGate",
                                 reinterpret_cast<PyObject*>(&MethodGate)) == 0 &&
           PyModule_AddObjectRef(module, "Update", reinterpret_cast<PyObject*>(&Update)) == 0 &&
           PyModule_AddObjectRef(module, "Importing",
                                 reinterpret_cast<PyObject*>(&Importing)) == 0 &&
           PyModule_AddObjectRef(module, "Namespace",
                                 reinterpret_cast<PyObject*>(&NamespaceType)) == 0 &&
           PyModule_AddObjectRef(module, "native_precision", native_precision) == 0 &&
           PyModule_AddObjectRef(module, "ufunc", reinterpret_cast<PyObject*>(&UFunc)) == 0;
}

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "front", "Numen's array types and native functions.", -1,
    control_functions,     nullptr, nullptr,                                     nullptr,
    nullptr,
};

// NUMEN_MANAGED=0: every array is a numpy.ndarray from the start, and nothing is recorded.
bool prepare_threshold() {
    bool is_managed = true;
    if (!read_switch("NUMEN_MANAGED", true, is_managed)) return false;
    if (!is_managed) managed_threshold = std::numeric_limits<npy_intp>::max();
    return true;
}

bool prepare_deferral() {
    bool is_eager = false;
    if (!read_switch("NUMEN_EAGER", false, is_eager)) return false;
    graph::set_deferral(!is_eager);
    return remember_filters(true);
}

// A matrix is singular if NumPy's LAPACK finds it so. What NumPy is linked with is found through
// its own extension module; a NumPy without one leaves that to ours.
bool prepare_deciding() {
    Ref file(numpy_attribute("linalg._umath_linalg.__file__"));
    if (!file) {
        forget_error();
        return true;
    }
    const char* path = PyUnicode_AsUTF8(file.get());
    if (path != nullptr) blas::set_deciding_file(path);
    return path != nullptr;
}

// What is older than the declarations that this file was compiled with, or has another ABI, is
// refused before anything of it is touched. Why an import fails says native/__init__.py.
bool import_numpy() {
    const blas::ShortSpin of_numpys_blas;
    const Ref numpy(PyImport_ImportModule("numpy"));
    if (!numpy) return false;
    const Ref version(PyObject_GetAttrString(numpy.get(), "__version__"));
    const char* text = version ? PyUnicode_AsUTF8(version.get()) : nullptr;
    if (text == nullptr) return false;
    int major = 0, minor = 0;
    std::sscanf(text, "%d.%d", &major, &minor);
    if (major != 2 || minor < 1) {
        PyErr_Format(PyExc_ImportError, "NumPy %.100s: wants NumPy 2.1 or later, below 3", text);
        return false;
    }
    // Asked here: the macros of NumPy's headers print an error before they report it.
    if (!Ref(PyImport_ImportModule("numpy._core.multiarray"))) return false;
    return PyArray_ImportNumPyAPI() >= 0 && PyUFunc_ImportUFuncAPI() >= 0;
}

bool prepare() {
    if (!cpu::load_error().empty()) {
        PyErr_SetString(PyExc_ImportError, cpu::load_error().c_str());
        return false;
    }
    warn_of_misspelt_settings();
    if (!prepare_debug() || !prepare_waiting() || !prepare_threshold() || !prepare_objects()) {
        return false;
    }
    lend_numpys_sort_loops();
    return prepare_tracing() && prepare_operands() && prepare_fallbacks() &&
           prepare_native_functions() && prepare_scipy() && prepare_types() &&
           prepare_ufuncs() && prepare_product_ufuncs() && prepare_namespace_type() &&
           prepare_adopting() && prepare_forking() &&
           prepare_composites() && prepare_precision() && prepare_importing() &&
           prepare_frameless() && prepare_check_gates() && prepare_deferral() &&
           prepare_deciding() && patch_numpy() && open_array_methods();
}

}  // namespace
}  // namespace numen::front

PyMODINIT_FUNC PyInit_front() {
    if (!numen::front::import_numpy() || !numen::front::prepare()) return nullptr;
    numen::front::watch_clocks();
    PyObject* module = PyModule_Create(&numen::front::definition);
    if (module != nullptr && !numen::front::fill(module)) Py_CLEAR(module);
    return module;
}
