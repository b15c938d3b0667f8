// The pieces of work that threads ran, one by one, while somebody watched: for traces.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

namespace numen::cpu {

// Times are seconds of the clock that graph::now() reads.
struct Piece {
    double start, seconds;
    unsigned long thread;  // its number in the operating system
};

// Keeps up to so many from now on; 0: none.
void watch_pieces(std::size_t most);
std::vector<Piece> watched_pieces();

extern std::atomic<bool> pieces_are_watched;

// A piece, while it lives.
class WatchedPiece {
  public:
    WatchedPiece() {
        if (pieces_are_watched.load(std::memory_order_relaxed)) [[unlikely]] start();
    }
    ~WatchedPiece() {
        if (start_ != 0) [[unlikely]] keep();
    }
    WatchedPiece(const WatchedPiece&) = delete;
    WatchedPiece& operator=(const WatchedPiece&) = delete;

  private:
    void start();
    void keep() const;

    double start_ = 0;
};

}  // namespace numen::cpu
