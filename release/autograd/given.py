"""What the checks call in the process in which your answers live."""

import warnings

import torch


def without_recording(function, *arguments):
    """Call a function where autograd records nothing; return what it returns.

    Under `torch.inference_mode()` no result needs grad, so there is nothing that backward could
    go through. An answer that has autograd find a gradient raises an error there.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    with torch.inference_mode():
        return function(*arguments)


def without_warnings(function, *arguments):
    """Call a function where no warning is shown, and none is an error; return what it returns."""
    __tracebackhide__ = True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*arguments)
