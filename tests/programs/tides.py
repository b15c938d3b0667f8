"""Harmonic analysis of tides: least squares with known periods, dates, a table of high waters."""

import numpy as np

PERIODS = {"M2": 12.4206012, "S2": 12.0, "N2": 12.65834751, "K1": 23.93447213, "O1": 25.81933871}
AMPLITUDES = {"M2": 1.8, "S2": 0.6, "N2": 0.35, "K1": 0.2, "O1": 0.15}
START = np.datetime64("2024-01-01T00:00")


def record(days, rng):
    """Times and heights every twenty minutes, with noise, a surge and two broken hours."""
    times = START + np.arange(0, days * 24 * 60, 20) * np.timedelta64(1, "m")
    hours = (times - START) / np.timedelta64(1, "h")
    height = np.full(hours.shape, 2.5)
    for k, (name, period) in enumerate(PERIODS.items()):
        height += AMPLITUDES[name] * np.cos(2 * np.pi * hours / period - 0.7 * k)
    height += 0.8 * np.exp(-(((hours - 300) / 15) ** 2))
    height += rng.normal(scale=0.05, size=hours.size)
    height[1000:1006] = np.nan
    return times, hours, height


def design(hours):
    angles = 2 * np.pi * hours[:, None] / np.array(list(PERIODS.values()))
    return np.concatenate([np.ones((len(hours), 1)), np.cos(angles), np.sin(angles)], axis=1)


def analyse(hours, height):
    """Coefficients, amplitudes and phases; missing heights are left out."""
    known = ~np.isnan(height)
    coefficients, residual, rank, _ = np.linalg.lstsq(
        design(hours[known]), height[known], rcond=None)
    cosine, sine = np.split(coefficients[1:], 2)
    return coefficients, np.hypot(cosine, sine), np.degrees(np.arctan2(sine, cosine)), rank


def high_waters(times, height):
    """Times and heights of maxima, refined by a parabola through three points."""
    inner = height[1:-1]
    top = np.flatnonzero((inner > height[:-2]) & (inner >= height[2:])) + 1
    left, middle, right = height[top - 1], height[top], height[top + 1]
    shift = 0.5 * (left - right) / (left - 2 * middle + right)
    refined = times[top] + np.rint(shift * 20).astype("timedelta64[m]")
    return refined, middle - 0.25 * (left - right) * shift


def main():
    times, hours, height = record(60, np.random.default_rng(1867))
    print(f"{len(times)} heights from {times[0]} to {times[-1]}, "
          f"{np.isnan(height).sum()} missing, mean {np.nanmean(height):.6f}")
    coefficients, amplitudes, phases, rank = analyse(hours, height)
    print(f"mean level {coefficients[0]:.6f}, rank {rank}")
    for name, amplitude, phase in zip(PERIODS, amplitudes, phases):
        print(f"{name}: amplitude {amplitude:.6f} ({AMPLITUDES[name]}), phase {phase:.4f}")
    predicted = design(hours) @ coefficients
    rest = height - predicted
    print(f"residual {np.nanstd(rest):.6f}, largest {np.nanmax(rest):.6f} at "
          f"{times[np.nanargmax(rest)]}")

    days = times.astype("datetime64[D]")
    first = np.flatnonzero(np.r_[True, days[1:] != days[:-1]])
    top, bottom = np.maximum.reduceat(predicted, first), np.minimum.reduceat(predicted, first)
    spring = np.argsort(bottom - top)[:3]
    print("greatest ranges", [(str(days[first[k]]), round(float(top[k] - bottom[k]), 6))
                              for k in spring])
    when, how_high = high_waters(times, predicted)
    print(f"{len(when)} high waters")
    for time, value in zip(when[:8], how_high):
        print(f"  {np.datetime_as_string(time)} {value:.5f} {'#' * int(value * 8)}")
    apart = np.diff(when) / np.timedelta64(1, "m")
    print(f"between high waters {apart.mean():.4f} minutes, {apart.min():.0f} to {apart.max():.0f}")
    weekday = (days.view("int64") - 4) % 7
    print("mean by weekday", np.array(
        [np.nanmean(height[weekday == k]) for k in range(7)]).round(6))


if __name__ == "__main__":
    main()
