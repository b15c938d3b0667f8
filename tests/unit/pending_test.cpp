// How much recorded work may wait, what it pins, and what is computed by itself. The large buffers
// have no memory: nothing of them is computed.
#include "graph/pending.h"

#include <doctest/doctest.h>

#include <vector>

#include "recorded_work.h"

namespace {

using namespace numen;
using graph::Before;
using unit::Handle, unit::ones, unit::operand, unit::twice;

constexpr std::int64_t megabyte = std::int64_t{1} << 17;  // elements of 8 bytes

// Host memory of so many elements, or so it says.
Buffer* large(std::int64_t elements) {
    return Buffer::adopt(nullptr, static_cast<std::size_t>(8 * elements), nullptr, nullptr);
}

// What reads `count` elements of a buffer whose last array has gone, with a result of as many.
Buffer* reader_of_the_dead(std::int64_t elements, std::int64_t count) {
    Buffer* input = large(elements);
    Buffer* result = twice(operand(input, count));
    input->release();
    return result;
}

Buffer* sum_of(Buffer* x, Buffer* y, std::int64_t count) {
    return unit::add(operand(x, count), operand(y, count));
}

TEST_CASE("a dead input and its result are what the program by itself would have had") {
    const Handle result(reader_of_the_dead(100 * megabyte, 1000));
    CHECK_FALSE(graph::pins_too_much(Before::recording));
    CHECK_FALSE(graph::is_over_bounds());
    CHECK(graph::pins_too_much(Before::allocation));
    const Handle second(reader_of_the_dead(100 * megabyte, 1000));
    CHECK(graph::pins_too_much(Before::recording));
    CHECK(graph::is_over_bounds());
}

TEST_CASE("memory within the bound, or that an array holds, pins nothing") {
    const Handle small(reader_of_the_dead(40 * megabyte, 1000));
    CHECK_FALSE(graph::pins_too_much(Before::allocation));
    const Handle held(large(400 * megabyte));
    const graph::Operand part = operand(held.buffer, 1000);
    const Handle first(twice(part)), second(twice(part));
    CHECK_FALSE(graph::pins_too_much(Before::allocation));
}

TEST_CASE("what is read twice is pinned once") {
    Buffer* input = large(100 * megabyte);
    const graph::Operand part = operand(input, 1000);
    const Handle first(twice(part)), second(twice(part));
    input->release();
    CHECK(graph::pins_too_much(Before::allocation));
    CHECK_FALSE(graph::pins_too_much(Before::recording));
}

TEST_CASE("what has no values pins no memory") {
    const Handle a(large(100 * megabyte));
    const graph::Operand whole = operand(a.buffer, 100 * megabyte);
    Buffer* middle = twice(whole);
    const Handle end(twice(operand(middle, 10)));
    middle->release();
    CHECK_FALSE(graph::pins_too_much(Before::allocation));
}

TEST_CASE("results that arrays hold take memory, too") {
    Buffer* input = large(100 * megabyte);
    const graph::Operand part = operand(input, 60 * megabyte);
    const Handle first(twice(part));
    CHECK_FALSE(graph::pins_too_much(Before::recording));
    const Handle second(twice(part));
    input->release();
    CHECK(graph::pins_too_much(Before::recording));
    CHECK(graph::pins_too_much(Before::evaluation));
}

// x = x + x, over and over: the array before and the next are held until the name is bound anew.
TEST_CASE("results of which each replaces the one before may wait, to be computed in turn") {
    Buffer* input = large(100 * megabyte);
    const Handle first(twice(operand(input, 100 * megabyte)));
    CHECK_FALSE(graph::pins_too_much(Before::evaluation));
    const Handle second(twice(operand(first.buffer, 100 * megabyte)));
    CHECK(graph::pins_too_much(Before::evaluation));
    CHECK_FALSE(graph::pins_too_much(Before::recording));
    const Handle third(twice(operand(second.buffer, 100 * megabyte)));
    CHECK_FALSE(graph::pins_too_much(Before::recording));
    const Handle late(twice(operand(input, 1000)));  // keeps what the first lets go
    input->release();
    CHECK(graph::pins_too_much(Before::recording));
}

TEST_CASE("what two results have in common is in memory between them") {
    Buffer *a = large(100 * megabyte), *b = large(100 * megabyte);
    Buffer* common = sum_of(a, b, 100 * megabyte);
    Buffer* other = sum_of(b, a, 100 * megabyte);
    a->release();
    b->release();
    const Handle first(unit::add(operand(common, 1000), operand(other, 1000)));
    CHECK_FALSE(graph::pins_too_much(Before::recording));
    const Handle second(unit::add(operand(common, 1000), operand(other, 1000)));
    common->release();
    other->release();
    CHECK(graph::pins_too_much(Before::recording));
}

TEST_CASE("only what arrays hold is computed for itself, and by one thread") {
    const Handle a = ones(10);
    const graph::Operand whole = operand(a.buffer, 10);
    Buffer* unheld = twice(whole);
    const Handle first(twice(whole)), second(twice(whole));
    Buffer* last = twice(whole);
    CHECK(graph::newest_held(graph::newest_serial()) == second.buffer);
    CHECK(graph::newest_held(first.buffer->producer()->serial) == first.buffer);
    CHECK(graph::oldest_held_at_rest() == first.buffer);
    const std::vector<Buffer*> held = graph::all_held();
    CHECK(held == std::vector{first.buffer, second.buffer});
    for (Buffer* buffer : held) buffer->release();
    second.buffer->start_running();
    CHECK(graph::newest_held(graph::newest_serial()) == second.buffer);
    CHECK(graph::newest_held_at_rest(graph::newest_serial()) == first.buffer);
    first.buffer->start_running();
    CHECK(graph::newest_held_at_rest(graph::newest_serial()) == nullptr);
    CHECK(graph::oldest_held_at_rest() == nullptr);
    first.buffer->forget_running();
    second.buffer->forget_running();
    unheld->release();
    last->release();
}

TEST_CASE("what a clock is to be charged for does not wait") {
    const Handle a = ones(10);
    const graph::Operand whole = operand(a.buffer, 10);
    twice(whole)->release();
    CHECK_FALSE(graph::is_over_bounds());
    graph::set_charging(true);
    twice(whole)->release();
    graph::set_charging(false);
    CHECK(graph::is_over_bounds());
    const std::vector<Buffer*> charged = graph::take_charged();
    REQUIRE(charged.size() == 1);
    CHECK(charged[0]->state() == BufferState::pending);
    charged[0]->release();
    CHECK_FALSE(graph::is_over_bounds());
    CHECK(a.buffer->readers().empty());
}

TEST_CASE("a write computes all that reads what it changes") {
    const Handle a = ones(10);
    const graph::Operand whole = operand(a.buffer, 10);
    const Handle first(twice(whole)), second(twice(whole));
    std::vector<graph::Report> reports;
    CHECK(graph::settle(a.buffer, reports) == graph::Outcome::done);
    CHECK(first.at(9) == 2);
    CHECK(second.at(9) == 2);
}

TEST_CASE("a write computes what a clock is to be charged for") {
    const Handle a = ones(10);
    const graph::Operand whole = operand(a.buffer, 10);
    graph::set_charging(true);
    twice(whole)->release();
    graph::set_charging(false);
    CHECK(a.buffer->readers().size() == 2);  // once an operand
    std::vector<graph::Report> reports;
    CHECK(graph::settle(a.buffer, reports) == graph::Outcome::done);
    CHECK(a.buffer->readers().empty());
    CHECK_FALSE(graph::is_over_bounds());
}

}  // namespace
