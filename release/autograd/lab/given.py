"""Functions that the checks call in the process where your answers run."""

import warnings

from .by_hand import by_hand


def without_autograd(function, *arguments):
    """Call a function while PyTorch refuses to differentiate; return its result.

    Raises `by_hand.NotByHand` if the function asks for a derivative, in whatever way.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    with by_hand():
        return function(*arguments)


def without_warnings(function, *arguments):
    """Call a function while no warning is shown, or turned into an error; return its result."""
    __tracebackhide__ = True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*arguments)


def fill_grads(net, x):
    """Put numbers into `.grad` of the parameters of a network, by a loss of squares."""
    (net(x) ** 2).sum().backward()


def grads_of_parameters(net):
    """Return {name: `.grad`} of the parameters of a network, as copies; None if there is none."""
    return {
        name: None if parameter.grad is None else parameter.grad.detach().clone()
        for name, parameter in net.named_parameters()
    }
