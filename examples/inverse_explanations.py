"""What the outputs of a classifier say of its features: an operator from outputs back to features.

A random forest learns scikit-learn's breast cancer data (569 samples of 30 features), extremely
random trees the digits (1,797 pictures of 8 x 8 pixels). From the probabilities that they give,
numen.inverse finds the operator that reproduces the standardised features, and from it how much
each feature counts for an output, with intervals from a bootstrap; what counts in one sample, with
credible intervals; and the representative instance of each output, a picture of each digit.

Usage: python inverse_explanations.py [--out FOLDER] [--resamples 1000]
The figures go into FOLDER, or onto the screen where there is one.
"""

import argparse
import logging
import time
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier

from numen import inverse

LAM = 1e-4
# The first run on a machine looks through its fonts, and matplotlib says so on stderr.
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)


def probabilities(classifier, data):
    """Those of the classes for every sample, by a classifier that saw two thirds of them."""
    seen = np.arange(len(data.target)) % 3 > 0
    classifier.fit(data.data[seen], data.target[seen])
    accuracy = classifier.score(data.data[~seen], data.target[~seen])
    print(f"{type(classifier).__name__}: accuracy on unseen samples {accuracy:.6f}")
    return classifier.predict_proba(data.data)


def report(fitted, X, outputs):
    """How far the operator is to be trusted."""
    figures = {
        "reconstruction error": inverse.reconstruction_error(fitted, X, outputs),
        "share of variance": inverse.r_squared(fitted, X, outputs),
        "fidelity of recovered outputs": float(inverse.fidelity(fitted, X, outputs).mean()),
        "effective rank": inverse.effective_rank(fitted),
        "condition of the outputs' Gram matrix": inverse.condition_number(fitted),
    }
    for name, value in figures.items():
        print(f"  {name:38} {value:.8e}")
    return sum(figures.values())


def variants(X, outputs):
    """How alike what the other estimators say of the first output is to least squares."""
    plain = np.asarray(inverse.fit(X, outputs).operator)[:, 0]
    for method in ("ridge", "huber", "bayes"):
        other = np.asarray(inverse.fit(X, outputs, method).operator)[:, 0]
        cosine = plain @ other / np.linalg.norm(plain) / np.linalg.norm(other)
        print(f"  {method:6} cosine with least squares {cosine:.8e}")


def importances_with_intervals(names, found, count=8):
    """Prints and draws the most important features for the first output."""
    mean, lower, upper = (np.asarray(values)[:, 0] for values in found.importance)
    order = np.argsort(-np.abs(mean), kind="stable")[:count]
    for j in order:
        print(f"  {names[j]:24} {mean[j]: .8e}  from {lower[j]: .8e} to {upper[j]: .8e}")
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    spread = np.abs(np.stack([lower[order], upper[order]]) - mean[order])
    axes.barh([names[j] for j in order], mean[order], xerr=spread, capsize=3)
    axes.invert_yaxis()
    axes.set(xlabel="importance for 'malignant', with 95 % intervals")
    return figure


def one_sample(names, fitted, X, outputs, sample, count=8):
    """Prints and draws what counts most in one sample, with credible intervals."""
    row = slice(sample, sample + 1)
    found = np.asarray(inverse.local_importance(fitted, X[row], outputs[row]))[0]
    widths = np.asarray(inverse.local_half_width(fitted, X[row], outputs[row]))[0]
    order = np.argsort(-np.abs(found), kind="stable")[:count]
    print(f"  sample {sample}: " + ", ".join(f"{names[j]} {found[j]: .6e}" for j in order[:3]))
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.barh([names[j] for j in order], found[order], xerr=widths[order], capsize=3)
    axes.invert_yaxis()
    axes.set(xlabel=f"importance in sample {sample}, with 95 % credible intervals")
    return figure


def nearness(data, similarities):
    """Draws how near the samples are to the representatives of the two outputs."""
    figure, axes = plt.subplots(figsize=(5, 4), layout="constrained")
    for label, name in enumerate(data.target_names):
        rows = data.target == label
        axes.scatter(similarities[rows, 0], similarities[rows, 1], s=8, label=str(name))
    axes.set(xlabel="similarity to 'malignant'", ylabel="similarity to 'benign'")
    axes.legend()
    return figure


def breast_cancer(resamples):
    """Figures by name, and a number that depends on all of it."""
    data = load_breast_cancer()
    X, names = data.data, [str(name) for name in data.feature_names]
    outputs = probabilities(RandomForestClassifier(100, random_state=0), data)
    fitted = inverse.fit(X, outputs, "ridge", lam=LAM)
    total = report(fitted, X, outputs)
    variants(X, outputs)

    start = time.perf_counter()
    found = inverse.bootstrap(X, outputs, "ridge", lam=LAM, resamples=resamples, seed=7)
    print(f"time {time.perf_counter() - start:.3f} s for {resamples} resamples")
    figures = {"cancer_importance": importances_with_intervals(names, found)}
    cosine, correlation = (np.asarray(values) for values in inverse.stability(found.operators))
    print(f"  stability: cosine {cosine[0]:.8e}, rank correlation {correlation[0]:.8e}")

    posterior = inverse.fit(X, outputs, "bayes")
    figures["cancer_sample"] = one_sample(names, posterior, X, outputs, 3)
    similarities = np.asarray(inverse.similarity(fitted, X, gamma=1 / X.shape[1]))
    figures["cancer_similarity"] = nearness(data, similarities)
    nearest = np.mean(similarities.argmax(axis=1) == outputs.argmax(axis=1))
    print(f"  nearest to the representative of the likeliest class: {nearest:.6f}")
    return figures, total + float(np.abs(found.importance.mean).sum())


def pictures(title, rows):
    """Ten pictures of 8 x 8 pixels beside each other."""
    figure, axes = plt.subplots(2, 5, figsize=(7, 3.4), layout="constrained")
    for digit, (axis, pixels) in enumerate(zip(axes.flat, rows)):
        axis.imshow(pixels.reshape(8, 8), cmap="gray_r")
        axis.set(title=str(digit), xticks=[], yticks=[])
    figure.suptitle(title)
    return figure


def matrix(title, values):
    """A picture of the cosines between the outputs' columns."""
    figure, axes = plt.subplots(figsize=(5, 4), layout="constrained")
    figure.colorbar(axes.imshow(values, cmap="coolwarm", vmin=-1, vmax=1))
    axes.set(title=title, xticks=range(10), yticks=range(10))
    return figure


def digits(resamples):
    """Figures by name, and a number that depends on all of it."""
    data = load_digits()
    outputs = probabilities(ExtraTreesClassifier(100, random_state=0), data)
    start = time.perf_counter()
    fitted = inverse.fit(data.data, outputs, "ridge", lam=LAM)
    print(f"time {time.perf_counter() - start:.4f} s for a fit")
    total = report(fitted, data.data, outputs)

    representatives = np.asarray(inverse.representative(fitted))
    importance = np.asarray(inverse.global_importance(fitted)).T
    contrast = np.asarray(inverse.contrast(fitted))
    alike = np.where(np.eye(10, dtype=bool), -1.0, contrast)
    first, second = np.unravel_index(alike.argmax(), alike.shape)
    print(f"  most alike are {min(first, second)} and {max(first, second)}: {alike.max():.8e}")
    similarities = np.asarray(inverse.similarity(fitted, data.data, gamma=1 / 64))
    nearest = np.mean(similarities.argmax(axis=1) == data.target)
    print(f"  nearest to the representative of their digit: {nearest:.6f}")

    start = time.perf_counter()
    found = inverse.bootstrap(data.data, outputs, "ridge", lam=LAM, resamples=resamples, seed=7)
    print(f"time {time.perf_counter() - start:.3f} s for {resamples} resamples")
    cosine, correlation = (np.asarray(values) for values in inverse.stability(found.operators))
    for digit in range(10):
        print(f"  {digit}: stability {cosine[digit]:.8e}, of ranks {correlation[digit]:.8e}")
    figures = {
        "digits_representatives": pictures("Representative instances", representatives),
        "digits_importance": pictures("Importance of the pixels", importance),
        "digits_contrast": matrix("Cosines between outputs", contrast),
    }
    return figures, total + float(np.abs(representatives).mean())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, help="the folder for the figures")
    parser.add_argument("--resamples", type=int, default=1000)
    given = parser.parse_args()

    figures, checksum = breast_cancer(given.resamples)
    others, addend = digits(given.resamples)
    figures |= others
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
        for name, figure in figures.items():
            figure.savefig(given.out / f"{name}.png", dpi=100)
    elif matplotlib.get_backend().lower() != "agg":  # what it takes where there is no screen
        plt.show()
    else:
        print(f"{len(figures)} figures drawn; --out FOLDER keeps them")
    print(f"checksum: {checksum + addend!r}")


if __name__ == "__main__":
    main()
