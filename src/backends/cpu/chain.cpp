#include "backends/cpu/chain.h"

#include <algorithm>

#include "backends/cpu/instruction_set.h"
#include "backends/cpu/routines.h"
#include "backends/cpu/vector_forms.h"
#include "backends/cpu/work_counts.h"

namespace numen::cpu {
namespace {

constexpr int most_registers = Program::most_registers;
// What a routine gets: where things lie, the bytes in whole vectors, a mask of the elements behind
// them (AVX-512).
using Routine = void(char* const* table, std::int64_t bytes, std::uint64_t rest);
constexpr General table = General::rdi, whole_bytes = General::rsi, rest = General::rdx;
// First those that a routine may use without giving them back.
constexpr General pointers[] = {General::rax, General::r8,  General::r9,  General::r10,
                                General::r11, General::rbx, General::rbp, General::r12,
                                General::r13, General::r14, General::r15};
constexpr int most_pointers = 11, free_pointers = 5;
constexpr int rest_mask = 1, choice_mask = 2;

bool has_avx512() { return instruction_set() == "v4"; }

std::span<const Register> inputs_of(const Instruction& instruction) {
    return {instruction.input, instruction.loop->inputs};
}

std::optional<VectorForm> form_of(const Program& program, const Instruction& instruction) {
    return vector_form(instruction.op, program.types()[instruction.output], has_avx512());
}

bool divides_by_one(const Program& program, const Instruction& instruction, Chain::Layout divisor) {
    return instruction.op == Op::divide && is_floating(program.types()[instruction.output]) &&
           has_avx512() && divisor == Chain::Layout::repeated;
}

// Writes the routine of a chain.
class Writer {
  public:
    Writer(const Program& program, std::span<const int> instructions,
           std::span<const Register> repeated, std::span<const Register> packed,
           std::span<const Register> results, std::span<const Chain::Layout> layouts)
        : program_(program), instructions_(instructions), repeated_(repeated), packed_(packed),
          results_(results), layouts_(layouts), assembler_(has_avx512()) {
        is_wide_ = itemsize(program.types()[results[0]]) == 8;
        std::fill_n(place_, most_registers, -1);
        std::fill_n(inverse_, most_registers, -1);
        std::fill_n(last_use_, most_registers, -1);
        for (int i = assembler_.vector_registers() - 1; i >= 0; --i) free_.push_back(i);
        for (std::size_t i = 0; i < instructions.size(); ++i) {
            for (const Register input : inputs_of(instruction(i))) {
                last_use_[input] = static_cast<int>(i);
            }
        }
    }

    // False where the machine has too few registers.
    bool write() {
        const std::size_t moving = packed_.size() + results_.size();
        if (moving > most_pointers) return false;
        const int saved = std::max(static_cast<int>(moving) - free_pointers, 0);
        for (int i = 0; i < saved; ++i) assembler_.push(pointers[free_pointers + i]);
        int next = 0;
        for (int constant = sign_bit; constant <= one; ++constant) {
            constants_[constant] = needs(constant) ? take_broadcast(next) : -1;
            ++next;
        }
        for (const Register r : repeated_) {
            place_[r] = take_broadcast(next++);
            if (is_divisor(r)) write_inverse(r);
        }
        for (std::size_t i = 0; i < moving; ++i) {
            assembler_.load_pointer(pointers[i], table, next++);
        }
        write_loop();
        assembler_.end_vectors();
        for (int i = saved - 1; i >= 0; --i) assembler_.pop(pointers[free_pointers + i]);
        assembler_.end();
        return !is_out_of_registers_;
    }
    const std::vector<std::uint8_t>& code() const { return assembler_.code(); }

  private:
    const Instruction& instruction(std::size_t i) const {
        return program_.instructions()[static_cast<std::size_t>(instructions_[i])];
    }
    bool divides_exactly(const Instruction& instruction) const {
        return instruction.op == Op::divide &&
               layouts_[instruction.input[1]] == Chain::Layout::invertible;
    }
    bool divides_by_one(const Instruction& instruction) const {
        const Register divisor = instruction.input[1];
        return is_repeated(divisor) &&
               cpu::divides_by_one(program_, instruction, layouts_[divisor]);
    }
    bool is_divisor(Register r) const {
        return std::ranges::any_of(instructions_, [&](int i) {
            const Instruction& other = program_.instructions()[static_cast<std::size_t>(i)];
            return (divides_exactly(other) || divides_by_one(other)) && other.input[1] == r;
        });
    }
    void write_inverse(Register r) {
        inverse_[r] = take();
        const VectorForm reciprocal = *vector_form(Op::reciprocal, element_type(), has_avx512());
        assembler_.vector(reciprocal.operation, inverse_[r], constants_[one], place_[r]);
    }
    Dtype element_type() const { return program_.types()[results_[0]]; }
    bool needs(int constant) const {
        return std::ranges::any_of(instructions_, [&](int i) {
            const Instruction& other = program_.instructions()[static_cast<std::size_t>(i)];
            const auto form = form_of(program_, other);
            if (divides_exactly(other) && constant == one) return true;
            if (divides_by_one(other) && constant != all_but_sign) return true;
            const bool has_constant = form->kind == VectorForm::Kind::constant ||
                                      form->kind == VectorForm::Kind::inverted;
            return has_constant && form->which == constant;
        });
    }
    int take() {
        if (free_.empty()) {
            is_out_of_registers_ = true;
            return 0;
        }
        const int taken = free_.back();
        free_.pop_back();
        return taken;
    }
    int take_broadcast(int entry) {
        const int taken = take();
        assembler_.load_pointer(General::rax, table, entry);
        assembler_.broadcast(taken, General::rax, is_wide_);
        return taken;
    }
    bool is_repeated(Register r) const {
        return std::ranges::find(repeated_, r) != repeated_.end();
    }

    // The loop over whole vectors and, with AVX-512, the elements behind them once more.
    void write_loop() {
        assembler_.clear_offset();
        const int no_vectors = assembler_.skip_if_zero(whole_bytes);
        const int start = assembler_.here();
        write_body(0);
        assembler_.advance_offset(assembler_.vector_bytes());
        assembler_.loop_while_below(whole_bytes, start);
        assembler_.land(no_vectors);
        if (!has_avx512()) return;
        const int no_rest = assembler_.skip_if_zero(rest);
        assembler_.set_mask(rest_mask, rest);
        write_body(rest_mask);
        assembler_.land(no_rest);
    }

    void write_body(int mask) {
        for (std::size_t i = 0; i < instructions_.size(); ++i) {
            const Instruction& current = instruction(i);
            for (const Register input : inputs_of(current)) load(input, mask);
            const int to = take();
            write_operation(current, to, mask);
            for (const Register input : inputs_of(current)) release(input, static_cast<int>(i));
            place_[current.output] = to;
            for (std::size_t k = 0; k < results_.size(); ++k) {
                if (results_[k] != current.output) continue;
                write_result(k, to, mask);
            }
            if (last_use_[current.output] >= 0) continue;
            free_.push_back(to);
            place_[current.output] = -1;
        }
    }
    void write_result(std::size_t k, int from, int mask) {
        const General pointer = pointers[packed_.size() + k];
        const bool streams = layouts_[results_[k]] == Chain::Layout::vast && mask == 0;
        if (streams) return assembler_.stream(pointer, from, is_wide_);
        assembler_.store(pointer, from, is_wide_, mask);
    }
    void load(Register r, int mask) {
        if (place_[r] >= 0) return;
        const auto position = std::ranges::find(packed_, r) - packed_.begin();
        place_[r] = take();
        assembler_.load(place_[r], pointers[position], is_wide_, mask);
    }
    void release(Register r, int at) {
        if (place_[r] < 0 || last_use_[r] != at || is_repeated(r)) return;
        free_.push_back(place_[r]);
        place_[r] = -1;
    }

    void write_operation(const Instruction& current, int to, int mask) {
        VectorForm form = *form_of(program_, current);
        int x = place_[current.input[0]], y = place_[current.input[1]];
        if (divides_by_one(current)) {
            return write_quotient(to, x, y, inverse_[current.input[1]], mask);
        }
        const bool x_stays = is_repeated(current.input[0]) && !is_repeated(current.input[1]);
        if (form.kind == VectorForm::Kind::swapped && !x_stays) std::swap(x, y);
        if (divides_exactly(current)) {  // a product is the same number, and several times as fast
            form.operation = vector_form(Op::multiply, element_type(), has_avx512())->operation;
            y = inverse_[current.input[1]];
        }
        switch (form.kind) {
            case VectorForm::Kind::plain:
            case VectorForm::Kind::swapped:
                return assembler_.vector(form.operation, to, x, y, mask);
            case VectorForm::Kind::unary: return assembler_.vector(form.operation, to, 0, x, mask);
            case VectorForm::Kind::twice: return assembler_.vector(form.operation, to, x, x, mask);
            case VectorForm::Kind::constant:
                return assembler_.vector(form.operation, to, x, constants_[form.which], mask);
            case VectorForm::Kind::inverted:
                return assembler_.vector(form.operation, to, constants_[form.which], x, mask);
            case VectorForm::Kind::chosen: return write_choice(form.which, to, x, y, mask);
        }
    }
    // x / y in 6 instructions of a cycle at most instead of one of 10 (float32) or 16. Two steps
    // from x times the rounded 1 / y, of which the first leaves less than a unit in the last place,
    // give the rounded quotient (Markstein, Computation of elementary functions on the IBM RISC
    // System/6000 processor, 1990), where nothing leaves the normal numbers: what does raises flags
    // that are in the result or make the loop run. A zero loses its sign on the way.
    void write_quotient(int to, int x, int y, int inverse, int mask) {
        const auto product = vector_form(Op::multiply, element_type(), true)->operation;
        const int quotient = take(), rest = take();
        assembler_.vector(product, to, x, inverse, mask);
        assembler_.vector(copy_of(is_wide_), quotient, 0, to, mask);
        for (int step = 0; step < 2; ++step) {
            assembler_.vector(copy_of(is_wide_), rest, 0, x, mask);
            assembler_.vector(product_taken_off(is_wide_), rest, quotient, y, mask);
            assembler_.vector(product_added(is_wide_), quotient, rest, inverse, mask);
        }
        assembler_.vector(bits_of_three(is_wide_), to, quotient, constants_[sign_bit], mask);
        assembler_.immediate(second_or_third_of_first);
        free_.push_back(quotient);
        free_.push_back(rest);
    }
    void write_choice(int predicate, int to, int x, int y, int mask) {
        if (has_avx512()) {
            assembler_.vector(comparison(is_wide_), choice_mask, x, y, mask, false);
            assembler_.immediate(predicate);
            assembler_.vector(blend(is_wide_, true), to, y, x, choice_mask, false);
            assembler_.vector(comparison(is_wide_), choice_mask, x, x, mask, false);
            assembler_.immediate(is_unordered);
            assembler_.vector(blend(is_wide_, true), to, to, x, choice_mask, false);
            return;
        }
        const int other = take();
        assembler_.vector(comparison(is_wide_), to, x, y);
        assembler_.immediate(predicate);
        assembler_.vector(comparison(is_wide_), other, x, x);
        assembler_.immediate(is_unordered);
        assembler_.vector(either(is_wide_), to, to, other);
        assembler_.vector(blend(is_wide_, false), to, y, x);
        assembler_.immediate(to << 4);
        free_.push_back(other);
    }

    const Program& program_;
    std::span<const int> instructions_;
    std::span<const Register> repeated_, packed_, results_;
    std::span<const Chain::Layout> layouts_;
    Assembler assembler_;
    bool is_wide_ = false, is_out_of_registers_ = false;
    std::vector<int> free_;
    int constants_[3];
    int place_[most_registers];    // the vector register of each register, or -1
    int inverse_[most_registers];  // that of its reciprocal
    int last_use_[most_registers];   // -1: never
};

// What decides the code: operations and element types, and which registers are the same.
RoutineKey key_of(const Program& program, std::span<const int> instructions,
                   std::span<const Register> repeated, std::span<const Register> packed,
                   std::span<const Register> results,
                   std::span<const Chain::Layout> layouts) {
    Register names[most_registers] = {};
    RoutineKey key;
    Register next = 0;
    // First how many there are of each: no two keys are then read alike.
    key.add(static_cast<int>(repeated.size()));
    key.add(static_cast<int>(packed.size()));
    key.add(static_cast<int>(results.size()));
    for (const auto& inputs : {repeated, packed}) {
        for (const Register r : inputs) {
            names[r] = next++;
            key.add(static_cast<int>(layouts[r]));
        }
    }
    for (const int i : instructions) {
        const Instruction& instruction = program.instructions()[static_cast<std::size_t>(i)];
        key.add(static_cast<int>(instruction.op));
        for (const Register input : inputs_of(instruction)) key.add(names[input]);
        names[instruction.output] = next++;
    }
    for (const Register r : results) {
        key.add(names[r]);
        key.add(static_cast<int>(layouts[r]));
    }
    key.add(static_cast<int>(program.types()[results[0]]));
    return key;
}

}  // namespace

bool Chain::takes(const Program& program, const Instruction& instruction) {
    static const bool has_vectors = has_avx512() || instruction_set() == "v3";
    if (!has_vectors || instruction.loop == nullptr || instruction.loop->outputs != 1) return false;
    const Dtype dtype = program.types()[instruction.output];
    for (int i = 0; i < instruction.loop->inputs; ++i) {
        if (instruction.loop->input[i] != dtype) return false;
    }
    return form_of(program, instruction).has_value();
}

bool Chain::pays_alone(const Program& program, const Instruction& instruction,
                       std::span<const Layout> layouts) {
    return takes(program, instruction) &&
           divides_by_one(program, instruction, layouts[instruction.input[1]]);
}

std::unique_ptr<const Chain> Chain::assemble(const Program& program,
                                             std::span<const int> instructions,
                                             std::span<const Register> results,
                                             std::span<const Layout> layouts) {
    std::unique_ptr<Chain> chain(new Chain);
    bool is_inside[most_registers] = {};
    std::vector<Register> repeated, packed;
    for (const int i : instructions) {
        const Instruction& instruction = program.instructions()[static_cast<std::size_t>(i)];
        is_inside[instruction.output] = true;
        for (const Register input : inputs_of(instruction)) {
            if (is_inside[input]) continue;
            if (layouts[input] == Layout::other) return nullptr;
            const bool is_repeated =
                layouts[input] == Layout::repeated || layouts[input] == Layout::invertible;
            auto& kind = is_repeated ? repeated : packed;
            if (std::ranges::find(kind, input) == kind.end()) kind.push_back(input);
        }
    }
    for (const Register result : results) {
        if (layouts[result] != Layout::packed && layouts[result] != Layout::vast) return nullptr;
    }
    const RoutineKey key = key_of(program, instructions, repeated, packed, results, layouts);
    chain->code_ = find_routine(key);
    if (chain->code_ == nullptr) {
        Writer writer(program, instructions, repeated, packed, results, layouts);
        if (!writer.write()) return nullptr;
        chain->code_ = ExecutableMemory::holding(writer.code());
        if (chain->code_ == nullptr) return nullptr;
        keep_routine(key, chain->code_);
        count(work_counts().written_chains);
    }
    const Dtype dtype = program.types()[results[0]];
    chain->instructions_.assign(instructions.begin(), instructions.end());
    chain->inputs_ = std::move(repeated);
    chain->inputs_.insert(chain->inputs_.end(), packed.begin(), packed.end());
    chain->results_.assign(results.begin(), results.end());
    chain->can_raise_ = is_floating(dtype);
    chain->itemsize_ = itemsize(dtype);
    return chain;
}

std::int64_t Chain::vector_bytes() { return has_avx512() ? 64 : 32; }

std::int64_t Chain::run(char* const* at, std::int64_t count) const {
    char* places[3 + most_registers];
    char** next = places;
    for (int constant = sign_bit; constant <= one; ++constant) {
        *next++ = const_cast<char*>(vector_constant(constant, itemsize_ == 8));
    }
    for (const Register input : inputs_) *next++ = at[input];
    for (const Register result : results_) *next++ = at[result];
    const std::int64_t bytes = count * itemsize_, whole = bytes & -vector_bytes();
    const std::int64_t behind = (bytes - whole) / itemsize_;
    code_->as<Routine>()(places, whole, (std::uint64_t{1} << behind) - 1);
    return has_avx512() ? count : count - behind;
}

}  // namespace numen::cpu
