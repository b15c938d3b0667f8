"""Finite elements: a bar, a beam, and the Laplace equation on triangles, from element matrices.

The global matrices are assembled with np.add.at; the results are compared with exact solutions.
"""

import numpy as np


def assemble(elements, matrices, size):
    """Adds element matrices (element, i, j) into one at the numbers of their nodes."""
    whole = np.zeros((size, size))
    np.add.at(whole, (elements[:, :, None], elements[:, None, :]), matrices)
    return whole


def solve_fixed(stiffness, load, fixed, values):
    """The solution where some unknowns are given."""
    free = np.setdiff1d(np.arange(len(load)), fixed)
    u = np.zeros(len(load))
    u[fixed] = values
    right = load[free] - stiffness[np.ix_(free, fixed)] @ u[fixed]
    u[free] = np.linalg.solve(stiffness[np.ix_(free, free)], right)
    return u


def bar(count):
    """-u'' = pi^2 sin(pi x) on the unit interval, u = 0 at its ends."""
    nodes = np.linspace(0, 1, count + 1)
    elements = np.column_stack([np.arange(count), np.arange(1, count + 1)])
    h = np.diff(nodes)
    matrices = np.array([[1, -1], [-1, 1]]) / h[:, None, None]
    load = np.zeros(count + 1)
    middle = 0.5 * (nodes[1:] + nodes[:-1])
    share = 0.5 * h * np.pi**2 * np.sin(np.pi * middle)
    np.add.at(load, elements, share[:, None])
    u = solve_fixed(assemble(elements, matrices, count + 1), load, [0, count], 0)
    return np.abs(u - np.sin(np.pi * nodes)).max()


def beam(count):
    """Deflections of a cantilever under a load at its end (Euler and Bernoulli)."""
    h = 1 / count
    matrix = np.array([[12, 6 * h, -12, 6 * h], [6 * h, 4 * h**2, -6 * h, 2 * h**2],
                       [-12, -6 * h, 12, -6 * h], [6 * h, 2 * h**2, -6 * h, 4 * h**2]]) / h**3
    elements = 2 * np.arange(count)[:, None] + np.arange(4)
    stiffness = assemble(elements, np.broadcast_to(matrix, (count, 4, 4)), 2 * count + 2)
    load = np.zeros(2 * count + 2)
    load[-2] = 1
    return solve_fixed(stiffness, load, [0, 1], 0)[::2]


def mesh(n):
    """Triangles of a square ring: a hole in the middle third."""
    axis = np.linspace(0, 1, n + 1)
    points = np.stack(np.meshgrid(axis, axis, indexing="ij"), axis=-1).reshape(-1, 2)
    number = np.arange((n + 1) ** 2).reshape(n + 1, n + 1)
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    triangles = np.concatenate([np.stack([a, b, c], axis=-1).reshape(-1, 3),
                                np.stack([a, c, d], axis=-1).reshape(-1, 3)])
    centre = points[triangles].mean(axis=1)
    hole = (np.abs(centre - 0.5) < 1 / 6).all(axis=1)
    used, triangles = np.unique(triangles[~hole], return_inverse=True)
    return points[used], triangles.reshape(-1, 3)


def laplace_matrices(points, triangles):
    corner = points[triangles]
    edges = np.roll(corner, -1, axis=1) - np.roll(corner, 1, axis=1)
    one, two = corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]
    area = 0.5 * np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0])
    return np.einsum("eid,ejd->eij", edges, edges) / (4 * area[:, None, None]), area


def main():
    errors = np.array([bar(count) for count in (8, 16, 32, 64)])
    print("bar: errors", " ".join(f"{error:.6e}" for error in errors))
    print("     orders", np.log2(errors[:-1] / errors[1:]).round(4))
    deflection = beam(10)
    x = np.linspace(0, 1, 11)
    print("beam:", deflection.round(8))
    print("exact at the nodes:", np.allclose(deflection, x**2 * (3 - x) / 6))

    points, triangles = mesh(18)
    matrices, area = laplace_matrices(points, triangles)
    stiffness = assemble(triangles, matrices, len(points))
    print(f"ring: {len(points)} nodes, {len(triangles)} triangles, area {area.sum():.8f}")
    print("constants have no energy:", np.allclose(stiffness.sum(axis=1), 0))
    distance = np.abs(points - 0.5).max(axis=1)
    outer, inner = np.isclose(distance, 0.5), np.isclose(distance, 1 / 6)
    fixed = np.flatnonzero(outer | inner)
    u = solve_fixed(stiffness, np.zeros(len(points)), fixed, np.where(inner[fixed], 1.0, 0.0))
    print(f"capacity {u @ stiffness @ u:.8f}, flux out {-(stiffness @ u)[outer].sum():.8f}")
    print(f"between {u.min():.4f} and {u.max():.4f}, mean {u.mean():.8f}")
    line = np.isclose(points[:, 1], 0.5)
    print("along the middle", u[line].round(6))


if __name__ == "__main__":
    main()
