// One job at a time, cut into pieces that threads claim from one atomic word.
//
// The word holds the job's number and which pieces are free, so a thread that wakes late can never
// claim a piece of a job that is over. The caller takes them from the front and the workers from
// the back: of two jobs over the same memory a thread meets about the same part, which its cache
// still holds.
//
// A worker spins after its last job and then sleeps on the job number: waking a sleeping thread
// costs 5-7 us, and on a virtual machine, whose idle processor is given away, 100-200 us. After
// 20 us it yields at every look, so that it takes a core only from nobody. The caller works on its
// own job, so a worker that is not scheduled delays nobody.
#include "backends/cpu/thread_pool.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <thread>

#include "backends/backend.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/signals.h"
#include "backends/cpu/tuning.h"
#include "backends/cpu/work_counts.h"

namespace numen::cpu {
namespace {

constexpr int most_threads = 256;
constexpr int pieces_per_thread = 4;  // lets a fast thread take over from a slow one
constexpr auto selfish_time = std::chrono::microseconds(20);
constexpr auto spin_time = std::chrono::microseconds(500);
// Work that may be stopped comes in pieces of at most so many grains: some ten milliseconds.
constexpr std::int64_t watched_grains = 64;
constexpr auto time_between_questions = std::chrono::milliseconds(100);
constexpr std::int64_t most_pieces_of_a_job = 0x7fff;
// Sleeping workers are woken for so many short grains, or when so many smaller jobs have come one
// soon after the other: what these have lost by then is what waking costs.
constexpr std::int64_t grains_worth_waking = 8;
constexpr int jobs_worth_waking = 8;

inline void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    asm volatile("yield");
#endif
}

// True once ready() holds; false if it does not within that time.
template <class Ready>
bool spin_until(Ready ready, std::chrono::nanoseconds most = spin_time) {
    const auto start = std::chrono::steady_clock::now();
    std::chrono::nanoseconds spun{0};
    do {
        for (int turn = 0; turn < 64; ++turn) {
            if (ready()) return true;
            pause();
        }
        if (spun > selfish_time) sched_yield();
        spun = std::chrono::steady_clock::now() - start;
    } while (spun < most);
    return ready();
}

// The free pieces of a job: its number (32 bits), the end of the pieces (16), the first (16).
struct Claim {
    std::uint64_t word;
    std::int64_t end() const { return static_cast<std::int64_t>(word >> 16 & 0xffff); }
    std::int64_t first() const { return static_cast<std::int64_t>(word & 0xffff); }
    bool is_open() const { return first() < end(); }
    Claim without_first() const { return {word + 1}; }
    Claim without_last() const { return {word - (1 << 16)}; }
    static Claim start(std::uint32_t job, std::int64_t pieces) {
        return {static_cast<std::uint64_t>(job) << 32 | static_cast<std::uint64_t>(pieces) << 16};
    }
};

struct Pool {
    std::mutex turn;  // held by the thread whose job is running
    std::atomic<std::uint64_t> claim{0};
    std::atomic<std::uint32_t> job{0};
    std::atomic<std::int64_t> finished{0};
    std::atomic<Status> status{0};
    std::atomic<Status> flags{0};
    std::atomic<bool> is_stopped{false};
    const RangeTask* task = nullptr;
    std::int64_t count = 0, pieces = 0;
    int workers = 0;
    std::atomic<int> awake{0};  // workers that do not sleep
    int small_jobs = 0;         // that came while they slept, one soon after the other
    std::chrono::steady_clock::time_point last_small_job;
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
    try {
        return task(begin, end);
    } catch (const std::bad_alloc&) {
        return status_no_memory;
    }
}

// Runs pieces of the job while there are any.
void work(Pool& shared, bool is_worker) {
    Question question;
    for (;;) {
        // What was asked for is told even where no piece is left to be spared: who asked forgot it.
        if (!is_worker && question.is_answered_yes()) {
            shared.is_stopped = true;
            shared.status.fetch_or(status_stopped, std::memory_order_relaxed);
        }
        Claim claim{shared.claim.load(std::memory_order_acquire)};
        if (!claim.is_open()) return;
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

void run_worker(Pool& shared) {
    is_inside = true;
    shared.awake.fetch_add(1, std::memory_order_relaxed);
    std::uint32_t seen = 0;
    for (;;) {
        const auto is_new = [&] { return shared.job.load(std::memory_order_acquire) != seen; };
        if (!spin_until(is_new, tuning().worker_spin_time)) {
            shared.awake.fetch_sub(1, std::memory_order_relaxed);
            shared.job.wait(seen, std::memory_order_acquire);
            shared.awake.fetch_add(1, std::memory_order_relaxed);
        }
        seen = shared.job.load(std::memory_order_acquire);
        work(shared, true);
    }
}

// The threads of a forked child are gone: it starts with a new pool.
void forget_workers() { pool = new Pool; }

void start_workers(Pool& shared, int wanted) {
    static std::once_flag fork_handler;
    std::call_once(fork_handler, [] {
        // Nobody waits for a job before a fork: it may want a lock that the forking thread holds.
        pthread_atfork(nullptr, nullptr, forget_workers);
    });
    const WithoutSignals threads_get_none;
    for (; shared.workers < wanted; ++shared.workers) {
        try {
            std::thread([&shared] { run_worker(shared); }).detach();
        } catch (const std::system_error&) {
            return;  // no more threads to be had: the caller does the work
        }
    }
}

// The number that a variable holds (of OMP_NUM_THREADS' list the first), 0 if it holds none.
int environment_threads(const char* variable) {
    const char* text = std::getenv(variable);
    if (text == nullptr) return 0;
    text += std::strspn(text, " ");
    int found = 0;
    const auto [rest, error] = std::from_chars(text, text + std::strcspn(text, ", "), found);
    if (rest == text || rest[std::strspn(rest, " ")] != (*rest == ',' ? ',' : '\0')) return 0;
    return error == std::errc::result_out_of_range ? *text == '-' ? 0 : most_threads : found;
}

// The processors that the control group's quota is worth; 0 if there is no quota.
int quota_processors() {
    double quota = 0, period = 0;
    if (std::FILE* file = std::fopen("/sys/fs/cgroup/cpu.max", "r")) {
        if (std::fscanf(file, "%lf %lf", &quota, &period) != 2) quota = 0;
        std::fclose(file);
    }
    return quota > 0 && period > 0 ? static_cast<int>(std::ceil(quota / period)) : 0;
}

int default_threads() {
    for (const char* variable : {"NUMEN_NUM_THREADS", "OMP_NUM_THREADS"}) {
        const int wanted = environment_threads(variable);
        if (wanted > 0) return std::min(wanted, most_threads);
    }
    cpu_set_t usable;
    CPU_ZERO(&usable);
    int threads = static_cast<int>(std::thread::hardware_concurrency());
    if (sched_getaffinity(0, sizeof(usable), &usable) == 0) threads = CPU_COUNT(&usable);
    const int quota = quota_processors();
    if (quota > 0) threads = std::min(threads, quota);
    return std::clamp(threads, 1, most_threads);
}

std::atomic<int>& wanted_threads() {
    static std::atomic<int> threads{default_threads()};
    return threads;
}

std::string thread_setting_fault() {
    const char* text = std::getenv("NUMEN_NUM_THREADS");
    const bool is_list = text != nullptr && std::strchr(text, ',') != nullptr;
    if (text == nullptr || *text == '\0') return "";
    if (!is_list && environment_threads("NUMEN_NUM_THREADS") > 0) return "";
    return "NUMEN_NUM_THREADS=" + std::string(text) + ": wants a whole number above 0";
}

// Until a worker has taken a piece, or none comes.
void wait_for_worker(const Pool& shared, std::int64_t pieces) {
    spin_until([&] {
        return Claim{shared.claim.load(std::memory_order_acquire)}.end() < pieces;
    });
}

Status run_shared(Pool& shared, std::int64_t count, std::int64_t pieces, const RangeTask& task) {
    shared.task = &task;
    shared.count = count;
    shared.pieces = pieces;
    shared.finished.store(0, std::memory_order_relaxed);
    shared.status.store(0, std::memory_order_relaxed);
    shared.flags.store(0, std::memory_order_relaxed);
    shared.is_stopped.store(false, std::memory_order_relaxed);
    const std::uint32_t job = shared.job.load(std::memory_order_relaxed) + 1;
    shared.claim.store(Claim::start(job, pieces).word, std::memory_order_release);
    shared.job.store(job, std::memory_order_release);
    shared.job.notify_all();
    is_inside = true;
    cpu::count(work_counts().shared_jobs);
    if (tuning().waits_for_workers) wait_for_worker(shared, pieces);
    work(shared, false);
    is_inside = false;
    const auto is_done = [&] { return shared.finished.load(std::memory_order_acquire) == pieces; };
    if (!is_done() && !spin_until(is_done)) {
        while (!is_done()) {
            const std::int64_t seen = shared.finished.load(std::memory_order_acquire);
            if (seen != pieces) shared.finished.wait(seen, std::memory_order_acquire);
        }
    }
    raise_floating_flags(shared.flags.load(std::memory_order_relaxed));
    return shared.status.load(std::memory_order_relaxed);
}

bool are_awake(const Pool& shared) {
    return shared.awake.load(std::memory_order_relaxed) >= thread_count() - 1;
}

// Asked with the turn.
bool is_worth_waking(Pool& shared, std::int64_t grains) {
    if (grains >= grains_worth_waking || tuning().waits_for_workers || are_awake(shared)) {
        return true;
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - shared.last_small_job > tuning().worker_spin_time) shared.small_jobs = 0;
    shared.last_small_job = now;
    return ++shared.small_jobs > jobs_worth_waking;
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
    std::unique_lock turn(shared.turn, std::try_to_lock);
    if (!turn.owns_lock()) return run_alone(count, grain, task);
    start_workers(shared, threads - 1);
    if (is_short && !is_worth_waking(shared, most_pieces)) {
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
    return run_shared(shared, count, pieces, task);
}

}  // namespace

int thread_count() { return wanted_threads().load(std::memory_order_relaxed); }

void set_thread_count(int threads) {
    wanted_threads().store(std::clamp(threads, 1, most_threads), std::memory_order_relaxed);
}

const std::string& thread_setting_error() {
    static const std::string found = thread_setting_fault();
    return found;
}

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
