"""The Kalman filter and the Rauch-Tung-Striebel smoother: tracking a body by noisy positions."""

import numpy as np


def model(dt, push, noise):
    """Constant velocity in the plane: transition, process noise, observation and its noise."""
    one = np.array([[1.0, dt], [0.0, 1.0]])
    shake = push * np.array([[dt**3 / 3, dt**2 / 2], [dt**2 / 2, dt]])
    return (np.kron(np.eye(2), one), np.kron(np.eye(2), shake),
            np.kron(np.eye(2), [[1.0, 0.0]]), noise**2 * np.eye(2))


def simulate(f, q, h, r, steps, rng):
    """True states and measurements; now and then a measurement is lost."""
    root = np.linalg.cholesky(q)
    state = np.array([0.0, 1.0, 0.0, 0.5])
    states, measured = [], []
    for _ in range(steps):
        state = f @ state + root @ rng.normal(size=4)
        states.append(state)
        lost = rng.random() < 0.1
        seen = h @ state + rng.normal(scale=np.sqrt(np.diag(r)))
        measured.append(np.full(2, np.nan) if lost else seen)
    return np.array(states), np.array(measured)


def kalman(measured, f, q, h, r):
    """Filtered and predicted means and covariances, and the log-likelihood."""
    mean, cov = np.zeros(4), 10 * np.eye(4)
    filtered, predicted = [], []
    likelihood = 0.0
    for z in measured:
        mean, cov = f @ mean, f @ cov @ f.T + q
        predicted.append((mean, cov))
        if not np.isnan(z).any():
            innovation = z - h @ mean
            s = h @ cov @ h.T + r
            gain = np.linalg.solve(s, h @ cov).T
            mean = mean + gain @ innovation
            cov = (np.eye(4) - gain @ h) @ cov
            cov = 0.5 * (cov + cov.T)
            likelihood -= 0.5 * (innovation @ np.linalg.solve(s, innovation)
                                 + np.linalg.slogdet(2 * np.pi * s)[1])
        filtered.append((mean, cov))
    return filtered, predicted, likelihood


def smooth(filtered, predicted, f):
    mean, cov = filtered[-1]
    out = [(mean, cov)]
    for (m, p), (m_next, p_next) in zip(filtered[-2::-1], predicted[:0:-1]):
        gain = p @ f.T @ np.linalg.inv(p_next)
        mean = m + gain @ (mean - m_next)
        cov = p + gain @ (cov - p_next) @ gain.T
        out.append((mean, cov))
    return out[::-1]


def error(estimates, states):
    difference = np.array([mean for mean, _ in estimates]) - states
    return np.sqrt(np.mean(difference**2, axis=0))


def main():
    rng = np.random.default_rng(1960)
    f, q, h, r = model(0.5, 0.2, 2.0)
    print("transition\n", f)
    states, measured = simulate(f, q, h, r, 200, rng)
    lost = np.isnan(measured).any(axis=1)
    print(f"{lost.sum()} of {len(lost)} measurements lost")

    filtered, predicted, likelihood = kalman(measured, f, q, h, r)
    smoothed = smooth(filtered, predicted, f)
    raw = np.sqrt(np.nanmean((measured - states[:, ::2]) ** 2, axis=0))
    np.set_printoptions(precision=6, suppress=True)
    print("error of measurements", raw)
    print("error of the filter  ", error(filtered, states))
    print("error of the smoother", error(smoothed, states))
    print(f"log likelihood {likelihood:.6f}")
    print("last covariance\n", filtered[-1][1])
    print("smoothed covariance in the middle\n", smoothed[100][1])

    normalised = np.array([(mean - x) @ np.linalg.inv(cov) @ (mean - x)
                           for (mean, cov), x in zip(filtered[20:], states[20:])])
    print(f"normalised squared error {normalised.mean():.6f} (four is right)")
    print("positions every 40 steps\n",
          np.array([np.r_[states[k, ::2], smoothed[k][0][::2]] for k in range(0, 200, 40)]))
    trials = [(push, kalman(measured, *model(0.5, push, 2.0))[2]) for push in (0.02, 0.2, 2.0)]
    for push, score in trials:
        print(f"push {push:4.2f}: log likelihood {score:.6f}")


if __name__ == "__main__":
    main()
