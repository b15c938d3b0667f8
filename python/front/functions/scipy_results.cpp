#include "front/functions/scipy_results.h"

#include <algorithm>
#include <limits>

#include "backends/backend.h"

namespace numen::front {

int find_name(PyObject* object, std::initializer_list<const char*> names, int otherwise) {
    if (object == nullptr) return otherwise;
    if (!PyUnicode_Check(object)) return -1;
    const auto found = std::find_if(names.begin(), names.end(), [object](const char* name) {
        return PyUnicode_CompareWithASCIIString(object, name) == 0;
    });
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

PyObject* cut_result(ScipyCall& call, MatrixResult& whole, npy_intp rows, npy_intp columns,
                     ScipyCall::By by, bool real_parts) {
    StridedView from = whole.view();
    const Dtype dtype = real_parts ? real_type_of(from.dtype) : from.dtype;
    MatrixResult part;
    const bool is_made = columns < 0 ? call.make(part, dtype, {rows}, by)
                                     : call.make(part, dtype, {rows, columns}, by);
    if (!is_made) return nullptr;
    const StridedView to = part.view();
    from.dtype = dtype;  // a complex number begins with its real part
    from.shape = to.shape;
    backend::copy(to, from);
    return part.array.release();
}

bool is_rank_open(ScipyCall& call, MatrixResult& s, const linalg::Cut& cut) {
    const npy_intp each = std::min(call.rows(0), call.columns(0));
    const double eps = epsilon_of(s.dtype);
    const auto is_any_open = [&](const auto* values) {
        for (npy_intp i = 0; i < call.count() * each; ++i) {
            if (cut.is_near(values[i], values[i / each * each], eps)) return true;
        }
        return false;
    };
    const char* data = s.view().data;
    return s.dtype == Dtype::float32 ? is_any_open(reinterpret_cast<const float*>(data))
                                     : is_any_open(reinterpret_cast<const double*>(data));
}

bool MatrixNumbers::are_equal(npy_intp count) {
    const auto* numbers = reinterpret_cast<const std::int64_t*>(view().data);
    return std::all_of(numbers, numbers + count,
                       [=](std::int64_t number) { return number == numbers[0]; });
}

PyObject* MatrixNumbers::finish() {
    return result_.is_number() ? PyLong_FromLongLong(first()) : result_.array.release();
}

double epsilon_of(Dtype dtype) {
    return itemsize(real_type_of(dtype)) == 4 ? std::numeric_limits<float>::epsilon()
                                              : std::numeric_limits<double>::epsilon();
}

Dtype real_type_of(Dtype dtype) {
    if (dtype == Dtype::complex64) return Dtype::float32;
    return dtype == Dtype::complex128 ? Dtype::float64 : dtype;
}

Dtype complex_type_of(Dtype dtype) {
    if (dtype == Dtype::float32) return Dtype::complex64;
    return dtype == Dtype::float64 ? Dtype::complex128 : dtype;
}

}  // namespace numen::front
