#include "front/array/descriptors.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "front/array/builtins.h"
#include "front/array/class_of_managed.h"
#include "front/array/numpy_methods.h"
#include "front/array/numpy_type.h"
#include "front/array/object.h"
#include "front/array/state.h"

namespace numen::front {
namespace {

PyTypeObject* owner_of(PyObject* descriptor) { return PyDescr_TYPE(descriptor); }

// Does the descriptor belong to one of the two types of arrays, and the array to the other?
bool is_of_the_other(PyObject* descriptor, PyObject* self) {
    if (owner_of(descriptor) == &PyArray_Type) return is_managed(self);
    return owner_of(descriptor) == &Managed && PyArray_Check(self);
}

// What the array's own type has in the descriptor's place. A managed array whose type has none that
// `serves` becomes exposed, and the descriptor is its own.
template <class Serves> Ref own_descriptor(PyObject* descriptor, PyObject* self, Serves serves) {
    PyTypeObject* type = is_managed(self) ? &Managed : &PyArray_Type;
    PyObject* found = PyDict_GetItemWithError(type->tp_dict, PyDescr_NAME(descriptor));
    if (found != nullptr && serves(Py_TYPE(found))) return Ref::share(found);
    if (PyErr_Occurred()) return Ref();
    const char* name = PyUnicode_AsUTF8(PyDescr_NAME(descriptor));
    if (name == nullptr || (is_managed(self) && !expose(as_array(self), name))) return Ref();
    return Ref::share(descriptor);
}

// The same, bound to the array.
PyObject* bound(PyObject* descriptor, PyObject* self) {
    Ref found = own_descriptor(descriptor, self, [](PyTypeObject*) { return true; });
    if (!found) return nullptr;
    const descrgetfunc get = Py_TYPE(found.get())->tp_descr_get;
    return get == nullptr ? found.release()
                          : get(found.get(), self, reinterpret_cast<PyObject*>(Py_TYPE(self)));
}

// np.ndarray.__add__(x, 1): every call of a slot wrapper comes here, so it is one comparison.
ternaryfunc call_of_wrappers = nullptr;

PyObject* call_wrapper(PyObject* descriptor, PyObject* args, PyObject* kwargs) {
    if (owner_of(descriptor) != &PyArray_Type && owner_of(descriptor) != &Managed) [[likely]] {
        return call_of_wrappers(descriptor, args, kwargs);
    }
    if (PyTuple_GET_SIZE(args) == 0 || !is_of_the_other(descriptor, PyTuple_GET_ITEM(args, 0))) {
        return call_of_wrappers(descriptor, args, kwargs);
    }
    Ref method(bound(descriptor, PyTuple_GET_ITEM(args, 0)));
    Ref rest(method ? PyTuple_GetSlice(args, 1, PyTuple_GET_SIZE(args)) : nullptr);
    return rest ? PyObject_Call(method.get(), rest.get(), kwargs) : nullptr;
}

// np.ndarray.__copy__(x): NumPy's methods that Numen leaves in their place. Python has a function
// for each calling convention, and calls it by a pointer in the descriptor.
constexpr std::size_t most_conventions = 8;
std::array<vectorcallfunc, most_conventions> calls_of_methods;

template <std::size_t convention>
PyObject* call_left_method(PyObject* descriptor, PyObject* const* args, std::size_t nargsf,
                           PyObject* names) {
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    if (count == 0 || !is_managed(args[0])) {
        return calls_of_methods[convention](descriptor, args, nargsf, names);
    }
    Ref method(bound(descriptor, args[0]));
    return method ? PyObject_Vectorcall(method.get(), args + 1, count - 1, names) : nullptr;
}

template <std::size_t... convention>
constexpr std::array<vectorcallfunc, most_conventions> all_calls(
    std::index_sequence<convention...>) {
    return {call_left_method<convention>...};
}
constexpr auto calls_of_left_methods = all_calls(std::make_index_sequence<most_conventions>());

bool let_methods_take_managed() {
    PyObject *name, *descriptor;
    Py_ssize_t position = 0;
    while (PyDict_Next(PyArray_Type.tp_dict, &position, &name, &descriptor)) {
        if (!Py_IS_TYPE(descriptor, &PyMethodDescr_Type)) continue;
        vectorcallfunc& call = reinterpret_cast<PyMethodDescrObject*>(descriptor)->vectorcall;
        auto* place = std::find(calls_of_methods.begin(), calls_of_methods.end(), call);
        if (place == calls_of_methods.end()) {
            place = std::find(calls_of_methods.begin(), calls_of_methods.end(), nullptr);
        }
        if (place == calls_of_methods.end()) {
            PyErr_SetString(PyExc_SystemError, "numen: more conventions than descriptors.cpp has");
            return false;
        }
        *place = call;
        call = calls_of_left_methods[place - calls_of_methods.begin()];
    }
    return true;
}

std::vector<PyObject*> with_numpys_class(PyObject* const* args, Py_ssize_t count) {
    std::vector<PyObject*> exchanged(args, args + count);
    for (PyObject*& argument : exchanged) argument = as_numpys_class(argument);
    return exchanged;
}

// x.view(type(y)): NumPy's method, given the class that a managed array names.
PyMethodDef numpys_view, view;

PyObject* view_as(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const auto exchanged = with_numpys_class(args, count + keyword_count(names));
    return call_definition(&numpys_view, self, exchanged.data(), count, names);
}

bool let_view_take_the_class() {
    PyMethodDef* numpys = numpy_method("view");
    if (numpys == nullptr) return false;
    numpys_view = view = *numpys;
    view.ml_meth = as_method(view_as);
    view.ml_flags = fast;
    reinterpret_cast<PyMethodDescrObject*>(numpy_descriptor("view"))->d_method = &view;
    return true;
}

// np.ndarray.__new__(type(x), shape). Where the function is called by, and not another one in its
// place: classes made later inherit tp_new where they find Python's own function for it.
PyObject* call_new(PyObject* function, PyObject* const* args, std::size_t nargsf,
                   PyObject* names) {
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf), named = keyword_count(names);
    Ref positional(PyTuple_New(count));
    if (!positional) return nullptr;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyTuple_SET_ITEM(positional.get(), i, Py_NewRef(as_numpys_class(args[i])));
    }
    Ref keywords(named > 0 ? PyDict_New() : nullptr);
    if (named > 0 && !keywords) return nullptr;
    for (Py_ssize_t i = 0; i < named; ++i) {
        PyObject* name = PyTuple_GET_ITEM(names, i);
        if (PyDict_SetItem(keywords.get(), name, args[count + i]) < 0) return nullptr;
    }
    return PyCFunction_Type.tp_call(function, positional.get(), keywords.get());
}

bool let_new_take_the_class() {
    PyObject* function = numpy_descriptor("__new__");
    if (function == nullptr) return false;
    reinterpret_cast<PyCFunctionObject*>(function)->vectorcall = call_new;
    return PyDict_SetItemString(Managed.tp_dict, "__new__", function) == 0;
}

// What Python finds under the name in a type of its own, when a program calls it: a slot wrapper
// holds the function. The slot itself, by which attributes are read, stays as it is.
void** function_in(PyTypeObject* type, const char* name) {
    Ref wrapper(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), name));
    if (wrapper && Py_IS_TYPE(wrapper.get(), &PyWrapperDescr_Type)) {
        return &reinterpret_cast<PyWrapperDescrObject*>(wrapper.get())->d_wrapped;  // type's own
    }
    forget_error();
    return nullptr;
}

// np.ndarray.T.__get__(x)
template <PyTypeObject* descriptors>
PyObject* get_by_name(PyObject* descriptor, PyObject* self, PyObject* type) {
    if (self == nullptr || !is_of_the_other(descriptor, self)) {
        return descriptors->tp_descr_get(descriptor, self, type);
    }
    return bound(descriptor, self);
}

// np.ndarray.shape.__set__(x, (2, 3)), which asks no __setattr__ of a derived class.
int set_by_name(PyObject* descriptor, PyObject* self, PyObject* value) {
    if (!is_of_the_other(descriptor, self)) {
        return PyGetSetDescr_Type.tp_descr_set(descriptor, self, value);
    }
    const auto sets = [](PyTypeObject* type) { return type->tp_descr_set != nullptr; };
    Ref found = own_descriptor(descriptor, self, sets);
    return found ? Py_TYPE(found.get())->tp_descr_set(found.get(), self, value) : -1;
}

// np.ndarray.__dict__["__class_getitem__"].__get__(x)
PyObject* get_of_class(PyObject* descriptor, PyObject* self, PyObject* type) {
    if (type == nullptr && self != nullptr) type = reinterpret_cast<PyObject*>(Py_TYPE(self));
    if (type != nullptr) type = as_numpys_class(type);
    return PyClassMethodDescr_Type.tp_descr_get(descriptor, self, type);
}

void set_descriptors(bool ours) {
    const auto set = [ours](PyTypeObject* type, const char* name, auto our, auto pythons) {
        void** function = function_in(type, name);
        if (function == nullptr) return;
        *function = ours ? reinterpret_cast<void*>(our) : reinterpret_cast<void*>(pythons);
    };
    set(&PyGetSetDescr_Type, "__get__", get_by_name<&PyGetSetDescr_Type>,
        PyGetSetDescr_Type.tp_descr_get);
    for (const char* name : {"__set__", "__delete__"}) {
        set(&PyGetSetDescr_Type, name, set_by_name, PyGetSetDescr_Type.tp_descr_set);
    }
    set(&PyClassMethodDescr_Type, "__get__", get_of_class, PyClassMethodDescr_Type.tp_descr_get);
    set(&PyMethodDescr_Type, "__get__", get_by_name<&PyMethodDescr_Type>,
        PyMethodDescr_Type.tp_descr_get);
    set(&PyWrapperDescr_Type, "__get__", get_by_name<&PyWrapperDescr_Type>,
        PyWrapperDescr_Type.tp_descr_get);
}

}  // namespace

bool prepare_descriptors() {
    return let_methods_take_managed() && let_view_take_the_class() && let_new_take_the_class();
}

void patch_python() {
    if (call_of_wrappers == nullptr) call_of_wrappers = PyWrapperDescr_Type.tp_call;
    PyWrapperDescr_Type.tp_call = call_wrapper;
    set_descriptors(true);
    patch_builtins();
}

void restore_python() {
    PyWrapperDescr_Type.tp_call = call_of_wrappers;
    set_descriptors(false);
    restore_builtins();
}

}  // namespace numen::front
