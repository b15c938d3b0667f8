// Calls functions of the installed library by name, for tests/unit/test_installed.py, which
// compares the answers with NumPy's. A line in: name, arguments; a line out: results or an error.
//
//   a:float64:2,3:c:0011…   an array: dtype, shape, layout (c, f: Fortran's, r: reversed), bytes
//   i:3  d:2.5  b:1         a number: integer, real, boolean
//   n:0,-1                  integers: axes, a shape, bounds; "n:" is none
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "caller.h"

namespace {

std::vector<std::string> cut(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
    return parts;
}

Integers integers(const std::string& text) {
    Integers values;
    for (const std::string& part : cut(text, ',')) values.push_back(std::stoll(part));
    return values;
}

np::Dtype dtype_named(const std::string& name) {
    for (int i = 0; i < np::dtype_count; ++i) {
        if (np::name(static_cast<np::Dtype>(i)) == name) return static_cast<np::Dtype>(i);
    }
    throw std::runtime_error("no type " + name);
}

Array read_array(const std::vector<std::string>& fields) {
    Array a = np::empty(integers(fields.at(2)), dtype_named(fields.at(1)));
    auto* bytes = static_cast<unsigned char*>(a.data());
    for (std::int64_t i = 0; i < a.nbytes(); ++i) {
        bytes[i] = static_cast<unsigned char>(
            std::stoi(fields.at(4).substr(static_cast<std::size_t>(2 * i), 2), nullptr, 16));
    }
    if (fields.at(3) == "f") return a.T().copy().T();
    if (fields.at(3) == "r") return np::flip(np::flip(a).copy());
    return a;
}

Argument read_argument(const std::string& text) {
    const auto fields = cut(text, ':');
    switch (text.at(0)) {
        case 'a': return read_array(fields);
        case 'i': return np::Scalar(std::strtoll(fields.at(1).c_str(), nullptr, 10));
        case 'd': return np::Scalar(std::strtod(fields.at(1).c_str(), nullptr));
        case 'b': return np::Scalar(fields.at(1) == "1");
        default: return fields.size() > 1 ? integers(fields[1]) : Integers{};
    }
}

void add_elementwise() {
#define UNARY(NAME) \
    functions[#NAME] = [](const Given& g) { return one(np::NAME(g.operand(0))); };
#define BINARY(NAME) \
    functions[#NAME] = [](const Given& g) { return one(np::NAME(g.operand(0), g.operand(1))); };
#define UNARY_PAIR(NAME) \
    functions[#NAME] = [](const Given& g) { return pair(np::NAME(g.operand(0))); };
#define BINARY_PAIR(NAME) \
    functions[#NAME] = [](const Given& g) { return pair(np::NAME(g.operand(0), g.operand(1))); };
#include "elementwise_rows.inc"
}

void add_reductions() {
#define REDUCTION(NAME)                                                                        \
    functions[#NAME] = [](const Given& g) {                                                    \
        return one(np::NAME(g.array(0), g.axes(1), {.keepdims = g.integer(2) != 0}));          \
    };
    REDUCTION(sum) REDUCTION(prod) REDUCTION(mean) REDUCTION(var) REDUCTION(std) REDUCTION(min)
    REDUCTION(max) REDUCTION(any) REDUCTION(all) REDUCTION(argmin) REDUCTION(argmax)
    REDUCTION(count_nonzero)
    functions["cumsum"] = [](const Given& g) { return one(np::cumsum(g.array(0), g.axes(1))); };
    functions["cumprod"] = [](const Given& g) { return one(np::cumprod(g.array(0), g.axes(1))); };
    functions["sum_as"] = [](const Given& g) {
        const np::Reduction options{.dtype = g.array(1).dtype()};
        return one(np::sum(g.array(0), {}, options));
    };
    functions["var_ddof"] = [](const Given& g) {
        return one(np::var(g.array(0), g.axes(1), {.ddof = 1}));
    };
}

// start, stop, step; an omitted bound is the least integer.
np::Slice slice_of(const Integers& bounds) {
    const auto given = [](std::int64_t bound) {
        return bound == INT64_MIN ? std::optional<std::int64_t>() : bound;
    };
    return np::slice(given(bounds.at(0)), given(bounds.at(1)), bounds.at(2));
}

void add_shapes() {
    functions["reshape"] = [](const Given& g) { return one(np::reshape(g.array(0), g.list(1))); };
    functions["ravel"] = [](const Given& g) { return one(np::ravel(g.array(0))); };
    functions["transpose"] = [](const Given& g) {
        return one(g.list(1).empty() ? np::transpose(g.array(0))
                                     : np::transpose(g.array(0), g.list(1)));
    };
    functions["swapaxes"] = [](const Given& g) {
        return one(np::swapaxes(g.array(0), g.small(1), g.small(2)));
    };
    functions["moveaxis"] = [](const Given& g) {
        return one(np::moveaxis(g.array(0), g.list(1), g.list(2)));
    };
    functions["squeeze"] = [](const Given& g) { return one(np::squeeze(g.array(0), g.axes(1))); };
    functions["expand_dims"] = [](const Given& g) {
        return one(np::expand_dims(g.array(0), g.list(1)));
    };
    functions["flip"] = [](const Given& g) { return one(np::flip(g.array(0), g.axes(1))); };
    functions["diagonal"] = [](const Given& g) {
        return one(np::diagonal(g.array(0), g.integer(1)));
    };
    functions["broadcast_to"] = [](const Given& g) {
        return one(np::broadcast_to(g.array(0), g.list(1)));
    };
    functions["concatenate"] = [](const Given& g) {
        return one(np::concatenate(g.arrays(1), g.small(0)));
    };
    functions["stack"] = [](const Given& g) { return one(np::stack(g.arrays(1), g.small(0))); };
    functions["vstack"] = [](const Given& g) { return one(np::vstack(g.arrays())); };
    functions["hstack"] = [](const Given& g) { return one(np::hstack(g.arrays())); };
    functions["split"] = [](const Given& g) {
        return Results(np::split(g.array(0), g.small(1), g.small(2)));
    };
    functions["split_at"] = [](const Given& g) {
        return Results(np::split_at(g.array(0), g.list(1), g.small(2)));
    };
    functions["repeat"] = [](const Given& g) {
        return one(np::repeat(g.array(0), g.integer(1), g.small(2)));
    };
    functions["tile"] = [](const Given& g) { return one(np::tile(g.array(0), g.list(1))); };
    functions["roll"] = [](const Given& g) {
        return one(np::roll(g.array(0), g.integer(1), g.small(2)));
    };
    functions["slices"] = [](const Given& g) {
        return one(g.array(0)[{slice_of(g.list(1)), np::newaxis, slice_of(g.list(2))}]);
    };
}

void add_others() {
    functions["take"] = [](const Given& g) {
        return one(g.list(2).empty() ? np::take(g.array(0), g.array(1))
                                     : np::take(g.array(0), g.array(1), g.small(2)));
    };
    functions["select"] = [](const Given& g) { return one(g.array(0)[g.array(1)]); };
    functions["put"] = [](const Given& g) {
        Array target = g.array(0).copy();
        target[g.array(1)] = g.operand(2);
        return one(target);
    };
    functions["where"] = [](const Given& g) {
        return one(np::where(g.array(0), g.operand(1), g.operand(2)));
    };
    functions["nonzero"] = [](const Given& g) { return Results(np::nonzero(g.array(0))); };
    functions["clip"] = [](const Given& g) {
        return one(np::clip(g.array(0), g.operand(1), g.operand(2)));
    };
    functions["sort"] = [](const Given& g) { return one(np::sort(g.array(0), g.small(1))); };
    functions["argsort"] = [](const Given& g) { return one(np::argsort(g.array(0), g.small(1))); };
    functions["searchsorted"] = [](const Given& g) {
        return one(np::searchsorted(g.array(0), g.operand(1), g.integer(2) != 0));
    };
    functions["unique"] = [](const Given& g) { return one(np::unique(g.array(0))); };
    functions["matmul"] = [](const Given& g) { return one(np::matmul(g.array(0), g.array(1))); };
    functions["dot"] = [](const Given& g) { return one(np::dot(g.array(0), g.array(1))); };
    functions["outer"] = [](const Given& g) { return one(np::outer(g.array(0), g.array(1))); };
    functions["array_equal"] = [](const Given& g) {
        return one(np::array_equal(g.array(0), g.array(1)));
    };
    functions["isclose"] = [](const Given& g) {
        return one(np::isclose(g.operand(0), g.operand(1)));
    };
    functions["allclose"] = [](const Given& g) {
        return one(np::allclose(g.operand(0), g.operand(1), {.equal_nan = true}));
    };
    functions["arange"] = [](const Given& g) {
        return one(np::arange(g.number(0), g.number(1), g.number(2)));
    };
    functions["linspace"] = [](const Given& g) {
        return one(np::linspace(g.number(0).real(), g.number(1).real(), g.integer(2),
                                g.integer(3) != 0));
    };
    functions["eye"] = [](const Given& g) {
        return one(np::eye(g.integer(0), g.integer(1), g.integer(2)));
    };
    functions["full_like"] = [](const Given& g) {
        return one(np::full_like(g.array(0), g.number(1)));
    };
    functions["astype"] = [](const Given& g) { return one(g.array(0).astype(g.array(1).dtype())); };
    functions["iadd"] = [](const Given& g) {
        Array target = g.array(0).copy();
        return one(target += g.operand(1));
    };
    functions["str"] = [](const Given& g) { return Text{np::to_string(g.array(0))}; };
}

void add_orders() {
    functions["lexsort"] = [](const Given& g) {
        return one(np::lexsort(g.arrays(1), g.small(0)));
    };
    functions["unique_all"] = [](const Given& g) {
        const auto found = np::unique_all(g.array(0));
        return Results{found.values, found.indices, found.inverse_indices, found.counts};
    };
    functions["isin"] = [](const Given& g) { return one(np::isin(g.array(0), g.array(1))); };
    functions["flatnonzero"] = [](const Given& g) { return one(np::flatnonzero(g.array(0))); };
    functions["argwhere"] = [](const Given& g) { return one(np::argwhere(g.array(0))); };
    functions["real"] = [](const Given& g) { return one(np::real(g.array(0))); };
    functions["imag"] = [](const Given& g) { return one(np::imag(g.array(0))); };
}

void add_transforms() {
    using namespace np::fft;
    // array, points ("n:" for all), axis, norm
    const auto options = [](const Given& g) {
        Transform given{.axis = g.small(2), .norm = static_cast<Norm>(g.integer(3))};
        if (!g.list(1).empty()) given.n = g.integer(1);
        return given;
    };
    const auto several = [](const Given& g) {
        Transforms given{.norm = static_cast<Norm>(g.integer(3))};
        if (!g.list(1).empty()) given.s = np::Extents(g.list(1));
        if (!g.list(2).empty()) given.axes = np::Extents(g.list(2));
        return given;
    };
#define ALONG_ONE(NAME) \
    functions[#NAME] = [=](const Given& g) { return one(NAME(g.array(0), options(g))); };
#define ALONG_SEVERAL(NAME) \
    functions[#NAME] = [=](const Given& g) { return one(NAME(g.array(0), several(g))); };
    ALONG_ONE(fft) ALONG_ONE(ifft) ALONG_ONE(rfft) ALONG_ONE(irfft) ALONG_ONE(hfft)
    ALONG_ONE(ihfft)
    ALONG_SEVERAL(fftn) ALONG_SEVERAL(ifftn) ALONG_SEVERAL(rfftn) ALONG_SEVERAL(irfftn)
    ALONG_SEVERAL(fft2) ALONG_SEVERAL(ifft2) ALONG_SEVERAL(rfft2) ALONG_SEVERAL(irfft2)
    functions["fftfreq"] = [](const Given& g) {
        return one(fftfreq(g.integer(0), g.number(1).real()));
    };
    functions["rfftfreq"] = [](const Given& g) {
        return one(rfftfreq(g.integer(0), g.number(1).real()));
    };
    functions["fftshift"] = [](const Given& g) { return one(fftshift(g.array(0), g.axes(1))); };
    functions["ifftshift"] = [](const Given& g) { return one(ifftshift(g.array(0), g.axes(1))); };
}

void print(const Array& a) {
    std::cout << a.dtype() << ':';
    for (std::int64_t extent : a.shape()) std::cout << extent << ',';
    std::cout << ':';
    for (std::int64_t stride : a.strides()) std::cout << stride << ',';
    std::cout << ':';
    const Array plain = a.copy();
    const auto* bytes = static_cast<const unsigned char*>(plain.data());
    constexpr char digits[] = "0123456789abcdef";
    for (std::int64_t i = 0; i < plain.nbytes(); ++i) {
        std::cout << digits[bytes[i] >> 4] << digits[bytes[i] & 15];
    }
}

void print(const Answer& answer) {
    if (const Text* text = std::get_if<Text>(&answer)) {
        for (char c : text->text) std::cout << (c == '\n' ? '\f' : c);
        return;
    }
    const char* between = "";
    for (const Array& a : std::get<Results>(answer)) {
        std::cout << between;
        print(a);
        between = " ";
    }
}

}  // namespace

int main() {
    add_elementwise();
    add_reductions();
    add_shapes();
    add_others();
    add_orders();
    add_linalg();
    add_tensors();
    add_batched();
    add_scipy();
    add_spectra_of_scipy();
    add_transforms();
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) {
        const auto words = cut(line, ' ');
        Given given;
        for (std::size_t i = 1; i < words.size(); ++i) {
            given.arguments.push_back(read_argument(words[i]));
        }
        try {
            print(functions.at(words.at(0))(given));
        } catch (const np::Error& error) {
            std::cout << "error " << error.what();
        }
        std::cout << '\n';
    }
}
