"""Logistic regression on scikit-learn's breast cancer data by accelerated gradient descent.

One quarter of the rows is kept for testing; a ridge penalty makes the answer unique, so the
gradient must vanish at the end, and the accuracy on unseen rows is about 0.97.

Usage: python logistic_regression.py [iterations, default 20000]
"""

import sys
import time

import numpy as np
from sklearn.datasets import load_breast_cancer


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))


def loss(weights, x, y, penalty):
    z = x @ weights
    return np.mean(np.logaddexp(0.0, z) - y * z) + 0.5 * penalty * np.dot(weights, weights)


def gradient(weights, x, y, penalty):
    return x.T @ (sigmoid(x @ weights) - y) / len(y) + penalty * weights


def fit(x, y, penalty, iterations, report=5):
    """Nesterov's method with the step 1/L; L bounds the curvature of the loss."""
    step = 1.0 / (0.25 * np.linalg.norm(x, 2) ** 2 / len(y) + penalty)
    momentum = (1.0 - np.sqrt(penalty * step)) / (1.0 + np.sqrt(penalty * step))
    weights = np.zeros(x.shape[1])
    previous = weights
    for k in range(iterations):
        ahead = weights + momentum * (weights - previous)
        previous = weights
        weights = ahead - step * gradient(ahead, x, y, penalty)
        if (k + 1) % (iterations // report) == 0:
            print(f"iteration {k + 1:6d}  loss {loss(weights, x, y, penalty):.12f}")
    return weights


def prepare(rng, share=0.75):
    """Standardised training and test rows with a column of ones."""
    x, y = load_breast_cancer(return_X_y=True)
    order = rng.permutation(len(y))
    x, y = x[order], y[order].astype(float)
    cut = int(share * len(y))
    centre, width = x[:cut].mean(axis=0), x[:cut].std(axis=0)
    x = np.column_stack([np.ones(len(y)), (x - centre) / width])
    return x[:cut], y[:cut], x[cut:], y[cut:]


def main():
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    x, y, x_test, y_test = prepare(np.random.default_rng(1958))
    penalty = 0.01

    start = time.perf_counter()
    weights = fit(x, y, penalty, iterations)
    print(f"time {time.perf_counter() - start:.3f} s")

    remaining = np.abs(gradient(weights, x, y, penalty)).max()
    print("gradient vanishes to 1e-10:", bool(remaining < 1e-10))
    for name, rows, labels in [("training", x, y), ("test", x_test, y_test)]:
        predicted = sigmoid(rows @ weights) > 0.5
        hits = np.count_nonzero(predicted == labels)
        wrong_alarms = np.count_nonzero(predicted & (labels == 0.0))
        print(f"{name:8} {hits} of {len(labels)} right ({hits / len(labels):.4f}), "
              f"{wrong_alarms} malignant taken for benign")
    print("largest weights", np.round(np.sort(np.abs(weights))[-4:], 8))
    print(f"checksum: {float(np.abs(weights).sum())!r}")


if __name__ == "__main__":
    main()
