// Reads elementwise.def over plain scalars: no vectors, no strides, no tricks.
#define NUMEN_ISA reference
#include "backends/reference/elementwise.h"

#include "backends/cpu/kernels/formula_bits.h"
#include "backends/cpu/kernels/formula_complex.h"
#include "backends/cpu/kernels/formula_numbers.h"
#include "backends/cpu/kernels/formula_parts.h"
#include "ops/signature.h"

namespace numen::reference {
namespace {

using namespace numen::cpu::reference;

namespace rows {
using namespace numen::cpu::reference::formulas;
#define NUMEN_ELEMENTWISE(NAME, INPUTS, OUTPUTS, FAMILY, RESOLVER, ULP, FLAGS, HELP, ...)    \
    struct NAME##_row {                                                                     \
        static constexpr int inputs = INPUTS;                                               \
        static constexpr int outputs = OUTPUTS;                                             \
        static constexpr Family loops = family::FAMILY;                                     \
        static constexpr Resolver resolver = Resolver::RESOLVER;                            \
        static constexpr FlagPolicy policy = FlagPolicy::FLAGS;                             \
        template <class T, class U>                                                         \
        static auto apply([[maybe_unused]] T x, [[maybe_unused]] U y,                       \
                          [[maybe_unused]] Status& flags) {                                 \
            return __VA_ARGS__;                                                             \
        }                                                                                   \
    };
#include "ops/elementwise.def"
#undef NUMEN_ELEMENTWISE
}  // namespace rows

template <Dtype dtype> struct scalar { using type = Element<dtype>; };
template <> struct scalar<Dtype::complex64> { using type = Pair<float>; };
template <> struct scalar<Dtype::complex128> { using type = Pair<double>; };
template <Dtype dtype> using Scalar = typename scalar<dtype>::type;

// The type the formula is computed in.
template <class Row, class T> auto widened(T x) {
    if constexpr (std::is_same_v<T, Half>) {
        return static_cast<float>(x);
    } else if constexpr (std::is_floating_point_v<T> && Row::policy >= FlagPolicy::domain) {
        return static_cast<long double>(x);
    } else {
        return x;
    }
}

template <class Row, Dtype dtype>
std::int64_t run(const void* const* inputs, void* const* outputs, std::int64_t count) {
    constexpr Signature types = signature(Row::resolver, slot_of(dtype));
    using Out = Scalar<types.output[0]>;
    using Out2 = Scalar<types.output[1]>;
    const auto* x = static_cast<const Scalar<types.input[0]>*>(inputs[0]);
    const auto* y = static_cast<const Scalar<types.input[1]>*>(inputs[Row::inputs - 1]);
    Status flags = status_ok;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto second = Row::inputs == 2 ? y[i] : Scalar<types.input[1]>{};
        const auto result = Row::apply(widened<Row>(x[i]), widened<Row>(second), flags);
        if constexpr (Row::outputs == 2) {
            static_cast<Out*>(outputs[0])[i] = static_cast<Out>(result.first);
            static_cast<Out2*>(outputs[1])[i] = static_cast<Out2>(result.second);
        } else {
            static_cast<Out*>(outputs[0])[i] = static_cast<Out>(result);
        }
    }
    return flags;
}

using Run = std::int64_t (*)(const void* const*, void* const*, std::int64_t);

// The neighbours of a half are not those of the float it is computed in.
constexpr bool is_half_grid(Op op, Dtype dtype) {
    return dtype == Dtype::float16 && (op == Op::nextafter || op == Op::spacing);
}

template <class Row, Op op, Dtype dtype> constexpr Run run_of() {
    if constexpr (contains(Row::loops, dtype) && !is_half_grid(op, dtype)) {
        return run<Row, dtype>;
    } else {
        return nullptr;
    }
}

template <class Row, Op op> Run run_for(Dtype dtype) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
        constexpr Run runs[] = {run_of<Row, op, static_cast<Dtype>(i)>()...};
        return runs[static_cast<int>(dtype)];
    }(std::make_index_sequence<dtype_count>{});
}

}  // namespace

std::int64_t elementwise(Op op, Dtype dtype, const void* const* inputs, void* const* outputs,
                         std::int64_t count) {
    using RunFor = Run (*)(Dtype);
    constexpr RunFor table[op_count] = {
#define NUMEN_ELEMENTWISE(NAME, ...) run_for<rows::NAME##_row, Op::NAME>,
#include "ops/elementwise.def"
#undef NUMEN_ELEMENTWISE
    };
    const Run run = table[static_cast<int>(op)](dtype);
    return run == nullptr ? -1 : run(inputs, outputs, count);
}

}  // namespace numen::reference
