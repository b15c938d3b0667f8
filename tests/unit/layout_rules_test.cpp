// Which pieces of memory share a byte, and which are read alike.
#include "array/layout_rules.h"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace numen;

char memory[100];

// float64 elements in a row of that memory, from a byte on.
struct Row {
    std::int64_t length, step;
    StridedView view;
    Row(std::int64_t first, std::int64_t length_, std::int64_t step_)
        : length(length_), step(step_),
          view{memory + first, Dtype::float64, 1, &length, &step} {}
    Row(const Row&) = delete;
};

bool overlap(const Row& a, const Row& b) { return may_overlap(a.view, b.view); }

TEST_CASE("memory overlaps from the lowest address to the last byte") {
    CHECK(overlap(Row(0, 3, 8), Row(16, 3, 8)));
    CHECK_FALSE(overlap(Row(0, 3, 8), Row(24, 3, 8)));
    CHECK(overlap(Row(40, 3, -8), Row(24, 1, 8)));
    CHECK_FALSE(overlap(Row(40, 2, -8), Row(24, 1, 8)));
    CHECK(overlap(Row(0, 1, 8), Row(7, 1, 8)));
}

TEST_CASE("of no elements none overlap") {
    CHECK_FALSE(overlap(Row(16, 0, 8), Row(0, 10, 8)));
    CHECK_FALSE(overlap(Row(0, 10, 8), Row(16, 0, 8)));
}

TEST_CASE("the same map has the same place, steps and sizes") {
    const Row a(0, 3, 16), b(0, 3, 8), c(8, 3, 16), alone(0, 1, 8), other(0, 1, 16);
    CHECK(is_same_map(a.view, a.view));
    CHECK_FALSE(is_same_map(a.view, b.view));
    CHECK_FALSE(is_same_map(a.view, c.view));
    CHECK(is_same_map(alone.view, other.view));
    StridedView narrow = a.view;
    narrow.dtype = Dtype::float32;
    CHECK_FALSE(is_same_map(a.view, narrow));
}

}  // namespace
