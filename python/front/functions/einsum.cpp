// einsum of up to four operands.
//
// One operand is seen with its diagonals and axes in the result's order, and summed. Two become a
// product of elements, or a stack of matrix products over their own memory: the labels of the
// first alone are rows, those of the second alone columns, those that are summed the inner axis,
// all others the stack's. More operands are multiplied element by element where that is little
// work. What fits none of these (axes that cannot be joined, types that differ, keywords) goes to
// the composite of that name.
#include "front/functions/einsum.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "front/array/elements.h"
#include "front/array/state.h"
#include "front/call/fallback.h"
#include "front/call/keywords.h"
#include "front/call/operand.h"
#include "front/call/reporting.h"
#include "front/functions/einsum_labels.h"
#include "front/functions/few_products.h"
#include "front/functions/tables.h"
#include "front/ufunc/elementwise.h"

namespace numen::front {
namespace {

PyObject* general_einsum = nullptr;  // the composite

// Multiplications up to which the order of loops is no matter.
constexpr npy_intp little_work = 1 << 12;
// Products of two up to which a plain loop is quicker than one of vectors.
constexpr npy_intp few_pairs = 64;
// And up to which one of sums along columns is.
constexpr npy_intp few_columns = 1000;
// Products of three and more factors up to which planning would cost more than it saves.
constexpr npy_intp few_products = 2600;

// A group of labels as axes, from the outermost.
struct Axes {
    int count = 0;
    npy_intp size[most_labels];
    npy_intp out[most_labels], in[2][most_labels];

    void add(const Labels& labels, int place, npy_intp out_step) {
        size[count] = labels.size[place];
        out[count] = out_step;
        for (int which = 0; which < 2; ++which) in[which][count] = labels.step[which][place];
        ++count;
    }
    void move(int from, int to) {
        size[to] = size[from];
        out[to] = out[from];
        for (auto& steps : in) steps[to] = steps[from];
    }
    // Joins neighbours that lie behind one another in all memories; drops axes of length one.
    void join() {
        int kept = 0;
        for (int axis = 0; axis < count; ++axis) {
            if (size[axis] == 1) continue;
            const int last = kept - 1;
            const auto behind = [&](const npy_intp* steps) {
                return steps[last] == steps[axis] * size[axis];
            };
            if (kept > 0 && behind(out) && behind(in[0]) && behind(in[1])) {
                const npy_intp joined = size[last] * size[axis];
                move(axis, last);
                size[last] = joined;
            } else {
                move(axis, kept++);
            }
        }
        count = kept;
    }
    // The innermost axis, or one of length one.
    void take_last(Axes& rest, Axes& last) const {
        for (int axis = 0; axis < count - 1; ++axis) {
            rest.move_from(*this, axis);
        }
        last.count = 1;
        last.size[0] = 1;
        last.out[0] = last.in[0][0] = last.in[1][0] = 0;
        if (count > 0) last.count = 0, last.move_from(*this, count - 1);
    }
    void move_from(const Axes& other, int axis) {
        size[count] = other.size[axis];
        out[count] = other.out[axis];
        for (int which = 0; which < 2; ++which) in[which][count] = other.in[which][axis];
        ++count;
    }
};

// A result: an array laid out as NumPy's, or a number.
struct Sum {
    Dtype dtype;
    Ref array;
    npy_intp shape[most_labels], strides[most_labels];
    alignas(16) char value[16];
    char* data = value;

    bool make(const Labels& labels, int terms, Dtype of) {
        dtype = of;
        if (labels.result_count == 0) return true;
        labels.result_strides(terms, itemsize(of), shape, strides);
        array = Ref(as_object(new_array_with_strides(of, labels.result_count, shape, strides)));
        if (array) data = as_array(array.get())->f.data;
        return static_cast<bool>(array);
    }
    PyObject* release() { return array ? array.release() : make_scalar(dtype, value); }
};

// A view of one operand: the result's axes, then those that are summed.
PyObject* einsum_of_one(const Labels& labels, ArrayObject* a) {
    npy_intp shape[most_labels], steps[most_labels];
    int nd = 0;
    const auto add = [&](int place) {
        shape[nd] = labels.size[place];
        steps[nd++] = labels.step[0][place];
    };
    for (int i = 0; i < labels.result_count; ++i) add(labels.result[i]);
    if (labels.count == labels.result_count) {
        return as_object(new_view(a, dtype_of(a), nd, shape, steps, 0));
    }
    std::uint64_t summed = 0;
    for (int place = 0; place < labels.count; ++place) {
        if (labels.in_result[place]) continue;
        summed |= std::uint64_t{1} << nd;
        add(place);
    }
    if (!values(a)) return nullptr;
    Sum sum;
    if (!sum.make(labels, 1, dtype_of(a))) return nullptr;
    const ReduceOp op = is_boolean(sum.dtype) ? ReduceOp::any : ReduceOp::sum;
    const StridedView terms{a->f.data, sum.dtype, nd, shape, steps};
    const Status status = without_lock(pass_time(terms), [&] {
        return backend::reduce(
            op, {sum.data, sum.dtype, labels.result_count, sum.shape, sum.strides}, terms, summed,
            sum.dtype);
    });
    return status & status_no_memory ? PyErr_NoMemory() : sum.release();
}

// NumPy adds products to zeros, of which no negative zero comes.
Ref added_to_zero(Ref product, bool& unsupported) {
    const Ref zero(PyFloat_FromDouble(0.0));
    if (!zero) return Ref();
    PyObject* terms[] = {product.get(), zero.get()};
    PyObject* out = is_exposed(product.get()) ? product.get() : nullptr;  // a managed one may wait
    return Ref(elementwise(Op::add, terms, 2, out, unsupported));
}

// Products of elements, nothing to sum.
PyObject* products_of_elements(const Labels& labels, ArrayObject* const* operands,
                               bool& unsupported) {
    npy_intp shape[most_labels], strides[most_labels], steps[2][most_labels];
    const int nd = labels.result_count;
    labels.result_strides(2, itemsize(dtype_of(operands[0])), shape, strides);
    Ref views[2];
    for (int which = 0; which < 2; ++which) {
        ArrayObject* a = operands[which];
        for (int i = 0; i < nd; ++i) {
            shape[i] = labels.size[labels.result[i]];
            steps[which][i] = labels.step[which][labels.result[i]];
        }
        views[which] = Ref(as_object(new_view(a, dtype_of(a), nd, shape, steps[which], 0)));
        if (!views[which]) return nullptr;
    }
    PyObject* factors[] = {views[0].get(), views[1].get()};
    const HeldWarnings silent(Told::never);
    Ref product(elementwise(Op::multiply, factors, 2, nullptr, unsupported));
    if (product && dtype_of(operands[0]) >= Dtype::float16) {
        product = added_to_zero(std::move(product), unsupported);
    }
    if (!product || nd < 2) return product.release();
    const bool fits = std::equal(strides, strides + nd, as_array(product.get())->f.strides);
    return fits ? product.release() : (unsupported = true, nullptr);
}

// The stack of matrix products that a contraction is.
struct Contraction {
    Axes batch, rows, columns, inner;
    bool fits = false;

    Contraction(const Labels& labels, const npy_intp* strides, Dtype dtype) {
        const int size = itemsize(dtype);
        Axes left, right, summed, stack;
        for (int i = 0; i < labels.result_count; ++i) {
            const int place = labels.result[i];
            Axes& group = !labels.in[1][place] ? left : !labels.in[0][place] ? right : stack;
            group.add(labels, place, strides[i]);
        }
        for (int place = 0; place < labels.count; ++place) {
            if (labels.in_result[place]) continue;
            if (!labels.in[0][place] || !labels.in[1][place]) return;  // summed alone
            summed.add(labels, place, 0);
        }
        for (Axes* group : {&left, &right, &summed}) group->join();
        if (summed.count > 1) return;
        batch = stack;
        summed.take_last(batch, inner);
        left.take_last(batch, rows);
        right.take_last(batch, columns);
        batch.join();
        const bool strided = inner.in[0][0] != size || inner.in[1][0] != size;
        const bool only_sums = rows.size[0] == 1 && columns.size[0] == 1 && batch.count > 0;
        // Of columns that lie side by side there are loops for floating numbers.
        const int last = batch.count - 1;
        by_columns = (dtype == Dtype::float64 || dtype == Dtype::float32) &&
                     only_sums && batch.out[last] == size && batch.in[0][last] == size &&
                     batch.in[1][last] == size;
        fits = !(strided && only_sums && !by_columns && work() > little_work);
        // The result's rows in memory are rows of the product.
        if (columns.size[0] > 1 && columns.out[0] != size && rows.out[0] == size) {
            std::swap(rows, columns);
            for (Axes* group : {&batch, &rows, &columns, &inner}) {
                std::swap(group->in[0], group->in[1]);
            }
            swapped = true;
        }
    }
    npy_intp work() const {
        npy_intp product = rows.size[0] * columns.size[0] * inner.size[0];
        for (int axis = 0; axis < batch.count; ++axis) product *= batch.size[axis];
        return product;
    }

    // With nothing to sum: is it quick as a sum of one product? It is quicker than adding zeros to
    // products.
    bool is_quick_of_one(Dtype dtype) const {
        const bool is_real = dtype == Dtype::float64 || dtype == Dtype::float32;
        if (!is_real || !fits) return false;
        const bool is_outer = rows.size[0] > 1 && columns.size[0] > 1 && batch.count == 0;
        return is_outer ? work() <= managed_threshold
                        : by_columns && batch.count == 1 && work() <= few_columns;
    }

    bool by_columns = false;
    bool swapped = false;  // the second operand's rows by the first one's columns

    Status run(Dtype dtype, char* out, char* first, char* second) {
        if (swapped) std::swap(first, second);
        npy_intp shape[3][most_labels + 2], steps[3][most_labels + 2];
        for (int axis = 0; axis < batch.count; ++axis) {
            for (int i = 0; i < 3; ++i) {
                shape[i][axis] = batch.size[axis];
                steps[i][axis] = i == 0 ? batch.out[axis] : batch.in[i - 1][axis];
            }
        }
        const Axes* lines[3][2] = {{&rows, &columns}, {&rows, &inner}, {&inner, &columns}};
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 2; ++k) {
                const Axes& axes = *lines[i][k];
                shape[i][batch.count + k] = axes.size[0];
                steps[i][batch.count + k] = i == 0 ? axes.out[0] : axes.in[i - 1][0];
            }
        }
        const int nd = batch.count + 2;
        return backend::matmul({out, dtype, nd, shape[0], steps[0]},
                               {first, dtype, nd, shape[1], steps[1]},
                               {second, dtype, nd, shape[2], steps[2]});
    }
};

PyObject* einsum_of_two(const Labels& labels, ArrayObject* const* operands, bool& unsupported) {
    const Dtype dtype = dtype_of(operands[0]);
    npy_intp shape[most_labels], strides[most_labels];
    labels.result_strides(2, itemsize(dtype), shape, strides);
    Contraction contraction(labels, strides, dtype);
    if (labels.count == labels.result_count && !contraction.is_quick_of_one(dtype)) {
        return products_of_elements(labels, operands, unsupported);
    }
    if (!contraction.fits) return unsupported = true, nullptr;
    if (!values(operands[0]) || !values(operands[1])) return nullptr;
    Sum sum;
    if (!sum.make(labels, 2, dtype)) return nullptr;
    char *first = operands[0]->f.data, *second = operands[1]->f.data;
    const double time = multiplication_time * static_cast<double>(contraction.work());
    const Status status =
        without_lock(time, [&] { return contraction.run(dtype, sum.data, first, second); });
    return status & status_no_memory ? PyErr_NoMemory() : sum.release();
}

PyObject* einsum_of_many(const Labels& labels, ArrayObject* const* operands, int terms,
                         bool& unsupported) {
    const Dtype dtype = dtype_of(operands[0]);
    npy_intp shape[most_labels], strides[most_labels];
    labels.result_strides(terms, itemsize(dtype), shape, strides);
    const FewProducts products(labels, terms, strides);
    const bool known = dtype == Dtype::float64 || dtype == Dtype::float32 ||
                       dtype == Dtype::int64;
    const npy_intp most = terms == 2 ? few_pairs : few_products;
    if (!known || products.count() > most) return unsupported = true, nullptr;
    Sum sum;
    char* at[most_terms + 1] = {};
    for (int i = 0; i < terms; ++i) {
        if (!values(operands[i])) return nullptr;
        at[i] = operands[i]->f.data;
    }
    if (!sum.make(labels, terms, dtype)) return nullptr;
    npy_intp bytes = itemsize(dtype);
    for (int i = 0; i < labels.result_count; ++i) bytes *= shape[i];
    std::memset(sum.data, 0, static_cast<std::size_t>(bytes));
    at[terms] = sum.data;
    if (dtype == Dtype::float64) products.run<double>(at);
    else if (dtype == Dtype::float32) products.run<float>(at);
    else products.run<std::uint64_t>(at);  // wraps, as int64 does in NumPy
    return sum.release();
}

PyObject* einsum_of(const Labels& labels, ArrayObject* const* operands, int terms,
                    bool& unsupported) {
    if (terms == 1) return einsum_of_one(labels, operands[0]);
    if (terms > 2 || labels.count == labels.result_count) {
        PyObject* few = einsum_of_many(labels, operands, terms, unsupported);
        if (terms > 2 || !unsupported) return few;
        unsupported = false;
    }
    return einsum_of_two(labels, operands, unsupported);
}

PyObject* function_einsum(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Py_ssize_t terms = count - 1;
    bool quick = names == nullptr && terms >= 1 && terms <= most_terms &&
                 PyUnicode_CheckExact(args[0]);
    ArrayObject* operands[most_terms];
    for (Py_ssize_t i = 0; i < terms && quick; ++i) {
        quick = is_ours(args[i + 1]);
        operands[i] = as_array(args[i + 1]);
        const Dtype dtype = quick ? dtype_of(operands[i]) : no_dtype;
        quick = dtype != no_dtype && dtype != Dtype::float16 && dtype == dtype_of(operands[0]);
    }
    Labels labels;
    if (quick && labels.read(args[0], operands, static_cast<int>(terms))) {
        bool unsupported = false;
        PyObject* found = einsum_of(labels, operands, static_cast<int>(terms), unsupported);
        if (!unsupported) return found;
    }
    if (general_einsum == nullptr) return call_numpy("einsum", {args, count, names});
    return PyObject_Vectorcall(general_einsum, args, static_cast<std::size_t>(count), names);
}

}  // namespace

PyObject* set_general_einsum(PyObject*, PyObject* function) {
    Py_XSETREF(general_einsum, Py_NewRef(function));
    Py_RETURN_NONE;
}

PyMethodDef einsum_functions[] = {
    {"einsum", guarded<function_einsum>(), fast, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace numen::front
