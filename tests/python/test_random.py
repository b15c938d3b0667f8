"""numen.random: NumPy's streams bit for bit, as Numen's arrays."""

import abc
import copy
import inspect
import pickle

import numpy
import pytest

import numen
from numen import random

GENERATOR_CALLS = [
    ("random", (), {}),
    ("random", (4,), {}),
    ("random", (3,), {"dtype": "f4"}),
    ("normal", (), {}),
    ("normal", (1.0, 2.0, (2, 3)), {}),
    ("normal", ([0, 10],), {}),
    ("standard_normal", (5,), {}),
    ("uniform", (-1, 1, 4), {}),
    ("integers", (10,), {}),
    ("integers", (0, 100), {"size": 6, "dtype": "i2"}),
    ("choice", (5, 3), {"replace": False}),
    ("choice", ([1.5, 2.5], 4), {"p": [0.25, 0.75]}),
    ("permutation", (6,), {}),
    ("permutation", (numpy.arange(6.0),), {}),
    ("permuted", (numpy.arange(6.0),), {}),
    ("exponential", (2.0, 3), {}),
    ("poisson", (3.0, 4), {}),
    ("multivariate_normal", ([0, 0], numpy.eye(2), 3), {}),
    ("dirichlet", ([1, 2], 2), {}),
    ("bytes", (4,), {}),
    ("gamma", (2.0,), {"size": (2, 2)}),
]


def same(ours, theirs):
    if isinstance(theirs, numpy.ndarray):
        assert type(ours) in (numen.ndarray, random.front.managed)
        assert ours.dtype == theirs.dtype
        assert numpy.asarray(ours).tobytes() == theirs.tobytes() and ours.shape == theirs.shape
    else:
        assert type(ours) is type(theirs) and ours == theirs


@pytest.mark.parametrize("name, args, kwargs", GENERATOR_CALLS)
def test_generator_streams(name, args, kwargs):
    ours, theirs = numen.random.default_rng(5), numpy.random.default_rng(5)
    given = [numen.array(a) if isinstance(a, numpy.ndarray) else a for a in args]
    for _ in range(2):
        same(getattr(ours, name)(*given, **kwargs), getattr(theirs, name)(*args, **kwargs))
    assert ours.bit_generator.state == theirs.bit_generator.state


@pytest.mark.parametrize(
    "name, args",
    [
        ("rand", ()),
        ("rand", (2, 3)),
        ("randn", (4,)),
        ("randint", (0, 9, 5)),
        ("random", (3,)),
        ("random_sample", (2,)),
        ("normal", (0, 1, 3)),
        ("uniform", (0, 2, 3)),
        ("choice", (7, 3)),
        ("permutation", (5,)),
        ("standard_normal", ()),
        ("beta", (1, 2, 3)),
    ],
)
def test_global_functions_and_random_state(name, args):
    numen.random.seed(3)
    ours = getattr(numen.random, name)(*args)
    numpy.random.seed(3)
    same(ours, getattr(numpy.random, name)(*args))
    same(
        getattr(numen.random.RandomState(4), name)(*args),
        getattr(numpy.random.RandomState(4), name)(*args),
    )


def test_the_global_state_is_numpys():
    numpy.random.seed(11)
    first = numen.random.rand()
    numen.random.set_state(numpy.random.RandomState(11).get_state())
    assert numpy.random.rand() == first


@pytest.mark.parametrize("make", [numen.array, numpy.array, list])
def test_shuffle_in_place(make):
    given = make(range(8))
    expected = list(range(8)) if make is list else numpy.arange(8)
    numen.random.default_rng(2).shuffle(given)
    numpy.random.default_rng(2).shuffle(expected)
    assert list(given) == list(expected)
    numen.random.RandomState(2).shuffle(given)
    numpy.random.RandomState(2).shuffle(expected)
    numen.random.seed(9)
    numen.random.shuffle(given)
    numpy.random.seed(9)
    numpy.random.shuffle(expected)
    assert list(given) == list(expected)


def test_shuffle_of_rows_and_of_large_arrays():
    for shape, axis in (((5, 3), 0), ((5, 3), 1), ((300, 100), 0)):
        values = numpy.arange(numpy.prod(shape), dtype=float).reshape(shape)
        ours = numen.array(values)
        numen.random.default_rng(1).shuffle(ours, axis=axis)
        numpy.random.default_rng(1).shuffle(values, axis=axis)
        numpy.testing.assert_array_equal(ours, values)


def test_out():
    target = numen.empty(4)
    assert numen.random.default_rng(0).random(out=target) is target
    assert target.tolist() == numpy.random.default_rng(0).random(4).tolist()


def test_isinstance_pickle_copy_spawn():
    rng = numen.random.default_rng(1)
    assert isinstance(rng, numpy.random.Generator) and type(rng) is numen.random.Generator
    for twin in (pickle.loads(pickle.dumps(rng)), copy.deepcopy(rng)):
        assert type(twin) is numen.random.Generator
        assert twin.bit_generator.state == rng.bit_generator.state
    assert rng.random() == twin.random()
    children = rng.spawn(2)
    assert [type(child) for child in children] == [numen.random.Generator] * 2
    state = numen.random.RandomState(1)
    state.randn()
    twin = pickle.loads(pickle.dumps(state))
    assert (
        type(twin) is numen.random.RandomState and twin.randn(3).tolist() == state.randn(3).tolist()
    )


def test_default_rng_accepts_what_numpys_accepts():
    rng = numen.random.default_rng(3)
    assert numen.random.default_rng(rng) is rng
    real = numpy.random.default_rng(3)
    shared = numen.random.default_rng(real)
    assert shared.bit_generator is real.bit_generator
    for seed in ([1, 2], numpy.random.SeedSequence(4), numpy.random.PCG64(5), numpy.int64(3)):
        expected = numpy.random.default_rng(copy.deepcopy(seed)).random()
        assert numen.random.default_rng(copy.deepcopy(seed)).random() == expected
    assert (
        numen.random.default_rng(numen.array([1, 2])).random()
        == numpy.random.default_rng([1, 2]).random()
    )
    with pytest.raises(ValueError):
        numen.random.default_rng(-1)


def test_names_and_errors():
    assert set(numpy.random.__all__) <= set(dir(numen.random))
    assert numen.random.Generator.normal.__doc__ == numpy.random.Generator.normal.__doc__
    assert str(numen.random.default_rng(0)) == "Generator(PCG64)"
    with pytest.raises(ValueError, match="scale < 0"):
        numen.random.default_rng(0).normal(0, -1)


def test_functions_are_pickled_by_name_and_tell_their_signature():
    assert pickle.loads(pickle.dumps(random.default_rng)) is random.default_rng
    assert pickle.loads(pickle.dumps(random.Generator.normal)) is random.Generator.normal
    assert list(inspect.signature(random.default_rng(0).normal).parameters) == [
        "loc", "scale", "size"]
    assert random.Generator.normal.__name__ == "normal" and "Gaussian" in random.normal.__doc__


def test_arrays_of_ours_as_arguments():
    ours, theirs = numen.random.default_rng(3), numpy.random.default_rng(3)
    same(ours.normal(numen.arange(4.0), scale=numen.ones(4)),
         theirs.normal(numpy.arange(4.0), scale=numpy.ones(4)))
    target = numen.zeros(20_000)  # managed
    assert ours.random(out=target) is target
    assert numpy.array_equal(target, theirs.random(20_000))
    plain = numpy.zeros(3)
    assert ours.random(out=plain) is plain


def test_programs_derive_from_the_classes_and_abc_together():
    class Mine(numen.random.Generator, abc.ABC):
        pass

    assert Mine(numpy.random.PCG64(1)).random() == numpy.random.default_rng(1).random()
    assert pickle.loads(pickle.dumps(numen.random.Generator)) is numen.random.Generator
