// What an index expression means for an array of a given shape.
#pragma once

#include <vector>

#include "front/call/operand.h"

namespace numen::front {

// Wraps a negative position; false if it lies outside the axis.
inline bool wrap_integer(npy_intp& value, npy_intp extent) {
    if (value < 0) value += extent;
    return value >= 0 && value < extent;
}

// The length of a slice on an axis, and its true start. NumPy takes the step of one without
// elements for 1, which decides its strides.
inline npy_intp clip_slice(npy_intp extent, npy_intp& start, npy_intp stop, npy_intp& step) {
    const npy_intp length = PySlice_AdjustIndices(extent, &start, &stop, step);
    if (length == 0) start = 0, step = 1;
    return length;
}

// One entry of a parsed index. Integers have been wrapped and checked, slices clipped.
struct IndexEntry {
    enum class Kind { integer, slice, newaxis, array, mask } kind;
    npy_intp start = 0, step = 1, length = 0;  // integer: start only
    int axes = 1;                              // axes of the array it consumes
    Ref object;                                // array, mask: the index array (ours or ndarray)
};

struct ParsedIndex {
    std::vector<IndexEntry> entries;  // covers every axis of the array; ellipsis written out
    bool advanced = false;            // has an array or a mask
    bool scalar = false;              // integers only, one per axis: an element, not a view
    bool copied = false;  // has an array without axes as an integer: NumPy gives a copy, not a view
    // What NumPy is told of in the place of lists that were read, by their place in the key; null,
    // or nothing at all, for the other items.
    std::vector<Ref> read;
};

enum class Parse { ok, invalid, unsupported, error };
// invalid: NumPy raises for this index; unsupported: legal, but NumPy's to serve (0-d booleans …);
// error: exception set.
Parse parse_index(ArrayObject* a, PyObject* key, ParsedIndex& index);

// Shape, strides and byte offset of a basic index (no array, no mask).
struct BasicView {
    int nd = 0;
    npy_intp shape[max_dimensions], strides[max_dimensions];
    npy_intp offset = 0;
};
BasicView basic_view(ArrayObject* a, const ParsedIndex& index);

PyObject* get_advanced(ArrayObject* a, ParsedIndex& index, PyObject* key, bool& unsupported);
int set_advanced(ArrayObject* a, ParsedIndex& index, PyObject* value);

// Quick forms; null or false, without an exception, if the key or the value is of another kind.
PyObject* quick_get(ArrayObject* a, PyObject* key);
PyObject* quick_slice(ArrayObject* a, PyObject* slice);
// The piece that a Python int, one slice or an Ellipsis names; false with an exception set if the
// slice is none.
bool quick_piece(ArrayObject* a, PyObject* key, BasicView& view);
// The view that a tuple of integers, slices, None and an Ellipsis names, one that is not integers
// alone; false, without an exception, for any other key and where the general way has more to say.
bool quick_cut(ArrayObject* a, PyObject* key, BasicView& view);
// Copies a value of the piece's own type and shape.
bool quick_assign(ArrayObject* a, const BasicView& view, PyObject* value);
// a[key] of one axis by a row of positions; null without an exception for any other key.
PyObject* quick_take(ArrayObject* a, PyObject* key);
// The elements of a vector at positions of any integer type and shape, in C order, without a list
// of the places. Null without an error if a position lies outside. The values of both are there.
PyObject* take_places(ArrayObject* a, ArrayObject* positions);
// a[key] = value of the same kind: 0 done, 1 for the general way, -1 with an exception set.
int quick_put(ArrayObject* a, PyObject* key, PyObject* value);

PyObject* get_item(PyObject* self, PyObject* key);
int set_item(PyObject* self, PyObject* key, PyObject* value);

// Raises NumPy's own error for this index: NumPy indexes a dummy array of the same type and shape,
// and reads no list again. Null with an exception set.
PyObject* raise_index_error(ArrayObject* a, PyObject* key, const ParsedIndex& index);

// A value on its way into an array. It is read in full, whatever code of the program that runs,
// before the array is made ready for the write (prepare_write): what that code records of the array
// reads its old values.
class Assigned {
  public:
    // 0 if it can be written to elements of this type, -1 with an exception set, 1 if the
    // assignment is NumPy's to judge.
    int read(PyObject* value, Dtype dtype);
    // Writes it to the elements that `target` views, of an array ready for the write; the same
    // results.
    int write(const StridedView& target);

    Operand operand;

  private:
    bool is_number_ = false;
    alignas(16) char bytes_[16];
};

// Both, where `target` is memory that nobody else knows.
int assign(const StridedView& target, PyObject* value);

}  // namespace numen::front
