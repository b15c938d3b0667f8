// Each column is read once from memory: a block of columns stays in the cache from their products
// with the reflector to their sum.
#include "backends/cpu/column_sweep.h"

#include <algorithm>

#include "backends/cpu/kernels/data_tables.h"
#include "backends/cpu/kernels/product_element.h"

namespace numen::cpu::NUMEN_ISA {
namespace {

// As many sums as there are registers for, beside what is read.
constexpr std::int64_t most_columns = vector_bytes == 64 ? 8 : 4;

template <class T> inline constexpr std::int64_t width = vector_bytes / sizeof(T);
template <class T> using Vector = typename Register<T, width<T>>::type;

template <class T> [[gnu::always_inline]] inline Vector<T> read(const T* from) {
    Vector<T> value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
}
template <class T> [[gnu::always_inline]] inline void write(T* to, const Vector<T>& value) {
    __builtin_memcpy(to, &value, sizeof value);
}

template <class T, std::int64_t columns>
[[gnu::always_inline]] inline void block(const ColumnSweep<T>& of, std::int64_t first) {
    const T* column[columns];
    Vector<T> sum[columns] = {}, weight[columns];
#pragma GCC unroll 8
    for (std::int64_t j = 0; j < columns; ++j) column[j] = of.columns + (first + j) * of.step;
    for (std::int64_t i = 0; i < of.rows; i += width<T>) {
        const Vector<T> factor = read(of.reflector + i);
#pragma GCC unroll 8
        for (std::int64_t j = 0; j < columns; ++j) sum[j] += read(column[j] + i) * factor;
    }
#pragma GCC unroll 8
    for (std::int64_t j = 0; j < columns; ++j) {
        const T left = of.factor * (sum_register<T, width<T>>(sum[j]) - of.known[first + j]);
        of.left[first + j] = left;
        of.right[first + j] = of.base[first + j] - left;
        weight[j] = Register<T, width<T>>::spread(of.right[first + j]);
    }
    for (std::int64_t i = 0; i < of.rows; i += width<T>) {
        Vector<T> total = read(of.combination + i);
#pragma GCC unroll 8
        for (std::int64_t j = 0; j < columns; ++j) total += read(column[j] + i) * weight[j];
        write(of.combination + i, total);
    }
}

template <class T> void sweep(const ColumnSweep<T>& of) {
    std::fill(of.combination, of.combination + of.rows, T(0));
    std::int64_t j = 0;
    for (; j + most_columns <= of.count; j += most_columns) block<T, most_columns>(of, j);
    for (; j < of.count; ++j) block<T, 1>(of, j);
}

}  // namespace

void fill_column_sweep(DataKernels& kernels) { kernels.sweep = {sweep<double>, sweep<float>}; }

}  // namespace numen::cpu::NUMEN_ISA
