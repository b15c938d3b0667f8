"""What libraries take as a source of random numbers they take from the user's np.random."""

import sys

import numpy
import pytest

from .user_code import run, under_numen

HEAD = """
import numpy as np
np.random.seed(0)
"""
CALLS = {
    "scikit-learn": """
from sklearn.utils import check_random_state
found = check_random_state(np.random).rand(3).tolist()
""",
    "scikit-learn's own": """
from sklearn.utils import check_random_state
state = check_random_state(None)
found = isinstance(state, np.random.RandomState), state.rand()
""",
    "SciPy": """
import scipy.stats
found = scipy.stats.norm.rvs(random_state=np.random)
""",
    "SciPy, sparse": """
import scipy.sparse
found = scipy.sparse.random(5, 5, .5, random_state=np.random).toarray().tolist()
""",
    "networkx": """
import networkx
found = list(networkx.gnp_random_graph(20, .2, seed=np.random).edges)
""",
    "the global state": """
found = [isinstance(np.random.mtrand._rand, np.random.RandomState),
         isinstance(np.random.RandomState(3), np.random.RandomState),
         isinstance(np.random.default_rng(3), np.random.RandomState),
         issubclass(np.random.RandomState, np.random.RandomState)]
class Derived(np.random.RandomState):
    pass
found += [isinstance(np.random.mtrand._rand, Derived), isinstance(Derived(3), Derived)]
""",
}


@pytest.mark.no_sanitizer
@pytest.mark.parametrize("library", CALLS)
def test_random_states(library):
    found = []
    for is_numens in (False, True):
        with under_numen(is_numens):
            found.append(run(HEAD + CALLS[library], is_numens).found)
    assert found[0] == found[1]


def test_without_numen_libraries_have_numpys_again():
    with under_numen(True):
        run("import numpy as np\nnp.random", True)
        assert numpy.random is not sys.modules["numpy.random"]
    with under_numen(False):
        assert numpy.random is sys.modules["numpy.random"]
