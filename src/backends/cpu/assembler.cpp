#include "backends/cpu/assembler.h"

namespace numen::cpu {
namespace {

constexpr VectorOperation movups(bool is_wide, bool stores) {
    return {static_cast<std::uint8_t>(is_wide), 1, static_cast<std::uint8_t>(stores ? 0x11 : 0x10),
            is_wide};
}

int number(General name) { return static_cast<int>(name); }

}  // namespace

void Assembler::put_word(int word) {
    for (int shift = 0; shift < 32; shift += 8) put(word >> shift & 0xff);
}

// `reg` goes to the field of that name, `a` is the second source; the fourth bits of what the last
// byte names are `far_index` and `far_base`. The encodings hold most of these bits inverted.
void Assembler::prefix(VectorOperation operation, int reg, int a, bool far_index, bool far_base,
                       int mask, bool zeroes) {
    const int high = (~reg >> 3 & 1) << 7 | !far_index << 6 | !far_base << 5;
    const int second = (~a & 15) << 3;
    if (has_avx512_) {
        put(0x62);
        put(high | (~reg >> 4 & 1) << 4 | operation.map);
        put(operation.is_wide << 7 | second | 4 | operation.prefix);
        put((zeroes && mask != 0) << 7 | 2 << 5 | (~a >> 4 & 1) << 3 | mask);
    } else {
        put(0xc4);
        put(high | operation.map);
        put(second | 1 << 2 | operation.prefix);
    }
    put(operation.code);
}

void Assembler::vector(VectorOperation operation, int to, int a, int b, int mask, bool zeroes) {
    prefix(operation, to, a, (b >> 4 & 1) != 0, (b >> 3 & 1) != 0, mask, zeroes);
    put(0xc0 | (to & 7) << 3 | (b & 7));
}

// A displacement of 0 is always there: without one, rbp and r13 mean something else.
void Assembler::memory(VectorOperation operation, int reg, Place place, int mask, bool zeroes) {
    const int base = number(place.pointer);
    prefix(operation, reg, 0, false, base >= 8, mask, zeroes);
    constexpr int has_index_byte = 4, no_index = 4;
    put(1 << 6 | (reg & 7) << 3 | has_index_byte);
    put((place.has_offset ? number(General::rcx) : no_index) << 3 | (base & 7));
    put(0);
}

void Assembler::load(int to, General pointer, bool is_wide, int mask) {
    memory(movups(is_wide, false), to, {pointer, true}, mask, true);
}

void Assembler::store(General pointer, int from, bool is_wide, int mask) {
    memory(movups(is_wide, true), from, {pointer, true}, mask, false);
}

void Assembler::stream(General pointer, int from, bool is_wide) {  // movntps
    memory({static_cast<std::uint8_t>(is_wide), 1, 0x2b, is_wide}, from, {pointer, true}, 0, false);
}

void Assembler::broadcast(int to, General pointer, bool is_wide) {
    const auto code = static_cast<std::uint8_t>(is_wide ? 0x19 : 0x18);
    memory({1, 2, code, is_wide}, to, {pointer, false}, 0, false);
}

void Assembler::load_pointer(General to, General table, int index) {
    put(0x48 | (number(to) >= 8) << 2 | (number(table) >= 8));
    put(0x8b);
    put(2 << 6 | (number(to) & 7) << 3 | (number(table) & 7));
    put_word(8 * index);
}

void Assembler::push(General from) {
    if (number(from) >= 8) put(0x41);
    put(0x50 | (number(from) & 7));
}

void Assembler::pop(General to) {
    if (number(to) >= 8) put(0x41);
    put(0x58 | (number(to) & 7));
}

void Assembler::clear_offset() {  // xor ecx, ecx
    put(0x31);
    put(0xc9);
}

void Assembler::advance_offset(int bytes) {  // add rcx, bytes
    for (const int byte : {0x48, 0x83, 0xc1, bytes}) put(byte);
}

void Assembler::set_mask(int mask, General from) {  // kmovw
    for (const int byte : {0xc5, 0xf8, 0x92, 0xc0 | mask << 3 | number(from)}) put(byte);
}

void Assembler::end_vectors() {
    for (const int byte : {0xc5, 0xf8, 0x77}) put(byte);
}

void Assembler::end() { put(0xc3); }

void Assembler::loop_while_below(General limit, int start) {  // cmp rcx, limit; jb start
    for (const int byte : {0x48, 0x39, 0xc1 | number(limit) << 3, 0x0f, 0x82}) put(byte);
    put_word(start - (here() + 4));
}

int Assembler::skip_if_zero(General tested) {  // test; jz
    const int both = number(tested) << 3 | number(tested);
    for (const int byte : {0x48, 0x85, 0xc0 | both, 0x0f, 0x84}) put(byte);
    put_word(0);
    return here();
}

void Assembler::land(int jump) {
    const int distance = here() - jump;
    for (int i = 0; i < 4; ++i) {
        code_[static_cast<std::size_t>(jump - 4 + i)] =
            static_cast<std::uint8_t>(distance >> 8 * i & 0xff);
    }
}

}  // namespace numen::cpu
