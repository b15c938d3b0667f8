"""A call of every operator and of the commonest ways to index, as data, for `numen bench sweep`."""

from .calls import inputs_of
from .cases import Case

OPERATORS = """a + b; a - b; a * b; a / b; a // b; a % b; a ** 2; a + 1; 2 * a; 1 - a; a / 2;
    a // 3; a % 3; -a; +a; abs(a); a < b; a <= b; a == b; a != b; a > 1; a & b; a | b; a ^ b; ~a;
    a << 1; a >> 1; h @ h; a @ b; m @ columns; a[::2]; a[::-1].copy(); a[i]; a[mask];
    m[:, 1:].copy();
    h[1:] + h[:-1]; m.T.copy(); m + columns; m - rows[:, None]; a.astype('float32'); a.copy();
    a.sum(); m.sum(axis=0); m.sum(axis=1); m.max(axis=0); m.mean(axis=1); a.argmax(); a.ravel();
    m.reshape(-1); a.nonzero(); a.cumsum(); (a > 1).any(); (a == b).all()"""
WRITES = """a += b; a -= 1; a *= 2; a /= 2; a[1:] = b[:-1]; a[::2] = 1; a[mask] = 0; a[i] = b;
    h[:, 0] = 1; a[...] = b; a.fill(2); a.sort()"""


def operator_cases(sizes, dtypes):
    """A Case for every operator, named by its statement."""
    for text in (*OPERATORS.split(";"), *WRITES.split(";")):
        statement = " ".join(text.split())
        yield Case(statement, statement, inputs_of(statement), 1.0, sizes=sizes, dtypes=dtypes,
                   group="operator")
