"""Functions as objects: what programs and libraries do with them beside calling them."""

from .judges import FUNCTIONS as JUDGE
from .mutation import of_file

_native = of_file("python/front/call/native_function.cpp", JUDGE)
FUNCTIONS = [
    _native("object", "a function is a method as an attribute of a class",
            "    return instance == nullptr ? Py_NewRef(self) : PyMethod_New(self, instance);",
            "    (void)instance;\n    return Py_NewRef(self);"),
    _native("object", "what is of Python's type in NumPy is so here",
            "    if (const Ref numpys = numpys_of_c(public_name)) {",
            "    if (const Ref numpys = {}) {"),
    _native("object", "a function is the key that NumPy's is",
            "has_original(self) ? PyObject_Hash(numpys_of(self)) : ", ""),
    _native("object", "a function has what NumPy's has",
            "    if (!has_original(self)) return nullptr;\n    forget_error();",
            "    if (self != nullptr) return nullptr;\n    forget_error();"),
    of_file("python/front/call/counterpart.h", JUDGE)(
        "object", "what a program sets is not NumPy's",
        "    return has_attributes_of_its_own(counterpart) ? "
        "PyObject_GenericSetAttr(self, name, value)\n"
        "                                                  : ",
        "    return "),
    of_file("python/front/call/counterpart.h", JUDGE)(
        "object", "what is no method in NumPy is none here",
        "    if (get == nullptr || instance == nullptr) return Py_NewRef(self);\n",
        "    if (instance == nullptr) return Py_NewRef(self);\n"
        "    if (get == nullptr) return PyMethod_New(self, instance);\n"),
    of_file("python/front/composite/composite.cpp", JUDGE)(
        "object", "what serves SciPy's functions is looked up when it is asked for",
        "    return Py_IS_TYPE(fallback, &ScipyFunction) ? scipys_function(fallback)",
        "    return fallback == nullptr ? scipys_function(fallback)"),
]
