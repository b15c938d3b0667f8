"""Principal components by the singular value decomposition; size is the number of samples."""

import numpy as np

SIZES = {"small": 1_600, "medium": 25_000, "large": 80_000}
FEATURES = 40
COMPONENTS = 5


def prepare(rng, size):
    """Samples with a few strong directions of clearly different strength, and noise."""
    strengths = np.array([16.0, 11.0, 7.5, 5.0, 3.0])
    directions = np.linalg.qr(rng.normal(size=(FEATURES, COMPONENTS)))[0]
    hidden = rng.normal(size=(size, COMPONENTS)) * strengths
    return (hidden @ directions.T + 0.3 * rng.normal(size=(size, FEATURES)) + 1.0,)


def run(samples):
    """Components, scores, explained shares of the variance and the error of the reconstruction."""
    mean = samples.mean(axis=0)
    centred = samples - mean
    _, singular, directions = np.linalg.svd(centred, full_matrices=False)
    components = directions[:COMPONENTS]
    largest = np.argmax(np.abs(components), axis=1)
    signs = np.sign(components[np.arange(COMPONENTS), largest])
    components = components * signs[:, np.newaxis]
    scores = centred @ components.T
    explained = singular**2 / np.sum(singular**2)
    rebuilt = scores @ components + mean
    error = np.sqrt(np.mean((samples - rebuilt) ** 2))
    return components, scores, explained[:COMPONENTS], error
