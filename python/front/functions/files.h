// Numbers out of files and into them, for the composites about these.
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// read_table(source, dtype, delimiter, comment, skipped, most_rows, columns, least_axes): the rows
// of numbers of a text as an array. `source` is the text, a list or tuple of its lines, or a
// function that reads the next part of it; `delimiter` and `comment` are one character or none;
// `columns` is a list of them or None. None for what is no plain table.
PyObject* read_table(PyObject*, PyObject* const* args, Py_ssize_t count);

// read_sequence(text, dtype, separator): the numbers of a text as a vector, or None.
PyObject* read_sequence(PyObject*, PyObject* const* args, Py_ssize_t count);

// write_rows(matrix, formats, end, first, last): these rows as text, and how many of them were
// written: rows from the first that the formats do not take are left out. A format is a tuple
// (text before, flags, width, precision, kind); see io/number_writer.h.
PyObject* write_rows(PyObject*, PyObject* const* args, Py_ssize_t count);

// read_binary(readinto, length, dtype): a vector whose memory `readinto` fills, or None if it ends
// early.
PyObject* read_binary(PyObject*, PyObject* const* args, Py_ssize_t count);

}  // namespace numen::front
