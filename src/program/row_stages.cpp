#include "program/row_stages.h"

#include <algorithm>
#include <optional>

namespace numen {
namespace {

class Stager {
  public:
    explicit Stager(const RowProgram& program)
        : program_(program), is_made_(program.types().size()),
          is_done_(program.instructions().size()) {
        std::fill_n(is_made_.begin(), program.inputs(), true);
    }

    std::vector<RowStage> stages() {
        for (std::size_t done = 0; done < is_done_.size();) done += add_stages();
        return std::move(stages_);
    }

  private:
    const RowInstruction& instruction(std::size_t i) const { return program_.instructions()[i]; }

    // Values and reductions first: what goes over whole rows waits, so that it is done at once.
    std::size_t add_stages() {
        const std::size_t reductions = add_reductions();
        if (reductions > 0) return reductions;
        for (const bool is_value : {true, false}) {
            const std::vector<std::size_t> ready = ready_instructions(is_value);
            if (!ready.empty()) return add_program(ready, is_value);
        }
        return 0;
    }

    std::size_t add_reductions() {
        std::size_t added = 0;
        for (std::size_t i = 0; i < is_done_.size(); ++i) {
            const RowInstruction& current = instruction(i);
            if (is_done_[i] || !current.reduction || !is_made_[current.input[0]]) continue;
            RowStage stage;
            stage.reduction = &current;
            stage.operands = {current.output, current.input[0]};
            stages_.push_back(std::move(stage));
            finish(i);
            ++added;
        }
        return added;
    }

    // Those that need only what is there, or what others of them make.
    std::vector<std::size_t> ready_instructions(bool is_value) const {
        std::vector<std::size_t> ready;
        std::vector<bool> is_there = is_made_;
        for (std::size_t i = 0; i < is_done_.size(); ++i) {
            const RowInstruction& current = instruction(i);
            if (is_done_[i] || current.reduction) continue;
            if (program_.is_value(current.output) != is_value) continue;
            const bool has_all = std::ranges::all_of(
                current.reads(), [&](Register input) { return is_there[input]; });
            if (!has_all) continue;
            is_there[current.output] = true;
            ready.push_back(i);
        }
        return ready;
    }

    // As many of them, from the first on, as one program can hold.
    std::size_t add_program(std::span<const std::size_t> chosen, bool is_value) {
        for (;; chosen = chosen.first((chosen.size() + 1) / 2)) {
            std::optional<RowStage> stage = stage_of(chosen, is_value);
            if (!stage) continue;
            stages_.push_back(std::move(*stage));
            for (const std::size_t i : chosen) finish(i);
            return chosen.size();
        }
    }

    void finish(std::size_t i) {
        is_done_[i] = true;
        is_made_[instruction(i).output] = true;
    }

    bool is_wanted_behind(Register result, std::span<const std::size_t> chosen) const {
        if (std::ranges::count(program_.stores(), result) > 0) return true;
        for (std::size_t i = 0; i < is_done_.size(); ++i) {
            if (is_done_[i] || std::ranges::count(chosen, i) > 0) continue;
            if (std::ranges::count(instruction(i).reads(), result) > 0) return true;
        }
        return false;
    }

    std::optional<RowStage> stage_of(std::span<const std::size_t> chosen, bool is_value) const {
        RowStage stage;
        stage.is_value = is_value;
        std::vector<Register> inputs, names(is_made_.size());
        for (const std::size_t i : chosen) {
            if (is_wanted_behind(instruction(i).output, chosen)) {
                stage.operands.push_back(instruction(i).output);
            }
            for (const Register input : instruction(i).reads()) {
                if (is_made_[input] && std::ranges::count(inputs, input) == 0) {
                    names[input] = stage.program.read(program_.types()[input]);
                    inputs.push_back(input);
                }
            }
        }
        if (inputs.size() > Program::most_inputs ||
            stage.operands.size() > Program::most_outputs) {
            return std::nullopt;
        }
        for (const std::size_t i : chosen) {
            const Register made = append(instruction(i), names, stage.program);
            names[instruction(i).output] = made;
            stage.results.emplace_back(made, instruction(i).output);
        }
        for (const Register stored : stage.operands) stage.program.store(names[stored]);
        stage.operands.insert(stage.operands.end(), inputs.begin(), inputs.end());
        return stage;
    }

    Register append(const RowInstruction& current, std::span<const Register> names,
                    Program& program) const {
        const Register first = names[current.input[0]];
        if (current.loop == nullptr) {
            const Dtype dtype = program_.types()[current.output];
            const bool is_copy = program.types()[first] == dtype;
            return is_copy ? program.copy(first)
                           : program.convert(first, dtype, Op{}, current.is_implied);
        }
        std::vector<Register> inputs;
        for (const Register input : current.reads()) inputs.push_back(names[input]);
        return program.apply(*current.loop, current.op, inputs);
    }

    const RowProgram& program_;
    std::vector<bool> is_made_;  // by register
    std::vector<bool> is_done_;  // by instruction
    std::vector<RowStage> stages_;
};

}  // namespace

std::vector<RowStage> stages_of(const RowProgram& program) { return Stager(program).stages(); }

}  // namespace numen
