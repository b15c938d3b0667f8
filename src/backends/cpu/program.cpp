// Runs a program over strided operands, block by block.
//
// Loops take steps, so inputs and outputs of any layout are read and written where they lie; only
// what is between two operations, is converted or is not aligned passes through a block of
// scratch memory, which stays in the first cache.
#include "backends/cpu/program.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

constexpr int most_operands = ProgramRun::most_operands;
constexpr int most_registers = Program::most_registers;
// Scratch memory of one piece of work, and the fewest and most elements of a block; the most also
// where nothing passes through scratch memory.
constexpr std::int64_t scratch_bytes = 16 << 10, least_block = 128, most_block = 1024;
constexpr std::int64_t most_unscratched = 4096;
// Work of which a second thread takes its share: operations times elements.
constexpr std::int64_t grain_operations = 256 << 10, function_weight = 8;
// Results from here on are written past the caches: 64 to 256 MB in 0.7 to 0.9 of the time, 4 MB,
// which the next expression finds in a cache, in 1.0.
constexpr std::int64_t vast_bytes = 32 << 20;
constexpr std::int64_t widest_element = 8;  // of a chain
// Blocks with flags from which a chain's loops run at once instead of after it.
constexpr int most_replays = 4;

std::int64_t block_of(const Schedule& schedule) {
    if (schedule.slots() == 0) return most_unscratched;
    const std::int64_t room = scratch_bytes / (schedule.width() * schedule.slots());
    return std::clamp(room & -64, least_block, most_block);
}

void finish_streams() {
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

char* aligned(std::vector<char>& memory) {
    return memory.data() + (-reinterpret_cast<std::uintptr_t>(memory.data()) & 63);
}

class Machine {
  public:
    Machine(const Program& program, const Schedule& schedule,
            std::span<std::atomic<Status>> reports)
        : program_(program), schedule_(schedule), reports_(reports), block_(block_of(schedule)),
          streamed_(schedule.streamed_operand()) {
        // One machine runs on a thread at a time: it takes the memory of the one before.
        thread_local std::vector<char> memory;
        const std::int64_t bytes = schedule.slots() * block_ * schedule.width() + 64;
        if (std::ssize(memory) < bytes) memory.resize(static_cast<std::size_t>(bytes));
        char* scratch = aligned(memory);
        const auto types = program.types();
        for (std::size_t r = 0; r < types.size(); ++r) {
            const auto name = static_cast<Register>(r);
            if (schedule.operand(name) >= 0) continue;
            at_[r] = scratch + schedule.slot(name) * block_ * schedule.width();
            steps_[r] = schedule.is_repeated(name) ? 0 : itemsize(types[r]);
        }
    }

    // `count` elements of every operand; where chains write past the caches, in blocks that are
    // aligned there.
    void run_row(char* const* data, const std::int64_t* steps, std::int64_t count) {
        std::int64_t length = block_;
        if (streamed_ >= 0) {
            const auto address = reinterpret_cast<std::uintptr_t>(data[streamed_]);
            const std::int64_t behind = static_cast<std::int64_t>(-address) &
                                        (Chain::vector_bytes() - 1);
            if (behind != 0) length = behind / steps[streamed_];
        }
        for (std::int64_t begin = 0; begin < count; begin += length, length = block_) {
            place_operands(data, steps, begin);
            if (streamed_ >= 0) fetch_block(data, steps, begin + length, count);
            run_block(std::min(length, count - begin));
        }
    }
    // What was written past the caches is seen by other threads before they are told of it.
    ~Machine() {
        if (streamed_ >= 0) finish_streams();
    }

  private:
    void place_operands(char* const* data, const std::int64_t* steps, std::int64_t begin);
    void fetch_block(char* const* data, const std::int64_t* steps, std::int64_t begin,
                     std::int64_t count) const;
    void run_block(std::int64_t count);
    void run_chain(const Step& step, std::int64_t count);
    void run_loops(const Chain& chain, std::int64_t begin, std::int64_t count);
    void keep_inputs(const Step& step, std::int64_t count);
    void swap_kept(const Step& step);
    void move_registers(const Chain& chain, std::int64_t elements);
    Status run(const Instruction& instruction, std::int64_t count);
    void report(const Instruction& instruction, Status status);
    void convert(const Instruction& instruction, std::int64_t count);

    const Program& program_;
    const Schedule& schedule_;
    std::span<std::atomic<Status>> reports_;
    std::int64_t block_;
    int streamed_;
    std::vector<char> kept_, between_;
    std::vector<char*> kept_at_;
    int replays_ = 0;
    char* at_[most_registers];
    std::int64_t steps_[most_registers];
};

void Machine::place_operands(char* const* data, const std::int64_t* steps, std::int64_t begin) {
    const auto place = [&](Register r) {
        const int operand = schedule_.operand(r);
        at_[r] = data[operand] + begin * steps[operand];
        steps_[r] = steps[operand];
    };
    for (int i = 0; i < program_.inputs(); ++i) place(static_cast<Register>(i));
    for (const Register stored : program_.stores()) place(stored);
}

// Asks for the packed inputs of the block at `begin`: the processor looks ahead within a page only.
// exp(a)*b of 1e7 float32: 19 ms instead of 23; arrays that a cache holds lose by it.
void Machine::fetch_block(char* const* data, const std::int64_t* steps, std::int64_t begin,
                          std::int64_t count) const {
    constexpr std::int64_t line = 64;
    const std::int64_t length = std::min(block_, count - begin);
    for (int i = 0; i < program_.inputs(); ++i) {
        const int operand = schedule_.operand(static_cast<Register>(i));
        const std::int64_t step = steps[operand];
        if (step != itemsize(program_.types()[static_cast<std::size_t>(i)])) continue;
        const char* from = data[operand] + begin * step;
        for (std::int64_t at = 0; at < length * step; at += line) {
            __builtin_prefetch(from + at, 0, 2);
        }
    }
}

void Machine::convert(const Instruction& instruction, std::int64_t count) {
    const Register from = instruction.input[0], to = instruction.output;
    const auto loop = data_kernels().cast[static_cast<int>(program_.types()[to])]
                                         [static_cast<int>(program_.types()[from])];
    const bool is_repeated = schedule_.operand(to) < 0 && schedule_.is_repeated(to);
    loop(at_[to], itemsize(program_.types()[to]), at_[from], steps_[from],
         is_repeated ? 1 : count);
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

void Machine::report(const Instruction& instruction, Status status) {
    if (status == status_ok) [[likely]] return;
    reports_[instruction.output].fetch_or(status, std::memory_order_relaxed);
    clear_floating_flags();
}

void Machine::run_block(std::int64_t count) {
    for (const Step& step : schedule_.steps()) {
        if (step.chain != nullptr) {
            run_chain(step, count);
            continue;
        }
        const Instruction& instruction =
            program_.instructions()[static_cast<std::size_t>(step.instruction)];
        report(instruction, run(instruction, count));
    }
}

// Where the chain raised a flag its loops run as well, over the inputs as they were: they tell
// whose it is.
void Machine::run_chain(const Step& step, std::int64_t count) {
    const Chain& chain = *step.chain;
    if (replays_ >= most_replays) return run_loops(chain, 0, count);
    const bool keeps = !step.overwritten.empty() && chain.can_raise();
    if (keeps) keep_inputs(step, count);
    const std::int64_t done = chain.run(at_, count);
    if (floating_flags() == status_ok) [[likely]] {
        if (done < count) run_loops(chain, done, count - done);
        return;
    }
    clear_floating_flags();
    ++replays_;
    if (keeps) swap_kept(step);
    run_loops(chain, 0, count);
    if (keeps) swap_kept(step);
}

// Copies the inputs that the chain will overwrite; swap_kept puts the copies in their places, and
// the second time the inputs again.
void Machine::keep_inputs(const Step& step, std::int64_t count) {
    const auto inputs = step.overwritten.size();
    kept_.resize(inputs * static_cast<std::size_t>(block_ * widest_element) + 64);
    kept_at_.resize(inputs);
    for (std::size_t i = 0; i < inputs; ++i) {
        const Register input = step.overwritten[i];
        kept_at_[i] = aligned(kept_) + static_cast<std::int64_t>(i) * block_ * widest_element;
        std::memcpy(kept_at_[i], at_[input],
                    static_cast<std::size_t>(count * itemsize(program_.types()[input])));
    }
}

void Machine::swap_kept(const Step& step) {
    for (std::size_t i = 0; i < step.overwritten.size(); ++i) {
        std::swap(at_[step.overwritten[i]], kept_at_[i]);
    }
}

// A chain's instructions one by one, over the elements from `begin` on. What the chain would have
// kept in registers goes to memory of its own.
void Machine::run_loops(const Chain& chain, std::int64_t begin, std::int64_t count) {
    between_.resize(chain.instructions().size() *
                        static_cast<std::size_t>(block_ * widest_element) + 64);
    char* next = aligned(between_);
    for (const int i : chain.instructions()) {
        const Register output = program_.instructions()[static_cast<std::size_t>(i)].output;
        if (std::ranges::find(chain.results(), output) == chain.results().end()) {
            at_[output] = next;
            steps_[output] = itemsize(program_.types()[output]);
            next += block_ * widest_element;
        }
    }
    move_registers(chain, begin);
    for (const int i : chain.instructions()) {
        const Instruction& instruction = program_.instructions()[static_cast<std::size_t>(i)];
        report(instruction, run(instruction, count));
    }
    move_registers(chain, -begin);
}

void Machine::move_registers(const Chain& chain, std::int64_t elements) {
    for (const Register input : chain.inputs()) at_[input] += elements * steps_[input];
    for (const Register result : chain.results()) at_[result] += elements * steps_[result];
}

// True of powers of two whose reciprocal is a normal number.
template <class T> bool has_exact_reciprocal(const char* place) {
    T value;
    std::memcpy(&value, place, sizeof value);
    int exponent = 0;
    return std::isnormal(value) && std::isnormal(1 / value) &&
           std::fabs(std::frexp(value, &exponent)) == T(0.5);
}

bool has_exact_reciprocal(const StridedView& view) {
    if (view.dtype == Dtype::float32) return has_exact_reciprocal<float>(view.data);
    return view.dtype == Dtype::float64 && has_exact_reciprocal<double>(view.data);
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

ProgramRun::ProgramRun(const Program& program, std::span<const StridedView> operands, Use use)
    : program_(program), reports_(program.types().size()) {
    const StridedView* views[most_operands] = {};
    nest_.count = static_cast<int>(operands.size());
    for (int i = 0; i < nest_.count; ++i) views[i] = &operands[static_cast<std::size_t>(i)];
    is_empty_ = !nest_.build(views);  // its axes are sorted for the stores, which stand first
    if (is_empty_) return;
    Chain::Layout layouts[most_operands];
    for (int i = 0; i < nest_.count; ++i) {
        steps_[i] = nest_.inner_step(i);
        layouts[i] = layout_of(i, operands[static_cast<std::size_t>(i)]);
    }
    // The first output alone: the next one may be aligned otherwise. One that lies where an input
    // does is in the caches already.
    const bool is_alone = std::find(nest_.data + 1, nest_.data + nest_.count, nest_.data[0]) ==
                          nest_.data + nest_.count;
    const bool is_vast = element_count(operands[0]) * steps_[0] >= vast_bytes;
    if (use == Use::left && layouts[0] == Chain::Layout::packed && is_vast && is_alone) {
        layouts[0] = Chain::Layout::vast;
    }
    schedule_.emplace(program, layouts, nest_.data);
    grain_ = std::max<std::int64_t>(grain_operations / operations_per_element(program), 1);
}

Chain::Layout ProgramRun::layout_of(int operand, const StridedView& view) const {
    if (steps_[operand] == itemsize(view.dtype)) return Chain::Layout::packed;
    if (steps_[operand] != 0) return Chain::Layout::other;
    const std::int64_t* steps = nest_.strides[operand];
    // Outputs may lie nowhere yet.
    const bool is_input = operand >= std::ssize(program_.stores());
    const bool is_one = std::all_of(steps, steps + nest_.ndim, [](auto step) { return step == 0; });
    return is_input && is_one && has_exact_reciprocal(view) ? Chain::Layout::invertible
                                                            : Chain::Layout::repeated;
}

Status ProgramRun::run() {
    if (is_empty_) return status_ok;
    const std::int64_t length = nest_.inner_count(), rows = nest_.row_count();
    const std::int64_t grain = grain_now(grain_);
    if (rows == 1) {
        return parallel_for(length, grain, [&](std::int64_t begin, std::int64_t end) {
            run_range(begin, end, nullptr);
        });
    }
    return parallel_for(rows, grain / length + 1, [&](std::int64_t begin, std::int64_t end) {
        Machine machine(program_, *schedule_, reports_);
        clear_floating_flags();
        nest_.for_rows(begin, end, [&](char* const* data) {
            machine.run_row(data, steps_, length);
        });
    });
}

backend::RunPlan ProgramRun::plan() const {
    if (is_empty_) return {0, 1};
    const std::int64_t block = block_of(*schedule_);
    const std::int64_t length = nest_.inner_count(), rows = nest_.row_count();
    const int threads = rows == 1 ? threads_for(length, grain_)
                                  : threads_for(rows, grain_ / length + 1);
    return {std::min(block, length), threads};
}

void ProgramRun::run_range(std::int64_t begin, std::int64_t end, char* first) {
    Machine machine(program_, *schedule_, reports_);
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

RunPlan plan(const Program& program, std::span<const StridedView> operands) {
    return cpu::ProgramRun(program, operands).plan();
}

Status run(const Program& program, std::span<const StridedView> operands,
           std::span<Status> reports) {
    cpu::ProgramRun work(program, operands);
    const Status status = work.run();
    work.report(reports);
    return status;
}

}  // namespace numen::backend
