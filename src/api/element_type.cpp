#include "numen/element_type.h"

#include <ostream>

#include "ops/operation.h"

namespace numen {

Dtype result_type(Dtype a, Dtype b) { return promote(a, b); }

bool can_cast(Dtype from, Dtype to, Casting casting) {
    switch (casting) {
        case Casting::safe: return can_cast_safe(from, to);
        case Casting::same_kind: return can_cast_same_kind(from, to);
        default: return true;
    }
}

std::ostream& operator<<(std::ostream& stream, Dtype dtype) { return stream << name(dtype); }

}  // namespace numen
