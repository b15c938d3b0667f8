// searchsorted.
#include <algorithm>

#include "backends/backend.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/pinned.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/functions/sorting.h"
#include "front/functions/tables.h"

namespace numen::front {
namespace {

using backend::Side;

// side=; false where NumPy serves or refuses it.
bool read_side(PyObject* argument, Side& side) {
    side = Side::left;
    if (argument == nullptr) return true;
    if (!PyUnicode_CheckExact(argument)) return false;
    if (PyUnicode_CompareWithASCIIString(argument, "left") == 0) return true;
    side = Side::right;
    return PyUnicode_CompareWithASCIIString(argument, "right") == 0;
}

// Gives keys that are Python numbers the type that NumPy finds for them; false: NumPy's to judge.
bool bind_keys(Operand& keys) {
    if (keys.kind == Kind::foreign) return false;
    if (!is_weak(keys.kind)) return true;
    Status status = status_ok;
    const Bound bound = bind_weak(keys, weak_dtype(keys.kind, no_dtype), status);
    forget_error();
    return bound == Bound::ok && status == status_ok;
}

// sorter= as int64 in a row; false with an exception set, or with `unsupported` set.
bool load_sorter(PyObject* argument, npy_intp count, Ref& sorter, bool& unsupported) {
    if (absent(argument)) return true;
    sorter = Ref(as_pinned_array(argument));
    if (!sorter) return false;
    ArrayObject* a = as_array(sorter.get());
    if (!is_ours(sorter.get()) || a->f.nd != 1 || a->f.dimensions[0] != count ||
        !is_integer(dtype_of(a)) || dtype_of(a) == Dtype::uint64) {
        unsupported = true;
        return false;
    }
    sorter = in_a_row(a, Dtype::int64);
    if (!sorter) return false;
    const auto* places = reinterpret_cast<const std::int64_t*>(as_array(sorter.get())->f.data);
    unsupported = std::any_of(places, places + count, [count](std::int64_t place) {
        return place < 0 || place >= count;
    });
    return !unsupported;
}

// `view` in another type, which holds all its values; `owner` keeps the copy.
bool convert(StridedView& view, Dtype dtype, Ref& owner) {
    if (view.dtype == dtype) return true;
    ArrayObject* copy = new_exposed(dtype, view.ndim, view.shape);
    if (copy == nullptr) return false;
    owner = Ref(as_object(copy));
    copy_elements(view_of(copy), view);
    view = view_of(copy);
    return true;
}

PyObject* search(PyObject* array, Operand& keys, Side side, PyObject* sorter_argument,
                 bool& unsupported) {
    const Ref own = pinned(array);
    if (!own) return nullptr;
    ArrayObject* a = as_array(own.get());
    if (dtype_of(a) == no_dtype || a->f.nd != 1 || !bind_keys(keys)) {
        return unsupported = true, nullptr;
    }
    Ref sorter, converted, converted_keys;
    if (!load_sorter(sorter_argument, a->f.dimensions[0], sorter, unsupported)) return nullptr;
    if (!values(a) || (keys.kind == Kind::array && !values(keys.array))) return nullptr;
    StridedView sorted = view_of(a), wanted = keys.view();
    const Dtype dtype = promote(sorted.dtype, wanted.dtype);
    if (!convert(sorted, dtype, converted) || !convert(wanted, dtype, converted_keys)) {
        return nullptr;
    }
    const auto* by = sorter ? reinterpret_cast<const std::int64_t*>(as_array(sorter.get())->f.data)
                            : nullptr;
    std::int64_t place;
    Ref places;
    if (wanted.ndim > 0) {
        places = Ref(as_object(new_array(Dtype::int64, wanted.ndim, wanted.shape)));
        if (!places) return nullptr;
    }
    auto* out = places ? reinterpret_cast<std::int64_t*>(as_array(places.get())->f.data) : &place;
    const Status status = unlocked(element_count(wanted), [&] {
        return backend::search_sorted(out, sorted, by, wanted, side);
    });
    if (status & status_no_memory) return PyErr_NoMemory();
    if (status & status_out_of_range) return unsupported = true, nullptr;
    if (!places) return make_scalar(Dtype::int64, reinterpret_cast<const char*>(&place));
    end_write(as_array(places.get()));
    return places.release();
}

PyObject* method_searchsorted(PyObject* self, PyObject* const* args, Py_ssize_t count,
                              PyObject* names) {
    static const Parameters<3> parameters({"v", "side", "sorter"});
    const Arguments arguments{args, count, names};
    PyObject* argument[3];
    Side side;
    Operand keys;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        !read_side(argument[1], side)) {
        return call_numpy_method("searchsorted", self, arguments);
    }
    if (!classify_converting(argument[0], keys)) return nullptr;
    bool unsupported = false;
    PyObject* result = search(self, keys, side, argument[2], unsupported);
    return unsupported ? call_numpy_method("searchsorted", self, arguments) : result;
}

PyObject* function_searchsorted(PyObject*, PyObject* const* args, Py_ssize_t count,
                                PyObject* names) {
    static const Parameters<4> parameters({"a", "v", "side", "sorter"});
    const Arguments arguments{args, count, names};
    PyObject* argument[4];
    Side side;
    Operand sorted, keys;
    if (!parameters.read(arguments, argument) || argument[0] == nullptr ||
        argument[1] == nullptr || !read_side(argument[2], side)) {
        return call_numpy("searchsorted", arguments);
    }
    if (!classify_converting(argument[0], sorted) || !classify_converting(argument[1], keys)) {
        return nullptr;
    }
    bool unsupported = sorted.kind != Kind::array;
    PyObject* array = as_object(sorted.array);
    PyObject* result =
        unsupported ? nullptr : search(array, keys, side, argument[3], unsupported);
    return unsupported ? call_numpy("searchsorted", arguments) : result;
}

}  // namespace

PyMethodDef searching_methods[] = {
    {"searchsorted", guarded<method_searchsorted>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef searching_functions[] = {
    {"searchsorted", guarded<function_searchsorted>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
