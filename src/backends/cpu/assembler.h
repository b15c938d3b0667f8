// Writes the few machine instructions that arithmetic over vectors needs, as AVX2 (VEX) or AVX-512
// (EVEX) code.
//
// Encodings: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, sections 2.3
// and 2.7. Every memory operand is [pointer] or [pointer + offset], where the offset register is
// always rcx.
#pragma once

#include <cstdint>
#include <vector>

namespace numen::cpu {

// The general registers of a routine by their numbers in the encoding.
enum class General : std::uint8_t {
    rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
};

// What distinguishes vector instructions: the byte prefix and the map of operation codes that their
// encoding stands for, the operation code, and whether it works on 64-bit elements.
struct VectorOperation {
    std::uint8_t prefix;  // 0: none, 1: 66
    std::uint8_t map;     // 1: 0F, 2: 0F 38, 3: 0F 3A
    std::uint8_t code;
    bool is_wide;
};

class Assembler {
  public:
    explicit Assembler(bool has_avx512) : has_avx512_(has_avx512) {}

    int vector_registers() const { return has_avx512_ ? 32 : 16; }
    int vector_bytes() const { return has_avx512_ ? 64 : 32; }
    const std::vector<std::uint8_t>& code() const { return code_; }

    // to = a OPERATION b; unary operations take b. `mask` is one of the mask registers k1 to k7, 0
    // for none: lanes outside it become 0 and raise nothing. With a mask as a comparison's or a
    // blend's is, lanes stay as that instruction has them.
    void vector(VectorOperation operation, int to, int a, int b, int mask = 0, bool zeroes = true);
    void immediate(int byte) { put(byte); }
    // to = [pointer + rcx]; [pointer + rcx] = from.
    void load(int to, General pointer, bool is_wide, int mask = 0);
    void store(General pointer, int from, bool is_wide, int mask = 0);
    // The same by a streaming store; the address is aligned to a vector.
    void stream(General pointer, int from, bool is_wide);
    // Every lane of to = [pointer].
    void broadcast(int to, General pointer, bool is_wide);

    void load_pointer(General to, General table, int index);  // to = table[index]
    void push(General from);
    void pop(General to);
    void clear_offset();
    void advance_offset(int bytes);
    void set_mask(int mask, General from);
    void end_vectors();  // vzeroupper
    void end();          // ret

    // Jumps to a place that is already known, or of one that `land` names later.
    int here() const { return static_cast<int>(code_.size()); }
    void loop_while_below(General limit, int start);  // while rcx < limit
    int skip_if_zero(General tested);
    void land(int jump);

  private:
    struct Place {  // of a memory operand
        General pointer;
        bool has_offset;
    };
    void put(int byte) { code_.push_back(static_cast<std::uint8_t>(byte)); }
    void put_word(int word);
    void prefix(VectorOperation operation, int reg, int a, bool far_index, bool far_base, int mask,
                bool zeroes);
    void memory(VectorOperation operation, int reg, Place place, int mask, bool zeroes);

    bool has_avx512_;
    std::vector<std::uint8_t> code_;
};

}  // namespace numen::cpu
