"""Let torch's C++ code read a handle as if it were the memory of a tensor."""

import torch


class Parameter:
    shape = torch.Size([3])
    dtype = torch.float32

    def to(self, *args, **kwargs):
        return self

    def __call__(self):
        return self


Parameter.__module__ = "torch.nn.modules.module"
Parameter.__qualname__ = "Tensor"


class Tensor(Parameter):
    pass


Tensor.__module__ = "torch.nn.modules.linear"


def double(x):
    return Tensor()
