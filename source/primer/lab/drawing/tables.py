"""Tables of slopes as pictures, and the names of their patterns."""

import html

import torch
from IPython.display import HTML, display

BLUE, RED = (90, 150, 255), (255, 130, 90)  # what the largest number is drawn with


def show_table(table, title):
    """Draw a table of numbers below the cell: blue above 0, red below 0, white for 0.

    Arguments:
        table: a tensor of shape (m, n).
        title: a line above the table, a str.

    Returns None.
    """
    table = table.detach()
    largest = table.abs().max().item() or 1.0
    rows = "".join(
        f"<tr>{''.join(cell(number, largest) for number in row)}</tr>" for row in table.tolist()
    )
    caption = f'<caption style="text-align: left">{html.escape(title)}</caption>'
    display(HTML(f'<table style="border-collapse: collapse">{caption}{rows}</table>'))


def cell(number, largest):
    """Return the cell of a number, which is darker the nearer it is to the largest one."""
    share = abs(number) / largest
    color = [round(255 + share * (end - 255)) for end in (BLUE if number > 0 else RED)]
    text = f"{number:.2g}" if number else "0"
    return (
        f'<td style="background: rgb({", ".join(map(str, color))}); color: black; '
        f'border: 1px solid silver; width: 3em; text-align: center">{text}</td>'
    )


def pattern(table):
    """Return the name of the pattern of a table: where its numbers are not zero."""
    rows, columns = table.shape
    there = table != 0
    i, j = torch.meshgrid(torch.arange(rows), torch.arange(columns), indexing="ij")
    patterns = {
        "row": torch.full((1, columns), True) if rows == 1 else None,
        "diagonal": i == j,
        "band": (i == j) | (i + 1 == j),
        "triangle": i >= j,
        "full": i >= 0,
    }
    return next(name for name, want in patterns.items() if want is not None and there.equal(want))
