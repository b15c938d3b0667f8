// Programs and the grouping of recorded operations, judged by plain loops and by hand.
#include "program/program.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "backends/backend.h"
#include "graph/evaluate.h"
#include "graph/grouping.h"
#include "graph/pending.h"
#include "recorded_work.h"

namespace {

using namespace numen;
using unit::add, unit::Handle, unit::loop, unit::ones, unit::operand;

StridedView row(std::vector<double>& values, const std::int64_t& count) {
    static constexpr std::int64_t step = 8;
    return {reinterpret_cast<char*>(values.data()), Dtype::float64, 1, &count, &step};
}

TEST_CASE("a program's operation on the same registers is there once") {
    Program program;
    const Register a = program.read(Dtype::float64), b = program.read(Dtype::int32);
    const Register first = program.apply(loop(Op::add), Op::add, std::vector{a, b});
    CHECK(program.instructions().size() == 2);  // b is converted first
    CHECK(program.types()[program.instructions()[0].output] == Dtype::float64);
    CHECK(program.apply(loop(Op::add), Op::add, std::vector{a, b}) == first);
    CHECK(program.apply(loop(Op::add), Op::add, std::vector{b, a}) != first);
    CHECK(program.instructions().size() == 3);
    program.store(first);
    program.store(first);  // a second output is a copy
    CHECK(program.stores()[0] == first);
    CHECK(program.stores()[1] != first);
}

TEST_CASE("a program computes what its operations compute one after another") {
    for (const std::int64_t count : {1, 7, 1000, 100'003}) {
        std::vector<double> a(count), b(count), wanted(count), sums(count), given(count);
        for (std::int64_t i = 0; i < count; ++i) {
            a[i] = 0.25 * static_cast<double>(i);
            b[i] = static_cast<double>(count - i);
            wanted[i] = std::sqrt(a[i] + b[i]) * b[i];
        }
        Program program;
        const Register x = program.read(Dtype::float64), y = program.read(Dtype::float64);
        const Register sum = program.apply(loop(Op::add), Op::add, std::vector{x, y});
        const Register root = program.apply(loop(Op::sqrt), Op::sqrt, std::vector{sum});
        program.store(program.apply(loop(Op::multiply), Op::multiply, std::vector{root, y}));
        program.store(sum);
        std::vector<Status> reports(program.types().size());
        const std::vector operands{row(given, count), row(sums, count), row(a, count),
                                   row(b, count)};
        CHECK(backend::run(program, operands, reports) == status_ok);
        CHECK(given == wanted);
        CHECK(sums[count - 1] == a[count - 1] + b[count - 1]);
        CHECK(program.status_of(root, reports) == status_ok);

        double total = 0, of_stored = 0;
        Status status = status_ok;
        std::vector unstored = operands;
        unstored[0].data = nullptr;
        REQUIRE(backend::reduce_program(ReduceOp::sum, program, unstored, &total, reports, status));
        backend::reduce_contiguous(ReduceOp::sum, Dtype::float64, given.data(), count, &of_stored);
        CHECK(total == of_stored);
        CHECK_FALSE(backend::reduce_program(ReduceOp::argmax, program, unstored, &total, reports,
                                            status));
    }
}

TEST_CASE("each instruction reports its own flags") {
    const std::int64_t count = 40'000;
    std::vector<double> a(count, 1.0), b(count, 2.0), given(count);
    a[31'000] = -1;
    b[5] = 0;
    Program program;
    const Register x = program.read(Dtype::float64), y = program.read(Dtype::float64);
    const Register root = program.apply(loop(Op::sqrt), Op::sqrt, std::vector{x});
    const Register ratio = program.apply(loop(Op::divide), Op::divide, std::vector{x, y});
    const Register sum = program.apply(loop(Op::add), Op::add, std::vector{root, ratio});
    program.store(sum);
    std::vector<Status> reports(program.types().size());
    backend::run(program, std::vector{row(given, count), row(a, count), row(b, count)}, reports);
    CHECK(program.status_of(root, reports) == status_invalid);
    CHECK(program.status_of(ratio, reports) == status_divide);
    CHECK(program.status_of(sum, reports) == status_ok);
}

TEST_CASE("what is held is stored, what is not held is not, walls are computed first") {
    const std::int64_t count = 1000;
    Handle a = ones(count);
    const graph::Operand whole = operand(a.buffer, count);
    std::vector<graph::Report> reports;
    SUBCASE("a chain") {
        Handle held(unit::twice(whole));
        Buffer* middle = add(operand(held.buffer, count), whole);
        Handle end(add(operand(middle, count), whole));
        middle->release();  // nobody holds it but the operation that reads it
        const graph::Group group = graph::group_of(end.buffer->producer());
        CHECK(group.members.size() == 3);
        CHECK(group.inputs.size() == 1);
        CHECK(group.stored.size() == 2);
        CHECK(graph::evaluate(end.buffer, reports) == graph::Outcome::done);
        CHECK(end.at(count - 1) == 4);
        CHECK(held.at(0) == 2);
    }
    SUBCASE("two maps") {
        Handle middle(unit::twice(whole));
        Handle end(add(operand(middle.buffer, count - 1), operand(middle.buffer, count - 1, 1)));
        const graph::Group group = graph::group_of(end.buffer->producer());
        CHECK(group.members.size() == 1);
        CHECK(group.newest_missing() == middle.buffer);
        CHECK(graph::evaluate(end.buffer, reports) == graph::Outcome::done);
        CHECK(end.at(5) == 4);
        CHECK(middle.buffer->state() == BufferState::host);
    }
    CHECK(reports.empty());
}

TEST_CASE("operations without end are given back without recursion") {
    const std::int64_t count = 16;
    Handle a = ones(count);
    Buffer* last = unit::twice(operand(a.buffer, count));
    for (int i = 0; i < 20'000; ++i) {
        Buffer* next = add(operand(last, count), operand(a.buffer, count));
        last->release();
        last = next;
    }
    CHECK(graph::is_over_bounds());
    last->release();
    CHECK(a.buffer->readers().empty());
    CHECK_FALSE(graph::is_over_bounds());
}

}  // namespace
