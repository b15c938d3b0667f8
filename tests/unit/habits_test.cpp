// Places that record operations in vain stop doing so, and try again now and then.
#include "graph/habits.h"

#include <doctest/doctest.h>

namespace {

using namespace numen::graph;

const int places[3] = {}, operations[2] = {};

TEST_CASE("a place is alone after two times in a row, and is tried again") {
    const Habit habit = habit_of(&places[0], &operations[0]);
    CHECK(!is_mostly_alone(habit));
    note_alone(habit);
    CHECK(!is_mostly_alone(habit));
    note_alone(habit);
    int at_once = 0;
    while (is_mostly_alone(habit)) ++at_once;
    CHECK(at_once == 31);
    CHECK(is_mostly_alone(habit));
    note_fused(habit);
    CHECK(!is_mostly_alone(habit));
}

TEST_CASE("operations and places have habits of their own") {
    const Habit habit = habit_of(&places[1], &operations[0]);
    note_alone(habit);
    note_alone(habit);
    CHECK(is_mostly_alone(habit_of(&places[1], &operations[0])));
    CHECK(!is_mostly_alone(habit_of(&places[1], &operations[1])));
    CHECK(!is_mostly_alone(habit_of(&places[2], &operations[0])));
}

TEST_CASE("no place has no habit") {
    note_alone(0);
    note_alone(0);
    CHECK(habit_of(nullptr, &operations[0]) == 0);
    CHECK(!is_mostly_alone(0));
}

}  // namespace
