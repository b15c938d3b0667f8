"""The simplex method in two phases on a tableau: diets, transport, and a game of two players.

Bland's rule keeps it from cycling. Each optimum is certified by its dual solution.
"""

import numpy as np

NEARLY_ZERO = 1e-9


def pivot(tableau, basis, row, column):
    tableau[row] /= tableau[row, column]
    others = np.arange(len(tableau)) != row
    tableau[others] -= np.outer(tableau[others, column], tableau[row])
    basis[row] = column


def improve(tableau, basis, usable):
    """Pivots until the last row has no negative cost; returns the number of pivots."""
    pivots = 0
    while True:
        negative = np.flatnonzero(tableau[-1, :usable] < -NEARLY_ZERO)
        if negative.size == 0:
            return pivots
        column = negative[0]
        rows = np.flatnonzero(tableau[:-1, column] > NEARLY_ZERO)
        if rows.size == 0:
            raise ValueError("unbounded")
        ratios = tableau[rows, -1] / tableau[rows, column]
        ties = rows[ratios <= ratios.min() + NEARLY_ZERO]
        pivot(tableau, basis, ties[np.argmin(basis[ties])], column)
        pivots += 1


def simplex(a, b, c):
    """Minimises c @ x where a @ x = b and x >= 0; returns x, the dual y and the pivots."""
    a, b = np.array(a, dtype=float), np.array(b, dtype=float)
    sign = np.where(b < 0, -1.0, 1.0)
    m, n = a.shape
    tableau = np.zeros((m + 1, n + m + 1))
    tableau[:m, :n] = a * sign[:, None]
    tableau[:m, n:n + m] = np.eye(m)
    tableau[:m, -1] = b * sign
    tableau[-1, :n] = -tableau[:m, :n].sum(axis=0)
    tableau[-1, -1] = -tableau[:m, -1].sum()
    basis = np.arange(n, n + m)
    pivots = improve(tableau, basis, n + m)
    if tableau[-1, -1] < -1e-7:
        raise ValueError("infeasible")
    for row in np.flatnonzero(basis >= n):  # artificial ones that stayed, at zero
        columns = np.flatnonzero(np.abs(tableau[row, :n]) > NEARLY_ZERO)
        if columns.size:
            pivot(tableau, basis, row, columns[0])
    cost = np.concatenate([c, np.zeros(m + 1)])
    tableau[-1] = cost - cost[basis] @ tableau[:m]
    pivots += improve(tableau, basis, n)
    x = np.zeros(n + m)
    x[basis] = tableau[:m, -1]
    dual = -tableau[-1, n:n + m] * sign
    return x[:n], dual, pivots


def report(name, a, b, c, unit=1.0):
    try:
        x, y, pivots = simplex(a, b, c)
    except ValueError as error:
        print(f"{name}: {error}")
        return None
    feasible = np.allclose(np.asarray(a) @ x, b) and (x >= -1e-9).all()
    certified = np.isclose(np.dot(c, x), np.dot(b, y)) and (
        np.asarray(c) - np.asarray(a).T @ y >= -1e-7).all()
    print(f"{name}: optimum {unit * np.dot(c, x):.8f} in {pivots} pivots, "
          f"feasible {feasible}, certified {certified}")
    return x


def main():
    with_slack = np.hstack([[[1, 0], [0, 2], [3, 2]], np.eye(3)])
    x = report("factory", with_slack, [4, 12, 18], [-3, -5, 0, 0, 0], -1)
    print("  make", x[:2])
    report("infeasible", [[1, 1, 1, 0], [1, 1, 0, -1]], [1, 2], [1, 1, 0, 0])
    report("unbounded", [[1, -1, 1]], [1], [-1, 0, 0])

    supply, demand = np.array([35, 50, 40]), np.array([45, 20, 30, 30])
    cost = np.array([[8, 6, 10, 9], [9, 12, 13, 7], [14, 9, 16, 5]])
    rows = np.kron(np.eye(3), np.ones(4))
    columns = np.kron(np.ones(3), np.eye(4))
    x = report("transport", np.vstack([rows, columns[:3]]),
               np.concatenate([supply, demand[:3]]), cost.ravel())
    print(np.rint(x).astype(int).reshape(3, 4))

    game = np.array([[0, -1, 1, 2], [1, 0, -1, 1], [-1, 1, 0, -2]]) + 3.0
    x = report("game", np.hstack([game.T, -np.eye(4)]), np.ones(4), np.r_[np.ones(3), np.zeros(4)])
    strategy = x[:3] / x[:3].sum()
    print("  mixed strategy", strategy.round(8), f"value {1 / x[:3].sum() - 3:.8f}")

    rng = np.random.default_rng(1947)
    for m, n in ((5, 8), (10, 15), (20, 30)):
        a = rng.integers(1, 20, (m, n)).astype(float)
        b = a @ rng.integers(0, 5, n) + 1
        c = np.concatenate([-rng.integers(1, 30, n), np.zeros(m)]).astype(float)
        report(f"random {m} x {n}", np.hstack([a, np.eye(m)]), b, c, -1)


if __name__ == "__main__":
    main()
