// Positions along one axis, as take, put and repeat get them.
#pragma once

#include "front/index/index_selection.h"

namespace numen::front {

// The positions that a call names, and the axes of the array (or the integer) that named them.
struct Positions {
    const npy_intp* values = nullptr;
    npy_intp count = 1;
    int nd = 0;
    npy_intp shape[max_dimensions];
    npy_intp one = 0;  // the single position of an integer
    Numbers numbers;   // owns the values where they are not those of the index array
    Ref source;        // the index array
};

// Reads an integer, or integers in an array or a list, which must cast to int64 by the rule. False
// with an exception set, or with `unsupported`: NumPy's to serve or refuse.
bool read_positions(PyObject* object, NPY_CASTING rule, Positions& positions, bool& unsupported);

// Brings the positions into an axis as `mode` says; false, without an exception, if one lies
// outside.
bool settle_positions(Positions& positions, npy_intp extent, NPY_CLIPMODE mode);

// The mode of an argument that may be absent; false, without an exception, if there is no such.
bool read_mode(PyObject* argument, NPY_CLIPMODE& mode);

}  // namespace numen::front
