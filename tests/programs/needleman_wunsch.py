"""Alignment of sequences: Needleman-Wunsch for whole ones, Smith-Waterman for their best parts.

Gaps cost in proportion to their length. The tables are filled cell by cell, and the alignments are
read back from their ends.
"""

import numpy as np

MATCH, MISMATCH, GAP = 2, -1, -2
BASES = "ACGT"
# Transitions (A-G, C-T) are likelier than transversions.
SCORES = np.full((4, 4), MISMATCH) + (MATCH - MISMATCH) * np.eye(4, dtype=int)
SCORES[[0, 2, 1, 3], [2, 0, 3, 1]] = 0


def encode(text):
    return np.array([BASES.index(letter) for letter in text], dtype=np.intp)


def fill(a, b, local):
    """Table of best scores, and where each came from (0 end, 1 diagonal, 2 up, 3 left)."""
    a, b = encode(a), encode(b)
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    trace = np.zeros(table.shape, dtype=np.int8)
    if not local:
        table[:, 0] = GAP * np.arange(len(a) + 1)
        table[0] = GAP * np.arange(len(b) + 1)
        trace[1:, 0], trace[0, 1:] = 2, 3
    substitution = SCORES[a[:, None], b]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            choices = np.array([
                0 if local else np.iinfo(int).min,
                table[i - 1, j - 1] + substitution[i - 1, j - 1],
                table[i - 1, j] + GAP,
                table[i, j - 1] + GAP,
            ])
            trace[i, j] = choices.argmax()
            table[i, j] = choices[trace[i, j]]
    return table, trace


def align(a, b, local=False):
    """The score and the two rows of the alignment."""
    table, trace = fill(a, b, local)
    i, j = np.unravel_index(table.argmax(), table.shape) if local else (len(a), len(b))
    score = table[i, j]
    rows = []
    while trace[i, j]:
        step = trace[i, j]
        rows.append((a[i - 1] if step != 3 else "-", b[j - 1] if step != 2 else "-"))
        i, j = i - (step != 3), j - (step != 2)
    upper, lower = map("".join, zip(*rows[::-1])) if rows else ("", "")
    return score, upper, lower


def mutate(text, rng, rate):
    """Substitutions, deletions and insertions, each at a third of the rate."""
    out = []
    for letter in text:
        kind = rng.choice(4, p=[rate / 3, rate / 3, rate / 3, 1 - rate])
        if kind == 0:
            out.append(BASES[rng.integers(4)])
        elif kind == 1:
            continue
        else:
            out.append(letter)
            if kind == 2:
                out.append(BASES[rng.integers(4)])
    return "".join(out)


def show(name, score, upper, lower):
    marks = "".join("|" if x == y else " " if "-" in (x, y) else "." for x, y in zip(upper, lower))
    same = np.mean(np.array(list(upper)) == np.array(list(lower)))
    print(f"{name}: score {score}, length {len(upper)}, identity {same:.6f}")
    for start in range(0, len(upper), 60):
        for row in (upper, marks, lower):
            print("   ", row[start:start + 60])


def main():
    table, trace = fill("GATTACA", "GCATGCT", False)
    print("scores\n", table)
    print("where from\n", trace)
    show("textbook", *align("GATTACA", "GCATGCT"))
    show("identical", *align("ACGTACGT", "ACGTACGT"))

    rng = np.random.default_rng(1970)
    ancestor = "".join(rng.choice(list(BASES), 70))
    child, cousin = mutate(ancestor, rng, 0.15), mutate(ancestor, rng, 0.3)
    show("child", *align(ancestor, child))
    show("cousin", *align(child, cousin))

    gene = "".join(rng.choice(list(BASES), 18))
    around = ["".join(rng.choice(list(BASES), 25)) for _ in range(4)]
    show("hidden gene", *align(around[0] + gene + around[1],
                               around[2] + mutate(gene, rng, 0.1) + around[3], local=True))

    family = [mutate(ancestor[:40], rng, rate) for rate in (0.05, 0.1, 0.2, 0.4)]
    scores = np.array([[align(x, y)[0] for y in family] for x in family])
    print("scores in the family\n", scores)
    print("symmetric:", np.array_equal(scores, scores.T))
    random = [align("".join(rng.choice(list(BASES), 30)), "".join(rng.choice(list(BASES), 30)))[0]
              for _ in range(10)]
    print("scores of random pairs", np.sort(random), f"mean {np.mean(random):.2f}")


if __name__ == "__main__":
    main()
