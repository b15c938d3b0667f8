#include "numen/sorting.h"

#include "api/elements.h"
#include "backends/backend.h"
#include "numen/creation.h"
#include "numen/elementwise.h"
#include "numen/operators.h"
#include "numen/shaping.h"
#include "ops/operation.h"

namespace numen {

using namespace api;

namespace {

void check_memory(Status status) {
    if (status & status_no_memory) throw MemoryError("not enough memory to sort in");
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

Array searchsorted(const Array& sorted, const Operand& values, bool after) {
    if (sorted.ndim() != 1) throw ShapeError("searchsorted: needs one axis");
    const Array given = as_array(values, sorted.dtype());
    const Dtype dtype = promote(sorted.dtype(), given.dtype());
    const Array vector = in_dtype(sorted, dtype), keys = in_dtype(given, dtype);
    const Array places = new_array(Dtype::int64, keys.ndim(), keys.shape().data());
    backend::search_sorted(static_cast<std::int64_t*>(places.data()), view_of(vector), nullptr,
                           view_of(keys), after ? backend::Side::right : backend::Side::left);
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

}  // namespace numen
