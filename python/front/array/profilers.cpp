#include "front/array/profilers.h"

namespace numen::front {

// Profilers of Python 3.12 and later may register with sys.monitoring instead of a function: under
// its numbers for coverage (1) and for profilers (2).
bool is_monitored() {
#if PY_VERSION_HEX >= 0x030C0000
    static PyObject* get_tool = nullptr;
    if (get_tool == nullptr) {
        PyObject* monitoring = PySys_GetObject("monitoring");
        get_tool = monitoring == nullptr ? nullptr
                                         : PyObject_GetAttrString(monitoring, "get_tool");
        if (get_tool == nullptr) return forget_error(), false;
    }
    for (const long number : {1L, 2L}) {
        Ref tool(PyLong_FromLong(number));
        Ref user(tool ? PyObject_CallOneArg(get_tool, tool.get()) : nullptr);
        if (!user) return forget_error(), false;
        if (user.get() != Py_None) return true;
    }
#endif
    return false;
}

}  // namespace numen::front
