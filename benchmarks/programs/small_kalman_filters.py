"""Kalman filters for many targets at once, stacks of 4x4 systems; size is the targets."""

import numpy as np

SIZES = {"small": 200, "medium": 6_000, "large": 25_000}
STEPS = 8
TIME_STEP = 0.1


def prepare(rng, size):
    """Measurements of place and speed by step, and how noisy those of each target are."""
    start = rng.normal(size=(size, 4))
    time = TIME_STEP * np.arange(1, STEPS + 1)
    places = start[:, :2] + start[:, 2:] * time[:, np.newaxis, np.newaxis]
    speeds = np.broadcast_to(start[:, 2:], places.shape)
    noise = rng.uniform(0.1, 0.5, size=size)
    measured = np.concatenate((places, speeds), axis=2)
    measured = measured + noise[:, np.newaxis] * rng.normal(size=measured.shape)
    return measured, noise


def run(measured, noise):
    """States by step and target, the last covariances, and the mean surprise by step."""
    steps, targets, _ = measured.shape
    identity = np.eye(4)
    motion = np.eye(4)
    motion[0, 2] = motion[1, 3] = TIME_STEP
    process = 0.01 * identity
    measurement = noise[:, np.newaxis, np.newaxis] ** 2 * identity
    state = np.zeros((targets, 4, 1))
    covariance = np.tile(10.0 * identity, (targets, 1, 1))
    states = np.empty((steps, targets, 4))
    surprise = np.empty(steps)
    for step in range(steps):
        state = motion @ state
        covariance = motion @ covariance @ motion.T + process
        innovation = measured[step][:, :, np.newaxis] - state
        total = covariance + measurement
        gain = np.linalg.solve(total, covariance).transpose(0, 2, 1)
        weighted = np.linalg.solve(total, innovation)
        surprise[step] = np.mean(innovation.transpose(0, 2, 1) @ weighted)
        state = state + gain @ innovation
        covariance = (identity - gain) @ covariance
        states[step] = state[:, :, 0]
    return states, covariance, surprise
