// The subscripts of einsum as labels of axes, their lengths and steps.
#pragma once

#include "front/array/object.h"

namespace numen::front {

inline constexpr int most_labels = 32, most_terms = 4;

// A label stands for a letter, or for one of the axes of an ellipsis; labels are numbered in the
// order in which the terms name them.
struct Labels {
    int count = 0;
    unsigned char letter[most_labels];
    npy_intp size[most_labels];
    // Bytes from one element of an operand to the next along a label, 0 where it has none; a label
    // that is there twice steps along a diagonal.
    npy_intp step[most_terms][most_labels];
    bool in[most_terms][most_labels];
    int result[most_labels], result_count = 0;
    bool in_result[most_labels];
    bool has_diagonal = false;  // a label is twice in a term

    // Reads the subscripts for these operands. False if NumPy's general rules are needed: lengths
    // of one that repeat, operands without elements, or mistakes.
    bool read(PyObject* text, ArrayObject* const* operands, int terms);

    // Shape and dense strides of a result, its axes in memory ordered as NumPy's iterator orders
    // its loops.
    void result_strides(int terms, int itemsize, npy_intp* shape, npy_intp* strides) const;

private:
    bool read_term(const unsigned char* text, int length, ArrayObject* operand, int which);
    bool read_result(const unsigned char* text, int length);
    void name_result();
    int place_of(unsigned char letter);

    signed char places_[256];
    int times_[most_labels];
    int widest_ = 0;  // axes of an ellipsis
};

}  // namespace numen::front
