// cross, linalg.cross: of vectors of three that lie along an axis, other axes broadcast.
#include <algorithm>
#include <cfenv>

#include "array/layout_rules.h"
#include "front/array/layout.h"
#include "front/call/keywords.h"
#include "front/call/signature.h"
#include "front/functions/products.h"
#include "front/functions/tables.h"

namespace numen::front {
namespace {

// The two operands' vectors and the result's, leading axes joined to one shape.
struct Vectors {
    int nd = 0;
    npy_intp shape[max_dimensions + 1];
    npy_intp steps[2][max_dimensions];
    npy_intp along[2];  // from one component to the next
    const char* data[2];
    char* out;

    // False if the shapes do not fit.
    bool read(ArrayObject* const* arrays, npy_intp axis) {
        StridedView leading[2];
        npy_intp shapes[2][max_dimensions], strides[2][max_dimensions];
        for (int which = 0; which < 2; ++which) {
            ArrayObject* a = arrays[which];
            if (axis < -a->f.nd || axis >= a->f.nd) return false;
            const int along_axis = static_cast<int>(axis < 0 ? axis + a->f.nd : axis);
            if (a->f.dimensions[along_axis] != 3) return false;
            along[which] = a->f.strides[along_axis];
            data[which] = a->f.data;
            int place = 0;
            for (int i = 0; i < a->f.nd; ++i) {
                if (i == along_axis) continue;
                shapes[which][place] = a->f.dimensions[i];
                strides[which][place++] = a->f.strides[i];
            }
            leading[which] = {nullptr, dtype_of(a), place, shapes[which], strides[which]};
        }
        if (!broadcast_shapes(leading, nd, shape)) return false;
        for (int which = 0; which < 2; ++which) {
            broadcast_strides(leading[which], nd, shape, steps[which]);
        }
        shape[nd] = 3;
        return true;
    }
};

// As NumPy multiplies them: infinities are no special case.
template <class Real> struct Pair {
    Real re, im;
    friend Pair operator*(Pair a, Pair b) {
        return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    }
    friend Pair operator-(Pair a, Pair b) { return {a.re - b.re, a.im - b.im}; }
};

template <class T> T component(const char* at) {
    T value;
    __builtin_memcpy(&value, at, sizeof value);
    return value;
}

template <class T> void cross_line(const char* a, const char* b, npy_intp along_a,
                                   npy_intp along_b, npy_intp step_a, npy_intp step_b,
                                   npy_intp count, T* out) {
    for (npy_intp i = 0; i < count; ++i, a += step_a, b += step_b, out += 3) {
        const T a0 = component<T>(a), a1 = component<T>(a + along_a),
                a2 = component<T>(a + 2 * along_a);
        const T b0 = component<T>(b), b1 = component<T>(b + along_b),
                b2 = component<T>(b + 2 * along_b);
        out[0] = a1 * b2 - a2 * b1;
        out[1] = a2 * b0 - a0 * b2;
        out[2] = a0 * b1 - a1 * b0;
    }
}

template <class T> void cross_all(const Vectors& v) {
    npy_intp index[max_dimensions] = {}, total = 1;
    const npy_intp line = v.nd > 0 ? v.shape[v.nd - 1] : 1;
    for (int axis = 0; axis < v.nd; ++axis) total *= v.shape[axis];
    const char* at[2] = {v.data[0], v.data[1]};
    T* out = reinterpret_cast<T*>(v.out);
    for (npy_intp done = 0; done < total; done += line, out += 3 * line) {
        cross_line<T>(at[0], at[1], v.along[0], v.along[1], v.nd > 0 ? v.steps[0][v.nd - 1] : 0,
                      v.nd > 0 ? v.steps[1][v.nd - 1] : 0, line, out);
        for (int axis = v.nd - 2; axis >= 0; --axis) {
            for (int which = 0; which < 2; ++which) at[which] += v.steps[which][axis];
            if (++index[axis] < v.shape[axis]) break;
            for (int which = 0; which < 2; ++which) {
                at[which] -= v.steps[which][axis] * v.shape[axis];
            }
            index[axis] = 0;
        }
    }
}

// Integers wrap on overflow, as in NumPy: they are multiplied as unsigned ones.
bool run(const Vectors& v, Dtype dtype) {
    switch (dtype) {
        case Dtype::float64: return cross_all<double>(v), true;
        case Dtype::float32: return cross_all<float>(v), true;
        case Dtype::int64:
        case Dtype::uint64: return cross_all<std::uint64_t>(v), true;
        case Dtype::int32:
        case Dtype::uint32: return cross_all<std::uint32_t>(v), true;
        case Dtype::complex128: return cross_all<Pair<double>>(v), true;
        case Dtype::complex64: return cross_all<Pair<float>>(v), true;
        default: return false;
    }
}

PyObject* cross_along(PyObject* left, PyObject* right, npy_intp axis, bool& unsupported) {
    Factors factors;
    if (!load_factors(left, right, factors, unsupported) || unsupported) return nullptr;
    ArrayObject* arrays[] = {factors.a, factors.b};
    const Dtype dtype = dtype_of(factors.a);
    Vectors vectors;
    if (!vectors.read(arrays, axis)) return unsupported = true, nullptr;
    const int nd = vectors.nd + 1;
    if (axis < -nd || axis >= nd) return unsupported = true, nullptr;
    Ref result(as_object(new_array(dtype, nd, vectors.shape)));
    if (!result) return nullptr;
    vectors.out = as_array(result.get())->f.data;
    std::feclearexcept(FE_ALL_EXCEPT);
    const bool known = run(vectors, dtype);
    // NumPy warns, step by step.
    constexpr int told = FE_INVALID | FE_OVERFLOW | FE_UNDERFLOW | FE_DIVBYZERO;
    if (!known || std::fetestexcept(told) != 0) return unsupported = true, nullptr;
    const int place = static_cast<int>(axis < 0 ? axis + nd : axis);
    if (place == nd - 1) return result.release();
    int order[max_dimensions];
    for (int i = 0, from = 0; i < nd; ++i) order[i] = i == place ? nd - 1 : from++;
    return transpose(as_array(result.get()), order);
}

// The last parameter is axis=; others of NumPy's are NumPy's to serve.
PyObject* cross_of(const char* name, const Arguments& arguments, PyObject* axis_object) {
    npy_intp axis = -1;
    bool unsupported = axis_object != nullptr && !read_integer(axis_object, axis);
    PyObject* found = unsupported ? nullptr
                                  : cross_along(arguments.values[0], arguments.values[1], axis,
                                                unsupported);
    return unsupported ? call_numpy(name, arguments) : found;
}

PyObject* axis_alone(const Arguments& arguments, bool& fits) {
    fits = arguments.positional == 2 && arguments.keywords() <= 1;
    if (!fits || arguments.keywords() == 0) return nullptr;
    fits = PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(arguments.names, 0), "axis") == 0 &&
           arguments.values[2] != Py_None;
    return arguments.values[2];
}

PyObject* function_cross(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Arguments arguments{args, count, names};
    bool fits;
    PyObject* axis = axis_alone(arguments, fits);
    return fits ? cross_of("cross", arguments, axis) : call_numpy("cross", arguments);
}

PyObject* function_linalg_cross(PyObject*, PyObject* const* args, Py_ssize_t count,
                                PyObject* names) {
    const Arguments arguments{args, count, names};
    bool fits;
    PyObject* axis = axis_alone(arguments, fits);
    return fits ? cross_of("linalg.cross", arguments, axis) : call_numpy("linalg.cross", arguments);
}

}  // namespace

PyMethodDef cross_functions[] = {
    {"cross", guarded<function_cross>(), fast, nullptr},
    {"linalg.cross", guarded<function_linalg_cross>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
