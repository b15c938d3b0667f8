// Transforms of lanes by ducc0's one-dimensional plans: a lane alone by scalar code, several at
// once with one lane in each element of a vector.
//
// float32 lanes are computed in the type that numpy.fft computes them in: where there is no factor,
// in float64, and rounded once.
#include "fft/engine.h"

#include <algorithm>
#include <atomic>
#include <complex>
#include <new>
#include <variant>

#include "fft/engine/copies.h"
#include "fft/engine/stages.h"

// The only function of ducc0's thread pool that the plans name, on the caller's threads.
namespace numen::fft {
namespace {

thread_local const Resources* resources = nullptr;

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
        numen::fft::resources->run(static_cast<int>(work.threads), run_share, &work);
    }
    if (work.lacks_memory) throw std::bad_alloc();
}

}  // namespace ducc0::detail_threading

namespace numen::fft {

namespace {

template <class Real> using ComplexPlan = Stages<Real, false>;
template <class Real> using RealPlan = Stages<Real, true>;
template <class Real> using Vector = ducc0::native_simd<Real>;
template <class Real> constexpr int width = static_cast<int>(Vector<Real>::size());

}  // namespace

struct Plan {
    std::variant<ComplexPlan<double>, RealPlan<double>, ComplexPlan<float>, RealPlan<float>> of;
    // Null if it is another one.
    template <class Kind> const Kind* find() const { return std::get_if<Kind>(&of); }
};

namespace {

// Working memory: the caller's, who keeps it for the next transform. Fresh pages of the system's
// would cost a transform of a million points as much as the points.
template <class V> class Scratch {
  public:
    explicit Scratch(std::size_t count)
        : bytes_(count * sizeof(V)), data_(resources->allocate(bytes_)) {
        if (data_ == nullptr) throw std::bad_alloc();
    }
    ~Scratch() { resources->release(data_, bytes_); }
    Scratch(const Scratch&) = delete;
    V* data() const { return static_cast<V*>(data_); }

  private:
    std::size_t bytes_;
    void* data_;
};

// Threads within one transform: long ones only, which ducc0 can distribute.
std::size_t threads_for(const Task& task, const Lanes& lanes) {
    if (lanes.count > 1 || task.points < 30'000) return 1;
    return static_cast<std::size_t>(resources->threads);
}

// Of a V, a Real or a vector of them, for every lane one.
template <class Real, class V>
void run_complex(const ComplexPlan<Real>& plan, const Task& task, Lanes lanes) {
    using Complex = ducc0::Cmplx<V>;
    constexpr int count = sizeof(V) / sizeof(Real);
    const std::size_t points = plan.length();
    Scratch<Complex> scratch(points + plan.bufsize());
    Complex* data = scratch.data();
    read_complex<count>(task, lanes, reinterpret_cast<Real*>(data), task.points);
    Complex* done = plan.exec(data, data + points, static_cast<Real>(task.factor),
                              task.kind == Kind::forward, threads_for(task, lanes));
    write_complex<count>(task, lanes, reinterpret_cast<const Real*>(done));
}

// A lane whose result lies in a row of complex numbers of Reals is transformed there.
template <class Real>
void run_complex_in_place(const ComplexPlan<Real>& plan, const Task& task, Lanes lanes) {
    using Complex = ducc0::Cmplx<Real>;
    Scratch<Complex> scratch(plan.bufsize());
    auto* out = reinterpret_cast<Complex*>(lanes.out[0]);
    read_complex<1>(task, lanes, reinterpret_cast<Real*>(out), task.points);
    plan.exec_copyback(out, scratch.data(), static_cast<Real>(task.factor),
                       task.kind == Kind::forward, threads_for(task, lanes));
}

// The same for a real lane: its coefficients are left behind the place of r0's imaginary part,
// which is where they stand in the result.
template <class Real>
void run_forward_in_place(const RealPlan<Real>& plan, const Task& task, Lanes lanes) {
    Scratch<Real> scratch(plan.bufsize());
    auto* out = reinterpret_cast<Real*>(lanes.out[0]);
    read_real<1>(task, lanes, out + 1);
    plan.exec_copyback(out + 1, scratch.data(), static_cast<Real>(task.factor), true,
                       threads_for(task, lanes));
    complete_half(task, out);
}

template <class Real>
void run_backward_in_place(const RealPlan<Real>& plan, const Task& task, Lanes lanes) {
    Scratch<Real> scratch(plan.bufsize());
    auto* out = reinterpret_cast<Real*>(lanes.out[0]);
    read_half<1>(task, lanes, out);
    plan.exec_copyback(out, scratch.data(), static_cast<Real>(task.factor), false,
                       threads_for(task, lanes));
}

template <class Real, class V>
void run_real(const RealPlan<Real>& plan, const Task& task, Lanes lanes) {
    constexpr int count = sizeof(V) / sizeof(Real);
    const std::size_t points = plan.length();
    Scratch<V> scratch(points + plan.bufsize());
    V* data = scratch.data();
    auto* elements = reinterpret_cast<Real*>(data);
    const bool forward = task.kind != Kind::from_half;
    if (forward) {
        read_real<count>(task, lanes, elements);
    } else {
        read_half<count>(task, lanes, elements);
    }
    V* done = plan.exec(data, data + points, static_cast<Real>(task.factor), forward,
                        threads_for(task, lanes));
    const auto* results = reinterpret_cast<const Real*>(done);
    if (!forward) {
        write_real<count>(task, lanes, results);
    } else {
        write_half<count>(task, lanes, results);
    }
}

template <class Real, class V> void run(const Plan& plan, const Task& task, Lanes lanes) {
    if (auto* real = plan.find<RealPlan<Real>>()) return run_real<Real, V>(*real, task, lanes);
    run_complex<Real, V>(*plan.find<ComplexPlan<Real>>(), task, lanes);
}

// A lane alone: its result is made where it belongs if that is a row of what it is computed in.
template <class Real> void run_alone(const Plan& plan, const Task& task, Lanes lanes) {
    const auto* real = plan.find<RealPlan<Real>>();
    if (is_row<Real>(task.out, task.out_step)) {
        if (real != nullptr) return run_forward_in_place(*real, task, lanes);
        return run_complex_in_place(*plan.find<ComplexPlan<Real>>(), task, lanes);
    }
    const bool is_real_row = !is_complex(task.out) && itemsize(task.out) == sizeof(Real) &&
                             task.out_step == sizeof(Real);
    if (is_real_row && lanes.in[0] != lanes.out[0]) {
        return run_backward_in_place(*real, task, lanes);
    }
    run<Real, Real>(plan, task, lanes);
}

template <class Real> void run_lanes(const Plan& plan, const Task& task, const char* const* in,
                                     char* const* out, int lanes) {
    const char* from[width<Real>];
    for (int lane = 0; lane < width<Real>; ++lane) from[lane] = in[lane < lanes ? lane : 0];
    const Lanes all{from, out, lanes};
    if (lanes > 1) {
        run<Real, Vector<Real>>(plan, task, all);
    } else {
        run_alone<Real>(plan, task, all);
    }
}

bool transform(const Plan* plan, const Task& task, const char* const* in, char* const* out,
               int lanes, const Resources& given) {
    resources = &given;
    try {
        if (task.is_single) run_lanes<float>(*plan, task, in, out, lanes);
        else run_lanes<double>(*plan, task, in, out, lanes);
    } catch (const std::bad_alloc&) {
        return false;
    }
    return true;
}

// Not by ducc0's plans that work on several points of a lane at once: up to 131,072 points they
// take 1.1 to 1.6 times as long.
template <class Kind> Plan* new_plan(std::int64_t points) {
    return new Plan{Kind(static_cast<std::size_t>(points))};
}

Plan* make_plan(const PlanKey& key) {
    try {
        if (key.is_single) {
            return key.is_real ? new_plan<RealPlan<float>>(key.points)
                               : new_plan<ComplexPlan<float>>(key.points);
        }
        return key.is_real ? new_plan<RealPlan<double>>(key.points)
                           : new_plan<ComplexPlan<double>>(key.points);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void destroy_plan(Plan* plan) { delete plan; }

std::size_t plan_bytes(const Plan* plan) {
    return std::visit([](const auto& kind) { return kind.footprint(); }, plan->of);
}

constexpr Engine engine{width<double>, width<float>, make_plan, destroy_plan, plan_bytes,
                        transform};

}  // namespace
}  // namespace numen::fft

extern "C" __attribute__((visibility("default"))) const numen::fft::Engine* numen_fft_engine() {
    return &numen::fft::engine;
}
