// What the loops over vectors of complex numbers share.
#pragma once

#include "backends/cpu/kernels/element.h"
#include "backends/cpu/vector_math/loops.h"

namespace numen::cpu::NUMEN_ISA {

// The parts of numbers in a row, for loads and stores of vectors: those take any alignment, as Pair
// does, whose members g++ warns about otherwise.
template <class T> NUMEN_INLINE const T* parts_of(const Pair<T>* numbers) {
    const void* first = numbers;
    return static_cast<const T*>(first);
}
template <class T> NUMEN_INLINE T* parts_of(Pair<T>* numbers) {
    void* first = numbers;
    return static_cast<T*>(first);
}

// The mask of a shuffle: lane k of the result is lane place(k) of the operands.
template <class T, class Place> NUMEN_INLINE auto lane_order(Place place) {
    decltype(vm::bits(vm::VectorOf<T>{})) places{};
    constexpr int lanes = vm::vector_bytes / static_cast<int>(sizeof(T));
    for (int lane = 0; lane < lanes; ++lane) places[lane] = place(lane);
    return places;
}

}  // namespace numen::cpu::NUMEN_ISA
