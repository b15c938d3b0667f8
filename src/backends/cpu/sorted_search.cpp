// Binary search for many keys.
//
// Eight keys go down together without branches, so that the misses of one search hide those of the
// others. A block of keys that ascend is searched for only between the places of its ends.
#include <algorithm>
#include <atomic>

#include "array/allocator.h"
#include "array/layout_rules.h"
#include "backends/backend.h"
#include "backends/cpu/ordering.h"
#include "backends/cpu/thread_pool.h"

namespace numen::backend {
namespace {

using namespace numen::cpu;

constexpr int together = 8;
constexpr std::int64_t block_keys = 64;
constexpr std::int64_t grain_keys = 4 << 10;

// The elements in ascending order, with or without a sorter.
template <class T, bool is_sorted_by> struct Ascending {
    const char* data;
    std::int64_t step;
    std::int64_t count;
    const std::int64_t* sorter;
    std::atomic<Status>& status;

    T operator[](std::int64_t rank) const {
        std::int64_t place = is_sorted_by ? sorter[rank] : rank;
        if (is_sorted_by && (place < 0 || place >= count)) [[unlikely]] {
            status.store(status_out_of_range, std::memory_order_relaxed);
            place = 0;
        }
        return *reinterpret_cast<const T*>(data + place * step);
    }
};

// Does an element stand before the place of the key? Neither is NaN, except in complex numbers.
template <class T, Side side> bool stands_before(T element, T key) {
    if constexpr (is_complex_number<T>) {
        return side == Side::left ? comes_before(element, key) : !comes_before(key, element);
    } else {
        return side == Side::left ? element < key : element <= key;
    }
}

template <class T, Side side, bool is_sorted_by> class Search {
  public:
    using Elements = Ascending<T, is_sorted_by>;

    explicit Search(const Elements& elements)
        : elements_(elements), count_(elements.count), numbers_(count_numbers()) {}

    void find(const T* keys, std::int64_t count, std::int64_t* out) const {
        for (std::int64_t begin = 0; begin < count; begin += block_keys) {
            const std::int64_t length = std::min(block_keys, count - begin);
            find_block(keys + begin, length, out + begin);
        }
    }

  private:
    // Elements before the first NaN.
    std::int64_t count_numbers() const {
        if constexpr (std::is_integral_v<T> || is_complex_number<T>) return count_;
        std::int64_t low = 0, high = count_;
        if (high == 0 || !is_not_a_number(elements_[high - 1])) return high;
        while (low < high) {
            const std::int64_t middle = low + (high - low) / 2;
            is_not_a_number(elements_[middle]) ? high = middle : low = middle + 1;
        }
        return low;
    }

    template <int keys_together>
    void descend(const T* keys, std::int64_t low, std::int64_t length, std::int64_t* out) const {
        std::int64_t base[keys_together];
#pragma GCC unroll 8
        for (int k = 0; k < keys_together; ++k) base[k] = low;
        // The places left for each key are base … base + length.
        while (length > 1) {
            const std::int64_t half = length / 2;
#pragma GCC unroll 8
            for (int k = 0; k < keys_together; ++k) {
                const std::int64_t is_beyond =
                    stands_before<T, side>(elements_[base[k] + half - 1], keys[k]);
                base[k] += half & -is_beyond;
            }
            length -= half;
        }
        for (int k = 0; k < keys_together; ++k) {
            const bool is_beyond =
                length == 1 && stands_before<T, side>(elements_[base[k]], keys[k]);
            out[k] = base[k] + (is_beyond ? 1 : 0);
        }
    }

    std::int64_t find_one(T key, std::int64_t low, std::int64_t high) const {
        std::int64_t place;
        descend<1>(&key, low, high - low, &place);
        return place;
    }

    static bool ascend(const T* keys, std::int64_t count) {
        bool ascends = !is_complex_number<T>;
        if constexpr (!is_complex_number<T>) {
            for (std::int64_t i = 1; i < count; ++i) ascends &= keys[i - 1] <= keys[i];
        }
        return ascends;
    }

    void find_block(const T* keys, std::int64_t count, std::int64_t* out) const {
        std::int64_t low = 0, high = numbers_;
        if (count == block_keys && ascend(keys, count)) {
            low = find_one(keys[0], low, high);
            high = find_one(keys[count - 1], low, high);
        }
        std::int64_t i = 0;
        for (; i + together <= count; i += together) {
            descend<together>(keys + i, low, high - low, out + i);
        }
        for (; i < count; ++i) out[i] = find_one(keys[i], low, high);
        if constexpr (std::is_floating_point_v<T>) {
            for (i = 0; i < count; ++i) {
                if (is_not_a_number(keys[i])) out[i] = side == Side::left ? numbers_ : count_;
            }
        }
    }

    Elements elements_;
    std::int64_t count_;
    std::int64_t numbers_;
};

template <class T, Side side, bool is_sorted_by>
Status search(std::int64_t* out, const StridedView& sorted, const std::int64_t* sorter,
              const T* keys, std::int64_t count) {
    std::atomic<Status> status = status_ok;
    const Search<T, side, is_sorted_by> search(
        {sorted.data, sorted.strides[0], sorted.shape[0], sorter, status});
    parallel_for(count, grain_keys, [&](std::int64_t begin, std::int64_t end) {
        search.find(keys + begin, end - begin, out + begin);
    });
    return status;
}

template <class T>
Status search(std::int64_t* out, const StridedView& sorted, const std::int64_t* sorter,
              const T* keys, std::int64_t count, Side side) {
    const auto chosen = side == Side::left ? (sorter == nullptr ? search<T, Side::left, false>
                                                                : search<T, Side::left, true>)
                                           : (sorter == nullptr ? search<T, Side::right, false>
                                                                : search<T, Side::right, true>);
    return chosen(out, sorted, sorter, keys, count);
}

// A view as the search reads it: aligned, in C order; halves become floats, which are in the same
// order and which processors compare.
class Dense {
  public:
    Dense(const StridedView& view, bool in_a_row) : view_(view) {
        const bool fits = is_aligned(view) && (!in_a_row || is_contiguous(view));
        if (fits && view.dtype != Dtype::float16) return;
        if (view.dtype == Dtype::float16) view_.dtype = Dtype::float32;
        bytes_ = static_cast<std::size_t>(element_count(view) * itemsize(view_.dtype));
        view_.data = memory_ = static_cast<char*>(allocate(bytes_));
        if (memory_ == nullptr) return;
        dense_strides(Order::c, itemsize(view_.dtype), view.ndim, view.shape, strides_);
        view_.strides = strides_;
        copy(view_, view);
    }
    Dense(const Dense&) = delete;
    Dense& operator=(const Dense&) = delete;
    ~Dense() {
        if (memory_ != nullptr) release(memory_, bytes_);
    }
    bool is_missing() const { return memory_ == nullptr && bytes_ > 0; }
    const StridedView& view() const { return view_; }

  private:
    StridedView view_;
    std::int64_t strides_[max_dimensions];
    char* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace

Status search_sorted(std::int64_t* out, const StridedView& sorted, const std::int64_t* sorter,
                     const StridedView& keys, Side side) {
    const std::int64_t count = element_count(keys);
    const Dense elements(sorted, count > sorted.shape[0]), wanted(keys, true);
    if (elements.is_missing() || wanted.is_missing()) return status_no_memory;
    return with_sortable(wanted.view().dtype, [&]<class T>() -> Status {
        if constexpr (std::is_same_v<T, Half>) {
            return status_ok;  // they are floats by now
        } else {
            return search(out, elements.view(), sorter,
                          reinterpret_cast<const T*>(wanted.view().data), count, side);
        }
    });
}

}  // namespace numen::backend
