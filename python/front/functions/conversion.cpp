// array, asarray, asfortranarray, require, atleast_2d …: an object as an array, copied only where
// type, layout or the caller ask for it.
#include <algorithm>
#include <cctype>
#include <string>

#include "front/array/caller.h"
#include "front/array/creation.h"
#include "front/array/layout.h"
#include "front/array/state.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/functions/tables.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

enum class Copy { always, if_needed, never };

struct Wanted {
    Ref descr;  // empty: the object's own type
    PyObject* alias = nullptr;  // borrowed; the dtype argument, if NumPy warns of its name
    bool is_class = false;  // asked for np.dtypes.Float64DType …: NumPy finds the descriptor
    char order = 'K';
    Copy copy = Copy::if_needed;
    npy_intp ndmin = 0;

    PyArray_Descr* type() const { return reinterpret_cast<PyArray_Descr*>(descr.get()); }
};

bool lies_in(ArrayObject* a, char order) {
    return order == 'K' || order == 'A' || (order == 'C' && is_c_contiguous(a)) ||
           (order == 'F' && (a->f.flags & NPY_ARRAY_F_CONTIGUOUS));
}

bool is_fortran(ArrayObject* a) {
    return (a->f.flags & NPY_ARRAY_F_CONTIGUOUS) && !is_c_contiguous(a);
}

PyObject* convert_array(const Operand& operand, PyObject* object, const Wanted& wanted,
                        bool& unsupported) {
    ArrayObject* a = operand.array;
    const Dtype dtype = wanted.descr ? dtype_of(wanted.type()) : operand.dtype;
    if (dtype == no_dtype || (is_complex(operand.dtype) && !is_complex(dtype))) {
        return unsupported = true, nullptr;
    }
    const bool same = dtype == operand.dtype;
    // A descriptor of its own (metadata, long long) shows in the result.
    if (wanted.descr && wanted.type() != descr_of(dtype)) return unsupported = true, nullptr;
    if (same && wanted.copy != Copy::always && lies_in(a, wanted.order)) {
        return as_numen_array(object);
    }
    if (wanted.copy == Copy::never) return unsupported = true, nullptr;
    char order = wanted.order;
    if (!same && order == 'A') order = is_fortran(a) ? 'F' : 'K';
    return as_object(copy_array(a, dtype, order));
}

// Axes of length one before the others.
PyObject* prepend_axes(PyObject* array, const Wanted& wanted) {
    ArrayObject* a = as_array(array);
    const int added = static_cast<int>(wanted.ndmin) - a->f.nd;
    if (added <= 0) return Py_NewRef(array);
    npy_intp shape[max_dimensions], strides[max_dimensions];
    const npy_intp item = itemsize(dtype_of(a));
    const npy_intp step = a->f.nd == 0 || wanted.order == 'F' || is_fortran(a)
                              ? item
                              : stepped(a->f.strides[0], a->f.dimensions[0]);
    std::fill_n(shape, added, 1);
    std::fill_n(strides, added, step);
    std::copy_n(a->f.dimensions, a->f.nd, shape + added);
    std::copy_n(a->f.strides, a->f.nd, strides + added);
    return as_object(new_view(a, dtype_of(a), added + a->f.nd, shape, strides, 0));
}

PyObject* convert(PyObject* object, const Wanted& wanted, bool& unsupported) {
    if (wanted.is_class) return unsupported = true, nullptr;
    Operand operand;
    classify(object, operand);
    Ref array;
    if (operand.kind == Kind::array) {
        array = Ref(convert_array(operand, object, wanted, unsupported));
    } else if (has_its_own_say(object) || is_array(object) ||
               wanted.copy == Copy::never) {
        unsupported = true;
    } else {
        if (wanted.alias != nullptr) {
            if (wanted.order == 'F' || wanted.ndmin > 0) return unsupported = true, nullptr;
            if (!warn_of_alias(wanted.alias)) return nullptr;
        }
        array = Ref(array_from_object(object, wanted.type()));
        if (array && !is_ours(array.get())) {
            // Axes that are missing and another order NumPy adds itself.
            const int nd = PyArray_NDIM(reinterpret_cast<PyArrayObject*>(array.get()));
            unsupported = wanted.ndmin > nd || (wanted.order == 'F' && nd > 1);
            return unsupported ? nullptr : array.release();
        }
        if (!array) return nullptr;
        ArrayObject* a = as_array(array.get());
        if (wanted.order == 'F' && a->f.nd > 1) {
            array = Ref(as_object(copy_array(a, dtype_of(a), wanted.order)));
        }
    }
    return array ? prepend_axes(array.get(), wanted) : nullptr;
}

bool read_copy(PyObject* argument, Copy absent_means, Copy& copy) {
    copy = argument == nullptr      ? absent_means
           : argument == Py_True    ? Copy::always
           : argument == Py_False   ? Copy::never
                                    : Copy::if_needed;
    return argument == nullptr || argument == Py_None || PyBool_Check(argument);
}

bool is_dtype_class(PyObject* object) {
    return PyType_Check(object) &&
           PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(object), &PyArrayDescr_Type);
}

// The type and the order that two arguments ask for; false with an exception set.
bool read_type(PyObject* dtype, PyObject* order, Wanted& wanted) {
    if (given(dtype)) {
        PyArray_Descr* descr = nullptr;
        if (!read_descr(dtype, descr)) return false;
        wanted.descr = Ref(reinterpret_cast<PyObject*>(descr));
        wanted.is_class = is_dtype_class(dtype);
        if (dtype_of(descr) == no_dtype && has_alias(dtype)) wanted.alias = dtype;
    }
    return absent(order) || read_order(order, wanted.order);
}

// What array, asarray, ascontiguousarray and require give is for C code too: programs call them
// before they hand an array to a compiled library. Numen's own package has other reasons.
PyObject* for_c_code(PyObject* result) {
    if (result == nullptr || !is_managed(result) || !asarray_exposes || numen_calls()) {
        return result;
    }
    Ref owned(result);
    return expose(as_array(result), "asarray") ? owned.release() : nullptr;
}

// array(object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0).
PyObject* function_array(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<7> parameters(
        {"object", "dtype", "copy", "order", "subok", "ndmin", "like"}, 2);
    const Arguments arguments{args, count, names};
    PyObject* argument[7];
    Wanted wanted;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr || given(argument[6]) ||
        !read_copy(argument[2], Copy::always, wanted.copy) ||
        (argument[4] != nullptr && !PyBool_Check(argument[4])) ||
        (argument[5] != nullptr && !PyLong_CheckExact(argument[5]))) {
        return call_numpy("array", arguments);
    }
    if (!read_type(argument[1], argument[3], wanted)) return nullptr;
    bool unsupported = false;
    if (argument[5] != nullptr) {
        wanted.ndmin = PyLong_AsSsize_t(argument[5]);
        unsupported = wanted.ndmin < 0 || wanted.ndmin > max_dimensions;
        forget_error();
    }
    PyObject* result = unsupported ? nullptr : convert(argument[0], wanted, unsupported);
    return for_c_code(unsupported ? call_numpy("array", arguments) : result);
}

bool is_here(PyObject* device) {
    return absent(device) || (PyUnicode_CheckExact(device) &&
                              PyUnicode_CompareWithASCIIString(device, "cpu") == 0);
}

bool is_alone_and_ours(const Arguments& arguments) {
    return arguments.positional == 1 && arguments.names == nullptr && is_ours(arguments.values[0]);
}

// asarray, asanyarray: (a, dtype=None, order=None, *, device=None, copy=None, like=None).
PyObject* as_array_function(const char* name, const Arguments& arguments) {
    static const Parameters<6> parameters({"a", "dtype", "order", "device", "copy", "like"}, 3);
    if (is_alone_and_ours(arguments)) {
        return for_c_code(Py_NewRef(arguments.values[0]));
    }
    PyObject* argument[6];
    Wanted wanted;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr || given(argument[5]) ||
        !is_here(argument[3]) || !read_copy(argument[4], Copy::if_needed, wanted.copy)) {
        return call_numpy(name, arguments);
    }
    if (!read_type(argument[1], argument[2], wanted)) return nullptr;
    bool unsupported = false;
    PyObject* result = convert(argument[0], wanted, unsupported);
    return for_c_code(unsupported ? call_numpy(name, arguments) : result);
}

PyObject* function_asarray(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    return as_array_function("asarray", {args, count, names});
}
PyObject* function_asanyarray(PyObject*, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    return as_array_function("asanyarray", {args, count, names});
}

// ascontiguousarray, asfortranarray: (a, dtype=None, *, like=None); at least one axis.
PyObject* in_order(const char* name, char order, const Arguments& arguments) {
    static const Parameters<3> parameters({"a", "dtype", "like"}, 2);
    if (is_alone_and_ours(arguments)) {
        ArrayObject* a = as_array(arguments.values[0]);
        if (a->f.nd > 0 && lies_in(a, order)) {
            return for_c_code(Py_NewRef(arguments.values[0]));
        }
    }
    PyObject* argument[3];
    Wanted wanted;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr || given(argument[2])) {
        return call_numpy(name, arguments);
    }
    if (!read_type(argument[1], nullptr, wanted)) return nullptr;
    wanted.order = order;
    wanted.ndmin = 1;
    bool unsupported = false;
    PyObject* result = convert(argument[0], wanted, unsupported);
    return for_c_code(unsupported ? call_numpy(name, arguments) : result);
}

PyObject* function_ascontiguousarray(PyObject*, PyObject* const* args, Py_ssize_t count,
                                     PyObject* names) {
    return in_order("ascontiguousarray", 'C', {args, count, names});
}
PyObject* function_asfortranarray(PyObject*, PyObject* const* args, Py_ssize_t count,
                                  PyObject* names) {
    return in_order("asfortranarray", 'F', {args, count, names});
}

// The letter of a requirement by any of its names; 0 if there is none.
char requirement(PyObject* name) {
    const char* text = PyUnicode_CheckExact(name) ? PyUnicode_AsUTF8(name) : nullptr;
    if (text == nullptr) return forget_error(), '\0';
    std::string upper;
    for (; *text != '\0'; ++text) upper += static_cast<char>(std::toupper(*text));
    for (const char* known : {"C_CONTIGUOUS", "F_CONTIGUOUS", "ALIGNED", "WRITEABLE", "OWNDATA",
                              "ENSUREARRAY"}) {
        if (upper == known || (upper.size() == 1 && upper[0] == known[0])) return known[0];
    }
    return upper == "CONTIGUOUS" ? 'C' : upper == "FORTRAN" ? 'F' : '\0';
}

// The letters of all requirements; false, without an exception, if NumPy must look at them.
bool read_requirements(PyObject* argument, std::string& letters) {
    if (absent(argument)) return true;
    if (PyUnicode_CheckExact(argument)) {
        const Py_ssize_t length = PyUnicode_GET_LENGTH(argument);
        for (Py_ssize_t i = 0; i < length; ++i) {
            Ref one(PyUnicode_Substring(argument, i, i + 1));
            letters += one ? requirement(one.get()) : '\0';
        }
    } else if (PyList_CheckExact(argument) || PyTuple_CheckExact(argument)) {
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(argument); ++i) {
            letters += requirement(PySequence_Fast_GET_ITEM(argument, i));
        }
    } else {
        return false;
    }
    const bool both = letters.find('C') != letters.npos && letters.find('F') != letters.npos;
    return !both && letters.find('\0') == letters.npos;
}

bool meets(ArrayObject* a, const std::string& letters) {
    return std::all_of(letters.begin(), letters.end(), [a](char letter) {
        const int flag = letter == 'W'   ? NPY_ARRAY_WRITEABLE
                         : letter == 'A' ? NPY_ARRAY_ALIGNED
                         : letter == 'O' ? NPY_ARRAY_OWNDATA
                                         : 0;
        return (a->f.flags & flag) == flag;
    });
}

// require(a, dtype=None, requirements=None, *, like=None).
PyObject* function_require(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const Parameters<4> parameters({"a", "dtype", "requirements", "like"}, 3);
    const Arguments arguments{args, count, names};
    PyObject* argument[4];
    Wanted wanted;
    std::string letters;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr || given(argument[3]) ||
        !read_requirements(argument[2], letters)) {
        return call_numpy("require", arguments);
    }
    if (!read_type(argument[1], nullptr, wanted)) return nullptr;
    if (!letters.empty()) {
        wanted.order = letters.find('C') != letters.npos   ? 'C'
                       : letters.find('F') != letters.npos ? 'F'
                                                           : 'A';
    }
    bool unsupported = false;
    Ref array(convert(argument[0], wanted, unsupported));
    if (unsupported) return call_numpy("require", arguments);
    if (!array || !is_ours(array.get()) || meets(as_array(array.get()), letters)) {
        return for_c_code(array.release());
    }
    ArrayObject* a = as_array(array.get());
    return for_c_code(as_object(copy_array(a, dtype_of(a), wanted.order)));
}

// The array with at least `least` axes, as NumPy's atleast_1d, 2d and 3d place them.
PyObject* with_axes(PyObject* object, int least) {
    Ref array(as_numen_array(object));
    if (!array) return nullptr;
    ArrayObject* a = as_array(array.get());
    if (a->f.nd >= least) return array.release();
    const npy_intp item = itemsize(dtype_of(a));
    npy_intp shape[3] = {1, 1, 1}, strides[3] = {0, 0, 0};
    if (a->f.nd == 0) std::fill_n(strides, 3, item);
    if (a->f.nd == 1) shape[1] = a->f.dimensions[0], strides[1] = a->f.strides[0];
    if (a->f.nd == 2) {
        std::copy_n(a->f.dimensions, 2, shape);
        std::copy_n(a->f.strides, 2, strides);
    }
    return as_object(new_view(a, dtype_of(a), least, shape, strides, 0));
}

template <int Least>
PyObject* function_at_least(PyObject*, PyObject* const* args, Py_ssize_t count,
                            PyObject* keywords) {
    static constexpr const char* names[] = {"", "atleast_1d", "atleast_2d", "atleast_3d"};
    if (keywords != nullptr) return call_numpy(names[Least], {args, count, keywords});
    for (Py_ssize_t i = 0; i < count; ++i) {
        Operand operand;
        classify(args[i], operand);
        // NumPy's own types, and other libraries' arrays, are NumPy's.
        const bool list = is_plain_list(args[i]);
        if (operand.kind == Kind::foreign && !list) {
            return call_numpy(names[Least], {args, count, nullptr});
        }
    }
    Ref results(PyTuple_New(count));
    for (Py_ssize_t i = 0; results && i < count; ++i) {
        Ref own(as_numen_array(args[i]));
        if (!own) return nullptr;
        if (!is_ours(own.get())) return call_numpy(names[Least], {args, count, nullptr});
        PyObject* widened = with_axes(own.get(), Least);
        if (widened == nullptr) return nullptr;
        if (count == 1) return widened;
        PyTuple_SET_ITEM(results.get(), i, widened);
    }
    return results.release();
}

}  // namespace

PyMethodDef conversion_functions[] = {
    {"array", guarded<function_array>(), fast, nullptr},
    {"asarray", guarded<function_asarray>(), fast, nullptr},
    {"asanyarray", guarded<function_asanyarray>(), fast, nullptr},
    {"ascontiguousarray", guarded<function_ascontiguousarray>(), fast, nullptr},
    {"asfortranarray", guarded<function_asfortranarray>(), fast, nullptr},
    {"require", guarded<function_require>(), fast, nullptr},
    {"atleast_1d", guarded<function_at_least<1>>(), fast, nullptr},
    {"atleast_2d", guarded<function_at_least<2>>(), fast, nullptr},
    {"atleast_3d", guarded<function_at_least<3>>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
