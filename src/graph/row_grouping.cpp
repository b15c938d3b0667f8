#include "graph/row_grouping.h"

#include <algorithm>

#include "program/row_program.h"

namespace numen::graph {
namespace {

using Shape = AxisList;

// Of fewer rows, where they have 65,536 elements together, each is cut into pieces
// (backends/cpu/reduce.cpp), which gives other bits.
constexpr std::int64_t fewest_rows_of_programs = 64;
std::int64_t fewest_rows = fewest_rows_of_programs;

// A reduction of rows in C order along their last axis.
bool reduces_rows(const Node& node) {
    const Operand& input = node.inputs[0];
    const std::size_t axes = input.shape.size();
    if (axes < 2 || node.reduced_axes != std::uint64_t{1} << (axes - 1)) return false;
    std::int64_t rows = 1;
    for (std::size_t axis = 0; axis + 1 < axes; ++axis) rows *= input.shape[axis];
    const std::int64_t columns = input.shape.back();
    return columns >= 2 && columns <= RowProgram::most_columns && rows > fewest_rows &&
           is_contiguous(input.view());
}

// The reduction that decides which rows there are, among what `root` follows from and is not
// stored by then.
const Node* first_reduction(Node* root, const std::vector<Node*>& stored) {
    std::vector<Node*> met{root};
    for (std::size_t i = 0; i < met.size() && i < RowProgram::most_operations; ++i) {
        if (met[i]->reduced_axes != 0) {
            if (reduces_rows(*met[i])) return met[i];
            continue;
        }
        for (const Operand& operand : met[i]->inputs) {
            Node* producer = pending_producer(operand);
            if (producer == nullptr || contains(stored, producer)) continue;
            if (!contains(met, producer)) met.push_back(producer);
        }
    }
    return nullptr;
}

class RowGrower {
  public:
    RowGrower(Node* root, const Shape& shape, const std::vector<Node*>& stored)
        : root_(root), shape_(shape), stored_before_(stored) {}

    std::optional<Group> grow() {
        restart();
        for (std::size_t i = 0; i < group_.members.size();) {
            i = take_inputs(*group_.members[i]) ? i + 1 : 0;
        }
        std::ranges::sort(group_.members, {}, &Node::serial);
        for (Node* member : group_.members) {
            if (member == root_ || is_wanted_outside(member, group_.members)) {
                group_.stored.push_back(member);
            }
        }
        find_inputs();
        if (!is_of_use()) return std::nullopt;
        return std::move(group_);
    }

    bool is_column(const Shape& shape) const {
        const std::size_t outer = shape_.size() - 1;
        const bool keeps_axis = shape.size() == outer + 1 && shape.back() == 1;
        if (shape.size() != outer && !keeps_axis) return false;
        return std::equal(shape_.begin(), shape_.end() - 1, shape.begin());
    }

  private:
    void restart() {
        group_ = {};
        group_.kind = Group::Kind::rows;
        group_.members.push_back(root_);
    }

    // Does the operand read what the producer gives, all elements or a value for each row? The root
    // gives one of these, so what joins it does. Reductions read all elements, in C order; values
    // of rows are too few for that. As many bytes with the same steps can begin at the first alone.
    bool joins(const Node& reader, const Operand& operand, const Node& producer) const {
        const bool gives_column = producer.reduced_axes != 0
                                      ? reduces_rows(producer) && producer.inputs[0].shape == shape_
                                      : is_column(producer.output.shape);
        if (!gives_column) {
            return producer.reduced_axes == 0 && is_identity(operand, producer);
        }
        if (operand.dtype != producer.output.dtype || !is_contiguous(producer.output.view())) {
            return false;
        }
        return reader.output.shape == shape_ ? repeats_column(operand)
                                             : is_contiguous(operand.view());
    }

    // Steps over all values from row to row leave none within a row.
    bool repeats_column(const Operand& operand) const {
        std::int64_t expected = itemsize(operand.dtype);
        for (std::size_t axis = shape_.size() - 1; axis-- > 0;) {
            if (shape_[axis] != 1 && operand.strides[axis] != expected) return false;
            expected *= shape_[axis];
        }
        return true;
    }

    // False where everything begins anew, with one wall more.
    bool take_inputs(const Node& member) {
        for (const Operand& operand : member.inputs) {
            Node* producer = pending_producer(operand);
            if (producer == nullptr || contains(walls_, producer) ||
                contains(stored_before_, producer)) {
                continue;
            }
            const bool is_member = contains(group_.members, producer);
            if (!joins(member, operand, *producer) ||
                (!is_member && group_.members.size() >= RowProgram::most_operations)) {
                walls_.push_back(producer);
                if (!is_member) continue;
                restart();
                return false;
            }
            if (!is_member) group_.members.push_back(producer);
        }
        return true;
    }

    void find_inputs() {
        for (const Node* member : group_.members) {
            for (const Operand& operand : member->inputs) {
                const Node* producer = pending_producer(operand);
                if (producer != nullptr && contains(group_.members, producer)) continue;
                if (input_of_rows(group_, operand) < 0) group_.inputs.push_back(&operand);
            }
        }
    }

    bool is_of_use() const {
        const auto reduces = [](const Node* node) { return node->reduced_axes != 0; };
        const auto can_be_stored = [](const Node* node) {
            return is_contiguous(node->output.view());
        };
        const auto can_be_read = [](const Operand* operand) { return is_aligned(operand->view()); };
        return std::ranges::any_of(group_.members, reduces) &&
               group_.inputs.size() <= RowProgram::most_inputs &&
               group_.stored.size() <= RowProgram::most_outputs &&
               std::ranges::all_of(group_.stored, can_be_stored) &&
               std::ranges::all_of(group_.inputs, can_be_read);
    }

    Node* root_;
    const Shape& shape_;
    const std::vector<Node*>& stored_before_;
    Group group_;
    std::vector<Node*> walls_;
};

}  // namespace

std::optional<Group> row_group_of(Node* root, const std::vector<Node*>& stored) {
    const Node* reduction = first_reduction(root, stored);
    if (reduction == nullptr) return std::nullopt;
    const Shape& shape = reduction->inputs[0].shape;
    RowGrower grower(root, shape, stored);
    const bool fits = root->output.shape == shape || grower.is_column(root->output.shape);
    return fits ? grower.grow() : std::nullopt;
}

const AxisList& shape_of_rows(const Group& group) {
    const auto reduction = std::ranges::find_if(
        group.members, [](const Node* node) { return node->reduced_axes != 0; });
    return (*reduction)->inputs[0].shape;
}

int input_of_rows(const Group& group, const Operand& operand) {
    for (std::size_t i = 0; i < group.inputs.size(); ++i) {
        const Operand& input = *group.inputs[i];
        if (input.shape == operand.shape && same_input(input, operand)) return static_cast<int>(i);
    }
    return -1;
}

void set_small_groups(bool wanted) { fewest_rows = wanted ? 1 : fewest_rows_of_programs; }

}  // namespace numen::graph
