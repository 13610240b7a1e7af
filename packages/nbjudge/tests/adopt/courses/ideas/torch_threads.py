# torch with two threads, in the student's cell and in the test cell.
# %% given imports
import torch

torch.set_num_threads(2)
# %% solution trained
w = torch.ones(300, 300, requires_grad=True)
(w @ w).sum().backward()


def train():
    w.grad = None
    (w @ w).sum().backward()
    return w.grad
# %% test threads_of_torch 1
v = torch.ones(300, 300, requires_grad=True)
(v @ v).sum().backward()
assert torch.equal(v.grad, train())
# %% test graph_of_the_student 1
w.grad = None
(w @ w).sum().backward()
assert w.grad[0, 0] == 600
