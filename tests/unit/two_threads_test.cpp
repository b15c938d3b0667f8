// Two threads at once in the pool, in programs, in recorded work and in shared arrays. What they
// find is judged here; ThreadSanitizer (numen test --threads-sanitize) judges how.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cmath>
#include <functional>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#include "array/allocator.h"
#include "backends/backend.h"
#include "backends/cpu/thread_count.h"
#include "backends/cpu/thread_pool.h"
#include "graph/evaluate.h"
#include "numen/numen.h"
#include "program/program.h"
#include "recorded_work.h"

namespace {

using namespace numen;
using unit::Handle, unit::loop, unit::operand;

constexpr std::int64_t large = 40'000;

// Runs both at once; each is told which it is, 0 or 1, and gives the number of its mistakes.
int mistakes_of_both(const std::function<int(int)>& task) {
    std::atomic<int> mistakes = 0;
    std::barrier start(2);
    const auto run = [&](int which) {
        start.arrive_and_wait();
        mistakes += task(which);
    };
    std::thread first(run, 0), second(run, 1);
    first.join();
    second.join();
    return mistakes;
}

struct Threads {
    int before = cpu::thread_count();
    explicit Threads(int count) { cpu::set_thread_count(count); }
    ~Threads() { cpu::set_thread_count(before); }
};

// The lock that recorded work happens under, as the front lends the engine Python's.
class Lock {
  public:
    Lock() {
        graph::set_lock({[] { mutex.unlock(); }, [] { mutex.lock(); }, [] { return false; },
                     [] { return true; }});
    }
    ~Lock() { graph::set_lock({}); }
    static std::mutex mutex;
};
std::mutex Lock::mutex;

int evaluated(Buffer* buffer) {
    std::vector<graph::Report> reports;
    return graph::evaluate(buffer, reports) != graph::Outcome::done || !reports.empty();
}

TEST_CASE("jobs of two threads write one block of memory, whoever has the pool") {
    const Threads guard(3);
    std::vector<double> halves(2 * large);
    const auto fill = [&](int which) {
        int wrong = 0;
        for (int round = 0; round < 100; ++round) {
            double* half = halves.data() + which * large;
            cpu::set_thread_count(2 + round % 3);
            cpu::parallel_for(large, 100, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t i = begin; i < end; ++i) half[i] = static_cast<double>(i + round);
            });
            wrong += std::accumulate(half, half + large, 0.0) !=
                     static_cast<double>(large * (large - 1) / 2 + large * round);
        }
        return wrong;
    };
    CHECK(mistakes_of_both(fill) == 0);
}

TEST_CASE("who is asked to stop stops alone") {
    const Threads guard(3);
    const auto work = [](int which) {
        bool (*always)() = [] { return true; };
        const backend::Watched watched(which == 0 ? nullptr : always);
        int wrong = 0;
        for (int round = 0; round < (which == 0 ? 100 : 3); ++round) {
            std::atomic<std::int64_t> visited = 0;
            const Status status =
                cpu::parallel_for(100'000, 1, [&](std::int64_t begin, std::int64_t end) {
                    visited += end - begin;
                    std::this_thread::sleep_for(std::chrono::milliseconds(which == 0 ? 1 : 30));
                });
            const bool is_whole = status == status_ok && visited == 100'000;
            const bool is_stopped = status == status_stopped && visited < 100'000;
            wrong += which == 0 ? !is_whole : !is_stopped;
        }
        return wrong;
    };
    CHECK(mistakes_of_both(work) == 0);
}

// Sums, differences and products in an order of their own for each number: another chain each.
Program chain_of(int number) {
    static constexpr Op ops[] = {Op::add, Op::subtract, Op::multiply};
    Program program;
    const Register x = program.read(Dtype::float64), y = program.read(Dtype::float64);
    Register last = x;
    for (int i = 0; i < 5; ++i, number /= 3) {
        const Op op = ops[number % 3];
        last = program.apply(loop(op), op, std::vector{last, y});
    }
    program.store(last);
    return program;
}

double value_of(int number, double x, double y) {
    for (int i = 0; i < 5; ++i, number /= 3) {
        x = number % 3 == 0 ? x + y : number % 3 == 1 ? x - y : x * y;
    }
    return x;
}

TEST_CASE("two threads prepare and run the same new programs over the same inputs") {
    const Threads guard(2);
    const std::vector<double> x(large, 1.5), y(large, 0.5);
    const auto run = [&](int) {
        int wrong = 0;
        std::vector<double> given(large);
        const std::int64_t count = large, step = 8;
        const auto row = [&](const std::vector<double>& values) {
            return StridedView{reinterpret_cast<char*>(const_cast<double*>(values.data())),
                               Dtype::float64, 1, &count, &step};
        };
        for (int number = 0; number < 81; ++number) {
            const Program program = chain_of(number);
            std::vector<Status> reports(program.types().size());
            const std::vector operands{row(given), row(x), row(y)};
            wrong += backend::run(program, operands, reports) != status_ok;
            wrong += given[0] != value_of(number, 1.5, 0.5) || given[large - 1] != given[0];
        }
        return wrong;
    };
    CHECK(mistakes_of_both(run) == 0);
}

// What both share is made, judged and given up under the lock, anew in each of a hundred rounds.
template <class Shared, class Task, class Judge> void repeat_for_both(Task task, Judge judge) {
    const Threads guard(2);
    const Lock lent;
    for (int round = 0; round < 100; ++round) {
        std::unique_lock sharing(Lock::mutex);
        Shared shared;
        sharing.unlock();
        const auto locked = [&](int which) {
            const std::lock_guard guard(Lock::mutex);
            return task(shared, which);
        };
        CHECK(mistakes_of_both(locked) == 0);
        sharing.lock();
        judge(shared);
    }
}

struct Double {
    Handle a = unit::ones(large);
    Handle sum{unit::twice(operand(a.buffer, large))};
};

struct Family : Double {
    Handle third{unit::add(operand(sum.buffer, large), operand(a.buffer, large))};
    Handle fourth{unit::twice(operand(sum.buffer, large))};
};

TEST_CASE("two threads look at what follows from one recorded operation") {
    const auto look = [](Family& shared, int which) {
        const Handle& wanted = which == 0 ? shared.third : shared.fourth;
        int wrong = evaluated(wanted.buffer);
        for (std::int64_t i = 0; i < large; i += 999) wrong += wanted.at(i) != 3 + which;
        return wrong + evaluated(shared.sum.buffer) + (shared.sum.at(7) != 2);
    };
    repeat_for_both<Family>(look, [](const Family&) {});
}

TEST_CASE("a writer waits until others have read what it writes over") {
    const auto look_or_write = [](Double& shared, int which) {
        if (which == 0) return evaluated(shared.sum.buffer);
        Buffer* target = shared.a.buffer;
        std::vector<graph::Report> reports;
        const graph::Outcome settled = graph::settle(target, reports);
        target->bump_version();
        std::fill_n(reinterpret_cast<double*>(target->data()), large, 5.0);
        return static_cast<int>(settled != graph::Outcome::done);
    };
    repeat_for_both<Double>(look_or_write, [](const Double& shared) {
        CHECK(shared.sum.at(0) == 2);
        CHECK(shared.sum.at(large - 1) == 2);
    });
}

constexpr std::int64_t rest = large - 1;

// Its end reads what is before through two maps: that is computed first.
struct Wall : Double {
    Handle end{unit::add(operand(sum.buffer, rest), operand(sum.buffer, rest, 1))};
};

TEST_CASE("one thread reduces what another computes") {
    const auto look = [](Wall& shared, int which) {
        if (which == 0) return evaluated(shared.end.buffer);
        double total = 0;
        graph::Reduction found;
        const graph::Outcome outcome =
            graph::reduce(ReduceOp::sum, shared.end.buffer, true, &total, found);
        return static_cast<int>(outcome != graph::Outcome::done ||
                                (found.is_done && total != 4.0 * static_cast<double>(rest)));
    };
    repeat_for_both<Wall>(look, [](const Wall& shared) { CHECK(shared.end.at(rest - 1) == 4); });
}

TEST_CASE("two threads record on one buffer and drop what they recorded") {
    const Threads guard(2);
    const Lock lent;
    Handle a = unit::ones(large);
    const auto record = [&](int) {
        int wrong = 0;
        for (int round = 0; round < 50; ++round) {
            const std::lock_guard guard(Lock::mutex);
            Handle sum(unit::twice(operand(a.buffer, large)));
            Handle unwanted(unit::add(operand(sum.buffer, large), operand(a.buffer, large)));
            Handle last(unit::twice(operand(sum.buffer, large)));
            wrong += evaluated(last.buffer) + (last.at(large / 2) != 4);
        }
        return wrong;
    };
    CHECK(mistakes_of_both(record) == 0);
    CHECK(a.buffer->readers().empty());
}

TEST_CASE("blocks go from one thread's cache to the other's") {
    std::vector<std::atomic<char*>> places(64);
    constexpr std::size_t bytes = 300'000;
    const auto trade = [&](int which) {
        int wrong = 0;
        for (int round = 0; round < 2000; ++round) {
            auto* block = static_cast<char*>(allocate(bytes));
            block[0] = block[bytes - 1] = static_cast<char>(which);
            char* other = places[static_cast<std::size_t>(round) % 64].exchange(block);
            if (other == nullptr) continue;
            wrong += other[0] != other[bytes - 1];
            release(other, bytes);
        }
        return wrong;
    };
    CHECK(mistakes_of_both(trade) == 0);
    for (std::atomic<char*>& place : places) release(place, bytes);
}

TEST_CASE("two threads use handles and views of one array") {
    const Threads guard(2);
    const Array shared = arange(large);
    const auto use = [&](int which) {
        int wrong = 0;
        for (int round = 0; round < 50; ++round) {
            const Array mine = shared;
            const Array part = mine[{slice(which, none, 2)}];
            const Array sums = part + mine[{slice(1 - which, none, 2)}];
            wrong += sum(sums).item<std::int64_t>() != large * (large - 1) / 2;
            wrong += max(mine).item<std::int64_t>() != large - 1;
        }
        return wrong;
    };
    CHECK(mistakes_of_both(use) == 0);
}

}  // namespace
