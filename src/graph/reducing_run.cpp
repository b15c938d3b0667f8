#include "graph/reducing_run.h"

#include <algorithm>

#include "backends/backend.h"
#include "graph/publishing.h"
#include "graph/row_grouping.h"
#include "graph/watching.h"

namespace numen::graph {
namespace {

struct CompiledRows {
    RowProgram program;
    std::vector<Register> results;      // by member
    std::vector<StridedView> operands;  // outputs, then inputs
};

// As run_rows wants it: a value for each row has the axes of the rows without the last.
StridedView row_view(const Operand& operand, const AxisList& shape) {
    StridedView view = operand.view();
    if (operand.shape != shape) view.ndim = static_cast<int>(shape.size()) - 1;
    return view;
}

class Compiler {
  public:
    explicit Compiler(const Group& group) : group_(group), shape_(shape_of_rows(group)) {}

    CompiledRows compile() {
        for (const Operand* operand : group_.inputs) {
            inputs_.push_back(made_.program.read(operand->dtype, operand->shape != shape_));
        }
        for (const Node* member : group_.members) made_.results.push_back(result_of(*member));
        for (const Node* member : group_.stored) {
            made_.program.store(made_.results[place_of(member->output.buffer)]);
            made_.operands.push_back(row_view(member->output, shape_));
        }
        for (const Operand* operand : group_.inputs) {
            made_.operands.push_back(row_view(*operand, shape_));
        }
        return std::move(made_);
    }

  private:
    // Of the member that produces the buffer, or the number of members.
    std::size_t place_of(const Buffer* buffer) const {
        const auto place = std::ranges::find_if(group_.members, [&](const Node* member) {
            return buffer != nullptr && member->output.buffer == buffer;
        });
        return static_cast<std::size_t>(place - group_.members.begin());
    }

    Register register_of(const Operand& operand) const {
        const std::size_t place = place_of(operand.buffer);
        if (place < group_.members.size()) return made_.results[place];
        return inputs_[static_cast<std::size_t>(input_of_rows(group_, operand))];
    }

    Register result_of(const Node& member) {
        std::vector<Register> inputs;
        for (const Operand& operand : member.inputs) inputs.push_back(register_of(operand));
        if (member.reduced_axes != 0) return made_.program.reduce(member.reduction, inputs[0]);
        if (member.loop == nullptr) {
            return made_.program.convert(inputs[0], member.output.dtype, false);
        }
        return made_.program.apply(*member.loop, member.op, inputs, member.output.shape != shape_);
    }

    const Group& group_;
    const AxisList& shape_;
    CompiledRows made_;
    std::vector<Register> inputs_;
};

// The complaints go by member.
Status run_program(const Group& group, std::vector<Status>& complaints, Watch& watch) {
    const CompiledRows made = Compiler(group).compile();
    std::vector<Status> found(made.program.types().size());
    const Status status = [&] {
        const LeavingLock away;
        const Watch::Running timed(watch);
        return backend::run_rows(made.program, shape_of_rows(group), made.operands, found);
    }();
    for (std::size_t i = 0; i < group.members.size(); ++i) {
        complaints[i] = made.program.status_of(made.results[i], found);
    }
    return status;
}

// The output's axes without those of length one that stand for the reduced ones.
Status run_reduction(const Node& node, Watch& watch) {
    const Operand& input = node.inputs[0];
    const StridedView output = node.output.view();
    AxisList shape, strides;
    const bool keeps = node.output.shape.size() == input.shape.size();
    for (std::size_t axis = 0; axis < node.output.shape.size(); ++axis) {
        if (keeps && (node.reduced_axes >> axis & 1)) continue;
        shape.push_back(output.shape[axis]);
        strides.push_back(output.strides[axis]);
    }
    const LeavingLock away;
    const Watch::Running timed(watch);
    return backend::reduce(
        node.reduction,
        {output.data, output.dtype, static_cast<int>(shape.size()), shape.data(), strides.data()},
        input.view(), node.reduced_axes,
        resolve_reduction(node.reduction, input.dtype).accumulator);
}

}  // namespace

Outcome run_reducing(Group group, std::vector<Report>& reports) {
    const Claim claim(group.members);
    if (!allocate_results(group)) return Outcome::out_of_memory;
    std::vector<Status> complaints(group.members.size());
    const bool is_alone = group.kind == Group::Kind::reduction;
    Watch watch;
    const Status status = is_alone ? complaints[0] = run_reduction(*group.members[0], watch)
                                   : run_program(group, complaints, watch);
    const Outcome outcome = outcome_of(status);
    if (outcome != Outcome::done) return outcome;
    watch.tell(group, backend::most_threads(), std::nullopt);
    publish_results(group, complaints, reports, group.members.size() > 1);
    return Outcome::done;
}

}  // namespace numen::graph
