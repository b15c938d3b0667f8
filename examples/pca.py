"""Principal components of scikit-learn's wine and breast cancer data, with bootstrap errors.

Each table is standardised and its covariance matrix diagonalised. How sure the shares of
explained variance are is estimated by resampling the rows.

Usage: python pca.py [bootstrap samples, default 2000]
"""

import sys
import time

import numpy as np
from sklearn.datasets import load_breast_cancer, load_wine


def standardise(table):
    return (table - table.mean(axis=0)) / table.std(axis=0)


def principal_components(table):
    """Variances in falling order and the directions, largest entry of each made positive."""
    centred = table - table.mean(axis=0)
    covariance = centred.T @ centred / (len(table) - 1)
    variances, directions = np.linalg.eigh(covariance)
    variances, directions = variances[::-1], directions[:, ::-1]
    largest = np.abs(directions).argmax(axis=0)
    signs = np.sign(directions[largest, np.arange(directions.shape[1])])
    return variances, directions * signs


def explained(table, count):
    variances, _ = principal_components(table)
    return variances[:count] / variances.sum()


def bootstrap(table, count, samples, rng):
    """Standard errors of the first shares of variance."""
    shares = np.empty((samples, count))
    for k in range(samples):
        rows = rng.integers(len(table), size=len(table))
        shares[k] = explained(table[rows], count)
    return shares.std(axis=0)


def report(name, data, samples, rng):
    table = standardise(data.data)
    variances, directions = principal_components(table)
    share = variances / variances.sum()
    errors = bootstrap(table, 4, samples, rng)
    print(f"{name}: {table.shape[0]} rows, {table.shape[1]} columns")
    for k in range(4):
        strongest = np.argsort(-np.abs(directions[:, k]))[:3]
        print(f"  component {k + 1}: {100 * share[k]:7.4f} % +- {100 * errors[k]:6.4f}  mostly",
              ", ".join(str(data.feature_names[j]) for j in strongest))
    needed = np.searchsorted(np.cumsum(share), 0.95) + 1
    print(f"  {needed} components hold 95 % of the variance")

    scores = table @ directions[:, :2]
    for label, target in enumerate(data.target_names):
        centre = scores[data.target == label].mean(axis=0)
        print(f"  centre of {str(target):10} {np.round(centre, 6)}")
    return variances[:4].sum() + np.abs(scores).mean()


def main():
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    rng = np.random.default_rng(1901)
    start = time.perf_counter()
    checksum = report("wine", load_wine(), samples, rng)
    checksum += report("breast cancer", load_breast_cancer(), samples, rng)
    print(f"time {time.perf_counter() - start:.3f} s")
    print(f"checksum: {float(checksum)!r}")


if __name__ == "__main__":
    main()
