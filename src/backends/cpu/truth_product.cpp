// Each row of the result is the or of those rows of b at which the row of a is true. Rows of b are
// packed to a bit an element, when they are first wanted: of dense ones few are.
#include "backends/cpu/truth_product.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "array/allocator.h"
#include "backends/cpu/dot.h"
#include "backends/cpu/mask_blocks.h"

namespace numen::cpu {
namespace {

constexpr std::int64_t word_bits = 64;

std::int64_t words_for(std::int64_t elements) { return (elements + word_bits - 1) / word_bits; }

// Which of at most 64 booleans are true.
std::uint64_t truths_of(const char* data, std::int64_t step, std::int64_t count) {
    if (step == 1 && count == word_bits) return bits_of(data);
    char bytes[word_bits] = {};
    for (std::int64_t i = 0; i < count; ++i) bytes[i] = data[i * step];
    return bits_of(bytes);
}

// The rows of b, a bit an element.
class BitRows {
  public:
    explicit BitRows(const Product& p)
        : p_(p), words_(words_for(p.n)),
          bytes_(static_cast<std::size_t>(std::max<std::int64_t>(p.k, 1) * words_) * 8),
          bits_(static_cast<std::uint64_t*>(allocate(bytes_))) {
        if (bits_ == nullptr) throw std::bad_alloc();
    }
    BitRows(const BitRows&) = delete;
    BitRows& operator=(const BitRows&) = delete;
    ~BitRows() { release(bits_, bytes_); }

    const std::uint64_t* row(std::int64_t row) {
        for (; packed_ <= row; ++packed_) {
            const char* from = p_.b + packed_ * p_.b_row;
            for (std::int64_t word = 0; word < words_; ++word) {
                const std::int64_t first = word * word_bits;
                bits_[packed_ * words_ + word] =
                    truths_of(from + first * p_.b_column, p_.b_column,
                              std::min(word_bits, p_.n - first));
            }
        }
        return bits_ + row * words_;
    }
    std::int64_t words() const { return words_; }
    std::uint64_t all_of(std::int64_t word) const {  // the elements that a word has
        const std::int64_t count = std::min(word_bits, p_.n - word * word_bits);
        return ~std::uint64_t{0} >> (word_bits - count);
    }

  private:
    const Product& p_;
    std::int64_t words_, packed_ = 0;
    std::size_t bytes_;
    std::uint64_t* bits_;
};

// Adds a row to the result's; whether all of that is true now.
bool join(BitRows& rows, const std::uint64_t* row, std::uint64_t* result) {
    std::uint64_t missing = 0;
    for (std::int64_t word = 0; word < rows.words(); ++word) {
        result[word] |= row[word];
        missing |= ~result[word] & rows.all_of(word);
    }
    return missing == 0;
}

void join_rows(const Product& p, const char* a, BitRows& rows, std::uint64_t* result) {
    std::fill_n(result, rows.words(), std::uint64_t{0});
    for (std::int64_t first = 0; first < p.k; first += word_bits) {
        std::uint64_t truths = truths_of(a + first * p.a_column, p.a_column,
                                         std::min(word_bits, p.k - first));
        for (; truths != 0; truths &= truths - 1) {
            if (join(rows, rows.row(first + std::countr_zero(truths)), result)) return;
        }
    }
}

// Eight bits as eight bytes.
std::uint64_t bytes_of(std::uint64_t bits) {
    constexpr std::uint64_t ones = 0x0101010101010101, places = 0x8040201008040201;
    const std::uint64_t marked = (bits & 0xff) * ones & places;
    return (marked + 0x7f * ones) >> 7 & ones;
}

void store_bits(const std::uint64_t* bits, std::int64_t count, char* to, std::int64_t step) {
    for (std::int64_t i = 0; i < count; i += 8) {
        const std::uint64_t bytes = bytes_of(bits[i / word_bits] >> i % word_bits);
        const std::int64_t some = std::min<std::int64_t>(8, count - i);
        if (step == 1 && some == 8) {
            std::memcpy(to + i, &bytes, sizeof bytes);
            continue;
        }
        for (std::int64_t k = 0; k < some; ++k) to[(i + k) * step] = (bytes >> (8 * k)) & 1;
    }
}

}  // namespace

double truth_work(const Product& p) {
    return static_cast<double>(p.m) * static_cast<double>(p.k) *
           static_cast<double>(words_for(p.n));
}

void multiply_truths(const Product& p) {
    if (p.n == 1) {
        for (std::int64_t i = 0; i < p.m; ++i) {
            dot(Dtype::boolean, Vector{p.a + i * p.a_row, p.a_column}, Vector{p.b, p.b_row}, p.k,
                p.c + i * p.c_row);
        }
        return;
    }
    BitRows rows(p);
    constexpr std::int64_t few_words = 32;
    std::uint64_t few[few_words];
    const auto bytes = static_cast<std::size_t>(rows.words()) * sizeof *few;
    const bool are_few = rows.words() <= few_words;
    auto* result = are_few ? few : static_cast<std::uint64_t*>(allocate(bytes));
    if (result == nullptr) throw std::bad_alloc();
    for (std::int64_t i = 0; i < p.m; ++i) {
        join_rows(p, p.a + i * p.a_row, rows, result);
        store_bits(result, p.n, p.c + i * p.c_row, p.c_column);
    }
    if (!are_few) release(result, bytes);
}

}  // namespace numen::cpu
