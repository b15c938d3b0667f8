// Sorting, searching and counting on small cases worked out by hand, and on long ones against the
// definition of order. The loops are the engine's own: nobody lends others here.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "backends/backend.h"
#include "backends/cpu/ordering.h"
#include "backends/cpu/sort_loops.h"

namespace {

using namespace numen;
using backend::Side;
using backend::SortKind;
using Positions = std::vector<std::int64_t>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T> struct Vector {
    std::vector<T> values;
    std::int64_t shape[1], strides[1];

    explicit Vector(std::vector<T> given)
        : values(std::move(given)), shape{static_cast<std::int64_t>(values.size())},
          strides{sizeof(T)} {}
    StridedView view(Dtype dtype) {
        return {reinterpret_cast<char*>(values.data()), dtype, 1, shape, strides};
    }
};

template <class T> std::vector<T> sorted(Dtype dtype, std::vector<T> values, SortKind kind) {
    Vector<T> vector(std::move(values));
    CHECK(backend::sort(vector.view(dtype), 0, kind) == status_ok);
    return vector.values;
}

template <class T> Positions order(Dtype dtype, std::vector<T> values, SortKind kind) {
    Vector<T> vector(std::move(values));
    Vector<std::int64_t> positions(Positions(vector.values.size()));
    CHECK(backend::argsort(positions.view(Dtype::int64), vector.view(dtype), 0, kind) ==
          status_ok);
    return positions.values;
}

template <class T> std::vector<T> random_numbers(std::size_t count, double scale) {
    std::mt19937_64 engine(7);
    std::uniform_real_distribution<double> uniform(-scale, scale);
    std::vector<T> values(count);
    for (T& value : values) value = static_cast<T>(uniform(engine));
    return values;
}

TEST_CASE("sorts ascend, NaN last") {
    for (const SortKind kind : {SortKind::quick, SortKind::stable}) {
        const auto values =
            sorted<double>(Dtype::float64, {3, nan, -infinity, 1, infinity, nan}, kind);
        CHECK(values[0] == -infinity);
        CHECK(values[1] == 1);
        CHECK(values[3] == infinity);
        CHECK(std::isnan(values[4]));
        CHECK(std::isnan(values[5]));
        CHECK(sorted<std::int8_t>(Dtype::int8, {3, -128, 127, 0}, kind) ==
              std::vector<std::int8_t>{-128, 0, 3, 127});
    }
}

TEST_CASE("complex numbers go by real, then imaginary parts, those with NaN last") {
    const std::vector<Complex128> values = {{nan, 0}, {1, nan}, {2, 1}, {1, 5}, {nan, nan}, {1, 2}};
    CHECK(order(Dtype::complex128, values, SortKind::stable) == Positions{5, 3, 2, 1, 0, 4});
}

TEST_CASE("a stable order keeps equals in their order, zeros of either sign among them") {
    CHECK(order<double>(Dtype::float64, {1, 0.0, 1, -0.0, 0.0}, SortKind::stable) ==
          Positions{1, 3, 4, 0, 2});
    const auto zeros = sorted<double>(Dtype::float64, {1, 0.0, -0.0}, SortKind::stable);
    CHECK(!std::signbit(zeros[0]));
    CHECK(std::signbit(zeros[1]));
}

template <class T> void check_long_orders(Dtype dtype) {
    for (const double scale : {3.0, 100.0, 30000.0, 1e9, 1e17}) {
        if (scale > 2e9 && sizeof(T) < 8) continue;
        if (scale > 127 && sizeof(T) < 2) continue;
        for (const std::size_t count : {255u, 300u, 70'000u}) {
            const auto values = random_numbers<T>(count, scale);
            Positions wanted(count);
            std::iota(wanted.begin(), wanted.end(), 0);
            std::stable_sort(wanted.begin(), wanted.end(), [&](std::int64_t a, std::int64_t b) {
                return values[static_cast<std::size_t>(a)] < values[static_cast<std::size_t>(b)];
            });
            CHECK(order(dtype, values, SortKind::stable) == wanted);
        }
    }
}

TEST_CASE("orders by digits are those by comparisons") {
    check_long_orders<std::int8_t>(Dtype::int8);
    check_long_orders<std::int32_t>(Dtype::int32);
    check_long_orders<std::int64_t>(Dtype::int64);
    check_long_orders<float>(Dtype::float32);
    check_long_orders<double>(Dtype::float64);
}

TEST_CASE("keys that agree in their high digits are ordered by the low ones") {
    std::vector<std::uint64_t> values;
    for (std::uint64_t i = 0; i < 3000; ++i) {
        values.push_back((i % 3 * 0x0123'4567'89ab'cdefULL) ^ (i * 7919 % 40));
    }
    Positions wanted(values.size());
    std::iota(wanted.begin(), wanted.end(), 0);
    std::stable_sort(wanted.begin(), wanted.end(), [&](std::int64_t a, std::int64_t b) {
        return values[static_cast<std::size_t>(a)] < values[static_cast<std::size_t>(b)];
    });
    CHECK(order(Dtype::uint64, values, SortKind::stable) == wanted);
}

TEST_CASE("a further key keeps the order of the first among equals") {
    Vector<std::int64_t> minor({2, 1, 2, 1}), major({1, 1, 0, 0}), positions({0, 0, 0, 0});
    const StridedView out = positions.view(Dtype::int64);
    backend::argsort(out, minor.view(Dtype::int64), 0, SortKind::stable);
    backend::argsort(out, major.view(Dtype::int64), 0, SortKind::stable,
                     backend::Positions::present);
    CHECK(positions.values == Positions{3, 2, 1, 0});
}

TEST_CASE("lanes of any step are sorted along any axis") {
    std::vector<std::int32_t> memory = {5, 9, 1, 9, 4, 9, 2, 9, 3, 9, 0, 9};
    const std::int64_t shape[2] = {3, 2}, strides[2] = {16, 8};
    const StridedView view{reinterpret_cast<char*>(memory.data()), Dtype::int32, 2, shape,
                           strides};
    backend::sort(view, 0, SortKind::quick);
    CHECK(memory == std::vector<std::int32_t>{3, 9, 0, 9, 4, 9, 1, 9, 5, 9, 2, 9});
    backend::sort(view, 1, SortKind::quick);
    CHECK(memory == std::vector<std::int32_t>{0, 9, 3, 9, 1, 9, 4, 9, 2, 9, 5, 9});
}

std::uintptr_t worked_on = 0;  // where the lanes lay that the loops below were given

int watched_sort(void* data, std::int64_t count, void*) {
    worked_on = reinterpret_cast<std::uintptr_t>(data);
    std::sort(static_cast<Half*>(data), static_cast<Half*>(data) + count,
              numen::cpu::comes_before<Half>);
    return 0;
}

int watched_argsort(void* data, std::int64_t*, std::int64_t, void*) {
    worked_on = reinterpret_cast<std::uintptr_t>(data);
    return 0;
}

int leave_unsorted(void*, std::int64_t, void*) { return 0; }

int sort_all_but_first(void* data, std::int64_t count, void*) {
    return watched_sort(static_cast<Half*>(data) + 1, count - 1, nullptr);
}

TEST_CASE("a quick loop of halves that leaves them out of order is not lent") {
    const auto before = numen::cpu::sort_loops(Dtype::float16);
    constexpr auto quick = static_cast<int>(SortKind::quick);
    for (const auto loop : {leave_unsorted, sort_all_but_first}) {
        numen::cpu::lend_sort_loops(Dtype::float16, {{loop, nullptr}, {nullptr, nullptr}});
        const bool is_lent = numen::cpu::sort_loops(Dtype::float16).sort[quick] == loop;
        numen::cpu::lend_sort_loops(Dtype::float16, before);
        CHECK(!is_lent);
    }
}

TEST_CASE("lanes that other threads may write to are sorted elsewhere") {
    using backend::Elements;
    const auto before = numen::cpu::sort_loops(Dtype::float16);
    numen::cpu::lend_sort_loops(Dtype::float16, {{watched_sort, watched_sort},
                                                 {watched_argsort, watched_argsort}});
    for (const std::int64_t count : {20, 5000, 300'000}) {
        for (const std::int64_t rows : {0, 3}) {
            auto values = random_numbers<Half>(static_cast<std::size_t>(count), 9.0);
            const auto begin = reinterpret_cast<std::uintptr_t>(values.data());
            const auto is_there = [&] { return worked_on - begin < 2 * values.size(); };
            Positions out(values.size());
            const int ndim = rows == 0 ? 1 : 2;
            const std::int64_t whole[1] = {count}, step[1] = {2}, step_out[1] = {8};
            const std::int64_t part[2] = {rows, count / 3}, steps[2] = {count / 3 * 2, 2};
            const std::int64_t steps_out[2] = {count / 3 * 8, 8};
            const StridedView view{reinterpret_cast<char*>(values.data()), Dtype::float16, ndim,
                                   rows == 0 ? whole : part, rows == 0 ? step : steps};
            const StridedView order{reinterpret_cast<char*>(out.data()), Dtype::int64, ndim,
                                    rows == 0 ? whole : part, rows == 0 ? step_out : steps_out};
            for (const Elements elements : {Elements::shared, Elements::own}) {
                const bool are_own = elements == Elements::own;
                backend::argsort(order, view, ndim - 1, SortKind::quick,
                                 backend::Positions::fresh, elements);
                CHECK(is_there() == are_own);
            }
            worked_on = 0;
            backend::sort(view, ndim - 1, SortKind::quick, Elements::shared);
            CHECK(!is_there());
            CHECK(std::is_sorted(values.begin(), values.begin() + count / 3,
                                 numen::cpu::comes_before<Half>));
        }
    }
    numen::cpu::lend_sort_loops(Dtype::float16, before);
}

TEST_CASE("a lane sorted in pieces is the lane sorted whole") {
    for (const int pieces : {2, 4, 8}) {
        for (const std::int64_t count : {1000, 1003, 65537}) {
            auto values = random_numbers<double>(static_cast<std::size_t>(count), 50.0);
            for (double& value : values) value = std::round(value);
            auto wanted = values;
            std::sort(wanted.begin(), wanted.end());
            const auto loop = cpu::sort_loops(Dtype::float64).sort[0];
            CHECK(cpu::sort_in_pieces(Dtype::float64, loop, values.data(), count, pieces));
            CHECK(values == wanted);
        }
    }
}

TEST_CASE("halves, bytes and complex numbers are not sorted in pieces") {
    for (const Dtype dtype : {Dtype::float16, Dtype::int8, Dtype::complex64}) {
        std::vector<std::int64_t> lane{3, 2, 1, 0};
        const auto before = lane;
        const auto loop = cpu::sort_loops(dtype).sort[0];
        CHECK_FALSE(cpu::sort_in_pieces(dtype, loop, lane.data(), 4, 2));
        CHECK(lane == before);
    }
}

template <class T> void check_counted(Dtype dtype, std::vector<T> values) {
    values.resize(values.size() + 1000);  // zeros
    auto wanted = values;
    std::sort(wanted.begin(), wanted.end(), cpu::comes_before<T>);
    CHECK(cpu::sort_by_counting(dtype, values.data(), static_cast<std::int64_t>(values.size())));
    CHECK(std::memcmp(values.data(), wanted.data(), sizeof(T) * wanted.size()) == 0);
}

Half half_of(int pattern) { return std::bit_cast<Half>(static_cast<std::uint16_t>(pattern)); }

TEST_CASE("two-byte elements are counted in the order of their types") {
    std::vector<std::uint16_t> patterns(1 << 16);
    std::iota(patterns.rbegin(), patterns.rend(), 0);
    check_counted(Dtype::uint16, patterns);
    check_counted(Dtype::int16, std::vector<std::int16_t>(patterns.begin(), patterns.end()));
    std::vector<Half> numbers;
    for (const int pattern : patterns) {
        if (half_of(pattern) == half_of(pattern) && pattern != 0x8000) {
            numbers.push_back(half_of(pattern));
        }
    }
    check_counted(Dtype::float16, numbers);
}

TEST_CASE("halves that are no numbers are counted behind all others and stay what they are") {
    std::vector<Half> halves = {half_of(0xfe02), half_of(0x7e01), half_of(0x3c00), half_of(0xfc00)};
    CHECK(cpu::sort_by_counting(Dtype::float16, halves.data(), 4));
    CHECK(halves[0] == half_of(0xfc00));
    CHECK(halves[1] == half_of(0x3c00));
    CHECK(std::bit_cast<std::uint16_t>(halves[2]) == 0x7e01);
    CHECK(std::bit_cast<std::uint16_t>(halves[3]) == 0xfe02);
}

TEST_CASE("long lanes of halves are counted, short ones and other types are not") {
    CHECK(cpu::pays_to_count(Dtype::float16, 200'000));
    CHECK_FALSE(cpu::pays_to_count(Dtype::float16, 1000));
    CHECK_FALSE(cpu::pays_to_count(Dtype::float32, 200'000));
}

Positions places(std::vector<double> elements, std::vector<double> keys, Side side,
                 const std::int64_t* sorter = nullptr, Status wanted = status_ok) {
    Vector<double> sorted(std::move(elements)), searched(std::move(keys));
    Positions out(searched.values.size());
    CHECK(backend::search_sorted(out.data(), sorted.view(Dtype::float64), sorter,
                                 searched.view(Dtype::float64), side) == wanted);
    return out;
}

TEST_CASE("keys are found before or behind their equals, NaN at the end") {
    const std::vector<double> elements = {1, 2, 2, 5, nan, nan}, keys = {2, 0, 9, nan, 5, 1};
    CHECK(places(elements, keys, Side::left) == Positions{1, 0, 4, 4, 3, 0});
    CHECK(places(elements, keys, Side::right) == Positions{3, 0, 4, 6, 4, 1});
    CHECK(places({}, {1, nan}, Side::left) == Positions{0, 0});
}

TEST_CASE("many keys, ascending or not, are found where one by one would be") {
    auto elements = random_numbers<double>(5000, 300.0);
    for (double& element : elements) element = std::round(element);
    std::sort(elements.begin(), elements.end());
    auto keys = random_numbers<double>(3001, 310.0);
    for (double& key : keys) key = std::round(key);
    for (int turn = 0; turn < 2; ++turn) {
        Positions left, right;
        for (const double key : keys) {
            const auto range = std::equal_range(elements.begin(), elements.end(), key);
            left.push_back(range.first - elements.begin());
            right.push_back(range.second - elements.begin());
        }
        CHECK(places(elements, keys, Side::left) == left);
        CHECK(places(elements, keys, Side::right) == right);
        std::sort(keys.begin(), keys.end());
    }
}

TEST_CASE("a sorter stands for a sorted copy, and its errors are seen") {
    const std::int64_t sorter[3] = {1, 2, 0}, wrong[3] = {1, 7, 0};
    CHECK(places({30, 10, 20}, {15, 30, 40}, Side::left, sorter) == Positions{1, 2, 3});
    places({30, 10, 20}, {15}, Side::left, wrong, status_out_of_range);
}

TEST_CASE("numbers are counted, with weights in the order they come in") {
    Vector<std::int64_t> numbers({1, 3, 1, 1, 0});
    const backend::Integers given{numbers.values.data(), Dtype::int64, 5};
    CHECK(backend::value_range(given).least == 0);
    CHECK(backend::value_range(given).largest == 3);
    Positions counts(5, -1);
    backend::count_values(counts.data(), 5, given);
    CHECK(counts == Positions{1, 3, 0, 1, 0});
    const std::vector<double> weights = {1e16, 2, 1, 1, 0.5};
    std::vector<double> totals(4, -1);
    backend::sum_by_value(totals.data(), 4, given, weights.data());
    CHECK(totals == std::vector<double>{0.5, 1e16 + 1 + 1, 0, 2});
    Positions many(100'000, 0);
    for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<std::int64_t>(i % 7);
    Positions found(7);
    backend::count_values(found.data(), 7, {many.data(), Dtype::int64, 100'000});
    CHECK(found == Positions{14286, 14286, 14286, 14286, 14286, 14285, 14285});
}

TEST_CASE("numbers of every integer type are counted as they lie") {
    const auto counts_of = [](const auto& numbers, Dtype dtype) {
        const backend::Integers given{numbers.data(), dtype,
                                      static_cast<std::int64_t>(numbers.size())};
        const auto range = backend::value_range(given);
        Positions counts(static_cast<std::size_t>(range.largest + 1));
        backend::count_values(counts.data(), range.largest + 1, given);
        return range.least == 1 ? counts : Positions{};
    };
    const Positions expected = {0, 2, 0, 1};
    CHECK(counts_of(std::vector<std::int8_t>{1, 3, 1}, Dtype::int8) == expected);
    CHECK(counts_of(std::vector<std::uint8_t>{1, 3, 1}, Dtype::uint8) == expected);
    CHECK(counts_of(std::vector<std::int16_t>{1, 3, 1}, Dtype::int16) == expected);
    CHECK(counts_of(std::vector<std::uint16_t>{1, 3, 1}, Dtype::uint16) == expected);
    CHECK(counts_of(std::vector<std::int32_t>{1, 3, 1}, Dtype::int32) == expected);
    CHECK(counts_of(std::vector<std::uint32_t>{1, 3, 1}, Dtype::uint32) == expected);
    CHECK(counts_of(std::vector<std::int64_t>{1, 3, 1}, Dtype::int64) == expected);
    const std::vector<std::uint64_t> beyond = {1, std::uint64_t{1} << 63};
    CHECK(backend::value_range({beyond.data(), Dtype::uint64, 2}).least < 0);
}

}  // namespace
