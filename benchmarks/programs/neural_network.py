"""A network of two layers trained on minibatches for one epoch; size is the number of samples."""

import numpy as np

SIZES = {"small": 2_560, "medium": 40_000, "large": 160_000}
INPUTS, HIDDEN, CLASSES = 20, 64, 5
BATCH = 64
RATE = 0.1


def prepare(rng, size):
    """Inputs and classes, and the weights at the start."""
    inputs = rng.normal(size=(size, INPUTS))
    classes = np.argmax(inputs @ rng.normal(size=(INPUTS, CLASSES)), axis=1)
    first = rng.normal(scale=np.sqrt(2 / INPUTS), size=(INPUTS, HIDDEN))
    second = rng.normal(scale=np.sqrt(1 / HIDDEN), size=(HIDDEN, CLASSES))
    return inputs, classes, first, second


def run(inputs, classes, first, second):
    """Weights and offsets after the epoch, and the loss of every batch."""
    first = first.copy()
    second = second.copy()
    first_offset = np.zeros(HIDDEN)
    second_offset = np.zeros(CLASSES)
    losses = []
    for begin in range(0, len(inputs), BATCH):
        x = inputs[begin : begin + BATCH]
        y = classes[begin : begin + BATCH]
        rows = np.arange(len(x))

        before = x @ first + first_offset
        hidden = np.maximum(before, 0)
        logits = hidden @ second + second_offset
        exponent = np.exp(logits - logits.max(axis=1, keepdims=True))
        probability = exponent / exponent.sum(axis=1, keepdims=True)
        losses.append(-np.log(probability[rows, y]).mean())

        gradient = probability.copy()
        gradient[rows, y] -= 1
        gradient /= len(x)
        hidden_gradient = (gradient @ second.T) * (before > 0)
        second -= RATE * hidden.T @ gradient
        second_offset -= RATE * gradient.sum(axis=0)
        first -= RATE * x.T @ hidden_gradient
        first_offset -= RATE * hidden_gradient.sum(axis=0)
    return first, first_offset, second, second_offset, np.array(losses)
