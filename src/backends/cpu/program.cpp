// Runs a program over strided operands, block by block.
//
// Loops take steps, so inputs and outputs of any layout are read and written where they lie; only
// what is between two operations, is converted or is not aligned passes through a block of
// scratch memory, which stays in the first cache.
#include "backends/cpu/program.h"

#include <algorithm>

#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

constexpr int most_operands = ProgramRun::most_operands, most_registers = Places::most_registers;
// Scratch memory of one piece of work, and the fewest and most elements of a block.
constexpr std::int64_t scratch_bytes = 16 << 10, least_block = 128, most_block = 1024;
// Work of which a second thread takes its share: operations times elements.
constexpr std::int64_t grain_operations = 256 << 10, function_weight = 8;

std::span<const Register> inputs_of(const Instruction& instruction) {
    return {instruction.input,
            instruction.loop == nullptr ? std::size_t{1} : instruction.loop->inputs};
}

// A loop reads an element before it writes it, so its output may take the place of an input of the
// same width that ends here; but a conversion may have left one element for all.
bool may_be_replaced(const Program& program, const Instruction& instruction, Register input) {
    return !program.is_conversion(input) &&
           itemsize(program.types()[input]) == itemsize(program.types()[instruction.output]);
}

}  // namespace

int Places::take_slot() {
    if (free_.empty()) return slots++;
    const int taken = free_.back();
    free_.pop_back();
    return taken;
}

Places::Places(const Program& program) {
    const auto types = program.types();
    const auto instructions = program.instructions();
    std::size_t last_use[most_registers] = {};
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        for (const Register input : inputs_of(instructions[i])) last_use[input] = i;
    }
    std::fill_n(operand, types.size(), -1);
    int next = 0;
    for (const Register stored : program.stores()) operand[stored] = next++;
    for (int i = 0; i < program.inputs(); ++i) operand[i] = next++;
    bool is_free[most_registers] = {};
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        const Instruction& instruction = instructions[i];
        const auto end = [&](Register input) {
            if (operand[input] >= 0 || last_use[input] != i || is_free[input]) return;
            is_free[input] = true;  // the same register may stand twice
            free_.push_back(slot[input]);
        };
        bool all_fit = true;
        for (const Register input : inputs_of(instruction)) {
            all_fit = all_fit && may_be_replaced(program, instruction, input);
        }
        if (all_fit) std::ranges::for_each(inputs_of(instruction), end);
        if (operand[instruction.output] < 0) {
            slot[instruction.output] = take_slot();
            width = std::max<std::int64_t>(width, itemsize(types[instruction.output]));
        }
        std::ranges::for_each(inputs_of(instruction), end);
    }
}

namespace {

class Machine {
  public:
    Machine(const Program& program, const Places& places, std::span<std::atomic<Status>> reports)
        : program_(program), places_(places), reports_(reports) {
        const std::int64_t room = scratch_bytes / (places.width * std::max(places.slots, 1));
        block_ = std::clamp(room & -64, least_block, most_block);
        scratch_.resize(static_cast<std::size_t>(places.slots * block_ * places.width + 64));
        const auto address = reinterpret_cast<std::uintptr_t>(scratch_.data());
        base_ = scratch_.data() + (-address & 63);
    }

    // `count` elements of every operand.
    void run_row(char* const* data, const std::int64_t* steps, std::int64_t count) {
        for (std::int64_t begin = 0; begin < count; begin += block_) {
            place_registers(data, steps, begin);
            run_block(std::min(block_, count - begin));
        }
    }

  private:
    void place_registers(char* const* data, const std::int64_t* steps, std::int64_t begin);
    void run_block(std::int64_t count);
    Status run(const Instruction& instruction, std::int64_t count);
    void convert(const Instruction& instruction, std::int64_t count);

    const Program& program_;
    const Places& places_;
    std::span<std::atomic<Status>> reports_;
    std::int64_t block_;
    std::vector<char> scratch_;
    char* base_;
    char* at_[most_registers];
    std::int64_t steps_[most_registers];
};

void Machine::place_registers(char* const* data, const std::int64_t* steps, std::int64_t begin) {
    const auto types = program_.types();
    for (std::size_t i = 0; i < types.size(); ++i) {
        const int operand = places_.operand[i];
        if (operand >= 0) {
            at_[i] = data[operand] + begin * steps[operand];
            steps_[i] = steps[operand];
        } else {
            at_[i] = base_ + places_.slot[i] * block_ * places_.width;
            steps_[i] = itemsize(types[i]);
        }
    }
}

void Machine::convert(const Instruction& instruction, std::int64_t count) {
    const Register from = instruction.input[0], to = instruction.output;
    const auto loop = data_kernels().cast[static_cast<int>(program_.types()[to])]
                                         [static_cast<int>(program_.types()[from])];
    const bool is_repeated = steps_[from] == 0 && places_.operand[to] < 0;
    loop(at_[to], steps_[to], at_[from], steps_[from], is_repeated ? 1 : count);
    if (is_repeated) steps_[to] = 0;
}

// Loops that report from values leave rubbish in the status register.
Status Machine::run(const Instruction& instruction, std::int64_t count) {
    if (instruction.loop == nullptr) {
        convert(instruction, count);
        return floating_flags();
    }
    const LoopEntry& loop = *instruction.loop;
    char* at[4];
    std::int64_t steps[4];
    for (int i = 0; i < loop.inputs; ++i) {
        at[i] = at_[instruction.input[i]];
        steps[i] = steps_[instruction.input[i]];
    }
    at[loop.inputs] = at_[instruction.output];
    steps[loop.inputs] = steps_[instruction.output];
    const Status status = loop.run(at, steps, count);
    if (loop.hardware_flags) return status | floating_flags();
    clear_floating_flags();
    return status;
}

void Machine::run_block(std::int64_t count) {
    for (const Instruction& instruction : program_.instructions()) {
        const Status status = run(instruction, count);
        if (status == status_ok) [[likely]] continue;
        reports_[instruction.output].fetch_or(status, std::memory_order_relaxed);
        clear_floating_flags();
    }
}

std::int64_t operations_per_element(const Program& program) {
    std::int64_t total = 0;
    for (const Instruction& instruction : program.instructions()) {
        const bool is_function = instruction.loop != nullptr && instruction.loop->is_function;
        total += is_function ? function_weight : 1;
    }
    return total;
}

}  // namespace

ProgramRun::ProgramRun(const Program& program, std::span<const StridedView> operands)
    : program_(program), places_(program), reports_(program.types().size()) {
    const StridedView* views[most_operands] = {};
    nest_.count = static_cast<int>(operands.size());
    for (int i = 0; i < nest_.count; ++i) views[i] = &operands[static_cast<std::size_t>(i)];
    is_empty_ = !nest_.build(views);  // its axes are sorted for the stores, which stand first
    if (is_empty_) return;
    for (int i = 0; i < nest_.count; ++i) steps_[i] = nest_.inner_step(i);
    grain_ = std::max<std::int64_t>(grain_operations / operations_per_element(program), 1);
}

Status ProgramRun::run() {
    if (is_empty_) return status_ok;
    const std::int64_t length = nest_.inner_count(), rows = nest_.row_count();
    if (rows == 1) {
        return parallel_for(length, grain_, [&](std::int64_t begin, std::int64_t end) {
            run_range(begin, end, nullptr);
        });
    }
    return parallel_for(rows, grain_ / length + 1, [&](std::int64_t begin, std::int64_t end) {
        Machine machine(program_, places_, reports_);
        clear_floating_flags();
        nest_.for_rows(begin, end, [&](char* const* data) {
            machine.run_row(data, steps_, length);
        });
    });
}

void ProgramRun::run_range(std::int64_t begin, std::int64_t end, char* first) {
    Machine machine(program_, places_, reports_);
    clear_floating_flags();
    const std::int64_t length = nest_.inner_count();
    std::int64_t at = begin % length;  // in the first row
    nest_.for_rows(begin / length, (end - 1) / length + 1, [&](char* const* row_data) {
        const std::int64_t count = std::min(length - at, end - begin);
        char* data[most_operands];
        for (int i = 0; i < nest_.count; ++i) data[i] = row_data[i] + at * steps_[i];
        if (first != nullptr) {
            data[0] = first;
            first += count * steps_[0];
        }
        machine.run_row(data, steps_, count);
        begin += count;
        at = 0;
    });
}

const char* ProgramRun::make_piece(const StridedView& output, std::int64_t begin,
                                   std::int64_t end) {
    thread_local std::vector<char> scratch;
    const std::int64_t size = itemsize(output.dtype);
    char* at = output.data + begin * size;
    if (output.data == nullptr) {
        scratch.resize(static_cast<std::size_t>((end - begin) * size + 64));
        at = scratch.data() + (-reinterpret_cast<std::uintptr_t>(scratch.data()) & 63);
    }
    const Status raised = floating_flags();
    run_range(begin, end, at);
    raise_floating_flags(raised);
    return at;
}

void ProgramRun::report(std::span<Status> reports) const {
    for (std::size_t i = 0; i < reports.size(); ++i) reports[i] = reports_[i].load();
}

}  // namespace numen::cpu

namespace numen::backend {

Status run(const Program& program, std::span<const StridedView> operands,
           std::span<Status> reports) {
    cpu::ProgramRun work(program, operands);
    const Status status = work.run();
    work.report(reports);
    return status;
}

}  // namespace numen::backend
