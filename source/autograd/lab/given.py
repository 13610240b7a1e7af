"""What the checks call in the process in which your answers live."""

import warnings

from .by_hand import by_hand


def without_autograd(function, *arguments):
    """Call a function while PyTorch refuses to differentiate; return what it returns.

    Raises `by_hand.NotByHand` if the function asks for a derivative, in whatever way.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    with by_hand():
        return function(*arguments)


def without_warnings(function, *arguments):
    """Call a function where no warning is shown, and none is an error; return what it returns."""
    __tracebackhide__ = True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*arguments)


def grads_of_parameters(net):
    """Return {name: `.grad`} of the parameters of a network, as copies; None if there is none."""
    return {
        name: None if parameter.grad is None else parameter.grad.detach().clone()
        for name, parameter in net.named_parameters()
    }
