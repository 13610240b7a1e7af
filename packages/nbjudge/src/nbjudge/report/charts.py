"""Charts of the report, drawn by matplotlib as SVG that needs no network.

A chart is returned as a `data:` URL for an `img`. There the SVG is a document of its own: its style
sheet cannot leak into the page, and a browser runs no script in it. The charts show numbers only;
no text written by a student gets into them.
"""

import base64
import io
import math
import statistics
from collections.abc import Sequence

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

# Blue and vermilion of Okabe and Ito's palette, which color-blind readers tell apart.
BAR, LINE, INK = "#0072b2", "#d55e00", "#333333"
STYLE = {
    "svg.fonttype": "none",  # text stays text: smaller, and in the reader's font
    "svg.hashsalt": "nbjudge",  # the same numbers give the same bytes
    "font.family": "sans-serif",
    "font.size": 11,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": "#888888",
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
NO_METADATA = {"Creator": None, "Date": None, "Format": None, "Type": None}


def distribution(points: Sequence[float], max_score: float) -> str:
    """Draw a histogram of the points of submissions, with the median as a line.

    Return an SVG image as a `data:` URL.
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9, 3.2), layout="constrained")
        axes = figure.subplots()
        # Edges at half points put whole points in the middle of a bar. Up to 50 points each has a
        # bar of its own; beyond, the bars are wider, or they would be too thin to see.
        top = max([max_score, *points])
        width = max(1, math.ceil(top / 50))
        edges = [i * width - 0.5 for i in range(math.ceil((top + 1) / width) + 1)]
        _bars(axes, points, edges)
        axes.set(xlabel=f"points (of {max_score:g})", ylabel="submissions")
        return _address(figure)


def costs(seconds: Sequence[float], megabytes: Sequence[float]) -> str:
    """Draw histograms of the wall time and of the peak memory of submissions, side by side.

    Return an SVG image as a `data:` URL.
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9, 2.8), layout="constrained")
        panels = [("seconds per submission", seconds), ("MB of memory per submission", megabytes)]
        panels = [(label, values) for label, values in panels if values]
        row = figure.subplots(1, len(panels), squeeze=False)[0]
        for axes, (label, values) in zip(row, panels, strict=True):
            top = max(values) * 1.02 or 1
            _bars(axes, values, [top * i / 20 for i in range(21)])
            axes.set(xlabel=label, ylabel="submissions", xlim=(0, top))
        return _address(figure)


def colors(steps: int) -> list[str]:
    """Return the color of each of `steps` levels, from no points (red) over white to all (blue).

    matplotlib's RdBu is ColorBrewer's scale of that name, whose colors color-blind readers can
    tell apart. Its dark ends are left out, so that black text can be read on every level.
    """
    scale = mpl.colormaps["RdBu"]
    return [mpl.colors.to_hex(scale(0.2 + 0.6 * i / (steps - 1))) for i in range(steps)]


def _bars(axes: Axes, values: Sequence[float], edges: Sequence[float]) -> None:
    axes.hist(values, bins=edges, color=BAR, edgecolor="white", linewidth=1)
    median = statistics.median(values)
    axes.axvline(median, color=LINE, linewidth=2, linestyle="--", label=f"median {median:.3g}")
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), borderpad=0)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=True))


def _address(figure: Figure) -> str:
    svg = io.BytesIO()
    figure.savefig(svg, format="svg", metadata=NO_METADATA)
    return "data:image/svg+xml;base64," + base64.b64encode(svg.getvalue()).decode("ascii")
