// The extents or strides of an array that is remembered: a vector of numbers that needs no memory
// of its own for up to four axes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>

namespace numen {

class AxisList {
  public:
    AxisList() = default;
    AxisList(std::initializer_list<std::int64_t> values) { assign(values.begin(), values.end()); }
    AxisList(const AxisList& other) { assign(other.begin(), other.end()); }
    AxisList(AxisList&& other) noexcept { swap(other); }
    AxisList& operator=(AxisList other) noexcept {
        swap(other);
        return *this;
    }

    void assign(const std::int64_t* first, const std::int64_t* last) {
        std::copy(first, last, resize(static_cast<std::size_t>(last - first)));
    }
    void assign(std::size_t count, std::int64_t value) { std::fill_n(resize(count), count, value); }
    void push_back(std::int64_t value) {
        AxisList longer;
        std::int64_t* at = longer.resize(size_ + 1);
        *std::copy(begin(), end(), at) = value;
        swap(longer);
    }

    std::size_t size() const { return size_; }
    const std::int64_t* data() const { return many_ == nullptr ? few_.data() : many_.get(); }
    const std::int64_t* begin() const { return data(); }
    const std::int64_t* end() const { return data() + size_; }
    std::int64_t operator[](std::size_t axis) const { return data()[axis]; }
    std::int64_t& operator[](std::size_t axis) { return const_cast<std::int64_t*>(data())[axis]; }
    std::int64_t back() const { return data()[size_ - 1]; }
    friend bool operator==(const AxisList& a, const AxisList& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

  private:
    // Room for so many, whose values are up to the caller.
    std::int64_t* resize(std::size_t count) {
        many_ = count > few_.size() ? std::make_unique<std::int64_t[]>(count) : nullptr;
        size_ = static_cast<std::uint32_t>(count);
        return many_ == nullptr ? few_.data() : many_.get();
    }
    void swap(AxisList& other) noexcept {
        std::swap(few_, other.few_);
        std::swap(many_, other.many_);
        std::swap(size_, other.size_);
    }

    std::array<std::int64_t, 4> few_{};
    std::unique_ptr<std::int64_t[]> many_;
    std::uint32_t size_ = 0;
};

}  // namespace numen
