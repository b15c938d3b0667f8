/* A C extension that asks for numpy.ndarray by type before anything else, in every way that is
   common: functions of each calling convention, methods, a class method, constructors. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#include <numpy/arrayobject.h>

static PyObject *total(PyObject *object) {
    if (!PyObject_TypeCheck(object, &PyArray_Type)) {
        return PyErr_Format(PyExc_TypeError, "needs a numpy.ndarray, not %s",
                            Py_TYPE(object)->tp_name);
    }
    double sum = 0;
    const double *data = (const double *)PyArray_DATA((PyArrayObject *)object);
    for (npy_intp i = 0; i < PyArray_SIZE((PyArrayObject *)object); ++i) sum += data[i];
    return PyFloat_FromDouble(sum);
}

static PyObject *by_tuple(PyObject *self, PyObject *args) {
    PyObject *array;
    return PyArg_ParseTuple(args, "O!", &PyArray_Type, &array) ? total(array) : NULL;
}

static PyObject *by_keywords(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"array", NULL};
    PyObject *array;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!", names, &PyArray_Type, &array)) return NULL;
    return total(array);
}

static PyObject *by_one(PyObject *self, PyObject *array) { return total(array); }

static PyObject *by_vector(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    return total(args[count - 1]);
}

static PyObject *by_vector_keywords(PyObject *self, PyObject *const *args, Py_ssize_t count,
                                    PyObject *names) {
    return total(args[count + (names ? PyTuple_GET_SIZE(names) : 0) - 1]);
}

static PyObject *of_list(PyObject *self, PyObject *list) { return total(PyList_GetItem(list, 0)); }

/* The first item of lists, tuples and dictionaries in one another. */
static PyObject *of_nested(PyObject *self, PyObject *object) {
    for (;;) {
        PyObject *key, *value;
        Py_ssize_t place = 0;
        if (PyList_Check(object)) {
            object = PyList_GetItem(object, 0);
        } else if (PyTuple_Check(object)) {
            object = PyTuple_GetItem(object, 0);
        } else if (PyDict_Check(object) && PyDict_Next(object, &place, &key, &value)) {
            object = value;
        } else {
            return total(object);
        }
    }
}

#define METHODS                                                                          \
    {"by_tuple", by_tuple, METH_VARARGS, "by_tuple(array)"},                             \
    {"by_keywords", (PyCFunction)(void (*)(void))by_keywords, METH_VARARGS | METH_KEYWORDS, NULL}, \
    {"by_one", by_one, METH_O, NULL},                                                    \
    {"by_vector", (PyCFunction)(void (*)(void))by_vector, METH_FASTCALL, NULL},          \
    {"by_vector_keywords", (PyCFunction)(void (*)(void))by_vector_keywords,              \
     METH_FASTCALL | METH_KEYWORDS, NULL},                                               \
    {"of_nested", of_nested, METH_O, NULL},                                              \
    {"of_list", of_list, METH_O, NULL}

static PyMethodDef functions[] = {METHODS, {NULL, NULL, 0, NULL}};
static PyMethodDef methods[] = {
    METHODS,
    {"of_class", by_one, METH_O | METH_CLASS, NULL},
    {"of_nothing", by_one, METH_O | METH_STATIC, NULL},
    {NULL, NULL, 0, NULL}};

typedef struct {
    PyObject_HEAD
    PyObject *sum;
} Holder;

static PyObject *holder_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *array = PyTuple_Size(args) ? PyTuple_GetItem(args, 0)
                                         : PyDict_GetItemString(kwargs, "array");
    PyObject *sum = total(array);
    if (sum == NULL) return NULL;
    Holder *self = (Holder *)type->tp_alloc(type, 0);
    if (self != NULL) self->sum = sum;
    return (PyObject *)self;
}

static PyObject *holder_call(PyObject *self, PyObject *args, PyObject *kwargs) {
    return total(PyTuple_Size(args) ? PyTuple_GetItem(args, 0)
                                    : PyDict_GetItemString(kwargs, "array"));
}

static PyObject *holder_item(PyObject *self, PyObject *array) { return total(array); }
static PyMappingMethods mapping = {.mp_subscript = holder_item};

static PyObject *holder_sum(PyObject *self, void *unused) {
    return Py_NewRef(((Holder *)self)->sum);
}
static PyGetSetDef attributes[] = {{"sum", holder_sum, NULL, NULL, NULL},
                                   {NULL, NULL, NULL, NULL, NULL}};

static PyTypeObject HolderType = {PyVarObject_HEAD_INIT(NULL, 0).tp_name = "typed_extension.Holder",
                                  .tp_basicsize = sizeof(Holder),
                                  .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                  .tp_methods = methods,
                                  .tp_getset = attributes,
                                  .tp_call = holder_call,
                                  .tp_as_mapping = &mapping,
                                  .tp_new = holder_new};
static PyTypeObject DerivedType = {PyVarObject_HEAD_INIT(NULL, 0).tp_name =
                                       "typed_extension.Derived",
                                   .tp_basicsize = sizeof(Holder),
                                   .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                   .tp_base = &HolderType};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "typed_extension", NULL, -1,
                                        functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_typed_extension(void) {
    import_array();
    if (PyType_Ready(&HolderType) < 0 || PyType_Ready(&DerivedType) < 0) return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) return NULL;
    PyModule_AddObjectRef(module, "Holder", (PyObject *)&HolderType);
    PyModule_AddObjectRef(module, "Derived", (PyObject *)&DerivedType);
    return module;
}
