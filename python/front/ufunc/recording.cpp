// Elementwise operations that are recorded instead of run.
#include <cstring>
#include <memory>

#include "array/storage.h"
#include "front/array/recording_counts.h"
#include "front/array/state.h"
#include "front/ufunc/elementwise_call.h"
#include "graph/evaluate.h"

namespace numen::front {
namespace {

// Does the operation often warn or raise for ordinary values? Then it runs inside the call, under
// the error state and the warning filters in force there.
bool may_complain(Op op) {
    return info(op).ulp > 0 || op == Op::divide || op == Op::floor_divide ||
           op == Op::remainder || op == Op::fmod || op == Op::reciprocal || op == Op::sqrt;
}

}  // namespace

bool can_defer(Call& call, npy_intp count) {
    if (!graph::deferral()) return false;
    const auto at_once = [count](AtOnce reason) { return count_at_once(reason, count), false; };
    if (count <= managed_threshold || call.nd == 0) return at_once(AtOnce::small);
    if (call.loop->outputs != 1) return at_once(AtOnce::several_results);
    if (may_complain(call.op) && !counts_recording()) return false;
    for (int i = 0; i < call.inputs; ++i) {
        const Operand& operand = call.in[i];
        if (operand.ndim() > 0 && buffer_of(operand.array) == nullptr) {
            return at_once(AtOnce::foreign);
        }
    }
    return true;
}

bool could_be_stored(Call& call, npy_intp count) {
    char* probe = storage::allocate(count * itemsize(call.loop->output[0]));
    if (probe == nullptr) {
        raise_no_memory(call.loop->output[0], call.nd, call.shape);
        return false;
    }
    storage::release(probe);
    return true;
}

PyObject* defer(Call& call, const npy_intp* strides) {
    auto node = std::make_unique<graph::Node>();
    node->loop = call.loop;
    node->op = call.op;
    npy_intp stretched[3][max_dimensions];
    for (int i = 0; i < call.inputs; ++i) {
        Operand& operand = call.in[i];
        // Dimension zero is recorded by value, so the value must be there.
        if (operand.kind == Kind::array && operand.ndim() == 0 && !values(operand.array)) {
            return nullptr;
        }
        graph::Operand recorded;
        const StridedView view = operand.view();
        broadcast_strides(view, call.nd, call.shape, stretched[i]);
        recorded.dtype = view.dtype;
        recorded.shape.assign(call.shape, call.shape + call.nd);
        recorded.strides.assign(stretched[i], stretched[i] + call.nd);
        if (operand.ndim() > 0) {
            recorded.buffer = operand.array->buffer;
            recorded.version = recorded.buffer->version();
            recorded.offset = operand.array->alias.offset;
        } else {
            std::memcpy(recorded.value.data(), view.data, itemsize(view.dtype));
        }
        node->inputs.push_back(std::move(recorded));
    }
    graph::Operand& output = node->output;
    output.dtype = call.loop->output[0];
    output.shape.assign(call.shape, call.shape + call.nd);
    output.strides.assign(strides, strides + call.nd);
    Buffer* buffer = graph::record(node.release());
    return as_object(new_managed(buffer, call.loop->output[0], call.nd, call.shape, strides));
}

}  // namespace numen::front
