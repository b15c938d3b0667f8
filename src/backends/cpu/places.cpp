// Elements of one axis by their positions: what a[i] and a[i] = b do for most programs.
#include <atomic>

#include "backends/backend.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/indexed.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t grain_elements = 64 << 10;

inline std::int64_t settled(std::int64_t position, std::int64_t extent) {
    return position + (position < 0 ? extent : 0);
}

// Four positions are judged together, before any of them is read.
template <class T, bool packed>
bool take_range(char* dense, const Places& places, std::int64_t begin, std::int64_t end) {
    constexpr std::int64_t size = sizeof(T);
    const auto extent = static_cast<std::uint64_t>(places.extent);
    const std::int64_t step = packed ? size : places.step;
    const auto at = [&](std::int64_t i) { return settled(places.positions[i], places.extent); };
    const auto outside = [&](std::int64_t place) {
        return static_cast<std::uint64_t>(place) >= extent;
    };
    std::int64_t i = begin;
    for (; i + 4 <= end; i += 4) {
        const std::int64_t at0 = at(i), at1 = at(i + 1), at2 = at(i + 2), at3 = at(i + 3);
        if (outside(at0) | outside(at1) | outside(at2) | outside(at3)) return false;
        write(dense + i * size, read<T>(places.data + at0 * step));
        write(dense + (i + 1) * size, read<T>(places.data + at1 * step));
        write(dense + (i + 2) * size, read<T>(places.data + at2 * step));
        write(dense + (i + 3) * size, read<T>(places.data + at3 * step));
    }
    for (; i < end; ++i) {
        if (outside(at(i))) return false;
        write(dense + i * size, read<T>(places.data + at(i) * step));
    }
    return true;
}

// The least and the largest position, of several pieces by threads.
backend::ValueRange range_of(const Places& places) {
    std::atomic<std::int64_t> least = places.positions[0], largest = places.positions[0];
    parallel_for(places.count, grain_elements, [&](std::int64_t begin, std::int64_t end) {
        const auto range = backend::value_range(places.positions + begin, end - begin);
        for (std::int64_t seen = least; range.least < seen;) {
            if (least.compare_exchange_weak(seen, range.least)) break;
        }
        for (std::int64_t seen = largest; range.largest > seen;) {
            if (largest.compare_exchange_weak(seen, range.largest)) break;
        }
    });
    return {least, largest};
}

template <class T, bool from_start>
void put_range(const Places& places, const char* values, std::int64_t value_step) {
    for (std::int64_t i = 0; i < places.count; ++i) {
        const std::int64_t position = places.positions[i];
        const std::int64_t at = from_start ? position : settled(position, places.extent);
        write(places.data + at * places.step, read<T>(values + i * value_step));
    }
}

}  // namespace

bool take_elements(char* dense, const Places& places, int item) {
    std::atomic<bool> inside = true;
    with_size(item, [&]<class T>() {
        const bool packed = places.step == sizeof(T);
        const auto take = packed ? take_range<T, true> : take_range<T, false>;
        parallel_for(places.count, grain_elements, [&](std::int64_t begin, std::int64_t end) {
            if (!take(dense, places, begin, end)) inside = false;
        });
    });
    return inside;
}

bool put_elements(const Places& places, int item, const char* values, std::int64_t value_step) {
    if (places.count == 0) return true;
    const backend::ValueRange range = range_of(places);
    if (range.least < -places.extent || range.largest >= places.extent) return false;
    with_size(item, [&]<class T>() {
        const auto put = range.least >= 0 ? put_range<T, true> : put_range<T, false>;
        put(places, values, value_step);
    });
    return true;
}

}  // namespace numen::cpu
