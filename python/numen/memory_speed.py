"""How fast this machine moves memory, by Numen's own addition: an installed package has no loop in
C++ to measure it by."""

from .bench import limits

# So much memory at the most, which takes a quarter of a second.
LARGEST_MEASURED = 128 << 20


def own_adder(a, b, out):
    from .composites.registry import own  # --check puts other functions into numen

    a, b, out = map(own.array, (a, b, out))
    yield lambda: own.add(a, b, out=out)


def bytes_per_second(size):
    """The speed of operations over `size` bytes, rounded up to a power of two: few are measured."""
    return limits.bytes_per_second(limits.rounded(int(size), LARGEST_MEASURED), own_adder)
