// Rows of a few elements that are taken many at a time.
//
// Where some operand keeps the two innermost axes from being one (a vector of three for all pixels,
// a mask for all channels), a row would be those few elements, and its costs many times theirs.
// Such inputs are gathered: what they give to some thousand elements goes to memory in a row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "backends/cpu/loop_nest.h"
#include "backends/cpu/tuning.h"
#include "backends/cpu/work_counts.h"
#include "program/program.h"

namespace numen::cpu {

class ShortRows {
  public:
    static constexpr int most_operands = Program::most_inputs + Program::most_outputs;

    // Are the rows short and many, and the first operands, the outputs, without such rows?
    template <int most> static bool pays(const LoopNest<most>& nest, int outputs);
    // Does one loop for each row take longer than gathering the inputs of a single operation?
    template <int most>
    static bool gathers_quickly(const LoopNest<most>& nest, int outputs, const std::int64_t* sizes);
    // Makes one axis of the nest's two innermost where that pays. An input that has the same
    // elements for all rows is read at once. `sizes` are those of the operands' elements.
    template <int most>
    void merge(LoopNest<most>& nest, int outputs, const std::int64_t* sizes);

    bool are_merged() const { return length_ != 0; }
    bool is_gathered(int operand) const { return are_merged() && inputs_[operand].size != 0; }
    // Calls part(data, count) for the elements [begin, end) of the row that begins at `row`, as
    // many at a time as may be gathered.
    template <class Part>
    void for_parts(char* const* row, const std::int64_t* steps, int operands, std::int64_t begin,
                   std::int64_t end, Part&& part) const;

  private:
    struct Input {
        std::int64_t size = 0;  // of an element; 0: it is not gathered
        std::int64_t outer = 0, inner = 0;  // steps
        std::int64_t place = 0;             // of its elements in the memory of a thread
        std::vector<char> repeated;         // where all rows have the same elements: enough of them
    };
    static constexpr std::int64_t longest = 128;

    template <int most> static bool is_same_for_all_rows(const LoopNest<most>& nest, int operand) {
        const std::int64_t* steps = nest.strides[operand];
        return std::all_of(steps, steps + nest.ndim - 1, [](auto step) { return step == 0; });
    }
    template <int most> static bool is_one_axis(const LoopNest<most>& nest, int operand);
    void repeat(Input& input, const char* row, std::int64_t rows) const;
    void make_room(Input& input);
    char* memory() const;
    char* gather(const Input& input, const char* row, std::int64_t begin, std::int64_t count,
                 char* memory) const;

    std::int64_t length_ = 0;  // of a row before
    std::int64_t most_elements_ = 0;
    std::int64_t gathered_bytes_ = 0;
    Input inputs_[most_operands];
};

template <int most> bool ShortRows::is_one_axis(const LoopNest<most>& nest, int operand) {
    const int last = nest.ndim - 1;
    const std::int64_t* steps = nest.strides[operand];
    return steps[last - 1] == steps[last] * nest.shape[last];
}

template <int most> bool ShortRows::pays(const LoopNest<most>& nest, int outputs) {
    const int last = nest.ndim - 1;
    if (last < 1 || nest.shape[last] > longest || nest.shape[last - 1] < tuning().many_rows) {
        return false;
    }
    for (int operand = 0; operand < outputs; ++operand) {
        if (!is_one_axis(nest, operand)) return false;
    }
    return true;
}

template <int most>
bool ShortRows::gathers_quickly(const LoopNest<most>& nest, int outputs,
                                const std::int64_t* sizes) {
    constexpr std::int64_t most_bytes = 128, most_bytes_repeated = 256, least_repetitions = 16;
    const std::int64_t length = nest.shape[nest.ndim - 1], rows = nest.shape[nest.ndim - 2];
    const bool are_many = rows * length >= least_repetitions * tuning().most_unscratched;
    std::int64_t gathered = 0, repeated = 0;  // bytes for each row
    for (int operand = outputs; operand < nest.operands(); ++operand) {
        if (is_one_axis(nest, operand)) continue;
        const bool is_made_once = are_many && is_same_for_all_rows(nest, operand);
        (is_made_once ? repeated : gathered) += length * sizes[operand];
    }
    return gathered <= most_bytes && repeated <= most_bytes_repeated;
}

template <int most>
void ShortRows::merge(LoopNest<most>& nest, int outputs, const std::int64_t* sizes) {
    if (!pays(nest, outputs)) return;
    count(work_counts().merged_rows);
    const int last = nest.ndim - 1;
    length_ = nest.shape[last];
    most_elements_ = std::min(tuning().most_unscratched, length_ * nest.shape[last - 1]);
    for (int operand = outputs; operand < nest.operands(); ++operand) {
        if (is_one_axis(nest, operand)) continue;
        const std::int64_t* steps = nest.strides[operand];
        Input& input = inputs_[operand];
        input.size = sizes[operand];
        input.outer = steps[last - 1];
        input.inner = steps[last];
        if (is_same_for_all_rows(nest, operand)) {
            repeat(input, nest.data[operand], most_elements_ / length_ + 2);
        } else {
            make_room(input);
        }
    }
    nest.shape[last - 1] *= length_;
    for (int operand = 0; operand < nest.operands(); ++operand) {
        nest.strides[operand][last - 1] = nest.strides[operand][last];
    }
    --nest.ndim;
}

template <class Part>
void ShortRows::for_parts(char* const* row, const std::int64_t* steps, int operands,
                          std::int64_t begin, std::int64_t end, Part&& part) const {
    char* to = gathered_bytes_ > 0 ? memory() : nullptr;
    for (std::int64_t count; begin < end; begin += count) {
        count = std::min(most_elements_, end - begin);
        char* data[most_operands];
        for (int i = 0; i < operands; ++i) {
            const Input& input = inputs_[i];
            data[i] = input.size == 0 ? row[i] + begin * steps[i]
                                      : gather(input, row[i], begin, count, to);
        }
        part(static_cast<char* const*>(data), count);
    }
}

}  // namespace numen::cpu
