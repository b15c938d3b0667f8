// The array: a handle to elements of one type in memory, with a shape.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "numen/arguments.h"
#include "numen/element_type.h"
#include "numen/errors.h"
#include "numen/export.h"
#include "numen/index.h"
#include "numen/scalar.h"
#include "numen/span.h"

namespace numen {

class Operand;
class RowIterator;
class Selection;
struct ArrayBody;

// An n-dimensional array, as numpy.ndarray.
//
// A handle of one pointer: copying it copies no elements, and both handles see the same ones, as
// two Python names do; `copy()` copies. Slices and reshapes are views: they share memory and keep
// it alive. A const handle can not be made to name another array; its elements can be written.
// Different threads may use handles of one array, and read its elements, at the same time; writing
// elements while others read or write them is for the program to order.
class [[nodiscard]] NUMEN_API Array {
public:
    // No elements: float64 of shape (0,).
    Array() noexcept;
    // One more handle of the same elements.
    Array(const Array& other) noexcept;
    Array(Array&& other) noexcept;
    // A copy of the elements chosen.
    Array(const Selection& selection);
    ~Array();

    // A named array becomes a handle of `other`'s elements.
    Array& operator=(const Array& other) & noexcept;
    Array& operator=(Array&& other) & noexcept;
    // An unnamed one, `a[{1, slice()}] = value`, has its elements written: value is broadcast and
    // converted (same_kind; a number to any type that holds it). ShapeError, DtypeError,
    // LayoutError where it is read-only. Overlapping memory is seen to.
    void operator=(const Array& value) &&;
    void operator=(const Scalar& value) &&;

    // The type of the elements, and the number of axes.
    Dtype dtype() const noexcept;
    int ndim() const noexcept;
    // Extents of the axes; valid as long as this handle names this array.
    std::span<const std::int64_t> shape() const noexcept;
    // The extent of one axis, negative ones from the end. AxisError.
    std::int64_t shape(int axis) const;
    // Bytes from one position of an axis to the next; valid as shape() is.
    std::span<const std::int64_t> strides() const noexcept;
    // Number of elements.
    std::int64_t size() const noexcept;
    // Bytes of one element, and of all.
    int itemsize() const noexcept;
    std::int64_t nbytes() const noexcept;
    // Do the elements lie in C order without gaps?
    bool is_contiguous() const noexcept;
    // May elements be written? Not those of broadcast_to and of memory given as const.
    bool is_writable() const noexcept;
    // Do both lie in one piece of memory (whether or not they share elements)?
    bool shares_memory(const Array& other) const noexcept;
    // The first element's address.
    void* data() const noexcept;

    // The only element of an array, converted to T (same_kind). ValueError where there are more or
    // none, DtypeError.
    template <ElementType T> T item() const {
        T value;
        read_only_element(dtype_of<T>, &value);
        return value;
    }
    // The element at a position, one integer per axis, negative ones from the end. IndexError,
    // DtypeError.
    template <ElementType T> T item(const Extents& position) const {
        T value;
        read_element(position, dtype_of<T>, &value);
        return value;
    }
    // Is the only element not zero? ValueError where there are more or none.
    explicit operator bool() const;

    // A view for loops of one's own: N axes of elements of type T (const T: read only). Nothing is
    // converted or copied. DtypeError, ShapeError where the array has not N axes, LayoutError where
    // elements are not aligned or, for a T that is not const, may not be written.
    template <class T, int N>
        requires ElementType<std::remove_const_t<T>>
    Span<T, N> span() const {
        check_span(dtype_of<std::remove_const_t<T>>, N, !std::is_const_v<T>);
        std::array<std::int64_t, std::size_t{N}> extents, steps;
        for (std::size_t axis = 0; axis < std::size_t{N}; ++axis) {
            extents[axis] = shape()[axis];
            steps[axis] = strides()[axis] / static_cast<std::int64_t>(sizeof(T));
        }
        return Span<T, N>(static_cast<T*>(data()), extents, steps);
    }
    // All elements in C order, of an array of any rank. As span, and LayoutError where they do not
    // lie in a row; `a.copy()` does.
    template <class T>
        requires ElementType<std::remove_const_t<T>>
    std::span<T> elements() const {
        check_elements(dtype_of<std::remove_const_t<T>>, !std::is_const_v<T>);
        return {static_cast<T*>(data()), static_cast<std::size_t>(size())};
    }

    // The part that integers, slices, new axes and the ellipsis name: a view. `a[0]`,
    // `a[slice(1, 5)]`, `a[{slice(), newaxis, -1}]`. IndexError.
    Array operator[](const Index& index) const;
    // The elements that booleans or integers pick along the first axes: reads as a copy, and can be
    // written: `a[a < 0.0] = 0.0`. See Selection.
    Selection operator[](const Array& selector) const;

    // The parts along the first axis, each a view: `for (np::Array row : a)`. AxisError where there
    // is no axis.
    RowIterator begin() const;
    RowIterator end() const;

    // In place: the result is converted to this array's type (same_kind) and written to its
    // elements, wherever the operands lie. ShapeError where the operand is larger; DtypeError.
    Array& operator+=(const Operand& operand);
    Array& operator-=(const Operand& operand);
    Array& operator*=(const Operand& operand);
    Array& operator/=(const Operand& operand);
    Array& operator%=(const Operand& operand);
    Array& operator&=(const Operand& operand);
    Array& operator|=(const Operand& operand);
    Array& operator^=(const Operand& operand);
    Array& operator<<=(const Operand& operand);
    Array& operator>>=(const Operand& operand);

    // A copy in C order.
    Array copy() const;
    // A copy in another type, whose axes lie in memory as this array's do. DtypeError where the
    // casting rule forbids it.
    Array astype(Dtype dtype, Casting casting = Casting::unsafe) const;
    // The same elements, in C order, in another shape, in which one -1 stands for what is left: a
    // view where memory allows it, else a copy. ShapeError.
    Array reshape(const Extents& shape) const;
    // The axes reversed: a view.
    Array T() const;

private:
    friend struct ArrayAccess;
    explicit Array(ArrayBody* body) noexcept : body_(body) {}
    void read_only_element(Dtype to, void* value) const;
    void read_element(const Extents& position, Dtype to, void* value) const;
    void check_span(Dtype dtype, int axes, bool writes) const;
    void check_elements(Dtype dtype, bool writes) const;

    ArrayBody* body_;
};

// A place along the first axis, as a loop needs it.
class RowIterator {
public:
    RowIterator(const Array& array, std::int64_t position) : array_(array), position_(position) {}

    Array operator*() const { return array_[position_]; }
    RowIterator& operator++() { return ++position_, *this; }
    bool operator!=(const RowIterator& other) const { return position_ != other.position_; }

private:
    Array array_;
    std::int64_t position_;
};

inline RowIterator Array::begin() const { return {*this, 0}; }
inline RowIterator Array::end() const { return {*this, shape(0)}; }

// What a[selector] gives: the elements that a boolean array (of the shape of a's first axes) or an
// array of positions on the first axis picks. It reads as an Array, a copy with the selector's axes
// (one axis for booleans) first, and what is assigned to it is written to those elements of `a`;
// of two values for one element the last stays. IndexError where the selector does not fit.
class NUMEN_API Selection {
public:
    Selection(const Array& array, const Array& selector);

    // A copy of the elements.
    Array read() const;
    // Writes values, broadcast to the shape of read() and converted (same_kind; a number to any
    // type that holds it). ShapeError, DtypeError, LayoutError.
    void operator=(const Operand& value);
    void operator=(const Selection& value);
    // Reads, computes and writes; an element that is chosen twice changes once.
    void operator+=(const Operand& operand);
    void operator-=(const Operand& operand);
    void operator*=(const Operand& operand);
    void operator/=(const Operand& operand);
    void operator%=(const Operand& operand);
    void operator&=(const Operand& operand);
    void operator|=(const Operand& operand);
    void operator^=(const Operand& operand);
    void operator<<=(const Operand& operand);
    void operator>>=(const Operand& operand);

private:
    Array array_, selector_;
};

// An array or a number, as functions take it. Made by conversion; a program does not name it.
class Operand {
public:
    Operand(const Array& array) : array_(&array) {}
    Operand(const Selection& selection) : owned_(selection.read()), array_(&*owned_) {}
    Operand(const Scalar& scalar) : scalar_(scalar) {}
    template <Number T> Operand(T number) : scalar_(number) {}
    Operand(const Operand&) = delete;
    Operand& operator=(const Operand&) = delete;

    // The array; null where this is a number.
    const Array* array() const { return array_; }
    const Scalar& scalar() const { return scalar_; }

private:
    std::optional<Array> owned_;
    const Array* array_ = nullptr;
    Scalar scalar_ = false;
};

// An array that receives a function's result: sin(a, Out(b)).
struct Out {
    Array array;
    explicit Out(const Array& target) : array(target) {}
};

}  // namespace numen
