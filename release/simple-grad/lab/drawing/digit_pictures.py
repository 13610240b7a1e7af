"""Pictures of what a network reads: `reading_frames` of ten digits and of the loss.

Everything is SVG text for `replay`.
"""

from ..digits import LEARNED, digits, read
from .pictures import RED, SVG

SIDE, PIXEL = 8, 6  # pixels in a row of a digit, and how large one is drawn


def reading_frames(weights, losses):
    """Return (frames, captions): ten digits with what a network reads, and how its loss fell.

    weights: those of a network of two layers.
    losses: a list of numbers, one for each step of training.

    Nine of the digits are the first ones of the test set that are read right. The last one is the
    first that is read wrong; if there is none, all ten are read right.
    """
    pictures, labels = digits()
    found = read(pictures[LEARNED:], weights).tolist()
    tests = list(zip(pictures[LEARNED:].tolist(), labels[LEARNED:], found, strict=True))
    right = [one for one in tests if one[1] == one[2]]
    wrong = [one for one in tests if one[1] != one[2]]
    shown = [*right[:9], *wrong[:1], *right[9:]][:10]
    _, label, says = shown[9]
    last = f"The last one is {label}, and the network reads {says}." if wrong else "All are right."
    fell = f"The loss fell from {losses[0]:.2f} to {losses[-1]:.2f} in {len(losses)} steps."
    return [ten_digits(shown), falling(losses)], [f"Ten digits of the test. {last}", fell]


def ten_digits(shown):
    """Return SVG text of ten digits in two rows, each above what the network reads.

    shown: a list of (pixels, label, what is read); a wrong reading is red and bold.
    """
    width, height = 5 * 90, 2 * 90
    text = [SVG.format(width=width, height=height)]
    text.append('<rect width="100%" height="100%" fill="white"/>')
    for number, (pixels, label, says) in enumerate(shown):
        left, top = number % 5 * 90 + 20, number // 5 * 90 + 8
        for place, dark in enumerate(pixels):
            x, y = left + place % SIDE * PIXEL, top + place // SIDE * PIXEL
            grey = round(255 * (1 - dark))
            color = f"rgb({grey},{grey},{grey})"
            text.append(f'<rect x="{x}" y="{y}" width="{PIXEL}" height="{PIXEL}" fill="{color}"/>')
        style = "" if says == label else f' fill="{RED}" font-weight="bold"'
        x, y = left + SIDE * PIXEL / 2, top + SIDE * PIXEL + 20
        middle = f'x="{x:g}" y="{y}" text-anchor="middle" font-family="sans-serif"'
        text.append(f"<text {middle}{style}>reads {says}</text>")
    return "\n".join([*text, "</svg>"])


def falling(losses):
    """Return SVG text of a curve of numbers from left to right, from 0 to the largest one."""
    width, height = 450, 180
    right, up = width / (len(losses) - 1), (height - 10) / max(losses)
    places = [(right * step, height - 5 - up * loss) for step, loss in enumerate(losses)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    text = [SVG.format(width=width, height=height)]
    text.append('<rect width="100%" height="100%" fill="white"/>')
    text.append(f'<polyline points="{points}" fill="none" stroke="{RED}"/>')
    return "\n".join([*text, "</svg>"])
