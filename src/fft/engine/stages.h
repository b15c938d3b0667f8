// A transform as a list of ducc0's passes, one for every factor of its length.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

#include <ducc0/fft/fft1d_impl.h>

namespace numen::fft {
namespace {

// Up to `longest` points a transform is made of one pass per factor. ducc0 divides it into two of
// about its square root from 10,000 points on, which it can distribute over threads; but it
// computes the roots between them anew each time, and one thread takes 1.0 to 1.8 times as long.
// Beyond `longest`, two threads gain more (docs/design/2026-12-01-fourier_transforms.md). Factors
// above `largest_factor` have no pass of their own: for them ducc0 chooses the method.
template <bool is_real> constexpr std::size_t longest = is_real ? 1'500'000 : 400'000;
template <bool is_real> constexpr std::size_t largest_factor = is_real ? 134 : 109;

// Of complex numbers, or of real ones with coefficients in the order of copies.h.
template <class Real, bool is_real> class Stages {
    using Pass = std::conditional_t<is_real, ducc0::detail_fft::rfftpass<Real>,
                                    ducc0::detail_fft::cfftpass<Real>>;
    using Roots = ducc0::detail_unity_roots::UnityRoots<Real, ducc0::Cmplx<Real>>;

  public:
    explicit Stages(std::size_t points) : points_(points) {
        const auto factors = Pass::factorize(points);
        const bool has_passes = std::all_of(factors.begin(), factors.end(), [](std::size_t factor) {
            return factor <= largest_factor<is_real>;
        });
        if (points <= longest<is_real> && has_passes) {
            add_stages(factors);
        } else {
            passes_.push_back(Pass::make_pass(points));
        }
        for (const auto& pass : passes_) scratch_ = std::max(scratch_, pass->bufsize());
    }

    std::size_t length() const { return points_; }
    // Elements of work space that exec needs behind its input's `length()`.
    std::size_t bufsize() const { return gap + points_ + scratch_; }
    std::size_t footprint() const {
        std::size_t bytes = 0;
        for (const auto& pass : passes_) bytes += pass->footprint();
        return bytes;
    }

    // The results, times `factor`, are in `data` or in `work`.
    template <class Element>
    Element* exec(Element* data, Element* work, Real factor, bool forward,
                  std::size_t threads) const {
        Element* done = run(data, work, forward, threads);
        if (factor != Real(1)) {
            for (std::size_t i = 0; i < points_; ++i) done[i] *= factor;
        }
        return done;
    }
    // They are in `data`.
    template <class Element>
    void exec_copyback(Element* data, Element* work, Real factor, bool forward,
                       std::size_t threads) const {
        const Element* done = run(data, work, forward, threads);
        if (factor != Real(1)) {
            for (std::size_t i = 0; i < points_; ++i) data[i] = done[i] * factor;
        } else if (done != data) {
            std::copy_n(done, points_, data);
        }
    }

  private:
    // Two halves of the work space do not start in the same set of the cache.
    static constexpr std::size_t gap = 16;

    void add_stages(const std::vector<std::size_t>& factors) {
        const auto roots = std::make_shared<Roots>(points_);
        std::size_t done = 1;
        for (std::size_t factor : factors) {
            passes_.push_back(Pass::make_pass(done, points_ / (done * factor), factor, roots));
            done *= factor;
        }
    }

    template <class Element>
    Element* run(Element* data, Element* work, bool forward, std::size_t threads) const {
        static const std::type_index type = ducc0::detail_fft::tidx<Element*>();
        Element* other = work + gap;
        Element* scratch = other + points_;
        const auto step = [&](const auto& pass) {
            void* result = pass->exec(type, data, other, scratch, forward, threads);
            if (result == other) std::swap(data, other);
        };
        if (is_real && forward) {
            std::for_each(passes_.rbegin(), passes_.rend(), step);
        } else {
            std::for_each(passes_.begin(), passes_.end(), step);
        }
        return data;
    }

    std::size_t points_, scratch_ = 0;
    std::vector<std::shared_ptr<Pass>> passes_;
};

}  // namespace
}  // namespace numen::fft
