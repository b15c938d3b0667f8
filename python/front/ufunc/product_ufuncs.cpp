#include "front/ufunc/product_ufuncs.h"

#include <cstddef>

#include "front/array/checked_entries.h"
#include "front/call/keywords.h"
#include "front/functions/tables.h"
#include "front/module/observed_calls.h"
#include "front/ufunc/ufunc.h"
#include "front/call/counterpart.h"

namespace numen::front {

PyTypeObject ProductUFunc = {PyVarObject_HEAD_INIT(nullptr, 0)};

namespace {

using Serve = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

struct ProductObject {
    PyObject_HEAD
    vectorcallfunc vectorcall, observing;
    const char* name;
    Serve serve;
    PyObject* numpy;  // NumPy's ufunc of the same name
};

ProductObject* as_product(PyObject* o) { return reinterpret_cast<ProductObject*>(o); }

PyObject* product_vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf,
                             PyObject* names) {
    return as_product(self)->serve(nullptr, args, PyVectorcall_NARGS(nargsf), names);
}

// Its attributes are NumPy's: nin, nout, types, identity, signature, reduce, at, __name__ …
PyObject* numpys_product(PyObject* self) { return as_product(self)->numpy; }

// isinstance(np.matmul, np.ufunc) holds.
PyObject* product_class(PyObject*, void*) {
    return Py_NewRef(reinterpret_cast<PyObject*>(&PyUFunc_Type));
}

PyGetSetDef product_attributes[] = {
    {"__class__", product_class, nullptr, nullptr, nullptr},
    {"__doc__", doc_as<numpys_product>, nullptr, nullptr, nullptr},
    {"__wrapped__", counterpart_itself<numpys_product>, nullptr, "NumPy's own ufunc.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

void product_dealloc(PyObject* self) {
    Py_XDECREF(as_product(self)->numpy);
    PyObject_Free(self);
}

const char* name_of_product(PyObject* self) { return as_product(self)->name; }

PyObject* make_product(const PyMethodDef& method) {
    auto* self = PyObject_New(ProductObject, &ProductUFunc);
    if (self == nullptr) return nullptr;
    self->vectorcall = entry_point<product_vectorcall>();
    self->observing = observed_vectorcall<product_vectorcall, name_of_product>;
    self->name = method.ml_name;
    self->serve = reinterpret_cast<Serve>(reinterpret_cast<void*>(method.ml_meth));
    self->numpy = numpy_attribute(method.ml_name);
    auto* object = reinterpret_cast<PyObject*>(self);
    if (self->numpy == nullptr) Py_CLEAR(object);
    return object;
}

}  // namespace

bool prepare_product_ufuncs() {
    Py_SET_TYPE(&ProductUFunc, &UFuncMeta);
    ProductUFunc.tp_name = "numpy.ufunc";
    ProductUFunc.tp_basicsize = sizeof(ProductObject);
    ProductUFunc.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    ProductUFunc.tp_vectorcall_offset = offsetof(ProductObject, vectorcall);
    observe_type(ProductUFunc, offsetof(ProductObject, vectorcall),
                 offsetof(ProductObject, observing));
    ProductUFunc.tp_call = PyVectorcall_Call;
    ProductUFunc.tp_getattro = attribute_as<numpys_product>;
    ProductUFunc.tp_repr = repr_as<numpys_product>;
    ProductUFunc.tp_dealloc = product_dealloc;
    ProductUFunc.tp_getset = product_attributes;
    ProductUFunc.tp_hash = hash_as<numpys_product>;
    ProductUFunc.tp_richcompare = compare_as<numpys_product>;
    return PyType_Ready(&ProductUFunc) == 0;
}

bool add_product_ufuncs(PyObject* functions) {
    for (const PyMethodDef* table : {matrix_product_ufuncs, stacked_product_ufuncs}) {
        for (; table->ml_name != nullptr; ++table) {
            Ref ufunc(make_product(*table));
            if (!ufunc || PyDict_SetItemString(functions, table->ml_name, ufunc.get()) < 0) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace numen::front
