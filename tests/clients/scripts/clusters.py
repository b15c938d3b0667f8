"""Clustering: k-means by hand, scikit-learn's, hierarchical, density, silhouettes."""

import numpy as np
from scipy.cluster.hierarchy import cut_tree, linkage
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn.cluster import DBSCAN, KMeans
from sklearn.metrics import adjusted_rand_score, silhouette_score
from sklearn.mixture import GaussianMixture
from sklearn.neighbors import KNeighborsClassifier

rng = np.random.default_rng(3)
centres = np.array([[0, 0], [6, 1], [2, 7], [8, 8.0]])
points = np.concatenate([rng.normal(c, s, (150, 2)) for c, s in zip(centres, (0.6, 1, 0.8, 0.5))])
truth = np.repeat(np.arange(4), 150)
shuffle = rng.permutation(len(points))
points, truth = points[shuffle], truth[shuffle]

means = points[:4].copy()
for turn in range(50):
    distances = np.linalg.norm(points[:, None] - means, axis=2)
    label = np.argmin(distances, axis=1)
    new = np.array([points[label == k].mean(axis=0) if np.any(label == k) else means[k]
                    for k in range(4)])
    moved = np.abs(new - means).max()
    means = new
    if moved < 1e-12:
        break
print(turn, np.round(means, 6), np.bincount(label, minlength=4))
print(round(float((distances.min(axis=1) ** 2).sum()), 6), adjusted_rand_score(truth, label))

model = KMeans(4, init=centres, n_init=1).fit(points)
print(np.round(model.cluster_centers_, 6), round(model.inertia_, 6), model.n_iter_)
print(round(silhouette_score(points, model.labels_), 8))
tree = linkage(points[:120], "ward")
groups = cut_tree(tree, 4).ravel()
print(np.round(tree[-4:], 6), np.unique(groups, return_counts=True))
density = DBSCAN(0.7, min_samples=5).fit(points)
print(np.unique(density.labels_, return_counts=True), len(density.core_sample_indices_))
mixture = GaussianMixture(4, means_init=centres, random_state=0).fit(points)
print(np.round(mixture.means_, 5), np.round(mixture.weights_, 6))
square = squareform(pdist(points[:30]))
print(square.shape, round(float(square.max()), 6), np.allclose(square, cdist(points[:30],
                                                                            points[:30])))
tree = cKDTree(points)
near, who = tree.query(points[:5], k=4)
print(np.round(near, 6), who)
print(KNeighborsClassifier(5).fit(points[:400], truth[:400]).score(points[400:], truth[400:]))
inside = np.triu(square < 2, 1)
rows, columns = np.nonzero(inside)
print(len(rows), rows[:8], columns[:8], np.lexsort((columns, -rows))[:5])
counts, xs, ys = np.histogram2d(points[:, 0], points[:, 1], bins=6)
print(counts.astype(int), np.round(xs, 4))
