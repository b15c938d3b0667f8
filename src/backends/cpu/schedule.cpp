#include "backends/cpu/schedule.h"

#include <algorithm>
#include <tuple>

#include "backends/cpu/work_counts.h"

namespace numen::cpu {
namespace {

std::span<const Register> inputs_of(const Instruction& instruction) {
    return {instruction.input,
            instruction.loop == nullptr ? std::size_t{1} : instruction.loop->inputs};
}

}  // namespace

Schedule::Schedule(const Program& program, std::span<const Chain::Layout> operands,
                   std::span<char* const> data)
    : program_(program) {
    lay_out(operands);
    const auto instructions = program.instructions();
    const auto takes = [&](int i) {
        return Chain::takes(program, instructions[static_cast<std::size_t>(i)]);
    };
    const std::vector<int> all = order(keeps_order(data));
    for (std::size_t begin = 0, end; begin < all.size(); begin = end) {
        end = begin + 1;
        if (takes(all[begin])) {
            const auto dtype_of = [&](std::size_t i) {
                return program.types()[instructions[static_cast<std::size_t>(all[i])].output];
            };
            while (end < all.size() && takes(all[end]) && dtype_of(end) == dtype_of(begin)) ++end;
        }
        add_steps(std::span(all).subspan(begin, end - begin), data);
    }
    place();
}

// A conversion leaves one element where it reads one for all.
void Schedule::lay_out(std::span<const Chain::Layout> operands) {
    const auto types = program_.types();
    std::fill_n(operand_, types.size(), -1);
    std::fill_n(layouts_, types.size(), Chain::Layout::packed);
    int next = 0;
    for (const Register stored : program_.stores()) operand_[stored] = next++;
    for (int i = 0; i < program_.inputs(); ++i) operand_[i] = next++;
    for (std::size_t r = 0; r < types.size(); ++r) {
        if (operand_[r] >= 0) layouts_[r] = operands[static_cast<std::size_t>(operand_[r])];
    }
    // What is read again should stay in the caches.
    for (const Instruction& instruction : program_.instructions()) {
        for (const Register input : cpu::inputs_of(instruction)) {
            if (layouts_[input] == Chain::Layout::vast) layouts_[input] = Chain::Layout::packed;
        }
    }
    for (const Instruction& instruction : program_.instructions()) {
        if (instruction.loop != nullptr || operand_[instruction.output] >= 0) continue;
        if (is_repeated(instruction.input[0])) {
            layouts_[instruction.output] = Chain::Layout::repeated;
        }
    }
}

bool Schedule::overwrites(Register input, Register result, std::span<char* const> data) const {
    const int from = operand_[input], to = operand_[result];
    return from >= 0 && to >= 0 && data[static_cast<std::size_t>(from)] ==
                                       data[static_cast<std::size_t>(to)];
}

// An input may be overwritten only when everything else has been read: by the last instruction,
// or within its chain.
bool Schedule::keeps_order(std::span<char* const> data) const {
    if (program_.instructions().empty()) return true;
    if (Chain::takes(program_, program_.instructions().back())) return false;
    for (const Register result : program_.stores()) {
        for (int input = 0; input < program_.inputs(); ++input) {
            if (overwrites(static_cast<Register>(input), result, data)) return true;
        }
    }
    return false;
}

// By stages, counted back from the end: in each the functions, then the arithmetic that is not
// wanted before by functions of a later one. The last instruction stays last.
std::vector<int> Schedule::order(bool keeps_order) const {
    const auto instructions = program_.instructions();
    std::vector<int> all(instructions.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
    if (keeps_order) return all;
    int stage_of[most_registers] = {};
    std::vector<std::tuple<int, int, int>> keys(all.size());
    for (std::size_t i = all.size(); i-- > 0;) {
        const Instruction& instruction = instructions[i];
        const bool is_arithmetic = Chain::takes(program_, instruction);
        const int stage = stage_of[instruction.output];
        for (const Register input : cpu::inputs_of(instruction)) {
            stage_of[input] = std::min(stage_of[input], is_arithmetic ? stage : stage - 1);
        }
        const Dtype dtype = program_.types()[instruction.output];
        const bool is_last_type = dtype == program_.types()[instructions.back().output];
        const int kind = !is_arithmetic ? -1 : is_last_type ? dtype_count : static_cast<int>(dtype);
        keys[i] = {stage, kind, static_cast<int>(i)};
    }
    std::ranges::sort(all, {}, [&](int i) { return keys[static_cast<std::size_t>(i)]; });
    return all;
}

// Registers that are stored, or read by instructions outside.
std::vector<Register> Schedule::results_of(std::span<const int> instructions) const {
    bool is_read_outside[most_registers] = {};
    for (std::size_t i = 0; i < program_.instructions().size(); ++i) {
        if (std::ranges::find(instructions, static_cast<int>(i)) != instructions.end()) continue;
        for (const Register input : cpu::inputs_of(program_.instructions()[i])) {
            is_read_outside[input] = true;
        }
    }
    std::vector<Register> results;
    for (const int i : instructions) {
        const Register output = program_.instructions()[static_cast<std::size_t>(i)].output;
        if (is_read_outside[output] || operand_[output] >= 0) results.push_back(output);
    }
    return results;
}

void Schedule::add_steps(std::span<const int> instructions, std::span<char* const> data) {
    const bool is_one = instructions.size() == 1;
    const auto& first = program_.instructions()[static_cast<std::size_t>(instructions[0])];
    std::unique_ptr<const Chain> chain;
    if (!is_one || Chain::pays_alone(program_, first, layouts_)) {
        chain = Chain::assemble(program_, instructions, results_of(instructions), layouts_);
        count(chain != nullptr ? work_counts().chains : work_counts().refused_chains);
    }
    if (chain == nullptr && is_one) {
        steps_.push_back({instructions[0], nullptr, {}});
        return;
    }
    if (chain == nullptr) {
        const std::size_t half = instructions.size() / 2;
        add_steps(instructions.first(half), data);
        add_steps(instructions.subspan(half), data);
        return;
    }
    Step step;
    for (const Register input : chain->inputs()) {
        const bool is_lost = std::ranges::any_of(chain->results(), [&](Register result) {
            return overwrites(input, result, data);
        });
        if (is_lost) step.overwritten.push_back(input);
    }
    step.chain = std::move(chain);
    steps_.push_back(std::move(step));
}

std::span<const Register> Schedule::inputs_of(const Step& step) const {
    if (step.chain != nullptr) return step.chain->inputs();
    return cpu::inputs_of(program_.instructions()[static_cast<std::size_t>(step.instruction)]);
}

std::span<const Register> Schedule::results_of(const Step& step) const {
    if (step.chain != nullptr) return step.chain->results();
    return {&program_.instructions()[static_cast<std::size_t>(step.instruction)].output, 1};
}

std::int64_t Schedule::kept_width() const {
    for (const Step& step : steps_) {
        if (step.chain == nullptr || !step.chain->can_raise() || step.overwritten.empty()) continue;
        return itemsize(program_.types()[step.overwritten[0]]);
    }
    return 0;
}

int Schedule::streamed_operand() const {
    for (const Step& step : steps_) {
        if (step.chain == nullptr) continue;
        for (const Register result : step.chain->results()) {
            if (layouts_[result] == Chain::Layout::vast) return operand_[result];
        }
    }
    return -1;
}

int Schedule::take_slot() {
    if (free_.empty()) return slots_++;
    const int taken = free_.back();
    free_.pop_back();
    return taken;
}

// A loop reads an element before it writes it, so its output may take the place of an input of the
// same width that ends there, unless that is one element for all. Functions would go through
// buffers then. A chain's inputs stay: where it raised flags, its loops run again.
bool Schedule::may_replace_inputs(const Step& step) const {
    if (step.chain != nullptr) return false;
    const Instruction& instruction =
        program_.instructions()[static_cast<std::size_t>(step.instruction)];
    if (instruction.loop != nullptr && instruction.loop->is_function) return false;
    const Register output = results_of(step)[0];
    return std::ranges::all_of(inputs_of(step), [&](Register input) {
        return !is_repeated(input) &&
               itemsize(program_.types()[input]) == itemsize(program_.types()[output]);
    });
}

void Schedule::place() {
    std::size_t last_use[most_registers] = {};
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        for (const Register input : inputs_of(steps_[i])) last_use[input] = i;
    }
    bool is_free[most_registers] = {};
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        const auto end = [&](Register input) {
            if (operand_[input] >= 0 || last_use[input] != i || is_free[input]) return;
            is_free[input] = true;  // the same register may stand twice
            free_.push_back(slot_[input]);
        };
        const bool may_replace = may_replace_inputs(steps_[i]);
        if (may_replace) std::ranges::for_each(inputs_of(steps_[i]), end);
        for (const Register result : results_of(steps_[i])) {
            if (operand_[result] >= 0) continue;
            slot_[result] = take_slot();
            width_ = std::max<std::int64_t>(width_, itemsize(program_.types()[result]));
        }
        std::ranges::for_each(inputs_of(steps_[i]), end);
    }
}

}  // namespace numen::cpu
