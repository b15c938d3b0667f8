// Matrix products of small matrices, and of the types that BLAS does not know.
//
// A tile of some rows by a few vectors of the result stays in registers while k runs (of floating
// numbers as register_tiles.h has it, of others here); columns of b that are not contiguous are
// packed first.
#include <algorithm>
#include <utility>

#include "backends/cpu/kernels/complex_row.h"
#include "backends/cpu/kernels/complex_rows.h"
#include "backends/cpu/kernels/complex_sums.h"
#include "backends/cpu/kernels/data_tables.h"
#include "backends/cpu/kernels/lane_sums.h"
#include "backends/cpu/kernels/narrow_tiles.h"
#include "backends/cpu/kernels/packing.h"
#include "backends/cpu/kernels/past_caches.h"
#include "backends/cpu/kernels/small_product.h"
#include "backends/cpu/kernels/vector_product.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// rows x (registers * width) elements of the result.
template <class T, std::int64_t rows, std::int64_t registers, std::int64_t width>
[[gnu::always_inline]] inline void tile(const Product& p, std::int64_t row, std::int64_t column,
                                        const char* b, std::int64_t b_row) {
    using Vector = typename Register<T, width>::type;
    using Sums = TileSum<T, width>;
    using Sum = typename Sums::Sum;
    Sum sum[rows][registers] = {};
    const char* a = p.a + row * p.a_row;
    for (std::int64_t i = 0; i < p.k; ++i, a += p.a_column, b += b_row) {
        Sum line[registers];
#pragma GCC unroll 8
        for (std::int64_t j = 0; j < registers; ++j) line[j] = Sums::line(b + j * sizeof(Vector));
#pragma GCC unroll 8
        for (std::int64_t r = 0; r < rows; ++r) {
            const Sum factor = Sums::factor(a + r * p.a_row);
#pragma GCC unroll 8
            for (std::int64_t j = 0; j < registers; ++j) {
                sum[r][j] = multiply_add(factor, line[j], sum[r][j]);
            }
        }
    }
#pragma GCC unroll 8
    for (std::int64_t r = 0; r < rows; ++r) {
        char* c = p.c + (row + r) * p.c_row + column * p.c_column;
        Vector totals[registers];
#pragma GCC unroll 8
        for (std::int64_t j = 0; j < registers; ++j) totals[j] = Sums::total(sum[r][j]);
        if (p.c_column == sizeof(T)) {
            for (std::int64_t j = 0; j < registers; ++j) {
                __builtin_memcpy(c + j * sizeof totals[j], &totals[j], sizeof totals[j]);
            }
            continue;
        }
        T values[registers * width];
        __builtin_memcpy(values, totals, sizeof(values));
        for (std::int64_t j = 0; j < registers * width; ++j) store(c + j * p.c_column, values[j]);
    }
}

template <class T, std::int64_t registers, std::int64_t width>
void column_strip(const Product& p, std::int64_t column, const char* b, std::int64_t b_row) {
    std::int64_t row = 0;
    for (; row + 4 <= p.m; row += 4) {
        tile<T, 4, registers, width>(p, row, column, b, b_row);
    }
    for (; row < p.m; ++row) tile<T, 1, registers, width>(p, row, column, b, b_row);
}

// Result strips from the widest register tile down to single columns.
template <class T, std::int64_t registers, std::int64_t width>
void column_strips(const Product& p, std::int64_t column, const char* b, std::int64_t b_row) {
    constexpr std::int64_t step = registers * width;
    for (; column + step <= p.n; column += step) {
        column_strip<T, registers, width>(p, column, b + column * sizeof(T), b_row);
    }
    if (column == p.n) return;
    if constexpr (registers > 1) {
        column_strips<T, registers == 8 ? 2 : 1, width>(p, column, b, b_row);
    } else if constexpr (width > 1) {
        column_strips<T, 1, width / 2>(p, column, b, b_row);
    }
}

// One row of the result: b is read once, in pieces long enough for the memory's pages.
template <class T, std::int64_t registers, std::int64_t width> void row_product(const Product& p) {
    constexpr std::int64_t step = registers * width;
    std::int64_t column = 0;
    for (; column + step <= p.n; column += step) {
        tile<T, 1, registers, width>(p, 0, column, p.b + column * sizeof(T), p.b_row);
    }
    if (column < p.n) column_strips<T, 2, width>(p, column, p.b, p.b_row);
}

// b's columns lie side by side.
template <class T, std::int64_t registers, std::int64_t width>
void dense_product(const Product& p) {
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
        if (tiled_products<T>({p, 1, 0, 0, 0})) return;
    }
    column_strips<T, registers, width>(p, 0, p.b, p.b_row);
}

constexpr std::int64_t packed_bytes = 32 << 10;

// b's columns are apart: copy a block of k by n, multiply, next block of columns.
template <class T, std::int64_t registers, std::int64_t width>
void packed_product(const Product& p) {
    alignas(64) char buffer[packed_bytes];
    constexpr std::int64_t size = sizeof(T);
    const std::int64_t most = packed_bytes / size / std::max<std::int64_t>(p.k, 1);
    const std::int64_t columns = std::min(p.n, most);
    for (std::int64_t left = 0; left < p.n; left += columns) {
        const std::int64_t count = std::min(columns, p.n - left);
        for (std::int64_t j = 0; j < count; ++j) {
            const char* from = p.b + (left + j) * p.b_column;
            for (std::int64_t i = 0; i < p.k; ++i) {
                store(buffer + (i * count + j) * size, load<T>(from + i * p.b_row));
            }
        }
        Product part = p;
        part.c += left * p.c_column;
        part.b = buffer;
        part.b_row = count * size;
        part.b_column = size;
        part.n = count;
        dense_product<T, registers, width>(part);
    }
}

// Rows with a vector, the numbers of either a step apart; short ones four at a time.
template <class T> void complex_rows(const Product& p) {
    using Sum = ComplexSum<decltype(T::real)>;
    constexpr std::int64_t size = sizeof(T), longest_short = 16;
    const bool is_packed = p.a_column == size && p.b_row == size;
    if (p.k <= longest_short) return column_strip<T, 1, 1>(p, 0, p.b, p.b_row);
    if (is_packed && p.k <= longest_row) return RowsByVector<decltype(T::real)>::multiply(p);
    for (std::int64_t row = 0; row < p.m; ++row) {
        const char* a = p.a + row * p.a_row;
        store(p.c + row * p.c_row, is_packed ? Sum::of(InARow(a, size), InARow(p.b, size), p.k)
                                             : Sum::of_steps(a, p.a_column, p.b, p.b_row, p.k));
    }
}

template <class T> void product(const Product& p) {
    constexpr std::int64_t size = sizeof(T);
    if constexpr (is_pair<T>::value) {
        if (p.n == 1) return complex_rows<T>(p);
        if (p.m == 1 && p.b_column == size) {
            const std::int64_t done = ComplexRow<decltype(T::real)>::multiply(p);
            return column_strips<T, 8, 1>(p, done, p.b, p.b_row);
        }
    }
    constexpr std::int64_t width =
        is_pair<T>::value || std::is_same_v<T, Truth> ? 1 : vector_bytes / size;
    constexpr std::int64_t registers = width == 1 && !is_pair<T>::value ? 4 : 2;
    if constexpr (width > 1) {
        if (p.m == 1 && p.b_column == size) return row_product<T, 8, width>(p);
    }
    if (p.n == 1 || p.b_column == size) {
        // A single row has no rows beside it to hide the latency of its sums behind.
        if constexpr (width > 1) {
            if (p.m == 1 && p.n >= 8 * width) {
                return column_strips<T, 8, width>(p, 0, p.b, p.b_row);
            }
        }
        return dense_product<T, registers, width>(p);
    }
    // A product with few rows reads b once: packing would cost as much as the product.
    if (p.k > packed_bytes / size) {
        for (std::int64_t j = 0; j < p.n; ++j) {
            Product column = p;
            column.b += j * p.b_column;
            column.c += j * p.c_column;
            column.n = 1;
            column_strip<T, 1, 1>(column, 0, column.b, p.b_row);
        }
        return;
    }
    packed_product<T, registers, width>(p);
}

template <class T> void products(const ProductBatch& batch) {
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
        if (small_products<T>(batch)) return;
        if (tiled_products<T>(batch)) return;
    }
    Product one = batch.first;
    for (std::int64_t i = 0; i < batch.count; ++i) {
        product<T>(one);
        one.c += batch.c_step;
        one.a += batch.a_step;
        one.b += batch.b_step;
    }
}

// False, and nothing done, if these products are not written by streaming stores.
template <class T> bool past_caches(const ProductBatch& batch) {
    return by_lines_past_caches<T, 4>(batch) || by_lines_past_caches<T, 8>(batch) ||
           multiply_past_caches(batch, sizeof(T), products<T>);
}

template <class T> void product_batch(const ProductBatch& batch) {
    if (batch.is_vast && past_caches<T>(batch)) return;
    products<T>(batch);
}

template <class T, class Sum_> void dot(const void* left, const void* right, std::int64_t count,
                                        void* out) {
    LaneSums<T, Sum_> sums;
    const char *a = static_cast<const char*>(left), *b = static_cast<const char*>(right);
    const std::int64_t most = count - count % sums.lanes;
    sums.add(a, b, most);
    constexpr std::int64_t size = sizeof(T);
    store(static_cast<char*>(out), convert<T>(sums.total(a + most * size, b + most * size,
                                                         count - most)));
}

template <class T, class Sum_>
void dot_apart(const void* left, std::int64_t a_step, const void* right, std::int64_t b_step,
               std::int64_t count, void* out) {
    LaneSums<T, Sum_> sums;
    if constexpr (std::is_same_v<T, double>) {
        const std::int64_t most = count - count % sums.lanes;
        const auto* x = static_cast<const char*>(left);
        const auto* y = static_cast<const char*>(right);
        sums.add_apart(x, a_step, y, b_step, most);
        left = x + most * a_step;
        right = y + most * b_step;
        count -= most;
    }
    Packing<T> a(left, a_step), b(right, b_step);
    static_assert(Packing<T>::most % sums.lanes == 0);
    while (count >= sums.lanes) {
        const std::int64_t some = std::min(count - count % sums.lanes, Packing<T>::most);
        const char *x = a.next(some), *y = b.next(some);
        sums.add(x, y, some);
        count -= some;
    }
    const char *x = a.next(count), *y = b.next(count);
    store(static_cast<char*>(out), convert<T>(sums.total(x, y, count)));
}

// The sum of products of booleans is true at the first product that is.
void truth_dot(const void* left, const void* right, std::int64_t count, void* out) {
    constexpr std::int64_t most = 1024;
    const char *a = static_cast<const char*>(left), *b = static_cast<const char*>(right);
    std::int64_t i = 0;
    do {
        dot<Truth, Truth>(a + i, b + i, std::min(most, count - i), out);
        i += most;
    } while (i < count && *static_cast<const char*>(out) == 0);
}

template <class Part>
void complex_dot(const void* left, const void* right, std::int64_t count, void* out) {
    constexpr std::int64_t size = sizeof(Pair<Part>);
    store(static_cast<char*>(out),
          ComplexSum<Part>::of(InARow(left, size), InARow(right, size), count));
}

template <class Part, bool conjugates>
void complex_dot_apart(const void* left, std::int64_t a_step, const void* right,
                       std::int64_t b_step, std::int64_t count, void* out) {
    using Number = Pair<Part>;
    using Sum = ComplexSum<Part>;
    constexpr std::int64_t size = sizeof(Number);
    Number sum;
    if (a_step == size && b_step == size) {
        sum = Sum::template of<conjugates>(InARow(left, size), InARow(right, size), count);
    } else if constexpr (std::is_same_v<Part, double>) {
        sum = Sum::template of<conjugates>(NumbersApart(left, a_step),
                                           NumbersApart(right, b_step), count);
    } else {
        sum = Sum::template of<conjugates>(Packing<Number>(left, a_step),
                                           Packing<Number>(right, b_step), count);
    }
    store(static_cast<char*>(out), sum);
}

template <Dtype dtype> void fill_one(DataKernels& kernels) {
    using T = typename product_element<KernelElement<dtype>>::type;
    constexpr int index = static_cast<int>(dtype);
    if constexpr (dtype == Dtype::float16) {
        kernels.dot[index] = dot<Half, float>;
        kernels.dot_apart[index] = dot_apart<Half, float>;
    } else {
        kernels.product[index] = product<T>;
        kernels.product_batch[index] = product_batch<T>;
        if constexpr (is_pair<T>::value) {
            kernels.dot[index] = complex_dot<decltype(T::real)>;
            kernels.dot_apart[index] = complex_dot_apart<decltype(T::real), false>;
            kernels.dot_of_conjugate[index] = complex_dot_apart<decltype(T::real), true>;
        } else if constexpr (std::is_same_v<T, Truth>) {
            kernels.dot[index] = truth_dot;
            kernels.dot_apart[index] = dot_apart<Truth, Truth>;
        } else {
            kernels.dot[index] = dot<T, T>;
            kernels.dot_apart[index] = dot_apart<T, T>;
        }
    }
    if constexpr (is_pair<T>::value) kernels.rows_by_vector[index] = complex_rows<T>;
    if constexpr (dtype == Dtype::float32 || dtype == Dtype::float64) {
        kernels.rows_by_vector[index] = rows_by_vector<T>;
        kernels.row_by_rows[index] = row_by_rows<T>;
    }
}

template <std::size_t... dtype> void fill(DataKernels& kernels, std::index_sequence<dtype...>) {
    (fill_one<static_cast<Dtype>(dtype)>(kernels), ...);
}

}  // namespace

void fill_product(DataKernels& kernels) {
    fill(kernels, std::make_index_sequence<dtype_count>{});
}

}  // namespace numen::cpu::NUMEN_ISA
