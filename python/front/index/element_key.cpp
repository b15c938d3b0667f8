#include "front/index/element_key.h"

#include <cstring>
#include <utility>

#include "front/call/operand.h"

namespace numen::front {
namespace {

template <class T> bool load(const char* bytes, npy_intp& value) {
    T number;
    std::memcpy(&number, bytes, sizeof number);
    value = static_cast<npy_intp>(number);
    return std::in_range<npy_intp>(number);
}

}  // namespace

bool load_integer(Dtype dtype, const char* bytes, npy_intp& value) {
    switch (dtype) {
        case Dtype::int8: return load<std::int8_t>(bytes, value);
        case Dtype::uint8: return load<std::uint8_t>(bytes, value);
        case Dtype::int16: return load<std::int16_t>(bytes, value);
        case Dtype::uint16: return load<std::uint16_t>(bytes, value);
        case Dtype::int32: return load<std::int32_t>(bytes, value);
        case Dtype::uint32: return load<std::uint32_t>(bytes, value);
        case Dtype::int64: return load<std::int64_t>(bytes, value);
        case Dtype::uint64: return load<std::uint64_t>(bytes, value);
        default: return false;
    }
}

bool read_numpy_integer(PyObject* item, npy_intp& value) {
    if (is_scalar_of(item, Dtype::int64)) return load<std::int64_t>(scalar_value(item), value);
    Number number;
    classify_number(item, number);
    return number.kind == Kind::scalar && load_integer(number.dtype, number.value, value);
}

bool read_long_integer(PyObject* item, npy_intp& value) {
    value = PyLong_AsSsize_t(item);
    if (value != -1 || PyErr_Occurred() == nullptr) return true;
    forget_error();
    return false;
}

}  // namespace numen::front
