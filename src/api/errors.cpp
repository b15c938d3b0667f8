// The exceptions' destructors stand here so that each has one home, the shared library.
#include "numen/errors.h"

#include "api/message.h"

namespace numen {

Error::~Error() = default;
ShapeError::~ShapeError() = default;
AxisError::~AxisError() = default;
DtypeError::~DtypeError() = default;
IndexError::~IndexError() = default;
LayoutError::~LayoutError() = default;
ValueError::~ValueError() = default;
LinAlgError::~LinAlgError() = default;
MemoryError::~MemoryError() = default;
FloatingPointError::~FloatingPointError() = default;
InternalError::~InternalError() = default;

namespace api {

std::ostream& operator<<(std::ostream& stream, const Tuple& tuple) {
    stream << '(';
    for (int i = 0; i < tuple.size; ++i) stream << (i > 0 ? ", " : "") << tuple.values[i];
    return stream << (tuple.size == 1 ? ",)" : ")");
}

}  // namespace api
}  // namespace numen
