"""Black-Scholes prices and Greeks of European options, and a Monte Carlo check of one of them.

Two tests that need no tables: put-call parity, C - P = S - K exp(-rT), must hold for every
option, and the implied volatility found by Newton's method must give back the one put in.

Usage: python black_scholes.py [number of options, default 2000000]
"""

import sys
import time

import numpy as np
from scipy.special import ndtr  # distribution function of the standard normal


def density(x):
    return np.exp(-0.5 * x * x) / np.sqrt(2.0 * np.pi)


def black_scholes(spot, strike, rate, volatility, expiry):
    """Call price, put price, and the call's delta, gamma and vega."""
    root = volatility * np.sqrt(expiry)
    d1 = (np.log(spot / strike) + (rate + 0.5 * volatility**2) * expiry) / root
    d2 = d1 - root
    discounted = strike * np.exp(-rate * expiry)
    call = spot * ndtr(d1) - discounted * ndtr(d2)
    put = discounted * ndtr(-d2) - spot * ndtr(-d1)
    delta = ndtr(d1)
    gamma = density(d1) / (spot * root)
    vega = spot * density(d1) * np.sqrt(expiry)
    return call, put, delta, gamma, vega


def implied_volatility(price, spot, strike, rate, expiry, iterations=12):
    """Newton's method for all options at once, from the steepest point of each price curve."""
    steepest = np.sqrt(2.0 * np.abs(np.log(spot / strike) + rate * expiry) / expiry)
    volatility = np.maximum(steepest, 0.1)
    for _ in range(iterations):
        call, _, _, _, vega = black_scholes(spot, strike, rate, volatility, expiry)
        volatility = volatility - (call - price) / vega
    return volatility


def monte_carlo_call(spot, strike, rate, volatility, expiry, paths, rng):
    z = rng.standard_normal(paths)
    end = spot * np.exp((rate - 0.5 * volatility**2) * expiry + volatility * np.sqrt(expiry) * z)
    payoff = np.exp(-rate * expiry) * np.maximum(end - strike, 0.0)
    return payoff.mean(), payoff.std() / np.sqrt(paths)


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    rng = np.random.default_rng(1973)
    spot = rng.uniform(80.0, 120.0, n)
    strike = rng.uniform(80.0, 120.0, n)
    volatility = rng.uniform(0.15, 0.6, n)
    expiry = rng.uniform(0.25, 2.0, n)
    rate = 0.03

    start = time.perf_counter()
    call, put, delta, gamma, vega = black_scholes(spot, strike, rate, volatility, expiry)
    print(f"time {time.perf_counter() - start:.3f} s for {n} options")
    for name, values in [("call", call), ("put", put), ("delta", delta), ("gamma", gamma),
                         ("vega", vega)]:
        print(f"{name:6} mean {values.mean():12.8f}  min {values.min():12.8f}  "
              f"max {values.max():12.8f}")

    parity = np.abs(call - put - (spot - strike * np.exp(-rate * expiry))).max()
    print("put-call parity holds to 1e-12:", bool(parity < 1e-12))

    part = slice(0, n // 10)
    found = implied_volatility(call[part], spot[part], strike[part], rate, expiry[part])
    telling = vega[part] > 0.1  # elsewhere the price hardly depends on the volatility
    error = np.abs(found - volatility[part])[telling].max()
    print("implied volatility found to 1e-8:", bool(error < 1e-8))

    exact = black_scholes(100.0, 105.0, rate, 0.2, 1.0)[0]
    estimate, error = monte_carlo_call(100.0, 105.0, rate, 0.2, 1.0, n, rng)
    print(f"one call: formula {exact:.6f}, Monte Carlo {estimate:.6f} +- {error:.6f}")

    checksum = call.sum() + put.sum() + delta.sum() + gamma.sum() + vega.sum()
    print(f"checksum: {float(checksum)!r}")


if __name__ == "__main__":
    main()
