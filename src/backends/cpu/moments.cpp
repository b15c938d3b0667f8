// One look at a row, piece by piece, finds its sum, or an extremum, or everything. Sums and extrema
// are joined as Reducer joins them (reduce.cpp), whose bits they have; squared distances by Chan's
// update M = M_a + M_b + d^2 n_a n_b / n (Chan, Golub, LeVeque 1979).
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

// The extrema of what holds no NaN; of zeros either.
struct Ends {
    double least, largest;
    bool has_signs;  // some element has a minus sign
};

void join(Ends& a, const Ends& b) {
    a.least = std::min(a.least, b.least);
    a.largest = std::max(a.largest, b.largest);
    a.has_signs |= b.has_signs;
}

class Look {
  public:
    Look(Dtype in, std::int64_t count, const PieceSource& source)
        : dtype_(in), size_(itemsize(in)), pieces_(count, piece_elements), source_(source) {}

    // All of these are found at once: the sum, the sum and the squares (and the extrema as far as
    // they are certain), or one extremum.
    Status find(unsigned facts, Moments& moments) {
        const auto number = static_cast<std::size_t>(pieces_.number());
        totals_.resize(number);
        if (facts & Moments::squares) {
            spreads_.resize(number);
            ends_.resize(number);
        }
        const Status status =
            parallel_for_short(pieces_.number(), 2, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t piece = begin; piece < end; ++piece) look_at(piece, facts);
            });
        pieces_.join([&](std::int64_t first, std::int64_t second) {
            join_pieces(static_cast<std::size_t>(first), static_cast<std::size_t>(second), facts);
        });
        if (facts & Moments::sums) {
            moments.sum = totals_[0];
        } else {
            std::memcpy(moments.extremum[facts == Moments::largest], totals_.data(), 8);
        }
        if (facts & Moments::squares) {
            moments.squared_distances = spreads_[0].squares;
            facts |= take_ends(moments);
        }
        if (!(status & (status_no_memory | status_stopped))) moments.known |= facts;
        return status;
    }

  private:
    void look_at(std::int64_t piece, unsigned facts) {
        const std::int64_t count = pieces_.length(piece);
        const char* data = source_(pieces_.begin(piece), pieces_.end(piece));
        const auto at = static_cast<std::size_t>(piece);
        if (facts & Moments::squares) {
            const RowMoments found = data_kernels().moments[static_cast<int>(dtype_)](data, count);
            totals_[at] = found.sum;
            spreads_[at] = {static_cast<double>(count), found.centre, found.off_centre,
                            found.squares};
            ends_[at] = {found.least, found.largest, found.has_signs};
        } else {
            data_kernels().rows[static_cast<int>(fold_of(facts))][static_cast<int>(dtype_)](
                &totals_[at], true, {data, 0, 1, size_, count});
        }
    }

    void join_pieces(std::size_t first, std::size_t second, unsigned facts) {
        const Dtype total = facts & Moments::sums ? Dtype::float64 : dtype_;
        merge(fold_of(facts), total, &totals_[first], &totals_[second]);
        if (facts & Moments::squares) {
            join(spreads_[first], spreads_[second]);
            join(ends_[first], ends_[second]);
        }
    }

    // Where the sum is a number no element was NaN. Which of two zeros a reduction gives depends on
    // its order: it is certain where there is but one kind.
    unsigned take_ends(Moments& moments) const {
        unsigned certain = Moments::nothing;
        if (std::isnan(totals_[0])) return certain;
        for (const bool is_largest : {false, true}) {
            const double end = is_largest ? ends_[0].largest : ends_[0].least;
            if (end == 0 && ends_[0].has_signs) continue;
            data_kernels().cast[static_cast<int>(dtype_)][static_cast<int>(Dtype::float64)](
                moments.extremum[is_largest], size_, reinterpret_cast<const char*>(&end), 8, 1);
            certain |= is_largest ? Moments::largest : Moments::least;
        }
        return certain;
    }

    static Fold fold_of(unsigned facts) {
        if (facts & Moments::sums) return Fold::sum;
        return facts == Moments::least ? Fold::min : Fold::max;
    }

    static void merge(Fold fold, Dtype dtype, void* into, const void* from) {
        data_kernels().columns[static_cast<int>(fold)][static_cast<int>(dtype)](
            into, false, {static_cast<const char*>(from), itemsize(dtype), 1, 0, 1});
    }

    Dtype dtype_;
    std::int64_t size_;
    Pieces pieces_;
    const PieceSource& source_;
    std::vector<double> totals_;  // of each piece the sum, or the extremum as dtype_'s bytes
    std::vector<Spread> spreads_;
    std::vector<Ends> ends_;
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
        clear_floating_flags();
        const Status status = Look(in, count, source).find(needed, moments);
        if (const Status broken = status & (status_no_memory | status_stopped)) return broken;
        raised = floating_flags() & ~status_underflow;
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
