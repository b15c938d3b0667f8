#include "graph/grouping.h"

#include <algorithm>
#include <optional>

#include "graph/row_grouping.h"
#include "program/program.h"

namespace numen::graph {
namespace {

bool same_strides(const Operand& a, const Operand& b) {
    for (std::size_t axis = 0; axis < a.shape.size(); ++axis) {
        if (a.shape[axis] > 1 && a.strides[axis] != b.strides[axis]) return false;
    }
    return true;
}

bool is_read_outside(const Node* member, const std::vector<Node*>& members) {
    return std::ranges::any_of(member->output.buffer->readers(), [&](const Node* reader) {
        return !contains(members, reader);
    });
}

class Grower {
  public:
    // `stored` will have been stored by groups before this one.
    Grower(Node* root, std::span<Buffer* const> given_up, const std::vector<Node*>& stored)
        : given_up_(given_up), stored_before_(stored) {
        restart(root);
    }

    Group grow() {
        for (std::size_t i = 0; i < group_.members.size(); ++i) take_inputs(*group_.members[i]);
        std::ranges::sort(group_.members, {}, &Node::serial);
        find_stored();
        return std::move(group_);
    }

  private:
    void restart(Node* root) {
        root_ = root;
        group_ = {};
        group_.members.push_back(root);
        group_.inputs.clear();
        for (const Operand& operand : root->inputs) add_input(group_.inputs, operand);
    }

    bool is_member(const Node* node) const { return contains(group_.members, node); }

    static void add_input(std::vector<const Operand*>& inputs, const Operand& operand) {
        const bool known = std::any_of(inputs.begin(), inputs.end(), [&](const Operand* other) {
            return same_input(*other, operand);
        });
        if (!known) inputs.push_back(&operand);
    }

    // What is read through another map is a fusion barrier: an input, which is computed first. So
    // is a member that is read so, too (Group::newest_missing): then the group is made anew.
    void take_inputs(const Node& member) {
        for (const Operand& operand : member.inputs) {
            Node* producer = pending_producer(operand);
            if (producer == nullptr || contains(stored_before_, producer)) continue;
            if (producer->reduced_axes != 0 || !is_identity(operand, *producer)) continue;
            if (!is_member(producer)) join(producer, operand);
        }
    }

    void join(Node* producer, const Operand& as_input) {
        if (group_.members.size() >= Program::most_operations) return;
        std::vector<const Operand*> inputs;
        for (const Operand* operand : group_.inputs) {
            if (!same_input(*operand, as_input)) inputs.push_back(operand);
        }
        for (const Operand& operand : producer->inputs) {
            const Node* earlier = pending_producer(operand);
            const bool from_member = earlier != nullptr && is_member(earlier) &&
                                     is_identity(operand, *earlier);
            if (!from_member) add_input(inputs, operand);
        }
        if (inputs.size() > Program::most_inputs) return;
        group_.inputs = std::move(inputs);
        group_.members.push_back(producer);
    }

    bool is_stored(const Node* member) const {
        if (member == root_) return true;
        const bool is_given_up = std::ranges::count(given_up_, member->output.buffer) > 0;
        return is_given_up ? is_read_outside(member, group_.members)
                           : is_wanted_outside(member, group_.members);
    }

    // With more results than a program stores, the root goes alone.
    void find_stored() {
        for (Node* member : group_.members) {
            if (is_stored(member)) group_.stored.push_back(member);
        }
        if (group_.stored.size() <= Program::most_outputs) return;
        restart(root_);
        group_.stored = {root_};
    }

    std::span<Buffer* const> given_up_;
    const std::vector<Node*>& stored_before_;
    Node* root_;
    Group group_;
};

}  // namespace

bool contains(const std::vector<Node*>& nodes, const Node* node) {
    return std::ranges::find(nodes, node) != nodes.end();
}

bool same_input(const Operand& a, const Operand& b) {
    if (a.buffer != b.buffer || a.memory != b.memory || a.dtype != b.dtype) return false;
    if (a.buffer == nullptr && a.memory == nullptr) return a.value == b.value;
    return a.offset == b.offset && same_strides(a, b);
}

Node* pending_producer(const Operand& operand) {
    const Buffer* buffer = operand.buffer;
    return buffer != nullptr && buffer->state() == BufferState::pending ? buffer->producer()
                                                                        : nullptr;
}

bool is_wanted_outside(const Node* member, const std::vector<Node*>& members) {
    if (member->output.buffer->first_alias() != nullptr) return true;
    return is_read_outside(member, members);
}

bool is_identity(const Operand& operand, const Node& producer) {
    // As many bytes with the same steps can begin nowhere but at the first.
    const Operand& output = producer.output;
    return operand.dtype == output.dtype && operand.shape == output.shape &&
           same_strides(operand, output);
}

Buffer* Group::newest_missing(std::span<Node* const> there) const {
    Buffer* newest = nullptr;
    for (const Operand* operand : inputs) {
        Buffer* buffer = operand->buffer;
        if (buffer == nullptr || !buffer->awaits_values()) continue;
        if (std::ranges::count(there, buffer->producer()) > 0) continue;
        const bool is_newer =
            newest == nullptr || buffer->producer()->serial > newest->producer()->serial;
        if (is_newer) newest = buffer;
    }
    return newest;
}

int Group::input_of(const Operand& operand) const {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (same_input(*inputs[i], operand)) return static_cast<int>(i);
    }
    return -1;
}

Group element_group_of(Node* root, std::span<Buffer* const> given_up) {
    const std::vector<Node*> none;
    return Grower(root, given_up, none).grow();
}

namespace {

Group group_after(Node* root, const std::vector<Node*>& stored) {
    if (std::optional<Group> rows = row_group_of(root, stored)) return *rows;
    if (root->reduced_axes == 0) return Grower(root, {}, stored).grow();
    return {Group::Kind::reduction, {root}, {root->inputs.data()}, {root}};
}

}  // namespace

Group group_of(Node* root) { return group_after(root, {}); }

std::vector<Group> groups_of(Node* root) {
    std::vector<Group> groups;
    std::vector<Node*> stored, waiting{root};
    while (!waiting.empty()) {
        Node* next = waiting.back();
        if (contains(stored, next)) {
            waiting.pop_back();
            continue;
        }
        Group group = group_after(next, stored);
        if (const Buffer* missing = group.newest_missing(stored)) {
            waiting.push_back(missing->producer());
            continue;
        }
        waiting.pop_back();
        stored.insert(stored.end(), group.stored.begin(), group.stored.end());
        groups.push_back(std::move(group));
    }
    return groups;
}

}  // namespace numen::graph
