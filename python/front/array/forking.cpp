#include "front/array/forking.h"

#include "front/array/object.h"
#include "graph/running.h"

namespace numen::front {
namespace {

PyObject* before(PyObject*, PyObject*) {
    graph::prepare_fork();
    Py_RETURN_NONE;
}

PyObject* after(PyObject*, PyObject*) {
    graph::end_fork();
    Py_RETURN_NONE;
}

PyMethodDef before_definition = {"before_fork", before, METH_NOARGS,
                                 "Waits for work that would be lost in a child."};
PyMethodDef after_definition = {"after_fork", after, METH_NOARGS, "Such work may begin again."};

}  // namespace

bool prepare_forking() {
    const Ref os(PyImport_ImportModule("os"));
    const Ref register_hooks(os ? PyObject_GetAttrString(os.get(), "register_at_fork") : nullptr);
    const Ref first(PyCFunction_New(&before_definition, nullptr));
    const Ref last(PyCFunction_New(&after_definition, nullptr));
    const Ref none(PyTuple_New(0));
    if (!register_hooks || !first || !last || !none) return false;
    const Ref hooks(Py_BuildValue("{sOsO}", "before", first.get(), "after_in_parent", last.get()));
    return hooks && Ref(PyObject_Call(register_hooks.get(), none.get(), hooks.get()));
}

}  // namespace numen::front
