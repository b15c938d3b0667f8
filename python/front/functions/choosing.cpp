// choose: each element comes from the array that an index names.
#include <algorithm>
#include <vector>

#include "backends/cpu/choosing.h"
#include "front/array/creation.h"
#include "front/array/elements.h"
#include "front/array/object.h"
#include "front/array/state.h"
#include "front/call/operand.h"
#include "front/call/promotion.h"
#include "front/call/signature.h"
#include "front/functions/tables.h"
#include "front/index/positions.h"
#include "front/ufunc/elementwise.h"
#include "front/ufunc/reduction_extras.h"

namespace numen::front {
namespace {

constexpr int most_choices = 63;  // NumPy's own limit

// The choices in their common type.
struct Choices {
    std::vector<Operand> operands;
    std::vector<Ref> owners;   // rows of an array of choices, a list's items, converted choices
    std::vector<StridedView> views;
    Dtype dtype = no_dtype;
};

// False with an exception set, or with `unsupported`.
bool load_choice(PyObject* object, Operand& operand, bool& unsupported) {
    if (!classify_pinned(object, operand)) return false;
    if (operand.kind == Kind::foreign) return !(unsupported = true);
    return operand.kind != Kind::array || values(operand.array);
}

bool load_choices(PyObject* sequence, Choices& choices, bool& unsupported) {
    std::vector<PyObject*> objects;
    if (is_ours(sequence)) {
        ArrayObject* rows = as_array(sequence);
        if (rows->f.nd == 0 || rows->f.dimensions[0] > most_choices || dtype_of(rows) == no_dtype) {
            return !(unsupported = true);
        }
        for (npy_intp i = 0; i < rows->f.dimensions[0]; ++i) {
            choices.owners.emplace_back(as_object(
                new_view(rows, dtype_of(rows), rows->f.nd - 1, rows->f.dimensions + 1,
                         rows->f.strides + 1, i * rows->f.strides[0])));
            if (!choices.owners.back()) return false;
            objects.push_back(choices.owners.back().get());
        }
    } else if (PyList_CheckExact(sequence) || PyTuple_CheckExact(sequence)) {
        choices.owners.push_back(held_items(sequence));
        PyObject* items = choices.owners.back().get();
        if (items == nullptr) return false;
        objects.assign(&PyTuple_GET_ITEM(items, 0),
                       &PyTuple_GET_ITEM(items, 0) + PyTuple_GET_SIZE(items));
    }
    if (objects.empty() || objects.size() > most_choices) return !(unsupported = true);
    choices.operands = std::vector<Operand>(objects.size());
    for (std::size_t k = 0; k < objects.size(); ++k) {
        if (!load_choice(objects[k], choices.operands[k], unsupported)) return false;
    }
    return true;
}

// Gives all choices the type that they promote to; Python's numbers take the others' type.
bool join_choices(Choices& choices, bool& unsupported) {
    Promotion promotion;
    Kind weak = Kind::foreign;
    for (const Operand& operand : choices.operands) {
        if (is_weak(operand.kind)) {
            weak = weak == Kind::foreign ? operand.kind : std::max(weak, operand.kind);
        } else {
            promotion.meet(operand.dtype);
        }
    }
    const Dtype strong = promotion.result();
    choices.dtype = weak == Kind::foreign ? strong : weak_dtype(weak, strong);
    for (Operand& operand : choices.operands) {
        Status status = status_ok;
        if (is_weak(operand.kind) &&
            (bind_weak(operand, choices.dtype, status) != Bound::ok || status != status_ok)) {
            forget_error();
            return !(unsupported = true);
        }
        StridedView view = operand.view();
        if (view.dtype != choices.dtype) {
            choices.owners.emplace_back(
                as_object(new_exposed(choices.dtype, view.ndim, view.shape)));
            if (!choices.owners.back()) return false;
            const StridedView converted = view_of(as_array(choices.owners.back().get()));
            copy_elements(converted, view);
            view = converted;
        }
        choices.views.push_back(view);
    }
    return true;
}

// Brings the numbers of the choices into their range; false if one lies outside.
bool settle_numbers(npy_intp* numbers, npy_intp count, npy_intp choices, NPY_CLIPMODE mode) {
    for (npy_intp i = 0; i < count; ++i) {
        npy_intp& number = numbers[i];
        if (number >= 0 && number < choices) continue;
        if (mode == NPY_RAISE) return false;
        if (mode == NPY_CLIP) {
            number = std::clamp<npy_intp>(number, 0, choices - 1);
        } else {
            number %= choices;
            if (number < 0) number += choices;
        }
    }
    return true;
}

PyObject* choose_among(ArrayObject* a, Choices& choices, NPY_CLIPMODE mode, bool& unsupported) {
    std::vector<StridedView> views = choices.views;
    Numbers numbers;
    npy_intp dense[max_dimensions];
    if (!numbers.allocate(element_count(a))) return unsupported = true, nullptr;
    dense_strides(Order::c, sizeof(npy_intp), a->f.nd, a->f.dimensions, dense);
    const StridedView index{reinterpret_cast<char*>(numbers.values.get()), Dtype::int64, a->f.nd,
                            a->f.dimensions, dense};
    views.push_back(index);
    int nd;
    npy_intp shape[max_dimensions];
    if (!broadcast_shapes(views, nd, shape)) return unsupported = true, nullptr;
    copy_elements(index, view_of(a));
    const bool inside = without_lock(0.5 * static_cast<double>(numbers.count), [&] {
        return settle_numbers(numbers.values.get(), numbers.count,
                              static_cast<npy_intp>(choices.views.size()), mode);
    });
    if (!inside) {
        return unsupported = true, nullptr;
    }
    if (nd == 0) return make_scalar(choices.dtype, choices.views[numbers.values[0]].data);
    std::vector<npy_intp> strides(views.size() * nd);
    for (std::size_t k = 0; k < views.size(); ++k) {
        npy_intp* own = strides.data() + k * nd;
        broadcast_strides(views[k], nd, shape, own);
        views[k] = {views[k].data, views[k].dtype, nd, shape, own};
    }
    ArrayObject* result = new_array(choices.dtype, nd, shape);
    if (result == nullptr) return nullptr;
    const StridedView spread = views.back();
    views.pop_back();
    const StridedView chosen = view_of(result);
    without_lock(2 * pass_time(chosen), [&] { cpu::choose(chosen, spread, views); });
    return as_object(result);
}

PyObject* choose(PyObject* const* argument, bool& unsupported) {
    ArrayObject* a = as_array(argument[0]);
    NPY_CLIPMODE mode = NPY_RAISE;
    if (argument[1] == nullptr || !(is_integer(dtype_of(a)) || is_boolean(dtype_of(a))) ||
        dtype_of(a) == Dtype::uint64) {
        return unsupported = true, nullptr;
    }
    if (!read_mode(argument[3], mode)) return unsupported = true, nullptr;
    Choices choices;
    if (!values(a) || !load_choices(argument[1], choices, unsupported) ||
        !join_choices(choices, unsupported)) {
        return nullptr;
    }
    Ref result(choose_among(a, choices, mode, unsupported));
    if (!result || absent(argument[2])) return result.release();
    if (!is_ours(result.get())) return unsupported = true, nullptr;
    return put_result(result.release(), argument[2], unsupported);
}

NUMEN_METHOD(choose, choose, {"a", "choices", "out", "mode"}, 4)
NUMEN_FUNCTION(choose, choose, {"a", "choices", "out", "mode"}, 4)

}  // namespace

PyMethodDef choosing_methods[] = {
    {"choose", guarded<method_choose>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef choosing_functions[] = {
    {"choose", guarded<function_choose>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
