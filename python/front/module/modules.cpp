#include "front/module/modules.h"

#include <string>
#include <unordered_map>

namespace numen::front {

PyObject* numpy_attribute(const char* name) {
    static std::unordered_map<std::string, PyObject*> found;
    if (PyErr_Occurred()) return nullptr;  // looked up to go on with NumPy: not from here
    const auto known = found.find(name);
    if (known != found.end()) return Py_NewRef(known->second);
    Ref object(PyImport_ImportModule("numpy"));
    const std::string path = name;
    for (std::size_t start = 0; object && start <= path.size();) {
        const std::size_t dot = std::min(path.find('.', start), path.size());
        object = Ref(PyObject_GetAttrString(object.get(), path.substr(start, dot - start).c_str()));
        start = dot + 1;
    }
    if (!object) return nullptr;
    found.emplace(path, Py_NewRef(object.get()));
    return object.release();
}

}  // namespace numen::front
