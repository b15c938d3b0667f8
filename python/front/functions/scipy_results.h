// Results of scipy.linalg that are parts of larger ones or depend on values; names among arguments.
#pragma once

#include <initializer_list>

#include "front/functions/scipy_call.h"
#include "linalg/spectral.h"

namespace numen::front {

// Which of the names a string is; `otherwise` for an absent argument, -1 for anything else.
int find_name(PyObject* object, std::initializer_list<const char*> names, int otherwise);

// A stack of `rows` by `columns` first elements of a result's matrices (of its vectors, if columns
// is negative), in memory of its own and laid out anew; real parts only if asked.
PyObject* cut_result(ScipyCall& call, MatrixResult& whole, npy_intp rows, npy_intp columns,
                     ScipyCall::By by, bool real_parts = false);

// One whole number per matrix: as a Python int, or an int64 array for a stack.
class MatrixNumbers {
public:
    bool make(ScipyCall& call) {
        return call.make(result_, Dtype::int64, {}, ScipyCall::By::rows);
    }
    StridedView view() { return result_.view(); }
    std::int64_t first() { return *reinterpret_cast<const std::int64_t*>(view().data); }
    // Whether the numbers of all matrices are the same.
    bool are_equal(npy_intp count);
    PyObject* finish();

private:
    MatrixResult result_;
};

// Whether rounding decides if one of the singular values s counts, in any matrix.
bool is_rank_open(ScipyCall& call, MatrixResult& s, const linalg::Cut& cut);

// Machine epsilon of the type's parts.
double epsilon_of(Dtype dtype);
Dtype real_type_of(Dtype dtype);
Dtype complex_type_of(Dtype dtype);

}  // namespace numen::front
