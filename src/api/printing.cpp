// Brackets, lines and dots.
#include "numen/printing.h"

#include <algorithm>
#include <ostream>
#include <vector>

#include "api/body.h"
#include "api/number_text.h"

namespace numen {

using namespace api;

namespace {

class Writer {
public:
    Writer(const StridedView& view, const PrintOptions& options, bool is_shortened)
        : view_(view), edge_(std::max(options.edgeitems, 0)), width_(options.linewidth),
          is_shortened_(is_shortened) {
        std::vector<const char*> shown;
        collect(0, view.data, shown);
        text_ = number_text(view.dtype, shown, options.precision);
    }

    std::string write() const { return nested(0, view_.data, 1, width_); }

private:
    bool is_cut(int axis) const { return is_shortened_ && 2 * edge_ < view_.shape[axis]; }

    // Calls visit(element or row, whether it is the first after the gap) for what is shown.
    template <class Visit> void for_shown(int axis, const char* data, Visit&& visit) const {
        const std::int64_t extent = view_.shape[axis];
        for (std::int64_t i = 0; i < extent; ++i) {
            const bool follows_gap = is_cut(axis) && i == edge_;
            if (follows_gap) i = extent - edge_;
            if (follows_gap && edge_ == 0) {
                visit(nullptr, true);
                return;
            }
            visit(data + i * view_.strides[axis], follows_gap);
        }
    }

    void collect(int axis, const char* data, std::vector<const char*>& shown) const {
        if (axis == view_.ndim) return shown.push_back(data);
        for_shown(axis, data, [&](const char* at, bool) {
            if (at != nullptr) collect(axis + 1, at, shown);
        });
    }

    // The text from one opening bracket to its closing one; `indent` columns stand before what
    // follows a line's end.
    std::string nested(int axis, const char* data, int indent, int width) const {
        std::string all = axis + 1 == view_.ndim ? row(axis, data, indent, width)
                                                 : rows(axis, data, indent, width);
        return '[' + all + ']';
    }

    std::string rows(int axis, const char* data, int indent, int width) const {
        const std::string ends(static_cast<std::size_t>(view_.ndim - axis - 1), '\n');
        const std::string margin(static_cast<std::size_t>(indent), ' ');
        std::string all;
        for_shown(axis, data, [&](const char* at, bool follows_gap) {
            if (!all.empty()) all += ends + margin;
            if (follows_gap) all += at == nullptr ? "..." : "..." + ends + margin;
            if (at != nullptr) all += nested(axis + 1, at, indent + 1, width - 1);
        });
        return all;
    }

    std::string row(int axis, const char* data, int indent, int width) const {
        const std::string margin(static_cast<std::size_t>(indent), ' ');
        std::string all, line = margin;
        const auto add = [&](const std::string& word) {
            const bool is_full = line.size() + word.size() > static_cast<std::size_t>(width - 1);
            if (is_full && line.size() > margin.size()) {
                line.erase(line.find_last_not_of(' ') + 1);
                all += line + '\n';
                line = margin;
            }
            line += word + ' ';
        };
        for_shown(axis, data, [&](const char* at, bool follows_gap) {
            if (follows_gap) add("...");
            if (at != nullptr) add((*text_)(at));
        });
        line.pop_back();  // the space behind the last word
        return (all + line).substr(margin.size());
    }

    StridedView view_;
    std::int64_t edge_;
    int width_;
    bool is_shortened_;
    std::unique_ptr<NumberText> text_;
};

}  // namespace

std::string to_string(const Array& a, const PrintOptions& options) {
    const StridedView view = view_of(a);
    if (view.ndim == 0) return scalar_text(view.dtype, view.data);
    if (a.size() == 0) return "[]";
    return Writer(view, options, a.size() > options.threshold).write();
}

std::ostream& operator<<(std::ostream& stream, const Array& a) { return stream << to_string(a); }

}  // namespace numen
