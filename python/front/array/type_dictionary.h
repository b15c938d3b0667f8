// Where Python keeps a class's own attributes.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// From 3.12 on, those of Python's own classes lie elsewhere than in the class.
inline Ref dictionary_of(PyTypeObject* type) {
#if PY_VERSION_HEX < 0x030C0000
    return Ref::share(type->tp_dict);
#else
    return Ref(PyType_GetDict(type));
#endif
}

}  // namespace numen::front
