#include "numen/comparison.h"

#include <algorithm>

#include "api/elements.h"
#include "api/float_status.h"
#include "numen/elementwise.h"
#include "numen/operators.h"
#include "numen/reductions.h"
#include "numen/selecting.h"

namespace numen {

bool array_equal(const Array& a, const Array& b) {
    return std::ranges::equal(a.shape(), b.shape()) && static_cast<bool>(all(a == b));
}

Array isclose(const Operand& x, const Operand& y, const Tolerance& tolerance) {
    const auto other = [](const Operand& operand) {
        return operand.array() == nullptr ? no_dtype : operand.array()->dtype();
    };
    const Array a = api::as_array(x, other(y));
    Array b = api::as_array(y, other(x));
    if (is_boolean(b.dtype()) || is_integer(b.dtype())) b = b.astype(Dtype::float64);
    const api::IgnoreFloatEvents quiet;  // infinities are subtracted
    Array near = less_equal(absolute(a - b), tolerance.atol + tolerance.rtol * absolute(b));
    near = where(isfinite(b), near, equal(a, b));
    return tolerance.equal_nan ? near | (isnan(a) & isnan(b)) : near;
}

bool allclose(const Operand& a, const Operand& b, const Tolerance& tolerance) {
    return static_cast<bool>(all(isclose(a, b, tolerance)));
}

}  // namespace numen
