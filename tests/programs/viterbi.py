"""Viterbi's algorithm: which of two dice did the dishonest casino throw?

A hidden Markov model with a fair and a loaded die (Durbin, Eddy, Krogh, Mitchison, 1998). The most
probable path is found in logarithms, checked against all paths of a short roll, and compared with
the posterior of the forward-backward recursions.
"""

import itertools

import numpy as np

STATES = np.array(["F", "L"])
START = np.array([0.5, 0.5])
MOVE = np.array([[0.95, 0.05], [0.1, 0.9]])
EMIT = np.vstack([np.full(6, 1 / 6), [0.1] * 5 + [0.5]])


def throw(length, rng):
    """Hidden states and faces of a game."""
    hidden = np.empty(length, dtype=int)
    hidden[0] = rng.choice(2, p=START)
    for t in range(1, length):
        hidden[t] = rng.choice(2, p=MOVE[hidden[t - 1]])
    faces = np.array([rng.choice(6, p=EMIT[state]) for state in hidden])
    return hidden, faces


def viterbi(faces):
    """The most probable path of states and the logarithm of its probability."""
    log_move, log_emit = np.log(MOVE), np.log(EMIT)
    score = np.log(START) + log_emit[:, faces[0]]
    back = np.zeros((len(faces), 2), dtype=np.intp)
    for t, face in enumerate(faces[1:], 1):
        candidates = score[:, np.newaxis] + log_move
        back[t] = candidates.argmax(axis=0)
        score = candidates.max(axis=0) + log_emit[:, face]
    path = [int(score.argmax())]
    for t in range(len(faces) - 1, 0, -1):
        path.append(int(back[t, path[-1]]))
    return np.array(path[::-1]), score.max()


def posterior(faces):
    """Probability of each state at each time, and the log-likelihood, with scaled recursions."""
    n = len(faces)
    forward, backward, scale = np.empty((n, 2)), np.ones((n, 2)), np.empty(n)
    for t in range(n):
        before = START if t == 0 else forward[t - 1] @ MOVE
        forward[t] = before * EMIT[:, faces[t]]
        scale[t] = forward[t].sum()
        forward[t] /= scale[t]
    for t in range(n - 2, -1, -1):
        backward[t] = MOVE @ (EMIT[:, faces[t + 1]] * backward[t + 1]) / scale[t + 1]
    return forward * backward, np.log(scale).sum()


def probability(path, faces):
    p = START[path[0]] * EMIT[path[0], faces[0]]
    for before, state, face in zip(path, path[1:], faces[1:]):
        p *= MOVE[before, state] * EMIT[state, face]
    return p


def main():
    rng = np.random.default_rng(1998)
    hidden, faces = throw(600, rng)
    path, score = viterbi(faces)
    for start in range(0, 240, 60):
        part = slice(start, start + 60)
        print("rolls  ", "".join(str(face + 1) for face in faces[part]))
        print("die    ", "".join(STATES[hidden[part]]))
        print("viterbi", "".join(STATES[path[part]]))
    print(f"log probability of the path {score:.8f}")
    print(f"states told rightly {np.mean(path == hidden):.4f}")

    table = np.zeros((2, 2), dtype=int)
    np.add.at(table, (hidden, path), 1)
    print("confusion\n", table)

    weights, likelihood = posterior(faces)
    print(f"log likelihood {likelihood:.8f}")
    print("rows of the posterior sum to one:", np.allclose(weights.sum(axis=1), 1))
    print(f"posterior decoding is right {np.mean((weights[:, 1] > 0.5) == hidden):.4f}")
    print("posterior of the loaded die, every fiftieth roll:", weights[::50, 1].round(6))

    short = faces[:10]
    best = max(itertools.product((0, 1), repeat=10), key=lambda path: probability(path, short))
    found, log_p = viterbi(short)
    print("short game:", "".join(STATES[list(best)]), "".join(STATES[found]),
          f"{probability(best, short):.8e} {np.exp(log_p):.8e}")


if __name__ == "__main__":
    main()
