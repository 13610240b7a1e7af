# Tensors with a graph.
# %% given imports
import torch
# %% solution model
w = torch.tensor([1.0, 2.0], requires_grad=True)


def loss(v):
    return (v * v).sum()
# %% test computes_with_a_graph 1
(w @ w).backward()
assert w.grad.tolist() == [2.0, 4.0]
# %% test tensor_with_a_graph_as_argument 1
v = torch.tensor([3.0], requires_grad=True)
(gradient,) = torch.autograd.grad(loss(2 * v), v)
assert gradient.item() == 24
