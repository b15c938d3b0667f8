// Methods and attributes that find their way by the caller: Numen's for the user's arrays, NumPy's
// for everything else. They are true method descriptors, so each has a C function of its own, and
// these are the instances of one template.
#include "front/array/by_caller.h"

#include "front/array/numpy_methods.h"

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "front/array/checked_entries.h"
#include "front/array/look.h"
#include "front/array/numpy_type.h"
#include "front/array/object.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/call/held_arguments.h"
#include "front/module/observed_calls.h"

namespace numen::front {
namespace {

constexpr std::size_t method_limit = 160;

using FastMethod = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t);
using FastKeywordMethod = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

// In one line of the cache.
struct alignas(64) Method {
    PyMethodDef door = {};         // what the descriptor calls
    PyMethodDef* ours = nullptr;   // null where Numen has none: a fallback
    PyMethodDef* numpy = nullptr;  // null where ndarray has none
    FastKeywordMethod numpys_fast = nullptr;  // its function, where it is called like ours
    PyCFunction own = nullptr;  // the door's function while nobody watches
};
std::array<Method, method_limit> methods;
std::size_t method_count = 0;

PyObject* call_with_tuple(PyMethodDef* definition, PyObject* self, PyObject* const* args,
                          Py_ssize_t count, PyObject* names) {
    Ref positional(PyTuple_New(count));
    if (!positional) return nullptr;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyTuple_SET_ITEM(positional.get(), i, Py_NewRef(args[i]));
    }
    if (!(definition->ml_flags & METH_KEYWORDS)) {
        return definition->ml_meth(self, positional.get());
    }
    Ref keywords(names == nullptr ? nullptr : PyDict_New());
    for (Py_ssize_t i = 0; keywords && i < PyTuple_GET_SIZE(names); ++i) {
        PyObject* name = PyTuple_GET_ITEM(names, i);
        if (PyDict_SetItem(keywords.get(), name, args[count + i]) < 0) return nullptr;
    }
    if (names != nullptr && !keywords) return nullptr;
    const auto call = reinterpret_cast<PyCFunctionWithKeywords>(
        reinterpret_cast<void (*)()>(definition->ml_meth));
    return call(self, positional.get(), keywords.get());
}

// Whether the definition can be given these arguments at all.
bool takes(const PyMethodDef* definition, Py_ssize_t count, bool has_keywords) {
    const int flags = definition->ml_flags;
    if (has_keywords && !(flags & METH_KEYWORDS)) return false;
    if (flags & METH_NOARGS) return count == 0;
    return !(flags & METH_O) || count == 1;
}

// In Python's words.
PyObject* refuse_arguments(const PyMethodDef* definition, PyObject* self, Py_ssize_t count,
                           bool has_keywords) {
    std::string name = definition->ml_name;
    if (self != nullptr && !PyModule_Check(self)) {
        const std::string type = PyArray_Check(self) ? "ndarray" : Py_TYPE(self)->tp_name;
        name = type.substr(type.rfind('.') + 1) + "." + name;
    }
    if (has_keywords) {
        return PyErr_Format(PyExc_TypeError, "%s() takes no keyword arguments", name.c_str());
    }
    return PyErr_Format(PyExc_TypeError, "%s() takes %s (%zd given)", name.c_str(),
                        definition->ml_flags & METH_O ? "exactly one argument" : "no arguments",
                        count);
}

}  // namespace

PyObject* call_definition(PyMethodDef* definition, PyObject* self, PyObject* const* args,
                          Py_ssize_t count, PyObject* names) {
    const auto function = reinterpret_cast<void (*)()>(definition->ml_meth);
    const int flags = definition->ml_flags & ~(METH_COEXIST | METH_STATIC | METH_CLASS);
    if (flags == fast) {
        return reinterpret_cast<FastKeywordMethod>(function)(self, args, count, names);
    }
    const bool has_keywords = keyword_count(names) > 0;
    if (!takes(definition, count, has_keywords)) {
        return refuse_arguments(definition, self, count, has_keywords);
    }
    if (flags == METH_FASTCALL) return reinterpret_cast<FastMethod>(function)(self, args, count);
    if (flags == METH_NOARGS) return definition->ml_meth(self, nullptr);
    if (flags == METH_O) return definition->ml_meth(self, args[0]);
    return call_with_tuple(definition, self, args, count, names);
}

namespace {

PyObject* refuse_type(const Method& method, PyObject* self) {
    return PyErr_Format(PyExc_TypeError,
                        "descriptor '%s' for 'numpy.ndarray' objects doesn't apply to a '%s' "
                        "object",
                        method.door.ml_name, Py_TYPE(self)->tp_name);
}

// Does NumPy's own method serve the call on an exposed array?
bool is_numpys(const Method& method, PyObject* exposed) {
    if (method.numpy == nullptr) return false;
    if (!hot_state.serves_foreign && !is_made_here(exposed)) [[unlikely]] return true;
    return quick_caller() == Caller::library;
}

// Which refuses an array as `out` that is no ndarray.
PyObject* call_numpys(const Method& method, PyObject* self, PyObject* const* args,
                      Py_ssize_t count, PyObject* names) {
    for (PyObject* argument : std::span(args, count + keyword_count(names))) {
        const bool is_read = !is_managed(argument) ||
                             expose(as_array(argument), method.door.ml_name);
        if (!is_read) return nullptr;
    }
    if (method.numpys_fast != nullptr) return method.numpys_fast(self, args, count, names);
    return call_definition(method.numpy, self, args, count, names);
}

// Can ours be given these arguments, or has NumPy nothing to say to them?
bool is_fit(const Method& method, Py_ssize_t count, PyObject* names) {
    const bool has_keywords = keyword_count(names) > 0;
    return method.ours == nullptr || method.numpy == nullptr ||
           takes(method.ours, count, has_keywords);
}

// The user's call of a method that only NumPy has.
PyObject* fall_back(const Method& method, PyObject* self, PyObject* const* args,
                    Py_ssize_t count, PyObject* names) {
    const std::string name = std::string("ndarray.") + method.door.ml_name;
    std::vector<PyObject*> with_self{self};
    with_self.insert(with_self.end(), args, args + count + keyword_count(names));
    HeldArguments held(with_self.data(), static_cast<Py_ssize_t>(with_self.size()));
    if (!held.hold(name.c_str())) return nullptr;
    return call_method_fallback(name.c_str(), [&] {
        return call_numpys(method, self, held.arguments() + 1, count, names);
    });
}

PyObject* call_method(const Method& method, PyObject* self, PyObject* const* args,
                      Py_ssize_t count, PyObject* names) {
    if (is_exposed(self) && is_numpys(method, self)) {
        return call_numpys(method, self, args, count, names);
    }
    if (!is_fit(method, count, names) && is_array(self)) {
        // NumPy refuses it in its own words.
        Ref array(is_managed(self) ? look(self) : Py_NewRef(self));
        return array ? call_numpys(method, array.get(), args, count, names) : nullptr;
    }
    if (is_managed(self) && method.ours != nullptr) {
        return call_definition(method.ours, self, args, count, names);
    }
    if (is_managed(self) && !expose(as_array(self), method.door.ml_name)) return nullptr;
    if (is_exposed(self) && (hot_state.serves_foreign || is_made_here(self))) {
        if (method.ours == nullptr) return fall_back(method, self, args, count, names);
        // C code that calls the method looks just as the program that does.
        const ForCode may_be_c_code(method.ours->ml_name);
        return call_definition(method.ours, self, args, count, names);
    }
    if (method.numpy != nullptr && PyArray_Check(self)) {
        return call_numpys(method, self, args, count, names);
    }
    return refuse_type(method, self);
}

template <std::size_t index>
PyObject* method_number(PyObject* self, PyObject* const* args, Py_ssize_t count,
                        PyObject* names) {
    return call_method(methods[index], self, args, count, names);
}

const char* observed_name(std::size_t index) {
    static auto& names = *new std::array<std::string, method_limit>;
    if (names[index].empty()) names[index] = std::string("ndarray.") + methods[index].door.ml_name;
    return names[index].c_str();
}

// NumPy's function for an installed library is none of the program's calls, and fallbacks are
// events of their own.
template <std::size_t index>
PyObject* observed_method(PyObject* self, PyObject* const* args, Py_ssize_t count,
                          PyObject* names) {
    const Method& method = methods[index];
    const auto own = reinterpret_cast<FastKeywordMethod>(
        reinterpret_cast<void (*)()>(method.own));
    if (method.ours == nullptr || (is_exposed(self) && is_numpys(method, self))) {
        return own(self, args, count, names);
    }
    return observed(CallKind::simple, observed_name(index), self, args,
                    count + keyword_count(names), [&] { return own(self, args, count, names); });
}

template <std::size_t... index>
constexpr std::array<FastKeywordMethod, method_limit> all_observed(
    std::index_sequence<index...>) {
    return {observed_method<index>...};
}
template <std::size_t... index>
constexpr std::array<FastKeywordMethod, method_limit> all_methods(std::index_sequence<index...>) {
    return {method_number<index>...};
}
template <std::size_t... index>
constexpr std::array<FastKeywordMethod, method_limit> all_checked(std::index_sequence<index...>) {
    return {Checked<method_number<index>>::call...};
}
constexpr auto functions = all_methods(std::make_index_sequence<method_limit>());
constexpr auto checked_functions = all_checked(std::make_index_sequence<method_limit>());

constexpr auto observed_functions = all_observed(std::make_index_sequence<method_limit>());

// np.ndarray.sum(x), of a managed array too: the method itself looks at the type.
PyObject* call_descriptor(PyObject* descriptor, PyObject* const* args, std::size_t nargsf,
                          PyObject* names) {
    const PyMethodDef* door = reinterpret_cast<PyMethodDescrObject*>(descriptor)->d_method;
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    if (count == 0) {
        return PyErr_Format(PyExc_TypeError, "unbound method ndarray.%s() needs an argument",
                            door->ml_name);
    }
    const auto function = reinterpret_cast<FastKeywordMethod>(
        reinterpret_cast<void (*)()>(door->ml_meth));
    return function(args[0], args + 1, count - 1, names);
}

Method* new_entry(const char* name) {
    if (method_count == method_limit) {
        PyErr_SetString(PyExc_SystemError, "numen: more methods than numpy_methods.cpp has room");
        return nullptr;
    }
    Method& method = methods[method_count];
    PyObject* before = numpy_descriptor(name);
    if (before == nullptr) forget_error();
    if (before != nullptr && Py_IS_TYPE(before, &PyMethodDescr_Type)) {
        method.numpy = reinterpret_cast<PyMethodDescrObject*>(before)->d_method;
    }
    if (method.numpy != nullptr && method.numpy->ml_flags == fast) {
        method.numpys_fast = reinterpret_cast<FastKeywordMethod>(
            reinterpret_cast<void (*)()>(method.numpy->ml_meth));
    }
    const char* help = method.numpy != nullptr ? method.numpy->ml_doc : nullptr;
    const auto& table = checks_entries ? checked_functions : functions;
    method.own = as_method(table[method_count]);
    method.door = {name, method.own, fast, help};
    ++method_count;
    return &method;
}

Method* method_of(PyMethodDef* definition) {
    for (std::size_t i = 0; i < method_count; ++i) {
        if (methods[i].ours == definition) return &methods[i];
    }
    Method* method = new_entry(definition->ml_name);
    if (method == nullptr) return nullptr;
    method->ours = definition;
    if (method->door.ml_doc == nullptr) method->door.ml_doc = definition->ml_doc;
    return method;
}

PyObject* descriptor_of(Method* method, PyTypeObject* type) {
    PyObject* descriptor = method == nullptr ? nullptr : PyDescr_NewMethod(type, &method->door);
    if (descriptor != nullptr) {
        reinterpret_cast<PyMethodDescrObject*>(descriptor)->vectorcall = call_descriptor;
    }
    return descriptor;
}

// An attribute of ndarray: both ways to it.
struct Attribute {
    PyGetSetDef* ours;
    PyGetSetDef* numpy;
    PyGetSetDef door;
};

PyObject* get_attribute(PyObject* self, void* closure) {
    const auto* attribute = static_cast<Attribute*>(closure);
    const bool is_ours = is_exposed(self) && (hot_state.serves_foreign || is_made_here(self)) &&
                         quick_caller() != Caller::library;
    const PyGetSetDef* chosen = is_ours ? attribute->ours : attribute->numpy;
    return chosen->get(self, chosen->closure);
}

int set_attribute(PyObject* self, PyObject* value, void* closure) {
    const PyGetSetDef* numpy = static_cast<Attribute*>(closure)->numpy;
    const Ref held = held_for(self, value);
    if (value != nullptr && !held) return -1;
    return numpy->set(self, held.get(), numpy->closure);
}

}  // namespace

void observe_methods(bool wanted) {
    for (std::size_t i = 0; i < method_count; ++i) {
        methods[i].door.ml_meth = wanted ? as_method(observed_functions[i]) : methods[i].own;
    }
}

PyMethodDef* numpy_method(const char* name) {
    PyObject* descriptor = numpy_descriptor(name);
    return descriptor == nullptr ? nullptr
                                 : reinterpret_cast<PyMethodDescrObject*>(descriptor)->d_method;
}

PyObject* new_method(PyMethodDef* definition, PyTypeObject* type) {
    return descriptor_of(method_of(definition), type);
}

PyObject* new_fallback_method(const char* name) {
    return descriptor_of(new_entry(name), &PyArray_Type);
}

PyObject* new_attribute(PyGetSetDef* definition) {
    PyObject* before = numpy_descriptor(definition->name);
    if (before == nullptr || !Py_IS_TYPE(before, &PyGetSetDescr_Type)) return Py_XNewRef(before);
    PyGetSetDef* numpy = reinterpret_cast<PyGetSetDescrObject*>(before)->d_getset;
    auto* attribute = new Attribute{definition, numpy, {}};  // lives as long as the type
    attribute->door = {numpy->name, get_attribute, numpy->set ? set_attribute : nullptr,
                       numpy->doc, attribute};
    return PyDescr_NewGetSet(&PyArray_Type, &attribute->door);
}

}  // namespace numen::front
