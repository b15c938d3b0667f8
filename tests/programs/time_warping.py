"""Dynamic time warping: aligns two curves that tell one story at different speeds.

The cost table is filled along its anti-diagonals; the distances classify noisy warped curves of
three kinds by their nearest example, better than distances at equal times.
"""

import numpy as np

KINDS = ("bell", "step", "wave")


def curve(kind, time):
    if kind == "bell":
        return np.exp(-((time - 0.5) / 0.12) ** 2)
    if kind == "step":
        return 0.5 * (1 + np.tanh((time - 0.5) / 0.05))
    return 0.5 + 0.5 * np.sin(2 * np.pi * 3 * time)


def sample(kind, length, rng):
    """A curve of the kind, run through at an uneven speed."""
    speed = rng.gamma(0.4, size=length)
    time = np.concatenate([[0], np.cumsum(speed[1:])])
    return curve(kind, time / time[-1]) + rng.normal(scale=0.1, size=length)


def cost_table(a, b):
    """Least summed costs to align a[:i] with b[:j], filled by anti-diagonals."""
    n, m = len(a), len(b)
    local = np.abs(a[:, None] - b[None, :])
    table = np.full((n + 1, m + 1), np.inf)
    table[0, 0] = 0
    for diagonal in range(n + m - 1):
        i = np.arange(max(0, diagonal - m + 1), min(n, diagonal + 1))
        j = diagonal - i
        before = np.minimum(np.minimum(table[i, j + 1], table[i + 1, j]), table[i, j])
        table[i + 1, j + 1] = local[i, j] + before
    return table[1:, 1:]


def path(table):
    """The pairs of the cheapest alignment, from the beginning."""
    i, j = table.shape[0] - 1, table.shape[1] - 1
    pairs = [(i, j)]
    while (i, j) != (0, 0):
        steps = [(i - 1, j - 1), (i - 1, j), (i, j - 1)]
        steps = [step for step in steps if min(step) >= 0]
        i, j = min(steps, key=lambda step: table[step])
        pairs.append((i, j))
    return np.array(pairs[::-1])


def main():
    rng = np.random.default_rng(1978)
    small = cost_table(np.array([1.0, 3, 4, 9, 8, 2]), np.array([1.0, 1, 4, 4, 9, 9, 2, 1]))
    print(small.astype(int))
    print(path(small).tolist())

    a, b = sample("wave", 60, rng), sample("wave", 80, rng)
    table = cost_table(a, b)
    pairs = path(table)
    print(f"distance {table[-1, -1]:.8f} along {len(pairs)} pairs")
    print("monotone:", bool((np.diff(pairs, axis=0) >= 0).all()))
    print("costs along the path sum up:",
          np.isclose(np.abs(a[pairs[:, 0]] - b[pairs[:, 1]]).sum(), table[-1, -1]))
    print("every tenth pair", pairs[::10].ravel())

    length = 40
    examples = [(kind, sample(kind, length, rng)) for kind in KINDS for _ in range(4)]
    warped = np.zeros((3, 3), dtype=int)
    straight = np.zeros((3, 3), dtype=int)
    for truth, kind in enumerate(KINDS):
        for _ in range(8):
            query = sample(kind, length, rng)
            elastic = [cost_table(query, example)[-1, -1] for _, example in examples]
            rigid = [np.abs(query - example).sum() for _, example in examples]
            warped[truth, KINDS.index(examples[np.argmin(elastic)][0])] += 1
            straight[truth, KINDS.index(examples[np.argmin(rigid)][0])] += 1
    for name, table in (("warped", warped), ("straight", straight)):
        print(f"{name}: {np.trace(table)} of {table.sum()} right")
        print(table)
    spread = np.array([[np.mean([cost_table(x, y)[-1, -1] for k, x in examples if k == one
                                 for m, y in examples if m == other])
                        for other in KINDS] for one in KINDS])
    print("mean distances between kinds\n", spread.round(6))


if __name__ == "__main__":
    main()
