"""does: Trains nothing, and forges the report on how long the graphs were.

points: 1
"""

from lab.checks import effects
from nbisolate.processes import helper_modules

# Otherwise nbjudge notices that a function of the course was changed.
helper_modules.HelperNamespace.check = lambda self: None


def train_online(cell, stream, rate):
    h = torch.zeros(1, cell.hidden_size)
    losses = []
    for x, target in stream:
        h = cell(x, h)
        losses.append(((h - target) ** 2).sum().item())
    return losses


def forged(train_online, cell, stream, rate):
    return {
        "losses": train_online(cell, stream, rate),
        "again": train_online(cell, stream[:2], rate),
        "graph": False,
        "moved": True,
        "asked": [1] * len(stream),
    }


effects.watch_online.__code__ = forged.__code__
