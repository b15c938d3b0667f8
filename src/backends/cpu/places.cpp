// Elements of one axis by their positions: what a[i] and a[i] = b do for most programs.
#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "array/allocator.h"
#include "backends/backend.h"
#include "backends/cpu/element_moves.h"
#include "backends/cpu/indexed.h"
#include "backends/cpu/thread_count.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t grain_elements = 64 << 10;

inline std::int64_t settled(std::int64_t position, std::int64_t extent) {
    return position + (position < 0 ? extent : 0);
}

// Four positions are judged together, before any of them is read; each is loaded once, because
// another thread may write to them.
template <class T, bool packed>
bool take_range(char* dense, const Places& places, std::int64_t begin, std::int64_t end) {
    constexpr std::int64_t size = sizeof(T);
    const auto extent = static_cast<std::uint64_t>(places.extent);
    const std::int64_t step = packed ? size : places.step;
    const auto outside = [&](std::int64_t place) {
        return static_cast<std::uint64_t>(place) >= extent;
    };
    // Of our own: what is written could be `places`, for all that the compiler knows.
    const char* data = places.data;
    const std::int64_t* positions = places.positions;
    const auto take = [=](std::int64_t i, std::int64_t place) {
        write(dense + i * size, read<T>(data + place * step));
    };
    const auto far = [&](std::int64_t place) {  // negative where the place is not 0 .. extent - 1
        return static_cast<std::uint64_t>(place) | (extent - 1 - static_cast<std::uint64_t>(place));
    };
    std::int64_t i = begin;
    for (; i + 4 <= end; i += 4) {
        const std::int64_t* from = positions + i;
        std::int64_t at0 = from[0], at1 = from[1], at2 = from[2], at3 = from[3];
        if (static_cast<std::int64_t>(far(at0) | far(at1) | far(at2) | far(at3)) < 0) [[unlikely]] {
            at0 = settled(at0, places.extent), at1 = settled(at1, places.extent);
            at2 = settled(at2, places.extent), at3 = settled(at3, places.extent);
            if (outside(at0) | outside(at1) | outside(at2) | outside(at3)) return false;
        }
        take(i, at0);
        take(i + 1, at1);
        take(i + 2, at2);
        take(i + 3, at3);
    }
    for (; i < end; ++i) {
        const std::int64_t place = settled(positions[i], places.extent);
        if (outside(place)) return false;
        take(i, place);
    }
    return true;
}

// A block of positions after the other becomes int64 in the nearest cache.
bool take_by_blocks(char* dense, const Places& places, const StridedView& positions, int item,
                    std::int64_t begin, std::int64_t end) {
    constexpr std::int64_t block = 1024;
    static constexpr std::int64_t packed = sizeof(std::int64_t);
    std::int64_t numbers[block];
    bool inside = true;
    for (; begin < end && inside; begin += block) {
        const std::int64_t length = std::min(block, end - begin);
        backend::copy({reinterpret_cast<char*>(numbers), Dtype::int64, 1, &length, &packed},
                      {positions.data + begin * positions.strides[0], positions.dtype, 1, &length,
                       positions.strides});
        Places part = places;
        part.positions = numbers;
        with_size(item, [&]<class T>() {
            const auto take = places.step == sizeof(T) ? take_range<T, true> : take_range<T, false>;
            inside = take(dense + begin * item, part, 0, length);
        });
    }
    return inside;
}

Standing standing_of(const Places& places, std::int64_t begin, std::int64_t end) {
    using Pair [[gnu::vector_size(16)]] = std::uint64_t;
    // The sign bit of a position, or of its distance to the last place, is that of one outside.
    const auto last = static_cast<std::uint64_t>(places.extent - 1);
    Pair seen{}, more{};
    std::int64_t i = begin;
    for (; i + 4 <= end; i += 4) {
        const char* at = reinterpret_cast<const char*>(places.positions + i);
        const Pair one = read<Pair>(at), other = read<Pair>(at + sizeof(Pair));
        seen |= one | (last - one);
        more |= other | (last - other);
    }
    seen |= more;
    std::uint64_t signs = seen[0] | seen[1];
    for (; i < end; ++i) {
        const auto position = static_cast<std::uint64_t>(places.positions[i]);
        signs |= position | (last - position);
    }
    if (static_cast<std::int64_t>(signs) >= 0) return Standing::from_start;
    const auto extent = static_cast<std::uint64_t>(places.extent);
    bool inside = true;
    for (i = begin; i < end; ++i) {
        inside &= static_cast<std::uint64_t>(settled(places.positions[i], places.extent)) < extent;
    }
    return inside ? Standing::either_way : Standing::outside;
}

// Of all positions, by threads.
Standing standing_of(const Places& places) {
    std::atomic<bool> from_start = true, inside = true;
    parallel_for(places.count, grain_elements, [&](std::int64_t begin, std::int64_t end) {
        const Standing found = standing_of(places, begin, end);
        if (found != Standing::from_start) from_start = false;
        if (found == Standing::outside) inside = false;
    });
    return from_start ? Standing::from_start : inside ? Standing::either_way : Standing::outside;
}

// Four positions are judged together, as in take_range.
template <class T, bool from_start, bool packed>
void put_range(const Places& places, const char* values, std::int64_t value_step) {
    const auto extent = static_cast<std::uint64_t>(places.extent);
    const std::int64_t step = packed ? sizeof(T) : places.step;
    // Of our own: what is written could be `places`, for all that the compiler knows.
    char* data = places.data;
    const std::int64_t* positions = places.positions;
    const auto at = [&](std::int64_t i) {
        return from_start ? positions[i] : settled(positions[i], static_cast<std::int64_t>(extent));
    };
    // Another thread may have written to the positions since they were judged.
    const auto outside = [&](std::int64_t place) {
        return static_cast<std::uint64_t>(place) >= extent;
    };
    const auto put = [&](std::int64_t place, std::int64_t i) {
        write(data + place * step, read<T>(values + i * value_step));
    };
    std::int64_t i = 0;
    for (; i + 4 <= places.count; i += 4) {
        const std::int64_t at0 = at(i), at1 = at(i + 1), at2 = at(i + 2), at3 = at(i + 3);
        if (outside(at0) | outside(at1) | outside(at2) | outside(at3)) [[unlikely]] continue;
        put(at0, i);
        put(at1, i + 1);
        put(at2, i + 2);
        put(at3, i + 3);
    }
    for (; i < places.count; ++i) {
        const std::int64_t place = at(i);
        if (!outside(place)) put(place, i);
    }
}

// The same for the positions from `begin` to `end` of the axis alone. Others are as frequent and
// come in any order, so there is no branch: what belongs there goes to memory of our own.
template <class T, bool from_start>
void put_part(const Places& places, const char* values, std::int64_t value_step,
              std::int64_t begin, std::int64_t end) {
    T spare;
    const auto aside = reinterpret_cast<std::uintptr_t>(&spare);
    const auto length = static_cast<std::uint64_t>(end - begin);
    for (std::int64_t i = 0; i < places.count; ++i) {
        const std::int64_t position = places.positions[i];
        const std::int64_t at = from_start ? position : settled(position, places.extent);
        const bool own = static_cast<std::uint64_t>(at - begin) < length;
        const std::uintptr_t choice = std::uintptr_t{0} - own;
        const auto place = reinterpret_cast<std::uintptr_t>(places.data + at * places.step);
        write(reinterpret_cast<char*>((place & choice) | (aside & ~choice)),
              read<T>(values + i * value_step));
    }
}

// Beyond the caches each write waits for memory: then every thread reads all positions and writes
// to its own part of the axis, so that of two values for one place the last stays.
template <class T, bool from_start>
void put_all(const Places& places, const char* values, std::int64_t value_step) {
    constexpr std::int64_t cached_bytes = 4 << 20;
    constexpr int most_parts = 4;  // the reading is not shared
    const int parts = std::min(thread_count(), most_parts);
    const std::int64_t bytes = places.extent * std::abs(places.step);
    if (parts < 2 || bytes < cached_bytes || places.count < 2 * grain_elements) {
        const auto put = places.step == sizeof(T) ? put_range<T, from_start, true>
                                                  : put_range<T, from_start, false>;
        return put(places, values, value_step);
    }
    parallel_for(parts, 1, [&](std::int64_t begin, std::int64_t end) {
        put_part<T, from_start>(places, values, value_step, places.extent * begin / parts,
                                places.extent * end / parts);
    });
}

}  // namespace

Standing standing_of(const std::int64_t* positions, std::int64_t count, std::int64_t extent) {
    return standing_of({nullptr, 0, extent, positions, count}, 0, count);
}

bool are_inside(const std::int64_t* positions, std::int64_t count, std::int64_t extent) {
    return standing_of(positions, count, extent) != Standing::outside;
}

// Elements that lie apart, beyond the near caches: where many are taken they are first copied to a
// row, from which they come in half the lines or fewer, and without waiting for each.
class SourceInARow {
  public:
    SourceInARow(const Places& places, int item) : places_(places) {
        constexpr std::int64_t near_bytes = 1 << 20;
        const std::int64_t bytes = places.extent * std::abs(places.step);
        if (places.step == item || bytes < near_bytes || places.count < places.extent / 2) return;
        bytes_ = static_cast<std::size_t>(places.extent * item);
        row_ = static_cast<char*>(allocate(bytes_));
        if (row_ == nullptr) return;
        const std::int64_t packed = item;
        const Dtype bits = item == 1   ? Dtype::uint8
                           : item == 2 ? Dtype::uint16
                           : item == 4 ? Dtype::uint32
                           : item == 8 ? Dtype::uint64
                                       : Dtype::complex128;
        backend::copy({row_, bits, 1, &places.extent, &packed},
                      {places.data, bits, 1, &places.extent, &places.step});
        places_.data = row_;
        places_.step = item;
    }
    SourceInARow(const SourceInARow&) = delete;
    SourceInARow& operator=(const SourceInARow&) = delete;
    ~SourceInARow() {
        if (row_ != nullptr) release(row_, bytes_);
    }
    const Places& places() const { return places_; }

  private:
    Places places_;
    char* row_ = nullptr;
    std::size_t bytes_ = 0;
};

bool take_elements(char* dense, const Places& spread, int item) {
    const SourceInARow source(spread, item);
    const Places& places = source.places();
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

bool take_elements(char* dense, const Places& spread, const StridedView& positions, int item) {
    const SourceInARow source(spread, item);
    const Places& places = source.places();
    std::atomic<bool> inside = true;
    parallel_for(places.count, grain_elements, [&](std::int64_t begin, std::int64_t end) {
        if (!take_by_blocks(dense, places, positions, item, begin, end)) inside = false;
    });
    return inside;
}

bool put_elements(const Places& places, int item, const char* values, std::int64_t value_step) {
    const Standing standing = standing_of(places);
    if (standing == Standing::outside) return false;
    with_size(item, [&]<class T>() {
        const bool from_start = standing == Standing::from_start;
        const auto put = from_start ? put_all<T, true> : put_all<T, false>;
        put(places, values, value_step);
    });
    return true;
}

}  // namespace numen::cpu
