"""What differs between two results, of NumPy and of Numen, as `numen run --check` reports it."""

import ctypes
import functools

import numpy

from .check_copies import holds_atoms, looked_at
from .check_rewriting import OPERATORS
from .check_rounding import (
    CONDITIONED, PIECE, largest_term, solution_rounding, squares_of_right_side)
from .check_rounding import largest as largest_of

# A relative rounding error allowed per dtype, of the largest value in the result.
ROUNDING = {"e": 2e-2, "f": 1e-4, "F": 1e-4}
# Operations on elements round each by itself, at most by so many units in the last place: NumPy's
# own loops differ by some. Complex powers and their like are made of several functions; logaddexp
# is a sum that may cancel, and judged as such.
ELEMENTWISE = frozenset(OPERATORS) - {"MatMult"} | frozenset(
    name for name in dir(numpy) if isinstance(getattr(numpy, name), numpy.ufunc)
    and getattr(numpy, name).signature is None and not name.startswith("logaddexp"))
UNITS, COMPLEX_UNITS = 16, 1024
# Functions that move elements, and change none.
MOVES = frozenset("""indexing assignment take sort partition repeat tile roll rollaxis moveaxis flip
    fliplr flipud rot90 concatenate concat stack vstack hstack dstack column_stack append insert
    delete reshape resize ravel flatten transpose permute_dims matrix_transpose swapaxes diagonal
    diag diagflat tril triu where choose compress extract select unique squeeze expand_dims copy
    broadcast_to split array_split hsplit vsplit dsplit put putmask place copyto max min amax amin
    nanmax nanmin fill item tolist trim_zeros take_along_axis put_along_axis fill_diagonal block
    atleast_1d atleast_2d atleast_3d meshgrid union1d intersect1d setdiff1d""".split())
# Results that are no arrays: compared as numbers, and as they are.
NUMBERS = frozenset((float, complex))
PLAIN = (bool, int, str, bytes, type(None), slice, numpy.dtype)
MOST_SHOWN = 60
# Which of two zeros they give depends on the loop, in NumPy as well.
EITHER_ZERO = frozenset(("maximum", "minimum", "fmax", "fmin"))
_same_memory = ctypes.CDLL(None).memcmp
_same_memory.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)

def difference(ours, theirs, name="", args=()):
    """What differs between two results, as text; None if they agree within rounding.

    Of the functions of `VECTORS` many results are equally right.
    """
    found = _first(_unlike, ours, theirs)
    if found is None and name in VECTORS and hasattr(theirs, "_fields"):
        return VECTORS[name](args[0], ours, theirs)
    if found is None and name == "linalg.eigvals":
        return _eigenvalues_apart(args[0], ours, theirs)
    if found:
        return found
    if is_elementwise(name):
        close = functools.partial(_close_elements, signs=name not in EITHER_ZERO)
        return _first(functools.partial(_apart, close=close), ours, theirs)
    if name.lstrip(".") in MOVES:
        return _first(functools.partial(_apart, close=_close_moved), ours, theirs)
    term = largest_term(name, theirs, args)
    found = _first(functools.partial(_apart, largest=term), ours, theirs)
    if found and name == "roots":
        return _roots_apart(args[0], ours, theirs, found)
    if found and name in CONDITIONED:
        return _solutions_apart(name, ours, theirs, args)
    return found


def is_elementwise(name):
    """Whether each element of the result is computed from one of each operand."""
    return name.removesuffix(" in place") in ELEMENTWISE


def difference_of_errors(ours, theirs):
    """The same of two exceptions, None where there was a result.

    Which warnings are errors is a matter of where they are raised, and not compared.
    """
    if isinstance(ours, Warning) or isinstance(theirs, Warning) or type(ours) is type(theirs):
        return None
    theirs_text, ours_text = ("a result" if e is None else repr(e) for e in (theirs, ours))
    return f"NumPy gives {theirs_text}, Numen {ours_text}"


def difference_of_views(ours, theirs, operands):
    """Whether one of two results shares memory with operands, and the other does not. Both calls
    were given the same memory."""
    both = [looked_at(ours), theirs]
    if not all(isinstance(x, numpy.ndarray) and x.size for x in both):
        return None
    given = [x for x in operands if isinstance(x, numpy.ndarray)]
    is_view = [any(numpy.may_share_memory(x, operand) for operand in given) for x in both]
    if is_view[0] == is_view[1]:
        return None
    return "NumPy gives a {}, Numen a {}".format(*("view" if x else "copy" for x in is_view[::-1]))


def _first(compare, ours, theirs):
    """The first that `compare` finds of two nested results."""
    if isinstance(theirs, (tuple, list)):
        if type(ours) is not type(theirs) and type(theirs) in (tuple, list):
            return _other_kinds(ours, theirs)
        if len(ours) != len(theirs):
            return f"NumPy gives {len(theirs)} results, Numen {len(ours)}"
        if holds_atoms(theirs) and ours == theirs:  # a long list, of tolist()
            return None
        pairs = zip(ours, theirs)
        return next(filter(None, (_first(compare, *pair) for pair in pairs)), None)
    if type(theirs) in NUMBERS and type(ours) is type(theirs):
        return compare(numpy.asarray(ours), numpy.asarray(theirs))
    if isinstance(theirs, PLAIN) and not isinstance(theirs, numpy.generic):
        return None if type(ours) is type(theirs) and ours == theirs else \
            f"NumPy gives {_shown(theirs)}, Numen {_shown(ours)}"
    if not isinstance(theirs, (numpy.ndarray, numpy.generic)):
        return None
    return compare(looked_at(ours), theirs)


def _shown(value):
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"


def _other_kinds(ours, theirs):
    return f"NumPy gives a {type(theirs).__name__}, Numen a {type(ours).__name__}"


def _unlike(ours, theirs):
    if isinstance(ours, numpy.ma.MaskedArray) != isinstance(theirs, numpy.ma.MaskedArray):
        return _other_kinds(ours, theirs)
    if isinstance(ours, numpy.generic) != isinstance(theirs, numpy.generic):
        return _other_kinds(ours, theirs)
    mine = numpy.asarray(ours)
    if mine.dtype != theirs.dtype or mine.shape != theirs.shape:
        return f"NumPy gives {theirs.dtype}{theirs.shape}, Numen {mine.dtype}{mine.shape}"
    return None


def _apart(ours, theirs, rounding=None, largest=0, close=None):
    """The first element that differs by more than rounding."""
    mask = None
    if isinstance(theirs, numpy.ma.MaskedArray):
        mask = numpy.ma.getmaskarray(theirs)
        found = _apart(numpy.ma.getmaskarray(ours), mask)
        if found:
            return "mask: " + found
    # No class of the arrays' own answers the comparisons.
    mine, theirs = numpy.asarray(ours), numpy.asarray(theirs)
    if theirs.dtype.kind not in "biufcSUmM" or _has_same_memory(mine, theirs):
        return None
    if close is None:
        rounding = rounding or _rounding_of([theirs])
        largest = max(largest, largest_of(theirs))
        close = functools.partial(_close, rounding=rounding, allowed=rounding * largest)
    place = _first_apart(close, mine.ravel(), theirs.ravel(), mask)
    if place is None:
        return None
    at = tuple(int(i) for i in numpy.unravel_index(place, theirs.shape))
    where = f" at index {at}" if at else ""
    return f"NumPy gives {theirs[at]}, Numen {mine[at]}{where}"


def _has_same_memory(mine, theirs):
    both = (mine, theirs)
    is_whole = all(x.flags.c_contiguous for x in both) or all(x.flags.f_contiguous for x in both)
    return is_whole and _same_memory(mine.ctypes.data, theirs.ctypes.data, theirs.nbytes) == 0


def _first_apart(close, mine, theirs, mask):
    """Where two vectors first differ, unless it is masked; None if nowhere."""
    for start in range(0, theirs.size, PIECE):
        piece = slice(start, start + PIECE)
        apart = ~close(mine[piece], theirs[piece])
        if mask is not None:
            apart &= ~mask.ravel()[piece]
        if apart.any():
            return start + int(apart.argmax())
    return None


def _close(mine, theirs, rounding, allowed):
    if theirs.dtype.kind not in "fc":
        return numpy.equal(mine, theirs) | _both_undefined(mine, theirs)
    return numpy.isclose(mine, theirs, rounding, allowed, equal_nan=True)


def _both_undefined(mine, theirs):
    """Whether two times are no times, or two numbers no numbers."""
    if theirs.dtype.kind in "mM":
        return numpy.isnat(mine) & numpy.isnat(theirs)
    if theirs.dtype.kind in "fc":
        return numpy.isnan(mine) & numpy.isnan(theirs)
    return False


def _close_moved(mine, theirs):
    """Whether elements are the same; of two zeros either may have been found the larger."""
    return numpy.equal(mine, theirs) | _both_undefined(mine, theirs)


def _close_elements(mine, theirs, signs):
    """Whether elements agree to a few units in the last place, and zeros in their signs."""
    same = numpy.equal(mine, theirs) | _both_undefined(mine, theirs)
    if theirs.dtype.kind == "f" and signs:
        same &= (numpy.signbit(mine) == numpy.signbit(theirs)) | (theirs != 0)
    if theirs.dtype.kind not in "fc" or same.all():
        return same
    limits = numpy.finfo(theirs.dtype)
    apart = numpy.abs(numpy.subtract(mine, theirs))
    units = UNITS if theirs.dtype.kind == "f" else COMPLEX_UNITS
    allowed = units * (limits.eps * numpy.abs(theirs) + limits.smallest_subnormal)
    # Zeros that differ do so in their signs.
    return same | (apart <= allowed) & numpy.isfinite(theirs) & numpy.not_equal(mine, theirs)


def _rounding_of(results):
    return max(ROUNDING.get(x.dtype.char, 1e-9) for x in results)


def _wide(x):
    """NumPy's copy in double precision: the products that are compared add little rounding."""
    x = numpy.asarray(looked_at(x))
    return numpy.array(x, complex if x.dtype.kind == "c" else float)


def _adjoint(x):
    return x.swapaxes(-1, -2).conj()


def _gram(x):
    return numpy.matmul(_adjoint(x), x)


def _times(vectors, values):
    return numpy.multiply(vectors, values[..., None, :])


# The differences of results that are equally right: vectors are known up to their sign or phase,
# those of equal values up to a rotation, and so their products are compared.


def _svd(_, ours, theirs):
    def products(u, s, vh):
        k = s.shape[-1]
        return {"s": s, "u * s @ vh": numpy.matmul(_times(u[..., :k], s), vh[..., :k, :]),
                "u.conj().T @ u": _gram(u), "vh @ vh.conj().T": _gram(_adjoint(vh))}  # fmt: skip

    return _of_each(products, ours, theirs)


def _eigh(_, ours, theirs):
    def products(w, v):
        return {"w": w, "v * w @ v.conj().T": numpy.matmul(_times(v, w), _adjoint(v)),
                "v.conj().T @ v": _gram(v)}  # fmt: skip

    return _of_each(products, ours, theirs)


def _paired(ours, theirs):
    """Our eigenvalues, which come in no order, each in the place of the one of NumPy's nearby."""
    mine, left = numpy.array(ours), numpy.ones(ours.shape, bool)
    paired = numpy.empty_like(mine)
    for i in range(theirs.shape[-1]):
        distances = numpy.where(left, numpy.abs(mine - theirs[..., i:i + 1]), numpy.inf)
        nearest = distances.argmin(axis=-1)[..., None]
        paired[..., i:i + 1] = numpy.take_along_axis(mine, nearest, -1)
        numpy.put_along_axis(left, nearest, False, -1)
    return paired


def _eigenvalues_apart(a, ours, theirs):
    """The first difference of eigenvalues, in any order, beyond rounding of the matrix."""
    paired, theirs = _paired(_wide(ours), _wide(theirs)), numpy.asarray(theirs)
    a = _wide(a)
    vectors = numpy.linalg.eig(a)[1]
    try:
        rows = numpy.linalg.inv(vectors)  # left eigenvectors, as long as the values are sensitive
    except numpy.linalg.LinAlgError:
        return None  # a multiple eigenvalue without vectors of its own: any rounding moves it
    sensitivity = numpy.linalg.norm(rows, axis=-1).max(initial=1)
    unit = numpy.finfo(theirs.dtype).eps * a.shape[-1]
    largest = max(largest_of(theirs), unit * sensitivity * largest_of(a) / _rounding_of([theirs]))
    return _apart(paired.astype(theirs.dtype), theirs, largest=largest)


def _roots_apart(p, ours, theirs, found):
    """The same of the roots of a polynomial: eigenvalues of its companion matrix."""
    p = numpy.trim_zeros(_wide(p))
    if len(p) < 2 or len(p) - 1 != len(theirs):
        return found
    companion = numpy.diag(numpy.ones(len(p) - 2, p.dtype), -1)
    companion[0] = -p[1:] / p[0]
    return _eigenvalues_apart(companion, ours, theirs)


def _solutions_apart(name, ours, theirs, args):
    """The first difference of solutions that the condition of their problem does not explain."""
    several = isinstance(theirs, tuple | list)
    mine, others = (ours, theirs) if several else ([ours], [theirs])
    others = [numpy.asarray(x) for x in others]
    rounding = max(solution_rounding(name, others, args), _rounding_of(others))
    if rounding >= 1:
        return None
    for place, (one, other) in enumerate(zip(mine, others)):
        is_residuals = place == 1 and len(others) > 3
        found = _apart(looked_at(one), other, rounding,
                       squares_of_right_side(args) if is_residuals else 0)
        if found:
            return found
    return None


def _eig(a, ours, theirs):
    def sizes(w, v):
        return {"lengths of v": numpy.sqrt(numpy.square(numpy.abs(v)).sum(axis=-2))}

    found = _eigenvalues_apart(a, ours[0], theirs[0])
    if found:
        return "w: " + found
    a, (w, v) = _wide(a), map(_wide, ours)
    found = _apart(numpy.matmul(a, v), _times(v, w), _rounding_of(theirs), largest_of(a))
    return _of_each(sizes, ours, theirs) or (found and "a @ v is not v * w")


def _qr(_, ours, theirs):
    def products(q, r):
        return {"q @ r": numpy.matmul(q, r), "q.conj().T @ q": _gram(q),
                "np.tril(r, -1)": numpy.tril(r, -1)}  # fmt: skip

    return _of_each(products, ours, theirs)


def _of_each(products, ours, theirs):
    """The first difference of what two results have to have in common."""
    mine, others = (products(*map(_wide, result)) for result in (ours, theirs))
    for what, wanted in others.items():
        found = _apart(mine[what], wanted, _rounding_of(theirs))
        if found:
            return f"{what}: {found}"
    return None


VECTORS = {"linalg.svd": _svd, "linalg.eigh": _eigh, "linalg.eig": _eig, "linalg.qr": _qr}
