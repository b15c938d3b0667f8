// Positions in an array: integers, slices, new axes, the ellipsis.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "numen/errors.h"
#include "numen/export.h"

namespace numen {

// Leaves out a bound of a slice: slice(none, 3) is Python's `:3`.
inline constexpr std::nullopt_t none = std::nullopt;

// Every step-th position from start up to, not including, stop; negative ones count from the end.
struct Slice {
    std::optional<std::int64_t> start, stop;
    std::int64_t step = 1;
};

// Python's `:`, all of an axis.
inline Slice slice() { return {}; }
// Python's `start:stop:step`, with `none` for what is left out. A step of 0 is a ValueError where
// the slice is used.
inline Slice slice(std::optional<std::int64_t> start, std::optional<std::int64_t> stop,
                   std::int64_t step = 1) {
    return {start, stop, step};
}

// An axis of length one put into the result: a[{slice(), newaxis}].
struct NewAxis {};
inline constexpr NewAxis newaxis;
// All the axes that the other entries leave: a[{ellipsis, 0}].
struct Ellipsis {};
inline constexpr Ellipsis ellipsis;

// One entry of an index.
struct IndexEntry {
    enum class Kind : std::uint8_t { position, range, added, rest };

    Kind kind;
    bool has_start, has_stop;
    std::int64_t start, stop, step;

    IndexEntry() = default;
    template <std::integral T> IndexEntry(T position)
        : kind(Kind::position), start(static_cast<std::int64_t>(position)) {}
    IndexEntry(const Slice& slice)
        : kind(Kind::range), has_start(slice.start), has_stop(slice.stop),
          start(slice.start.value_or(0)), stop(slice.stop.value_or(0)), step(slice.step) {}
    IndexEntry(NewAxis) : kind(Kind::added) {}
    IndexEntry(Ellipsis) : kind(Kind::rest) {}
};

// What stands in the brackets of a[…]: one entry, or several in braces. Axes that no entry names
// are taken whole.
class Index {
public:
    template <std::convertible_to<IndexEntry> T> Index(const T& entry) : size_(1) {
        entries_[0] = entry;
    }
    Index(std::initializer_list<IndexEntry> entries) {
        if (entries.size() > most_entries) throw IndexError("too many indices for array");
        for (const IndexEntry& entry : entries) entries_[size_++] = entry;
    }

    int size() const { return size_; }
    const IndexEntry* begin() const { return entries_; }
    const IndexEntry* end() const { return entries_ + size_; }

private:
    static constexpr int most_entries = 65;
    int size_ = 0;
    IndexEntry entries_[most_entries];
};

}  // namespace numen
