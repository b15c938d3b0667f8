#include "front/functions/einsum_labels.h"

#include <algorithm>
#include <cstring>

namespace numen::front {
namespace {

// The axes of an ellipsis, from the last backwards; they sort before letters as in NumPy.
constexpr unsigned char last_ellipsis_axis = 64;
constexpr Py_ssize_t longest_text = 1000;

bool is_letter(unsigned char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

// One term's letters, with the axes of its ellipsis put in; -1 if it is no term.
int expand(const unsigned char* text, int length, int axes, unsigned char* labels) {
    int letters = 0, count = 0;
    for (int i = 0; i < length; ++i) letters += is_letter(text[i]);
    bool seen = false;
    for (int i = 0; i < length; ++i) {
        if (is_letter(text[i])) {
            if (count < most_labels) labels[count++] = text[i];
            continue;
        }
        if (text[i] == ' ') continue;
        const bool dots = !seen && i + 3 <= length && std::memcmp(text + i, "...", 3) == 0;
        if (!dots || axes < letters || axes > most_labels) return -1;
        seen = true;
        i += 2;
        for (int left = axes - letters; left > 0 && count < most_labels; --left) {
            labels[count++] = static_cast<unsigned char>(last_ellipsis_axis + 1 - left);
        }
    }
    return letters > most_labels || count != (seen ? axes : letters) ? -1 : count;
}

}  // namespace

int Labels::place_of(unsigned char letter_) {
    int place = places_[letter_];
    if (place >= 0) return place;
    if (count == most_labels) return -1;
    place = count++;
    places_[letter_] = static_cast<signed char>(place);
    letter[place] = letter_;
    times_[place] = 0;
    in_result[place] = false;
    for (int which = 0; which < most_terms; ++which) {
        step[which][place] = 0;
        in[which][place] = false;
    }
    return place;
}

bool Labels::read_term(const unsigned char* text, int length, ArrayObject* operand, int which) {
    unsigned char labels[most_labels];
    const int axes = operand->f.nd;
    if (expand(text, length, axes, labels) != axes) return false;
    for (int axis = 0; axis < axes; ++axis) {
        const npy_intp extent = operand->f.dimensions[axis];
        const int place = place_of(labels[axis]);
        if (place < 0 || extent == 0) return false;
        if (times_[place]++ == 0) size[place] = extent;
        if (size[place] != extent) return false;
        has_diagonal |= in[which][place];
        in[which][place] = true;
        step[which][place] += operand->f.strides[axis];
        if (labels[axis] <= last_ellipsis_axis) {
            widest_ = std::max(widest_, last_ellipsis_axis + 1 - labels[axis]);
        }
    }
    return true;
}

bool Labels::read_result(const unsigned char* text, int length) {
    unsigned char labels[most_labels];
    int letters = 0;
    for (int i = 0; i < length; ++i) letters += is_letter(text[i]);
    const int wanted = expand(text, length, letters + widest_, labels);
    if (wanted != letters + widest_) return false;
    for (int i = 0; i < wanted; ++i) {
        const int place = places_[labels[i]];
        if (place < 0 || in_result[place]) return false;
        in_result[place] = true;
        result[result_count++] = place;
    }
    return true;
}

// The axes of ellipses, then the letters that stand once, in their order.
void Labels::name_result() {
    for (int code = 0; code < 128; ++code) {
        const int place = places_[code];
        if (place < 0 || (code > last_ellipsis_axis && times_[place] > 1)) continue;
        in_result[place] = true;
        result[result_count++] = place;
    }
}

bool Labels::read(PyObject* object, ArrayObject* const* operands, int terms) {
    if (PyUnicode_KIND(object) != PyUnicode_1BYTE_KIND) return false;
    if (PyUnicode_GET_LENGTH(object) > longest_text) return false;
    const unsigned char* text = PyUnicode_1BYTE_DATA(object);
    const auto length = static_cast<int>(PyUnicode_GET_LENGTH(object));
    std::memset(places_, -1, sizeof places_);
    int begin = 0, at = 0, term = 0;
    const auto ends = [&] { return at == length || text[at] == ',' || text[at] == '-'; };
    for (; term < terms; ++term, begin = ++at) {
        while (!ends()) ++at;
        if (!read_term(text + begin, at - begin, operands[term], term)) return false;
        const bool is_last = term + 1 == terms;
        if (is_last != (at == length || text[at] == '-')) return false;
    }
    if (count == 0) return false;
    if (--at == length) return name_result(), true;
    if (at + 1 >= length || text[at + 1] != '>') return false;
    return read_result(text + at + 2, length - at - 2);
}

void Labels::result_strides(int terms, int itemsize, npy_intp* shape, npy_intp* strides) const {
    // The result's axes, then the others by their letters.
    int labels[most_labels], total = result_count;
    std::copy_n(result, result_count, labels);
    for (int place = 0; place < count; ++place) {
        if (!in_result[place]) labels[total++] = place;
    }
    std::sort(labels + result_count, labels + total,
              [this](int a, int b) { return letter[a] < letter[b]; });
    const auto step_of = [&](int which, int axis) {
        return size[labels[axis]] == 1 ? 0 : std::abs(step[which][labels[axis]]);
    };
    // Whether an axis belongs inside another: 1 or 0; -1 if no operand has both.
    const auto is_inside = [&](int axis, int other) {
        int inside = -1;
        for (int which = 0; which < terms; ++which) {
            const npy_intp mine = step_of(which, axis), its = step_of(which, other);
            if (mine != 0 && its != 0) inside = inside != 0 && mine < its;
        }
        return inside;
    };
    int order[most_labels];  // from the innermost axis outwards
    for (int i = 0; i < total; ++i) order[i] = total - 1 - i;
    for (int at = 1; at < total; ++at) {
        const int axis = order[at];
        int place = at;
        for (int before = at - 1; before >= 0; --before) {
            const int inside = is_inside(axis, order[before]);
            if (inside == 0) break;
            if (inside == 1) place = before;
        }
        std::copy_backward(order + place, order + at, order + at + 1);
        order[place] = axis;
    }
    npy_intp stride = itemsize;
    for (int i = 0; i < total; ++i) {
        const int axis = order[i];
        if (axis >= result_count) continue;
        strides[axis] = stride;
        stride *= shape[axis] = size[labels[axis]];
    }
}

}  // namespace numen::front
