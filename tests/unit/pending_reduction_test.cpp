// Full reductions of recorded work: which are part of its program, and which want values first.
#include <doctest/doctest.h>

#include <vector>

#include "graph/evaluate.h"
#include "recorded_work.h"

namespace {

using namespace numen;
using unit::add, unit::Handle, unit::ones, unit::operand;

constexpr std::int64_t count = 100;

graph::Outcome reduce(Buffer* buffer, double& total, bool& is_done) {
    graph::Reduction found;
    const graph::Outcome outcome = graph::reduce(ReduceOp::sum, buffer, false, &total, found);
    is_done = found.is_done;
    return outcome;
}

TEST_CASE("a recorded row is reduced with its program; one that has its values is not") {
    const Handle a = ones(count), twice(unit::twice(operand(a.buffer, count)));
    double total = 0;
    bool is_done = false;
    CHECK(reduce(twice.buffer, total, is_done) == graph::Outcome::done);
    CHECK(is_done);
    CHECK(total == 2 * count);
    CHECK(twice.buffer->state() == BufferState::pending);
    std::vector<graph::Report> reports;
    REQUIRE(graph::evaluate(twice.buffer, reports) == graph::Outcome::done);
    CHECK(reduce(twice.buffer, total, is_done) == graph::Outcome::done);
    CHECK_FALSE(is_done);
}

TEST_CASE("reductions of axes, and results in another order, are stored first") {
    const Handle a = ones(count);
    graph::Operand matrix = operand(a.buffer, count);
    matrix.shape = {20, 5};
    matrix.strides = {40, 8};
    for (const bool reduces : {true, false}) {
        auto* node = new graph::Node;
        a.buffer->retain();
        node->inputs.push_back(matrix);
        node->output = matrix;
        node->output.buffer = nullptr;
        if (reduces) {
            node->reduced_axes = 2;
            node->reduction = ReduceOp::sum;
            node->output.shape = {20};
            node->output.strides = {8};
        } else {
            node->loop = &resolve(Op::negative, Dtype::float64);
            node->op = Op::negative;
            node->output.strides = {8, 160};
        }
        const Handle result(graph::record(node));
        double total = 0;
        bool is_done = true;
        CHECK(reduce(result.buffer, total, is_done) == graph::Outcome::done);
        CHECK_FALSE(is_done);
        std::vector<graph::Report> reports;
        REQUIRE(graph::evaluate(result.buffer, reports) == graph::Outcome::done);
        CHECK(result.at(19) == (reduces ? 5 : -1));
    }
}

// What another thread does while this one waits.
void (*meanwhile)() = nullptr;
Buffer *wall_of_others = nullptr, *end_of_others = nullptr;

TEST_CASE("what another thread has computed meanwhile is not reduced as recorded work") {
    const Handle a = ones(count), wall(unit::twice(operand(a.buffer, count)));
    const Handle end(add(operand(wall.buffer, count - 1, 1), operand(wall.buffer, count - 1)));
    wall_of_others = wall.buffer;
    end_of_others = end.buffer;
    meanwhile = [] {
        meanwhile = nullptr;
        wall_of_others->forget_running();
        std::vector<graph::Report> reports;
        CHECK(graph::evaluate(end_of_others, reports) == graph::Outcome::done);
    };
    wall.buffer->start_running();
    graph::set_lock({[] { if (meanwhile != nullptr) meanwhile(); }, [] {}, [] { return false; },
                     [] { return true; }});
    double total = 0;
    bool is_done = true;
    CHECK(reduce(end.buffer, total, is_done) == graph::Outcome::done);
    graph::set_lock({});
    CHECK_FALSE(is_done);
    CHECK(end.at(0) == 4);
}

}  // namespace
