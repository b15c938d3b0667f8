// NumPy's names of the element types.
#include "numen/dtype.h"

#include "numen/export.h"

namespace numen {

NUMEN_API std::string_view name(Dtype dtype) {
    static constexpr std::string_view names[dtype_count] = {
        "bool",   "int8",  "uint8",   "int16",   "uint16",  "int32",     "uint32",
        "int64",  "uint64", "float16", "float32", "float64", "complex64", "complex128",
    };
    return names[static_cast<int>(dtype)];
}

}  // namespace numen
