// The slots of the array types that Numen has, by name, for what stands before all of them: checks
// of invariants (checked_entries.h), the profile (module/observed_calls.h).
#pragma once

#include "front/module/numpy_api.h"

namespace numen::front {

// visit.template operator()<slot>(name) for each slot; names are those of the functions that
// compute the same.
template <class Visit> void each_number_slot(const Visit& visit) {
    using N = PyNumberMethods;
    visit.template operator()<&N::nb_add>("add");
    visit.template operator()<&N::nb_subtract>("subtract");
    visit.template operator()<&N::nb_multiply>("multiply");
    visit.template operator()<&N::nb_remainder>("remainder");
    visit.template operator()<&N::nb_divmod>("divmod");
    visit.template operator()<&N::nb_power>("power");
    visit.template operator()<&N::nb_negative>("negative");
    visit.template operator()<&N::nb_positive>("positive");
    visit.template operator()<&N::nb_absolute>("absolute");
    visit.template operator()<&N::nb_bool>("bool()");
    visit.template operator()<&N::nb_invert>("invert");
    visit.template operator()<&N::nb_lshift>("left_shift");
    visit.template operator()<&N::nb_rshift>("right_shift");
    visit.template operator()<&N::nb_and>("bitwise_and");
    visit.template operator()<&N::nb_xor>("bitwise_xor");
    visit.template operator()<&N::nb_or>("bitwise_or");
    visit.template operator()<&N::nb_int>("int()");
    visit.template operator()<&N::nb_float>("float()");
    visit.template operator()<&N::nb_inplace_add>("add");
    visit.template operator()<&N::nb_inplace_subtract>("subtract");
    visit.template operator()<&N::nb_inplace_multiply>("multiply");
    visit.template operator()<&N::nb_inplace_remainder>("remainder");
    visit.template operator()<&N::nb_inplace_power>("power");
    visit.template operator()<&N::nb_inplace_lshift>("left_shift");
    visit.template operator()<&N::nb_inplace_rshift>("right_shift");
    visit.template operator()<&N::nb_inplace_and>("bitwise_and");
    visit.template operator()<&N::nb_inplace_xor>("bitwise_xor");
    visit.template operator()<&N::nb_inplace_or>("bitwise_or");
    visit.template operator()<&N::nb_floor_divide>("floor_divide");
    visit.template operator()<&N::nb_true_divide>("divide");
    visit.template operator()<&N::nb_inplace_floor_divide>("floor_divide");
    visit.template operator()<&N::nb_inplace_true_divide>("divide");
    visit.template operator()<&N::nb_index>("index()");
    visit.template operator()<&N::nb_matrix_multiply>("matmul");
    visit.template operator()<&N::nb_inplace_matrix_multiply>("matmul");
}

template <class Visit> void each_sequence_slot(const Visit& visit) {
    visit.template operator()<&PySequenceMethods::sq_length>("len()");
    visit.template operator()<&PySequenceMethods::sq_item>("x[...]");
    visit.template operator()<&PySequenceMethods::sq_contains>("in");
}

template <class Visit> void each_mapping_slot(const Visit& visit) {
    visit.template operator()<&PyMappingMethods::mp_length>("len()");
    visit.template operator()<&PyMappingMethods::mp_subscript>("x[...]");
    visit.template operator()<&PyMappingMethods::mp_ass_subscript>("x[...] =");
}

}  // namespace numen::front
