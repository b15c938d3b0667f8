#include "front/functions/files.h"

#include <new>
#include <string>

#include "front/array/elements.h"
#include "front/array/layout.h"
#include "front/array/object.h"
#include "front/array/state.h"
#include "io/number_reader.h"
#include "io/number_writer.h"

namespace numen::front {
namespace {

constexpr Py_ssize_t part_size = Py_ssize_t{1} << 24;

// The characters of a str (as UTF-8) or bytes; false without an exception for anything else.
bool view_text(PyObject* object, std::string_view& text) {
    if (PyBytes_CheckExact(object)) {
        text = {PyBytes_AS_STRING(object), static_cast<std::size_t>(PyBytes_GET_SIZE(object))};
        return true;
    }
    Py_ssize_t size = 0;
    const char* data = PyUnicode_CheckExact(object) ? PyUnicode_AsUTF8AndSize(object, &size)
                                                    : nullptr;
    if (data == nullptr) forget_error();  // lone surrogates
    text = {data, static_cast<std::size_t>(size)};
    return data != nullptr;
}

// What became of reading; with `error` a Python exception is set.
enum class Outcome { read, refused, error };

Outcome refused_if(bool refused) { return refused ? Outcome::refused : Outcome::read; }

// The whole lines at the beginning of a part, or all of the last one.
std::int64_t read_part(io::TableReader& reader, std::string_view text, bool last) {
    constexpr double byte_cost = 2;  // nanoseconds
    return without_lock(byte_cost * static_cast<double>(text.size()),
                        [&] { return reader.read(text, last); });
}

Outcome read_lines(io::TableReader& reader, PyObject* lines, bool counts_lines) {
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(lines) && !reader.is_complete(); ++i) {
        std::string_view line;
        if (!view_text(PySequence_Fast_GET_ITEM(lines, i), line)) return Outcome::refused;
        if (line.find('\n') < line.size() - 1 || (line.empty() && counts_lines)) {
            return Outcome::refused;
        }
        if (reader.read(line, true) < 0) return Outcome::refused;
    }
    return Outcome::read;
}

Outcome read_parts(io::TableReader& reader, PyObject* read) {
    std::string rest;
    Ref size(PyLong_FromSsize_t(part_size));
    for (bool last = false; !last && !reader.is_complete();) {
        Ref part(size ? PyObject_CallOneArg(read, size.get()) : nullptr);
        std::string_view text;
        if (!part) return Outcome::error;
        if (!view_text(part.get(), text)) return Outcome::refused;
        last = text.empty();
        if (!rest.empty()) text = rest.append(text);
        const std::int64_t used = read_part(reader, text, last);
        if (used < 0) return Outcome::refused;
        rest = std::string(text.substr(static_cast<std::size_t>(used)));
    }
    return Outcome::read;
}

Outcome read_from(PyObject* source, io::TableReader& reader, bool counts_lines) {
    std::string_view text;
    if (PyList_CheckExact(source) || PyTuple_CheckExact(source)) {
        return read_lines(reader, source, counts_lines);
    }
    if (PyCallable_Check(source)) return read_parts(reader, source);
    return refused_if(!view_text(source, text) || read_part(reader, text, true) < 0);
}

// One ASCII character, or 0 for an empty str.
bool read_character(PyObject* object, char& character) {
    character = 0;
    if (!PyUnicode_Check(object) || PyUnicode_GET_LENGTH(object) > 1) return false;
    if (PyUnicode_GET_LENGTH(object) == 0) return true;
    const Py_UCS4 code = PyUnicode_READ_CHAR(object, 0);
    character = static_cast<char>(code);
    return code < 0x80;
}

bool read_columns(PyObject* object, io::TableLayout& layout) {
    layout.has_columns = object != Py_None;
    if (!layout.has_columns) return true;
    if (!PyList_CheckExact(object)) return false;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(object); ++i) {
        PyObject* column = PyList_GET_ITEM(object, i);
        if (!PyLong_CheckExact(column)) return false;
        layout.columns.push_back(PyLong_AsSsize_t(column));
    }
    return !PyErr_Occurred();
}

bool read_layout(PyObject* const* args, io::TableLayout& layout) {
    if (!read_character(args[2], layout.delimiter) || !read_character(args[3], layout.comment)) {
        return false;
    }
    layout.skipped_lines = PyLong_AsSsize_t(args[4]);
    layout.most_rows = PyLong_AsSsize_t(args[5]);
    return !PyErr_Occurred() && read_columns(args[6], layout);
}

// The type that numbers are read as; no_dtype without an exception for those that are not.
Dtype readable_dtype(PyObject* object) {
    Dtype dtype = no_dtype;
    if (!read_dtype(object, dtype)) return no_dtype;
    return dtype != no_dtype && io::is_readable(dtype) ? dtype : no_dtype;
}

// A new array of the numbers that were read as float64 or int64.
PyObject* array_of(const void* numbers, Dtype dtype, int nd, const npy_intp* shape) {
    ArrayObject* result = new_array(dtype, nd, shape);
    if (result == nullptr) return nullptr;
    const Dtype given = is_integer(dtype) ? Dtype::int64 : Dtype::float64;
    npy_intp strides[2] = {0, 8};
    if (nd == 1) strides[0] = 8;
    if (nd == 2) strides[0] = 8 * shape[1];
    if (element_count(result) > 0) {
        char* data = static_cast<char*>(const_cast<void*>(numbers));
        copy_elements(view_of(result), {data, given, nd, shape, strides});
    }
    end_write(result);
    return as_object(result);
}

// The shape of a table without the axes of length one that were not asked for.
int shape_of(const io::TableReader& reader, long least_axes, npy_intp* shape) {
    const npy_intp rows = reader.rows(), columns = reader.columns();
    int nd = 0;
    if (rows != 1 || least_axes == 2) shape[nd++] = rows;
    if (columns != 1 || least_axes == 2) shape[nd++] = columns;
    if (nd == 0 && least_axes == 1) shape[nd++] = 1;
    return nd;
}

bool wrong_call(const char* message) {
    PyErr_SetString(PyExc_TypeError, message);
    return false;
}

bool read_format(PyObject* object, io::NumberFormat& format) {
    const char *before, *flags, *kind;
    if (!PyTuple_Check(object) || !PyArg_ParseTuple(object, "ssiis", &before, &flags,
                                                    &format.width, &format.precision, &kind)) {
        return false;
    }
    format.before = before;
    format.kind = kind[0];
    for (; *flags != 0; ++flags) {
        if (*flags == '+') format.has_plus = true;
        if (*flags == ' ') format.has_space = true;
        if (*flags == '-') format.is_left = true;
        if (*flags == '0') format.has_zeros = true;
    }
    return true;
}

bool read_formats(PyObject* object, std::vector<io::NumberFormat>& formats) {
    if (!PyList_CheckExact(object)) return wrong_call("write_rows: needs a list of formats");
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(object); ++i) {
        if (!read_format(PyList_GET_ITEM(object, i), formats.emplace_back())) return false;
    }
    return true;
}

PyObject* rows_as_text(ArrayObject* matrix, PyObject* const* args) {
    std::vector<io::NumberFormat> formats;
    std::string_view end;
    std::string text;
    const npy_intp first = PyLong_AsSsize_t(args[3]), last = PyLong_AsSsize_t(args[4]);
    if (PyErr_Occurred() || !read_formats(args[1], formats)) return nullptr;
    if (!view_text(args[2], end) || first < 0 || last < first || last > matrix->f.dimensions[0] ||
        static_cast<npy_intp>(formats.size()) != matrix->f.dimensions[1]) {
        wrong_call("write_rows: needs a format for each column, and rows there are");
        return nullptr;
    }
    const npy_intp* steps = matrix->f.strides;
    const std::int64_t written = io::write_rows(matrix->f.data + first * steps[0],
                                                dtype_of(matrix), last - first, steps[0], steps[1],
                                                formats, end, text);
    return Py_BuildValue("s#L", text.data(), static_cast<Py_ssize_t>(text.size()),
                         static_cast<long long>(written));
}

}  // namespace

PyObject* read_table(PyObject*, PyObject* const* args, Py_ssize_t count) try {
    if (count != 8) return wrong_call("read_table: needs 8 arguments"), nullptr;
    io::TableLayout layout;
    const Dtype dtype = readable_dtype(args[1]);
    const long least_axes = PyErr_Occurred() ? -1 : PyLong_AsLong(args[7]);
    if (PyErr_Occurred()) return nullptr;
    if (dtype == no_dtype || !read_layout(args, layout)) {
        if (PyErr_Occurred()) return nullptr;
        Py_RETURN_NONE;
    }
    const bool counts_lines = layout.skipped_lines > 0 || layout.most_rows >= 0;
    io::TableReader reader(dtype, std::move(layout));
    const Outcome outcome = read_from(args[0], reader, counts_lines);
    if (outcome == Outcome::error) return nullptr;
    if (outcome == Outcome::refused || reader.rows() == 0) Py_RETURN_NONE;
    npy_intp shape[2];
    const int nd = shape_of(reader, least_axes, shape);
    return array_of(reader.values(), dtype, nd, shape);
} catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
}

PyObject* read_sequence(PyObject*, PyObject* const* args, Py_ssize_t count) try {
    if (count != 3) return wrong_call("read_sequence: needs 3 arguments"), nullptr;
    const Dtype dtype = readable_dtype(args[1]);
    if (PyErr_Occurred()) return nullptr;
    char separator;
    std::string_view text;
    std::vector<double> reals;
    std::vector<std::int64_t> wholes;
    if (dtype == no_dtype || !read_character(args[2], separator) || !view_text(args[0], text) ||
        !io::read_sequence(text, separator, dtype, reals, wholes)) {
        Py_RETURN_NONE;
    }
    const bool is_whole = is_integer(dtype);
    const auto length = static_cast<npy_intp>(is_whole ? wholes.size() : reals.size());
    return array_of(is_whole ? static_cast<void*>(wholes.data()) : reals.data(), dtype, 1,
                    &length);
} catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
}

PyObject* write_rows(PyObject*, PyObject* const* args, Py_ssize_t count) try {
    auto* matrix = count == 5 ? reinterpret_cast<ArrayObject*>(args[0]) : nullptr;
    if (matrix == nullptr || !PyArray_Check(args[0]) || matrix->f.nd != 2) {
        return wrong_call("write_rows: needs a matrix, formats, end, first, last"), nullptr;
    }
    const Dtype dtype = dtype_of(matrix);
    if (dtype == no_dtype || !io::is_writable(dtype)) return Py_BuildValue("si", "", 0);
    return rows_as_text(matrix, args);
} catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
}

PyObject* read_binary(PyObject*, PyObject* const* args, Py_ssize_t count) {
    npy_intp length;
    Dtype dtype;
    if (count != 3) return wrong_call("read_binary: needs 3 arguments"), nullptr;
    if (!read_dtype(args[2], dtype)) return nullptr;
    length = PyLong_AsSsize_t(args[1]);
    if (length == -1 && PyErr_Occurred()) return nullptr;
    if (dtype == no_dtype) Py_RETURN_NONE;
    Ref result(as_object(new_array(dtype, 1, &length)));
    if (!result) return nullptr;
    ArrayObject* a = as_array(result.get());
    const npy_intp size = length * itemsize(dtype);
    for (npy_intp at = 0; at < size;) {
        Ref room(PyMemoryView_FromMemory(a->f.data + at, size - at, PyBUF_WRITE));
        Ref taken(room ? PyObject_CallOneArg(args[0], room.get()) : nullptr);
        if (!taken) return nullptr;
        const npy_intp got = PyLong_AsSsize_t(taken.get());
        if (got == -1 && PyErr_Occurred()) return nullptr;
        if (got <= 0) Py_RETURN_NONE;
        at += got;
    }
    end_write(a);
    return result.release();
}

}  // namespace numen::front
