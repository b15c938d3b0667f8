// The thread pool: coverage of the range, who works, statuses, floating flags, nesting, fork.
#include "backends/cpu/thread_pool.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "backends/backend.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/thread_count.h"
#include "backends/cpu/work_counts.h"

namespace {

using namespace numen;
using cpu::parallel_for;

// Sets the thread count for one test.
struct Threads {
    int before = cpu::thread_count();
    explicit Threads(int count) { cpu::set_thread_count(count); }
    ~Threads() { cpu::set_thread_count(before); }
};

TEST_CASE("every index is visited once, whatever the grain and the thread count") {
    for (const int threads : {1, 2, 5}) {
        const Threads guard(threads);
        for (const std::int64_t count : {0, 1, 2, 3, 1000, 1001, 1017, 1019}) {
            for (const std::int64_t grain : {0, 1, 7, 2000}) {
                std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
                parallel_for(count, grain, [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t i = begin; i < end; ++i) {
                        ++visits[static_cast<std::size_t>(i)];
                    }
                });
                bool is_once = true;
                for (const auto& visit : visits) is_once = is_once && visit == 1;
                CHECK(is_once);
            }
        }
    }
}

TEST_CASE("the caller has the front of a range and the workers the back") {
    for (const int threads : {2, 4}) {
        const Threads guard(threads);
        const auto caller = std::this_thread::get_id();
        const auto is_callers = [caller](std::thread::id id) { return id == caller; };
        std::vector<std::thread::id> owner(64);
        std::atomic<bool> has_piece[2] = {false, false};  // a worker, the caller
        parallel_for(64, 1, [&](std::int64_t begin, std::int64_t end) {
            const auto own = std::this_thread::get_id();
            has_piece[is_callers(own)] = true;
            while (!has_piece[0] || !has_piece[1]) std::this_thread::yield();
            for (std::int64_t i = begin; i < end; ++i) owner[static_cast<std::size_t>(i)] = own;
        });
        CHECK(is_callers(owner.front()));
        CHECK(!is_callers(owner.back()));
        CHECK(std::is_partitioned(owner.begin(), owner.end(), is_callers));
    }
}

TEST_CASE("every thread has as many pieces") {
    for (const int threads : {2, 4}) {
        const Threads guard(threads);
        for (const std::int64_t most : {threads + 1, 2 * threads + 1, 1000}) {
            std::atomic<int> pieces = 0;
            parallel_for(most, 1, [&](std::int64_t, std::int64_t) { ++pieces; });
            CHECK(pieces >= threads);
            CHECK(pieces % threads == 0);
        }
    }
}

// The ids of the threads that work at a job of so many pieces, each of which waits a little for
// others.
std::set<std::thread::id> threads_of(std::int64_t pieces) {
    std::mutex mutex;
    std::set<std::thread::id> found;
    parallel_for(pieces, 1, [&](std::int64_t, std::int64_t) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const std::lock_guard guard(mutex);
        found.insert(std::this_thread::get_id());
    });
    return found;
}

TEST_CASE("fewer threads are used at once where fewer are wanted") {
    const Threads guard(8);
    for (int job = 0; job < 20; ++job) threads_of(64);
    const Threads fewer(2);
    std::set<std::thread::id> met;
    for (int job = 0; job < 20; ++job) met.merge(threads_of(64));
    CHECK(met.size() == 2);
}

TEST_CASE("a job wakes as many sleeping threads as it has pieces for") {
    const Threads guard(64);
    threads_of(64);  // starts them all
    const auto wait_until_asleep = [] {
        while (cpu::sleeping_threads() < 63) std::this_thread::yield();
    };
    for (const std::int64_t pieces : {2, 3, 9}) {
        for (int job = 0; job < 10; ++job) {
            wait_until_asleep();
            const std::uint64_t before = cpu::work_counts().woken_threads;
            CHECK(threads_of(pieces).size() <= static_cast<std::size_t>(pieces));
            wait_until_asleep();
            const std::uint64_t woken = cpu::work_counts().woken_threads - before;
            CHECK(woken >= 1);
            CHECK(woken <= static_cast<std::uint64_t>(pieces) - 1);
        }
    }
}

// Whether two callers' jobs of two pieces each had four threads at the same time.
bool have_workers_at_once() {
    std::atomic<int> inside = 0;
    std::atomic<bool> have_met = false;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    const auto job = [&] {
        parallel_for(2, 1, [&](std::int64_t, std::int64_t) {
            ++inside;
            while (!have_met && std::chrono::steady_clock::now() < deadline) {
                if (inside == 4) have_met = true;
                std::this_thread::yield();
            }
        });
    };
    std::thread other(job);
    job();
    other.join();
    return have_met;
}

TEST_CASE("the jobs of several callers have workers at the same time") {
    const Threads guard(4);
    // A worker that is on its way to the other job counts as coming: not each attempt has one.
    bool has_any = false;
    for (int attempt = 0; attempt < 20 && !has_any; ++attempt) has_any = have_workers_at_once();
    CHECK(has_any);
}

TEST_CASE("the least quota of nested control groups counts") {
    namespace fs = std::filesystem;
    const fs::path mount = fs::temp_directory_path() / ("groups" + std::to_string(getpid()));
    const auto write = [&](const std::string& file, const std::string& text) {
        fs::create_directories((mount / file).parent_path());
        std::ofstream(mount / file) << text;
    };
    write("outer/cpu.max", "250000 100000\n");
    write("outer/inner/cpu.max", "max 100000\n");
    write("outer/inner/least/cpu.max", "400000 100000\n");
    write("cpu/old/cpu.cfs_quota_us", "150000\n");
    write("cpu/old/cpu.cfs_period_us", "100000\n");
    write("cpu/old/free/cpu.cfs_quota_us", "-1\n");
    write("cpu/old/free/cpu.cfs_period_us", "100000\n");
    const auto processors = [&](const std::string& memberships) {
        return cpu::quota_processors(memberships, mount.string());
    };
    CHECK(processors("0::/outer/inner/least\n") == 3);
    CHECK(processors("0::/outer/inner\n") == 3);
    CHECK(processors("0::/elsewhere\n") == 0);
    CHECK(processors("0::/\n") == 0);
    CHECK(processors("") == 0);
    CHECK(processors("4:cpu,cpuacct:/old/free\n3:memory:/outer\n") == 2);
    CHECK(processors("4:cpuset:/old\n") == 0);
    write("cpu.max", "50000 100000\n");
    CHECK(processors("0::/../outer/not/there\n") == 1);
    fs::remove_all(mount);
}

TEST_CASE("many short jobs in a row are all finished") {
    const Threads guard(4);
    std::int64_t wrong = 0;
    for (int job = 0; job < 5000; ++job) {
        std::atomic<std::int64_t> sum = 0;
        parallel_for(16, 1, [&](std::int64_t begin, std::int64_t end) { sum += end - begin; });
        wrong += sum != 16;
    }
    CHECK(wrong == 0);
}

TEST_CASE("a finer grain pays while the threads are awake, and no longer") {
    const Threads guard(2);
    std::atomic<int> inside = 0, asked = 0;
    std::atomic<bool> is_finer = true;
    parallel_for(2, 1, [&](std::int64_t, std::int64_t) {
        ++inside;
        while (inside < 2) std::this_thread::yield();  // so that both threads have a piece
        if (cpu::grain_now(1000) != 250) is_finer = false;
        ++asked;
        while (asked < 2) std::this_thread::yield();  // and neither sleeps before the other asked
    });
    CHECK(is_finer);
    while (cpu::grain_now(1000) != 1000) std::this_thread::yield();  // until all sleep
    CHECK(cpu::grain_now(0) == 0);
}

int pieces_of(std::int64_t grains) {
    std::atomic<int> pieces = 0;
    cpu::parallel_for_short(grains, 1, [&](std::int64_t, std::int64_t) { ++pieces; });
    return pieces;
}

TEST_CASE("sleeping threads are woken for a large job, and for many small ones in a row") {
    const Threads guard(2);
    const auto wait_until_asleep = [] {
        while (cpu::grain_now(1000) != 1000) std::this_thread::yield();
    };
    // A thread may wake late, from the job before: then the small ones find it awake.
    bool are_first_alone = false;
    for (int attempt = 0; attempt < 100 && !are_first_alone; ++attempt) {
        CHECK(pieces_of(8) == 8);
        wait_until_asleep();
        int alone = 0;
        while (alone < 8 && pieces_of(7) == 1) ++alone;
        are_first_alone = alone == 8;
    }
    CHECK(are_first_alone);
    int shared_at_last = 0;
    for (int job = 0; job < 200000; ++job) shared_at_last += pieces_of(7) > 1 && job >= 100000;
    CHECK(shared_at_last > 0);
}

TEST_CASE("statuses are or-ed and the workers' floating flags reach the caller") {
    const Threads guard(4);
    cpu::clear_floating_flags();
    const Status status = parallel_for(64, 1, [](std::int64_t begin, std::int64_t) -> Status {
        volatile double huge = 1e308;
        if (begin >= 32) huge = huge * 10;
        return begin == 0 ? status_negative_power : status_ok;
    });
    CHECK(status == status_negative_power);
    CHECK((cpu::floating_flags() & status_overflow) != 0);
    cpu::clear_floating_flags();
    CHECK(cpu::floating_flags() == status_ok);
}

TEST_CASE("a piece without memory is a status, on every thread, and the pool goes on") {
    for (const int threads : {1, 4}) {
        const Threads guard(threads);
        for (std::int64_t poor = 0; poor < 64; poor += 9) {
            const Status status = parallel_for(64, 1, [&](std::int64_t begin, std::int64_t end) {
                if (begin <= poor && poor < end) throw std::bad_alloc();
            });
            CHECK(status == status_no_memory);
        }
        CHECK(parallel_for(64, 1, [](std::int64_t, std::int64_t) {}) == status_ok);
    }
}

TEST_CASE("a request to stop that comes with the last piece is told") {
    const Threads guard(2);
    static std::atomic<bool> is_asked;
    for (int round = 0; round < 3; ++round) {
        is_asked = false;
        const backend::Watched watched([] { return is_asked = true, true; });
        const auto caller = std::this_thread::get_id();
        constexpr std::int64_t count = 1000;
        std::atomic<std::int64_t> visited = 0;
        std::atomic<bool> has_piece = false;  // the caller; the worker takes all others
        const Status status = parallel_for(count, 1, [&](std::int64_t begin, std::int64_t end) {
            const bool is_caller = std::this_thread::get_id() == caller;
            if (is_caller) has_piece = true;
            while (!has_piece) std::this_thread::yield();
            visited += end - begin;
            if (!is_caller) return;
            while (visited < count) std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::milliseconds(150));
        });
        CHECK(is_asked);
        CHECK(status == status_stopped);
    }
}

TEST_CASE("nested calls run serially") {
    const Threads guard(4);
    std::atomic<std::int64_t> sum = 0;
    parallel_for(8, 1, [&](std::int64_t begin, std::int64_t end) {
        const auto outer = std::this_thread::get_id();
        parallel_for(100, 1, [&](std::int64_t from, std::int64_t to) {
            if (std::this_thread::get_id() == outer) sum += (to - from) * (end - begin);
        });
    });
    CHECK(sum == 800);
}

TEST_CASE("several threads may start jobs at once") {
    const Threads guard(3);
    std::atomic<std::int64_t> sum = 0;
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 4; ++caller) {
        callers.emplace_back([&] {
            for (int job = 0; job < 500; ++job) {
                parallel_for(10, 1, [&](std::int64_t begin, std::int64_t end) {
                    sum += end - begin;
                });
            }
        });
    }
    for (std::thread& caller : callers) caller.join();
    CHECK(sum == 20000);
}

TEST_CASE("a forked child starts its own workers") {
    const Threads guard(3);
    parallel_for(10, 1, [](std::int64_t, std::int64_t) {});
    const pid_t child = fork();
    if (child == 0) {
        std::atomic<std::int64_t> sum = 0;
        for (int job = 0; job < 100; ++job) {
            parallel_for(10, 1, [&](std::int64_t begin, std::int64_t end) { sum += end - begin; });
        }
        _exit(sum == 1000 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
}

}  // namespace
