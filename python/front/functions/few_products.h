// Sums of few products in einsum, by plain loops.
#pragma once

#include <algorithm>
#include <cstring>

#include "front/functions/einsum_labels.h"

namespace numen::front {

// Few products of two to four factors, added one after another.
class FewProducts {
public:
    FewProducts(const Labels& labels, int terms, const npy_intp* out_steps) : terms_(terms) {
        for (int i = 0; i < labels.result_count; ++i) add(labels, labels.result[i], out_steps[i]);
        for (int place = 0; place < labels.count; ++place) {
            if (!labels.in_result[place]) add(labels, place, 0);
        }
    }
    npy_intp count() const {
        npy_intp product = 1;
        for (int axis = 0; axis < nd_; ++axis) product *= size_[axis];
        return product;
    }
    // `at`: the factors' first elements, then the result's, which holds zeros.
    template <class T> void run(char* const* at) const {
        terms_ == 2 ? add_along<T, 2>(0, at)
        : terms_ == 3 ? add_along<T, 3>(0, at) : add_along<T, 4>(0, at);
    }

private:
    void add(const Labels& labels, int place, npy_intp out_step) {
        if (labels.size[place] == 1) return;
        size_[nd_] = labels.size[place];
        for (int i = 0; i < terms_; ++i) step_[i][nd_] = labels.step[i][place];
        step_[terms_][nd_++] = out_step;
    }
    template <class T, int terms> void add_along(int axis, char* const* from) const {
        char* at[terms + 1];
        std::copy_n(from, terms + 1, at);
        if (axis + 1 >= nd_) return add_line<T, terms>(at);
        for (npy_intp i = 0; i < size_[axis]; ++i) {
            add_along<T, terms>(axis + 1, at);
            for (int term = 0; term <= terms; ++term) at[term] += step_[term][axis];
        }
    }
    // Along the last axis, or the only product.
    template <class T, int terms> void add_line(char* const* at) const {
        const npy_intp count = nd_ == 0 ? 1 : size_[nd_ - 1];
        npy_intp step[terms + 1] = {};
        for (int term = 0; term <= terms && nd_ > 0; ++term) step[term] = step_[term][nd_ - 1];
        T sum = 0;
        for (npy_intp i = 0; i < count; ++i) {
            T product = load<T>(at[0] + i * step[0]);
            for (int term = 1; term < terms; ++term) product *= load<T>(at[term] + i * step[term]);
            sum += product;
            if (step[terms] == 0 && i + 1 < count) continue;
            sum += load<T>(at[terms] + i * step[terms]);
            std::memcpy(at[terms] + i * step[terms], &sum, sizeof sum);
            sum = 0;
        }
    }
    template <class T> static T load(const char* at) {
        T value;
        std::memcpy(&value, at, sizeof value);
        return value;
    }

    int terms_, nd_ = 0;
    npy_intp size_[most_labels], step_[most_terms + 1][most_labels];
};

}  // namespace numen::front
