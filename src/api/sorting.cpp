#include "numen/sorting.h"

#include <algorithm>

#include "api/elements.h"
#include "backends/backend.h"
#include "numen/creation.h"
#include "numen/elementwise.h"
#include "numen/operators.h"
#include "numen/reductions.h"
#include "numen/selecting.h"
#include "numen/shaping.h"
#include "ops/operation.h"

namespace numen {

using namespace api;

namespace {

void check_memory(Status status) {
    if (status & status_no_memory) throw MemoryError("not enough memory to sort or search in");
}

}  // namespace

Array sort(const Array& a, int axis) {
    const int along = wrapped_axis(axis, a.ndim());
    const Array result = a.copy();
    check_memory(backend::sort(view_of(result), along, backend::SortKind::quick));
    return result;
}

Array argsort(const Array& a, int axis) {
    const int along = wrapped_axis(axis, a.ndim());
    const Array positions = new_array(Dtype::int64, a.ndim(), a.shape().data());
    check_memory(backend::argsort(view_of(positions), view_of(a), along,
                                  backend::SortKind::stable));
    return positions;
}

Array lexsort(const std::vector<Array>& keys, int axis) {
    if (keys.empty()) throw ShapeError("need sequence of keys with len > 0 in lexsort");
    const Array& first = keys.front();
    const int along = wrapped_axis(axis, first.ndim());
    const Array order = new_array(Dtype::int64, first.ndim(), first.shape().data());
    auto start = backend::Positions::fresh;
    for (const Array& key : keys) {
        if (!std::ranges::equal(key.shape(), first.shape())) {
            throw ShapeError("lexsort: all keys need to be the same shape");
        }
        check_memory(backend::argsort(view_of(order), view_of(key), along,
                                      backend::SortKind::stable, start));
        start = backend::Positions::present;
    }
    return order;
}

Array searchsorted(const Array& sorted, const Operand& values, bool after) {
    if (sorted.ndim() != 1) throw ShapeError("searchsorted: needs one axis");
    const Array given = as_array(values, sorted.dtype());
    const Dtype dtype = promote(sorted.dtype(), given.dtype());
    const Array vector = in_dtype(sorted, dtype), keys = in_dtype(given, dtype);
    const Array places = new_array(Dtype::int64, keys.ndim(), keys.shape().data());
    check_memory(backend::search_sorted(static_cast<std::int64_t*>(places.data()), view_of(vector),
                                        nullptr, view_of(keys),
                                        after ? backend::Side::right : backend::Side::left));
    return places;
}

Array unique(const Array& a) {
    const Array ordered = sort(ravel(a), 0);
    if (ordered.size() == 0) return ordered;
    const Array before = ordered[slice(none, -1)], rest = ordered[slice(1, none)];
    Array is_new = ones(ordered.size(), Dtype::boolean);
    is_new[slice(1, none)] = not_equal(before, rest);
    // Of NaNs, which differ from themselves, the first stays.
    if (!is_integer(a.dtype()) && !is_boolean(a.dtype())) {
        is_new[slice(1, none)] &= ~(isnan(before) & isnan(rest));
    }
    return ordered[is_new];
}

UniqueAllResult unique_all(const Array& a) {
    const Array flat = ravel(a), order = argsort(flat, 0), ordered = take(flat, order, 0);
    Array is_new = ones(flat.size(), Dtype::boolean);
    if (flat.size() > 0) {
        is_new[slice(1, none)] = not_equal(ordered[slice(none, -1)], ordered[slice(1, none)]);
    }
    const Array firsts = flatnonzero(is_new);
    Array inverse = empty(flat.size(), Dtype::int64);
    inverse[order] = cumsum(is_new) - 1;
    const Array ends = concatenate({firsts, array({flat.size()})});
    return {ordered[is_new], order[is_new], inverse.reshape(a.shape()),
            ends[slice(1, none)] - firsts};
}

Array isin(const Array& a, const Array& values) {
    const Array known = sort(ravel(values), 0);
    if (known.size() == 0) return zeros(a.shape(), Dtype::boolean);
    const Array places = minimum(searchsorted(known, a), known.size() - 1);
    return equal(take(known, places, 0), a);
}

}  // namespace numen
