"""Levenshtein's distance between strings, whole rows at a time, and a spelling corrector.

Insertions along a row are a running minimum: d[j] = min over k <= j of (e[k] + j - k).
"""

import numpy as np

WORDS = """above abstract account achieve address algebra argument array average balance because
believe boundary calendar category column committee complex conscience constant decimal definite
derivative determine dimension discipline eigenvalue embarrass equation existence explain familiar
february foreign fraction function gauge generate government gradient grammar guarantee harmonic
height hierarchy identity immediate independent integral intelligence interval inverse jewelry
knowledge laplace leisure library linear maintenance matrix measure millennium minimum misspell
necessary neighbor notice number occasion occurrence operator orthogonal parallel percolation
polynomial possession precede principal privilege probability quadratic questionnaire random
receive recommend reference relevant residual restaurant rhythm schedule separate sequence similar
sincerely skeleton special straight success tensor theorem threshold together tomorrow transpose
truly until vacuum variance vector vicious weather weird window yield""".split()


def codes(text):
    return np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)


def distance_rows(a, b):
    """The whole table of distances between the beginnings of a and b."""
    a, b = codes(a), codes(b)
    ramp = np.arange(len(b) + 1)
    table = np.empty((len(a) + 1, len(b) + 1), dtype=np.int64)
    table[0] = ramp
    for i, letter in enumerate(a, 1):
        above = table[i - 1]
        best = np.empty_like(above)
        best[0] = i
        best[1:] = np.minimum(above[1:] + 1, above[:-1] + (b != letter))
        table[i] = np.minimum.accumulate(best - ramp) + ramp
    return table


def distance(a, b):
    return int(distance_rows(a, b)[-1, -1])


def plain_distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row, above = [i], row
        for j, y in enumerate(b, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (x != y)))
    return row[-1]


def edits(a, b):
    """The steps from a to b, read from the table from its end."""
    table = distance_rows(a, b)
    i, j = len(a), len(b)
    steps = []
    while i or j:
        if i and j and table[i, j] == table[i - 1, j - 1] + (a[i - 1] != b[j - 1]):
            if a[i - 1] != b[j - 1]:
                steps.append(f"{a[i - 1]}>{b[j - 1]}")
            i, j = i - 1, j - 1
        elif i and table[i, j] == table[i - 1, j] + 1:
            i -= 1
            steps.append(f"-{a[i]}")
        else:
            j -= 1
            steps.append(f"+{b[j]}")
    return steps[::-1]


def main():
    print(distance_rows("kitten", "sitting"))
    print("kitten, sitting:", distance("kitten", "sitting"), edits("kitten", "sitting"))
    print("empty:", distance("", "abc"), distance("abc", ""), distance("", ""))
    rng = np.random.default_rng(1965)
    letters = np.array(list("abcd"))
    agree = 0
    for _ in range(60):
        a, b = ("".join(rng.choice(letters, rng.integers(0, 12))) for _ in range(2))
        agree += distance(a, b) == plain_distance(a, b)
    print(agree, "of 60 random pairs agree with the plain algorithm")

    for wrong in ("recieve", "seperate", "goverment", "neccesary", "tommorow", "embaras",
                  "probabillity", "egienvalue", "milenium", "wierd"):
        all_distances = np.array([distance(wrong, word) for word in WORDS])
        nearest = np.flatnonzero(all_distances == all_distances.min())
        print(f"{wrong:13s} {all_distances.min()} {', '.join(WORDS[k] for k in nearest):24s}"
              f" {' '.join(edits(wrong, WORDS[nearest[0]]))}")

    chosen = WORDS[::9]
    table = np.array([[distance(a, b) for b in chosen] for a in chosen])
    print("symmetric:", np.array_equal(table, table.T))
    print("zero diagonal:", not table.diagonal().any())
    through = (table[:, :, None] + table[None, :, :]).min(axis=1)
    print("triangle inequality:", bool((through >= table).all()))
    print(table)
    values, counts = np.unique(table[np.triu_indices(len(chosen), 1)], return_counts=True)
    print("distances", dict(zip(values.tolist(), counts.tolist())))


if __name__ == "__main__":
    main()
