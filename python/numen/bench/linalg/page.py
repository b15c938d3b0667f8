"""The figures as a picture and as an HTML page with the picture in it."""

import base64
import html
import io

from .. import pages

HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body {{ font-family: sans-serif; margin: 2em; }} table {{ border-collapse: collapse; }}
td, th {{ border: 1px solid #ccc; padding: 2px 6px; text-align: right; }}
td:first-child, th:first-child {{ text-align: left; }} .MISSED, .FAILED {{ color: #b00; }}
</style></head><body>
"""


def html_table(headings, rows):
    """Rows of texts; MISSED and FAILED are coloured."""
    lines = ["<table>", "<tr>" + "".join(f"<th>{html.escape(h)}</th>" for h in headings) + "</tr>"]
    for row in rows:
        marks = " ".join(word for word in ("MISSED", "FAILED") if word in row)
        entries = "".join(f"<td>{html.escape(entry)}</td>" for entry in row)
        lines.append(f'<tr class="{marks}">{entries}</tr>')
    return "\n".join([*lines, "</table>"])


def html_list(lines):
    """Lines that may begin as Markdown's do."""
    items = (f"<li>{html.escape(line.removeprefix('- '))}</li>" for line in lines)
    return "\n".join(["<ul>", *items, "</ul>"])


def picture(cells):
    """A PNG: times of NumPy's speed by order, a line for each question; None without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        return None
    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(12, 5), layout="constrained")
    measured = [cell for cell in cells if not cell.get("absent") and cell["dtype"] == "float64"
                and not cell.get("fault") and isinstance(cell.get("size"), int)
                and "," not in cell["case"]]
    for name in dict.fromkeys(cell["case"] for cell in measured):
        own = [cell for cell in measured if cell["case"] == name]
        sizes = [cell["size"] for cell in own]
        if len(set(sizes)) > 2:
            left.plot(sizes, [1 / cell["ratio"] for cell in own], "o-", label=name)
            right.plot(sizes, [max(cell["error_over_bound"], 1e-6) for cell in own], "o-",
                       label=name)
    left.axhline(1.0, color="black", linewidth=0.8)
    left.set(xscale="log", yscale="log", xlabel="order", ylabel="times NumPy's speed",
             title="stacks, float64, one thread")
    right.axhline(1.0, color="black", linewidth=0.8)
    right.set(xscale="log", yscale="log", xlabel="order", ylabel="largest error / bound",
              title="errors over 10 n u kappa")
    if left.lines[1:]:
        left.legend()
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=100)
    pyplot.close(figure)
    return stream.getvalue()


def write(folder, name, facts, table, operator_tables):
    """NAME.png and NAME.html beside the other files of a benchmark."""
    drawn = picture(table.cells)
    parts = [HEAD.format(title=name), f"<h1>{name}</h1>", html_list(pages.summary(table.cells))]
    if drawn is not None:
        (folder / f"{name}.png").write_bytes(drawn)
        encoded = base64.b64encode(drawn).decode()
        parts.append(f'<img alt="speed and errors by order" src="data:image/png;base64,{encoded}">')
    parts += ["<h2>How to read it</h2>", html_list(pages.legend(table.columns))]
    for title, cells in pages.parted(table.cells):
        parts += [f"<h2>{title}</h2>", html_table([heading for heading, _, _ in table.columns],
                                                  [table.entries(cell) for cell in cells])]
    for one in operator_tables:
        parts.append(f"<h2>{html.escape(one['title'])}</h2>")
        parts.append(html_table(one["columns"], [[str(row.get(column, "-")) for column in
                                                  one["columns"]] for row in one["rows"]]))
    parts += ["<h2>Where and when</h2>",
              html_list(f"{key}: {value}" for key, value in facts.items())]
    (folder / f"{name}.html").write_text("\n".join([*parts, "</body></html>", ""]))
