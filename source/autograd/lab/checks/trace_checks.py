"""The networks of the shown checks of notebook 2, with what a real hook on each child receives.

Entry points: `row_of_layers`, `skip_connection`, `check_around`; `MadeBackward` is a network whose
last layer was made first.
"""

from collections import OrderedDict

import torch
from torch import nn

from ..show import check

AROUND = 5 * 4  # what comes through the skip: a 1 for each entry


class MadeBackward(nn.Module):
    """Three layers, of which the last one was made first."""

    def __init__(self):
        super().__init__()
        self.last, self.middle, self.first = nn.Linear(2, 2), nn.Tanh(), nn.Linear(3, 2)

    def forward(self, x):
        return self.last(self.middle(self.first(x)))


class Skip(nn.Module):
    """A layer, and another one with a path around it."""

    def __init__(self):
        super().__init__()
        self.before, self.inner = nn.Linear(3, 4), nn.Linear(4, 4)

    def forward(self, x):
        h = self.before(x)
        return h + self.inner(h)


def row_of_layers():
    """Return a row of three layers, its input, and the records that are wanted."""
    torch.manual_seed(4)
    layers = OrderedDict(linear1=nn.Linear(3, 4), relu=nn.ReLU(), linear2=nn.Linear(4, 2))
    row = nn.Sequential(layers).double()
    x = torch.rand(5, 3, dtype=torch.float64, requires_grad=True)
    h = row.linear1(x)
    a = row.relu(h)
    y = row.linear2(a)
    of_x, of_h, of_a, of_y = [g.sum().item() for g in torch.autograd.grad(y.sum(), [x, h, a, y])]
    return row, x, [("linear2", of_a, of_y), ("relu", of_h, of_a), ("linear1", of_x, of_h)]


def skip_connection():
    """Return a network with a skip connection, its input, and the records that are wanted."""
    torch.manual_seed(5)
    skip = Skip().double()
    x = torch.rand(5, 3, dtype=torch.float64, requires_grad=True)
    h = skip.before(x)
    y = skip.inner(h)
    of_x, of_h = [g.sum().item() for g in torch.autograd.grad((h + y).sum(), [x, h])]
    return skip, x, [("inner", of_h - AROUND, AROUND), ("before", of_x, of_h)]


def check_around(records):
    """Check that what arrives before the skip connection is the sum of its two paths."""
    sums = {name: (left, arrived) for name, left, arrived in records}
    (left, _), (_, arrived) = sums.get("inner", (None, None)), sums.get("before", (None, None))
    check(
        left is None or arrived is None or abs(arrived - left - AROUND) < 1e-6,
        f"{left} left the inner layer, {AROUND} came through the skip (a 1 for each entry), and "
        f"{arrived} arrived at the layer before. That is not the sum of the two.",
    )
