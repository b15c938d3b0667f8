// Runs a program over strided operands, block by block.
//
// Loops take steps, so inputs and outputs of any layout are read and written where they lie; only
// what is between two operations, is converted or is not aligned passes through a block of
// scratch memory, which stays in the first cache.
#include "program/program.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/loop_nest.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {
namespace {

using namespace numen::cpu;

constexpr int most_operands = Program::most_inputs + Program::most_outputs;
constexpr int most_registers = 256;
// Scratch memory of one piece of work, and the fewest and most elements of a block.
constexpr std::int64_t scratch_bytes = 16 << 10, least_block = 128, most_block = 1024;
// Work of which a second thread takes its share: operations times elements.
constexpr std::int64_t grain_operations = 256 << 10, function_weight = 8;

// Where the registers of a program lie: an operand's memory (outputs, then inputs) or a slot of
// scratch memory. Slots are shared by registers that are not alive at the same time.
struct Places {
    int operand[most_registers];  // -1: scratch
    int slot[most_registers];
    int slots = 0;
    std::int64_t width = 1;  // bytes of the largest element in scratch memory

    explicit Places(const Program& program);

  private:
    int take_slot();
    std::vector<int> free_;
};

int Places::take_slot() {
    if (free_.empty()) return slots++;
    const int taken = free_.back();
    free_.pop_back();
    return taken;
}

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
    loop(at_[to], itemsize(program_.types()[to]), at_[from], steps_[from],
         is_repeated ? 1 : count);
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

using Nest = LoopNest<most_operands>;

}  // namespace

Status run(const Program& program, std::span<const StridedView> operands,
           std::span<Status> reports) {
    Nest nest;  // its axes are sorted for the stores, which stand first
    const StridedView* views[most_operands];
    nest.count = static_cast<int>(operands.size());
    for (int i = 0; i < nest.count; ++i) views[i] = &operands[static_cast<std::size_t>(i)];
    if (!nest.build(views)) return status_ok;
    std::vector<std::atomic<Status>> found(program.types().size());
    const Places places(program);
    std::int64_t steps[most_operands];
    for (int i = 0; i < nest.count; ++i) steps[i] = nest.inner_step(i);
    const std::int64_t grain = std::max<std::int64_t>(
        grain_operations / operations_per_element(program), 1);
    const std::int64_t length = nest.inner_count(), rows = nest.row_count();
    Status status = status_ok;
    if (rows == 1) {
        status = parallel_for(length, grain, [&](std::int64_t begin, std::int64_t end) {
            Machine machine(program, places, found);
            char* data[most_operands];
            for (int i = 0; i < nest.count; ++i) data[i] = nest.data[i] + begin * steps[i];
            clear_floating_flags();
            machine.run_row(data, steps, end - begin);
        });
    } else {
        status = parallel_for(rows, grain / length + 1, [&](std::int64_t begin, std::int64_t end) {
            Machine machine(program, places, found);
            clear_floating_flags();
            nest.for_rows(begin, end, [&](char* const* data) {
                machine.run_row(data, steps, length);
            });
        });
    }
    for (std::size_t i = 0; i < reports.size(); ++i) reports[i] = found[i].load();
    return status;
}

}  // namespace numen::backend
