// Powers of integers, a block at a time: all elements of a block take as many steps of repeated
// squaring as the one with the largest exponent, so that there is nothing to mispredict.
#pragma once

#include "backends/cpu/kernels/elementwise_fill.h"

namespace numen::cpu::NUMEN_ISA {

template <class T> struct PowerBlock {
    using Bits = std::make_unsigned_t<T>;
    static constexpr std::int64_t size = 64;
    Bits base[size], exponent[size], result[size];

    static void read(Bits* to, const char* from, std::int64_t step, std::int64_t count) {
        if (step == sizeof(T)) {
            std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
            return;
        }
        for (std::int64_t i = 0; i < count; ++i) std::memcpy(to + i, from + i * step, sizeof(T));
    }
    static void write(char* to, std::int64_t step, const Bits* from, std::int64_t count) {
        if (step == sizeof(T)) {
            std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
            return;
        }
        for (std::int64_t i = 0; i < count; ++i) std::memcpy(to + i * step, from + i, sizeof(T));
    }

    // All bits that any exponent has.
    Bits exponent_bits() const {
        Bits all = 0;
        for (std::int64_t i = 0; i < size; ++i) all = static_cast<Bits>(all | exponent[i]);
        return all;
    }

    void raise(Bits all) {
        for (std::int64_t i = 0; i < size; ++i) result[i] = 1;
        while (all != 0) {
            for (std::int64_t i = 0; i < size; ++i) {
                const auto more = static_cast<Bits>(1u * result[i] * base[i]);
                result[i] = exponent[i] & 1 ? more : result[i];
                exponent[i] = static_cast<Bits>(exponent[i] >> 1);
                base[i] = static_cast<Bits>(1u * base[i] * base[i]);
            }
            all = static_cast<Bits>(all >> 1);
        }
    }

    // The same where one exponent serves all.
    void raise_to(Bits power) {
        for (std::int64_t i = 0; i < size; ++i) result[i] = 1;
        for (; power != 0; power = static_cast<Bits>(power >> 1)) {
            if (power & 1) multiply(result, base);
            if (power > 1) multiply(base, base);
        }
    }
    static void multiply(Bits* by, const Bits* factor) {
        for (std::int64_t i = 0; i < size; ++i) by[i] = static_cast<Bits>(1u * by[i] * factor[i]);
    }
};

template <class T>
Status power_loop(char* const* data, const std::int64_t* steps, std::int64_t count) {
    using Block = PowerBlock<T>;
    constexpr std::int64_t too_few = 16;  // for a block to be worth it
    constexpr auto by_elements = binary_loop<rows::power_row, T, T, T>;
    if (count < too_few || steps[2] == 0) return by_elements(data, steps, count);
    const bool is_common = steps[1] == 0;
    const T power = *reinterpret_cast<const T*>(data[1]);
    if (is_common && power < T{0}) return by_elements(data, steps, count);
    Status status = status_ok;
    Block block{};
    for (std::int64_t begin = 0; begin < count; begin += Block::size) {
        const std::int64_t length = std::min(Block::size, count - begin);
        char* const at[] = {data[0] + begin * steps[0], data[1] + begin * steps[1],
                            data[2] + begin * steps[2]};
        if (is_common) {
            Block::read(block.base, at[0], steps[0], length);
            block.raise_to(static_cast<typename Block::Bits>(power));
            Block::write(at[2], steps[2], block.result, length);
            continue;
        }
        Block::read(block.exponent, at[1], steps[1], length);
        const auto all = block.exponent_bits();
        if (std::is_signed_v<T> && static_cast<T>(all) < 0) {
            status |= by_elements(at, steps, length);  // which finds the negative ones
        } else {
            Block::read(block.base, at[0], steps[0], length);
            block.raise(all);
            Block::write(at[2], steps[2], block.result, length);
        }
        // Those of a last, shorter block stay where it has no elements.
        std::fill(block.exponent, block.exponent + Block::size, typename Block::Bits{0});
    }
    return status;
}

template <Dtype dtype> void fill_power(LoopRow* table) {
    table[static_cast<int>(Op::power)].run[slot_of(dtype)] = power_loop<Element<dtype>>;
}

}  // namespace numen::cpu::NUMEN_ISA
