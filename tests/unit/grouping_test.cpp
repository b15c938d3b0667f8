// Which operations a group takes in, what it reads and what it stores, on cases worked out by hand.
#include "graph/grouping.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "graph/evaluate.h"
#include "program/program.h"
#include "program/row_program.h"
#include "recorded_work.h"

namespace {

using namespace numen;
using unit::add, unit::Handle, unit::ones, unit::operand;

constexpr std::int64_t count = 100;

graph::Operand reversed(Buffer* buffer) {
    graph::Operand made = operand(buffer, count, count - 1);
    made.strides = {-8};
    return made;
}

graph::Operand whole(const Handle& array) { return operand(array.buffer, count); }

bool is_computed(Buffer* buffer) {
    std::vector<graph::Report> reports;
    return graph::evaluate(buffer, reports) == graph::Outcome::done;
}

// x + terms[0] + terms[1] + ...; nobody holds what lies between.
Buffer* sum_of(const Handle& x, const std::vector<const Handle*>& terms) {
    Buffer* last = add(whole(x), whole(*terms[0]));
    for (std::size_t i = 1; i < terms.size(); ++i) {
        Buffer* next = add(operand(last, count), whole(*terms[i]));
        last->release();
        last = next;
    }
    return last;
}

TEST_CASE("a group has so many operations; the rest is computed first") {
    const Handle a = ones(count);
    const Handle end(sum_of(a, std::vector(80, &a)));
    const graph::Group group = graph::group_of(end.buffer->producer());
    CHECK(group.members.size() == Program::most_operations);
    CHECK(group.newest_missing() != nullptr);
    REQUIRE(is_computed(end.buffer));
    CHECK(end.at(count - 1) == 81);
}

TEST_CASE("a group has so many inputs") {
    std::vector<std::unique_ptr<Handle>> arrays;
    std::vector<const Handle*> terms;
    for (int i = 0; i < 40; ++i) {
        arrays.push_back(std::make_unique<Handle>(Buffer::create(8 * count)));
        std::fill_n(reinterpret_cast<double*>(arrays.back()->data), count, i);
        terms.push_back(arrays.back().get());
    }
    const Handle end(sum_of(*arrays[0], terms));
    const graph::Group group = graph::group_of(end.buffer->producer());
    CHECK(group.inputs.size() == Program::most_inputs);
    REQUIRE(is_computed(end.buffer));
    CHECK(end.at(0) == 39 * 40 / 2);
}

TEST_CASE("a group has so many outputs; of more the root goes alone") {
    const Handle a = ones(count);
    std::vector<std::unique_ptr<Handle>> sums;
    sums.push_back(std::make_unique<Handle>(unit::twice(whole(a))));
    for (int i = 1; i < 30; ++i) {
        sums.push_back(std::make_unique<Handle>(add(whole(*sums.back()), whole(a))));
    }
    const graph::Group all = graph::group_of(sums[15]->buffer->producer());
    CHECK(all.stored.size() == Program::most_outputs);
    graph::Node* root = sums.back()->buffer->producer();
    const graph::Group group = graph::group_of(root);
    CHECK(group.members == std::vector{root});
    CHECK(group.stored == std::vector{root});
    CHECK(group.newest_missing() == sums[28]->buffer);
    REQUIRE(is_computed(sums.back()->buffer));
    CHECK(sums.back()->at(0) == 31);
}

TEST_CASE("a member that another member reads through another map is computed first") {
    const Handle ramp(Buffer::create(8 * count));
    for (int i = 0; i < count; ++i) reinterpret_cast<double*>(ramp.data)[i] = i;
    Buffer* twice = unit::twice(whole(ramp));
    Buffer* mixed = add(reversed(twice), whole(ramp));
    const Handle end(add(operand(twice, count), operand(mixed, count)));
    const graph::Group group = graph::group_of(end.buffer->producer());
    CHECK(group.newest_missing() == twice);
    twice->release();
    mixed->release();
    REQUIRE(is_computed(end.buffer));
    for (int i = 0; i < count; i += 9) CHECK(end.at(i) == 2 * (count - 1) + i);
}

TEST_CASE("what a thread computes is no member: it is waited for") {
    const Handle a = ones(count);
    const Handle middle(unit::twice(whole(a))), end(add(whole(middle), whole(a)));
    middle.buffer->start_running();
    const graph::Group group = graph::group_of(end.buffer->producer());
    CHECK(group.members.size() == 1);
    CHECK(group.newest_missing() == middle.buffer);
    middle.buffer->forget_running();
    CHECK(graph::group_of(end.buffer->producer()).members.size() == 2);
}

TEST_CASE("what an operation outside reads is stored, given up or not") {
    const Handle a = ones(count);
    Handle middle(unit::twice(whole(a)));
    const Handle end(add(whole(middle), whole(a)));
    graph::Node* root = end.buffer->producer();
    Buffer* const given_up[] = {middle.buffer};
    CHECK(graph::element_group_of(root).stored.size() == 2);
    CHECK(graph::element_group_of(root, given_up).stored == std::vector{root});
    const Handle other(add(whole(middle), whole(end)));
    CHECK(graph::element_group_of(root, given_up).stored.size() == 2);
    middle.buffer->unlink(middle.alias);
    CHECK(graph::element_group_of(root).stored.size() == 2);
    middle.buffer->link(middle.alias);
}

constexpr std::int64_t rows = 100, columns = 5;

graph::Operand matrix(Buffer* buffer) {
    graph::Operand made = operand(buffer, rows * columns);
    made.shape = {rows, columns};
    made.strides = {8 * columns, 8};
    return made;
}

// The values of rows, each for all elements of its row.
graph::Operand repeated(Buffer* buffer) {
    graph::Operand made = matrix(buffer);
    made.strides = {8, 0};
    return made;
}

Buffer* sums_of_rows(Buffer* buffer) {
    auto* reduction = new graph::Node;
    reduction->reduced_axes = 2;
    reduction->reduction = ReduceOp::sum;
    buffer->retain();
    reduction->inputs.push_back(matrix(buffer));
    reduction->output = operand(nullptr, rows);
    return graph::record(reduction);
}

bool goes_by_rows(const Handle& end) {
    return graph::group_of(end.buffer->producer()).kind == graph::Group::Kind::rows;
}

TEST_CASE("rows: the root is stored, held or not, and the values of rows that others want") {
    const Handle a = ones(rows * columns);
    Buffer* sums = sums_of_rows(a.buffer);
    graph::Node* reduction = sums->producer();
    Buffer* root = add(matrix(a.buffer), repeated(sums));
    const auto stored = [&] { return graph::group_of(root->producer()).stored; };
    CHECK(graph::group_of(root->producer()).kind == graph::Group::Kind::rows);
    CHECK(stored() == std::vector{root->producer()});
    {
        const Handle held(sums);
        CHECK(stored() == std::vector{reduction, root->producer()});
        REQUIRE(is_computed(root));
        CHECK(held.at(rows - 1) == columns);
    }
    CHECK(reinterpret_cast<double*>(root->data())[0] == columns + 1);
    root->release();
}

TEST_CASE("rows: a group has so many operations; the rest is computed first") {
    const Handle a = ones(rows * columns);
    Buffer* last = unit::twice(matrix(a.buffer));
    for (int i = 0; i < 80; ++i) {
        Buffer* next = add(matrix(last), matrix(a.buffer));
        last->release();
        last = next;
    }
    const Handle sums(sums_of_rows(last)), end(add(matrix(last), repeated(sums.buffer)));
    last->release();
    REQUIRE(goes_by_rows(end));
    const graph::Group group = graph::group_of(end.buffer->producer());
    CHECK(group.members.size() == RowProgram::most_operations);
    CHECK(group.newest_missing() != nullptr);
    REQUIRE(is_computed(end.buffer));
    CHECK(end.at(0) == 82 + 82 * columns);
}

TEST_CASE("rows: there are none without a reduction among the operations") {
    const Handle a = ones(rows * columns), sums(sums_of_rows(a.buffer));
    graph::Operand backwards = repeated(sums.buffer);
    backwards.offset = 8 * (rows - 1);
    backwards.strides = {-8, 0};
    const Handle end(add(matrix(a.buffer), backwards));
    CHECK_FALSE(goes_by_rows(end));
    CHECK(graph::group_of(end.buffer->producer()).newest_missing() == sums.buffer);
    REQUIRE(is_computed(end.buffer));
    CHECK(end.at(0) == columns + 1);
}

TEST_CASE("rows: what is not aligned is read by a program of elements") {
    const Handle a = ones(rows * columns), sums(sums_of_rows(a.buffer));
    const Handle memory(Buffer::create(8 * rows * columns + 4));
    std::memcpy(memory.data + 4, a.data, 8 * rows * columns);
    graph::Operand shifted = matrix(memory.buffer);
    shifted.offset = 4;
    const Handle end(add(shifted, repeated(sums.buffer)));
    CHECK_FALSE(goes_by_rows(end));
    REQUIRE(is_computed(end.buffer));
    CHECK(end.at(rows * columns - 1) == columns + 1);
}

TEST_CASE("rows: what has another shape than all elements or values of rows is none of theirs") {
    const Handle a = ones(rows * columns), sums(sums_of_rows(a.buffer));
    const Handle all(unit::twice(operand(sums.buffer, rows)));
    const Handle some(unit::twice(operand(sums.buffer, rows - 1)));
    CHECK(goes_by_rows(all));
    CHECK_FALSE(goes_by_rows(some));
    REQUIRE(is_computed(some.buffer));
    CHECK(some.at(rows - 2) == 2 * columns);
}

}  // namespace
