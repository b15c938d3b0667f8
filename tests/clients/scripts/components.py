"""Principal components by hand and by scikit-learn, and what they leave out."""

import numpy as np
from sklearn.datasets import load_digits, load_iris
from sklearn.decomposition import NMF, PCA, TruncatedSVD
from sklearn.preprocessing import StandardScaler

x, y = load_iris(return_X_y=True)
x = np.array(x)
centred = x - x.mean(axis=0)
covariance = centred.T @ centred / (len(x) - 1)
values, vectors = np.linalg.eigh(covariance)
order = np.argsort(values)[::-1]
values, vectors = values[order], vectors[:, order]
vectors *= np.sign(vectors[np.argmax(np.abs(vectors), axis=0), np.arange(4)])
print(np.round(values, 8), np.round(values / values.sum(), 6))
print(np.round(vectors, 6))
scores = centred @ vectors
print(np.round(np.cov(scores.T), 8) + 0.0)

pca = PCA(n_components=4, svd_solver="full").fit(x)
print(np.allclose(pca.explained_variance_, values), np.allclose(np.abs(pca.components_.T),
                                                               np.abs(vectors)))
u, s, vt = np.linalg.svd(centred, full_matrices=False)
print(np.allclose(s**2 / (len(x) - 1), values), np.allclose(u * s @ vt, centred))
for k in range(1, 5):
    rebuilt = scores[:, :k] @ vectors[:, :k].T
    print(k, round(float(np.linalg.norm(centred - rebuilt)), 6),
          round(float(np.mean((centred - rebuilt) ** 2)), 8))

digits, labels = load_digits(return_X_y=True)
digits = np.asarray(digits)
scaled = StandardScaler().fit_transform(digits)
model = PCA(n_components=10, svd_solver="full").fit(scaled)
low = model.transform(scaled)
print(low.shape, np.round(model.explained_variance_ratio_, 6))
centroids = np.stack([low[labels == d].mean(axis=0) for d in range(10)])
distances = np.sqrt(((low[:, None, :] - centroids[None]) ** 2).sum(axis=2))
guess = distances.argmin(axis=1)
table = np.zeros((10, 10), dtype=int)
np.add.at(table, (labels, guess), 1)
print(table, round(float((guess == labels).mean()), 6))
svd = TruncatedSVD(5, algorithm="arpack", random_state=0).fit(digits)
print(np.round(svd.singular_values_, 5))
parts = NMF(6, init="nndsvd", max_iter=60, tol=0, random_state=0).fit(digits)
print(round(float(parts.reconstruction_err_), 4), parts.components_.shape)
print(np.round(np.linalg.norm(digits, axis=1)[:6], 6), np.linalg.matrix_rank(digits))
