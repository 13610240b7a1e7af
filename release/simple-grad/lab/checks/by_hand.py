"""Make PyTorch refuse to differentiate while it runs an answer that is worked out by hand.

Entry point: the context manager `by_hand`. It helps learners who forget the rule. It does not stop
those who break it on purpose: their code runs in the same process, and could undo it.
"""

import contextlib

import torch
from torch.autograd import Variable, forward_ad
from torch.autograd.graph import saved_tensors_hooks

REFUSED = (
    "This answer asks PyTorch to differentiate. Work it out by hand, with no backward(), "
    "no torch.autograd, no torch.func, and no call of a node such as y.grad_fn(...)."
)


class NotByHand(RuntimeError):
    """Raised when code inside `by_hand()` asks PyTorch to differentiate; it says REFUSED."""


class RefusingEngine:
    """A replacement for PyTorch's autograd engine that refuses to run.

    Arguments:
        refuse: a function that raises, called instead of the engine's `run_backward`.
    """

    def __init__(self, refuse):
        self.run_backward = refuse


@contextlib.contextmanager
def by_hand():
    """Refuse to differentiate with PyTorch inside the `with` block.

    Reverse mode is `backward()`, `torch.autograd.grad`, `torch.autograd.functional`, and
    `torch.func.grad`, `vjp` and `jacrev`; forward mode is `torch.autograd.forward_ad`, and
    `torch.func.jvp` and `jacfwd`. All of them are refused, in every thread and in every grad mode.
    A node such as `y.grad_fn` may be looked at, but not called. Recording a graph, `torch.no_grad`
    and `torch.vmap` stay allowed, and so are arguments that require grad: only derivatives are
    refused.

    Raises NotByHand when a derivative is requested. If the code inside caught that error, or
    failed afterwards for another reason, the block itself raises NotByHand. At the end of the
    block the engine is back, and so is the grad mode, even if the code inside raised an error.
    """
    asked = []

    def refuse(*_, **__):
        __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
        asked.append(True)
        raise NotByHand(REFUSED)

    # Every way of running backward looks the engine up here when it is called, in torch 2.5 to
    # 2.13; every way of forward mode enters a level with this function. Both are read before they
    # are replaced, so a version of torch without them fails here instead of accepting answers.
    engine, enter_level = Variable._execution_engine, forward_ad.enter_dual_level
    recording = torch.is_grad_enabled()
    Variable._execution_engine = RefusingEngine(refuse)
    forward_ad.enter_dual_level = refuse
    try:
        # A node that is called does not go through the engine, but it unpacks what it saved.
        with saved_tensors_hooks(lambda tensor: tensor, refuse):
            yield
    except Exception as error:
        # torch.func stops at the hooks, with an error of its own, before it asks the engine.
        if not asked and "saved tensor hooks" not in str(error):
            raise
        asked.append(True)
    finally:
        Variable._execution_engine, forward_ad.enter_dual_level = engine, enter_level
        torch.set_grad_enabled(recording)
    if asked:
        raise NotByHand(REFUSED)
