// Sums over products of elements by the letters of their axes, as products of matrices.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "api/message.h"
#include "numen/element_type.h"
#include "numen/elementwise.h"
#include "numen/products.h"
#include "numen/reductions.h"
#include "numen/shaping.h"

namespace numen {

using namespace api;

namespace {

// A letter, or an axis of an ellipsis, which stand for themselves in all operands counted from
// the last.
using Label = int;
using Labels = std::vector<Label>;
constexpr Label last_of_ellipsis = 64;  // before the letters, as NumPy sorts them

bool contains(const Labels& labels, Label label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_of_ellipsis(Label label) { return label <= last_of_ellipsis; }

// A term's labels; `dots`: how many axes its ellipsis has.
Labels read_term(std::string_view text, int dots) {
    Labels found;
    bool has_dots = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ' ') continue;
        if (is_letter(text[i])) {
            found.push_back(text[i]);
            continue;
        }
        if (text.substr(i, 3) != "..." || has_dots) {
            throw ValueError(message("einsum: '", text, "' is no term of letters and one '...'"));
        }
        has_dots = true;
        i += 2;
        for (int axis = dots; axis > 0; --axis) found.push_back(last_of_ellipsis + 1 - axis);
    }
    return found;
}

bool has_ellipsis(std::string_view text) { return text.find('.') != text.npos; }

std::vector<std::string_view> split_terms(std::string_view text) {
    std::vector<std::string_view> found;
    for (;;) {
        const std::size_t comma = text.find(',');
        found.push_back(text.substr(0, comma));
        if (comma == text.npos) return found;
        text.remove_prefix(comma + 1);
    }
}

// An array with a label for each axis, none twice.
struct Term {
    Array array;
    Labels labels;

    int place(Label label) const {
        return static_cast<int>(std::find(labels.begin(), labels.end(), label) - labels.begin());
    }
    void sum_out(const Labels& gone) {
        for (Label label : gone) {
            array = sum(array, place(label), {.dtype = array.dtype()});
            std::erase(labels, label);
        }
    }
    void drop_ones(const Labels& gone) {
        for (Label label : gone) {
            array = squeeze(array, place(label));
            std::erase(labels, label);
        }
    }
    Array in_order(const Labels& wanted) const {
        std::vector<std::int64_t> axes;
        for (Label label : wanted) axes.push_back(place(label));
        return transpose(array, axes);
    }
    std::int64_t extent(Label label) const { return array.shape(place(label)); }
};

Term read_operand(std::string_view text, const Array& given, Dtype dtype) {
    const auto letters = static_cast<int>(std::count_if(text.begin(), text.end(), is_letter));
    const int dots = given.ndim() - letters;
    if (dots < 0 || (dots > 0 && !has_ellipsis(text))) {
        throw ShapeError(message("einsum: '", text, "' has ", letters, " letters for an array of ",
                                 given.ndim(), " axes"));
    }
    Term term{given.dtype() == dtype ? given : given.astype(dtype), read_term(text, dots)};
    for (std::size_t i = 0; i < term.labels.size(); ++i) {
        const Label label = term.labels[i];
        const auto again = std::find(term.labels.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                     term.labels.end(), label);
        if (again == term.labels.end()) continue;
        const auto first = static_cast<int>(i);
        const auto second = static_cast<int>(again - term.labels.begin());
        if (term.array.shape(first) != term.array.shape(second)) {
            throw ShapeError(message("einsum: dimensions in '", text, "' for collapsing index '",
                                     static_cast<char>(label), "' don't match (",
                                     term.array.shape(first), " != ", term.array.shape(second),
                                     ")"));
        }
        term.array = diagonal(term.array, 0, first, second);
        term.labels.erase(again);
        term.labels.erase(term.labels.begin() + first);
        term.labels.push_back(label);
        i = static_cast<std::size_t>(-1);  // from the first again
    }
    return term;
}

// The labels of the result: as they are written, or those of ellipses and then the letters that
// stand once.
Labels read_result(std::string_view subscripts, std::size_t arrow,
                   const std::vector<Labels>& terms) {
    std::map<Label, int> times;
    int dots = 0;
    for (const Labels& labels : terms) {
        for (Label label : labels) {
            ++times[label];
            if (is_of_ellipsis(label)) dots = std::max(dots, last_of_ellipsis + 1 - label);
        }
    }
    Labels found;
    if (arrow == subscripts.npos) {
        for (const auto& [label, count] : times) {
            if (is_of_ellipsis(label) || count == 1) found.push_back(label);
        }
        return found;
    }
    const std::string_view text = subscripts.substr(arrow + 2);
    if (dots > 0 && !has_ellipsis(text)) {
        throw ValueError("einsum: the result needs the '...' that operands have");
    }
    for (Label label : read_term(text, dots)) {
        const bool is_again = contains(found, label);
        if (is_again || !times.contains(label)) {
            throw ValueError(message("einsum: '", static_cast<char>(label), "' of the result ",
                                     is_again ? "is there twice" : "is in no operand"));
        }
        found.push_back(label);
    }
    return found;
}

// Lengths of one are repeated where another operand has more.
void check_extents(const std::vector<Term>& terms) {
    std::map<Label, std::int64_t> extents;
    for (const Term& term : terms) {
        for (Label label : term.labels) {
            const std::int64_t extent = term.extent(label);
            std::int64_t& known = extents.try_emplace(label, extent).first->second;
            if (known != extent && known != 1 && extent != 1) {
                throw ShapeError(message("einsum: axes of ", known, " and ", extent,
                                         " elements have one letter"));
            }
            if (known == 1) known = extent;
        }
    }
}

Labels labels_of(const Term& term, const auto& is_wanted) {
    Labels found;
    std::copy_if(term.labels.begin(), term.labels.end(), std::back_inserter(found), is_wanted);
    return found;
}

void append_extents(std::vector<std::int64_t>& shape, const Term& term, const Labels& labels) {
    for (Label label : labels) shape.push_back(term.extent(label));
}

std::int64_t elements(const Term& term, const Labels& labels) {
    std::int64_t count = 1;
    for (Label label : labels) count *= term.extent(label);
    return count;
}

Labels joined(const Labels& a, const Labels& b, const Labels& c = {}) {
    Labels all = a;
    all.insert(all.end(), b.begin(), b.end());
    all.insert(all.end(), c.begin(), c.end());
    return all;
}

// The product of two terms, summed over what is in no later one: a stack of matrix products.
Term multiply_terms(Term a, Term b, const Labels& later) {
    const auto repeats = [](const Term& one, const Term& other) {
        return labels_of(one, [&](Label label) {
            return contains(other.labels, label) && one.extent(label) == 1;
        });
    };
    a.drop_ones(repeats(a, b));
    b.drop_ones(repeats(b, a));
    const auto alone = [&](const Term& one, const Term& other, bool is_kept) {
        return labels_of(one, [&](Label label) {
            return !contains(other.labels, label) && contains(later, label) == is_kept;
        });
    };
    a.sum_out(alone(a, b, false));
    b.sum_out(alone(b, a, false));
    const Labels rows = alone(a, b, true), columns = alone(b, a, true);
    const auto shared = [&](bool is_kept) {
        return labels_of(a, [&](Label label) {
            return contains(b.labels, label) && contains(later, label) == is_kept;
        });
    };
    const Labels stack = shared(true), summed = shared(false);
    std::vector<std::int64_t> result, left, right;
    for (auto* shape : {&result, &left, &right}) append_extents(*shape, a, stack);
    append_extents(result, a, rows);
    append_extents(result, b, columns);
    const std::int64_t depth = elements(a, summed);
    left.insert(left.end(), {elements(a, rows), depth});
    right.insert(right.end(), {depth, elements(b, columns)});
    const Array x = a.in_order(joined(stack, rows, summed)).reshape(left);
    const Array y = b.in_order(joined(stack, summed, columns)).reshape(right);
    const Array product = summed.empty() ? multiply(x, y) : matmul(x, y);
    return {product.reshape(result), joined(stack, rows, columns)};
}

}  // namespace

Array einsum(std::string_view subscripts, const std::vector<Array>& operands) {
    const std::size_t arrow = subscripts.find("->");
    const auto texts = split_terms(subscripts.substr(0, arrow));
    if (operands.empty() || texts.size() != operands.size()) {
        throw ValueError(message("einsum: ", texts.size(), " terms in '", subscripts, "' for ",
                                 operands.size(), " operands"));
    }
    Dtype dtype = operands[0].dtype();
    for (const Array& operand : operands) dtype = result_type(dtype, operand.dtype());
    std::vector<Term> terms;
    std::vector<Labels> written;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        terms.push_back(read_operand(texts[i], operands[i], dtype));
        written.push_back(read_term(texts[i], operands[i].ndim() -
                                                  static_cast<int>(std::count_if(
                                                      texts[i].begin(), texts[i].end(),
                                                      is_letter))));
    }
    const Labels wanted = read_result(subscripts, arrow, written);
    check_extents(terms);
    Term found = terms[0];
    for (std::size_t i = 1; i < terms.size(); ++i) {
        Labels later = wanted;
        for (std::size_t j = i + 1; j < terms.size(); ++j) later = joined(later, terms[j].labels);
        found = multiply_terms(found, terms[i], later);
    }
    found.sum_out(labels_of(found, [&](Label label) { return !contains(wanted, label); }));
    // A new array in C order.
    return found.in_order(wanted).copy();
}

}  // namespace numen
