#include "backends/cpu/row_run.h"

#include <algorithm>

#include "backends/cpu/machine.h"
#include "backends/cpu/tuning.h"

namespace numen::cpu {
namespace {

std::int64_t in_lines(std::int64_t bytes) { return (bytes + 63) & ~std::int64_t{63}; }

}  // namespace

RowRun::RowRun(const RowProgram& program, std::span<const std::int64_t> shape,
               std::span<const StridedView> operands)
    : program_(program), stages_(stages_of(program)), runs_(stages_.size()),
      columns_(shape.back()), rows_(1), outer_(shape.begin(), shape.end() - 1) {
    for (const std::int64_t length : outer_) rows_ *= length;
    const std::size_t stores = program.stores().size();
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const StridedView& view = operands[i];
        const bool is_value = program.is_value(i < stores ? program.stores()[i]
                                                          : static_cast<Register>(i - stores));
        walks_.push_back({view.data, is_value, {view.strides, view.strides + outer_.size()},
                          is_value ? 0 : view.strides[outer_.size()]});
    }
    merge_axes();
    height_ = columns_ >= tuning().long_row
                  ? 1
                  : std::min(outer_.back(), tuning().row_block / columns_);
    find_places();
    prepare_stages();
}

// Two axes that all operands walk as one become one.
void RowRun::merge_axes() {
    for (std::size_t axis = outer_.size() - 1; axis-- > 0;) {
        const std::int64_t length = outer_[axis + 1];
        const bool fits = std::ranges::all_of(walks_, [&](const Walk& walk) {
            return walk.outer[axis] == walk.outer[axis + 1] * length;
        });
        if (!fits && length != 1 && outer_[axis] != 1) continue;
        // An axis of length one goes with its step, whatever that is.
        const auto gone = static_cast<std::ptrdiff_t>(axis) + (length == 1 ? 1 : 0);
        outer_[axis + (length == 1 ? 0 : 1)] = length * outer_[axis];
        outer_.erase(outer_.begin() + gone);
        for (Walk& walk : walks_) walk.outer.erase(walk.outer.begin() + gone);
    }
}

std::int64_t RowRun::bytes_of(Register place) const {
    const std::int64_t elements = program_.is_value(place) ? height_ : height_ * columns_;
    return in_lines(elements * itemsize(program_.types()[place]));
}

// Registers whose last reader has passed give their scratch memory to the next of their size; what
// only one stage knows lies in that of its program.
void RowRun::find_places() {
    const std::size_t registers = program_.types().size(), stores = program_.stores().size();
    operand_.assign(registers, -1);
    offset_.assign(registers, 0);
    for (std::size_t i = 0; i < walks_.size(); ++i) {
        operand_[i < stores ? program_.stores()[i] : i - stores] = static_cast<int>(i);
    }
    std::vector<std::size_t> last_use(registers);
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        for (const Register place : stages_[i].operands) last_use[place] = i;
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> free;  // bytes, offset
    std::vector<bool> has_place(registers);
    const auto take = [&](Register place) {
        const std::int64_t bytes = bytes_of(place);
        const auto fit =
            std::ranges::find_if(free, [&](auto& slot) { return slot.first == bytes; });
        has_place[place] = true;
        if (fit != free.end()) {
            offset_[place] = fit->second;
            free.erase(fit);
        } else {
            offset_[place] = scratch_;
            scratch_ += bytes;
        }
    };
    for (std::size_t i = stores; i < walks_.size(); ++i) {
        if (is_spread(walks_[i])) take(static_cast<Register>(i - stores));
    }
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        for (const Register place : stages_[i].operands) {
            if (operand_[place] < 0 && !has_place[place]) take(place);
        }
        for (const Register place : stages_[i].operands) {
            if (operand_[place] >= 0 || last_use[place] != i) continue;
            free.emplace_back(bytes_of(place), offset_[place]);
        }
    }
}

Access RowRun::access_of(Register place, bool in_values) const {
    using Layout = Chain::Layout;
    const std::int64_t size = itemsize(program_.types()[place]);
    const Walk* walk =
        operand_[place] < 0 ? nullptr : &walks_[static_cast<std::size_t>(operand_[place])];
    const auto moving = [&](std::int64_t step) {
        return Access{step, step == size ? Layout::packed
                            : step == 0  ? Layout::repeated
                                         : Layout::other};
    };
    if (!program_.is_value(place)) {
        return moving(walk == nullptr || is_spread(*walk) ? size : walk->column);
    }
    const std::int64_t step = walk == nullptr ? size : walk->row();
    if (in_values) return moving(height_ == 1 && step != 0 ? size : step);
    return height_ == 1 || step == 0 ? moving(0) : Access{size, Layout::packed, 0};
}

// Is the result one that no cache can hold and no stage behind reads?
bool RowRun::may_stream(Register output, std::size_t stage) const {
    const std::int64_t size = itemsize(program_.types()[output]);
    if (operand_[output] < 0 || program_.is_value(output)) return false;
    if (rows_ * columns_ * size < tuning().vast_bytes) return false;
    return std::all_of(stages_.begin() + static_cast<std::ptrdiff_t>(stage) + 1, stages_.end(),
                       [&](const RowStage& behind) {
                           return std::ranges::count(behind.operands, output) == 0;
                       });
}

void RowRun::prepare(std::size_t stage) {
    const RowStage& given = stages_[stage];
    StageRun& run = runs_[stage];
    if (given.reduction != nullptr) {
        const Dtype in = program_.types()[given.operands[1]];
        const ReduceOp op = *given.reduction->reduction;
        run.folding.emplace(op, in, program_.types()[given.operands[0]],
                            resolve_reduction(op, in).accumulator, true);
        run.reports = std::vector<std::atomic<Status>>(1);
        return;
    }
    std::vector<Chain::Layout> layouts;
    for (const Register place : given.operands) {
        run.accesses.push_back(access_of(place, given.is_value));
        run.steps.push_back(run.accesses.back().step);
        layouts.push_back(run.accesses.back().layout);
    }
    // One at most: the next may be aligned otherwise.
    for (std::size_t i = 0; i < given.program.stores().size(); ++i) {
        if (layouts[i] != Chain::Layout::packed || !may_stream(given.operands[i], stage)) continue;
        layouts[i] = Chain::Layout::vast;
        break;
    }
    // No operand lies where another does.
    std::vector<char> apart(layouts.size());
    std::vector<char*> places;
    for (char& place : apart) places.push_back(&place);
    run.schedule.emplace(given.program, layouts, places);
    run.reports = std::vector<std::atomic<Status>>(given.program.types().size());
}

void RowRun::prepare_stages() {
    std::int64_t own = 0, spread = 0;
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        prepare(i);
        if (runs_[i].schedule) own = std::max(own, Machine::scratch_of(*runs_[i].schedule));
    }
    machine_at_ = scratch_;
    const std::int64_t spread_at = in_lines(scratch_ + own);
    for (StageRun& run : runs_) {
        std::int64_t taken = 0;
        for (Access& access : run.accesses) {
            if (access.spread_at < 0) continue;
            access.spread_at = spread_at + taken;
            taken += in_lines(height_ * columns_ * access.step) + 64;  // see repeat_and_beyond
        }
        spread = std::max(spread, taken);
    }
    scratch_ = spread_at + spread;
}

void RowRun::report(std::span<Status> reports) const {
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        if (stages_[i].reduction != nullptr) {
            reports[stages_[i].operands[0]] |= runs_[i].reports[0].load();
        }
        for (const auto& [made, result] : stages_[i].results) {
            reports[result] |= runs_[i].reports[made].load();
        }
    }
}

}  // namespace numen::cpu
