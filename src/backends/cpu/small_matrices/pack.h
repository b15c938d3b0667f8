// Packs: as many matrices as a vector has lanes, element (i, j) of all of them side by side.
//
// Matrices that lie densely in memory are transposed in registers, a vector of each at a time;
// others are gathered element by element.
#pragma once

#include <algorithm>
#include <cstring>

#include "backends/cpu/small_matrices/element.h"
#include "backends/cpu/small_matrices/precision.h"

namespace numen::cpu::NUMEN_ISA {

// Vectors between two packs. Without them packs of order 8, 16 or 32 would lie a multiple of 4 KB
// apart, and a load would wait for a store to the same place of the other (twice the time).
inline constexpr int gap = 5;

// The caller's work space, handed out bit by bit.
class Work {
  public:
    explicit Work(void* space) : next_(static_cast<F64*>(space)) {}
    template <class E> E* take(int count) {
        F64* found = next_;
        next_ += count * parts<E> + gap;
        return reinterpret_cast<E*>(found);
    }

  private:
    F64* next_;
};

// Room for a pack. Of a size that the compiler knows it lies in the frame, where elements become
// registers; of another (0) in the work space.
template <int size, class E = F64> class Room {
  public:
    Room(Work&, int) {}  // which leaves the memory alone
    operator E*() { return inside_; }

  private:
    E inside_[size + gap];
};
template <class E> class Room<0, E> {
  public:
    Room(Work& work, int count) : place_(work.take<E>(count)) {}
    operator E*() const { return place_; }

  private:
    E* place_;
};

// A pack as rows of vectors: of a complex element the two parts follow each other.
struct Shape {
    std::int64_t rows, columns, parts;
    std::int64_t vectors() const { return rows * columns * parts; }
};

// Where the vectors of a pack lie, in the order of memory: a pack is in rows, memory is in rows or
// in columns.
struct RowOrder {
    std::int64_t next;
    RowOrder(const Shape&, std::int64_t first) : next(first) {}
    std::int64_t step() { return next++; }
};
struct ColumnOrder {
    Shape shape;
    std::int64_t row, column, part;
    ColumnOrder(const Shape& of, std::int64_t first)
        : shape(of), row(first / of.parts % of.rows), column(first / (of.parts * of.rows)),
          part(first % of.parts) {}
    std::int64_t step() {
        const std::int64_t here = (row * shape.columns + column) * shape.parts + part;
        if (++part < shape.parts) return here;
        part = 0;
        if (++row < shape.rows) return here;
        row = 0;
        ++column;
        return here;
    }
};

template <class T> NUMEN_INLINE F64 load_element(const Places& places, std::int64_t offset) {
    F64 found;
#pragma GCC unroll 8
    for (int l = 0; l < lanes; ++l) {
        found[l] = static_cast<double>(load_one<T>(places.of[l] + offset));
    }
    return found;
}
template <class T>
NUMEN_INLINE void store_element(F64 from, const Places& places, std::int64_t offset) {
#pragma GCC unroll 8
    for (int l = 0; l < lanes; ++l) {
        const T one = static_cast<T>(from[l]);
        std::memcpy(places.of[l] + offset, &one, sizeof one);
    }
}

template <class Order>
NUMEN_INLINE void scatter(const Block& v, const Shape& shape, std::int64_t first,
                          std::int64_t count, F64* pack) {
    Order order(shape, first);
#pragma GCC unroll 8
    for (int e = 0; e < lanes; ++e) {
        if (e < count) pack[order.step()] = v[e];
    }
}
template <class Order>
NUMEN_INLINE void collect(const F64* pack, const Shape& shape, std::int64_t first,
                          std::int64_t count, Block& v) {
    Order order(shape, first);
#pragma GCC unroll 8
    for (int e = 0; e < lanes; ++e) v[e] = e < count ? pack[order.step()] : F64{};
}

// Blocks of a vector's elements, the last one overlapping the one before; where a single element is
// left over, or fewer than a vector has are all, they go by themselves.
template <class T, class Order>
NUMEN_INLINE void load_dense(const Places& places, const Shape& shape, F64* pack) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    const std::int64_t vectors = shape.vectors();
    Block v;
    if (vectors < lanes) {
        load_short_block<T>(places, static_cast<int>(vectors), v);
        return scatter<Order>(v, shape, 0, vectors, pack);
    }
    std::int64_t at = 0;
    for (; at < vectors - 1; at += lanes) {
        at = std::min(at, vectors - lanes);
        load_block<T>(places, at * size, v);
        scatter<Order>(v, shape, at, lanes, pack);
    }
    if (at < vectors) pack[at] = load_element<T>(places, at * size);
}
template <class T, class Order>
NUMEN_INLINE void store_dense(const F64* pack, const Shape& shape, const Places& places) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    const std::int64_t vectors = shape.vectors();
    // Numbers that lie side by side, not two with a gap that is as wide.
    if (vectors == 1 && places.of[1] - places.of[0] == size &&
        places.of[lanes - 1] - places.of[0] == (lanes - 1) * size) {
        return store_doubles<T, lanes>(*pack, places.of[0]);
    }
    Block v;
    if (vectors < lanes) {
        collect<Order>(pack, shape, 0, vectors, v);
        return store_short_block<T>(v, places, static_cast<int>(vectors));
    }
    std::int64_t at = 0;
    for (; at < vectors - 1; at += lanes) {
        at = std::min(at, vectors - lanes);
        collect<Order>(pack, shape, at, lanes, v);
        store_block<T>(v, places, at * size);
    }
    if (at < vectors) store_element<T>(pack[at], places, at * size);
}

// How the elements of a matrix follow each other in memory.
enum class Dense { no, rows, columns };

NUMEN_INLINE Dense density(const MatrixRun& run, const Shape& shape) {
    const std::int64_t size = itemsize(run.dtype);
    if (is_complex(run.dtype) != (shape.parts == 2)) return Dense::no;
    if ((run.column_step == size || shape.columns == 1) &&
        (run.row_step == shape.columns * size || shape.rows == 1)) {
        return Dense::rows;
    }
    const bool is_column = run.row_step == size || shape.rows == 1;
    return is_column && run.column_step == shape.rows * size ? Dense::columns : Dense::no;
}

template <class T>
inline void load_elements(const Places& places, const MatrixRun& run, const Shape& shape,
                          F64* to) {
    for (std::int64_t i = 0; i < shape.rows; ++i) {
        for (std::int64_t j = 0; j < shape.columns; ++j) {
            const std::int64_t offset = i * run.row_step + j * run.column_step;
            *to++ = load_element<T>(places, offset);
            if (shape.parts == 1) continue;
            *to++ = is_complex(run.dtype) ? load_element<T>(places, offset + sizeof(T)) : F64{};
        }
    }
}
template <class T>
inline void store_elements(const F64* from, const Shape& shape, const MatrixRun& run,
                           const Places& places) {
    for (std::int64_t i = 0; i < shape.rows; ++i) {
        for (std::int64_t j = 0; j < shape.columns; ++j) {
            const std::int64_t offset = i * run.row_step + j * run.column_step;
            store_element<T>(*from++, places, offset);
            if (shape.parts == 2) store_element<T>(*from++, places, offset + sizeof(T));
        }
    }
}

template <class T>
NUMEN_INLINE void load_as(const Places& places, const MatrixRun& run, const Shape& shape, F64* to) {
    switch (density(run, shape)) {
        case Dense::rows: return load_dense<T, RowOrder>(places, shape, to);
        case Dense::columns: return load_dense<T, ColumnOrder>(places, shape, to);
        default: return load_elements<T>(places, run, shape, to);
    }
}
template <class T>
NUMEN_INLINE void store_as(const F64* from, const Shape& shape, const MatrixRun& run,
                           const Places& places) {
    switch (density(run, shape)) {
        case Dense::rows: return store_dense<T, RowOrder>(from, shape, places);
        case Dense::columns: return store_dense<T, ColumnOrder>(from, shape, places);
        default: return store_elements<T>(from, shape, run, places);
    }
}

// The types that are less common. These functions find the places themselves: what is handed to
// another function by reference would have to lie in memory.
void load_other(const MatrixRun& run, std::int64_t first, std::int64_t end, Shape shape, F64* to);
void store_other(const MatrixRun& run, std::int64_t first, std::int64_t end, Shape shape,
                 const F64* from);

NUMEN_INLINE void load_shape(const MatrixRun& run, std::int64_t first, std::int64_t end,
                             const Shape& shape, F64* to) {
    const Dtype common = shape.parts == 2 ? Dtype::complex128 : Dtype::float64;
    if (run.dtype != common) return load_other(run, first, end, shape, to);
    load_as<double>(Places(run, first, end), run, shape, to);
}
NUMEN_INLINE void store_shape(const MatrixRun& run, std::int64_t first, std::int64_t end,
                              const Shape& shape, const F64* from) {
    const Dtype common = shape.parts == 2 ? Dtype::complex128 : Dtype::float64;
    if (run.dtype != common) return store_other(run, first, end, shape, from);
    store_as<double>(from, shape, run, Places(run, first, end));
}

// The same, once for all sizes that the compiler does not know.
void load_any(const MatrixRun& run, std::int64_t first, std::int64_t end, Shape shape, F64* to);
void store_any(const MatrixRun& run, std::int64_t first, std::int64_t end, Shape shape,
               const F64* from);

// A pack of the matrices from `first` on, in rows; real ones may become complex. N is 0 where the
// compiler does not know the sizes.
template <int N>
NUMEN_INLINE void load(const MatrixRun& run, std::int64_t first, std::int64_t end,
                       std::int64_t rows, std::int64_t columns, F64* to) {
    const Shape shape{rows, columns, 1};
    N > 0 ? load_shape(run, first, end, shape, to) : load_any(run, first, end, shape, to);
}
template <int N>
NUMEN_INLINE void load(const MatrixRun& run, std::int64_t first, std::int64_t end,
                       std::int64_t rows, std::int64_t columns, Pair* to) {
    const Shape shape{rows, columns, 2};
    F64* const vectors = reinterpret_cast<F64*>(to);
    N > 0 ? load_shape(run, first, end, shape, vectors) : load_any(run, first, end, shape, vectors);
}

// Back to memory, which holds doubles or floats.
template <int N>
NUMEN_INLINE void store(const MatrixRun& run, std::int64_t first, std::int64_t end,
                        std::int64_t rows, std::int64_t columns, const F64* from) {
    const Shape shape{rows, columns, 1};
    N > 0 ? store_shape(run, first, end, shape, from) : store_any(run, first, end, shape, from);
}
template <int N>
NUMEN_INLINE void store(const MatrixRun& run, std::int64_t first, std::int64_t end,
                        std::int64_t rows, std::int64_t columns, const Pair* from) {
    const Shape shape{rows, columns, 2};
    const F64* const vectors = reinterpret_cast<const F64*>(from);
    N > 0 ? store_shape(run, first, end, shape, vectors)
          : store_any(run, first, end, shape, vectors);
}

// Swaps two rows in the lanes of the mask.
template <class V> NUMEN_INLINE void exchange_rows(MaskOf<V> mask, V* a, V* b, int count) {
    for (int i = 0; i < count; ++i) {
        const V x = a[i], y = b[i];
        a[i] = mask != 0 ? y : x;
        b[i] = mask != 0 ? x : y;
    }
}

// The matrices of the pack that begins with matrix `first`, as bits of those of the call.
template <class Mask>
NUMEN_INLINE Open open_matrices(Mask wrong, std::int64_t first, std::int64_t end) {
    if (!any(wrong)) return 0;
    Open open = 0;
    const std::int64_t last = first + static_cast<std::int64_t>(sizeof wrong / sizeof wrong[0]);
    for (std::int64_t i = first; i < std::min(last, end); ++i) {
        if (wrong[i - first] != 0) open |= Open{1} << i;
    }
    return open;
}

// Calls work(first matrix) for every pack of a call, which returns its lanes without an answer.
template <class V = F64, class Work>
NUMEN_INLINE Open for_each_pack(std::int64_t count, Work&& work) {
    Open open = 0;
    for (std::int64_t first = 0; first < count; first += lanes_of<V>) {
        open |= open_matrices(work(first), first, count);
    }
    return open;
}

}  // namespace numen::cpu::NUMEN_ISA
