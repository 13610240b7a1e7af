"""Prints each call, warns, and writes to stderr.

points: 6
"""

import logging
import sys
import warnings

import torch


def trace_backward(net, x):
    warnings.warn("this runs a backward pass", RuntimeWarning, stacklevel=2)
    logging.warning("hooks are coming")
    result = []

    def make_hook(name):
        def hook(module, grad_in, grad_out):
            print(name, grad_in, grad_out)
            print(name, file=sys.stderr)
            first = grad_in[0]
            result.append((
                name,
                torch.sum(first).item() if isinstance(first, torch.Tensor) else None,
                torch.sum(grad_out[0]).item(),
            ))

        return hook

    handles = []
    for name, module in list(net.named_children()):
        handles.append(module.register_full_backward_hook(make_hook(name)))
    loss = net(x).sum()
    loss.backward()
    for handle in handles:
        handle.remove()
    return result
