// Where the largest or smallest element of each of four rows stands, side by side: rows too short
// for vectors of their own, and columns, which lie side by side in memory.
#pragma once

#include "backends/cpu/kernels/four_extrema.h"

#if NUMEN_FOUR_ROWS
namespace numen::cpu::NUMEN_ISA {

template <class T> using FourPlaces = typename four_places<T>::type;

// The first of equal ones stays. What it says means nothing where `nans` has a lane set.
template <bool is_max, class T> struct FourRecords {
    Four<T> best, nans;
    FourPlaces<T> position{}, now{};

    [[gnu::always_inline]] explicit FourRecords(Four<T> first)
        : best(first), nans(unordered(first)) {}
    [[gnu::always_inline]] void add(Four<T> x) {
        now += 1;
        const FourPlaces<T> beats = is_max ? x > best : x < best;
        position = beats ? now : position;
        best = better<is_max>(best, x);
        nans = either(nans, unordered(x));
    }
};

// Rows of packed elements: four of each are transposed at a time.
template <bool is_max, class T>
[[gnu::always_inline]] inline FourRecords<is_max, T> records_of_rows(const char* const (&at)[4],
                                                                     std::int64_t count) {
    constexpr std::int64_t size = sizeof(T);
    FourRecords<is_max, T> records(column<T>(at, 0));
    std::int64_t i = 1;
    for (; i + 4 <= count; i += 4) {
        Four<T> x[4];
        for (int k = 0; k < 4; ++k) x[k] = load_four<T>(at[k] + i * size);
        transpose(x);
        for (int k = 0; k < 4; ++k) records.add(x[k]);
    }
    for (; i < count; ++i) records.add(column<T>(at, i * size));
    return records;
}

// Four columns side by side.
template <bool is_max, class T>
[[gnu::always_inline]] inline FourRecords<is_max, T> records_of_columns(const char* data,
                                                                        std::int64_t step,
                                                                        std::int64_t count) {
    FourRecords<is_max, T> records(load_four<T>(data));
    for (std::int64_t i = 1; i < count; ++i) records.add(load_four<T>(data + i * step));
    return records;
}

// False if NaNs hide the positions.
template <bool is_max, class T>
bool four_positions(std::int64_t* positions, const char* const (&at)[4], bool are_columns,
                    std::int64_t step, std::int64_t count) {
    const auto records = are_columns ? records_of_columns<is_max, T>(at[0], step, count)
                                     : records_of_rows<is_max, T>(at, count);
    if (any_of(records.nans)) return false;
    for (int k = 0; k < 4; ++k) positions[k] = records.position[k];
    return true;
}

}  // namespace numen::cpu::NUMEN_ISA
#endif
