// Sorting along one axis: which lanes are sorted where they lie, which in a buffer, and on how many
// threads.
//
// A lane in a row is sorted in place, unless other threads may write to it. Others are copied to a
// buffer and back in strips of neighbouring lanes, so that memory is walked in order.
#include <algorithm>
#include <bit>
#include <cstring>

#include "array/allocator.h"
#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/loop_nest.h"
#include "backends/cpu/sort_lane.h"
#include "backends/cpu/thread_count.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {
namespace {

using namespace numen::cpu;

constexpr std::int64_t grain_elements = 8 << 10;   // of sorting on one thread: about 50 us
constexpr std::int64_t strip_elements = 4 << 10;
constexpr std::int64_t fewest_lanes = 16;          // of a strip: two cache lines of doubles

// The lanes of arrays of one shape along an axis.
template <int operands> struct Lanes {
    std::int64_t count;  // elements of a lane
    std::int64_t steps[operands];
    LoopNest<operands> nest;  // of the lanes' first elements

    Lanes(std::initializer_list<const StridedView*> views, int axis) {
        std::int64_t shape[max_dimensions], strides[operands][max_dimensions];
        StridedView starts[operands];
        int operand = 0;
        for (const StridedView* view : views) {
            int place = 0;
            for (int i = 0; i < view->ndim; ++i) {
                if (i == axis) continue;
                shape[place] = view->shape[i];
                strides[operand][place++] = view->strides[i];
            }
            count = view->shape[axis];
            steps[operand] = view->strides[axis];
            starts[operand] = {view->data, view->dtype, place, shape, strides[operand]};
            ++operand;
        }
        if constexpr (operands == 1) {
            nest.build({&starts[0]});
        } else {
            nest.build({&starts[0], &starts[1]});
        }
    }
    std::int64_t lane_count() const { return nest.row_count() * nest.inner_count(); }

    // Calls strip(data, lanes): `lanes` lanes that begin at data[i] + k * nest.inner_step(i).
    template <class Strip> Status for_strips(bool on_threads, Strip strip) const {
        const std::int64_t width = nest.inner_count();
        const std::int64_t lanes =
            std::clamp(strip_elements / count, std::min(fewest_lanes, width), width);
        const std::int64_t strips = (width + lanes - 1) / lanes;
        const auto run = [&](std::int64_t begin, std::int64_t end) {
            Status status = status_ok;
            for (std::int64_t item = begin; item < end; ++item) {
                const std::int64_t left = item % strips * lanes;
                nest.for_rows(item / strips, item / strips + 1, [&](char* const* data) {
                    char* at[operands];
                    for (int i = 0; i < operands; ++i) at[i] = data[i] + left * nest.inner_step(i);
                    status |= strip(at, std::min(lanes, width - left));
                });
            }
            return status;
        };
        const std::int64_t items = strips * nest.row_count();
        if (!on_threads) return run(0, items);
        return parallel_for(items, grain_elements / (count * lanes) + 1, run);
    }
};

// Memory that ends with its scope.
class Buffer {
  public:
    explicit Buffer(std::int64_t bytes)
        : bytes_(static_cast<std::size_t>(bytes)),
          data_(bytes_ <= sizeof small_ ? small_ : static_cast<char*>(allocate(bytes_))) {}
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
        if (data_ != nullptr && data_ != small_) release(data_, bytes_);
    }
    char* data() { return data_; }
    bool is_missing() const { return data_ == nullptr; }

  private:
    alignas(64) char small_[1024];
    std::size_t bytes_;
    char* data_;
};

// Can the loops work on the lanes of a strip where they lie?
bool in_a_row(Dtype dtype, const char* data, std::int64_t step, std::int64_t next_lane) {
    return step == itemsize(dtype) && is_aligned({const_cast<char*>(data), dtype, 1, nullptr,
                                                  &next_lane});
}

// The strip as the copies see it: lanes by elements.
struct Strip {
    std::int64_t shape[2], strides[2], dense[2];

    Strip(std::int64_t lanes, std::int64_t count, std::int64_t next_lane, std::int64_t step,
          Dtype dtype)
        : shape{lanes, count}, strides{next_lane, step},
          dense{count * itemsize(dtype), itemsize(dtype)} {}
    StridedView view(char* data, Dtype dtype) const { return {data, dtype, 2, shape, strides}; }
    StridedView row_view(char* data, Dtype dtype) const { return {data, dtype, 2, shape, dense}; }
};

void number_places(std::int64_t* out, std::int64_t count) {
    constexpr std::int64_t zero = 0, one = 1;
    data_kernels().ramp[static_cast<int>(Dtype::int64)](out, 0, count, &zero, &one);
}

}  // namespace

Status sort(const StridedView& array, int axis, SortKind kind, Elements elements) {
    if (array.ndim == 0 || array.shape[axis] < 2 || element_count(array) == 0) return status_ok;
    const Dtype dtype = array.dtype;
    const bool are_own = elements == Elements::own;
    if (array.ndim == 1 && array.shape[0] < least_in_pieces &&
        in_a_row(dtype, array.data, array.strides[0], 0)) {
        if (are_own) return sort_lane(dtype, kind, array.data, array.shape[0], 1);
        const std::int64_t bytes = array.shape[0] * itemsize(dtype);
        Buffer buffer(bytes);
        if (buffer.is_missing()) return status_no_memory;
        std::memcpy(buffer.data(), array.data, static_cast<std::size_t>(bytes));
        const Status status = sort_lane(dtype, kind, buffer.data(), array.shape[0], 1);
        std::memcpy(array.data, buffer.data(), static_cast<std::size_t>(bytes));
        return status;
    }
    const Lanes<1> lanes({&array}, axis);
    const std::int64_t count = lanes.count, step = lanes.steps[0];
    const std::int64_t next = lanes.nest.inner_step(0);
    // A power of two of threads for each lane, or lanes for the threads.
    const bool is_alone = lanes.lane_count() < thread_count() && count >= least_in_pieces;
    const int threads =
        is_alone ? static_cast<int>(std::bit_floor(static_cast<unsigned>(thread_count()))) : 1;
    return lanes.for_strips(!is_alone, [&](char** at, std::int64_t width) {
        const bool is_direct = are_own && in_a_row(dtype, at[0], step, next);
        const Strip strip(width, count, next, step, dtype);
        Buffer buffer(is_direct ? 0 : width * count * itemsize(dtype));
        if (buffer.is_missing()) return status_no_memory;
        if (!is_direct) copy(strip.row_view(buffer.data(), dtype), strip.view(at[0], dtype));
        Status status = status_ok;
        for (std::int64_t lane = 0; lane < width; ++lane) {
            char* data = is_direct ? at[0] + lane * next : buffer.data() + lane * strip.dense[0];
            status |= sort_lane(dtype, kind, data, count, threads);
        }
        if (!is_direct) copy(strip.view(at[0], dtype), strip.row_view(buffer.data(), dtype));
        return status;
    });
}

Status argsort(const StridedView& positions, const StridedView& in, int axis, SortKind kind,
               Positions start, Elements elements) {
    if (element_count(in) == 0) return status_ok;
    constexpr Dtype place = Dtype::int64;
    const Dtype dtype = in.dtype;
    const bool are_own = elements == Elements::own;
    if (in.ndim == 1 && in_a_row(dtype, in.data, in.strides[0], 0) &&
        in_a_row(place, positions.data, positions.strides[0], 0)) {
        auto* out = reinterpret_cast<std::int64_t*>(positions.data);
        if (start == Positions::fresh) number_places(out, in.shape[0]);
        if (are_own) return argsort_lane(dtype, kind, in.data, out, in.shape[0], start);
        const std::int64_t bytes = in.shape[0] * itemsize(dtype);
        Buffer buffer(bytes);
        if (buffer.is_missing()) return status_no_memory;
        std::memcpy(buffer.data(), in.data, static_cast<std::size_t>(bytes));
        return argsort_lane(dtype, kind, buffer.data(), out, in.shape[0], start);
    }
    const Lanes<2> lanes({&positions, &in}, axis);
    const std::int64_t count = lanes.count;
    const std::int64_t next_out = lanes.nest.inner_step(0), next = lanes.nest.inner_step(1);
    return lanes.for_strips(true, [&](char** at, std::int64_t width) {
        const bool out_direct = in_a_row(place, at[0], lanes.steps[0], next_out);
        const bool in_direct = are_own && in_a_row(dtype, at[1], lanes.steps[1], next);
        const Strip out_strip(width, count, next_out, lanes.steps[0], place);
        const Strip in_strip(width, count, next, lanes.steps[1], dtype);
        Buffer out_buffer(out_direct ? 0 : width * count * itemsize(place));
        Buffer in_buffer(in_direct ? 0 : width * count * itemsize(dtype));
        if (out_buffer.is_missing() || in_buffer.is_missing()) return status_no_memory;
        if (!in_direct) {
            copy(in_strip.row_view(in_buffer.data(), dtype), in_strip.view(at[1], dtype));
        }
        if (!out_direct && start == Positions::present) {
            copy(out_strip.row_view(out_buffer.data(), place), out_strip.view(at[0], place));
        }
        Status status = status_ok;
        for (std::int64_t lane = 0; lane < width; ++lane) {
            auto* out = reinterpret_cast<std::int64_t*>(
                out_direct ? at[0] + lane * next_out
                           : out_buffer.data() + lane * out_strip.dense[0]);
            char* data = in_direct ? at[1] + lane * next
                                   : in_buffer.data() + lane * in_strip.dense[0];
            if (start == Positions::fresh) number_places(out, count);
            status |= argsort_lane(dtype, kind, data, out, count, start);
        }
        if (!out_direct) {
            copy(out_strip.view(at[0], place), out_strip.row_view(out_buffer.data(), place));
        }
        return status;
    });
}

}  // namespace numen::backend
