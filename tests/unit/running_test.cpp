// The lock around recorded work: who leaves it, who takes it again, who keeps it; who stops, and
// what may be tried again.
#include "graph/running.h"

#include <doctest/doctest.h>

#include <memory>
#include <new>
#include <vector>

#include "array/allocator.h"
#include "backends/cpu/thread_count.h"
#include "graph/evaluate.h"
#include "recorded_work.h"

namespace {

using namespace numen;
using unit::Handle, unit::ones, unit::operand;

constexpr std::int64_t count = 1000;

int left = 0, entered = 0;
bool is_stopping = false, stops_for_good = true;

// A lock that counts.
struct Counting {
    Counting() {
        left = entered = 0;
        is_stopping = false;
        stops_for_good = true;
        graph::set_lock({[] { ++left; }, [] { ++entered; }, [] { return is_stopping; },
                         [] { return stops_for_good; }});
    }
    ~Counting() { graph::set_lock({}); }
};

graph::Outcome evaluated(const Handle& array) {
    std::vector<graph::Report> reports;
    return graph::evaluate(array.buffer, reports);
}

Handle sum(const Handle& a, std::int64_t elements = count) {
    return Handle(unit::twice(operand(a.buffer, elements)));
}

TEST_CASE("the lock is left while a program runs and taken before its values are published") {
    const Counting lent;
    const Handle a = ones(count), twice = sum(a);
    CHECK(left == 0);
    CHECK(evaluated(twice) == graph::Outcome::done);
    CHECK(left == 1);
    CHECK(entered == 1);
    CHECK(twice.at(0) == 2);
}

TEST_CASE("who keeps the lock neither leaves it nor waits") {
    const Counting lent;
    const Handle a = ones(count), twice = sum(a), other = sum(a);
    {
        const graph::KeepingLock keeping;
        CHECK(evaluated(twice) == graph::Outcome::done);
        other.buffer->start_running();
        CHECK(evaluated(other) == graph::Outcome::busy);
        CHECK(graph::wait_for_others() == graph::Outcome::busy);
        CHECK(left == 0);
    }
    other.buffer->forget_running();
    CHECK(evaluated(other) == graph::Outcome::done);
    CHECK(left == 1);
    CHECK(entered == 1);
}

TEST_CASE("what another thread computes is among all there is, and not among what is at rest") {
    const Counting lent;
    const graph::KeepingLock keeping;
    const Handle a = ones(count), twice = sum(a), other = sum(a);
    other.buffer->start_running();
    std::vector<graph::Report> reports;
    CHECK(graph::evaluate_at_rest(reports) == graph::Outcome::done);
    CHECK(twice.at(0) == 2);
    CHECK(graph::evaluate_all(reports) == graph::Outcome::busy);
    other.buffer->forget_running();
    CHECK(graph::evaluate_all(reports) == graph::Outcome::done);
    CHECK(other.at(0) == 2);
}

TEST_CASE("who waits leaves the lock meanwhile, and stops where the user wants it") {
    const Counting lent;
    CHECK(graph::wait_for_others() == graph::Outcome::done);
    CHECK(left == 1);
    CHECK(entered == 1);
    is_stopping = true;
    CHECK(graph::wait_for_others() == graph::Outcome::interrupted);
}

// x ** x ** ... ** x. Work is asked to stop after a tenth of a second: sixty powers of millions of
// elements on one thread take longer.
std::unique_ptr<Handle> many_powers(const Handle& x, std::int64_t elements) {
    const graph::Operand base = operand(x.buffer, elements);
    auto last = std::make_unique<Handle>(unit::record(Op::power, base, base));
    for (int i = 1; i < 60; ++i) {
        last = std::make_unique<Handle>(
            unit::record(Op::power, operand(last->buffer, elements), base));
    }
    return last;
}

// Makes the node one that reads whole arrays and writes to memory of its caller's.
void write_into(graph::Node& node, const LoopEntry& loop, Op op, const Handle& x, const Handle& y,
                char* memory, std::int64_t elements) {
    node.loop = &loop;
    node.op = op;
    for (const Handle* input : {&x, &y}) {
        input->buffer->retain();
        node.inputs.push_back(operand(input->buffer, elements));
    }
    node.output.memory = memory;
    node.output.shape = {elements};
    node.output.strides = {8};
}

TEST_CASE("what the user stops is pending again, without memory, and may be tried again") {
    const Counting lent;
    const int threads = cpu::thread_count();
    cpu::set_thread_count(1);
    constexpr std::int64_t many = 1 << 23;
    const Handle a = ones(many);
    const auto last = many_powers(a, many);
    is_stopping = true;
    CHECK(evaluated(*last) == graph::Outcome::interrupted);
    CHECK(last->buffer->state() == BufferState::pending);
    CHECK(last->buffer->data() == nullptr);
    is_stopping = false;
    CHECK(evaluated(*last) == graph::Outcome::done);
    CHECK(last->at(many - 1) == 1);
    cpu::set_thread_count(threads);
}

// What comes of x += x ** x ** ... ** x where the user asks to stop meanwhile.
graph::Outcome stopped_into_itself(std::int64_t many) {
    const Handle x = ones(many);
    auto last = many_powers(x, many);
    graph::Node node;
    write_into(node, unit::loop(Op::add), Op::add, x, *last, x.data, many);
    last.reset();  // so that it is computed into the target, by one program
    Status status = status_ok;
    std::vector<graph::Report> reports;
    is_stopping = true;
    return graph::evaluate_into(node, {}, status, reports);
}

TEST_CASE("what changes its own input is stopped only where nobody tries it again") {
    const Counting lent;
    const int threads = cpu::thread_count();
    cpu::set_thread_count(1);
    CHECK(stopped_into_itself(1 << 22) == graph::Outcome::interrupted);
    stops_for_good = false;
    CHECK(stopped_into_itself(1 << 22) == graph::Outcome::done);
    cpu::set_thread_count(threads);
}

// A loop for which memory runs out, whatever it has written by then.
Status run_out(char* const*, const std::int64_t*, std::int64_t) { throw std::bad_alloc(); }

// What comes of such an operation on x and recorded work that writes into the target.
graph::Outcome run_out_into(const Handle& target, const Handle& x) {
    const Handle a = ones(count), recorded = sum(a);
    LoopEntry loop = unit::loop(Op::power);
    loop.run = run_out;
    graph::Node node;
    write_into(node, loop, Op::power, x, recorded, target.data, count);
    Status status = status_ok;
    std::vector<graph::Report> reports;
    return graph::evaluate_into(node, {}, status, reports);
}

TEST_CASE("where memory runs out, what changes its own input is not to be tried again") {
    const Handle x = ones(count), other = ones(count);
    CHECK(run_out_into(x, x) == graph::Outcome::broken_off);
    CHECK(run_out_into(other, x) == graph::Outcome::out_of_memory);
}

// Inputs of more memory than recorded work may keep are let go one by one before anything is
// computed, and meanwhile other threads may do what they like.
TEST_CASE("who is to be computed stays while older work goes first, though its array goes") {
    constexpr std::int64_t large = 7 << 20;
    const auto reader_of_the_dead = [] {
        const Handle a = ones(large);
        return std::make_unique<Handle>(unit::twice(operand(a.buffer, count)));
    };
    const std::unique_ptr<Handle> older = reader_of_the_dead();
    static std::unique_ptr<Handle> newer;
    newer = reader_of_the_dead();
    std::vector<graph::Report> reports;
    graph::set_lock({[] { newer.reset(); }, [] {}, [] { return false; }, [] { return true; }});
    CHECK(graph::evaluate(newer->buffer, reports) == graph::Outcome::done);
    graph::set_lock({});
    CHECK(newer == nullptr);
    CHECK(older->at(count - 1) == 2);
}

// As if by another thread: the values come, and then the last array goes.
std::unique_ptr<Handle> held;
std::size_t freed;

void publish_and_drop() {
    if (held == nullptr) return;
    graph::Node* producer = held->buffer->producer();
    CHECK(held->buffer->allocate());
    held->buffer->publish();
    graph::discard(producer);
    const std::size_t live = statistics().live_bytes;
    held.reset();
    freed = live - statistics().live_bytes;
}

TEST_CASE("who waits for a result keeps none of its memory") {
    constexpr std::int64_t large = 1 << 20;
    const Handle a = ones(large);
    held = std::make_unique<Handle>(unit::twice(operand(a.buffer, large)));
    held->buffer->start_running();
    graph::set_lock({publish_and_drop, [] {}, [] { return false; }, [] { return true; }});
    std::vector<graph::Report> reports;
    CHECK(graph::evaluate(held->buffer, reports) == graph::Outcome::done);
    graph::set_lock({});
    CHECK(held == nullptr);
    CHECK(freed >= 8 * large);
}

TEST_CASE("what nobody wants any more is not computed for those who waited for it") {
    const Handle a = ones(count);
    held = std::make_unique<Handle>(unit::twice(operand(a.buffer, count)));
    Buffer* dropped = held->buffer;
    dropped->start_waiting();
    held.reset();
    CHECK(dropped->state() == BufferState::dropped);
    CHECK(a.buffer->readers().empty());
    std::vector<graph::Report> reports;
    CHECK(graph::evaluate(dropped, reports) == graph::Outcome::done);
    dropped->stop_waiting();
}

TEST_CASE("a group that runs is known to run") {
    static Buffer* watched;
    static BufferState seen;
    const Handle a = ones(count), twice = sum(a);
    watched = twice.buffer;
    graph::set_lock({[] { seen = watched->state(); }, [] {}, [] { return false; },
                     [] { return true; }});
    CHECK(evaluated(twice) == graph::Outcome::done);
    graph::set_lock({});
    CHECK(seen == BufferState::running);
    CHECK(watched->state() == BufferState::host);
}

}  // namespace
