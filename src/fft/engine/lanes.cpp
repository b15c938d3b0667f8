// Transforms of lanes by ducc0's one-dimensional plans: a lane alone by scalar code, several at
// once with one lane in each element of a vector.
//
// float32 lanes are computed in float64 and rounded once, as numpy.fft does.
#include "fft/engine.h"

#include <algorithm>
#include <atomic>
#include <complex>
#include <new>
#include <optional>

#include <ducc0/fft/fft1d_impl.h>

#include "fft/engine/copies.h"

// The only function of ducc0's thread pool that the plans name, on the caller's threads.
namespace numen::fft {
namespace {

thread_local const Threads* callers_threads = nullptr;

}  // namespace
}  // namespace numen::fft

namespace ducc0::detail_threading {
namespace {

class Share : public Scheduler {
  public:
    Share(size_t threads, size_t number, Range work)
        : threads_(threads), number_(number), rest_(work) {}
    size_t num_threads() const override { return threads_; }
    size_t thread_num() const override { return number_; }
    Range getNext() override { return std::exchange(rest_, Range()); }

  private:
    size_t threads_, number_;
    Range rest_;
};

struct Work {
    size_t amount, threads;
    const std::function<void(Scheduler&)>& task;
    std::atomic<bool> lacks_memory = false;
};

void run_share(void* context, int i) {
    Work& work = *static_cast<Work*>(context);
    const auto number = static_cast<size_t>(i);
    const auto end = [&](size_t shares) { return work.amount * shares / work.threads; };
    Share share(work.threads, number, Range(end(number), end(number + 1)));
    try {
        work.task(share);
    } catch (const std::bad_alloc&) {
        work.lacks_memory = true;
    }
}

}  // namespace

void execStatic(size_t amount, size_t threads, size_t, std::function<void(Scheduler&)> task) {
    Work work{amount, std::max<size_t>(threads, 1), task};
    if (work.threads == 1) {
        run_share(&work, 0);
    } else {
        numen::fft::callers_threads->run(static_cast<int>(work.threads), run_share, &work);
    }
    if (work.lacks_memory) throw std::bad_alloc();
}

}  // namespace ducc0::detail_threading

namespace numen::fft {

struct Plan {
    std::optional<ducc0::pocketfft_c<double>> complex;
    std::optional<ducc0::pocketfft_r<double>> real;
};

namespace {

using Vector = ducc0::native_simd<double>;
constexpr int width = static_cast<int>(Vector::size());
template <class V> constexpr int lanes_in = sizeof(V) / sizeof(double);

// Working memory of a thread; what a long transform took is given back.
template <class V> class Scratch {
  public:
    explicit Scratch(std::size_t count) {
        const std::size_t bytes = count * sizeof(V);
        if (bytes <= sizeof(kept)) {
            data_ = reinterpret_cast<V*>(kept);
        } else {
            owned_ = ::operator new(bytes, std::align_val_t(64));
            data_ = static_cast<V*>(owned_);
        }
    }
    ~Scratch() { ::operator delete(owned_, std::align_val_t(64)); }
    Scratch(const Scratch&) = delete;
    V* data() const { return data_; }

  private:
    alignas(64) static inline thread_local char kept[1 << 15];
    void* owned_ = nullptr;
    V* data_;
};

// Threads within one transform: long ones only, whose passes ducc0 can distribute.
std::size_t threads_for(const Task& task, const Lanes& lanes) {
    if (lanes.count > 1 || task.points < 30'000) return 1;
    return static_cast<std::size_t>(callers_threads->count);
}

template <class V>
void run_complex(const ducc0::pocketfft_c<double>& plan, const Task& task, Lanes lanes) {
    using Complex = ducc0::Cmplx<V>;
    const std::size_t points = plan.length();
    Scratch<Complex> scratch(points + plan.bufsize());
    Complex* data = scratch.data();
    read_complex<lanes_in<V>>(task, lanes, reinterpret_cast<double*>(data), task.points);
    Complex* done = plan.exec(data, data + points, task.factor, task.kind == Kind::forward,
                              threads_for(task, lanes));
    write_complex<lanes_in<V>>(task, lanes, reinterpret_cast<const double*>(done));
}

// A lane that lies in a row of complex128 is transformed where its result belongs.
void run_complex_in_place(const ducc0::pocketfft_c<double>& plan, const Task& task, Lanes lanes) {
    using Complex = ducc0::Cmplx<double>;
    Scratch<Complex> scratch(plan.bufsize());
    auto* out = reinterpret_cast<Complex*>(lanes.out[0]);
    read_complex<1>(task, lanes, reinterpret_cast<double*>(out), task.points);
    plan.exec_copyback(out, scratch.data(), task.factor, task.kind == Kind::forward,
                       threads_for(task, lanes));
}

// The same for a real lane whose coefficients lie in a row of complex128: behind the place of r0's
// imaginary part they stand as the transform leaves them.
void run_forward_in_place(const ducc0::pocketfft_r<double>& plan, const Task& task, Lanes lanes) {
    Scratch<double> scratch(plan.bufsize());
    auto* out = reinterpret_cast<double*>(lanes.out[0]);
    read_real<1>(task, lanes, out + 1);
    plan.exec_copyback(out + 1, scratch.data(), task.factor, true, threads_for(task, lanes));
    complete_half(task, out);
}

void run_backward_in_place(const ducc0::pocketfft_r<double>& plan, const Task& task,
                           Lanes lanes) {
    Scratch<double> scratch(plan.bufsize());
    auto* out = reinterpret_cast<double*>(lanes.out[0]);
    read_half<1>(task, lanes, out);
    plan.exec_copyback(out, scratch.data(), task.factor, false, threads_for(task, lanes));
}

template <class V>
void run_real(const ducc0::pocketfft_r<double>& plan, const Task& task, Lanes lanes) {
    constexpr int count = lanes_in<V>;
    const std::size_t points = plan.length();
    Scratch<V> scratch(points + plan.bufsize());
    V* data = scratch.data();
    auto* elements = reinterpret_cast<double*>(data);
    const bool forward = task.kind != Kind::from_half;
    if (forward) {
        read_real<count>(task, lanes, elements);
    } else {
        read_half<count>(task, lanes, elements);
    }
    V* done = plan.exec(data, data + points, task.factor, forward, threads_for(task, lanes));
    const auto* results = reinterpret_cast<const double*>(done);
    if (!forward) {
        write_real<count>(task, lanes, results);
    } else {
        write_half<count>(task, lanes, results);
    }
}

template <class V> void run(const Plan& plan, const Task& task, Lanes lanes) {
    if (plan.real) return run_real<V>(*plan.real, task, lanes);
    run_complex<V>(*plan.complex, task, lanes);
}

// A lane alone: its result is made where it belongs if that is a row of doubles.
void run_alone(const Plan& plan, const Task& task, Lanes lanes) {
    const bool row = task.out_step == itemsize(task.out);
    if (row && task.out == Dtype::complex128) {
        if (plan.complex) return run_complex_in_place(*plan.complex, task, lanes);
        return run_forward_in_place(*plan.real, task, lanes);
    }
    if (row && task.out == Dtype::float64 && lanes.in[0] != lanes.out[0]) {
        return run_backward_in_place(*plan.real, task, lanes);
    }
    run<double>(plan, task, lanes);
}

bool transform(const Plan* plan, const Task& task, const char* const* in, char* const* out,
               int lanes, const Threads& threads) {
    callers_threads = &threads;
    const char* from[width];
    for (int lane = 0; lane < width; ++lane) from[lane] = in[lane < lanes ? lane : 0];
    const Lanes all{from, out, lanes};
    try {
        if (lanes > 1) {
            run<Vector>(*plan, task, all);
        } else {
            run_alone(*plan, task, all);
        }
    } catch (const std::bad_alloc&) {
        return false;
    }
    return true;
}

// Not by ducc0's plans that work on several points of a lane at once: up to 131,072 points they
// take 1.1 to 1.6 times as long.
Plan* make_plan(bool real, std::int64_t points) {
    try {
        auto plan = std::make_unique<Plan>();
        const auto length = static_cast<std::size_t>(points);
        if (real) plan->real.emplace(length);
        else plan->complex.emplace(length);
        return plan.release();
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void destroy_plan(Plan* plan) { delete plan; }

std::size_t plan_bytes(const Plan* plan) {
    return plan->real ? plan->real->footprint() : plan->complex->footprint();
}

constexpr Engine engine{width, make_plan, destroy_plan, plan_bytes, transform};

}  // namespace
}  // namespace numen::fft

extern "C" __attribute__((visibility("default"))) const numen::fft::Engine* numen_fft_engine() {
    return &numen::fft::engine;
}
