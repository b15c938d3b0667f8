"""The cases of the benchmarks, as data: what is prepared, what is timed, what it may cost.

A statement is Python source. It sees `np` (the module that is timed) and the names of `inputs`:
  a, b     vectors of the cell's size        m, k    matrices of about the cell's size
  mask     booleans, about half of them set  three   a vector of 3
  values   a Python list of the cell's size  dtype   the cell's scalar type
  n        the cell's size
An expression is timed as `r = expression`; a statement that is none of these writes into `a`.
"""

from dataclasses import dataclass

SMALL = (1, 10, 100)
DTYPES = ("float64", "float32", "int64")
LARGE = 10_000_000


@dataclass(frozen=True)
class Case:
    """One row of the table; `bound` is the largest allowed time over NumPy's.

    `large_bound` is the bound at 1,000 elements, `group` the name of the rows judged together,
    `by_dtype` and `by_size` replace the statement for one dtype or one size. `own` holds inputs of
    this case alone: (name, function of a generator of numpy.random, the size and the dtype). Before
    each repeat the process rests for `rest` seconds. Where it is `strided`, arrays of the cell's
    dtype are every second, third or fourth element of longer ones.
    """

    name: str
    statement: str
    inputs: tuple
    bound: float
    sizes: tuple = SMALL + (1000,)
    dtypes: tuple = DTYPES
    large_bound: float = 0.95
    group: str = ""
    by_dtype: tuple = ()
    by_size: tuple = ()
    own: tuple = ()
    rest: float = 0.0
    strided: bool = False

    def bound_at(self, size):
        return self.large_bound if size == 1000 else self.bound

    def statement_for(self, size, dtype):
        for key, statement in self.by_size + self.by_dtype:
            if key in (size, dtype):
                return statement
        return self.statement


def cells_of(cases):
    """(case, size, dtype) of each cell."""
    return [(case, size, dtype) for case in cases for size in case.sizes for dtype in case.dtypes]


def key_of(cell):
    """The fields of a table's cell that tell it from the others."""
    case, size, dtype = cell
    return {"case": case.name, "size": size, "dtype": dtype}


def cell_name(cell):
    case, size, dtype = cell
    return f"{case.name} {size} {dtype}"


def elementwise(name, bound, inputs=("a", "b")):
    return Case(name, name, inputs, bound)


def moving(name, statement, inputs, **more):
    """A row of the indexing and creation group."""
    return Case(name, statement, inputs, 1.0, group="indexing and creation", **more)


SMALL_CALLS = (
    elementwise("a+b", 0.3),
    elementwise("a*2.0", 0.3, ("a",)),
    elementwise("a<b", 0.3),
    elementwise("-a", 0.3, ("a",)),
    elementwise("np.add(a, b)", 0.3),
    elementwise("a+=b", 0.3),
    elementwise("a.sum()", 0.3, ("a",)),
    elementwise("np.sum(a)", 0.3, ("a",)),
    elementwise("a.max()", 0.3, ("a",)),
    elementwise("np.dot(a, b)", 0.3),
    Case("a@b", "m @ k", ("m", "k"), 0.3, sizes=(16, 1000)),
    elementwise("np.linalg.norm(a)", 0.3, ("a",)),
    Case("np.cross(a, b)", "np.cross(c, d)", ("c", "d"), 0.1, sizes=(3, 1000)),
    elementwise("np.sin(a)", 0.4, ("a",)),
    elementwise("np.exp(a)", 0.4, ("a",)),
    elementwise("np.sqrt(a)", 0.4, ("a",)),
    moving("a[3]", "a[3]", ("a",), sizes=(10, 100, 1000)),
    moving("a[1:-1]", "a[1:-1]", ("a",)),
    moving("a[2:5] = b", "a[2:5] = three", ("a", "three"), sizes=(10, 100, 1000)),
    moving("a[mask]", "a[mask]", ("a", "mask")),
    moving("a.reshape", "a.reshape(-1, 1)", ("a",)),
    moving("a.T", "m.T", ("m",)),
    moving("iteration", "for x in a: pass", ("a",)),
    moving("np.zeros(10)", "np.zeros(n, dtype)", ("n", "dtype"), sizes=(10, 1000),
           by_dtype=(("float64", "np.zeros(n)"),)),
    moving("np.array([1.,2.,3.])", "np.array([1., 2., 3.], dtype)", ("dtype", "values"),
           sizes=(3, 1000), by_size=((1000, "np.array(values, dtype)"),),
           by_dtype=(("float64", "np.array([1., 2., 3.])"), ("int64", "np.array([1, 2, 3])"))),
    moving("np.concatenate", "np.concatenate((a, b))", ("a", "b")),
    moving("np.stack", "np.stack((a, b))", ("a", "b")),
    moving("np.where", "np.where(mask, a, b)", ("mask", "a", "b")),
)

LARGE_CALLS = tuple(
    Case(name, name, inputs, 1.0, sizes=(LARGE,), dtypes=("float64", "float32"))
    for name, inputs in (
        ("a+b", ("a", "b")), ("np.sqrt(a)", ("a",)), ("a.sum()", ("a",)),
        ("a.copy()", ("a",)), ("np.sin(a)", ("a",)),
    )
) + tuple(
    Case(name, name, ("a",), 1.0, sizes=(300_000, LARGE), dtypes=("uint8", "int32", "int64"))
    for name in ("a//7", "a%7", "a%2")
) + (
    Case("np.einsum('nij,nj->ni', a, b)", "np.einsum('nij,nj->ni', matrices, vectors)",
         ("matrices", "vectors"), 0.333, sizes=(1_600_000,), dtypes=("float64", "float32")),
)
