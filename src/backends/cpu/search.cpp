// Positions of extrema: along one axis, or of a whole array in C order.
#include "backends/cpu/search.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <vector>

#include "backends/backend.h"
#include "backends/cpu/data_kernels.h"
#include "backends/cpu/ordering.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t piece_elements = 256 << 10;
constexpr std::int64_t most_together = 256;  // rows of one call
// Searches of booleans mostly stop early, and read 64 at a time where they do not.
constexpr std::int64_t grain_elements = 64 << 10, boolean_grain = 1 << 20;

struct Record {
    alignas(16) char value[16];
    std::int64_t position = -1;
};

// What looks for the largest or smallest of one type.
struct Search {
    SearchLoop loop;
    bool is_max;
    Dtype dtype;

    // Can nothing beat it? A NaN, or the boolean that is sought.
    bool is_final(const Record& record) const {
        if (dtype == Dtype::boolean) return (record.value[0] != 0) == is_max;
        return with_sortable(dtype, [&]<class T>() {
            T value;
            std::memcpy(&value, record.value, sizeof value);
            return is_not_a_number(value);
        });
    }
};

// One long row in pieces; an earlier piece wins unless a later one really beats it.
std::int64_t search_line(const Search& search, const char* data, std::int64_t step,
                         std::int64_t count) {
    const SearchLoop loop = search.loop;
    const std::int64_t pieces = (count + piece_elements - 1) / piece_elements;
    std::vector<Record> records(static_cast<std::size_t>(pieces));
    std::atomic<std::int64_t> last = pieces - 1;  // no later piece counts
    const auto search_piece = [&](std::int64_t piece) {
        const std::int64_t first = piece * piece_elements;
        Record& record = records[static_cast<std::size_t>(piece)];
        record.position = first + loop(record.value, true, data + first * step, step,
                                       std::min(piece_elements, count - first));
        if (!search.is_final(record)) return;
        std::int64_t known = last.load(std::memory_order_relaxed);
        while (piece < known && !last.compare_exchange_weak(known, piece)) {}
    };
    // Most masks are done with their first piece: no other thread need wake.
    const std::int64_t alone = search.dtype == Dtype::boolean ? 1 : 0;
    if (alone == 1) search_piece(0);
    parallel_for(last + 1 - alone, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t piece = begin + alone; piece < end + alone; ++piece) {
            if (piece <= last.load(std::memory_order_relaxed)) search_piece(piece);
        }
    });
    Record best = records[0];
    for (std::int64_t piece = 1; piece <= last; ++piece) {
        const Record& record = records[static_cast<std::size_t>(piece)];
        if (loop(best.value, false, record.value, 0, 1) >= 0) best.position = record.position;
    }
    return best.position;
}

std::int64_t search_rows(const Search& search, const StridedView& in) {
    if (in.ndim == 0) return 0;
    if (is_contiguous(in)) {
        return search_line(search, in.data, itemsize(in.dtype), element_count(in));
    }
    const int last = in.ndim - 1;
    std::int64_t index[max_dimensions] = {};
    Record best;
    const char* at = in.data;
    for (std::int64_t base = 0;; base += in.shape[last]) {
        const bool first = base == 0;
        const std::int64_t found =
            search.loop(best.value, first, at, in.strides[last], in.shape[last]);
        if (found >= 0) {
            best.position = base + found;
            if (search.is_final(best)) return best.position;
        }
        int axis = last - 1;
        for (; axis >= 0; --axis) {
            at += in.strides[axis];
            if (++index[axis] < in.shape[axis]) break;
            at -= in.strides[axis] * in.shape[axis];
            index[axis] = 0;
        }
        if (axis < 0) return best.position;
    }
}

void store_position(const StridedView& out, std::int64_t offset, std::int64_t position) {
    if (out.dtype == Dtype::int64) {
        std::memcpy(out.data + offset, &position, sizeof position);
        return;
    }
    data_kernels().cast[static_cast<int>(out.dtype)][static_cast<int>(Dtype::int64)](
        out.data + offset, 0, reinterpret_cast<const char*>(&position), 0, 1);
}

// Walks over the rows along one axis and the places of their answers, in C order.
class RowWalk {
  public:
    RowWalk(const StridedView& out, const StridedView& in, int reduced, std::int64_t start) {
        for (int axis = in.ndim - 1, out_axis = out.ndim - 1; axis >= 0; --axis) {
            if (axis == reduced) continue;
            shape_[ndim_] = in.shape[axis];
            in_steps_[ndim_] = in.strides[axis];
            out_steps_[ndim_] = out.strides[out_axis--];
            index_[ndim_] = start % shape_[ndim_];
            start /= shape_[ndim_];
            from += index_[ndim_] * in_steps_[ndim_];
            to += index_[ndim_] * out_steps_[ndim_];
            ++ndim_;
        }
    }
    // How many rows lie at equal steps from here on, at most `rows`; they are passed by together.
    std::int64_t together(std::int64_t rows) const {
        return ndim_ == 0 ? 1 : std::min(rows, shape_[0] - index_[0]);
    }
    std::int64_t in_step() const { return ndim_ == 0 ? 0 : in_steps_[0]; }
    std::int64_t out_step() const { return ndim_ == 0 ? 0 : out_steps_[0]; }
    void pass(std::int64_t rows) {
        for (int axis = 0; axis < ndim_; ++axis, rows = 1) {
            from += rows * in_steps_[axis];
            to += rows * out_steps_[axis];
            index_[axis] += rows;
            if (index_[axis] < shape_[axis]) return;
            from -= in_steps_[axis] * shape_[axis];
            to -= out_steps_[axis] * shape_[axis];
            index_[axis] = 0;
        }
    }

    std::int64_t from = 0, to = 0;  // offsets in bytes

  private:
    int ndim_ = 0;  // the last axis first
    std::int64_t shape_[max_dimensions], index_[max_dimensions];
    std::int64_t in_steps_[max_dimensions], out_steps_[max_dimensions];
};

}  // namespace

void search(bool is_max, const StridedView& out, const StridedView& in, std::uint64_t axes) {
    const DataKernels& kernels = data_kernels();
    const int dtype = static_cast<int>(in.dtype);
    if (std::popcount(axes) == in.ndim) {
        const SearchLoop loop = is_max ? kernels.search_max[dtype] : kernels.search_min[dtype];
        return store_position(out, 0, search_rows({loop, is_max, in.dtype}, in));
    }
    const SearchRowsLoop loop = is_max ? kernels.search_max_rows[dtype]
                                       : kernels.search_min_rows[dtype];
    const int reduced = std::countr_zero(axes);
    const std::int64_t count = in.shape[reduced], outputs = element_count(out);
    const std::int64_t grain = in.dtype == Dtype::boolean ? boolean_grain : grain_elements;
    parallel_for(outputs, grain / count + 1, [&](std::int64_t begin, std::int64_t end) {
        std::int64_t positions[most_together];
        RowWalk row(out, in, reduced, begin);
        for (std::int64_t output = begin, rows = 0; output < end; output += rows, row.pass(rows)) {
            rows = row.together(std::min(end - output, most_together));
            loop(positions,
                 {in.data + row.from, row.in_step(), rows, in.strides[reduced], count});
            for (std::int64_t i = 0; i < rows; ++i) {
                store_position(out, row.to + i * row.out_step(), positions[i]);
            }
        }
    });
}

}  // namespace numen::cpu
