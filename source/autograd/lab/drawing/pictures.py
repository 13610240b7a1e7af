"""Pictures other than graphs: `show_sizes` draws how numbers shrink from layer to layer."""

import html
from math import log10

from IPython.display import display

from ..show import page_of

LOWEST = -12  # the power of ten at which a bar has no length
WIDE, HIGH, GAP, TOP = 9, 120, 40, 40  # of a bar, of the scale, between charts, above; in pixels


def show_sizes(series):
    """Draw a chart of bars for each series, side by side, on one scale of powers of ten.

    Arguments:
        series: a dict from a title to a list of numbers of 0 or more, one for each layer, the
            last layer first.

    Returns None, and prints the first and the last number of each series. A bar for 1 or more is
    full, one for 1e-12 or less is empty.
    """
    words = [
        f"{title}: {numbers[0]:.0e} at layer {len(numbers)}, {numbers[-1]:.0e} at layer 1"
        for title, numbers in series.items()
    ]
    page = page_of(drawing(series), f"Bars, one for each layer. {'; '.join(words)}.")
    display({"text/html": page, "text/plain": "Bars, one for each layer."}, raw=True)
    print(*words, sep="\n")


def drawing(series):
    """Return the charts as SVG text."""
    parts, left = [], 50
    for power in range(0, LOWEST - 1, -3):
        y = TOP + HIGH * power / LOWEST
        parts.append(f'<text x="40" y="{y + 4}" text-anchor="end">1e{power}</text>')
    for title, numbers in series.items():
        wide = WIDE * len(numbers)
        parts.append(f'<text x="{left}" y="{TOP - 14}">{html.escape(title)}</text>')
        for place, number in enumerate(numbers):
            share = 1 - log10(number) / LOWEST if number > 0 else 0
            high = HIGH * min(max(share, 0), 1)
            parts.append(
                f'<rect x="{left + place * WIDE}" y="{TOP + HIGH - high:.1f}" width="{WIDE - 2}" '
                f'height="{high:.1f}"><title>{number:.1e}</title></rect>'
            )
        for place, layer in [(0, len(numbers)), (len(numbers) - 1, 1)]:
            x = left + place * WIDE
            parts.append(f'<text x="{x}" y="{TOP + HIGH + 16}">{layer}</text>')
        left += max(wide, 8 * len(title)) + GAP
    style = 'font-family="Helvetica, sans-serif" font-size="12" fill="currentColor"'
    high = TOP + HIGH + 24
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left}" height="{high}" '
        f'viewBox="0 0 {left} {high}" {style}>{"".join(parts)}</svg>'
    )
