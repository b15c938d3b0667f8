#include "front/functions/index_making.h"

#include <new>

#include "backends/cpu/stretches.h"
#include "front/array/creation.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/array/waiting.h"

namespace numen::front {
namespace {

constexpr double place_time = 1;  // nanoseconds

// A vector of int64 in a row, or null with TypeError set.
Ref row_of_integers(PyObject* object) {
    if (is_ours(object) && as_array(object)->f.nd == 1 &&
        dtype_of(as_array(object)) == Dtype::int64) {
        return in_a_row(as_array(object), Dtype::int64);
    }
    PyErr_SetString(PyExc_TypeError, "places_in_rows: needs vectors of int64");
    return Ref();
}

const std::int64_t* integers_of(const Ref& row) {
    return reinterpret_cast<const std::int64_t*>(as_array(row.get())->f.data);
}

}  // namespace

PyObject* places_in_rows(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "places_in_rows: needs firsts and counts");
        return nullptr;
    }
    const Ref firsts = row_of_integers(args[0]);
    const Ref counts = firsts ? row_of_integers(args[1]) : Ref();
    if (!counts) return nullptr;
    const npy_intp rows = element_count(as_array(counts.get()));
    if (element_count(as_array(firsts.get())) != rows) {
        PyErr_SetString(PyExc_ValueError, "places_in_rows: firsts and counts differ in length");
        return nullptr;
    }
    const cpu::Stretches stretches{integers_of(firsts), integers_of(counts), rows};
    const npy_intp total = cpu::count_places(stretches);
    Ref row_numbers(as_object(new_array(Dtype::int64, 1, &total)));
    Ref columns(row_numbers ? as_object(new_array(Dtype::int64, 1, &total)) : nullptr);
    if (!columns) return nullptr;
    try {
        auto* rows_of_places = reinterpret_cast<std::int64_t*>(as_array(row_numbers.get())->f.data);
        auto* columns_of_places = reinterpret_cast<std::int64_t*>(as_array(columns.get())->f.data);
        without_lock(place_time * static_cast<double>(total), [&] {
            cpu::write_places(stretches, rows_of_places, columns_of_places);
        });
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
    return PyTuple_Pack(2, row_numbers.get(), columns.get());
}

}  // namespace numen::front
