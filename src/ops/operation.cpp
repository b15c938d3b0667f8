// The readers of elementwise.def that need no loops: names, help, and which loop serves which
// types.
#include "ops/operation.h"

#include "ops/signature.h"

namespace numen {
namespace {

constexpr OpInfo infos[op_count] = {
#define NUMEN_ELEMENTWISE(NAME, INPUTS, OUTPUTS, FAMILY, RESOLVER, ULP, FLAGS, HELP, ...) \
    {#NAME, INPUTS, OUTPUTS, ULP, HELP},
#include "ops/elementwise.def"
#undef NUMEN_ELEMENTWISE
};

constexpr SlotRow slot_row(int inputs, Family loops, Resolver resolver) {
    SlotRow row{};
    for (int a = 0; a < dtype_count; ++a) {
        for (int b = 0; b < dtype_count; ++b) {
            const Dtype first = static_cast<Dtype>(a);
            const Dtype second = inputs == 1 ? first : static_cast<Dtype>(b);
            row.slot[a][b] =
                static_cast<std::uint8_t>(resolved_slot(resolver, loops, first, second));
        }
    }
    return row;
}

// NumPy's order of kinds: bool, unsigned, signed, float, complex.
int kind_rank(Dtype dtype) {
    if (is_boolean(dtype)) return 0;
    if (is_integer(dtype)) return is_signed_integer(dtype) ? 2 : 1;
    return is_floating(dtype) ? 3 : 4;
}

}  // namespace

constinit const SlotRow slot_table[op_count] = {
#define NUMEN_ELEMENTWISE(NAME, INPUTS, OUTPUTS, FAMILY, RESOLVER, ...) \
    slot_row(INPUTS, family::FAMILY, Resolver::RESOLVER),
#include "ops/elementwise.def"
#undef NUMEN_ELEMENTWISE
};

LoopEntry loop_table[op_count][loop_slots];

const OpInfo& info(Op op) { return infos[static_cast<int>(op)]; }

std::optional<Op> find_op(std::string_view name) {
    for (int row = 0; row < op_count; ++row) {
        if (infos[row].name == name) return static_cast<Op>(row);
    }
    return std::nullopt;
}

Dtype promote(Dtype a, Dtype b) { return promoted(a, b); }

bool can_cast_safe(Dtype from, Dtype to) { return promoted(from, to) == to; }

bool can_cast_same_kind(Dtype from, Dtype to) { return kind_rank(from) <= kind_rank(to); }

}  // namespace numen
