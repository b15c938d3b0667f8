// One look at a row, piece by piece, finds its sum, or its sum and the squared distances from its
// mean, or its extrema. Sums and extrema are joined as Reducer joins them (reduce.cpp), whose bits
// they have; squared distances by Chan's update M = M_a + M_b + d^2 n_a n_b / n (Chan, Golub,
// LeVeque 1979).
#include "backends/cpu/moments.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

#include "backends/cpu/data_kernels.h"
#include "backends/cpu/floating_flags.h"
#include "backends/cpu/thread_pool.h"

namespace numen::cpu {
namespace {

using backend::Moments;

// Rows that a processor's own caches do not hold: there a look waits for memory, and what is found
// beside what is wanted costs nothing. The sum of float32 alone and with the squares takes 0.04 and
// 0.14 ns an element in the cache, 0.13 and 0.13 of four megabytes, 0.25 and 0.28 of forty
// (Sapphire Rapids, one thread).
constexpr std::int64_t cached_bytes = 2 << 20;

// The mean is in two parts: rounded to one it would spoil the distance of two, far from zero.
struct Spread {
    double count, centre, off_centre, squares;
};

void join(Spread& a, const Spread& b) {
    const double count = a.count + b.count, share = b.count / count;
    const double distance = (b.centre - a.centre) + (b.off_centre - a.off_centre);
    a.squares += b.squares + distance * distance * (a.count * share);
    a.off_centre += distance * share;
    a.count = count;
}

class Look {
  public:
    Look(Dtype in, std::int64_t count, const PieceSource& source)
        : dtype_(in), size_(itemsize(in)), pieces_(count, piece_elements), source_(source) {}

    // All of these are found at once.
    Status find(unsigned facts, Moments& moments) {
        const auto number = static_cast<std::size_t>(pieces_.number());
        sums_.resize(number);
        if (facts & Moments::squares) spreads_.resize(number);
        extrema_.resize(2 * number);
        const Status status =
            parallel_for(pieces_.number(), 2, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t piece = begin; piece < end; ++piece) look_at(piece, facts);
            });
        pieces_.join([&](std::int64_t first, std::int64_t second) {
            join_pieces(static_cast<std::size_t>(first), static_cast<std::size_t>(second), facts);
        });
        if (facts & Moments::sums) moments.sum = sums_[0];
        if (facts & Moments::squares) moments.squared_distances = spreads_[0].squares;
        for (const int side : {0, 1}) {
            if (facts & extremes[side]) {
                std::memcpy(moments.extremum[side], &extrema_[static_cast<std::size_t>(side)], 8);
            }
        }
        if (!(status & (status_no_memory | status_stopped))) moments.known |= facts;
        return status;
    }

  private:
    static constexpr Moments::Fact extremes[2] = {Moments::least, Moments::largest};
    static constexpr Fold folds[2] = {Fold::min, Fold::max};

    void look_at(std::int64_t piece, unsigned facts) {
        const std::int64_t count = pieces_.length(piece);
        const char* data = source_(pieces_.begin(piece), pieces_.end(piece));
        const auto at = static_cast<std::size_t>(piece);
        if (facts & Moments::squares) {
            const RowMoments found = data_kernels().moments[static_cast<int>(dtype_)](data, count);
            sums_[at] = found.sum;
            spreads_[at] = {static_cast<double>(count), found.centre, found.off_centre,
                            found.squares};
        } else if (facts & Moments::sums) {
            fold(Fold::sum, &sums_[at], data, count);
        }
        for (const int side : {0, 1}) {
            if (facts & extremes[side]) fold(folds[side], &extrema_[2 * at + side], data, count);
        }
    }

    void fold(Fold fold, void* total, const char* data, std::int64_t count) const {
        data_kernels().rows[static_cast<int>(fold)][static_cast<int>(dtype_)](
            total, true, {data, 0, 1, size_, count});
    }

    void join_pieces(std::size_t first, std::size_t second, unsigned facts) {
        if (facts & Moments::sums) {
            merge(Fold::sum, Dtype::float64, &sums_[first], &sums_[second]);
        }
        if (facts & Moments::squares) join(spreads_[first], spreads_[second]);
        for (const int side : {0, 1}) {
            if (facts & extremes[side]) {
                merge(folds[side], dtype_, &extrema_[2 * first + side],
                      &extrema_[2 * second + side]);
            }
        }
    }

    static void merge(Fold fold, Dtype dtype, void* into, const void* from) {
        data_kernels().columns[static_cast<int>(fold)][static_cast<int>(dtype)](
            into, false, {static_cast<const char*>(from), itemsize(dtype), 1, 0, 1});
    }

    Dtype dtype_;
    std::int64_t size_;
    Pieces pieces_;
    const PieceSource& source_;
    std::vector<double> sums_;
    std::vector<Spread> spreads_;
    std::vector<double> extrema_;  // of each piece the least and the largest, as dtype_'s bytes
};

unsigned needed_by(ReduceOp op) {
    switch (op) {
        case ReduceOp::sum:
        case ReduceOp::mean: return Moments::sums;
        case ReduceOp::var:
        case ReduceOp::std: return Moments::sums | Moments::squares;
        case ReduceOp::min: return Moments::least;
        case ReduceOp::max: return Moments::largest;
        default: return Moments::nothing;
    }
}

// What is found with it at no cost: the squares with the sum of float32. Those of float64 take a
// pass of their own (kernels/moments.cpp), the other extremum of 4 MB a fifth of the time again.
unsigned found_with(unsigned needed, Dtype in, std::int64_t count) {
    const bool adds = (needed & Moments::sums) != 0;
    const bool is_free = in == Dtype::float32 && count * itemsize(in) > cached_bytes;
    return adds && is_free ? needed | Moments::squares : needed;
}

double result_of(ReduceOp op, const Moments& moments, double count, double ddof) {
    if (op == ReduceOp::sum) return moments.sum;
    if (op == ReduceOp::mean) return moments.sum / count;
    const double variance = moments.squared_distances / std::max(count - ddof, 0.0);
    return op == ReduceOp::std ? std::sqrt(variance) : variance;
}

}  // namespace

bool has_moments(Dtype in, std::int64_t count) {
    return count > piece_elements && (in == Dtype::float32 || in == Dtype::float64);
}

Status reduce_moments(ReduceOp op, Dtype in, std::int64_t count, const PieceSource& source,
                      double ddof, Moments& moments, Dtype to, void* out) {
    const unsigned needed = needed_by(op);
    Status raised = status_ok;
    if ((moments.known & needed) != needed) {
        Look look(in, count, source);
        for (unsigned wanted = found_with(needed, in, count);; wanted = needed) {
            clear_floating_flags();
            const Status status = look.find(wanted, moments);
            if (status & (status_no_memory | status_stopped)) return status;
            raised = floating_flags() & ~status_underflow;
            if (raised == status_ok || wanted == needed) break;
            moments.known &= ~wanted;  // the flags are those of something that nobody wants
        }
    }
    if (needed == Moments::least || needed == Moments::largest) {
        std::memcpy(out, moments.extremum[needed == Moments::largest ? 1 : 0],
                    static_cast<std::size_t>(itemsize(in)));
        return status_ok;
    }
    if (raised != status_ok) moments.known &= ~needed;
    clear_floating_flags();
    const double result = result_of(op, moments, static_cast<double>(count), ddof);
    data_kernels().cast[static_cast<int>(to)][static_cast<int>(Dtype::float64)](
        static_cast<char*>(out), itemsize(to), reinterpret_cast<const char*>(&result),
        sizeof(result), 1);
    return raised | (floating_flags() & ~status_underflow);
}

}  // namespace numen::cpu

namespace numen::backend {

bool shares_moments(ReduceOp op, Dtype in, std::int64_t count) {
    return cpu::has_moments(in, count) && cpu::needed_by(op) != Moments::nothing;
}

Status reduce_sharing(ReduceOp op, Dtype in, const void* data, std::int64_t count,
                      Moments& moments, void* out) try {
    return cpu::reduce_moments(op, in, count, cpu::stored_pieces(data, in), 0.0, moments, in, out);
} catch (const std::bad_alloc&) {
    return status_no_memory;
}

}  // namespace numen::backend
