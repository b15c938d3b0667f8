// Conversion loops between all pairs of element types.
//
// NumPy's answers for values out of range come from the instructions its loops compile to; the
// contiguous float to uint32 loop has two forms there (four at a time, then single ones), and
// both are repeated here.
#include <utility>

#include "backends/cpu/kernels/data_tables.h"
#include "backends/cpu/kernels/element.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// The vector form: values from 2^31 on are shifted into the range of a signed conversion.
template <class From> [[gnu::always_inline]] inline std::uint32_t shifted_truncate(From value) {
    constexpr From limit = static_cast<From>(2147483648.0);
    const bool large = value >= limit;
    const From reduced = large ? value - limit : value;
    const auto bits = static_cast<std::uint32_t>(static_cast<std::int32_t>(reduced));
    return bits ^ (large ? 0x80000000u : 0u);
}

template <class To, class From>
void cast_contiguous(char* __restrict dst, const char* __restrict src, std::int64_t count) {
    std::int64_t i = 0;
    if constexpr (std::is_same_v<To, std::uint32_t> && std::is_floating_point_v<From>) {
        for (; i < (count & ~std::int64_t{3}); ++i) {
            store(dst + i * 4, shifted_truncate(load<From>(src + i * sizeof(From))));
        }
    }
    for (; i < count; ++i) {
        store(dst + i * sizeof(To), convert<To>(load<From>(src + i * sizeof(From))));
    }
}

template <class To, class From>
void cast_loop(char* dst, std::int64_t dst_step, const char* src, std::int64_t src_step,
               std::int64_t count) {
    if (dst_step == sizeof(To) && src_step == sizeof(From)) {
        return cast_contiguous<To, From>(dst, src, count);
    }
    for (; count > 0; --count, dst += dst_step, src += src_step) {
        store(dst, convert<To>(load<From>(src)));
    }
}

template <std::size_t to, std::size_t... from>
void fill_row(DataKernels& kernels, std::index_sequence<from...>) {
    ((kernels.cast[to][from] = cast_loop<KernelElement<static_cast<Dtype>(to)>,
                                         KernelElement<static_cast<Dtype>(from)>>),
     ...);
}

template <std::size_t... to>
void fill_rows(DataKernels& kernels, std::index_sequence<to...>) {
    (fill_row<to>(kernels, std::make_index_sequence<dtype_count>{}), ...);
}

}  // namespace

void fill_cast(DataKernels& kernels) {
    fill_rows(kernels, std::make_index_sequence<dtype_count>{});
}

}  // namespace numen::cpu::NUMEN_ISA
