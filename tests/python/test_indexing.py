"""Basic and advanced indexing, get and set, against NumPy: values, views, error types and texts."""

import itertools

import numpy
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import numen
from numen.native import front

LENGTHS = st.integers(0, 5)
SHAPES = st.lists(LENGTHS, min_size=0, max_size=4).map(tuple)
EXAMPLES = 200
QUICK = settings(max_examples=EXAMPLES, deadline=None, derandomize=True, phases=[Phase.generate],
                 suppress_health_check=list(HealthCheck))


@pytest.fixture(autouse=True, params=[0, 1 << 62], ids=["managed", "exposed"])
def threshold(request):
    """Every test runs with managed and with exposed arrays."""
    old = front.managed_threshold()
    front.set_managed_threshold(request.param)
    yield
    front.set_managed_threshold(old)


def bounds(length):
    return st.one_of(st.none(), st.integers(-length - 2, length + 2))


@st.composite
def slices(draw, length):
    step = draw(st.one_of(st.none(), st.integers(-3, 3).filter(bool)))
    return slice(draw(bounds(length)), draw(bounds(length)), step)


@st.composite
def index_arrays(draw, length, shape):
    """Integer arrays of one shape; rarely out of range."""
    top = max(length - 1, 0) + (draw(st.integers(0, 25)) == 0)
    values = draw(st.lists(st.integers(-length, top), min_size=int(numpy.prod(shape)),
                           max_size=int(numpy.prod(shape))))
    array = numpy.array(values, dtype=draw(st.sampled_from(["i8", "i4", "i2"]))).reshape(shape)
    return array.tolist() if draw(st.booleans()) and array.size else array


@st.composite
def entries(draw, shape):
    """A tuple index for a shape: every kind mixed."""
    result, axis = [], 0
    common = draw(st.sampled_from([(1,), (2,), (3,), (2, 2)]))
    while axis < len(shape):
        kind = draw(st.sampled_from(["int", "slice", "slice", "array", "none", "stop", "mask",
                                     "npint"]))
        length = shape[axis]
        if kind == "stop":
            break
        if kind == "none":
            result.append(None)
            continue
        if kind == "int":
            result.append(draw(st.integers(-length - (length == 0), max(length - 1, 0))))
        elif kind == "npint":
            result.append(numpy.int32(draw(st.integers(-length, max(length - 1, 0)))))
        elif kind == "slice":
            result.append(draw(slices(length)))
        elif kind == "mask":
            mask = draw(st.lists(st.booleans(), min_size=length, max_size=length))
            result.append(numpy.array(mask, dtype=bool))
        else:
            result.append(draw(index_arrays(length, common)))
        axis += 1
    if draw(st.booleans()):
        result.insert(draw(st.integers(0, len(result))), Ellipsis)
    if len(result) == 1 and draw(st.booleans()):
        return result[0]
    return tuple(result)


@st.composite
def cases(draw):
    shape = draw(SHAPES)
    return shape, draw(entries(shape))


def result_of(call):
    """(value, exception type, text) of a call."""
    try:
        return call(), None, ""
    except Exception as error:
        return None, type(error), str(error)


def check_same(expected, ours):
    """Both outcomes agree: values with type, shape, strides, or exceptions with their text."""
    assert (ours[1], ours[2]) == (expected[1], expected[2])
    if expected[1] is not None:
        return
    wanted, got = expected[0], ours[0]
    if not isinstance(wanted, numpy.ndarray):
        assert type(got) is type(wanted) and got == wanted
        return
    assert front.state(got) is not None or isinstance(got, numpy.ndarray)
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
    assert numpy.array_equal(got, wanted, equal_nan=wanted.dtype.kind in "fc")


@QUICK
@given(cases())
def test_get(case):
    shape, index = case
    reference = numpy.arange(numpy.prod(shape), dtype="i8").reshape(shape)
    array = numen.arange(numpy.prod(shape), dtype="i8").reshape(shape)
    expected, ours = result_of(lambda: reference[index]), result_of(lambda: array[index])
    check_same(expected, ours)
    if isinstance(expected[0], numpy.ndarray) and expected[0].size:
        assert ours[0].strides == expected[0].strides or expected[0].base is None
        shared = numpy.may_share_memory(expected[0], reference)
        assert numpy.may_share_memory(numpy.asarray(ours[0]), numpy.asarray(array)) == shared


ITEMS = [0, -1, 3, numpy.int8(1), True, None, ..., slice(None), slice(1, -1), slice(None, None, -1),
         slice(-9, 9, 2), slice(2, 2), slice(None, None, 0), slice(numpy.int64(1), None),
         slice(None, 2**70)]


@pytest.mark.parametrize("shape", [(4,), (2, 4), (2, 3, 4), (1,) * 63])
def test_every_tuple_of_integers_and_slices(shape):
    reference = numpy.arange(numpy.prod(shape), dtype="f8").reshape(shape)
    array = numen.arange(numpy.prod(shape), dtype="f8").reshape(shape)
    for length in (0, 1, 2, 3):
        for index in itertools.product(ITEMS, repeat=length):
            expected, ours = result_of(lambda: reference[index]), result_of(lambda: array[index])
            check_same(expected, ours)
            if isinstance(expected[0], numpy.ndarray) and True not in index:
                assert ours[0].strides == expected[0].strides, index
            expected = result_of(lambda: reference.__setitem__(index, len(str(index))))
            check_same(expected, result_of(lambda: array.__setitem__(index, len(str(index)))))
    assert numpy.array_equal(array, reference)


@QUICK
@given(cases(), st.integers(0, 4))
def test_set(case, kind):
    shape, index = case
    reference = numpy.arange(numpy.prod(shape), dtype="f8").reshape(shape)
    array = numen.arange(numpy.prod(shape), dtype="f8").reshape(shape)
    selected = result_of(lambda: reference[index])[0]
    extent = numpy.shape(selected)
    value = [7, -numpy.ones(extent), numpy.arange(extent[-1] if extent else 1),
             numpy.ones((1,) + extent, dtype="i4"), [1.5, 2.5]][kind]

    def assign(target):
        target[index] = value
        return target

    check_same(result_of(lambda: assign(reference)), result_of(lambda: assign(array)))
    assert numpy.array_equal(array, reference, equal_nan=reference.dtype.kind in "fc")


@QUICK
@given(cases())
def test_in_place(case):
    shape, index = case
    reference = numpy.arange(numpy.prod(shape), dtype="i4").reshape(shape)
    array = numen.arange(numpy.prod(shape), dtype="i4").reshape(shape)

    def add(target):
        target[index] += 3
        return target

    check_same(result_of(lambda: add(reference)), result_of(lambda: add(array)))
    assert numpy.array_equal(array, reference, equal_nan=reference.dtype.kind in "fc")


@QUICK
@given(cases())
def test_set_from_itself(case):
    """The value is another view of the target: NumPy copies where they overlap."""
    shape, index = case
    reference = numpy.arange(numpy.prod(shape), dtype="i8").reshape(shape)
    array = numen.arange(numpy.prod(shape), dtype="i8").reshape(shape)

    def assign(target):
        target[index] = target[index][::-1] if numpy.ndim(target[index]) else target[index]
        target[index] = target[(slice(None, None, -1),) * target.ndim][index]
        return target

    check_same(result_of(lambda: assign(reference)), result_of(lambda: assign(array)))
    assert numpy.array_equal(array, reference, equal_nan=reference.dtype.kind in "fc")


BAD_INDICES = [1.0, "a", "field", ["a"], b"x", (1, 2, 3), (Ellipsis, Ellipsis), 5, -4, [0, 9],
               [True], [True] * 4, (0, 7), 1j, {}, object, [1.5], [[0], [1, 2]],
               slice(None, None, 0),
               slice("a"), numpy.float64(1), numpy.array([1.0]), numpy.array("a"), (None,) * 70,
               2 ** 70, -2 ** 63, [2 ** 40], numpy.ones((2, 2), bool), ([0, 1], [0, 1, 2]),
               numpy.zeros((4, 3), bool), (slice(None), [True, False]), numpy.uint64(2 ** 63)]


@pytest.mark.parametrize("index", BAD_INDICES, ids=lambda index: repr(index)[:30])
def test_errors_have_numpys_words(index):
    reference, array = numpy.arange(9.0).reshape(3, 3), numen.arange(9.0).reshape(3, 3)
    check_same(result_of(lambda: reference[index]), result_of(lambda: array[index]))

    def assign(target):
        target[index] = 1

    check_same(result_of(lambda: assign(reference)), result_of(lambda: assign(array)))
    assert numpy.array_equal(array, reference, equal_nan=reference.dtype.kind in "fc")


@pytest.mark.parametrize("value", [numpy.ones(2), numpy.ones((2, 3)), "text", [1, 2], object(), 1j,
                                   None, numpy.ones((3, 1, 3))], ids=lambda value: repr(value)[:20])
def test_values_that_do_not_fit(value):
    for index in (slice(None), 0, ([0, 1],), (slice(None), slice(1)), (0, 0)):
        reference, array = numpy.zeros((3, 3)), numen.zeros((3, 3))

        def assign(target):
            target[index] = value
            return target

        check_same(result_of(lambda: assign(reference)), result_of(lambda: assign(array)))
        assert numpy.array_equal(array, reference, equal_nan=reference.dtype.kind in "fc")


def test_numen_arrays_as_indices():
    reference, array = numpy.arange(12.0).reshape(3, 4), numen.arange(12.0).reshape(3, 4)
    for rows, columns in (([2, 0], [1, 3]), ([[0], [1]], [0, 1, 2])):
        wanted = reference[numpy.array(rows), numpy.array(columns)]
        assert array[numen.array(rows), numen.array(columns)].tolist() == wanted.tolist()
        assert array[numen.array(rows), columns].tolist() == wanted.tolist()
    mask = array > 5
    assert array[mask].tolist() == reference[reference > 5].tolist()
    assert reference[mask].tolist() == reference[reference > 5].tolist()
    assert [10, 20, 30][numen.array(1)] == 20


NUMBERS = [numpy.uint8(200), numpy.int64(-1), numpy.int64(300), numpy.int64(2**40),
           numpy.uint64(2**63 + 1), numpy.float64(1e10), numpy.float64("inf"), numpy.float32(2.5),
           numpy.complex64(1 + 2j), numpy.bool_(True), True, 200, -1, 2**70, 2.5, 1e300,
           float("nan"), 1j, numpy.array(200), numpy.array([200])]
PLACES = [((3,), 0), ((3,), slice(None)), ((3,), [0, 1]), ((1, 2), (0, slice(None))),
          ((3, 3), (0, [1])), ((3, 3), numpy.eye(3, dtype=bool)), ((), ...)]


@pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::numpy.exceptions.ComplexWarning")
@pytest.mark.parametrize("dtype", "?bBhHiIlLqQefdFD")
def test_numbers_of_every_kind(dtype):
    for shape, index in PLACES:
        for value in NUMBERS:
            def assigned(np):
                target = np.zeros(shape, dtype)
                try:
                    target[index] = value
                except Exception as error:
                    return repr(error)
                return repr(target.tolist())

            assert assigned(numen) == assigned(numpy), (shape, index, value)


@pytest.mark.parametrize("steps", [(1, 2), (2, 1), (-1, 2), (2, -1), (-1, -2), (-2, -1), (-2, 1),
                                   (3, 2), (-3, -2), (1, 1), (-1, -1)])
@pytest.mark.parametrize("start", [0, 1, 4])
def test_rows_assigned_from_overlapping_rows(steps, start):
    """Rows of two steps on one memory: what is read after it was written is NumPy's too."""
    for count in (1, 2, 3, 4):
        def assigned(np):
            base = np.arange(24.0)
            target, source = base[12::steps[0]][:count], base[12 + start::steps[1]][:count]
            target[...] = source
            return base.tolist()

        if len(numpy.arange(24.0)[12 + start::steps[1]][:count]) == count:
            assert assigned(numen) == assigned(numpy), count


@pytest.mark.parametrize("dtype", ["?", "i2", "f4", "f8", "c16"])
@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 64, 65, 1000])
def test_masks_of_every_density(dtype, length):
    generator = numpy.random.default_rng(length)
    source = generator.integers(0, 100, 2 * length).astype(dtype)
    for share in (0.0, 0.1, 0.5, 0.99, 1.0):
        mask = generator.random(length) < share
        for step in (1, 2):
            picked = source[::step][:length]
            ours = front.wrap(source.copy())[::step][:length]
            assert numpy.array_equal(ours[front.wrap(mask)], picked[mask])
            for value in (picked[mask][::-1], 1):
                wanted, target = picked.copy(), front.wrap(picked.copy())
                wanted[mask] = value
                target[front.wrap(mask)] = value
                assert numpy.array_equal(target, wanted)
            odd = numpy.where(mask, 255, 0).astype("u1").view("?")  # true in another byte
            assert numpy.array_equal(ours[front.wrap(odd)], picked[mask])


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize("dtype", ["u1", "f8", "c16"])
def test_masked_assignment_from_the_array_itself(order, dtype):
    """NumPy moves run after run of selected elements and may read what it has written."""
    generator = numpy.random.default_rng(8)
    for shape in ((40,), (2, 7), (6, 9)):
        for _ in range(20):
            source = generator.integers(0, 200, shape).astype(dtype)
            mask = generator.random(shape) < generator.random()
            flat = source.size - int(mask.sum())
            start = generator.integers(0, flat + 1)

            def assigned(np):
                target = np.array(source, order=order)
                row = target.ravel("K")[start:start + int(mask.sum())]
                target[np.array(mask)] = row
                return target.tolist()

            assert assigned(numen) == assigned(numpy), (shape, start, mask)


def test_masks_on_the_array_itself():
    """What is written does not change which places are chosen."""
    for bits in range(64):
        plain = numpy.array([bits >> i & 1 for i in range(6)], bool)
        ours, chosen = numen.array(plain), numpy.count_nonzero(plain)
        ours[ours[::-1]] = numen.ones(chosen, bool)
        wanted = plain | plain[::-1]
        assert numpy.array_equal(ours, wanted)
        ours[ours] = numen.zeros(numpy.count_nonzero(wanted), bool)
        assert not ours.any()
        bytes_ = numen.array(plain).view("u1")
        bytes_[bytes_.view(bool)[::-1]] = numen.ones(chosen, "u1")
        assert numpy.array_equal(bytes_, wanted)


MASK_SHAPES = [(0,), (3,), (2, 0), (0, 2), (0, 3), (3, 0), (0, 0), (5, 0), (2, 2), (3, 2)]


def parts_of(outcome):
    """What can be compared of an array or an error."""
    if isinstance(outcome, Exception):
        return type(outcome), str(outcome)
    array = numpy.asarray(outcome)
    return array.shape, array.dtype, array.tolist()


@pytest.mark.parametrize("shape", [(3,), (0,), (3, 2), (2, 2, 2), (3, 0)])
@pytest.mark.parametrize("mask_shape", MASK_SHAPES)
def test_masks_of_other_shapes(shape, mask_shape):
    """NumPy takes a mask without elements for any axis, and looks at its other axes."""

    def outcome(np, act):
        target = np.arange(float(numpy.prod(shape))).reshape(shape)
        try:
            return act(target, np.zeros(mask_shape, bool), np)
        except (IndexError, TypeError, ValueError) as error:
            return error

    def assigned(target, mask, np, value):
        target[mask] = value
        return target

    def added(target, mask, np):
        target[mask] += 1
        return target

    acts = [lambda x, mask, np: x[mask], lambda x, mask, np: x[mask, None],
            lambda x, mask, np: x[mask, 0], lambda x, mask, np: x[0, mask],
            lambda x, mask, np: x[..., mask], lambda x, mask, np: x[mask, [0]], added]
    acts += [lambda x, mask, np, value=value: assigned(x, mask, np, value)
             for value in (1, [], [1, 2], numpy.ones((0, 2)), numpy.ones((4, 2)))]
    for place, act in enumerate(acts):
        assert parts_of(outcome(numen, act)) == parts_of(outcome(numpy, act)), place
