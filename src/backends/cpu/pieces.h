// A long row in pieces: how it is cut, and in which order what was found in the pieces is joined.
//
// Both depend on the row's length alone, never on the number of threads. Halves are joined with
// halves, so that the error of a sum grows with the logarithm of its pieces.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace numen::cpu {

// Elements of the longest piece: of float32 and float64 they stay in the second-level cache.
inline constexpr std::int64_t piece_elements = 32 << 10;

// Where the elements [begin, end) of a row are, once they have been made.
using PieceSource = std::function<const char*(std::int64_t begin, std::int64_t end)>;

class Pieces {
  public:
    // Of at most `longest` elements; more of them than one only if the row is twice as long.
    Pieces(std::int64_t count, std::int64_t longest) : count_(count), longest_(longest), ends_{0} {
        if (count < 2 * longest) longest_ = count;
        cut(0, count);
    }

    std::int64_t number() const { return static_cast<std::int64_t>(ends_.size()) - 1; }
    std::int64_t begin(std::int64_t piece) const { return ends_[static_cast<std::size_t>(piece)]; }
    std::int64_t end(std::int64_t piece) const { return begin(piece + 1); }
    std::int64_t length(std::int64_t piece) const { return end(piece) - begin(piece); }

    // Calls join(first, second), which puts both into piece `first`, until all is in piece 0.
    template <class Join> void join(Join&& join) const { join_range(0, count_, 0, join); }

  private:
    static std::int64_t middle(std::int64_t begin, std::int64_t end) {
        return begin + ((end - begin) / 2 & ~std::int64_t{7});
    }

    void cut(std::int64_t begin, std::int64_t end) {
        if (end - begin <= longest_) return ends_.push_back(end);
        cut(begin, middle(begin, end));
        cut(middle(begin, end), end);
    }

    // Joins the pieces from `piece` on that the range was cut into; returns the one behind them.
    template <class Join>
    std::int64_t join_range(std::int64_t begin, std::int64_t end, std::int64_t piece,
                            Join& join) const {
        if (end - begin <= longest_) return piece + 1;
        const std::int64_t right = join_range(begin, middle(begin, end), piece, join);
        const std::int64_t next = join_range(middle(begin, end), end, right, join);
        join(piece, right);
        return next;
    }

    std::int64_t count_, longest_;
    std::vector<std::int64_t> ends_;
};

}  // namespace numen::cpu
