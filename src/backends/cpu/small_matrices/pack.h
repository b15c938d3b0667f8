// Packs: as many matrices as a vector has lanes, element (i, j) of all of them side by side.
//
// Matrices that lie densely in memory are transposed in registers, a vector of each at a time;
// others are gathered element by element. The last pack of a run repeats its last matrix in the
// lanes that are left over.
#pragma once

#include <algorithm>
#include <cstring>

#include "backends/cpu/small_matrices.h"
#include "backends/cpu/vector_math/vectors.h"

namespace numen::cpu::NUMEN_ISA {

using vm::F64;
using vm::I64;
inline constexpr int lanes = vm::lanes_f64;

// The caller's work space, handed out bit by bit.
class Work {
  public:
    explicit Work(void* space) : next_(static_cast<F64*>(space)) {}
    F64* take(int count) {
        next_ += count;
        return next_ - count;
    }

  private:
    F64* next_;
};

// Room for a pack. Of a size that the compiler knows it lies in the frame, where elements become
// registers; of another (0) in the work space.
template <int size> class Room {
  public:
    Room(Work&, int) {}  // which leaves the memory alone
    operator F64*() { return inside_; }

  private:
    F64 inside_[size];
};
template <> class Room<0> {
  public:
    Room(Work& work, int count) : place_(work.take(count)) {}
    operator F64*() const { return place_; }

  private:
    F64* place_;
};

// Where the matrices of one pack lie.
struct Places {
    char* of[lanes];
    int count;  // matrices that are not repeated

    Places(const MatrixRun& run, std::int64_t first, std::int64_t end)
        : count(static_cast<int>(std::min<std::int64_t>(lanes, end - first))) {
        for (int l = 0; l < lanes; ++l) {
            of[l] = run.data + (first + std::min(l, count - 1)) * run.step;
        }
    }
};

template <int step> NUMEN_INLINE void exchange(F64& a, F64& b) {
    I64 low, high;
    for (int e = 0; e < lanes; ++e) {
        low[e] = (e & step) != 0 ? lanes + e - step : e;
        high[e] = (e & step) != 0 ? lanes + e : e + step;
    }
    const F64 first = __builtin_shuffle(a, b, low), second = __builtin_shuffle(a, b, high);
    a = first;
    b = second;
}

template <int step> NUMEN_INLINE void exchange_all(F64 (&v)[lanes]) {
#pragma GCC unroll 8
    for (int i = 0; i < lanes; ++i) {
        if ((i & step) == 0) exchange<step>(v[i], v[i + step]);
    }
}

// v[i][j] becomes v[j][i].
NUMEN_INLINE void transpose(F64 (&v)[lanes]) {
    exchange_all<1>(v);
    if constexpr (lanes >= 4) exchange_all<2>(v);
    if constexpr (lanes >= 8) exchange_all<4>(v);
}

template <class T> using VectorOf [[gnu::vector_size(lanes * sizeof(T))]] = T;

template <class T> NUMEN_INLINE F64 load_vector(const char* from) {
    VectorOf<T> found;
    std::memcpy(&found, from, sizeof found);
    return __builtin_convertvector(found, F64);
}

template <class T> NUMEN_INLINE T load_one(const char* from) {
    T found;
    std::memcpy(&found, from, sizeof found);
    return found;
}

// Where the elements of a pack lie, in the order of memory: a pack is in rows, memory is in rows
// or in columns.
struct RowOrder {
    F64* next;
    RowOrder(F64* pack, std::int64_t, std::int64_t, std::int64_t first) : next(pack + first) {}
    F64* step() { return next++; }
};
struct ColumnOrder {
    F64 *pack, *next;
    std::int64_t rows, columns, row, column;
    ColumnOrder(F64* to, std::int64_t height, std::int64_t width, std::int64_t first)
        : pack(to), rows(height), columns(width), row(first % height), column(first / height) {
        next = pack + row * columns + column;
    }
    F64* step() {
        F64* here = next;
        next += columns;
        if (++row == rows) {
            row = 0;
            next = pack + ++column;
        }
        return here;
    }
};

template <class T, class Order>
NUMEN_INLINE void load_dense(const Places& places, F64* pack, std::int64_t rows,
                             std::int64_t columns) {
    const std::int64_t elements = rows * columns;
    const auto size = static_cast<std::int64_t>(sizeof(T));
    for (std::int64_t done = 0; done < elements;) {
        // The last vector overlaps the one before.
        const std::int64_t at = std::min(done, elements - lanes);
        F64 v[lanes];
#pragma GCC unroll 8
        for (int l = 0; l < lanes; ++l) v[l] = load_vector<T>(places.of[l] + at * size);
        transpose(v);
        Order order(pack, rows, columns, at);
#pragma GCC unroll 8
        for (int e = 0; e < lanes; ++e) *order.step() = v[e];
        done = at + lanes;
    }
}

template <class T, class Order>
NUMEN_INLINE void store_dense(const Places& places, const F64* pack, std::int64_t rows,
                              std::int64_t columns) {
    const std::int64_t elements = rows * columns;
    const auto size = static_cast<std::int64_t>(sizeof(T));
    for (std::int64_t done = 0; done < elements;) {
        const std::int64_t at = std::min(done, elements - lanes);
        F64 v[lanes];
        Order order(const_cast<F64*>(pack), rows, columns, at);
#pragma GCC unroll 8
        for (int e = 0; e < lanes; ++e) v[e] = *order.step();
        transpose(v);
        for (int l = 0; l < places.count; ++l) {
            const auto row = __builtin_convertvector(v[l], VectorOf<T>);
            std::memcpy(places.of[l] + at * size, &row, sizeof row);
        }
        done = at + lanes;
    }
}

// How the elements of a matrix follow each other in memory.
enum class Dense { no, rows, columns };

inline Dense density(const MatrixRun& run, std::int64_t rows, std::int64_t columns) {
    const std::int64_t size = run.is_single ? 4 : 8;
    if (rows * columns < lanes) return Dense::no;
    if ((run.column_step == size || columns == 1) &&
        (run.row_step == columns * size || rows == 1)) {
        return Dense::rows;
    }
    return run.row_step == size && run.column_step == rows * size ? Dense::columns : Dense::no;
}

template <class T>
inline void load_elements(const Places& places, const MatrixRun& run, std::int64_t rows,
                          std::int64_t columns, F64* to) {
    for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
            const std::int64_t offset = i * run.row_step + j * run.column_step;
            F64 found;
#pragma GCC unroll 8
            for (int l = 0; l < lanes; ++l) found[l] = load_one<T>(places.of[l] + offset);
            to[i * columns + j] = found;
        }
    }
}

template <class T>
inline void load_pack(const Places& places, const MatrixRun& run, std::int64_t rows,
                      std::int64_t columns, F64* to) {
    switch (density(run, rows, columns)) {
        case Dense::rows: return load_dense<T, RowOrder>(places, to, rows, columns);
        case Dense::columns: return load_dense<T, ColumnOrder>(places, to, rows, columns);
        default: return load_elements<T>(places, run, rows, columns, to);
    }
}

// A pack of the matrices from `first` on, in rows.
inline void load(const MatrixRun& run, std::int64_t first, std::int64_t end, std::int64_t rows,
                 std::int64_t columns, F64* to) {
    const Places places(run, first, end);
    run.is_single ? load_pack<float>(places, run, rows, columns, to)
                  : load_pack<double>(places, run, rows, columns, to);
}

template <class T>
inline void store_elements(const Places& places, const MatrixRun& run, std::int64_t rows,
                           std::int64_t columns, const F64* from) {
    for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
            const F64 element = from[i * columns + j];
            for (int l = 0; l < places.count; ++l) {
                const T one = static_cast<T>(element[l]);
                char* to = places.of[l] + i * run.row_step + j * run.column_step;
                std::memcpy(to, &one, sizeof one);
            }
        }
    }
}

template <class T>
inline void store_pack(const Places& places, const MatrixRun& run, std::int64_t rows,
                       std::int64_t columns, const F64* from) {
    switch (density(run, rows, columns)) {
        case Dense::rows: return store_dense<T, RowOrder>(places, from, rows, columns);
        case Dense::columns: return store_dense<T, ColumnOrder>(places, from, rows, columns);
        default: return store_elements<T>(places, run, rows, columns, from);
    }
}

// Back to memory; float32 is rounded to.
inline void store(const MatrixRun& run, std::int64_t first, std::int64_t end, std::int64_t rows,
                  std::int64_t columns, const F64* from) {
    const Places places(run, first, end);
    run.is_single ? store_pack<float>(places, run, rows, columns, from)
                  : store_pack<double>(places, run, rows, columns, from);
}

// Swaps two rows in the lanes of the mask.
NUMEN_INLINE void exchange_rows(I64 mask, F64* a, F64* b, int count) {
    for (int i = 0; i < count; ++i) {
        const F64 x = a[i], y = b[i];
        a[i] = mask != 0 ? y : x;
        b[i] = mask != 0 ? x : y;
    }
}

// The matrices of the pack that begins with matrix `first`, as bits of those of the call.
NUMEN_INLINE Open open_matrices(I64 wrong, std::int64_t first, std::int64_t end) {
    if (!vm::any(wrong)) return 0;
    Open open = 0;
    for (std::int64_t i = first; i < std::min<std::int64_t>(first + lanes, end); ++i) {
        if (wrong[i - first] != 0) open |= Open{1} << i;
    }
    return open;
}

// Calls work(first matrix) for every pack of a call, which returns its lanes without an answer.
template <class Work> NUMEN_INLINE Open for_each_pack(std::int64_t count, Work&& work) {
    Open open = 0;
    for (std::int64_t first = 0; first < count; first += lanes) {
        open |= open_matrices(work(first), first, count);
    }
    return open;
}

}  // namespace numen::cpu::NUMEN_ISA
