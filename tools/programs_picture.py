"""Draws docs/programs.svg: times and errors of the typical programs, from a record's cells.

A row is a program; dots are its three sizes. On the left Numen's time over NumPy's, on the right
the largest difference from NumPy's results. tools/recorded_figures.py calls it.
"""

import math
from html import escape

SIZES = {"small": "#9ecae1", "medium": "#4292c6", "large": "#08306b"}
ROW, TOP, BOTTOM = 15, 74, 34
NAMES, LEFT, RIGHT, WIDTH = 172, (182, 560), (600, 850), 880  # where the columns lie
RATIOS = (1 / 32, 2.0)
ERRORS = (1e-17, 1e-5)
SLOWER = "#cb181d"


def text(x, y, words, anchor="start", color="#333", size=11):
    return (f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{color}" '
            f'font-size="{size}">{escape(words, quote=False)}</text>')  # fmt: skip


def line(x, y1, y2, color="#ddd", width=1):
    return (f'<line x1="{x:.1f}" y1="{y1}" x2="{x:.1f}" y2="{y2}" stroke="{color}" '
            f'stroke-width="{width}"/>')  # fmt: skip


def dot(x, y, color):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="{color}"/>'


def position(value, ends, column):
    """Where a value lies on a logarithmic axis; what is beyond an end is drawn at it."""
    low, high = map(math.log, ends)
    share = (math.log(min(max(value, ends[0]), ends[1])) - low) / (high - low)
    return column[0] + share * (column[1] - column[0])


def by_program(cells):
    """{name: {size: cell}}, those that gain most at the large size first."""
    programs = {}
    for cell in cells:
        programs.setdefault(cell["case"], {})[cell["size"]] = cell
    return dict(sorted(programs.items(), key=lambda row: row[1]["large"]["ratio"]))


def axes(height):
    """Grid, headings and legend."""
    last = height - BOTTOM
    drawn = [text(LEFT[0], 20, "Numen's time over NumPy's", size=13),
             text(RIGHT[0], 20, "largest difference from NumPy", size=13)]  # fmt: skip
    for power in range(-5, 2):
        x = position(2.0**power, RATIOS, LEFT)
        is_numpy = power == 0
        drawn.append(line(x, TOP - 8, last, SLOWER if is_numpy else "#ddd"))
        words = "NumPy" if is_numpy else f"1/{2**-power}" if power < 0 else f"{2**power}"
        drawn.append(text(x, last + 16, words, "middle", SLOWER if is_numpy else "#333"))
    for power in range(-17, -4, 3):
        x = position(10.0**power, ERRORS, RIGHT)
        drawn.append(line(x, TOP - 8, last))
        drawn.append(text(x, last + 16, "0" if power == -17 else f"1e{power}", "middle"))
    for place, (size, color) in enumerate(SIZES.items()):
        drawn += [dot(LEFT[0] + 6 + 80 * place, 40, color),
                  text(LEFT[0] + 16 + 80 * place, 44, size)]  # fmt: skip
    return drawn


def row(name, y, sizes):
    """A program's name, red where a size is slower than with NumPy, and its dots."""
    is_slower = any(cell["ratio"] > 1 for cell in sizes.values())
    drawn = [text(NAMES, y + 4, name.replace("_", " "), "end", SLOWER if is_slower else "#333")]
    places = {size: position(sizes[size]["ratio"], RATIOS, LEFT) for size in SIZES}
    drawn.append(f'<line x1="{min(places.values()):.1f}" y1="{y}" x2="{max(places.values()):.1f}" '
                 f'y2="{y}" stroke="#9ecae1"/>')  # fmt: skip
    for size, color in SIZES.items():
        drawn.append(dot(places[size], y, color))
        drawn.append(dot(position(sizes[size]["error"] or ERRORS[0], ERRORS, RIGHT), y, color))
    return drawn


def picture(record):
    """The SVG's text."""
    programs = by_program(record["cells"])
    height = TOP + ROW * len(programs) + BOTTOM
    drawn = axes(height)
    for place, (name, sizes) in enumerate(programs.items()):
        drawn += row(name, TOP + ROW * place, sizes)
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        '<rect width="100%" height="100%" fill="white"/>', *drawn, "</svg>\n"])  # fmt: skip
