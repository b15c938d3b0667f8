// Elementwise operations on operands of any kind, by NumPy's rules of types and shapes.
#pragma once

#include <utility>

#include "api/body.h"
#include "ops/operation.h"

namespace numen::api {

// One or two operands, as many as the operation has inputs. ShapeError, DtypeError, ValueError.
Array elementwise(Op op, const Operand& x);
Array elementwise(Op op, const Operand& x, const Operand& y);
std::pair<Array, Array> elementwise_pair(Op op, const Operand& x);
std::pair<Array, Array> elementwise_pair(Op op, const Operand& x, const Operand& y);

// The result goes to `out`, which may lie on the operands. LayoutError too.
void elementwise_into(Op op, const Operand& x, const Array& out);
void elementwise_into(Op op, const Operand& x, const Operand& y, const Array& out);

}  // namespace numen::api
