"""What every test finds as the test before it did."""

import gc
import os
import random
import sys
import zlib

import pytest

# pytest's workers share the processors: threads that NumPy's and SciPy's OpenBLAS start in each
# would wait for those of the others. Numen's own library and child processes are as a user's.
ALONE = "OPENBLAS_NUM_THREADS"
if "PYTEST_XDIST_WORKER" in os.environ and ALONE not in os.environ:
    os.environ[ALONE] = "1"
    import scipy.linalg  # noqa: F401  loads both
    del os.environ[ALONE]
import numpy

from numen import doors
from numen.native import front


# The runner reads clocks, too: what tests record would be computed at any time.
front.set_clocks_finish(False)
# Nor does what a test records depend on what others have recorded in the same line.
front.set_habits(False)


def pytest_addoption(parser):
    parser.addoption("--shuffle", type=int, metavar="SEED",
                     help="runs the tests in an order of its own: no test may depend on another")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Files in another order, and in each of them the tests: what a file makes for its tests is
    made once. The order is the same in every worker, which pytest-xdist demands.
    """
    seed = config.getoption("shuffle")
    if seed is None:
        return
    rng, files = random.Random(seed), {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    order = list(files.values())
    rng.shuffle(order)
    for tests in order:
        rng.shuffle(tests)
    items[:] = [item for tests in order for item in tests]


def pytest_collection_finish():
    """What pytest holds of fifty thousand tests is no garbage: no collection looks at it again."""
    gc.collect()
    gc.freeze()


AT_FIRST = front.info()


@pytest.fixture(autouse=True)
def switched_back():
    """What a test has switched is as it was before the next one: whether operations are recorded,
    from which size on and on how many threads. numen.uninstall() gives numpy.ndarray its own
    operators back, and opens no more doors.
    """
    yield
    front.patch_numpy(True)
    doors.install()
    front.set_deferral(True)
    front.set_managed_threshold(AT_FIRST["managed_threshold"])
    front.set_threads(AT_FIRST["threads"])
    front.set_habits(False)
    front.set_starting(True)
    front.set_remembering(True)


@pytest.fixture(scope="session")
def generators():
    """The random generators that are global names of modules of tests, by their modules."""
    return [(name, value) for name, module in list(sys.modules.items())
            if name.startswith("tests.") for value in vars(module).values()
            if isinstance(value, numpy.random.Generator)]


@pytest.fixture(autouse=True)
def data_of_its_own(request, generators):
    """A test's random data depend on its name alone, not on the tests that ran before it."""
    folder = request.module.__name__.rpartition(".")[0] + "."
    for name, generator in generators:
        if name.startswith(folder):
            seed = [zlib.crc32(text.encode()) for text in (request.node.name, name)]
            generator.bit_generator.state = type(generator.bit_generator)(seed).state
