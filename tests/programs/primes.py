"""Numbers: the sieve of Eratosthenes, gaps and twins, arithmetic functions, and Fermat's test."""

import numpy as np


def sieve(limit):
    """The primes below limit."""
    prime = np.ones(limit, dtype=bool)
    prime[:2] = False
    prime[4::2] = False
    for p in range(3, int(limit**0.5) + 1, 2):
        if prime[p]:
            prime[p * p::2 * p] = False
    return np.flatnonzero(prime)


def totients(limit):
    phi = np.arange(limit)
    for p in sieve(limit):
        phi[p::p] -= phi[p::p] // p
    return phi


def moebius(limit):
    mu = np.ones(limit, dtype=np.int8)
    for p in sieve(limit):
        mu[p::p] *= -1
        if p * p < limit:
            mu[p * p::p * p] = 0
    return mu


def divisor_counts(limit):
    count = np.zeros(limit, dtype=np.int32)
    for d in range(1, limit):
        count[d::d] += 1
    return count


def power_modulo(base, exponent, modulus):
    """base ** exponent % modulus for arrays of numbers below 2**31, by squaring."""
    base = np.asarray(base, dtype=np.uint64) % modulus
    exponent = np.asarray(exponent, dtype=np.uint64).copy()
    result = np.ones_like(base)
    while exponent.any():
        odd = (exponent & 1).astype(bool)
        result = np.where(odd, result * base % modulus, result)
        base = base * base % modulus
        exponent >>= np.uint64(1)
    return result


def main():
    limit = 200_000
    primes = sieve(limit)
    print(f"{len(primes)} primes below {limit}, the last ones {primes[-5:]}")
    powers = 10 ** np.arange(1, 6)
    counts = np.searchsorted(primes, powers)
    print("pi(10^k):", counts)
    print("n / log n is off by", (counts * np.log(powers) / powers).round(6))

    gaps = np.diff(primes)
    values, times = np.unique(gaps, return_counts=True)
    common = np.argsort(-times, kind="stable")[:6]
    print("most frequent gaps", dict(zip(values[common].tolist(), times[common].tolist())))
    widest = gaps.argmax()
    print(f"widest gap {gaps[widest]} after {primes[widest]}, {np.sum(gaps == 2)} twins")
    print("last digits", np.bincount(primes % 10))
    residues = np.bincount(primes[1:] % 4, minlength=4)
    print("of the form 4k+1 and 4k+3:", residues[[1, 3]])

    phi, mu, d = totients(2000), moebius(2000), divisor_counts(2000)
    print("phi", phi[1:25])
    print("mu ", mu[1:25])
    print("d  ", d[1:25])
    n = 720
    divisors = np.flatnonzero(n % np.arange(1, n + 1) == 0) + 1
    print(f"divisors of {n}: {len(divisors)} = {d[n]}, phi over them sums to", phi[divisors].sum())
    print("Mertens' function", np.cumsum(mu[1:], dtype=int)[[9, 99, 499, 999]])
    print(f"share of squarefree numbers {np.mean(mu[1:] != 0):.6f} (6/pi^2 {6 / np.pi**2:.6f})")
    print("most divisors:", d.argmax(), "has", d.max())

    odd = np.arange(3, 3000, 2, dtype=np.uint64)
    probable = odd[power_modulo(np.full_like(odd, 2), odd - np.uint64(1), odd) == 1]
    liars = np.setdiff1d(probable, primes)
    print("pseudoprimes to the base 2:", liars)
    print("Carmichael:", [int(n) for n in liars if all(
        pow(int(a), int(n) - 1, int(n)) == 1 for a in range(2, n) if np.gcd(a, int(n)) == 1)])
    print("Wilson:", np.multiply.reduce(np.arange(1, 13)) % 13 == 12)
    pairs = primes[primes < 500]
    sums = np.zeros(1001, dtype=int)
    np.add.at(sums, np.add.outer(pairs, pairs)[np.triu_indices(len(pairs))], 1)
    even = np.arange(4, 501, 2)
    print("Goldbach: fewest ways", sums[even].min(), "most ways", sums[even].max(),
          "at", even[sums[even].argmax()])


if __name__ == "__main__":
    main()
