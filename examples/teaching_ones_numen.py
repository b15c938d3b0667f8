"""The sum of all elements of ones @ ones: n^2 entries, each equal to n, so n^3.

For n = 1000 the printed sum is 1000000000.0. A second product, of normal random matrices, is
judged by the variance of its entries, which is n.

Usage: python teaching_ones_numen.py [size, default 1000]
"""

import sys

import numen as np


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1000

    a = np.ones((size, size))
    b = np.ones((size, size))
    c = a @ b
    print(c.sum())

    rng = np.random.default_rng(7)
    x = rng.standard_normal((size, size))
    y = rng.standard_normal((size, size))
    product = x @ y
    print("shape", product.shape, "dtype", product.dtype)
    print(f"variance of the entries {product.var():.10g}, expected about {size}")
    print(f"Frobenius norm {np.linalg.norm(product):.10g}")

    checksum = c.sum() / size**3 + np.linalg.norm(product) / size
    print(f"checksum: {float(checksum)!r}")


if __name__ == "__main__":
    main()
