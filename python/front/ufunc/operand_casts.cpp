// Arrays that are cast to a type which may not hold them, of which NumPy warns one by one.
#include <algorithm>

#include "front/array/creation.h"
#include "front/array/state.h"
#include "front/ufunc/elementwise_call.h"

namespace numen::front {

bool cast_operands(Call& call) {
    for (int i = 0; i < call.inputs; ++i) {
        Operand& operand = call.in[i];
        const Dtype wanted = call.loop->input[i];
        if (operand.kind != Kind::array || operand.dtype == wanted) continue;
        // These, and all after them, NumPy casts in the loop.
        if (operand.ndim() > 1 || element_count(operand.array) > numpys_buffer) return true;
        if (can_cast_safe(operand.dtype, wanted)) continue;
        Ref cast(as_object(copy_array(operand.array, wanted, 'K')));
        if (!cast) return false;
        operand.owned = std::move(cast);
        operand.array = as_array(operand.owned.get());
        operand.dtype = wanted;
        operand.layout = Layout(operand.array);
    }
    return true;
}

bool report_casts(std::span<ArrayObject* const> arrays, Dtype dtype) {
    return std::ranges::all_of(arrays, [&](ArrayObject* a) {
        return dtype_of(a) == dtype || Ref(as_object(copy_array(a, dtype, 'K')));
    });
}

}  // namespace numen::front
