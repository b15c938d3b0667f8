#include "front/call/refusals.h"

#include <algorithm>
#include <vector>

#include "front/array/pinned.h"
#include "front/module/modules.h"

namespace numen::front {

PyObject* stand_in(ArrayObject* a) {
    alignas(16) static char element[16];
    npy_intp strides[max_dimensions] = {};
    Py_INCREF(a->f.descr);
    const int flags = a->f.flags & NPY_ARRAY_WRITEABLE;
    return PyArray_NewFromDescr(&PyArray_Type, a->f.descr, a->f.nd, a->f.dimensions, strides,
                                element, flags, nullptr);
}

namespace {

PyObject* stand_in_for(const Operand& operand) {
    if (operand.kind == Kind::array) return stand_in(operand.array);
    return held_if_sequence(operand.object).release();
}

PyObject* stand_in_for(PyObject* object) {
    Operand operand;
    classify(object, operand);
    return stand_in_for(operand);
}

PyObject* stand_in_for(PyObject* object, std::span<const Operand> read) {
    const auto found = std::ranges::find(read, object, &Operand::object);
    return found == read.end() ? stand_in_for(object) : stand_in_for(*found);
}

}  // namespace

PyObject* raise_as_numpy(Op op, std::span<const Operand> inputs, PyObject* out,
                         bool& unsupported) {
    const auto count = static_cast<Py_ssize_t>(inputs.size());
    Ref ufunc(numpy_attribute(info(op).name.data()));
    Ref args(PyTuple_New(count));
    Ref kwargs(PyDict_New());
    if (!ufunc || !args || !kwargs) return nullptr;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* stand = stand_in_for(inputs[static_cast<std::size_t>(i)]);
        if (stand == nullptr) return nullptr;
        PyTuple_SET_ITEM(args.get(), i, stand);
    }
    if (out != nullptr) {
        Ref stand(stand_in_for(out));
        if (!stand || PyDict_SetItemString(kwargs.get(), "out", stand.get()) < 0) return nullptr;
    }
    Ref result(PyObject_Call(ufunc.get(), args.get(), kwargs.get()));
    unsupported = static_cast<bool>(result);
    return nullptr;
}

PyObject* refuse_as_numpy(const char* name, const Arguments& arguments,
                          std::span<const Operand> read, bool& accepted) {
    Ref function(numpy_attribute(name));
    if (!function) return nullptr;
    const Py_ssize_t total = arguments.positional + arguments.keywords();
    std::vector<Ref> stands;
    std::vector<PyObject*> given;
    for (Py_ssize_t i = 0; i < total; ++i) {
        stands.emplace_back(stand_in_for(arguments.values[i], read));
        if (!stands.back()) return nullptr;
        given.push_back(stands.back().get());
    }
    Ref result(PyObject_Vectorcall(function.get(), given.data(), arguments.positional,
                                   arguments.names));
    accepted = static_cast<bool>(result);
    return nullptr;
}

}  // namespace numen::front
