"""Large arrays that NumPy made become managed and keep NumPy's memory: whoever asks hears of
NumPy's handler, and NumPy's gets it back."""

import textwrap

from tests.held import COUNTING

HEAD = """
    import gc
    import sys
    import tracemalloc
    import numpy as np
    from numen.native import front
    from numpy._core.multiarray import get_handler_name, get_handler_version

    def adopted(count=100_000):
        x = np.random.default_rng(1).random(count)
        assert front.is_managed(x)
        return x
"""


def test_handler_is_numpys(numen_output):
    assert numen_output(HEAD + """
    x, y = adopted(), np.arange(100_000.0) * 2
    view = x[::2]
    front.expose(x)
    front.expose(y)
    print(x.flags.owndata, get_handler_name(x), get_handler_version(x), get_handler_name(y))
    print(view.flags.owndata, view.base is x)
    x.resize(5, refcheck=False)
    print(get_handler_name(x))
    """) == "True default_allocator 1 numen\nFalse True\ndefault_allocator\n"


def test_traces_end_with_the_array(numen_output):
    """Managed to its end, exposed, written to, and looked at by a view that outlives it."""
    assert numen_output(HEAD + """
    tracemalloc.start()
    domain = tracemalloc.DomainFilter(True, np.lib.tracemalloc_domain)

    def traced():
        gc.collect()
        found = tracemalloc.take_snapshot().filter_traces([domain]).traces
        return sum(trace.size >= 800_000 for trace in found)

    def use(x):
        x += 1

    for way in (lambda x: None, front.expose, use, memoryview, lambda x: x[::3].sum()):
        before = traced()
        x = adopted()
        during = traced()
        way(x)
        view = x[1:]
        del x
        after = traced()
        del view
        print(during - before, after - before, traced() - before)
    """) == "1 1 0\n" * 5


def test_memory_goes_back(numen_output):
    assert numen_output(HEAD + textwrap.indent(COUNTING, "    ") + """
    for way in (lambda x: None, front.expose, lambda x: x.resize(9, refcheck=False)):
        for turn in range(300):
            x = adopted(300_000)
            way(x)
            del x
            if turn == 50:
                before = live_bytes() + malloc_bytes()
        print(live_bytes() + malloc_bytes() - before < 4_000_000)
    """) == "True\n" * 3
