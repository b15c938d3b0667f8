// Loops take steps, so inputs and outputs of any layout are read and written where they lie; only
// what is between two operations, is converted or is not aligned passes through a block of
// scratch memory, which stays in the first cache.
#include "backends/cpu/machine.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "backends/cpu/data_kernels.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/tuning.h"
#include "backends/cpu/work_counts.h"
#include "ops/silent_casts.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t scratch_bytes = 16 << 10;  // of one piece of work
constexpr std::int64_t widest_element = 8;  // of a chain
// Of a block of an input that is copied before it is overwritten: all inputs and the copy stay in
// the first cache.
constexpr std::int64_t most_kept_bytes = 4 << 10;
// Blocks with flags from which a chain's loops run at once instead of after it.
constexpr int most_replays = 4;

// Memory of this thread, which the next caller gets again. It holds what it held.
struct Room {
    std::unique_ptr<char[]> memory;
    std::size_t size = 0;

    char* of(std::size_t bytes) {
        if (size < bytes) memory = std::make_unique_for_overwrite<char[]>(size = bytes);
        return aligned(memory.get());
    }
};
thread_local Room room_for_kept, room_between;

void finish_streams() {
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

}  // namespace

std::int64_t Machine::block_of(const Schedule& schedule) {
    if (schedule.slots() == 0) {
        const std::int64_t most = tuning().most_unscratched;
        const std::int64_t kept = schedule.kept_width();
        return kept == 0 ? most : std::min(most, most_kept_bytes / kept);
    }
    const std::int64_t room = scratch_bytes / (schedule.width() * schedule.slots());
    return std::clamp(room & -64, tuning().least_block, tuning().most_block);
}

Machine::Machine(const Program& program, const Schedule& schedule,
                 std::span<std::atomic<Status>> reports, char* scratch)
    : program_(program), schedule_(schedule), reports_(reports), block_(block_of(schedule)),
      streamed_(schedule.streamed_operand()) {
    const auto types = program.types();
    for (std::size_t r = 0; r < types.size(); ++r) {
        const auto name = static_cast<Register>(r);
        if (schedule.operand(name) >= 0) continue;
        at_[r] = scratch + schedule.slot(name) * block_ * schedule.width();
        steps_[r] = schedule.is_repeated(name) ? 0 : itemsize(types[r]);
    }
}

Machine::~Machine() {
    if (streamed_ < 0) return;
    finish_streams();
    cpu::count(work_counts().streamed);
}

void Machine::run_row(char* const* data, const std::int64_t* steps, std::int64_t count) {
    std::int64_t length = block_;
    if (streamed_ >= 0) {
        const auto address = reinterpret_cast<std::uintptr_t>(data[streamed_]);
        const std::int64_t behind = static_cast<std::int64_t>(-address) &
                                    (Chain::vector_bytes() - 1);
        if (behind != 0) length = behind / steps[streamed_];
    }
    // Short rows, of which there may be millions, count nothing.
    if (count > block_) {
        cpu::count(work_counts().blocks, static_cast<std::uint64_t>((count - 1) / block_));
    }
    for (std::int64_t begin = 0; begin < count; begin += length, length = block_) {
        place_operands(data, steps, begin);
        if (streamed_ >= 0) fetch_block(data, steps, begin + length, count);
        run_block(std::min(length, count - begin));
    }
}

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
    loop(at_[to], steps_[to], at_[from], steps_[from], is_repeated ? 1 : count);
}

// Loops that report from values leave rubbish in the status register.
Status Machine::run(const Instruction& instruction, std::int64_t count) {
    if (instruction.loop == nullptr) {
        convert(instruction, count);
        const std::span types = program_.types();
        const bool is_silent = !instruction.is_implied &&
                               widens_silently(types[instruction.input[0]],
                                               types[instruction.output]);
        if (is_silent) clear_floating_flags();
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
    cpu::count(work_counts().replayed_chains);
    if (keeps) swap_kept(step);
    run_loops(chain, 0, count);
    if (keeps) swap_kept(step);
}

// Copies the inputs that the chain will overwrite; swap_kept puts the copies in their places, and
// the second time the inputs again.
void Machine::keep_inputs(const Step& step, std::int64_t count) {
    const auto inputs = step.overwritten.size();
    const std::int64_t block_bytes = block_ * widest_element;
    char* kept = room_for_kept.of(inputs * static_cast<std::size_t>(block_bytes) + 64);
    kept_at_.resize(inputs);
    for (std::size_t i = 0; i < inputs; ++i) {
        const Register input = step.overwritten[i];
        kept_at_[i] = kept + static_cast<std::int64_t>(i) * block_bytes;
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
    char* next = room_between.of(chain.instructions().size() *
                                     static_cast<std::size_t>(block_ * widest_element) + 64);
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

}  // namespace numen::cpu
