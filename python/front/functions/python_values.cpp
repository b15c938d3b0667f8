// Elements as Python's own objects: item, tolist, tobytes. What has other types than Numen's is
// NumPy's, called by its definition.
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "front/array/look.h"
#include "front/array/numpy_methods.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/functions/tables.h"
#include "front/index/element_key.h"
#include "front/index/index_numpys.h"

namespace numen::front {
namespace {

bool foreign_type(PyObject* self) { return dtype_of(as_array(self)) == no_dtype; }

struct Call {
    PyObject* const* args = nullptr;
    Py_ssize_t count = 0;
    PyObject* names = nullptr;
};

PyObject* call(PyMethodDef* definition, PyObject* self, const Call& arguments) {
    return call_definition(definition, self, arguments.args, arguments.count, arguments.names);
}

// On a plain view of a managed array.
PyObject* ask(PyMethodDef* definition, PyObject* self, const Call& arguments) {
    const Ref view(look(self));
    return view ? call(definition, view.get(), arguments) : nullptr;
}

template <class T> PyObject* python_object(const char* data) {
    T value;
    if constexpr (std::is_same_v<T, bool>) {
        return PyBool_FromLong(*data != 0);  // any other byte than zero is true
    } else {
        std::memcpy(&value, data, sizeof value);
    }
    if constexpr (std::is_same_v<T, bool>) {
        return nullptr;
    } else if constexpr (std::is_integral_v<T>) {
        return std::is_signed_v<T> ? PyLong_FromLong(static_cast<long>(value))
                                   : PyLong_FromUnsignedLong(static_cast<unsigned long>(value));
    } else if constexpr (std::is_same_v<T, Complex64> || std::is_same_v<T, Complex128>) {
        return PyComplex_FromDoubles(value.real(), value.imag());
    } else {
        return PyFloat_FromDouble(static_cast<double>(value));
    }
}

template <class T> PyObject* nested_list(const StridedView& view) {
    if (view.ndim == 0) return python_object<T>(view.data);
    PyObject* list = PyList_New(view.shape[0]);
    for (npy_intp i = 0; list != nullptr && i < view.shape[0]; ++i) {
        const char* data = view.data + i * view.strides[0];
        PyObject* item = view.ndim == 1
                             ? python_object<T>(data)
                             : nested_list<T>({const_cast<char*>(data), view.dtype, view.ndim - 1,
                                               view.shape + 1, view.strides + 1});
        if (item == nullptr) {
            Py_CLEAR(list);
        } else {
            PyList_SET_ITEM(list, i, item);
        }
    }
    return list;
}

using MakeObject = PyObject* (*)(const char*);
using MakeList = PyObject* (*)(const StridedView&);
template <std::size_t... i> constexpr auto all_objects(std::index_sequence<i...>) {
    return std::array<MakeObject, sizeof...(i)>{python_object<Element<static_cast<Dtype>(i)>>...};
}
template <std::size_t... i> constexpr auto all_lists(std::index_sequence<i...>) {
    return std::array<MakeList, sizeof...(i)>{nested_list<Element<static_cast<Dtype>(i)>>...};
}
constexpr auto every_type = std::make_index_sequence<dtype_count>();
constexpr auto object_of_type = all_objects(every_type);
constexpr auto list_of_type = all_lists(every_type);

PyObject* method_tolist(PyObject* self, PyObject*) {
    static PyMethodDef* const numpys = numpy_method("tolist");
    if (foreign_type(self)) {
        return call_plain_fallback("ndarray.tolist", [=] { return call(numpys, self, {}); });
    }
    // Making objects may run other code.
    if (!values(as_array(self))) return nullptr;
    const Layout layout(as_array(self));
    const Dtype dtype = dtype_of(as_array(self));
    return list_of_type[static_cast<int>(dtype)](layout.at(as_array(self)->f.data, dtype));
}

// Where the element at a position in C order lies.
npy_intp offset_of(const ArrayObject* a, npy_intp position) {
    npy_intp offset = 0;
    for (int axis = a->f.nd - 1; axis > 0; --axis) {
        offset += position % a->f.dimensions[axis] * a->f.strides[axis];
        position /= a->f.dimensions[axis];
    }
    return a->f.nd == 0 ? 0 : offset + position * a->f.strides[0];
}

// The only element, or the one that a position in C order names, or one for each axis; false,
// without an exception, for all that NumPy refuses and for integers of other types.
bool find_element(ArrayObject* a, const KeyItems& key, npy_intp& offset) {
    const npy_intp count = element_count(a);
    if (key.count == 0) return offset = 0, count == 1;
    if (key.count > 1) return key.name_element(a) && read_offset(a, key, offset);
    npy_intp position;
    if (!read_position(key.items[0], count, position)) return false;
    offset = offset_of(a, position);
    return true;
}

// What the arguments are once each object has given its integer: that runs code of the program's,
// which may change the array, before NumPy looks at it.
PyObject* item_of_settled(PyMethodDef* numpys, PyObject* self, const Call& given) {
    Ref tuple(PyTuple_New(given.count));
    for (Py_ssize_t i = 0; tuple && i < given.count; ++i) {
        Ref item = settled_key(given.args[i]);
        if (!item) return nullptr;
        PyTuple_SET_ITEM(tuple.get(), i, item.release());
    }
    return tuple ? ask(numpys, self, {&PyTuple_GET_ITEM(tuple.get(), 0), given.count}) : nullptr;
}

PyObject* method_item(PyObject* self, PyObject* const* args, Py_ssize_t count) {
    static PyMethodDef* const numpys = numpy_method("item");
    const Call arguments{args, count};
    if (foreign_type(self)) {
        return call_plain_fallback("ndarray.item", [&] { return call(numpys, self, arguments); });
    }
    ArrayObject* a = as_array(self);
    if (!values(a)) return nullptr;
    npy_intp offset;
    const KeyItems key = count == 1 ? KeyItems(args[0]) : KeyItems(args, count);
    if (!find_element(a, key, offset)) return item_of_settled(numpys, self, arguments);
    return object_of_type[static_cast<int>(dtype_of(a))](a->f.data + offset);
}

PyObject* method_tobytes(PyObject* self, PyObject* const* args, Py_ssize_t count,
                         PyObject* names) {
    static PyMethodDef* const numpys = numpy_method("tobytes");
    ArrayObject* a = as_array(self);
    if (!values(a)) return nullptr;
    if (count > 0 || names != nullptr || foreign_type(self) || !is_c_contiguous(a)) {
        return ask(numpys, self, {args, count, names});
    }
    const npy_intp bytes = element_count(a) * itemsize(dtype_of(a));
    make_room_for_bytes(static_cast<std::size_t>(bytes));
    return PyBytes_FromStringAndSize(a->f.data, bytes);
}

}  // namespace

PyMethodDef python_value_methods[] = {
    {"tolist", guarded<method_tolist>(), METH_NOARGS, nullptr},
    {"item", guarded<method_item>(), METH_FASTCALL, nullptr},
    {"tobytes", guarded<method_tobytes>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
