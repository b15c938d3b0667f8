// The element type of a descriptor that a program asks for.
#pragma once

#include "front/array/object.h"

namespace numen::front {

// no_dtype for one with metadata, too: NumPy's functions give arrays that keep it.
inline Dtype asked_type(PyArray_Descr* descr) {
    return PyDataType_METADATA(descr) == nullptr ? dtype_of(descr) : no_dtype;
}

}  // namespace numen::front
