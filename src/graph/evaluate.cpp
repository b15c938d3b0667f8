#include "graph/evaluate.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "array/layout_rules.h"
#include "backends/backend.h"
#include "graph/compiling.h"
#include "graph/grouping.h"
#include "graph/overwriting.h"
#include "graph/pending.h"
#include "graph/publishing.h"
#include "graph/reducing_run.h"
#include "graph/watching.h"

namespace numen::graph {
namespace {

bool deferral_enabled = false;

// Does it pay to have recorded the group? Each member but one saves a pass over memory; over what a
// cache holds that takes less time than recording and preparing, above all where the result is
// written over an input, of which copies are kept. A reduction that follows saves none: the pieces
// that it wants pass through the second cache.
bool pays(const Group& group) {
    constexpr std::size_t least = 160 << 10, least_in_place = 512 << 10;
    const std::size_t passes = group.members.size() - 1;
    const Operand& result = group.members.back()->output;
    return passes * result.bytes() > (result.buffer == nullptr ? least_in_place : least);
}

// A group of which all inputs are there, on its way.
class Run {
  public:
    explicit Run(Group group) : group_(std::move(group)), claim_(group_.members) {}

    // Gets the memory for what is stored and compiles the program, whose first output is the root's
    // where that is all that is wanted of it (`unstored`) or not.
    bool prepare(Node* unstored = nullptr) {
        if (!allocate_results(group_, unstored)) return false;
        compile_group();
        std::erase(group_.stored, unstored);
        return true;
    }

    // The same, with the last member's values written over an input that ends here, if there is
    // one.
    bool prepare_over_input() {
        Node* root = group_.members.back();
        Buffer* input = overwritable_input(group_);
        if (input == nullptr) return prepare();
        if (!allocate_results(group_, root)) return false;
        compile_group();
        // By the last instruction everything else has been read.
        const auto place = static_cast<std::size_t>(
            std::ranges::find(group_.stored, root) - group_.stored.begin());
        const Program& program = made_.program;
        if (program.instructions().back().output != program.stores()[place]) return prepare();
        overwriting_.emplace();
        count_overwritten_input();
        root->output.buffer->take_memory(*input);
        made_.operands[place] = root->output.view();
        return true;
    }

    // Runs the program as `work` says, with the lock left.
    template <class Work> Status execute(Work work, Stops stops = Stops::at_once) {
        const LeavingLock away(overwriting_ ? Stops::never : stops);
        const Watch::Running timed(watch_);
        return work(made_.program, std::span<const StridedView>(made_.operands),
                    std::span<Status>(found_));
    }

    Outcome finish(Status status, std::vector<Report>& reports,
                   std::optional<ReduceOp> reduction = std::nullopt) {
        const Outcome outcome = outcome_of(status);
        if (outcome != Outcome::done) return outcome;
        watch_.tell(group_, made_, reduction);
        std::vector<Status> complaints;
        for (const Register result : made_.results) complaints.push_back(status_of(result));
        publish_results(group_, complaints, reports, pays(group_));
        return Outcome::done;
    }

    Status status_of_last() const { return status_of(made_.results.back()); }

  private:
    Status status_of(Register result) const { return made_.program.status_of(result, found_); }

    void compile_group() {
        made_ = compile(group_);
        found_.resize(made_.program.types().size());
    }

    Group group_;
    Claim claim_;
    std::optional<Overwriting> overwriting_;
    Compiled made_;
    std::vector<Status> found_;
    Watch watch_;
};

// Does the group consist of one operation that its loop does as it stands: over operands of its own
// types, beside its inputs?
bool is_one_loop(const Group& group) {
    const Node& node = *group.members[0];
    if (group.members.size() != 1 || node.loop == nullptr || node.loop->inputs > 2) return false;
    const Buffer* result = node.output.buffer;
    if (result == nullptr || result->bytes() >= least_overwritten()) return false;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        if (node.inputs[i].dtype != node.loop->input[i]) return false;
    }
    return node.output.dtype == node.loop->output[0];
}

// What a program of one instruction would do takes two microseconds to prepare; the loop needs none
// of it.
Outcome run_one_loop(Group& group, std::vector<Report>& reports) {
    const Node& node = *group.members[0];
    const Claim claim(group.members);
    if (!allocate_results(group)) return Outcome::out_of_memory;
    StridedView views[3];
    const std::size_t inputs = node.inputs.size();
    for (std::size_t i = 0; i < inputs; ++i) views[i] = node.inputs[i].view();
    views[inputs] = node.output.view();
    const Status status = [&] {
        const LeavingLock away;
        return backend::elementwise(*node.loop, {views, inputs + 1});
    }();
    const Outcome outcome = outcome_of(status);
    if (outcome == Outcome::done) publish_results(group, {&status, 1}, reports, false);
    return outcome;
}

Outcome run(Group group, std::vector<Report>& reports) {
    if (group.kind != Group::Kind::elements) return run_reducing(std::move(group), reports);
    if (!is_watched() && is_one_loop(group)) return run_one_loop(group, reports);
    Run running(std::move(group));
    if (!running.prepare_over_input()) return Outcome::out_of_memory;
    return running.finish(running.execute(backend::run), reports);
}

// Buffers whose objects stay although another thread computes them, or gives them up.
class Waiting {
  public:
    ~Waiting() {
        while (!is_empty()) pop();
    }
    bool is_empty() const { return buffers_.empty(); }
    Buffer* last() const { return buffers_.back(); }
    void push(Buffer* buffer) {
        buffer->start_waiting();
        buffers_.push_back(buffer);
    }
    void pop() {
        Buffer* buffer = last();
        buffers_.pop_back();
        buffer->stop_waiting();
    }

  private:
    std::vector<Buffer*> buffers_;
};

// The buffer's values, and before them whatever they follow from.
Outcome compute(Buffer* buffer, std::vector<Report>& reports) {
    Waiting waiting;
    waiting.push(buffer);
    while (!waiting.is_empty()) {
        Buffer* next = waiting.last();
        if (next->state() == BufferState::running) {
            const Outcome outcome = wait_for_others();
            if (outcome != Outcome::done) return outcome;
            continue;
        }
        if (next->state() != BufferState::pending) {
            waiting.pop();
            continue;
        }
        Group group = group_of(next->producer());
        if (Buffer* missing = group.newest_missing()) {
            waiting.push(missing);
            continue;
        }
        const Outcome outcome = run(std::move(group), reports);
        if (outcome != Outcome::done) return outcome;
        waiting.pop();
    }
    return Outcome::done;
}

// Where all at once would take more memory than the program by itself, the oldest goes alone; until
// it is the turn of the one that is wanted, which is kept no longer.
Outcome compute_oldest_while_pinning(std::vector<Report>& reports,
                                     const Buffer* wanted = nullptr) {
    Outcome outcome = Outcome::done;
    while (outcome == Outcome::done && pins_too_much(Before::evaluation)) {
        Buffer* oldest = oldest_held_at_rest();
        if (oldest == nullptr || oldest == wanted) break;
        outcome = compute(oldest, reports);
    }
    return outcome;
}

// What `find` gives, once all that the group reads is there: it is asked again after each wait, for
// as long as it has something to give.
template <class Find>
Outcome find_ready(Find find, std::optional<Group>& group, std::vector<Report>& reports) {
    while ((group = find())) {
        Buffer* missing = group->newest_missing();
        if (missing == nullptr) break;
        const Outcome outcome = compute(missing, reports);
        if (outcome != Outcome::done) return outcome;
    }
    return Outcome::done;
}

}  // namespace

void set_deferral(bool enabled) { deferral_enabled = enabled; }
bool deferral() { return deferral_enabled; }

Buffer* record(Node* node) {
    for (const Operand& input : node->inputs) {
        if (input.buffer != nullptr) input.buffer->add_reader(node);
    }
    static std::uint64_t recorded = 0;
    node->serial = ++recorded;
    node->place = recording_place(*node);
    enter(node);
    node->output.buffer = Buffer::create_pending(node->output.bytes(), node);
    return node->output.buffer;
}

Outcome evaluate(Buffer* buffer, std::vector<Report>& reports) {
    Waiting waiting;  // another thread may give it up while older work goes first
    waiting.push(buffer);
    const Outcome outcome = compute_oldest_while_pinning(reports, buffer);
    return outcome == Outcome::done ? compute(buffer, reports) : outcome;
}

Pending pending_work(Buffer* buffer) {
    Pending work;
    std::vector<Buffer*> waiting{buffer};
    std::unordered_set<Buffer*> met{buffer};
    while (!waiting.empty()) {
        const Node* node = waiting.back()->producer();
        waiting.pop_back();
        ++work.operations;
        work.elements = std::max(work.elements, node->output.elements());
        for (const Operand& input : node->inputs) {
            Buffer* read = input.buffer;
            if (read == nullptr || read->state() != BufferState::pending) continue;
            if (met.insert(read).second) waiting.push_back(read);
        }
    }
    return work;
}

Outcome reduce(ReduceOp op, Buffer* buffer, bool is_kept, void* out, Reduction& result) {
    result.is_done = false;
    if (buffer->state() != BufferState::pending) return Outcome::done;
    if (buffer->producer()->reduced_axes != 0) return Outcome::done;
    if (!is_contiguous(buffer->producer()->output.view())) return Outcome::done;
    const Outcome relieved = compute_oldest_while_pinning(result.reports);
    if (relieved != Outcome::done) return relieved;
    std::optional<Group> group;
    const auto find = [&]() -> std::optional<Group> {
        if (buffer->state() != BufferState::pending) return std::nullopt;
        return element_group_of(buffer->producer());
    };
    const Outcome ready = find_ready(find, group, result.reports);
    if (ready != Outcome::done || !group) return ready;
    // Pieces may be made more than once, so they are not written over what they are made of.
    if (is_kept && overwritable_input(*group) != nullptr) return Outcome::done;
    // The first output is the one that is reduced.
    Node* root = buffer->producer();
    std::erase(group->stored, root);
    group->stored.insert(group->stored.begin(), root);
    Run running(std::move(*group));
    if (!running.prepare(is_kept ? nullptr : root)) return Outcome::out_of_memory;
    result.status = running.execute([&](auto& program, auto operands, auto reports) {
        Status status = status_ok;
        result.is_done = backend::reduce_program(op, program, operands, out, reports, status);
        return status;
    });
    return result.is_done ? running.finish(result.status, result.reports, op) : Outcome::done;
}

namespace {

// Does the group of a node that writes to its caller's memory read there, too?
bool reads_its_output(const Group& group, const Node& node) {
    const StridedView output = node.output.view();
    return std::ranges::any_of(group.inputs, [&](const Operand* input) {
        return may_overlap(input->view(), output);
    });
}

}  // namespace

Outcome evaluate_into(Node& node, std::span<Buffer* const> given_up, Status& status,
                      std::vector<Report>& reports) {
    node.serial = ~std::uint64_t{0};  // later than all that it reads
    node.place = recording_place(node);
    // Nobody may write to what it reads, or give it away, as long as the node is there.
    for (const Operand& input : node.inputs) {
        if (input.buffer != nullptr) input.buffer->add_reader(&node);
    }
    const Outcome relieved = compute_oldest_while_pinning(reports);
    if (relieved != Outcome::done) return relieved;
    std::optional<Group> group;
    const auto find = [&] { return std::optional(element_group_of(&node, given_up)); };
    const Outcome ready = find_ready(find, group, reports);
    if (ready != Outcome::done) return ready;
    const bool can_repeat = !reads_its_output(*group, node);
    Run running(std::move(*group));
    if (!running.prepare()) return Outcome::out_of_memory;
    const Stops stops = can_repeat ? Stops::at_once : Stops::for_good;
    const Outcome outcome = running.finish(running.execute(backend::run, stops), reports);
    if (outcome == Outcome::done) status = running.status_of_last();
    return outcome == Outcome::out_of_memory && !can_repeat ? Outcome::broken_off : outcome;
}

}  // namespace numen::graph
