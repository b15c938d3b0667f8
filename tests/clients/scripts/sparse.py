"""Sparse matrices: a Poisson problem, a graph, ranking, eigenvalues, Krylov solvers."""

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components, dijkstra, minimum_spanning_tree
from scipy.sparse.linalg import LinearOperator, cg, eigsh, gmres, spilu, splu, spsolve

n = 30
one = sp.diags([-np.ones(n - 1), 2 * np.ones(n), -np.ones(n - 1)], [-1, 0, 1])
poisson = (sp.kron(one, sp.identity(n)) + sp.kron(sp.identity(n), one)).tocsr()
grid = np.linspace(0, 1, n + 2)[1:-1]
source = np.exp(-50 * ((grid[:, None] - 0.5) ** 2 + (grid - 0.4) ** 2)).ravel()
exact = spsolve(poisson.tocsc(), source)
print(poisson.shape, poisson.nnz, np.round(exact.max(), 8), np.round(exact[::150], 8))
x, info = cg(poisson, source, rtol=1e-10)
print(info, np.allclose(x, exact), np.linalg.norm(poisson @ x - source) < 1e-8)
lu = splu(poisson.tocsc())
print(np.allclose(lu.solve(source), exact), lu.L.nnz > poisson.nnz)
guess = spilu(poisson.tocsc(), drop_tol=1e-3)
steps = []
y, info = gmres(poisson, source, M=LinearOperator(poisson.shape, guess.solve), rtol=1e-10,
                callback=lambda r: steps.append(float(r)), callback_type="pr_norm")
print(info, np.allclose(y, exact, rtol=1e-6), len(steps) > 0)
values = eigsh(poisson, k=4, which="SM", v0=np.ones(n * n), return_eigenvectors=False)
print(np.round(np.sort(values), 8))
free = LinearOperator((n * n, n * n), matvec=lambda v: poisson @ np.asarray(v).ravel())
z, info = cg(free, source, rtol=1e-8)
print(info, np.abs(z - exact).max() < 1e-5)

rng = np.random.default_rng(4)
rows, columns = rng.integers(0, 200, (2, 900))
weights = rng.random(900).round(3)
graph = sp.coo_matrix((weights, (rows, columns)), shape=(200, 200)).tocsr()
print(graph.nnz, round(float(graph.sum()), 6), np.round(np.asarray(graph.sum(axis=0)).ravel()[:5],
                                                        6))
count, labels = connected_components(graph, directed=False)
print(count, np.bincount(labels).max())
distances = dijkstra(graph, indices=[0, 7])
reached = np.isfinite(distances)
print(reached.sum(axis=1), np.round(np.where(reached, distances, 0).max(axis=1), 6))
print(round(float(minimum_spanning_tree(graph).sum()), 6))
out = np.asarray(graph.sum(axis=1)).ravel()
move = sp.diags(np.divide(1, out, out=np.zeros_like(out), where=out > 0)) @ graph
rank = np.full(200, 1 / 200)
for turn in range(60):
    rank = 0.85 * (move.T @ rank) + 0.15 / 200 + 0.85 * rank[out == 0].sum() / 200
print(np.argsort(-rank)[:6], round(float(rank.sum()), 10), np.round(rank.max(), 8))
dense = graph[:6, :6].toarray()
print(dense, type(dense).__name__, graph.max(), graph.getrow(3).indices[:5])
mask = graph > 0.5
print(mask.nnz, mask.dtype, (graph.multiply(mask)).sum().round(6))
vector = rng.random(200)
print(np.round((graph @ vector)[:5], 8), np.round((graph.T.dot(vector))[:5], 8),
      np.round(vector @ graph, 8)[:3])
block = sp.bmat([[graph[:3, :3], None], [None, sp.eye(2)]])
print(block.toarray().round(3), block.format)
built = sp.lil_matrix((4, 4))
built[0, 1:3] = np.array([1.0, 2.0])
built[3] = np.arange(4)
print(built.toarray(), built.tocsr().indptr, sp.find(built))
print(sp.csr_matrix(np.eye(3)[[0, 2, 1]]) @ np.arange(3.0), sp.vstack([graph, graph]).shape)
print(sp.random(50, 40, density=0.1, random_state=1).nnz,
      sp.csr_array(dense).power(2).sum().round(6))
words = np.array(["a", "b", "a", "c"])
names, position = np.unique(words, return_inverse=True)
print(sp.csr_matrix((np.ones(4), (np.arange(4), position))).toarray(), names)
