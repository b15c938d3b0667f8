// Which lanes go together, and which threads take them.
#include "fft/transform.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>

#include "array/allocator.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/thread_count.h"
#include "backends/cpu/thread_pool.h"
#include "fft/library.h"

namespace numen::fft {
namespace {

constexpr int widest = 8;

// All axes but the transformed one, without those of length one, from the farthest in the result's
// memory to the nearest: lanes that follow each other are neighbours.
struct Outer {
    int nd = 0;
    std::int64_t count = 1;
    std::int64_t shape[max_dimensions], in[max_dimensions], out[max_dimensions];

    Outer(const StridedView& to, const StridedView& from, int axis) {
        int order[max_dimensions];
        for (int i = 0; i < to.ndim; ++i) {
            if (i != axis && to.shape[i] != 1) order[nd++] = i;
        }
        std::stable_sort(order, order + nd, [&](int a, int b) {
            return std::abs(to.strides[a]) > std::abs(to.strides[b]);
        });
        for (int i = 0; i < nd; ++i) {
            shape[i] = to.shape[order[i]];
            in[i] = from.strides[order[i]];
            out[i] = to.strides[order[i]];
            count *= shape[i];
        }
    }
};

// Walks over the lanes from a given one on.
class Cursor {
  public:
    Cursor(const Outer& outer, const char* in, char* out, std::int64_t lane)
        : outer_(outer), in_(in), out_(out) {
        for (int i = outer.nd - 1; i >= 0; --i) {
            at_[i] = lane % outer.shape[i];
            lane /= outer.shape[i];
            in_ += at_[i] * outer.in[i];
            out_ += at_[i] * outer.out[i];
        }
    }
    const char* in() const { return in_; }
    char* out() const { return out_; }
    void advance() {
        for (int i = outer_.nd - 1; i >= 0; --i) {
            in_ += outer_.in[i];
            out_ += outer_.out[i];
            if (++at_[i] < outer_.shape[i]) return;
            in_ -= at_[i] * outer_.in[i];
            out_ -= at_[i] * outer_.out[i];
            at_[i] = 0;
        }
    }

  private:
    const Outer& outer_;
    const char* in_;
    char* out_;
    std::int64_t at_[max_dimensions];
};

// Groups of lanes that one thread should have at least, by an estimate of 1 ns a step.
std::int64_t grain(std::int64_t points, int width) {
    const double steps = static_cast<double>(points) * (std::log2(points) + 2.0) * width;
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(40'000.0 / steps));
}

// Runs the pieces of one long transform on the pool.
void run_pieces(int pieces, void (*piece)(void*, int), void* context) {
    cpu::parallel_for(pieces, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) piece(context, static_cast<int>(i));
    });
}

// Long lanes that lie in rows go alone: side by side they would not fit the cache.
bool goes_alone(const Outer& outer, const Task& task) {
    return outer.count == 1 ||
           (task.points > 1 << 15 && task.in_step == itemsize(task.in) &&
            task.out_step == itemsize(task.out));
}

// As NumPy does: a factor of one is an integer to it, which float32 is not to be computed with.
bool is_computed_in_single(const Request& request, Dtype dtype) {
    return request.factor != 1.0 && (dtype == Dtype::float32 || dtype == Dtype::complex64);
}

int engine_width(const Task& task) {
    return task.is_single ? engine()->single_width : engine()->width;
}

}  // namespace

bool available() { return engine() != nullptr; }

bool transform(const StridedView& out, const StridedView& in, int axis, const Request& request,
               Status& status) {
    const Outer outer(out, in, axis);
    const std::int64_t wanted =
        request.kind == Kind::from_half ? request.points / 2 + 1 : request.points;
    const Task task{request.kind, request.conjugate, request.points, request.factor,
                    is_computed_in_single(request, in.dtype),
                    std::min(wanted, in.shape[axis]), in.strides[axis], out.strides[axis],
                    in.dtype, out.dtype};
    if (outer.count == 0) return true;
    const bool alone = goes_alone(outer, task);
    const int width = alone ? 1 : std::min(engine_width(task), widest);
    const auto plan = plan_for({request.points, is_real(request.kind), task.is_single});
    if (!plan) return false;
    const Resources resources{outer.count == 1 ? cpu::thread_count() : 1, run_pieces, allocate,
                              release};
    std::atomic<bool> done = true;
    const auto run_groups = [&](std::int64_t begin, std::int64_t end) {
        Cursor cursor(outer, in.data, out.data, begin * width);
        const std::int64_t last = std::min(end * width, outer.count);
        for (std::int64_t lane = begin * width; lane < last;) {
            const char* from[widest];
            char* to[widest];
            const int lanes = static_cast<int>(std::min<std::int64_t>(width, last - lane));
            for (int i = 0; i < lanes; ++i, cursor.advance()) {
                from[i] = cursor.in();
                to[i] = cursor.out();
            }
            if (!engine()->transform(plan.get(), task, from, to, lanes, resources)) done = false;
            lane += lanes;
        }
    };
    cpu::clear_floating_flags();
    if (outer.count == 1) {
        run_groups(0, 1);
    } else {
        const std::int64_t groups = (outer.count + width - 1) / width;
        cpu::parallel_for(groups, grain(request.points, width), run_groups);
    }
    status = cpu::floating_flags();
    return done;
}

}  // namespace numen::fft
