// Results that take the place of a large input which ends with them: where they may, and that
// nothing is lost.
#include "graph/overwriting.h"

#include <doctest/doctest.h>

#include <optional>
#include <vector>

#include "array/allocator.h"
#include "graph/running.h"
#include "recorded_work.h"

namespace {

using namespace numen;
using unit::Handle, unit::operand, unit::ones;

constexpr std::int64_t count = std::int64_t{3} << 20;  // 24 MB

Buffer* large() {
    Buffer* buffer = Buffer::create(8 * count);
    std::fill_n(reinterpret_cast<double*>(buffer->data()), count, 1.0);
    return buffer;
}

bool is_computed(const Handle& array) {
    std::vector<graph::Report> reports;
    return graph::evaluate(array.buffer, reports) == graph::Outcome::done;
}

bool has_values(const Handle& array, double value, std::int64_t elements = count) {
    for (std::int64_t i = 0; i < elements; ++i) {
        if (array.at(i) != value) return false;
    }
    return true;
}

TEST_CASE("the result of the last reader of a dead input lies where the input lay") {
    Buffer* input = large();
    const char* place = input->data();
    const Handle twice(unit::twice(operand(input, count)));
    const Handle four_times(unit::twice(operand(twice.buffer, count)));
    input->release();
    CHECK(is_computed(four_times));
    CHECK(four_times.data == place);
    CHECK(has_values(four_times, 4));
    CHECK(twice.data != place);
    CHECK(has_values(twice, 2));
}

TEST_CASE("of two dead inputs one is overwritten") {
    Buffer *a = large(), *b = large();
    const char *first = a->data(), *second = b->data();
    const Handle sum(unit::add(operand(a, count), operand(b, count)));
    a->release();
    b->release();
    CHECK(is_computed(sum));
    CHECK((sum.data == first || sum.data == second));
    CHECK(has_values(sum, 2));
}

TEST_CASE("an input that an array, a reference or other work holds stays") {
    const Handle held(large());
    const Handle of_held(unit::twice(operand(held.buffer, count)));
    CHECK(is_computed(of_held));
    CHECK(has_values(held, 1));
    Buffer* kept = large();
    const Handle of_kept(unit::twice(operand(kept, count)));
    CHECK(is_computed(of_kept));
    CHECK(reinterpret_cast<double*>(kept->data())[count - 1] == 1);
    kept->release();
    Buffer* shared = large();
    const Handle one(unit::twice(operand(shared, count)));
    const Handle other(unit::add(operand(shared, count), operand(of_held.buffer, count)));
    shared->release();
    CHECK(is_computed(one));
    CHECK(is_computed(other));
    CHECK(has_values(other, 3));
}

TEST_CASE("an input that is read through another map stays as it is") {
    Buffer* input = large();
    auto* values = reinterpret_cast<double*>(input->data());
    for (std::int64_t i = 0; i < count; ++i) values[i] = static_cast<double>(i);
    graph::Operand backwards = operand(input, count, count - 1);
    backwards.strides = {-8};
    const Handle sum(unit::add(operand(input, count), backwards));
    input->release();
    CHECK(is_computed(sum));
    CHECK(has_values(sum, count - 1));
}

TEST_CASE("nothing is overwritten by work that a fork might cut off") {
    Buffer* input = large();
    const char* place = input->data();
    const Handle twice(unit::twice(operand(input, count)));
    input->release();
    graph::prepare_fork();
    CHECK(is_computed(twice));
    graph::end_fork();
    CHECK(twice.data != place);
    CHECK(has_values(twice, 2));
}

TEST_CASE("the first of two forks to be made does not end the other") {
    Buffer* input = large();
    const char* place = input->data();
    const Handle twice(unit::twice(operand(input, count)));
    input->release();
    graph::prepare_fork();
    graph::prepare_fork();
    graph::end_fork();
    CHECK(is_computed(twice));
    graph::end_fork();
    CHECK(twice.data != place);
}

std::optional<graph::Overwriting> under_way;
int left = 0, asked = 0;

// Python forgets that it was asked: who asks has to stop.
TEST_CASE("a fork waits for what would be lost, and asks nobody whether to stop") {
    graph::set_lock({[] { if (++left == 3) under_way.reset(); }, [] {},
                     [] { return ++asked > 0; }, [] { return false; }});
    under_way.emplace();
    graph::prepare_fork();
    graph::end_fork();
    graph::set_lock({});
    CHECK(left == 3);
    CHECK(asked == 0);
}

TEST_CASE("memory of a run that a fork cut off is given back for that of an input") {
    const auto live = [] { return statistics().live_bytes; };
    const std::uint64_t without = live();
    Buffer* input = large();
    const std::uint64_t block = live() - without;
    const Handle twice(unit::twice(operand(input, count)));
    twice.buffer->start_running();
    CHECK(twice.buffer->allocate());
    twice.buffer->forget_running();
    input->release();
    CHECK(live() - without == 2 * block);
    CHECK(is_computed(twice));
    CHECK(live() - without == block);
}

TEST_CASE("long work overwrites nothing: it can be stopped") {
    Buffer* input = large();
    const char* place = input->data();
    const graph::Operand one = operand(input, count);
    const Handle powers(unit::record(Op::power, one, one));
    const Handle result(unit::record(Op::power, operand(powers.buffer, count), one));
    input->release();
    CHECK(is_computed(result));
    CHECK(result.data != place);
    CHECK(has_values(result, 1));
}

TEST_CASE("Ctrl-C waits for the end of what overwrites its input") {
    static bool is_stopping = false;
    graph::set_lock({[] {}, [] {}, [] { return is_stopping; }, [] { return true; }});
    Buffer* input = large();
    const Handle twice(unit::twice(operand(input, count)));
    input->release();
    is_stopping = true;
    CHECK(is_computed(twice));
    graph::set_lock({});
    CHECK(has_values(twice, 2));
}

}  // namespace
