"""einsum against NumPy."""

import numpy
import pytest

import numen

from .agreement import assert_agrees

rng = numpy.random.default_rng(23)
nan, inf = numpy.nan, numpy.inf


def sample(*shape, dtype="f8"):
    values = rng.normal(size=shape) * 4
    if numpy.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape)
    return values.astype(dtype)


def shaped(text, dtype="f8"):
    """An operand for each term; the length of an axis follows from its label."""
    lengths = dict(a=2, b=3, c=4, d=5, i=3, j=4, k=5, l=2, n=6, m=1, z=7)
    inputs = text.replace(" ", "").split("->")[0].split(",")
    return [
        sample(*(lengths[label] for label in term.replace("...", "az")), dtype=dtype)
        for term in inputs
    ]


ONE = ["i", "i->", "i->i", "ij", "ji", "ij->", "ij->i", "ij->j", "ij->ji", "ijk->ki", "ijk->kji",
       "ijk->j", "...", "...->...", "...i->i...", "i...->...", "ii", "ii->i", "iij->ij", "iij->j",
       "iji->ij", "ijj->i", "iii", "iii->i", "ijij->ij", "ijij->ji", "...ii->...i", "...ii->...",
       "ba", "bca", "m", "mi->i", "mi->m", "im"]  # fmt: skip
TWO = ["i,i", "i,i->i", "i,j", "i,j->ij", "i,j->ji", "ij,j", "ij,jk", "ij,jk->ik", "ij,jk->ki",
       "ij,kj->ik", "ji,jk->ik", "ij,ij", "ij,ij->i", "ij,ij->j", "ij,ij->ij", "ij,ji->ij",
       "nij,nj->ni", "nij,njk->nik", "nij,njk->ink", "nij,njk->kin", "nij,nij->n", "nij,ij->n",
       "ijk,ilm->jkl", "ijkl,lkbm->ijbm", "abcd,cdz->abz", "abcd,dcz->abz", "ij,kl->ijkl",
       "ij,kl->ik", "ij,kl->", "ij,j->j", "ij,i->ij", "ii,i->i", "ii,ij->j", "iij,jk->ik",
       "...ij,...jk->...ik", "...ij,jk->...ik", "...i,...i->...", "...i,i", "i...,i...->...",
       "...,...", "i, j -> j i", "ab,ac->abc", "m,i->i", "mi,ij->mj", "mi,mi->i", "ijk,k->ij",
       "ijk,jk->i", "kji,kj->i", ",", "i,->i", "ij,ij->ji", "bcd,dcb->", "ik,jk->ji"]  # fmt: skip
MORE = ["i,i,i", "i,i,i->i", "i,j,k->ijk", "ij,jk,kl->il", "ij,jk,kl->li", "ij,jk,ki",
        "ij,ij,ij->i", "ij,j,i", "ab,bc,cd,da", "ijk,jl,kn->iln", "i,ij,jk,k", "nij,nj,ni->n",
        "...ij,...j,...i->...", "i,j,i,j->ij", "a,ab,abc->abc", "a,b,c,d->dcba"]  # fmt: skip
TYPES = ["f8", "f4", "i8", "i4", "i1", "u1", "?", "c16", "c8"]


def tolerance(dtype):
    return {"e": 1e-2, "f": 1e-5, "F": 1e-5}.get(numpy.dtype(dtype).char, 1e-12)


@pytest.mark.parametrize("text", [*ONE, *TWO, *MORE])
def test_subscripts(text):
    native = "ii" not in text and "iji" not in text and "jj" not in text and "ijij" not in text
    assert_agrees("einsum", text, *shaped(text), tolerance=1e-12, native=native)


@pytest.mark.parametrize("text", [*ONE, *TWO, *MORE])
def test_optimized(text):
    for optimize in (True, "greedy", "optimal"):
        assert_agrees("einsum", text, *shaped(text), optimize=optimize, tolerance=1e-12,
                      native=False)


@pytest.mark.parametrize("dtype", TYPES)
def test_types(dtype):
    for text in ("i", "ij->j", "ij->", "ii->i", "i,i", "ij,jk", "nij,nj->ni", "ij,ij->i", "i,j->ji",
                 "ij,jk,kl->il", "i,i->i"):
        assert_agrees("einsum", text, *shaped(text, dtype), tolerance=tolerance(dtype),
                      native=False)


def test_half_precision():
    for text in ("ij->j", "i,i", "ij,jk", "nij,nj->ni", "i,j->ji"):
        assert_agrees("einsum", text, *shaped(text, "f2"), tolerance=1e-2)


def test_mixed_types():
    for one, other in (("f4", "f8"), ("i4", "f4"), ("i1", "u1"), ("?", "i8"), ("c8", "f8")):
        for text in ("ij,jk->ik", "i,i->i", "ij,ij->j"):
            a, b = shaped(text)
            assert_agrees("einsum", text, a.astype(one), b.astype(other), tolerance=1e-5)
    assert_agrees("einsum", "i,i", [1, 2], [0.5, 2.0])
    assert_agrees("einsum", "i,->i", sample(3), 2)


def test_contracted_types_are_native():
    for dtype in TYPES:
        for text in ("ij,jk", "nij,nj->ni", "i,i", "i,j->ji"):
            assert_agrees("einsum", text, *shaped(text, dtype), tolerance=tolerance(dtype))


def test_lengths_of_one_broadcast():
    for text, shapes in (
        ("ij,ij->ij", ((1, 4), (3, 1))), ("ij,ij->i", ((3, 1), (3, 4))),
        ("ij,jk", ((3, 1), (4, 5))),
        ("...i,...i->...", ((2, 1, 3), (4, 3))), ("...,...", ((2, 1), (1, 5))),
        ("ij,ij", ((1, 1), (3, 4))), ("i,i", ((1,), (1,))), ("ij->j", ((1, 4),)),
        ("ij,j->i", ((3, 4), (1,))), ("i,i,i->i", ((1,), (3,), (1,))), ("ij,k->j", ((1, 1), (1,))),
        ("...ij,...jk->...ik", ((2, 1, 3, 4), (5, 4, 2))),
    ):  # fmt: skip
        assert_agrees("einsum", text, *(sample(*shape) for shape in shapes), tolerance=1e-12)


def test_diagonals_of_axes_of_length_one():
    for text, shape in (("bba->ab", (1, 1, 2)), ("aa->a", (1, 1)), ("bab->ba", (5, 1, 5))):
        assert_agrees("einsum", text, sample(*shape), native=False)


def test_lists_of_labels():
    a, b = sample(3, 4), sample(4, 5)
    assert_agrees("einsum", a, [0, 1], b, [1, 2], tolerance=1e-12)
    assert_agrees("einsum", a, [0, 1], b, [1, 2], [2, 0], tolerance=1e-12)
    assert_agrees("einsum", a, [1, 0])
    assert_agrees("einsum", a, [Ellipsis, 1], b, [1, 2], [Ellipsis, 2], tolerance=1e-12)
    assert_agrees("einsum", a, [0, 30], b, [30, 2], tolerance=1e-12)
    for wrong in ([0, 52], [0, -1], [0, "a"], [0, 1.5], [0], [0, 1, 2], 3):
        assert_agrees("einsum", a, wrong, native=False)


def test_wrong_subscripts():
    a, b = sample(3, 4), sample(4, 5)
    for text in ("", "i", "ijk", "i1", "ij-", "ij->ii", "ij->k", "ij->>i", "i.j", "..ij", "....",
                 "ij,", "ii", "...->", "ij->...", "i j", "ij->i->j", "ij,jk"):
        assert_agrees("einsum", text, a, native=False, tolerance=1e-12)
        assert_agrees("einsum", text, a, b, native=False, tolerance=1e-12)
    for operands in (("ij",), (a,), (a, b), ("ij", "a"), ("i,i", a[0], b[0]), (3, a)):
        assert_agrees("einsum", *operands, native=False)


def test_options():
    a, b = sample(3, 4), sample(4, 5)
    for options in ({"dtype": "f4"}, {"order": "F"}, {"casting": "no"}, {"optimize": False},
                    {"out": numpy.zeros((3, 5))}, {"other": 1}):
        assert_agrees("einsum", "ij,jk", a, b, native=False, tolerance=1e-5, **options)


def test_path():
    a, b, c = sample(3, 4), sample(4, 5), sample(5, 6)
    for optimize in (False, True, "greedy", "optimal", ("greedy", 10), ["einsum_path", (0, 1, 2)]):
        assert_agrees("einsum_path", "ij,jk,kl->il", a, b, c, optimize=optimize)
    assert_agrees("einsum_path", a, [0, 1], b, [1, 2])
    assert_agrees("einsum_path", "ij,jk", a, [[1, 2]] * 4)
    for wrong in (("ij,kj", a, b), ("ij", a, b), ("i->", a)):
        assert_agrees("einsum_path", *wrong, native=False)


def test_empty():
    for text, shapes in (("i->", ((0,),)), ("ij->j", ((0, 3),)), ("ij,jk", ((3, 0), (0, 4))),
                         ("i,i->i", ((0,), (0,))), ("ij", ((0, 3),)), ("ii->i", ((0, 0),))):
        assert_agrees("einsum", text, *(numpy.zeros(shape) for shape in shapes), native=False)


def test_values_that_are_not_finite():
    a = numpy.array([[nan, 1], [inf, 2.0]])
    for text in ("ij,jk", "ij,ij->i", "ij->j", "ij,kl->ik"):
        assert_agrees("einsum", text, *[a] * (1 + ("," in text)))


def test_views_share_memory():
    base = numen.array(sample(3, 3))
    numen.einsum("ii->i", base)[1] = 77
    numen.einsum("ij->ji", base)[0, 2] = 55
    assert base[1, 1] == 77 and base[2, 0] == 55


def test_large():
    a, b = sample(300, 4, 4), sample(300, 4)
    assert_agrees("einsum", "nij,nj->ni", a, b, tolerance=1e-12)
    assert_agrees("einsum", "ij,jk->ki", sample(90, 80), sample(80, 70), tolerance=1e-12)


def test_keywords():
    a, b = sample(3, 4), sample(4, 5)
    for options in ({"dtype": "f8"}, {"dtype": "c16"}, {"order": "F"}, {"order": "C"},
                    {"order": "A"}, {"casting": "same_kind"}, {"casting": "unsafe"},
                    {"optimize": False}, {"optimize": True}, {"out": numpy.zeros((3, 5))},
                    {"out": numpy.zeros((5, 3)).T}, {"out": numpy.ones((3, 5)), "dtype": "f8"},
                    {"dtype": "f4", "casting": "same_kind"}):
        for text, operands in (("ij,jk", (a, b)), ("ij,jk->ik", (a.astype("f4"), b))):
            assert_agrees("einsum", text, *operands, native="out" not in options,
                          tolerance=1e-5, **options)
    for order in "CFAK":
        for text, operands in (("ij->ji", (a,)), ("ij->i", (a,)), ("ij,jk->ki", (a, b)),
                               ("i,j,k->kij", (a[0], b[0], a[1])), ("ij,ij->", (a, a))):
            assert_agrees("einsum", text, *operands, order=order, tolerance=1e-12)
    for options in ({"dtype": "i4"}, {"order": "X"}, {"casting": "no", "dtype": "c16"},
                    {"out": numpy.zeros((3, 4))}, {"out": numpy.zeros((3, 5), "f4")},
                    {"out": [[0.0] * 5] * 3}, {"out": numpy.zeros((3, 5), "c16")},
                    {"dtype": "f4"}, {"casting": "x"}, {"optimize": "x"}, {"optimize": 1},
                    {"optimize": ["einsum_path", (0, 1)]}):
        assert_agrees("einsum", "ij,jk", a, b, native=False, tolerance=1e-5, **options)


def test_out_is_what_is_returned():
    a, b = numen.array(sample(3, 4)), numen.array(sample(4, 5))
    out = numen.zeros((3, 5))
    assert numen.einsum("ij,jk", a, b, out=out) is out
    assert numpy.allclose(out, numpy.asarray(a) @ numpy.asarray(b))
    square = numen.array(sample(4, 4))
    wanted = numpy.asarray(square) @ numpy.asarray(square)
    numen.einsum("ij,jk", square, square, out=square)  # written behind the last reading
    assert numpy.allclose(square, wanted)
    for text in ("i,i->", "ii"):
        assert_agrees("einsum", text, *([sample(4)] * 2 if "," in text else [sample(4, 4)]),
                      out=numpy.zeros(()), native=False, tolerance=1e-12)


@pytest.mark.parametrize("text", ["ijk,k->ij", "ijk,jk->i", "ijk,kj->i", "kij,k->ij", "ijk,kl->ijl",
                                  "kji,kl->jil", "bij,bjk->bik", "bij,bkj->bik", "ibj,bjk->kbi",
                                  "ij,ik->kj", "ij,ij->j", "bi,bj->bij", "i,j->ji", "ii->i",
                                  "ijk->jk", "ijk->ki", "ijk,ijk->", "ijkl,ijml->km"])
def test_views(text):
    """Operands with steps of their own, and results large enough to be managed."""
    lengths = dict(b=7, i=33, j=12, k=9, l=5, m=6)
    terms = text.split("->")[0].split(",")
    for dtype in ("f8", "f4", "i4", "c16"):
        wide = [sample(*(2 * lengths[label] for label in term), dtype=dtype) for term in terms]
        for cut in (slice(None, None, 2), slice(None, None, -2), slice(1, None, 2)):
            plain = [a[(cut,) * a.ndim] for a in wide]
            ours = [numen.array(a)[(cut,) * a.ndim] for a in wide]
            wanted, given = numpy.einsum(text, *plain), numen.einsum(text, *ours)
            assert (given.dtype, given.shape) == (wanted.dtype, wanted.shape)
            assert given.strides == wanted.strides
            bound = 1e-4 if dtype == "f4" else 1e-11
            assert numpy.allclose(given, wanted, rtol=bound, atol=bound * abs(wanted).max())


def test_many_labels():
    a = numpy.arange(2.0**12).reshape((2,) * 12)
    letters = "abcdefghijkl"
    assert_agrees("einsum", f"{letters}->{letters[::-1]}", a)
    assert_agrees("einsum", f"{letters}->cba", a, tolerance=1e-12)
    assert_agrees("einsum", f"{letters},{letters}->bad", a, a, tolerance=1e-12)
    assert_agrees("einsum", "...abc,cba...->...", a, a, tolerance=1e-12)
    b = numpy.ones((1,) * 20)
    long_text = "abcdefghijklmnopqrst,uvwxyzABCDEFGHIJKLMN"
    assert_agrees("einsum", long_text + "->", b, b, native=False)
    assert_agrees("einsum", " " * 1100 + "ij", a.reshape(64, 64), native=False)
    assert_agrees("einsum", "ij" + " " * 1100 + "->ji", a.reshape(64, 64), native=False)
    assert_agrees("einsum", "ïj->jï", a.reshape(64, 64), native=False)
    assert_agrees("einsum", "αj->jα", a.reshape(64, 64), native=False)


@pytest.mark.parametrize("text", ["i,ij,j->", "ij,jk,kl->li", "i,j,k,l->lkji", "i,i,i->i",
                                  "ii,i,ij->j", "...i,ij,...j->...", "ij,ik,il->jkl",
                                  "i,ij,jk,k->", "m,i,j->mij"])
def test_few_products_of_many_factors(text):
    for dtype in ("f8", "f4", "i8", "i4", "c8"):
        assert_agrees("einsum", text, *shaped(text, dtype), native=False,
                      tolerance=max(tolerance(dtype), 1e-5 if dtype == "c8" else 0))


@pytest.mark.parametrize("columns", [1, 2, 3, 5, 16, 17, 63, 64, 130, 333])
def test_sums_down_columns(columns):
    for dtype in ("f8", "f4", "i8", "c16"):
        for text, shape in (("ij,ij->j", (37, columns)), ("bij,bij->bj", (3, 37, columns)),
                            ("ij,ij->j", (1, columns)), ("ij,ij->j", (2000, columns))):
            a, b = sample(*shape, dtype=dtype), sample(*shape, dtype=dtype)
            assert_agrees("einsum", text, a, b, tolerance=1e-4 if dtype == "f4" else 1e-12,
                          layouts=("contiguous", "strided", "managed"))
