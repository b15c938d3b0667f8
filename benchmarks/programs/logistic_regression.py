"""Logistic regression by gradient steps; size is the number of samples."""

import numpy as np
from scipy.special import expit

SIZES = {"small": 1_500, "medium": 35_000, "large": 150_000}
FEATURES = 12
STEPS = 50
RATE = 0.5
PENALTY = 0.01


def prepare(rng, size):
    """Features and labels, drawn from a true model."""
    features = rng.normal(size=(size, FEATURES))
    weights = rng.normal(size=FEATURES)
    labels = (rng.random(size) < expit(features @ weights - 0.5)).astype(float)
    return features, labels


def run(features, labels):
    """Weights, intercept, the loss at each step and the accuracy."""
    weights = np.zeros(features.shape[1])
    intercept = 0.0
    losses = []
    for _ in range(STEPS):
        probability = expit(features @ weights + intercept)
        loss = -np.mean(labels * np.log(probability) + (1 - labels) * np.log(1 - probability))
        losses.append(loss)
        error = probability - labels
        weights = weights - RATE * (features.T @ error / len(labels) + PENALTY * weights)
        intercept = intercept - RATE * error.mean()
    predicted = features @ weights + intercept > 0
    accuracy = np.mean(predicted == (labels > 0.5))
    return weights, intercept, np.array(losses), accuracy
