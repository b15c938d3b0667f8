"""Whose function serves a call: installed libraries get NumPy's own, the user's code Numen's."""

from .judges import ASKED, CLASS, CORNERS, LIBRARIES, NAMED, TOLD, WHOSE
from .mutation import of_file

_caller = of_file("python/front/array/caller.cpp", LIBRARIES, WHOSE)
_quick = of_file("python/front/array/by_caller.h", LIBRARIES)
CALLERS = [
    _caller("wall", "what was judged last may be a library",
            "hot_state.is_library = is_library(entry.owner);", "hot_state.is_library = false;"),
    _caller("wall", "a judgement that is kept is of the innermost frame's own code",
            "const bool is_its_own = owner != Owner::caller && entry.owner == owner;",
            "const bool is_its_own = true;", WHOSE),
    _caller("wall", "a text's judgement ends with its module",
            "} else if (is_lasting(frame)) {", "} else {", WHOSE),
    _caller("wall", "generated code on a library's thread is the library's",
            "            is_in_text = true;\n", "", WHOSE),
    _caller("wall", "no exception of judging is left",
            "    if (name == nullptr) forget_error();  // other", "    // other", WHOSE),
    _caller("wall", "libraries get NumPy's operators where the last judgement is another's",
            "const bool is_numpys = who == Caller::library && ",
            "const bool is_numpys = false && "),
    _quick("wall", "libraries get NumPy's operators",
           "if (!is_managed(left) && !is_managed(right)) return Serving::numpys;",
           "return Serving::ours;"),
    _quick("wall", "libraries get NumPy's methods",
           "if (hot_state.is_library) return Caller::library;", ""),
    of_file("python/front/array/numpy_methods.cpp", LIBRARIES)(
        "wall", "NumPy's methods serve libraries",
        "    return quick_caller() == Caller::library;\n", "    return false;\n"),
]

_methods = of_file("python/front/module/array_methods.cpp", CORNERS)
_handlers = of_file("python/front/module/user_handlers.cpp", TOLD)
HANDLERS = [
    _methods("wall", "a method that a class gets later is opened",
             " && entry.version == type->tp_version_tag;", ";"),
    _methods("wall", "NumPy looks a handler up in the class",
             "Py_TYPE(instance) : reinterpret_cast<PyTypeObject*>(type);",
             "Py_TYPE(instance) : nullptr;"),
    _methods("wall", "methods of the classes that a class inherits from are opened",
             "        open_own_methods(each);\n",
             "        if (each == type) open_own_methods(each);\n"),
    _methods("wall", "a class method's function is opened where C code gets one",
             "    open_methods_once(owner_of(instance, type));\n", ""),
    _methods("wall", "the function that a wrapper of Python's names is opened",
             "    open_named(found, method, depth - 1);\n", ""),
    _methods("wall", "functions that an object of the program's keeps are opened",
             "    open_kept(found, method);\n", ""),
    _methods("wall", "an object that is called itself is told Numen's function",
             "    if (called && PyFunction_Check(called.get())) open(called.get(), method);\n", ""),
    of_file("python/front/array/state.cpp", CORNERS)(
        "wall", "a class is opened before NumPy is given its object",
        "    if (!holds) open_methods_of_class_of(object);\n", ""),
    _handlers("wall", "a library's handler is told NumPy's function",
              "    if (author == Author::library) return false;\n", ""),
    _handlers("wall", "a module that sees NumPy itself is told NumPy's",
              "        if (value == numpy) return false;\n", ""),
    _handlers("wall", "a module without Numen is told NumPy's until Numen is installed",
              "return has_numens || (author == Author::user && is_installed());", "return true;"),
    _handlers("wall", "a module without a name of Numen's is told Numen's when it is installed",
              "return has_numens || (author == Author::user && is_installed());",
              "return has_numens;"),
    _handlers("wall", "text that shows no name of Numen's is told NumPy's",
              "(author == Author::user && is_installed())", "is_installed()"),
    _handlers("wall", "NumPy's function is found behind a class method's own arguments",
              "numens = numens_for(args[place]);",
              "numens = place > 1 ? nullptr : numens_for(args[place]);", CORNERS),
    _handlers("wall", "the module that NumPy is stays the one of the start",
              "if (value == numpy)", "if (value == PyImport_AddModule(\"numpy\"))"),
    of_file("python/front/array/caller.cpp", TOLD)(
        "wall", "a program without a __main__ is given none",
        "const Ref main(PyImport_GetModule(name));",
        'const Ref main = Ref::share(PyImport_AddModule("__main__"));'),
    _handlers("wall", "the context of a wrapped result names Numen's ufunc",
              "    if (numens == nullptr) return nullptr;\n", "    return nullptr;\n", CORNERS),
    of_file("python/front/call/given_arrays.h", CORNERS)(
        "wall", "NumPy takes the managed array that an instance's __array__ gives",
        "    GivenArrays given;\n    return given",
        "    GivenArrays given;\n    return false && given"),
    of_file("python/front/array/protocols.cpp", CORNERS)(
        "wall", "what shows an array's attributes has no higher priority than the array",
        "PyFloat_FromDouble(NPY_PRIORITY)", "PyFloat_FromDouble(NPY_PRIORITY + 1)"),
]

_class = of_file("python/front/array/class_of_managed.cpp", CLASS)
_builtins = of_file("python/front/array/builtins.cpp", ASKED)
_sites = of_file("python/front/array/call_sites.cpp", ASKED)
_descriptors = of_file("python/front/array/descriptors.cpp", CLASS)
_named = of_file("python/front/array/named_operators.cpp", NAMED)
_given = of_file("python/front/call/given_arrays.cpp", CORNERS)
_numbers = of_file("python/front/array/number_slots.cpp", CORNERS)
CLASSES = [
    _class("wall", "NumPy's C code puts arrays of derived classes first",
           "    if (!asks_isinstance()) {\n", "    if (false) {\n", ASKED),
    _class("wall", "a union of the class has numpy.ndarray in it",
           "    ManagedMeta.tp_as_number = &meta_number;\n", ""),
    _class("wall", "a metaclass is derived from type",
           "= as_pythons_class(PyTuple_GET_ITEM(given, i));",
           "= as_numpys_class(PyTuple_GET_ITEM(given, i));"),
    _sites("wall", "isinstance is known under any name",
           " || frame.record == IsinstanceRuns::frame())", ")", CLASS),
    _sites("wall", "code that isinstance runs asks for itself",
           "frame.record == IsinstanceRuns::frame())", "IsinstanceRuns::frame() != nullptr)"),
    _builtins("wall", "under another name isinstance leaves arrays managed",
              "(is_plain(args[1]) && !is_managed(args[0]))", "is_plain(args[1])"),
    _builtins("wall", "a tuple may name the class",
              "        if (!PyType_CheckExact(PyTuple_GET_ITEM(asked, i))) return false;\n", "",
              CLASS),
    _builtins("wall", "what a program puts under the name is left",
              "    if (std::strcmp(function->m_ml->ml_name, name) != 0) return nullptr;\n", ""),
    _builtins("wall", "a class statement knows the metaclass",
              "argument = as_pythons_class(argument);", "argument = as_numpys_class(argument);",
              CLASS),
    _descriptors("wall", "a descriptor sets what a derived class's __setattr__ does not",
                 "Py_TYPE(found.get())->tp_descr_set(found.get(), self, value) : -1;",
                 "PyObject_SetAttr(self, PyDescr_NAME(descriptor), value) : -1;"),
    _descriptors("wall", "what sets nothing in the class leaves it to NumPy's",
                 "if (found != nullptr && serves(Py_TYPE(found)))", "if (found != nullptr)"),
    _descriptors("wall", "a class method is numpy.ndarray's",
                 "    if (type != nullptr) type = as_numpys_class(type);\n", ""),
    _named("wall", "operators of managed arrays compute where they are named",
           "= is_of_subclass(right) ? *", "= false ? *"),
    _named("wall", "comparisons of managed arrays compute where they are named",
           "is_of_subclass(right) ? PyArray_Type.tp_richcompare : ", "false ? nullptr : "),
    _given("wall", "NumPy takes such arrays in lists",
           "    if (!is_plain_list(object)) return exposed_array_of(object);",
           "    return exposed_array_of(object);"),
    _given("wall", "a key of such objects stays a tuple",
           "PyTuple_CheckExact(object) ? Ref(PyList_AsTuple(copy.get())) : std::move(copy);",
           "std::move(copy);"),
    _given("wall", "what a function of the class gives is not asked for again",
           "    return of_class == nullptr || !PyFunction_Check(of_class);", "    return true;"),
    _methods("wall", "no property of a handler is run",
             "const bool runs_nothing = of_class == nullptr ||",
             "const bool runs_nothing = true || of_class == nullptr ||"),
    _numbers("wall", "a derived class without ufuncs is asked by Python, once",
             "if (ufunc && ufunc.get() == Py_None) return",
             "if (ufunc && ufunc.get() == Py_None && !PyArray_Check(other)) return"),
    _numbers("wall", "the array computes where a derived class declines",
             "    Py_CLEAR(answer);\n    return false;", "    return true;"),
    _numbers("wall", "the array computes where a derived class on the left has declined",
             "    if (is_left) return Deference::none;\n", ""),
    _numbers("wall", "a derived class is asked for its own comparison first",
             "if (found != Deference::asks) return found != Deference::none;",
             "return found != Deference::none && found != Deference::asks;"),
]
