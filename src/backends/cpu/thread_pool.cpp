// Jobs, each cut into pieces that threads claim from one atomic word. Several threads may have one
// at a time: the workers serve whichever has pieces left.
//
// The word holds the job's number and which pieces are free, so a thread that wakes late can never
// claim a piece of a job that is over. The caller takes them from the front and the workers from
// the back: of two jobs over the same memory a thread meets about the same part, which its cache
// still holds.
//
// A worker spins after its last job, on the number of jobs posted, and then sleeps on a word of its
// own: waking a sleeping thread costs 5-7 us, and on a virtual machine, whose idle processor is
// given away, 100-200 us. A job wakes as many as it has pieces for, each woken thread two more.
// After 20 us a worker yields at every look, so that it takes a core only from nobody; one that
// spun in vain spins half as long the next time, so that short jobs with long pauses between them
// cost little more than their work. The caller works on its own job, so a worker that is not
// scheduled delays nobody.
#include "backends/cpu/thread_pool.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <thread>

#include "backends/backend.h"
#include "backends/cpu/claim.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/signals.h"
#include "backends/cpu/spinning.h"
#include "backends/cpu/thread_count.h"
#include "backends/cpu/tuning.h"
#include "backends/cpu/work_counts.h"
#include "backends/cpu/watched_pieces.h"

namespace numen::cpu {
namespace {

constexpr int most_jobs = 4;  // of several threads at once; others work alone
constexpr int pieces_per_thread = 4;  // lets a fast thread take over from a slow one
constexpr auto least_spin_time = std::chrono::microseconds(8);  // of a worker that spun in vain
// Work that may be stopped comes in pieces of at most so many grains: some ten milliseconds.
constexpr std::int64_t watched_grains = 64;
constexpr auto time_between_questions = std::chrono::milliseconds(100);
constexpr std::int64_t most_pieces_of_a_job = 0x7fff;
// Sleeping workers are woken for so many short grains, or when so many smaller jobs have come one
// soon after the other: what these have lost by then is what waking costs.
constexpr std::int64_t grains_worth_waking = 8;
constexpr int jobs_worth_waking = 8;

struct Job {
    std::mutex turn;  // held by the thread whose job is running
    std::atomic<std::uint64_t> claim{0};
    std::atomic<std::int64_t> finished{0};
    std::atomic<Status> status{0};
    std::atomic<Status> flags{0};
    std::atomic<bool> is_stopped{false};
    const RangeTask* task = nullptr;
    std::int64_t count = 0, pieces = 0;
    std::uint32_t number = 0;
    std::atomic<int> to_wake{0}, next_to_wake{0};  // how many sleepers it wants; where to look
    int small_jobs = 0;  // that came while the workers slept, one soon after the other
    std::chrono::steady_clock::time_point last_small_job;
};

enum class State : std::uint8_t { looking, working, asleep };

struct alignas(64) Worker {
    std::atomic<std::uint32_t> calls{0};  // how often it was woken, on which it sleeps
    std::atomic<State> state{State::looking};
};

struct Pool {
    std::array<Job, most_jobs> jobs;
    std::array<Worker, most_threads> workers;
    alignas(64) std::atomic<std::uint32_t> posted{0};  // jobs so far
    std::mutex starting;
    std::atomic<int> started{0};  // workers that there are
};

// Never destroyed: workers sleep in it until the process ends.
Pool* pool = new Pool;
thread_local bool is_inside = false;
thread_local bool (*wants_to_stop)() = nullptr;

// Asks, on the thread that is watched, whether its work is to stop: not more often than it says.
class Question {
  public:
    bool is_answered_yes() {
        if (wants_to_stop == nullptr) return false;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return false;
        next_ = now + time_between_questions;
        return wants_to_stop();
    }

  private:
    std::chrono::steady_clock::time_point next_ =
        std::chrono::steady_clock::now() + time_between_questions;
};

std::int64_t piece_begin(std::int64_t count, std::int64_t pieces, std::int64_t piece) {
    return count / pieces * piece + std::min(piece, count % pieces);
}

// Lack of memory is a status: an exception would end the process in a worker, and in the caller
// leave workers behind with a job that is no more.
Status run_piece(const RangeTask& task, std::int64_t begin, std::int64_t end) {
    const WatchedPiece piece;
    try {
        return task(begin, end);
    } catch (const std::bad_alloc&) {
        return status_no_memory;
    }
}

// That a call may use by now.
int usable_workers(const Pool& shared) {
    return std::min(shared.started.load(std::memory_order_relaxed), thread_count() - 1);
}

// Wakes the first of the workers that nobody has looked at for this job and that sleeps.
void wake_next(Pool& shared, Job& job) {
    for (;;) {
        const int place = job.next_to_wake.fetch_add(1, std::memory_order_relaxed);
        if (place >= usable_workers(shared)) return;
        Worker& worker = shared.workers[static_cast<std::size_t>(place)];
        State is = State::asleep;
        if (!worker.state.compare_exchange_strong(is, State::looking)) continue;
        worker.calls.fetch_add(1);
        worker.calls.notify_one();
        return cpu::count(work_counts().woken_threads);
    }
}

// Two of those that the job still wants, if there are so many.
void wake_two(Pool& shared, Job& job) {
    for (int i = 0; i < 2; ++i) {
        if (job.to_wake.fetch_sub(1, std::memory_order_relaxed) > 0) wake_next(shared, job);
    }
}

constexpr int caller = -1;  // the place of the thread whose job it is

// A call may have fewer threads than there are workers. One that was looking at an older job asks
// with the new one's claim at hand.
bool may_work(int place) { return place < thread_count() - 1; }

// Runs pieces of the job while there are any.
void work(Job& shared, int place) {
    const bool is_worker = place != caller;
    Question question;
    for (;;) {
        // What was asked for is told even where no piece is left to be spared: who asked forgot it.
        if (!is_worker && question.is_answered_yes()) {
            shared.is_stopped = true;
            shared.status.fetch_or(status_stopped, std::memory_order_relaxed);
        }
        Claim claim{shared.claim.load(std::memory_order_acquire)};
        if (!claim.is_open() || !may_work(place)) return;
        const Claim rest = is_worker ? claim.without_last() : claim.without_first();
        if (!shared.claim.compare_exchange_weak(claim.word, rest.word,
                                                std::memory_order_acq_rel)) {
            continue;
        }
        const std::int64_t pieces = shared.pieces, piece = is_worker ? rest.end() : claim.first();
        const std::int64_t begin = piece_begin(shared.count, pieces, piece);
        const std::int64_t end = piece_begin(shared.count, pieces, piece + 1);
        if (is_worker) clear_floating_flags();
        const Status status = shared.is_stopped.load(std::memory_order_relaxed)
                                  ? status_ok
                                  : run_piece(*shared.task, begin, end);
        if (status != 0) shared.status.fetch_or(status, std::memory_order_relaxed);
        if (is_worker) {
            shared.flags.fetch_or(floating_flags(), std::memory_order_relaxed);
            cpu::count(work_counts().worker_pieces);
        }
        if (shared.finished.fetch_add(1, std::memory_order_acq_rel) + 1 == pieces) {
            shared.finished.notify_one();
        }
    }
}

// Sleeps until it is called. A job that is posted meanwhile is seen by one of both: whoever posts
// it looks who sleeps, and who goes to sleep looks what is posted.
void sleep(Pool& shared, Worker& self, std::uint32_t seen) {
    const std::uint32_t calls = self.calls.load();
    self.state.store(State::asleep);
    if (shared.posted.load() == seen) self.calls.wait(calls);
    self.state.store(State::looking);
}

void run_worker(Pool& shared, int place) {
    is_inside = true;
    Worker& self = shared.workers[static_cast<std::size_t>(place)];
    std::uint32_t seen = 0;
    std::chrono::nanoseconds patience = tuning().worker_spin_time;
    for (;;) {
        const std::chrono::nanoseconds most = tuning().worker_spin_time;
        const auto is_new = [&] { return shared.posted.load(std::memory_order_acquire) != seen; };
        if (may_work(place) && spin_until(is_new, std::min(patience, most))) {
            patience = std::min<std::chrono::nanoseconds>(2 * patience, spin_time);
        } else {
            patience = std::max<std::chrono::nanoseconds>(patience / 2, least_spin_time);
            sleep(shared, self, seen);
        }
        seen = shared.posted.load(std::memory_order_acquire);
        if (!may_work(place)) continue;
        for (Job& job : shared.jobs) {
            if (!Claim{job.claim.load(std::memory_order_acquire)}.is_open()) continue;
            self.state.store(State::working, std::memory_order_relaxed);
            wake_two(shared, job);
            work(job, place);
            self.state.store(State::looking, std::memory_order_relaxed);
        }
    }
}

// The threads of a forked child are gone: it starts with a new pool.
void forget_workers() { pool = new Pool; }

void start_workers(Pool& shared, int wanted) {
    if (shared.started.load(std::memory_order_acquire) >= wanted) return;
    static std::once_flag fork_handler;
    std::call_once(fork_handler, [] {
        // Nobody waits for a job before a fork: it may want a lock that the forking thread holds.
        pthread_atfork(nullptr, nullptr, forget_workers);
    });
    const std::lock_guard guard(shared.starting);
    const WithoutSignals threads_get_none;
    for (int place = shared.started; place < wanted; shared.started = ++place) {
        try {
            std::thread([&shared, place] { run_worker(shared, place); }).detach();
        } catch (const std::system_error&) {
            return;  // no more threads to be had: the caller does the work
        }
    }
}

// Until a worker has taken a piece, or none comes.
void wait_for_worker(const Job& job, std::int64_t pieces) {
    spin_until([&] {
        return Claim{job.claim.load(std::memory_order_acquire)}.end() < pieces;
    });
}

// Of those that a call may use. Workers that have not begun yet look for work.
int workers_that_are(State state, const Pool& shared) {
    int found = 0;
    for (int place = 0; place < usable_workers(shared); ++place) {
        found += shared.workers[static_cast<std::size_t>(place)].state.load() == state;
    }
    return found;
}

void post(Pool& shared, Job& job) {
    shared.posted.fetch_add(1);
    const std::int64_t most = usable_workers(shared);
    const int wanted = static_cast<int>(std::min(job.pieces - 1, most));
    job.next_to_wake.store(0, std::memory_order_relaxed);
    // Where another job has free pieces, those that look may be on their way to them.
    const bool is_only = std::ranges::none_of(shared.jobs, [&](const Job& other) {
        return &other != &job && Claim{other.claim.load(std::memory_order_acquire)}.is_open();
    });
    job.to_wake.store(wanted - (is_only ? workers_that_are(State::looking, shared) : 0),
                      std::memory_order_relaxed);
    wake_two(shared, job);
}

Status run_shared(Pool& shared, Job& job, std::int64_t count, std::int64_t pieces,
                  const RangeTask& task) {
    job.task = &task;
    job.count = count;
    job.pieces = pieces;
    job.finished.store(0, std::memory_order_relaxed);
    job.status.store(0, std::memory_order_relaxed);
    job.flags.store(0, std::memory_order_relaxed);
    job.is_stopped.store(false, std::memory_order_relaxed);
    job.claim.store(Claim::start(++job.number, pieces).word, std::memory_order_release);
    post(shared, job);
    is_inside = true;
    cpu::count(work_counts().shared_jobs);
    if (tuning().waits_for_workers) wait_for_worker(job, pieces);
    work(job, caller);
    is_inside = false;
    const auto is_done = [&] { return job.finished.load(std::memory_order_acquire) == pieces; };
    if (!is_done() && !spin_until(is_done)) {
        while (!is_done()) {
            const std::int64_t seen = job.finished.load(std::memory_order_acquire);
            if (seen != pieces) job.finished.wait(seen, std::memory_order_acquire);
        }
    }
    raise_floating_flags(job.flags.load(std::memory_order_relaxed));
    return job.status.load(std::memory_order_relaxed);
}

bool are_awake(const Pool& shared) {
    return shared.started.load(std::memory_order_relaxed) >= thread_count() - 1 &&
           workers_that_are(State::asleep, shared) == 0;
}

// Asked with the turn.
bool is_worth_waking(const Pool& shared, Job& job, std::int64_t grains) {
    if (grains >= grains_worth_waking || tuning().waits_for_workers || are_awake(shared)) {
        return true;
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - job.last_small_job > tuning().worker_spin_time) job.small_jobs = 0;
    job.last_small_job = now;
    return ++job.small_jobs > jobs_worth_waking;
}

// A place that no other thread has, held by `turn`; null where all are taken.
Job* free_job(Pool& shared, std::unique_lock<std::mutex>& turn) {
    for (Job& job : shared.jobs) {
        turn = std::unique_lock(job.turn, std::try_to_lock);
        if (turn.owns_lock()) return &job;
    }
    return nullptr;
}

std::int64_t tuned(std::int64_t grain) { return grain / tuning().grain_divisor; }

// The whole job on the calling thread, in pieces if it may be stopped.
Status run_alone(std::int64_t count, std::int64_t grain, const RangeTask& task) {
    if (wants_to_stop == nullptr) return run_piece(task, 0, count);
    const std::int64_t step =
        grain < count / watched_grains ? grain * watched_grains : count;
    Question question;
    Status status = status_ok;
    for (std::int64_t begin = 0; begin < count; begin += step) {
        if (begin > 0 && question.is_answered_yes()) return status | status_stopped;
        status |= run_piece(task, begin, std::min(begin + step, count));
    }
    return status;
}

Status run(std::int64_t count, std::int64_t grain, const RangeTask& task, bool is_short) {
    if (count <= 0) return status_ok;
    grain = std::max<std::int64_t>(tuned(grain), 1);
    const std::int64_t most_pieces = count / grain;
    const int threads = thread_count();
    if (most_pieces < 2 || is_inside || threads < 2) return run_alone(count, grain, task);
    Pool& shared = *pool;
    std::unique_lock<std::mutex> turn;
    Job* job = free_job(shared, turn);
    if (job == nullptr) return run_alone(count, grain, task);
    start_workers(shared, threads - 1);
    if (is_short && !is_worth_waking(shared, *job, most_pieces)) {
        turn.unlock();
        return run_alone(count, grain, task);
    }
    std::int64_t pieces = std::min<std::int64_t>(most_pieces, threads * pieces_per_thread);
    if (wants_to_stop != nullptr) {
        const std::int64_t short_pieces = most_pieces / watched_grains;
        pieces = std::clamp(short_pieces, pieces, most_pieces_of_a_job);
    }
    // As many for each thread: three for two threads take as long as four halves of the work.
    if (pieces > threads) pieces -= pieces % threads;
    return run_shared(shared, *job, count, pieces, task);
}

}  // namespace

int sleeping_threads() { return workers_that_are(State::asleep, *pool); }

int threads_for(std::int64_t count, std::int64_t grain) {
    const std::int64_t pieces = count / std::max<std::int64_t>(tuned(grain), 1);
    return static_cast<int>(std::clamp<std::int64_t>(pieces, 1, thread_count()));
}

std::int64_t grain_now(std::int64_t grain) {
    constexpr std::int64_t gain = 4;
    grain = tuned(grain);
    return are_awake(*pool) ? std::max<std::int64_t>(grain / gain, 1) : grain;
}

Status parallel_for(std::int64_t count, std::int64_t grain, RangeTask task) {
    return run(count, grain, task, false);
}

Status parallel_for_short(std::int64_t count, std::int64_t grain, RangeTask task) {
    return run(count, grain, task, true);
}

}  // namespace numen::cpu

namespace numen::backend {

Watched::Watched(bool (*asked)()) : outer_(cpu::wants_to_stop) { cpu::wants_to_stop = asked; }
Watched::~Watched() { cpu::wants_to_stop = outer_; }

int most_threads() { return cpu::thread_count(); }

}  // namespace numen::backend
