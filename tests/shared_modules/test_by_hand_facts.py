"""`by_hand` refuses the ways of differentiating with PyTorch, and nothing else.

Needs nothing but torch and pytest, so that other versions of torch can be asked as well.
"""

import sys
import threading
from pathlib import Path

import pytest
import torch
from torch import nn
from torch.autograd import Variable, forward_ad
from torch.autograd.graph import saved_tensors_hooks

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "source/autograd"))
from lab.checks.by_hand import REFUSED, NotByHand, by_hand

sys.path.pop(0)

W, B, X, G = torch.rand(2, 3), torch.rand(2), torch.rand(4, 3), torch.rand(4, 2)
early_grad, early_vjp, early_jvp = torch.autograd.grad, torch.func.vjp, torch.func.jvp


def y_of(x):
    return x @ W.T + B


def leaf():
    return X.clone().requires_grad_()


def by_backward():
    x = leaf()
    y_of(x).backward(G)
    return x.grad


def by_a_hook():
    layer, received = nn.Linear(3, 2), []
    layer.register_full_backward_hook(lambda _, into, out: received.append(into))
    layer(leaf()).backward(G)
    return received[0]


def by_a_mode_of_its_own():
    with torch.inference_mode(), torch.inference_mode(False):
        return by_backward()


def by_a_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(by_backward()))
    thread.start()
    thread.join()
    return found[0]


def by_try_and_except():
    try:
        return by_backward()
    except RuntimeError:
        return torch.zeros_like(X)


def by_dual_numbers():
    with forward_ad.dual_level():
        return forward_ad.unpack_dual(y_of(forward_ad.make_dual(X, torch.ones_like(X)))).tangent


def by_a_level_alone():
    forward_ad.enter_dual_level()
    forward_ad.exit_dual_level()


def node_of_addmm():
    with torch.enable_grad():
        return torch.addmm(B, leaf(), W.T).grad_fn


def by_a_node_in_try():
    with torch.enable_grad():
        try:
            return torch.mm(leaf(), W.T).grad_fn(G)
        except RuntimeError:
            return G @ W


def by_a_real_layer():
    with torch.enable_grad():
        return nn.Linear(3, 2)(leaf()).grad_fn(G)


def by_nodes_of_products():
    with torch.enable_grad():
        a, b = (torch.tensor(2.0, requires_grad=True) for _ in range(2))
        return [(a * b).grad_fn(torch.tensor(1.0)) for _ in range(2)]


class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(W)
        return x @ W.T

    @staticmethod
    def backward(ctx, grad_y):
        return grad_y @ ctx.saved_tensors[0]


def node_in_a_mode_of_its_own():
    with torch.inference_mode(False), torch.enable_grad():
        return torch.mm(leaf(), W.T).grad_fn(G)


WAYS = {
    "a node": lambda: node_of_addmm()(G),
    "a node of mm": torch.enable_grad()(lambda: torch.mm(leaf(), W.T).grad_fn(G)),
    "a node in try": by_a_node_in_try,
    "the node of a layer": by_a_real_layer,
    "nodes of products": by_nodes_of_products,
    # The output is kept: older versions free the saved tensors with it.
    "the node of a Function": torch.enable_grad()(
        lambda: (_kept := Own.apply(leaf())).grad_fn.apply(G)
    ),
    "a node in a mode of its own": node_in_a_mode_of_its_own,
    "backward": by_backward,
    "autograd.backward": lambda: torch.autograd.backward(y_of(leaf()), G),
    "autograd.grad": lambda: torch.autograd.grad(y_of(x := leaf()), x, G),
    "a name bound before": lambda: early_grad(y_of(x := leaf()), x, G),
    "grad_outputs unused": lambda: torch.autograd.grad(
        y_of(leaf()), leaf(), G, allow_unused=True, materialize_grads=True
    ),
    "a hook on a layer": by_a_hook,
    "enable_grad": torch.enable_grad()(by_backward),
    "inference_mode(False)": by_a_mode_of_its_own,
    "func.vjp under inference_mode": torch.inference_mode()(lambda: torch.func.vjp(y_of, X)[1](G)),
    "a thread": by_a_thread,
    "try and except": by_try_and_except,
    "functional.vjp": lambda: torch.autograd.functional.vjp(y_of, X, G),
    "functional.jacobian": lambda: torch.autograd.functional.jacobian(y_of, X),
    "functional.jvp": lambda: torch.autograd.functional.jvp(y_of, X, X),
    "func.vjp": lambda: torch.func.vjp(y_of, X)[1](G),
    "func.vjp bound before": lambda: early_vjp(y_of, X)[1](G),
    "func.grad": lambda: torch.func.grad(lambda x: (y_of(x) * G).sum())(X),
    "func.jacrev": lambda: torch.func.jacrev(y_of)(X),
    "func.vmap of grad": lambda: torch.func.vmap(torch.func.grad(lambda x: y_of(x).sum()))(X),
    "func.hessian": lambda: torch.func.hessian(lambda x: y_of(x).sum())(X),
    "func.jvp": lambda: torch.func.jvp(y_of, (X,), (X,)),
    "func.jvp bound before": lambda: early_jvp(y_of, (X,), (X,)),
    "func.jacfwd": lambda: torch.func.jacfwd(y_of)(X),
    "dual numbers": by_dual_numbers,
    "a level of forward mode": by_a_level_alone,
}


@pytest.mark.parametrize("mode", [torch.enable_grad, torch.no_grad])
@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_differentiating_is_refused(way, mode, monkeypatch):
    WAYS[way]()  # outside it is allowed
    monkeypatch.setattr(threading, "excepthook", lambda *_: None)
    with mode(), pytest.raises(NotByHand, match=r"^This answer asks PyTorch to differentiate"):
        with by_hand():
            WAYS[way]()
    WAYS[way]()  # and afterwards again


def test_under_inference_mode_functional_answers_zeros_and_does_not_differentiate():
    """So an answer that takes this way round fails by its numbers."""
    with by_hand(), torch.inference_mode():
        _, found = torch.autograd.functional.vjp(y_of, X, G)
    assert not found.any()


def test_what_was_replaced_is_back_whatever_happens():
    before = Variable._execution_engine, forward_ad.enter_dual_level
    for error in (KeyError, KeyboardInterrupt, SystemExit, StopIteration):
        with pytest.raises(error), by_hand():
            raise error("of the answer's own")
        assert (Variable._execution_engine, forward_ad.enter_dual_level) == before
    with by_hand(), by_hand():
        pass
    with by_hand():
        Variable._execution_engine = None
        torch.set_grad_enabled(False)
    assert (Variable._execution_engine, forward_ad.enter_dual_level) == before
    assert torch.is_grad_enabled()


def by_a_turned_layer():
    back = nn.Linear(2, 3, bias=False)
    back.weight.data = W.T
    return back(G)


def by_a_complex_step():
    rows = torch.eye(12).reshape(12, 4, 3)
    parts = [((X + 1e-20j * row) @ (W + 0j).T * G).sum().imag / 1e-20 for row in rows]
    return torch.stack(parts).reshape(4, 3)


def by_looking_at_nodes():
    with torch.enable_grad():
        node = torch.addmm(B, leaf(), W.T).grad_fn
        assert node.name() and node.next_functions and node.metadata == {}
    return G @ W


def node_with_hooks_of_its_own():
    with torch.enable_grad(), saved_tensors_hooks(lambda t: t, lambda t: t):
        return torch.mm(leaf(), W.T).grad_fn(G)


def node_in_a_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(torch.mm(leaf(), W.T).grad_fn(G)))
    thread.start()
    thread.join()
    return found[0]


def node_that_saves_nothing():
    with torch.enable_grad():
        return B.clone().requires_grad_().expand(4, 2).grad_fn(G)


def forward_mode_by_private_names():
    level = torch._C._enter_dual_level()
    try:
        dual = torch._VF._make_dual(X, torch.ones_like(X), level=level)
        return torch._VF._unpack_dual(y_of(dual), level=level)
    finally:
        torch._C._exit_dual_level(level=level)


@pytest.mark.parametrize(
    "way",
    [
        node_with_hooks_of_its_own,
        node_in_a_thread,
        node_that_saves_nothing,
        forward_mode_by_private_names,
    ],
)
def test_four_ways_to_differentiate_are_not_noticed(way):
    """They are listed in tools/grading/forgeable.py."""
    with by_hand():
        way()


BY_HAND = {
    "looking at nodes": by_looking_at_nodes,
    "a product": lambda: G @ W,
    "a turned layer": by_a_turned_layer,
    "with a graph": lambda: G.clone().requires_grad_() @ W.clone().requires_grad_(),
    "vmap": lambda: torch.func.vmap(lambda g: g @ W)(G),
    "a complex step": by_a_complex_step,
    "under inference mode": torch.inference_mode()(lambda: G @ W),
}


@pytest.mark.parametrize("answer", BY_HAND.values(), ids=BY_HAND)
def test_no_answer_by_hand_is_accused(answer):
    with by_hand():
        found = answer()
    assert torch.allclose(found, G @ W, atol=1e-6)


def test_the_sentence_is_one_for_all():
    with pytest.raises(NotByHand) as error, by_hand():
        by_backward()
    assert str(error.value) == REFUSED and isinstance(error.value, RuntimeError)
