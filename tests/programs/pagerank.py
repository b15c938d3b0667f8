"""PageRank of a random web by the power method, checked against the eigenvector of the matrix."""

import numpy as np

DAMPING = 0.85


def random_web(pages, links, rng):
    """Links (from, to): newer pages prefer to link to pages that are linked to already."""
    edges = [(1, 0), (2, 0), (2, 1)]
    popularity = np.zeros(pages)
    popularity[[0, 1]] = 2, 1
    for page in range(3, pages):
        weight = popularity[:page] + 1
        count = rng.integers(0, links + 1)
        count = min(count, page)
        targets = rng.choice(page, size=count, replace=False, p=weight / weight.sum())
        popularity[targets] += 1
        edges += [(page, int(target)) for target in targets]
        if rng.random() < 0.3:
            edges.append((int(rng.integers(page)), page))
    return np.array(sorted(set(edges)))


def pagerank(edges, pages, tolerance=1e-12):
    """Ranks and the number of steps; pages without links spread their rank over all."""
    source, target = edges.T
    degree = np.bincount(source, minlength=pages)
    dangling = degree == 0
    share = np.zeros(pages)
    share[~dangling] = 1 / degree[~dangling]
    rank = np.full(pages, 1 / pages)
    for step in itertools_count():
        flow = np.bincount(target, weights=(rank * share)[source], minlength=pages)
        new = DAMPING * (flow + rank[dangling].sum() / pages) + (1 - DAMPING) / pages
        if np.abs(new - rank).sum() < tolerance:
            return new, step
        rank = new


def itertools_count():
    step = 1
    while True:
        yield step
        step += 1


def google_matrix(edges, pages):
    link = np.zeros((pages, pages))
    link[edges[:, 1], edges[:, 0]] = 1
    columns = link.sum(axis=0)
    link[:, columns == 0] = 1
    link /= link.sum(axis=0)
    return DAMPING * link + (1 - DAMPING) / pages


def main():
    pages = 300
    edges = random_web(pages, 4, np.random.default_rng(1998))
    incoming = np.bincount(edges[:, 1], minlength=pages)
    outgoing = np.bincount(edges[:, 0], minlength=pages)
    print(f"{pages} pages, {len(edges)} links, {np.count_nonzero(outgoing == 0)} without links")
    print("links to a page:", np.bincount(incoming)[:12])

    rank, steps = pagerank(edges, pages)
    print(f"{steps} steps, ranks sum to {rank.sum():.10f}")
    order = np.argsort(-rank, kind="stable")
    for place, page in enumerate(order[:10], 1):
        print(f"{place:2d}. page {page:3d} rank {rank[page]:.8f} linked to by {incoming[page]}")
    print("ten last ranks agree with the smallest:", np.array_equal(
        np.sort(rank)[:10], rank[order][::-1][:10]))

    values, vectors = np.linalg.eig(google_matrix(edges, pages))
    largest = np.argsort(-np.abs(values))[:3]
    print("largest eigenvalues in magnitude:", np.abs(values[largest]).round(8))
    leading = vectors[:, largest[0]].real
    leading /= leading.sum()
    print("eigenvector agrees:", np.allclose(leading, rank, atol=1e-10))
    print("correlation with links:", np.corrcoef(rank, incoming)[0, 1].round(8))

    shares = np.cumsum(rank[order])
    for part in (0.25, 0.5, 0.75):
        print(f"{np.searchsorted(shares, part) + 1} pages hold {part:.0%} of the rank")


if __name__ == "__main__":
    main()
