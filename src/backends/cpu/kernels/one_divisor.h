// floor_divide, remainder, fmod and divmod of integers by one divisor for a whole row: products
// with a reciprocal found once, in vectors (Granlund and Montgomery, Division by invariant integers
// using multiplication, 1994). Divisors that differ, and zero, go by formula_numbers.h.
#pragma once

#include <bit>

#include "backends/cpu/kernel_table.h"
#include "backends/cpu/kernels/high_products.h"
#include "backends/cpu/kernels/packed_blocks.h"
#include "ops/operation.h"

namespace numen::cpu::NUMEN_ISA {

// Bytes are divided as words: no set multiplies lanes of 8 bits.
template <class T> struct divided_as { using type = T; };
template <> struct divided_as<std::int8_t> { using type = std::int16_t; };
template <> struct divided_as<std::uint8_t> { using type = std::uint16_t; };
template <class T> using DividedAs = typename divided_as<T>::type;

template <class C> using UnsignedOf = std::make_unsigned_t<C>;
template <class C> using UnsignedLanes = LanesOf<UnsignedOf<C>>;

template <class C> struct WholeAndRest {
    LanesOf<C> quotient;
    LanesOf<C> rest;
};

template <class U> constexpr int bits_of_lane = 8 * static_cast<int>(sizeof(U));
template <class U> struct twice_as_wide { using type = std::uint64_t; };
template <> struct twice_as_wide<std::uint64_t> { using type = unsigned __int128; };

// floor(2^bits * numerator / divisor) for numerator < divisor.
template <class U> U scaled_quotient(U numerator, U divisor) {
    using Wide = typename twice_as_wide<U>::type;
    return static_cast<U>((static_cast<Wide>(numerator) << bits_of_lane<U>) / divisor);
}

// Quotients of n up to 2^(bits - 1) by a divisor above 1: with 2^shift < divisor <= 2^(shift + 1),
// floor(2^(bits + shift) / divisor) + 1 fits a lane and is exact for these n.
template <class C> struct HalfRangeReciprocal {
    using U = UnsignedOf<C>;
    explicit HalfRangeReciprocal(U divisor)
        : shift(std::bit_width(static_cast<U>(divisor - 1)) - 1),
          multiplier(LanesOf<U>{} + static_cast<U>(scaled_quotient<U>(
                                        static_cast<U>(U{1} << shift), divisor) + 1)) {}
    [[gnu::always_inline]] LanesOf<U> quotient(LanesOf<U> n) const {
        return high_product(n, multiplier) >> shift;
    }
    int shift;
    LanesOf<U> multiplier;
};

template <class C> class FlooredByReciprocal;

// A negative quotient -n/d rounds down to ~((n - 1)/d); a divisor below zero turns the signs of
// both. `flip` has all bits set where it is below zero.
template <class C> requires std::is_signed_v<C> class FlooredByReciprocal<C> {
  public:
    explicit FlooredByReciprocal(C divisor)
        : divisor_(divisor), flip_(divisor < 0 ? C{-1} : C{0}),
          reciprocal_(formulas::unsigned_magnitude(divisor)) {}
    [[gnu::always_inline]] WholeAndRest<C> operator()(LanesOf<C> x) const {
        const LanesOf<C> turned = x ^ flip_;
        const LanesOf<C> below = turned < flip_;
        const LanesOf<C> size = (turned - flip_) ^ below;
        const auto whole = reciprocal_.quotient(reinterpret_cast<UnsignedLanes<C>>(size));
        const LanesOf<C> quotient = reinterpret_cast<LanesOf<C>>(whole) ^ below;
        return {quotient, x - quotient * divisor_};
    }
    Status status() const { return status_ok; }

  private:
    C divisor_, flip_;
    HalfRangeReciprocal<C> reciprocal_;
};

// Their figure 4.1: the multiplier has one bit more than a lane, which the sum stands for.
template <class C> requires std::is_unsigned_v<C> class FlooredByReciprocal<C> {
  public:
    explicit FlooredByReciprocal(C divisor)
        : divisor_(divisor), shift_(std::bit_width(divisor) - 1),
          multiplier_(LanesOf<C>{} + multiplier_of(divisor, shift_)) {}
    [[gnu::always_inline]] WholeAndRest<C> operator()(LanesOf<C> x) const {
        const LanesOf<C> most = high_product(x, multiplier_);
        const LanesOf<C> quotient = (most + ((x - most) >> 1)) >> shift_;
        return {quotient, x - quotient * divisor_};
    }
    Status status() const { return status_ok; }

  private:
    // floor(2^bits * (2^(shift + 1) - divisor) / divisor) + 1; differences wrap to what is meant.
    static C multiplier_of(C divisor, int shift) {
        const C above = static_cast<C>(static_cast<C>(C{2} << shift) - divisor);
        return static_cast<C>(scaled_quotient<C>(above, divisor) + 1);
    }
    C divisor_;
    int shift_;
    LanesOf<C> multiplier_;
};

// Bytes without a sign, in words: floor(2^16 / divisor) + 1 is exact for them, without a shift.
class FlooredBytes {
  public:
    explicit FlooredBytes(std::uint16_t divisor)
        : divisor_(divisor), multiplier_(Words{} + multiplier_of(divisor)) {}
    [[gnu::always_inline]] WholeAndRest<std::uint16_t> operator()(Words x) const {
        const Words quotient = high_product(x, multiplier_);
        return {quotient, x - quotient * divisor_};
    }
    Status status() const { return status_ok; }

  private:
    static std::uint16_t multiplier_of(std::uint16_t divisor) {
        return static_cast<std::uint16_t>(65536 / divisor + 1);
    }
    std::uint16_t divisor_;
    Words multiplier_;
};

// Not all sets shift 64-bit lanes with their sign: bits are turned before and after.
template <class C> class FlooredByPower {
  public:
    explicit FlooredByPower(C divisor)
        : mask_(static_cast<C>(divisor - 1)), shift_(std::countr_zero(UnsignedOf<C>(divisor))) {}
    [[gnu::always_inline]] WholeAndRest<C> operator()(LanesOf<C> x) const {
        LanesOf<C> below{};
        if constexpr (std::is_signed_v<C>) below = x < C{0};
        const auto size = reinterpret_cast<UnsignedLanes<C>>(x ^ below);
        return {reinterpret_cast<LanesOf<C>>(size >> shift_) ^ below, x & mask_};
    }
    Status status() const { return status_ok; }

  private:
    C mask_;
    int shift_;
};

// By -1. Of the quotients that of the lowest number alone does not fit; bytes lie in wider lanes.
template <Op op, class T> class Negated {
  public:
    using C = DividedAs<T>;
    [[gnu::always_inline]] WholeAndRest<C> operator()(LanesOf<C> x) {
        unfit_ |= x == static_cast<C>(std::numeric_limits<T>::min());
        return {-x, LanesOf<C>{}};
    }
    Status status() const {
        if constexpr (op == Op::remainder) return status_ok;
        return vm::any(reinterpret_cast<vm::I64>(unfit_) != 0) ? status_overflow : status_ok;
    }

  private:
    LanesOf<C> unfit_{};
};

// fmod of signed numbers, by the size of the divisor: the rest of |x|, with the sign of x. The
// quotient is not told.
template <class C> [[gnu::always_inline]] inline auto magnitudes(LanesOf<C> x, LanesOf<C> below) {
    return reinterpret_cast<UnsignedLanes<C>>((x ^ below) - below);
}
template <class C>
[[gnu::always_inline]] inline WholeAndRest<C> signed_rest(UnsignedLanes<C> rest,
                                                          LanesOf<C> below) {
    return {LanesOf<C>{}, (reinterpret_cast<LanesOf<C>>(rest) ^ below) - below};
}
template <class C> class TruncatedByReciprocal {
  public:
    using U = UnsignedOf<C>;
    explicit TruncatedByReciprocal(U divisor) : divisor_(divisor), reciprocal_(divisor) {}
    [[gnu::always_inline]] WholeAndRest<C> operator()(LanesOf<C> x) const {
        const LanesOf<C> below = x < C{0};
        const LanesOf<U> size = magnitudes<C>(x, below);
        return signed_rest<C>(size - reciprocal_.quotient(size) * divisor_, below);
    }
    Status status() const { return status_ok; }

  private:
    U divisor_;
    HalfRangeReciprocal<C> reciprocal_;
};
template <class C> class TruncatedByPower {
  public:
    using U = UnsignedOf<C>;
    explicit TruncatedByPower(U divisor) : mask_(static_cast<U>(divisor - 1)) {}
    [[gnu::always_inline]] WholeAndRest<C> operator()(LanesOf<C> x) const {
        const LanesOf<C> below = x < C{0};
        return signed_rest<C>(magnitudes<C>(x, below) & mask_, below);
    }
    Status status() const { return status_ok; }

  private:
    U mask_;
};

}  // namespace numen::cpu::NUMEN_ISA
