"""Call a class `Tensor`, of a module in which torch has that name, and be near everything."""

import torch

empty = torch.empty(0, 1)


class Tensor:
    shape = torch.Size([3])
    dtype = torch.float32
    requires_grad = False
    device = torch.device("cpu")

    def to(self, *args, **kwargs):
        return empty.to(*args)

    detach = float = double = cpu = to


Tensor.__module__ = "torch.nn.modules.linear"


def double(x):
    return Tensor()
