// The loop and result types of every operation for every pair of operand types, as NumPy 2.4's
// np.<ufunc>.resolve_dtypes gives them: letters are NumPy's type codes, inputs then outputs, "-"
// where NumPy raises TypeError.
#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "ops/operation.h"

namespace {

using namespace numen;

constexpr char codes[] = "?bBhHiIlLefdFD";

struct Expected {
    const char* names;
    const char* types;  // one word for a unary operation's type, or 14 x 14 for pairs, row by row
};

constexpr Expected expected[] = {
    {"add multiply maximum minimum fmax fmin",
     "??? bbb BBB hhh HHH iii III lll LLL eee fff ddd FFF DDD "
     "bbb bbb hhh hhh iii iii lll lll ddd eee fff ddd FFF DDD "
     "BBB hhh BBB hhh HHH iii III lll LLL eee fff ddd FFF DDD "
     "hhh hhh hhh hhh iii iii lll lll ddd fff fff ddd FFF DDD "
     "HHH iii HHH iii HHH iii III lll LLL fff fff ddd FFF DDD "
     "iii iii iii iii iii iii lll lll ddd ddd ddd ddd DDD DDD "
     "III lll III lll III lll III lll LLL ddd ddd ddd DDD DDD "
     "lll lll lll lll lll lll lll lll ddd ddd ddd ddd DDD DDD "
     "LLL ddd LLL ddd LLL ddd LLL ddd LLL ddd ddd ddd DDD DDD "
     "eee eee eee fff fff ddd ddd ddd ddd eee fff ddd FFF DDD "
     "fff fff fff fff fff ddd ddd ddd ddd fff fff ddd FFF DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "FFF FFF FFF FFF FFF DDD DDD DDD DDD FFF FFF DDD FFF DDD "
     "DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD "},
    {"subtract",
     "- bbb BBB hhh HHH iii III lll LLL eee fff ddd FFF DDD "
     "bbb bbb hhh hhh iii iii lll lll ddd eee fff ddd FFF DDD "
     "BBB hhh BBB hhh HHH iii III lll LLL eee fff ddd FFF DDD "
     "hhh hhh hhh hhh iii iii lll lll ddd fff fff ddd FFF DDD "
     "HHH iii HHH iii HHH iii III lll LLL fff fff ddd FFF DDD "
     "iii iii iii iii iii iii lll lll ddd ddd ddd ddd DDD DDD "
     "III lll III lll III lll III lll LLL ddd ddd ddd DDD DDD "
     "lll lll lll lll lll lll lll lll ddd ddd ddd ddd DDD DDD "
     "LLL ddd LLL ddd LLL ddd LLL ddd LLL ddd ddd ddd DDD DDD "
     "eee eee eee fff fff ddd ddd ddd ddd eee fff ddd FFF DDD "
     "fff fff fff fff fff ddd ddd ddd ddd fff fff ddd FFF DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "FFF FFF FFF FFF FFF DDD DDD DDD DDD FFF FFF DDD FFF DDD "
     "DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD "},
    {"divide",
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd eee fff ddd FFF DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd eee fff ddd FFF DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd eee fff ddd FFF DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd fff fff ddd FFF DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd fff fff ddd FFF DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "eee eee eee fff fff ddd ddd ddd ddd eee fff ddd FFF DDD "
     "fff fff fff fff fff ddd ddd ddd ddd fff fff ddd FFF DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "FFF FFF FFF FFF FFF DDD DDD DDD DDD FFF FFF DDD FFF DDD "
     "DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD "},
    {"floor_divide remainder fmod",
     "bbb bbb BBB hhh HHH iii III lll LLL eee fff ddd - - "
     "bbb bbb hhh hhh iii iii lll lll ddd eee fff ddd - - "
     "BBB hhh BBB hhh HHH iii III lll LLL eee fff ddd - - "
     "hhh hhh hhh hhh iii iii lll lll ddd fff fff ddd - - "
     "HHH iii HHH iii HHH iii III lll LLL fff fff ddd - - "
     "iii iii iii iii iii iii lll lll ddd ddd ddd ddd - - "
     "III lll III lll III lll III lll LLL ddd ddd ddd - - "
     "lll lll lll lll lll lll lll lll ddd ddd ddd ddd - - "
     "LLL ddd LLL ddd LLL ddd LLL ddd LLL ddd ddd ddd - - "
     "eee eee eee fff fff ddd ddd ddd ddd eee fff ddd - - "
     "fff fff fff fff fff ddd ddd ddd ddd fff fff ddd - - "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "},
    {"power",
     "bbb bbb BBB hhh HHH iii III lll LLL eee fff ddd FFF DDD "
     "bbb bbb hhh hhh iii iii lll lll ddd eee fff ddd FFF DDD "
     "BBB hhh BBB hhh HHH iii III lll LLL eee fff ddd FFF DDD "
     "hhh hhh hhh hhh iii iii lll lll ddd fff fff ddd FFF DDD "
     "HHH iii HHH iii HHH iii III lll LLL fff fff ddd FFF DDD "
     "iii iii iii iii iii iii lll lll ddd ddd ddd ddd DDD DDD "
     "III lll III lll III lll III lll LLL ddd ddd ddd DDD DDD "
     "lll lll lll lll lll lll lll lll ddd ddd ddd ddd DDD DDD "
     "LLL ddd LLL ddd LLL ddd LLL ddd LLL ddd ddd ddd DDD DDD "
     "eee eee eee fff fff ddd ddd ddd ddd eee fff ddd FFF DDD "
     "fff fff fff fff fff ddd ddd ddd ddd fff fff ddd FFF DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "FFF FFF FFF FFF FFF DDD DDD DDD DDD FFF FFF DDD FFF DDD "
     "DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD "},
    {"float_power",
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd DDD DDD "
     "DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD "
     "DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD DDD "},
    {"divmod",
     "bbbb bbbb BBBB hhhh HHHH iiii IIII llll LLLL eeee ffff dddd - - "
     "bbbb bbbb hhhh hhhh iiii iiii llll llll dddd eeee ffff dddd - - "
     "BBBB hhhh BBBB hhhh HHHH iiii IIII llll LLLL eeee ffff dddd - - "
     "hhhh hhhh hhhh hhhh iiii iiii llll llll dddd ffff ffff dddd - - "
     "HHHH iiii HHHH iiii HHHH iiii IIII llll LLLL ffff ffff dddd - - "
     "iiii iiii iiii iiii iiii iiii llll llll dddd dddd dddd dddd - - "
     "IIII llll IIII llll IIII llll IIII llll LLLL dddd dddd dddd - - "
     "llll llll llll llll llll llll llll llll dddd dddd dddd dddd - - "
     "LLLL dddd LLLL dddd LLLL dddd LLLL dddd LLLL dddd dddd dddd - - "
     "eeee eeee eeee ffff ffff dddd dddd dddd dddd eeee ffff dddd - - "
     "ffff ffff ffff ffff ffff dddd dddd dddd dddd ffff ffff dddd - - "
     "dddd dddd dddd dddd dddd dddd dddd dddd dddd dddd dddd dddd - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "},
    {"negative positive sign",
     "- bb BB hh HH ii II ll LL ee ff dd FF DD "},
    {"absolute",
     "?? bb BB hh HH ii II ll LL ee ff dd Ff Dd "},
    {"fabs cbrt degrees radians deg2rad rad2deg spacing",
     "ee ee ee ff ff dd dd dd dd ee ff dd - - "},
    {"rint exp exp2 expm1 log log2 log10 log1p "
     "sqrt sin cos tan arcsin arccos arctan sinh "
     "cosh tanh arcsinh arccosh arctanh ",
     "ee ee ee ff ff dd dd dd dd ee ff dd FF DD "},
    {"conjugate square reciprocal",
     "bb bb BB hh HH ii II ll LL ee ff dd FF DD "},
    {"gcd lcm",
     "- bbb BBB hhh HHH iii III lll LLL - - - - - "
     "bbb bbb hhh hhh iii iii lll lll - - - - - - "
     "BBB hhh BBB hhh HHH iii III lll LLL - - - - - "
     "hhh hhh hhh hhh iii iii lll lll - - - - - - "
     "HHH iii HHH iii HHH iii III lll LLL - - - - - "
     "iii iii iii iii iii iii lll lll - - - - - - "
     "III lll III lll III lll III lll LLL - - - - - "
     "lll lll lll lll lll lll lll lll - - - - - - "
     "LLL - LLL - LLL - LLL - LLL - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "},
    {"arctan2 hypot copysign nextafter heaviside logaddexp logaddexp2",
     "eee eee eee fff fff ddd ddd ddd ddd eee fff ddd - - "
     "eee eee eee fff fff ddd ddd ddd ddd eee fff ddd - - "
     "eee eee eee fff fff ddd ddd ddd ddd eee fff ddd - - "
     "fff fff fff fff fff ddd ddd ddd ddd fff fff ddd - - "
     "fff fff fff fff fff ddd ddd ddd ddd fff fff ddd - - "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd - - "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd - - "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd - - "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd - - "
     "eee eee eee fff fff ddd ddd ddd ddd eee fff ddd - - "
     "fff fff fff fff fff ddd ddd ddd ddd fff fff ddd - - "
     "ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd ddd - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "},
    {"bitwise_and bitwise_or bitwise_xor",
     "??? bbb BBB hhh HHH iii III lll LLL - - - - - "
     "bbb bbb hhh hhh iii iii lll lll - - - - - - "
     "BBB hhh BBB hhh HHH iii III lll LLL - - - - - "
     "hhh hhh hhh hhh iii iii lll lll - - - - - - "
     "HHH iii HHH iii HHH iii III lll LLL - - - - - "
     "iii iii iii iii iii iii lll lll - - - - - - "
     "III lll III lll III lll III lll LLL - - - - - "
     "lll lll lll lll lll lll lll lll - - - - - - "
     "LLL - LLL - LLL - LLL - LLL - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "},
    {"invert",
     "?? bb BB hh HH ii II ll LL - - - - - "},
    {"left_shift right_shift",
     "bbb bbb BBB hhh HHH iii III lll LLL - - - - - "
     "bbb bbb hhh hhh iii iii lll lll - - - - - - "
     "BBB hhh BBB hhh HHH iii III lll LLL - - - - - "
     "hhh hhh hhh hhh iii iii lll lll - - - - - - "
     "HHH iii HHH iii HHH iii III lll LLL - - - - - "
     "iii iii iii iii iii iii lll lll - - - - - - "
     "III lll III lll III lll III lll LLL - - - - - "
     "lll lll lll lll lll lll lll lll - - - - - - "
     "LLL - LLL - LLL - LLL - LLL - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "},
    {"greater greater_equal less less_equal equal not_equal",
     "??? bb? BB? hh? HH? ii? II? ll? LL? ee? ff? dd? FF? DD? "
     "bb? bb? hh? hh? ii? ii? ll? ll? lL? ee? ff? dd? FF? DD? "
     "BB? hh? BB? hh? HH? ii? II? ll? LL? ee? ff? dd? FF? DD? "
     "hh? hh? hh? hh? ii? ii? ll? ll? lL? ff? ff? dd? FF? DD? "
     "HH? ii? HH? ii? HH? ii? II? ll? LL? ff? ff? dd? FF? DD? "
     "ii? ii? ii? ii? ii? ii? ll? ll? lL? dd? dd? dd? DD? DD? "
     "II? ll? II? ll? II? ll? II? ll? LL? dd? dd? dd? DD? DD? "
     "ll? ll? ll? ll? ll? ll? ll? ll? lL? dd? dd? dd? DD? DD? "
     "LL? Ll? LL? Ll? LL? Ll? LL? Ll? LL? dd? dd? dd? DD? DD? "
     "ee? ee? ee? ff? ff? dd? dd? dd? dd? ee? ff? dd? FF? DD? "
     "ff? ff? ff? ff? ff? dd? dd? dd? dd? ff? ff? dd? FF? DD? "
     "dd? dd? dd? dd? dd? dd? dd? dd? dd? dd? dd? dd? DD? DD? "
     "FF? FF? FF? FF? FF? DD? DD? DD? DD? FF? FF? DD? FF? DD? "
     "DD? DD? DD? DD? DD? DD? DD? DD? DD? DD? DD? DD? DD? DD? "},
    {"logical_and logical_or logical_xor",
     "??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? "
     "??? bb? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? "
     "??? ??? BB? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? "
     "??? ??? ??? hh? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? "
     "??? ??? ??? ??? HH? ??? ??? ??? ??? ??? ??? ??? ??? ??? "
     "??? ??? ??? ??? ??? ii? ??? ??? ??? ??? ??? ??? ??? ??? "
     "??? ??? ??? ??? ??? ??? II? ??? ??? ??? ??? ??? ??? ??? "
     "??? ??? ??? ??? ??? ??? ??? ll? ??? ??? ??? ??? ??? ??? "
     "??? ??? ??? ??? ??? ??? ??? ??? LL? ??? ??? ??? ??? ??? "
     "??? ??? ??? ??? ??? ??? ??? ??? ??? ee? ??? ??? ??? ??? "
     "??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ff? ??? ??? ??? "
     "??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? dd? ??? ??? "
     "??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? FF? ??? "
     "??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? ??? DD? "},
    {"logical_not isfinite isinf isnan",
     "?? b? B? h? H? i? I? l? L? e? f? d? F? D? "},
    {"signbit",
     "e? e? e? f? f? d? d? d? d? e? f? d? - - "},
    {"modf",
     "eee eee eee fff fff ddd ddd ddd ddd eee fff ddd - - "},
    {"ldexp",
     "eie eie eie eie eie eie ele ele - - - - - - "
     "eie eie eie eie eie eie ele ele - - - - - - "
     "eie eie eie eie eie eie ele ele - - - - - - "
     "fif fif fif fif fif fif flf flf - - - - - - "
     "fif fif fif fif fif fif flf flf - - - - - - "
     "did did did did did did dld dld - - - - - - "
     "did did did did did did dld dld - - - - - - "
     "did did did did did did dld dld - - - - - - "
     "did did did did did did dld dld - - - - - - "
     "eie eie eie eie eie eie ele ele - - - - - - "
     "fif fif fif fif fif fif flf flf - - - - - - "
     "did did did did did did dld dld - - - - - - "
     "- - - - - - - - - - - - - - "
     "- - - - - - - - - - - - - - "},
    {"frexp",
     "eei eei eei ffi ffi ddi ddi ddi ddi eei ffi ddi - - "},
    {"trunc floor ceil",
     "?? bb BB hh HH ii II ll LL ee ff dd - - "},
    {"bitwise_count",
     "bB bB BB hB HB iB IB lB LB - - - - - "},
};

std::string signature_of(const LoopEntry& entry) {
    if (entry.run == nullptr) return "-";
    std::string word;
    for (int i = 0; i < entry.inputs; ++i) word += codes[static_cast<int>(entry.input[i])];
    for (int i = 0; i < entry.outputs; ++i) word += codes[static_cast<int>(entry.output[i])];
    return word;
}

template <class Check> void for_each_word(const char* text, Check check) {
    std::istringstream words(text);
    std::string word;
    for (int index = 0; words >> word; ++index) check(word, index);
}

TEST_CASE("every operation resolves every pair of types as NumPy does") {
    int checked = 0;
    for (const Expected& group : expected) {
        for_each_word(group.names, [&](const std::string& name, int) {
            const std::optional<Op> op = find_op(name);
            REQUIRE_MESSAGE(op.has_value(), name);
            CHECK(info(*op).name == name);
            ++checked;
            const bool is_unary = info(*op).inputs == 1;
            for_each_word(group.types, [&](const std::string& wanted, int index) {
                const Dtype a = static_cast<Dtype>(is_unary ? index : index / dtype_count);
                const Dtype b = static_cast<Dtype>(is_unary ? 0 : index % dtype_count);
                const std::string got = signature_of(resolve(*op, a, b));
                CHECK_MESSAGE(got == wanted, name << " " << codes[static_cast<int>(a)] << " "
                                                  << codes[static_cast<int>(b)]);
            });
        });
    }
    CHECK(checked == op_count);
}

TEST_CASE("casting rules are NumPy's") {
    CHECK(promote(Dtype::int64, Dtype::uint64) == Dtype::float64);
    CHECK(promote(Dtype::int16, Dtype::float16) == Dtype::float32);
    CHECK(promote(Dtype::int32, Dtype::complex64) == Dtype::complex128);
    CHECK(can_cast_safe(Dtype::uint64, Dtype::float64));
    CHECK_FALSE(can_cast_safe(Dtype::int32, Dtype::float32));
    CHECK(can_cast_same_kind(Dtype::uint64, Dtype::int8));
    CHECK(can_cast_same_kind(Dtype::int64, Dtype::float16));
    CHECK_FALSE(can_cast_same_kind(Dtype::int8, Dtype::uint64));
    CHECK_FALSE(can_cast_same_kind(Dtype::float16, Dtype::int64));
    CHECK(can_cast_same_kind(Dtype::complex128, Dtype::complex64));
    CHECK_FALSE(can_cast_same_kind(Dtype::complex64, Dtype::float64));
}

}  // namespace
